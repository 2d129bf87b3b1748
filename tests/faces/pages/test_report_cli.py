"""The command `veracious report`, as a person or a script runs it."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.faces.pages.cases import cases
from veracious import app
from veracious.domain.errors import RecordMissing
from veracious.domain.record import Record
from veracious.faces.cli.main import commands
from veracious.faces.pages import page
from veracious.rules import digest

CASE = cases()["supported"]
PACKED = digest.canonical(CASE.record)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_bytes(PACKED)
    return path


def call(*words: str | Path, typed: bytes = b"") -> Result:
    return CliRunner().invoke(commands, ["report", *map(str, words)], input=typed, env={"COLUMNS": "300"})


def test_a_record_in_a_file_becomes_a_page(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    out.write_text("what was there before")
    done = call(record, "--html", out)
    assert (done.exit_code, done.stdout) == (0, f"Written: {out}\n")
    assert out.read_text("utf-8") == page.report(CASE.record, CASE.report)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.html", "record.json"]


def test_a_record_may_come_from_standard_input_and_the_page_go_to_standard_output() -> None:
    done = call("-", "--html", "-", typed=PACKED)
    assert (done.exit_code, done.stdout) == (0, page.report(CASE.record, CASE.report))


def test_json_tells_what_was_written(record: Path, tmp_path: Path) -> None:
    done = call(record, "--html", tmp_path / "a.html", "--json")
    assert json.loads(done.stdout) == {"outcome": "written", "file": str(tmp_path / "a.html")}


def test_a_record_of_the_archive_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fetch(name: str, workspace: str) -> Record:
        assert (name, workspace) == ("id-000001", "home")
        return CASE.record

    monkeypatch.setattr(app.records, "fetch", fetch)
    assert call("id-000001", "--html", tmp_path / "a.html", "--workspace", "home").exit_code == 0
    assert (tmp_path / "a.html").read_text("utf-8") == page.report(CASE.record, CASE.report)


def test_a_record_that_is_not_there_is_said_and_nothing_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fetch(name: str, workspace: str) -> Record:
        raise RecordMissing(name)

    monkeypatch.setattr(app.records, "fetch", fetch)
    done = call("id-000009", "--html", tmp_path / "a.html")
    assert done.exit_code == 1
    assert "Nothing is kept under this name" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_was_altered_makes_no_page(record: Path, tmp_path: Path) -> None:
    record.write_bytes(PACKED.replace(b"1,420", b"1,421", 1))
    done = call(record, "--html", tmp_path / "a.html")
    assert done.exit_code == 1
    assert "does not match its own digest" in done.stderr
    assert not (tmp_path / "a.html").exists()


def test_a_report_of_another_version_says_so(record: Path, tmp_path: Path) -> None:
    body = json.loads(PACKED)["body"] | {"report": '{"outcome":"completed","mood":"good"}'}
    envelope = json.loads(PACKED)["envelope"] | {"body": digest.of(body, "body")}
    record.write_bytes(digest.canonical({"body": body, "envelope": envelope}))
    done = call(record, "--html", tmp_path / "a.html")
    assert done.exit_code == 1
    assert "Open it with that version" in done.stderr


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b"{" * 5000, b"<html>"])
def test_a_file_that_holds_no_record_is_refused(content: bytes, tmp_path: Path) -> None:
    done = call("-", "--html", tmp_path / "a.html", typed=content)
    assert done.exit_code == 2
    assert "holds no record" in done.stderr


def test_a_file_that_is_not_there_and_a_folder_that_is_not_there_are_named(record: Path, tmp_path: Path) -> None:
    assert "cannot be read" in call(tmp_path / "none.json", "--html", tmp_path / "a.html").stderr
    done = call(record, "--html", tmp_path / "none" / "a.html")
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr
    assert "cannot be written" in call(record, "--html", tmp_path).stderr
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]


def test_without_the_templates_library_it_says_what_to_install(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.delitem(sys.modules, "veracious.faces.pages.page")
    monkeypatch.delattr("veracious.faces.pages.page")
    done = call(record, "--html", tmp_path / "a.html")
    assert done.exit_code == 1
    assert 'pip install "veracious[local]"' in done.stderr
