"""What was read from a file, or why nothing was."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType


class Unread(StrEnum):
    """Why a file, or a line of one, was not read."""

    HIDDEN = "hidden"
    LINK = "link"
    UNSAFE_PATH = "unsafe_path"
    NOT_A_FILE = "not_a_file"
    MISSING = "missing"
    UNREADABLE = "unreadable"
    UNSUPPORTED = "unsupported"
    NOT_TEXT = "not_text"
    EMPTY = "empty"
    DAMAGED = "damaged"
    ENCRYPTED = "encrypted"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"
    BOMB = "bomb"
    DECLARATIONS = "declarations"
    TOO_SLOW = "too_slow"
    TOO_MUCH_MEMORY = "too_much_memory"
    CRASHED = "crashed"
    BAD_LINE = "bad_line"


ADVICE = MappingProxyType(
    {
        Unread.HIDDEN: "Its name begins with a dot. Name it itself if it is to be read.",
        Unread.LINK: "It is a link, and links in a folder are not followed. What it points to is read where it lies; else name that.",
        Unread.UNSAFE_PATH: "It leads out of the folder that was named. Name what it points to if it is to be read.",
        Unread.NOT_A_FILE: "It is a pipe, a socket or a device. Send a pipe's text to standard input and name `-`.",
        Unread.MISSING: "There is nothing of this name. Check the spelling.",
        Unread.UNREADABLE: "It could not be opened or read. Check its permissions, and the disk.",
        Unread.UNSUPPORTED: "It is in a format that is not read. Save it as text, Markdown, HTML, PDF, DOCX or JSONL.",
        Unread.NOT_TEXT: "Its bytes are no text in an encoding that is known. Save it as UTF-8.",
        Unread.EMPTY: "It holds no text. A scanned page must first be made text by character recognition.",
        Unread.DAMAGED: "It is not what its name says, or it is broken. Open it in the program that made it and save it again.",
        Unread.ENCRYPTED: "It asks for a password. Save a copy without one.",
        Unread.TOO_LARGE: "It is larger than a document may be. Split it.",
        Unread.TOO_DEEP: "Its parts are nested deeper than a reader follows. Save its text alone.",
        Unread.BOMB: "It unpacks to far more than it is. Save it again in the program that made it, or leave it out.",
        Unread.DECLARATIONS: "It declares entities, which no office program writes. Save it again in the program that made it.",
        Unread.TOO_SLOW: "It could not be read in the time allowed. Split it, or save its text alone.",
        Unread.TOO_MUCH_MEMORY: "It could not be read in the memory allowed. Split it, or save its text alone.",
        Unread.CRASHED: "The reader broke down over it and was replaced. Save its text alone, and tell us of the file.",
        Unread.BAD_LINE: "The line is no JSON object with a `text`. Correct the line; the other lines were read.",
    }
)

SKIPPED = frozenset({Unread.HIDDEN, Unread.LINK})


@dataclass(frozen=True, slots=True)
class Refused:
    """A file, or a line of one, that was not read."""

    name: str  # fit to be shown: letters that cannot be seen are written out
    reason: Unread
    detail: str = ""

    @property
    def advice(self) -> str:
        """What it means and what to do."""
        return ADVICE[self.reason]

    @property
    def is_skip(self) -> bool:
        """Whether it was passed over by rule, with nothing wrong about it."""
        return self.reason in SKIPPED


@dataclass(frozen=True, slots=True)
class Document:
    """A text as it was read from a file or a line, and what the file says of it."""

    text: str  # holds no NUL, no lone surrogate and no carriage return
    name: str = ""  # of the file, from the folder that was named down, with the number of the line where there is one
    title: str = ""
    url: str | None = None
    published: date | None = None
    language: str = "en"
    canonical_url: str | None = None  # where the document itself says it was first published
    byline: str = ""
    links: tuple[str, ...] = ()  # addresses its text points to
    domain: str = ""  # of who published it, where the document says so apart from its address
    file_hash: str = ""  # SHA-256 of the bytes it was read from
    marks: tuple[str, ...] = ()  # what was assumed in reading: "encoding_guessed", "encoding_repaired", "page_unread"
    modified: date | None = None  # last changed, as the file says; bears on no verdict

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError("a document has text")
