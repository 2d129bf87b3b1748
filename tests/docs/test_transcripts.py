"""What the pages show is what happens."""

import os
import re
import shlex
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from veracious import assemble
from veracious.domain.claim import Reason, Refusal
from veracious.rules.reading import refuse

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)]
REFUSALS = (ROOT / "docs/reference/refusals.md").read_text("utf-8")
COMMANDS = (ROOT / "docs/reference/command-line.md").read_text("utf-8")
MODELS = [f"veracious models{part} --help" for part in ("", " check", " list", " add")]
EVAL = [f"veracious eval{part} --help" for part in ("", " run", " compare", " sets")]


def run(command: str) -> list[str]:
    """The lines that a command of ours prints, on a terminal of 80 columns."""
    words = shlex.split(command)
    program = Path(sys.executable).parent / words[0]
    nobody = str(ROOT / "tests/docs/nobody")  # the choices of whoever runs the tests are none of the page's
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", "VERACIOUS_HOME": nobody}
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True, env=environment)
    return [line.rstrip() for line in done.stdout.splitlines()]


def transcripts() -> list[tuple[str, str, list[str]]]:
    """Each documented call of our command, with the lines shown below it."""
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                if command.startswith("veracious"):
                    found.append((page.name, command, [line.rstrip() for line in shown.rstrip().splitlines()]))
    return found


@pytest.mark.parametrize(("page", "command", "shown"), transcripts(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_documented_call_prints_what_the_page_shows(page: str, command: str, shown: list[str]) -> None:
    assert run(command) == shown


@pytest.mark.parametrize("command", ["veracious --help", "veracious read --help", *MODELS, *EVAL])
def test_the_help_on_the_page_is_the_help(command: str) -> None:
    shown = COMMANDS.split(f"## `{command}`")[1].split("```text\n")[1].split("```")[0]
    assert [line for line in run(command) if line.strip()] == [line.rstrip() for line in shown.splitlines() if line.strip()]


def examples() -> list[tuple[str, str]]:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", REFUSALS, re.MULTILINE)
    return [(reason, text) for reason, cell in rows for text in re.findall(r"\*([^*]+)\*", cell)]


@pytest.mark.parametrize(("reason", "text"), examples())
def test_an_example_is_refused_for_the_reason_it_stands_under(reason: str, text: str) -> None:
    found = assemble.reader()(text, date(2026, 3, 15))
    assert isinstance(found, Refusal)
    assert found.reason == reason


def test_every_reason_has_its_row_and_its_message() -> None:
    assert all(f"| `{reason}` |" in REFUSALS for reason in Reason)
    assert [message for message in refuse.MESSAGES.values() if message not in REFUSALS] == []
    assert len(examples()) >= len(Reason) - 2  # the empty and the long text cannot be printed
