"""The memory of addresses, in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from veracious.adapters.memory.stock import MemoryStock
from veracious.domain.store import Page, PageStatus
from veracious.rules.seeking import urls


class MemoryPages:
    """The `Pages` of a stock: shared, but for which claims of a workspace saw them."""

    def __init__(self, stock: MemoryStock, workspace: str = "default") -> None:
        self._stock = stock
        self._workspace = workspace

    async def see(self, addresses: Sequence[str], stage: str, claim: str, at: datetime) -> None:
        """Addresses were met for a claim, in a stage of its run; the first to meet one is remembered."""
        for form in filter(None, map(urls.normalise, addresses)):
            self._stock.pages.setdefault(form, Page(form, PageStatus.SEEN, stage, at))
            self._stock.claims.setdefault((self._workspace, form), set()).add(claim)

    async def end(self, url: str, at: datetime, digest: str | None = None, trouble: str = "") -> None:
        """An address was read, or could not be."""
        form = urls.normalise(url)
        if form in self._stock.pages:
            status = PageStatus.FAILED if digest is None else PageStatus.EXTRACTED
            told = replace(self._stock.pages[form], status=status, read_at=at, digest=digest, trouble=trouble)
            self._stock.pages[form] = told

    async def look(self, addresses: Sequence[str]) -> Mapping[str, Page]:
        """What is known of addresses, by their one form."""
        forms = set(map(urls.normalise, addresses))
        return {form: page for form, page in self._stock.pages.items() if form in forms}

    async def claims(self, url: str) -> Sequence[str]:
        """The claims of this workspace that saw an address."""
        return tuple(sorted(self._stock.claims.get((self._workspace, urls.normalise(url)), ())))
