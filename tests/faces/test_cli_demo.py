"""The command `veracious demo`."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from tests.demo import demo_runs
from veracious import demo as world
from veracious import wiring
from veracious.demo import Expected
from veracious.domain.verdict import Outcome, Verdict
from veracious.faces.cli.main import commands
from veracious.flow.run import Engine

EXAMPLES = world.examples()


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine of the demonstration, made once for all tests."""

    async def made() -> Engine:
        return engine

    engine = demo_runs.engine()
    monkeypatch.setattr(wiring, "demo", made)
    monkeypatch.setenv("COLUMNS", "200")


def call(*words: str) -> tuple[int, str, str]:
    """A command in this process: its exit code, what it printed, and what it told on standard error."""
    done = CliRunner().invoke(commands, ["demo", *words])
    return done.exit_code, done.stdout, done.stderr


def test_it_shows_every_claim_with_its_verdict_a_quote_and_what_it_shows() -> None:
    code, told, wrong = call()
    assert (code, wrong) == (0, "")
    assert [one.text for one in EXAMPLES if one.text not in told] == []
    assert [one.shows for one in EXAMPLES if one.shows not in told] == []
    assert "as of 2025-01-15" in told
    assert "Not checked: This is a question." in told
    assert "nationalledger.example, 2025-10-08" in told
    rows = [line.split() for line in told.splitlines() if line.rstrip().endswith(" yes")]
    assert [int(row[0]) for row in rows] == list(range(1, 13))
    assert "All came out as expected." in told


def test_json_has_what_was_expected_and_what_came_out() -> None:
    code, told, _ = call("--json")
    found = json.loads(told)
    assert (code, found["outcome"], found["differs"]) == (0, "as_expected", [])
    assert [one["number"] for one in found["claims"]] == list(range(1, 13))
    assert all(one["expected"] == one["came_out"] for one in found["claims"])
    assert found["claims"][3]["came_out"] == {"outcome": "completed", "verdict": "mixed", "refusal": None}


def test_one_claim_is_shown_in_full() -> None:
    code, told, _ = call("--claim", "4")
    assert code == 0
    assert "What would change it" in told
    assert "both are heard" in told
    assert EXAMPLES[0].text not in told


def test_there_is_no_thirteenth_claim() -> None:
    code, _, told = call("--claim", "13")
    assert code == 2
    assert "There are 12 claims." in told


def test_what_differs_is_named_and_exits_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = replace(EXAMPLES[7], expected=Expected(Outcome.COMPLETED, Verdict.SUPPORTED))
    monkeypatch.setattr(world, "examples", lambda: (*EXAMPLES[:7], odd))
    code, told, wrong = call("--claim", "8")
    assert code == 1
    assert wrong == "Claim 8 came out as refused question, not as expected.\n"
    code, told, _ = call("--claim", "8", "--json")
    assert (code, json.loads(told)["differs"]) == (1, [8])
