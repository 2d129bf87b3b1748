"""What keeps records shares: transactions whose failure ends a run, bytes in few bytes, links as rows.

A run whose answers cannot be noted must end: were it told that a source failed, it would go on with what no replay could give it. So
what goes wrong here is an error of the archive, never of a source.
"""

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from veracious.adapters.postgres.database import Asked, Row, Transaction
from veracious.adapters.postgres.store import Store
from veracious.domain.archive import Event, Link, Sealed
from veracious.domain.errors import ArchiveUnavailable, RecordAltered, SourceError

LEVEL = 1  # of 9; on answers of finders a third of the time that the usual 6 takes, and an eighth more bytes
CONTENT_AT_MOST = 256_000_000  # bytes a packed blob may unpack to


@contextmanager
def writing(store: Store) -> Iterator[Transaction]:
    """A transaction of the store's workspace."""
    with _ended(), store.database.transaction(store.workspace) as tx:
        yield tx


@contextmanager
def noting(store: Store, later: bool) -> Iterator[Transaction]:
    """The same for the notes of a run; with `later` its record makes them safe."""
    with _ended(), store.database.note(store.workspace, later) as tx:
        yield tx


@contextmanager
def reading(store: Store) -> Iterator[Transaction]:
    """The same for reading much, as it was at one moment."""
    with _ended(), store.database.steady(store.workspace) as tx:
        yield tx


def read(store: Store, *asked: Asked) -> Sequence[Sequence[Row]]:
    """What a few statements give, asked in one message."""
    with _ended():
        return store.database.read(store.workspace, *asked)


@contextmanager
def _ended() -> Iterator[None]:
    try:
        yield
    except SourceError as failed:
        raise ArchiveUnavailable(failed.detail) from failed


def pack(content: bytes) -> tuple[bytes, str]:
    """Bytes in few bytes, and the mark that shows any change of these."""
    packed = zlib.compress(content, LEVEL)
    return packed, sha256(packed).hexdigest()


def unpack(row: Row, name: str) -> bytes:
    """The bytes again."""
    packed = bytes(row["packed"])
    if sha256(packed).hexdigest() != row["mark"]:
        raise RecordAltered(f"blob {name}")
    try:
        opened = zlib.decompressobj()
        content = opened.decompress(packed, CONTENT_AT_MOST)
    except zlib.error as broken:
        raise RecordAltered(f"blob {name}: {broken}") from broken
    if not opened.eof or opened.unused_data:
        raise RecordAltered(f"blob {name}")
    return content


def link(row: Row) -> Link:
    """A row as the link it is."""
    if row["event"] not in set(Event):
        raise RecordAltered(f"link {row['number']}: nothing known happens there")
    fields = ("record", "at", "commitment", "previous", "hash")
    return Link(row["number"], Event(row["event"]), *(row[name] for name in fields))


def columns(link: Link, workspace: int) -> dict[str, Any]:
    """A link as the columns it is kept in."""
    told = {name: getattr(link, name) for name in ("number", "record", "at", "commitment", "previous", "hash")}
    return told | {"event": link.event.value, "workspace": str(workspace)}


def sealed(row: Row) -> Sealed:
    """A row as the sealed record it is."""
    return Sealed(row["id"], bytes(row["body"]), bytes(row["envelope"]), bytes(row["salt"]))
