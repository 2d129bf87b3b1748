"""In which forms a verdict is taken away, and what each file is called."""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.domain.verdict import Verdict
from veracious.faces.exports import csv_table, markdown
from veracious.faces.exports.sign_off import DRAFT, SignOff
from veracious.faces.pages.view import view
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.explaining import claimreview
from veracious.rules.explaining.claimreview import Review, Signature

SLUG_CHARS = 60


@dataclass(frozen=True, slots=True)
class Format:
    """A form that a verdict is taken away in."""

    file: str  # its last part, and its name in an address
    media_type: str
    says: str  # what somebody finds in it
    written: Callable[[Record, Report, SignOff], bytes]


def _record(record: Record, report: Report, standing: SignOff = DRAFT) -> bytes:
    return digest.canonical(record)


def _quotes(record: Record, report: Report, standing: SignOff = DRAFT) -> bytes:
    return csv_table.table(record, report, standing).encode("utf-8-sig")  # with the mark by which Excel knows UTF-8


def _report(record: Record, report: Report, standing: SignOff = DRAFT) -> bytes:
    return markdown.document(view(record, report), standing).encode()


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "json": Format("record.json", "application/json", "the record whole: its digest can be derived from its bytes", _record),
        "csv": Format("quotes.csv", "text/csv; charset=utf-8; header=present", "a row for each quote and part, for a spreadsheet", _quotes),
        "markdown": Format("report.md", "text/markdown; charset=utf-8", "the report, every quote in a footnote", _report),
    }
)
CLAIM_REVIEW, CLAIM_REVIEW_TYPE = "claimreview.json", "application/ld+json"


def claim_review(review: Review, verdict: Verdict | None, signature: Signature | None) -> bytes | None:
    """What search engines read of a verdict; none unless somebody signed it, and none where nothing was decided.

    It may be put into a page as it is: nothing in it ends a script or begins a tag.
    """
    found = claimreview.render(review, verdict, signature, Dials().telling.rating)
    if found is None:
        return None
    text = json.dumps(found, ensure_ascii=True, indent=2)
    return "".join(f"\\u{ord(one):04x}" if one in "<>&" else one for one in text).encode() + b"\n"


def file_name(record: Record, report: Report, file: str, standing: SignOff = DRAFT) -> str:
    """What a file is called: the claim, what came of it, the day as of which that was, and what the file holds. Plain letters alone."""
    asked = json.loads(record.body.request)
    claim = report.reading.claim.text if report.reading else str(asked["text"])
    drafted = report.verdict.value if report.verdict else f"no verdict {report.outcome.value}"
    came = drafted if not standing.replaces else standing.verdict.value if standing.verdict else standing.name
    return f"veracious-{'-'.join(filter(None, map(_slug, (claim, came, str(asked['as_of'])))))}-{file}"


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", re.sub(r"(?<=[0-9]),(?=[0-9])", "", plain))
    return "-".join(words)[:SLUG_CHARS].strip("-")
