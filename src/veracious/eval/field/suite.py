"""A field set from its files to what the engine says of it: documents as a user would give them, claims verified, answers checked."""

import csv
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from veracious import wiring
from veracious.domain.document import Document
from veracious.domain.errors import InputError
from veracious.domain.evidence import Source, Tier
from veracious.domain.ledger import Ledger, Support
from veracious.domain.report import Report
from veracious.domain.span import Span
from veracious.domain.verdict import Verdict
from veracious.eval.stance import Tick
from veracious.flow.run import Engine
from veracious.rules.dials import Dials
from veracious.rules.seeking.register import CredibilityRules
from veracious.rules.weighing.evidence_trust import side

Record = Mapping[str, Any]
Line = dict[str, Any]
Verify = Callable[[str, date | None], Awaitable[Any]]  # a claim as of a day

SIDES = {"supported": "supports", "refuted": "refutes", "not_enough_evidence": "neutral"}  # what a settling quote does; `mixed` has no side
FLAGGED = (Support.CONTRADICTED, Support.NOT_FOUND)


class Assessor(Protocol):
    """What checks an answer against documents."""

    async def check(self, answer: str, documents: Sequence[Document], question: str = "") -> Any: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class FieldSet:
    """The documents of a set by address, who published them, and what is asked."""

    documents: Mapping[str, Document]
    publishers: Mapping[str, Source]
    claims: tuple[Record, ...]
    answers: tuple[Record, ...]


def publishers(path: Path) -> dict[str, Source]:
    """Credibility and tier of each publisher, by domain."""
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["domain"]: Source(row["domain"], float(row["credibility"]), Tier(row["tier"])) for row in csv.DictReader(lines)}


def documents(rows: Sequence[Record]) -> dict[str, Document]:
    """The documents by address."""
    made = (Document(row["text"], row["url"], row["title"], row["url"], date.fromisoformat(row["published"])) for row in rows)
    return {str(one.url): one for one in made}


async def engine(field_set: FieldSet, models: "wiring.Models", dials: Dials) -> Engine:
    """An engine over the documents, their publishers rated as the set says."""
    return await wiring.in_memory(list(field_set.documents.values()), CredibilityRules(field_set.publishers), dials, models)


async def claim(row: Record, verify: Verify) -> Line:
    """What the engine says of one claim, and of every quote it judged beside it."""
    day = date.fromisoformat(row["as_of"]) if row.get("as_of") else None
    report: Report = (await verify(row["claim"], day)).report
    if report.outcome.value == "failed":
        raise InputError(f"{row['id']} could not be checked: {report.cause}")
    verdict = report.verdict or Verdict.NOT_ENOUGH_EVIDENCE
    return {
        "id": row["id"],
        "kind": row["kind"],
        "gold": row["gold"],
        "outcome": report.outcome.value,
        "verdict": verdict.value,
        "shown": shown(report, verdict),
        "quotes": quotes(row, report),
    }


def shown(report: Report, verdict: Verdict) -> float:
    """The number beside a verdict: its probability where there is one, else the confidence."""
    if report.probability is not None:
        return report.probability.of(verdict)
    return report.judged.decision.draft.confidence if report.judged else 0.0


def quotes(row: Record, report: Report) -> list[Line]:
    """The quotes judged for a claim of one part, each with its label by what settles the claim; those of mixed claims have none."""
    if report.judged is None or row["gold"] not in SIDES or report.reading is None or len(report.reading.subclaims) != 1:
        return []
    address = {one.ranked.evidence.id: one.ranked.evidence.url for one in report.judged.admitted}
    return [
        {
            "url": address[piece.evidence],
            "quote": piece.quote.text,
            "gold": SIDES[row["gold"]] if settles(row, address[piece.evidence], piece.quote.text) else "neutral",
            "side": side(piece.stance),
            "stance": [piece.stance.supports, piece.stance.refutes, piece.stance.neutral],
        }
        for piece in report.judged.weighed
    ]


def settles(row: Record, url: str | None, quote: str) -> bool:
    """Whether a quote holds a sentence that settles the claim, or is part of one."""
    told = (one["sentence"] for one in row["settles"] if one["url"] == url)
    return any(sentence in quote or quote in sentence for sentence in told)


async def answer(row: Record, field_set: FieldSet, assessor: Assessor) -> list[Line]:
    """What the check says of each sentence of an answer."""
    text, spans = joined([one["text"] for one in row["sentences"]])
    checked = await assessor.check(text, [field_set.documents[url] for url in row["documents"]], row["question"])
    if checked.ledger is None:
        raise InputError(f"{row['id']} could not be checked: {checked.report.cause}")
    return [
        {"id": f"{row['id']}.{number}", "gold": one["gold"], "text": one["text"], "verdicts": verdicts(span, checked.ledger)}
        for number, (one, span) in enumerate(zip(row["sentences"], spans, strict=True), 1)
    ]


def joined(sentences: Sequence[str]) -> tuple[str, list[Span]]:
    """The sentences as one text, and where each stands in it."""
    spans, at = [], 0
    for one in sentences:
        spans.append(Span(at, at + len(one)))
        at += len(one) + 1
    return " ".join(sentences), spans


def verdicts(sentence: Span, ledger: Ledger) -> list[str]:
    """What the ledger says of the claims that begin in a sentence."""
    return [entry.verdict.value for entry in ledger.entries if sentence.start <= entry.claim.span.start < sentence.end]


async def claims(field_set: FieldSet, verify: Verify, tick: Tick) -> list[Line]:
    """What the engine says of every claim."""
    lines = []
    for row in field_set.claims:
        lines.append(await claim(row, verify))
        tick(1)
    return lines


async def answers(field_set: FieldSet, assessor: Assessor, tick: Tick) -> list[Line]:
    """What the check says of every sentence of every answer."""
    lines: list[Line] = []
    for row in field_set.answers:
        lines += await answer(row, field_set, assessor)
        tick(1)
    return lines
