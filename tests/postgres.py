"""A real server for tests: one private server for the whole run, a workspace of its own for each world."""

import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import migrate, server
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.rules.reading.lexicon import Lexicon

WIDTH = 384
_NUMBERS = count(1)


@pytest.fixture(scope="session")
def addresses() -> Iterator[Addresses]:
    """A private server with the schema, as long as the tests run."""
    # Not pytest's own folder: a second pytest that starts closes it to the user that the server runs as.
    with tempfile.TemporaryDirectory(prefix="veracious-", ignore_cleanup_errors=True) as place:
        folder = Path(place) / "data"
        found = server.start(folder)
        try:
            migrate.run(found.owner)
            yield found
        finally:
            server.stop(folder)


@pytest.fixture(scope="session")
def database(addresses: Addresses) -> Iterator[Database]:
    """A pool of the application's role."""
    found = Database(addresses.app)
    yield found
    found.close()


@pytest.fixture(scope="session")
def new_store(database: Database, lexicon: Lexicon) -> Callable[[], Store]:
    """What makes a store in a workspace of its own."""

    def made() -> Store:
        return Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace=f"w{next(_NUMBERS)}-{uuid4().hex[:8]}", model="words")

    return made


@pytest.fixture(scope="session")
def new_addresses(addresses: Addresses) -> Callable[..., Addresses]:
    """What makes a database of its own on the same server: for tests of what is shared, or of the schema itself.

    Its owner is no superuser, as on a managed server, so that row security holds for the owner's functions too.
    """
    with psycopg.connect(addresses.owner, autocommit=True) as connection:
        connection.execute("create role plain_owner login nosuperuser")

    def made(with_schema: bool = True) -> Addresses:
        name = f"d{next(_NUMBERS)}"
        with psycopg.connect(addresses.owner, autocommit=True) as connection:
            connection.execute(SQL("create database {} owner plain_owner").format(Identifier(name)))
        with psycopg.connect(make_conninfo(addresses.owner, dbname=name), autocommit=True) as connection:
            connection.execute("create extension vector")  # a superuser's to do
        found = Addresses(make_conninfo(addresses.owner, dbname=name, user="plain_owner"), make_conninfo(addresses.app, dbname=name))
        if with_schema:
            migrate.run(found.owner)
        return found

    return made
