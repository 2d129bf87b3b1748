"""Runs of every sort, recorded in the store; and somebody who has the database and flips bytes in it."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random
from typing import Any

import psycopg
import pytest

from tests.flow import random_runs
from tests.flow.random_runs import DAY, RandomRun
from tests.flow.test_claim import LAKE, Backwards, Believer, DeadFinder, DeadJudge, Halver, page
from veracious import app, wiring
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.blobs import PostgresBlobs
from veracious.adapters.postgres.store import Store
from veracious.adapters.postgres.tape import PostgresTape
from veracious.domain.archive import Audit, Replayed
from veracious.domain.budget import Limits
from veracious.flow.record import Request, RunContext
from veracious.flow.verify import Verified, verify
from veracious.rules.dials import Dials


def _plain(seed: int) -> RandomRun:
    return random_runs.world(seed)


def _question(seed: int) -> RandomRun:
    return replace(random_runs.world(seed), text="Is Lake Baikal deep?")


def _dead_store(seed: int) -> RandomRun:
    return random_runs.with_tools(random_runs.world(seed), finders=(DeadFinder(),))


def _dead_judge(seed: int) -> RandomRun:
    return random_runs.with_tools(random_runs.world(seed), judge=DeadJudge())


def _one_store_down(seed: int) -> RandomRun:
    world = random_runs.world(seed)
    return random_runs.with_tools(world, finders=(*world.run.tools.finders, DeadFinder()))


def _ranked_by_model(seed: int) -> RandomRun:
    return random_runs.with_tools(random_runs.choosing(random_runs.world(seed)), relevance=Backwards())


def _split_by_model(seed: int) -> RandomRun:
    return random_runs.with_tools(random_runs.world(seed), splitter=Halver())


def _from_the_web(seed: int) -> RandomRun:
    pages = [page(number, f"Lake Baikal is 1,642 metres deep, report {number} found in year {seed}.") for number in range(seed % 4)]
    web = MemoryWeb({str(one.url): one for one in pages}, wiring.lexicon())
    return replace(random_runs.with_tools(random_runs.world(seed), search=web, door=web, judge=Believer()), text=LAKE)


def _other_dials(seed: int) -> RandomRun:
    world = random_runs.world(seed)
    return replace(world, run=replace(world.run, dials=Dials.reference()))


@dataclass
class Metered(RandomRun):
    """A world whose run may make only so many calls."""

    limits: Limits = field(default_factory=Limits)


def _on_a_budget(seed: int) -> RandomRun:
    world = _from_the_web(seed)
    return Metered(world.text, world.run, world.tape, Limits(max_calls=seed % 7, max_pages=1))


SORTS: tuple[Callable[[int], RandomRun], ...] = (
    _plain, _question, _dead_store, _plain, _one_store_down, _dead_judge, _ranked_by_model, _from_the_web, _other_dials, _split_by_model,
    _on_a_budget,
)  # fmt: skip


OLD = 3  # the run that was long ago


@dataclass(frozen=True)
class Shelf:
    """The archive of a workspace, and runs that are recorded in it."""

    store: Store
    owner_url: str

    @property
    def archive(self) -> PostgresArchive:
        return PostgresArchive(self.store)

    @property
    def blobs(self) -> PostgresBlobs:
        return PostgresBlobs(self.store)

    async def record(self, seed: int, world: RandomRun, days_ago: int = 0) -> Verified:
        """A run, recorded: each answer on the tape in the store before it is used."""
        name, clock = f"run-{seed:04}", FixedClock(wiring.clock().now() - timedelta(days=days_ago))
        tape, blobs = PostgresTape(self.store, name, clock), PostgresBlobs(self.store, clock)
        tools = replace(world.run.tools, archive=self.archive, blobs=blobs)
        if isinstance(world, Metered):
            tools = wiring.metered(tools, wiring.run_budget(world.limits, tools, world.run.dials, (), tape))
        tools = wiring.recorded(tools, tape)
        return await verify(Request(world.text, DAY), replace(world.run, tools=tools), RunContext(tape, (), self.store.workspace, name))

    def fill(self, seeds: range) -> list[Verified]:
        """Runs of every sort in turn; the fourth was long ago."""
        made = [(seed, SORTS[seed % len(SORTS)](seed)) for seed in seeds]
        return [asyncio.run(self.record(seed, world, 365 * (seed == OLD))) for seed, world in made]

    def replay(self, name: str) -> Replayed:
        """A record fetched and run again."""

        async def whole() -> Replayed:
            return await app.records.replayed(await self.archive.fetch(name), self.blobs)

        return asyncio.run(whole())

    def verify(self) -> Audit:
        return asyncio.run(self.archive.verify())

    def thin_out(self, names: list[str]) -> None:
        """Erase the first record, and let the tape of the old one expire."""
        now = wiring.clock().now()
        assert asyncio.run(self.archive.erase(names[0], now))
        assert asyncio.run(self.archive.expire(now)) == 1

    @property
    def number(self) -> int:
        with psycopg.connect(self.owner_url) as owner:
            found = owner.execute("select id from veracious.workspace where name = %s", (self.store.workspace,)).fetchone()
        assert found is not None
        return int(found[0])


COLUMNS: dict[str, tuple[str, ...]] = {
    "blob": ("packed", "digest", "mark"),
    "tape": ("run", "port", "asked", "answered", "mark", "made_at"),
    "record": ("id", "body", "envelope", "salt"),
    "chain": ("number", "event", "record", "at", "commitment", "previous", "hash"),
}
NAMED_BY = {"blob": "digest", "tape": "run", "record": "id", "chain": "number"}


@dataclass(frozen=True)
class Flip:
    """One byte of one row, changed; `name` is what the row was called before."""

    table: str
    column: str
    name: str


@contextmanager
def flipped(shelf: Shelf, random: Random, table: str, column: str) -> Iterator[Flip]:
    """A byte of a row by chance is another while this lasts, as the owner of the database can make it; then it is as before."""
    with psycopg.connect(shelf.owner_url, autocommit=True) as owner:
        asked = f"select ctid::text, {column}, {NAMED_BY[table]}::text from veracious.{table} where workspace = %s and {column} is not null"  # noqa: S608
        rows = owner.execute(f"{asked} order by ctid".encode(), (shelf.number,)).fetchall()
        place, before, name = random.choice(rows)
        owner.execute("set session_replication_role = replica")
        change = f"update veracious.{table} set {column} = %s where ctid = %s::tid returning ctid::text".encode()  # noqa: S608
        moved = owner.execute(change, (_other(before, column, random), place)).fetchone()
        assert moved is not None
        try:
            yield Flip(table, column, f"link {name}" if table == "chain" else name)
        finally:
            assert owner.execute(change, (before, moved[0])).rowcount == 1


def _other(before: Any, column: str, random: Random) -> Any:
    """The same but for one byte; a name of few words is another of them, a number or a time is one more."""
    if column == "event":
        return random.choice([one for one in ("kept", "expired", "erased") if one != before])
    if column == "number":
        return before + 1000
    if before == "":
        return "x"
    if isinstance(before, str):
        at = random.randrange(len(before))
        signs = "kqxyz" if column in ("id", "run", "record") else "0123456789abcdefz"  # the name of another would be refused
        return before[:at] + random.choice([sign for sign in signs if sign != before[at]]) + before[at + 1 :]
    if isinstance(before, bytes):
        at = random.randrange(len(before))
        return before[:at] + bytes([before[at] ^ random.randint(1, 255)]) + before[at + 1 :]
    return before + timedelta(microseconds=1)


@contextmanager
def no_network() -> Iterator[None]:
    """No socket but those of this machine's own files connects while this lasts."""

    def refused(self: socket.socket, address: Any) -> None:
        raise AssertionError(f"asked for the network: {address}")

    def unresolved(*asked: Any, **more: Any) -> None:
        raise AssertionError(f"asked for an address: {asked[:2]}")

    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, refused)
        patch.setattr(socket, "getaddrinfo", unresolved)
        yield
