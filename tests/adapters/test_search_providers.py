"""Each provider: what it is asked, and what is made of an answer in the shape that it documents."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from tests.adapters.providers import KEY, KINDS, OUTSIDE, PRICE, base, holding, made, parameters, shape, told
from tests.contracts.samples import query, run
from tests.endpoints import ModelServer, Request, sends
from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.brave import Brave
from veracious.adapters.web.search.factcheck import FactCheckTools
from veracious.adapters.web.search.searxng import SearxNG
from veracious.adapters.web.search.tavily import Tavily
from veracious.adapters.web.search.wikipedia import Wikipedia
from veracious.domain.budget import Amount
from veracious.domain.errors import SourceError, SourceLimited, SourceMalformed, SourceUnavailable
from veracious.domain.web import Hit, Review

ASKED = query("harbour bridge reopened")  # as of 1 June 2024
LONG = replace(ASKED, text="bridge " * 400)
BRIDGE = Hit(
    "https://www.example.org/2024/05/harbour-bridge-reopened?utm_source=feed",
    "Harbour bridge reopened after repairs & tests",
    "The harbour bridge was reopened on Friday, after eleven months.",
    date(2024, 5, 3),
)
HISTORY = Hit("https://example.com/city/bridges/harbour-bridge-history", "A history of the harbour bridge")
CLOSED = Hit(
    "https://example.net/2025/01/harbour-bridge-closed-again",
    "Harbour bridge closed again",
    "Seven months after it was reopened, the bridge is closed.",
    date(2025, 1, 10),
)
WIKI = "https://example.org/wiki"
PAGES: Mapping[str, tuple[Hit, ...]] = {
    "searxng": (BRIDGE, HISTORY, CLOSED),
    "tavily": (BRIDGE, HISTORY, CLOSED),
    "brave": (BRIDGE, HISTORY, CLOSED),
    "exa": (BRIDGE, HISTORY, CLOSED),
    "wikipedia": (
        Hit(f"{WIKI}/Harbour_Bridge_(Brisa)", "Harbour Bridge (Brisa)", "The harbour bridge's deck was reopened in May", date(2024, 5, 3)),
        Hit(f"{WIKI}/Br%C3%BCcken_%26_H%C3%A4fen", "Brücken & Häfen", "", date(2011, 2, 1)),
        Hit(f"{WIKI}/List_of_bridges", "List of bridges", "closed again in January", date(2025, 1, 10)),
    ),
}


def asked_of(name: str, asked: Any = ASKED, limit: int = 10) -> Request:
    """The one request that a search makes."""
    with ModelServer((told(shape(name)),)) as server:
        run(made(name, server).search(asked, limit))
        [request] = server.requests
        return request


@pytest.mark.parametrize("name", KINDS)
def test_an_answer_in_the_documented_shape_is_read_whole(name: str) -> None:
    """The third hit is of 2025: as of June 2024 it is left out."""
    with ModelServer((told(shape(name)),)) as server:
        provider = made(name, server)
        assert run(provider.search(ASKED, 10)) == PAGES[name][:2]
        assert run(provider.search(replace(ASKED, as_of=date(2026, 1, 1)), 10)) == PAGES[name]
        assert run(provider.search(ASKED, 1)) == PAGES[name][:1]


@pytest.mark.parametrize("name", KINDS)
def test_no_more_than_nothing_is_wanted_so_nobody_is_asked(name: str) -> None:
    with ModelServer((told(shape(name)),)) as server:
        assert run(made(name, server).search(ASKED, 0)) == ()
        assert server.requests == []


@pytest.mark.parametrize("name", KINDS)
def test_a_provider_has_a_name_and_a_price(name: str) -> None:
    with ModelServer() as server:
        provider = made(name, server)
        assert provider.name == f"{name} at 127.0.0.1:{server.port}"
        assert provider.price_micros == PRICE


def test_the_key_stands_in_a_header_and_nowhere_else() -> None:
    for name, header in (("tavily", "authorization"), ("brave", "x-subscription-token"), ("exa", "x-api-key")):
        request = asked_of(name)
        assert request.headers[header] == (f"Bearer {KEY}" if name == "tavily" else KEY)
        assert KEY not in request.path + str(request.body)
        assert [header] == [one for one, value in request.headers.items() if KEY in value]


def test_searxng_is_asked_for_json() -> None:
    assert parameters(asked_of("searxng")) == {"q": ASKED.text, "format": "json"}
    assert asked_of("searxng").path.startswith("/search?")


def test_searxng_is_given_no_orders() -> None:
    """`!!g` redirects, `!images` picks an engine, `:fr` a language, `<3` a time: from the text of a claim they are none of its business."""
    orders = replace(ASKED, text='!!g "Ada Lovelace" !images :fr <3 ?wp wrote: notes!')
    assert parameters(asked_of("searxng", orders))["q"] == 'g "Ada Lovelace" images fr 3 wp wrote: notes!'


def test_tavily_is_asked_for_nothing_newer() -> None:
    request = asked_of("tavily", limit=50)
    assert request.path == "/search"
    assert request.body == {"query": ASKED.text, "max_results": 20, "end_date": "2024-06-01", "search_depth": "basic"}


def test_brave_is_asked_for_nothing_newer() -> None:
    request = asked_of("brave", limit=50)
    assert request.path.startswith("/res/v1/web/search?")
    given = parameters(request)
    assert given["freshness"] == "1970-01-01to2024-06-01"
    assert (given["q"], given["count"], given["spellcheck"]) == (ASKED.text, "20", "false")


def test_exa_is_asked_for_nothing_newer() -> None:
    request = asked_of("exa", limit=50)
    assert request.path == "/search"
    assert (request.body["query"], request.body["numResults"]) == (ASKED.text, 25)
    assert request.body["endPublishedDate"] == "2024-06-01T23:59:59.999Z"


SINCE = replace(ASKED, earliest=date(2024, 5, 31))


def test_each_is_asked_for_nothing_older_in_its_own_words() -> None:
    assert asked_of("tavily", SINCE).body["start_date"] == "2024-05-31"
    assert asked_of("exa", SINCE).body["startPublishedDate"] == "2024-05-31T00:00:00.000Z"
    assert parameters(asked_of("brave", SINCE))["freshness"] == "2024-05-31to2024-06-01"
    assert parameters(asked_of("searxng", SINCE))["time_range"] == "week"
    assert "startPublishedDate" not in asked_of("exa").body


@pytest.mark.parametrize(("days", "span"), [(0, "day"), (1, "week"), (6, "week"), (7, "month"), (28, "year"), (365, None)])
def test_searxng_is_asked_for_the_shortest_span_that_has_every_day(days: int, span: str | None) -> None:
    """A day that has begun counts whole: yesterday and today reach back further than a day."""
    asked = replace(ASKED, earliest=ASKED.as_of - timedelta(days=days))
    assert parameters(asked_of("searxng", asked)).get("time_range") == span


@pytest.mark.parametrize("name", KINDS)
def test_what_is_dated_before_the_earliest_day_is_left_out_whatever_a_provider_sends(name: str) -> None:
    with ModelServer((told(shape(name)),)) as server:
        found = run(made(name, server).search(replace(ASKED, as_of=date(2026, 1, 1), earliest=date(2024, 5, 4)), 10))
    assert found == tuple(one for one in PAGES[name] if one.published is None or one.published >= date(2024, 5, 4))
    assert len(found) < len(PAGES[name])


def test_wikipedia_is_asked_for_articles() -> None:
    request = asked_of("wikipedia", limit=5)
    assert request.path.startswith("/w/api.php?")
    given = parameters(request)
    assert (given["action"], given["list"], given["srnamespace"], given["format"]) == ("query", "search", "0", "json")
    assert (given["srsearch"], given["srlimit"]) == (ASKED.text, "5")


def test_a_long_claim_is_cut_to_what_each_takes() -> None:
    asked = {name: KINDS[name].asked(asked_of(name, LONG)) for name in KINDS}
    assert {name: len(text) for name, text in asked.items()} == {"searxng": 496, "tavily": 398, "brave": 349, "exa": 398, "wikipedia": 300}
    assert all(set(text.split()) == {"bridge"} for text in asked.values())
    assert len(asked["brave"].split()) == 50


def test_a_path_of_the_operator_is_kept() -> None:
    with ModelServer((told(shape("searxng")),)) as server:
        run(SearxNG(OUTSIDE, f"{base(server)}/searx/").search(ASKED, 5))
        assert server.requests[0].path.startswith("/searx/search?")


def test_nothing_found_by_silent_engines_is_no_answer() -> None:
    with (
        ModelServer((told({"results": [], "unresponsive_engines": [["google", "timeout"]]}),)) as server,
        pytest.raises(SourceUnavailable, match="not all of the engines"),
    ):
        run(made("searxng", server).search(ASKED, 5))


def test_brave_says_nothing_found_by_saying_nothing() -> None:
    with ModelServer((told({"type": "search", "query": {"original": "x"}}),)) as server:
        assert run(made("brave", server).search(ASKED, 5)) == ()


@pytest.mark.parametrize(("code", "failure"), [("maxlag", SourceLimited), ("ratelimited", SourceLimited), ("badvalue", SourceUnavailable)])
def test_an_error_of_wikipedia_comes_with_status_200(code: str, failure: type[SourceError]) -> None:
    with ModelServer((told({"error": {"code": code, "info": "…"}}),)) as server, pytest.raises(failure, match=f"error {code}"):
        run(made("wikipedia", server).search(ASKED, 5))


def test_a_word_of_an_error_that_is_no_plain_word_is_not_repeated() -> None:
    with (
        ModelServer((told({"error": {"code": f"<b>ignore all {KEY}"}}),)) as server,
        pytest.raises(SourceUnavailable, match="error unnamed"),
    ):
        run(made("wikipedia", server).search(ASKED, 5))


MALFORMED: Mapping[str, Any] = {
    "searxng": {"results": {"0": {}}},
    "tavily": {"answer": "none"},
    "brave": {"type": "ErrorResponse"},
    "exa": {"requestId": "1"},
    "wikipedia": {"batchcomplete": True},
}


@pytest.mark.parametrize("name", KINDS)
def test_an_answer_without_results_is_malformed_and_named(name: str) -> None:
    with ModelServer((told(MALFORMED[name]),)) as server, pytest.raises(SourceMalformed, match=f"{name} at 127.0.0.1:{server.port}: no "):
        run(made(name, server).search(ASKED, 5))


@pytest.mark.parametrize(
    ("status", "failure", "words"),
    [
        (401, SourceUnavailable, "status 401, the key was not accepted"),
        (403, SourceUnavailable, "status 403, it"),
        (429, SourceLimited, "status 429"),
        (432, SourceUnavailable, "status 432, the plan is used up"),
        (500, SourceUnavailable, "status 500"),
        (503, SourceUnavailable, "status 503"),
        (204, SourceUnavailable, "status 204"),
        (307, SourceUnavailable, "status 307"),
    ],
)
@pytest.mark.parametrize("name", KINDS)
def test_a_status_is_a_failure_that_costs_no_money(name: str, status: int, failure: type[SourceError], words: str) -> None:
    with ModelServer((sends(b"{}", status, Location="http://127.0.0.1:9/"),)) as server:
        with pytest.raises(failure, match=words) as raised:
            run(made(name, server).search(ASKED, 5))
        assert getattr(raised.value, "took", None) == Amount(calls=1)
        assert len(server.requests) == 1


def test_things_that_are_no_hits_are_left_out() -> None:
    odd: list[Any] = [
        None,
        7,
        "https://example.org/a",
        [],
        {},
        {"url": None},
        {"url": ["https://example.org/a"]},
        {"title": ""},
        {"title": 7},
    ]
    for name, kind in KINDS.items():
        right = shape(name)
        for step in kind.path:
            right = right[step]
        with ModelServer((told(holding(name, [*odd, *right])),)) as server:
            assert run(made(name, server).search(ASKED, 10)) == PAGES[name][:2]


@pytest.mark.parametrize("name", KINDS)
def test_results_of_which_none_has_an_address_are_no_answer(name: str) -> None:
    odd: list[Any] = [{"url": "javascript:alert(1)", "title": ""}, {"url": 7, "title": 7}, None]
    with (
        ModelServer((told(holding(name, odd)),)) as server,
        pytest.raises(SourceMalformed, match=f"{name} at 127.0.0.1:{server.port}: no result in the answer has an address"),
    ):
        run(made(name, server).search(ASKED, 10))


@pytest.mark.parametrize("name", KINDS)
def test_of_ten_thousand_hits_fifty_are_kept(name: str) -> None:
    many = [{"url": f"https://a.example/n/{number}", "title": f"t{number}"} for number in range(10_000)]
    with ModelServer((told(holding(name, many)),)) as server:
        assert len(run(made(name, server).search(ASKED, 10_000))) == 50


def test_fields_of_other_types_are_left_empty() -> None:
    wrong = {"title": ["x"], "content": 7, "description": {}, "publishedDate": 1714716900, "published_date": [], "page_age": True}
    for name in ("searxng", "tavily", "brave"):
        with ModelServer((told(holding(name, [{"url": HISTORY.url, **wrong}])),)) as server:
            assert run(made(name, server).search(ASKED, 10)) == (Hit(HISTORY.url),)


def test_fact_checks_in_the_documented_shape_are_read_whole() -> None:
    with ModelServer((told(shape("factcheck")),)) as server:
        tools = FactCheckTools(OUTSIDE, base(server), KEY, PRICE)
        found = run(tools.look_up("the harbour bridge was never repaired", 10))
        assert len(run(tools.look_up("the harbour bridge was never repaired", 2))) == 2
        [request, _] = server.requests
    claim, site = "The harbour bridge was never repaired.", "https://checks.example.org"
    assert found == (
        Review(
            claim,
            "False",
            f"{site}/2024/05/was-the-harbour-bridge-repaired",
            "checks.example.org",
            "Was the harbour bridge repaired?",
            date(2024, 5, 6),
        ),
        Review(
            claim,
            "Mostly false",
            "https://www.facts.example.com/bridge-repairs-are-real",
            "facts.example.com",
            "Bridge repairs are real",
        ),
        Review(
            "The harbour bridge cost 40 million.",
            "Half true",
            f"{site}/2024/06/what-the-bridge-cost",
            "checks.example.org",
            "What the bridge cost",
        ),
    )
    assert parameters(request) == {"query": "the harbour bridge was never repaired", "pageSize": "10"}
    assert request.path.startswith("/v1alpha1/claims:search?")
    assert request.headers["x-goog-api-key"] == KEY
    assert KEY not in request.path
    assert (tools.name, tools.price_micros) == (f"fact check tools at 127.0.0.1:{server.port}", PRICE)


def test_a_publisher_is_who_stands_at_the_address() -> None:
    """Whatever site is named beside it: else anybody could publish in the name of a better one."""
    review = {"url": "https://anybody.example/a-b-c", "textualRating": "True", "publisher": {"name": "Reuters", "site": "reuters.com"}}
    with ModelServer((told({"claims": [{"text": "x", "claimReview": [review]}]}),)) as server:
        [found] = run(FactCheckTools(OUTSIDE, base(server), KEY).look_up("x", 5))
    assert found.publisher == "anybody.example"


def test_a_review_without_claim_rating_or_address_is_left_out() -> None:
    whole = {"url": "https://checks.example.org/a-b-c", "textualRating": "False"}
    broken: list[Any] = [
        {**whole, "url": "javascript:alert(1)"},
        {**whole, "textualRating": " <b></b> "},
        {"textualRating": "False"},
        "x",
        None,
        [],
    ]
    claims = [
        {"text": "x", "claimReview": broken},
        {"text": "", "claimReview": [whole]},
        {"text": "x"},
        {"text": 7, "claimReview": [whole]},
        7,
    ]
    right = {"text": "x", "claimReview": [whole]}
    with ModelServer((told({"claims": [*claims, right]}), told({"claims": claims}))) as server:
        tools = FactCheckTools(OUTSIDE, base(server), KEY)
        assert [one.url for one in run(tools.look_up("x", 5))] == [whole["url"]]
        with pytest.raises(SourceMalformed, match="no review in the answer can be read"):
            run(tools.look_up("x", 5))


def test_an_error_in_place_of_claims_is_a_failure() -> None:
    with (
        ModelServer((told({"error": {"code": 400, "message": f"API key {KEY} not valid"}}),)) as server,
        pytest.raises(SourceUnavailable) as raised,
    ):
        run(FactCheckTools(OUTSIDE, base(server), KEY).look_up("x", 5))
    assert KEY not in str(raised.value)


def test_an_answer_longer_than_any_honest_one_is_not_read() -> None:
    whole = json.dumps(shape("tavily")).encode()
    padded = [whole + b" " * (parsing.ANSWER_BYTES + more - len(whole)) for more in (0, 1)]
    with ModelServer(tuple(map(sends, padded))) as server:
        tavily = made("tavily", server)
        assert run(tavily.search(ASKED, 10)) == PAGES["tavily"][:2]
        with pytest.raises(SourceMalformed, match="more than 1,000,000 bytes"):
            run(tavily.search(ASKED, 10))


def test_whoever_says_the_key_it_is_not_repeated() -> None:
    """Here the way out refuses an address with a password in it; and one that tells all it was given."""

    class Talker:
        async def get(self, url: str, headers: Any = None, operator: bool = False) -> Any:
            raise SourceUnavailable(f"api.search.brave.com: no answer to {url} with {headers}")

        async def post(self, *given: Any, **more: Any) -> Any:
            raise NotImplementedError

    for search in (SearxNG(OUTSIDE, f"http://reader:{KEY}@127.0.0.1:9"), Brave(Talker(), "https://api.search.brave.com", KEY)):
        with pytest.raises(SourceError) as raised:
            run(search.search(ASKED, 5))
        assert KEY not in f"{raised.value} {raised.value!r}"
        assert raised.value.detail.startswith(f"{search.name}: ")


def test_the_addresses_of_the_real_ones_are_theirs() -> None:
    assert Tavily(OUTSIDE, "https://api.tavily.com", KEY).name == "tavily at api.tavily.com"
    assert Brave(OUTSIDE, "https://api.search.brave.com", KEY).name == "brave at api.search.brave.com"
    assert Wikipedia(OUTSIDE, "https://en.wikipedia.org").name == "wikipedia at en.wikipedia.org"
    assert FactCheckTools(OUTSIDE, "https://factchecktools.googleapis.com", KEY).name == "fact check tools at factchecktools.googleapis.com"
