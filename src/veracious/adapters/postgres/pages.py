"""The memory of addresses: what a workspace met, read or could not read. Where pages are shared it is that of all, but for their claims."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime

from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Transaction
from veracious.adapters.postgres.store import Store
from veracious.domain.store import Page, PageStatus
from veracious.rules.seeking import urls


class PostgresPages:
    """The `Pages` of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def see(self, addresses: Sequence[str], stage: str, claim: str, at: datetime) -> None:
        """Addresses were met for a claim, in a stage of its run; the first to meet one is remembered."""
        forms = [form for url in addresses if (form := rows.clean(urls.normalise(url)))]
        await asyncio.to_thread(self._see, sorted(set(forms)), stage, claim, at)

    async def end(self, url: str, at: datetime, digest: str | None = None, trouble: str = "") -> None:
        """An address was read, or could not be."""
        await asyncio.to_thread(self._end, rows.clean(urls.normalise(url)), at, digest, trouble)

    async def look(self, addresses: Sequence[str]) -> Mapping[str, Page]:
        """What is known of addresses, by their one form."""
        return await asyncio.to_thread(self._look, [rows.clean(urls.normalise(url)) for url in addresses])

    async def claims(self, url: str) -> Sequence[str]:
        """The claims of this workspace that saw an address."""
        return await asyncio.to_thread(self._claims, rows.clean(urls.normalise(url)))

    def _owner(self, tx: Transaction) -> int | None:
        return None if self._store.database.shares_pages else tx.workspace

    def _see(self, forms: Sequence[str], stage: str, claim: str, at: datetime) -> None:
        with self._store.database.transaction(self._store.workspace) as tx:
            for form in forms:
                tx.do("page_see", owner=self._owner(tx), form=form, stage=stage, at=at)
                tx.do("page_bind", workspace=str(tx.workspace), form=form, claim=claim)

    def _end(self, form: str, at: datetime, digest: str | None, trouble: str) -> None:
        status = PageStatus.FAILED if digest is None else PageStatus.EXTRACTED
        with self._store.database.transaction(self._store.workspace) as tx:
            tx.do("page_end", owner=self._owner(tx), form=form, status=status.value, digest=digest, trouble=rows.clean(trouble), at=at)

    def _look(self, forms: Sequence[str]) -> Mapping[str, Page]:
        with self._store.database.transaction(self._store.workspace) as tx:
            found = tx.rows("page_look", forms=forms)
        return {
            row["form"]: Page(
                row["form"], PageStatus(row["status"]), row["stage"], row["seen_at"], row["read_at"], row["digest"], row["trouble"]
            )
            for row in found
        }

    def _claims(self, form: str) -> Sequence[str]:
        with self._store.database.transaction(self._store.workspace) as tx:
            return tuple(row["claim"] for row in tx.rows("page_claims", form=form))
