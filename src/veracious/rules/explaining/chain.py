"""The chain of a workspace: salted commitments to its records, each tied to the one before, and what follows from what is there.

The contract, for anyone who wants to check a chain in another language (a digest is what `rules.digest` says it is):

1. A record is committed to by the digest of kind `commitment` of `{"body": B, "envelope": E, "salt": S}`: B and E are the digests of its
   canonical bytes, of the kinds `body` and `envelope`, and S are 32 random bytes as hexadecimal digits.
2. A link is hashed by the digest of kind `link` of all its fields but the hash.
3. Links are numbered from 1, and each has the hash of the one before. What happens to a record later is a link of its own.

Erasing a record takes away body, envelope, tape, blobs and salt. What stays is a number that says nothing to anyone without the salt, and
the link that says when it was erased. What is gone without such a link was altered.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from veracious.domain.archive import Event, Fate, Finding, Link, Sealed
from veracious.domain.record import NOTES, Body, Taped
from veracious.rules import digest


def commit(salt: bytes, body: bytes, envelope: bytes) -> str:
    """The commitment to a record."""
    named = {"body": digest.of_bytes(body, "body"), "envelope": digest.of_bytes(envelope, "envelope"), "salt": salt.hex()}
    return digest.of(named, "commitment")


def after(last: Link | None, event: Event, record: str, at: datetime, commitment: str = "") -> Link:
    """The link that follows the last one."""
    number, previous = (1, None) if last is None else (last.number + 1, last.hash)
    link = Link(number, event, record, at, commitment, previous, "")
    return replace(link, hash=hashed(link))


def hashed(link: Link) -> str:
    """The hash of a link, made of all else in it."""
    fields = ("number", "event", "record", "at", "commitment", "previous")
    return digest.of({name: getattr(link, name) for name in fields}, "link")


def mark(run: str, taped: Taped, at: datetime) -> str:
    """What a noted answer is checked by as long as no record commits to it."""
    return digest.of({"run": run, "taped": taped, "at": at}, "noted")


def fates(links: Sequence[Link]) -> Mapping[str, Fate]:
    """What the chain says of every record, in the order they were kept."""
    found: dict[str, Fate] = {}
    for link in links:
        if link.event is Event.KEPT:
            found.setdefault(link.record, Fate(link, link.event, link.at))
        elif link.record in found and found[link.record].event is not Event.ERASED:
            found[link.record] = replace(found[link.record], event=link.event, at=link.at)
    return found


def walk(links: Sequence[Link], head: str = "") -> Iterator[Finding]:
    """Where the chain itself is broken; `head` is a hash that was noted once and must still be in it."""
    before: Link | None = None
    kept: set[str] = set()
    for place, link in enumerate(links, start=1):
        name = f"link {place}"
        if link.number != place:
            yield Finding("chain", name, f"its number is {link.number}: a link is missing or was moved")
        if hashed(link) != link.hash:
            yield Finding("chain", name, "it does not match its own hash")
        if link.previous != (None if before is None else before.hash):
            yield Finding("chain", name, "it does not follow from the link before")
        if (link.record in kept) == (link.event is Event.KEPT):
            yield Finding("chain", name, f"{link.record} is {link.event} where the chain does not allow it")
        kept.add(link.record)
        before = link
    if head and head not in {link.hash for link in links}:
        yield Finding("chain", head, "the hash that was noted is not in the chain: links were cut off or replaced")


def inspect(fate: Fate, sealed: Sealed | None, body: Body | None, tape: Sequence[Taped], blobs: frozenset[str]) -> Iterator[Finding]:
    """How what is stored of a record differs from what the chain says of it; `blobs` are the names of all there are."""
    name = fate.kept.record
    if fate.event is not Event.KEPT and tape:
        yield Finding("tape", name, f"it was {fate.event} on {fate.at:%Y-%m-%d} and is there again")
    if fate.event is Event.ERASED:
        if sealed is not None:
            yield Finding("record", name, f"it was erased on {fate.at:%Y-%m-%d} and is there again")
    elif sealed is None:
        yield Finding("record", name, "it is gone, and no erasure is noted")
    elif commit(sealed.salt, sealed.body, sealed.envelope) != fate.kept.commitment:
        yield Finding("record", name, "it does not match the commitment in the chain")
    elif body is None:
        yield Finding("record", name, "it cannot be read")
    elif fate.event is Event.KEPT:
        yield from _played(name, body, tape, blobs)


def _played(name: str, body: Body, tape: Sequence[Taped], blobs: frozenset[str]) -> Iterator[Finding]:
    """What a replay would miss."""
    for taped in body.tape:
        if taped not in tape:
            yield Finding("tape", name, f"an answer of {taped.port} is gone or was changed ({taped.asked})")
        if taped.answered not in blobs:
            yield Finding("blob", taped.answered, f"the tape of {name} needs it, it is gone, and no erasure is noted")
    for taped in tape:
        if taped not in body.tape and taped.port != NOTES:
            yield Finding("tape", name, f"an answer of {taped.port} was added ({taped.asked})")
