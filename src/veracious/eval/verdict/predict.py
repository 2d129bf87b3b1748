"""What the engine says of a claim, as the suites score it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from veracious.domain.belief import Belief
from veracious.domain.errors import SourceUnavailable
from veracious.domain.report import Judged, Report
from veracious.domain.verdict import Outcome, Verdict
from veracious.eval.verdict.corpus import Asked, Document
from veracious.flow import claim
from veracious.flow.run import Run
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of one document: which way it points, how firmly, and the sentences that are quoted."""

    document: str
    stance: str
    share: float  # the probability of that stance
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
    told: tuple[Told, ...]

    @property
    def is_decisive(self) -> bool:
        """Whether a side was taken."""
        return self.verdict is not Verdict.NOT_ENOUGH_EVIDENCE


async def predict(asked: Asked, run: Run, documents: Mapping[str, Document]) -> Prediction:
    """Check a claim with these tools; what failed is an error here too, and no answer."""
    report = await claim.verify(asked.text, asked.as_of, run)
    if report.outcome is Outcome.FAILED:
        raise SourceUnavailable(f"{asked.key}: {report.cause}")
    return of_report(asked, report, documents)


def of_report(asked: Asked, report: Report, documents: Mapping[str, Document]) -> Prediction:
    """The prediction in a report."""
    judged = report.judged
    if judged is None:
        return unknown(asked, str(report.outcome))
    return of_judged(asked, judged, report.verdict or Verdict.NOT_ENOUGH_EVIDENCE, str(report.outcome), documents)


def unknown(asked: Asked, outcome: str) -> Prediction:
    """The prediction of a run that judged nothing."""
    return Prediction(asked.key, Verdict.NOT_ENOUGH_EVIDENCE, outcome, 0.0, 0.0, {}, ())


def of_judged(asked: Asked, judged: Judged, verdict: Verdict, outcome: str, documents: Mapping[str, Document]) -> Prediction:
    """The prediction in what was judged."""
    decision = judged.decision
    facts = decision.facts
    scores = {
        "support": facts.support,
        "refutation": facts.refutation,
        "truth": decision.draft.truth,
        "lean": lean(decision.beliefs),
        "coverage": facts.sufficiency.coverage,
        "agreement": facts.sufficiency.stanced_agreement,
        "trust": facts.sufficiency.trust_post,
    }
    return Prediction(asked.key, verdict, outcome, decision.draft.confidence, scores["lean"], scores, _told(judged, documents))


def lean(beliefs: tuple[Belief, ...]) -> float:
    """The belief in a claim of several parts: the worst of them when one speaks against it, else all together."""
    odds = [belief.log_odds for belief in beliefs]
    least = min(odds, default=0.0)
    return least if least < 0 else sum(odds)


def _told(judged: Judged, documents: Mapping[str, Document]) -> tuple[Told, ...]:
    """Of each document the piece that takes its side most firmly."""
    best: dict[str, Told] = {}
    for piece in judged.weighed:
        stance = side(piece.stance)
        document = documents.get(piece.domain)
        if stance == "neutral" or document is None:
            continue
        share = getattr(piece.stance, stance)
        if document.id not in best or share > best[document.id].share:
            best[document.id] = Told(document.id, stance, share, document.within(piece.quote.span))
    return tuple(sorted(best.values(), key=lambda one: (-one.share, one.document)))


def write(out: Path, name: str, asked: Sequence[Asked], answers: Mapping[str, Prediction]) -> None:
    """Write the answers to a set into the folder of a run."""
    place = _place(out, name)
    place.parent.mkdir(parents=True, exist_ok=True)
    lines = ({"claim": row.text, "gold": row.label, "as_of": str(row.as_of), **as_line(answers[row.key])} for row in asked)
    place.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def read(out: Path, name: str) -> dict[str, tuple[Asked, Prediction]]:
    """The answers in the folder of a run, each beside its claim, whose gold documents are left out."""
    found = {}
    for text in _place(out, name).read_text("utf-8").splitlines():
        line = json.loads(text)
        told = tuple(Told(document, stance, share, tuple(sentences)) for document, stance, share, sentences in line["told"])
        fields = (line["key"], Verdict(line["verdict"]), line["outcome"], line["confidence"], line["lean"], line["scores"], told)
        asked = Asked(line["key"], line["claim"], Verdict(line["gold"]), date.fromisoformat(line["as_of"]))
        found[line["key"]] = (asked, Prediction(*fields))
    return found


def _place(out: Path, name: str) -> Path:
    return out / "answers" / (name.replace("/", "-") + ".jsonl")


def as_line(prediction: Prediction) -> dict[str, Any]:
    """The prediction in JSON's own types."""
    told = [[one.document, one.stance, one.share, list(one.sentences)] for one in prediction.told]
    fields = ("key", "verdict", "outcome", "confidence", "lean")
    return {name: getattr(prediction, name) for name in fields} | {"scores": dict(prediction.scores), "told": told}
