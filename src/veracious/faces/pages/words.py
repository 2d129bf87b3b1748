"""The words of the pages: one for each name that a report has, and numbers as they are shown."""

from collections.abc import Mapping
from types import MappingProxyType

from veracious.domain.report import Report
from veracious.domain.trust import Sufficiency, Weighed
from veracious.domain.verdict import Outcome, Verdict
from veracious.rules.explaining import headline, trace
from veracious.rules.judging import confidence, guards
from veracious.rules.weighing import coverage
from veracious.rules.weighing.coverage import CoverageDials
from veracious.rules.weighing.evidence_trust import side

SIDES = ("supports", "refutes", "neutral")
VERDICTS: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.SUPPORTED: "Supported",
        Verdict.REFUTED: "Refuted",
        Verdict.MIXED: "Mixed",
        Verdict.NOT_ENOUGH_EVIDENCE: "Not enough evidence",
    }
)
NO_VERDICT = "No verdict"
FAINT = "Hardly related"
MEANINGS: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.SUPPORTED: "The evidence that was found supports this claim.",
        Verdict.REFUTED: "The evidence that was found refutes this claim.",
        Verdict.MIXED: "Credible sources disagree on this claim.",
        Verdict.NOT_ENOUGH_EVIDENCE: "Too little was found to decide. That does not make the claim false.",
    }
)
OUTCOMES: Mapping[Outcome, str] = MappingProxyType(
    {
        Outcome.COMPLETED: "The run completed.",
        Outcome.COMPLETED_FROM_CACHE: "Answered from stored documents; the web was not searched.",
        Outcome.PARTIAL: "Partial: a budget ended the run. What follows rests on what was known by then.",
        Outcome.REFUSED: "The text was refused: it is not a claim that can be checked as it stands.",
        Outcome.FAILED: "The run failed before anything could be decided.",
        Outcome.CANCELLED: "The run was cancelled before anything was decided.",
    }
)
COLUMNS: Mapping[str, str] = MappingProxyType({"supports": "Supports", "refutes": "Refutes", "neutral": "Says neither"})
SIGNALS: Mapping[str, str] = MappingProxyType(
    {
        "semantic": "nearness of the text",
        "triple": "facts read from it",
        "entity": "names shared",
        "claim_overlap": "words shared",
        "recency": "how recent",
        "credibility": "credibility of the source",
        "quality": "what the source tells of itself",
    }
)
SKIPPED: Mapping[str, str] = MappingProxyType(
    {
        "seen": "met before in this run",
        "read_before": "read lately, and kept",
        "failed_before": "tried lately, and not to be read",
        "budget": "not read, since a budget was spent",
        "repeated": "named twice",
        "not_article": "front and category pages",
        "not_an_address": "no addresses of the web",
        "capped": "not worth one more page",
    }
)
WORDING: Mapping[str, str] = MappingProxyType(
    {"uncertainty": "its wording is uncertain", "claim_mention": "it reports that somebody claims this"}
)
_RULES = (*guards.PARTS, *guards.GUARDS, *confidence.LIMITS)
GUARDS: Mapping[str, str] = MappingProxyType({rule.__name__: (rule.__doc__ or "").partition("\n\n")[0].strip() for rule in _RULES})
LIMITS = frozenset(rule.__name__ for rule in confidence.LIMITS)


def number(value: float) -> str:
    """A number between 0 and 1 as it is shown."""
    return f"{value:.2f}"


def beside(report: Report) -> str:
    """What stands beside a verdict: the same words on every face."""
    return headline.beside(report)


PARTS_DIFFER = "One part of the claim holds, another does not."


def is_divided(report: Report) -> bool:
    """Whether a mixed verdict comes of parts that come out differently, and no sources disagree on one."""
    parts = report.judged.decision.facts.parts if report.judged else ()
    return report.verdict is Verdict.MIXED and Verdict.REFUTED in parts and Verdict.MIXED not in parts


def meaning(report: Report) -> str:
    """What its verdict says, in a sentence."""
    return PARTS_DIFFER if is_divided(report) else MEANINGS[report.verdict] if report.verdict else ""


def not_found(report: Report) -> tuple[str, ...]:
    """The parts on which nothing was found that takes a side; of the others that are open, something was, and it did not decide."""
    if report.judged is None or report.reading is None:
        return report.missing
    spoken = {piece.subclaim for piece in report.judged.weighed if side(piece.stance) != "neutral"}
    said = {part.text for number, part in enumerate(report.reading.subclaims) if number in spoken}
    return tuple(text for text in report.missing if text not in said)


def is_faint(piece: Weighed) -> bool:
    """Whether a piece takes a side, and yet speaks too faintly to cover any part of the claim: mostly it is about something else."""
    return side(piece.stance) != "neutral" and coverage.firmness(piece, CoverageDials()) < CoverageDials().partial


def plain(name: str) -> str:
    """The name of a rule as words."""
    return name.replace("_", " ")


def guard(name: str) -> str:
    """The name of a guard, or of what it changed, as words; what the rules call confidence is told as the score that it is."""
    return trace.guard(name)


def count(number: int, thing: str) -> str:
    """So many of a thing."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def enough(sufficiency: Sufficiency) -> str:
    """Whether the evidence suffices, and by which rule."""
    if sufficiency.is_sufficient:
        return f"The evidence suffices, by the rule “{plain(sufficiency.route)}”."
    return "The evidence does not suffice" + (
        ": no rule of sufficiency was met." if sufficiency.route == "none" else f": {plain(sufficiency.route)}."
    )
