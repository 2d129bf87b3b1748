"""What the service writes into its log when something fails: where, of which job, and never what was asked."""

import io
import json
from datetime import UTC, datetime

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
