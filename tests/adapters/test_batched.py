"""One judge for many who ask at once."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tests.contracts.samples import run
from veracious.adapters.models.batched import PAIRS_AT_ONCE, BatchedScales
from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.stance import Stance


@dataclass
class Slow:
    """Scales that take their time; each claim's stance is its own number."""

    calls: list[int] = field(default_factory=list)
    fails_at: int = -1
    short: bool = False

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        """A stance for each pair."""
        self.calls.append(len(pairs))
        await asyncio.sleep(0.01)
        if len(self.calls) - 1 == self.fails_at:
            raise SourceUnavailable("down")
        told = [None if claim == "long" else Stance(float(claim) / 1000, 0.0, 1 - float(claim) / 1000) for claim, _ in pairs]
        return told[:-1] if self.short else told


def asked(scales: BatchedScales, numbers: Sequence[int]) -> "asyncio.Task[Sequence[Stance | None]]":
    return asyncio.create_task(scales.weigh([(str(number), "text") for number in numbers]))


def test_everybody_gets_their_own_answers_in_their_order_from_few_calls() -> None:
    judge = Slow()

    async def many() -> None:
        scales = BatchedScales(judge)
        tasks = [asked(scales, [number, number + 1, 0]) for number in range(100)]
        for number, told in enumerate(await asyncio.gather(*tasks)):
            assert [one and one.supports for one in told] == [number / 1000, (number + 1) / 1000, 0.0]

    run(many())
    assert len(judge.calls) <= 3
    assert max(judge.calls) <= PAIRS_AT_ONCE


def test_who_comes_while_the_judge_reads_is_read_next() -> None:
    judge = Slow()

    async def two() -> None:
        scales = BatchedScales(judge)
        first = asked(scales, [1])
        await asyncio.sleep(0.005)
        rest = [asked(scales, [2]), asked(scales, [3])]
        await asyncio.gather(first, *rest)

    run(two())
    assert judge.calls == [1, 2]


def test_a_failure_is_of_those_who_asked_and_the_next_are_answered() -> None:
    judge = Slow(fails_at=0)

    async def two() -> None:
        scales = BatchedScales(judge)
        first = asked(scales, [1])
        await asyncio.sleep(0.005)
        second = asked(scales, [2])
        with pytest.raises(SourceUnavailable):
            await first
        assert (await second)[0] is not None

    run(two())


def test_fewer_stances_than_pairs_are_a_failure() -> None:
    judge = Slow(short=True)
    with pytest.raises(SourceMalformed):
        run(BatchedScales(judge).weigh([("1", "a"), ("2", "b")]))


def test_who_stops_waiting_holds_nobody_up() -> None:
    judge = Slow()

    async def several() -> None:
        scales = BatchedScales(judge)
        tasks = [asked(scales, [number]) for number in range(10)]
        await asyncio.sleep(0.002)
        for task in tasks[::2]:
            task.cancel()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(one, asyncio.CancelledError) for one in told] == [True, False] * 5

    run(several())


def test_a_claim_that_cannot_be_read_stays_unread() -> None:
    judge = Slow()
    assert run(BatchedScales(judge).weigh([("long", "a"), ("2", "b")]))[0] is None
