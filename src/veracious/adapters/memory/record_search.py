"""Records looked for, in memory: each is looked at."""

from collections.abc import Sequence

from veracious.adapters import sealing
from veracious.adapters.memory.archive import MemoryArchive
from veracious.domain.errors import RecordAltered, RecordMissing
from veracious.domain.review import ReviewEntry
from veracious.domain.search import RecordHit, RecordLine, RecordPlace, RecordSearch, ReviewStatus, SearchOrder
from veracious.ports import FeedbackBox, ReviewLog
from veracious.rules import reviewing
from veracious.rules.explaining import chain
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon

ALL = 10**9


class MemoryRecordSearch:
    """The records of one workspace, looked for."""

    def __init__(self, archive: MemoryArchive, log: ReviewLog, box: FeedbackBox, lexicon: Lexicon) -> None:
        self._archive, self._log, self._box, self._lexicon = archive, log, box, lexicon

    async def find(self, search: RecordSearch, after: RecordPlace | None, limit: int) -> Sequence[RecordHit]:
        """The records that fit, those behind this place."""
        lines = self._lines()
        said = await self._log.of([line.record for line in lines])
        doubted = {one.record for one in await self._box.waiting(ALL)}
        hits: list[RecordHit] = []
        for line in lines:
            terms = frozenset(words.terms(line.text, self._lexicon))
            if set(search.terms) <= terms and _fits(line, said.get(line.record, ()), line.record in doubted, search):
                hits.append(RecordHit(line.record, line.number, line.kept_at, len(terms), line.kind))
        is_best = search.order is SearchOrder.BEST and bool(search.terms)

        def order(place: RecordPlace) -> tuple[int, int]:
            return (place.terms if is_best else 0, -place.number)

        found = sorted(hits, key=lambda hit: order(hit.place))
        return tuple(hit for hit in found if after is None or order(hit.place) > order(after))[:limit]

    async def is_behind(self) -> bool:
        """Whether there are older records that nobody finds yet: here there are none."""
        return False

    def _lines(self) -> list[RecordLine]:
        fates, found = chain.fates(self._archive.chain), []
        for name, sealed in self._archive.kept.items():
            try:
                record = sealing.opened(sealed, name, fates.get(name))
            except (RecordAltered, RecordMissing):  # nothing that it says is to be relied on
                continue
            found.append(sealing.line(name, record.body, fates[name].kept))
        return found


def _fits(line: RecordLine, said: Sequence[ReviewEntry], is_doubted: bool, search: RecordSearch) -> bool:
    verdict, status = line.verdict, line.status
    if said:
        state = reviewing.state(said, said[0].was)
        verdict, status = reviewing.shown(state), reviewing.status(state)
    is_disputed = search.status is ReviewStatus.DISPUTED and is_doubted
    return (
        search.verdict in (None, verdict)
        and search.kind in (None, line.kind)
        and (search.status in (None, status) or is_disputed)
        and (search.since is None or line.kept_at >= search.since)
        and (search.until is None or line.kept_at < search.until)
    )
