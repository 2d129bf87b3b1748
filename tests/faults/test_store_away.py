"""Postgres is stopped under a running service: what tells how the service is goes on telling it, at once."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.service import Service
from veracious.adapters.postgres import migrate, server

SOON_S = 1.0
CLIENT = httpx2.Client(timeout=30)  # one for all: to make one takes a good part of a second on a busy machine
AGAIN_S = 30.0


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="veracious-", ignore_cleanup_errors=True) as place:
        yield Path(place)


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Service]:
    own = server.start(folder / "data")
    migrate.run(own.owner)
    (folder / "home").mkdir()
    made = Service(own, folder / "home")
    try:
        made.serve()
        yield made
    finally:
        made.close()
        server.stop(folder / "data")


def timed(url: str, key: str = "") -> tuple[httpx2.Response, float]:
    """An answer and how long it took."""
    began = time.monotonic()
    answer = CLIENT.get(url, headers={"Authorization": f"Bearer {key}"} if key else {})
    return answer, time.monotonic() - began


def test_metrics_and_readiness_answer_within_a_second_and_say_that_the_store_is_away(service: Service, folder: Path) -> None:
    key, never_seen = service.key("default", "operator"), service.key("default", "operator")
    assert "veracious_store_up 1.0" in timed(f"{service.url}/metrics", key)[0].text
    assert timed(f"{service.url}/ready")[0].status_code == 200
    server.stop(folder / "data")
    time.sleep(1.1)  # what the store said before counts for a second
    for _ in range(5):
        ready, waited = timed(f"{service.url}/ready")
        assert (ready.status_code, ready.json()["type"]) == (503, "urn:veracious:problem:not_ready")
        assert waited < SOON_S
        metrics, waited = timed(f"{service.url}/metrics", key)
        assert metrics.status_code == 200, metrics.text
        assert "veracious_store_up 0.0" in metrics.text
        assert waited < SOON_S
    assert timed(f"{service.url}/health")[0].status_code == 200
    assert timed(f"{service.url}/metrics", never_seen)[0].status_code == 503
    assert timed(f"{service.url}/metrics")[0].status_code == 401
    assert timed(f"{service.url}/status", key)[0].json()["status"] == "degraded"
    server.start(folder / "data")
    until = time.monotonic() + AGAIN_S
    while timed(f"{service.url}/ready")[0].status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.2)
    while "veracious_store_up 1.0" not in timed(f"{service.url}/metrics", key)[0].text:
        assert time.monotonic() < until
        time.sleep(0.2)
