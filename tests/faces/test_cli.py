"""The command `veracious`, as a person or a script runs it."""

import json
import os
import subprocess
import sys
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from veracious import __version__
from veracious.faces.cli.main import COMMANDS, loaded

COMMAND = Path(sys.executable).parent / "veracious"
CURIE = "Marie Curie, who was born in Warsaw, won two Nobel Prizes."


def start(*words: str | bytes) -> subprocess.CompletedProcess[str]:
    """A real process, with a wide terminal so that nothing wraps."""
    wide = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1"}
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, encoding="utf-8", env=wide, timeout=30)


run = cache(start)  # a process takes most of a second, and the same words give the same answer


def test_read_shows_the_parts_of_a_claim() -> None:
    done = run("read", CURIE, "--as-of", "2026-03-15")
    assert done.returncode == 0
    assert done.stderr == ""
    shown = [line.rstrip() for line in done.stdout.splitlines()]
    assert shown == [
        "2 parts, checked as of 2026-03-15",
        "",
        "Marie Curie won two Nobel Prizes.",
        "  traits   count, numeric",
        "  anchors  Marie Curie, Nobel Prizes, won",
        "  names    Marie Curie (name), Nobel Prizes (name)",
        "  amounts  two (count)",
        "",
        "Marie Curie was born in Warsaw.",
        "  anchors  Marie Curie, Warsaw, born",
        "  names    Marie Curie (name), Warsaw (name)",
    ]


def test_read_checks_as_of_today_unless_told() -> None:
    """Today before or after the run, should midnight fall into it."""
    before = datetime.now(UTC).date()
    found = json.loads(run("read", "Whales are mammals.", "--json").stdout)
    assert before <= date.fromisoformat(found["claim"]["as_of"]) <= datetime.now(UTC).date()


def test_json_parses_and_its_offsets_slice_back() -> None:
    done = run("read", CURIE, "--json", "--as-of", "2026-03-15")
    assert done.returncode == 0
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["outcome"] == "read"
    assert found["claim"] == {"as_of": "2026-03-15", "language": "en", "text": CURIE, "traits": ["count", "numeric"]}
    assert [part["text"] for part in found["subclaims"]] == ["Marie Curie won two Nobel Prizes.", "Marie Curie was born in Warsaw."]
    for part in found["subclaims"]:
        for entity in part["entities"]:
            assert part["text"][entity["span"]["start"] : entity["span"]["end"]] == entity["text"]
    (two,) = found["subclaims"][0]["quantities"]
    assert found["subclaims"][0]["text"][two["span"]["start"] : two["span"]["end"]] == "two"
    assert two["stated"] == [2, 2]


def test_json_keeps_letters_as_they_are() -> None:
    """Not escaped, and offsets count characters: "Łódź" is [0, 4)."""
    done = run("read", "Łódź lies in Poland.", "--json")
    assert '"Łódź lies in Poland."' in done.stdout
    (lodz, _) = json.loads(done.stdout)["subclaims"][0]["entities"]
    assert (lodz["text"], lodz["span"]) == ("Łódź", {"start": 0, "end": 4})


def test_the_same_claim_is_written_the_same_twice() -> None:
    """Two processes order their sets in two ways; what is written does not show it."""
    words = ("read", CURIE, "--json", "--as-of", "2026-03-15")
    assert start(*words).stdout == run(*words).stdout


def test_a_refused_claim_exits_with_one_and_says_why() -> None:
    done = run("read", "Is Paris in France?")
    assert done.returncode == 1
    assert done.stdout == "Refused (question): This is a question. State what you want checked: “X is Y.”\n"
    assert done.stderr == ""


def test_a_refusal_lists_the_readings_a_claim_could_have() -> None:
    done = run("read", "When Peter met Thomas in 1998, he was a professor.")
    assert done.returncode == 1
    assert done.stdout.splitlines()[1:] == [
        "  1. When Peter met Thomas in 1998, Peter was a professor",
        "  2. When Peter met Thomas in 1998, Thomas was a professor",
    ]


def test_a_refusal_in_json_has_its_reason() -> None:
    done = run("read", "", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "outcome": "refused",
        "reason": "empty",
        "message": "There is no text. Give the claim as a full sentence.",
        "readings": [],
    }


@pytest.mark.parametrize("typed", ["15.3.2026", "2026-02-30"])
def test_a_date_that_is_none_says_how_to_write_one(typed: str) -> None:
    done = run("read", "Whales are mammals.", "--as-of", typed)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"'{typed}' is not a date. Write it as 2026-03-15." in done.stderr
    assert "--as-of" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_looks_like_markup_is_shown_as_typed() -> None:
    done = run("read", "Rome uses [bold]red[/bold] ink.")
    assert done.returncode == 0
    assert "Rome uses [bold]red[/bold] ink." in done.stdout


def test_bytes_that_are_no_text_do_not_break_it() -> None:
    done = run("read", b"Whales \xff are mammals.", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["claim"]["text"] == "Whales are mammals."


def test_version_is_that_of_the_package() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"{__version__}\n")


def test_help_names_every_command_and_says_what_it_does() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert "Checks claims against evidence and shows its work." in done.stdout
    assert "Show how a claim is read" in done.stdout


def test_help_of_read_has_an_example_and_its_exit_codes() -> None:
    done = run("read", "--help")
    assert done.returncode == 0
    assert f'veracious read "{CURIE}"' in done.stdout
    assert "A claim that can be checked exits with 0, one that is refused with 1." in done.stdout
    assert all(option in done.stdout for option in ("--as-of", "--json"))


def test_without_a_command_it_shows_the_help() -> None:
    done = run()
    assert "Usage: veracious" in done.stdout + done.stderr
    assert "read" in done.stdout + done.stderr


HEAVY = {"asyncio", "numpy", "onnxruntime", "psycopg", "tokenizers", "veracious.wiring", "veracious.rules.dials"}


def loaded_by(*words: str) -> set[str]:
    """What a process that is called with these words has loaded by its end."""
    code = f"""
import atexit, json, sys
atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))
sys.argv[1:] = {list(words)!r}
from veracious.faces.cli.main import run
run()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr))


@pytest.mark.parametrize("words", [("--help",), ("--version",)])
def test_help_waits_for_no_engine(words: tuple[str, ...]) -> None:
    assert loaded_by(*words) & HEAVY == set()


def test_a_command_loads_its_own_module_alone() -> None:
    modules = {name for name in loaded_by("read", "Whales are mammals.") if name.startswith("veracious.faces.cli.")}
    assert modules == {f"veracious.faces.cli.{name}" for name in ("main", "read", "common", "views", "views.read")}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_of_commands_says_of_each_what_its_help_says(name: str) -> None:
    place, summary = COMMANDS[name]
    command = loaded(name)
    assert summary == " ".join((command.help or "").partition("\n\n")[0].split())
    assert (command.name or name).replace("_", "-") == name
    assert place.partition(":")[2]
