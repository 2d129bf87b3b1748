"""Who may ask: keys, people, provider keys and allowances, as the settings say where they are kept."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from veracious.assemble.data_files import clock
from veracious.assemble.parts import installed, settings
from veracious.assemble.servers import database, owner

if TYPE_CHECKING:
    from veracious.adapters.postgres.access import PostgresAccess
    from veracious.adapters.postgres.database import Database


def access() -> "PostgresAccess":
    """Where it is kept who may ask, and how much; one for the process."""
    with installed():
        return _access(database(), settings().secret.get_secret_value())


def workspaces() -> Sequence[tuple[str, datetime]]:
    """All workspaces and when each was made; the owner's to know."""
    with installed():
        from veracious.adapters.postgres.access import workspaces as listed

        return listed(owner())


@lru_cache(maxsize=1)
def _access(database: "Database", secret: str) -> "PostgresAccess":
    from veracious.adapters.postgres.access import PostgresAccess

    return PostgresAccess(database, secret, clock())
