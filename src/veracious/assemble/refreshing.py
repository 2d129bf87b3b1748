"""Pages of the web into a collection of the store."""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from veracious.assemble import web
from veracious.assemble.data_files import clock
from veracious.assemble.parts import settings
from veracious.assemble.servers import database
from veracious.assemble.stores import collections, library
from veracious.domain.errors import InputError, SettingsInvalid, VeraciousError
from veracious.domain.store import Generation
from veracious.flow import refresh as flow_refresh
from veracious.flow.refresh import Errand, Refreshed, RefreshTools, Tell
from veracious.ports import Collections, PageReader, WebSearch
from veracious.rules.dials import Dials
from veracious.rules.seeking import current

if TYPE_CHECKING:
    from veracious.adapters.postgres.database import Database

TRIES = 3  # to begin a generation that another refresh does not take for a leftover before it is held


def errand(collection: str, listed: str = "", pages: int | None = None) -> Errand:
    """What a refresh of a collection is to fetch today: by the queries of a list, or by those that are shipped for it."""
    current.allow(collection)
    seeking = Dials().seeking
    dials = seeking.current if pages is None else replace(seeking.current, pages_at_most=pages)
    text = listed or _shipped(collection)
    if not text:
        raise InputError(f"no queries are shipped for {collection}; give a list of your own with --queries")
    return Errand(collection, current.queries(text, dials), clock().now().date(), dials, seeking.urls)


async def refresh(
    wanted: Errand, tell: Tell, search: WebSearch | None = None, door: PageReader | None = None, workspace: str = ""
) -> Refreshed:
    """Fill a shared collection of the store anew; without a search and a door of the caller's, with those that the settings name."""
    if search is None or door is None:
        search, door = _web()
    held = HeldCollections(collections(workspace), database(), workspace or settings().workspace)
    try:
        return await flow_refresh.refresh(wanted, RefreshTools(search, door, library(workspace), held, web.rate), tell)
    finally:
        await held.release()


class HeldCollections:
    """The `Collections` of a store; the generation that is being built here is held, so that nobody takes it for one left half-built.

    The hold is that of a reader: the server ends it when this process does, however it ends, and until then drops nothing that is held.
    """

    def __init__(self, inner: Collections, database: "Database", workspace: str) -> None:
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


@cache
def _shipped(collection: str) -> str:
    """The list of queries of a collection, as shipped; empty when there is none."""
    place = files("veracious") / "tables" / f"{collection}.queries"
    return place.read_text("utf-8") if place.is_file() else ""


def _web() -> tuple[WebSearch, PageReader]:
    """The search that the settings name, and the door."""
    search = web.search()
    if search is None:
        raise SettingsInvalid("VERACIOUS_SEARCH: name a search, such as wikipedia, or an own SearXNG with VERACIOUS_SEARXNG")
    return search, web.door()
