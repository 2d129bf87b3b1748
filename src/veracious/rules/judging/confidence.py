"""How sure the verdict is: a weighted sum, then named limits in a fixed order. A score, not a probability."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from veracious.domain.claim import Trait
from veracious.domain.decision import Draft, Facts
from veracious.domain.trust import Status
from veracious.domain.verdict import Verdict

_S, _R, _N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.NOT_ENOUGH_EVIDENCE


@dataclass(frozen=True, slots=True)
class ConfidenceDials:
    """The weights of confidence; they sum to 1."""

    truth: float = 0.30  # how clear the truth score is; 0.1–0.5; seed A §7
    coverage: float = 0.25  # share of the subclaims; 0.1–0.5; seed A §7
    agreement: float = 0.20  # share on one side; 0–0.4; seed A §7
    diversity: float = 0.15  # independent origins; 0–0.3; seed A §7
    trust: float = 0.10  # adaptive trust; 0–0.3; seed A §7
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
    votes_origins: int = 3  # firm origins on one side of every part, none on the other, that hold it up; 2–6; seed A §7 names it, a guess
    votes_floor: float = 0.65  # least confidence then; 0.5–0.8; seed A §7 names it, a guess
    votes_both: bool = True  # whether they hold up a support too; true or false; seed A §7 speaks of contradiction alone
    numeric: float = 0.45  # most confidence of a support whose amount a quote excludes; 0.2–0.7; seed A §7 names it, a guess


def score(truth: float, facts: Facts, dials: ConfidenceDials) -> float:
    """0.30 × clearness + 0.25 × coverage + 0.20 × agreement + 0.15 × diversity + 0.10 × trust, capped, in [0, 0.95].

    Formula: Confidence. From A §7.

        confidence = truth × clearness + coverage × coverage + agreement × agreement + diversity × diversity + trust × trust_post
        confidence ≥ covered_floor × clearness         where coverage ≥ covered
        confidence ≤ most
        the agreement is the stanced one, or the one in which silence counts where as_printed

    Dials: truth, coverage, agreement, diversity, trust, most, covered, covered_floor, as_printed of ConfidenceDials.
    """
    clear = clearness(truth, dials)
    found = facts.sufficiency
    agreement = found.agreement if dials.as_printed else found.stanced_agreement
    total = dials.truth * clear + dials.coverage * found.coverage + dials.agreement * agreement
    total += dials.diversity * found.diversity + dials.trust * found.trust_post
    floor = clear * dials.covered_floor if found.coverage >= dials.covered else 0.0
    return min(dials.most, max(total, floor))


def clearness(truth: float, dials: ConfidenceDials) -> float:
    """How far the truth score is from the middle, so that a clear FALSE is not "unsure"; as printed, the score itself.

    Formula: Clearness. From A §7.

        clearness = |2 × truth − 1|
        clearness = truth                              where as_printed

    Dials: as_printed of ConfidenceDials.
    """
    return truth if dials.as_printed else abs(2 * truth - 1)


Limit = Callable[[Draft, Facts, CapDials], Draft]


def open_parts_cap_confidence(draft: Draft, facts: Facts, dials: CapDials) -> Draft:
    """The larger the share of open parts, the lower the most it can be.

    Formula: Limit: open parts. From A §7.

        confidence ≤ 1 − unresolved × UNKNOWN parts / parts

    Dials: unresolved of CapDials.
    """
    statuses = [detail.status for detail in facts.sufficiency.details]
    unresolved = statuses.count(Status.UNKNOWN) / len(statuses) if statuses else 1.0
    return _at_most(draft, 1.0 - dials.unresolved * unresolved)


def insufficiency_caps_confidence(draft: Draft, facts: Facts, dials: CapDials) -> Draft:
    """Insufficient evidence makes nobody sure.

    Formula: Limit: insufficiency. From A §7.

        confidence ≤ insufficient                      if the evidence is not sufficient

    Dials: insufficient of CapDials.
    """
    return draft if facts.sufficiency.is_sufficient else _at_most(draft, dials.insufficient)


def plain_refutation_holds_confidence(draft: Draft, facts: Facts, dials: CapDials) -> Draft:
    """Where every part is refuted and nothing else, the refutation is not unsure.

    Formula: Limit: plain refutation. From A §7.

        confidence ≥ refuted_floor                     if refuted, and every part is INVALID

    Dials: refuted_floor of CapDials.
    """
    statuses = [detail.status for detail in facts.sufficiency.details]
    plain = bool(statuses) and all(status is Status.INVALID for status in statuses) and draft.verdict is _R
    return _at_least(draft, dials.refuted_floor) if plain else draft


def strong_votes_hold_confidence(draft: Draft, facts: Facts, dials: CapDials) -> Draft:
    """Many firm origins on one side of every part, and none on the other, hold it up.

    Formula: Limit: strong votes. From A §7.

        confidence ≥ votes_floor                       if refuted, and every part has votes_origins firm refuting origins and no
            supporting one
        confidence ≥ votes_floor                       if supported, and the same the other way, where votes_both

    Dials: votes_floor, votes_origins, votes_both of CapDials.
    """
    details = facts.sufficiency.details
    against = all(len(part.refuting) >= dials.votes_origins and not part.supporting for part in details)
    in_favour = all(len(part.supporting) >= dials.votes_origins and not part.refuting for part in details)
    held = (draft.verdict is _R and against) or (dials.votes_both and draft.verdict is _S and in_favour)
    return _at_least(draft, dials.votes_floor) if details and held else draft


def excluded_amount_caps_confidence(draft: Draft, facts: Facts, dials: CapDials) -> Draft:
    """A support is not sure while a quote excludes the claim's amount.

    Formula: Limit: an excluded amount. From A §7.

        confidence ≤ numeric                           if supported, and a quote excludes the amount of a part that no quote supports

    Dials: numeric of CapDials.
    """
    return _at_most(draft, dials.numeric) if facts.numeric_conflict and draft.verdict is _S else draft


def undecided_locks_confidence(draft: Draft, facts: Facts, dials: CapDials) -> Draft:
    """Where nothing is decided nothing is sure; a comparison may be a little surer.

    Formula: Limit: undecided. From A §7.

        confidence ≤ unverifiable                      if not_enough_evidence
        confidence ≤ unverifiable_comparative          if not_enough_evidence on a comparison

    Dials: unverifiable, unverifiable_comparative of CapDials.
    """
    if draft.verdict is not _N:
        return draft
    return _at_most(draft, dials.unverifiable_comparative if Trait.COMPARATIVE in facts.traits else dials.unverifiable)


LIMITS: tuple[Limit, ...] = (
    open_parts_cap_confidence,
    insufficiency_caps_confidence,
    plain_refutation_holds_confidence,
    strong_votes_hold_confidence,
    excluded_amount_caps_confidence,
    undecided_locks_confidence,
)


def limit(draft: Draft, facts: Facts, dials: CapDials, off: frozenset[str] = frozenset()) -> Draft:
    """Run the limits in order, but those named in `off`; each that changes the confidence signs."""
    for one in LIMITS:
        if one.__name__ not in off:
            draft = draft.signed(one.__name__, one(draft, facts, dials))
    return draft


def _at_most(draft: Draft, cap: float) -> Draft:
    return replace(draft, confidence=min(draft.confidence, cap))


def _at_least(draft: Draft, floor: float) -> Draft:
    return replace(draft, confidence=max(draft.confidence, floor))
