"""The cage: one warm process in which hostile files are read; one that dies or overruns is replaced, and its file refused.

What comes out of it is no more trusted than the file: it is built by its type, and a text that is not as readers make it is dropped.
A file that took the process over could change what is read after it, so a cage serves one workspace only.
"""

import json
import math
import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import asdict
from typing import Any

from veracious.adapters import json_values, text_decoding
from veracious.adapters.files import frames
from veracious.adapters.files.caps import MEGABYTE, Caps
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Document, Unread
from veracious.domain.errors import ReaderMissing, SourceMalformed

START_SECONDS = 60.0  # to import everything on a busy machine
UTF8_BYTES = 4  # of a character at most
DYING_SECONDS = 5.0  # between closing its pipes and being gone
HELLO_BYTES = 64 * 1024


class Sandbox:
    """Reads hostile bytes in a process of its own. Safe to share between threads, which then wait for each other."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._process: subprocess.Popen[bytes] | None = None
        self._formats: tuple[str, ...] = ()  # that its libraries read
        self._missing: tuple[str, ...] = ()  # libraries
        self._lock = threading.Lock()
        self.peak_bytes = 0  # the most memory any of its processes had
        self.started = 0  # processes so far

    def read(self, format: str, content: bytes, url: str | None = None, charset: str = "", until: float | None = None) -> Document:
        """The document that these bytes are; `NotRead` when they are none, or ask for too much.

        The limit of time is that of the caps, or `until` on the monotonic clock, whichever comes first.
        """
        with self._lock:
            if until is not None and time.monotonic() >= until:
                raise NotRead(Unread.TOO_SLOW, "no time was left for it")
            process = self._process or self._start()
            deadline = min(time.monotonic() + self._caps.seconds, math.inf if until is None else until)
            request = {"format": format, "bytes": len(content), "url": url, "charset": charset}
            if format not in self._formats:
                raise ReaderMissing(", ".join(self._missing))
            try:
                answer = self._ask(process, request, content, deadline)
            except TimeoutError as overran:
                self._end(process)
                raise NotRead(Unread.TOO_SLOW, _overrun(self._caps.seconds, deadline == until)) from overran
            except (EOFError, BrokenPipeError) as died:
                raise _death(self._end(process, DYING_SECONDS)) from died
            except BaseException as broken:  # garbage, or the one who asks was interrupted: either way the process is out of step
                self._end(process)
                if isinstance(broken, ValueError | RecursionError):
                    raise NotRead(Unread.CRASHED, "an answer that is none") from broken
                raise
            return self._judge(process, answer)

    @property
    def pid(self) -> int | None:
        """The process there is now, if there is one."""
        return self._process.pid if self._process else None

    def close(self) -> None:
        """End the process."""
        with self._lock:
            if self._process is not None:
                self._end(self._process)

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> subprocess.Popen[bytes]:
        """A fresh process, ready to be asked."""
        process = subprocess.Popen(  # noqa: S603 -- our own module, by our own interpreter
            [sys.executable, "-P", "-m", "veracious.adapters.files.worker", json.dumps(asdict(self._caps))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd="/",
            env=_environment(),
            start_new_session=True,  # an interrupt from the keyboard is for the one who asks
        )
        self._process = process
        self.started += 1
        try:
            for handle in _handles(process):
                os.set_blocking(handle, False)
            hello = frames.receive(_handles(process)[1], HELLO_BYTES, time.monotonic() + START_SECONDS)
            self._formats, self._missing = tuple(hello["formats"]), tuple(hello["missing"])
        except (EOFError, TimeoutError, ValueError, KeyError) as failed:
            self._end(process)
            raise ReaderMissing("the process that reads files does not start") from failed
        return process

    def _ask(self, process: subprocess.Popen[bytes], request: dict[str, Any], content: bytes, deadline: float) -> Any:
        asked, answers = _handles(process)
        frames.send(asked, frames.pack(request), deadline)
        frames.send(asked, content, deadline)
        # Text, and links and the rest of it, in UTF-8; the reader itself refuses what is longer.
        return frames.receive(answers, UTF8_BYTES * self._caps.characters * 2 + 4 * MEGABYTE, deadline)

    def _judge(self, process: subprocess.Popen[bytes], answer: Any) -> Document:
        """The document of an answer, if it is one."""
        try:
            self.peak_bytes = max(self.peak_bytes, int(answer["peak"]))
            is_last, refused = bool(answer["last"]), answer.get("refused")
            document: Document | None = None if refused else json_values.build(answer["document"], Document)
            reason = Unread(refused["reason"]) if refused else None
            if document and (text_decoding.clean(document.text) != document.text or len(document.text) > self._caps.characters):
                raise ValueError("a text that no reader makes")
        except (KeyError, TypeError, ValueError, AttributeError, SourceMalformed) as broken:
            self._end(process)
            raise NotRead(Unread.CRASHED, "an answer that is none") from broken
        if is_last:
            self._end(process)
        if reason is not None:
            raise NotRead(reason, text_decoding.title(str(refused["detail"])))
        assert document is not None  # noqa: S101 -- one of the two is there
        return document

    def _end(self, process: subprocess.Popen[bytes], patience: float = 0.0) -> int:
        """Make sure that a process is gone; how it ended, if it ended by itself within so many seconds."""
        self.peak_bytes = max(self.peak_bytes, _peak(process.pid))
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        self._process = None
        try:
            return process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return 0


def _handles(process: subprocess.Popen[bytes]) -> tuple[int, int]:
    """Where to ask and where to listen."""
    assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 -- both were asked for
    return process.stdin.fileno(), process.stdout.fileno()


def _environment() -> dict[str, str]:
    """Nothing of ours but where the libraries are; the same order of sets and the same time zone everywhere."""
    kept = {name: os.environ[name] for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "LD_LIBRARY_PATH") if name in os.environ}
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    return {**kept, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def _overrun(seconds: float, is_shared: bool) -> str:
    """What is said of a file that took too long: by itself, or with those that were read before it."""
    return "no time was left for it" if is_shared else f"more than {seconds:g} seconds"


def _death(code: int) -> NotRead:
    """What the end of a process says of the file it was reading."""
    if code == -signal.SIGXCPU:
        return NotRead(Unread.TOO_SLOW, "processor time")
    if code == -signal.SIGKILL:  # not by us: the system was out of memory
        return NotRead(Unread.TOO_MUCH_MEMORY, "of the machine")
    return NotRead(Unread.CRASHED, f"signal {-code}" if code < 0 else f"code {code}")


def _peak(pid: int) -> int:
    """The most memory a living process had, in bytes; 0 when it cannot be known."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            found = re.search(r"^VmHWM:\s+(\d+) kB", status.read(), re.MULTILINE)
        return int(found[1]) * 1024 if found else 0
    except OSError:
        return 0
