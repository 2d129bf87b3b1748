"""Claims about the made-up world and their negations: which of them come out as opposites, and where the others go wrong."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

from tests.demo import demo_runs
from veracious import demo as world
from veracious.domain.report import Report
from veracious.domain.verdict import Verdict
from veracious.rules.judging.aggregate import DecisiveDials
from veracious.rules.weighing import coverage
from veracious.rules.weighing.coverage import CoverageDials
from veracious.rules.weighing.evidence_trust import side

FILE = Path(__file__).parents[2] / "evals/demo/negations.jsonl"
SIDES = {Verdict.SUPPORTED: "supports", Verdict.REFUTED: "refutes"}
SOURCES = {domain: source.credibility or 0.0 for domain, source in world.sources().items()}
ENOUGH = DecisiveDials()
CAUSES = ("reading", "retrieval", "stance", "aggregation")


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim with its negation, how it should come out, and the documents that say so."""

    number: int
    construction: str
    claim: str
    negated: str
    expected: Verdict
    as_of: date
    evidence: frozenset[str]  # addresses


@dataclass(frozen=True, slots=True)
class Miss:
    """A form that came out otherwise, the first thing that went wrong, and the piece that shows it."""

    number: int
    text: str
    wanted: Verdict
    got: Verdict | None
    cause: str
    shown: str


def pairs() -> list[Pair]:
    """All of them, in order."""
    return [_pair(json.loads(line)) for line in FILE.read_text("utf-8").splitlines()]


def misses(pair: Pair) -> Iterator[Miss]:
    """The forms of a pair that did not come out as they should."""
    for text, wanted in ((pair.claim, pair.expected), (pair.negated, pair.expected.mirrored())):
        report = demo_runs.verified(text, pair.as_of)
        if report.verdict is not wanted:
            yield Miss(pair.number, text, wanted, report.verdict, *cause(report, wanted, pair.evidence))


def cause(report: Report, wanted: Verdict, evidence: frozenset[str]) -> tuple[str, str]:
    """The first step that went wrong.

    reading: it was refused, or taken apart; retrieval: too few that say so were judged;
    stance: one that says so was judged otherwise, or one that does not took a side; aggregation: all were judged rightly.
    """
    if report.judged is None or report.reading is None or len(report.reading.subclaims) != 1:
        return "reading", str(report.refusal or report.cause or "taken apart")
    pieces = {entry.ranked.evidence.id: entry for entry in report.judged.admitted}
    judged = {piece.evidence: piece for piece in report.judged.weighed}
    heard = {pieces[name].ranked.evidence.url for name in judged}
    missing, known = sorted(evidence - heard), [SOURCES[str(urlsplit(url).hostname)] for url in evidence & heard]
    if len(known) < ENOUGH.origins_at_least and max(known, default=0.0) < ENOUGH.sole_source_credibility:
        reasons = {entry.ranked.evidence.url: entry.reason for entry in pieces.values()}
        return "retrieval", f"{missing[0]}: {reasons.get(missing[0]) or 'not found'}"
    for name, piece in judged.items():
        told = side(piece.stance)
        right = (SIDES[wanted],) if pieces[name].ranked.evidence.url in evidence else ("neutral", SIDES[wanted])
        loud = coverage.firmness(piece, CoverageDials()) >= CoverageDials().partial
        if told not in right and (loud or "neutral" not in right):
            return "stance", f"{told} {max(piece.stance.supports, piece.stance.refutes):.2f}: {piece.domain} “{piece.quote.text[:90]}”"
    return "aggregation", ", ".join(sorted(f"{coverage.firmness(piece, CoverageDials()):.2f}" for piece in judged.values()))


def _pair(told: dict[str, object]) -> Pair:
    return Pair(
        int(str(told["id"])),
        str(told["construction"]),
        str(told["claim"]),
        str(told["negated"]),
        Verdict(str(told["expected"])),
        date.fromisoformat(str(told["as_of"])),
        frozenset(told["evidence"]) if isinstance(told["evidence"], list) else frozenset(),
    )
