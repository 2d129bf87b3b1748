"""Articles of many makes with a small web around each: for tests that analyse hundreds of them, with a judge that counts words."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

from tests.internet import ARTICLES
from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.domain.article import BudgetClass
from veracious.domain.budget import Limits
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Quote, Snapshot, Source
from veracious.domain.record import ToolName
from veracious.domain.stance import Judgement, Stance
from veracious.flow.article import AnalysisRequest
from veracious.flow.run import Engine
from veracious.ports import Tools
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.seeking import snapshots

ROOT = Path(__file__).parents[2]
DAY = date(2026, 6, 1)
FOR, AGAINST, SILENT = Stance(0.9, 0.05, 0.05), Stance(0.05, 0.9, 0.05), Stance(0.05, 0.05, 0.9)
MOST = 0.6  # of a claim's words that a passage must have
LONG_WORDS = 800
HOSTS = {"roads.example": 0.9, "survey.example": 0.85, "herald.example": 0.7, "courier.example": 0.6, "office.example": 0.95}
BESIDE = "Our desk asked twice for the file before it was sent. Nobody at the counter wished to be named when we came by. "


class WordJudge:
    """Takes a side where a passage has most of a claim's words: against it where the passage says that this is not so."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """A judgement for each pair."""
        return tuple(Judgement(part.text, found.id, _quote(found), stance(part.text, found.text)) for part, found in pairs)


def _quote(found: Evidence) -> Quote:
    return Quote(found.passage.snapshot, found.passage.span, found.passage.text)


def stance(claim: str, text: str) -> Stance:
    """How a text stands to a claim, by their words alone."""
    wanted = set(claim.lower().split())
    if len(wanted & set(text.lower().split())) <= MOST * len(wanted):
        return SILENT
    return AGAINST if "denied" in text else FOR


@dataclass(frozen=True, slots=True)
class Known:
    """A text that articles are made from."""

    title: str
    byline: str
    published: date
    paragraphs: tuple[str, ...]


@cache
def known() -> tuple[tuple[Known, ...], tuple[Known, ...]]:
    """Texts of a page or less, and the long ones."""
    rows = [json.loads(line) for line in (ROOT / "evals/articles/open.jsonl").read_text("utf-8").splitlines()]
    short = [Known(one["title"], one["byline"], date.fromisoformat(one["published"]), _cut(one["text"])) for one in rows]
    short += [Known(one.title, one.byline, one.published, one.paragraphs) for one in ARTICLES if len(one.paragraphs) > 1]
    long = []
    for path in sorted((ROOT / "tests/articles").glob("long-*.md")):
        head, by, _, *paragraphs = path.read_text("utf-8").strip().split("\n\n")
        long.append(Known(head.removeprefix("# "), by, date(2025, 4, 17), tuple(paragraphs)))
    return tuple(short), tuple(long)


def _cut(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("\n\n") if part.strip())


@dataclass(frozen=True, slots=True)
class World:
    """What is asked, and the engine that is asked."""

    asked: AnalysisRequest
    engine: Engine
    web: MemoryWeb
    archive: MemoryArchive
    limits: Limits = field(default_factory=Limits)

    @property
    def words(self) -> int:
        """The length of the article."""
        return len(self.asked.text.split())


def text_of(number: int, is_long: bool) -> Known:
    """A text like no other: some paragraphs of one, now and then with some of another between them."""
    chance = random.Random(number)
    short, long = known()
    base, other = chance.choice(long if is_long else short), chance.choice(short)
    kept = [one for one in base.paragraphs if chance.random() < 0.8] or list(base.paragraphs[:1])
    while is_long and sum(len(one.split()) for one in kept) < LONG_WORDS:
        kept.append(next(one for one in base.paragraphs if one not in kept))
    for paragraph in other.paragraphs if number % 3 == 0 else ():
        kept.insert(chance.randrange(len(kept) + 1), paragraph)
    return replace(base, paragraphs=tuple(kept))


def world(number: int, is_long: bool = False) -> World:
    """An article and what surrounds it, no two alike: class, web, faults, limits, what is known of it."""
    chance, made = random.Random(f"world {number}"), text_of(number, is_long)
    pages = witnesses(made, chance)
    asked = AnalysisRequest(
        "\n\n".join(made.paragraphs),
        DAY,
        title="" if number % 4 == 3 else made.title,
        byline=made.byline,
        url="https://paper.example/2026/05/the-article" if number % 2 else "",
        published=None if number % 5 == 4 else made.published,
        links=tuple(pages)[:4] if number % 3 else (),
        budget=tuple(BudgetClass)[number % 3],
        claims_only=number % 10 == 9,
    )
    web = MemoryWeb(pages, wiring.lexicon())
    if number % 7 == 3:
        web.fail(*tuple(pages)[:3])
    if number % 13 == 5:
        web.fail("search")
    limits = Limits(max_pages=2) if number % 11 == 7 else Limits(max_calls=40) if number % 11 == 8 else Limits()
    return replace(surrounded(asked, web, is_searched=number % 6 != 0), limits=limits)


def surrounded(asked: AnalysisRequest, web: MemoryWeb, is_searched: bool = True) -> World:
    """The engine for an article: an empty store in memory, and a web."""
    dials, archive = Dials(), MemoryArchive()
    shelf = MemoryShelf(dials.seeking.passages, dials.reading.sentences)
    finders = (MemoryFinder(shelf, wiring.lexicon(), dials.seeking.lexical),)
    tools = Tools(FixedClock(datetime(2026, 6, 1, tzinfo=UTC)), CountingIds(), finders, WordJudge(), shelf, archive, archive.blobs)
    if is_searched:
        tools = replace(tools, search=web, door=web)
    names = (ToolName("judge", "words", digest.of("words", "judge")),)
    return World(asked, Engine(tools, names, "", dials, archive.tape), web, archive)


def witnesses(made: Known, chance: random.Random, many: int = 10) -> Mapping[str, Snapshot]:
    """Pages that say some of the article's sentences again, among others; some deny them."""
    sentences = [f"{one.strip(' .')}." for text in made.paragraphs for one in text.replace("? ", ". ").split(". ") if len(one) > 30]
    pages = dict[str, Snapshot]()
    for number in range(many):
        said = chance.sample(sentences, min(3, len(sentences)))
        host = chance.choice(tuple(HOSTS))
        text = " ".join(f"{BESIDE}{'It was denied that: ' if chance.random() < 0.2 else ''}{one}" for one in said)
        text += f" Number {number}."
        url = f"https://{host}/2026/05/story-number-{number}-of-the-day"
        source = Source(host, HOSTS[host])
        pages[url] = Snapshot(snapshots.name(text), text, source, url, " ".join(said[0].split()[:8]) if said else "", date(2026, 5, 3))
    return pages
