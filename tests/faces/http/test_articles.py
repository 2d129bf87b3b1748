"""Articles over HTTP: handed in, estimated, followed, read, replayed; the same promises as for every other job."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.faces.article_schema import Whole
from tests.faces.http.asking import finished, problem, submitted
from tests.faces.http.servers import Service
from veracious import app
from veracious.domain.access import Grant
from veracious.domain.article import BudgetClass
from veracious.domain.job import ArticleOrder
from veracious.faces import wire_article
from veracious.faces.http.articles import ARTICLE_CHARS
from veracious.flow.article import Analysis
from veracious.rules.dials import Dials

TEXT = (Path(__file__).parents[1] / "pages/halvorsund.txt").read_text("utf-8")
ARTICLE = {"text": TEXT, "title": "The bridge is a year old", "as_of": "2026-06-01"}
ADDRESS = "https://old-gazette.example/2026/05/bridge"


def handed_in(client: httpx2.Client, **more: Any) -> dict[str, Any]:
    """An article that was accepted."""
    answer = client.post("/v1/articles", json=ARTICLE | more)
    assert answer.status_code == 202, answer.text
    told: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/v1/articles/{told['id']}"
    return told


def test_an_article_is_accepted_analysed_and_read_where_location_says(service: Service) -> None:
    with service.client() as client:
        job = handed_in(client)
        assert (job["kind"], job["state"], job["report"]) == ("article", "queued", None)
        found = finished(client, job)
    assert (found["outcome"], found["record"]) == ("completed", job["id"])
    assert len(found["report"]["claims"]) > 5
    Whole.model_validate_json(json.dumps(found["report"]))


def test_the_report_is_the_one_that_the_command_line_writes(service: Service) -> None:
    with service.client() as client:
        found = finished(client, handed_in(client))
    record = asyncio.run(service.inside.engine.archive("one").fetch(found["id"]))
    assert found["report"] == json.loads(wire_article.analysed(Analysis(app.articles.report(record), record)))


def test_its_record_is_read_and_replayed_and_is_no_record_of_a_claim(service: Service) -> None:
    with service.client() as client:
        done = finished(client, handed_in(client))
        record = client.get(f"/v1/records/{done['id']}")
        assert record.json()["envelope"]["body"] == done["report"]["body"]
        again = client.post(f"/v1/records/{done['id']}/replay")
        assert (again.status_code, again.json()["body"]) == (200, done["report"]["body"])
        problem(client.get(f"/v1/records/{done['id']}/why"), 404, "path_missing")
        claims = client.get("/v1/claims:search", params={"query": "walkers"})
        assert claims.json() == {"claims": []}


def test_what_was_asked_becomes_the_order(alone: Service) -> None:
    alone.inside.desk.held = True
    with alone.client() as client:
        limits = {"max_cost": 0.5, "max_seconds": 30, "max_pages": 4}
        known = {"url": ADDRESS, "byline": "Nora Lind", "published": "2026-05-30", "links": ["https://roads.example/survey"]}
        handed_in(client, **known, budget="deep", claims_only=True, collections=["static", "documents"], limits=limits, priority=3)
        handed_in(client, text="One line.\r\nAnother line.")
    first, second = (one.order for one in alone.inside.desk.submissions)
    assert isinstance(first, ArticleOrder)
    assert isinstance(second, ArticleOrder)
    assert (first.url, first.byline, str(first.published), first.links) == (ADDRESS, "Nora Lind", "2026-05-30", tuple(known["links"]))
    assert (first.budget, first.claims_only, first.collections) == (BudgetClass.DEEP, True, ("documents", "static"))
    assert (first.limits.max_cost, first.limits.max_pages, alone.inside.desk.submissions[0].priority) == (0.5, 4, 3)
    assert alone.inside.desk.submissions[0].seconds == 3600
    assert (second.text, second.budget, second.web) == ("One line.\nAnother line.", BudgetClass.STANDARD, False)


@pytest.mark.parametrize(("more", "pointer"), [
    ({"text": "x" * (ARTICLE_CHARS + 1)}, "#/text"),
    ({"url": "ftp://old-gazette.example/"}, "#/url"),
    ({"links": ["nowhere"]}, "#/links/0"),
    ({"links": ["https://a.example/"] * 1001}, "#/links"),
    ({"budget": "endless"}, "#/budget"),
    ({"collections": []}, "#/collections"),
    ({"published": "yesterday"}, "#/published"),
    ({"priority": 101}, "#/priority"),
])  # fmt: skip
def test_what_is_no_article_is_refused_with_the_place(service: Service, more: dict[str, Any], pointer: str) -> None:
    with service.client() as client:
        told = problem(client.post("/v1/articles", json=ARTICLE | more), 422, "request_invalid")
    assert [one["pointer"] for one in told["errors"]] == [pointer]


def test_a_text_with_nul_is_refused(service: Service) -> None:
    with service.client() as client:
        problem(client.post("/v1/articles", json=ARTICLE | {"text": "a\x00b"}), 422, "request_invalid")


def test_the_bound_on_characters_is_the_one_of_the_analysis(service: Service) -> None:
    assert Dials().article.extent.chars_at_most == ARTICLE_CHARS
    with service.client() as client:
        assert client.post("/v1/articles", json={"text": "x" * ARTICLE_CHARS}).status_code == 202


def test_nothing_is_no_article_and_a_web_that_is_not_there_is_named(service: Service, alone: Service) -> None:
    with service.client() as client:
        for path in ("/v1/articles", "/v1/estimates/articles"):
            for nothing in ({}, {"text": " \n"}, {"title": "A title"}):
                problem(client.post(path, json=nothing), 422, "request_invalid")
    with alone.client() as client:
        for path in ("/v1/articles", "/v1/estimates/articles"):
            problem(client.post(path, json=ARTICLE | {"web": True}), 409, "web_missing")


def test_a_text_without_claims_is_refused_and_one_that_cannot_be_read_fails(service: Service) -> None:
    with service.client() as client:
        refused = finished(client, handed_in(client, text="What now? Who knows!"))
        assert (refused["outcome"], refused["report"]["outcome"]) == ("refused", "refused")
        assert refused["cause"]
        failed = finished(client, client.post("/v1/articles", json={"url": ADDRESS, "as_of": "2026-06-01"}).json())
        assert (failed["outcome"], failed["report"]["cause"]) == ("failed", failed["cause"])


def test_an_analysis_is_estimated_before_it_is_made(service: Service) -> None:
    with service.client() as client:
        whole = client.post("/v1/estimates/articles", json=ARTICLE).json()
        assert whole["outcome"] == "estimated"
        assert whole["worst"]["calls"] >= whole["expected"]["calls"] > 0
        claims = client.post("/v1/estimates/articles", json=ARTICLE | {"claims_only": True}).json()
        assert claims["worst"]["calls"] < whole["worst"]["calls"]
        assert client.post("/v1/estimates/articles", json=ARTICLE | {"limits": {"max_calls": 1}}).json()["outcome"] == "short"
        problem(client.post("/v1/estimates/articles", json=ARTICLE | {"text": "x" * (ARTICLE_CHARS + 1)}), 422, "request_invalid")


def test_one_key_is_one_article(service: Service) -> None:
    headers = {"Idempotency-Key": "may-issue"}
    with service.client() as client:
        first, second = (client.post("/v1/articles", json=ARTICLE, headers=headers).json()["id"] for _ in range(2))
        assert first == second
        problem(client.post("/v1/articles", json=ARTICLE | {"budget": "deep"}, headers=headers), 422, "request_changed")


def test_an_article_is_no_claim_and_nobody_elses(service: Service) -> None:
    """At the address of another kind, and for another workspace, it is not there; nor is it ended."""
    with service.client(workspace="one") as one, service.client(workspace="two") as two:
        job, claim = handed_in(two), submitted(two)
        for client, path in ((two, f"/v1/checks/{job['id']}"), (two, f"/v1/articles/{claim['id']}"), (one, f"/v1/articles/{job['id']}")):
            problem(client.get(path), 404, "job_missing")
            problem(client.get(f"{path}/events"), 404, "job_missing")
            problem(client.delete(path), 404, "job_missing")
        found = finished(two, job)
        problem(one.get(f"/v1/records/{job['id']}"), 404, "record_missing")
        problem(one.post(f"/v1/records/{job['id']}/replay"), 404, "record_missing")
        assert job["id"] not in one.get("/v1/articles").text + one.get("/v1/records").text
        assert two.get("/v1/articles").json()["jobs"][0]["id"] == job["id"]
    assert found["outcome"] == "completed"


def test_a_key_that_only_reads_hands_in_no_article_but_estimates_one(service: Service) -> None:
    with service.client(Grant.READ) as client:
        problem(client.post("/v1/articles", json=ARTICLE), 403, "scope_missing")
        problem(client.delete("/v1/articles/x"), 403, "scope_missing")
        assert client.post("/v1/estimates/articles", json=ARTICLE).status_code == 200


def test_an_article_that_waits_is_cancelled(alone: Service) -> None:
    alone.inside.desk.held = True
    with alone.client() as client:
        job = handed_in(client)
        assert client.delete(f"/v1/articles/{job['id']}").status_code == 303
        found = finished(client, job)
    assert (found["outcome"], found["report"], found["record"]) == ("cancelled", None, None)


def test_no_line_of_the_log_tells_of_the_article(alone: Service) -> None:
    with alone.client() as client:
        finished(client, handed_in(client, url=ADDRESS, byline="Nora Lind"))
        client.post("/v1/articles", json=ARTICLE | {"more": "Halvorsund"})
    log = alone.log.getvalue()
    assert "/v1/articles" in log
    assert [word for word in ("Halvorsund", "old-gazette", "Nora Lind", "a year old") if word in log] == []
