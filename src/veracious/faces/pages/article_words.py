"""The words of an article's report, for pages and for the command line: a sentence for every code, a word and a sign for every state."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.article import ArticleClaim, ArticleReport, ClaimFinding, Dimension, Relation, Score
from veracious.domain.claim import Reason
from veracious.domain.verdict import Outcome, Verdict
from veracious.faces.pages import foreign, words
from veracious.rules.reading.verifiable import Code

NO_PROBABILITY = "These numbers are scores of the rules, from 0 to 1. None of them is a probability that the article is true."
NOT_MEASURED = "not measured"
INHERITED = "Not searched for itself; decided by what was read for the others."
SEARCHED = "Searched for."
NOT_SEARCHED = "Not searched for itself."
TARGET = "Chosen to be searched for; no search was made."
NO_TARGET = "Not chosen to be searched for."
NO_SEARCH = "The web was not searched: the claims were compared with the documents at hand."
SEARCH_EVENT = "urls_registered"  # noted after each stage of searching, and never without one
CLAIMS_ONLY = "Only the claims were read off the article: nothing was looked up, so nothing is said of whether they hold."


@dataclass(frozen=True, slots=True)
class DimensionStyle:
    """How a score is told: by its name, what it says, and what 1 means."""

    name: str
    meaning: str
    top: str


@dataclass(frozen=True, slots=True)
class State:
    """What came of a claim: in a word, by a sign on a terminal, by a mark on a page, and what it means."""

    kind: str
    word: str
    sign: str
    mark: str  # of `parts.html.j2`
    meaning: str = ""
    beside: str = ""  # the number beside the word, and what it is


DIMENSIONS: Mapping[Dimension, DimensionStyle] = MappingProxyType(
    {
        Dimension.VERACITY: DimensionStyle("Veracity", "how far what was found supports the claims", "1 is best"),
        Dimension.EXPLAINABILITY: DimensionStyle("Explainability", "how well sources explain the verdicts", "1 is best"),
        Dimension.DANGER: DimensionStyle("Danger", "what harm the article could do where it is wrong", "1 is worst"),
        Dimension.HONESTY: DimensionStyle("Honesty", "how fairly the article presents what it tells", "1 is best"),
    }
)
RELATIONS: Mapping[Relation, str] = MappingProxyType(
    {Relation.SUPPORTS: "supports", Relation.CONTRADICTS: "contradicts", Relation.DEPENDS: "depends on"}
)
_VERDICT_SIGNS: Mapping[Verdict, tuple[str, str]] = MappingProxyType(
    {
        Verdict.SUPPORTED: ("✔", "supported"),
        Verdict.REFUTED: ("✘", "refuted"),
        Verdict.MIXED: ("≈", "mixed"),
        Verdict.NOT_ENOUGH_EVIDENCE: ("?", "not_enough_evidence"),
    }
)
UNVERIFIABLE = State("unverifiable", "Cannot be checked", "·", "unchecked", "It cannot be checked as it stands.")
UNCHECKED = State("unchecked", "Not looked at", "·", "unchecked", "Nothing was looked up for it.")
_WITHOUT_VERDICT: Mapping[Outcome, State] = MappingProxyType(
    {
        Outcome.REFUSED: State(
            "refused", "Refused", "!", "unchecked", "It was refused as a claim. This says nothing about whether it is true."
        ),
        Outcome.FAILED: State("failed", "Failed", "!", "unchecked", "Its check failed. This says nothing about whether it is true."),
        Outcome.CANCELLED: State(
            "cancelled", "Cancelled", "!", "unchecked", "Its check was stopped. This says nothing about whether it is true."
        ),
    }
)
UNDECIDED = State("undecided", words.NO_VERDICT, "!", "unchecked", "Its check ended before there was a verdict.")
ORDER = ("supported", "refuted", "mixed", "not_enough_evidence", "undecided", "failed", "refused", "cancelled", "unverifiable", "unchecked")

_DROPPED: Mapping[str, str] = MappingProxyType(
    {
        Reason.EMPTY: "It has no words.",
        Reason.TOO_LONG: "It is too long for one claim.",
        Reason.LANGUAGE_UNSUPPORTED: "It is in a language that is not read.",
        Reason.QUESTION: "It is a question.",
        Reason.COMMAND: "It asks for something to be done.",
        Reason.OPINION: "It is an opinion.",
        Reason.AMBIGUOUS_REFERENCE: "It cannot be told whom or what it speaks of.",
        Reason.HYPOTHETICAL: "It says what would be, not what is.",
        Reason.NOT_A_STATEMENT: "It states nothing.",
        Reason.META: "It speaks of the text itself.",
        "heading": "It is a heading.",
        "byline": "It says who wrote the article.",
        "dateline": "It says where or when the article was written.",
        "entry_time": "It is the time of an entry.",
        "caption": "It belongs to a picture.",
        "contact": "It says whom to write to.",
        "boilerplate": "It is no part of what the article tells.",
        "no_words": "It has no words.",
        "too_little": "It has too few words to be looked up.",
        "exclamation": "It is an exclamation.",
        "page_note": "It speaks of the page itself.",
        "demand": "It asks for something to be done.",
        "hope": "It is a hope or a wish.",
        "left_open": "It leaves open what it speaks of.",
        "points_back": "It only says of something before it what that is.",
        "nothing_to_look_up": "It names nobody, no time and no figure that could be looked up.",
        "addresses_reader": "It speaks to the reader.",
        "own_account": "Somebody tells of themselves, without a time or a figure.",
        "identifies": "It only says who somebody is.",
        "feeling": "It is a feeling.",
        "judgement": "It is a view, not a fact.",
        "likens": "It is a comparison in pictures.",
        "names_nobody": "It does not say whom or what it speaks of.",
        "no_verb": "It is no sentence: it has no verb.",
        "supposes": "It supposes something.",
        "term": "It only names a term.",
        "unspecific": "It has nothing of its own that could be looked up.",
        "who_says_it": "It says who says it; the claim is what they say.",
        "between_sentences": "It stands between sentences.",
        "duplicate": "It says what another claim says.",
        "repeated": "It says what another claim says.",
        "too_many": "There were more claims than are read off one article.",
    }
)
_UNVERIFIABLE: Mapping[str, str] = MappingProxyType(
    {
        **_DROPPED,  # a claim that is refused when it is read has the reason as its code
        Code.EMPTY_CLAIM_TEXT: "It has no words.",
        Code.MISSING_SUBJECT_ENTITIES: "It does not say whom or what it speaks of.",
        Code.INSUFFICIENT_RETRIEVAL_SEED_TERMS: "It has too few words to search by.",
        Code.NOT_FALSIFIABLE: "Nothing that could be found would show it to be false.",
        Code.UNKNOWN_TIME_ANCHOR: "It does not say when.",
    }
)
_DEFERRED: Mapping[str, str] = MappingProxyType(
    {
        "below_minimum": "A search would add too little.",
        "below_cost": "A search would cost more than it could add.",
        "ceiling": "The budget allows no more targets.",
    }
)
_PATTERNS: Mapping[str, str] = MappingProxyType({"time": "times", "number": "numbers", "quote": "quotations"})
_LOW = re.compile(r"low_([a-z]+)_coverage:(\d+)/(\d+)")


def state(claim: ArticleClaim, finding: ClaimFinding | None) -> State:
    """What came of a claim: its verdict, or why it has none."""
    report = finding.report if finding else None
    if report is None:
        return UNVERIFIABLE if claim.codes else UNCHECKED
    if report.verdict is None:
        return _WITHOUT_VERDICT.get(report.outcome, UNDECIDED)
    sign, mark = _VERDICT_SIGNS[report.verdict]
    return State(report.verdict.value, words.VERDICTS[report.verdict], sign, mark, words.meaning(report), words.beside(report))


def counts(states: Iterable[State]) -> tuple[tuple[State, int], ...]:
    """How many claims came out how, in a fixed order; what no claim is, is left out."""
    found: dict[str, list[State]] = {}
    for one in states:
        found.setdefault(one.kind, []).append(one)
    return tuple((found[kind][0], len(found[kind])) for kind in ORDER if kind in found)


def scored(scores: Iterable[Score]) -> tuple[tuple[Dimension, Score], ...]:
    """The four scores in the order in which they are told; one that is not there was not measured."""
    known = {one.dimension: one for one in scores}
    return tuple((one, known.get(one, Score(one, None))) for one in DIMENSIONS)


def value(score: Score) -> str:
    """A score as it is shown; why there is none, where that is known."""
    return NOT_MEASURED if score.value is None else words.number(score.value)


def unverifiable(code: str) -> str:
    """Why a claim cannot be checked as it stands."""
    return _sentence(code, _UNVERIFIABLE)


def dropped(code: str) -> str:
    """Why a stretch of an article gave no claim."""
    return _sentence(code, _DROPPED)


def deferred(code: str) -> str:
    """Why a claim was not searched for."""
    return _sentence(code, _DEFERRED)


def coverage(code: str) -> str:
    """What a pattern sees in an article, and no part that was read off it holds."""
    found = _LOW.fullmatch(code)
    if found is None or found[1] not in _PATTERNS:
        return _sentence(code, {})
    return f"Of {found[3]} {_PATTERNS[found[1]]} in the text, {found[2]} stand{'s' if found[2] == '1' else ''} in what was read off it."


def missing(text: str) -> str:
    """Why a score was not measured, as a sentence."""
    return _sentence(text, {}) if text and not text.endswith(".") else foreign.visible(text)


def relation(number: int, verb: str, other: int) -> str:
    """How one claim bears on another, in words."""
    return f"Claim {number} {verb} claim {other}"


def name(feature: str) -> str:
    """The name of what a score is made of, as words."""
    return foreign.visible(words.plain(feature))


def is_searched(report: ArticleReport) -> bool:
    """Whether any search was made."""
    return any(event.name == SEARCH_EVENT for event in report.events)


def chosen(claim: ArticleClaim, finding: ClaimFinding | None, report: ArticleReport) -> str:
    """Whether a claim was searched for, and why not, in words; empty where nothing was to be searched for.

    Why a claim cannot be checked is told by its codes, and not again.
    """
    selection, searched = report.selection, is_searched(report)
    if selection is None:
        return ""
    if claim.id in selection.targets:
        return SEARCHED if searched else TARGET
    if claim.codes:
        return NOT_SEARCHED if searched else NO_TARGET
    why = next((deferred(one.code) for one in selection.deferred if one.claim == claim.id), "")
    inherited = bool(finding and finding.report and finding.report.verdict)
    told = (INHERITED if inherited else NOT_SEARCHED) if searched else NO_TARGET
    return f"{told} {why}".strip()


def _sentence(code: str, known: Mapping[str, str]) -> str:
    """A code as a sentence; one that has none of its own, as its words, and behind it what it counts."""
    head, _, rest = code.partition(":")
    plain = words.plain(head).strip()
    told = known.get(head) or (f"{plain[:1].upper()}{plain[1:]}." if plain else "For a reason without a name.")
    return foreign.visible(f"{told[:-1]} ({rest})." if rest else told)
