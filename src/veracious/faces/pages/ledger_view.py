"""A record and its ledger as plain values for a page: every number on the page is one of the ledger's."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from veracious.domain.ledger import AnswerReport, Backing, Entry, GateResult, Ledger, LedgerReport, RiskFlag, Support
from veracious.domain.record import Record
from veracious.domain.screen import Policy, Screened
from veracious.domain.span import Span
from veracious.domain.verdict import Outcome
from veracious.faces.pages import foreign, ledger_words, pieces, stretches, view, words
from veracious.faces.pages.ledger_words import VerdictStyle
from veracious.faces.pages.pieces import Share
from veracious.faces.pages.stretches import Sort, Stretch, Words
from veracious.flow.record import UNNAMED
from veracious.rules.ledger import gates, screening
from veracious.rules.ledger.gates import AnswerGateDials
from veracious.rules.weighing.evidence_trust import side

HEADLINE_CHARS, TITLE_CHARS = 90, 160


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote and the document it stands in."""

    text: str
    title: str
    snapshot: str  # digest of that document
    span: Span  # its place there


@dataclass(frozen=True, slots=True)
class Read:
    """What was read beside a claim as one text, and how it stands."""

    side: str
    word: str
    quotes: tuple[Quoted, ...]
    published: str
    stance: tuple[Share, ...]
    similarity: str
    is_cited: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A claim of the answer with its verdict and what it rests on."""

    number: int
    text: str
    look: VerdictStyle
    score: str
    score_value: float
    about: str
    lost: tuple[str, ...]
    conflicts: tuple[str, ...]
    warnings: tuple[str, ...]
    first: Read | None  # what decides
    more: tuple[Read, ...]
    is_linked: bool  # whether it can be led back to the answer


@dataclass(frozen=True, slots=True)
class Shown:
    """A stretch of the answer as it is shown; of a claim, its number and its verdict."""

    sort: str
    words: tuple[Words, ...]
    number: int
    look: VerdictStyle | None


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate: what was found, what is wanted, and, of a share, both as lengths between 0 and 1."""

    name: str
    meaning: str
    found: str
    wanted: str
    is_met: bool
    lengths: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Count:
    """How many claims have a verdict."""

    look: VerdictStyle
    counted: str


@dataclass(frozen=True, slots=True)
class Flag:
    """A warning, and the claim it is of."""

    severity: str
    name: str
    description: str
    number: int  # 0: of none


@dataclass(frozen=True, slots=True)
class Account:
    """All that was checked against the documents: present where there is a ledger."""

    answer: tuple[Shown, ...]
    lines: tuple[Line, ...]  # what is contradicted first
    cells: tuple[str, ...]  # the mark of each claim, in the order of the answer
    summary: str
    counts: tuple[Count, ...]
    gates: tuple[Gate, ...]
    flags: tuple[Flag, ...]
    passed: tuple[str, ...]
    unread: tuple[str, ...]
    reasons: tuple[str, ...]  # why it does not pass
    mended: tuple[str, ...]  # what its writer would be told


@dataclass(frozen=True, slots=True)
class _Text:
    """What has a ledger: an answer that was handed in, or one that was written here."""

    answer: str
    question: str
    as_of: str
    sort: str  # of what it is held against
    count: int  # of those


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The page whole."""

    title: str
    heading: str
    is_question: bool
    kind: str
    word: str
    meaning: str
    as_of: str
    gates: str  # how many of them are not met
    counted: str
    causes: tuple[str, ...]
    answer: str  # as it was written, where there is no ledger
    account: Account | None
    facts: tuple[tuple[str, str], ...]
    tools: tuple[tuple[str, str, str], ...]
    id: str


def ledger(record: Record, report: LedgerReport, wanted: AnswerGateDials, names: Mapping[str, str]) -> LedgerView:
    """The ledger of a record as a page shows it; documents without a title go by these names of their snapshots."""
    asked: Mapping[str, Any] = json.loads(record.body.request)
    text = _Text(asked["answer"], asked["question"], asked["as_of"], "document", len(asked["documents"]))
    return _view(record, report, text, wanted, names)


def answered(record: Record, report: AnswerReport, wanted: AnswerGateDials) -> LedgerView:
    """The ledger of an answer that was written here, from passages of the store."""
    asked: Mapping[str, Any] = json.loads(record.body.request)
    text = _Text(report.response or "", asked["question"], asked["as_of"], "passage", len(report.retrieved))
    return _view(record, LedgerReport(report.outcome, report.ledger, report.refusal, report.cause), text, wanted, {})


def _view(record: Record, report: LedgerReport, text: _Text, wanted: AnswerGateDials, names: Mapping[str, str]) -> LedgerView:
    found = report.ledger if report.ledger is not None and report.outcome is not Outcome.REFUSED else None
    ruled = screening.rule(report, _policy(wanted), wanted) if found else None
    kind, word, meaning = _headline(report, ruled)
    count = words.count(text.count, text.sort)
    heading = foreign.visible(text.question) or f"An answer checked against {count}"
    return LedgerView(
        title=f"{word}: {foreign.cut(text.question or text.answer, HEADLINE_CHARS)}",
        heading=heading,
        is_question=bool(text.question),
        kind=kind,
        word=word,
        meaning=meaning,
        as_of=text.as_of,
        gates=_gates_met(found, wanted) if found else "",
        counted=f"{words.count(found.summary.total_claims, 'claim')}, {count}" if found else count,
        causes=_causes(report),
        answer=foreign.visible(text.answer),
        account=_account(text.answer, found, ruled, wanted, names) if found and ruled else None,
        facts=(*view.facts(record, text.as_of), (f"{text.sort.title()}s", str(text.count))),
        tools=tuple(one for one in view.tools(record) if one[1] != UNNAMED),
        id=foreign.visible(record.envelope.id),
    )


def _policy(wanted: AnswerGateDials) -> Policy:
    """What an answer must reach, by the gates that are shown beside the ruling."""
    return Policy(wanted.coverage_at_least, wanted.unsupported_at_most, wanted.critical_unsupported_at_most, wanted.contradictions_at_most)


def _headline(report: LedgerReport, ruled: Screened | None) -> tuple[str, str, str]:
    """What came of the check, in words: an error is never shown as a ledger."""
    if ruled is None:
        word = {Outcome.REFUSED: "Refused", Outcome.FAILED: "Failed", Outcome.CANCELLED: "Cancelled"}.get(report.outcome, "No ledger")
        return report.outcome.value, word, "There is no ledger. This says nothing about whether the answer is true."
    style = ledger_words.RULINGS[ruled.ruling]
    return style.mark, style.word, style.meaning


def _gates_met(ledger: Ledger, wanted: AnswerGateDials) -> str:
    judged = gates.judge(ledger.summary, wanted)
    failed = sum(not one.is_met for one in judged)
    return f"{failed} of {len(judged)} gates not met" if failed else "All gates met"


def _causes(report: LedgerReport) -> tuple[str, ...]:
    refusal = (report.refusal.message,) if report.refusal else ()
    return tuple(foreign.visible(text) for text in (*refusal, report.cause) if text)


def _account(answer: str, ledger: Ledger, ruled: Screened, wanted: AnswerGateDials, names: Mapping[str, str]) -> Account:
    cut = stretches.cut(answer, ledger)
    placed = {stretch.number: stretch for stretch in cut if stretch.sort is Sort.CLAIM}
    in_order = [_look(one, ledger) for one in cut if one.sort in (Sort.CLAIM, Sort.UNREAD)]
    looks = [*ledger_words.LOOKS.items()]
    counts = [Count(look, str(ledger.summary.verdicts.get(support, 0))) for support, look in looks]
    counts += [Count(ledger_words.UNREAD, str(len(ledger.unread)))] * bool(ledger.unread)
    return Account(
        answer=tuple(_shown(stretch, ledger) for stretch in cut),
        lines=tuple(_line(number, entry, placed.get(number), ledger.risk_flags, names) for number, entry in _worst_first(ledger)),
        cells=tuple("unread" if look is ledger_words.UNREAD else look.mark for look in in_order if look),
        summary=", ".join(f"{one.counted} {one.look.word.lower()}" for one in counts),
        counts=tuple(counts),
        gates=tuple(map(_gate, gates.judge(ledger.summary, wanted))),
        flags=tuple(map(_flag, ledger.risk_flags)),
        passed=tuple(foreign.visible(" ".join(one.text.split())) for one in cut if one.sort is Sort.PASSED),
        unread=tuple(foreign.visible(claim.text) for claim in ledger.unread),
        reasons=ruled.reasons,
        mended=tuple(map(foreign.visible, ruled.instructions)),
    )


def _worst_first(ledger: Ledger) -> list[tuple[int, Entry]]:
    """The entries with their places in the answer, what is contradicted first."""
    return sorted(enumerate(ledger.entries), key=lambda one: ledger_words.WORST_FIRST.index(one[1].verdict))


def _look(stretch: Stretch, ledger: Ledger) -> VerdictStyle | None:
    if stretch.sort is Sort.CLAIM:
        return ledger_words.LOOKS[ledger.entries[stretch.number].verdict]
    return ledger_words.UNREAD if stretch.sort is Sort.UNREAD else None


def _shown(stretch: Stretch, ledger: Ledger) -> Shown:
    told = tuple(Words(foreign.visible(one.text), one.is_lost) for one in stretch.words)
    return Shown(stretch.sort.value, told, stretch.number + 1, _look(stretch, ledger))


def _line(number: int, entry: Entry, placed: Stretch | None, flags: tuple[RiskFlag, ...], names: Mapping[str, str]) -> Line:
    read = tuple(_read(one, entry.verdict, names) for one in entry.backing)
    lost = [" ".join(one.text.split()) for one in placed.words if one.is_lost] if placed else []
    has_score = entry.verdict in (Support.SUPPORTED, Support.WEAK)  # what is contradicted or not found has none of its own
    return Line(
        number=number + 1,
        text=foreign.visible(entry.claim.text),
        look=ledger_words.LOOKS[entry.verdict],
        score=words.number(entry.confidence) if has_score else "",
        score_value=entry.confidence,
        about=f"{entry.claim.kind}, {entry.claim.importance}",
        lost=tuple(map(foreign.visible, lost)),
        conflicts=tuple(map(foreign.visible, entry.conflicts)),
        warnings=tuple(foreign.visible(flag.description) for flag in flags if flag.claim == number),
        first=read[0] if read else None,
        more=read[1:],
        is_linked=placed is not None,
    )


def _read(backing: Backing, verdict: Support, names: Mapping[str, str]) -> Read:
    titles = [
        ledger_words.titled(title, names.get(quote.snapshot, "")) for quote, title in zip(backing.quotes, backing.titles, strict=True)
    ]
    return Read(
        side=side(backing.stance),
        word=ledger_words.stands(backing.stance, verdict),
        quotes=tuple(
            Quoted(foreign.visible(quote.text), foreign.cut(title, TITLE_CHARS), quote.snapshot, quote.span)
            for quote, title in zip(backing.quotes, titles, strict=True)
        ),
        published=backing.published.isoformat() if backing.published else "",
        stance=pieces.shares(backing.stance),
        similarity=words.number(backing.similarity),
        is_cited=backing.is_cited,
    )


def _gate(result: GateResult) -> Gate:
    ask = ledger_words.ASKS[result.gate]
    return Gate(
        name=ask.name,
        meaning=ask.meaning,
        found=ledger_words.amount(result.found, result.gate),
        wanted=ledger_words.wanted(result),
        is_met=result.is_met,
        lengths=(result.found, result.wanted) if ask.is_share else None,
    )


def _flag(flag: RiskFlag) -> Flag:
    number = 0 if flag.claim is None else flag.claim + 1
    return Flag(flag.severity.value, ledger_words.DANGERS[flag.type], foreign.visible(flag.description), number)
