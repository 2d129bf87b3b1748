"""The server of the store: the one DATABASE_URL names, or the private one."""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from veracious.assemble.parts import installed, settings
from veracious.domain.errors import SettingsInvalid
from veracious.domain.store import StoreState

if TYPE_CHECKING:
    from veracious.adapters.postgres.database import Database
    from veracious.adapters.postgres.server import Addresses


@cache
def addresses() -> "Addresses":
    """How the server is reached: the one DATABASE_URL names, or the private one, which is started and brought up to date."""
    from veracious.adapters.postgres import migrate, server

    where = settings()
    if where.database_url:
        return server.Addresses(where.owner_url or "", where.database_url)
    found = server.start(where.store)
    migrate.run(found.owner)
    return found


def store_state() -> StoreState:
    """What the store is like; nothing is started or changed."""
    with installed():
        from veracious.adapters.postgres import states

        where = settings()
        return states.configured(where.database_url, where.owner_url) if where.database_url else states.private(where.store)


def start_store() -> StoreState:
    """Start the private server and bring its schema up to date; what the store is like then. A server that is named is only looked at."""
    with installed():
        addresses()
    return store_state()


def stop_store() -> bool:
    """Stop the private server; whether it ran."""
    with installed():
        from veracious.adapters.postgres import server

        return server.stop(settings().store)


def migrate_store() -> Sequence[str]:
    """Bring the schema up to date; what was applied."""
    with installed():
        from veracious.adapters.postgres import migrate

        applied = migrate.run(owner())
    if find_spec("dbos") is not None:
        prepare_queue()
    return applied


def prepare_queue() -> None:
    """Make or renew the tables of the job queue, as the owner of the store."""
    with installed():
        from veracious.adapters import durable
        from veracious.adapters.postgres.server import APP_ROLE

        durable.migrate(owner(), APP_ROLE)


def sweep_store() -> Sequence[str]:
    """Write the tables anew without what was erased; their names."""
    with installed():
        from veracious.adapters.postgres import erasure

        return erasure.sweep(owner())


def owner() -> str:
    """The address of the store as its owner; of a server that is named, the one in the settings."""
    where = settings()
    if where.database_url and not where.owner_url:
        raise SettingsInvalid("VERACIOUS_OWNER_URL: the owner of the schema is needed for this")
    if where.owner_url:
        return where.owner_url
    from veracious.adapters.postgres import server

    return server.start(where.store).owner


@cache
def database() -> "Database":
    """The pool of connections, one for the process."""
    from veracious.adapters.postgres.database import Database

    return Database(addresses().app, settings().connections)
