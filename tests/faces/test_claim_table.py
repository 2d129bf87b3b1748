"""A table of claims is read as it stands, or refused with words that say what to do; whatever it holds."""

import csv
import io
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.faces import claim_table
from veracious.faces.claim_table import ClaimTable, TableRefused

BRIDGE = "The bridge is 1,420 metres long."


def written(*rows: tuple[str, ...], separator: str = ",", end: str = "\r\n") -> str:
    """A table as a spreadsheet writes it."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator=end).writerows(rows)
    return text.getvalue()


def refused(content: bytes) -> str:
    """Why a file is refused."""
    with pytest.raises(TableRefused) as why:
        claim_table.read(content)
    return str(why.value)


def test_the_columns_are_those_of_a_batch_on_the_command_line() -> None:
    text = written(("id", "Claim", "as_of", "context", "language"), ("a1", BRIDGE, "2026-03-15", "On the bridge.", "en"))
    found = claim_table.read(text.encode())
    (row,) = found.rows
    assert (row.number, row.name, row.claim, row.as_of, row.context) == (2, "a1", BRIDGE, date(2026, 3, 15), "On the bridge.")
    assert (row.refused, found.unread) == ("", ("language",))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_table_is_read_whichever_program_wrote_it(separator: str, end: str, encoding: str) -> None:
    text = written(("claim", "date"), ("Zürich: „größer“, als?", ""), ("“x”; y\tz", "2026-01-02"), separator=separator, end=end)
    rows = claim_table.read(text.encode(encoding)).rows
    assert [(row.claim, row.as_of) for row in rows] == [("Zürich: „größer“, als?", None), ("“x”; y\tz", date(2026, 1, 2))]


def test_rows_are_numbered_as_a_spreadsheet_counts_them() -> None:
    """Blank rows count, and a claim with a new line is one row."""
    rows = claim_table.read(b'claim\n"two\nlines"\n\n  \nlast\n').rows
    assert [(row.number, row.claim) for row in rows] == [(2, "two\nlines"), (5, "last")]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('"",2026-01-01', claim_table.NO_CLAIM),
        ("A,01.02.2026", claim_table.NO_DAY),
        ("A,2026-02-31", claim_table.NO_DAY),
        ("A,20260215", claim_table.NO_DAY),
        ("The bridge, it is long,2026-01-01", claim_table.MORE_CELLS),
        ("A\0B,", claim_table.NUL),
        (f"{'x' * 2001},", claim_table.LONG_CLAIM),
        ("First,", claim_table.SAME.format(2)),
    ],
)
def test_a_row_that_is_no_claim_is_refused_and_the_others_are_read(line: str, why: str) -> None:
    rows = claim_table.read(f"claim,as_of\nFirst,\n{line}\nLast,\n".encode()).rows
    assert [(row.number, row.refused) for row in rows] == [(2, ""), (3, why), (4, "")]


def test_two_rows_of_one_id_are_told_apart() -> None:
    rows = claim_table.read(b"id,claim\na,One\na,Two\n,Three\n,Four\n").rows
    assert [row.refused for row in rows] == ["", claim_table.SAME_ID.format(2), "", ""]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", claim_table.EMPTY),
        (b" \r\n\xef\xbb\xbf"[3:], claim_table.EMPTY),
        (b"\xef\xbb\xbf", claim_table.EMPTY),
        (b"A claim without a head\n", claim_table.NO_COLUMN),
        (b"claim\n\n", claim_table.NO_ROWS),
        ("claim\nGröße".encode("latin-1"), claim_table.UNREADABLE),
        (b"\xff\xfec\0l", claim_table.UNREADABLE),
        (b"PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00\xb5U0#", claim_table.UNREADABLE),  # a workbook of Excel
        ("claim\nOne\n".encode("utf-16-le"), claim_table.NO_COLUMN),  # no mark says how to read it
        (b"claim,date,as_of\nOne,,\n", claim_table.TWICE.format("as_of")),
        (b"claim,Claim\nOne,Two\n", claim_table.TWICE.format("claim")),
        (b"claim" + b",x" * 1_000_000 + b"\nOne\n", claim_table.LARGE),
        (b"claim" + b"," * 1_000_000 + b"\nOne\n", claim_table.WIDE),
        (b"," * 999_999 + b"claim\nOne\n", claim_table.WIDE),
        (b"claim\n" + b"x" * 5_000_000, claim_table.LARGE),
        (b"claim\n" + b"x\n" * 501, claim_table.LONG),
    ],
)
def test_a_file_that_is_no_table_of_claims_is_refused(content: bytes, why: str) -> None:
    assert refused(content) == why


@pytest.mark.parametrize("content", [b'claim\n"open\n', b'claim\n"a"b\n', b'claim\n"' + b"x" * 200_000 + b'"\n'])
def test_what_is_no_csv_is_named_by_its_row(content: bytes) -> None:
    assert refused(content).startswith("Row 2 cannot be read as CSV")


def test_a_row_of_very_many_cells_is_refused_alone() -> None:
    rows = claim_table.read(b"claim\nOne" + b",x" * 500_000 + b"\nTwo\n").rows
    assert [row.refused for row in rows] == [claim_table.MORE_CELLS, ""]


def test_a_claim_that_is_a_formula_is_a_text_like_any_other() -> None:
    (row,) = claim_table.read(b"claim\n=1+1\n").rows
    assert (row.claim, row.refused) == ("=1+1", "")


@given(st.binary(max_size=300) | st.text(st.sampled_from('claim,;\t"\r\n\0=2026-01-02'), max_size=200).map(str.encode))
def test_whatever_is_sent_is_read_or_refused(content: bytes) -> None:
    for sent in (content, b"claim,date\n" + content):
        try:
            found = claim_table.read(sent)
        except TableRefused:
            continue
        assert isinstance(found, ClaimTable)
        assert all(row.refused or row.claim for row in found.rows)
