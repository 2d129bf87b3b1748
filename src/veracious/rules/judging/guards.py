"""What a verdict must not do: small functions of one signature, in a fixed order; each that changes the draft signs its name.

`PARTS` are asked of every subclaim, so that no part is called decided that could not be decided alone; `GUARDS` of the whole claim.
Those that are one-sided by nature, and so outside the mirror, are in `ONE_SIDED` with their reasons.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from veracious.domain.claim import Trait
from veracious.domain.decision import Draft, Facts
from veracious.domain.trust import Status
from veracious.domain.verdict import Verdict

_S, _R, _M, _N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE


@dataclass(frozen=True, slots=True)
class StrongDials:
    """What reconciliation asks of a decisive verdict, and what it makes of a side that outnumbers the other."""

    quoted_at_least: int = 1  # origins with a quote to cite; 1–3; seed E §7.3 gives no number
    supported_truth: float = 0.75  # least truth of a support against dissent; 0.6–0.9; seed A §8, the weight of PARTIALLY_VALID
    refuted_truth: float = 0.25  # most truth of a refutation against dissent; 0.1–0.4; seed A §8, the weight of PARTIALLY_INVALID


@dataclass(frozen=True, slots=True)
class GuardDials:
    """When the guards act, and what they set."""

    weak_signal: float = 0.25  # below this on both sides nothing is decided; 0.1–0.5; seed A §8 names the band, a guess
    binary_trust: float = 0.30  # least adaptive trust of a decisive verdict; 0.1–0.6; seed A §8 names the gate, a guess
    absolute_origins: int = 3  # origins that "always" or "all" needs to be supported; 2–5; seed A §8 names the guard, a guess
    open_truth: float = 0.90  # most truth of a supported claim with open parts; 0.7–0.98; seed A §6.1 names the cap, a guess
    resolved_truth: float = 0.97  # least truth where every part is strongly valid; 0.9–1; seed A §6.1 names the lift, a guess
    contradicted_truth: float = 0.05  # most truth where every part is refuted; 0–0.2; seed A §6.1 names the cap, a guess
    ceiling_base: float = 0.85  # most truth without diversity; 0.7–1; seed A §6.1
    ceiling_gain: float = 0.10  # added to it for full diversity; 0–0.3; seed A §6.1
    numeric_truth: float = 0.10  # most truth of a claim whose amount is excluded; 0–0.3; seed A §6.1 names the override, a guess
    unverifiable_truth: float = 0.45  # truth of what cannot be decided; 0.4–0.5; seed A §6.1, the weight of UNKNOWN
    strong: StrongDials = field(default_factory=StrongDials)


Guard = Callable[[Draft, Facts, GuardDials], Draft]


def no_evidence_no_verdict(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """Where no origin takes a side, nothing is decided.

    Formula: Guard of a part, and of the whole: no evidence, no verdict. From E §7.1.

        not_enough_evidence                            if no origin takes a side
    """
    return draft if facts.origins else replace(draft, verdict=_N)


def uncited_decides_nothing(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """A decisive verdict needs origins on its side whose quotes can be cited; those without a quote are not heard at all.

    Formula: Guard of a part: a verdict needs quotes. From E §7.3.

        supported → not_enough_evidence                if supporting origins with a quote < quoted_at_least
        refuted   → not_enough_evidence                if refuting origins with a quote < quoted_at_least

    Dials: quoted_at_least of StrongDials.
    """
    quoted = {_S: facts.supporters, _R: facts.refuters}.get(draft.verdict)
    return replace(draft, verdict=_N) if quoted is not None and quoted < dials.strong.quoted_at_least else draft


def voices_must_not_oppose(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """A verdict that more admissible origins oppose than share is none.

    Formula: Guard of a part: the evidence must not oppose. From A §8.

        supported → not_enough_evidence                if refuting origins > supporting origins
        refuted   → not_enough_evidence                if supporting origins > refuting origins
    """
    ahead = facts.supporters - facts.refuters
    opposed = (draft.verdict is _S and ahead < 0) or (draft.verdict is _R and ahead > 0)
    return replace(draft, verdict=_N) if opposed else draft


def strong_voices_force_truth(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """A side that was chosen against dissent has at least, or at most, the truth of a part of the way.

    Formula: Guard: a side chosen against dissent. From A §8.

        truth ≥ supported_truth                        if supported, and a part has firm origins on both sides
        truth ≤ refuted_truth                          if refuted, and the same

    Dials: supported_truth, refuted_truth of StrongDials.
    """
    disputed = any(detail.supporting and detail.refuting for detail in facts.sufficiency.details)
    if disputed and draft.verdict is _S:
        return replace(draft, truth=max(draft.truth, dials.strong.supported_truth))
    return replace(draft, truth=min(draft.truth, dials.strong.refuted_truth)) if disputed and draft.verdict is _R else draft


def weak_signals_decide_nothing(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """Where neither side is heard firmly, nothing is decided.

    Formula: Guard of a part: weak signals. From A §8.

        not_enough_evidence                            if max(support, refutation) < weak_signal

    Dials: weak_signal of GuardDials.
    """
    heard = max(facts.support, facts.refutation) >= dials.weak_signal
    return draft if heard else replace(draft, verdict=_N)


def decisive_needs_sufficiency(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """A decisive verdict needs sufficient evidence and some trust in it.

    Formula: Guard: a binary verdict needs quality. From A §8.

        supported, refuted → not_enough_evidence       if not sufficient, or trust_post < binary_trust

    Dials: binary_trust of GuardDials.
    """
    enough = facts.sufficiency.is_sufficient and facts.sufficiency.trust_post >= dials.binary_trust
    return draft if enough or draft.verdict not in (_S, _R) else replace(draft, verdict=_N)


def mixed_needs_trust(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """A dispute among what nobody trusts is no dispute.

    Formula: Guard: a dispute needs trust. From ours; A §8 asks it of a binary verdict.

        mixed → not_enough_evidence                    if trust_post < binary_trust

    Dials: binary_trust of GuardDials.
    """
    return replace(draft, verdict=_N) if draft.verdict is _M and facts.sufficiency.trust_post < dials.binary_trust else draft


def absolute_quantifier_needs_more(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """ "Always" and "all" are supported only by many; one exception refutes them.

    Formula: Guard of a part: absolute quantifiers. From A §8.

        supported → not_enough_evidence                if the claim says always, never, all and firmly supporting origins <
            absolute_origins

    Dials: absolute_origins of GuardDials.
    """
    fewest = min((len(detail.supporting) for detail in facts.sufficiency.details), default=0)
    wanting = Trait.ABSOLUTE_QUANTIFIER in facts.traits and fewest < dials.absolute_origins
    return replace(draft, verdict=_N) if wanting and draft.verdict is _S else draft


def excluded_amount_is_untrue(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """A refuted claim whose amount a quote excludes is low in truth.

    Formula: Guard: an excluded amount. From A §6.1.

        truth ≤ numeric_truth                          if refuted, and a quote excludes the amount of a part that no quote supports

    Dials: numeric_truth of GuardDials.
    """
    applies = facts.numeric_conflict and draft.verdict is _R
    return replace(draft, truth=min(draft.truth, dials.numeric_truth)) if applies else draft


def open_parts_cap_truth(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """A claim with open parts and no contradiction is not fully true.

    Formula: Guard: open parts. From A §6.1.

        truth ≤ open_truth                             if a part is UNKNOWN and none is contradicted

    Dials: open_truth of GuardDials.
    """
    statuses = [detail.status for detail in facts.sufficiency.details]
    against = {Status.INVALID, Status.PARTIALLY_INVALID}
    is_open = Status.UNKNOWN in statuses and not against & set(statuses)
    return replace(draft, truth=min(draft.truth, dials.open_truth)) if is_open else draft


def resolved_truth_is_lifted(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """A supported claim whose every part is strongly valid is near certain.

    Formula: Guard: fully resolved. From A §6.1.

        truth ≥ resolved_truth                         if supported, and every part is STRONGLY_VALID

    Dials: resolved_truth of GuardDials.
    """
    statuses = [detail.status for detail in facts.sufficiency.details]
    resolved = bool(statuses) and all(status is Status.STRONGLY_VALID for status in statuses) and draft.verdict is _S
    return replace(draft, truth=max(draft.truth, dials.resolved_truth)) if resolved else draft


def pure_contradiction_is_low(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """A refuted claim whose every part is refuted is near certainly false.

    Formula: Guard: pure contradiction. From A §6.1.

        truth ≤ contradicted_truth                     if refuted, and every part is INVALID

    Dials: contradicted_truth of GuardDials.
    """
    statuses = [detail.status for detail in facts.sufficiency.details]
    pure = bool(statuses) and all(status is Status.INVALID for status in statuses) and draft.verdict is _R
    return replace(draft, truth=min(draft.truth, dials.contradicted_truth)) if pure else draft


def diversity_ceils_truth(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """Few voices cannot make a claim fully true.

    Formula: Guard: diversity ceiling. From A §6.1.

        truth ≤ ceiling_base + ceiling_gain × diversity

    Dials: ceiling_base, ceiling_gain of GuardDials.
    """
    return replace(draft, truth=min(draft.truth, dials.ceiling_base + dials.ceiling_gain * facts.sufficiency.diversity))


def undecided_truth_is_open(draft: Draft, facts: Facts, dials: GuardDials) -> Draft:
    """What cannot be decided is neither true nor false.

    Formula: Guard: undecided. From A §6.1.

        truth = unverifiable_truth                     if not_enough_evidence

    Dials: unverifiable_truth of GuardDials.
    """
    return replace(draft, truth=dials.unverifiable_truth) if draft.verdict is _N else draft


PARTS: tuple[Guard, ...] = (
    no_evidence_no_verdict,
    uncited_decides_nothing,
    weak_signals_decide_nothing,
    voices_must_not_oppose,
    absolute_quantifier_needs_more,
)
GUARDS: tuple[Guard, ...] = (
    no_evidence_no_verdict,
    decisive_needs_sufficiency,
    mixed_needs_trust,
    strong_voices_force_truth,
    excluded_amount_is_untrue,
    open_parts_cap_truth,
    resolved_truth_is_lifted,
    pure_contradiction_is_low,
    diversity_ceils_truth,
    undecided_truth_is_open,
)
# What a fitted decision takes the place of: it weighs the same things, and was measured with them.
REPLACED = frozenset(
    ("weak_signals_decide_nothing", "voices_must_not_oppose", "absolute_quantifier_needs_more", "decisive_needs_sufficiency")
)
ONE_SIDED = MappingProxyType(
    {
        "absolute_quantifier_needs_more": "one exception refutes “all”, many cases do not prove it",
        "open_parts_cap_truth": "an open part cannot make a claim truer",
        "resolved_truth_is_lifted": "sets how true, and only for supported claims",
        "pure_contradiction_is_low": "sets how true, and only for refuted claims",
        "diversity_ceils_truth": "few voices cannot make a claim fully true; they can make it fully untrue by one exception",
        "excluded_amount_is_untrue": "an excluded amount can only speak against a claim",
        "plain_refutation_holds_confidence": "seed A §7 gives a floor to contradiction alone",
        "excluded_amount_caps_confidence": "an excluded amount can only speak against a claim",
    }
)


def apply(draft: Draft, facts: Facts, dials: GuardDials, off: frozenset[str] = frozenset()) -> Draft:
    """Run the guards of the whole claim in order, but those named in `off`; each that changes the draft signs."""
    return _run(GUARDS, draft, facts, dials, off)


def apply_to_part(draft: Draft, facts: Facts, dials: GuardDials, off: frozenset[str] = frozenset()) -> Draft:
    """Run the guards of one part in order, but those named in `off`; each that changes the draft signs for that part."""
    part = facts.sufficiency.details[0].subclaim
    guarded = _run(PARTS, draft, facts, dials, off)
    return replace(guarded, acted=tuple(replace(act, part=part) for act in guarded.acted))


def _run(guards: Sequence[Guard], draft: Draft, facts: Facts, dials: GuardDials, off: frozenset[str]) -> Draft:
    for guard in guards:
        if guard.__name__ not in off:
            draft = draft.signed(guard.__name__, guard(draft, facts, dials))
    return draft
