"""A receiver that fails fifty times, and workers that are killed: each job is told exactly once in effect."""

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.faults.webhook_receiver import WAYS, Failure, Receiver, silence
from tests.service import Service
from veracious.adapters.postgres import migrate, server

FAILURES, JOBS = 50, 30
CLAIM = "The Brisa lighthouse is 23 metres tall."
PAGE = {"text": f"{CLAIM} It was built in 1873.", "domain": "harbour.example"}
QUICK = {"VERACIOUS_WEBHOOK_PAUSE": "0.02", "VERACIOUS_WEBHOOK_SECONDS": "0.5", "VERACIOUS_WEBHOOK_NETWORKS": "127.0.0.0/8"}

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with tempfile.TemporaryDirectory(prefix="veracious-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        own = server.start(folder / "data")
        migrate.run(own.owner)
        (folder / "home").mkdir()
        made = Service(own, folder / "home", VERACIOUS_JUDGE="small", **QUICK)
        try:
            made.serve()
            yield made
        finally:
            made.close()
            server.stop(folder / "data")


@pytest.fixture
def receivers() -> Iterator[Callable[[Callable[[int], Failure | None]], Receiver]]:
    made: list[Receiver] = []

    def make(pattern: Callable[[int], Failure | None]) -> Receiver:
        made.append(Receiver(pattern))
        return made[-1]

    yield make
    for one in made:
        one.close()


def ask(service: Service, key: str, method: str, path: str, body: Any = None) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    content = None if body is None else json.dumps(body).encode()
    return httpx2.request(method, f"{service.url}{path}", headers=headers, content=content, timeout=30)


def put(service: Service, key: str, receiver: Receiver) -> None:
    answer = ask(service, key, "PUT", "/v1/webhook", {"address": receiver.url})
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    receiver.secret = answer.json()["secret"]


def until(is_so: Callable[[], bool], seconds: float, said: Callable[[], object]) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, said()
        time.sleep(0.05)


def fails_two_in_three(number: int) -> Failure | None:
    """Fifty times in all, each way ten times; one request in three is well, and all after them."""
    nth = number - number // 3
    return WAYS[nth % len(WAYS)] if number % 3 < 2 and nth < FAILURES else None


def test_each_job_is_told_once_in_effect(service: Service, receivers: Any) -> None:
    key, receiver = service.key("default", "admin"), receivers(fails_two_in_three)
    put(service, key, receiver)
    jobs: dict[str, str] = {}
    with service.client(key) as client:
        for number in range(JOBS - 4):
            jobs[client.check(f"{CLAIM} {number}", [PAGE]).id] = "check"
        jobs[client.ingest(PAGE).id] = "ingest"
        jobs[client.verify(CLAIM).id] = "verification"
        for number in range(2):
            ended = client.verify(f"{CLAIM} {number}")
            client.cancel(ended)  # before any worker lives: the API ends it
            jobs[ended.id] = "verification"
    worker = service.start("first")
    until(lambda: len(receiver.came) >= 12 and receiver.failures["silence"] > 1, 120, lambda: service.said("first"))
    worker.kill()
    worker.wait()
    service.parts.pop("first")[1].close()
    service.work("second")
    until(lambda: len(receiver.done) == JOBS, 240, lambda: (receiver.failures, len(receiver.done), service.said("second")[-4000:]))
    state = ask(service, key, "GET", "/v1/webhook")
    until(lambda: ask(service, key, "GET", "/v1/webhook").json()["waiting"] == 0, 30, lambda: state.json())
    failed = sum(count for way, count in receiver.failures.items() if way)
    assert failed == FAILURES
    assert {receiver.failures[way.__name__] for way in WAYS} == {10}
    assert set(receiver.done) == {f"finished-{job}" for job in jobs}
    assert set(receiver.done.values()) == {1}
    assert len(receiver.came) > JOBS + 20  # doubles really came
    assert receiver.forged == 0
    assert {job: told["kind"] for job, told in receiver.told.items()} == jobs
    assert {told["workspace"] for told in receiver.told.values()} == {"default"}
    assert CLAIM.split()[1] not in json.dumps(receiver.told)
    found = ask(service, key, "GET", "/v1/webhook").json()
    assert (found["failures"], found["trouble"], found["given_up"]) == (0, "", 0)
    assert "webhook_set" in [one["action"] for one in ask(service, key, "GET", "/v1/audit").json()["changes"]]
    came = len(receiver.came)
    time.sleep(2.0)
    assert len(receiver.came) == came  # nothing is sent that was taken
    service.stop("second")


def test_a_receiver_that_hangs_holds_up_nobody_else(service: Service, receivers: Any) -> None:
    service.work("third")
    hanging, fine = receivers(lambda number: silence), receivers(lambda number: None)
    dead, live = service.key("dead", "admin"), service.key("live", "admin")
    put(service, dead, hanging)
    put(service, live, fine)
    with service.client(dead) as client:
        for number in range(10):
            client.cancel(client.verify(f"{CLAIM} {number}"))
    until(lambda: len(hanging.came) > 0, 30, lambda: service.said("third"))
    waited = []
    with service.client(live) as client:
        for number in range(5):
            job, began = client.verify(f"{CLAIM} {number}"), time.monotonic()
            client.cancel(job)
            until(lambda job=job: f"finished-{job.id}" in fine.done, 60, lambda: service.said("third")[-3000:])  # type: ignore[misc]
            waited.append(time.monotonic() - began)
    assert sorted(waited)[2] < 5, waited
    state = ask(service, dead, "GET", "/v1/webhook").json()
    assert (state["waiting"], state["failures"] > 0) == (10, True)
    assert "no whole answer" in state["trouble"]
    assert 'event": "webhook_failed' in service.said("third")
    assert ask(service, dead, "DELETE", "/v1/webhook").status_code == 204
    assert ask(service, dead, "GET", "/v1/webhook").status_code == 404
