"""How often each publisher was judged in the last verdicts of a workspace."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from veracious.domain.archive import Event, Listed
from veracious.domain.errors import VeraciousError
from veracious.faces.http.routes import Visit

LOOKED_AT = 30  # records; each is opened, so that more would keep a reader waiting
AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Uses:
    """In how many of the last records each domain was judged."""

    counts: Counter[str]
    records: int

    def of(self, domain: str) -> str:
        """The same of one domain, in words."""
        return f"in {self.counts[domain]} of the last {self.records}" if self.records else "nothing was checked yet"


async def counted(visit: Visit) -> Uses:
    """Look through the last records of a workspace."""
    listed = await visit.backend.records.newest(visit.workspace, None, LOOKED_AT)
    room = asyncio.Semaphore(AT_ONCE)

    async def of(one: Listed) -> frozenset[str] | None:
        with suppress(VeraciousError):  # erased meanwhile, or altered: it tells nothing
            async with room:
                record = await visit.backend.records.fetch(visit.workspace, one.id)
            return await asyncio.to_thread(domains, record.body.report)
        return None

    open_ones = [one for one in listed if one.event is not Event.ERASED and not one.trouble]
    found = [one for one in await asyncio.gather(*map(of, open_ones)) if one is not None]
    return Uses(Counter(domain for one in found for domain in one), len(found))


def domains(report: str) -> frozenset[str]:
    """The publishers whose words were judged in a report, be it of a claim or of an article."""
    return frozenset(str(piece["domain"]) for piece in _weighed(json.loads(report)) if piece.get("domain"))


def _weighed(report: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (report.get("judged") or {}).get("weighed", ())
    for finding in report.get("findings", ()):
        yield from _weighed(finding.get("report") or {})
