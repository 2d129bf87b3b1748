"""Bytes in the store, by their digest: packed, and shared by all records of a workspace."""

from datetime import datetime
from typing import Any

from veracious.adapters.clock import SystemClock
from veracious.adapters.postgres import archive_io
from veracious.adapters.postgres.store import Store
from veracious.adapters.threads import in_thread
from veracious.domain.errors import RecordAltered, RecordMissing
from veracious.ports import Clock
from veracious.rules import digest as digests


class PostgresBlobs:
    """`Blobs` that stay until the last tape that needs them is gone."""

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        self._store = store
        self._clock = clock or SystemClock()

    @in_thread
    def put(self, content: bytes) -> str:
        """The name of these bytes; put again, nothing is added."""
        held = columns(content, self._clock.now())
        with archive_io.writing(self._store) as tx:
            tx.do("blob_put", workspace=str(tx.workspace), **held)
        return str(held["digest"])

    @in_thread
    def get(self, digest: str) -> bytes:
        """The bytes of this name."""
        with archive_io.writing(self._store) as tx:
            found = tx.one("blob_get", digest=digest)
        if found is None:
            raise RecordMissing(f"blob {digest}")
        content = archive_io.unpack(found, digest)
        if digests.of_bytes(content, "blob") != digest:
            raise RecordAltered(f"blob {digest}")
        return content

    def is_of(self, store: Store) -> bool:
        """Whether these are the blobs of this workspace in this database."""
        return (self._store.database, self._store.workspace) == (store.database, store.workspace)


def columns(content: bytes, at: datetime) -> dict[str, Any]:
    """Bytes as the columns they are kept in."""
    packed, mark = archive_io.pack(content)
    return {"digest": digests.of_bytes(content, "blob"), "packed": packed, "mark": mark, "at": at}
