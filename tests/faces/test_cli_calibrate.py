"""`veracious calibrate` as a user runs it: labelled claims in, figures, a picture and dials out."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veracious.faces.cli import verify
from veracious.faces.cli.main import commands

TEXT = "The Sarn Bridge is 90 metres long. The Sarn Bridge was opened in 1921 by the mayor of Sarn."
ANSWERED = 97


def prepared(folder: Path, many: int = 100) -> list[str]:
    """Labelled claims, a document, and the answers to all claims but three: 0.9 is nearly always right, 0.6 half of the time."""
    (folder / "sarn.md").write_text(TEXT, "utf-8")
    labelled, answers = [], []
    for place in range(many):
        likely = 0.9 if place % 2 else 0.6
        is_right = place % 40 != 1 if place % 2 else place % 4 == 0
        labelled.append({"id": f"c{place}", "claim": "The Sarn Bridge is 90 metres long.", "label": "supported" if is_right else "refuted"})
        shares = {"supported": likely, "refuted": 0.0, "mixed": 0.0, "not_enough_evidence": 1 - likely}
        verdict = "supported" if likely > 0.65 else "not_enough_evidence"
        answers.append({"id": f"c{place}", "outcome": "completed", "verdict": verdict, "probabilities": shares})
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, labelled)), "utf-8")
    (folder / "out").mkdir()
    (folder / "out" / "answers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in answers[:ANSWERED]), "utf-8")
    return [str(folder / "claims.jsonl"), "--docs", str(folder / "sarn.md"), "--out", str(folder / "out")]


def test_the_figures_the_picture_and_dials_that_verify_reads(tmp_path: Path) -> None:
    asked = prepared(tmp_path)
    ran = CliRunner().invoke(commands, ["calibrate", *asked])
    assert ran.exit_code == 0, ran.output
    assert "97 answered before, 3 left" in ran.stderr
    assert "Decide from 0." in ran.stdout
    assert (tmp_path / "out" / "reliability.svg").read_text("utf-8").startswith("<svg")
    assert 0.6 < verify.read_dials(tmp_path / "out" / "dials.json").judging.selective.decided <= 0.9
    assert len((tmp_path / "out" / "answers.jsonl").read_text("utf-8").splitlines()) == 100


def test_the_same_for_machines(tmp_path: Path) -> None:
    ran = CliRunner().invoke(commands, ["calibrate", *prepared(tmp_path), "--json"])
    found = json.loads(ran.stdout)
    assert 0.6 < found["threshold"]["probability"] <= 0.9
    assert sum(part["n"] for part in found["bins"]) == found["claims"]


def test_too_few_claims_are_refused_before_anything_is_asked(tmp_path: Path) -> None:
    ran = CliRunner().invoke(commands, ["calibrate", *prepared(tmp_path, 99)])
    assert (ran.exit_code, "Give 100 or more" in ran.stderr) == (1, True)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    ran = CliRunner().invoke(commands, ["calibrate", str(tmp_path / "none.jsonl")])
    assert (ran.exit_code, "none.jsonl cannot be read" in ran.stderr) == (1, True)


def test_answers_to_other_claims_are_refused(tmp_path: Path) -> None:
    asked = prepared(tmp_path)
    answers = tmp_path / "out" / "answers.jsonl"
    answers.write_text(json.dumps({"id": "c3", "claim": "Another claim.", "outcome": "completed"}) + "\n", "utf-8")
    ran = CliRunner().invoke(commands, ["calibrate", *asked])
    assert (ran.exit_code, "an answer to another claim under the id 'c3'" in ran.stderr) == (1, True)


def test_no_language_model_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERACIOUS_ENDPOINT", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("VERACIOUS_ENDPOINT_MODEL", "none")
    ran = CliRunner().invoke(commands, ["calibrate", *prepared(tmp_path)])
    assert (ran.exit_code, "100 claims with a probability" in ran.stdout) == (0, True)
