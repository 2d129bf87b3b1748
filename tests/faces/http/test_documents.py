"""Documents are put, listed and erased; collections are shown."""

import json
from dataclasses import replace

import pytest

from tests.faces.http.asking import problem, put
from tests.faces.http.memory_backend import NOON
from tests.faces.http.servers import Service
from veracious.domain.access import Grant
from veracious.domain.errors import SearchMissing
from veracious.domain.job import Allowance
from veracious.domain.refresh import RefreshState, RefreshUse


def test_documents_are_put_listed_and_erased(alone: Service) -> None:
    texts = [
        {"text": f"The bridge number {number} is red.", "title": f"Bridge {number}", "name": f"bridges/{number}.txt"} for number in range(5)
    ]
    with alone.client() as client:
        dated = texts[0] | {
            "url": "https://bridges.example/0",
            "published": "2025-06-01",
            "language": "en",
            "byline": "Ada",
            "domain": "bridges.example",
        }
        became = put(client, dated, *texts[1:], {"text": " \r\n "}, texts[1])
        assert [one["outcome"] for one in became] == ["new"] * 5 + ["refused", "known"]
        assert (became[5]["reason"], became[6]["digest"]) == ("empty", became[1]["digest"])
        assert "character recognition" in became[5]["advice"]
        seen, cursor = [], ""
        while True:
            page = client.get("/v1/documents", params={"limit": 2, "cursor": cursor}).json()
            seen += page["documents"]
            if page["next_cursor"] is None:
                break
            cursor = page["next_cursor"]
        assert [one["digest"] for one in seen] == [one["digest"] for one in became[:5]]
        assert (seen[0]["url"], seen[0]["published"], seen[0]["domain"]) == ("https://bridges.example/0", "2025-06-01", "bridges.example")
        (held,) = client.get("/v1/collections").json()["generations"]
        assert (held["collection"], held["state"], held["documents"]) == ("documents", "live", 5)
        assert client.delete(f"/v1/documents/{became[0]['digest']}").status_code == 204
        problem(client.delete(f"/v1/documents/{became[0]['digest']}"), 404, "document_missing")
        assert len(client.get("/v1/documents").json()["documents"]) == 4


def test_an_ingest_is_a_job_like_the_others(alone: Service) -> None:
    body = {"documents": [{"text": "The bridge is red."}, {"text": ""}, {"text": "x" * 2_000_001}]}
    with alone.client(Grant.WRITE) as client, alone.client(Grant.VERIFY) as other:
        first, again = (client.post("/v1/documents", json=body, headers={"Idempotency-Key": "k"}).json() for _ in range(2))
        assert first["id"] == again["id"]
        problem(client.post("/v1/documents", json={"documents": [{"text": "a"}]}, headers={"Idempotency-Key": "k"}), 422, "request_changed")
        path = f"/v1/ingests/{first['id']}"
        with client.stream("GET", f"{path}/events") as lines:
            told = [json.loads(line[5:]) for line in lines.iter_lines() if line.startswith("data:")]
        assert [one["kind"] for one in told] == ["queued", "running", "put", "put", "put", "finished"]
        assert told[-2]["text"] == "3 of 3 documents: 1 new, 0 known, 2 refused"
        done = client.get(path).json()
        assert (done["outcome"], done["record"], done["cause"]) == ("partial", None, "2 of 3 documents were refused; the report says why.")
        assert [one["reason"] for one in done["report"]["documents"]] == [None, "empty", "too_large"]
        assert [one["id"] for one in client.get("/v1/ingests").json()["jobs"]] == [first["id"]]
        problem(other.delete(path), 403, "scope_missing")
        assert client.delete(path).status_code == 303


def test_a_cancelled_ingest_says_what_was_left_out(alone: Service) -> None:
    with alone.client() as client:
        alone.inside.desk.held = True
        path = client.post("/v1/documents", json={"documents": [{"text": "The bridge is red."}]}).headers["Location"]
        assert [one["outcome"] for one in client.get(path).json()["report"]["documents"]] == ["waiting"]
        client.delete(path, follow_redirects=False)
        with client.stream("GET", f"{path}/events") as lines:
            assert "event: finished" in list(lines.iter_lines())
        done = client.get(path).json()
        assert (done["outcome"], done["report"]["documents"][0]["outcome"]) == ("cancelled", "left_out")


def test_what_was_put_and_erased_since_is_told_so(alone: Service) -> None:
    with alone.client() as client:
        (one,) = put(client, {"text": "The bridge is red."})
        client.delete(f"/v1/documents/{one['digest']}")
        (job,) = client.get("/v1/ingests").json()["jobs"]
        (told,) = client.get(f"/v1/ingests/{job['id']}").json()["report"]["documents"]
        assert (told["outcome"], told["digest"], told["passages"]) == ("erased", None, None)


def test_text_without_room_is_refused_with_what_to_do(alone: Service) -> None:
    with alone.client(workspace="small") as client:
        alone.inside.desk.limits["small"] = Allowance(text_bytes=10)
        said = problem(client.post("/v1/documents", json={"documents": [{"text": "The bridge is red."}]}), 413, "storage_full")
        assert "Erase documents" in said["detail"]
        assert "18 bytes more, 10 left" in said["detail"]
        assert client.get("/v1/ingests").json()["jobs"] == []


@pytest.mark.parametrize(
    "bad",
    [
        {"url": "ftp://a.example"},
        {"url": "https://["},
        {"url": "https://user:word@a.example/"},
        {"url": "https://"},
        {"published": "yesterday"},
        {"language": "English"},
        {"links": []},
        {"title": "x" * 1001},
    ],
)
def test_a_document_says_of_itself_what_can_be_kept(service: Service, bad: dict[str, object]) -> None:
    with service.client() as client:
        problem(client.post("/v1/documents", json={"documents": [{"text": "a"} | bad]}), 422, "request_invalid")


def test_a_line_break_is_a_line_feed(alone: Service) -> None:
    with alone.client() as client:
        for text, outcome in (("a red\r\nbridge\rhere", "new"), ("a red\nbridge\nhere", "known")):
            assert put(client, {"text": text})[0]["outcome"] == outcome
    assert json.dumps(alone.described)


def test_a_refresh_is_handed_in_and_listed_by_those_who_run_the_service(alone: Service) -> None:
    with alone.client() as client, alone.client(Grant.WRITE) as writer:
        answer = client.post("/v1/collections/current_affairs/refreshes")
        assert (answer.status_code, answer.json()["state"], answer.json()["collection"]) == (202, "asked", "current_affairs")
        run = alone.inside.news.runs[0]
        cause, use = "every search failed: tavily at search.internal: status 500", RefreshUse(3, 1500)
        alone.inside.news.runs[0] = replace(run, state=RefreshState.FAILED, begun_at=NOON, use=use, reason="searches_failed", cause=cause)
        (told,) = client.get("/v1/collections/current_affairs/refreshes").json()["refreshes"]
        assert (told["id"], told["state"], told["pages"], told["money_micros"]) == (answer.json()["id"], "failed", 3, 1500)
        assert (told["reason"], told["cause"]) == ("searches_failed", cause)
        assert client.get("/v1/collections/static/refreshes").json() == {"refreshes": []}
        for path in ("current_affairs", "static"):
            assert problem(writer.post(f"/v1/collections/{path}/refreshes"), 403, "scope_missing")
            assert problem(writer.get(f"/v1/collections/{path}/refreshes"), 403, "scope_missing")


def test_a_refresh_of_what_is_not_shared_or_without_a_search_is_refused(alone: Service) -> None:
    with alone.client() as client:
        for name in ("documents", "web", "nowhere"):
            assert "current_affairs" in problem(client.post(f"/v1/collections/{name}/refreshes"), 404, "collection_missing")["detail"]
        alone.inside.news.trouble = SearchMissing()
        assert "VERACIOUS_SEARCH" in problem(client.post("/v1/collections/current_affairs/refreshes"), 409, "web_missing")["detail"]
    assert alone.inside.news.runs == []
