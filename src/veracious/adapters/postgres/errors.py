"""What goes wrong between us and a server, by a name of ours that says what to do."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import errors

from veracious.domain.errors import (
    GenerationInUse,
    GenerationUnknown,
    InputError,
    SettingsInvalid,
    StoreBehind,
    StoreFailed,
    StoreForbidden,
    StoreOutdated,
    StoreUnavailable,
    VeraciousError,
    WorkspaceMisnamed,
)

# The first that fits counts, so what is special stands before what is general.
NAMES: tuple[tuple[type[psycopg.Error], type[VeraciousError]], ...] = (
    (errors.NoDataFound, GenerationUnknown),
    (errors.ObjectInUse, GenerationInUse),
    (errors.CheckViolation, InputError),
    (errors.InsufficientPrivilege, StoreForbidden),
    (errors.FeatureNotSupported, StoreOutdated),
    (errors.UndefinedObject, StoreOutdated),
    (errors.UndefinedFile, StoreOutdated),
    (errors.UndefinedTable, StoreBehind),
    (errors.UndefinedColumn, StoreBehind),
    (errors.UndefinedFunction, StoreBehind),
    (errors.InvalidSchemaName, StoreBehind),
    (psycopg.OperationalError, StoreUnavailable),
    (psycopg.InterfaceError, StoreUnavailable),
    (psycopg.Error, StoreFailed),
)
NAME_RULE = "workspace_name_check"
SERVER_AT_LEAST = 17  # partitioned tables have no identity columns before
VECTOR_AT_LEAST = (0, 8, 3)  # before, the index can break, and a query can read memory that is not its own


@contextmanager
def named(setting: str = "DATABASE_URL") -> Iterator[None]:
    """Give what the driver raises its name; the setting is the one with the server's address."""
    try:
        yield
    except psycopg.Error as failed:
        raise _named(failed, setting) from failed


def fit(about: Mapping[str, Any] | None) -> None:
    """Whether a server is new enough; what is not known yet is not checked against it."""
    server, vector = (about or {}).get("server") or "", (about or {}).get("vector") or ""
    if server and _numbers(server) < (SERVER_AT_LEAST,):
        raise StoreOutdated(f"PostgreSQL {server}")
    if vector and _numbers(vector) < VECTOR_AT_LEAST:
        raise StoreOutdated(f"pgvector {vector}")


def _named(failed: psycopg.Error, setting: str) -> VeraciousError:
    if type(failed) is psycopg.ProgrammingError and failed.sqlstate is None:  # the address itself; its text may hold a password
        return SettingsInvalid(f"{setting}: this is no address of a server; write postgresql://ROLE:PASSWORD@HOST/DATABASE")
    if failed.diag.constraint_name == NAME_RULE:
        return WorkspaceMisnamed()
    said = (str(failed).strip().splitlines() or [type(failed).__name__])[0]
    given = next(ours for theirs, ours in NAMES if isinstance(failed, theirs))
    return given(said if setting == "DATABASE_URL" else f"{setting}: {said}")


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers at the head of a version: `18.4 (Debian)` is 18, 4."""
    return tuple(int(part) for part in version.split()[0].split(".") if part.isdigit())
