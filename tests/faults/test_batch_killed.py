"""A batch that is killed goes on where it was: every claim answered once, none that was finished asked again."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

COMMAND = Path(sys.executable).parent / "veracious"
STORY = "The Orla River bridge in Port Ellery opened on 4 May 2021. It is 412 metres long and cost 38 million crowns.\n"
AFTER = 3  # answers at least before a kill


def start(place: Path, out: Path) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("VERACIOUS_", "DATABASE_URL"))}
    command = [str(word) for word in (COMMAND, "verify", "--jsonl", "--docs", place / "docs", "--credibility", "0.95", "--out", out)]
    with (place / "claims.jsonl").open("rb") as given:
        return subprocess.Popen(command, stdin=given, stderr=subprocess.DEVNULL, env={**environment, "VERACIOUS_THREADS": "1"})


@pytest.mark.parametrize(("many", "kills"), [(30, 1), pytest.param(500, 5, marks=pytest.mark.long)])
def test_a_killed_batch_goes_on(many: int, kills: int, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/story.txt").write_text(STORY, "utf-8")
    lines = [{"id": f"c{number}", "claim": f"The Orla River bridge is {300 + number} metres long."} for number in range(many)]
    (tmp_path / "claims.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    out, random = tmp_path / "out.jsonl", Random(many)
    for turn in range(kills):
        before = out.read_bytes().count(b"\n") if out.exists() else 0
        wanted = min(many - 1, before + AFTER + random.randrange(max(1, (many - before) // (kills + 1 - turn))))
        running = start(tmp_path, out)
        while running.poll() is None and (out.read_bytes().count(b"\n") if out.exists() else 0) < wanted:
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
        running.wait()
        kept = out.read_bytes()
        assert kept.count(b"\n") < many, "it was done before it was killed"
        whole = kept[: kept.rfind(b"\n") + 1]
        assert [json.loads(line)["id"] for line in whole.splitlines()]
        (tmp_path / f"kept{turn}").write_bytes(whole)
    assert start(tmp_path, out).wait() == 0
    found = out.read_bytes()
    assert all(found.startswith((tmp_path / f"kept{turn}").read_bytes()) for turn in range(kills))
    assert sorted(json.loads(line)["id"] for line in found.splitlines()) == sorted(line["id"] for line in lines)
    verdicts = {one["id"]: one["verdict"] for one in map(json.loads, found.splitlines())}
    assert verdicts.get("c112", "supported") == "supported"
    assert verdicts["c7"] != "supported"
