"""Documents are put, listed and erased; collections are shown."""

import json

import pytest

from tests.faces.http.asking import problem
from tests.faces.http.servers import Service


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
        became = client.post("/v1/documents", json={"documents": [dated, *texts[1:], {"text": " \r\n "}, texts[1]]}).json()["documents"]
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
        one, other = ({"documents": [{"text": text}]} for text in ("a red\r\nbridge\rhere", "a red\nbridge\nhere"))
        assert client.post("/v1/documents", json=one).json()["documents"][0]["outcome"] == "new"
        assert client.post("/v1/documents", json=other).json()["documents"][0]["outcome"] == "known"
    assert json.dumps(alone.described)
