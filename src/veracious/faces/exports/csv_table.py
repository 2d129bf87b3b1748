"""A verdict as a table: a row for each quote and each part of the claim that it was read beside. RFC 4180, in UTF-8.

A spreadsheet runs a cell that begins like a formula. Such a cell is given an apostrophe in front, which says that it is text.

A file with commas may be opened as one with semicolons, tabs or bars: then a cell ends where its text has one of these, or a new line, and
what follows is a cell of its own. Quotation marks do not help, since they count only where such a cell begins. So an apostrophe stands
behind each of these signs as well, where a formula would follow.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence

from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.domain.trust import Weighed
from veracious.faces.exports.sign_off import DRAFT, SignOff
from veracious.faces.pages import pieces
from veracious.faces.pages.pieces import Gathered
from veracious.rules.explaining import headline
from veracious.rules.weighing.evidence_trust import side

COLUMNS = (
    *("claim", "as_of", "outcome", "verdict", "probability", "leans_towards", "lean_probability"),
    *("part", "part_text", "side", "quote", "supports", "refutes", "neutral", "trust", "grade"),
    *("piece", "origin", "publisher", "credibility", "title", "byline", "published", "url", "collection"),
    *("snapshot", "start", "end", "record", "body"),
    *("standing", "signed_verdict", "signed_by", "signed_on"),
)
DIGITS = 4
APOSTROPHE = "'"
END_OF_LINE = "\r\n"

# What a spreadsheet takes for the beginning of a formula, also behind white space and in the wide forms; and what was made harmless before,
# so that taking one apostrophe away always gives back what was there.
_BEGINS = re.compile(r"[\s']*[=+\-@\uff1d\uff0b\uff0d\uff20]|'*[\t\r\n]")
# Within a text: the signs behind which another reader begins a new cell, which may begin with quotation marks there.
_WITHIN = re.compile(r"""([;|\t\r\n])(?=[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20])""")
_SHIELDED = re.compile(r"""([;|\t\r\n])'(?=[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20])""")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")  # no text of RFC 4180 has them


def table(record: Record, report: Report, standing: SignOff = DRAFT) -> str:
    """The whole table, the names of the columns first."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator=END_OF_LINE)
    rows.writerow(COLUMNS)
    rows.writerows([cell(text) for text in row] for row in quotes(record, report, standing))
    return written.getvalue()


def quotes(record: Record, report: Report, standing: SignOff = DRAFT) -> Iterator[Sequence[str]]:
    """What each quote says and weighs, the most trusted first; nothing where nothing was judged."""
    if report.judged is None:
        return
    gathered, whole, parts = pieces.gather(report.judged), _whole(record, report), _parts(report)
    named = (record.envelope.id, record.envelope.body, *_signed(standing))
    for piece in report.judged.weighed:
        if piece.evidence in gathered.numbers:
            yield (*whole, str(piece.subclaim + 1), parts[piece.subclaim], *_judged(piece), *_published(piece, gathered), *named)


def cell(text: str) -> str:
    """A text as it stands in a cell: nothing runs it, and `original` gives it back."""
    fit = _UNFIT.sub(lambda found: f"⟨U+{ord(found.group()):04X}⟩", text)
    shielded = _WITHIN.sub(rf"\1{APOSTROPHE}", fit)
    return APOSTROPHE + shielded if _BEGINS.match(fit) else shielded


def original(cell: str) -> str:
    """The text that a cell was made of."""
    shielded = cell[1:] if cell.startswith(APOSTROPHE) and _BEGINS.match(cell) else cell
    return _SHIELDED.sub(r"\1", shielded)


def _whole(record: Record, report: Report) -> tuple[str, ...]:
    """What stands in every row: the claim, and what came of it."""
    asked = json.loads(record.body.request)
    claim = report.reading.claim.text if report.reading else asked["text"]
    lean = ("", "") if report.lean is None else (report.lean.towards.value, _number(report.lean.probability))
    said = (report.outcome.value, report.verdict.value if report.verdict else "", _number(headline.probability(report)))
    return (claim, asked["as_of"], *said, *lean)


def _signed(standing: SignOff) -> tuple[str, ...]:
    """Who stands behind the verdict, and behind which."""
    on = standing.on.isoformat() if standing.on else ""
    return (standing.name, standing.verdict.value if standing.verdict else "", standing.by, on)


def _parts(report: Report) -> dict[int, str]:
    subclaims = report.reading.subclaims if report.reading else ()
    numbers = {piece.subclaim for piece in report.judged.weighed} if report.judged else set()
    return dict.fromkeys(numbers, "") | {number: one.text for number, one in enumerate(subclaims)}


def _judged(piece: Weighed) -> tuple[str, ...]:
    """Which way a quote points, and how far it is trusted."""
    stance = (piece.stance.supports, piece.stance.refutes, piece.stance.neutral)
    return (side(piece.stance), piece.quote.text, *map(_number, (*stance, piece.trust)), piece.grade.value)


def _published(piece: Weighed, gathered: Gathered) -> tuple[str, ...]:
    """Whose words a quote is, and where it stands."""
    evidence = gathered.evidence(piece.evidence)
    source, published = evidence.source, evidence.published.isoformat() if evidence.published else ""
    origin = pieces.origin_name(piece.publisher_origin, gathered)
    who = (str(gathered.numbers[piece.evidence]), origin, source.domain, _number(source.credibility))
    place = (piece.quote.snapshot, str(piece.quote.span.start), str(piece.quote.span.end))
    return (*who, evidence.title, evidence.byline, published, evidence.url or "", evidence.collection, *place)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.{DIGITS}f}"
