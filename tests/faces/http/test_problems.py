"""Every error is told as a problem, and none tells of the inside."""

import inspect

import pytest

from tests.faces.http.asking import LENGTH, problem, verified
from tests.faces.http.servers import Service
from veracious.domain import errors
from veracious.domain.errors import VeraciousError
from veracious.faces.http import problems

CLASSES = [value for _, value in inspect.getmembers(errors, inspect.isclass) if issubclass(value, VeraciousError)]
EXPECTED = {
    errors.KeyUnknown: 401, errors.SessionInvalid: 401, errors.ScopeMissing: 403, errors.RequestsTooMany: 429, errors.JobsTooMany: 429,
    errors.MoneyShort: 402, errors.JobMissing: 404, errors.RecordMissing: 404, errors.RequestChanged: 422, errors.RequestInFlight: 409,
    errors.JobOutdated: 409, errors.InputError: 422, errors.NotCanonical: 422, errors.SetupError: 503, errors.StoreMissing: 503,
    errors.StoreUnavailable: 503, errors.StoreFailed: 503, errors.ArchiveUnavailable: 503, errors.ReplayDiffers: 409,
    errors.AdminNeeded: 409, errors.PersonKnown: 409, errors.IdentityKnown: 409,
    errors.PersonNeeded: 403, errors.ReviewOvertaken: 409, errors.ReviewRefused: 422,
    errors.FeedbackTooMuch: 429, errors.RecordAltered: 409, errors.SourceLimited: 503, errors.VeraciousError: 500,
}  # fmt: skip


@pytest.mark.parametrize(("kind", "status"), EXPECTED.items())
def test_an_error_has_the_status_of_its_row(kind: type[VeraciousError], status: int) -> None:
    assert problems.status_of(kind()) == status


@pytest.mark.parametrize("kind", CLASSES)
def test_every_error_says_what_to_do_and_what_is_inside_stays_inside(kind: type[VeraciousError]) -> None:
    sketch = problems.of_error(kind("postgres://owner:hunter2@db"))
    assert 400 <= sketch.status < 600
    assert sketch.detail.startswith(" ".join((kind.__doc__ or "").split()))
    assert ("hunter2" in sketch.detail) == (sketch.status in (402, 403, 409, 413, 422, 429))
    says_when = (errors.RequestsTooMany, errors.RequestInFlight, errors.FeedbackTooMuch)
    assert ("Retry-After" in sketch.headers) == (sketch.status == 503 or kind in says_when)
    assert ("WWW-Authenticate" in sketch.headers) == (sketch.status == 401)


def test_a_store_that_does_not_answer_is_told_without_its_address(alone: Service) -> None:
    with alone.client() as client:
        alone.inside.desk.broken = True
        for answer in (client.get("/v1/verifications"), client.post("/v1/verifications", json={"claim": LENGTH})):
            problem(answer, 503, "store_unavailable")
            assert answer.headers["retry-after"] == "5"
            assert "10.1.2.3" not in answer.text
        alone.inside.desk.broken = False
        assert client.get("/v1/verifications").status_code == 200


def test_what_nobody_foresaw_is_a_problem_without_its_inside(alone: Service) -> None:
    """Not in the answer, and not in the log: the text of an error may hold what was asked."""

    async def broken(*_: object) -> object:
        raise ZeroDivisionError(f"the inside: {LENGTH}")

    alone.inside.desk.newest = broken  # type: ignore[method-assign, assignment]
    with alone.client() as client:
        answer = client.get("/v1/verifications")
        told = problem(answer, 500)
        assert "inside" not in answer.text
        assert told["detail"].startswith("Something went wrong")
        assert client.get("/health").status_code == 200
    log = alone.log.getvalue()
    assert '"error": "ZeroDivisionError"' in log
    assert "test_problems.py" in log
    assert "Halvorsund" not in log
    assert told["request_id"] in log


def test_a_problem_names_the_address_that_was_asked(service: Service) -> None:
    with service.client() as client:
        told = problem(client.get("/v1/verifications/none"), 404, "job_missing")
        assert (told["instance"], told["title"]) == ("/v1/verifications/none", "Job missing")


def test_a_record_that_was_erased_leaves_its_job_without_a_report(service: Service) -> None:
    with service.client() as client:
        job = verified(client)
        assert client.delete(f"/v1/records/{job['id']}").status_code == 204
        found = client.get(f"/v1/verifications/{job['id']}").json()
        assert (found["state"], found["report"]) == ("finished", None)
