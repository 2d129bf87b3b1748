"""The tape of a run in the store: each answer is committed in a transaction of its own before the run goes on.

For what the store itself answered the disk is not waited for; `docs/decisions/0011-the-disk-is-waited-for-once.md` says why.
"""

from collections.abc import Sequence

from veracious.adapters.clock import SystemClock
from veracious.adapters.postgres import archive_io
from veracious.adapters.postgres.blobs import PostgresBlobs
from veracious.adapters.postgres.blobs import columns as blob_columns
from veracious.adapters.postgres.database import Row, Transaction
from veracious.adapters.postgres.store import Store
from veracious.adapters.threads import in_thread
from veracious.domain.errors import RecordAltered
from veracious.domain.record import Taped
from veracious.ports import Blobs, Clock
from veracious.rules.explaining import chain

OWN = ("finder", "shelf")  # ports of the store itself


class PostgresTape:
    """A `Tape` by the name of its run: whoever runs it again finds the answers that it got."""

    def __init__(self, store: Store, run: str, clock: Clock | None = None) -> None:
        self._store = store
        self._run = run
        self._clock = clock or SystemClock()

    async def note(self, port: str, asked: str, content: bytes, blobs: Blobs) -> str:
        """Put an answer among the blobs and write it down, in one transaction where the blobs are in the same store; its name."""
        if isinstance(blobs, PostgresBlobs) and blobs.is_of(self._store):
            return await self._note(port, asked, content)
        name = await blobs.put(content)
        await self.commit(Taped(port, asked, name))
        return name

    @in_thread
    def commit(self, taped: Taped) -> None:
        """Write an answer down; the first to a request stays."""
        with archive_io.noting(self._store, _is_own(taped.port)) as tx:
            self._write(tx, taped)

    @in_thread
    def entries(self) -> Sequence[Taped]:
        """All answers by port and request; one that was changed since is an error."""
        with archive_io.writing(self._store) as tx:
            found = [noted(row, self._run) for row in tx.rows("tape_all", run=self._run)]
        for taped, is_whole in found:
            if not is_whole:
                raise RecordAltered(f"the tape of {self._run}: an answer of {taped.port} ({taped.asked})")
        return tuple(taped for taped, _ in found)

    @in_thread
    def _note(self, port: str, asked: str, content: bytes) -> str:
        columns = blob_columns(content, self._clock.now())
        with archive_io.noting(self._store, _is_own(port)) as tx:
            tx.tell("blob_put", workspace=str(tx.workspace), **columns)
            self._write(tx, Taped(port, asked, columns["digest"]))
        return str(columns["digest"])

    def _write(self, tx: Transaction, taped: Taped) -> None:
        now = self._clock.now()
        said = {"run": self._run, "port": taped.port, "asked": taped.asked, "answered": taped.answered}
        tx.tell("tape_put", workspace=str(tx.workspace), **said, mark=chain.mark(self._run, taped, now), at=now)


def _is_own(port: str) -> bool:
    """Whether a port answers from the store itself: asked again after a fall of the server it costs nothing, as a model or a page may."""
    return port.startswith(OWN)


def noted(row: Row, run: str) -> tuple[Taped, bool]:
    """A row as the answer it notes, and whether it is as it was written."""
    taped = Taped(row["port"], row["asked"], row["answered"])
    return taped, chain.mark(run, taped, row["made_at"]) == row["mark"]
