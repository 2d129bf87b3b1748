"""Names, links and things that are no files, made to lead a reader astray."""

import os
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.adapters.hostile import FACT, INGESTED, Case
from veracious.domain.document import Unread


def _link(target: str) -> Callable[[Path], None]:
    return lambda folder: (folder / "link.txt").symlink_to(target)


def _named(name: bytes) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(FACT.encode())

    return make


def _given(*paths: str) -> Callable[[Path], Sequence[str]]:
    return lambda folder: [path.replace("FOLDER", str(folder)) for path in paths]


def _socket(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        here = os.getcwd()
        os.chdir(folder)  # the name of a socket must be short
        try:
            one.bind("a.txt")
        finally:
            os.chdir(here)


def _ring(folder: Path) -> None:
    (folder / "a.txt").symlink_to("b.txt")
    (folder / "b.txt").symlink_to("a.txt")


def _ring_named(folder: Path) -> Sequence[str]:
    _ring(folder)
    return [str(folder / "a.txt")]


def _fifo(folder: Path) -> Sequence[str]:
    os.mkfifo(folder / "a")
    return [str(folder / "a")]


def _within(folder: Path) -> None:
    (folder / "real.txt").write_text(FACT)
    (folder / "link.txt").symlink_to("real.txt")
    (folder / "self").symlink_to(".")


def _outside(folder: Path) -> Sequence[str]:
    (folder / "secret.txt").write_text("secret")
    (folder / "given").mkdir()
    (folder / "given" / "up").symlink_to("..")
    (folder / "given" / "near.txt").symlink_to("../secret.txt")
    (folder / "given2").mkdir()
    (folder / "given" / "like").symlink_to(folder / "given2")  # a name that begins as the folder's does
    return [str(folder / "given")]


def _chain(folder: Path) -> None:
    """Links that lead out only at their end."""
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("c")
    (folder / "c").symlink_to("/etc")


def _hidden(folder: Path) -> None:
    (folder / ".git").mkdir()
    (folder / ".git" / "a.txt").write_text(FACT)
    (folder / ".env").write_text("SECRET=1")
    (folder / "...").write_text(FACT)


def _deep(folder: Path) -> None:
    """Folders in folders, deeper than a path may be long."""
    handle = os.open(folder, os.O_RDONLY)
    for _ in range(300):
        os.mkdir("folder-in-a-folder", dir_fd=handle)
        inner = os.open("folder-in-a-folder", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(handle)


def _many(folder: Path) -> None:
    for number in range(300):
        (folder / f"{number}.txt").write_text(FACT)


CASES = [
    Case("fifo", lambda folder: os.mkfifo(folder / "a.txt"), (Unread.NOT_A_FILE,)),
    Case("fifo-named", _fifo, (Unread.NOT_A_FILE,)),
    Case("socket", _socket, (Unread.NOT_A_FILE,)),
    Case("device", _given("/dev/zero"), (Unread.NOT_A_FILE,)),
    Case("device-linked", _link("/dev/zero"), (Unread.UNSAFE_PATH,)),
    Case("memory-of-the-process", _given("/proc/self/mem"), (Unread.UNREADABLE,)),
    Case("link-out-to-a-file", _link("/etc/passwd"), (Unread.UNSAFE_PATH,)),
    Case("link-out-to-a-folder", _link("/"), (Unread.UNSAFE_PATH,)),
    Case("link-out-by-dots", _link("../../../../../../../../etc/passwd"), (Unread.UNSAFE_PATH,)),
    Case("link-to-nothing", _link("nowhere"), (Unread.LINK,)),
    Case("links-in-a-ring", _ring, (Unread.LINK, Unread.LINK)),
    Case("links-within", _within, (Unread.LINK, INGESTED, Unread.LINK)),
    Case("links-to-the-folder-above", _outside, (Unread.UNSAFE_PATH,) * 3),
    Case("links-in-a-chain", _chain, (Unread.UNSAFE_PATH,) * 3),
    Case("hidden", _hidden, (Unread.HIDDEN,) * 3),
    Case("folders-deep", _deep, (Unread.TOO_DEEP,)),
    Case("many-files", _many, (INGESTED,) * 300),
    Case("name-with-line-break", _named(b"a\nb\r.txt"), (INGESTED,)),
    Case("name-with-controls", _named(b"\x1b[2J\x07\x7f.txt"), (INGESTED,)),
    Case("name-turned-round", _named("\u202etxt.exe\u2066.txt".encode()), (INGESTED,)),
    Case("name-not-utf-8", _named(b"caf\xe9\xff.txt"), (INGESTED,)),
    Case("name-surrogate", _named(b"\xed\xa0\x80.txt"), (INGESTED,)),
    Case("name-with-dots", _named(b"a..%2f..%2fetc%2fpasswd.txt"), (INGESTED,)),
    Case("name-backslashes", _named(b"C:\\..\\x.txt"), (INGESTED,)),
    Case("name-long", _named(b"x" * 251 + b".txt"), (INGESTED,)),
    Case("name-dash", _named(b"-"), (INGESTED,)),
    Case("given-nothing", _given("FOLDER/nowhere.txt"), (Unread.MISSING,)),
    Case("given-nul", _given("FOLDER/a\0b.txt"), (Unread.MISSING,)),
    Case("given-too-long", _given("FOLDER/" + "x" * 5000), (Unread.MISSING,)),
    Case("given-surrogate", _given("FOLDER/\udce9\ud800.txt"), (Unread.MISSING,)),
    Case("given-below-a-file", _given("/etc/passwd/x.txt"), (Unread.MISSING,)),
    Case("given-ring", _ring_named, (Unread.UNSAFE_PATH,)),
]
