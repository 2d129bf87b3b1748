"""The commands `veracious eval …`, as a person or a script runs them, with a model small enough to reason about."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tiny
from tests.eval import worlds

COMMAND = Path(sys.executable).parent / "veracious"
ROOT = Path(__file__).parents[2]
ROWS = [
    {"id": "a", "claim": "the museum is open", "evidence": "the museum is open on sundays", "label": "supports"},
    {"id": "b", "claim": "the museum is open", "evidence": "the museum is not open", "label": "refutes"},
    {"id": "c", "claim": "copper conducts electricity", "evidence": "copper conducts electricity", "label": "supports"},
]
HELD_OUT = "stance/test_fm2_test.jsonl.gz"


def start(where: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A real process in a folder of its own."""
    settings = {"VERACIOUS_DATA": str(where / "data"), "VERACIOUS_CACHE": str(where / "cache"), "VERACIOUS_THREADS": "1"}
    told = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", **settings, **environment}
    return subprocess.run([COMMAND, "eval", *words], capture_output=True, text=True, cwd=where, env=told, timeout=60)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack, a judge, an embedder and a relevance model, and a log."""
    where = tmp_path_factory.mktemp("world")
    for role in ("judge", "embedder", "relevance"):
        tiny.pack(where / role, role)
    worlds.write(where / "data", "stance/dev.jsonl.gz", ROWS)
    worlds.write(where / "data", HELD_OUT, ROWS)
    gold = [{"doc_id": "m", "sentences": [0], "stance": "supports"}]
    worlds.write(where / "data", "retrieval/check_covid/claims_train.jsonl.gz", [{"id": "a", "claim": "the museum is open", "gold": gold}])
    books = [
        {"doc_id": "c", "title": "", "sentences": ["copper conducts"]},
        {"doc_id": "m", "title": "", "sentences": ["the museum is open"]},
    ]
    worlds.write(where / "data", "retrieval/check_covid/corpus.jsonl.gz", books)
    (where / "openings.md").write_text(worlds.EMPTY_LOG, "utf-8")
    return where


def test_a_judge_is_measured_from_folder_to_report(world: Path) -> None:
    done = start(world, "run", "stance", "--model", "judge", "--out", "run", "--blank", "--swap", "--conflicts", "on", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["sets"]["dev"]["n"] == 3
    assert found["sets"]["dev"]["gold"] == {"supports": 2, "refutes": 1, "neutral": 0}
    assert found["sets"]["dev"]["calibrated"]["confusion"][1][1] == 1
    assert json.loads((world / "run/report.json").read_text("utf-8")) == found
    assert {"dev-confusion.svg", "dev-reliability.svg"} == {path.name for path in (world / "run/pictures").iterdir()}
    told = [line.split(" ", 1)[1] for line in done.stderr.splitlines()]
    assert told[:2] == ["dev plain: 3 to do", "dev plain: 3 of 3"], "a log has lines, not bars"


def test_an_embedder_and_a_relevance_model_are_measured(world: Path) -> None:
    words = ("run", "retrieval", "--sets", "check_covid/claims_train", "--model", "embedder", "--relevance", "relevance", "--out", "found")
    done = start(world, *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "The report is in found/report.md.\n"
    found = json.loads((world / "found/report.json").read_text("utf-8"))
    assert set(found["manifest"]["models"]) == {"embedder", "relevance"}
    assert found["sets"]["check_covid/claims_train"]["all"]["vectors"]["recall@1"]["value"] == 1
    assert found["sets"]["check_covid/claims_train"]["relevance"]["n"] == 1
    assert list((world / "cache/vectors").rglob("*.npy"))


def test_a_held_out_set_needs_a_reason_and_is_logged(world: Path) -> None:
    words = ("run", "stance", "--sets", "test_fm2_test", "--model", "judge", "--out", "held", "--openings", "openings.md")
    refused = start(world, *words)
    assert refused.returncode == 1
    assert refused.stderr.strip().endswith("is held out: say why it is opened with --reason)")
    assert not (world / "held").exists()
    done = start(world, *words, "--reason", "to see it logged")
    assert done.returncode == 0, done.stderr
    logged = (world / "openings.md").read_text("utf-8")
    assert "| `stance/test_fm2_test.jsonl` | to see it logged | n 3, macro-F1 " in logged
    assert "begun" not in logged


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "stance", "--sets", "nowhere"), "stance does not know nowhere"),
        (("run", "stance", "--model", "nowhere"), "no such folder"),
        (("run", "retrieval", "--blank"), "belong to the stance suite"),
        (("compare", "data", "data"), "give the folder of a finished run"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(world: Path, words: tuple[str, ...], said: str) -> None:
    done = start(world, *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_without_data_it_says_what_to_set(world: Path) -> None:
    done = start(world, "run", "stance", VERACIOUS_DATA="")
    assert done.returncode == 1
    assert "Set VERACIOUS_DATA to the folder of the data pack." in done.stderr


def test_a_comparison_in_json_has_every_difference(world: Path) -> None:
    done = start(world, "compare", str(ROOT / "evals/example/before"), str(ROOT / "evals/example/after"), "--json")
    rows = {row["figure"]: row for row in json.loads(done.stdout)}
    assert rows["accuracy"]["difference"]["value"] == pytest.approx(0.2)
    assert rows["accuracy"]["difference"]["low"] > 0


def test_help_does_not_load_what_only_a_run_needs() -> None:
    """numpy takes a tenth of a second, and `veracious read` needs none of it."""
    code = "import sys; from veracious.faces.cli import main; print('numpy' in sys.modules, 'veracious.eval.run' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["False", "False"]
