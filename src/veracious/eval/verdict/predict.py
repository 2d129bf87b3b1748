"""What the engine says of a claim, as the suites score it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from veracious.domain.errors import SourceUnavailable
from veracious.domain.report import Judged
from veracious.domain.verdict import Outcome, Verdict
from veracious.eval.verdict import trail
from veracious.eval.verdict.corpus import Document, LabelledClaim
from veracious.eval.verdict.trail import Seen
from veracious.flow import claim
from veracious.flow.run import Run
from veracious.rules.judging import calibration

TOLD_FROM, TOLD_NEAR = 0.275, 0.9  # bearing of a document that is told, and its share of the best; on 300 claims each of claims_train
PLAIN = ("key", "outcome", "confidence", "lean", "scores", "reach")  # fields that JSON has as they are


@dataclass(frozen=True, slots=True)
class DocumentPrediction:
    """What is said of one document: which way it points, how much it bears on the claim, and the sentences that are quoted."""

    document: str
    stance: str
    bearing: float
    sentences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prediction:
    """The answer to one claim."""

    key: str
    verdict: Verdict  # as the engine says it; not enough evidence for what it refused
    outcome: str
    confidence: float
    lean: float  # the belief, in log-odds: its sign is the forced choice
    scores: Mapping[str, float]  # what a probability is fitted on
    told: tuple[DocumentPrediction, ...]
    reach: str = ""  # how far evidence that settles the claim came: one of trail.REACHES; empty where none is known
    seen: tuple[Seen, ...] = ()  # the few quotes that bear on it most

    @property
    def is_decisive(self) -> bool:
        """Whether a side was taken."""
        return self.verdict is not Verdict.NOT_ENOUGH_EVIDENCE


async def predict(asked: LabelledClaim, run: Run, documents: Mapping[str, Document]) -> Prediction:
    """Check a claim with these tools; what failed is an error here too, and no answer."""
    report = await claim.verify(asked.text, asked.as_of, run)
    if report.outcome is Outcome.FAILED:
        raise SourceUnavailable(f"{asked.key}: {report.cause}")
    if report.judged is None:
        return unknown(asked, str(report.outcome))
    return of_judged(asked, report.judged, str(report.outcome), documents)


def unknown(asked: LabelledClaim, outcome: str) -> Prediction:
    """The prediction of a run that judged nothing."""
    return Prediction(asked.key, Verdict.NOT_ENOUGH_EVIDENCE, outcome, 0.0, 0.0, {}, (), trail.REFUSED)


def of_judged(asked: LabelledClaim, judged: Judged, outcome: str, documents: Mapping[str, Document]) -> Prediction:
    """The prediction in what was judged."""
    draft, scores = judged.decision.draft, calibration.measured(judged.decision)
    return Prediction(
        key=asked.key,
        verdict=draft.verdict,
        outcome=outcome,
        confidence=draft.confidence,
        lean=scores["lean"],
        scores=scores,
        told=_told(judged, documents),
        reach=trail.reach(asked, judged, documents),
        seen=trail.seen(judged, documents),
    )


def _told(judged: Judged, documents: Mapping[str, Document]) -> tuple[DocumentPrediction, ...]:
    """The documents that speak to the claim, each by the quote that does so most, whichever way it leans: the best and what is near it."""
    best: dict[str, DocumentPrediction] = {}
    for piece in judged.weighed:
        document, stance, bearing = documents.get(piece.domain), piece.stance, trail.bearing(piece)
        if document is not None and (document.id not in best or bearing > best[document.id].bearing):
            leans = "supports" if stance.supports > stance.refutes else "refutes"
            best[document.id] = DocumentPrediction(document.id, leans, bearing, document.within(piece.quote.span))
    least = max(TOLD_FROM, TOLD_NEAR * max((one.bearing for one in best.values()), default=0.0))
    return tuple(sorted((one for one in best.values() if one.bearing >= least), key=lambda one: (-one.bearing, one.document)))


def write(out: Path, name: str, asked: Sequence[LabelledClaim], answers: Mapping[str, Prediction]) -> None:
    """Write the answers to a set into the folder of a run."""
    place = answers_file(out, name)
    place.parent.mkdir(parents=True, exist_ok=True)
    lines = ({"claim": row.text, "gold": row.label, "as_of": str(row.as_of), **as_line(answers[row.key])} for row in asked)
    place.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def read(out: Path, name: str) -> dict[str, tuple[LabelledClaim, Prediction]]:
    """The answers in the folder of a run, each beside its claim, whose gold documents are left out."""
    found = {}
    for text in answers_file(out, name).read_text("utf-8").splitlines():
        line = json.loads(text)
        told = tuple(
            DocumentPrediction(document, stance, bearing, tuple(sentences)) for document, stance, bearing, sentences in line["told"]
        )
        asked = LabelledClaim(line["key"], line["claim"], Verdict(line["gold"]), date.fromisoformat(line["as_of"]))
        plain = {name: line[name] for name in PLAIN}
        seen = tuple(Seen(*one) for one in line["seen"])
        found[line["key"]] = (asked, Prediction(**plain, verdict=Verdict(line["verdict"]), told=told, seen=seen))
    return found


def answers_file(out: Path, name: str) -> Path:
    """Where the answers to a set stand in the folder of a run."""
    return out / "answers" / (name.replace("/", "-") + ".jsonl")


def as_line(prediction: Prediction) -> dict[str, Any]:
    """The prediction in JSON's own types."""
    told = [[one.document, one.stance, one.bearing, list(one.sentences)] for one in prediction.told]
    seen = [[one.document, one.title, one.quote, one.supports, one.refutes, one.relevance] for one in prediction.seen]
    plain = {name: getattr(prediction, name) for name in PLAIN}
    return plain | {"verdict": prediction.verdict, "scores": dict(prediction.scores), "told": told, "seen": seen}
