"""What people say of verdicts, in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from veracious.domain.errors import FeedbackTooMuch, ReviewOvertaken
from veracious.domain.review import Act, Feedback, ReviewEntry
from veracious.rules import reviewing


class MemoryReviewLog:
    """A `ReviewLog` of one workspace that lasts as long as the process."""

    def __init__(self) -> None:
        self._kept: list[ReviewEntry] = []

    async def add(self, entry: ReviewEntry) -> ReviewEntry:
        """Write an entry; raises when its number is taken."""
        if any((one.record, one.number) == (entry.record, entry.number) for one in self._kept):
            raise ReviewOvertaken
        made = replace(entry, place=self._kept[-1].place + 1 if self._kept else 1)
        self._kept.append(made)
        return made

    async def of(self, records: Sequence[str]) -> Mapping[str, Sequence[ReviewEntry]]:
        """What was said of these records, each in order; of which nothing was said is not there."""
        found = {name: tuple(one for one in self._kept if one.record == name) for name in records}
        return {name: entries for name, entries in found.items() if entries}

    async def newest(
        self, acts: Sequence[Act], limit: int, before: int | None = None, by: str = "", published: bool = False
    ) -> Sequence[ReviewEntry]:
        """Entries, the newest first."""
        shown = self._published() if published else {one.record for one in self._kept}
        found = [one for one in self._kept if one.act in acts and one.record in shown and by in ("", one.by)]
        return tuple(one for one in reversed(found) if before is None or one.place < before)[:limit]

    async def back(self, limit: int, before: int | None = None) -> Sequence[ReviewEntry]:
        """Returns and withdrawals that nobody has signed or changed anything after, the newest first."""
        last = {one.record: one for one in self._kept if one.act not in reviewing.ABOUT_READERS}
        found = sorted((one for one in last.values() if one.act in reviewing.BACK), key=lambda one: -one.place)
        return tuple(one for one in found if before is None or one.place < before)[:limit]

    def _published(self) -> set[str]:
        last = {one.record: one.act for one in self._kept if one.act in (Act.PUBLISHED, Act.UNPUBLISHED)}
        return {name for name, act in last.items() if act is Act.PUBLISHED}


class MemoryFeedback:
    """A `FeedbackBox` of one workspace that lasts as long as the process."""

    def __init__(self) -> None:
        self._kept: list[Feedback] = []

    async def put(self, record: str, text: str, at: datetime, since: datetime, most: int, most_of_record: int) -> Feedback:
        """Keep what a reader says, if fewer than so many have said something since then, in all and of this record."""
        lately = [one.record for one in self._kept if one.at >= since]
        if len(lately) >= most or lately.count(record) >= most_of_record:
            raise FeedbackTooMuch
        self._kept.append(Feedback(len(self._kept) + 1, record, at, text))
        return self._kept[-1]

    async def waiting(self, limit: int, after: int | None = None, record: str = "") -> Sequence[Feedback]:
        """What nobody has closed, the oldest first; of one record, or of all."""
        found = [one for one in self._kept if one.closed_at is None and record in ("", one.record)]
        return tuple(one for one in found if after is None or one.number > after)[:limit]

    async def close(self, number: int, by: str, note: str, at: datetime) -> bool:
        """Say who looked into it and what they found; whether it was still open."""
        for place, one in enumerate(self._kept):
            if one.number == number and one.closed_at is None:
                self._kept[place] = replace(one, closed_at=at, closed_by=by, note=note)
                return True
        return False
