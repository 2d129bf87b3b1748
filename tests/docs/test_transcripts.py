"""What the pages show is what happens."""

import os
import re
import shlex
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from veracious import wiring
from veracious.domain.claim import Reason, Refusal
from veracious.rules.reading import refuse

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)]
REFUSALS = (ROOT / "docs/reference/refusals.md").read_text("utf-8")
COMMANDS = (ROOT / "docs/reference/command-line.md").read_text("utf-8")
CONFIG = [f"veracious config{part} --help" for part in ("", " check")]
MODELS = [f"veracious models{part} --help" for part in ("", " check", " list", " add")]
SOURCES = [f"veracious sources{part} --help" for part in ("", " show", " list", " set", " unset", " import")]
EVAL = [
    f"veracious eval{part} --help"
    for part in ("", " run", " compare", " sets", " tune", " ablate", " calibrate", " gate", " report", " export", " cascade")
]
CLAIMS = [
    f"veracious {name} --help" for name in ("demo", "check", "article", "answer", "read", "estimate", "calibrate", "report", "export")
]
RECORDS = [f"veracious {name} --help" for name in ("records", "replay", "audit", "diff", "why")]
ARCHIVE = [f"veracious archive{part} --help" for part in ("", " verify", " erase", " keep", " expire")]
STORE = [f"veracious {name} --help" for name in ("ingest", "find", "erase", "keep")]
COLLECTIONS = [f"veracious collections{part} --help" for part in ("", " list", " rebuild", " switch", " drop")]
DB = [f"veracious db{part} --help" for part in ("", " status", " start", " stop", " migrate", " move", " reembed", " sweep")]
SERVICE = [f"veracious {name} --help" for name in ("up", "serve", "worker")]
ACCESS = [
    f"veracious {name} --help"
    for name in (
        *("workspace", "workspace create", "workspace list", "workspace show", "workspace allow"),
        *("key", "key create", "key list", "key revoke", "person", "person add", "person list", "person remove"),
        *("provider", "provider set", "provider list", "provider drop"),
        "audit-log",
    )
]
TUTORIAL = "your-own-documents.md"
STORIES = (TUTORIAL, "erase-and-keep.md", "first-minute.md")  # whose commands belong together, and begin with an empty store
FIRST_ANSWER_SECONDS = 60
OURS = ("VERACIOUS_", "DATABASE_URL")
SCORE = re.compile(r"(?<=\s)\d\.\d{2,4}(?=\s)")
MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
RECORD = re.compile(r"(?<=^Record )\S+")
VARIES = re.compile(f"{SCORE.pattern}|{MOMENT.pattern}|{RECORD.pattern}")


def run(command: str, store: Path | None = None) -> list[str]:
    """The lines that a command prints, on a terminal of 80 columns; the settings of whoever runs the tests are none of the page's."""
    words = shlex.split(command)
    program = Path(sys.executable).parent / words[0]
    nobody = {"VERACIOUS_HOME": str(ROOT / "tests/docs/nobody"), "VERACIOUS_STORE": str(store or ROOT / "tests/docs/nowhere")}
    plain = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    environment = {**plain, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", **nobody}
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True, env=environment, cwd=ROOT)
    return [line.rstrip() for line in done.stdout.splitlines()]


def transcripts(*stories: str) -> list[tuple[str, str, list[str]]]:
    """Each documented call of our command, with the lines shown below it; of these stories, or of all other pages."""
    found = []
    for page in (page for page in PAGES if (page.name in stories if stories else page.name not in STORIES)):
        for block in re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                if command.startswith("veracious"):
                    found.append((page.name, command, [line.rstrip() for line in shown.rstrip().splitlines()]))
    return found


@pytest.mark.parametrize(("page", "command", "shown"), transcripts(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_documented_call_prints_what_the_page_shows(page: str, command: str, shown: list[str]) -> None:
    assert run(command) == shown


@pytest.mark.parametrize("page", STORIES)
def test_a_page_tells_what_happens_from_an_empty_store_on(page: str, tmp_path: Path) -> None:
    """Its commands one after the other; the first answer is there within a minute of the first command."""
    begun, answered = time.monotonic(), None
    try:
        for _, command, shown in transcripts(page):
            assert like(run(command, tmp_path / "store"), shown)
            if command.startswith("veracious find") and answered is None:
                answered = time.monotonic() - begun
    finally:
        run("veracious db stop", tmp_path / "store")
    assert page != TUTORIAL or (answered is not None and answered < FIRST_ANSWER_SECONDS)


def test_the_readme_shows_what_the_tutorials_show() -> None:
    """The tutorials are run; the README repeats whole lines of them, and writes `…` where it leaves lines out."""
    printed = {command: "\n".join(shown) for _, command, shown in transcripts(*STORIES)}
    repeated = re.findall(r"```text\n\$ (.+)\n([^`]+)```", (ROOT / "README.md").read_text("utf-8"))
    assert len(repeated) == 1
    for command, shown in repeated:
        parts = [part.strip("\n") for part in re.split(r"^…$", shown, flags=re.MULTILINE)]
        assert any(parts)
        assert [part for part in parts if part and f"\n{part}\n" not in f"\n{printed[command]}\n"] == []


def test_every_file_that_the_readme_links_to_is_there() -> None:
    for page in ("README.md", "CONTRIBUTING.md", "SECURITY.md"):
        linked = re.findall(r"\]\(([^):#]+)\)", (ROOT / page).read_text("utf-8"))
        assert [name for name in linked if not (ROOT / name).is_file()] == []


def like(lines: list[str], shown: list[str]) -> bool:
    """Whether lines are those of the page; a score may differ in its last digits, and a moment is any moment."""
    for line, told in zip(lines, shown, strict=False):
        assert VARIES.sub("#", line) == VARIES.sub("#", told)
        assert [float(one) for one in SCORE.findall(line)] == pytest.approx([float(one) for one in SCORE.findall(told)], abs=0.03)
    return len(lines) == len(shown)


@pytest.mark.parametrize(
    "command",
    ["veracious --help", *CLAIMS, *RECORDS, *ARCHIVE, *STORE, *COLLECTIONS, *DB, *SERVICE, *ACCESS, *CONFIG, *MODELS, *SOURCES, *EVAL],
)
def test_the_help_on_the_page_is_the_help(command: str) -> None:
    shown = COMMANDS.split(f"## `{command}`")[1].split("```text\n")[1].split("```")[0]
    assert [line for line in run(command) if line.strip()] == [line.rstrip() for line in shown.splitlines() if line.strip()]


def examples() -> list[tuple[str, str]]:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", REFUSALS, re.MULTILINE)
    return [(reason, text) for reason, cell in rows for text in re.findall(r"\*([^*]+)\*", cell)]


@pytest.mark.parametrize(("reason", "text"), examples())
def test_an_example_is_refused_for_the_reason_it_stands_under(reason: str, text: str) -> None:
    found = wiring.reader()(text, date(2026, 3, 15))
    assert isinstance(found, Refusal)
    assert found.reason == reason


def test_every_reason_has_its_row_and_its_message() -> None:
    assert all(f"| `{reason}` |" in REFUSALS for reason in Reason)
    assert [message for message in refuse.MESSAGES.values() if message not in REFUSALS] == []
    assert len(examples()) >= len(Reason) - 2  # the empty and the long text cannot be printed
