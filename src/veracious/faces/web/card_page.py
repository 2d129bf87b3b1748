"""`/published/{id}/card` and `card.svg`: a published verdict in a few lines, for pages of other sites.

It may stand in a frame of any of them. So it has no form, no script and no cookie, and its policy lets it have none. What is not published
is told there in the same way, in a frame, too: no more of it is said than that it is not there.
"""

import asyncio
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from veracious import app
from veracious.faces.http.routes import Visit
from veracious.faces.web import card, card_picture, frame, public_cache, public_pages, site_address
from veracious.faces.web.card import Card
from veracious.faces.web.kept_pages import KeptPages
from veracious.faces.web.progress import RunName
from veracious.faces.web.routing import PageRoute

HTML, SVG = "text/html; charset=utf-8", "image/svg+xml; charset=utf-8"
STYLES = ("style.css", "card.css")
ANYWHERE = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"
HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Vary": "Accept",
        "Cache-Control": "no-store",  # unless something is published there
    }
)

routes = APIRouter(route_class=PageRoute)


@routes.get("/published/{id}/card", include_in_schema=False)
async def page(request: Request, id: RunName) -> Response:
    """A published verdict in short, to stand in a frame of another site."""
    found = await _card(request, id)
    said: dict[str, Any] = {"card": found, "styles": STYLES, "address": _address(request, id)}
    text = await asyncio.to_thread(frame.render, "card.html.j2", said, True)
    return _answered(request, found, text, HTML, f"{ANYWHERE}; style-src 'self'")


@routes.get("/published/{id}/card.svg", include_in_schema=False)
async def drawn(request: Request, id: RunName) -> Response:
    """The same as a picture."""
    found, address = await _card(request, id), _address(request, id)
    style, digest = _style()
    shown = card_picture.picture(found, address) if found is not None else None
    said: dict[str, Any] = {"card": found, "picture": shown, "style": style, "address": address}
    text = await asyncio.to_thread(frame.render, "card.svg.j2", said, True)
    return _answered(request, found, text.lstrip(), SVG, f"{ANYWHERE}; style-src '{digest}'")


def _answered(request: Request, found: Card | None, text: str, media_type: str, policy: str) -> Response:
    headers = {**HEADERS, "Content-Security-Policy": policy}
    answer = Response(text, 200 if found is not None else 404, headers, media_type)
    return public_cache.kept(request, answer, is_shared=True, changed=found.updated if found is not None else None)


async def _card(request: Request, id: str) -> Card | None:
    """The card of this record; none where nothing is published there."""
    visit = public_pages.reader(request)
    pages: KeptPages = request.app.state.kept_pages
    try:
        found: Card = (await pages.get(("card", id), lambda: _read(visit, id)))["card"]
    except HTTPException as absent:
        if absent.status_code != 404:
            raise
        return None
    return found


async def _read(visit: Visit, id: str) -> dict[str, Any]:
    found = await public_pages.published(visit, id)
    report = await asyncio.to_thread(app.records.report, found.record)
    return {"card": card.card(found, report, visit.workspace)}


def _address(request: Request, id: str) -> str:
    return f"{site_address.of(request)}{public_pages.HOME}{id}"


@cache
def _style() -> tuple[str, str]:
    """The style of the picture, and how its policy names it."""
    style = (files("veracious.faces.web") / "static" / "card-picture.css").read_text("utf-8").strip()
    return style, "sha256-" + b64encode(sha256(style.encode()).digest()).decode()
