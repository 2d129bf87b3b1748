"""Traces of the real service: a request, its job and every port that the job asks are one trace, and nothing of what was asked is in it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import get_type_hints

import httpx2
import pytest

from tests.collector import ERROR, Collector, Span, collector
from tests.endpoints import ModelServer, right
from tests.internet import AS_OF, KEYS, SITES, Internet
from tests.internet.command import variables
from tests.service import Service
from veracious.adapters.postgres.server import Addresses
from veracious.client import Job
from veracious.ports import TOOL_ROLES, Tools

CLAIM = "The harbour bridge was opened in May 2026 and it is 412 metres long."
CALLER = "4bf92f3577b34da6a3ce929d0e0e4736"
SPAN = "00f067aa0ba902b7"
REQUEST_ID = "request-of-a-test"
UNUSED = {
    "clock": "asks nobody",
    "ids": "asks nobody",
    "scales": "weighs answers, not claims",
    "author": "writes answers, not verdicts",
    "analyst": "reads articles, not claims",
}


@pytest.fixture(scope="module")
def internet() -> Iterator[Internet]:
    with Internet() as running:
        running.fail("tavily", "500")  # so that the spare is asked
        yield running


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with ModelServer((right,)) as running:
        yield running


@pytest.fixture(scope="module")
def received() -> Iterator[Collector]:
    with collector() as running:
        yield running


@pytest.fixture(scope="module")
def service(
    new_addresses: Callable[..., Addresses],
    tmp_path_factory: pytest.TempPathFactory,
    internet: Internet,
    model: ModelServer,
    received: Collector,
) -> Iterator[Service]:
    reviews = {"VERACIOUS_FACTCHECK": internet.providers["factcheck"], "VERACIOUS_FACTCHECK_KEY": KEYS["factcheck"]}
    asked = {"VERACIOUS_ENDPOINT": model.url, "VERACIOUS_ENDPOINT_MODEL": "scripted"}
    traced = {"OTEL_EXPORTER_OTLP_ENDPOINT": received.url, "OTEL_BSP_SCHEDULE_DELAY": "200"}
    made = Service(new_addresses(), tmp_path_factory.mktemp("traces"), **variables(internet), **reviews, **asked, **traced)
    try:
        made.serve()
        made.launch("worker", "-m", "tests.internet.command", "worker", "--grace", "5")
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def key(service: Service) -> str:
    return service.key("alpha", "write")


@pytest.fixture(scope="module")
def job(service: Service, key: str) -> str:
    """A claim that was checked on the web, handed in within the trace of a caller."""
    body = {"claim": CLAIM, "web": True, "as_of": AS_OF.isoformat()}
    headers = {"Authorization": f"Bearer {key}", "traceparent": f"00-{CALLER}-{SPAN}-01", "X-Request-Id": REQUEST_ID}
    answer = httpx2.post(f"{service.url}/v1/verifications", json=body, headers=headers, timeout=30)
    assert answer.status_code == 202, answer.text
    with service.client(key) as client:
        ended = client.wait(Job(answer.json()["id"], "verification", "queued"))
    assert ended.outcome in ("completed", "partial"), (ended, service.said("worker"))
    return ended.id


@pytest.fixture(scope="module")
def spans(job: str, received: Collector) -> Sequence[Span]:
    """The spans of that trace."""
    found = received.wait(lambda spans: any(one.name == "job verification" for one in spans))
    return [one for one in found if one.trace == CALLER]


def named(spans: Sequence[Span], name: str) -> Span:
    (found,) = [one for one in spans if one.name == name]
    return found


def test_a_request_and_its_job_are_one_trace_with_the_caller(spans: Sequence[Span], job: str) -> None:
    request, run = named(spans, "POST /v1/verifications"), named(spans, "job verification")
    assert (request.service, request.parent) == ("veracious-api", SPAN)
    assert (run.service, run.parent) == ("veracious-worker", request.id)
    ids = {"veracious.job": job, "veracious.workspace": "alpha", "veracious.request_id": REQUEST_ID}
    assert ids.items() <= request.attributes.items()
    assert ids.items() <= run.attributes.items()
    assert request.attributes["http.response.status_code"] == 202
    assert run.attributes["veracious.outcome"] in ("completed", "partial")


def test_every_port_that_the_job_asks_is_a_span_within_it(spans: Sequence[Span]) -> None:
    """By the fields of `Tools`: one that is new fails here until its calls are told, or until it is said why a claim does not ask it."""
    by_id = {one.id: one for one in spans}
    ports = {str(one.attributes["veracious.port"]) for one in spans if "veracious.port" in one.attributes}
    adapters = {one.name.split()[0] for one in spans}
    roles = {role.field: role.name for role in TOOL_ROLES}
    kept = {field: f"Postgres{port.__name__}" for field, port in get_type_hints(Tools).items() if field in ("archive", "blobs")}
    unseen = {field.name for field in fields(Tools) if roles.get(field.name) not in ports and kept.get(field.name) not in adapters}
    assert unseen == set(UNUSED)
    assert {"PostgresTape", "PostgresJobs", "OnnxEmbedder", "language_model"} <= adapters
    run = named(spans, "job verification")
    for one in (one for one in spans if one.service == "veracious-worker" and one is not run):
        while one.parent != run.id:
            one = by_id[one.parent]


def test_a_call_tells_who_answered_and_how_it_ended(spans: Sequence[Span]) -> None:
    ports = [one for one in spans if "veracious.port" in one.attributes]
    by_port = {str(one.attributes["veracious.port"]): one for one in ports}
    assert by_port["search"].status == ERROR
    assert by_port["search"].attributes["veracious.provider"] == "tavily"
    assert by_port["spare"].attributes["veracious.provider"] == "brave"
    assert str(by_port["second"].attributes["veracious.provider"]).startswith("scripted at ")
    assert {one.attributes["error.type"] for one in ports if one.status == ERROR} >= {"SourceUnavailable", "SourceResting"}
    assert {one.attributes["veracious.outcome"] for one in ports if one.status != ERROR} == {"answered"}
    assert all(one.attributes["veracious.method"] for one in ports)


def test_nothing_of_what_was_asked_or_read_is_in_a_trace(spans: Sequence[Span], received: Collector, key: str) -> None:
    everything = b"".join(received.bodies).lower()
    sites = {site.name for site in SITES} - {f"{name}.example" for name in ("factcheck", "tavily", "brave", "searxng")}
    for secret in ("harbour", "bridge", "412 metres", "http://", key, *KEYS.values(), *sites):
        assert secret.lower().encode() not in everything, secret
    assert not any(one.message or one.events for one in received.spans)


def test_no_call_is_a_trace_by_itself(spans: Sequence[Span], received: Collector) -> None:
    """What a worker does for itself, and probes of the API, are in no trace."""
    roots = {one.name for one in received.spans if not one.parent}
    assert all(re.fullmatch(r"GET /v1/\S+", name) for name in roots), roots
