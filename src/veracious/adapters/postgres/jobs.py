"""Jobs in the store: handed in and put into the queue in one transaction, begun by one worker at a time, finished once.

The queue is that of DBOS in the same database; the statement `job_enqueue` is all that is known of it here. What a job may cost at most is
set aside when it is handed in and settled when it is finished, so that no allowance is passed however many come at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from psycopg.types.json import Json

from veracious.adapters import acting, json_values
from veracious.adapters.postgres import intake, webhooks
from veracious.adapters.postgres.database import Database, Row, Transaction
from veracious.adapters.threads import in_thread
from veracious.domain.errors import JobMissing, JobOutdated, JobsTooMany, MoneyShort, RequestChanged, SourceMalformed
from veracious.domain.job import (
    Allowance,
    AnswerOrder,
    ArticleOrder,
    CheckOrder,
    ClaimOrder,
    Ended,
    IngestOrder,
    Job,
    JobEvent,
    JobOrder,
    JobState,
    Kind,
    Submission,
    Unfinished,
)
from veracious.domain.verdict import Outcome
from veracious.domain.web import Step
from veracious.ports import Clock
from veracious.rules import digest

WORKFLOW = "veracious_job"  # the name of the one workflow there is
OWN = ""  # the actor that stands for the workspace itself
ORDERS: dict[Kind, type[JobOrder]] = {
    Kind.VERIFICATION: ClaimOrder,
    Kind.CHECK: CheckOrder,
    Kind.ANSWER: AnswerOrder,
    Kind.INGEST: IngestOrder,
    Kind.ARTICLE: ArticleOrder,
}
FIRST = 2  # events before the first of a run: queued, running


@dataclass(frozen=True, slots=True)
class WorkerId:
    """Who runs jobs: a process and the version of what it runs."""

    executor: str
    version: str


class PostgresJobs:
    """The jobs of one workspace."""

    def __init__(self, database: Database, workspace: str, clock: Clock, worker: WorkerId | None = None) -> None:
        self._database = database
        self._workspace = workspace
        self._clock = clock
        self._worker = worker or WorkerId("", "")

    @in_thread
    def submit(self, name: str, queue: str, submission: Submission) -> tuple[Job, bool]:
        """Take a job in under a new name; the job, and whether it is new: the same key of the same owner is the same job."""
        now = self._clock.now()
        kind = next(kind for kind, shape in ORDERS.items() if isinstance(submission.order, shape))
        with self._database.transaction(self._workspace) as tx:
            if submission.idempotency and (known := self._known(tx, name, submission, now)) is not None:
                return known, False
            if not submission.documents:
                self._hold(tx, submission, now)
            said = {"id": name, "kind": kind.value, "queue": queue, "priority": submission.priority, "actor": submission.actor}
            origin = {"request_id": acting.request_id(), "traceparent": acting.traceparent()}
            bounds = {"request": digest.canonical(submission.order), "seconds": submission.seconds, "held": submission.held_micros}
            made = self._job(tx.one("job_put", workspace=str(tx.workspace), **said, **bounds, **origin, at=now), name)
            self._write(tx, name, JobEvent(1, "queued", "", now))
            if submission.documents:  # much to write, and only then what others wait for
                waiting = intake.take_in(tx, name, submission.documents)
                self._hold(tx, submission, now)
                intake.reserve(tx, waiting, self._database.default_allowance.text_bytes)
            tx.tell("job_enqueue", workflow=WORKFLOW, queue=queue, id=name, priority=submission.priority, name=self._workspace)
            return made, True

    @in_thread
    def fetch(self, name: str) -> Job:
        """The job of this name."""
        [found] = self._database.read(self._workspace, ("job_get", {"id": name}))
        return self._job(next(iter(found), None), name)

    @in_thread
    def newest(self, kind: Kind | None, after: tuple[datetime, str] | None, limit: int) -> Sequence[Job]:
        """Jobs, the newest first, those that come after this place."""
        at, name = after or (None, None)
        with self._database.transaction(self._workspace) as tx:
            found = tx.rows("job_newest", kind=kind and kind.value, at=at, id=name, limit=limit)
            return tuple(self._job(row, row["id"]) for row in found)

    @in_thread
    def unfinished(self) -> Sequence[Unfinished]:
        """What waits and what runs, by kind."""
        with self._database.transaction(self._workspace) as tx:
            found = tx.rows("job_unfinished")
            counted = ("jobs", "oldest", "oldest_at")
            return tuple(Unfinished(Kind(row["kind"]), JobState(row["state"]), *(row[name] for name in counted)) for row in found)

    @in_thread
    def order(self, name: str) -> JobOrder:
        """What a job was asked."""
        [found] = self._database.read(self._workspace, ("job_request", {"id": name}))
        row = next(iter(found), None)
        if row is None:
            raise JobMissing(name)
        try:
            return json_values.read(bytes(row["request"]), ORDERS[Kind(row["kind"])])
        except SourceMalformed as other:  # written by a version whose orders are others
            raise JobOutdated(f"{name}: {other.detail}") from other

    @in_thread
    def begin(self, name: str) -> Job | None:
        """Begin a job, or go on with it; none when it is finished. One that another version began is an error."""
        now, worker = self._clock.now(), self._worker
        with self._database.transaction(self._workspace) as tx:
            row = tx.one("job_begin", id=name, executor=worker.executor, version=worker.version, at=now)
            if row is not None:
                self._note(tx, name, JobEvent(FIRST, "running", "", now))
                return self._job(row, name)
            found = self._job(tx.one("job_get", id=name), name)
        if found.is_finished:
            return None
        raise JobOutdated(f"begun by {found.version}, this is {worker.version}")

    @in_thread
    def tell(self, name: str, number: int, step: Step) -> None:
        """Write down what happened in a run, by its number there; what was told before is not told again."""
        with self._database.transaction(self._workspace) as tx:
            self._note(tx, name, JobEvent(FIRST + number, step.kind, step.text, self._clock.now(), dict(step.fields)))

    @in_thread
    def finish(self, name: str, ended: Ended) -> bool:
        """Finish a job and settle what it cost; whether it was not finished before."""
        with self._database.transaction(self._workspace) as tx:
            return self._finished(tx, name, ended) is not None

    @in_thread
    def cancel(self, name: str) -> Job:
        """Ask for the end of a job; one that nobody has begun is ended at once."""
        with self._database.transaction(self._workspace) as tx:
            row = tx.one("job_cancel", id=name)
            if row is not None and row["state"] == JobState.QUEUED:
                ended = self._finished(tx, name, Ended(Outcome.CANCELLED))
                if ended is not None:
                    return ended
            return self._job(row or tx.one("job_get", id=name), name)

    @in_thread
    def events(self, name: str, after: int) -> Sequence[JobEvent]:
        """What happened to a job after this number."""
        found, job = self._database.read(self._workspace, ("job_told", {"job": name, "after": after}), ("job_get", {"id": name}))
        self._job(next(iter(job), None), name)
        return tuple(JobEvent(row["number"], row["kind"], row["told"], row["at"], row["fields"]) for row in found)

    def _known(self, tx: Transaction, name: str, submission: Submission, now: datetime) -> Job | None:
        """The job that this key was used for before; two who come at once wait for each other here."""
        said = {"actor": submission.key_owner or submission.actor, "key": submission.idempotency}
        if tx.one("idempotency_put", workspace=str(tx.workspace), **said, body=submission.body, job=name, at=now) is not None:
            return None
        found = tx.one("idempotency_get", **said)
        if found is None:
            raise JobMissing(submission.idempotency)
        if found["body"] != submission.body:
            raise RequestChanged(submission.idempotency)
        return self._job(tx.one("job_get", id=found["job"]), found["job"])

    def _hold(self, tx: Transaction, submission: Submission, now: datetime) -> None:
        """Set aside what the job may cost, if the workspace and the actor have as much left."""
        counted = {"actors": _actors(submission.actor), "month": _month(now), "micros": submission.held_micros}
        for row in tx.rows("allowance_hold", workspace=str(tx.workspace), **counted):
            whose = f"key {row['actor']}" if row["actor"] else "workspace"
            said = Allowance(row["money_micros"], row["jobs_at_once"])
            may = said if row["actor"] else said.or_else(self._database.default_allowance)
            if may.jobs_at_once is not None and row["jobs"] > may.jobs_at_once:
                raise JobsTooMany(f"{whose}: {may.jobs_at_once} at once")
            used = row["spent_micros"] + row["held_micros"]
            if may.money_micros is not None and used > may.money_micros:
                raise MoneyShort(f"{whose}: {(may.money_micros - used + submission.held_micros) / 1e6:.6f} left")

    def _note(self, tx: Transaction, name: str, event: JobEvent) -> None:
        self._write(tx, name, event)
        tx.tell("job_ring", job=name)

    def _write(self, tx: Transaction, name: str, event: JobEvent) -> None:
        said = {"number": event.number, "kind": event.kind, "told": event.text, "fields": Json(event.fields), "at": event.at}
        tx.tell("job_tell", workspace=str(tx.workspace), job=name, **said)

    def _finished(self, tx: Transaction, name: str, ended: Ended) -> Job | None:
        """The job as it is finished now; none when it was finished before."""
        now = self._clock.now()
        told = {"outcome": ended.outcome.value, "cause": ended.cause, "spent": ended.spent_micros, "has_record": ended.has_record}
        row = tx.one("job_finish", id=name, **told, at=now)
        if row is None:
            return None
        fields = Json({"outcome": ended.outcome.value, "spent_micros": ended.spent_micros, "has_record": ended.has_record})
        said = {"kind": "finished", "told": ended.outcome.value, "fields": fields, "at": now}
        tx.tell("job_tell_last", workspace=str(tx.workspace), job=name, **said)
        tx.tell("job_ring", job=name)
        finished = self._job(row, name)
        webhooks.note_end(tx, finished)
        settled = {"held": row["held_micros"], "spent": ended.spent_micros}
        tx.tell("allowance_settle", actors=_actors(row["actor"]), month=_month(now), **settled)  # late: whoever hands in waits for it
        if row["kind"] == Kind.INGEST:
            intake.clear(tx, name)
        return finished

    def _job(self, row: Row | None, name: str) -> Job:
        if row is None:
            raise JobMissing(name)
        same = ("actor", "outcome", "cause", "begun_at", "finished_at", "until", "version", "executor", "tries", "held_micros")
        kept = {key: row[key] for key in (*same, "spent_micros", "has_record", "cancelling", "request_id", "traceparent")}
        return Job(row["id"], self._workspace, Kind(row["kind"]), JobState(row["state"]), row["made_at"], **kept)


def _actors(actor: str) -> list[str]:
    """Whose allowances a job counts against: the workspace's, and the actor's own."""
    return sorted({OWN, actor})


def _month(now: datetime) -> date:
    return now.date().replace(day=1)
