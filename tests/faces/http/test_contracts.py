"""The two older contracts, field by field against what they promise; an error is never a verdict."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.faces.http.asking import LENGTH, TWO, UNCHECKABLE, problem
from tests.faces.http.engines import FAILS, claim_of
from tests.faces.http.servers import Service, serving
from veracious.domain.access import Grant
from veracious.domain.job import Ended
from veracious.domain.report import Report
from veracious.domain.verdict import Outcome, SubResult, Verdict
from veracious.faces.http import news_contract
from veracious.faces.http.backend import Pace
from veracious.faces.http.news_contract import NewsClaim
from veracious.rules import labels
from veracious.rules.labels import Vocabulary

FIXTURES = Path(__file__).parent / "fixtures"
KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "string or null": (str, type(None)),
    "number or null": (int, float, type(None)),
}


def fixture(name: str) -> Any:
    """What a contract says, written down."""
    return json.loads((FIXTURES / f"{name}.json").read_text("utf-8"))


def holds(found: dict[str, Any], promised: dict[str, str]) -> None:
    """Every field that is promised is there, of its kind, and no other."""
    assert set(found) == set(promised)
    wrong = [
        name
        for name, kind in promised.items()
        if not isinstance(found[name], KINDS[kind]) or (kind != "boolean" and isinstance(found[name], bool))
    ]
    assert wrong == []


def asked(client: httpx2.Client, **change: Any) -> httpx2.Response:
    """A request to the worker."""
    return client.post("/worker/verify", json=fixture("worker_request") | change)


def test_the_worker_answers_in_the_fields_of_its_contract(service: Service) -> None:
    promised = fixture("worker_response")
    with service.client() as client:
        found = asked(client, claim=TWO).json()
    holds(found, promised["fields"])
    for name in ("evidence", "evidence_map", "claim_breakdown"):
        assert found[name]
        for one in found[name]:
            holds(one, promised[name])
    assert set(promised["analysis_counts"]) <= set(found["analysis_counts"])
    assert (found["job_id"], found["room_id"], found["source"], found["domain"]) == ("job-7", "room-1", "extension", "general")
    assert found["verdict"] == "TRUE"
    assert 0 < found["verdict_confidence"] <= 1
    assert 0 <= found["truthfulness_percent"] <= 100
    assert found["top_ranking_score"] >= found["avg_ranking_score"] > 0
    assert (found["used_web_search"], found["data_source"]) == (False, "cache")
    assert [one["verdict"] for one in found["claim_breakdown"]] == ["TRUE", "TRUE"]
    ids = {one["evidence_id"] for one in found["evidence"]}
    assert ids <= {id for one in found["evidence_map"] for id in (*one["supports"], *one["contradicts"], *one["neutral"])}


def test_the_worker_needs_a_job_id_and_a_claim_and_the_rest_has_its_default(service: Service) -> None:
    with service.client() as client:
        found = client.post("/worker/verify", json={"job_id": "1", "claim": LENGTH}).json()
        assert (found["room_id"], found["source"], found["domain"]) == (None, None, "general")
        assert len(found["evidence"]) <= 5
        for gone in ("job_id", "claim"):
            left = {name: value for name, value in fixture("worker_request").items() if name != gone}
            problem(client.post("/worker/verify", json=left), 422, "request_invalid")


@pytest.mark.parametrize("top_k", [1, 2, 20])
def test_as_many_pieces_are_told_as_were_asked_for(service: Service, top_k: int) -> None:
    with service.client() as client:
        assert 0 < len(asked(client, top_k=top_k).json()["evidence"]) <= top_k


@pytest.mark.parametrize("top_k", [0, 21, -1, 1.5, "5", None])
def test_top_k_is_bounded(service: Service, top_k: Any) -> None:
    with service.client() as client:
        problem(asked(client, top_k=top_k), 422, "request_invalid")


def test_the_news_contract_answers_a_claim_of_one_part_without_sub_results(service: Service) -> None:
    promised = fixture("news_response")
    with service.client() as client:
        found = client.post("/verify", json=fixture("news_request")).json()
    holds(found, promised["fields"])
    assert found["verdict"] == "Supported"
    assert found["citations"]
    for one in found["citations"]:
        holds(one, promised["citations"])


def test_the_news_contract_answers_a_claim_of_two_parts_with_sub_results(service: Service) -> None:
    promised = fixture("news_response")
    with service.client() as client:
        found = client.post("/verify", json={"claim": TWO}).json()
    holds(found, promised["fields"] | {"sub_results": "array"})
    assert len(found["sub_results"]) == 2
    for one in found["sub_results"]:
        holds(one, promised["sub_results"])


_S, _R, _M, _N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE


@pytest.mark.parametrize(
    ("parts", "word"),
    [
        ((_S, _S), "Supported"),
        ((_S, _R), "Refuted"),
        ((_R, _M), "Refuted"),
        ((_R, _N), "Refuted"),
        ((_S, _M), "Mixed/Disputed"),
        ((_M, _N), "Mixed/Disputed"),
        ((_S, _N), "Mixed/Disputed"),
        ((_N, _N), "Not Enough Evidence"),
        ((_S, _S, _R), "Refuted"),
    ],
)
def test_the_news_contract_joins_parts_as_its_seed_says(parts: tuple[Verdict, ...], word: str) -> None:
    results = tuple(SubResult(f"Part {number}.", verdict, "", ()) for number, verdict in enumerate(parts))
    report = Report(Outcome.COMPLETED, verdict=_N, sub_results=results)
    assert news_contract.answer(NewsClaim(claim="A claim of parts."), report).verdict == word


E8 = {
    "SS": "Supported",
    "SR": "Refuted",
    "RR": "Refuted",
    "RM": "Refuted",
    "RN": "Refuted",
    "SSR": "Refuted",
    "SM": "Mixed/Disputed",
    "MM": "Mixed/Disputed",
    "MN": "Mixed/Disputed",
    "SN": "Mixed/Disputed",
    "NN": "Not Enough Evidence",
}
PART = {"S": "Supported", "R": "Refuted", "M": "Mixed/Disputed", "N": "Not Enough Evidence"}


@pytest.mark.parametrize(("row", "word"), E8.items())
def test_parts_are_joined_over_http_as_the_seed_prints_it(service: Service, row: str, word: str) -> None:
    with service.client() as client:
        found = client.post("/verify", json={"claim": claim_of(row)}).json()
    assert [one["verdict"] for one in found["sub_results"]] == [PART[letter] for letter in row]
    assert found["verdict"] == word


def test_a_domain_picks_weights_and_how_credible_a_source_must_be(service: Service) -> None:
    with service.client() as client:
        told = {name: asked(client, job_id=name, domain=name).json() for name in ("general", "health", "science", "gardening")}
        dials = {name: client.get(f"/v1/records/{one['record']}").json()["body"]["dials"] for name, one in told.items()}
    assert [one["domain"] for one in told.values()] == list(told)
    assert told["health"]["avg_ranking_score"] != told["general"]["avg_ranking_score"] != told["science"]["avg_ranking_score"]
    assert told["gardening"]["avg_ranking_score"] == told["general"]["avg_ranking_score"]
    assert dials["gardening"] == dials["general"]
    assert len(set(dials.values())) == 3


def test_every_word_of_a_verdict_is_one_that_the_contracts_know() -> None:
    for name, vocabulary in (("worker_response", Vocabulary.WORKER), ("news_response", Vocabulary.NEWS)):
        for word in fixture(name)["verdicts"]:
            assert labels.write(labels.read(word, vocabulary), vocabulary) == word


@pytest.mark.parametrize("path", ["/worker/verify", "/verify"])
def test_a_claim_that_is_none_is_a_problem_that_says_why(service: Service, path: str) -> None:
    with service.client() as client:
        body = fixture("worker_request" if "worker" in path else "news_request") | {"claim": UNCHECKABLE}
        answer = client.post(path, json=body)
    told = problem(answer, 409, "claim_refused")
    assert "verdict" not in answer.json()
    assert len(told["detail"]) > 20


@pytest.mark.parametrize("path", ["/worker/verify", "/verify"])
def test_a_run_that_failed_is_a_problem_and_no_verdict(service: Service, path: str) -> None:
    with service.client() as client:
        body = fixture("worker_request" if "worker" in path else "news_request") | {"claim": FAILS}
        answer = client.post(path, json=body)
    problem(answer, 503, "run_failed")
    assert answer.headers["retry-after"] == "5"
    assert not any(word in answer.text for word in ("TRUE", "FALSE", "UNVERIFIABLE", "Refuted", "Not Enough"))


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.CANCELLED, Outcome.PARTIAL, Outcome.COMPLETED])
def test_an_end_without_a_record_is_no_verdict(alone: Service, outcome: Outcome) -> None:
    async def ends(*_: object) -> Ended:
        return Ended(outcome, "it ended so", 0, has_record=False)

    alone.inside.desk.perform = ends
    with alone.client() as client:
        told = problem(client.post("/verify", json={"claim": LENGTH}), 503, f"run_{outcome}")
        assert told["detail"] == "it ended so"


def test_a_request_that_is_being_answered_is_told_as_such_and_then_answered_again(alone: Service) -> None:
    """The second comes while the first waits: 409. Once it is done: the same answer, and no second run."""
    alone.inside.desk.held = True
    headers = {"Idempotency-Key": "once", "Authorization": f"Bearer {alone.key(Grant.ADMIN)}"}
    first: list[httpx2.Response] = []

    def send() -> None:
        with alone.client() as client:
            first.append(client.post("/verify", json={"claim": LENGTH}, headers=headers))

    waiting = threading.Thread(target=send)
    waiting.start()
    with alone.client() as client:
        while not alone.inside.desk.submissions:
            time.sleep(0.01)
        answer = client.post("/verify", json={"claim": LENGTH}, headers=headers)
        problem(answer, 409, "request_in_flight")
        assert answer.headers["retry-after"] == "1"
        alone.inside.desk.held = False
        waiting.join(20)
        again = client.post("/verify", json={"claim": LENGTH}, headers=headers)
    assert first[0].status_code == again.status_code == 200
    assert first[0].json() == again.json()
    assert len(alone.inside.desk.submissions) == 1


@pytest.mark.parametrize(("key", "is_cancelled"), [("", True), ("mine", False)])
def test_a_run_that_takes_too_long_is_told_and_ended_if_nobody_can_ask_for_it(key: str, is_cancelled: bool) -> None:
    with serving(pace=Pace(answer=-4.9)) as service, service.client() as client:  # with the grace, a tenth of a second
        service.inside.desk.held = True
        problem(client.post("/verify", json={"claim": LENGTH}, headers={"Idempotency-Key": key}), 503, "run_unfinished")
        (job,) = service.inside.desk.jobs.values()
        assert job.cancelling is is_cancelled
