"""The command `veracious export`, as a person or a script runs it."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.faces.pages.cases import cases
from veracious import app
from veracious.domain.record import Record
from veracious.faces.cli.main import commands
from veracious.faces.exports import formats
from veracious.faces.exports.sign_off import UNKNOWN
from veracious.rules import digest

CASE = cases()["supported"]
PACKED = digest.canonical(CASE.record)
NAME = "veracious-the-halvorsund-bridge-is-1420-metres-long-and-was-opened-in-supported-2026-03-01-"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "record.json").write_bytes(PACKED)
    return tmp_path


def call(*words: str, typed: bytes = b"") -> Result:
    return CliRunner().invoke(commands, ["export", *words], input=typed, env={"COLUMNS": "300"})


@pytest.mark.parametrize("form", formats.FORMATS)
def test_each_form_is_written_to_a_file_that_says_what_it_is(here: Path, form: str) -> None:
    chosen = formats.FORMATS[form]
    done = call("record.json", "--as", form)
    assert (done.exit_code, done.stdout) == (0, f"Written: {NAME}{chosen.file}\n")
    assert (here / f"{NAME}{chosen.file}").read_bytes() == chosen.written(CASE.record, CASE.report, UNKNOWN)


def test_a_table_is_what_is_written_unless_something_else_is_wanted(here: Path) -> None:
    done = call("record.json", "--out", "a.csv", "--json")
    assert json.loads(done.stdout) == {"outcome": "written", "file": "a.csv"}
    rows = list(csv.DictReader(io.StringIO((here / "a.csv").read_bytes().decode("utf-8-sig"), newline="")))
    assert rows[0]["verdict"] == "supported"


def test_the_record_goes_through_standard_input_and_output_unchanged() -> None:
    done = call("-", "--as", "json", "--out", "-", typed=PACKED)
    assert (done.exit_code, done.stdout_bytes) == (0, PACKED)


def test_an_article_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    def is_article(record: Record) -> bool:
        return True

    monkeypatch.setattr(app.records, "is_article", is_article)
    done = call("record.json")
    assert done.exit_code == 1
    assert "is the record of an article" in done.stderr
    assert [path.name for path in here.iterdir()] == ["record.json"]


def test_what_cannot_be_written_and_an_altered_record_are_told(here: Path) -> None:
    assert "none/a.csv cannot be written" in call("record.json", "--out", "none/a.csv").stderr.replace("'--out': ", "")
    (here / "record.json").write_bytes(PACKED.replace(b"1,420", b"1,421", 1))
    done = call("record.json", "--out", "a.csv")
    assert done.exit_code == 1
    assert "does not match its own digest" in done.stderr
    assert not (here / "a.csv").exists()
