"""Documents that are handed in with a job: they wait here, packed, until each is put or refused.

1. They are taken in together with their job, in one transaction, and the bytes of their texts are reserved; without room for all of them
   nothing is taken in.
2. A document is put in one transaction with the note of what became of it, so that it is whole and told of, or neither, whoever is killed.
3. Its text is gone from here then; what is left when the job ends goes with that.

What is reserved and what is kept is counted in one row of a workspace. It is changed last, and behind the row of its allowance.
"""

import zlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from veracious.adapters import json_values
from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Row, Transaction
from veracious.adapters.postgres.store import Store
from veracious.adapters.threads import in_thread
from veracious.domain.document import Document, Refused, Unread
from veracious.domain.errors import JobOutdated, SourceMalformed, StorageFull, StoreUnavailable
from veracious.domain.store import Became, HandedIn, Incoming, PutOutcome
from veracious.rules import digest

LEVEL = 1  # of 9; what waits for a while only is packed quickly

Note = Callable[[Transaction, PutOutcome, str, int], None]  # in the transaction that puts a document: what became of it, key and bytes
Place = Callable[[Incoming, Note], Awaitable[PutOutcome]]


class Decided(Exception):
    """Somebody else has decided on this document, or it is not wanted any more: nothing of it is written."""


class PostgresIntake:
    """The `Intake` of a job; `place` puts a document and calls the note in the same transaction."""

    def __init__(self, store: Store, job: str, place: Place) -> None:
        self._store, self._job, self._place = store, job, place

    @in_thread
    def all(self) -> Sequence[HandedIn]:
        """What was handed in, in its order, and what became of each so far."""
        return listed(self._store, self._job)

    @in_thread
    def begin(self, number: int) -> tuple[Document, int] | None:
        """A document that waits, and how often it was begun, this time too; none when it is decided, or not wanted any more."""
        with self._store.database.transaction(self._store.workspace) as tx:
            row = tx.one("handed_in_begin", job=self._job, number=number)
        if row is None:
            return None
        try:
            return json_values.read(zlib.decompress(bytes(row["packed"])), Document), int(row["tries"])
        except SourceMalformed as other:  # written by a version whose documents are others
            raise JobOutdated(f"{self._job}: {other.detail}") from other

    async def put(self, number: int, document: Incoming) -> Became:
        """Put a document and note it; where it was decided meanwhile, nothing is written."""
        try:
            kept = await self._place(document, partial(self._note, number))
        except Decided:
            return Became.WAITING
        except StoreUnavailable:  # the store failed, on a full disk perhaps, and not the worker: that is no fault of the document
            with suppress(StoreUnavailable):
                await self._forgive(number)
            raise
        return Became.NEW if kept.is_new else Became.KNOWN

    @in_thread
    def refuse(self, number: int, reason: Unread) -> None:
        """Note that a document cannot be kept."""
        with self._store.database.transaction(self._store.workspace) as tx:
            self._end(tx, number, HandedIn(number, Became.REFUSED, reason=reason))

    @in_thread
    def _forgive(self, number: int) -> None:
        """Take back that a document was begun."""
        with self._store.database.transaction(self._store.workspace) as tx:
            tx.tell("handed_in_forgive", job=self._job, number=number)

    def _note(self, number: int, tx: Transaction, kept: PutOutcome, key: str, size: int) -> None:
        became = Became.NEW if kept.is_new else Became.KNOWN
        if not self._end(tx, number, HandedIn(number, became, passages=kept.passages), key, size if kept.is_new else 0):
            raise Decided

    def _end(self, tx: Transaction, number: int, what: HandedIn, key: str = "", kept: int = 0) -> bool:
        told = {"outcome": what.became.value, "key": key, "passages": what.passages, "reason": what.reason or ""}
        row = tx.one("handed_in_end", job=self._job, number=number, **told)
        if row is not None:
            tx.tell("text_move", workspace=str(tx.workspace), bytes=kept, waiting=-row["bytes"])
        return row is not None


def listed(store: Store, job: str) -> Sequence[HandedIn]:
    """What was handed in with a job, and what became of each."""
    with store.database.transaction(store.workspace) as tx:
        return tuple(_handed_in(row) for row in tx.rows("handed_in_all", job=job))


def take_in(tx: Transaction, job: str, documents: Sequence[Document | Refused]) -> int:
    """Keep what is handed in with a job until it is put; how many bytes of text wait."""
    waiting = 0
    for number, one in enumerate(documents, start=1):
        said: dict[str, Any] = {"packed": None, "bytes": 0, "outcome": Became.REFUSED.value, "reason": ""}
        if isinstance(one, Refused):
            said["reason"] = one.reason.value
        else:
            size = rows.size(one.text)
            said |= {"packed": zlib.compress(digest.canonical(one), LEVEL), "bytes": size, "outcome": Became.WAITING.value}
            waiting += size
        tx.tell("handed_in_put", workspace=str(tx.workspace), job=job, number=number, **said)
    return waiting


def reserve(tx: Transaction, waiting: int, default: int | None) -> None:
    """Count text that waits, if there is room for all of it."""
    _add(tx, {"bytes": 0, "waiting": waiting}, default)


def keep(tx: Transaction, size: int, default: int | None) -> None:
    """Count text that is kept without having waited, if there is room for it."""
    _add(tx, {"bytes": size, "waiting": 0}, default)


def let_go(tx: Transaction, size: int) -> None:
    """Count text no more that was erased."""
    tx.tell("text_move", workspace=str(tx.workspace), bytes=-size, waiting=0)


def clear(tx: Transaction, job: str) -> None:
    """The job is over: what still waits goes."""
    row = tx.one("handed_in_clear", job=job)
    if row is not None and row["bytes"]:
        tx.tell("text_move", workspace=str(tx.workspace), bytes=0, waiting=-row["bytes"])


def _add(tx: Transaction, more: dict[str, int], default: int | None) -> None:
    if tx.one("text_add", workspace=str(tx.workspace), **more, default=default) is None:
        found = tx.one("text_get", default=default) or {"room": 0, "bytes": 0, "waiting": 0}
        left = max(0, (found["room"] or 0) - found["bytes"] - found["waiting"])
        raise StorageFull(f"{sum(more.values()):,} bytes more, {left:,} left")


def _handed_in(row: Row) -> HandedIn:
    reason = Unread(row["reason"]) if row["reason"] else None
    return HandedIn(row["number"], Became(row["outcome"]), row["digest"], row["passages"], reason)
