"""Pages of the web into a collection of the store."""

from dataclasses import replace

from veracious import wiring
from veracious.domain.errors import InputError
from veracious.flow import refresh as flow_refresh
from veracious.flow.refresh import Refreshed, RefreshOrder, RefreshTools, Tell
from veracious.ports import PageReader, WebSearch
from veracious.rules.dials import Dials
from veracious.rules.seeking import current


def refresh_order(collection: str, listed: str = "", pages: int | None = None) -> RefreshOrder:
    """What a refresh of a collection is to fetch today: by the queries of a list, or by those that are shipped for it."""
    current.allow(collection)
    seeking = Dials().seeking
    dials = seeking.current if pages is None else replace(seeking.current, pages_at_most=pages)
    text = listed or wiring.shipped_queries(collection)
    if not text:
        raise InputError(f"no queries are shipped for {collection}; give a list of your own with --queries")
    return RefreshOrder(collection, current.queries(text, dials), wiring.clock().now().date(), dials, seeking.urls)


async def refresh(
    wanted: RefreshOrder, tell: Tell, search: WebSearch | None = None, door: PageReader | None = None, workspace: str = ""
) -> Refreshed:
    """Fill a shared collection of the store anew; without a search and a page reader of the caller's, with those that the settings name."""
    if search is None or door is None:
        search, door = wiring.search(), wiring.page_reader()
    held = wiring.held_collections(workspace)
    try:
        return await flow_refresh.refresh(wanted, RefreshTools(search, door, wiring.library(workspace), held, wiring.rate), tell)
    finally:
        await held.release()
