"""Records: fetched, explained, compared, and run again on their tapes."""

from dataclasses import replace
from typing import Any

from veracious import wiring
from veracious.domain.archive import Event, Replayed
from veracious.domain.budget import Amount
from veracious.domain.errors import DialsDiffer, InputError, JobMissing, RecordMissing, ReplayDiffers, TapeEnds
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.domain.review import ReviewState
from veracious.flow import replay as flow_replay
from veracious.flow import review
from veracious.flow.run import Run
from veracious.ports import Blobs
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.explaining import changes, trace
from veracious.rules.explaining.changes import ComparedRecord, Comparison
from veracious.rules.explaining.trace import Step
from veracious.rules.ledger.audit import trail
from veracious.wiring import service

LAST = "last"  # a name for the newest record that is not erased
MANY = 1000


async def fetch(name: str, workspace: str = "") -> Record:
    """The record of this name; `last` is the newest."""
    held = wiring.archive(workspace)
    if name != LAST:
        return await held.fetch(name)
    for many in (1, MANY):  # the newest is rarely erased
        for one in await held.newest(many):
            if one.event is not Event.ERASED:
                return await held.fetch(one.id)
    raise RecordMissing("there is no record yet; `veracious verify` makes one, unless it is given --docs")


def unpacked(content: bytes) -> Record:
    """The record in a JSON of body and envelope; raises when the bytes are no record, or it is not what its digest says."""
    return wiring.read_record(content)


def report(record: Record) -> Report:
    """The report on a claim that a record holds; raises when it is of an answer, or another version wrote it."""
    return wiring.read_report(record)


async def state(record: Record, workspace: str = "") -> ReviewState | None:
    """What the people of the workspace have said of the verdict of a record; none where it has none."""
    verdict = report(record).verdict
    if verdict is None:
        return None
    found, _ = await review.look(record.envelope.id, verdict, service.review_log(workspace or wiring.own_workspace()))
    return found


def is_article(record: Record) -> bool:
    """Whether a record is of an article."""
    return "claims_only" in wiring.read_request(record)


async def why(name: str, workspace: str = "", claim: int | None = None) -> tuple[Record, tuple[Step, ...]]:
    """A record, and the path from its evidence to its verdict; of an article, to that of the claim of this number, from 1."""
    record = await fetch(name, workspace)
    if is_article(record):
        return record, trace.tell(_report_in_article(record, claim or 0))
    if claim:
        raise InputError(f"{record.envelope.id} is not the record of an article: it has no claims to choose from")
    return record, trace.tell(report(record))


def _report_in_article(record: Record, number: int) -> Report:
    """The report on the claim of this number; raises where there is none."""
    told = wiring.read_article_report(record)
    claims = told.extraction.claims if told.extraction else ()
    if not claims:
        raise InputError(f"{record.envelope.id} is the record of an article without claims; see `veracious report`")
    if not 0 < number <= len(claims):
        raise InputError(
            f"{record.envelope.id} is the record of an article; name one of its {len(claims)} claims by its number, with --claim"
        )
    found = next((one.report for one in told.findings if one.claim == claims[number - 1].id), None)
    if found is None:
        raise InputError(f"claim {number} was not compared with any evidence; `veracious report` says why")
    return found


async def audit(name: str, workspace: str = "") -> dict[str, Any]:
    """What is kept of an answer, by the names of seed D §9.1; what it spent is on its tape until that expires, and is unknown then."""
    record = await fetch(name, workspace)
    if "mode" not in wiring.read_request(record):
        raise InputError(f"{record.envelope.id} is not the record of an answer; see `veracious why`")
    is_kept = not record.body.tape or await wiring.tape(record.envelope.id, workspace).entries()
    return trail(record, await spent(record.envelope.id, workspace) if is_kept else None, await _actor(record))


async def _actor(record: Record) -> str | None:
    """Who handed in the job of this record; none where nobody did, as on the command line."""
    try:
        return (await service.jobs(record.envelope.workspace).fetch(record.envelope.id)).actor or None
    except JobMissing:
        return None


async def spent(run: str, workspace: str = "") -> Amount:
    """What a run has used, by the notes on its tape; a call whose answer was lost counts with the most it could take."""
    return await wiring.spent_on(wiring.tape(run, workspace), wiring.blobs(workspace))


async def diff(first: str, other: str, workspace: str = "") -> Comparison:
    """What changed from one record to the other."""
    return await compared(await fetch(first, workspace), await fetch(other, workspace), wiring.blobs(workspace))


async def compared(first: Record, other: Record, held: Blobs) -> Comparison:
    """The same with records and the blobs that their dials are among."""
    return changes.compare(await _compared(first, held), await _compared(other, held))


async def _compared(record: Record, held: Blobs) -> ComparedRecord:
    try:
        written = await wiring.read_dials(record, held)
    except RecordMissing:  # expired with the tape; that they are others is still known by their digest
        written = None
    return ComparedRecord(record.body, report(record), written or {})


async def replay(name: str, workspace: str = "") -> Replayed:
    """A record of the archive run again on its tape; raises unless it comes out the same to the byte."""
    record = await fetch(name, workspace)
    if record.body.tape and not await wiring.tape(record.envelope.id, workspace).entries():
        raise RecordMissing(f"the tape of {record.envelope.id}: it has expired")
    return await replayed(record, wiring.blobs(workspace))


async def replayed(record: Record, held: Blobs) -> Replayed:
    """The same with a record and the blobs of its tape: no network, no models, the dials it was made with.

    What differs because a word list or the table of probabilities is another by now is told as such: it is no sign of an alteration.
    """
    written, lexicon = await wiring.read_dials(record, held), wiring.lexicon()
    calibration = wiring.calibration(record.body.tools)
    playback = wiring.playback(record, held)
    run = Run(playback, Dials(), lexicon, calibration, wiring.decision(record.body.tools))
    if is_article(record):
        run = replace(run, worth_table=wiring.worth_table())
    others: tuple[str, ...] = ()
    if written is not None:
        others = tuple(change.what for change in changes.dials(written, wiring.plain_dials(run.dials_written)))
        decision_table = wiring.decision(record.body.tools) if "decision" in written else None  # earlier records were decided by rules
        run = replace(run, dials=wiring.dials_of(written), decision_table=decision_table, noted=digest.canonical(written))
    tables = [name for name in others if not name.startswith("dials.")]
    try:
        await flow_replay.replay(record, run)
    except (DialsDiffer, ReplayDiffers, TapeEnds) as differs:
        if not tables:
            raise
        raise DialsDiffer(f"{', '.join(tables)}; {differs.detail}") from differs
    return Replayed(record.envelope.id, record.envelope.body, len(digest.canonical(record.body)), len(record.body.tape), others)
