"""Somebody's answer checked against documents: whole stories, with a judge whose word is known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import pytest

from tests.contracts.samples import run as awaited
from veracious import wiring
from veracious.adapters.ids import TimedIds
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.held import HeldTexts
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.ledger import Danger, LedgerReport, Support
from veracious.domain.stance import Stance
from veracious.domain.verdict import Outcome
from veracious.flow import check
from veracious.flow.check import Checking
from veracious.flow.record import RunContext
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.seeking import passages, snapshots
from veracious.wiring import played, recorded

DAY = date(2026, 1, 1)
HANDBOOK = "The office opens at 9 AM. It is closed on Sundays. A fee of $150 is charged for each permit."
NOTICE = "From now on the office opens at 10 AM. The tower of the hall is 40 metres tall."
YES, NO, SILENT = Stance(0.9, 0.05, 0.05), Stance(0.05, 0.9, 0.05), Stance(0.05, 0.05, 0.9)


@dataclass
class Judge:
    """Scales whose word on a text is known; on any other they are silent."""

    known: Mapping[str, Stance | None] = field(default_factory=dict)
    fails: bool = False
    asked: list[tuple[str, str]] = field(default_factory=list)

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        """A stance for each pair."""
        if self.fails:
            raise SourceUnavailable("the judge is away")
        self.asked += pairs
        return [next((stance for part, stance in self.known.items() if part in text), SILENT) for _, text in pairs]


def snapshot(text: str, published: date | None = None) -> Snapshot:
    return Snapshot(snapshots.name(text), text, Source(""), published=published)


def run_of(judge: Judge, *held: Snapshot, dials: Dials | None = None) -> Run:
    kept = MemoryArchive()
    texts = HeldTexts({one.digest: one for one in held})
    tools = Tools(wiring.clock(), TimedIds(), (), judge, texts, kept, kept.blobs, scales=judge)  # type: ignore[arg-type]
    return Run(tools, dials or Dials(), wiring.lexicon())


def checked(answer: str, judge: Judge, *held: Snapshot) -> LedgerReport:
    return awaited(check.check(Checking(answer, "", DAY, tuple(one.digest for one in held)), run_of(judge, *held)))


def verdicts(report: LedgerReport) -> list[Support]:
    assert report.ledger is not None, report.cause
    return [entry.verdict for entry in report.ledger.entries]


def test_each_claim_gets_its_verdict() -> None:
    judge = Judge({"9 AM": YES, "$150": NO})
    found = checked("The office opens at 9 AM. A fee of $200 is charged for each permit. Penguins eat krill.", judge, snapshot(HANDBOOK))
    assert verdicts(found) == [Support.SUPPORTED, Support.CONTRADICTED, Support.NOT_FOUND]
    assert found.outcome is Outcome.COMPLETED


def test_a_judge_that_fails_is_a_failed_check_and_no_ledger() -> None:
    found = checked("The office opens at 9 AM.", Judge(fails=True), snapshot(HANDBOOK))
    assert found.outcome is Outcome.FAILED
    assert found.ledger is None
    assert "the judge is away" in found.cause


def test_a_document_that_cannot_be_opened_is_a_failed_check() -> None:
    gone = snapshot(NOTICE)
    asked = Checking("The office opens at 9 AM.", "", DAY, (gone.digest,))
    assert awaited(check.check(asked, run_of(Judge(), snapshot(HANDBOOK)))).outcome is Outcome.FAILED


def test_a_document_with_another_text_than_its_name_is_a_failed_check() -> None:
    swapped = replace(snapshot(HANDBOOK), text=NOTICE)
    found = checked("The office opens at 9 AM.", Judge(), swapped)
    assert found.outcome is Outcome.FAILED


def test_a_claim_that_the_judge_cannot_read_is_told_apart_from_one_that_was_not_found() -> None:
    found = checked("The office opens at 9 AM.", Judge({"9 AM": None}), snapshot(HANDBOOK))
    assert found.ledger is not None
    assert found.ledger.entries == ()
    assert [one.text for one in found.ledger.unread] == ["The office opens at 9 AM."]
    assert found.ledger.summary.evidence_coverage == 0.0


def test_two_documents_that_disagree_give_a_conflict() -> None:
    found = checked("The office opens at 9 AM.", Judge({"opens at 9": YES, "opens at 10": NO}), snapshot(HANDBOOK), snapshot(NOTICE))
    assert verdicts(found) == [Support.CONTRADICTED]
    assert found.ledger is not None
    assert Danger.CONFLICT in {flag.type for flag in found.ledger.risk_flags}


def test_an_old_document_is_flagged() -> None:
    found = checked("The office opens at 9 AM.", Judge({"9 AM": YES}), snapshot(HANDBOOK, date(2024, 6, 1)))
    assert found.ledger is not None
    assert [flag.type for flag in found.ledger.risk_flags] == [Danger.OUTDATED_SOURCE]


def chunk(one: Snapshot) -> str:
    """The name of the only passage of a short document."""
    dials = Dials()
    (passage,) = passages.cut(one, dials.seeking.passages, dials.reading.sentences)
    return passages.evidence(one, passage).id.removeprefix("sha256:")[:12]


def test_a_citation_of_a_passage_that_is_there_is_followed() -> None:
    held = snapshot(HANDBOOK)
    found = checked(f"The office opens at 9 AM [cite:{chunk(held)}].", Judge({"9 AM": YES}), held, snapshot(NOTICE))
    assert found.ledger is not None
    (entry,) = found.ledger.entries
    assert entry.backing[0].is_cited
    assert entry.invalid == ()
    assert found.ledger.risk_flags == ()


@pytest.mark.parametrize("name", ["deadbeefdeadbeef", "ab", "", "../../etc", "sha256:" + "0" * 64])
def test_a_citation_of_what_is_not_there_is_invalid(name: str) -> None:
    found = checked(f"The office opens at 9 AM [cite:{name or 'x'}].", Judge({"9 AM": YES}), snapshot(HANDBOOK))
    assert found.ledger is not None
    assert [flag.type for flag in found.ledger.risk_flags] == [Danger.INVALID_CITATION]
    assert verdicts(found) == [Support.SUPPORTED]  # searched among all, as seed D §4.1 has it


def test_a_citation_of_a_passage_that_was_not_given_is_invalid() -> None:
    """A passage of another workspace has a name, and it is no name here."""
    others = snapshot("The office of another house opens at 9 AM.")
    found = checked(f"The office opens at 9 AM [cite:{chunk(others)}].", Judge({"9 AM": YES}), snapshot(HANDBOOK))
    assert found.ledger is not None
    assert [flag.type for flag in found.ledger.risk_flags] == [Danger.INVALID_CITATION]
    assert all(quote.snapshot != others.digest for entry in found.ledger.entries for one in entry.backing for quote in one.quotes)


def test_a_denial_is_judged_as_what_it_denies() -> None:
    judge = Judge({"Sundays": NO})
    found = checked("The office is not open on Sundays.", judge, snapshot(HANDBOOK))
    assert "not" not in judge.asked[0][0]
    assert verdicts(found) == [Support.SUPPORTED]


def test_an_amount_that_the_quote_excludes_turns_a_support() -> None:
    found = checked("A fee of $200 is charged for each permit.", Judge({"$150": YES}), snapshot(HANDBOOK))
    assert verdicts(found) == [Support.CONTRADICTED]
    assert found.ledger is not None
    assert found.ledger.entries[0].conflicts == ("$200 against $150",)


def test_every_quote_stands_in_its_document_to_the_letter() -> None:
    held = {one.digest: one for one in (snapshot(HANDBOOK), snapshot(NOTICE))}
    found = checked("The office opens at 9 AM. The tower is 40 metres tall.", Judge({"9 AM": YES}), *held.values())
    assert found.ledger is not None
    quotes = [quote for entry in found.ledger.entries for one in entry.backing for quote in one.quotes]
    assert quotes
    assert all(quote.stands_in(held[quote.snapshot]) for quote in quotes)


@pytest.mark.parametrize("answer", ["", "   \n"])
def test_no_text_is_refused(answer: str) -> None:
    assert checked(answer, Judge(), snapshot(HANDBOOK)).outcome is Outcome.REFUSED


def test_an_answer_that_is_too_long_is_refused() -> None:
    assert checked("The office opens at 9 AM. " * 10_000, Judge(), snapshot(HANDBOOK)).outcome is Outcome.REFUSED


def test_an_answer_that_states_nothing_is_refused_and_says_so() -> None:
    found = checked("What do you mean?", Judge(), snapshot(HANDBOOK))
    assert found.outcome is Outcome.REFUSED
    assert found.refusal is not None


def test_the_record_holds_what_was_returned_and_replays_to_the_byte() -> None:
    held = snapshot(HANDBOOK)
    run = run_of(Judge({"9 AM": YES}), held)
    asked = Checking("The office opens at 9 AM. \ud800 Penguins eat krill.", "", DAY, (held.digest,))

    async def twice() -> None:
        archive = run.tools.archive
        assert isinstance(archive, MemoryArchive)
        notes = archive.tape("one")
        desk = RunContext(notes, (), "here", "one")
        found = await check.keep(asked, replace(run, tools=recorded(run.tools, notes)), desk)
        kept = await archive.fetch(found.record.envelope.id)
        assert kept.body.report == digest.canonical(found.report).decode()
        again = await check.check(asked, replace(run, tools=played(run.tools, await notes.entries())))
        assert digest.canonical(again) == digest.canonical(found.report)

    awaited(twice())
