"""`POST /worker/verify` and `POST /verify`: two older contracts, kept to the letter. Each hands in a job and waits for it.

A run that failed, was refused or cancelled has no verdict, so it is no answer here but a problem that says why.
"""

import asyncio
from dataclasses import dataclass

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.errors import RequestInFlight
from veracious.domain.job import ClaimOrder, Job
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.domain.verdict import Outcome
from veracious.faces.http import jobs, news_contract, problems, worker_contract
from veracious.faces.http.jobs import Handed, Key
from veracious.faces.http.models import Given
from veracious.faces.http.news_contract import NewsAnswer, NewsClaim
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs, router
from veracious.faces.http.worker_contract import WorkerAnswer, WorkerClaim

GRACE_S = 5.0  # beyond its own end, in which a job is still finished and written down
LATER = {"Retry-After": str(problems.AGAIN_S)}
NOT_DONE = "The run has not ended in time. Hand it in with POST /v1/verifications, which does not wait."
REFUSED = "This is not a claim that can be checked. State something that holds or does not."

routes = router("older contracts")


@dataclass(frozen=True, slots=True)
class Ran:
    """A job that ended with a verdict."""

    job: Job
    record: Record
    report: Report


@routes.post(
    "/worker/verify",
    operation_id="verify_as_worker",
    response_model=WorkerAnswer,
    responses=problems.also(402, 409),
    summary="Verify a claim and wait",
)
@needs(Grant.VERIFY)
async def verify_as_worker(visit: Visiting, body: WorkerClaim, key: Key = "") -> WorkerAnswer:
    """Verify a claim and wait for the verdict, in the fields of the worker contract.

    It runs on the default dials, changed by `domain`; the record names them all. `verdict_confidence` and `truthfulness_percent` are scores
    of seed A, not probabilities.
    """
    ran = await _run(visit, body, body.claim, key, body.domain)
    return worker_contract.answer(body, ran.record.envelope.id, ran.report)


@routes.post(
    "/verify",
    operation_id="verify_as_news",
    response_model=NewsAnswer,
    response_model_exclude_none=True,
    responses=problems.also(402, 409),
    summary="Verify a claim of the news and wait",
)
@needs(Grant.VERIFY)
async def verify_as_news(visit: Visiting, body: NewsClaim, key: Key = "") -> NewsAnswer:
    """Verify a claim and wait for the verdict, with `sub_results` where the claim has several parts.

    Each part is decided by the default dials; the parts are joined as seed E §8 prints it: any refuted part refutes.
    """
    return news_contract.answer(body, (await _run(visit, body, body.claim, key)).report)


async def _run(visit: Visit, body: Given, claim: str, key: str, domain: str = "general") -> Ran:
    backend = visit.backend
    order = ClaimOrder(claim, backend.clock.now().date(), web=backend.web, domain=domain)
    job, is_new = await jobs.hand_in(visit, Handed(body, order, seconds=backend.pace.answer), key)
    if not is_new and not job.is_finished:
        raise RequestInFlight(job.id)
    job = job if job.is_finished else await backend.desk.wait(visit.workspace, job.id, backend.pace.answer + GRACE_S)
    if not job.is_finished:
        if not key:  # nobody could ask for it any more
            await backend.desk.cancel(visit.workspace, job.id)
        raise Trouble(503, "run_unfinished", NOT_DONE, LATER)
    return await _decided(visit, job)


async def _decided(visit: Visit, job: Job) -> Ran:
    """The run with its verdict; without one, the problem that it is."""
    if job.outcome == Outcome.REFUSED:
        raise Trouble(409, "claim_refused", job.cause or REFUSED)
    if not job.has_record or not Outcome(job.outcome).may_have_verdict:
        raise Trouble(503, f"run_{job.outcome}", job.cause or f"The run was {job.outcome}.", LATER)
    record = await visit.backend.records.fetch(visit.workspace, job.id)
    report = await asyncio.to_thread(app.records.report, record)
    if report.verdict is None:
        raise Trouble(503, "run_partial", report.cause or "The run ended before there was a verdict.", LATER)
    return Ran(job, record, report)
