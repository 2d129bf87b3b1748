"""What the tests of the service ask again and again."""

import time
from typing import Any

import httpx2

from tests.faces.pages.cases import LENGTH, TWO

__all__ = ["CHECK", "LENGTH", "QUESTION", "TWO", "UNCHECKABLE", "finished", "problem", "put", "submitted", "verified"]

UNCHECKABLE = "Is the Halvorsund Bridge long?"
CHECK = {
    "answer": "The office opens at 9 AM on business days.",
    "documents": [{"text": "The office opens at 9 AM and closes at 5 PM on business days.", "title": "Handbook"}],
    "question": "When does the office open?",
    "as_of": "2026-03-01",
}
QUESTION = {"question": "How long is the Halvorsund Bridge?", "as_of": "2026-03-01"}
WAIT_S = 20.0


def submitted(client: httpx2.Client, claim: str = LENGTH, **more: Any) -> dict[str, Any]:
    """A claim that was handed in."""
    answer = client.post("/v1/verifications", json={"claim": claim, "as_of": "2026-03-01", **more})
    assert answer.status_code == 202, answer.text
    told: dict[str, Any] = answer.json()
    return told


def finished(client: httpx2.Client, job: dict[str, Any]) -> dict[str, Any]:
    """The job once it is finished."""
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        found: dict[str, Any] = client.get(f"/v1/{job['kind']}s/{job['id']}").json()
        if found["state"] == "finished":
            return found
        time.sleep(0.02)
    raise AssertionError(f"{job['id']} is not finished")


def verified(client: httpx2.Client, claim: str = LENGTH) -> dict[str, Any]:
    """A claim that was handed in and is finished."""
    return finished(client, submitted(client, claim))


def problem(answer: httpx2.Response, status: int, name: str = "") -> dict[str, Any]:
    """The problem that was answered; its status stands in it, too."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told: dict[str, Any] = answer.json()
    assert told["status"] == status
    assert told["type"] == (f"urn:veracious:problem:{name}" if name else "about:blank")
    assert told["request_id"] == answer.headers["x-request-id"]
    assert told["detail"]
    return told


def put(client: httpx2.Client, *documents: dict[str, Any]) -> list[dict[str, Any]]:
    """Hand documents in and wait; what became of each."""
    accepted = client.post("/v1/documents", json={"documents": documents})
    assert (accepted.status_code, accepted.json()["kind"]) == (202, "ingest")
    with client.stream("GET", f"{accepted.headers['Location']}/events") as lines:
        assert "event: finished" in list(lines.iter_lines())
    found: list[dict[str, Any]] = client.get(accepted.headers["Location"]).json()["report"]["documents"]
    return found
