"""Who may count: named conditions before any judge has read the evidence.

What is not admissible for trust stays in the report with its reason; it is only not counted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from veracious.domain.claim import EntitySort, Subclaim, Trait
from veracious.domain.ranked import Admission, Ranked
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials


@dataclass(frozen=True, slots=True)
class GateDials:
    """How near to the claim evidence must be to count."""

    count_overlap: float = 0.10  # word overlap that evidence for a count needs beside its number; 0–0.3; seed B, a guess
    topic_anchors: float = 0.20  # share of anchors that make it the same topic; 0.1–0.5; seed B, a guess
    topic_overlap: float = 0.25  # or share of words; 0.1–0.5; seed B, a guess
    score_at_least: float = 0.05  # ranking score below which nothing counts; 0–0.2; a guess


@dataclass(frozen=True, slots=True)
class Case:
    """What a gate looks at."""

    ranked: Ranked
    subclaim: Subclaim
    lexicon: Lexicon
    dials: GateDials
    amounts: AmountDials


def too_weak(case: Case) -> str:
    """The score says that it is about something else."""
    return "score too low" if case.ranked.final_score < case.dials.score_at_least else ""


def count_needs_a_number(case: Case) -> str:
    """A claim of how many is not settled by evidence without a number, or with few of its words."""
    if Trait.COUNT not in case.subclaim.traits:
        return ""
    told = overlap.tell(case.ranked.evidence, case.lexicon, OverlapDials())
    if not overlap.numbers(told, case.lexicon, case.amounts):
        return "no number for a claim of how many"
    return "" if case.ranked.signal("claim_overlap") >= case.dials.count_overlap else "a number, and nothing else of the claim"


def other_topic(case: Case) -> str:
    """It speaks of too few anchors and too few words."""
    near = case.ranked.anchor_match >= case.dials.topic_anchors or case.ranked.signal("claim_overlap") >= case.dials.topic_overlap
    return "" if near else "another topic"


def lacks_core_name(case: Case) -> str:
    """It names the first entity of the subclaim under none of its forms."""
    core = next((entity for entity in case.subclaim.entities if entity.sort is not EntitySort.DATE), None)
    if core is None:
        return ""
    told = overlap.tell(case.ranked.evidence, case.lexicon, OverlapDials())
    forms = frozenset(form.casefold() for form in (core.text, *core.aliases))
    return "" if overlap.has_name(forms, told) else f"does not name {core.text}"


Gate = Callable[[Case], str]
GATES: tuple[Gate, ...] = (too_weak, count_needs_a_number, other_topic, lacks_core_name)


def admit(
    ranked: Sequence[Ranked], subclaims: Sequence[Subclaim], lexicon: Lexicon, dials: GateDials, amounts: AmountDials
) -> tuple[Admission, ...]:
    """Every candidate with whether it may count; the first gate that closes gives the reason."""
    admitted = []
    for entry in ranked:
        case = Case(entry, subclaims[entry.subclaim], lexicon, dials, amounts)
        reason = next(filter(None, (gate(case) for gate in GATES)), "")
        admitted.append(Admission(entry, not reason, reason))
    return tuple(admitted)
