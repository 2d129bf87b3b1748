"""From weighed evidence to a decision: parts, truth, guards, confidence, in this order and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from veracious.domain.claim import Trait
from veracious.domain.decision import Decision, Draft, Facts
from veracious.domain.trust import Sufficiency, Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.judging import aggregate, belief, confidence, guards, truth
from veracious.rules.judging.aggregate import CitationDials, DecisiveDials
from veracious.rules.judging.belief import BeliefDials
from veracious.rules.judging.confidence import CapDials, ConfidenceDials
from veracious.rules.judging.conflicts import ConflictDials
from veracious.rules.judging.guards import GuardDials
from veracious.rules.judging.quotes import QuoteDials
from veracious.rules.judging.rest import RestDials
from veracious.rules.judging.truth import QualityDials, SegmentDials, TruthDials
from veracious.rules.weighing import sufficiency
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, per_origin, side
from veracious.rules.weighing.sufficiency import SufficiencyDials


@dataclass(frozen=True, slots=True)
class JudgingDials:
    """The groups of judging, and the names of guards switched off."""

    quotes: QuoteDials = field(default_factory=QuoteDials)
    conflicts: ConflictDials = field(default_factory=ConflictDials)
    truth: TruthDials = field(default_factory=TruthDials)
    quality: QualityDials = field(default_factory=QualityDials)
    segment: SegmentDials = field(default_factory=SegmentDials)
    confidence: ConfidenceDials = field(default_factory=ConfidenceDials)
    caps: CapDials = field(default_factory=CapDials)
    guards: GuardDials = field(default_factory=GuardDials)
    decisive: DecisiveDials = field(default_factory=DecisiveDials)
    citations: CitationDials = field(default_factory=CitationDials)
    belief: BeliefDials = field(default_factory=BeliefDials)
    rest: RestDials = field(default_factory=RestDials)
    off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Question:
    """What is decided besides the evidence: subclaims, traits, whether an amount is excluded, where a model's reasons point."""

    subclaims: int
    traits: frozenset[Trait] = frozenset()
    numeric_conflict: bool = False
    rationale: str = ""


def decide(weighed: Sequence[Weighed], question: Question, enough: SufficiencyDials, dials: JudgingDials) -> Decision:
    """The decision on a claim from its weighed evidence."""
    facts, drafted, guarded = _guarded(weighed, question, enough, dials)
    sure = confidence.score(guarded.truth, facts, dials.confidence)
    draft = confidence.limit(replace(guarded, confidence=sure), facts, dials.caps, dials.off)
    beliefs = tuple(belief.update(weighed, index, dials.belief) for index in range(question.subclaims))
    quality = truth.quality(weighed, question.subclaims, facts.sufficiency.diversity, dials.quality, dials.segment)
    return Decision(drafted, draft, facts, beliefs, quality)


def verdict(weighed: Sequence[Weighed], question: Question, enough: SufficiencyDials, dials: JudgingDials) -> Verdict:
    """The verdict of that decision, without what it does not need: for deciding many times over."""
    return _guarded(weighed, question, enough, dials)[-1].verdict


def _guarded(weighed: Sequence[Weighed], question: Question, enough: SufficiencyDials, dials: JudgingDials) -> tuple[Facts, Draft, Draft]:
    """What is known, the draft, and the draft after the guards."""
    found = sufficiency.decide(weighed, question.subclaims, enough)
    facts = _facts(weighed, question, found, dials)
    drafted = Draft(aggregate.whole(facts.parts, dials.decisive), truth.score(found.details, dials.truth), 0.0)
    return facts, drafted, guards.apply(drafted, facts, dials.guards, dials.off)


def _facts(weighed: Sequence[Weighed], question: Question, found: Sufficiency, dials: JudgingDials) -> Facts:
    pieces = [piece for piece in per_origin(weighed) if side(piece.stance) != "neutral"]
    credibility: dict[str, float] = {}
    for piece in pieces:
        if piece.origin != UNKNOWN_ORIGIN:
            credibility[piece.origin] = max(piece.credibility, credibility.get(piece.origin, 0.0))
    return Facts(
        parts=tuple(aggregate.part(detail, credibility, dials.decisive) for detail in found.details),
        sufficiency=found,
        traits=question.traits,
        support=max((detail.support for detail in found.details), default=0.0),
        refutation=max((detail.refutation for detail in found.details), default=0.0),
        origins=len({piece.origin for piece in pieces}),
        supporters=len({piece.origin for piece in pieces if side(piece.stance) == "supports"}),
        refuters=len({piece.origin for piece in pieces if side(piece.stance) == "refutes"}),
        quoted=len({piece.origin for piece in pieces if piece.quote.text}),
        numeric_conflict=question.numeric_conflict,
        rationale=question.rationale,
    )
