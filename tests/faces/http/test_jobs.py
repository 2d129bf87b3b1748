"""Claims, answers and questions are handed in, listed, read and cancelled."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faces.http.asking import CHECK, LENGTH, QUESTION, TWO, UNCHECKABLE, finished, problem, submitted, verified
from tests.faces.http.engines import FAILS
from tests.faces.http.servers import Service
from veracious import app
from veracious.domain.access import Grant
from veracious.domain.job import Allowance, ClaimOrder
from veracious.faces import wire
from veracious.flow.verify import Verified


def test_a_claim_is_accepted_and_read_where_location_says(service: Service) -> None:
    with service.client() as client:
        answer = client.post("/v1/verifications", json={"claim": LENGTH, "as_of": "2026-03-01"})
        assert answer.status_code == 202
        job = answer.json()
        assert answer.headers["location"] == f"/v1/verifications/{job['id']}"
        assert (job["kind"], job["state"], job["report"]) == ("verification", "queued", None)
        found = finished(client, job)
    assert (found["outcome"], found["record"], found["spent_micros"]) == ("completed_from_cache", job["id"], 1200)
    assert found["report"]["verdict"] == "supported"
    assert found["report"]["record"] == job["id"]
    assert found["report"]["claim"] == LENGTH


def test_the_report_is_the_one_that_the_command_line_writes(service: Service) -> None:
    with service.client() as client:
        found = verified(client, TWO)
    record = asyncio.run(service.inside.engine.archive("one").fetch(found["id"]))
    assert found["report"] == json.loads(wire.verified(Verified(app.records.report(record), record)))


def test_a_claim_that_is_none_is_refused_and_has_no_verdict(service: Service) -> None:
    with service.client() as client:
        found = verified(client, UNCHECKABLE)
    assert found["outcome"] == "refused"
    assert "verdict" not in found["report"]
    assert found["report"]["refusal"]["reason"] == "question"


def test_a_run_that_failed_has_no_verdict_and_says_why(service: Service) -> None:
    with service.client() as client:
        found = verified(client, FAILS)
    assert found["outcome"] == "failed"
    assert "verdict" not in found["report"]
    assert found["cause"]


def test_an_answer_is_checked_against_the_documents_that_come_with_it(service: Service) -> None:
    with service.client() as client:
        answer = client.post("/v1/checks", json=CHECK)
        assert answer.headers["location"].startswith("/v1/checks/")
        found = finished(client, answer.json())
    assert [claim["verdict"] for claim in found["report"]["claims"]] == ["supported"]
    assert found["report"]["claims"][0]["evidence"][0]["quotes"][0]["title"] == "Handbook"
    assert found["report"]["gates"]


def test_a_question_is_answered_from_documents(service: Service) -> None:
    with service.client() as client:
        found = finished(client, client.post("/v1/answers", json=QUESTION).json())
    assert found["outcome"] == "completed"
    assert "1,420 metres" in found["report"]["response"]
    assert found["report"]["record"] == found["id"]


def test_a_job_is_of_one_kind(service: Service) -> None:
    """Read at the address of another kind it is not there, and it cannot be cancelled there."""
    with service.client() as client:
        job = submitted(client)
        for kind in ("checks", "answers"):
            problem(client.get(f"/v1/{kind}/{job['id']}"), 404, "job_missing")
            problem(client.delete(f"/v1/{kind}/{job['id']}"), 404, "job_missing")
            problem(client.get(f"/v1/{kind}/{job['id']}/events"), 404, "job_missing")


def test_a_claim_is_read_with_its_context(service: Service) -> None:
    """As `docs/reference/http.md` shows it."""
    with service.client() as client:
        asked = {"claim": "The bill was passed in May.", "context": "The Clean Rivers Bill came before parliament in March."}
        found = finished(client, client.post("/v1/verifications", json=asked).json())
        without = finished(client, client.post("/v1/verifications", json={"claim": asked["claim"]}).json())
    assert found["report"]["claim"] == "The Clean Rivers Bill was passed in May."
    assert found["report"]["assumed"] == ["“The bill” is read as “Clean Rivers Bill”"]
    assert without["report"]["refusal"]["reason"] == "ambiguous_reference"


def test_what_was_asked_becomes_the_order(alone: Service) -> None:
    with alone.client() as client:
        limits = {"max_cost": 0.5, "max_seconds": 30, "max_pages": 4, "max_calls": 90}
        submitted(client, collections=["static", "documents", "static"], limits=limits, priority=3, context="The Clean Rivers Bill.")
        client.post("/v1/verifications", json={"claim": LENGTH})
    first, second = alone.inside.desk.submissions
    assert isinstance(first.order, ClaimOrder)
    assert isinstance(second.order, ClaimOrder)
    assert first.order.collections == ("documents", "static")
    assert (first.order.limits.max_cost, first.order.limits.max_pages, first.priority) == (0.5, 4, 3)
    assert (first.order.context, second.order.context) == ("The Clean Rivers Bill.", "")
    assert first.held_micros == 2000
    assert first.actor.startswith("vk_")
    assert second.order.as_of == alone.inside.clock.now().date()


def test_a_list_is_read_page_by_page_and_nothing_is_lost_or_told_twice(alone: Service) -> None:
    """New jobs that come meanwhile do not move the pages."""
    with alone.client(workspace="paged") as client:
        made = [submitted(client)["id"] for _ in range(7)]
        seen, cursor = [], ""
        while True:
            page = client.get("/v1/verifications", params={"limit": 3, "cursor": cursor}).json()
            seen += [job["id"] for job in page["jobs"]]
            if page["next_cursor"] is None:
                break
            cursor = page["next_cursor"]
            submitted(client)
        assert seen == made[::-1]
        assert client.get("/v1/checks").json() == {"jobs": [], "next_cursor": None}


@pytest.mark.parametrize("limit", ["0", "101", "-1", "1.0", "1_0", "+5", "ten", "", "null"])
def test_a_limit_is_a_number_from_1_to_100(service: Service, limit: str) -> None:
    with service.client() as client:
        problem(client.get("/v1/verifications", params={"limit": limit}), 422, "request_invalid")


def test_a_parameter_that_is_not_known_or_stands_twice_is_refused(service: Service) -> None:
    with service.client() as client:
        assert "`limt`" in problem(client.get("/v1/verifications?limt=3"), 422, "request_invalid")["detail"]
        assert "twice" in problem(client.get("/v1/verifications?limit=3&limit=4"), 422, "request_invalid")["detail"]
        problem(client.get("/health?x=1"), 422, "request_invalid")


def test_a_job_that_waits_is_cancelled(alone: Service) -> None:
    alone.inside.desk.held = True
    with alone.client() as client:
        job = submitted(client)
        answer = client.delete(f"/v1/verifications/{job['id']}")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/v1/verifications/{job['id']}")
        found = finished(client, job)
        assert (found["outcome"], found["report"], found["record"]) == ("cancelled", None, None)


def test_a_finished_job_stays_as_it_is(service: Service) -> None:
    with service.client() as client:
        found = verified(client)
        answer = client.delete(f"/v1/verifications/{found['id']}")
        assert answer.status_code == 303
        assert client.get(answer.headers["location"]).json()["outcome"] == "completed_from_cache"


def test_one_key_is_one_job_however_often_it_is_sent(alone: Service) -> None:
    """A hundred at once: one run, and all are told of the same job."""
    body = {"claim": LENGTH, "as_of": "2026-03-01"}
    together = threading.Barrier(20)

    def send(number: int) -> str:
        with alone.client() as client:
            if number < 20:
                together.wait(10)
            answer = client.post("/v1/verifications", json=body, headers={"Idempotency-Key": "order-66"})
            assert answer.status_code == 202
            return str(answer.json()["id"])

    with ThreadPoolExecutor(20) as pool:
        names = set(pool.map(send, range(100)))
    assert len(names) == 1
    assert len(alone.inside.desk.submissions) == 1


def test_a_key_that_was_used_for_another_request_is_refused(service: Service) -> None:
    """The order of names and white space do not make another request; another value does, and so does another kind."""
    headers = {"Idempotency-Key": "reused", "Content-Type": "application/json"}
    with service.client() as client:
        first = client.post("/v1/verifications", content='{"claim": "The bridge is long.", "web": false}', headers=headers).json()
        same = client.post("/v1/verifications", content='{"web":false,"claim":"The bridge is long."}', headers=headers)
        assert same.json()["id"] == first["id"]
        problem(client.post("/v1/verifications", json={"claim": "The bridge is short."}, headers=headers), 422, "request_changed")
        problem(client.post("/v1/answers", json=QUESTION, headers=headers), 422, "request_changed")


def test_a_key_is_of_the_one_who_sends_it(service: Service) -> None:
    headers = {"Idempotency-Key": "shared-name"}
    with service.client(Grant.ADMIN) as one, service.client(Grant.VERIFY) as other:
        assert (
            one.post("/v1/verifications", json={"claim": LENGTH}, headers=headers).json()["id"]
            != other.post("/v1/verifications", json={"claim": LENGTH}, headers=headers).json()["id"]
        )


def test_limits_on_jobs_and_money_are_told_as_such(alone: Service) -> None:
    alone.inside.desk.held = True
    alone.inside.desk.limits["one"] = Allowance(money_micros=5000, jobs_at_once=2)
    with alone.client() as client:
        submitted(client)
        submitted(client)
        problem(client.post("/v1/verifications", json={"claim": LENGTH}), 429, "jobs_too_many")
        alone.inside.desk.limits["one"] = Allowance(money_micros=5000)
        told = problem(client.post("/v1/verifications", json={"claim": LENGTH}), 402, "money_short")
        assert "max_cost" in told["detail"]


def test_the_web_is_not_passed_over_where_none_is_searched(service: Service) -> None:
    with service.client() as client:
        problem(client.post("/v1/verifications", json={"claim": LENGTH, "web": True}), 409, "web_missing")
        problem(client.post("/v1/estimates", json={"claim": LENGTH, "web": True}), 409, "web_missing")
