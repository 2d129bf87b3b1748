"""A small library that questions are asked of, and what every answer from it must keep to."""

import asyncio
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime

from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.judge import TableJudge
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.domain.claim import Importance
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.ledger import AnswerReport, AnswerWarning, Mode, Support
from veracious.domain.verdict import Outcome
from veracious.flow import answer
from veracious.flow.answer import Asking
from veracious.flow.run import Run
from veracious.ports import Author, Finder, Scales, Tools
from veracious.rules.dials import Dials
from veracious.rules.ledger import compose, gates
from veracious.rules.reading import answers
from veracious.rules.seeking.snapshots import name as digest_of

DAY = date(2026, 1, 15)
QUESTION = "When does the library of Brisa open, and what does a card cost?"
HOURS = "The library of Brisa opens at nine on weekdays."
CARD = "A card of the library costs 5 euros a year."
LOANS = "Members of the library may borrow ten books at once."
CLOSED = "The library is closed on Sundays."
TEXTS = (f"{HOURS} {CLOSED}", CARD, f"{LOANS} They must bring them back within a month.")
ANCHOR = re.compile(r"\[cite:([^\]]*)\]")


def snapshot(text: str, published: date | None = date(2025, 9, 1)) -> Snapshot:
    """A page of the library."""
    return Snapshot(digest_of(text), text, Source("brisa.example"), f"https://brisa.example/{len(text)}", "Library", published)


def run_with(
    author: Author | None,
    scales: Scales | None = None,
    pages: Sequence[Snapshot] = tuple(map(snapshot, TEXTS)),
    finders: tuple[Finder, ...] | None = None,
    dials: Dials | None = None,
) -> Run:
    """A run over these pages, held in memory."""
    chosen, lexicon = dials or Dials(), wiring.lexicon()
    shelf, kept = MemoryShelf(chosen.seeking.passages, chosen.reading.sentences), MemoryArchive()
    for page in pages:
        asyncio.run(shelf.put(page))
    found = (MemoryFinder(shelf, lexicon, chosen.seeking.lexical),) if finders is None else finders
    clock = FixedClock(datetime(2026, 1, 15, tzinfo=UTC))
    tools = Tools(clock, CountingIds(), found, TableJudge({}), shelf, kept, kept.blobs, scales=scales, author=author)
    return Run(tools, chosen, lexicon)


def asked(run: Run, question: str = QUESTION, mode: Mode = Mode.ANSWER) -> AnswerReport:
    """The answer, held to what every answer keeps to."""
    report = asyncio.run(answer.answer(Asking(question, mode, DAY), run))
    keeps_to_the_rules(report, run)
    return report


def keeps_to_the_rules(report: AnswerReport, run: Run) -> None:
    """Gates, warnings, places, anchors and quotes are what the ledger, the response and the pages say, worked out again."""
    assert len(report.revision_history) <= 3  # at most two revisions
    if report.outcome in (Outcome.FAILED, Outcome.REFUSED):
        assert (report.response, report.ledger, report.gates, report.warnings) == (None, None, (), ())
        assert report.cause or report.refusal
        return
    ledger = report.ledger
    assert ledger is not None
    assert report.response is not None
    wanted, summary = run.dials.ledger.gates, ledger.summary
    if ledger.entries:
        assert summary == gates.summarise(ledger.entries, ledger.unread, wanted)
    met = (
        summary.evidence_coverage >= wanted.coverage_at_least,
        summary.unsupported_rate <= wanted.unsupported_at_most,
        summary.critical_unsupported <= wanted.critical_unsupported_at_most,
        summary.contradictions <= wanted.contradictions_at_most,
        summary.critical_uncited <= wanted.critical_uncited_at_most,
    )
    assert tuple(one.is_met for one in report.gates) == met
    assert tuple(one.found for one in report.gates) == (
        summary.evidence_coverage,
        summary.unsupported_rate,
        summary.critical_unsupported,
        summary.contradictions,
        summary.critical_uncited,
    )
    assert report.risk_flags == ledger.risk_flags
    _warnings_are_those_of_the_seed(report)
    names = [one.removeprefix("sha256:") for one in report.retrieved]
    for name in ANCHOR.findall(report.response):
        assert len(name) == 12
        assert any(one.startswith(name) for one in names)
    _places_are_right(report, run)


def _warnings_are_those_of_the_seed(report: AnswerReport) -> None:
    """Seed D §6.3, worked out from the report."""
    assert report.ledger is not None
    told = {one.code: one for one in report.warnings}
    missing = [one for one in report.ledger.entries if one.verdict is Support.NOT_FOUND and one.claim.importance is not Importance.MINOR]
    history = report.revision_history
    said = f"{len(missing)} material claims could not be verified"
    details = tuple(one.claim.text for one in missing)
    assert told.get("UNSUPPORTED_CLAIMS") == (AnswerWarning("UNSUPPORTED_CLAIMS", said, details) if missing else None)
    if len(history) > 1 and report.ledger.summary.evidence_coverage <= history[0].summary.evidence_coverage:
        assert "NO_IMPROVEMENT" in told
    if len(history) <= 1:
        assert "NO_IMPROVEMENT" not in told


def _places_are_right(report: AnswerReport, run: Run) -> None:
    """Every claim stands where its span says, marked as its verdict says; every quote stands in its page."""
    assert report.ledger is not None
    assert report.response is not None
    for entry in report.ledger.entries:
        written = entry.claim.span.of(report.response)
        mark = compose.MARKS.get(entry.verdict, "")
        assert mark in written
        assert answers.worded(answers.blanked(written.replace(mark, "") if mark else written)) == entry.claim.text
        for backing in entry.backing:
            for quote in backing.quotes:
                assert quote.stands_in(asyncio.run(run.tools.shelf.open(quote.snapshot)))
