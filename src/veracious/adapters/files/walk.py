"""From what was named to the files to read, in the order of their names.

1. What was named itself is trusted: it may be a link, and it may be hidden. `-` is standard input.
2. Below a named folder nothing is trusted. A folder is entered, and a file opened, only through its parent's handle and only if it is no
   link, so that nothing outside the folder is ever opened, even if somebody swaps a folder for a link meanwhile.
3. What is no plain file is refused before it is opened: opening a pipe waits, and opening a device may do things.
"""

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from veracious.adapters import names
from veracious.adapters.files.caps import Caps
from veracious.domain.document import Refused, Unread

STANDARD_INPUT = "-"
_FILE = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that is open for reading, until the next one is asked for."""

    name: str  # as it is shown
    file_name: str  # the last part of it as it is on the disk; empty for standard input
    size: int | None  # none: not known before it is read
    stream: BinaryIO


@dataclass(frozen=True, slots=True)
class _Place:
    """A folder below the one that was named."""

    root: str  # the named folder, its own links resolved
    path: str  # within the root
    name: str  # as it is shown
    depth: int


def find(paths: Sequence[str], caps: Caps, stdin: BinaryIO | None = None) -> Iterator[Opened | Refused]:
    """The files to read, each open while it is looked at, and what was passed over."""
    for one in paths:
        if one == STANDARD_INPUT and stdin is not None:
            yield Opened("standard input", "", None, stdin)
        else:
            yield from _named(one, caps)


def _named(path: str, caps: Caps) -> Iterator[Opened | Refused]:
    try:
        root = os.path.realpath(path)
        shown = names.show(os.path.basename(root) if os.path.basename(path) in ("", ".", "..") else os.path.basename(path)) or "/"
        is_folder = stat.S_ISDIR(os.stat(path).st_mode)
        handle = os.open(path, _FOLDER) if is_folder else None
    except (OSError, ValueError) as failed:
        yield _refused(names.show(path), failed)
        return
    if handle is None:
        yield from _file(path, shown, None)
    else:
        yield from _folder(handle, _Place(root, "", shown, 0), caps)


def _folder(handle: int, place: _Place, caps: Caps) -> Iterator[Opened | Refused]:
    """Everything in a folder; its handle is closed."""
    try:
        with os.scandir(handle) as entries:
            listed = sorted(entries, key=lambda entry: os.fsencode(entry.name))
        for entry in listed:
            yield from _entry(entry, handle, place, caps)
    except OSError as failed:
        yield _refused(place.name, failed)
    finally:
        os.close(handle)


def _entry(entry: os.DirEntry[str], parent: int, place: _Place, caps: Caps) -> Iterator[Opened | Refused]:
    shown = f"{place.name}/{names.show(entry.name)}"
    if entry.name.startswith("."):
        yield Refused(shown, Unread.HIDDEN)
    elif entry.is_symlink():
        yield _link(place, entry.name, shown)
    elif not entry.is_dir(follow_symlinks=False):
        yield from _file(entry.name, shown, parent)
    elif place.depth + 1 > caps.folder_depth:
        yield Refused(shown, Unread.TOO_DEEP, f"more than {caps.folder_depth} folders in each other")
    else:
        try:
            handle = os.open(entry.name, _FOLDER | os.O_NOFOLLOW, dir_fd=parent)
        except OSError as failed:
            yield _refused(shown, failed)
            return
        inner = replace(place, path=os.path.join(place.path, entry.name), name=shown, depth=place.depth + 1)
        yield from _folder(handle, inner, caps)


def _file(path: str, shown: str, parent: int | None) -> Iterator[Opened | Refused]:
    """The file, opened, if it is one; below a named folder no link is followed."""
    inside = parent is not None
    try:
        if not stat.S_ISREG(os.stat(path, dir_fd=parent, follow_symlinks=not inside).st_mode):
            yield Refused(shown, Unread.NOT_A_FILE)
            return
        stream = os.fdopen(os.open(path, _FILE | (os.O_NOFOLLOW if inside else 0), dir_fd=parent), "rb")
    except OSError as failed:
        yield _refused(shown, failed)
        return
    with stream:
        about = os.fstat(stream.fileno())
        if stat.S_ISREG(about.st_mode):
            yield Opened(shown, os.path.basename(path), about.st_size, stream)
        else:
            yield Refused(shown, Unread.NOT_A_FILE)


def _link(place: _Place, name: str, shown: str) -> Refused:
    """Why a link is not followed; where it leads is looked up for the reason alone."""
    try:
        target = os.path.realpath(os.path.join(place.root, place.path, name), strict=True)
    except OSError:
        return Refused(shown, Unread.LINK, "leads nowhere")
    inside = os.path.commonpath((place.root, target)) == place.root
    return Refused(shown, Unread.LINK) if inside else Refused(shown, Unread.UNSAFE_PATH, "a link out of the folder")


def _refused(shown: str, failed: OSError | ValueError) -> Refused:
    number = failed.errno if isinstance(failed, OSError) else None
    detail = os.strerror(number).lower() if number is not None else "not the name of a file"
    if number in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, None):
        return Refused(shown, Unread.MISSING, detail)
    return Refused(shown, Unread.UNSAFE_PATH if number == errno.ELOOP else Unread.UNREADABLE, detail)
