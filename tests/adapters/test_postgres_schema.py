"""The schema is the sum of its migrations, every statement fits it, and all SQL stands in files of SQL."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests import schema
from veracious.adapters.postgres import migrate, statements
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.domain.errors import StoreAltered, StoreBehind, StoreFailed, StoreUnavailable, StoreUnsafe

ROOM = Path(migrate.__file__).parent
_SPOKEN = re.compile(r"\b(select|insert|update|delete|create|drop|alter|grant|truncate|vacuum|set_config|from stdin)\b", re.IGNORECASE)
_GIVEN = re.compile(r"%\((\w+)\)s")


@pytest.fixture(scope="module")
def migrated(new_addresses: Callable[..., Addresses]) -> Addresses:
    """A database with the schema."""
    return new_addresses()


def test_the_schema_file_is_what_the_migrations_make(migrated: Addresses) -> None:
    """After a new migration: `make schema`."""
    assert schema.dump(migrated.owner) == schema.SCHEMA.read_text("utf-8")


def test_the_schema_file_makes_what_it_says(new_addresses: Callable[..., Addresses]) -> None:
    empty = new_addresses(with_schema=False)
    with psycopg.connect(empty.owner, autocommit=True) as connection:
        connection.execute("set client_min_messages = error")  # the extension is there already
        connection.execute("set check_function_bodies = off")  # a dump has functions before the tables they ask
        connection.execute(schema.SCHEMA.read_text("utf-8").encode())
    assert schema.dump(empty.owner) == schema.SCHEMA.read_text("utf-8")


def test_migrating_twice_does_nothing(new_addresses: Callable[..., Addresses]) -> None:
    fresh = new_addresses(with_schema=False)
    names = tuple(statements.migrations())
    assert migrate.standing(fresh.owner) == migrate.MigrationState((), names)
    assert tuple(migrate.run(fresh.owner)) == names
    before = schema.dump(fresh.owner)
    assert tuple(migrate.run(fresh.owner)) == ()
    assert schema.dump(fresh.owner) == before
    assert migrate.standing(fresh.owner) == migrate.MigrationState(names, ())


@pytest.mark.parametrize(
    "change",
    ["update public.veracious_migration set digest = 'other'", "insert into public.veracious_migration values ('9999_later', 'x')"],
)
def test_a_schema_of_another_version_is_refused(new_addresses: Callable[..., Addresses], change: str) -> None:
    """A migration that was changed after it was applied, or one that this version does not know."""
    fresh = new_addresses()
    with psycopg.connect(fresh.owner, autocommit=True) as connection:
        connection.execute(change.encode())
    for ask in (migrate.run, migrate.standing):
        with pytest.raises(StoreAltered):
            ask(fresh.owner)


def test_a_migration_that_fails_leaves_nothing_behind(new_addresses: Callable[..., Addresses]) -> None:
    """The second of them finds its table taken; the first stays, and the next run goes on from there."""
    fresh, names = new_addresses(with_schema=False), tuple(statements.migrations())
    with psycopg.connect(fresh.owner, autocommit=True) as connection:
        connection.execute(statements.all()["migrate_make_ledger"])
        connection.execute(statements.migrations()[names[0]])
        connection.execute("insert into public.veracious_migration values (%s, %s)", (names[0], migrate._digest(names[0])))
        connection.execute("create table veracious.source_override ()")
    with pytest.raises(StoreFailed, match="already exists"):
        migrate.run(fresh.owner)
    assert migrate.standing(fresh.owner) == migrate.MigrationState(names[:1], names[1:])
    with psycopg.connect(fresh.owner, autocommit=True) as connection:
        assert connection.execute("select to_regclass('veracious.page')").fetchone() == (None,)
        connection.execute("drop table veracious.source_override")
    assert tuple(migrate.run(fresh.owner)) == names[1:]


def test_a_database_without_schema_says_so_at_once(new_addresses: Callable[..., Addresses]) -> None:
    database = Database(new_addresses(with_schema=False).app)
    with pytest.raises(StoreBehind), database.transaction("home"):
        pass


def test_a_server_that_is_not_there_says_so_at_once(tmp_path: Path) -> None:
    database = Database(f"postgresql://veracious_app@/postgres?host={tmp_path}")
    with pytest.raises(StoreUnavailable), database.transaction("home"):
        pass


def test_the_owner_is_not_let_in(migrated: Addresses, addresses: Addresses) -> None:
    """Neither the owner of the schema nor a superuser is the application."""
    for url in (migrated.owner, addresses.owner):
        with pytest.raises(StoreUnsafe), Database(url).transaction("home"):
            pass


@pytest.fixture(scope="module")
def connection(migrated: Addresses) -> Iterator[psycopg.Connection]:
    """The owner's, with the tables that every connection of the application has."""
    with psycopg.connect(migrated.owner, autocommit=True) as found:
        found.execute(statements.all()["make_intake"])
        yield found


@pytest.mark.parametrize("name", sorted(statements.all()))
def test_every_statement_fits_the_schema(name: str, connection: psycopg.Connection) -> None:
    """The server reads it and finds every table, column, function and type; the tests of isolation run each of them."""
    if name in ("make_intake", "job_enqueue", "refresh_enqueue"):
        return  # the one is several statements, and was run; the other asks the queue, whose tables are its own
    numbers: dict[str, int] = {}
    text = _GIVEN.sub(lambda match: f"${numbers.setdefault(match[1], len(numbers) + 1)}", statements.all()[name])
    assert "%" not in text.replace("%I", "")
    answer = connection.pgconn.prepare(b"", text.replace("{table}", "veracious.page").encode())
    assert answer.status == psycopg.pq.ExecStatus.COMMAND_OK, answer.error_message.decode()


def test_every_statement_is_used() -> None:
    """By its name in a string of the adapters."""
    said = set(_strings())
    assert set(statements.all()) <= said | {f"migrate_{word}" for word in said}


def test_no_statement_stands_in_python() -> None:
    spoken = [text for text in _strings() if _SPOKEN.search(text)]
    assert spoken == []


def test_a_statement_in_python_would_be_noticed() -> None:
    """The three ways there are to write one."""
    for text in ('x = "select 1"', 'y = f"DELETE from {table}"', 'z = ("in" "sert into t values (1)")'):
        assert any(_SPOKEN.search(found) for found in _constants(ast.parse(text)))


def _strings() -> list[str]:
    return [text for file in sorted(ROOM.rglob("*.py")) for text in _constants(ast.parse(file.read_text("utf-8")))]


def _constants(tree: ast.Module) -> list[str]:
    """All strings but docstrings."""
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    ]
