"""Records as files carry them, and the report within."""

from veracious.adapters import json_values
from veracious.domain.errors import InputError, RecordAltered, RecordUnreadable, SourceMalformed
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.rules import digest


def unpacked(content: bytes) -> Record:
    """The record in a JSON of body and envelope; raises when the bytes are no record, or it is not what its digest says."""
    record = json_values.read(content, Record)
    if digest.of(record.body, "body") != record.envelope.body:
        raise RecordAltered(record.envelope.id)
    return record


def report(record: Record) -> Report:
    """The report on a claim that a record holds; raises when it is of an answer, or another version wrote it."""
    if "text" not in json_values.parse(record.body.request.encode()):
        raise InputError(f"{record.envelope.id} is the record of an answer, not of a claim; see `veracious audit`")
    try:
        return json_values.read(record.body.report.encode(), Report)
    except SourceMalformed as broken:
        raise RecordUnreadable(f"{record.envelope.id}: {broken.detail}") from broken
