"""Answers in the formats that shared tasks take."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from veracious.domain.errors import InputError
from veracious.domain.verdict import Verdict
from veracious.eval.verdict import predict
from veracious.eval.verdict.corpus import LabelledClaim
from veracious.eval.verdict.predict import Prediction

Line = dict[str, Any]
EVIDENCE_AT_MOST = 5  # sentences that FEVER's scorer reads
FEVER: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.SUPPORTED: "SUPPORTS",
        Verdict.REFUTED: "REFUTES",
        Verdict.MIXED: "NOT ENOUGH INFO",  # FEVER knows no mixed claims
        Verdict.NOT_ENOUGH_EVIDENCE: "NOT ENOUGH INFO",
    }
)
AVERITEC: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.SUPPORTED: "Supported",
        Verdict.REFUTED: "Refuted",
        Verdict.MIXED: "Conflicting Evidence/Cherrypicking",
        Verdict.NOT_ENOUGH_EVIDENCE: "Not Enough Evidence",
    }
)


def fever(number: int, asked: LabelledClaim, prediction: Prediction) -> Line:
    """A line of a FEVER submission: the label, and the sentences as [page, line]."""
    found = [[one.document, sentence] for one in prediction.told for sentence in one.sentences]
    return {"id": asked.key, "predicted_label": FEVER[prediction.verdict], "predicted_evidence": found[:EVIDENCE_AT_MOST]}


def averitec(number: int, asked: LabelledClaim, prediction: Prediction) -> Line:
    """An entry of an AVeriTeC submission: the label, and the evidence as questions and answers."""
    shown = [{"question": one.title, "answer": one.quote, "url": one.document} for one in prediction.seen]
    return {"claim_id": number, "claim": asked.text, "evidence": shown, "pred_label": AVERITEC[prediction.verdict]}


Written = Callable[[int, LabelledClaim, Prediction], Line]
FORMATS: Mapping[str, Written] = MappingProxyType({"fever": fever, "averitec": averitec})


def write(run: Path, name: str, form: str, out: Path) -> int:
    """Write the answers of a run to a set into a file: lines for FEVER, one list for AVeriTeC; how many there are."""
    if not predict.answers_file(run, name).is_file():
        raise InputError(f"{run} has no answers to {name}; run `veracious eval run verdict --sets {name} --out {run}` first")
    told = [FORMATS[form](number, *pair) for number, pair in enumerate(predict.read(run, name).values())]
    out.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n" if form == "averitec" else "".join(map(_line, told))
    out.write_text(text, "utf-8")
    return len(told)


def _line(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"
