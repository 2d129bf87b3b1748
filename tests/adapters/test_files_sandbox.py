"""The cage keeps its limits, is replaced when it dies, and is given nothing of ours."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.adapters import papers
from veracious.adapters import text_decoding
from veracious.adapters.files import frames
from veracious.adapters.files.caps import MEGABYTE, Caps
from veracious.adapters.files.sandbox import Sandbox
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Unread
from veracious.domain.errors import ReaderMissing

SLOW = f"<html><body><p {' '.join(f'a{n}=1' for n in range(100_000))}>x</p></body></html>".encode()  # many seconds for libxml2
GOOD = papers.docx("Good.")


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(Caps()) as sandbox:
        yield sandbox


def refused(sandbox: Sandbox, format: str, content: bytes) -> NotRead:
    """How the cage refuses the content."""
    with pytest.raises(NotRead) as caught:
        sandbox.read(format, content)
    return caught.value


def test_one_process_reads_many_files(sandbox: Sandbox) -> None:
    for number in range(20):
        assert sandbox.read("docx", papers.docx(f"Number {number}.")).text == f"Number {number}."
        assert refused(sandbox, "docx", b"PK").reason is Unread.DAMAGED
    assert sandbox.started == 1


def test_a_file_that_overruns_is_refused_and_the_process_replaced() -> None:
    with Sandbox(Caps(seconds=1.0)) as sandbox:
        assert sandbox.read("docx", GOOD).text == "Good."
        first = sandbox.pid
        began = time.monotonic()
        assert refused(sandbox, "html", SLOW).reason is Unread.TOO_SLOW
        assert time.monotonic() - began < 3
        assert first is not None
        assert not Path(f"/proc/{first}").exists()
        assert sandbox.read("docx", GOOD).text == "Good."
        assert sandbox.started == 2


def test_files_that_share_a_deadline_are_refused_once_it_has_passed() -> None:
    """The second would be read at once, but the first has taken the time of both; no process is begun for it."""
    with Sandbox(Caps()) as sandbox:
        assert sandbox.read("docx", GOOD, until=time.monotonic() + 60.0).text == "Good."
        until = time.monotonic() + 0.5
        for content in (SLOW, GOOD):
            with pytest.raises(NotRead) as caught:
                sandbox.read("html", content, until=until)
            assert (caught.value.reason, caught.value.detail) == (Unread.TOO_SLOW, "no time was left for it")
        assert sandbox.started == 1


def test_a_file_that_wants_too_much_memory_is_refused() -> None:
    with Sandbox(Caps(memory_bytes=160 * MEGABYTE)) as sandbox:
        assert refused(sandbox, "html", b"<html><body>" + b"<i>x</i>" * 500_000).reason is Unread.TOO_MUCH_MEMORY
        assert sandbox.peak_bytes <= 160 * MEGABYTE
        assert sandbox.read("docx", GOOD).text == "Good."
        assert sandbox.started == 2


@pytest.mark.parametrize(
    ("number", "reason"),
    [(signal.SIGKILL, Unread.TOO_MUCH_MEMORY), (signal.SIGSEGV, Unread.CRASHED), (signal.SIGXCPU, Unread.TOO_SLOW)],
)
def test_a_process_that_dies_is_replaced(sandbox: Sandbox, number: signal.Signals, reason: Unread) -> None:
    sandbox.read("docx", GOOD)
    assert sandbox.pid is not None
    threading.Timer(0.3, os.kill, (sandbox.pid, number)).start()
    assert refused(sandbox, "html", SLOW).reason is reason
    assert sandbox.read("docx", GOOD).text == "Good."
    assert sandbox.started == 2


def test_a_process_that_died_between_two_files_costs_one_of_them(sandbox: Sandbox) -> None:
    sandbox.read("docx", GOOD)
    assert sandbox.pid is not None
    os.kill(sandbox.pid, signal.SIGKILL)
    time.sleep(0.1)
    assert refused(sandbox, "docx", GOOD).reason is Unread.TOO_MUCH_MEMORY
    assert sandbox.read("docx", GOOD).text == "Good."


def test_threads_share_a_cage(sandbox: Sandbox) -> None:
    read: list[str] = []
    threads = [threading.Thread(target=lambda n=n: read.append(sandbox.read("docx", papers.docx(f"{n}")).text)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(read) == [str(n) for n in range(8)]


def test_the_process_has_its_limits_and_nothing_of_ours(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://user:password@host/db")
    sandbox.read("docx", GOOD)
    place = Path(f"/proc/{sandbox.pid}")
    assert b"password" not in (place / "environ").read_bytes()
    limits = {line[:25].strip(): line[25:].split()[:2] for line in (place / "limits").read_text().splitlines()}
    assert limits["Max address space"] == [str(512 * MEGABYTE)] * 2
    for nothing in ("Max file size", "Max processes", "Max core file size"):
        assert limits[nothing] == ["0", "0"]
    assert limits["Max open files"] == ["64", "64"]
    assert limits["Max cpu time"][0].isdigit()
    assert os.readlink(place / "cwd") == "/"


def test_closing_ends_the_process() -> None:
    sandbox = Sandbox(Caps())
    sandbox.read("docx", GOOD)
    pid = sandbox.pid
    sandbox.close()
    sandbox.close()
    assert sandbox.pid is None
    assert not Path(f"/proc/{pid}").exists()


def test_a_process_whose_asker_is_gone_ends(sandbox: Sandbox) -> None:
    sandbox.read("docx", GOOD)
    pid, process = sandbox.pid, sandbox._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(5) == 0
    assert pid == process.pid


def test_a_library_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pypdf.py").write_text("raise ModuleNotFoundError('no pypdf', name='pypdf')")
    monkeypatch.syspath_prepend(tmp_path)
    with Sandbox(Caps()) as sandbox:
        with pytest.raises(ReaderMissing) as missing:
            sandbox.read("pdf", b"%PDF-1.7")
        assert missing.value.detail == "pypdf"
        assert sandbox.read("docx", GOOD).text == "Good."


@pytest.mark.parametrize(
    "worker",
    [
        "import os; os.write(1, b'\\x00\\x00\\x00\\x02{}')",  # a hello that says nothing
        "import sys; sys.exit(3)",
    ],
)
def test_a_process_that_does_not_start_is_a_fault_of_the_installation(worker: str, fake: Callable[[str], Sandbox]) -> None:
    with pytest.raises(ReaderMissing):
        fake(worker).read("pdf", b"")


HELLO = """
import os
from veracious.adapters.files import frames
os.write(1, frames.pack({"formats": ["pdf"], "missing": []}))
os.read(0, 9999)
"""


@pytest.mark.parametrize(
    "answer",
    [
        "b'\\xff\\xff\\xff\\xff'",
        "b'\\x00\\x00\\x00\\x05abcde'",
        "frames.pack({})",
        "frames.pack([])",
        "frames.pack({'peak': 1, 'last': False, 'document': None})",
        "frames.pack({'peak': 1, 'last': False, 'document': {'text': 7}})",
        "frames.pack({'peak': 1, 'last': False, 'document': {'text': 'a\\x00b'}})",
        "frames.pack({'peak': 1, 'last': False, 'document': {'text': 'x', 'surprise': 1}})",
        "frames.pack({'peak': 1, 'last': False, 'document': {'text': 'x' * 2000001}})",
        "frames.pack({'peak': 1, 'last': False, 'refused': {'reason': 'whim', 'detail': ''}})",
    ],
)
def test_an_answer_that_is_none_is_dropped(answer: str, fake: Callable[[str], Sandbox]) -> None:
    caught = refused(fake(f"{HELLO}os.write(1, {answer})\nos.read(0, 9999)"), "pdf", b"")
    assert (caught.reason, caught.detail) == (Unread.CRASHED, "an answer that is none")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Sandbox]]:
    """A cage with another process in it: one that a file has taken over."""
    import subprocess
    import sys

    real = subprocess.Popen
    cages: list[Sandbox] = []

    def make(code: str) -> Sandbox:
        monkeypatch.setattr(subprocess, "Popen", lambda _command, **more: real([sys.executable, "-c", code], **more))
        cages.append(Sandbox(Caps()))
        return cages[-1]

    yield make
    for sandbox in cages:
        sandbox.close()


def test_a_message_arrives_whole_or_in_time_not_at_all() -> None:
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    try:
        os.write(theirs, frames.pack({"a": "é"}))
        assert frames.receive(ours, 100, time.monotonic() + 1) == {"a": "é"}
        os.write(theirs, frames.pack({"a": "é"})[:-1])
        with pytest.raises(TimeoutError):
            frames.receive(ours, 100, time.monotonic() + 0.05)
        os.write(theirs, b"}" + frames.pack({"a": "x" * 200}))
        with pytest.raises(ValueError):
            frames.receive(ours, 100, time.monotonic() + 1)
    finally:
        os.close(ours)
        os.close(theirs)


def test_nobody_listening_is_a_matter_of_time_too() -> None:
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    try:
        with pytest.raises(TimeoutError):
            frames.send(theirs, b"x" * 10_000_000, time.monotonic() + 0.05)
    finally:
        os.close(ours)
        os.close(theirs)


@given(st.text())
def test_a_clean_text_stays_as_it_is(text: str) -> None:
    cleaned = text_decoding.clean(text)
    assert text_decoding.clean(cleaned) == cleaned
    cleaned.encode("utf-8")
    assert not set(cleaned) & set("\0\r\x0b\x0c\x85\u2028")


@given(st.binary(max_size=400))
def test_any_bytes_are_decoded_or_refused(content: bytes) -> None:
    try:
        decoded = text_decoding.decode(content)
    except NotRead:
        return
    assert not decoded.text or decoded.text.encode("utf-8")
