"""The tutorial of the service, command by command as it is printed, on a real machine with nothing but the package."""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.docs import following

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/tutorial/a-fact-checking-service.md").read_text("utf-8")
BLOCK = re.compile(r"```(sh|json|text|python)\n(.*?)```", re.DOTALL)
INSTALLING = ("make install", "source .venv/bin/activate")  # done before, by whoever runs the tests
SECONDS = 300


def script() -> tuple[str, list[tuple[str, str]]]:
    """The commands of the page as one script that says where each block begins, and what the page shows below a block."""
    lines, shown = ["set -eu", "set -o pipefail"], list[tuple[str, str]]()
    for number, (kind, text) in enumerate(BLOCK.findall(PAGE)):
        if kind == "sh":
            lines += [f"echo; echo '== {number}'", *(line for line in text.splitlines() if line not in INSTALLING)]
        elif kind == "python":
            lines += [f"echo; echo '== {number}'", f"python - <<'PROGRAM'\n{text}PROGRAM"]
        else:
            shown.append((str(number - 1), text.strip()))
    return "\n".join(lines), shown


@pytest.fixture
def told(tmp_path: Path) -> dict[str, str]:
    """What each block printed."""
    with (tmp_path / "out").open("w+", encoding="utf-8") as out:
        process = subprocess.Popen(
            ["bash", "-m", "-c", script()[0]],
            env=following.environment(tmp_path),
            cwd=tmp_path,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
        try:
            code = process.wait(SECONDS)
        finally:
            for number in (signal.SIGTERM, signal.SIGKILL):
                if process.poll() is None:
                    os.killpg(process.pid, number)
        out.seek(0)
        said = out.read()
    assert code == 0, said
    parts = re.split(r"^== (\d+)\n", said, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.skipif(shutil.which("curl") is None, reason="the tutorial asks with curl")
def test_the_tutorial_does_what_it_says(told: dict[str, str]) -> None:
    for block, expected in script()[1]:
        assert expected in told[block], (expected, told[block])
    whole = "".join(told.values())
    assert "event: finished" in whole
    assert "The Brisa lighthouse is 23 metres tall." in whole
    assert re.search(r"^completed\w* refuted$", whole, re.MULTILINE), whole
