"""The schema, brought up to date by the owner, one migration at a time, each in its own transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import psycopg
from psycopg.rows import dict_row

from veracious.adapters.postgres import errors, statements
from veracious.domain.errors import StoreAltered

OWNER = "VERACIOUS_OWNER_URL"  # the setting that names the owner
LOCK = 7460  # of the advisory lock that lets one migrate at a time


@dataclass(frozen=True, slots=True)
class MigrationState:
    """Which migrations a database has, and which it lacks."""

    applied: tuple[str, ...]
    missing: tuple[str, ...]


def run(owner_url: str, setting: str = OWNER) -> Sequence[str]:
    """Apply what is missing; the names of what was applied."""
    with errors.named(setting), psycopg.connect(owner_url, autocommit=True) as connection:
        _fit(connection)
        connection.execute(_own("lock"), {"lock": LOCK})
        connection.execute(_own("make_ledger"))
        missing = standing_of(connection).missing
        for name in missing:
            with connection.transaction():
                connection.execute(statements.migrations()[name])
                connection.execute(_own("note"), {"name": name, "digest": _digest(name)})
        _fit(connection)  # the extension is there only now
        return missing


def standing(owner_url: str) -> MigrationState:
    """How far a database is, changed nothing."""
    with errors.named(OWNER), psycopg.connect(owner_url, autocommit=True) as connection:
        found = connection.execute(_own("has_ledger")).fetchone()
        return standing_of(connection) if found and found[0] else MigrationState((), tuple(statements.migrations()))


def standing_of(connection: psycopg.Connection[tuple[object, ...]]) -> MigrationState:
    """The same on an open connection; a migration that was changed after it was applied is an error."""
    applied = {str(name): str(digest) for name, digest in connection.execute(_own("ledger")).fetchall()}
    for name, digest in applied.items():
        if name not in statements.migrations() or _digest(name) != digest:
            raise StoreAltered(name)
    return MigrationState(tuple(applied), tuple(name for name in statements.migrations() if name not in applied))


def _fit(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    with connection.cursor(row_factory=dict_row) as cursor:
        errors.fit(cursor.execute(statements.all()["version"]).fetchone())


def _digest(name: str) -> str:
    return sha256(statements.migrations()[name].encode()).hexdigest()


def _own(name: str) -> str:
    return statements.all()[f"migrate_{name}"]
