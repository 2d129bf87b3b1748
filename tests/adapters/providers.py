"""Providers of searches over real HTTP on 127.0.0.1, answering in the shapes that the real ones document (`shapes/`)."""

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.contracts.samples import Page
from tests.endpoints import ModelServer, Request, Step, tells
from veracious.adapters.web.http_client import Caps, PublicHttpClient
from veracious.adapters.web.search.brave import Brave
from veracious.adapters.web.search.circuit_breaker import Provider
from veracious.adapters.web.search.exa import Exa
from veracious.adapters.web.search.parsing import HttpClient
from veracious.adapters.web.search.searxng import SearxNG
from veracious.adapters.web.search.tavily import Tavily
from veracious.adapters.web.search.wikipedia import Wikipedia

SHAPES = Path(__file__).parent / "shapes"
KEY = "key-that-nobody-may-read-7f3a"
OUTSIDE = PublicHttpClient(Caps(seconds=5.0))
PRICE = 5_000  # millionths


@dataclass(frozen=True)
class Kind:
    """A provider: how it is made, where its results stand, how one of them tells a page, and where the query stands in a request."""

    make: Callable[[HttpClient, str], Provider]
    path: tuple[str, ...]
    tells: Callable[[Page], Mapping[str, Any]]
    asked: Callable[[Request], str]


def shape(name: str) -> Any:
    """An answer as the documentation of a provider has it."""
    return json.loads((SHAPES / f"{name}.json").read_text("utf-8"))


def parameters(request: Request) -> dict[str, str]:
    """What stands in the address behind the question mark."""
    return {name: values[0] for name, values in parse_qs(urlsplit(request.path).query, keep_blank_values=True).items()}


def _mail(day: date | None) -> str | None:
    return day.strftime("%a, %d %b %Y 06:00:00 GMT") if day else None


def _iso(day: date | None, end: str = "") -> str | None:
    return f"{day.isoformat()}T06:00:00{end}" if day else None


def _page(page: Page) -> dict[str, Any]:
    return {"url": page.snapshot.url, "title": page.name.replace("-", " ")}


class Elsewhere(Wikipedia):
    """A MediaWiki whose pages are read elsewhere than where it is asked."""

    pages = "https://example.org"


KINDS: Mapping[str, Kind] = {
    "searxng": Kind(
        lambda way, url: SearxNG(way, url, "", PRICE),
        ("results",),
        lambda page: {**_page(page), "content": page.snapshot.text, "publishedDate": _iso(page.published)},
        lambda request: parameters(request)["q"],
    ),
    "tavily": Kind(
        lambda way, url: Tavily(way, url, KEY, PRICE),
        ("results",),
        lambda page: {**_page(page), "content": page.snapshot.text, "published_date": _mail(page.published)},
        lambda request: str(request.body["query"]),
    ),
    "brave": Kind(
        lambda way, url: Brave(way, url, KEY, PRICE),
        ("web", "results"),
        lambda page: {**_page(page), "description": page.snapshot.text, "page_age": _iso(page.published)},
        lambda request: parameters(request)["q"],
    ),
    "exa": Kind(
        lambda way, url: Exa(way, url, KEY, PRICE),
        ("results",),
        lambda page: {**_page(page), "highlights": [page.snapshot.text], "publishedDate": _iso(page.published, ".000Z")},
        lambda request: str(request.body["query"]),
    ),
    "wikipedia": Kind(
        lambda way, url: Elsewhere(way, url, "", PRICE),
        ("query", "search"),
        lambda page: {"title": page.name, "snippet": page.snapshot.text, "timestamp": _iso(page.published or date(2020, 2, 2), "Z")},
        lambda request: parameters(request)["srsearch"],
    ),
}


def base(server: ModelServer) -> str:
    """The address of a server, as an operator gives it."""
    return server.url.removesuffix("/v1")


def made(name: str, server: ModelServer, way: HttpClient = OUTSIDE) -> Provider:
    """The provider of this name at this server."""
    return KINDS[name].make(way, base(server))


def holding(name: str, results: Sequence[Any]) -> Any:
    """An answer in the shape of a provider with other results."""
    whole = copy.deepcopy(shape(name))
    inner = whole
    for step in KINDS[name].path[:-1]:
        inner = inner[step]
    inner[KINDS[name].path[-1]] = list(results)
    whole.pop("unresponsive_engines", None)
    return whole


def told(value: Any) -> Step:
    """The same value as JSON, whatever was asked."""
    return tells(lambda request: value)


def searching(name: str, pages: Sequence[Page]) -> Step:
    """A provider that finds the pages which share a word with the query, most shared words first; it heeds no limit and no date."""
    kind = KINDS[name]

    def answer(request: Request) -> Any:
        wanted = set(kind.asked(request).lower().split())
        shares = {page: len(wanted & set(page.snapshot.text.lower().rstrip(".").split())) for page in pages}
        found = sorted((page for page in pages if shares[page]), key=lambda page: -shares[page])
        return holding(name, [kind.tells(page) for page in found])

    return tells(answer)
