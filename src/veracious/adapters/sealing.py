"""Records into what is stored of them, and back; nothing comes back that does not match the chain."""

import json
import secrets
from dataclasses import replace
from datetime import datetime
from typing import Any

from veracious.adapters import json_values
from veracious.domain.archive import Event, Fate, Link, Listed, Sealed
from veracious.domain.errors import RecordAltered, RecordMissing, SourceMalformed
from veracious.domain.record import Body, Envelope, Record
from veracious.domain.search import RecordKind, RecordLine, ReviewStatus
from veracious.domain.verdict import Verdict
from veracious.rules import digest
from veracious.rules.explaining import chain

SALT_BYTES = 32
# What the request of a record has that is of no claim.
KINDS = {"claims_only": RecordKind.ARTICLE, "mode": RecordKind.ANSWER, "answer": RecordKind.CHECK}


def seal(record: Record, last: Link | None) -> tuple[Record, Sealed, Link]:
    """The record with the link before it in its envelope, what is stored of it, and its link; its envelope must name its body's digest."""
    body = digest.canonical(record.body)
    if digest.of_bytes(body, "body") != record.envelope.body:
        raise RecordAltered(record.envelope.id)
    whole = replace(record, envelope=replace(record.envelope, previous=None if last is None else last.hash))
    sealed = Sealed(whole.envelope.id, body, digest.canonical(whole.envelope), secrets.token_bytes(SALT_BYTES))
    return whole, sealed, link_of(sealed, last, whole.envelope.finished)


def link_of(sealed: Sealed, last: Link | None, at: datetime) -> Link:
    """The link that commits to a sealed record."""
    return chain.after(last, Event.KEPT, sealed.id, at, chain.commit(sealed.salt, sealed.body, sealed.envelope))


def opened(sealed: Sealed | None, name: str, fate: Fate | None) -> Record:
    """The record again, if it is what the chain says."""
    if fate is None and sealed is None:
        raise RecordMissing(name)
    if fate is None:
        raise RecordAltered(f"{name}: it is not in the chain")
    if fate.event is Event.ERASED:
        raise RecordMissing(f"{name}: erased on {fate.at:%Y-%m-%d}")
    if sealed is None:
        raise RecordAltered(f"{name}: it is gone, and no erasure is noted")
    if chain.commit(sealed.salt, sealed.body, sealed.envelope) != fate.kept.commitment:
        raise RecordAltered(f"{name}: it does not match the commitment in the chain")
    try:
        envelope = json_values.read(sealed.envelope, Envelope)
        if (envelope.id, envelope.body) != (name, digest.of_bytes(sealed.body, "body")):
            raise RecordAltered(name)
        return Record(json_values.read(sealed.body, Body), envelope)
    except SourceMalformed as broken:
        raise RecordAltered(f"{name}: {broken.detail}") from broken


def body_of(sealed: Sealed | None) -> Body | None:
    """The body of a sealed record, if there is one that can be read."""
    try:
        return None if sealed is None else json_values.read(sealed.body, Body)
    except SourceMalformed:
        return None


def listed(sealed: Sealed | None, fate: Fate) -> Listed:
    """A record as a list shows it; one that cannot be opened says why."""
    line = Listed(fate.kept.record, fate.kept.at, fate.event, fate.at, number=fate.kept.number)
    if fate.event is Event.ERASED:
        return line
    try:
        record = opened(sealed, line.id, fate)
    except RecordAltered as broken:
        return replace(line, trouble=str(broken))
    request, report = json.loads(record.body.request), json.loads(record.body.report)
    return replace(line, text=_asked(request), outcome=str(report.get("outcome", "")), verdict=report.get("verdict"))


def line(name: str, body: Body, kept: Link) -> RecordLine:
    """What a record is found by, of which nobody has said anything yet."""
    request, report = json.loads(body.request), json.loads(body.report)
    kind = next((kind for key, kind in KINDS.items() if key in request), RecordKind.CLAIM)
    told = report.get("verdict") if kind is RecordKind.CLAIM else None
    verdict, status = (Verdict(told), ReviewStatus.DRAFT) if told in list(Verdict) else (None, ReviewStatus.NONE)
    return RecordLine(name, kept.number, kept.at, kind, text(body), verdict, status)


def text(body: Body) -> str:
    """The words that a record is found by."""
    request = json.loads(body.request)
    title = f"{request['title']}\n" if request.get("title") else ""
    return title + _asked(request)


def _asked(request: dict[str, Any]) -> str:
    """What was asked, in the words of whoever asked."""
    return next((str(request[name]) for name in ("text", "question", "answer") if request.get(name)), "")
