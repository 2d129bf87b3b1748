"""The commands `veracious models …`, as a person or a script runs them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import tiny

COMMAND = Path(sys.executable).parent / "veracious"


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with a tiny model of each role."""
    for role in tiny.GRAPHS:
        tiny.pack(tmp_path / "models" / role, role)
    return tmp_path / "models"


def run(home: Path, *words: str, models: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """A real process with a configuration folder of its own."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("VERACIOUS_")}
    wide = {**plain, "COLUMNS": "200", "NO_COLOR": "1", "VERACIOUS_HOME": str(home / "home"), "VERACIOUS_THREADS": "1", **more}
    if models is not None:
        wide["VERACIOUS_MODELS"] = str(models)
    return subprocess.run([COMMAND, "models", *words], capture_output=True, text=True, encoding="utf-8", env=wide, timeout=60)


def parsed(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_check_names_every_model_and_what_it_answered(tmp_path: Path, models: Path) -> None:
    done = run(tmp_path, "check", models=models)
    told = done.stdout.splitlines()
    assert told[:2] == [
        "embedder  tiny embedder 1, Apache-2.0, setting",
        "  files whole; 32 numbers, a repetition nearer than a stray sentence",
    ]
    assert told[-2:] == ["relevance  tiny relevance 1, Apache-2.0, setting", "  files whole; a repetition above a stray sentence"]
    assert "of 20 plain questions wrong: beside “" in " ".join(told)  # it counts words, and cannot read
    assert done.returncode == 1


def test_the_shipped_judge_answers_plain_questions(tmp_path: Path) -> None:
    done = run(tmp_path, "check", VERACIOUS_THREADS="0")
    assert re.search(r"judge  .+\n  files whole; (19|20) of 20 plain questions right", done.stdout)
    assert (done.returncode, done.stderr) == (0, "")


def test_check_for_machines_has_digests_and_places(tmp_path: Path, models: Path) -> None:
    found = parsed(run(tmp_path, "check", "--json", models=models))
    assert found["outcome"] == "unusable"  # a judge that counts words
    found = parsed(run(tmp_path, "list", "--json", models=models))
    assert found["outcome"] == "usable"
    assert [one["place"]["role"] for one in found["models"]] == ["embedder", "judge", "relevance"]
    assert all(one["model"]["digest"].startswith("sha256:") for one in found["models"])
    assert [one["place"]["folder"] for one in found["models"]] == [str(models / role) for role in ("embedder", "judge", "relevance")]


def test_check_goes_on_past_a_damaged_model_and_exits_with_one(tmp_path: Path, models: Path) -> None:
    (models / "judge" / "model.onnx").write_bytes(b"damaged")
    done = run(tmp_path, "check", models=models)
    assert done.returncode == 1
    assert "judge  unusable" in done.stdout
    assert f"{models}/judge/model.onnx: its SHA-256 is not the one in model.json" in done.stdout
    assert "a repetition above a stray sentence" in done.stdout
    assert parsed(run(tmp_path, "check", "--json", models=models))["outcome"] == "unusable"


def test_list_runs_no_model(tmp_path: Path, models: Path) -> None:
    tiny.pack(models / "judge", "judge", tiny.BROKEN_NUMBERS)
    assert run(tmp_path, "list", models=models).stdout.splitlines() == [
        "embedder  tiny embedder 1, Apache-2.0, setting",
        "judge  tiny judge 1, Apache-2.0, setting",
        "relevance  tiny relevance 1, Apache-2.0, setting",
    ]
    done = run(tmp_path, "check", models=models)
    assert done.returncode == 1
    assert "no finite number" in done.stdout


def test_a_judge_is_added_used_and_removed_again(tmp_path: Path) -> None:
    mine = tiny.pack(tmp_path / "mine", "judge", name="my judge")
    done = run(tmp_path, "add", str(mine))
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "judge  my judge 1, Apache-2.0, added")
    kept = json.loads((tmp_path / "home" / "models.json").read_text("utf-8"))
    assert kept["judge"]["folder"] == str(mine)
    judges = [one for one in parsed(run(tmp_path, "list", "--json"))["models"] if one["place"]["role"] == "judge"]
    assert [one["model"]["digest"] for one in judges] == [kept["judge"]["digest"]]
    assert run(tmp_path, "add", "--remove").stdout == "The judge is the shipped one again.\n"
    assert run(tmp_path, "add", "--remove").stdout == "No judge was added.\n"
    assert "my judge" not in run(tmp_path, "list").stdout


def test_a_label_map_in_the_wrong_order_is_noticed_and_nothing_is_added(tmp_path: Path) -> None:
    mine = tiny.pack(tmp_path / "mine", "judge", labels={"supports": 1, "refutes": 0, "neutral": 2})
    done = run(tmp_path, "add", str(mine))
    assert done.returncode == 1
    assert "reads a repetition as refutes; look at `labels` in model.json" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("graph", [tiny.TWO_LABELS, tiny.BROKEN_NUMBERS, tiny.STRANGE_INPUT])
def test_a_model_that_cannot_judge_is_not_added(tmp_path: Path, graph: str) -> None:
    done = run(tmp_path, "add", str(tiny.pack(tmp_path / "mine", "judge", graph)))
    assert (done.returncode, done.stdout) == (1, "")
    assert "This folder holds no model that can be the judge." in done.stderr
    assert not (tmp_path / "home").exists()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, "add", str(tmp_path / "nowhere"))
    assert done.returncode == 1
    assert f"({tmp_path}/nowhere: no such folder)" in done.stderr


@pytest.mark.parametrize("words", [("add",), ("add", "somewhere", "--remove")])
def test_add_wants_a_folder_or_remove_and_not_both(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run(tmp_path, *words)
    assert done.returncode == 2
    assert "Give the folder of your model, or --remove" in done.stderr


def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, models: Path) -> None:
    done = run(tmp_path, "check", models=models, VERACIOUS_THREADS="many")
    assert done.returncode == 1
    assert "VERACIOUS_THREADS" in done.stdout
    assert "Traceback" not in done.stderr + done.stdout


def test_help_reads_like_a_page(tmp_path: Path) -> None:
    for words, needed in [
        ((), ["check", "list", "add", "VERACIOUS_MODELS", "VERACIOUS_THREADS", "VERACIOUS_HOME"]),
        (("check",), ["--json", "Exits with 0", "Example:"]),
        (("list",), ["--json", "shipped", "Example:"]),
        (("add",), ["FOLDER", "--remove", "model.json", "Example:"]),
    ]:
        shown = run(tmp_path, *words, "--help").stdout
        assert [word for word in needed if word not in shown] == []
