"""Who may count: named conditions before any judge has read the evidence.

What is not admissible for trust stays in the report with its reason; it is only not counted.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from veracious.domain.claim import Entity, EntitySort, Subclaim, Trait
from veracious.domain.ranked import Adjustment, Admission, Fit, Ranked
from veracious.rules.ranking import overlap
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials

# "… which leaves the town with one", "none is left": a number, but not the "one" of "one of the" or "no one".
_ONE = re.compile(
    r"\b(?:none|neither)\b|\b(?:with|only|just|but|leaves|has|have|had|is|was) one\b(?=\s*(?:[.,;:!?]|left\b|now\b|today\b|$))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class GateDials:
    """How near to the claim evidence must be to count."""

    one_counts: bool = True  # whether “one” or “none” for a thing named before is a number; either; changed states
    count_overlap: float = 0.10  # word overlap that evidence for a count needs beside its number; 0–0.3; seed B, a guess
    topic_anchors: float = 0.20  # share of anchors that make it the same topic; 0.1–0.5; seed B, a guess
    topic_overlap: float = 0.25  # or share of words; 0.1–0.5; seed B, a guess
    score_at_least: float = 0.05  # ranking score below which nothing counts; 0–0.2; a guess
    low_signal_overlap: float = 0.5  # word overlap that boilerplate needs to count; 0.2–0.8; seed A §4.4 filters low signal, a guess
    nameless_anchors: float = 0.5  # share of anchors above which evidence without the core name counts; 0–1, 1 is never; evals/study
    any_name: bool = True  # whether another name of the claim does in place of the core one; either; field dev: the judge reads the rest
    lower_is_no_name: bool = True  # whether a first word that the evidence writes small is no name; true or false; evals/study
    off: frozenset[str] = frozenset()  # names of gates switched off; any of GATES; none


@dataclass(frozen=True, slots=True)
class ReferenceGateDials(GateDials):
    """The same as first written: evidence without the core name never counts, and any capitalised word is a name."""

    nameless_anchors: float = 1.0  # as above; 0–1; seed B
    any_name: bool = False  # as above; either; seed B
    one_counts: bool = False  # as above; either; seed B
    lower_is_no_name: bool = False  # as above; true or false; seed B


@dataclass(frozen=True, slots=True)
class SupportingDials:
    """The few that are shown as support, chosen when stances are known."""

    top_k: int = 5  # pieces of support shown; 1–20; seed A §2
    contradiction: float = 0.5  # left of the score of a piece that contradicts; 0.2–0.8; seed B gives no number, a guess


@dataclass(frozen=True, slots=True)
class Case:
    """What a gate looks at: a candidate beside one subclaim."""

    ranked: Ranked
    fit: Fit
    subclaim: Subclaim
    core: Entity | None  # the name it must not lack
    lexicon: Lexicon
    dials: GateDials
    amounts: AmountDials


def too_weak(case: Case) -> str:
    """The score says that it is about something else.

    Formula: Gate: score. From B (ranking phase).

        shut if score < score_at_least

    Dials: score_at_least of GateDials.
    """
    return "score too low" if case.fit.score < case.dials.score_at_least else ""


def count_needs_a_number(case: Case) -> str:
    """A claim of how many is not settled by evidence without a number, or with few of its words.

    Formula: Gate: counts. From B (count-claim gate).

        shut if the claim is of how many, and the candidate has no number or claim_overlap < count_overlap
        “one”, “none” and “neither” for things named before are numbers if one_counts

    Dials: count_overlap, one_counts of GateDials.
    """
    if Trait.COUNT not in case.subclaim.traits:
        return ""
    text = case.ranked.evidence.text
    if not (overlap.numbers(text, case.lexicon, case.amounts) or (case.dials.one_counts and _ONE.search(text))):
        return "no number for a claim of how many"
    return "" if case.fit.overlap >= case.dials.count_overlap else "a number, and nothing else of the claim"


def other_topic(case: Case) -> str:
    """It speaks of too few anchors and too few words.

    Formula: Gate: topic. From B (topic alignment).

        shut if anchor_match < topic_anchors and claim_overlap < topic_overlap

    Dials: topic_anchors, topic_overlap of GateDials.
    """
    near = case.fit.anchor_match >= case.dials.topic_anchors or case.fit.overlap >= case.dials.topic_overlap
    return "" if near else "another topic"


def lacks_core_name(case: Case) -> str:
    """It has the core name of the subclaim under none of its forms, and little else of what the subclaim is about.

    Formula: Gate: core name. From B (must-have aliases).

        shut if the candidate has the core name of the claim under none of its forms and anchor_match ≤ nameless_anchors
        with any_name: and none of its other names either

    Dials: nameless_anchors, any_name of GateDials.
    """
    core = case.core
    if core is None or case.fit.anchor_match > case.dials.nameless_anchors:
        return ""
    others = [entity for entity in case.subclaim.entities if entity.sort is not EntitySort.DATE] if case.dials.any_name else []
    spaced = overlap.spaced(case.ranked.evidence)
    named = any(overlap.has_name(overlap.forms(entity), spaced) for entity in (core, *others))
    return "" if named else f"does not name {core.text}"


def core_name(subclaim: Subclaim, texts: Sequence[str], dials: GateDials) -> Entity | None:
    """The first name of a subclaim; a word at its beginning that one of the texts writes small has its capital from there, and is none.

    Formula: Core name. From B (must-have aliases).

        the first name of the claim that is no date
        with lower_is_no_name: but a single word at the beginning that a candidate writes without its capital is none

    Dials: lower_is_no_name of GateDials.
    """
    names = (entity for entity in subclaim.entities if entity.sort is not EntitySort.DATE)
    return next((entity for entity in names if not (dials.lower_is_no_name and _is_small(entity, subclaim, texts))), None)


def _is_small(entity: Entity, subclaim: Subclaim, texts: Sequence[str]) -> bool:
    begins = subclaim.text.startswith(entity.text) and entity.sort is EntitySort.NAME and entity.text[1:].islower()
    small = re.compile(rf"\b{re.escape(entity.text[:1].lower() + entity.text[1:])}\b")
    return begins and any(small.search(text) for text in texts)


def boilerplate(case: Case) -> str:
    """It reads like boilerplate and shares too few words of the claim to be more.

    Formula: Gate: boilerplate. From A §4.4.

        shut if the low-signal penalty applied and claim_overlap < low_signal_overlap

    Dials: low_signal_overlap of GateDials.
    """
    marked = any(adjustment.name == "low_signal" for adjustment in case.ranked.adjustments)
    return "boilerplate" if marked and case.fit.overlap < case.dials.low_signal_overlap else ""


Gate = Callable[[Case], str]
GATES: tuple[Gate, ...] = (too_weak, boilerplate, count_needs_a_number, other_topic, lacks_core_name)


def admit(
    ranked: Sequence[Ranked], subclaims: Sequence[Subclaim], lexicon: Lexicon, dials: GateDials, amounts: AmountDials
) -> tuple[Admission, ...]:
    """Every candidate with the subclaims it may count for; when there is none, the first gate that closes gives the reason.

    Formula: Admission. From B (ranking phase).

        a candidate counts for a subclaim if no gate is shut, with the score, anchor_match and claim_overlap it has beside that subclaim
        if it counts for none: the reason of the first gate that is shut beside the subclaim it fits best
    """
    texts = [entry.evidence.text for entry in ranked]
    cores = [core_name(subclaim, texts, dials) for subclaim in subclaims]
    admitted = []
    for entry in ranked:
        reasons = {
            index: _reason(Case(entry, entry.fit(index), subclaim, cores[index], lexicon, dials, amounts))
            for index, subclaim in enumerate(subclaims)
            if entry.fits or index == entry.subclaim
        }
        kept = tuple(index for index, reason in reasons.items() if not reason)
        admitted.append(Admission(entry, bool(kept), "" if kept else reasons[entry.subclaim], kept))
    return tuple(admitted)


def _reason(case: Case) -> str:
    return next(filter(None, (gate(case) for gate in GATES if gate.__name__ not in case.dials.off)), "")


def supporting(ranked: Sequence[Ranked], contradicting: frozenset[str], degraded: bool, dials: SupportingDials) -> tuple[Ranked, ...]:
    """The best pieces that do not contradict; of a degraded run those too, penalised. For showing only: a verdict reads all.

    Formula: Supporting evidence. From A §2, B (ranking phase).

        the top_k highest scores that do not contradict
        in degraded mode what contradicts too, its score × contradiction

    Dials: top_k, contradiction of SupportingDials.
    """
    scored = [_penalised(entry, dials) if entry.evidence.id in contradicting else entry for entry in ranked]
    kept = [entry for entry in scored if degraded or entry.evidence.id not in contradicting]
    return tuple(sorted(kept, key=lambda entry: (-entry.final_score, entry.evidence.id))[: dials.top_k])


def _penalised(entry: Ranked, dials: SupportingDials) -> Ranked:
    against = Adjustment("contradicts", dials.contradiction, 0.0, "its quote refutes the claim")
    marked = replace(entry, adjustments=(*entry.adjustments, against))
    return replace(marked, final_score=marked.recomputed())
