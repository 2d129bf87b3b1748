"""Collections of the store whose generation under construction nobody else takes for a leftover."""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack, suppress

from veracious.adapters.postgres.database import Database
from veracious.domain.errors import InputError, VeraciousError
from veracious.domain.store import Generation
from veracious.ports import Collections

TRIES = 3  # to begin a generation that another refresh does not take for a leftover before it is held


class HeldCollections:
    """The `Collections` of a store; the generation that is being built here is held, so that nobody takes it for one left half-built.

    The hold is that of a reader: the server ends it when this process does, however it ends, and until then drops nothing that is held.
    """

    def __init__(self, inner: Collections, database: Database, workspace: str) -> None:
        self._inner, self._database, self._workspace = inner, database, workspace
        self._hold = ExitStack()
        self._held: int | None = None

    async def all(self) -> Sequence[Generation]:
        """Every generation this workspace can see, with its size."""
        return await self._inner.all()

    async def begin(self, collection: str) -> int:
        """A new, empty generation beside the live one, held from now on."""
        for _ in range(TRIES):
            made = await self._inner.begin(collection)
            await asyncio.to_thread(self._take, made)
            if any(one.id == made for one in await self._inner.all()):
                return made
            await self.release()  # dropped before it was held
        raise InputError(f"others refresh {collection} at this moment; try again when they have ended")

    async def switch(self, generation: int) -> int | None:
        """Make a generation the live one, for all readers at once; the one that was live before."""
        return await self._inner.switch(generation)

    async def drop(self, generation: int) -> None:
        """Drop a generation that is not live, once its last reader is gone."""
        if generation == self._held:
            await self.release()
        await self._inner.drop(generation)

    async def fold(self, generation: int) -> None:
        """Put the counts of a generation together, so that they are read faster."""
        await self._inner.fold(generation)

    async def release(self) -> None:
        """Hold nothing any more."""
        self._held = None
        with suppress(VeraciousError):  # a server that fell over holds nothing either
            await asyncio.to_thread(self._hold.close)

    def _take(self, generation: int) -> None:
        tx = self._hold.enter_context(self._database.transaction(self._workspace))
        tx.one("hold_generation", generation=generation)
        self._held = generation
