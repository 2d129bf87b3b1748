"""What is written on the loopback internet: the articles of an invented country, read from the text files beside this module.

An article of such a file:

    === harbour-times.example/2026/05/harbour-bridge-opened-after-repairs
    title: Harbour bridge opens after repairs
    date: 2026-05-12
    by: Ada Lind
    section: harbour

    A paragraph in one line. {bridge|A sentence that states a fact, marked with the name of the fact.} [[site/path|Words with a link.]]

    hidden: A paragraph that is in the page and is not shown.

Further fields: `copy` (the body is that of another article), `canonical` (where the page says it is at home), `claim` and `rating` (of a
review). An article whose path ends in `.pdf` is served as one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from tests.internet.sites import CREDIBILITY, url

FOLDER = Path(__file__).parent / "articles"

_FACT = re.compile(r"\{([\w-]+)\|([^{}]*)\}")
_LINK = re.compile(r"\[\[([^\[\]|]*)\|([^\[\]]*)\]\]")


@dataclass(frozen=True, eq=False)
class Article:
    """A text on a site, with its marks."""

    site: str
    path: str
    fields: Mapping[str, str]
    marked: tuple[str, ...]  # paragraphs, links and facts still marked
    hidden: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """Where it stands."""
        return url(self.site, quote(self.path))

    @property
    def title(self) -> str:
        """Its headline."""
        return self.fields["title"]

    @property
    def byline(self) -> str:
        """Who wrote it; empty when nobody says."""
        return self.fields.get("by", "")

    @property
    def section(self) -> str:
        """Under which category it is listed."""
        return self.fields.get("section", "news")

    @property
    def is_pdf(self) -> bool:
        """Whether it is served as a PDF."""
        return self.path.endswith(".pdf")

    @property
    def is_copy(self) -> bool:
        """Whether the words are another's."""
        return "copy" in self.fields

    @property
    def is_credible(self) -> bool:
        """Whether the site is known."""
        return self.site in CREDIBILITY

    @cached_property
    def published(self) -> date:
        """The day it came out."""
        return date.fromisoformat(self.fields["date"])

    @cached_property
    def paragraphs(self) -> tuple[str, ...]:
        """The words that are shown."""
        return tuple(plain(text) for text in self.marked)

    @property
    def text(self) -> str:
        """All words that are shown."""
        return "\n".join(self.paragraphs)

    @cached_property
    def facts(self) -> Mapping[str, str]:
        """The sentence for each fact it states, by the fact's name."""
        return MappingProxyType({name: plain(sentence) for text in self.marked for name, sentence in _FACT.findall(text)})


def plain(marked: str) -> str:
    """A paragraph without its marks."""
    return _LINK.sub(r"\2", _FACT.sub(r"\2", marked))


def linked(marked: str) -> Iterator[tuple[str, str]]:
    """The pieces of a paragraph, each with the address it points to, or none."""
    text, at = _FACT.sub(r"\2", marked), 0
    for found in _LINK.finditer(text):
        yield text[at : found.start()], ""
        site, _, path = found[1].partition("/")
        yield found[2], url(site, quote("/" + path))
        at = found.end()
    yield text[at:], ""


def _article(block: str) -> Article:
    top, _, body = block.strip().partition("\n\n")
    place, *lines = top.split("\n")
    site, _, path = place.strip().partition("/")
    fields = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    texts = [text.strip() for text in body.split("\n\n") if text.strip()]
    hidden = tuple(text.removeprefix("hidden:").strip() for text in texts if text.startswith("hidden:"))
    return Article(site, "/" + path, MappingProxyType(fields), tuple(text for text in texts if not text.startswith("hidden:")), hidden)


def _filled(article: Article, every: Mapping[str, Article]) -> Article:
    """A copy with the words of its original around which its own stand: a dateline before, a note behind."""
    if not article.is_copy:
        return article
    original = every[article.fields["copy"]].marked
    before, after = article.marked[:1], article.marked[1:]
    whole = (f"{' '.join(before)} {original[0]}".strip(), *original[1:], *after)
    return Article(article.site, article.path, article.fields, whole, article.hidden)


def _read() -> tuple[Article, ...]:
    blocks = (block for file in sorted(FOLDER.glob("*.txt")) for block in file.read_text("utf-8").split("\n=== ")[1:])
    articles = [_article(block) for block in blocks]
    every = {article.site + article.path: article for article in articles}
    return tuple(_filled(article, every) for article in articles)


ARTICLES: tuple[Article, ...] = _read()
BY_URL: Mapping[str, Article] = MappingProxyType({article.url: article for article in ARTICLES})
GUESTS: dict[str, Article] = {}  # by address: what `press.published` has put there for a while
