"""The backend of a real service: records, collections and models as the composition root knows them."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from veracious import app, wiring
from veracious.domain.archive import Listed, Replayed
from veracious.domain.document import Document, Refused
from veracious.domain.model import Examination, Role
from veracious.domain.record import Record
from veracious.domain.store import Generation, PutOutcome, Shelved, StoreState, Wanted
from veracious.faces.http.backend import Backend
from veracious.rules.explaining.trace import Step

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StoredRecords:
    """The `Records` of the store."""

    async def fetch(self, workspace: str, id: str) -> Record:
        """The record of this name."""
        return await app.fetch(id, workspace)

    async def newest(self, workspace: str, after: str, limit: int) -> Sequence[Listed]:
        """Records, the newest first; those behind this one, or from the first on."""
        held, many = wiring.archive(workspace), limit if not after else 2 * limit
        while True:  # the archive lists from the newest on; a page further down reads what stands before it, too
            found = await held.newest(many)
            place = next((number for number, one in enumerate(found, start=1) if one.id == after), None if after else 0)
            if len(found) < many or (place is not None and len(found) >= place + limit):
                return [] if place is None else found[place : place + limit]
            many *= 2

    async def erase(self, workspace: str, id: str) -> bool:
        """Erase a record with its tape; whether there was one."""
        return await wiring.archive(workspace).erase(id, wiring.clock().now())

    async def replay(self, workspace: str, id: str) -> Replayed:
        """Run a record again on its tape, in a thread of its own: it computes for a while."""
        return await _apart(app.replay(id, workspace))

    async def why(self, workspace: str, id: str) -> tuple[Record, Sequence[Step]]:
        """A record, and the path from its evidence to its verdict."""
        return await _apart(app.why(id, workspace))


class ThisMachine:
    """The `Machine` that this process runs on; models are looked at once, since what is loaded stays loaded."""

    def __init__(self) -> None:
        self._models: Sequence[Examination] = ()

    async def store(self) -> StoreState:
        """What the store is like; nothing is started or changed."""
        return await asyncio.to_thread(app.store_state)

    async def models(self) -> Sequence[Examination]:
        """The models of this process, by the digests of their files."""
        if not self._models:
            self._models = [await _apart(app.examine(role, ask=False)) for role in Role]
        return self._models


async def _apart(work: Coroutine[Any, Any, T]) -> T:
    """What computes for long, run where it keeps nobody waiting."""
    return await asyncio.to_thread(partial(asyncio.run, work))


@dataclass(frozen=True, slots=True)
class StoredDocuments:
    """The `Shelves` of the store."""

    async def put(self, workspace: str, documents: Sequence[Document]) -> Sequence[PutOutcome | Refused]:
        """Put documents into the store; what became of each, in their order."""
        return await app.put_documents(workspace, documents)

    async def listed(self, workspace: str, after: int, limit: int) -> Sequence[Shelved]:
        """The documents behind this number, in the order in which they were put."""
        return await app.list_documents(workspace, after, limit)

    async def erase(self, workspace: str, digest: str) -> int:
        """Erase a document; how many copies there were."""
        return await wiring.erasure(workspace).documents(Wanted(digest=digest))

    async def generations(self, workspace: str) -> Sequence[Generation]:
        """The collections that a workspace can see, and their generations."""
        return await wiring.collections(workspace).all()


def backend() -> Backend:
    """Everything the routes need, as the settings have it."""
    return Backend(
        desk=app.desk(),
        access=wiring.access(),
        records=StoredRecords(),
        shelves=StoredDocuments(),
        machine=ThisMachine(),
        clock=wiring.clock(),
        workspace=wiring.own_workspace(),
        web=wiring.has_web(),
    )
