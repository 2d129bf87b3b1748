"""What is taken out again, in memory."""

from datetime import datetime, timedelta

from veracious.adapters.memory.stock import Document, MemoryStock
from veracious.domain.errors import InputError
from veracious.domain.store import Wanted
from veracious.ports import Overrides


class MemoryErasure:
    """Erasure and retention of one workspace of a stock, and of what it says of sources."""

    def __init__(self, stock: MemoryStock, overrides: Overrides, workspace: str = "default") -> None:
        self._stock = stock
        self._overrides = overrides
        self._workspace = workspace

    async def documents(self, wanted: Wanted) -> int:
        """Erase documents, from every generation; how many there were."""
        gone = 0
        for volume in self._stock.seen(self._workspace):
            if volume.collection in wanted.collections:
                before = len(volume.documents)
                volume.copies = {name: [one for one in copies if not _meant(one, wanted)] for name, copies in volume.copies.items()}
                gone += before - len(volume.documents)
        return gone

    async def workspace(self) -> None:
        """Erase everything this workspace has, and itself."""
        own = self._workspace
        self._stock.volumes = {id: volume for id, volume in self._stock.volumes.items() if volume.owner != own}
        self._stock.claims = {key: claims for key, claims in self._stock.claims.items() if key[0] != own}
        self._stock.pages = {key: page for key, page in self._stock.pages.items() if key[0] != own}
        self._stock.kept_days.pop(own, None)
        for source in await self._overrides.get_all(own):
            await self._overrides.remove(own, source.domain)

    async def keep(self, days: int | None) -> None:
        """How long documents are kept; none: until they are erased."""
        if days is None:
            self._stock.kept_days.pop(self._workspace, None)
        elif days < 1:
            raise InputError("documents are kept for a day at least")
        else:
            self._stock.kept_days[self._workspace] = days

    async def kept(self) -> int | None:
        """For how many days documents are kept; none: until they are erased."""
        return self._stock.kept_days.get(self._workspace)

    async def expire(self, now: datetime) -> int:
        """Erase what has been kept long enough; how many documents."""
        days = await self.kept()
        return 0 if days is None else await self.documents(Wanted(made_before=now - timedelta(days=days)))


def _meant(document: Document, wanted: Wanted) -> bool:
    is_old = wanted.made_before is None or document.made_at < wanted.made_before
    is_named = wanted.name in (None, document.name, document.snapshot.url)
    pairs = ((wanted.digest, document.snapshot.digest), (wanted.domain, document.snapshot.source.domain))
    return is_old and is_named and all(asked is None or asked == kept for asked, kept in pairs)
