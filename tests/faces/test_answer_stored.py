"""`veracious answer` over a real store, with a language model behind real HTTP, from the question to the audit."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.endpoints import ModelServer, tells
from tests.faults.test_revision import Model

HOURS = "The office opens at 9 AM and closes at 5 PM on business days."
SHIPS = "The office owns 12 ships."
OTHERS = "The office of another house opens at noon."
QUESTION = "When does the office open?"


class PrivateStore:
    """Somebody with a store of their own, in which two workspaces have documents."""

    def __init__(self, folder: Path) -> None:
        own = {"VERACIOUS_STORE": str(folder / "store"), "VERACIOUS_HOME": str(folder / "home"), "COLUMNS": "200"}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("VERACIOUS_", "DATABASE_URL"))}
        self.folder, self.environment = folder, {**kept, **own}

    def run(self, *arguments: str, model: ModelServer | None = None) -> tuple[int, str, str]:
        named = {} if model is None else {"VERACIOUS_ENDPOINT": model.url, "VERACIOUS_ENDPOINT_MODEL": "scripted"}
        command = [str(Path(sys.executable).with_name("veracious")), *arguments]
        done = subprocess.run(command, env={**self.environment, **named}, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def does(self, code: str, *arguments: str) -> None:
        subprocess.run([sys.executable, "-c", code, *arguments], env=self.environment, check=True, capture_output=True)

    def told(self, *arguments: str, model: ModelServer | None = None) -> dict[str, Any]:
        code, out, error = self.run(*arguments, model=model)
        assert code in (0, 1), error
        found: dict[str, Any] = json.loads(out)
        return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateStore]:
    made = PrivateStore(tmp_path_factory.mktemp("answers"))
    assert made.run("db", "start")[0] == 0
    for workspace, text in (("ours", HOURS), ("theirs", OTHERS)):
        (made.folder / f"{workspace}.txt").write_text(text, "utf-8")
        code, _, error = made.run("ingest", "--workspace", workspace, str(made.folder / f"{workspace}.txt"))
        assert code == 0, error
    yield made
    made.run("db", "stop")


def test_an_answer_is_written_doubted_judged_mended_kept_replayed_and_audited(home: PrivateStore) -> None:
    model = Model([[HOURS, SHIPS], [HOURS]])
    with ModelServer((tells(model.answer),)) as server:
        found = home.told("answer", "--json", "--workspace", "ours", QUESTION, model=server)
    assert (found["outcome"], SHIPS in found["response"], HOURS in found["response"]) == ("completed", False, True)
    assert model.asked == ["writer", "skeptic", "judge", "reviser", "judge"]
    assert found["written_by"].startswith("scripted")
    code, out, error = home.run("replay", "--workspace", "ours", "last")
    assert (code, error) == (0, ""), out
    audit = home.told("audit", "--workspace", "ours", "last")
    assert (audit["query"], audit["mode"], audit["llm_calls"], audit["final_coverage"]) == (QUESTION, "answer", 5, 1)
    assert audit["token_usage"]["total_tokens"] > 0
    assert [one["summary"]["critical_unsupported"] for one in audit["revision_history"]] == [1, 0]
    assert (audit["user_id"], len(audit["ledger"]["entries"])) == (None, audit["claim_count"])
    assert QUESTION in home.run("records", "--workspace", "ours")[1]
    assert "is the record of an answer" in home.run("why", "--workspace", "ours", "last")[2]


def test_a_passage_of_another_workspace_cannot_be_cited(home: PrivateStore) -> None:
    theirs = home.told("answer", "--json", "--workspace", "theirs", QUESTION)
    (name,) = theirs["retrieved"]
    short = name.removeprefix("sha256:")[:12]
    assert f"[cite:{short}]" in theirs["response"]
    model = Model([[f"{HOURS[:-1]} [cite:{short}]."]])
    with ModelServer((tells(model.answer),)) as server:
        found = home.told("answer", "--json", "--workspace", "ours", QUESTION, model=server)
    assert short not in found["response"]
    assert name not in found["retrieved"]
    assert [entry["invalid"] for entry in found["ledger"]["entries"]] == [[short]]
    assert "invalid_citation" in {flag["type"] for flag in found["risk_flags"]}
    assert OTHERS not in json.dumps(found)


def test_a_model_that_is_down_is_a_failed_run_and_no_answer(home: PrivateStore) -> None:
    with ModelServer() as server:
        pass
    code, out, _ = home.run("answer", "--json", "--workspace", "ours", "--max-seconds", "20", QUESTION, model=server)
    found = json.loads(out)
    assert (code, found["outcome"], found["response"], found["ledger"]) == (2, "failed", None, None)
    assert found["cause"]


def test_what_cannot_be_read_ends_with_the_code_that_says_so(home: PrivateStore) -> None:
    code, _, error = home.run("answer", "--docs", str(home.folder / "missing"), QUESTION)
    assert code == 2
    assert "missing" in error


HAND_IN = """
import sys
from datetime import UTC, datetime
from veracious import wiring
with wiring.database().transaction("ours") as tx:  # no queue runs beside this store: the row of the job alone
    named = {"id": sys.argv[1], "kind": "answer", "queue": "jobs", "priority": 0, "actor": "desk-key", "workspace": str(tx.workspace)}
    tx.one("job_put", **named, request_id="", traceparent="", request=b"{}", seconds=900.0, held=0, at=datetime.now(UTC))
"""
YEARS_LATER = """
import asyncio
from datetime import UTC, datetime
from veracious import wiring
assert asyncio.run(wiring.archive("ours").expire(datetime(2036, 1, 1, tzinfo=UTC)))
"""


def test_the_audit_names_who_asked_and_what_is_unknown_once_the_recording_has_expired(home: PrivateStore) -> None:
    with ModelServer((tells(Model([[HOURS]]).answer),)) as server:
        found = home.told("answer", "--json", "--workspace", "ours", QUESTION, model=server)
    home.does(HAND_IN, found["record"])
    audit = home.told("audit", "--workspace", "ours", found["record"])
    assert (audit["user_id"], audit["llm_calls"]) == ("desk-key", 3)
    home.does(YEARS_LATER)
    after = home.told("audit", "--workspace", "ours", found["record"])
    assert (after["llm_calls"], after["token_usage"], after["final_coverage"]) == (None, None, 1)
