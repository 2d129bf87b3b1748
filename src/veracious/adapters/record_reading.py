"""Records as files and the archive carry them: the report within, the dials they were made with."""

from typing import Any

from veracious.adapters import json_values
from veracious.domain.article import ArticleReport
from veracious.domain.errors import DialsDiffer, InputError, RecordAltered, RecordUnreadable, SourceMalformed
from veracious.domain.record import DIALS, Record
from veracious.domain.report import Report
from veracious.ports import Blobs
from veracious.rules import digest
from veracious.rules.dials import Dials, completed


def unpacked(content: bytes) -> Record:
    """The record in a JSON of body and envelope; raises when the bytes are no record, or it is not what its digest says."""
    record = json_values.read(content, Record)
    if digest.of(record.body, "body") != record.envelope.body:
        raise RecordAltered(record.envelope.id)
    return record


def request(record: Record) -> dict[str, Any]:
    """What was asked, as it is written: of an article it has `claims_only`, of a claim a `text`, of an answer that was written a `mode`."""
    asked: dict[str, Any] = json_values.parse(record.body.request.encode())
    return asked


def report(record: Record) -> Report:
    """The report on a claim that a record holds; raises when it is of an answer, or another version wrote it."""
    asked = request(record)
    if "claims_only" in asked:
        raise InputError(f"{record.envelope.id} is the record of an article, not of a claim; see `veracious report`")
    if "text" not in asked:
        raise InputError(f"{record.envelope.id} is the record of an answer, not of a claim; see `veracious audit`")
    try:
        return json_values.read(record.body.report.encode(), Report)
    except SourceMalformed as broken:
        raise RecordUnreadable(f"{record.envelope.id}: {broken.detail}") from broken


def article_report(record: Record) -> ArticleReport:
    """The report on an article that a record holds; raises when it is of something else, or another version wrote it."""
    if "claims_only" not in request(record):
        raise InputError(f"{record.envelope.id} is not the record of an article")
    try:
        return json_values.read(record.body.report.encode(), ArticleReport)
    except SourceMalformed as broken:
        raise RecordUnreadable(f"{record.envelope.id}: {broken.detail}") from broken


async def written_dials(record: Record, held: Blobs) -> dict[str, Any] | None:
    """The dials that a record was made with and the digests of its word lists, as they are on its tape; none when they are not on it."""
    noted = next((taped for taped in record.body.tape if (taped.port, taped.asked) == (DIALS, record.body.dials)), None)
    if noted is None:
        return None
    content = await held.get(noted.answered)
    if digest.of_bytes(content, "dials") != record.body.dials:
        raise RecordAltered(f"{record.envelope.id}: its dials")
    return plain(content)


def plain(content: bytes) -> dict[str, Any]:
    """Dials as they are written."""
    parsed: dict[str, Any] = json_values.parse(content)
    return parsed


def dials(written: dict[str, Any]) -> Dials:
    """Written dials in the form of this version, those added since at what stood in their place; raises when it lacks one of them."""
    try:
        made: Dials = json_values.build(completed(written["dials"]), Dials, DIALS)
        return made
    except SourceMalformed as broken:
        raise DialsDiffer(f"this version has others: {broken.detail}") from broken
