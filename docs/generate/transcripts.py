"""Run the commands that a page shows, and write below each what it prints: `python -m docs.generate.transcripts PAGE`.

For commands that need no store. What a page says is checked by `tests/docs/test_transcripts.py`; this is for writing it anew.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"(```console\n)(.*?)(```)", re.DOTALL)
HELP = re.compile(r"(## `(veracious [^`]*--help)`\n\n```text\n)(.*?)(```)", re.DOTALL)
OURS = ("VERACIOUS_", "DATABASE_URL")


def renewed(text: str) -> str:
    """The page with what our commands print now, their manual pages too; other commands stay as they are."""
    text = HELP.sub(lambda page: page[1] + _printed(page[2]).rstrip("\n") + "\n" + page[4], text)
    return BLOCK.sub(lambda block: block[1] + "".join(map(_told, re.split(r"^(?=\$ )", block[2], flags=re.MULTILINE))) + block[3], text)


def _told(part: str) -> str:
    command = part.partition("\n")[0]
    return f"{command}\n{_printed(command.removeprefix('$ '))}" if command.startswith("$ veracious") else part


def _printed(command: str) -> str:
    """What the command prints on a terminal of 80 columns, whoever's settings there are."""
    words = shlex.split(command)
    plain = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    environment = {**plain, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb", "VERACIOUS_HOME": str(ROOT / "tests/docs/nobody")}
    program = Path(sys.executable).parent / words[0]
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True, env=environment, cwd=ROOT)  # noqa: S603
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(renewed(page.read_text("utf-8")), "utf-8")
