"""Whether the service lives, what it stands on, what it counts and what it writes down."""

import json
import re
from dataclasses import replace

import httpx2

from tests.faces.http.asking import CHECK, LENGTH, TWO, problem, submitted, verified
from tests.faces.http.memory_backend import NOON, PASSWORD
from tests.faces.http.servers import Service
from veracious import __version__
from veracious.domain.access import Grant, Rank
from veracious.domain.refresh import CollectionAge, RefreshRun, RefreshState
from veracious.faces.http import logs


def test_the_process_says_that_it_lives_whatever_it_stands_on(alone: Service) -> None:
    alone.inside.desk.broken = True
    with alone.client(None) as client:
        answer = client.get("/health")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_the_status_tells_dependencies_queues_models_and_versions(alone: Service) -> None:
    alone.inside.desk.held = True
    with alone.client(Grant.READ) as client, alone.client() as other:
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
    with alone.client(Grant.READ) as client:
        answer = client.get("/status")
    found = answer.json()
    assert (answer.status_code, found["status"], found["workers"]) == (200, "degraded", 0)
    assert [one["name"] for one in found["dependencies"] if not one["ok"]] == ["store", "queue"]
    assert "internal" not in answer.text


def test_the_status_tells_how_old_collections_are_and_the_kind_of_the_last_failure(alone: Service) -> None:
    """What a search said stands in the list that those who run the service may read; it may name a host of theirs."""
    cause = "every search failed: searxng at search.internal: status 500"
    failed = RefreshRun("r", "current_affairs", RefreshState.FAILED, NOON, NOON, NOON, reason="searches_failed", cause=cause)
    alone.inside.news.aged = [CollectionAge("current_affairs", NOON, 3600, 7, failed, failed), CollectionAge("static", None, None)]
    with alone.client(Grant.READ) as client:
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
        answer = client.get("/metrics")
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
    with alone.client() as client:
        alone.inside.desk.broken = True
        text = client.get("/metrics").text
    assert "veracious_store_up 0.0" in text
    assert "veracious_jobs{" not in text


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


def test_whoever_has_no_key_reads_no_numbers(service: Service) -> None:
    with service.client(None) as client:
        for path in ("/status", "/metrics"):
            problem(client.get(path), 401, "key_unknown")


def test_the_description_is_told_to_everybody(service: Service) -> None:
    assert httpx2.get(f"{service.url}/openapi.json").json() == service.described
