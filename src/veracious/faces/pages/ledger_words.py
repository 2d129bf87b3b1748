"""The words of a ledger, for pages and for the command line: a word and a sign for everything that has a colour."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.ledger import Danger, GateResult, Support
from veracious.domain.screen import Gate, Ruling
from veracious.domain.stance import Stance
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class VerdictStyle:
    """How a verdict on a claim is told: in a word, by a sign on a terminal, by a shape on a page, and what it means."""

    word: str
    sign: str
    mark: str  # of `parts.html.j2`
    meaning: str


@dataclass(frozen=True, slots=True)
class RulingStyle:
    """How a ruling on an answer is told: in a word, by a shape on a page, and what it means."""

    word: str
    mark: str  # of `parts.html.j2`
    meaning: str


@dataclass(frozen=True, slots=True)
class Ask:
    """How a gate is told: what is measured, which way it is bounded, and whether it is a share."""

    name: str
    meaning: str
    bound: str
    is_share: bool


LOOKS: Mapping[Support, VerdictStyle] = MappingProxyType(
    {
        Support.SUPPORTED: VerdictStyle("Supported", "✔", "supported", "The documents say this."),
        Support.WEAK: VerdictStyle("Weak", "≈", "mixed", "The documents say a part of this, or not clearly."),
        Support.CONTRADICTED: VerdictStyle("Contradicted", "✘", "refuted", "A document says otherwise."),
        Support.NOT_FOUND: VerdictStyle("Not found", "?", "not_found", "No document says this. That does not make it false."),
    }
)
WORST_FIRST = (Support.CONTRADICTED, Support.NOT_FOUND, Support.WEAK, Support.SUPPORTED)
RULINGS: Mapping[Ruling, RulingStyle] = MappingProxyType(
    {
        Ruling.PASS: RulingStyle("Pass", "supported", "The documents support this answer as far as is asked for."),
        Ruling.REVISE: RulingStyle("Revise", "mixed", "The documents do not support this answer as far as is asked for."),
        Ruling.BLOCK: RulingStyle("Block", "refuted", "A document says otherwise. The answer should not go out as it is."),
    }
)
UNREAD = VerdictStyle("Not read", "!", "not_found", "The judge could not read this claim: of it nothing is known.")
ASKS: Mapping[Gate, Ask] = MappingProxyType(
    {
        Gate.COVERAGE: Ask(
            "evidence coverage", "share of the claims that the documents support, weak ones in part, minor ones left out", "at least", True
        ),
        Gate.UNSUPPORTED: Ask("unsupported rate", "share of the claims that nothing was found for, minor ones left out", "at most", True),
        Gate.CRITICAL: Ask("critical claims not found", "claims that the answer rests on, and no document supports", "at most", False),
        Gate.CONTRADICTIONS: Ask("contradictions", "claims that a document contradicts", "at most", False),
        Gate.UNCITED: Ask("critical claims uncited", "claims that the answer rests on, citing nothing where others do", "at most", False),
    }
)
DANGERS: Mapping[Danger, str] = MappingProxyType(
    {
        Danger.NO_EVIDENCE: "no evidence",
        Danger.CONFLICT: "conflict of documents",
        Danger.OUTDATED_SOURCE: "old document",
        Danger.INVALID_CITATION: "wrong citation",
        Danger.UNCITED: "no citation",
    }
)
SIDES: Mapping[str, str] = MappingProxyType({"supports": "says so", "refutes": "says otherwise", "neutral": "says neither"})
PARTLY = "says a part of it, or not clearly"
OTHERWISE_PERHAPS = "may say otherwise"


def amount(value: float, gate: Gate) -> str:
    """What a gate counts, as it is shown."""
    return f"{value:.2f}" if ASKS[gate].is_share else f"{value:.0f}"


def wanted(passed: GateResult) -> str:
    """What a gate asks for, in words."""
    return f"{ASKS[passed.gate].bound} {amount(passed.wanted, passed.gate)}"


def stands(stance: Stance, verdict: Support) -> str:
    """How a quote stands toward a claim of this verdict; what carries a weak claim is sure of neither side, and yet carries something."""
    if verdict is Support.WEAK:
        return OTHERWISE_PERHAPS if side(stance) == "refutes" else PARTLY
    return SIDES[side(stance)]


def titled(title: str, name: str) -> str:
    """A document by its title, or else by the name of its file."""
    return title or name or "a document without a title"
