"""What a service that has nothing to do takes of a core: the API and a worker, over five minutes, by the clocks of the system."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service import Service
from veracious.adapters.postgres.server import Addresses

SECONDS = float(os.environ.get("VERACIOUS_TEST_IDLE_SECONDS", "300"))
SETTLED_S = 20.0  # after the start, in which models are loaded and connections opened
SHARE_AT_MOST = 0.02  # of a core, both together
WORKER_AT_MOST = 0.01


def used(process: int) -> float:
    """The processor seconds of a process so far, its threads together."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell what a process uses")
def test_an_idle_api_and_worker_take_next_to_nothing(new_addresses: Callable[..., Addresses], tmp_path: Path) -> None:
    service = Service(new_addresses(), tmp_path)
    try:
        service.serve()
        service.work("worker")
        time.sleep(SETTLED_S)
        began, before = time.monotonic(), {name: used(part.pid) for name, (part, _) in service.parts.items()}
        time.sleep(SECONDS)
        seconds = time.monotonic() - began
        shares = {name: (used(part.pid) - before[name]) / seconds for name, (part, _) in service.parts.items()}
    finally:
        service.close()
    print(f"\nshares of a core over {seconds:.0f} s: {', '.join(f'{name} {share:.4f}' for name, share in shares.items())}")
    assert shares["worker"] <= WORKER_AT_MOST
    assert sum(shares.values()) <= SHARE_AT_MOST
