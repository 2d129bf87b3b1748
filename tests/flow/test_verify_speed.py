"""A warm run beside the parts it cannot do without: embedding, SQL and entailment, bare, on the same inputs, in the same run."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from tests.demo import negations
from veracious import app, wiring
from veracious import demo as world
from veracious.adapters.models.session import Session
from veracious.adapters.postgres.server import Addresses
from veracious.domain.store import Incoming, Scope
from veracious.flow.run import Engine
from veracious.rules.seeking import snapshots
from veracious.rules.seeking.register import CredibilityRules

pytestmark = pytest.mark.long

RATIO_AT_MOST = 1.2
CLAIMS, ROUNDS = 20, 3


@dataclass
class Inputs:
    """What the models and the server were asked in one run."""

    models: list[tuple[Any, dict[str, Any]]] = field(default_factory=list)
    sql: list[tuple[Any, Any]] = field(default_factory=list)


@contextmanager
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[Inputs]:
    """Everything that goes to onnxruntime and to psycopg meanwhile."""
    heard = Inputs()
    execute, batches = psycopg.Connection.execute, Session.batches

    def told(self: Any, query: Any, params: Any = None, **more: Any) -> Any:
        heard.sql.append((query, params))
        return execute(self, query, params, **more)

    def fed(self: Session, rows: Any) -> Any:
        for batch in batches(self, rows):
            heard.models.append((self.graph, batch.feed))
            yield batch

    with monkeypatch.context() as patched:
        patched.setattr(psycopg.Connection, "execute", told)
        patched.setattr(Session, "batches", fed)
        yield heard


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


async def engine() -> Engine:
    """The engine over the store, with the made-up world in it."""
    library = wiring.library("speed")
    rated = CredibilityRules(world.sources())
    for one in world.documents():
        snapshot = snapshots.of(one, rated.rate(one, wiring.register(), library.store.dials.seeking.register), "documents")
        await library.write(await library.ready([Incoming(snapshot, snapshot.url or "", snapshot.digest)]))
    return wiring.over_store(Scope(collections=("documents",)), "speed")


def bare_models(heard: Inputs) -> None:
    for graph, feed in heard.models:
        graph.run(None, feed)


def asked_again(connection: psycopg.Connection[Any], heard: Inputs) -> list[tuple[Any, Any]]:
    """The statements that can be run a second time: not what enters the record itself, and not what a new connection begins with."""
    kept = []
    with connection.transaction(force_rollback=True):
        for query, params in heard.sql:
            try:
                with connection.transaction():
                    connection.execute(query, params)
                kept.append((query, params))
            except (psycopg.errors.UniqueViolation, psycopg.errors.DuplicateTable):
                continue
    return kept


def bare_sql(connection: psycopg.Connection[Any], heard: Inputs) -> None:
    """The statements of the run, in one transaction that is undone."""
    with connection.transaction(force_rollback=True):
        for query, params in heard.sql:
            found = connection.execute(query, params)
            if found.description is not None:
                found.fetchall()


def test_a_warm_run_costs_little_more_than_its_parts(addresses: Addresses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", addresses.app)

    async def measure() -> list[tuple[float, float, float]]:
        checker, found = await engine(), []
        with psycopg.connect(addresses.app, row_factory=dict_row) as connection:
            for pair in negations.pairs()[:CLAIMS]:
                with listening(monkeypatch) as heard:
                    await app.claims.verify(checker, pair.claim, pair.as_of)
                heard.sql = asked_again(connection, heard)
                rounds = []
                for _ in range(ROUNDS):
                    begun = time.perf_counter()
                    await app.claims.verify(checker, pair.claim, pair.as_of)
                    whole = time.perf_counter() - begun
                    rounds.append((whole, seconds(lambda: bare_models(heard)), seconds(lambda: bare_sql(connection, heard))))
                found.append(tuple(median(part) for part in zip(*rounds, strict=True)))
        return found

    found = asyncio.run(measure())
    whole, models, sql = (median(part) for part in zip(*found, strict=True))
    ratio = median(one / (two + three) for one, two, three in found)
    print(f"\nwarm verify {1000 * whole:.0f} ms; bare models {1000 * models:.0f} ms, bare SQL {1000 * sql:.0f} ms; ratio {ratio:.2f}")
    assert ratio <= RATIO_AT_MOST
