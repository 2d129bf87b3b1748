"""What the service writes into its log when something fails: where, of which job, and never what was asked."""

import io
import json
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from veracious.domain.job import Job, JobState, Kind
from veracious.faces.logs import frames, logger
from veracious.faces.worker import run

PRIVATE = "sk-the-key and the text of a tenant"
JOB = Job("j1", "w1", Kind.VERIFICATION, JobState.RUNNING, datetime(2026, 11, 17, tzinfo=UTC), tries=2)


def _inner() -> None:
    raise KeyError(PRIVATE)


def _raised() -> Exception:
    try:
        try:
            _inner()
        except KeyError as inner:
            raise RuntimeError(PRIVATE) from inner
    except RuntimeError as outer:
        return outer
    raise AssertionError


def test_frames_say_where_each_error_of_a_chain_was_raised() -> None:
    found = frames(_raised())
    assert any("test_logs.py" in frame and frame.endswith(" _raised") for frame in found)
    at = found.index("because of KeyError")
    assert any(frame.endswith(" _inner") for frame in found[at:])


def test_a_job_that_failed_is_one_line_of_json_without_a_text_of_anybody() -> None:
    stream = io.StringIO()
    run._job_failed(logger(stream).info, JOB, _raised())
    (line,) = stream.getvalue().splitlines()
    told = json.loads(line)
    assert (told["event"], told["job"], told["workspace"], told["kind"], told["tries"]) == ("job_failed", "j1", "w1", "verification", 2)
    assert told["error"] == "RuntimeError"
    assert told["frames"][-1].endswith(" _inner")
    assert PRIVATE not in line


def test_a_line_is_written_in_one_piece() -> None:
    """Others may write into the same file: the words and the end of a line must not come apart."""
    pieces: list[str] = []

    class Unbuffered(io.StringIO):
        def write(self, text: str) -> int:
            pieces.append(text)
            return len(text)

    logger(Unbuffered()).info("job_begun", job="j1")
    assert len(pieces) == 1
    assert pieces[0].endswith("}\n")


def test_a_line_that_cannot_be_written_fails_nobody(tmp_path: Path) -> None:
    """On a full disk, or into a pipe that is closed, it is lost; the next one is written when there is room again."""
    with open("/dev/full", "w") as full:
        log = logger(full)
        log.info("job_begun", job="j1")
        full.write("shown that it is full")
        with pytest.raises(OSError, match="No space"):
            full.flush()
        with suppress(OSError):
            full.close()
    closed = (tmp_path / "log").open("w")
    closed.close()
    logger(closed).info("job_begun", job="j1")


CRASHING = """
import logging, sys, threading, warnings
from veracious.faces import logs
log = logs.logger()
logs.install(log)
logging.getLogger("uvicorn.error").warning("the text of a tenant")
warnings.warn("the text of a tenant")
try:
    raise KeyError("the text of a tenant")
except KeyError:
    logging.getLogger("somebody").exception("the text of a tenant")
from dbos._logger import dbos_logger, init_logger
init_logger()
dbos_logger.error("the text of a tenant")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
raise RuntimeError("the text of a tenant")
"""


def test_what_libraries_write_and_what_nobody_caught_are_lines_of_json_without_their_words() -> None:
    done = subprocess.run([sys.executable, "-W", "default", "-c", CRASHING], capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [(one["event"], one.get("logger"), one.get("error")) for one in lines] == [
        ("library", "uvicorn.error", None),
        ("library", "py.warnings", None),
        ("library", "somebody", "KeyError"),
        ("library", "dbos", None),
        ("crashed", None, "ZeroDivisionError"),
        ("crashed", None, "RuntimeError"),
    ]
    assert all(one["timestamp"] and one["level"] for one in lines)
    assert "tenant" not in done.stderr
    assert done.returncode == 1
