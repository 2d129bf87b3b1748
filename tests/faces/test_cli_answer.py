"""`veracious answer` and `veracious audit`, as people and machines meet them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veracious.faces.cli.main import commands

HANDBOOK = (
    "The office opens at 9 AM and closes at 5 PM on business days. It is closed on Sundays. A fee of $150 is charged for each permit."
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "handbook.md").write_text(HANDBOOK, "utf-8")
    return tmp_path


def told(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(commands, ["answer", *arguments])
    return found.exit_code, found.output


def test_an_answer_cites_and_says_who_wrote_it(folder: Path) -> None:
    code, output = told("--docs", str(folder), "When does the office open?")
    assert code == 0, output
    assert "opens at 9 AM" in output
    assert "[cite:" in output
    assert "Written by rules" in output
    assert "All gates are met" in output


def test_what_the_documents_do_not_answer_is_not_answered(folder: Path) -> None:
    code, output = told("--docs", str(folder), "Who was the first king of Spain?")
    assert code == 1
    assert "I could not find relevant information" in output


def test_machines_get_the_ledger_and_the_record(folder: Path) -> None:
    code, output = told("--docs", str(folder), "--json", "What is the fee for a permit?")
    found = json.loads(output)
    assert code == 0
    assert found["outcome"] == "completed"
    assert found["ledger"]["summary"]["evidence_coverage"] == 1.0
    assert found["record"]
    assert [entry["verdict"] for entry in found["ledger"]["entries"]] == ["supported"]
    assert found["revision_history"][0]["response"]


def test_no_question_is_no_answer(folder: Path) -> None:
    code, output = told("--docs", str(folder), "  ")
    assert code == 2
    assert "There is no question" in output
