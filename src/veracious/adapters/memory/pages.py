"""The memory of addresses, in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from veracious.adapters.memory.stock import MemoryStock
from veracious.domain.store import Page, PageStatus
from veracious.rules.seeking import urls


class MemoryPages:
    """The `Pages` of a workspace; those of all where the stock shares pages, but for which claims saw them."""

    def __init__(self, stock: MemoryStock, workspace: str = "default") -> None:
        self._stock = stock
        self._workspace = workspace

    async def see(self, addresses: Sequence[str], stage: str, claim: str, at: datetime) -> None:
        """Addresses were met for a claim, in a stage of its run; the first to meet one is remembered."""
        for form in filter(None, map(urls.normalise, addresses)):
            self._stock.pages.setdefault((self._owner, form), Page(form, PageStatus.SEEN, stage, at))
            self._stock.claims.setdefault((self._workspace, form), set()).add(claim)

    async def end(self, url: str, at: datetime, digest: str | None = None, trouble: str = "") -> None:
        """An address was read, or could not be."""
        known = self._owner, urls.normalise(url)
        if known in self._stock.pages:
            status = PageStatus.FAILED if digest is None else PageStatus.EXTRACTED
            told = replace(self._stock.pages[known], status=status, read_at=at, digest=digest, trouble=trouble)
            self._stock.pages[known] = told

    async def look(self, addresses: Sequence[str]) -> Mapping[str, Page]:
        """What is known of addresses, by their one form."""
        found = {}
        for form in set(map(urls.normalise, addresses)):
            pages = [self._stock.pages[key] for key in self._keys(form) if key in self._stock.pages]
            if pages:
                found[form] = max(pages, key=lambda page: (page.read_at is not None, page.read_at))  # the last reading counts
        return found

    @property
    def _owner(self) -> str | None:
        return None if self._stock.shares_pages else self._workspace

    def _keys(self, form: str) -> Sequence[tuple[str | None, str]]:
        """Where an address may be remembered: by the workspace itself, and by all where pages are shared."""
        return tuple(dict.fromkeys(((self._workspace, form), (self._owner, form))))

    async def claims(self, url: str) -> Sequence[str]:
        """The claims of this workspace that saw an address."""
        return tuple(sorted(self._stock.claims.get((self._workspace, urls.normalise(url)), ())))
