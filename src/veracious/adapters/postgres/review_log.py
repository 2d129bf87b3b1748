"""What people say of verdicts, in the store. An entry goes with its record when that is erased; nothing else takes it away."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby

from veracious.adapters.postgres import record_search, rows
from veracious.adapters.postgres.database import Database
from veracious.adapters.threads import in_thread
from veracious.domain.errors import FeedbackTooMuch, RecordMissing, ReviewOvertaken
from veracious.domain.review import Act, Feedback, ReviewEntry


class PostgresReviewLog:
    """The `ReviewLog` of a workspace."""

    def __init__(self, database: Database, workspace: str) -> None:
        self._database, self._workspace = database, workspace

    @in_thread
    def add(self, entry: ReviewEntry) -> ReviewEntry:
        """Write an entry; raises when its number is taken."""
        said = {"record": entry.record, "number": entry.number, "at": entry.at, "by": entry.by, "act": entry.act.value}
        said |= {"digest": entry.digest, "was": entry.was.value, "why": rows.clean(entry.why)}
        with self._database.search(self._workspace) as tx:
            if tx.one("record_known", id=entry.record) is None:
                raise RecordMissing(entry.record)
            tx.one("line_share", workspace=str(tx.workspace))
            became = None if entry.became is None else entry.became.value
            row = tx.one("review_put", workspace=str(tx.workspace), became=became, **said)
            if row is not None:
                record_search.review(tx, entry.record, [record_search.entry(one) for one in tx.rows("review_of", records=[entry.record])])
        if row is None:
            raise ReviewOvertaken
        return record_search.entry(row)

    @in_thread
    def of(self, records: Sequence[str]) -> Mapping[str, Sequence[ReviewEntry]]:
        """What was said of these records, each in order; of which nothing was said is not there."""
        [rows] = self._database.read(self._workspace, ("review_of", {"records": list(records)}))
        found = [record_search.entry(row) for row in rows]
        return {name: tuple(entries) for name, entries in groupby(found, lambda one: one.record)}

    @in_thread
    def newest(
        self, acts: Sequence[Act], limit: int, before: int | None = None, by: str = "", published: bool = False
    ) -> Sequence[ReviewEntry]:
        """Entries, the newest first."""
        asked = {"acts": [one.value for one in acts], "by": rows.clean(by), "published": published, "before": before, "limit": limit}
        with self._database.transaction(self._workspace) as tx:
            return tuple(map(record_search.entry, tx.rows("review_newest", **asked)))

    @in_thread
    def back(self, limit: int, before: int | None = None) -> Sequence[ReviewEntry]:
        """Returns and withdrawals that nobody has signed or changed anything after, the newest first."""
        with self._database.transaction(self._workspace) as tx:
            return tuple(map(record_search.entry, tx.rows("review_back", before=before, limit=limit)))


class PostgresFeedback:
    """The `FeedbackBox` of a workspace."""

    def __init__(self, database: Database, workspace: str) -> None:
        self._database, self._workspace = database, workspace

    @in_thread
    def put(self, record: str, text: str, at: datetime, since: datetime, most: int, most_of_record: int) -> Feedback:
        """Keep what a reader says, if fewer than so many have said something since then, in all and of this record."""
        with self._database.transaction(self._workspace) as tx:
            if tx.one("record_known", id=record) is None:
                raise RecordMissing(record)
            tx.one("feedback_hold", workspace=str(tx.workspace))
            said = {"record": record, "text": rows.clean(text), "at": at, "since": since, "most": most, "most_of_record": most_of_record}
            row = tx.one("feedback_put", workspace=str(tx.workspace), **said)
        if row is None:
            raise FeedbackTooMuch
        return Feedback(**row)

    @in_thread
    def waiting(self, limit: int, after: int | None = None, record: str = "") -> Sequence[Feedback]:
        """What nobody has closed, the oldest first; of one record, or of all."""
        [found] = self._database.read(self._workspace, ("feedback_waiting", {"record": record, "after": after, "limit": limit}))
        return tuple(Feedback(**row) for row in found)

    @in_thread
    def close(self, number: int, by: str, note: str, at: datetime) -> bool:
        """Say who looked into it and what they found; whether it was still open."""
        with self._database.transaction(self._workspace) as tx:
            return tx.do("feedback_close", number=number, by=rows.clean(by), note=rows.clean(note), at=at) > 0
