"""Records are listed, read, replayed, explained and erased; what was verified is found again."""

from dataclasses import replace

import pytest

from tests.faces.http.asking import CHECK, LENGTH, TWO, UNCHECKABLE, finished, problem, verified
from tests.faces.http.servers import Service
from veracious import app
from veracious.rules import digest


def test_a_record_is_read_whole_and_proves_itself(service: Service) -> None:
    with service.client() as client:
        job = verified(client)
        answer = client.get(f"/v1/records/{job['id']}")
    record = app.records.unpacked(answer.content)
    assert answer.headers["etag"] == f'"{record.envelope.body}"'
    assert digest.of(record.body, "body") == record.envelope.body == job["report"]["body"]
    assert answer.content == digest.canonical(record)


@pytest.mark.parametrize("shape", ['"{}"', 'W/"{}"', '"other", "{}"', "*"])
def test_a_record_that_is_known_is_not_sent_again(service: Service, shape: str) -> None:
    with service.client() as client:
        job = verified(client)
        known = client.get(f"/v1/records/{job['id']}", headers={"If-None-Match": shape.format(job["report"]["body"])})
        assert (known.status_code, known.content) == (304, b"")
        assert known.headers["etag"] == f'"{job["report"]["body"]}"'
        assert client.get(f"/v1/records/{job['id']}", headers={"If-None-Match": '"sha256:other"'}).status_code == 200


def test_records_are_listed_page_by_page(alone: Service) -> None:
    with alone.client() as client:
        made = [verified(client)["id"] for _ in range(5)]
        seen, cursor = [], ""
        while True:
            page = client.get("/v1/records", params={"limit": 2, "cursor": cursor}).json()
            seen += [one["id"] for one in page["records"]]
            if page["next_cursor"] is None:
                break
            cursor = page["next_cursor"]
        assert seen == made[::-1]
        first = client.get("/v1/records", params={"limit": 1}).json()["records"][0]
    assert (first["text"], first["verdict"], first["event"]) == (LENGTH, "supported", "kept")


def test_a_record_is_erased_once_and_its_name_stays(service: Service) -> None:
    with service.client() as client:
        job = verified(client)
        assert client.delete(f"/v1/records/{job['id']}").status_code == 204
        problem(client.delete(f"/v1/records/{job['id']}"), 404, "record_missing")
        problem(client.get(f"/v1/records/{job['id']}"), 404, "record_missing")
        listed = next(one for one in client.get("/v1/records").json()["records"] if one["id"] == job["id"])
        assert (listed["event"], listed["text"]) == ("erased", "")


def test_a_record_comes_out_the_same_when_it_is_run_again(service: Service) -> None:
    with service.client() as client:
        job = verified(client, TWO)
        found = client.post(f"/v1/records/{job['id']}/replay").json()
        assert (found["outcome"], found["record"], found["body"]) == ("same", job["id"], job["report"]["body"])


def test_a_record_that_was_changed_is_told_as_such(alone: Service) -> None:
    with alone.client() as client:
        job = verified(client)
        alone.inside.engine.archive("one").blobs.kept.clear()
        problem(client.post(f"/v1/records/{job['id']}/replay"), 404, "record_missing")
        kept = alone.inside.engine.archive("one").kept
        kept[job["id"]] = replace(kept[job["id"]], body=kept[job["id"]].body.replace(b"1,420", b"1,421"))
        problem(client.get(f"/v1/records/{job['id']}"), 409, "record_altered")
        problem(client.get(f"/v1/verifications/{job['id']}"), 409, "record_altered")


def test_the_path_to_a_verdict_is_told_step_by_step(service: Service) -> None:
    with service.client() as client:
        found = client.get(f"/v1/records/{verified(client)['id']}/why").json()
        assert [step["name"] for step in found["steps"]][:3] == ["checks", "claim", "parts"]
        check = finished(client, client.post("/v1/checks", json=CHECK).json())
        problem(client.get(f"/v1/records/{check['id']}/why"), 404, "path_missing")


def test_what_was_verified_is_found_in_the_shape_of_a_fact_check_api(alone: Service) -> None:
    with alone.client() as client:
        job = verified(client)
        verified(client, UNCHECKABLE)
        found = client.get("/v1/claims:search", params={"query": "halvorsund bridges", "languageCode": "en", "maxAgeDays": 30}).json()
        (claim,) = found["claims"]
        assert set(found) == {"claims"}
        assert set(claim) == {"text", "claimant", "claimDate", "claimReview"}
        assert (claim["text"], claim["claimDate"]) == (LENGTH, "2026-03-01T00:00:00Z")
        (review,) = claim["claimReview"]
        assert set(review) == {"publisher", "url", "title", "reviewDate", "textualRating", "languageCode"}
        assert (review["textualRating"], review["languageCode"]) == ("Supported", "en")
        assert review["publisher"] == {"name": "Veracious", "site": "127.0.0.1"}
        assert client.get(review["url"]).json()["envelope"]["id"] == job["id"]
        assert client.get("/v1/claims:search", params={"query": "tunnel"}).json() == {"claims": []}
        assert client.get("/v1/claims:search", params={"query": "bridge", "languageCode": "de"}).json() == {"claims": []}


def test_claims_are_found_page_by_page(alone: Service) -> None:
    with alone.client() as client:
        made = [verified(client)["id"] for _ in range(3)]
        seen, token = [], ""
        while True:
            page = client.get("/v1/claims:search", params={"query": "bridge", "pageSize": 2, "pageToken": token}).json()
            seen += [one["claimReview"][0]["url"].rpartition("/")[2] for one in page["claims"]]
            if "nextPageToken" not in page:
                break
            token = page["nextPageToken"]
        assert seen == made[::-1]
        problem(client.get("/v1/claims:search"), 422, "request_invalid")
        problem(client.get("/v1/claims:search", params={"query": "a", "page_size": 2}), 422, "request_invalid")


def test_records_are_searched_by_words_and_by_how_they_stand(service: Service) -> None:
    with service.client(workspace="records-search") as client:
        first, refused = verified(client), verified(client, UNCHECKABLE)
        ask = "/v1/records:search"

        def names(**asked: str) -> list[str]:
            return [one["id"] for one in client.get(ask, params=asked).json()["records"]]

        assert names() == [refused["id"], first["id"]]
        assert names(q="bridges halvorsund", verdict="supported", status="draft", kind="claim", order="best") == [first["id"]]
        assert names(q="submarine") == names(q="the") == names(status="signed") == names(since="2999-01-01") == []
        assert names(until="9999-12-31") == names(since="2026-01-01")
        page = client.get(ask, params={"limit": "1"}).json()
        assert names(limit="1", cursor=page["next_cursor"]) == [first["id"]]
        for wrong in ({"status": "x"}, {"order": "x"}, {"since": "soon"}, {"cursor": "AAAA"}, {"limit": "0"}, {"text": "a"}):
            assert client.get(ask, params=wrong).status_code == 422
    with service.client(workspace="records-search-other") as other:
        assert other.get(ask).json() == {"records": [], "next_cursor": None, "preparing": False}
