"""Search APIs in the shapes of the real ones, each at its own site; keys are asked for, and dates heeded, where the real one does so."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.internet import index
from tests.internet.index import Admits, Found
from tests.internet.provider_faults import PROVIDER_FAULTS, Right
from tests.internet.sites import BY_NAME, url
from tests.internet.wire import Request, Step, sends, tells
from tests.internet.world import ARTICLES

TODAY = date(2026, 6, 30)  # what the searches think it is when asked for the last month
SPANS = {"day": 1, "d": 1, "pd": 1, "week": 7, "w": 7, "pw": 7, "month": 31, "m": 31, "pm": 31, "year": 366, "y": 366, "py": 366}
KEYS: Mapping[str, str] = MappingProxyType({"tavily": "tvly-loopback", "brave": "brave-loopback", "factcheck": "google-loopback"})
PAGE = 10  # hits when nobody says how many
BRAVE_QUERY_CHARS, BRAVE_QUERY_WORDS, BRAVE_COUNT = 400, 50, 20
TAVILY_QUERY_CHARS, TAVILY_COUNT = 400, 20

Reply = tuple[int, Any]


@dataclass(frozen=True, slots=True)
class Provider:
    """A search: where it is, what it says, and where in its answer the hits and their addresses stand."""

    site: str
    path: str
    reply: Callable[[Request], Reply]
    hits: tuple[str, ...]
    address: str = "url"

    def right(self, request: Request) -> Right:
        """The right answer in parts; to a query that finds nothing, that to one that finds something."""
        _, told = self.reply(request)
        if not _at(told, self.hits):
            told = self.reply(_asking(request, "The Brisa lighthouse is 60 metres tall."))[1]
        return Right(told, self.hits, self.address)


def _at(told: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        told = told.get(name) if isinstance(told, dict) else None
    return told


def _asking(request: Request, query: str) -> Request:
    """A request as who has a key would make it, with another query."""
    target = f"{request.path}?format=json&action=query&list=search&" + "&".join(f"{name}={query}" for name in ("q", "query", "srsearch"))
    headers = {"authorization": f"Bearer {KEYS['tavily']}", "x-subscription-token": KEYS["brave"]}
    body = json.dumps({"query": query, "topic": "news"}).encode()
    return Request(request.site, "GET", f"{target}&key={KEYS['factcheck']}".replace(" ", "+"), headers, body)


def _number(text: object, default: int, low: int, high: int) -> int | None:
    """A whole number within bounds; none when it is none."""
    if text in (None, ""):
        return default
    try:
        number = int(str(text))
    except ValueError:
        return None
    return number if low <= number <= high else None


def _since(days: int | None) -> Admits:
    return lambda entry: days is None or (entry.published is not None and entry.published >= TODAY - timedelta(days))


def _between(start: str, end: str) -> Admits:
    """Pages of these days; one without a date is not known to be of them."""
    first = date.fromisoformat(start) if start else date.min
    last = date.fromisoformat(end) if end else date.max
    whole = not start and not end
    return lambda entry: whole or (entry.published is not None and first <= entry.published <= last)


# SearXNG: no key, no number of hits, and of dates only how long ago.


def _searxng(request: Request) -> Reply:
    asked = request.query
    if asked.get("format") != "json":
        return 403, {"error": "no such format"}
    page = _number(asked.get("pageno"), 1, 1, 99)
    if not asked.get("q") or page is None:
        return 400, {"error": "no query"}
    found = index.search(asked["q"], _since(SPANS.get(asked.get("time_range", ""))))
    shown = found[(page - 1) * PAGE : page * PAGE]
    results = [_searxng_hit(one) for one in shown]
    rest: dict[str, Any] = {"answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": []}
    return 200, {"query": asked["q"], "number_of_results": len(found), "results": results, **rest}


def _searxng_hit(one: Found) -> dict[str, Any]:
    day = one.entry.published.isoformat() + "T08:00:00" if one.entry.published else None
    told = {"url": one.entry.url, "title": one.entry.title, "content": one.snippet, "publishedDate": day}
    return {**told, "engine": "loopback", "engines": ["loopback"], "category": "general", "score": one.score}


# Tavily: a bearer key, days from and to; the date of a page is told of news only.


def _tavily(request: Request) -> Reply:
    if request.headers.get("authorization") != f"Bearer {KEYS['tavily']}":
        return 401, {"detail": {"error": "Unauthorized: missing or invalid API key."}}
    try:
        asked = json.loads(request.body)
        query = asked["query"]
        admits = _between(asked.get("start_date") or "", asked.get("end_date") or "")
    except (ValueError, KeyError, TypeError, AttributeError):
        return 400, {"detail": {"error": "Invalid request."}}
    count = _number(asked.get("max_results"), 5, 0, TAVILY_COUNT)
    if not isinstance(query, str) or not query or len(query) > TAVILY_QUERY_CHARS or count is None:
        return 400, {"detail": {"error": "Invalid request."}}
    recent = _since(SPANS.get(str(asked.get("time_range"))))
    found = index.search(query, lambda entry: admits(entry) and recent(entry))[:count]
    is_news = asked.get("topic") == "news"
    results = [_tavily_hit(one, is_news) for one in found]
    return 200, {"query": query, "answer": None, "images": [], "results": results, "response_time": 0.1, "request_id": "loopback"}


def _tavily_hit(one: Found, is_news: bool) -> dict[str, Any]:
    told = {"url": one.entry.url, "title": one.entry.title, "content": one.snippet, "score": one.score, "raw_content": None}
    day = one.entry.published
    return {**told, "published_date": day.strftime("%a, %d %b %Y 08:00:00 GMT")} if is_news and day else told


# Brave: a key in a header of its own, a count, `freshness` as a span or from day to day.


def _brave(request: Request) -> Reply:
    asked = request.query
    if request.headers.get("x-subscription-token") != KEYS["brave"]:
        return (422 if "x-subscription-token" not in request.headers else 401), {"type": "ErrorResponse", "error": {"code": "NO_TOKEN"}}
    query, fresh = asked.get("q", ""), asked.get("freshness", "")
    count, offset = _number(asked.get("count"), BRAVE_COUNT, 1, BRAVE_COUNT), _number(asked.get("offset"), 0, 0, 9)
    fits = 0 < len(query) <= BRAVE_QUERY_CHARS and len(query.split()) <= BRAVE_QUERY_WORDS
    admits = _fresh(fresh)
    if not fits or count is None or offset is None or admits is None:
        return 422, {"type": "ErrorResponse", "error": {"code": "VALIDATION", "status": 422}}
    found = index.search(query, admits)
    shown = found[offset * count : (offset + 1) * count]
    more = len(found) > (offset + 1) * count
    told: dict[str, Any] = {"type": "search", "query": {"original": query, "more_results_available": more}}
    return 200, {**told, "web": {"type": "search", "results": [_brave_hit(one) for one in shown]}} if shown else told


def _fresh(told: str) -> Admits | None:
    """A span, or from day to day; none when it is neither."""
    start, to, end = told.partition("to")
    try:
        return _between(start, end) if to else _since(SPANS.get(told))
    except ValueError:
        return None


def _brave_hit(one: Found) -> dict[str, Any]:
    told: dict[str, Any] = {"type": "search_result", "title": one.entry.title, "url": one.entry.url, "description": one.snippet}
    told |= {"language": "en", "family_friendly": True, "meta_url": {"hostname": urlsplit(one.entry.url).hostname}}
    day = one.entry.published
    return {**told, "age": day.strftime("%B %-d, %Y"), "page_age": f"{day.isoformat()}T08:00:00"} if day else told


# MediaWiki: its own pages only, by title; snippets are HTML; the timestamp is that of the last edit.


def _mediawiki(request: Request) -> Reply:
    asked = request.query
    query, limit = asked.get("srsearch", ""), _number(asked.get("srlimit"), PAGE, 1, 500)
    if asked.get("action") != "query" or asked.get("list") != "search" or asked.get("format") != "json" or not query or limit is None:
        return 200, {"error": {"code": "missingparam", "info": "No such question."}, "servedby": "loopback"}
    wiki = url("encyclopaedia.example", "/wiki/")
    found = index.search(query, lambda entry: entry.url.startswith(wiki))
    skipped = _number(asked.get("sroffset"), 0, 0, 10_000) or 0
    shown = found[skipped : skipped + limit]
    told: dict[str, Any] = {"batchcomplete": "", "query": {"searchinfo": {"totalhits": len(found)}}}
    told["query"]["search"] = [_wiki_hit(one, query) for one in shown]
    return 200, {**told, "continue": {"sroffset": skipped + limit, "continue": "-||"}} if len(found) > skipped + limit else told


def _wiki_hit(one: Found, query: str) -> dict[str, Any]:
    wanted = set(index.words(query))
    marked = (f'<span class="searchmatch">{word}</span>' if wanted & set(index.words(word)) else word for word in one.snippet.split())
    name = unquote(one.entry.url.rsplit("/", 1)[1]).replace("_", " ")
    number = next(at for at, article in enumerate(ARTICLES, 100) if article.url == one.entry.url)
    told = {"ns": 0, "title": name, "pageid": number, "size": len(one.entry.text), "wordcount": len(one.entry.text.split())}
    day = one.entry.published or TODAY
    return {**told, "snippet": " ".join(marked), "timestamp": f"{day.isoformat()}T08:00:00Z"}


# Fact Check Tools: a key in the address or in a header, an empty object when nothing is found.


def _factcheck(request: Request) -> Reply:
    asked = request.query
    key = asked.get("key") or request.headers.get("x-goog-api-key")
    if key != KEYS["factcheck"]:
        status, code = (400, "INVALID_ARGUMENT") if key else (403, "PERMISSION_DENIED")
        return status, {"error": {"code": status, "message": "API key not valid.", "status": code}}
    query, size = asked.get("query", ""), _number(asked.get("pageSize"), PAGE, 1, 100)
    if not query or size is None:
        return 400, {"error": {"code": 400, "message": "Request contains an invalid argument.", "status": "INVALID_ARGUMENT"}}
    days = _number(asked.get("maxAgeDays"), 1_000_000, 0, 1_000_000)
    recent = _since(None if days is None or days > 100_000 else days)
    if asked.get("languageCode", "en").split("-")[0] != "en":
        return 200, {}
    found = [one for one in index.search(query, recent) if one.entry.url in REVIEWS][:size]
    return 200, {"claims": [REVIEWS[one.entry.url] for one in found]} if found else {}


def _reviews() -> dict[str, dict[str, Any]]:
    told: dict[str, dict[str, Any]] = {}
    for one in ARTICLES:
        if "rating" in one.fields:
            publisher = {"name": BY_NAME[one.site].title, "site": one.site}
            day = f"{one.published.isoformat()}T00:00:00Z"
            review = {"publisher": publisher, "url": one.url, "title": one.title, "reviewDate": day, "languageCode": "en"}
            who = one.fields.get("claimant", "Social media users")
            told[one.url] = {"text": one.fields["claim"], "claimant": who, "claimDate": day}
            told[one.url]["claimReview"] = [{**review, "textualRating": one.fields["rating"]}]
    return told


REVIEWS: Mapping[str, dict[str, Any]] = MappingProxyType(_reviews())

PROVIDERS: Mapping[str, Provider] = MappingProxyType(
    {
        "searxng": Provider("searxng.example", "/search", _searxng, ("results",)),
        "tavily": Provider("tavily.example", "/search", _tavily, ("results",)),
        "brave": Provider("brave.example", "/res/v1/web/search", _brave, ("web", "results")),
        "mediawiki": Provider("encyclopaedia.example", "/w/api.php", _mediawiki, ("query", "search"), "title"),
        "factcheck": Provider("factcheck.example", "/v1alpha1/claims:search", _factcheck, ("claims",)),
    }
)
ADDRESSES: Mapping[str, str] = MappingProxyType({name: url(one.site, "") for name, one in PROVIDERS.items()})


def named(request: Request) -> str | None:
    """The provider that is asked; none when a page is."""
    return next((name for name, one in PROVIDERS.items() if one.site == request.site and one.path == unquote(request.path)), None)


def answer(request: Request) -> Step | None:
    """What a provider says when nothing is wrong; none when a page is asked for."""
    name = named(request)
    if name is None:
        return None
    if (request.method == "POST") != (name == "tavily"):
        return sends(b'{"detail": "Method Not Allowed"}', "application/json", 405)
    status, told = PROVIDERS[name].reply(request)
    return tells(told, status)


def failing(provider: str, fault: str) -> Step:
    """A provider that goes wrong in a named way, each request anew."""
    one, made = PROVIDERS[provider], PROVIDER_FAULTS[fault]

    async def step(request: Request, wire: Any) -> None:
        await made(one.right(request))(request, wire)

    return step
