"""Is there enough evidence to decide: coverage, diversity and agreement against gates that have names.

The routes, in order; the first that opens decides:
 1. low count: fewer origins than the strict gates ask, but several, agreed and very relevant;
 2. confidence mode: the relaxed gate, when it is on;
 3. override: no subclaim is contradicted, and one of: some coverage with high diversity, one firmly covered subclaim, high relevance;
 4. strict: high coverage and agreement, or medium coverage with high diversity and agreement;
 5. none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import fsum

from veracious.domain.trust import Covered, Status, Sufficiency, TrustState, Weighed
from veracious.rules.weighing import coverage
from veracious.rules.weighing.coverage import CoverageDials, RelaxedCoverageDials
from veracious.rules.weighing.evidence_trust import per_origin, side


@dataclass(frozen=True, slots=True)
class StrictDials:
    """What the strict gates ask."""

    coverage_high: float = 0.60  # enough coverage by itself; 0.4–0.9; seed A §5.2
    coverage_medium: float = 0.40  # enough beside high diversity; 0.2–0.6; seed A §5.2
    diversity_high: float = 0.70  # 0 one voice, 1 many; 0.4–0.9; seed A §5.2
    agreement_high: float = 0.80  # share on one side; 0.6–0.95; seed A §5.2
    evidence_at_least: int = 3  # pieces of different origins; 1–5; seed A §5.2


@dataclass(frozen=True, slots=True)
class RelaxedDials(StrictDials):
    """What confidence mode asks; seed A says only that it is less."""

    coverage_high: float = 0.50  # as above; 0.3–0.8; a guess
    coverage_medium: float = 0.30  # as above; 0.1–0.5; a guess
    diversity_high: float = 0.60  # as above; 0.3–0.8; a guess
    agreement_high: float = 0.70  # as above; 0.5–0.9; a guess
    evidence_at_least: int = 2  # as above; 1–3; a guess


@dataclass(frozen=True, slots=True)
class OverrideDials:
    """What opens a gate without the strict ones."""

    low_count_diversity: float = 0.50  # with fewer origins than the strict gates ask; 0.3–1; seed A §5.2 names it, a guess
    low_count_relevance: float = 0.75  # mean ranking score beside it; 0.5–0.9; seed A §5.2 names it, a guess
    coverage: float = 0.25  # beside `diversity`; 0.1–0.5; seed A §5.2
    diversity: float = 0.75  # beside `coverage`; 0.5–0.9; seed A §5.2
    strong_covered: int = 1  # firmly covered subclaims; 1–3; seed A §5.2
    relevance: float = 0.55  # mean ranking score; 0.4–0.8; seed A §5.2
    refuted_closes: bool = False  # whether a refuted subclaim closes the override; true or false; seed A §5.2: true


@dataclass(frozen=True, slots=True)
class StateDials:
    """How trust becomes a state, and when it is taken back."""

    confirmed: float = 0.8  # least trust of a confirmed state; 0.6–0.95; seed A §5.3
    provisional: float = 0.6  # least trust of a provisional one; 0.4–0.8; seed A §5.3
    coverage_base: float = 0.5  # share of trust that does not hang on coverage; 0–1; seed A §5.3
    origins_for_full_diversity: int = 3  # independent origins that make diversity 1; 2–6; a guess
    weak_trust: float = 0.30  # below this, with weak relevance and weak best evidence, a pass is taken back; 0.1–0.5; seed A §5.3, a guess
    weak_relevance: float = 0.30  # as above; 0.1–0.5; seed A §5.3, a guess
    weak_top_trust: float = 0.40  # as above; 0.2–0.6; seed A §5.3, a guess


@dataclass(frozen=True, slots=True)
class SufficiencyDials:
    """The groups of sufficiency, and its two switches."""

    strict: StrictDials = field(default_factory=StrictDials)
    relaxed: RelaxedDials = field(default_factory=RelaxedDials)
    override: OverrideDials = field(default_factory=OverrideDials)
    state: StateDials = field(default_factory=StateDials)
    coverage: CoverageDials = field(default_factory=CoverageDials)
    relaxed_coverage: RelaxedCoverageDials = field(default_factory=RelaxedCoverageDials)
    stanced: bool = True  # whether the gate takes agreement among evidence that takes a side; true or false; seed A counts silence too
    confidence_mode: bool = False  # whether the relaxed gate is open; true or false; seed A §5.2


@dataclass(frozen=True, slots=True)
class Measures:
    """What the gates look at."""

    coverage: float
    diversity: float
    agreement: float
    stanced_agreement: float
    evidence: int
    mean_relevance: float
    top_trust: float
    details: tuple[Covered, ...]


def decide(weighed: Sequence[Weighed], count: int, dials: SufficiencyDials) -> Sufficiency:
    """Whether the evidence suffices for a claim of `count` subclaims, by which route, and with what trust."""
    wanted = dials.relaxed_coverage if dials.confidence_mode else dials.coverage
    found = _measures(weighed, coverage.measure(weighed, count, wanted), dials)
    route = next((name for name, opens in ROUTES if opens(found, dials)), "none")
    trust = trust_post(found, dials.state)
    if route != "none" and _is_weak(found, trust, dials.state):
        route = "weak_relevance_guard"
    passed = route not in ("none", "weak_relevance_guard")
    return Sufficiency(
        coverage=found.coverage,
        diversity=found.diversity,
        agreement=found.agreement,
        stanced_agreement=found.stanced_agreement,
        trust_post=trust,
        is_sufficient=passed,
        route=route,
        state=_state(trust, passed, dials.state),
        details=found.details,
    )


def trust_post(measures: Measures, dials: StateDials) -> float:
    """Mean of best trust × weight over covered subclaims, times 0.5 + 0.5 × coverage; at least top trust × coverage.

    Formula: Adaptive trust. From A §5.3.

        trust_post = max(mean × (coverage_base + (1 − coverage_base) × coverage), top_trust × coverage)
        mean = average of best trust × weight over the subclaims of weight > 0
        trust_post = top_trust × coverage              where there is none

    Dials: coverage_base of StateDials.
    """
    trusts = [detail.best_trust * detail.weight for detail in measures.details if detail.weight > 0]
    if not trusts:
        return measures.top_trust * measures.coverage
    mean = fsum(trusts) / len(trusts)
    return max(mean * (dials.coverage_base + (1 - dials.coverage_base) * measures.coverage), measures.top_trust * measures.coverage)


def diversity(origins: int, dials: StateDials) -> float:
    """0 for none or one voice, 1 from `origins_for_full_diversity` on.

    Formula: Diversity. From A §5.1, B (adaptive trust).

        diversity = min(1, max(0, (origins − 1) / (origins_for_full_diversity − 1)))

    Dials: origins_for_full_diversity of StateDials.
    """
    return min(1.0, max(0.0, (origins - 1) / (dials.origins_for_full_diversity - 1)))


def agreements(weighed: Sequence[Weighed]) -> tuple[float, float]:
    """The share that does not contradict, silence counted; and the larger side's share of what takes a side.

    Formula: Agreement. From A §5.1, B (adaptive trust).

        agreement         = 1 − refuting / all         silence counts
        stanced agreement = max(supporting, refuting) / (supporting + refuting)
        both over the most trusted piece of each origin and side
    """
    pieces = per_origin(weighed)
    sides = [side(piece.stance) for piece in pieces]
    stanced = [one for one in sides if one != "neutral"]
    whole = 1 - sides.count("refutes") / len(sides) if sides else 0.0
    larger = max(stanced.count("supports"), stanced.count("refutes")) / len(stanced) if stanced else 0.0
    return whole, larger


def _measures(weighed: Sequence[Weighed], details: tuple[Covered, ...], dials: SufficiencyDials) -> Measures:
    pieces = [piece for piece in per_origin(weighed) if side(piece.stance) != "neutral" and piece.quote.text]
    whole, stanced = agreements(weighed)
    return Measures(
        coverage=coverage.share(details),
        diversity=diversity(len({piece.origin for piece in pieces}), dials.state),
        agreement=whole,
        stanced_agreement=stanced,
        evidence=len({piece.origin for piece in pieces}),
        mean_relevance=fsum(piece.relevance for piece in pieces) / len(pieces) if pieces else 0.0,
        top_trust=max((piece.trust for piece in pieces), default=0.0),
        details=details,
    )


def _low_count(measures: Measures, dials: SufficiencyDials) -> bool:
    """Route: low count.

    Formula: Route: low count. From A §5.2.

        open if origins < evidence_at_least, agreement ≥ agreement_high, diversity ≥ low_count_diversity
        and mean relevance ≥ low_count_relevance

    Dials: low_count_diversity, low_count_relevance of OverrideDials; evidence_at_least, agreement_high of StrictDials.
    """
    wanted = dials.override
    few = measures.evidence < dials.strict.evidence_at_least and _agrees(measures, dials.strict, dials)
    return few and measures.diversity >= wanted.low_count_diversity and measures.mean_relevance >= wanted.low_count_relevance


def _confidence_mode(measures: Measures, dials: SufficiencyDials) -> bool:
    """Route: confidence mode.

    Formula: Route: confidence mode. From A §5.2, B (adaptive trust).

        open if confidence_mode and origins ≥ evidence_at_least and agreement ≥ agreement_high and one of:
            coverage ≥ coverage_high
            coverage ≥ coverage_medium and diversity ≥ diversity_high
        the statuses behind the coverage being measured with these strong, partial, partial_weight and dissent

    Dials: coverage_high, coverage_medium, diversity_high, agreement_high, evidence_at_least of RelaxedDials; strong, partial,
    partial_weight, dissent of RelaxedCoverageDials; confidence_mode of SufficiencyDials.
    """
    return dials.confidence_mode and _passes(measures, dials.relaxed, dials)


def _override(measures: Measures, dials: SufficiencyDials) -> bool:
    """Route: override.

    Formula: Route: override. From A §5.2.

        open if no subclaim is firmly supported and firmly refuted, none is contradicted where refuted_closes, and one of:
            measured coverage ≥ coverage and measured diversity ≥ diversity
            subclaims of weight 1 ≥ strong_covered
            mean of the measured relevance ≥ relevance

    Dials: coverage, diversity, strong_covered, relevance, refuted_closes of OverrideDials.
    """
    wanted = dials.override
    contradicted = any(detail.status in (Status.INVALID, Status.PARTIALLY_INVALID) for detail in measures.details)
    conflict = any(detail.supporting and detail.refuting for detail in measures.details)
    if conflict or (contradicted and wanted.refuted_closes) or not measures.evidence:
        return False
    firm = sum(detail.weight == 1 for detail in measures.details)
    spread = measures.coverage >= wanted.coverage and measures.diversity >= wanted.diversity
    return spread or firm >= wanted.strong_covered or measures.mean_relevance >= wanted.relevance


def _strict(measures: Measures, dials: SufficiencyDials) -> bool:
    """Route: strict.

    Formula: Route: strict. From A §5.2.

        open if origins ≥ evidence_at_least and agreement ≥ agreement_high and one of:
            coverage ≥ coverage_high
            coverage ≥ coverage_medium and diversity ≥ diversity_high
        the agreement is the stanced one where stanced, else the one in which silence counts

    Dials: coverage_high, coverage_medium, diversity_high, agreement_high, evidence_at_least of StrictDials; stanced of SufficiencyDials.
    """
    return _passes(measures, dials.strict, dials)


def _passes(measures: Measures, wanted: StrictDials, dials: SufficiencyDials) -> bool:
    high = measures.coverage >= wanted.coverage_high
    medium = measures.coverage >= wanted.coverage_medium and measures.diversity >= wanted.diversity_high
    return measures.evidence >= wanted.evidence_at_least and _agrees(measures, wanted, dials) and (high or medium)


def _agrees(measures: Measures, wanted: StrictDials, dials: SufficiencyDials) -> bool:
    return (measures.stanced_agreement if dials.stanced else measures.agreement) >= wanted.agreement_high


ROUTES: tuple[tuple[str, Callable[[Measures, SufficiencyDials], bool]], ...] = (
    ("low_count", _low_count),
    ("confidence_mode", _confidence_mode),
    ("override", _override),
    ("strict", _strict),
)


def _is_weak(measures: Measures, trust: float, dials: StateDials) -> bool:
    """Weak-relevance guard.

    Formula: Weak-relevance guard. From A §5.3.

        a pass is taken back if trust_post < weak_trust, mean relevance < weak_relevance and top_trust < weak_top_trust

    Dials: weak_trust, weak_relevance, weak_top_trust of StateDials.
    """
    return trust < dials.weak_trust and measures.mean_relevance < dials.weak_relevance and measures.top_trust < dials.weak_top_trust


def _state(trust: float, passed: bool, dials: StateDials) -> TrustState:
    """State of trust.

    Formula: State of trust. From A §5.3.

        evidence_insufficiency if not sufficient, else confirmed if trust_post ≥ confirmed, provisional if ≥ provisional, else revoked

    Dials: confirmed, provisional of StateDials.
    """
    if not passed:
        return TrustState.EVIDENCE_INSUFFICIENCY
    if trust >= dials.confirmed:
        return TrustState.CONFIRMED
    return TrustState.PROVISIONAL if trust >= dials.provisional else TrustState.REVOKED
