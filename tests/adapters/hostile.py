"""Files made to break a reader, and what must become of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from veracious.domain.document import Unread

INGESTED = "ingested"
FACT = "The bridge over the river was opened to traffic in 2019."


@dataclass(frozen=True, slots=True)
class Case:
    """Something hostile: how it is made in a folder, and what becomes of each file or line of it, in order."""

    name: str
    make: Callable[[Path], Sequence[str] | None]  # gives what is named to the reader; none: the folder
    expected: tuple[str, ...]
    is_long: bool = False  # takes more than a second or so


def case(name: str, content: bytes | Callable[[], bytes], *expected: str, is_long: bool = False) -> Case:
    """One hostile file of this name and content."""

    def make(folder: Path) -> None:
        (folder / name).write_bytes(content if isinstance(content, bytes) else content())

    return Case(name, make, expected or (INGESTED,), is_long)


def sparse(name: str, head: bytes, *expected: str, is_long: bool = False) -> Case:
    """A gigabyte of zeros after a head, which takes no room on the disk."""

    def make(folder: Path) -> None:
        with (folder / name).open("wb") as file:
            file.write(head)
            file.truncate(1 << 30)

    return Case(f"1 GB {name}", make, expected, is_long)


def every() -> list[Case]:
    """The whole suite."""
    from tests.adapters import hostile_docx, hostile_html, hostile_paths, hostile_pdf, hostile_text

    cases = [*hostile_docx.CASES, *hostile_pdf.CASES, *hostile_html.CASES, *hostile_text.CASES, *hostile_paths.CASES]
    assert len({one.name for one in cases}) == len(cases)
    assert all(what == INGESTED or Unread(what) for one in cases for what in one.expected)
    return cases
