"""The ledger suite: claims of answers with their documents, checked against them as `veracious check` does.

A row is one claim, however many sentences it has. What the judge said of each text is kept, so that rules are run again without a model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from veracious.domain.claim import Importance, Kind
from veracious.domain.evidence import Quote, Snapshot, Source
from veracious.domain.ledger import AnswerClaim, Backing, Entry
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.eval.kept import Line, ResultLines
from veracious.eval.pack import Record
from veracious.eval.stance import Tick
from veracious.ports import Scales
from veracious.rules.dials import Dials
from veracious.rules.ledger import levels, matching, questions, spans
from veracious.rules.ledger.levels import ClaimEvidence
from veracious.rules.ledger.questions import Passages
from veracious.rules.reading import intake
from veracious.rules.reading.answers import Answer
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import snapshots

MODE = "ledger"
PORTION = 64  # rows that are judged together
NAME_LETTERS = 12  # of a document that a quote is from
LABELS = ("supported", "partial", "not_supported")


@dataclass(frozen=True, slots=True)
class Row:
    """A claim, its documents and how far they carry it."""

    key: str
    claim: str
    documents: tuple[str, ...]
    label: str
    spans: tuple[Span, ...] = ()  # of the claim: what the documents do not carry


@dataclass(frozen=True, slots=True)
class Reader:
    """What rows are read with, and the name of the judge."""

    lexicon: Lexicon
    dials: Dials
    scales: Scales
    judged_by: str

    @property
    def means(self) -> questions.QuestionContext:
        """What claims are put to the judge with."""
        dials = self.dials
        measure = dials.measure(self.lexicon)
        return questions.QuestionContext(
            self.lexicon, dials.reading, measure, dials.judging.heard, dials.ledger.match, dials.ledger.hearing
        )


def rows(records: dict[str, Record]) -> list[Row]:
    """The rows of a ledger file."""
    return [
        Row(
            key,
            one["claim"],
            tuple(document["text"] for document in one["documents"]),
            one["label"],
            tuple(Span(start, end) for start, end in one.get("unsupported_spans") or ()),
        )
        for key, one in records.items()
    ]


async def judge(rows: Sequence[Row], reader: Reader, kept: ResultLines, tick: Tick) -> list[Line]:
    """What the judge says of each row, asked only for those that have no line yet; each portion is written down before the next."""
    name = f"{reader.judged_by} {reader.dials.digest(reader.lexicon)}"
    waiting = [row for row in rows if kept.find(row.key, name, MODE) is None]
    tick(len(rows) - len(waiting))
    for at in range(0, len(waiting), PORTION):
        portion = waiting[at : at + PORTION]
        told = await _judged(portion, reader)
        kept.add([{"id": row.key, "model": name, "mode": MODE, **one} for row, one in zip(portion, told, strict=True)])
        tick(len(portion))
    return [line for row in rows if (line := kept.find(row.key, name, MODE)) is not None]


def entry(line: Line, dials: Dials) -> Entry:
    """The line of the ledger that these dials make of what the judge said."""
    backing = tuple(
        Backing(tuple(Quote(name, Span(0, 0), "") for name in one["from"]), (), Stance(*one["stance"]), one["similarity"], one["about"])
        for one in line["backing"]
    )
    claim = AnswerClaim("", Span(0, 0), Kind.FACT, Importance.MATERIAL)
    return levels.assess(claim, ClaimEvidence(backing), dials.ledger.levels, dials.ledger.sure)


async def _judged(portion: Sequence[Row], reader: Reader) -> list[dict[str, Any]]:
    """What is read beside each row, and what the judge says of all of it at once."""
    means, nothing = reader.means, Passages({})
    asked = []
    for row in portion:
        part = intake.part_of(row.claim, reader.lexicon, reader.dials.reading)
        claim = AnswerClaim(row.claim, Span(0, len(row.claim)), Kind.FACT, Importance.MATERIAL)
        answer = Answer((claim,), (part,), (), row.claim)
        index = matching.of_snapshots([_snapshot(text) for text in dict.fromkeys(row.documents)], reader.lexicon)
        asked.append((row, answer, index, questions.questions(answer, index, nothing, means)))
    pairs = list(dict.fromkeys(question.pair for *_, parts in asked for question in parts))
    stances = dict(zip(pairs, await reader.scales.weigh(pairs), strict=True))
    told = []
    for row, answer, index, parts in asked:
        judged = [(one, stance) for one in parts if (stance := stances[one.pair]) is not None]
        (found,) = questions.gathered(answer, judged, index, nothing, means)
        told.append({"gold": row.label, "read": len(judged) == len(parts), "backing": [_written(one) for one in found.backing]})
        told[-1]["spans"] = _marked(row, found, reader)
    return told


def _marked(row: Row, evidence: ClaimEvidence, reader: Reader) -> list[list[int]]:
    best = max(evidence.backing, key=lambda one: one.similarity, default=None)
    quotes = [] if best is None else [quote.text for quote in best.quotes]
    marked = spans.unsupported(row.claim, quotes, reader.lexicon, reader.dials.ledger.spans)
    return [[span.start, span.end] for span in marked]


def _written(backing: Backing) -> dict[str, Any]:
    stance = backing.stance
    return {
        "stance": [stance.supports, stance.refutes, stance.neutral],
        "similarity": backing.similarity,
        "about": backing.about,
        "from": [quote.snapshot[-NAME_LETTERS:] for quote in backing.quotes],
    }


def _snapshot(text: str) -> Snapshot:
    return Snapshot(snapshots.name(text), text, Source(""))
