"""A flood of sign-ins by nobody in particular delays no tenant, takes little memory, and keeps nobody else from signing in."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from tests.load.crowd import p95
from tests.service import ROOT, Service
from veracious.adapters.postgres.server import Addresses

SOCKETS, SECONDS, LOOK_S = 64, 20.0, 15.0
WARM_S = 2.0
ALLOWED = 3.0  # how much longer a tenant's request may take
MEMORY_MB = 250  # two passwords at a time take 64 each
PASSWORD = "correct horse battery"  # noqa: S105


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("flooded"))
    try:
        made.serve()
        made.person("ours", "ana", PASSWORD)
        yield made
    finally:
        made.close()


def memory_mb(service: Service) -> float:
    """What the API holds."""
    lines = Path(f"/proc/{service.parts['api'][0].pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def reads(service: Service, key: str, seconds: float) -> list[float]:
    """How long one request of a tenant after the other takes."""
    found, until = list[float](), time.monotonic() + seconds
    with httpx2.Client(base_url=service.url, headers={"Authorization": f"Bearer {key}"}, timeout=120) as client:
        while time.monotonic() < until:
            began = time.monotonic()
            assert client.get("/v1/documents").status_code == 200
            found.append(time.monotonic() - began)
            time.sleep(0.05)
    return found


@pytest.mark.parametrize("sources", [1, SOCKETS])
def test_a_flood_of_sign_ins_delays_no_tenant(service: Service, sources: int) -> None:
    key = service.key("ours", "read")
    reads(service, key, WARM_S)
    idle, before = reads(service, key, LOOK_S / 2), memory_mb(service)
    words = [str(service.port), str(SOCKETS), str(sources), str(SECONDS)]
    flood = subprocess.Popen([sys.executable, "-m", "tests.load.sign_in_flood", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    most, ended = [before], threading.Event()

    def watch() -> None:
        while not ended.wait(0.05):
            most.append(memory_mb(service))

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        time.sleep(WARM_S)
        busy = reads(service, key, LOOK_S)
        body = {"workspace": "ours", "name": "ana", "password": PASSWORD}
        right = httpx2.post(f"{service.url}/v1/session", json=body, timeout=60) if sources == 1 else None
        told, _ = flood.communicate(timeout=120)
    finally:
        ended.set()
        watching.join()
        flood.kill()
    ratio, grown = p95(busy) / p95(idle), max(most) - before
    figures = {"idle_ms": round(1000 * p95(idle), 1), "busy_ms": round(1000 * p95(busy), 1), "reads": len(busy), "memory_mb": round(grown)}
    print("\n" + json.dumps({"addresses": sources, **figures, "told": json.loads(told)}), flush=True)
    assert ratio <= ALLOWED
    assert grown <= MEMORY_MB
    assert {"401", "429", "503"} >= set(json.loads(told))
    if right is not None:
        assert right.status_code == 201, "a flood from one address keeps nobody at another from signing in"
