"""A worker whose clock is ten minutes fast: `python -m tests.faults.fast_worker`."""

import time
from datetime import UTC, datetime, timedelta

AHEAD_S = 600.0
_seconds, _nanoseconds = time.time, time.time_ns


def set_fast() -> None:
    """What this process asks for the time is told ten minutes more; how long something takes is not changed."""
    from veracious.adapters.clock import SystemClock

    time.time = lambda: _seconds() + AHEAD_S
    time.time_ns = lambda: _nanoseconds() + round(AHEAD_S * 1e9)
    SystemClock.now = lambda self: datetime.now(UTC) + timedelta(seconds=AHEAD_S)  # type: ignore[method-assign]


if __name__ == "__main__":
    set_fast()
    from tests.load.busy_worker import main

    main()
