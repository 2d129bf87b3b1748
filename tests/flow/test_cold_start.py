"""From nothing to the first verdict, in a process of its own with a server that is not running yet: how long, and where the time goes."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.demo import negations
from tests.flow.test_verify_speed import engine
from veracious import app, wiring

pytestmark = pytest.mark.long

ROUNDS = 3
CHILD = """
import sys, time
marks = [("the interpreter", time.time())]
import asyncio
from datetime import date
from veracious import app, wiring
from veracious.domain.store import Scope
marks.append(("imports", time.time()))
wiring.lexicon()
marks.append(("word lists", time.time()))
wiring.minds()
marks.append(("models", time.time()))
checker = wiring.over_store(Scope(collections=("documents",)), "speed")
marks.append(("the server of the store", time.time()))
found = asyncio.run(checker.verify(sys.argv[2], date.fromisoformat(sys.argv[3])))
marks.append(("the run", time.time()))
import json
before, parts = float(sys.argv[1]), {}
for name, at in marks:
    parts[name], before = at - before, at
print(json.dumps({"outcome": found.outcome, "parts": parts}))
"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A private server with the made-up world in it, stopped again."""
    for name in ("DATABASE_URL", "VERACIOUS_OWNER_URL", "VERACIOUS_MODELS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VERACIOUS_STORE", str(tmp_path / "store"))
    wiring.addresses.cache_clear()
    wiring.database.cache_clear()
    asyncio.run(engine())
    wiring.database().close()
    app.store.stop()
    yield
    app.store.stop()
    wiring.addresses.cache_clear()
    wiring.database.cache_clear()


def test_the_first_verdict(store: None) -> None:
    pair, told = negations.pairs()[0], []
    for _ in range(ROUNDS):
        arguments = [str(time.time()), pair.claim, str(pair.as_of)]
        done = subprocess.run([sys.executable, "-c", CHILD, *arguments], capture_output=True, text=True, check=True, env=os.environ)
        told.append(json.loads(done.stdout.splitlines()[-1]))
        app.store.stop()
    assert {one["outcome"] for one in told} <= {"completed", "completed_from_cache"}
    best = min((one["parts"] for one in told), key=lambda parts: sum(parts.values()))
    largest = sorted(best.items(), key=lambda part: -part[1])
    print(f"\ncold start to first verdict {sum(best.values()):.1f} s: " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in largest))
    assert sum(best.values()) < 60
