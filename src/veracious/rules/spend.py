"""May the run go on: every outside call asks here first, with the most it could cost.

A call is admitted only if its worst case fits beside what was spent, what other calls were promised, and the slots kept for the calls a
verdict cannot do without. So a budget cannot be passed as long as a call keeps to its worst case; one that does not is named in `overruns`.
"""

from dataclasses import dataclass, fields, replace

from veracious.domain.budget import Account, Amount, Ask, Degraded, Role
from veracious.domain.errors import InputError

RESOURCES = tuple(field.name for field in fields(Amount))


@dataclass(frozen=True, slots=True)
class SpendDials:
    """Slots that calls of other roles may not use."""

    reserved_facts_calls: int = 2  # calls kept for reading facts off pages; 0–10; seed B keeps slots, the number is a guess
    reserved_verdict_calls: int = 1  # calls kept for judging and deciding; 0–5; seed B keeps slots, the number is a guess


@dataclass(frozen=True, slots=True)
class StopDials:
    """When the search of the open web ends before its queries do."""

    queries_at_most: int = 4  # searches of one run; 1–12; seed B caps them without a number, seed E §5.1 makes 2–4
    relaxed_after: int = 2  # searches after which the relaxed gate is enough to stop; 1–4; seed B names the stop, a guess
    monopoly_share: float = 0.8  # share of the evidence on a comparison that one domain may hold; 0.5–1; seed B names the stop, a guess
    monopoly_after: int = 2  # searches after which that ends the search; 1–4; a guess


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the search of the open web has come."""

    executed: int  # searches made
    left: bool  # whether a query not yet made is left
    sufficient: bool
    relaxed: bool  # whether the relaxed gate would pass
    comparative: bool  # whether the claim compares
    largest_share: float  # of the evidence that takes a side, what one domain holds


def stop(progress: Progress, dials: StopDials) -> str:
    """The name of the rule that ends the search; empty while it may go on. An early stop may miss a late refutation: so it is named."""
    rules = (
        ("sufficient", progress.sufficient),
        ("queries_exhausted", not progress.left),
        ("query_budget", progress.executed >= dials.queries_at_most),
        ("confidence_mode", progress.relaxed and progress.executed >= dials.relaxed_after),
        ("comparative_monopoly", _is_monopoly(progress, dials)),
    )
    return next((name for name, holds in rules if holds), "")


def _is_monopoly(progress: Progress, dials: StopDials) -> bool:
    """One domain holds nearly all that was found on a comparison: more searches bring more of the same."""
    held = progress.largest_share >= dials.monopoly_share
    return progress.comparative and held and progress.executed >= dials.monopoly_after


@dataclass(frozen=True, slots=True)
class Admission:
    """The account after asking, and the mark left if the call may not be made."""

    account: Account
    refused: Degraded | None


def open_account(cap: Amount) -> Account:
    """A fresh account with this cap."""
    return Account(cap=cap)


def admit(account: Account, ask: Ask, dials: SpendDials) -> Admission:
    """Promise the call its worst case, or leave a degraded mark that names the resource it lacked."""
    if any(promise.id == ask.id for promise in account.promised):
        raise InputError(f"the call {ask.id!r} is already under way")
    lacking = _lacking(account, ask, dials)
    if lacking is None:
        admitted = (*account.admitted, *[ask.role] * ask.worst.calls) if ask.role in _slots(dials) else account.admitted
        return Admission(replace(account, promised=(*account.promised, ask), admitted=admitted), refused=None)
    mark = Degraded(ask=ask.id, role=ask.role, lacking=lacking)
    return Admission(replace(account, degraded=(*account.degraded, mark)), refused=mark)


def settle(account: Account, ask_id: str, actual: Amount) -> Account:
    """Replace the promise by what the call did cost. A lost answer is settled at its worst case by the caller."""
    ask = next((promise for promise in account.promised if promise.id == ask_id), None)
    if ask is None:
        raise InputError(f"no call {ask_id!r} is under way")
    over = any(cost > most for cost, most in zip(actual.parts(), ask.worst.parts(), strict=True))
    return replace(
        account,
        spent=account.spent.plus(actual),
        promised=tuple(promise for promise in account.promised if promise.id != ask_id),
        overruns=(*account.overruns, ask_id) if over else account.overruns,
    )


def committed(account: Account) -> Amount:
    """What is spent or promised."""
    total = account.spent
    for promise in account.promised:
        total = total.plus(promise.worst)
    return total


def _lacking(account: Account, ask: Ask, dials: SpendDials) -> str | None:
    wanted = committed(account).plus(ask.worst).plus(Amount(calls=_kept_for_others(account, ask.role, dials)))
    measured = zip(RESOURCES, wanted.parts(), account.cap.parts(), strict=True)
    return next((name for name, amount, most in measured if amount > most), None)


def _slots(dials: SpendDials) -> dict[Role, int]:
    return {Role.FACTS: dials.reserved_facts_calls, Role.VERDICT: dials.reserved_verdict_calls}


def _kept_for_others(account: Account, role: Role, dials: SpendDials) -> int:
    """The call slots that other, critical roles have not used yet and this one must leave free."""
    return sum(max(0, slots - account.admitted.count(other)) for other, slots in _slots(dials).items() if other is not role)
