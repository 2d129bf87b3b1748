"""How sure the verdict is: a weighted sum, then caps and floors. A score, not a probability."""

from dataclasses import dataclass

from veracious.domain.claim import Trait
from veracious.domain.decision import Facts
from veracious.domain.trust import Status
from veracious.domain.verdict import Verdict


@dataclass(frozen=True, slots=True)
class ConfidenceDials:
    """The weights of confidence; they sum to 1."""

    truth: float = 0.30  # how clear the truth score is; 0.1–0.5; seed A §7
    coverage: float = 0.25  # 0.1–0.5; share of the subclaims; seed A §7
    agreement: float = 0.20  # 0–0.4; share on one side; seed A §7
    diversity: float = 0.15  # 0–0.3; independent origins; seed A §7
    trust: float = 0.10  # 0–0.3; adaptive trust; seed A §7
    most: float = 0.95  # no confidence is higher; 0.9–0.99; seed A §7
    covered: float = 0.8  # coverage from which the floor holds; 0.6–1; seed A §7
    covered_floor: float = 0.75  # of the truth's clearness; 0.5–0.9; seed A §7
    as_printed: bool = False  # whether truth itself counts and not its clearness; true or false; seed A §7 true, SPEC §9 false


@dataclass(frozen=True, slots=True)
class CapDials:
    """What holds confidence down, and what holds it up."""

    unresolved: float = 0.25  # taken from the cap for the share of unresolved parts; 0–0.5; seed A §7 names it, a guess
    insufficient: float = 0.60  # most confidence without sufficiency; 0.4–0.8; seed A §7 names it, a guess
    unverifiable: float = 0.35  # most confidence without a decisive verdict; 0.2–0.5; seed A §7
    unverifiable_comparative: float = 0.45  # the same for a comparison; 0.2–0.6; seed A §7
    refuted_floor: float = 0.60  # least confidence where everything is contradicted; 0.4–0.8; seed A §7 names it, a guess


def score(truth: float, facts: Facts, dials: ConfidenceDials) -> float:
    """0.30 × clearness + 0.25 × coverage + 0.20 × agreement + 0.15 × diversity + 0.10 × trust, capped, in [0, 0.95]."""
    clear = clearness(truth, dials)
    found = facts.sufficiency
    agreement = found.agreement if dials.as_printed else found.stanced_agreement
    total = dials.truth * clear + dials.coverage * found.coverage + dials.agreement * agreement
    total += dials.diversity * found.diversity + dials.trust * found.trust_post
    floor = clear * dials.covered_floor if found.coverage >= dials.covered else 0.0
    return min(dials.most, max(total, floor))


def clearness(truth: float, dials: ConfidenceDials) -> float:
    """How far the truth score is from the middle, so that a clear FALSE is not "unsure"; as printed, the score itself."""
    return truth if dials.as_printed else abs(2 * truth - 1)


def capped(confidence: float, verdict: Verdict, facts: Facts, dials: CapDials) -> float:
    """What the contract allows: less for open parts, insufficiency and no decision, not too little for a plain refutation."""
    statuses = [detail.status for detail in facts.sufficiency.details]
    unresolved = statuses.count(Status.UNKNOWN) / len(statuses) if statuses else 1.0
    cap = 1.0 - dials.unresolved * unresolved
    if not facts.sufficiency.is_sufficient:
        cap = min(cap, dials.insufficient)
    if verdict is Verdict.NOT_ENOUGH_EVIDENCE:
        cap = min(cap, dials.unverifiable_comparative if Trait.COMPARATIVE in facts.traits else dials.unverifiable)
    held = min(confidence, cap)
    plain = bool(statuses) and all(status is Status.INVALID for status in statuses) and verdict is Verdict.REFUTED
    return max(held, dials.refuted_floor) if plain else held
