"""What is made of a finished run: formats of shared tasks, causes of errors, and one page that needs nothing else."""

import json
from datetime import date
from pathlib import Path

import pytest

from veracious.domain.errors import InputError
from veracious.domain.verdict import Verdict
from veracious.eval import html
from veracious.eval.verdict import errors, export, predict
from veracious.eval.verdict.corpus import LabelledClaim
from veracious.eval.verdict.predict import DocumentPrediction, Prediction
from veracious.eval.verdict.trail import Seen

S, R, M, N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE
SEEN = (Seen("d1", "Where is it?", "It is in Oslo.", 0.8, 0.1, 0.9),)


def said(key: str, verdict: Verdict, lean: float = 0.0, reach: str = "") -> Prediction:
    return Prediction(
        key, verdict, "completed", 0.5, lean, {"lean": lean}, (DocumentPrediction("d1", "supports", 0.8, (2, 3)),), reach, SEEN
    )


def asked(key: str, label: Verdict) -> LabelledClaim:
    return LabelledClaim(key, f"claim {key}", label, date(2026, 1, 1))


def test_answers_are_written_as_shared_tasks_take_them(tmp_path: Path) -> None:
    rows, told = [asked("a", S), asked("b", M)], {"a": said("a", S), "b": said("b", M)}
    predict.write(tmp_path, "made/claims", rows, told)
    assert export.write(tmp_path, "made/claims", "fever", tmp_path / "x" / "fever.jsonl") == 2
    lines = [json.loads(line) for line in (tmp_path / "x" / "fever.jsonl").read_text("utf-8").splitlines()]
    assert lines[0] == {"id": "a", "predicted_label": "SUPPORTS", "predicted_evidence": [["d1", 2], ["d1", 3]]}
    assert lines[1]["predicted_label"] == "NOT ENOUGH INFO"
    export.write(tmp_path, "made/claims", "averitec", tmp_path / "averitec.json")
    entries = json.loads((tmp_path / "averitec.json").read_text("utf-8"))
    assert [one["pred_label"] for one in entries] == ["Supported", "Conflicting Evidence/Cherrypicking"]
    assert entries[0] == {
        "claim_id": 0,
        "claim": "claim a",
        "evidence": [{"question": "Where is it?", "answer": "It is in Oslo.", "url": "d1"}],
        "pred_label": "Supported",
    }
    assert predict.read(tmp_path, "made/claims")["a"] == (rows[0], told["a"])
    with pytest.raises(InputError, match="eval run verdict"):
        export.write(tmp_path, "other", "fever", tmp_path / "y")


def test_errors_by_cause_and_the_worst_first() -> None:
    rows = [asked("a", S), asked("b", S), asked("c", R), asked("d", N)]
    told = {
        "a": said("a", S, 1.0, "heard"),
        "b": said("b", R, -2.0, "misjudged"),
        "c": said("c", N, 0.5, "unfound"),
        "d": said("d", S, 3.0),
    }
    found = errors.collect(rows, told, {})
    assert (found["wrong"], found["drawn"]) == (3, 3)
    assert [(one["cause"].split(":")[0], one["errors"], one["undecided"]) for one in found["causes"]] == [
        ("retrieval", 1, 1),
        ("stance", 1, 0),
        ("no gold evidence is known", 1, 0),
    ]
    assert [one["claim"] for one in found["worst"]] == ["claim d", "claim b", "claim c"]  # leans 3 and 2 the wrong way, then 0.5
    chances = {key: {"supported": 0.5, "refuted": 0.1 if key == "c" else 0.2, "not_enough_evidence": 0.2} for key in "abcd"}
    assert errors.collect(rows, told, chances)["worst"][0]["claim"] == "claim c"


def test_a_page_needs_nothing_else() -> None:
    words = "# Evaluation: made\n\nSome *words* & `code`.\n\n| set | n |\n|---|---|\n| a<b | **1** |\n\n- “quote”"
    text = words + "\n\n![a: risk](pictures/a.svg)\n"
    page = html.page(text, {"a.svg": "<svg><title>t</title></svg>"})
    assert "<h1>Evaluation: made</h1>" in page
    assert "<p>Some <em>words</em> &amp; <code>code</code>.</p>" in page
    assert '<th scope="row">a&lt;b</th><td><strong>1</strong></td>' in page
    assert "<li>“quote”</li>" in page
    assert "<svg><title>t</title></svg>" in page
    assert not any(word in page for word in ("http:", "https:", "<script", "src=", "<link", "@import", "url("))
