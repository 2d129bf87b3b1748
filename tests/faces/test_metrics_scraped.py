"""Every metric that the manual names is told by the real processes, and a worker goes on telling its own while the store is away."""

import re
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.service import Service
from veracious.adapters.postgres import migrate, server

MANUAL = Path(__file__).parents[2] / "docs" / "reference" / "http.md"
CLAIM = "The Brisa lighthouse is 23 metres tall."
PAGE = {"text": f"{CLAIM} It was built in 1873.", "domain": "harbour.example"}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="veracious-", ignore_cleanup_errors=True) as place:
        yield Path(place)


@pytest.fixture(scope="module")
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="module")
def service(folder: Path, port: int) -> Iterator[Service]:
    own = server.start(folder / "data")
    migrate.run(own.owner)
    (folder / "home").mkdir()
    made = Service(own, folder / "home", VERACIOUS_WORKER_METRICS=f"127.0.0.1:{port}")
    try:
        made.serve()
        made.work("worker")
        yield made
    finally:
        made.close()
        server.stop(folder / "data")


def scraped(url: str, key: str = "") -> str:
    answer = httpx2.get(url, headers={"Authorization": f"Bearer {key}"} if key else {}, timeout=10)
    assert answer.status_code == 200
    return answer.text


def names(text: str) -> set[str]:
    """The metrics that a scrape has samples of, a histogram by its own name."""
    found = {re.split(r"[{ ]", line, maxsplit=1)[0] for line in text.splitlines() if not line.startswith("#")}
    return found | {re.sub(r"_(bucket|sum|count)$", "", name) for name in found}


def test_every_metric_that_the_manual_names_is_scraped(service: Service, port: int) -> None:
    key = service.key("default", "operator")
    with service.client(service.key("default", "admin")) as client:
        client.put(PAGE)
        assert client.wait(client.verify(CLAIM)).outcome in ("completed", "completed_from_cache")
        assert client.wait(client.verify("The Brisa lighthouse is 40 metres tall.")).outcome in ("completed", "completed_from_cache")
        assert client.wait(client.check(CLAIM, [PAGE])).outcome == "completed"
        service.parts["worker"][0].send_signal(19)  # stopped for a while, so that something waits
        waiting = client.verify(CLAIM)
        time.sleep(1.0)
        api = scraped(f"{service.url}/metrics", key)
        service.parts["worker"][0].send_signal(18)
        assert client.wait(waiting).state == "finished"
    worker = scraped(f"http://127.0.0.1:{port}/metrics")
    named = set(re.findall(r"^\| `((?:veracious|process)_\w+)`", MANUAL.read_text("utf-8"), re.MULTILINE))
    assert len(named) >= 20
    rare = {"veracious_job_failures_total", "veracious_port_failures_total", "veracious_replayed_answers_total"}  # nothing failed
    declared = set(re.findall(r"^# HELP (\w+)", worker, re.MULTILINE))
    assert named - names(api) - names(worker) <= rare | {"veracious_retries_total"}
    assert rare - names(worker) <= {f"{name}_total" for name in declared} | declared
    assert float(re.findall(r'veracious_queue_oldest_seconds{queue="local"} (\S+)', api)[0]) >= 0.9
    assert re.search(r'veracious_job_seconds_count{kind="verification",outcome="completed\w*"} [123]', worker)
    assert float(re.findall(r'veracious_model_seconds_total{model="judge"} (\S+)', worker)[0]) > 0
    assert "default" not in worker.replace("default_", "")
    assert "lighthouse" not in worker + api


def test_a_worker_tells_its_metrics_while_the_store_is_away(service: Service, folder: Path, port: int) -> None:
    server.stop(folder / "data")
    time.sleep(1)
    began = time.monotonic()
    text = scraped(f"http://127.0.0.1:{port}/metrics")
    assert time.monotonic() - began < 1
    seen = float(re.findall(r"\nveracious_worker_seen_timestamp_seconds (\S+)", text)[0])
    time.sleep(5)
    assert float(re.findall(r"\nveracious_worker_seen_timestamp_seconds (\S+)", scraped(f"http://127.0.0.1:{port}/metrics"))[0]) <= seen + 1
    server.start(folder / "data")


@pytest.mark.parametrize("place", ["0.0.0.0:9464", "192.0.2.7:9464", "9464", "127.0.0.1:x", "localhost:9464"])
def test_an_address_that_others_reach_is_refused(place: str, service: Service) -> None:
    service.environment["VERACIOUS_WORKER_METRICS"] = place
    code, _, error = service.run("worker")
    assert code != 0
    assert "VERACIOUS_WORKER_METRICS" in error
