"""`/p/{snapshot}`: a text as it was read and kept, with the quote marked, and the way to the page as it is now."""

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.exceptions import HTTPException
from starlette.responses import Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Snapshot
from veracious.domain.span import Span
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign
from veracious.faces.web import frame, links
from veracious.faces.web.routing import PageRoute

CHARS_AT_MOST = 200_000  # of a text, around its quote; more makes no page that anybody reads
COLLECTIONS = {
    "documents": "documents that were put here",
    "web": "pages read on the web",
    "static": "texts that all share",
    "current_affairs": "news that all share",
    "demo": "made-up texts of the demo",
}

_LANGUAGE = re.compile(r"[a-z]{2,3}")

routes = APIRouter(route_class=PageRoute)

Hash = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True)
class PassageView:
    """The text as it is shown, cut at its quote."""

    title: str
    publisher: str
    byline: str
    published: str
    language: str
    collection: str
    digest: str
    link: str  # to the page, at these words
    address: str
    before: str
    quote: str
    after: str
    is_missed: bool  # a quote was asked for that the text does not have
    cut_before: int  # characters that are not shown
    cut_after: int


@routes.get("/p/{snapshot}", include_in_schema=False)
@needs(Grant.READ)
async def passage(visit: Visiting, snapshot: Hash) -> Response:
    """A text with its quote."""
    found = app.demonstration.text(f"sha256:{snapshot}") or await _kept(visit, f"sha256:{snapshot}")
    return await frame.show(visit.request, "passage.html.j2", {"view": view(found, visit.request.query_params.get("q", ""))})


async def _kept(visit: Visit, digest: str) -> Snapshot:
    try:
        return await visit.backend.shelves.open(visit.workspace, digest)
    except SourceUnavailable as missing:
        if type(missing) is not SourceUnavailable:  # the store does not answer
            raise
        raise HTTPException(404) from missing


def view(found: Snapshot, asked: str) -> PassageView:
    """A text and the span that was asked for, as they are shown."""
    span = links.span(asked, len(found.text))
    mark = span or Span(0, 0)
    first, last = _window(mark, len(found.text))
    quote = mark.of(found.text)
    return PassageView(
        title=foreign.visible(found.title) or foreign.first_words(found.text) or "A text without a title",
        publisher=foreign.publisher(found.source.domain) if found.source.domain else "",
        byline=foreign.visible(found.byline),
        published=found.published.isoformat() if found.published else "",
        language=found.language if _LANGUAGE.fullmatch(found.language) else "",
        collection=COLLECTIONS.get(found.collection, found.collection),
        digest=found.digest,
        link=links.live(found.url, quote),
        address=foreign.visible(found.url or ""),
        before=foreign.visible(found.text[first : mark.start]),
        quote=foreign.visible(quote),
        after=foreign.visible(found.text[mark.end : last]),
        is_missed=bool(asked) and span is None,
        cut_before=first,
        cut_after=len(found.text) - last,
    )


def _window(mark: Span, length: int) -> tuple[int, int]:
    """The part of a long text that is shown, with the quote in it."""
    if length <= CHARS_AT_MOST:
        return 0, length
    middle = (mark.start + mark.end) // 2
    first = max(0, min(mark.start, middle - CHARS_AT_MOST // 2, length - CHARS_AT_MOST))
    return first, max(mark.end, min(length, first + CHARS_AT_MOST))
