"""What every clock and every giver of names promises."""

from datetime import UTC, datetime, timedelta

import pytest

from veracious.adapters.clock import StoreClock, SystemClock
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.ids import CountingIds
from veracious.ports import Clock, Ids

MOMENT = datetime(2024, 6, 1, 12, tzinfo=UTC)


class ClockContract:
    """Subclass it and make a clock."""

    def make(self) -> Clock:
        raise NotImplementedError

    def test_a_moment_knows_its_zone(self) -> None:
        assert self.make().now().utcoffset() == timedelta(0)

    def test_time_does_not_run_backward(self) -> None:
        clock = self.make()
        moments = [clock.now() for _ in range(50)]
        assert moments == sorted(moments)


class IdsContract:
    """Subclass it and make a giver of names."""

    def make(self) -> Ids:
        raise NotImplementedError

    def test_no_name_is_given_twice(self) -> None:
        ids = self.make()
        names = [ids.new() for _ in range(1000)]
        assert len(set(names)) == len(names)
        assert all(name and name.isascii() and not name.isspace() for name in names)


class TestSystemClock(ClockContract):
    def make(self) -> Clock:
        return SystemClock()


class TestStoreClock(ClockContract):
    def make(self) -> Clock:
        return StoreClock()

    @pytest.mark.parametrize("off", [timedelta(minutes=10), timedelta(minutes=-10)])
    def test_it_goes_by_the_time_it_is_told(self, off: timedelta) -> None:
        clock = StoreClock()
        clock.set_to(datetime.now(UTC) + off)
        assert abs(clock.now() - datetime.now(UTC) - off) < timedelta(seconds=1)
        clock.set_to(datetime.now(UTC))
        assert abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=1)

    def test_what_asking_takes_does_not_set_it(self) -> None:
        clock = StoreClock()
        clock.set_to(datetime.now(UTC) - timedelta(seconds=1))
        assert abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=0.5)


class TestFixedClock(ClockContract):
    def make(self) -> Clock:
        return FixedClock(MOMENT)

    def test_it_stands_still(self) -> None:
        assert self.make().now() == MOMENT

    def test_it_is_never_set_without_a_zone(self) -> None:
        with pytest.raises(ValueError, match="zone"):
            FixedClock(MOMENT.replace(tzinfo=None))


class TestCountingIds(IdsContract):
    def make(self) -> Ids:
        return CountingIds()

    def test_two_of_them_give_the_same_names(self) -> None:
        ids = self.make()
        assert [ids.new(), ids.new()] == ["id-000001", "id-000002"]
        assert CountingIds("run").new() == "run-000001"
