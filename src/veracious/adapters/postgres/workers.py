"""Which workers live, and what stands in the queues: what is told to those who keep the service going, and to no workspace."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from time import monotonic

from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.jobs import WorkerId
from veracious.adapters.threads import in_thread
from veracious.domain.job import Executor

SILENT = timedelta(seconds=10)  # after which a worker that does not tell that it lives is taken for dead
LATE = 0.5  # of that time between two signs of its own life: who is as late as this does not call others dead for a while


class WorkerRegistry:
    """Which workers live, and what stands in the queues."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen = self._late = float("-inf")

    @property
    def is_timely(self) -> bool:
        """Whether this worker told of itself in time for so long that whoever did not is dead, and not only late as it was itself."""
        now = monotonic()
        silent = SILENT.total_seconds()
        return now - self._seen < LATE * silent and now - self._late > silent

    @in_thread
    def see(self, worker: WorkerId) -> datetime:
        """This worker lives; what time it is by the clock of the store."""
        with self._database.outside() as tx:
            told = tx.one("executor_see", id=worker.executor, version=worker.version)
        now = monotonic()
        if self._seen > float("-inf") and now - self._seen > LATE * SILENT.total_seconds():
            self._late = now
        self._seen = now
        return told["now"] if told is not None else datetime.now(UTC)

    @in_thread
    def alive(self) -> Sequence[Executor]:
        """The workers that told of themselves just now."""
        with self._database.outside() as tx:
            return [Executor(row["id"], row["version"], row["seen_at"]) for row in tx.rows("executor_alive", silent=SILENT)]

    @in_thread
    def leave(self, worker: WorkerId) -> None:
        """This worker ends."""
        with self._database.outside() as tx:
            tx.tell("executor_leave", id=worker.executor)

    @in_thread
    def unwanted(self, worker: WorkerId) -> Sequence[tuple[str, str]]:
        """Of the jobs that this worker has, those that somebody wants ended: workspace and name."""
        with self._database.outside() as tx:
            return [(row["workspace"], row["id"]) for row in tx.rows("jobs_cancelling", executor=worker.executor)]

    @in_thread
    def outdated(self, worker: WorkerId) -> Sequence[tuple[str, str, str]]:
        """Jobs of a version that no living worker runs: workspace, name and version. Whoever asks lives, however late its last sign."""
        with self._database.outside() as tx:
            found = tx.rows("jobs_orphaned", silent=SILENT)
            lost = [row for row in found if not row["is_spoken"] and row["version"] != worker.version]
            return [(row["workspace"], row["id"], row["version"]) for row in lost]

    @in_thread
    def workspaces(self) -> Sequence[str]:
        """The workspaces there are."""
        with self._database.outside() as tx:
            return [row["workspace"] for row in tx.rows("jobs_workspaces")]

    @in_thread
    def waiting(self) -> Mapping[str, float]:
        """For how many seconds the oldest job of each queue has waited that nobody has begun."""
        with self._database.outside() as tx:
            return {row["queue"]: row["seconds"] for row in tx.rows("queue_ages")}

    @in_thread
    def counted(self) -> Mapping[str, Mapping[str, int]]:
        """How many jobs stand in each queue, by state."""
        counted: dict[str, dict[str, int]] = {}
        with self._database.outside() as tx:
            for row in tx.rows("jobs_counted"):
                counted.setdefault(row["queue"], {})[row["state"]] = row["jobs"]
        return counted
