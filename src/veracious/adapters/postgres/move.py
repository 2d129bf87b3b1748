"""A store moved to another server: every table of it and of the job queue, in one transaction on either side.

1. Nobody else may be connected to the store: what they write would not be moved.
2. The other server gets the schema and the roles, as `veracious db migrate` makes them; it must hold nothing.
3. In one transaction there: the parts of collections are made, tables are filled in the order of their references, sequences are set.
   Triggers rest meanwhile, so that nothing is noted as new, and row security is not forced on the owner, whom it would keep from copying.
4. Each table is read again on both sides; where one differs, nothing was moved.
Whatever fails leaves the other server with empty tables, and the move is begun anew.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from graphlib import TopologicalSorter

import psycopg
from psycopg.rows import dict_row
from psycopg.sql import SQL

from veracious.adapters.postgres import errors, statements
from veracious.adapters.postgres.database import KEEPALIVE, Row
from veracious.domain.errors import InputError, StoreBusy, StoreFailed
from veracious.domain.store import Moved, MoveProgress

TO = "--to"  # what names the other server
# What a schema holds from the beginning: the service's secret, and which migrations the queue has.
FILLED_AT_FIRST = frozenset({"veracious.service", "dbos.dbos_migrations"})

Connection = psycopg.Connection[Row]
Tell = Callable[[MoveProgress], None]


def run(source_url: str, target_url: str, prepare: Callable[[str], None], tell: Tell) -> Moved:
    """Move what a store holds to another server, whose schema is made first by `prepare`; both as owners."""
    with _connected(source_url, "VERACIOUS_STORE") as source:
        others = _row(source, "move_others")["others"]
        if others:
            raise StoreBusy(f"{others} other connections to the store; stop `veracious up`, `serve`, `worker` and whatever else uses it")
        with _connected(target_url, TO) as target:
            _refuse_filled(target)
            prepare(target_url)
            with source.transaction(), target.transaction():
                return _moved(source, target, tell)


def _moved(source: Connection, target: Connection, tell: Tell) -> Moved:
    for connection in (source, target):
        connection.execute(statements.all()["move_forms"])
    tables = _in_order(source.execute(statements.all()["move_tables"]).fetchall())
    _refuse_filled(target)
    for row in source.execute(statements.all()["move_parts"]).fetchall():
        target.execute(statements.all()["move_make_part"], row)
    for table in tables:
        _do(target, "move_open", table["name"])
        if table["name"] in FILLED_AT_FIRST:
            _do(target, "move_empty", table["name"])
    progress = MoveProgress(2 * len(tables))
    for table in tables:
        progress = progress.at("copying", table["name"])
        tell(progress)
        with (
            source.cursor().copy(_statement("move_copy_out", table["name"])) as given,
            target.cursor().copy(_statement("move_copy_in", table["name"])) as taken,
        ):
            for block in given:
                taken.write(block)
    for row in source.execute(statements.all()["move_sequences"]).fetchall():
        target.execute(statements.all()["move_set_sequence"], {"name": row["name"], "value": row["last_value"]})
    rows: dict[str, int] = {}
    for table in tables:
        progress = progress.at("checking", table["name"])
        tell(progress)
        there, here = (_row(one, "move_contents", table["name"]) for one in (source, target))
        if there != here:
            raise StoreFailed(f"{table['name']}: {there['rows']} rows here and {here['rows']} there, or they are not the same")
        rows[table["name"]] = int(here["rows"])
    for table in tables:
        _do(target, "move_close", table["name"])
        if table["is_forced"]:
            _do(target, "move_force", table["name"])
    return Moved(len(tables), sum(rows.values()), rows["veracious.record"], rows["veracious.workspace"])


def _refuse_filled(target: Connection) -> None:
    """Whether the other server holds nothing of a store."""
    for table in target.execute(statements.all()["move_tables"]).fetchall():
        if table["name"] not in FILLED_AT_FIRST and _row(target, "move_has_rows", table["name"])["is_filled"]:
            raise InputError(f"{TO} names a database that holds a store already: {table['name']} has rows; name an empty database")


def _in_order(tables: Sequence[Row]) -> list[Row]:
    """Each table behind those that it refers to."""
    by_name = {table["name"]: table for table in tables}
    return [by_name[name] for name in TopologicalSorter({name: table["parents"] for name, table in by_name.items()}).static_order()]


@contextmanager
def _connected(url: str, setting: str) -> Iterator[Connection]:
    with errors.named(setting), psycopg.connect(url, autocommit=True, row_factory=dict_row, **KEEPALIVE) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ  # all that is read is of one moment
        yield connection


def _row(connection: Connection, statement: str, table: str = "") -> Row:
    found = connection.execute(_statement(statement, table)).fetchone()
    if found is None:
        raise StoreFailed(statement)
    return found


def _do(connection: Connection, statement: str, table: str) -> None:
    connection.execute(_statement(statement, table))


def _statement(name: str, table: str) -> psycopg.sql.Composed:
    return SQL(statements.all()[name]).format(table=SQL(table))
