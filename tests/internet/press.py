"""The five long articles on the loopback internet, and pages that say again what some of their sentences say."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import cycle
from pathlib import Path
from types import MappingProxyType

from tests.internet import index, world
from tests.internet.world import Article

FOLDER = Path(__file__).parents[1] / "articles"
AS_OF = date(2026, 6, 30)  # when all of it was published
PAPER = "olmera-courier.example"
WITNESSES = (
    "harbour-times.example",
    "city-gazette.example",
    "maravel-radio.example",
    "statistics-office.example",
    "university-of-corvane.example",
    "daily-buzz-facts.example",
)
PAGES = 12  # for each article
SAID = 2  # of so many sentences one is on a page
BESIDE = (
    "Our own desk had asked for the file twice before it was sent.",
    "Nobody at the counter wished to be named when we came by.",
    "A longer version with photographs is kept in the reading room.",
    "Letters on this matter are welcome until the end of the month.",
    "The editors have seen the papers on which this rests.",
)
_SENTENCE = re.compile(r"(?<=[.!?”\"])\s+(?=[A-Z“\"])")


def long_articles() -> tuple[Article, ...]:
    """The five articles, the shortest first, each with links to pages that speak of it."""
    return tuple(_long(number, path) for number, path in enumerate(sorted(FOLDER.glob("long-*.md")), 1))


def _long(number: int, path: Path) -> Article:
    head, by, day, *paragraphs = path.read_text("utf-8").strip().split("\n\n")
    published = datetime.strptime(day.strip(), "%d %B %Y").date()
    fields = {"title": head.removeprefix("# ").strip(), "by": by.removeprefix("By ").strip(), "date": published.isoformat()}
    linked = [f"{text} [[{WITNESSES[at % len(WITNESSES)]}{_path(number, at)}|More on this.]]" for at, text in enumerate(paragraphs[:3])]
    return Article(PAPER, f"/2026/05/long-article-{number}", MappingProxyType(fields), (*linked, *paragraphs[3:]))


def _path(number: int, page: int) -> str:
    return f"/2026/05/notes-on-article-{number}-page-{page}"


def witnesses(article: Article, number: int) -> Iterator[Article]:
    """Pages with one sentence in `SAID` of an article, each among sentences of another kind: they are no copies of it."""
    sentences = [one for text in article.paragraphs for one in _SENTENCE.split(text) if one != "More on this."]
    said = sentences[::SAID]
    for page in range(PAGES):
        chosen = said[page::PAGES]
        beside = cycle(BESIDE[page % len(BESIDE) :] + BESIDE[: page % len(BESIDE)])
        paragraphs = tuple(f"{next(beside)} {sentence} {next(beside)} {next(beside)}" for sentence in chosen)
        fields = {"title": " ".join(chosen[0].split()[:9]).rstrip(".,"), "date": article.fields["date"]}
        yield Article(WITNESSES[page % len(WITNESSES)], _path(number, page), MappingProxyType(fields), paragraphs)


@contextmanager
def published() -> Iterator[Sequence[Article]]:
    """The articles and their pages are there, and are found by every search, for as long as the block lasts."""
    articles = long_articles()
    pages: Mapping[str, Article] = {
        one.url: one for number, article in enumerate(articles, 1) for one in (article, *witnesses(article, number))
    }
    world.GUESTS.update(pages)
    index.forget()
    try:
        yield articles
    finally:
        for address in pages:
            world.GUESTS.pop(address)
        index.forget()
