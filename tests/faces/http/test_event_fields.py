"""What a job tells has a kind and named fields of known types, whatever kind of job it is: as OpenAPI says, and as the manual says."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx2
import jsonschema_rs
import pytest

from tests.faces.http.asking import CHECK, QUESTION
from tests.faces.http.engines import ON_THE_WEB
from tests.faces.http.servers import Service, serving
from tests.faces.http.test_articles import ARTICLE
from tests.faces.http.test_events import lines
from veracious.domain import steps
from veracious.domain.article import ArticleEvent
from veracious.domain.steps import EVENT_KINDS
from veracious.domain.web import Step

MANUAL = Path(__file__).parents[3] / "docs/reference/http.md"
DOCUMENTS = {"documents": [{"text": "The Orla River bridge opened in 2021."}, {"text": " "}]}

# Of each kind of job: where it is handed in, with what, and the kinds of events that it must tell between `running` and `finished`.
JOBS: Mapping[str, tuple[str, Mapping[str, Any], set[str]]] = {
    "verification": ("/v1/verifications", {"claim": ON_THE_WEB, "web": True, "as_of": "2026-03-01"}, {"search", "read", "look"}),
    "check": ("/v1/checks", CHECK, {"claims_read"}),
    "answer": ("/v1/answers", QUESTION, {"passages_found", "draft_judged"}),
    "ingest": ("/v1/documents", DOCUMENTS, {"put"}),
    "article": (
        "/v1/articles",
        ARTICLE,
        {"article_read", "claims_extracted", "target_selection.bayesian_budget", "target_selection.completed", "compare"},
    ),
}


def told(client: httpx2.Client, path: str, body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The events of a job from its first to its last."""
    job = client.post(path, json=body)
    assert job.status_code == 202, job.text
    with client.stream("GET", f"{job.headers['location']}/events") as stream:
        return [json.loads(one["data"]) for one in lines(stream) if "id" in one]


def schema(service: Service) -> jsonschema_rs.Validator:
    """What OpenAPI says of the data of an event."""
    said = service.described["paths"]["/v1/articles/{id}/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]["schema"]
    return jsonschema_rs.validator_for(said["properties"]["data"]["contentSchema"])


@pytest.fixture(scope="module")
def searching() -> Iterator[Service]:
    """A service that searches the web."""
    with serving(web=True) as made:
        yield made


@pytest.mark.parametrize("kind", JOBS)
def test_every_event_of_every_kind_of_job_is_as_it_is_described(searching: Service, kind: str) -> None:
    path, body, wanted = JOBS[kind]
    with searching.client() as client:
        found = told(client, path, body)
    for event in found:
        schema(searching).validate(event)
        assert set(event["fields"]) == _names(event["kind"], event["fields"])
    kinds = [event["kind"] for event in found]
    assert (kinds[:2], kinds[-1]) == (["queued", "running"], "finished")
    assert wanted <= set(kinds)
    assert found[-1]["fields"]["outcome"] == found[-1]["text"]


def _names(kind: str, fields: Mapping[str, object]) -> set[str]:
    """The names that a kind has, those with a star as they stand among the fields."""
    starred = tuple(name[:-1] for name in EVENT_KINDS[kind].fields if name.endswith("*"))
    return {name for name in EVENT_KINDS[kind].fields if not name.endswith("*")} | {
        name for name in fields if name.startswith(starred or "\0")
    }


def test_an_event_with_other_fields_would_be_noticed(service: Service) -> None:
    right = {"number": 3, "kind": "skip", "text": "", "at": "2026-03-01T12:00:00Z", "fields": {"url": "u", "reason": "r"}}
    assert schema(service).is_valid(right)
    for fields in ({}, {"url": "u"}, {"url": 3, "reason": "r"}):
        assert not schema(service).is_valid(right | {"fields": fields})
    assert not schema(service).is_valid(right | {"kind": "skipped"})


@pytest.mark.parametrize("step", [
    steps.search("q"),
    steps.read("u"),
    steps.skip("u", "r"),
    steps.review("c"),
    steps.look("supported"),
    steps.claims_read(1, 2),
    steps.passages_found(1),
    steps.draft_judged(1, 2),
    steps.article_read("t", "u", 3),
    steps.claims_extracted(3, 2, 1),
    steps.compare("c1", "A claim."),
    steps.of_event(ArticleEvent("bind_completed", (("stage", 1),))),
], ids=lambda step: step.kind)  # fmt: skip
def test_what_is_told_has_the_fields_of_its_kind(step: Step) -> None:
    known = EVENT_KINDS[step.kind].fields
    assert {name: type(value) for name, value in step.fields} == dict(known)


def test_the_manual_lists_every_kind_with_its_fields() -> None:
    rows = {found[1]: found[2] for found in re.finditer(r"^\| `([\w.]+)` \| (.*) \|.*\|$", MANUAL.read_text("utf-8"), re.MULTILINE)}
    for name, kind in EVENT_KINDS.items():
        assert re.findall(r"`([\w.*]+)`", rows[name]) == list(kind.fields), name
