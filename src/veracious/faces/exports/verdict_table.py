"""Verdicts as a table, a row for each: of claims that were handed in together, or of a search. A row without a verdict says why.

Cells are those of `csv_table`: none is run by a spreadsheet, whatever sign it takes for the end of a cell.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.faces.exports import csv_table
from veracious.faces.exports.sign_off import SignOff
from veracious.faces.pages import pieces, view
from veracious.rules.explaining import headline
from veracious.rules.weighing.evidence_trust import side

COLUMNS = (
    *("row", "id", "claim", "as_of", "state", "verdict", "probability", "standing", "signed_by", "signed_on", "checked_on", "cause"),
    *("quote_for", "quote_for_url", "quote_against", "quote_against_url", "record", "link"),
)
BYTE_ORDER_MARK = "\ufeff"  # by which Excel knows UTF-8
SIDES = ("supports", "refutes")


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A row: what was asked, how far it is, and what came of it."""

    claim: str
    state: str
    number: str = ""  # in the table that it came with
    name: str = ""  # that whoever wrote that table gave it
    as_of: str = ""
    verdict: str = ""
    probability: str = ""
    standing: str = ""
    signed_by: str = ""
    signed_on: str = ""
    checked_on: str = ""
    cause: str = ""
    quotes: tuple[str, str, str, str] = ("", "", "", "")
    record: str = ""
    link: str = ""

    def cells(self) -> tuple[str, ...]:
        """The row in the order of the columns."""
        told = (self.verdict, self.probability, self.standing, self.signed_by, self.signed_on, self.checked_on, self.cause)
        return (self.number, self.name, self.claim, self.as_of, self.state, *told, *self.quotes, self.record, self.link)


def head() -> str:
    """The names of the columns."""
    return BYTE_ORDER_MARK + _line(COLUMNS)


def line(row: VerdictRow) -> str:
    """A row as it is written."""
    return _line([csv_table.cell(text) for text in row.cells()])


def of_report(record: Record, report: Report, standing: SignOff, link: str) -> VerdictRow:
    """The row of a claim that was checked: a person's verdict, where one changed it, and the program's number only beside its own."""
    drafted = report.verdict.value if report.verdict else ""
    verdict = drafted if not standing.replaces else standing.verdict.value if standing.verdict else ""
    likely = None if standing.replaces else headline.probability(report)
    return VerdictRow(
        claim=report.reading.claim.text if report.reading else "",
        state=report.outcome.value,
        as_of=report.reading.claim.as_of.isoformat() if report.reading else "",
        verdict=verdict,
        probability="" if likely is None else f"{likely:.{csv_table.DIGITS}f}",
        standing=standing.name if drafted else "",
        signed_by=standing.by if standing.is_signed else "",
        signed_on=standing.on.isoformat() if standing.is_signed and standing.on else "",
        checked_on=record.envelope.finished.date().isoformat(),
        cause=" ".join(view.causes(report)),
        quotes=_quotes(report),
        record=record.envelope.id,
        link=link,
    )


def _quotes(report: Report) -> tuple[str, str, str, str]:
    """The most trusted quote for the claim and against it, each with the address of its page."""
    found: dict[str, tuple[str, str]] = {}
    if report.judged is not None:
        gathered = pieces.gather(report.judged)
        for piece in report.judged.weighed:  # the most trusted first
            if piece.evidence in gathered.numbers:
                found.setdefault(side(piece.stance), (piece.quote.text, gathered.evidence(piece.evidence).url or ""))
    supports, refutes = (found.get(name, ("", "")) for name in SIDES)
    return (*supports, *refutes)


def _line(cells: Sequence[str]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator=csv_table.END_OF_LINE).writerow(cells)
    return written.getvalue()
