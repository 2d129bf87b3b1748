"""Five articles of 800 to 5,000 words on the loopback internet: within the caps of their class, and with a worker killed on the way.

The real API takes the article in, a worker that dies at a moment of its own begins it, another one ends it. The judge counts words: what is
looked at is who is asked, and how often. The command line is run whole, with the judge as shipped.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

from tests.faces.article_schema import Whole
from tests.faces.test_cli_web import PrivateStore
from tests.faults.armed_worker import LANES, SILENT, TAKE, WORDS
from tests.faults.test_worker_killed import EMPTIED, QUICK, SPARE, end, go
from tests.faults.web_engine import settings_of
from tests.internet import Internet, press
from tests.internet.providers import named
from tests.internet.world import Article
from tests.service import ROOT, Service
from veracious import wiring
from veracious.adapters.postgres.server import Addresses
from veracious.client import Client, Job
from veracious.domain.article import BudgetClass
from veracious.rules.dials import Dials
from veracious.rules.seeking import article_targets

MICROS = 1_000  # what a search costs
END_S = 1500.0
LONG_S = 900.0  # that a long article may take on a busy machine
DAY = press.AS_OF.isoformat()
ARTICLES = range(5)
SHORTEST = 0
MOMENTS = {
    "the page of the article is read": "step article_read",
    "the search for all claims has found pages": "step urls_registered stage=0",
    "between two batches": "step extract_batch_finished",
    "the search for what lacks evidence is made": "step urls_registered stage=2",
    "before the record is kept": "keep",
}
LONG = pytest.mark.long


@dataclass(frozen=True, slots=True)
class Caps:
    """What an analysis of a class may ask for at most."""

    searches: int
    pages: int


def caps(budget: BudgetClass) -> Caps:
    """By the dials: one search for the article and two for each target; pages of each search, and of the article's links."""
    dials = Dials()
    targets = article_targets.bounds(budget, dials.seeking.article_targets.budget).ceiling
    tracked, ladder = dials.article.trackers, dials.seeking.acquisition.ladder
    return Caps(1 + targets * tracked.claim_searches, 1 + tracked.inline_pages + (1 + targets) * ladder.pages_at_most)


def asked(internet: Internet) -> tuple[Counter[str], Counter[str]]:
    """The searches and the pages that were asked for, and how often each."""
    searches = Counter(one.body.decode() for one in internet.log if named(one) == "tavily")
    pages = Counter(f"{one.site}{one.target}" for one in internet.log if not named(one) and one.path != "/robots.txt")
    return searches, pages


def again(*counted: Counter[str]) -> int:
    """How many were asked for once more."""
    return sum(count - 1 for one in counted for count in one.values())


class Newsroom:
    """The API, an internet with the articles, and workers that are made to die."""

    def __init__(self, service: Service, internet: Internet, articles: Sequence[Article], client: Client) -> None:
        self.service, self.internet, self.articles, self.client = service, internet, articles, client

    def worker(self, lane: str) -> "subprocess.Popen[str]":
        """A worker that gets ready and waits for the word."""
        environment = {**self.service.environment, LANES: lane, SILENT: QUICK, TAKE: SPARE, WORDS: "1"}
        command = [sys.executable, "-m", "tests.faults.armed_worker"]
        return subprocess.Popen(
            command, env=environment, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def empty(self) -> None:
        """Forget every page that was read, so that the next analysis asks the web again."""
        with psycopg.connect(self.service.own.owner, autocommit=True) as connection:
            connection.execute("truncate " + ", ".join(f"veracious.{name}" for name in EMPTIED.split(", ")))
        self.internet.forget()

    def analyse(self, number: int, armed: "subprocess.Popen[str]", when: str, **more: Any) -> Job:
        """An article that a worker begins which dies at this moment, and another one ends."""
        self.empty()
        go(armed, when)
        given = {"url": self.articles[number].url, "web": True, "as_of": DAY, **more}
        return self.client.wait(self.client.analyse(**given), END_S)


@pytest.fixture(scope="module")
def articles() -> Iterator[Sequence[Article]]:
    with press.published() as found:
        yield found


@pytest.fixture(scope="module")
def newsroom(
    new_addresses: Callable[..., Addresses], articles: Sequence[Article], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Newsroom]:
    with Internet() as internet, ExitStack() as stack:
        told = {**settings_of(internet), "VERACIOUS_SEARCH": "tavily", "VERACIOUS_SEARCH_PRICE": str(MICROS / 1e6)}
        service = Service(new_addresses(), tmp_path_factory.mktemp("newsroom"), **told)
        stack.callback(service.close)
        service.serve()
        client = stack.enter_context(service.client(service.key("desk", "admin")))
        yield Newsroom(service, internet, articles, client)


def deaths(newsroom: Newsroom, moments: Sequence[tuple[int, str]], **more: Any) -> Iterator[tuple[int, str, Job]]:
    """An analysis for every moment; while one runs the next worker gets ready."""
    with ExitStack() as stack:
        standing_by = newsroom.worker(SPARE)
        stack.callback(end, standing_by)
        stack.callback(standing_by.terminate)
        go(standing_by, "")
        for number, when in moments:
            armed = newsroom.worker(wiring.WEB_QUEUE)
            try:
                yield number, when, newsroom.analyse(number, armed, when, **more)
            finally:
                armed.kill()
                end(armed)


def proved(newsroom: Newsroom, job: Job, tries: int = 2, budget: BudgetClass = BudgetClass.STANDARD) -> tuple[int, int]:
    """What must hold of every analysis, whenever its worker died; how many searches and pages it took."""
    searches, pages = asked(newsroom.internet)
    assert (job.outcome, job.cause, job.told["tries"]) == ("completed", None, tries), job
    assert again(searches, pages) == 0, (searches, pages)
    assert job.spent_micros == MICROS * searches.total() <= job.told["held_micros"]
    assert searches.total() <= caps(budget).searches
    assert pages.total() <= caps(budget).pages
    numbers = [event.number for event in newsroom.client.events(job)]
    assert numbers == list(range(1, len(numbers) + 1))
    report = Whole.model_validate_json(json.dumps(job.report))
    assert newsroom.client.replay(job.id)["body"] == report.body
    return searches.total(), pages.total()


def test_an_article_whose_worker_was_killed_is_finished_by_another_and_nobody_is_asked_twice(newsroom: Newsroom) -> None:
    moments = [(SHORTEST, MOMENTS[name]) for name in ("between two batches", "before the record is kept")]
    for _, _, job in deaths(newsroom, moments, budget="minimal"):
        proved(newsroom, job, budget=BudgetClass.MINIMAL)


@LONG
@pytest.mark.parametrize("number", ARTICLES)
def test_five_deaths_of_each_article(newsroom: Newsroom, number: int) -> None:
    took = []
    for _, when, job in deaths(newsroom, [(number, when) for when in MOMENTS.values()]):
        took.append(proved(newsroom, job))
        print(f"\narticle {number + 1}, killed at {when!r}: {took[-1][0]} searches, {took[-1][1]} pages, none twice")
    assert len(set(took)) == 1, took  # and as many as if nobody had died at another moment


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, articles: Sequence[Article]) -> Iterator[tuple[PrivateStore, Internet]]:
    with Internet() as internet:
        made = PrivateStore(tmp_path_factory.mktemp("desk"), internet)
        made.environment |= {"VERACIOUS_SEARCH": "tavily", "VERACIOUS_SEARCH_PRICE": str(MICROS / 1e6)}
        assert made.run("db", "start")[0] == 0
        yield made, internet
        made.run("db", "stop")


@LONG
@pytest.mark.parametrize("budget", BudgetClass)
@pytest.mark.parametrize("number", ARTICLES)
def test_the_command_line_keeps_to_the_caps_of_a_class_and_its_record_replays(
    home: tuple[PrivateStore, Internet], articles: Sequence[Article], number: int, budget: BudgetClass
) -> None:
    store, internet = home
    internet.forget()
    workspace = f"{budget}-{number}"
    code, out, error = store.run(
        *("article", articles[number].url, "--web", "--json", "--as-of", DAY, "--budget", budget, "--workspace", workspace), seconds=LONG_S
    )
    assert code == 0, (out[-1_000:], error)
    report = Whole.model_validate_json(out)
    searches, pages = asked(internet)
    assert again(searches, pages) == 0
    assert searches.total() <= caps(budget).searches
    assert pages.total() <= caps(budget).pages
    code, out, error = store.run("replay", report.record, "--workspace", workspace, seconds=LONG_S)
    assert code == 0, error
    print(
        f"\narticle {number + 1} ({len(articles[number].text.split()):,} words), {budget}: {len(report.claims)} claims, "
        f"{searches.total()} searches of {caps(budget).searches}, {pages.total()} pages of {caps(budget).pages}"
    )
