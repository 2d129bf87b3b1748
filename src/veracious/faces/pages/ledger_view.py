"""A record and its ledger as plain values for a page: every number on the page is one of the ledger's."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from veracious.domain.ledger import Backing, Entry, GateResult, Ledger, LedgerReport, RiskFlag, Support
from veracious.domain.record import Record
from veracious.domain.verdict import Outcome
from veracious.faces.pages import foreign, ledger_words, pieces, stretches, view, words
from veracious.faces.pages.ledger_words import VerdictStyle
from veracious.faces.pages.pieces import Share
from veracious.faces.pages.stretches import Sort, Stretch, Words
from veracious.flow.record import UNNAMED
from veracious.rules.ledger import gates
from veracious.rules.ledger.gates import AnswerGateDials
from veracious.rules.weighing.evidence_trust import side

HEADLINE_CHARS, TITLE_CHARS = 90, 160


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote and the document it stands in."""

    text: str
    title: str


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
    lines: tuple[Line, ...]
    cells: tuple[str, ...]  # the mark of each claim, in the order of the answer
    summary: str
    counts: tuple[Count, ...]
    gates: tuple[Gate, ...]
    flags: tuple[Flag, ...]
    passed: tuple[str, ...]
    unread: tuple[str, ...]


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
    counted: str
    causes: tuple[str, ...]
    answer: str  # as it was written, where there is no ledger
    account: Account | None
    facts: tuple[tuple[str, str], ...]
    tools: tuple[tuple[str, str, str], ...]


def ledger(record: Record, report: LedgerReport, wanted: AnswerGateDials, names: Mapping[str, str]) -> LedgerView:
    """The ledger of a record as a page shows it; documents without a title go by these names of their snapshots."""
    asked: Mapping[str, Any] = json.loads(record.body.request)
    found = report.ledger if report.ledger is not None and report.outcome is not Outcome.REFUSED else None
    kind, word, meaning = _headline(report, found, wanted)
    count = words.count(len(asked["documents"]), "document")
    heading = foreign.visible(asked["question"]) or f"An answer checked against {count}"
    return LedgerView(
        title=f"{word}: {foreign.cut(asked['question'] or asked['answer'], HEADLINE_CHARS)}",
        heading=heading,
        is_question=bool(asked["question"]),
        kind=kind,
        word=word,
        meaning=meaning,
        as_of=asked["as_of"],
        counted=f"{words.count(found.summary.total_claims, 'claim')}, {count}" if found else count,
        causes=_causes(report),
        answer=foreign.visible(asked["answer"]),
        account=_account(asked["answer"], found, wanted, names) if found else None,
        facts=(*view.facts(record, asked["as_of"]), ("Documents", str(len(asked["documents"])))),
        tools=tuple(one for one in view.tools(record) if one[1] != UNNAMED),
    )


def _headline(report: LedgerReport, ledger: Ledger | None, wanted: AnswerGateDials) -> tuple[str, str, str]:
    """What came of the check, in words: an error is never shown as a ledger."""
    if ledger is None:
        word = {Outcome.REFUSED: "Refused", Outcome.FAILED: "Failed", Outcome.CANCELLED: "Cancelled"}.get(report.outcome, "No ledger")
        return report.outcome.value, word, "There is no ledger. This says nothing about whether the answer is true."
    passed = gates.judge(ledger.summary, wanted)
    failed = sum(not one.is_met for one in passed)
    if failed:
        return "refuted", f"{failed} of {len(passed)} gates not met", "The documents do not support this answer as far as is asked for."
    return "supported", "All gates met", "The documents support this answer as far as is asked for."


def _causes(report: LedgerReport) -> tuple[str, ...]:
    refusal = (report.refusal.message,) if report.refusal else ()
    return tuple(foreign.visible(text) for text in (*refusal, report.cause) if text)


def _account(answer: str, ledger: Ledger, wanted: AnswerGateDials, names: Mapping[str, str]) -> Account:
    cut = stretches.cut(answer, ledger)
    placed = {stretch.number: stretch for stretch in cut if stretch.sort is Sort.CLAIM}
    in_order = [_look(one, ledger) for one in cut if one.sort in (Sort.CLAIM, Sort.UNREAD)]
    looks = [*ledger_words.LOOKS.items()]
    counts = [Count(look, str(ledger.summary.verdicts.get(support, 0))) for support, look in looks]
    counts += [Count(ledger_words.UNREAD, str(len(ledger.unread)))] * bool(ledger.unread)
    return Account(
        answer=tuple(_shown(stretch, ledger) for stretch in cut),
        lines=tuple(_line(number, entry, placed.get(number), ledger.risk_flags, names) for number, entry in enumerate(ledger.entries)),
        cells=tuple("unread" if look is ledger_words.UNREAD else look.mark for look in in_order if look),
        summary=", ".join(f"{one.counted} {one.look.word.lower()}" for one in counts),
        counts=tuple(counts),
        gates=tuple(map(_gate, gates.judge(ledger.summary, wanted))),
        flags=tuple(map(_flag, ledger.risk_flags)),
        passed=tuple(foreign.visible(" ".join(one.text.split())) for one in cut if one.sort is Sort.PASSED),
        unread=tuple(foreign.visible(claim.text) for claim in ledger.unread),
    )


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
            Quoted(foreign.visible(quote.text), foreign.cut(title, TITLE_CHARS))
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
