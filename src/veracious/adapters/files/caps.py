"""How much a file may ask for."""

from dataclasses import dataclass

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that reading one file may take; beyond any of them it is refused."""

    file_bytes: int = 64 * MEGABYTE  # of a file that is one document
    characters: int = 2_000_000  # of the text of a document
    seconds: float = 60.0  # of wall time in the sandbox
    memory_bytes: int = 512 * MEGABYTE  # of address space of the sandbox
    pdf_pages: int = 2_000
    unpacked_bytes: int = 64 * MEGABYTE  # of one part of a DOCX
    unpacked_ratio: int = 100  # of a part of a DOCX, unpacked to packed; office files have ten, deflate reaches a thousand
    zip_entries: int = 10_000  # of a DOCX
    line_bytes: int = 8 * MEGABYTE  # of a line of JSONL; the longest text allowed, with room for what is escaped
    bad_lines: int = 10_000  # of a JSONL file, before the rest of it is left alone
    lines_bytes: int = 64 * 1024 * MEGABYTE  # of a JSONL file, which is read line by line
    folder_depth: int = 64
    links: int = 1_000  # kept of a document
