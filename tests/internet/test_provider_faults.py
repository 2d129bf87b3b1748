"""Every provider can be told to go wrong in every way, and goes wrong as the name says."""

import gzip
import json
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from tests.internet import KEEPS_HITS, PROVIDER_FAULTS, Internet
from tests.internet.asking import Got, connect, listen, request
from tests.internet.faults import BIG, DEEP
from tests.internet.providers import KEYS, PROVIDERS

Check = Callable[[Got, "Seen"], bool]
SHORT_S = 0.4  # to see that nothing more comes
PATIENT = 8.0
QUERY = "The Brisa lighthouse is 60 metres tall."
OPEN = {"slow drip", "slow drip of a head", "never"}


class Seen:
    """An answer by the side of the right one."""

    def __init__(self, provider: str, right: Any) -> None:
        self.path, self.address, self.right = PROVIDERS[provider].hits, PROVIDERS[provider].address, right

    def hits(self, told: Any) -> Any:
        for name in self.path:
            told = told[name]
        return told

    def places(self, told: Any) -> list[Any]:
        """Every address in the hits, however deep it stands; `None` for a hit that has none."""
        return [next(iter(self._within(one)), None) for one in self.hits(told)]

    def _within(self, one: Any) -> list[Any]:
        if isinstance(one, dict):
            return [value for name, value in one.items() if name == self.address] or self._within(list(one.values()))
        return [value for inner in one for value in self._within(inner)] if isinstance(one, list) else []

    @property
    def right_hits(self) -> list[Any]:
        return list(self.hits(self.right))


@pytest.fixture(scope="module")
def internet() -> Iterator[Internet]:
    with Internet() as one:
        yield one


@pytest.fixture(autouse=True)
def _mended(internet: Internet) -> Iterator[None]:
    yield
    internet.mend()


def asked(internet: Internet, provider: str, seconds: float = PATIENT) -> Got:
    """What a provider says to a query about the lighthouse."""
    query = QUERY.replace(" ", "+")
    parts = f"q={query}&srsearch={query}&query={query}&format=json&action=query&list=search&key={KEYS['factcheck']}"
    address = f"{internet.providers[provider]}{PROVIDERS[provider].path}?{parts}"
    headers = {"Authorization": f"Bearer {KEYS['tavily']}", "X-Subscription-Token": KEYS["brave"], "Connection": "close"}
    with connect(internet, address) as line:
        line.sendall(request(address, {"query": QUERY} if provider == "tavily" else None, headers))
        return listen(line, seconds)


def status(code: int, wait: str = "") -> Check:
    return lambda got, seen: got.status == code and got.header("Retry-After") == wait


def led(*places: object) -> Check:
    """These addresses first, and the right hits behind."""
    return lambda got, seen: seen.places(got.told)[: len(places)] == list(places) and seen.hits(got.told)[len(places) :] == seen.right_hits


def no_json(got: Got, seen: Seen) -> bool:
    try:
        json.loads(got.body.decode("utf-8"))
    except (ValueError, RecursionError):
        return got.status == 200
    return False


def is_told(value: Any) -> Check:
    return lambda got, seen: got.status == 200 and got.told == value


def is_padded(content: bytes, seen: Seen) -> bool:
    return len(content) == BIG and json.loads(content) == seen.right


CHECKS: Mapping[str, Check] = {
    "429 with a wait": status(429, "1"),
    "429 without": status(429),
    "429 for an hour": status(429, "3600"),
    "429 until a date": status(429, "Wed, 21 Oct 2065 07:28:00 GMT"),
    "400": status(400),
    "401": status(401),
    "402": status(402),
    "403": status(403),
    "404": status(404),
    "500": status(500),
    "503": status(503, "0"),
    "204": status(204),
    "empty body": lambda got, seen: got.status == 200 and got.body == b"",
    "a page": lambda got, seen: got.header("Content-Type") == "text/html" and b"<h1>" in got.body,
    "a page called JSON": lambda got, seen: got.header("Content-Type") == "application/json" and b"<h1>" in got.body,
    "truncated": lambda got, seen: no_json(got, seen) and json.dumps(seen.right).encode().startswith(got.body),
    "two in one": lambda got, seen: no_json(got, seen) and got.body == json.dumps(seen.right).encode() * 2,
    "a list": lambda got, seen: got.told == [seen.right],
    "a bare text": is_told("no results"),
    "null": is_told(None),
    "an error with status 200": lambda got, seen: got.status == 200 and "error" in got.told,
    "hits of another kind": lambda got, seen: seen.hits(got.told) == {"0": seen.right_hits[0]},
    "hits that are null": lambda got, seen: seen.hits(got.told) is None,
    "hits that are texts": lambda got, seen: seen.hits(got.told) == ["http://harbour-times.example/", 7, None, True],
    "addresses that are numbers": lambda got, seen: set(seen.places(got.told)) == {7},
    "fields of other types": lambda got, seen: all(isinstance(value, list) for value in seen.hits(got.told)[0].values()),
    "deep nesting": lambda got, seen: no_json(got, seen) and got.body.count(b"[") >= DEEP,
    "deep nesting alone": lambda got, seen: got.body == b"[" * DEEP,
    "20 MB": lambda got, seen: is_padded(got.body, seen),
    "20 MB, packed": lambda got, seen: len(got.body) < BIG // 100 and is_padded(gzip.decompress(got.body), seen),
    "never ends": lambda got, seen: got.end == "full" and got.status == 200,
    "slow drip": lambda got, seen: got.end == "open" and 3 <= len(got.body) < 30,
    "slow drip of a head": lambda got, seen: got.end == "open" and b"\r\n\r\n" not in got.content and got.content.endswith(b"yy"),
    "never": lambda got, seen: got == Got(b"", "open"),
    "closed at once": lambda got, seen: got == Got(b"", "closed"),
    "closed halfway": lambda got, seen: got.end == "closed" and int(got.header("Content-Length")) > len(got.body) > 0,
    "reset": lambda got, seen: got.content == b"" and got.end in ("reset", "closed"),
    "no HTTP": lambda got, seen: got.content.startswith(b"SSH-2.0"),
    "broken chunks": lambda got, seen: got.header("Transfer-Encoding") == "chunked" and got.body.startswith(b"zz"),
    "redirect elsewhere": lambda got, seen: got.status == 307 and "click-harbour" in got.header("Location"),
    "redirect to a private address": lambda got, seen: got.status == 302 and got.header("Location") == "http://10.0.0.1/",
    "javascript addresses": led("javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,<p>x"),
    "file addresses": led("file:///etc/passwd", "FILE:/etc/passwd"),
    "ftp addresses": led("ftp://harbour-times.example/page", "gopher://harbour-times.example/1"),
    "private addresses": led("http://10.0.0.1/2026/05/a-page-inside", "http://127.0.0.1:8080/", "http://169.254.169.254/", "http://[::1]/"),
    "addresses with a password": led("http://harbour-times.example@10.0.0.1/", "http://user:word@wire.example:8080/2026/05/a-b-c"),
    "addresses that are none": led("", "http://", "http://[::1", "//", "harbour bridge", "http://a b.example/", "\ud800"),
    "no addresses": led(None),
    "long addresses": lambda got, seen: len(seen.places(got.told)[0]) > 100_000 and seen.hits(got.told)[1:] == seen.right_hits,
    "duplicate hits": lambda got, seen: seen.hits(got.told) == [one for one in seen.right_hits for _ in range(3)],
    "10,000 hits": lambda got, seen: len(set(seen.places(got.told))) == 10_000,
    "NaN scores": lambda got, seen: b"NaN" in got.body and all(math.isnan(one["score"]) for one in seen.hits(got.told)),
    "a number without end": lambda got, seen: b"9" * 9000 in got.body and no_json(got, seen),
    "a name twice": lambda got, seen: got.told != seen.right and got.body.startswith(json.dumps(seen.right).encode()[:-1]),
    "wrong encoding": lambda got, seen: json.loads(got.body.decode("utf-16")) == seen.right and no_json(got, seen),
    "no UTF-8": lambda got, seen: no_json(got, seen) and b"Bris\xe4" in got.body,
    "half a character": lambda got, seen: b"\\ud800" in got.body and got.told != seen.right,
    "no gzip": lambda got, seen: got.header("Content-Encoding") == "gzip" and b"not packed" in got.body,
}  # fmt: skip


def test_every_fault_is_looked_at() -> None:
    assert CHECKS.keys() == PROVIDER_FAULTS.keys()
    assert PROVIDER_FAULTS.keys() >= KEEPS_HITS


@pytest.mark.parametrize("name", PROVIDER_FAULTS)
def test_a_provider_goes_wrong_as_the_name_says(internet: Internet, name: str) -> None:
    for provider in PROVIDERS:
        seen = Seen(provider, asked(internet, provider).told)
        assert seen.right_hits
        internet.fail(provider, name)
        assert CHECKS[name](asked(internet, provider, SHORT_S if name in OPEN else PATIENT), seen), provider
        internet.mend(provider)
        assert asked(internet, provider).told == seen.right


@pytest.mark.parametrize("name", sorted(KEEPS_HITS))
def test_the_right_hits_are_still_there_where_it_is_said(internet: Internet, name: str) -> None:
    for provider in PROVIDERS:
        seen = Seen(provider, asked(internet, provider).told)
        internet.fail(provider, name)
        assert [one for one in seen.hits(asked(internet, provider).told) if one in seen.right_hits][-1] == seen.right_hits[-1]
        internet.mend()


def test_a_provider_fails_alone_and_its_pages_do_not(internet: Internet) -> None:
    internet.fail("mediawiki", "500", times=1)
    assert asked(internet, "searxng").status == 200
    page = "http://encyclopaedia.example:8080/wiki/Brisa_lighthouse"
    with connect(internet, page) as line:
        line.sendall(request(page, headers={"Connection": "close"}))
        assert listen(line, PATIENT).status == 200
    assert [asked(internet, "mediawiki").status for _ in range(2)] == [500, 200]
    assert len(internet.asked("mediawiki")) >= 2
