"""`veracious verify` over files, with the bundled models."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veracious.faces.cli.main import commands

CLAIM = "The Orla River bridge opened in 2021."


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text(
        "# Orla bridge opens\n\nThe Orla River bridge in Port Ellery opened on 4 May 2021. It is 412 metres long.\n"
    )
    return folder


def run(*arguments: object, given: str = "") -> tuple[int, str, str]:
    found = CliRunner().invoke(commands, ["verify", *map(str, arguments)], input=given, env={"COLUMNS": "200"})
    return found.exit_code, found.stdout, found.stderr


def test_the_verdict_stands_above_what_it_rests_on(docs: Path) -> None:
    code, told, _ = run("--docs", docs, "--credibility", 0.95, CLAIM)
    assert code == 0
    assert "Supported" in told.splitlines()[0]
    assert "“The Orla River bridge in Port Ellery opened on 4 May 2021.”" in told
    assert "What would change it" in told
    assert "No record is kept" in told


def test_a_quote_beside_two_parts_of_a_claim_is_one_row(docs: Path) -> None:
    (docs / "b.md").write_text("# Orla bridge inquiry\n\nAn inquiry into the Orla River bridge heard twelve witnesses on Monday.\n")
    _, told, _ = run("--docs", docs, "The Orla River bridge opened in 2021 and it is 412 metres long.")
    assert told.count("heard twelve witnesses") == 1
    assert "Takes no side 1, 2" in told


def test_scores_are_explained_when_asked_for(docs: Path) -> None:
    assert "semantic" not in run("--docs", docs, CLAIM)[1]
    assert "semantic" in run("--docs", docs, "--explain-scores", CLAIM)[1]


def test_machines_get_json_with_quotes_that_stand(docs: Path) -> None:
    code, told, _ = run("--docs", docs, "--credibility", 0.95, "--json", CLAIM)
    found = json.loads(told)
    assert code == 0
    assert found["verdict"] == "supported"
    assert found["claim"] == CLAIM
    quote = found["evidence"][0]["quote"]
    assert len(quote["text"]) == quote["span"]["end"] - quote["span"]["start"]


def test_what_was_assumed_is_shown_to_people_and_machines(tmp_path: Path) -> None:
    (tmp_path / "halden.md").write_text("# The Halden cohort study\n\nResearchers in Halden followed 4,000 adults for six years.\n")
    claim, line = "The study followed 4,000 adults.", "“The study” is read as “The Halden cohort study”"
    assert f"Assumed: {line}" in run("--docs", tmp_path, claim)[1]
    assert json.loads(run("--docs", tmp_path, "--json", claim)[1])["assumed"] == [line]
    assert "assumed" not in json.loads(run("--docs", tmp_path, "--json", "The Halden cohort study followed 4,000 adults.")[1])
    told = run("--docs", tmp_path, "--context", "The Oslo tea study came later.", claim)
    assert told[0] == 1
    assert "2. The Oslo tea study followed 4,000 adults." in told[1]
    batch = json.dumps({"claim": "The bill was passed.", "context": "The Clean Rivers Bill was passed."})
    out = tmp_path / "answers.out"
    assert run("--docs", tmp_path / "halden.md", "--jsonl", "--out", out, given=batch)[0] == 0
    assert json.loads(out.read_text("utf-8"))["assumed"] == ["“The bill” is read as “Clean Rivers Bill”"]


def test_a_refused_claim_is_no_verdict(docs: Path) -> None:
    code, told, _ = run("--docs", docs, "Open the bridge!")
    assert code == 1
    assert "Not checked" in told
    assert "Supported" not in told
    assert "verdict" not in json.loads(run("--docs", docs, "--json", "Open the bridge!")[1])


def test_dials_are_changed_by_a_file(docs: Path, tmp_path: Path) -> None:
    file = tmp_path / "dials.json"
    file.write_text('{"ranking": {"gate": {"score_at_least": 0.99}}}')
    code, told, _ = run("--docs", docs, "--credibility", 0.95, "--dials", file, CLAIM)
    assert code == 0
    assert "Not enough evidence" in told


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "dials"),
        ("[]", "no object"),
        ('{"rankin": {}}', "article, compare, "),
        ('{"ranking": {"gate": {"score_at_least": "high"}}}', "does not fit"),
        ('{"ranking": 3}', "a group"),
        ('{"ranking": {"gate": {"score_at_least": {}}}}', "a dial"),
    ],
)
def test_a_dials_file_that_cannot_be_used_says_why(docs: Path, tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "dials.json"
    file.write_text(content)
    code, _, wrong = run("--docs", docs, "--dials", file, CLAIM)
    assert code == 1
    assert message in wrong


def test_a_batch_is_answered_line_by_line_and_goes_on_where_it_was(docs: Path, tmp_path: Path) -> None:
    lines = [{"id": "a", "claim": CLAIM}, {"id": "b", "claim": "Open the bridge!"}, {"claim": "The Orla River bridge opened in 1999."}]
    given, out = "\n".join(map(json.dumps, lines)), tmp_path / "out.jsonl"
    assert run("--docs", docs, "--credibility", 0.95, "--jsonl", "--out", out, given=given)[0] == 0
    found = {one["id"]: one for one in map(json.loads, out.read_text().splitlines())}
    assert [found[name].get("verdict") or found[name]["outcome"] for name in ("a", "b", "3")] == ["supported", "refused", "refuted"]
    whole = out.read_bytes()
    kept = whole.splitlines(keepends=True)[:2]
    out.write_bytes(b"".join(kept) + b'{"id": "cut o')
    code, _, told = run("--docs", docs, "--credibility", 0.95, "--jsonl", "--out", out, given=given)
    assert code == 0
    assert "2 answered before, 1 left" in told
    again = out.read_bytes().splitlines(keepends=True)
    assert again[:2] == kept
    assert len(again) == 3


@pytest.mark.parametrize("line", ["{", "[]", '{"id": 1}', '{"claim": 3}', '{"claim": "x", "as_of": "soon"}'])
def test_a_line_that_is_no_claim_is_named_before_anything_runs(docs: Path, tmp_path: Path, line: str) -> None:
    given, out = json.dumps({"claim": CLAIM}) + "\n" + line, tmp_path / "out.jsonl"
    code, _, wrong = run("--docs", docs, "--jsonl", "--out", out, given=given)
    assert code == 1
    assert "line 2" in wrong
    assert not out.exists()


def test_a_file_that_is_not_ours_is_not_written_into(docs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("my notes\n")
    code, _, wrong = run("--docs", docs, "--jsonl", "--out", out, given=json.dumps({"claim": CLAIM}))
    assert code == 1
    assert "line 1 is no answer" in wrong
    assert out.read_text() == "my notes\n"
