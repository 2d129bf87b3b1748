"""A search over everything that is written on the loopback internet, by the words that query and page share."""

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache

from tests.internet import faults
from tests.internet.sites import SITES, url
from tests.internet.world import ARTICLES, GUESTS

SNIPPET_CHARS = 200
SHARE_AT_LEAST = 0.25  # of the weight of a query's words that a page must have
COMMON = frozenset(
    "a an and are as at be been but by for from had has have in is it its more no not of on or said that the their there they this to was"
    " were which will with".split()
)
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as a search knows it."""

    url: str
    title: str
    text: str
    published: date | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A page that a search found, and how well it fits, in (0, 1]."""

    entry: Entry
    score: float
    snippet: str


Admits = Callable[[Entry], bool]


def words(text: str) -> list[str]:
    """The words that tell something, in lower case and without a plural's s."""
    found = (word.lower() for word in _WORD.findall(text))
    return [word[:-1] if word.endswith("s") and len(word) > 3 else word for word in found if word not in COMMON]


@cache
def entries() -> tuple[Entry, ...]:
    """Every page that can be found: articles, front pages, and pages that go wrong when they are read."""
    fronts = (Entry(url(site.name), site.title, f"{site.about}.") for site in SITES)
    broken = (Entry(address, f"{faults.TITLE}: {name}", faults.TEXT, faults.PUBLISHED) for name, address in faults.PAGE_FAULTS.items())
    written = (*ARTICLES, *GUESTS.values())
    return (*(Entry(one.url, one.title, one.text, one.published) for one in written), *fronts, *broken)


def forget() -> None:
    """Read anew what is written: something has come or gone."""
    for known in (entries, _weights):
        known.cache_clear()


@cache
def _weights() -> dict[str, float]:
    """How much a word tells: little when every page has it."""
    counts = Counter(word for entry in entries() for word in set(words(f"{entry.title} {entry.text}")))
    return {word: math.log(1 + len(entries()) / count) for word, count in counts.items()}


@cache
def _bag(entry: Entry) -> frozenset[str]:
    return frozenset(words(f"{entry.title} {entry.text}"))


def _fit(entry: Entry, wanted: dict[str, float]) -> float:
    """The weight of the words that are wanted and are there; a tenth of it is for those in the title."""
    everywhere, titled = (sum(wanted[word] for word in wanted.keys() & bag) for bag in (_bag(entry), set(words(entry.title))))
    return 0.9 * everywhere + 0.1 * titled


def search(query: str, admits: Admits = lambda entry: True) -> list[Found]:
    """The pages that share most with a query, best first; of equals, in the order of their addresses."""
    rare = math.log(1 + len(entries()))
    wanted = {word: _weights().get(word, rare) for word in words(query)}
    whole = sum(wanted.values())
    scored = ((_fit(entry, wanted) / whole, entry) for entry in entries() if whole and admits(entry))
    ranked = sorted(((score, entry) for score, entry in scored if score >= SHARE_AT_LEAST), key=lambda one: (-one[0], one[1].url))
    return [Found(entry, round(score, 4), _snippet(entry.text, wanted)) for score, entry in ranked]


def _snippet(text: str, wanted: dict[str, float]) -> str:
    """The sentence that shares most with the query, and what follows, cut to size."""
    starts = [0, *(found.end() for found in re.finditer(r"[.!?]\s+", text))]
    best = max(starts, key=lambda at: sum(wanted.get(word, 0.0) for word in set(words(text[at : at + SNIPPET_CHARS]))))
    return " ".join(text[best : best + SNIPPET_CHARS].split())
