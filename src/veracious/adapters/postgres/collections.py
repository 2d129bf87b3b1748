"""Collections and their generations: built beside the live one, switched in one transaction, dropped after their readers."""

import asyncio
from collections.abc import Sequence
from typing import Any

from veracious.adapters.postgres.database import Row
from veracious.adapters.postgres.store import Store
from veracious.adapters.threads import in_thread
from veracious.domain.errors import GenerationUnknown, StoreUnavailable
from veracious.domain.store import Generation, State

TRIES = 100  # to drop a generation that is still being read
PAUSE_SECONDS = 0.1
NUMBERS = range(1, 2**31)  # that a generation can have


class PostgresCollections:
    """The `Collections` of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @in_thread
    def all(self) -> Sequence[Generation]:
        """Every generation this workspace can see, with its size."""
        with self._store.database.transaction(self._store.workspace) as tx:
            return tuple(_generation(row) for row in tx.rows("generations"))

    async def begin(self, collection: str) -> int:
        """A new, empty generation beside the live one."""
        return int(await asyncio.to_thread(self._value, "begin_generation", "id", collection=collection, embedder=self._store.model))

    async def switch(self, generation: int) -> int | None:
        """Make a generation the live one, for all readers at once; the one that was live before."""
        await asyncio.to_thread(self._value, "fold", "fold", generation=generation)
        old = await asyncio.to_thread(self._value, "switch_generation", "old", generation=generation)
        return None if old is None else int(old)

    async def drop(self, generation: int) -> None:
        """Drop a generation that is not live, once its last reader is gone."""
        for _ in range(TRIES):
            if await asyncio.to_thread(self._value, "drop_generation", "dropped", generation=generation):
                return
            await asyncio.sleep(PAUSE_SECONDS)
        raise StoreUnavailable(f"generation {generation} is still being read")

    async def fold(self, generation: int) -> None:
        """Put the counts of a generation together, so that they are read faster."""
        await asyncio.to_thread(self._value, "fold", "fold", generation=generation)

    def _value(self, statement: str, column: str, **values: Any) -> Any:
        if values.get("generation", 1) not in NUMBERS:
            raise GenerationUnknown(f"generation {values['generation']}")
        with self._store.database.transaction(self._store.workspace) as tx:
            found = tx.one(statement, **values)
        return None if found is None else found[column]


def _generation(row: Row) -> Generation:
    columns = ("documents", "passages", "words", "made_at", "live_at", "retired_at")
    return Generation(row["id"], row["collection"], State(row["state"]), *(row[name] for name in columns))
