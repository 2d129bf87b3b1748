"""Who changed what administrators look after, and erased records. The database writes the list itself; here it is only read."""

from collections.abc import Sequence

from veracious.adapters.postgres.database import Database
from veracious.adapters.threads import in_thread
from veracious.domain.access import Change


class PostgresAuditLog:
    """The changes of all workspaces, each behind its own wall."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @in_thread
    def newest(self, workspace: str, before: int | None, limit: int) -> Sequence[Change]:
        """Changes, the newest first; those before this number, or all."""
        with self._database.transaction(workspace) as tx:
            names = ("number", "at", "actor", "action", "subject", "before", "after")
            return tuple(Change(*(row[name] for name in names)) for row in tx.rows("audit_newest", number=before, limit=limit))
