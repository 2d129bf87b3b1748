"""`veracious verify --web` on the loopback internet: the real command, a real store, real sites."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.internet import CREDIBILITY, Internet
from tests.internet.claims import AS_OF
from tests.internet.command import variables

CLAIM = "The Brisa lighthouse is 23 metres tall."
SECONDS = 180


@pytest.fixture(scope="module")
def internet() -> Iterator[Internet]:
    with Internet() as running:
        yield running


class PrivateStore:
    """A user with a store of their own, who knows the papers of the country."""

    def __init__(self, folder: Path, internet: Internet) -> None:
        own = {"VERACIOUS_STORE": str(folder / "store"), "VERACIOUS_HOME": str(folder / "home"), "COLUMNS": "200"}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("VERACIOUS_", "DATABASE_URL"))}
        self.environment = {**kept, **own, **variables(internet)}
        self.folder = folder

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "tests.internet.command", *arguments]
        return subprocess.Popen(
            command, env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=Path(__file__).parents[2]
        )

    def run(self, *arguments: str, seconds: float = SECONDS) -> tuple[int, str, str]:
        process = self.start(*arguments)
        out, error = process.communicate(timeout=seconds)
        return process.returncode, out, error

    def asked(self, *arguments: str) -> dict[str, Any]:
        code, out, error = self.run("verify", "--web", "--json", *arguments)
        assert code in (0, 2), error
        found: dict[str, Any] = json.loads(out)
        return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, internet: Internet) -> Iterator[PrivateStore]:
    made = PrivateStore(tmp_path_factory.mktemp("web"), internet)
    assert made.run("db", "start")[0] == 0
    table = made.folder / "sources.csv"
    table.write_text("domain,credibility\n" + "".join(f"{name},{sure}\n" for name, sure in CREDIBILITY.items()), "utf-8")
    code, _, error = made.run("sources", "import", str(table))
    assert code == 0, error
    yield made
    made.run("db", "stop")


def test_what_the_store_lacks_is_searched_read_kept_and_not_asked_for_again(home: PrivateStore, internet: Internet) -> None:
    """The first run reads the web, the second rests on what was kept and asks nobody, the third is years later and searches again."""
    before = len(internet.log)
    first = home.asked("--as-of", AS_OF.isoformat(), CLAIM)
    assert (first["outcome"], first["verdict"]) == ("completed", "supported")
    assert len(internet.log) > before
    before = len(internet.log)
    second = home.asked("--as-of", AS_OF.isoformat(), CLAIM)
    assert (second["outcome"], second["verdict"]) == ("completed_from_cache", "supported")
    assert len(internet.log) == before
    third = home.asked("--as-of", AS_OF.replace(year=AS_OF.year + 5).isoformat(), CLAIM)
    assert third["outcome"] == "completed"
    assert third["searches"]
    assert len(internet.log) > before


def test_queries_and_pages_are_told_while_they_are_asked(home: PrivateStore) -> None:
    code, out, error = home.run(
        "verify", "--web", "--as-of", AS_OF.isoformat(), "The tanker Aurelia ran aground off Brisa on 3 April 2026."
    )
    assert code == 0, error
    assert "searching" in error
    assert "reading" in error
    assert "pages 1" in error
    assert "Supported" in out


def test_the_key_ends_a_run_with_what_is_known(home: PrivateStore, internet: Internet) -> None:
    """A search that never answers, and Ctrl-C: the run ends at once, as partial, and a second key is not needed."""
    internet.fail("tavily", "never")
    try:
        process = home.start(
            "verify", "--web", "--json", "--as-of", AS_OF.isoformat(), "The Northquay fish factory in Brisa is still open."
        )
        before, deadline = len(internet.asked("tavily")), time.monotonic() + SECONDS
        while len(internet.asked("tavily")) == before:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(0.3)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=SECONDS)
    finally:
        internet.mend()
    assert json.loads(out)["outcome"] == "partial", error
    assert time.monotonic() - pressed < 20
