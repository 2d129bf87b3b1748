"""A table of claims as somebody hands it in: CSV with a column `claim`, read row by row. A row that is none is refused, and named.

The columns are those that `veracious verify --batch` reads from its lines: `claim`, and if there are any `id`, `as_of` (or `date`) and
`context`. Nothing in it is run, guessed or mended: what cannot be read as it stands is told to whoever sent it.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from veracious.domain.batch import BatchRow

FILE_BYTES_AT_MOST = 2_000_000  # of a file: 500 claims with a page of context each are below it; a guess
ROWS_AT_MOST = 500  # of a table; 100–2,000; to estimate a claim takes 25 ms at most, so a form is answered within some ten seconds
COLUMNS_AT_MOST = 100  # more are no table of claims; a guess
CLAIM_CHARS, CONTEXT_CHARS, ID_CHARS = 2_000, 20_000, 100  # the first two are those of the API
SEPARATORS = (",", ";", "\t")
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))  # of the byte order, and what they say
NAMES = {"claim": "claim", "id": "id", "as_of": "as_of", "date": "as_of", "context": "context"}

EMPTY = "The file is empty. It needs a row with the names of the columns, one of them claim, and a row for each claim."
LARGE = f"The file is larger than {FILE_BYTES_AT_MOST:,} bytes. Split it."
UNREADABLE = "The text of the file cannot be read. Save it as CSV in UTF-8 (in Excel “CSV UTF-8”), and choose it again."
NO_COLUMN = "The first row must name the columns, and one of them must be claim. Others that are read: id, as_of or date, context."
TWICE = "Two columns are both read as {}. Leave one of them out."
WIDE = f"The table has more than {COLUMNS_AT_MOST} columns. Leave out those that are not read."
LONG = f"The table has more than {ROWS_AT_MOST:,} rows. Split it."
NO_ROWS = "There is no claim below the names of the columns."
BROKEN = "Row {} cannot be read as CSV: {}. Put a text that has a quotation mark or a new line between quotation marks."

NO_CLAIM = "There is no claim in it."
LONG_CLAIM = f"The claim is longer than {CLAIM_CHARS:,} characters."
LONG_CONTEXT = f"The context is longer than {CONTEXT_CHARS:,} characters."
LONG_ID = f"The id is longer than {ID_CHARS} characters."
NO_DAY = "The day is not written as 2026-03-15."
NUL = "It has a character that no text has (NUL)."
MORE_CELLS = "It has more cells than the table has columns: put a claim with a comma between quotation marks."
SAME = "It is the same as row {}."
SAME_ID = "Its id is that of row {}."


class TableRefused(Exception):
    """A file that is no table of claims; the message says why."""


@dataclass(frozen=True, slots=True)
class ClaimTable:
    """What a file says."""

    rows: tuple[BatchRow, ...]
    unread: tuple[str, ...] = ()  # names of columns that are not read


def read(content: bytes) -> ClaimTable:
    """The rows of a file, each as a claim or with why it is none; raises where the file is no table of claims."""
    if len(content) > FILE_BYTES_AT_MOST:
        raise TableRefused(LARGE)
    text = _decoded(content)
    if not text.strip():
        raise TableRefused(EMPTY)
    separator, names = _head(text)
    known = [NAMES.get(name, "") for name in names]
    twice = next((name for name in NAMES.values() if known.count(name) > 1), "")
    if twice:
        raise TableRefused(TWICE.format(twice))
    cells = _cells(text, separator)
    next(cells)
    rows = [_row(number, found, known) for number, found in cells if any(cell.strip() for cell in found)]
    if not rows:
        raise TableRefused(NO_ROWS)
    unread = tuple(name for name, what in zip(names, known, strict=True) if name and not what)
    return ClaimTable(tuple(_once(rows)), unread)


def _decoded(content: bytes) -> str:
    encoding = next((name for mark, name in MARKS if content.startswith(mark)), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise TableRefused(UNREADABLE) from None


def _head(text: str) -> tuple[str, list[str]]:
    """The separator with which the first row names a column of claims, and the names of its columns."""
    for separator in SEPARATORS:
        _, found = next(_cells(text, separator))
        if len(found) > COLUMNS_AT_MOST:
            raise TableRefused(WIDE)
        names = ["_".join(name.strip().lower().replace("-", " ").split()) for name in found]
        if "claim" in names:
            return separator, names
    raise TableRefused(NO_COLUMN)


def _cells(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The rows with their numbers, as a spreadsheet counts them."""
    found, number = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True), 0
    while True:
        number += 1
        try:
            cells = next(found)
        except StopIteration:
            return
        except csv.Error as broken:
            raise TableRefused(BROKEN.format(number, broken)) from None
        if number > ROWS_AT_MOST + 1:
            raise TableRefused(LONG)
        yield number, cells


def _row(number: int, cells: Sequence[str], known: Sequence[str]) -> BatchRow:
    told = {what: cell for what, cell in zip(known, cells, strict=False) if what}
    claim, context = (told.get(name, "").replace("\r\n", "\n").replace("\r", "\n").strip() for name in ("claim", "context"))
    name, written = told.get("id", "").strip(), told.get("as_of", "").strip()
    day = _day(written)
    faults = (
        (any(cell.strip() for cell in cells[len(known) :]), MORE_CELLS),
        (not claim, NO_CLAIM),
        ("\0" in f"{claim}{context}{name}", NUL),
        (len(claim) > CLAIM_CHARS, LONG_CLAIM),
        (len(context) > CONTEXT_CHARS, LONG_CONTEXT),
        (len(name) > ID_CHARS, LONG_ID),
        (bool(written) and day is None, NO_DAY),
    )
    refused = next((why for is_so, why in faults if is_so), "")
    return BatchRow(number, claim[:CLAIM_CHARS], day, context[:CONTEXT_CHARS], name[:ID_CHARS], refused)


def _once(rows: Sequence[BatchRow]) -> Iterator[BatchRow]:
    """The rows, of those that are alike all but the first refused: nothing is paid for twice."""
    asked, names = dict[tuple[str, date | None, str], int](), dict[str, int]()
    for row in rows:
        if row.refused:
            yield row
            continue
        same = asked.setdefault((row.claim, row.as_of, row.context), row.number)
        named = names.setdefault(row.name, row.number) if row.name else row.number
        if same != row.number:  # its words stand in that row, and are kept once
            yield replace(row, claim="", context="", refused=SAME.format(same))
        else:
            yield replace(row, refused=SAME_ID.format(named) if named != row.number else "")


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == len("2026-03-15") else None
    except ValueError:
        return None
