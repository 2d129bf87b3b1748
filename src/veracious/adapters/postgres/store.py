"""One store as one workspace sees it: what finders, shelf and collections share."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.adapters.postgres.database import Database, Row, Transaction
from veracious.domain.errors import InputError
from veracious.domain.store import SHARED, WEB, Scope, State
from veracious.ports import Embedder
from veracious.rules.dials import Dials
from veracious.rules.reading.lexicon import Lexicon

DIALS = Dials()  # made once: a store is made for every question


@dataclass(frozen=True, slots=True)
class Store:
    """A database, the workspace that looks at it, and what turns text into what is kept."""

    database: Database
    embedder: Embedder
    lexicon: Lexicon
    dials: Dials = DIALS
    workspace: str = "default"
    model: str = ""  # digest of the embedder: vectors of two models are never compared

    def live(self, tx: Transaction, scope: Scope) -> Sequence[Row]:
        """The live generations in scope, held until the transaction ends."""
        return tx.rows("live", collections=list(scope.collections))

    def has_fitting(self, generation: Row) -> bool:
        """Whether the vectors of a generation are of this embedder."""
        return bool(generation["embedder"] == self.model)

    def writable(self, tx: Transaction, collection: str) -> Row:
        """The live generation of a collection, made when there is none."""
        asked = {"collection": collection, "is_shared": self.is_shared(collection)}
        found = tx.rows("writable", **asked)
        if not found:
            tx.one("first_generation", collection=collection, embedder=self.model)
            found = tx.rows("writable", **asked)
        return found[0]

    def building(self, tx: Transaction, generation: int, collection: str) -> Row:
        """A generation of a collection by its number, held until the transaction ends; one that was retired takes nothing more."""
        tx.one("hold_generation", generation=generation)
        found = tx.one("generation", generation=generation)
        if found is None or found["state"] == State.RETIRED or found["collection"] != collection:
            raise InputError(f"no generation {generation} of {collection} can be written into")
        return found

    def is_shared(self, collection: str) -> bool:
        """Whether what is put into a collection is seen by all workspaces."""
        return collection in SHARED or (collection == WEB and self.database.shares_pages)

    def owner(self, tx: Transaction, generation: Row) -> int | None:
        """Whom a row of a generation names: the workspace in part 0, nobody in a part that the generation has for itself."""
        return None if generation["part"] else tx.workspace
