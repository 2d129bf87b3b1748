"""A connection that somebody keeps is seen; one that a pool keeps for the next is none."""

from collections.abc import Callable

import psycopg
import pytest
from psycopg_pool import ConnectionPool
from sqlalchemy import create_engine

from tests.load import watched
from veracious.adapters.postgres.server import Addresses


@pytest.fixture
def url(new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch) -> str:
    for kind, name in watched.KNOWN_BY.items():
        monkeypatch.setattr(kind, name, getattr(kind, name))  # put back afterwards
    watched.know_pools()
    return new_addresses().owner


def test_what_the_store_borrows(url: str) -> None:
    before = watched.held()
    with ConnectionPool(url, min_size=2, open=True) as pool:
        pool.wait()
        borrowed = pool.getconn()
        now = watched.held()
        assert (now.connections, now.lent) == (before.connections + 2, before.lent + 1)
        pool.putconn(borrowed)
        assert watched.held().lent == before.lent


def test_what_the_queue_borrows(url: str) -> None:
    before = watched.held()
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), pool_size=2, max_overflow=0)
    one, other = engine.connect(), engine.connect()
    other.close()
    now = watched.held()
    assert (now.connections, now.lent) == (before.connections + 2, before.lent + 1)
    one.close()
    assert watched.held().lent == before.lent
    engine.dispose()


def test_what_no_pool_made(url: str) -> None:
    before = watched.held()
    with psycopg.connect(url):
        now = watched.held()
        assert (now.connections, now.lent) == (before.connections + 1, before.lent + 1)
