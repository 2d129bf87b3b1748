"""The inside of the sandbox: a process that reads hostile files one after another, under limits it cannot lift.

It is given bytes and answers with JSON; it has no environment but the paths of its libraries, writes no file and starts no process.
"""

import contextlib
import gc
import json
import logging
import os
import re
import resource
import signal
import sys
import warnings
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeAlias

from veracious.adapters import text_decoding
from veracious.adapters.files import frames
from veracious.adapters.files.caps import Caps
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Document, Unread

FILES_AT_MOST = 500  # then a fresh process: libraries keep things
WORN_SHARE = 0.5  # of the memory allowed, ever used: then a fresh process too, with all of it to spend
FULL_SHARE = 0.85  # of the memory allowed, ever used: then a failure is one of memory, whatever a library calls it
SPARE_CPU_SECONDS = 5  # beyond the time allowed: an orphan, whom nobody kills, ends by itself
HANDLES = 64
DETAIL_CHARS = 160
ADDRESS = re.compile(r"\b(?:0x[0-9a-f]{8,}|\d{13,})\b")  # of something in memory: the same file is refused in the same words

Read: TypeAlias = Callable[[bytes, Caps, dict[str, Any]], Document]


def main() -> None:
    """Read what is sent until nothing more is."""
    caps = Caps(**json.loads(sys.argv[1]))
    asked, answers = _apart()
    _limit(caps)
    readers, missing = _readers()
    write = _writer(answers)
    write({"formats": list(readers), "missing": missing})
    _close()
    for number in range(1, FILES_AT_MOST + 1):
        try:
            request = json.loads(frames.take(asked, int.from_bytes(frames.take(asked, frames.LENGTH_BYTES), "big")))
            content = frames.take(asked, request["bytes"])
        except EOFError:
            return
        _allow(caps.seconds)
        answer = _answer(readers[request["format"]], content, caps, request)
        del content
        gc.collect()
        peak = _memory()
        is_last = number == FILES_AT_MOST or peak["VmPeak"] > WORN_SHARE * caps.memory_bytes
        write({**answer, "last": is_last, "peak": peak["VmHWM"]})
        if is_last:
            return


def _answer(read: Read, content: bytes, caps: Caps, request: dict[str, Any]) -> dict[str, Any]:
    """What a reader says of the content."""
    try:
        document = asdict(read(content, caps, request))
        days = {name: document[name] and document[name].isoformat() for name in ("published", "modified")}
        return {"document": {**document, **days}}
    except NotRead as refused:
        reason, detail = refused.reason, refused.detail
        final = reason not in (Unread.EMPTY, Unread.DAMAGED)
    except MemoryError:
        reason, detail, final = Unread.TOO_MUCH_MEMORY, "", True
    except RecursionError:
        reason, detail, final = Unread.TOO_DEEP, "", True
    except Exception as broken:  # a hostile file makes a library raise anything
        reason, detail, final = Unread.DAMAGED, text_decoding.title(f"{type(broken).__name__}: {broken}"), False
    if not final and _memory()["VmPeak"] > FULL_SHARE * caps.memory_bytes:
        reason, detail = Unread.TOO_MUCH_MEMORY, ""
    return {"refused": {"reason": reason, "detail": ADDRESS.sub("…", detail)[:DETAIL_CHARS]}}


def _readers() -> tuple[dict[str, Read], list[str]]:
    """The reader of each format, and the libraries that are not installed."""
    readers: dict[str, Read] = {}
    missing: list[str] = []
    for load in (_docx, _pdf, _html):
        try:
            readers.update(load())
        except ModuleNotFoundError as absent:
            missing.append(str(absent.name))
    gc.freeze()
    return readers, missing


def _docx() -> dict[str, Read]:
    from veracious.adapters.files import docx

    return {"docx": lambda content, caps, _: docx.read(content, caps)}


def _pdf() -> dict[str, Read]:
    from veracious.adapters.files import pdf

    return {"pdf": lambda content, caps, _: pdf.read(content, caps)}


def _html() -> dict[str, Read]:
    from veracious.adapters.files import html

    return {"html": lambda content, caps, request: html.read(content, caps, request.get("url"), request.get("charset") or "")}


def _apart() -> tuple[int, int]:
    """Handles of its own for requests and answers; what a library prints goes nowhere."""
    asked, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nowhere, handle)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    return asked, answers


def _limit(caps: Caps) -> None:
    """Limits that hold from the first import on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who asks decides when to stop
    with contextlib.suppress(ValueError, OSError):  # not every system can limit address space; time and size are limited everywhere
        _lower(resource.RLIMIT_AS, caps.memory_bytes)
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_NOFILE, HANDLES)


def _close() -> None:
    """Limits that hold once everything is imported, which may write compiled modules."""
    _lower(resource.RLIMIT_FSIZE, 0)
    _lower(resource.RLIMIT_NPROC, 0)


def _lower(kind: int, value: int) -> None:
    """A limit for good: what is lowered cannot be raised again."""
    hard = resource.getrlimit(kind)[1]
    lowest = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (lowest, lowest))


def _allow(seconds: float) -> None:
    """As much processor time from now on as one file may take."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    until = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]) + seconds) + SPARE_CPU_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (until if hard == resource.RLIM_INFINITY else min(until, hard), hard))


def _writer(handle: int) -> Callable[[dict[str, Any]], None]:
    def write(message: dict[str, Any]) -> None:
        rest = memoryview(frames.pack(message))
        while rest:
            rest = rest[os.write(handle, rest) :]

    return write


def _memory() -> dict[str, int]:
    """The most address space and memory this process ever had, in bytes."""
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:
            found = re.findall(r"^(VmPeak|VmHWM):\s+(\d+) kB", status.read(), re.MULTILINE)
        return {name: int(size) * 1024 for name, size in found}
    except OSError:  # a system without /proc
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {"VmPeak": used, "VmHWM": used}


if __name__ == "__main__":
    main()
