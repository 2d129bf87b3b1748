"""A refresh that is killed leaves the live generation as it was; the next one sweeps what was left and comes to its end.

The command is the real one in a process of its own (`python -m tests.faults.test_refresh_killed`); only its web is made up.
"""

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from tests import tiny
from tests.faults import private_store
from tests.faults.private_store import CONNECTED, WRITING, Ended
from tests.internet import BY_URL, Internet, command
from veracious import app, wiring
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.postgres import migrate, server
from veracious.adapters.postgres.finder import VECTOR_LENGTH
from veracious.domain.evidence import Snapshot, Source
from veracious.faces.cli.main import commands
from veracious.rules.seeking import snapshots

ROOT = Path(__file__).parents[2]
STOPPED = 300  # pages of a refresh that is stopped as it begins: they take seconds, so that it has not ended before
TABLES = ("document", "passage", "posting", "frequency", "tally", "triple")
LIVE = "select id from veracious.generation where state = 'live' and collection = 'current_affairs'"
BUILDING = "select count(*) from veracious.generation where state = 'building'"
BUILT = "select count(*) from veracious.document d join veracious.generation g on g.id = d.generation where g.state = 'building'"
# Tables that belong to a generation that is there no more, or was never: part 0 is that of all documents of workspaces.
STRAY = """select count(*) from pg_class c where c.relnamespace = 'veracious'::regnamespace and c.relkind = 'r'
    and c.relname ~ '^(document|passage|posting|frequency|tally|triple)_[1-9]'
    and not exists (select from veracious.generation g where g.part = split_part(c.relname, '_', 2)::int)"""


class SlowWeb(MemoryWeb):
    """A web that takes its time for every page."""

    async def read(self, url: str) -> Snapshot:
        await asyncio.sleep(0.01)
        return await super().read(url)


def site(edition: str, pages: int) -> list[Snapshot]:
    """Pages of several passages that speak of what the shipped queries ask, as they are in one edition."""
    asked, found = app.collections.refresh_order("current_affairs").queries, []
    for number in range(pages):
        query = asked[number % len(asked)]
        told = [f"This is edition {edition} of report {number} on {query}."]
        told += [f"On day {day} some {number * day + 7} people of town {day} heard of it and went on with their work." for day in range(8)]
        url, text = f"https://p{number}.example/2026/report-of-the-day-{number}", " ".join(told)
        found.append(Snapshot(snapshots.name(text), text, Source(""), url, query, datetime.now(UTC).date()))
    return found


def main(edition: str, pages: str, down: str, *words: str) -> None:
    """The command with a made-up web, of which something may be down."""
    web = SlowWeb({one.url or "": one for one in site(edition, int(pages))}, wiring.lexicon())
    web.fail(*filter(None, [down]))
    for role in ("search", "page_reader"):
        setattr(wiring, role, lambda: web)  # where the world is chosen
    commands(words)


@dataclass(frozen=True, slots=True)
class Place:
    """A private server, and the command that refreshes its collection."""

    folder: Path
    pages: int

    @property
    def owner(self) -> str:
        return server.start(self.folder / "store").owner

    def environment(self) -> dict[str, str]:
        """Nothing of the user's own, and where this place is."""
        environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL" and not key.startswith("VERACIOUS_")}
        environment |= {
            "VERACIOUS_STORE": str(self.folder / "store"),
            "VERACIOUS_HOME": str(self.folder / "home"),
            "VERACIOUS_THREADS": "1",
        }
        return environment | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "COLUMNS": "200"}

    def begin(self, edition: str, down: str = "", words: str = "refresh current_affairs --anew --json") -> "subprocess.Popen[str]":
        told = [edition, str(self.pages), down, "collections", *words.split()]
        program = [sys.executable, "-m", "tests.faults.test_refresh_killed", *told]
        return subprocess.Popen(program, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)

    def run(self, edition: str, down: str = "", words: str = "refresh current_affairs --anew --json") -> Ended:
        begun = time.monotonic()
        return private_store.finish(self.begin(edition, down, words), begun)

    def refresh(self, edition: str) -> tuple[dict[str, Any], float]:
        """A refresh that comes to its end: what it says, and how long it took; the collection is that edition, alone and whole."""
        ended = self.run(edition)
        assert (ended.code, ended.error) == (0, "")
        told: dict[str, Any] = json.loads(ended.out)
        assert (told["outcome"], told["taken"]["documents"]) == ("refreshed", self.pages)
        with psycopg.connect(self.owner, autocommit=True) as watcher:
            assert watcher.execute(LIVE).fetchall() == [(told["generation"],)]
            assert private_store.count(watcher, BUILDING) == 0
            assert private_store.count(watcher, STRAY) == 0
            assert editions(watcher) == {edition: self.pages}
        return told, ended.seconds


def editions(watcher: psycopg.Connection) -> dict[str, int]:
    """How many documents of the live generation are of which edition, by their first passages."""
    statement = f"""select split_part(text, ' ', 4), count(*) from veracious.passage
        where generation in ({LIVE}) and start_at = 0 group by 1"""  # noqa: S608 -- no word of it is anybody's
    return dict(watcher.execute(statement.encode()).fetchall())


def image(watcher: psycopg.Connection) -> dict[str, str]:
    """Every row of the live generation, table by table, as one sum."""
    found = {}
    for table in TABLES:
        statement = f"select md5(string_agg(t::text, '|' order by t::text)) from veracious.{table} t where generation in ({LIVE})"  # noqa: S608
        found[table] = str(watcher.execute(statement.encode()).fetchone())
    return found | {"generation": str(watcher.execute(LIVE).fetchall())}


def made(pages: int) -> Iterator[Place]:
    """A place whose collection is live, in edition 0."""
    # Not pytest's own folder: a second pytest that starts closes it to the user that the server runs as.
    with tempfile.TemporaryDirectory(prefix="veracious-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        try:
            migrate.run(server.start(folder / "store").owner)
            graph = tiny.EMBEDDER.replace(str(tiny.WIDTH), str(VECTOR_LENGTH))
            tiny.pack(folder / "models" / "embedder", "embedder", graph, width=VECTOR_LENGTH)  # what vectors mean is not asked here
            place = Place(folder, pages)
            place.refresh("0")
            yield place
        finally:
            server.stop(folder / "store")


@pytest.fixture(scope="module")
def few() -> Iterator[Place]:
    """Few pages, for the quick run."""
    yield from made(14)


@pytest.fixture(scope="module")
def many() -> Iterator[Place]:
    """As many as take several batches."""
    yield from made(98)


@dataclass(frozen=True, slots=True)
class Struck:
    """What was there when a refresh was killed."""

    begun: bool  # a generation was being built
    built: int  # documents in it
    busy: bool  # one more was being written


Wait = Callable[[psycopg.Connection, "subprocess.Popen[str]"], None]


def strike(place: Place, edition: str, wait: Wait) -> Struck | None:
    """Kill a refresh after a wait; none when it had made its generation live before. What readers see is as it was, to the last row."""
    with psycopg.connect(place.owner, autocommit=True) as watcher:
        before = image(watcher)
        with place.begin(edition) as process:
            wait(watcher, process)
            busy = private_store.count(watcher, WRITING) > 0
            was_killed = private_store.kill(process)
        assert private_store.wait_until(lambda: private_store.count(watcher, CONNECTED) == 0), (
            "the server goes on with what nobody asks for"
        )
        if image(watcher) != before:
            assert editions(watcher) == {edition: place.pages}, "a switch is whole or has not happened"
            return None
        assert was_killed
        return Struck(private_store.count(watcher, BUILDING) > 0, private_store.count(watcher, BUILT), busy)


def passed(seconds: float) -> Wait:
    """For so long."""
    return lambda watcher, process: time.sleep(seconds)


def built(documents: int) -> Wait:
    """Until so many documents of the new generation are there and another is being written; or until the refresh ends."""

    def wait(watcher: psycopg.Connection, process: "subprocess.Popen[str]") -> None:
        private_store.wait_until(
            lambda: (
                process.poll() is not None
                or (private_store.count(watcher, BUILT) >= documents and private_store.count(watcher, WRITING) > 0)
            )
        )

    return wait


def begun(watcher: psycopg.Connection, process: "subprocess.Popen[str]") -> None:
    """Until a generation of its own is there: what was left before is swept first."""
    left = {row[0] for row in watcher.execute("select id from veracious.generation").fetchall()}

    def is_new() -> bool:
        return not {row[0] for row in watcher.execute("select id from veracious.generation").fetchall()} <= left

    private_store.wait_until(lambda: process.poll() is not None or is_new())


def test_a_killed_refresh_leaves_the_live_generation_and_the_next_one_sweeps_its_rest(few: Place) -> None:
    seen = [strike(few, "1", begun), strike(few, "2", built(5))]
    print(seen)
    assert all(one is not None and one.begun for one in seen)
    told, _ = few.refresh("3")
    assert len(told["swept"]) == 1, "the second had swept what the first left"
    with psycopg.connect(few.owner, autocommit=True) as watcher:
        assert private_store.count(watcher, "select count(*) from veracious.generation") == 1


@pytest.mark.long
def test_a_refresh_killed_at_ten_moments_leaves_the_live_generation_and_the_next_one_sweeps_its_rest(many: Place) -> None:
    chance, seen, ended = random.Random(7), list[Struck](), 0
    _, seconds = many.refresh("1")
    while len(seen) < 10:
        edition = str(len(seen) + ended + 2)
        waits = [passed(chance.uniform(0.1, 1.0) * seconds), built(chance.randrange(many.pages)), begun]
        found = strike(many, edition, waits[len(seen) % len(waits)])
        ended += found is None
        seen += [] if found is None else [found]
        if found is not None and len(seen) % 3 == 0:
            told, seconds = many.refresh(f"{edition}0")
            assert len(told["swept"]) == found.begun
    print(f"{len(seen)} kills in a refresh of {many.pages} pages and {seconds:.1f} s; {ended} more came after the switch")
    print(f"while a document was being written: {sum(one.busy for one in seen)}; there then: {[one.built for one in seen]}")
    assert sum(one.begun for one in seen) >= 6
    assert sum(one.busy for one in seen) >= 2
    assert len({one.built for one in seen}) >= 3, "the moments are spread"
    many.refresh("last")


def test_a_refresh_that_is_stopped_from_the_keyboard_leaves_nothing_half_built(few: Place) -> None:
    with psycopg.connect(few.owner, autocommit=True) as watcher:
        before, began = image(watcher), time.monotonic()
        with replace(few, pages=STOPPED).begin("4") as process:
            begun(watcher, process)
            process.send_signal(signal.SIGINT)
            ended = private_store.finish(process, began)
        assert (ended.code, ended.out, ended.error) == (130, "", "Stopped. Nothing was changed.\n")
        assert image(watcher) == before
        assert private_store.count(watcher, BUILDING) == private_store.count(watcher, STRAY) == 0


@pytest.mark.parametrize(
    ("down", "failed", "why"),
    [("search", "searches that failed", "every search failed"), ("read", "pages that failed", "no page could be read")],
)
def test_when_the_web_is_down_nothing_changes_and_the_command_says_so(few: Place, down: str, failed: str, why: str) -> None:
    with psycopg.connect(few.owner, autocommit=True) as watcher:
        before = image(watcher)
        shown = few.run("5", down, "refresh current_affairs --anew")
        assert (shown.code, shown.error) == (1, "")
        assert shown.out.startswith(f"Nothing was changed in current_affairs: {why}. ")
        assert f"  {failed}: 14 source_unavailable\n" in shown.out
        assert "  and 4 more; --json lists all.\n" in shown.out
        assert image(watcher) == before
        assert private_store.count(watcher, BUILDING) == private_store.count(watcher, STRAY) == 0


def test_machines_are_told_of_every_failure(few: Place) -> None:
    ended = few.run("5", "search")
    told = json.loads(ended.out)
    assert (ended.code, told["outcome"], told["generation"], told["collection"]) == (1, "searches_failed", None, "current_affairs")
    assert told["failed"] == {"searches": {"source_unavailable": 14}, "pages": {}}
    assert [one["what"] for one in told["unanswered"]] == list(app.collections.refresh_order("current_affairs").queries)


def test_the_command_tells_what_came_in(few: Place) -> None:
    (few.folder / "queries.txt").write_text("# ours\nelection results\ncourt ruling\n", "utf-8")
    shown = few.run("6", words="refresh current_affairs --anew --queries queries.txt --pages 1")
    assert (shown.code, shown.error) == (0, "")
    first, second, third = shown.out.splitlines()
    assert re.fullmatch(r"1 page, 2 passages now make up current_affairs, as generation \d+\.", first)
    assert second == "  2 queries, 2 hits, 2 worth reading, 1 page read"
    assert third == "  left out: 1 more than were wanted"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("refresh documents", 2, "veracious ingest"),
        ("refresh nowhere", 2, "is no collection"),
        ("refresh static", 1, "no queries are shipped for static"),
        ("refresh current_affairs --queries absent.txt", 2, "cannot be read"),
        ("refresh current_affairs --queries empty.txt", 1, "no query"),
        ("refresh current_affairs --pages 0", 2, "--pages"),
    ],
)
def test_what_cannot_be_refreshed_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, code: int, said: str
) -> None:
    (tmp_path / "empty.txt").write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    done = CliRunner().invoke(commands, ["collections", *words.split()])
    assert isinstance(done.exception, SystemExit), done.exception
    assert (done.exit_code, done.stdout) == (code, "")
    assert said in " ".join(done.stderr.replace("│", " ").split())


def test_without_a_search_the_command_says_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VERACIOUS_SEARCH", raising=False)
    monkeypatch.setenv("VERACIOUS_STORE", str(tmp_path / "store"))
    wiring.providers.cache_clear()
    done = CliRunner().invoke(commands, ["collections", "refresh", "current_affairs"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "VERACIOUS_SEARCH" in done.stderr
    assert not (tmp_path / "store").exists(), "no server is started for nothing"


def test_a_collection_is_filled_from_real_sites_through_the_real_door(few: Place) -> None:
    """The loopback internet: its searches, its pages, and the one that its robots.txt closes."""
    (few.folder / "town.txt").write_text("harbour bridge repairs\nferry timetable\nminutes that are not public\n", "utf-8")
    with Internet() as internet:
        environment = few.environment() | command.variables(internet)
        words = ["-m", command.__name__, "collections", "refresh", "static", "--queries", "town.txt", "--json"]
        done = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, cwd=few.folder)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["read"] == told["taken"]["documents"] > 5
    assert told["hits"] == told["taken"]["documents"] + len(told["unread"]) + sum(told["passed"].values())
    (closed,) = [one for one in told["unread"] if "robots.txt" in one["detail"]]
    assert (closed["what"].endswith("/private/council-minutes-of-2026"), closed["reason"]) == (True, "source_closed")
    with psycopg.connect(few.owner) as watcher:
        kept = watcher.execute(
            "select url, title, published from veracious.document where generation = %s", [told["generation"]]
        ).fetchall()
    assert {url for url, _, _ in kept} <= set(BY_URL)
    assert all((title, published) == (BY_URL[url].title, BY_URL[url].published) for url, title, published in kept)


if __name__ == "__main__":
    main(*sys.argv[1:])
