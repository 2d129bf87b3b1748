"""The office of this installation, with everything real behind its doors."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious import assemble
from veracious.domain.document import Document, Refused
from veracious.domain.store import Generation, Kept, Shelved, Wanted
from veracious.faces.http.backend import Office
from veracious.faces.http.stored import StoredRecords, ThisMachine


@dataclass(frozen=True, slots=True)
class StoredShelves:
    """The `Shelves` of the store."""

    async def put(self, workspace: str, documents: Sequence[Document]) -> Sequence[Kept | Refused]:
        """Put documents into the store; what became of each, in their order."""
        return await assemble.put_documents(workspace, documents)

    async def listed(self, workspace: str, after: int, limit: int) -> Sequence[Shelved]:
        """The documents behind this number, in the order in which they were put."""
        return await assemble.list_documents(workspace, after, limit)

    async def erase(self, workspace: str, digest: str) -> int:
        """Erase a document; how many copies there were."""
        return await assemble.erasure(workspace).documents(Wanted(digest=digest))

    async def generations(self, workspace: str) -> Sequence[Generation]:
        """The collections that a workspace can see, and their generations."""
        return await assemble.collections(workspace).all()


def office() -> Office:
    """Everything behind the doors, as the settings have it."""
    return Office(
        desk=assemble.desk(),
        access=assemble.access(),
        records=StoredRecords(),
        shelves=StoredShelves(),
        machine=ThisMachine(),
        clock=assemble.clock(),
        workspace=assemble.own_workspace(),
        web=assemble.has_web(),
    )
