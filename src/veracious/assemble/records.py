"""Records, the tapes they are replayed from, and what is told of them."""

from functools import reduce
from typing import Any

from veracious.adapters import json_values
from veracious.adapters import tape as tapes
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.meter import Note
from veracious.assemble.data_files import chances, lexicon
from veracious.assemble.parts import installed
from veracious.assemble.reports import report
from veracious.assemble.stores import bare_store
from veracious.domain.archive import Event, Replayed
from veracious.domain.budget import Amount
from veracious.domain.errors import DialsDiffer, InputError, RecordAltered, RecordMissing, SourceMalformed
from veracious.domain.record import DIALS, NOTES, Record
from veracious.flow import replay as flow_replay
from veracious.flow.run import Run
from veracious.ports import TOOL_ROLES, Archive, Blobs, Tape, Tools
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.explaining import changes, trace
from veracious.rules.explaining.changes import Change, ComparedRecord
from veracious.rules.explaining.trace import Step
from veracious.rules.ledger.audit import trail

LAST = "last"  # a name for the newest record that is not erased
MANY = 1000


def archive(workspace: str = "") -> Archive:
    """Where the records of a workspace are kept."""
    with installed():
        from veracious.adapters.postgres.archive import PostgresArchive

        return PostgresArchive(bare_store(workspace))


def blobs(workspace: str = "") -> Blobs:
    """Where the answers on tapes are kept."""
    with installed():
        from veracious.adapters.postgres.blobs import PostgresBlobs

        return PostgresBlobs(bare_store(workspace))


def tape(run: str, workspace: str = "") -> Tape:
    """The tape of a run, by its name."""
    with installed():
        from veracious.adapters.postgres.tape import PostgresTape

        return PostgresTape(bare_store(workspace), run)


async def fetch(name: str, workspace: str = "") -> Record:
    """The record of this name; `last` is the newest."""
    held = archive(workspace)
    if name != LAST:
        return await held.fetch(name)
    for many in (1, MANY):  # the newest is rarely erased
        for one in await held.newest(many):
            if one.event is not Event.ERASED:
                return await held.fetch(one.id)
    raise RecordMissing("there is no record yet")


async def replay(name: str, workspace: str = "") -> Replayed:
    """A record of the archive run again on its tape; raises unless it comes out the same to the byte."""
    record = await fetch(name, workspace)
    if record.body.tape and not await tape(record.envelope.id, workspace).entries():
        raise RecordMissing(f"the tape of {record.envelope.id}: it has expired")
    return await replayed(record, blobs(workspace))


async def why(name: str, workspace: str = "") -> tuple[Record, tuple[Step, ...]]:
    """A record, and the path from its evidence to its verdict."""
    record = await fetch(name, workspace)
    return record, trace.tell(report(record))


async def audit(name: str, workspace: str = "") -> dict[str, Any]:
    """What is kept of an answer, by the names of seed D §9.1; what it spent is on its tape until that expires."""
    record = await fetch(name, workspace)
    if "mode" not in json_values.parse(record.body.request.encode()):
        raise InputError(f"{record.envelope.id} is not the record of an answer; see `veracious why`")
    paid = await spent(record.envelope.id, workspace)
    return trail(record, paid.calls, paid.tokens)


async def spent(run: str, workspace: str = "") -> Amount:
    """What a run has used, by the notes on its tape; a call whose answer was lost counts with the most it could take."""
    held = blobs(workspace)
    entries = [one for one in await tape(run, workspace).entries() if one.port == NOTES]
    notes = [json_values.read(await held.get(one.answered), Note) for one in entries]
    paid = {note.ask: note.amount for note in sorted(notes, key=lambda note: note.settled)}
    return reduce(Amount.plus, paid.values(), Amount())


async def diff(first: str, other: str, workspace: str = "") -> tuple[Change, ...]:
    """What changed from one record to the other."""
    held = blobs(workspace)
    return changes.between(await _told(await fetch(first, workspace), held), await _told(await fetch(other, workspace), held))


async def replayed(record: Record, held: Blobs) -> Replayed:
    """The same with a record and the blobs of its tape: no network, no models, the dials it was made with."""
    plain = await _plain_dials(record, held)
    run = Run(_players(record, held), Dials() if plain is None else _dials(plain), lexicon(), chances(record.body.tools))
    lists = {} if plain is None else plain["lexicon"]
    others = [name for name in sorted({*lists, *run.lexicon.digests}) if lists and lists.get(name) != run.lexicon.digests.get(name)]
    try:
        await flow_replay.replay(record, run)
    except DialsDiffer as differs:
        raise DialsDiffer("; ".join(filter(None, (", ".join(others), differs.detail)))) from differs
    today = json_values.parse(Dials().written(lexicon(), run.chances))
    other = () if plain is None else changes.dials(plain, today)
    size = len(digest.canonical(record.body))
    return Replayed(record.envelope.id, record.envelope.body, size, len(record.body.tape), tuple(change.what for change in other))


def _players(record: Record, held: Blobs) -> Tools:
    """The tools that the run had, each answering from the tape alone; one that was there and never asked is known by its name."""
    named = {taped.port for taped in record.body.tape} | {tool.role for tool in record.body.tools}
    players: dict[str, Any] = {"finders": (), "spares": ()}
    for role in TOOL_ROLES:
        if role.field in players:
            prefix = f"{role.name} "
            many = max((int(name.removeprefix(prefix)) + 1 for name in named if name.startswith(prefix)), default=0)
            players[role.field] = tuple(tapes.play(role.port, role.numbered(index), record.body.tape, held) for index in range(many))
        elif role.is_needed or role.name in named:
            players[role.field] = tapes.play(role.port, role.name, record.body.tape, held)
    return Tools(clock=FixedClock(record.envelope.started), ids=CountingIds(), archive=MemoryArchive(), blobs=held, **players)


async def _plain_dials(record: Record, held: Blobs) -> dict[str, Any] | None:
    """The dials that a record was made with and the digests of its word lists, as they are on its tape; none when they are not on it."""
    noted = next((taped for taped in record.body.tape if (taped.port, taped.asked) == (DIALS, record.body.dials)), None)
    if noted is None:
        return None
    content = await held.get(noted.answered)
    if digest.of_bytes(content, "dials") != record.body.dials:
        raise RecordAltered(f"{record.envelope.id}: its dials")
    plain: dict[str, Any] = json_values.parse(content)
    return plain


def _dials(plain: dict[str, Any]) -> Dials:
    try:
        made: Dials = json_values.build(plain["dials"], Dials, DIALS)
        return made
    except SourceMalformed as broken:
        raise DialsDiffer(f"this version has others: {broken.detail}") from broken


async def _told(record: Record, held: Blobs) -> ComparedRecord:
    try:
        plain = await _plain_dials(record, held)
    except RecordMissing:  # expired with the tape; that they are others is still known by their digest
        plain = None
    return ComparedRecord(record.body, report(record), plain or {})
