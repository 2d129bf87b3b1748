"""The memory of addresses as a run meets it: the store's pages, the clock, and the rule for how long what is known stands."""

from collections.abc import Sequence

from veracious.domain.web import Recalled
from veracious.ports import Clock, Pages
from veracious.rules.seeking import remembered
from veracious.rules.seeking.remembered import MemoryDials


class PageMemory:
    """A `Remembered` over the `Pages` of a store."""

    def __init__(self, pages: Pages, clock: Clock, dials: MemoryDials) -> None:
        self._pages, self._clock, self._dials = pages, clock, dials

    async def recall(self, addresses: Sequence[str], stage: str, claim: str) -> Sequence[Recalled]:
        """Which of these need not be read again; all of them are met for this claim."""
        now = self._clock.now()
        known = await self._pages.look(addresses)
        await self._pages.see(addresses, stage, claim, now)
        found = [Recalled(form, remembered.passed_over(page, now, self._dials)) for form, page in sorted(known.items())]
        return tuple(one for one in found if one.reason)

    async def note(self, url: str, digest: str, trouble: str) -> None:
        """Remember that an address was read, or why it could not be."""
        await self._pages.end(url, self._clock.now(), digest or None, trouble)
