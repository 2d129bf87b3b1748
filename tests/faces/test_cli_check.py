"""`veracious check` over files, with the bundled judge."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.faces.ledger_schema import Completed, Failed, Refused
from veracious.faces.cli.main import commands
from veracious.rules.seeking import snapshots

GOOD = "The office opens at 9 AM on business days."
WRONG = "The office opens at 9 AM on business days. The permit fee is $200. The mayor of the town wears a hat. Is it open on Sunday?\n"
FEES = "The building on Mill Road was finished in 1992. A fee of $150 is charged for each permit."
MILD = '{"ledger": {"gates": {"coverage_at_least": 0.3, "unsupported_at_most": 0.5, "contradictions_at_most": 1}}}'


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "handbook.md").write_text("# Handbook\n\nThe office opens at 9 AM and closes at 5 PM on business days. It has a clerk.\n")
    (folder / "fees.txt").write_text(FEES)
    return folder


def run(*arguments: object, given: bytes = b"") -> tuple[int, str, str]:
    found = CliRunner().invoke(commands, ["check", *map(str, arguments)], input=given, env={"COLUMNS": "200"})
    return found.exit_code, found.stdout, found.stderr


def test_an_answer_that_the_documents_carry_passes(docs: Path) -> None:
    code, told, wrong = run("-", "--docs", docs, given=GOOD.encode())
    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert (code, wrong) == (0, "")
    assert lines[0] == f"1 ✔ Supported {GOOD}"
    quote = "“The office opens at 9 AM and closes at 5 PM on business days.”"
    assert lines[1:3] == [f"score 0.90 {quote}", "Handbook, no date, says so"]
    assert "All gates are met" in lines
    assert "✔ met evidence coverage 1.00, wanted at least 0.85" in lines


def test_an_answer_that_they_do_not_carry_fails_and_says_where(docs: Path, tmp_path: Path) -> None:
    (tmp_path / "answer.md").write_text(WRONG)
    code, told, _ = run(tmp_path / "answer.md", "--docs", docs)
    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert code == 1
    assert "2 ✘ Contradicted The permit fee is $200." in lines
    assert lines[lines.index("“A fee of $150 is charged for each permit.”") + 1] == "docs/fees.txt, no date, says otherwise"
    assert "3 ? Not found The mayor of the town wears a hat." in lines
    assert "· No claim Is it open on Sunday?" in lines
    assert "3 claims: 1 supported, 0 weak, 1 contradicted, 1 not found" in lines
    assert "✘ not met contradictions 1, wanted at most 0" in lines
    assert lines[lines.index("high no evidence, claim 3") + 1] == "No document carries this claim"
    (tmp_path / "dials.json").write_text(MILD)
    assert run(tmp_path / "answer.md", "--docs", docs, "--dials", tmp_path / "dials.json")[0] == 0


def test_offsets_are_those_of_the_file_as_it_is_written(docs: Path, tmp_path: Path) -> None:
    """A byte order mark, line ends of Windows, marks of Markdown and wrapped lines move nothing."""
    text = "# Hours\r\n\r\n* The office opens at **9 AM**\r\n  on business days.\r\n\r\n> The permit fee\x0bis $200.\r\n"
    (tmp_path / "answer.md").write_bytes(b"\xef\xbb\xbf" + text.encode())
    code, told, _ = run(tmp_path / "answer.md", "--docs", docs, "--json")
    found = json.loads(told)
    Completed.model_validate_json(told)
    assert code == 1
    assert [(one["verdict"], text[one["start"] : one["end"]]) for one in found["claims"]] == [
        ("supported", "The office opens at **9 AM**\r\n  on business days."),
        ("contradicted", "The permit fee\x0bis $200."),
    ]
    (quote,) = found["claims"][1]["evidence"][0]["quotes"]
    assert (quote["snapshot"], FEES[quote["start"] : quote["end"]], quote["title"]) == (
        snapshots.name(FEES),
        quote["text"],
        "docs/fees.txt",
    )


def test_a_page_is_written_beside_what_is_shown(docs: Path, tmp_path: Path) -> None:
    code, told, _ = run("-", "--docs", docs, "--json", "--html", tmp_path / "ledger.html", given=GOOD.encode())
    page = (tmp_path / "ledger.html").read_text("utf-8")
    assert code == 0
    assert json.loads(told)["record"] in page
    assert sorted(path.name for path in tmp_path.iterdir()) == ["docs", "ledger.html"]
    code, told, _ = run("-", "--docs", docs, "--html", "-", given=WRONG.encode())
    assert code == 1
    assert told.startswith("<!DOCTYPE html>")
    assert told.endswith("</html>\n")


@pytest.mark.parametrize("answer", ["Is it open on Sunday?", "", " \n"])
def test_an_answer_that_states_nothing_is_refused(docs: Path, answer: str) -> None:
    code, told, _ = run("-", "--docs", docs, "--json", given=answer.encode())
    Refused.model_validate_json(told)
    assert code == 2
    code, told, _ = run("-", "--docs", docs, given=answer.encode())
    assert (code, "Not checked" in told, "gates" in told) == (2, True, False)


def test_letters_that_would_deceive_a_terminal_are_not_sent_to_it(docs: Path) -> None:
    """One control character in a hundred is still text."""
    _, told, _ = run("-", "--docs", docs, given=f"{GOOD} {GOOD} {GOOD} The office \x1b[2Jopens at 9 AM \u202eon business days.".encode())
    assert "\x1b" not in told
    assert "9 AM ⟨U+202E⟩on" in told


def test_what_cannot_be_read_is_named_and_is_no_verdict(docs: Path, tmp_path: Path) -> None:
    """All of these end with 2: 1 would say that a gate is not met."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "a.md").write_text(GOOD)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 ...")
    (tmp_path / "a.bin").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "dials.json").write_text('{"ledger": {"gate": {}}}')
    cases: list[tuple[tuple[object, ...], str]] = [
        ((tmp_path / "none.md", "--docs", docs), "There is nothing of this name"),
        ((docs, "--docs", docs), "it is a folder"),
        ((tmp_path / "a.pdf", "--docs", docs), "neither plain text nor Markdown"),
        ((tmp_path / "a.bin", "--docs", docs), "It is in a format that is not read"),
        ((tmp_path / "a.md", "--docs", tmp_path / "none"), "There is nothing of this name"),
        ((tmp_path / "a.md", "--docs", tmp_path / "empty"), "--docs names no document"),
        ((tmp_path / "a.md", "--docs", docs, "--dials", tmp_path / "dials.json"), "there is no ledger.gate"),
        ((tmp_path / "a.md", "--docs", docs, "--as-of", "soon"), "is not a date"),
        ((tmp_path / "a.md",), "--docs"),
        (("-", "--docs", "-"), "Standard input is the answer already"),
    ]
    for arguments, message in cases:
        code, told, wrong = run(*arguments)
        assert (arguments, code, told, message in " ".join(wrong.split())) == (arguments, 2, "", True)


def test_without_a_judge_the_check_fails_and_says_so(docs: Path, tmp_path: Path) -> None:
    """A process of its own, since the judge of this one is loaded."""
    (tmp_path / "a.md").write_text(GOOD)
    (tmp_path / "models").mkdir()
    command = [str(Path(sys.executable).parent / "veracious"), "check", str(tmp_path / "a.md"), "--docs", str(docs), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "VERACIOUS_MODELS": str(tmp_path / "models")})
    Failed.model_validate_json(done.stdout)
    assert done.returncode == 2
    assert "claims" not in json.loads(done.stdout)


def test_help_reads_like_a_page_of_a_manual() -> None:
    told = " ".join(run("--help")[1].split())
    assert "Exits with 0 when all gates are met, with 1 when one is not, with 2 when there is no ledger" in told
    assert "Example: veracious check answer.md --docs handbook/" in told
