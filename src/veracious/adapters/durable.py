"""The durable queue: DBOS on the same Postgres.

A workflow is one job, and does nothing but perform it: what the outside answered is on the job's tape, so a workflow that is run again
repeats nothing. It is handed over by name alone, as plain JSON; what was asked stands with the job, behind the wall of its workspace.

Every worker has a name of its own and tells every few seconds that it lives. What a dead one had is put back into its queue by whichever
worker looks first; the queue hands it to one of them.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

import psycopg

from veracious.adapters.postgres import errors, statements
from veracious.adapters.postgres import migrate as schema
from veracious.adapters.postgres.jobs import WORKFLOW, WorkerId
from veracious.adapters.postgres.queue_pause import LINGER_SECONDS, MISSED, WEBHOOKS, QueueListener, QueuePause
from veracious.domain.errors import StoreBehind
from veracious.domain.job import Executor

APPLICATION = "veracious"
POLL_SECONDS = 0.2  # between two looks into a queue while there is something to do; else a worker is told, and looks every few seconds
NOTICES_SECONDS = 1.0  # in which the library gathers notices of its own; nobody here waits for one
CONNECTIONS = 8  # of the queue itself, beside those to the store: one listens, the jobs of a worker share the others
Errands = Mapping[str, Callable[[str], Awaitable[None]]]  # by the name of their workflow: what is done with what was handed in
NO_ERRANDS: Errands = MappingProxyType({})
PENDING = "PENDING"  # begun, and not ended
ENDED = ("SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED")
SWEPT = 1000  # workflows forgotten at a time

Perform = Callable[[str, str], Awaitable[str | None]]  # a workspace and a job to its outcome


@dataclass(frozen=True, slots=True)
class Lane:
    """A queue: how many of its jobs run at once, and how many begin within how many seconds."""

    name: str
    at_once: int  # in one worker
    workspace_at_once: int  # of one workspace in one worker, so that nobody has them all
    rate: int | None = None  # beginnings, over all workers
    rate_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Round:
    """Something that is done again and again: by which name, when (a cron line, in UTC), and what."""

    name: str
    cron: str
    do: Callable[[], Awaitable[None]]


def migrate(owner_url: str, role: str, setting: str = schema.OWNER) -> None:
    """Make or renew the tables of the queue, as the owner of the database; the role may do in them what its statements need."""
    from dbos import DBOS

    logging.getLogger("dbos").setLevel(logging.ERROR)
    DBOS.migrate(_url(owner_url), application_role=role)
    with errors.named(setting), psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(statements.all()["migrate_queue"])


class DurableQueue:
    """A worker's end of the queue."""

    def __init__(
        self,
        url: str,
        worker: WorkerId,
        lanes: Sequence[Lane],
        perform: Perform,
        rounds: Sequence[Round] = (),
        errands: Errands = NO_ERRANDS,
        webhooks_wait: Callable[[], None] = lambda: None,  # called, in any thread, when a webhook is to be told something
    ) -> None:
        self._url, self._worker, self._lanes, self._perform, self._rounds = url, worker, lanes, perform, rounds
        self._errands, self._webhooks_wait = errands, webhooks_wait
        self._pauses: tuple[QueuePause, ...] = ()
        self._listener: QueueListener | None = None
        self._running = 0

    def start(self) -> None:
        """Begin to take jobs."""
        from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, WorkflowSerializationFormat, error

        settings: DBOSConfig = {
            "name": APPLICATION,
            "system_database_url": _url(self._url),
            "sys_db_pool_size": CONNECTIONS,
            "application_version": self._worker.version,
            "executor_id": self._worker.executor,
            "run_migrations": False,
            "log_level": "ERROR",
            "serializer": DBOSPortableJSONSerializer(),
            "enable_otlp": False,
            "notification_coalesce_sec": NOTICES_SECONDS,
        }
        library = DBOS(config=settings)
        perform = self._performed

        @DBOS.workflow(name=WORKFLOW, max_recovery_attempts=None, serialization_type=WorkflowSerializationFormat.PORTABLE)
        async def job(workspace: str, name: str) -> str | None:
            return await perform(workspace, name)

        for name, do in self._errands.items():
            _errand(name, do)
        made = [(one, _round(one)) for one in self._rounds]
        DBOS.listen_queues([lane.name for lane in self._lanes])
        try:
            DBOS.launch()
        except error.DBOSException as refused:
            raise StoreBehind("the tables of the queue") from refused
        for lane in self._lanes:
            DBOS.register_queue(
                lane.name,
                worker_concurrency=lane.at_once,
                partition_worker_concurrency=lane.workspace_at_once,
                limiter=None if lane.rate is None else {"limit": lane.rate, "period": lane.rate_seconds},
                polling_interval_sec=POLL_SECONDS,
                on_conflict="always_update",
            )
        timeouts = getattr(library, "_workflow_timeout_stop_event", None)  # nothing here has one: jobs end themselves
        self._rest([*library.background_thread_stop_events, *([timeouts] if timeouts is not None else [])])
        DBOS.apply_schedules([{"schedule_name": one.name, "workflow_fn": work, "schedule": one.cron} for one, work in made])

    def _rest(self, events: "Sequence[threading.Event]") -> None:
        """Let the threads of the queues rest while nothing happens; which of the events they wait at the library does not tell."""
        linger = max((lane.rate_seconds for lane in self._lanes if lane.rate is not None), default=LINGER_SECONDS)
        self._pauses = tuple(QueuePause(event, lambda: self._running > 0, linger) for event in events)
        for pause in self._pauses:
            pause.take_place()
        self._listener = QueueListener(self._url, self._noticed)

    async def _performed(self, workspace: str, name: str) -> str | None:
        """Perform a job; while one runs, and when it ends, there is reason to look for the next."""
        self._running += 1
        try:
            return await self._perform(workspace, name)
        finally:
            self._running -= 1
            self._woken()

    def _noticed(self, what: str) -> None:
        if what != WEBHOOKS:
            self._woken()
        if what in (WEBHOOKS, MISSED):
            self._webhooks_wait()

    def _woken(self) -> None:
        for pause in self._pauses:
            pause.wake()

    async def stop(self, seconds: float) -> None:
        """Take no more jobs, and let those that run end for so long."""
        from dbos import DBOS

        if self._listener is not None:
            self._listener.close()
        await asyncio.to_thread(DBOS.destroy, workflow_completion_timeout_sec=round(seconds))

    async def take_over(self, alive: Sequence[Executor]) -> Sequence[str]:
        """Put back into their queues the jobs of workers that are gone; their names."""
        return await asyncio.to_thread(self._take_over, {one.id for one in alive} | {self._worker.executor})

    async def sweep(self, before: datetime) -> int:
        """Forget what the queue still knows of jobs that ended before this moment; how many. What the jobs themselves are stays."""
        return await asyncio.to_thread(self._sweep, before.isoformat())

    def _sweep(self, before: str) -> int:
        from dbos import DBOS

        found = DBOS.list_workflows(status=list(ENDED), completed_before=before, limit=SWEPT, load_input=False, load_output=False)
        if found:
            DBOS.delete_workflows([one.workflow_id for one in found])
        return len(found)

    def _take_over(self, living: Set[str]) -> Sequence[str]:
        # In a thread without a loop: what the library offers to be awaited takes the loop's own threads away.
        from dbos import DBOS

        found = DBOS.list_workflows(status=PENDING, name=[WORKFLOW, *self._errands], load_input=False, load_output=False)
        orphans = [one for one in found if one.executor_id not in living and one.queue_name]
        for one in orphans:
            DBOS.resume_workflow(one.workflow_id, queue_name=one.queue_name)
        if orphans:
            self._woken()
        return [one.workflow_id for one in orphans]


def _round(wanted: Round) -> Callable[[datetime, Any], Coroutine[Any, Any, None]]:
    """A round as the queue's library takes it; of all workers one does it."""
    from dbos import DBOS, WorkflowSerializationFormat

    @DBOS.workflow(name=f"veracious_{wanted.name}", max_recovery_attempts=3, serialization_type=WorkflowSerializationFormat.PORTABLE)
    async def work(due: datetime, context: Any) -> None:
        await wanted.do()

    return work


def _errand(name: str, do: Callable[[str], Awaitable[None]]) -> None:
    """Let what is handed in under a name be done."""
    from dbos import DBOS, WorkflowSerializationFormat

    @DBOS.workflow(name=name, max_recovery_attempts=3, serialization_type=WorkflowSerializationFormat.PORTABLE)
    async def work(what: str) -> None:
        await do(what)


def _url(address: str) -> str:
    """The address as the library of the queue takes it."""
    from psycopg.conninfo import conninfo_to_dict
    from sqlalchemy import URL

    said = {name: str(value) for name, value in conninfo_to_dict(address).items() if value is not None}
    user, password, database = (said.pop(name, None) for name in ("user", "password", "dbname"))
    return URL.create("postgresql+psycopg", user, password, database=database, query=said).render_as_string(hide_password=False)
