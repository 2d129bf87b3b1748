"""From weighed evidence to a decision: parts, truth, guards, confidence, in this order and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from veracious.domain.claim import Trait
from veracious.domain.decision import Chances, Decision, Draft, Facts
from veracious.domain.trust import Sufficiency, Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.judging import aggregate, belief, cascade, confidence, guards, selective, truth
from veracious.rules.judging.aggregate import CitationDials, DecisiveDials
from veracious.rules.judging.belief import BeliefDials
from veracious.rules.judging.cache_gate import RestDials
from veracious.rules.judging.cascade import CascadeDials
from veracious.rules.judging.comparisons import ComparisonDials
from veracious.rules.judging.confidence import CapDials, ConfidenceDials
from veracious.rules.judging.conflicts import ConflictDials
from veracious.rules.judging.guards import GuardDials
from veracious.rules.judging.judgements import HeardDials
from veracious.rules.judging.quotes import QuoteDials
from veracious.rules.judging.restated import RestatedDials
from veracious.rules.judging.selective import DecisionTable, SelectiveDials
from veracious.rules.judging.truth import QualityDials, SegmentDials, TruthDials
from veracious.rules.weighing import sufficiency
from veracious.rules.weighing.evidence_trust import side
from veracious.rules.weighing.sufficiency import SufficiencyDials


@dataclass(frozen=True, slots=True)
class JudgingDials:
    """The groups of judging, and the names of guards switched off."""

    quotes: QuoteDials = field(default_factory=QuoteDials)
    heard: HeardDials = field(default_factory=HeardDials)
    cascade: CascadeDials = field(default_factory=CascadeDials)
    restated: RestatedDials = field(default_factory=RestatedDials)
    comparisons: ComparisonDials = field(default_factory=ComparisonDials)
    conflicts: ConflictDials = field(default_factory=ConflictDials)
    truth: TruthDials = field(default_factory=TruthDials)
    quality: QualityDials = field(default_factory=QualityDials)
    segment: SegmentDials = field(default_factory=SegmentDials)
    confidence: ConfidenceDials = field(default_factory=ConfidenceDials)
    caps: CapDials = field(default_factory=CapDials)
    guards: GuardDials = field(default_factory=GuardDials)
    selective: SelectiveDials = field(default_factory=SelectiveDials)
    decisive: DecisiveDials = field(default_factory=DecisiveDials)
    citations: CitationDials = field(default_factory=CitationDials)
    belief: BeliefDials = field(default_factory=BeliefDials)
    rest: RestDials = field(default_factory=RestDials)
    off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Question:
    """What is decided besides the evidence: subclaims, traits, whether an amount is excluded, doubts.

    With a table that was fitted for the judge, each part is decided by how likely its sides are; without one by the rules of the seeds.
    """

    subclaims: int
    traits: frozenset[Trait] = frozenset()
    numeric_conflict: bool = False
    table: DecisionTable | None = None
    doubted: frozenset[tuple[int, str]] = frozenset()  # subclaim and evidence: one judge takes a side that the other does not see


def decide(weighed: Sequence[Weighed], question: Question, enough: SufficiencyDials, dials: JudgingDials) -> Decision:
    """The decision on a claim from its weighed evidence.

    Formula: Order of deciding. From A §8, E §8.

        each part by itself: its verdict, then the guards of a part, which see its own status and voices, and the traits of the claim;
                             decided by how likely its sides are (on, and a table), it goes without the guards which that replaces
        the claim:           the verdict from the parts so guarded, its truth, then the guards of the whole, then confidence and its limits
        every part is not_enough_evidence where the guards of the whole made the claim that

    Dials: on of SelectiveDials.
    """
    facts, drafted, guarded = _guarded(weighed, question, enough, dials)
    sure = confidence.score(guarded.truth, facts, dials.confidence)
    draft = confidence.limit(replace(guarded, confidence=sure), facts, dials.caps, dials.off)
    beliefs = tuple(belief.update(weighed, index, dials.belief) for index in range(question.subclaims))
    quality = truth.quality(weighed, question.subclaims, facts.sufficiency.diversity, dials.quality, dials.segment)
    return Decision(drafted, draft, facts, beliefs, quality, _chances(weighed, question, dials))


def verdict(weighed: Sequence[Weighed], question: Question, enough: SufficiencyDials, dials: JudgingDials) -> Verdict:
    """The verdict of that decision, without what it does not need: for deciding many times over."""
    return _guarded(weighed, question, enough, dials)[-1].verdict


def _guarded(weighed: Sequence[Weighed], question: Question, enough: SufficiencyDials, dials: JudgingDials) -> tuple[Facts, Draft, Draft]:
    """What is known, the draft, and the draft after the guards of the parts and of the whole."""
    found = sufficiency.decide(weighed, question.subclaims, enough)
    facts = _facts(weighed, question, found, dials)
    off = dials.off | guards.REPLACED if _is_selective(question, dials) else dials.off
    guarded_parts = [_part(facts, index, dials, off) for index in range(len(facts.parts))]
    parts = tuple(part.verdict for part in guarded_parts)
    facts = replace(facts, parts=parts)
    drafted = Draft(aggregate.whole(parts, dials.decisive), truth.score(found.details, dials.truth), 0.0)
    guarded = guards.apply(drafted, facts, dials.guards, off)
    if guarded.verdict is Verdict.NOT_ENOUGH_EVIDENCE and drafted.verdict is not Verdict.NOT_ENOUGH_EVIDENCE:
        facts = replace(facts, parts=tuple(Verdict.NOT_ENOUGH_EVIDENCE for _ in parts))  # what undoes the whole undoes its parts
    acted = tuple(act for part in guarded_parts for act in part.acted)
    return facts, drafted, replace(guarded, acted=(*acted, *guarded.acted))


def _is_selective(question: Question, dials: JudgingDials) -> bool:
    return question.table is not None and dials.selective.on


def _chances(weighed: Sequence[Weighed], question: Question, dials: JudgingDials) -> tuple[Chances, ...]:
    """How likely the sides of each part are; nothing where that was not fitted, or is not asked for."""
    if question.table is None or not dials.selective.on:
        return ()
    return tuple(selective.chances(weighed, index, question.table, dials.selective) for index in range(question.subclaims))


def _part(facts: Facts, index: int, dials: JudgingDials, off: frozenset[str]) -> Draft:
    """One part after its guards, which see nothing of the others."""
    draft = Draft(facts.drafted[index], truth.score(facts.sufficiency.details[index : index + 1], dials.truth), 0.0)
    return guards.apply_to_part(draft, of_part(facts, index), dials.guards, off)


def of_part(facts: Facts, index: int) -> Facts:
    """What is known of one part alone."""
    detail = facts.sufficiency.details[index]
    return replace(
        facts,
        parts=(facts.drafted[index],),
        drafted=(facts.drafted[index],),
        sufficiency=replace(facts.sufficiency, details=(detail,)),
        support=detail.support,
        refutation=detail.refutation,
        origins=detail.supporters + detail.refuters,
        supporters=detail.supporters,
        refuters=detail.refuters,
    )


def _facts(weighed: Sequence[Weighed], question: Question, sufficiency: Sufficiency, dials: JudgingDials) -> Facts:
    pieces = [piece for piece in weighed if side(piece.stance) != "neutral" and piece.quote.text]
    drafted = tuple(aggregate.part(detail, dials.decisive) for detail in sufficiency.details)
    found = _chances(weighed, question, dials)
    if found:
        rows = enumerate(zip(found, drafted, strict=True))
        drafted = tuple(selective.part(chances, weighed, index, by_rules, dials.selective) for index, (chances, by_rules) in rows)
    drafted = tuple(cascade.agreed(one, weighed, index, question.doubted) for index, one in enumerate(drafted))
    return Facts(
        parts=drafted,
        sufficiency=sufficiency,
        traits=question.traits,
        support=max((detail.support for detail in sufficiency.details), default=0.0),
        refutation=max((detail.refutation for detail in sufficiency.details), default=0.0),
        origins=len({piece.origin for piece in pieces}),
        supporters=len({piece.origin for piece in pieces if side(piece.stance) == "supports"}),
        refuters=len({piece.origin for piece in pieces if side(piece.stance) == "refutes"}),
        drafted=drafted,
        numeric_conflict=question.numeric_conflict,
    )
