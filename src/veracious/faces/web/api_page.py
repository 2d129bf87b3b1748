"""`/api`: recipes to copy, and the reference of the API, read from our own OpenAPI document. It is as open as that document is.

A person who is known may open what needs no more than an address to be read: their browser asks with their session.
"""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Caller, Grant
from veracious.domain.errors import KeyUnknown, SessionInvalid, StoreUnavailable
from veracious.faces.http import addresses, authentication
from veracious.faces.web import frame, recipes, site_address
from veracious.faces.web.address_limit import ReadingLimit
from veracious.faces.web.api_view import Reference
from veracious.faces.web.routing import PageRoute

STYLES = (*frame.STYLES, "api.css")
QUERY_CHARS = 100  # of a search

routes = APIRouter(route_class=PageRoute)


@routes.get("/api", include_in_schema=False)
async def page(request: Request) -> Response:
    """Recipes, and the reference of the API."""
    caller = await _caller(request)
    query = request.query_params.get("q", "").strip()[:QUERY_CHARS]
    whole: Reference = request.app.state.api_reference
    shown = whole.about(query) if query else whole
    said = {
        "query": query,
        "reference": shown,
        "recipes": [] if query else recipes.at(site_address.of(request)),
        "site": site_address.of(request),
        "scopes": _scopes(caller),
        "asks_no_key": caller is not None and not caller.actor,
    }
    return await frame.show(request, "api.html.j2", said, styles=STYLES, has_form=False)


@routes.get("/docs", include_in_schema=False)
async def docs() -> Response:
    """Where many look for the description of an API."""
    return RedirectResponse("/api", 303)


async def _caller(request: Request) -> Caller | None:
    """Who asks, where that is known. The page is open to anybody else as well, who is counted by their address."""
    try:
        request.state.caller = await authentication.admit(request, Grant.READ, in_form=True)
    except (KeyUnknown, SessionInvalid, StoreUnavailable):
        limit: ReadingLimit = request.app.state.reading_limit
        limit.take(addresses.of(request))
        return None
    found: Caller = request.state.caller
    return found


def _scopes(caller: Caller | None) -> frozenset[str]:
    """The scopes of what whoever asks may open; none where nobody is known."""
    if caller is None:
        return frozenset()
    return frozenset({"", *(one.value for one in Grant if caller.grant.allows(one))})
