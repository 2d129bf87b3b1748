"""Deliveries of one webhook: in order, until one fails; and how long is waited then."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.domain.webhook import Delivery, DeliveryAttempt, DeliveryPauses
from veracious.flow import delivery as flow

AT = datetime(2026, 3, 1, tzinfo=UTC)
HOUR, DAYS = 3600.0, timedelta(days=1)
TAKEN = DeliveryAttempt(200)


def one(job: str = "a", tries: int = 0, failures: int = 0) -> Delivery:
    return Delivery("newsroom", job, "check", "completed", AT, "https://hook.example/", "whsec_AAAA", tries, failures)


class Waiting:
    """An outbox of some jobs that remembers what it was told."""

    def __init__(self, *jobs: str, too_old: Sequence[str] = ()) -> None:
        self.jobs, self.too_old = list(jobs), too_old
        self.taken_jobs: list[str] = []
        self.failures: list[tuple[str, str, DeliveryPauses]] = []

    async def claim(self) -> Delivery | None:
        return one(self.jobs[0]) if self.jobs else None

    async def taken(self, delivery: Delivery) -> None:
        self.jobs.remove(delivery.job)
        self.taken_jobs.append(delivery.job)

    async def failed(self, delivery: Delivery, trouble: str, pauses: DeliveryPauses, patience: timedelta) -> Sequence[str]:
        assert patience == 3 * DAYS
        self.failures.append((delivery.job, trouble, pauses))
        return self.too_old


def deliver(outbox: Waiting, *attempts: DeliveryAttempt, stop: bool = False) -> list[tuple[str, object]]:
    """Send with these answers; what was told of it."""
    answers, said = iter(attempts), list[tuple[str, object]]()

    async def send(delivery: Delivery) -> DeliveryAttempt:
        return next(answers)

    async def go() -> None:
        ending = asyncio.Event()
        if stop:
            ending.set()
        told = flow.Told(
            lambda delivery: said.append(("taken", delivery.job)),
            lambda delivery, attempt: said.append(("failed", attempt.status)),
            lambda delivery, jobs: said.append(("given up", list(jobs))),
        )
        await flow.deliver(outbox, send, 5.0, told, ending, lambda: 1.0)

    asyncio.run(go())
    return said


def test_all_that_waits_is_sent_in_order() -> None:
    outbox = Waiting("a", "b", "c")
    assert deliver(outbox, TAKEN, TAKEN, TAKEN) == [("taken", "a"), ("taken", "b"), ("taken", "c")]
    assert outbox.taken_jobs == ["a", "b", "c"]


def test_after_a_failure_nothing_more_is_sent_for_a_while() -> None:
    outbox = Waiting("a", "b", "c")
    assert deliver(outbox, TAKEN, DeliveryAttempt(500, "answered 500")) == [("taken", "a"), ("failed", 500)]
    assert outbox.failures == [("b", "answered 500", DeliveryPauses(5.0, 5.0))]


def test_what_is_given_up_is_told() -> None:
    told = deliver(Waiting("a", too_old=["a", "z"]), DeliveryAttempt(trouble="no answer"))
    assert told == [("failed", 0), ("given up", ["a", "z"])]


def test_one_that_never_ends_leaves_its_turn_to_others() -> None:
    outbox = Waiting(*map(str, range(200)))
    assert len(deliver(outbox, *[TAKEN] * 200)) == flow.AT_A_TURN


def test_nothing_is_sent_once_it_is_stopped() -> None:
    assert deliver(Waiting("a"), stop=True) == []


def test_pauses_double_up_to_an_hour_for_a_delivery_and_five_minutes_for_a_webhook() -> None:
    """5 s × 2ⁿ: 5, 10, 20, … 2560, and then 5 × 720 = 3600; of the webhook 5, … 160, and then 5 × 60 = 300."""
    waited = [flow.pauses(one(tries=n, failures=n), 5.0, 1.0) for n in range(12)]
    assert [pause.delivery for pause in waited] == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]
    assert [pause.webhook for pause in waited] == [5, 10, 20, 40, 80, 160, 300, 300, 300, 300, 300, 300]


def test_in_three_days_a_delivery_is_tried_some_eighty_times() -> None:
    """Ten pauses take 5 × (2¹⁰ − 1) = 5115 seconds; the rest of three days has 70 hours and a half."""
    waited, tries = 0.0, 0
    while waited < flow.PATIENCE.total_seconds():
        waited += flow.pauses(one(tries=tries), 5.0, 1.0).delivery
        tries += 1
    assert tries == 81


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.floats(0.001, HOUR), st.floats(0, 1))
def test_a_pause_is_between_half_and_all_of_its_step(tries: int, failures: int, first: float, chance: float) -> None:
    whole, half = flow.pauses(one(tries=tries, failures=failures), first, 1.0), flow.pauses(one(tries=tries, failures=failures), first, 0.0)
    found = flow.pauses(one(tries=tries, failures=failures), first, chance)
    assert half.delivery == pytest.approx(whole.delivery / 2)
    assert half.delivery <= found.delivery <= whole.delivery <= first * flow.DELIVERY_PAUSES
    assert half.webhook <= found.webhook <= whole.webhook <= first * flow.WEBHOOK_PAUSES


@given(st.integers(0, 100), st.floats(0, 1))
def test_no_pause_is_shorter_than_the_one_before(tries: int, chance: float) -> None:
    before, after = (flow.pauses(one(tries=n, failures=n), 5.0, chance) for n in (tries, tries + 1))
    assert (before.delivery, before.webhook) <= (after.delivery, after.webhook)
