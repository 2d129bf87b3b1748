"""What every search of records, and every store of tables of claims, promises."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.contracts.samples import run
from tests.contracts.test_review_log import SIGNED
from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.batches import MemoryBatches
from veracious.adapters.memory.record_search import MemoryRecordSearch
from veracious.adapters.memory.review_log import MemoryFeedback, MemoryReviewLog
from veracious.domain.batch import Batch, BatchRow, RowState
from veracious.domain.record import Body, Envelope, Record
from veracious.domain.review import Act
from veracious.domain.search import RecordHit, RecordKind, RecordPlace, RecordSearch, ReviewStatus, SearchOrder
from veracious.domain.verdict import Verdict
from veracious.faces.http.past_verdicts import Batches, RecordFinder
from veracious.ports import Archive, FeedbackBox, ReviewLog
from veracious.rules import digest
from veracious.rules.reading import words

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def record(name: str, text: str, verdict: str | None = "supported", days: int = 0, **asked: Any) -> Record:
    """A record of a claim with these words, or of what else was asked."""
    request = {"text": text, "as_of": "2026-03-01"} | asked
    told = digest.canonical({"outcome": "completed" if verdict else "refused", "verdict": verdict}).decode()
    body = Body(digest.canonical(request).decode(), "dials", (), (), told)
    return Record(body, Envelope(name, "home", AT + days * DAY, AT + days * DAY, digest.of(body, "body"), None))


def terms(text: str) -> tuple[str, ...]:
    """The words of a query, as a face makes them."""
    return tuple(dict.fromkeys(words.terms(text, wiring.lexicon())))


@dataclass(frozen=True)
class SearchDesk:
    """A workspace with nothing in it."""

    archive: Archive
    log: ReviewLog
    box: FeedbackBox
    finder: RecordFinder

    def keep(self, *records: Record) -> None:
        for one in records:
            run(self.archive.keep(one))

    def hits(self, text: str = "", after: RecordPlace | None = None, limit: int = 10, **asked: Any) -> Sequence[RecordHit]:
        return list(run(self.finder.find(RecordSearch(terms(text), **asked), after, limit)))

    def found(self, text: str = "", **asked: Any) -> list[str]:
        return [hit.record for hit in self.hits(text, **asked)]

    def say(self, name: str, act: Act, became: Verdict | None, number: int = 1, was: Verdict = Verdict.SUPPORTED) -> None:
        run(self.log.add(replace(SIGNED, record=name, number=number, act=act, was=was, became=became, why="why")))


THREE = (
    record("long", "The bridge over the Halvorsund is 1,420 metres long, and the tower beside it is red.", "supported"),
    record("short", "The bridge is long.", "refuted", days=1),
    record("tower", "Is the tower red?", None, days=2),
)


class RecordSearchContract:
    """Subclass it, and make an empty workspace."""

    def desk(self) -> SearchDesk:
        raise NotImplementedError

    def test_records_are_found_by_all_words_and_the_newest_come_first(self) -> None:
        desk = self.desk()
        assert desk.found() == desk.found("bridge") == []
        desk.keep(*THREE)
        assert desk.found() == ["tower", "short", "long"]
        assert desk.found("Bridges") == ["short", "long"]
        assert desk.found("tower bridge") == desk.found("1,420 halvorsund") == ["long"]
        assert desk.found("bridge submarine") == []

    def test_the_best_is_what_says_least_beside_the_words(self) -> None:
        desk = self.desk()
        desk.keep(THREE[1], THREE[0], replace(record("again", "The bridge is long.", days=3)))
        assert desk.found("bridge", order=SearchOrder.BEST) == ["again", "short", "long"]
        assert desk.found("bridge") == ["again", "long", "short"]

    def test_a_list_goes_on_behind_its_last_in_either_order(self) -> None:
        desk = self.desk()
        desk.keep(*(record(f"r{number}", f"The bridge {'is very old and ' * (number % 3)}long.") for number in range(7)))
        for text, order in (("", SearchOrder.NEWEST), ("bridge", SearchOrder.NEWEST), ("bridge", SearchOrder.BEST)):
            whole, parts, after = desk.found(text, order=order), [], None
            while part := desk.hits(text, after, 2, order=order):
                parts += [hit.record for hit in part]
                after = part[-1].place
            assert parts == whole
            assert sorted(whole) == [f"r{number}" for number in range(7)]

    def test_they_are_narrowed_by_verdict_kind_and_time(self) -> None:
        desk = self.desk()
        desk.keep(*THREE, record("answer", "", "supported", days=3, question="How long is the bridge?", mode="answer"))
        assert desk.found(verdict=Verdict.REFUTED) == ["short"]
        assert desk.found(verdict=Verdict.SUPPORTED) == ["long"]  # that of an answer is none on a claim
        assert desk.found(kind=RecordKind.ANSWER) == ["answer"]
        assert desk.found("bridge", kind=RecordKind.CLAIM) == ["short", "long"]
        assert desk.found(since=AT + DAY) == ["answer", "tower", "short"]
        assert desk.found(until=AT + DAY) == ["long"]
        assert desk.found("bridge", since=AT + DAY, until=AT + 2 * DAY) == ["short"]

    def test_the_verdict_is_that_of_whoever_signed_and_a_status_follows_what_is_said(self) -> None:
        desk = self.desk()
        desk.keep(*THREE)
        assert desk.found(status=ReviewStatus.DRAFT) == ["short", "long"]
        desk.say("long", Act.CHANGED, Verdict.MIXED)
        assert (desk.found(verdict=Verdict.MIXED), desk.found(verdict=Verdict.SUPPORTED)) == (["long"], [])
        assert (desk.found(status=ReviewStatus.SIGNED), desk.found(status=ReviewStatus.DRAFT)) == (["long"], ["short"])
        desk.say("short", Act.RETURNED, None, was=Verdict.REFUTED)
        assert desk.found(status=ReviewStatus.DISPUTED, verdict=Verdict.REFUTED) == ["short"]
        desk.say("long", Act.WITHDRAWN, None, 2, Verdict.MIXED)
        assert desk.found(status=ReviewStatus.DISPUTED) == ["short", "long"]
        assert desk.found(verdict=Verdict.MIXED) == []
        desk.say("long", Act.SIGNED, Verdict.SUPPORTED, 3)
        assert desk.found(verdict=Verdict.SUPPORTED, status=ReviewStatus.SIGNED) == ["long"]

    def test_what_readers_doubt_is_disputed_until_somebody_has_looked(self) -> None:
        desk = self.desk()
        desk.keep(*THREE)
        said = run(desk.box.put("long", "Look again.", AT, AT, 10, 10))
        assert desk.found(status=ReviewStatus.DISPUTED) == ["long"]
        run(desk.box.close(said.number, "Ada", "Looked.", AT))
        assert desk.found(status=ReviewStatus.DISPUTED) == []

    def test_what_is_erased_is_not_found(self) -> None:
        desk = self.desk()
        desk.keep(*THREE)
        run(desk.archive.erase("long", AT))
        assert desk.found() == ["tower", "short"]
        assert desk.found("halvorsund") == []

    def test_a_long_article_is_found_by_its_title_and_its_beginning(self) -> None:
        desk = self.desk()
        desk.keep(record("article", "The tower fell. " + "It rained. " * 2_000, None, title="A storm", claims_only=False))
        assert desk.found("storm tower rained", kind=RecordKind.ARTICLE) == ["article"]

    def test_texts_of_any_sort_are_kept_and_looked_for(self) -> None:
        desk = self.desk()
        for number, text in enumerate(("\x00 bridge", "’; drop table --", "桥 很长", "", "\ud800".encode("utf-8", "replace").decode())):
            desk.keep(record(f"r{number}", text))
            desk.found(text)
        assert desk.found("bridge") == ["r0"]


BATCH = Batch("ab" * 12, "claims.csv", AT, "person:Ada", ("documents",), worst_micros=4_000, expected_micros=2_000, expected_ms=900)
ROWS = (BatchRow(2, "One.", date(2026, 3, 1), name="x"), BatchRow(3, "", None, refused="There is no claim in it."), BatchRow(4, "Two."))


class BatchesContract:
    """Subclass it, and make an empty workspace."""

    def batches(self) -> Batches:
        raise NotImplementedError

    def test_a_batch_is_read_as_it_was_put_and_stays_so(self) -> None:
        held = self.batches()
        assert run(held.fetch(BATCH.id)) is None
        run(held.put(BATCH, ROWS))
        run(held.put(replace(BATCH, name="another"), ROWS[:1]))
        assert run(held.fetch(BATCH.id)) == BATCH
        lines = run(held.lines(BATCH.id, 0, 10))
        assert [line.row for line in lines] == list(ROWS)
        assert [line.state for line in lines] == [RowState.READY, RowState.REFUSED, RowState.READY]
        assert [line.row.number for line in run(held.lines(BATCH.id, 2, 1))] == [3]

    def test_the_newest_come_first(self) -> None:
        held = self.batches()
        later = replace(BATCH, id="cd" * 12, made_at=AT + DAY, max_cost=0.5, web=True, collections=("documents", "web"))
        run(held.put(BATCH, ROWS))
        run(held.put(later, ROWS))
        assert list(run(held.newest(10))) == [later, BATCH]
        assert list(run(held.newest(1))) == [later]

    def test_who_began_stays_and_anybody_goes_on_after_a_stop(self) -> None:
        held = self.batches()
        run(held.put(BATCH, ROWS))
        assert run(held.stop(BATCH.id, AT)) is False  # nobody has begun it
        assert [run(held.begin(BATCH.id, who, AT)) for who in ("Ada", "Bo", "Ada")] == [True, True, True]
        assert [run(held.stop(BATCH.id, AT + DAY)) for _ in range(2)] == [True, False]
        assert run(held.fetch(BATCH.id)) == replace(BATCH, begun_at=AT, begun_by="Ada", stopped_at=AT + DAY)
        assert run(held.begin(BATCH.id, "Ada", AT + 2 * DAY)) is True
        assert run(held.fetch(BATCH.id)) == replace(BATCH, begun_at=AT, begun_by="Ada")
        assert run(held.begin("0" * 24, "Ada", AT)) is False

    def test_a_batch_is_removed_with_its_rows(self) -> None:
        held = self.batches()
        run(held.put(replace(BATCH, unread=("datum", "note")), ROWS))
        assert run(held.fetch(BATCH.id)) == replace(BATCH, unread=("datum", "note"))
        assert [run(held.remove(BATCH.id)) for _ in range(2)] == [True, False]
        assert (run(held.fetch(BATCH.id)), list(run(held.lines(BATCH.id, 0, 10)))) == (None, [])
        run(held.bind(BATCH.id, 2, "job-1"))

    def test_a_later_job_takes_the_place_of_an_earlier_one_and_stays(self) -> None:
        held = self.batches()
        run(held.put(BATCH, ROWS))
        for job, before in (("job-1", ""), ("job-1", ""), ("job-2", "job-1"), ("job-2", "job-1"), ("job-0", ""), ("job-3", "job-1")):
            run(held.bind(BATCH.id, 2, job, before))
        assert [line.job for line in run(held.lines(BATCH.id, 0, 10))] == ["job-2", "", ""]

    def test_a_row_whose_job_is_gone_says_so_and_has_no_verdict(self) -> None:
        held = self.batches()
        run(held.put(BATCH, ROWS))
        run(held.bind(BATCH.id, 2, "job-1"))
        line = run(held.lines(BATCH.id, 0, 1))[0]
        assert (line.state, line.job, line.verdict, line.has_record) == (RowState.GONE, "job-1", "", False)


class TestMemoryRecordSearch(RecordSearchContract, BatchesContract):
    def desk(self) -> SearchDesk:
        archive, log, box = MemoryArchive(), MemoryReviewLog(), MemoryFeedback()
        return SearchDesk(archive, log, box, MemoryRecordSearch(archive, log, box, wiring.lexicon()))

    def batches(self) -> Batches:
        return MemoryBatches(lambda name: None, lambda name: None)
