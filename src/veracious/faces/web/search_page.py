"""`/search`: past verdicts, by the words of what was asked and by how they stand; what came up, as a table to take away."""

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response, StreamingResponse

from veracious.domain.access import Grant
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.web import found_records, frame, search_form, site_address
from veracious.faces.web.routing import PageRoute
from veracious.faces.web.search_form import SearchForm

SHOWN = 20
CSV_TYPE = "text/csv; charset=utf-8; header=present"
HOPELESS = "These words stand in nearly every text, and records are not found by them. Write a name, a thing or a number."
NOTHING_FITS = "Nothing that was checked here fits. Use fewer words, or take a filter away: all words must be in the claim."
NOTHING_YET = "Nothing has been checked in this workspace yet. Check a claim first."

routes = APIRouter(route_class=PageRoute)


@routes.get("/search", include_in_schema=False)
@needs(Grant.READ)
async def search(visit: Visiting) -> Response:
    """The form, and what came up, a part at a time."""
    form, after = search_form.sent(visit.request.query_params), search_form.place(visit.request.query_params)
    finder = visit.backend.past.finder(visit.workspace)
    hits = [] if form.is_hopeless else list(await finder.find(form.search(), after, SHOWN + 1))
    more = form.address("/search", hits[SHOWN - 1].place) if len(hits) > SHOWN else ""
    rows = [found_records.shown(one) for one in await found_records.opened(visit, hits[:SHOWN])]
    unopened = len(hits[:SHOWN]) - len(rows)
    said: dict[str, Any] = {
        "form": form,
        "rows": rows,
        "more": more,
        "first": form.address("/search") if after else "",
        "unopened": unopened,
    }
    said["preparing"] = not form.is_hopeless and await finder.is_behind()
    said |= {"verdicts": search_form.VERDICTS, "statuses": search_form.STATUSES, "kinds": search_form.KINDS, "orders": search_form.ORDERS}
    said |= {"table": form.address("/search/verdicts.csv") if hits else "", "empty": _empty(form, bool(after))}
    return await frame.show(visit.request, "search.html.j2", said)


@routes.get("/search/verdicts.csv", include_in_schema=False)
@needs(Grant.READ)
async def table(visit: Visiting) -> Response:
    """All that comes up, as a CSV with a row for each verdict."""
    form = search_form.sent(visit.request.query_params)
    if form.is_hopeless:
        return await search(visit)
    return streamed(visit, found_records.rows(visit, form.search(), base(visit)), "veracious-search-verdicts.csv")


def streamed(visit: Visit, lines: Any, name: str) -> Response:
    """A table that is written while it is read."""
    headers = {**frame.HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines, headers=headers, media_type=CSV_TYPE)


def base(visit: Visit) -> str:
    """What stands before the path of an address here."""
    return site_address.of(visit.request)


def _empty(form: SearchForm, is_further: bool) -> str:
    """What is told where nothing came up."""
    if form.is_hopeless:
        return HOPELESS
    return "There are no more." if is_further else NOTHING_FITS if form.q or form.has_filters else NOTHING_YET
