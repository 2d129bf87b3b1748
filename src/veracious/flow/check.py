"""Somebody's answer checked against documents: read it, find what speaks to each claim, ask the judge, keep the ledger.

Nothing is written anew here, and nothing is looked for outside the documents that were given.
"""

from asyncio import gather
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from veracious.domain import steps
from veracious.domain.claim import Reason, Refusal
from veracious.domain.errors import SourceError, SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Snapshot
from veracious.domain.ledger import Entry, Ledger, LedgerReport, Support
from veracious.domain.record import Record
from veracious.domain.stance import Stance
from veracious.domain.verdict import Outcome
from veracious.flow import record
from veracious.flow.record import RunContext
from veracious.flow.run import Run
from veracious.rules.judging import judgements
from veracious.rules.ledger import gates, levels, matching, questions, spans
from veracious.rules.ledger.gates import Warned
from veracious.rules.ledger.matching import Index
from veracious.rules.ledger.questions import Passages, Question
from veracious.rules.reading import answers
from veracious.rules.reading.answers import Answer
from veracious.rules.seeking import passages

NO_TEXT = Refusal(Reason.EMPTY, "There is no text. Give the answer that is to be checked.")
TOO_LONG = Refusal(Reason.TOO_LONG, "The answer is too long to be checked at once. Give it in parts.")
NO_CLAIMS = Refusal(Reason.NOT_A_STATEMENT, "The answer states nothing that documents could carry.")


@dataclass(frozen=True, slots=True)
class Checking:
    """What is asked: an answer, what it answers, the day, and the documents by their digests."""

    answer: str
    question: str
    as_of: date
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The documents as they are read beside claims, and the passages that may be cited."""

    index: Index
    known: Passages


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check tells, and the record that proves it."""

    report: LedgerReport
    record: Record

    @property
    def outcome(self) -> Outcome:
        """How the check ended."""
        return self.report.outcome

    @property
    def ledger(self) -> Ledger | None:
        """The claims of the answer with what the documents say of each; none when the check failed."""
        return self.report.ledger


async def keep(asked: Checking, run: Run, context: RunContext) -> Checked:
    """Check an answer, and keep the record."""
    return Checked(*await record.of_run(asked, run, context, lambda: check(asked, run)))


async def check(asked: Checking, run: Run) -> LedgerReport:
    """The ledger of an answer; a judge or a document that cannot be read is a failed run, never an empty ledger."""
    if not asked.answer.strip():
        return LedgerReport(Outcome.REFUSED, refusal=NO_TEXT)
    if len(asked.answer) > run.dials.ledger.answers.chars_at_most:
        return LedgerReport(Outcome.REFUSED, refusal=TOO_LONG)
    asked = record.writable(asked)
    try:
        answer = read(asked.answer, asked.question, run)
        run.tell(steps.claims_read(len(answer.claims), len(asked.documents)))
        held = await gather(*(_opened(name, run) for name in asked.documents))
        ledger = await hold(answer, shown(held, run, any(claim.citations for claim in answer.claims)), asked.as_of, run)
    except SourceError as failed:
        return LedgerReport(Outcome.FAILED, cause=str(failed))
    return LedgerReport(Outcome.COMPLETED, ledger) if answer.claims else LedgerReport(Outcome.REFUSED, ledger, refusal=NO_CLAIMS)


def read(text: str, question: str, run: Run) -> Answer:
    """The claims of an answer."""
    dials = run.dials
    return answers.read(text, question, answers.AnswerContext(run.lexicon, dials.reading, dials.kinds, dials.ledger.answers))


def shown(held: Sequence[Snapshot], run: Run, is_cited: bool) -> Shown:
    """Documents made ready to be read beside claims; passages are named only where an answer cites some."""
    places = {}
    for snapshot in held if is_cited else ():
        for passage in passages.cut(snapshot, run.dials.seeking.passages, run.dials.reading.sentences):
            places[passages.evidence(snapshot, passage).id] = (snapshot.digest, passage.span)
    return Shown(matching.of_snapshots(held, run.lexicon), Passages(places))


async def hold(answer: Answer, documents: Shown, as_of: date, run: Run) -> Ledger:
    """Every claim of an answer beside what the documents say of it."""
    dials, means = run.dials.ledger, _means(run)
    asked = questions.questions(answer, documents.index, documents.known, means)
    judged = await _weighed(asked, run)
    found = questions.gathered(answer, judged, documents.index, documents.known, means)
    unread = {question.claim for question in asked} - {question.claim for question, _ in judged}
    entries = [
        _marked(levels.assess(claim, one, dials.levels, dials.sure), answer, run)
        for number, (claim, one) in enumerate(zip(answer.claims, found, strict=True))
        if number not in unread
    ]
    warned = Warned(as_of, dials.gates, dials.levels)
    return gates.ledger(entries, answer.passed_over, tuple(answer.claims[number] for number in sorted(unread)), warned)


def _marked(entry: Entry, answer: Answer, run: Run) -> Entry:
    """A weak claim with the words that what speaks most of it does not carry."""
    if entry.verdict is not Support.WEAK or not entry.backing:
        return entry
    said = entry.claim.span.of(answer.plain)
    quotes = [quote.text for quote in max(entry.backing, key=lambda one: one.similarity).quotes]
    found = spans.unsupported(said, quotes, run.lexicon, run.dials.ledger.spans)
    return replace(entry, unsupported=tuple(span.shifted(entry.claim.span.start) for span in found))


async def _weighed(asked: Sequence[Question], run: Run) -> list[tuple[Question, Stance]]:
    """The stances there are; what the judge could not read has none."""
    if run.tools.scales is None:
        raise SourceUnavailable("there is no judge to hold the answer against the documents")
    pairs = list(dict.fromkeys(question.pair for question in asked))
    stances = await run.tools.scales.weigh(pairs) if pairs else ()
    if len(stances) != len(pairs):
        raise SourceMalformed(f"{len(pairs)} pairs were judged with {len(stances)} stances")
    known = dict(zip(pairs, stances, strict=True))
    return [(question, stance) for question in asked if (stance := known[question.pair]) is not None]


async def _opened(name: str, run: Run) -> Snapshot:
    snapshot = await run.tools.shelf.open(name)
    if not judgements.is_whole(snapshot, name):
        raise SourceMalformed(f"the shelf gave another text for {name}")
    return snapshot


def _means(run: Run) -> questions.QuestionContext:
    dials = run.dials
    measure = replace(dials.measure(run.lexicon), conflicts=dials.ledger.conflicts)
    return questions.QuestionContext(run.lexicon, dials.reading, measure, dials.judging.heard, dials.ledger.match, dials.ledger.hearing)
