"""Records found by what was asked and by how their verdicts stand: a line for each, and a posting for each of its words.

A line is written together with its record, and goes with it. Records of a store that had no lines get theirs when somebody first searches.
"""

from collections.abc import Sequence
from itertools import groupby

from veracious.adapters import sealing
from veracious.adapters.postgres import archive_io, rows
from veracious.adapters.postgres.database import Row, Transaction
from veracious.adapters.postgres.store import Store
from veracious.adapters.threads import in_thread
from veracious.domain.errors import RecordAltered, RecordMissing
from veracious.domain.review import Act, ReviewEntry
from veracious.domain.search import RecordHit, RecordKind, RecordLine, RecordPlace, RecordSearch, SearchOrder
from veracious.domain.verdict import Verdict
from veracious.rules import reviewing
from veracious.rules.explaining import chain
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon

TERMS_AT_MOST = 500  # different words of a long article that it is found by, from its beginning; its title and lead; a guess
MADE_AT_ONCE = 500  # lines of older records in a transaction
ROUNDS = 2  # in which a search makes them; so that nobody waits much longer than a second; a guess


class PostgresRecordSearch:
    """The records of a workspace, looked for."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @in_thread
    def find(self, search: RecordSearch, after: RecordPlace | None, limit: int) -> Sequence[RecordHit]:
        """The records that fit, those behind this place."""
        for _ in range(ROUNDS):
            if not self._is_behind():
                break
            self._make_lines()
        with archive_io.reading(self._store) as tx:
            return tuple(map(_hit, _lines(tx, search, after, limit)))

    @in_thread
    def is_behind(self) -> bool:
        """Whether there are older records that nobody finds yet."""
        return self._is_behind()

    def _is_behind(self) -> bool:
        with archive_io.reading(self._store) as tx:
            return tx.one("line_behind") is not None

    def _make_lines(self) -> None:
        """Make lines of older records. One that was altered gets none: nothing that it says is to be relied on.

        What is said of a verdict meanwhile waits until its line is there, and is written down in it then.
        """
        with archive_io.writing(self._store) as tx:
            tx.one("line_hold", workspace=str(tx.workspace))
            found = {row["id"]: archive_io.sealed(row) for row in tx.rows("line_missing", limit=MADE_AT_ONCE)}
            fates = chain.fates([archive_io.link(row) for row in tx.rows("chain_about", records=list(found))])
            said = groupby((entry(row) for row in tx.rows("review_of", records=list(found))), lambda one: one.record)
            entries = {name: tuple(group) for name, group in said}
            for name, sealed in found.items():
                try:
                    body = sealing.opened(sealed, name, fates.get(name)).body
                except (RecordAltered, RecordMissing):
                    continue
                put(tx, sealing.line(name, body, fates[name].kept), numbers(self._store.lexicon, sealing.text(body)))
                review(tx, name, entries.get(name, ()))
            tx.do("line_listed", records=list(found))


def numbers(lexicon: Lexicon, text: str) -> list[int]:
    """The words of a text that a record is found by, as numbers."""
    return _numbers(list(dict.fromkeys(words.terms(text, lexicon)))[:TERMS_AT_MOST])


def put(tx: Transaction, line: RecordLine, terms: list[int]) -> None:
    """Write the line of a record, and a posting for each of its words."""
    said = {"record": line.record, "number": line.number, "at": line.kept_at, "kind": line.kind.value, "status": line.status.value}
    verdict = None if line.verdict is None else line.verdict.value
    tx.tell("line_put", workspace=str(tx.workspace), **said, verdict=verdict, terms=terms)


def review(tx: Transaction, record: str, entries: Sequence[ReviewEntry]) -> None:
    """Write down how a verdict stands after all that was said of it."""
    if entries:
        state = reviewing.state(entries, entries[0].was)
        verdict = reviewing.shown(state)
        shown = None if verdict is None else verdict.value
        tx.do("line_review", record=record, verdict=shown, status=reviewing.status(state).value)


def entry(row: Row) -> ReviewEntry:
    """A row as what somebody said."""
    became = None if row["became"] is None else Verdict(row["became"])
    same = {name: row[name] for name in ("record", "number", "at", "by", "digest", "why", "place")}
    return ReviewEntry(**same, act=Act(row["act"]), was=Verdict(row["was"]), became=became)


def _lines(tx: Transaction, search: RecordSearch, after: RecordPlace | None, limit: int) -> Sequence[Row]:
    """The lines that fit. Where words are looked for, those that have the rarest of them are looked at."""
    asked, terms = _asked(search, after), _numbers(search.terms)
    rarest = tx.one("line_rarest", terms=terms)
    if rarest is None:
        return tx.rows("line_newest", **asked, limit=limit)
    name = "line_best" if search.order is SearchOrder.BEST else "line_find"
    return tx.rows(name, **asked, limit=limit, terms=terms, all=len(terms), rarest=rarest["term"])


def _asked(search: RecordSearch, after: RecordPlace | None) -> dict[str, object]:
    """A search as a statement is asked it."""
    fits = {name: None if (value := getattr(search, name)) is None else value.value for name in ("verdict", "status", "kind")}
    place = {"number": after and after.number, "others": after and after.terms}
    return {**fits, **place, "since": search.since, "until": search.until}


def _numbers(terms: Sequence[str]) -> list[int]:
    return list(dict.fromkeys(map(rows.term, terms)))


def _hit(row: Row) -> RecordHit:
    return RecordHit(row["record"], row["number"], row["kept_at"], row["terms"], RecordKind(row["kind"]))
