"""Records as files carry them, and the report within."""

from veracious.adapters import decode
from veracious.domain.errors import RecordAltered, RecordUnreadable, SourceMalformed
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.rules import digest


def unpacked(content: bytes) -> Record:
    """The record in a JSON of body and envelope; raises when the bytes are no record, or it is not what its digest says."""
    record = decode.read(content, Record)
    if digest.of(record.body, "body") != record.envelope.body:
        raise RecordAltered(record.envelope.id)
    return record


def report(record: Record) -> Report:
    """The report that a record holds; raises when another version wrote it."""
    try:
        return decode.read(record.body.report.encode(), Report)
    except SourceMalformed as broken:
        raise RecordUnreadable(f"{record.envelope.id}: {broken.detail}") from broken
