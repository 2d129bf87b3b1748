"""Whether the service lives, what it stands on, what it counts and what it writes down."""

import asyncio
import json
import re
import time
from dataclasses import replace

import httpx2
import pytest

from tests.faces.http.asking import CHECK, LENGTH, TWO, problem, submitted, verified
from tests.faces.http.memory_backend import NOON, PASSWORD
from tests.faces.http.servers import Service, serving
from veracious import __version__, app
from veracious.domain.access import Caller, Grant, Rank
from veracious.domain.errors import ModelMissing
from veracious.domain.refresh import CollectionAge, RefreshRun, RefreshState
from veracious.faces.http import authentication, health, logs, looks
from veracious.faces.http.backend import Pace
from veracious.faces.http.looks import SharedLook

STARTED = RefreshRun("r", "current_affairs", RefreshState.RUNNING, NOON, NOON)


def test_the_process_says_that_it_lives_whatever_it_stands_on(alone: Service) -> None:
    alone.inside.desk.broken = True
    with alone.client(None) as client:
        answer = client.get("/health")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_the_status_tells_dependencies_queues_models_and_versions(alone: Service) -> None:
    alone.inside.desk.held = True
    with alone.client(Grant.OPERATOR) as client, alone.client() as other:
        submitted(other)
        found = client.get("/status").json()
    assert (found["status"], found["version"], found["workers"]) == ("ok", __version__, 1)
    assert {one["name"]: (one["ok"], one["version"]) for one in found["dependencies"]} == {
        "store": (True, "18.4"), "vectors": (True, "0.8.5"), "queue": (True, ""), "models": (True, "")
    }  # fmt: skip
    assert found["queues"] == {"local": {"queued": 1}}
    assert found["models"] == [{"role": "judge", "name": "small", "version": "1.0", "digest": "sha256:ab", "ok": True}]
    assert "secret" not in json.dumps(found)


def test_a_status_with_something_down_says_what(alone: Service) -> None:
    alone.inside.desk.broken = True
    alone.inside.machine.state = replace(alone.inside.machine.state, running=False, trouble="the host db.internal is down")
    with alone.client(Grant.OPERATOR) as client:
        answer = client.get("/status")
    found = answer.json()
    assert (answer.status_code, found["status"], found["workers"]) == (200, "degraded", 0)
    assert [one["name"] for one in found["dependencies"] if not one["ok"]] == ["store", "queue"]
    assert found["reasons"] == ["store_down", "queue_down"]
    assert "internal" not in answer.text


def test_models_that_cannot_be_loaded_are_missing_and_a_slow_look_at_them_says_nothing() -> None:
    """On a busy machine the first look takes long: a service that works is not called degraded for that."""
    with serving(pace=Pace(look=0.3)) as service, service.client(Grant.OPERATOR) as client:
        machine = service.inside.machine
        machine.models_error = ModelMissing("judge")
        assert client.get("/status").json()["reasons"] == ["models_missing"]
        machine.models_error, machine.models_seconds = None, 60.0
        found = client.get("/status").json()
    assert (found["status"], found["reasons"], found["models"]) == ("ok", [], [])


def test_the_status_tells_how_old_collections_are_and_the_kind_of_the_last_failure(alone: Service) -> None:
    """What a search said stands in the list that those who run the service may read; it may name a host of theirs."""
    cause = "every search failed: searxng at search.internal: status 500"
    failed = RefreshRun("r", "current_affairs", RefreshState.FAILED, NOON, NOON, NOON, reason="searches_failed", cause=cause)
    alone.inside.news.aged = [CollectionAge("current_affairs", NOON, 3600, 7, failed, failed), CollectionAge("static", None, None)]
    with alone.client(Grant.OPERATOR) as client:
        answer = client.get("/status")
    news, static = answer.json()["collections"]
    assert (news["as_of"], news["age_seconds"], news["documents"]) == ("2026-03-01T12:00:00Z", 3600, 7)
    assert news["last_failure"] == {"at": "2026-03-01T12:00:00Z", "state": "failed", "reason": "searches_failed"}
    assert (static["as_of"], static["age_seconds"], static["last_failure"]) == (None, None, None)
    assert "internal" not in answer.text


def test_requests_are_counted_by_their_route_and_never_by_their_address(alone: Service) -> None:
    alone.inside.desk.held = True
    with alone.client() as client:
        job = submitted(client)
        client.get("/v1/verifications/secret-claim-name")
        client.get("/v1/nowhere/secret")
        client.request("BREW", "/v1/verifications")
    with alone.client(Grant.OPERATOR) as operator:
        answer = operator.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        text = answer.text
    assert 'veracious_http_requests_total{method="POST",route="/v1/verifications",status="202"} 1.0' in text
    assert 'veracious_http_requests_total{method="GET",route="/v1/verifications/{id}",status="404"} 1.0' in text
    assert 'veracious_http_requests_total{method="GET",route="unmatched",status="404"} 1.0' in text
    assert 'method="other",route="/v1/verifications",status="405"' in text
    assert 'veracious_http_request_seconds_count{method="POST",route="/v1/verifications"} 1.0' in text
    assert 'veracious_jobs{queue="local",state="queued"} 1.0' in text
    assert "veracious_workers 1.0" in text
    assert "veracious_store_up 1.0" in text
    assert "secret" not in text
    assert job["id"] not in text


def test_metrics_are_told_while_the_store_is_down(alone: Service) -> None:
    with alone.client(Grant.OPERATOR) as client:
        alone.inside.desk.broken = True
        text = client.get("/metrics").text
    assert "veracious_store_up 0.0" in text
    assert "veracious_jobs{" not in text


@pytest.mark.parametrize("how", ["broken", "hangs"])
def test_an_operator_whom_the_store_knew_sees_what_is_wrong_while_it_is_down(alone: Service, how: str) -> None:
    with alone.client(Grant.OPERATOR) as known, alone.client(Grant.ADMIN) as admin, alone.client(Grant.OPERATOR, "later") as unknown:
        assert "veracious_store_up 1.0" in known.get("/metrics").text
        problem(admin.get("/metrics"), 403, "scope_missing")
        alone.inside.desk.broken = True
        setattr(alone.inside.access, how, True)
        began = time.monotonic()
        assert "veracious_store_up 0.0" in known.get("/metrics").text
        assert time.monotonic() - began < 1
        assert known.get("/status").json()["status"] == "degraded"
        for client in (admin, unknown):
            problem(client.get("/metrics"), 503, "store_unavailable")
        if how == "broken":
            problem(known.get("/v1/status"), 503, "store_unavailable")  # what is of a workspace is told to whom the store knows


def test_a_key_that_was_revoked_is_not_remembered(alone: Service) -> None:
    with alone.client(Grant.OPERATOR) as client:
        assert client.get("/metrics").status_code == 200
        (key,) = asyncio.run(alone.inside.access.keys("one"))
        asyncio.run(alone.inside.access.revoke("one", key.id))
        problem(client.get("/metrics"), 401, "key_unknown")
        alone.inside.access.broken = True
        problem(client.get("/metrics"), 503, "store_unavailable")


def test_known_operators_are_bounded_and_forgotten_after_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    known, caller = authentication.KnownOperators(), Caller("one", "vk_a", Grant.OPERATOR)
    for number in range(authentication.OPERATORS_AT_MOST + 1):
        known.remember(f"Bearer {number}", caller)
    assert known.recall("Bearer 0") is None
    assert known.recall("Bearer 1") == caller
    late = time.monotonic() + authentication.REMEMBERED_SECONDS
    monkeypatch.setattr(time, "monotonic", lambda: late)
    assert known.recall("Bearer 1") is None


def test_whoever_runs_it_on_loopback_sees_numbers_while_the_store_is_down() -> None:
    with serving(anonymous=True) as near, near.client(None) as client:
        near.inside.access.broken = near.inside.desk.broken = True
        assert "veracious_store_up 0.0" in client.get("/metrics").text
        problem(client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"}), 401, "key_unknown")


def test_a_process_is_ready_while_its_store_answers_and_it_is_not_about_to_end(alone: Service) -> None:
    with alone.client(None) as client:
        assert client.get("/ready").json() == {"status": "ready"}
        alone.inside.desk.broken = True
        assert client.get("/ready").status_code == 200  # what the store said a moment ago
        time.sleep(health.READY_SECONDS)
        answer = client.get("/ready")
        assert "The store does not answer." in problem(answer, 503, "not_ready")["detail"]
        assert answer.headers["retry-after"]
        assert client.get("/health").status_code == 200
        alone.inside.desk.broken = False
        time.sleep(health.READY_SECONDS)
        assert client.get("/ready").status_code == 200
        alone.close_streams()
        assert "about to end" in problem(client.get("/ready"), 503, "not_ready")["detail"]


def test_a_store_that_hangs_is_asked_once_however_many_ask() -> None:
    asked = 0

    async def ask() -> str:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0.3)
        return "here"

    async def many() -> None:
        look = SharedLook(ask)
        assert await asyncio.gather(*(look.within(0.05) for _ in range(50))) == [None] * 50
        assert await look.within(1) == "here"
        assert asked == 1
        assert await look.within(1, fresh=5) == "here"
        assert asked == 1
        assert await look.within(1) == "here"
        assert asked == 2

    asyncio.run(many())


def test_a_question_that_hangs_is_given_up_and_asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a failover that left a connection dead: the next one answers."""
    monkeypatch.setattr(looks, "HUNG_SECONDS", 0.2)
    asked = 0

    async def ask() -> str:
        nonlocal asked
        asked += 1
        await asyncio.sleep(60 if asked == 1 else 0)
        return "here"

    async def waiting() -> None:
        look = SharedLook(ask)
        assert await look.within(0.05) is None
        assert await look.within(0.05) is None
        assert asked == 1
        await asyncio.sleep(0.2)
        assert await look.within(1) == "here"
        assert asked == 2

    asyncio.run(waiting())


def test_a_request_keeps_the_id_it_brings_and_gets_one_if_it_brings_none(service: Service) -> None:
    with service.client() as client:
        assert client.get("/health", headers={"X-Request-Id": "my-request_007"}).headers["x-request-id"] == "my-request_007"
        made = {client.get("/health").headers["x-request-id"] for _ in range(3)}
        assert len(made) == 3
        for bad in ("short", "x" * 65, 'a"b c{}d"', "ä" * 10, "line\tbreak"):
            found = client.get("/health", headers={b"X-Request-Id": bad.encode("latin-1")}).headers["x-request-id"]
            assert found != bad
            assert re.fullmatch(r"[a-f0-9]{24}", found)


def test_a_line_tells_which_request_of_which_workspace_and_job_ended_how_and_when(alone: Service) -> None:
    with alone.client() as client:
        job = submitted(client)
        client.get("/nowhere", headers={"X-Request-Id": "looked-for"})
    until = time.monotonic() + 10
    while "looked-for" not in alone.log.getvalue() and time.monotonic() < until:
        time.sleep(0.05)  # a line is written when its answer is sent
    lines = [json.loads(line) for line in alone.log.getvalue().splitlines()]
    first = next(one for one in lines if one.get("route") == "/v1/verifications")
    assert (first["event"], first["method"], first["status"], first["level"]) == ("request", "POST", 202, "info")
    assert (first["workspace"], first["job"], first["actor"][:3]) == ("one", job["id"], "vk_")
    assert first["ms"] > 0
    assert first["timestamp"].endswith("Z")
    assert re.fullmatch(logs._ID, first["request_id"])
    lost = next(one for one in lines if one["request_id"] == "looked-for")
    assert (lost["status"], "workspace" in lost) == (404, False)


def test_no_line_tells_what_was_asked_or_who_signed_in_with_what(alone: Service) -> None:
    """Claims, answers, documents, questions, keys, passwords, tokens: none of them is written down."""
    alone.inside.access.people["one", "Ada"] = Rank.ADMIN
    with alone.client() as client:
        verified(client, TWO)
        client.post("/v1/checks", json=CHECK)
        client.post("/worker/verify", json={"job_id": "1", "claim": LENGTH})
        client.post("/v1/verifications", json={"claim": LENGTH, "more": "Halvorsund"})
        client.post("/v1/verifications", content="Halvorsund", headers={"Content-Type": "application/json"})
        client.get("/v1/claims:search", params={"query": "Halvorsund"})
        client.get("/v1/verifications/Halvorsund")
        client.get("/Halvorsund?Halvorsund=Halvorsund")
        client.put("/v1/providers/brave", json={"key": "canary-key"})
        session = client.post("/v1/session", json={"workspace": "one", "name": "Ada", "password": PASSWORD}).json()
        key = alone.key(Grant.ADMIN)
    log = alone.log.getvalue()
    secrets = [
        "Halvorsund",
        "1,420",
        "office opens",
        "Handbook",
        key,
        PASSWORD,
        "canary-key",
        session["csrf"],
        *alone.inside.access.sessions,
    ]
    assert len(log.splitlines()) >= 10
    assert [secret for secret in secrets if secret in log] == []


@pytest.mark.parametrize("path", ["/status", "/metrics"])
@pytest.mark.parametrize("grant", [one for one in Grant if one is not Grant.OPERATOR])
def test_what_the_whole_service_does_is_told_to_operators_alone(service: Service, path: str, grant: Grant) -> None:
    with service.client(grant) as client:
        problem(client.get(path), 403, "scope_missing")
    with service.client(Grant.OPERATOR) as client:
        assert client.get(path).status_code == 200


def test_an_admin_makes_no_key_of_an_operator(service: Service) -> None:
    with service.client(Grant.ADMIN) as client:
        problem(client.post("/v1/keys", json={"name": "more", "scope": "operator"}), 403, "scope_missing")
        assert client.post("/v1/keys", json={"name": "same", "scope": "admin"}).status_code == 201
    with service.client(Grant.OPERATOR) as client:
        assert client.post("/v1/keys", json={"name": "more", "scope": "operator"}).status_code == 201


def test_whoever_runs_it_on_loopback_is_an_operator() -> None:
    with serving(anonymous=True) as near, near.client(None) as client:
        assert client.get("/status").status_code == 200
        assert client.get("/metrics").status_code == 200


def test_a_workspace_is_told_whether_the_service_works_and_nothing_of_others(alone: Service) -> None:
    alone.inside.desk.held = True
    with alone.client(workspace="other") as other:
        submitted(other)
        submitted(other)
    with alone.client() as client, alone.client(Grant.READ) as reader:
        submitted(client)
        assert reader.get("/v1/status").json() == {
            "status": "ok",
            "reasons": [],
            "version": __version__,
            "jobs": 1,
            "collections": [],
            "reembedding": [],
        }
        alone.inside.desk.broken = True
        found = reader.get("/v1/status").json()
        assert (found["status"], found["reasons"]) == ("degraded", ["store_down"])


def test_every_reason_for_which_it_is_degraded_is_told_by_name_and_as_a_metric(alone: Service) -> None:
    """Nobody works, the disk is full, the news are of last week: one after the other, and all at once."""
    week = 7 * 24 * 3600
    done = RefreshRun("r", "current_affairs", RefreshState.REFRESHED, NOON, NOON, NOON)
    stale = CollectionAge("current_affairs", NOON, week, 7, done)

    def break_workers() -> None:
        alone.inside.desk.workers = ()

    def break_disk() -> None:
        alone.inside.machine.room = False

    def break_news() -> None:
        alone.inside.news.aged = [stale]

    with alone.client(Grant.OPERATOR) as client, alone.client(Grant.READ) as reader:
        expected = list[str]()
        assert client.get("/status").json()["reasons"] == []
        for name, broken in (("no_worker", break_workers), ("disk_full", break_disk), ("news_stale", break_news)):
            assert f'veracious_degraded{{reason="{name}"}} 0.0' in client.get("/metrics").text
            broken()
            expected.append(name)
            for told in (client.get("/status").json(), reader.get("/v1/status").json()):
                assert (told["status"], told["reasons"]) == ("degraded", expected)
            assert f'veracious_degraded{{reason="{name}"}} 1.0' in client.get("/metrics").text


@pytest.mark.parametrize(
    ("age", "hours", "is_fresh"),
    [
        (CollectionAge("current_affairs", NOON, 48 * 3600, 7, STARTED), 48, True),
        (CollectionAge("current_affairs", NOON, 48 * 3600 + 1, 7, STARTED), 48, False),
        (CollectionAge("current_affairs", NOON, 10**6, 7, STARTED), 0, True),
        (CollectionAge("current_affairs", NOON, 10**6, 7), 48, True),  # filled by hand; nobody promised to do it again
        (CollectionAge("current_affairs", None, None, 0, STARTED), 48, True),  # the first refresh runs
        (CollectionAge("current_affairs", None, None, 0, STARTED, STARTED), 48, False),  # it was tried, and there is nothing
        (CollectionAge("static", NOON, 10**6, 7, STARTED), 48, True),
    ],
)
def test_news_are_stale_where_the_service_fetched_them_and_they_are_older_than_is_set(
    age: CollectionAge, hours: float, is_fresh: bool
) -> None:
    assert app.health.is_fresh([age], hours) is is_fresh


def test_whoever_has_no_key_reads_no_numbers(service: Service) -> None:
    with service.client(None) as client:
        for path in ("/status", "/metrics", "/v1/status"):
            problem(client.get(path), 401, "key_unknown")


def test_the_description_is_told_to_everybody(service: Service) -> None:
    assert httpx2.get(f"{service.url}/openapi.json").json() == service.described
