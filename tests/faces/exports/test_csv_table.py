"""The table of quotes: whole, read back to the letter, and never a formula."""

import csv
import io
import re
import string
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.faces.pages import payloads
from tests.faces.pages.cases import BRIDGE, LENGTH, Text, cases, made
from veracious.faces.exports import csv_table
from veracious.rules.weighing.evidence_trust import side

HOSTILE = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "'=1",
    "''=1",
    "＝1",
    '=HYPERLINK("http://evil.example")',
    "'",
    "''",
)
texts = st.text(st.characters(codec="utf-8")) | st.text(st.sampled_from("=+-@\t\r\n '\",;a")) | st.sampled_from(HOSTILE)
FORMULA = "=+-@\t\r\n＝＋－＠"


def read(name: str) -> list[dict[str, str]]:
    case = cases()[name]
    return list(csv.DictReader(io.StringIO(csv_table.table(case.record, case.report), newline="")))


@pytest.mark.parametrize("name", cases())
def test_there_is_a_row_for_each_quote_that_was_weighed(name: str) -> None:
    judged = cases()[name].report.judged
    rows = read(name)
    weighed = judged.weighed if judged else ()
    assert [(row["quote"], row["side"], int(row["part"])) for row in rows] == [
        (piece.quote.text, side(piece.stance), piece.subclaim + 1) for piece in weighed
    ]


def test_a_row_has_all_that_is_needed_to_find_the_quote_again() -> None:
    row = read("supported")[0]
    assert row["claim"].startswith("The Halvorsund Bridge is 1,420 metres long and")
    assert (row["as_of"], row["verdict"], row["part_text"]) == ("2026-03-01", "supported", LENGTH)
    assert (row["publisher"], row["credibility"], row["published"]) == ("roads.example", "0.9600", "2025-11-20")
    assert int(row["end"]) - int(row["start"]) == len(row["quote"])
    assert row["snapshot"].startswith("sha256:")
    assert (row["record"], row["body"]) == ("id-000001", cases()["supported"].record.envelope.body)


def test_the_columns_are_those_that_the_manual_names() -> None:
    page = (Path(__file__).parents[3] / "docs/howto/send-a-report.md").read_text("utf-8")
    rows = page.partition("| columns |")[2].partition("A cell that")[0].splitlines()[2:]
    named = [name for row in rows if row for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert tuple(named) == csv_table.COLUMNS


@pytest.mark.parametrize("name", ["refused", "failed", "cancelled"])
def test_a_run_without_a_verdict_has_names_of_columns_and_no_rows(name: str) -> None:
    case = cases()[name]
    assert csv_table.table(case.record, case.report) == ",".join(csv_table.COLUMNS) + "\r\n"


@given(texts)
@example("\x00=1")
def test_a_cell_is_no_formula_and_gives_its_text_back(text: str) -> None:
    cell = csv_table.cell(text)
    assert cell.lstrip(" ")[:1] not in tuple(FORMULA)
    fit = "".join(one for one in text if one in string.whitespace or ord(one) >= 32)
    if fit == text and "\x7f" not in text and "\x0b" not in text and "\x0c" not in text:
        assert csv_table.original(cell) == text


@given(st.lists(texts, min_size=1, max_size=6))
def test_a_row_is_read_back_as_it_was_written(row: list[str]) -> None:
    written = io.StringIO()
    csv.writer(written, lineterminator=csv_table.END_OF_LINE).writerow([csv_table.cell(one) for one in row])
    (found,) = csv.reader(io.StringIO(written.getvalue(), newline=""))
    assert found == [csv_table.cell(one) for one in row]


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", *payloads.PAYLOADS[::20]])
def test_what_others_wrote_never_runs_in_a_spreadsheet(text: str) -> None:
    hostile = Text("bad.example", 0.9, text, f"{LENGTH[:-1]} {text} everywhere.", None, byline=text, url=f"https://bad.example/{text}")
    case = made(LENGTH, [hostile, *BRIDGE])
    table = csv_table.table(case.record, case.report)
    rows = list(csv.reader(io.StringIO(table, newline="")))
    assert {len(row) for row in rows} == {len(csv_table.COLUMNS)}
    assert all(one[:1] not in tuple(FORMULA) for row in rows for one in row)
    titles = {csv_table.original(row[csv_table.COLUMNS.index("title")]) for row in rows}
    assert text in titles


def test_lines_end_as_the_standard_says_and_a_quote_keeps_its_own() -> None:
    case = made(LENGTH, [Text("a.example", 0.9, 'He said "so",', f"Heading\n\n{LENGTH}", None)])
    table = csv_table.table(case.record, case.report)
    assert table.count("\r\n") == len(list(csv.reader(io.StringIO(table, newline=""))))
    assert '"He said ""so"","' in table
