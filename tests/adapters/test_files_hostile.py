"""Files made to break a reader are read, or refused for the right reason, within the caps; and the reader goes on."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.adapters import hostile
from tests.adapters.hostile import FACT, INGESTED, Case
from tests.adapters.papers import docx
from veracious.adapters.files.caps import Caps
from veracious.adapters.files.read import Files
from veracious.domain.document import Document, Refused

CAPS = Caps()
CASES = hostile.every()
GRACE_SECONDS = 5.0  # to kill a process and to notice
FACT_BROKEN = {"utf-8-broken.txt", "changed-4.pdf"}  # by a changed byte


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    with Files(CAPS) as files:
        yield files


def check(case: Case, results: list[Document | Refused], seconds: float) -> None:
    """What became of the files is what must, and nothing came in from outside."""
    assert [str(one.reason) if isinstance(one, Refused) else INGESTED for one in results] == list(map(str, case.expected)), results[:5]
    assert seconds < CAPS.seconds + GRACE_SECONDS
    for one in results:
        assert one.name.isprintable()
        one.name.encode("utf-8")
        if isinstance(one, Document):
            one.text.encode("utf-8")
            assert len(one.text) <= CAPS.characters
            assert "\0" not in one.text
            assert "\r" not in one.text
            assert "root:" not in one.text  # of /etc/passwd
            assert "secret" not in one.text
            assert FACT in one.text or len(results) > 1 or case.name in FACT_BROKEN


@pytest.mark.parametrize("case", [case for case in CASES if not case.is_long], ids=lambda case: case.name)
def test_a_hostile_file_is_read_or_refused_for_the_right_reason(case: Case, files: Files, tmp_path: Path) -> None:
    given = case.make(tmp_path) or [str(tmp_path)]
    began = time.monotonic()
    results = list(files.read(given))
    check(case, results, time.monotonic() - began)
    assert files.sandbox.peak_bytes <= CAPS.memory_bytes
    good = files.parse(docx(FACT), "good.docx")
    assert isinstance(good, Document)
    assert good.text == FACT


def test_the_suite_is_as_large_as_promised() -> None:
    assert len(CASES) >= 60
    assert sum(not case.is_long for case in CASES) >= 40


def test_nothing_hostile_was_unpacked_or_left_behind() -> None:
    assert not Path("/tmp/out").exists()  # noqa: S108 -- where the path tricks point


@pytest.mark.long
def test_every_hostile_file_stays_within_seconds_and_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole suite through one reader, with the time and the memory of each file, in the cage and out of it."""
    rows = []
    with Files(CAPS) as files:
        for number, case in enumerate(CASES):
            folder = tmp_path / str(number)
            folder.mkdir()
            given = case.make(folder) or [str(folder)]
            files.sandbox.peak_bytes = 0
            forget(files.sandbox.pid)
            before = forget(None)
            began = time.monotonic()
            results = list(files.read(given))
            seconds = time.monotonic() - began
            check(case, results, seconds)
            caged, own = files.sandbox.peak_bytes, memory(None)["VmHWM"] - before
            assert caged <= CAPS.memory_bytes
            assert own <= CAPS.memory_bytes
            rows.append((case, seconds, caged, own, results))
        started = files.sandbox.started
    with capsys.disabled():
        print(f"\n{'file':34} {'seconds':>7} {'cage MB':>7} {'own MB':>6}  outcome")
        for case, seconds, caged, own, results in rows:
            last = results[-1]
            outcome = f"{last.reason}: {last.detail}" if isinstance(last, Refused) else f"{INGESTED}, {len(last.text):,} characters"
            print(f"{case.name:34} {seconds:7.2f} {caged >> 20:7} {own >> 20:6}  {outcome[:90]}")
        print(
            f"{len(rows)} cases, {sum(row[1] for row in rows):.0f} s in all, slowest {max(row[1] for row in rows):.1f} s, "
            f"most memory {max(row[2] for row in rows) >> 20} MB in the cage and {max(row[3] for row in rows) >> 20} MB out of it, "
            f"{started} processes"
        )


def memory(pid: int | None) -> dict[str, int]:
    """The memory of a process now and at its most, in bytes."""
    status = Path(f"/proc/{pid or 'self'}/status").read_text()
    return {name: int(size) * 1024 for name, size in re.findall(r"^(VmHWM|VmRSS):\s+(\d+) kB", status, re.MULTILINE)}


def forget(pid: int | None) -> int:
    """Let the kernel count the most memory of a process from now on; what it has now."""
    place = Path(f"/proc/{pid or 'self'}/clear_refs")
    if place.exists():
        place.write_text("5")
    return memory(pid).get("VmRSS", 0) if place.exists() else 0
