"""A question answered from documents: find passages, write, doubt, judge, write again while the ledger falls short, keep the record.

1. The finders are asked, and the best passages are the writer's material. Without any there is no answer, and the response says so.
2. The writer writes sentences that cite; the text is composed by code. The skeptic doubts it and decides nothing.
3. The judge makes the ledger: the entailment model where there is one, else the writer's own model, whose quotes are looked up by code.
4. Gates and the decision to write again are computed from the ledger. There are at most two revisions.
5. The best attempt goes out, what no document carries is marked in it, and its ledger is of exactly that text.
"""

from asyncio import gather
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from veracious.domain import steps
from veracious.domain.claim import Reason, Refusal
from veracious.domain.errors import BudgetSpent, SourceError, SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Evidence, Query
from veracious.domain.language import Excerpt, Finding
from veracious.domain.ledger import AnswerReport, Ledger, Mode, RevisionAttempt, RevisionDecision
from veracious.domain.record import Record, ToolName
from veracious.domain.report import ExplanationSentence
from veracious.domain.verdict import Outcome
from veracious.flow import check, record
from veracious.flow.check import Shown
from veracious.flow.record import RunContext
from veracious.flow.run import Run, ask
from veracious.ports import Author
from veracious.rules.ledger import compose, findings, gates, matching, revision
from veracious.rules.ledger.compose import Composed, Draft
from veracious.rules.ledger.gates import Warned
from veracious.rules.ledger.questions import Passages
from veracious.rules.reading.answers import Answer
from veracious.rules.seeking import fuse, queries

NO_QUESTION = Refusal(Reason.EMPTY, "There is no question. Ask something that documents can answer.")


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked: a question, whether for an answer or a draft, and the day."""

    question: str
    mode: Mode
    as_of: date


@dataclass(frozen=True, slots=True)
class Answered:
    """What a question was answered with, and the record that proves it."""

    report: AnswerReport
    record: Record

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        return self.report.outcome

    @property
    def response(self) -> str | None:
        """The text with its anchors; none when it failed."""
        return self.report.response

    @property
    def ledger(self) -> Ledger | None:
        """The claims of the response with what the documents say of each; none when it failed."""
        return self.report.ledger


@dataclass(frozen=True, slots=True)
class Signed:
    """Who writes, and who makes the ledger."""

    writer: str = record.UNNAMED
    judge: str = record.UNNAMED


@dataclass(frozen=True, slots=True)
class Material:
    """The passages that an answer is written from, and the finders that failed."""

    pieces: tuple[Evidence, ...]
    names: dict[str, str]  # of each passage by its id, as an anchor has it
    failed: tuple[str, ...] = ()

    @property
    def excerpts(self) -> tuple[Excerpt, ...]:
        """As the writer is given them."""
        return tuple(Excerpt(piece.id, piece.text, piece.title) for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An answer as it was written, and its ledger."""

    composed: Composed
    ledger: Ledger

    @property
    def text(self) -> str:
        """What goes out; where nothing was written, that nothing was found."""
        return self.composed.text or compose.NOTHING


@dataclass(frozen=True, slots=True)
class Course:
    """Everything that was tried so far."""

    attempts: tuple[Attempt, ...]
    critique: tuple[str, ...]  # of the first
    degraded: tuple[str, ...]
    decisions: tuple[RevisionDecision, ...] = ()  # on each attempt
    is_cut: bool = False  # a budget ended it

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of each attempt."""
        return tuple(one.text for one in self.attempts)

    @property
    def is_repeated(self) -> bool:
        """Whether the writer came back to a text of its own."""
        return self.texts[-1] in self.texts[:-1]


async def keep(asked: Asking, run: Run, context: RunContext) -> Answered:
    """Answer a question, and keep the record."""
    return Answered(*await record.of_run(asked, run, context, lambda: answer(asked, run, signed(context.names))))


def signed(names: Sequence[ToolName]) -> Signed:
    """The names of the writer and of who makes the ledger: the scales where there are some, else the writer."""
    by_role = {one.role: one.name for one in names}
    writer = by_role.get("author", record.UNNAMED)
    return Signed(writer, by_role.get("scales", writer))


async def answer(asked: Asking, run: Run, names: Signed | None = None) -> AnswerReport:
    """The answer to a question and its ledger; where stores, writer or judge fail it is a failed run, never an empty ledger."""
    by = names or Signed()
    plain = AnswerReport(Outcome.FAILED, asked.mode, written_by=by.writer, judged_by=by.judge)
    if not asked.question.strip():
        return replace(plain, outcome=Outcome.REFUSED, refusal=NO_QUESTION)
    try:
        material = await _find(asked, run)
        known = replace(plain, retrieved=tuple(piece.id for piece in material.pieces), degraded=material.failed)
        run.tell(steps.passages_found(len(material.pieces)))
        if not material.pieces:
            return _ended(known, Draft(compose.NOTHING, compose.nothing(compose.NO_MATCH)), run)
        course = await _written(asked, material, run)
    except SourceError as failed:
        return replace(plain, cause=str(failed))
    return _told(asked, course, known, run)


# Finding.


async def _find(asked: Asking, run: Run) -> Material:
    """The best passages that the stores have on a question; raises when none of them answers."""
    dials = run.dials
    query = Query(asked.question, "claim", asked.as_of)
    limit = queries.limit(query, dials.seeking.queries)
    found = await gather(*(ask(finder, query, limit) for finder in run.tools.finders))
    failed = tuple(sorted({str(one) for one in found if isinstance(one, SourceError)}))
    if all(isinstance(one, SourceError) for one in found):
        raise SourceUnavailable("no store answered: " + ("; ".join(failed) or "there is none"))
    candidates = [one for part in found if not isinstance(part, SourceError) for one in part]
    pool = fuse.merge(candidates, dials.seeking.fuse, dials.seeking.urls)
    pieces = compose.choose(pool, asked.as_of, dials.ledger.asking)
    return Material(pieces, compose.named(pieces, dials.ledger.asking), failed)


# Writing, and writing again.


async def _written(asked: Asking, material: Material, run: Run) -> Course:
    """The attempts at an answer, the first and at most two more; a budget that ends it leaves those that were judged."""
    author = _author(run)
    first = _composed(await author.write(asked.question, material.excerpts), material, run)
    critique, failed = await _doubted(first, material, author)
    course = Course((Attempt(first, await _judged(first, asked, material, run)),), critique, failed)
    while True:
        run.tell(steps.draft_judged(len(course.attempts), len(course.attempts[-1].ledger.entries)))
        decision = _decision(course, run)
        course = replace(course, decisions=(*course.decisions, decision))
        if not decision.should_revise:
            return course
        try:
            attempt = await _again(course, asked, material, run)
        except BudgetSpent as spent:
            return replace(course, degraded=(*course.degraded, str(spent)), is_cut=True)
        course = replace(course, attempts=(*course.attempts, attempt))


def _decision(course: Course, run: Run) -> RevisionDecision:
    """Whether the newest attempt is written again."""
    newest, dials = course.attempts[-1], run.dials.ledger
    ended = revision.ended(course.texts, bool(newest.composed.sentences))
    return ended or revision.decide(newest.ledger, len(course.attempts) - 1, dials.revision, dials.gates)


async def _again(course: Course, asked: Asking, material: Material, run: Run) -> Attempt:
    """The next attempt: the newest one mended as its ledger, and of the first the skeptic, say."""
    newest = course.attempts[-1]
    told = (*course.decisions[-1].instructions, *(course.critique if len(course.attempts) == 1 else ()))
    made = _composed(await _author(run).revise(asked.question, newest.composed.as_explanation, told, material.excerpts), material, run)
    same = next((one for one in course.attempts if one.composed.text == made.text), None)
    return Attempt(made, await _judged(made, asked, material, run)) if same is None else same


def _composed(said: Sequence[ExplanationSentence], material: Material, run: Run) -> Composed:
    return compose.compose(said, material.names, run.dials.reading.sentences)


async def _doubted(first: Composed, material: Material, author: Author) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the skeptic says of a text, and a mark when it says nothing because it failed."""
    if not first.sentences:
        return (), ()
    try:
        return compose.doubts(first, await author.criticise(first.as_explanation, material.excerpts)), ()
    except SourceError as failed:
        return (), (f"the skeptic: {failed}",)


def _author(run: Run) -> Author:
    if run.tools.author is None:
        raise SourceUnavailable("there is nobody to write the answer")
    return run.tools.author


# Judging.


async def _judged(made: Composed, asked: Asking, material: Material, run: Run) -> Ledger:
    """The ledger of a text, with the citations that were made up; of no text, that no passage answers."""
    if not made.sentences:
        return compose.nothing(compose.NO_ANSWER)
    read = compose.read(made, lambda sentence: check.read(sentence, asked.question, run))
    if run.tools.scales is None:
        ledger = await _assessed(read, asked, material, run)
    else:
        places = {piece.id: (piece.passage.snapshot, piece.passage.span) for piece in material.pieces}
        shown = Shown(matching.of_pieces(material.pieces, run.lexicon), Passages(places))
        ledger = await check.hold(read, shown, asked.as_of, run)
    return compose.blamed(ledger, made, _warned(asked, run))


async def _assessed(read: Answer, asked: Asking, material: Material, run: Run) -> Ledger:
    """The ledger that a language model's findings make; one that speaks of none of the claims it was given has not judged them."""
    dials = run.dials.ledger
    ids = {name: one for one, name in material.names.items()}
    found: list[tuple[Finding, ...]] = []
    for at in range(0, len(read.claims), dials.asking.judged_at_once):
        claims = read.claims[at : at + dials.asking.judged_at_once]
        told = [ExplanationSentence(claim.text, tuple(ids[name] for name in claim.citations if name in ids)) for claim in claims]
        said = await _author(run).assess(told, material.excerpts)
        assigned = findings.assign(claims, said, run.lexicon, dials.findings)
        if not any(assigned):
            raise SourceMalformed("the judge spoke of none of the claims of the answer")
        found += assigned
    measure = run.dials.measure(run.lexicon)
    means = findings.FindingContext(measure, dials.findings, dials.levels, dials.sure, dials.spans)
    entries = findings.entries(read, found, material.pieces, means)
    return gates.ledger(entries, read.passed_over, (), _warned(asked, run))


def _warned(asked: Asking, run: Run) -> Warned:
    return Warned(asked.as_of, run.dials.ledger.gates, run.dials.ledger.levels)


# Telling.


def _told(asked: Asking, course: Course, known: AnswerReport, run: Run) -> AnswerReport:
    """The report: the best attempt with its marks, and how it came about."""
    dials = run.dials.ledger
    drafts = [Draft(one.text, one.ledger) for one in course.attempts]
    at = revision.best([one.ledger.summary for one in drafts], dials.revision)
    chosen = drafts[at]
    if asked.mode is Mode.DRAFT:
        chosen = compose.put_back(chosen, drafts[:at], run.lexicon, _warned(asked, run), dials.asking)
    history = tuple(
        RevisionAttempt(one.text, one.ledger.summary, decision, () if number else course.critique)
        for number, (one, decision) in enumerate(zip(drafts, course.decisions, strict=True))
    )
    ended = _ended(known, compose.mark(chosen), run)
    return replace(
        ended,
        outcome=Outcome.PARTIAL if course.is_cut else Outcome.COMPLETED,
        revision_history=history,
        warnings=revision.warnings(drafts[0].ledger, chosen.ledger, len(drafts) - 1, course.is_repeated),
        degraded=tuple(sorted({*known.degraded, *course.degraded})),
    )


def _ended(known: AnswerReport, draft: Draft, run: Run) -> AnswerReport:
    """The report with what goes out, and its gates, computed from the ledger."""
    passed = gates.judge(draft.ledger.summary, run.dials.ledger.gates)
    return replace(
        known,
        outcome=Outcome.COMPLETED,
        response=draft.text,
        ledger=draft.ledger,
        gates=passed,
        risk_flags=draft.ledger.risk_flags,
    )
