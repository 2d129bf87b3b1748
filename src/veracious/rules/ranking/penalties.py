"""Reasons to trust a candidate's score less: named predicates of one signature, each with its factor."""

from collections.abc import Callable
from dataclasses import dataclass

from veracious.domain.claim import Trait
from veracious.domain.ranked import Adjustment
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import CandidateWords, ClaimWords
from veracious.rules.reading.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class PenaltyDials:
    """What each penalty leaves of a score; a field has the name of its penalty's function."""

    weak_anchor_triple: float = 0.30  # left of a triple's score below `anchor_at_least`; 0.1–0.6; seed A §4.3
    weak_anchor: float = 0.70  # left of any other score below `anchor_at_least`; 0.4–0.9; seed A §4.3
    backfill: float = 0.85  # left of a score that only fills the list; 0.7–1; seed A §4.3
    object_mismatch: float = 0.55  # left when the object is not spoken of; 0.3–0.8; seed A §4.3
    focus_mismatch: float = 0.75  # left when only names are shared; 0.5–0.9; seed A §4.3
    subject_mismatch: float = 0.60  # left when the subject is not spoken of; 0.3–0.8; seed A §4.3
    relation_object_mismatch: float = 0.70  # left when the relation runs the other way or to another object; 0.4–0.9; seed A §4.3
    claim_mention: float = 0.65  # left when the claim is only reported on; 0.4–0.9; seed A §4.3
    low_signal: float = 0.80  # left of boilerplate; 0.5–0.95; seed B names it, the number is a guess
    uncertainty: float = 0.12  # taken from a score for uncertain wording; 0.05–0.25; seed A §4.3


@dataclass(frozen=True, slots=True)
class ThresholdDials:
    """When penalties apply."""

    anchor_at_least: float = 0.20  # share of anchors below which the anchor is weak; 0.1–0.4; seed A §4.3
    backfill_overlap: float = 0.10  # claim overlap below which a candidate without names only fills the list; 0.05–0.2; a guess


@dataclass(frozen=True, slots=True)
class Case:
    """What a penalty looks at."""

    claim: ClaimWords
    candidate: CandidateWords
    anchor_match: float
    claim_overlap: float
    entity_overlap: float
    lexicon: Lexicon
    thresholds: ThresholdDials


@dataclass(frozen=True, slots=True)
class PenaltyReason:
    """That a condition holds, and why."""

    why: str


def weak_anchor(case: Case) -> PenaltyReason | None:
    """It speaks of too few of the anchors.

    Formula: Penalty: weak anchor. From A §4.3.

        × weak_anchor_triple                           of a triple, if anchor_match < anchor_at_least
        × weak_anchor                                  of anything else

    Dials: weak_anchor_triple, weak_anchor of PenaltyDials; anchor_at_least of ThresholdDials.
    """
    if case.anchor_match < case.thresholds.anchor_at_least:
        return PenaltyReason(f"{case.anchor_match:.0%} of the anchors")
    return None


def backfill(case: Case) -> PenaltyReason | None:
    """It shares no name and hardly a word: it only fills the list.

    Formula: Penalty: backfill. From A §4.3.

        × backfill                                     if claim_overlap < backfill_overlap and entity_overlap = 0

    Dials: backfill of PenaltyDials; backfill_overlap of ThresholdDials.
    """
    if case.claim_overlap < case.thresholds.backfill_overlap and case.entity_overlap == 0:
        return PenaltyReason(f"{case.claim_overlap:.0%} of the words, no name")
    return None


def object_mismatch(case: Case) -> PenaltyReason | None:
    """It speaks of the subject and not of the object.

    Formula: Penalty: object mismatch. From A §4.3, B (unsupported object focus).

        × object_mismatch                              if it shares a stem with the subject and none with the object

    Dials: object_mismatch of PenaltyDials.
    """
    speaks = overlap.share(case.claim.subject, case.candidate) > 0
    if speaks and case.claim.object and not case.claim.object & case.candidate.stems:
        return PenaltyReason("nothing of the object: " + ", ".join(sorted(case.claim.object)))
    return None


def focus_mismatch(case: Case) -> PenaltyReason | None:
    """It shares a name, and none of the words that say what is claimed of it.

    Formula: Penalty: focus mismatch. From A §4.3.

        × focus_mismatch                               if it shares a name and no stem beside the names

    Dials: focus_mismatch of PenaltyDials.
    """
    focus = case.claim.words - case.claim.named
    if case.entity_overlap > 0 and focus and not focus & case.candidate.stems:
        return PenaltyReason("only names are shared")
    return None


def subject_mismatch(case: Case) -> PenaltyReason | None:
    """It does not speak of the subject.

    Formula: Penalty: subject mismatch. From A §4.3.

        × subject_mismatch                             if it shares no stem with the subject

    Dials: subject_mismatch of PenaltyDials.
    """
    if case.claim.subject and not case.claim.subject & case.candidate.stems:
        return PenaltyReason("nothing of the subject: " + ", ".join(sorted(case.claim.subject)))
    return None


def relation_object_mismatch(case: Case) -> PenaltyReason | None:
    """Its relation runs the other way, or the same relation goes to another object.

    Formula: Penalty: relation to another object. From A §4.3, B (relation direction).

        × relation_object_mismatch                     if a triple has the relation and another object,
                                                       or a text has object, verb, subject in this order

    Dials: relation_object_mismatch of PenaltyDials.
    """
    if case.candidate.evidence.triple is not None:
        return _other_object(case)
    bases = [_base(token.low, case.lexicon) for token in case.candidate.tokens]
    if case.claim.verb not in bases or not case.claim.object or not case.claim.subject:
        return None
    at = bases.index(case.claim.verb)
    if any(token.low == "by" for token in case.candidate.tokens[at + 1 : at + 2]):  # radium was discovered by Marie Curie
        return None
    before, after = frozenset(case.candidate.stem_at[:at]), frozenset(case.candidate.stem_at[at:])
    reversed_ = before & case.claim.object and after & case.claim.subject and not before & case.claim.subject
    return PenaltyReason("subject and object change places") if reversed_ else None


def _other_object(case: Case) -> PenaltyReason | None:
    triple = case.candidate.evidence.triple
    if triple is None or not case.claim.object or _base(triple.relation.casefold(), case.lexicon) != case.claim.verb:
        return None
    return None if case.candidate.triple_object & case.claim.object else PenaltyReason(f"{triple.relation} {triple.object}")


def claim_mention(case: Case) -> PenaltyReason | None:
    """It reports that somebody claims this, and the claim is not about what somebody claims.

    Formula: Penalty: claim mention. From A §4.3.

        × claim_mention                                if it reports that somebody claims this, and the claim is not about a belief

    Dials: claim_mention of PenaltyDials.
    """
    if Trait.REPORTED_BELIEF in case.claim.subclaim.traits:
        return None
    at = case.lexicon.claim_mentions.first(case.candidate.tokens)
    return None if at is None else PenaltyReason(f"“{case.candidate.tokens[at].text}”")


def low_signal(case: Case) -> PenaltyReason | None:
    """It is boilerplate.

    Formula: Penalty: low signal. From B (hybrid ranker).

        × low_signal                                   if it has the words of boilerplate

    Dials: low_signal of PenaltyDials.
    """
    at = case.lexicon.boilerplate.first(case.candidate.tokens)
    return None if at is None else PenaltyReason(f"“{case.candidate.tokens[at].text}”")


def uncertainty(case: Case) -> PenaltyReason | None:
    """It is worded as uncertain, and the claim is not.

    Formula: Penalty: uncertain wording. From A §4.3, B (uncertainty language).

        − uncertainty                                  if it is worded as uncertain, and the claim is not

    Dials: uncertainty of PenaltyDials.
    """
    if Trait.HEDGED in case.claim.subclaim.traits:
        return None
    tokens = [token for token in case.candidate.tokens if token.text != "May"]  # the month
    at = case.lexicon.hedges.first(tokens)
    return None if at is None else PenaltyReason(f"“{tokens[at].text}”")


Penalty = Callable[[Case], PenaltyReason | None]
PENALTIES: tuple[Penalty, ...] = (
    weak_anchor,
    backfill,
    object_mismatch,
    focus_mismatch,
    subject_mismatch,
    relation_object_mismatch,
    claim_mention,
    low_signal,
    uncertainty,
)


def apply(case: Case, dials: PenaltyDials, off: frozenset[str]) -> tuple[Adjustment, ...]:
    """Every penalty that holds, in order, with what it leaves or takes; those named in `off` are not asked."""
    applied = []
    for penalty in PENALTIES:
        name = penalty.__name__
        found = None if name in off else penalty(case)
        if found is not None:
            applied.append(_adjustment(name, found, case, dials))
    return tuple(applied)


def _adjustment(name: str, reason: PenaltyReason, case: Case, dials: PenaltyDials) -> Adjustment:
    if name == "uncertainty":
        return Adjustment(name, 1.0, -dials.uncertainty, reason.why)
    if name == "weak_anchor" and case.candidate.evidence.triple is not None:
        return Adjustment(name, dials.weak_anchor_triple, 0.0, reason.why)
    factor: float = getattr(dials, name)
    return Adjustment(name, factor, 0.0, reason.why)


def _base(word: str, lexicon: Lexicon) -> str:
    verb = lexicon.verbs.get(word)
    return verb.base if verb else word
