"""The documents of a workspace, one after another."""

from collections.abc import Sequence

from veracious.adapters.postgres import intake
from veracious.adapters.postgres.store import Store
from veracious.adapters.threads import in_thread
from veracious.domain.store import HandedIn, Shelved

OWN = "documents"  # the collection that belongs to a workspace


class PostgresListing:
    """What a workspace has put into the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @in_thread
    def documents(self, after: int, limit: int) -> Sequence[Shelved]:
        """The documents behind this number, in the order in which they were put."""
        with self._store.database.transaction(self._store.workspace) as tx:
            found = tx.rows("documents", collections=[OWN], after=after, limit=limit)
        same = ("digest", "made_at", "name", "title", "url", "domain", "published", "language")
        return tuple(Shelved(row["id"], **{name: row[name] for name in same}) for row in found)

    @in_thread
    def handed_in(self, job: str) -> Sequence[HandedIn]:
        """What was handed in with a job, in its order, and what became of each."""
        return intake.listed(self._store, job)
