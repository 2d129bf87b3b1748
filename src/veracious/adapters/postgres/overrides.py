"""What workspaces say of sources, in the store."""

from collections.abc import Sequence

from veracious.adapters import acting
from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Database
from veracious.adapters.threads import in_thread
from veracious.domain.evidence import Source
from veracious.domain.standing import REASON_CHARS, OwnRating

ACTOR_CHARS = 200


class PostgresOverrides:
    """`Overrides` that stay, each workspace's behind its own wall."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @in_thread
    def get_all(self, workspace: str) -> Sequence[Source]:
        """Everything a workspace says, by domain."""
        with self._database.transaction(workspace) as tx:
            return tuple(rows.source(row) for row in tx.rows("override_all"))

    @in_thread
    def ratings(self, workspace: str) -> Sequence[OwnRating]:
        """The same with why, who said it and when, as far as that is known."""
        with self._database.transaction(workspace) as tx:
            found = tx.rows("override_reasons")
            return tuple(OwnRating(rows.source(row), row["reason"], row["said_by"], row["said_at"]) for row in found)

    @in_thread
    def put(self, workspace: str, sources: Sequence[Source], reason: str = "") -> None:
        """Say this of these domains, instead of what was said before; all of it or nothing."""
        why = {"reason": rows.clean(reason)[:REASON_CHARS], "said_by": rows.clean(acting.actor())[:ACTOR_CHARS]}
        last = {rows.clean(source.domain): source for source in sources}
        with self._database.transaction(workspace) as tx:
            for domain in sorted(last):  # in one order, so that two who say the same at once do not wait for each other in a circle
                said = {"domain": domain, "credibility": last[domain].credibility, "tier": last[domain].tier.value, **why}
                tx.do("override_put", workspace=str(tx.workspace), **said)

    @in_thread
    def remove(self, workspace: str, domain: str) -> bool:
        """Say nothing more of a domain; whether anything was said."""
        with self._database.transaction(workspace) as tx:
            return tx.do("override_remove", domain=rows.clean(domain)) > 0
