"""What workspaces say of sources, in the store."""

import asyncio
from collections.abc import Sequence

from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Database
from veracious.domain.evidence import Source


class PostgresOverrides:
    """`Overrides` that stay, each workspace's behind its own wall."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get_all(self, workspace: str) -> Sequence[Source]:
        """Everything a workspace says, by domain."""
        return await asyncio.to_thread(self._get_all, workspace)

    async def put(self, workspace: str, sources: Sequence[Source]) -> None:
        """Say this of these domains, instead of what was said before; all of it or nothing."""
        await asyncio.to_thread(self._put, workspace, sources)

    async def remove(self, workspace: str, domain: str) -> bool:
        """Say nothing more of a domain; whether anything was said."""
        return await asyncio.to_thread(self._remove, workspace, domain)

    def _get_all(self, workspace: str) -> Sequence[Source]:
        with self._database.transaction(workspace) as tx:
            return tuple(rows.source(row) for row in tx.rows("override_all"))

    def _put(self, workspace: str, sources: Sequence[Source]) -> None:
        last = {rows.clean(source.domain): source for source in sources}
        with self._database.transaction(workspace) as tx:
            for domain in sorted(last):  # in one order, so that two who say the same at once do not wait for each other in a circle
                said = {"domain": domain, "credibility": last[domain].credibility, "tier": last[domain].tier.value}
                tx.do("override_put", workspace=str(tx.workspace), **said)

    def _remove(self, workspace: str, domain: str) -> bool:
        with self._database.transaction(workspace) as tx:
            return tx.do("override_remove", domain=rows.clean(domain)) > 0
