"""What programs and pages alike do with reviews: look at one, add to it, and list what waits for somebody."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from veracious import app
from veracious.domain import review as reviews
from veracious.domain.archive import Event, Listed
from veracious.domain.errors import RecordError
from veracious.domain.record import Envelope, Record
from veracious.domain.review import Feedback, ReviewEntry, Reviewer, ReviewRequest, ReviewState
from veracious.domain.verdict import Verdict
from veracious.faces.http.kept import Kept
from veracious.flow import review
from veracious.ports import FeedbackBox, ReviewLog
from veracious.rules import reviewing
from veracious.wiring import service

if TYPE_CHECKING:
    from veracious.faces.http.backend import Backend
    from veracious.faces.http.routes import Visit

OTHER_KINDS = frozenset({"claims_only", "mode", "answer"})  # what the request of a record has that is not of a claim
LOOKED_AT, LOOKS = 50, 10  # records, or entries, that a page of a queue is chosen from; how often so many are looked at
ENOUGH = 20  # unsigned verdicts, of which a page is made
FEEDBACK_AT_MOST = 100  # on a page of what is disputed
READERS, BACK = "readers", "back"  # the two parts of that list
KNOWN_AT_MOST = 10_000  # records of which it is known what the program said: that takes longer to read than to keep

_VERDICTS: Kept[Envelope, Verdict | None] = Kept(KNOWN_AT_MOST)
_DEMOS: Kept[Envelope, bool] = Kept(KNOWN_AT_MOST)


class ReviewDesk(Protocol):
    """Where it is kept what people and readers say of verdicts."""

    def log(self, workspace: str, /) -> ReviewLog:
        """What the people of a workspace say."""
        ...

    def feedback(self, workspace: str, /) -> FeedbackBox:
        """What readers say of what it published."""
        ...


@dataclass(frozen=True, slots=True)
class StoredReviews:
    """The `ReviewDesk` of the store."""

    def log(self, workspace: str) -> ReviewLog:
        """What the people of a workspace say."""
        return service.review_log(workspace)

    def feedback(self, workspace: str) -> FeedbackBox:
        """What readers say of what it published."""
        return service.feedback_box(workspace)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A record with a verdict, how it stands, and what was said of it."""

    record: Record
    state: ReviewState
    entries: Sequence[ReviewEntry] = ()

    @property
    def claim(self) -> str:
        """What was asked."""
        return str(json.loads(self.record.body.request).get("text", ""))


@dataclass(frozen=True, slots=True)
class Disputed:
    """A verdict that was given back, or that readers doubt."""

    reviewed: Reviewed
    feedback: Sequence[Feedback] = ()


def drafted(record: Record) -> Verdict | None:
    """The verdict of the program; none where the run had none, or was of no claim."""
    return _VERDICTS.get(record.envelope, lambda: _drafted(record))


def _drafted(record: Record) -> Verdict | None:
    asked, report = json.loads(record.body.request), json.loads(record.body.report)
    verdict = None if OTHER_KINDS & set(asked) else report.get("verdict")
    return Verdict(verdict) if verdict else None


async def look(backend: "Backend", workspace: str, record: Record) -> Reviewed | None:
    """How the verdict of a record stands; none where it has none."""
    verdict = await asyncio.to_thread(drafted, record)
    if verdict is None:
        return None
    state, entries = await review.look(record.envelope.id, verdict, backend.reviews.log(workspace))
    return Reviewed(record, state, entries)


async def add(visit: "Visit", id: str, asked: ReviewRequest) -> ReviewEntry:
    """Write down what whoever visits says of a verdict."""
    backend = visit.backend
    record = await backend.records.fetch(visit.workspace, id)
    who, log = await reviewer(visit, record), backend.reviews.log(visit.workspace)
    return await review.add(record, await asyncio.to_thread(drafted, record), asked, who, log, backend.clock.now())


async def reviewer(visit: "Visit", record: Record) -> Reviewer:
    """Whoever visits, as a reviewer of this record; what rests on the made-up world of the demo is not published."""
    may_publish = publishes(visit) and not await asyncio.to_thread(_is_demo, record)
    return reviews.reviewer(visit.caller, publishes=may_publish)


def _is_demo(record: Record) -> bool:
    return _DEMOS.get(record.envelope, lambda: drafted(record) is not None and app.demonstration.is_of(app.records.report(record)))


def publishes(visit: "Visit") -> bool:
    """Whether what is published in the workspace can be read from outside."""
    return bool(visit.workspace) and visit.backend.public == visit.workspace


async def unsigned(visit: "Visit", before: int | None) -> tuple[list[Listed], int | None]:
    """Verdicts of which nobody has said anything, the newest first, and the place behind which there may be more."""
    drafts: list[Listed] = []
    for _ in range(LOOKS):
        found = await visit.backend.records.newest(visit.workspace, before, LOOKED_AT)
        with_verdict = [one for one in found if one.event is not Event.ERASED and one.verdict and not one.trouble]
        known = await visit.backend.reviews.log(visit.workspace).of([one.id for one in with_verdict])
        drafts += [one for one in with_verdict if one.id not in known]
        before = found[-1].number if len(found) == LOOKED_AT else None
        if before is None or len(drafts) >= ENOUGH:
            break
    return drafts, before


async def disputed(visit: "Visit", place: str = "") -> tuple[list[Disputed], str]:
    """Verdicts that readers doubt, who waits longest first, then those that were given back and that nobody stands behind since.

    With them the place behind which there are more; empty: there are none. Who floods the one list hides nothing of the other for good.
    """
    log, box = visit.backend.reviews.log(visit.workspace), visit.backend.reviews.feedback(visit.workspace)
    part, number = disputed_place(place)
    back, waiting, more = list[ReviewEntry](), list[Feedback](), ""
    if part == READERS:
        found = await box.waiting(FEEDBACK_AT_MOST + 1, number)
        waiting, number = list(found[:FEEDBACK_AT_MOST]), None
        more = f"{READERS}-{waiting[-1].number}" if len(found) > FEEDBACK_AT_MOST else ""
    if not more:
        entries = await log.back(LOOKED_AT + 1, number)
        back = list(entries[:LOOKED_AT])
        more = f"{BACK}-{back[-1].place}" if len(entries) > LOOKED_AT else ""
    said = await of_records(visit, [*(one.record for one in waiting), *(one.record for one in back)])
    return [Disputed(one, [told for told in waiting if told.record == one.record.envelope.id]) for one in said], more


def disputed_place(text: str) -> tuple[str, int | None]:
    """Which part of the list a place is in, and behind what; what is no place is the beginning."""
    found = re.fullmatch(f"({READERS}|{BACK})-([0-9]{{1,15}})", text)
    return (found[1], int(found[2])) if found else (READERS, None)


async def mine(visit: "Visit", before: int | None) -> tuple[Sequence[ReviewEntry], int | None]:
    """What whoever visits has said, the newest first, and the place behind which there may be more."""
    if not visit.caller.person:
        return (), None
    log = visit.backend.reviews.log(visit.workspace)
    found = await log.newest(tuple(reviews.Act), LOOKED_AT, before, visit.caller.person)
    return found, found[-1].place if len(found) == LOOKED_AT else None


async def corrections(
    backend: "Backend", workspace: str, before: int | None, limit: int, published: bool = False
) -> tuple[Sequence[ReviewEntry], int | None]:
    """Changes and withdrawals, the newest first, and the place behind which there are more."""
    found = await backend.reviews.log(workspace).newest(reviewing.CORRECTIONS, limit + 1, before, published=published)
    return found[:limit], found[limit - 1].place if len(found) > limit else None


async def of_records(visit: "Visit", names: Sequence[str]) -> list[Reviewed]:
    """How the verdicts of these records stand, each once and in this order; those that are gone are left out."""
    wanted, found = list(dict.fromkeys(names)), []
    said = await visit.backend.reviews.log(visit.workspace).of(wanted) if wanted else {}
    for name in wanted:
        try:
            record = await visit.backend.records.fetch(visit.workspace, name)
        except RecordError:
            continue
        if (verdict := await asyncio.to_thread(drafted, record)) is not None:
            entries = said.get(name, ())
            found.append(Reviewed(record, reviewing.state(entries, verdict), entries))
    return found


async def close(visit: "Visit", number: int, note: str) -> bool:
    """Close what a reader said; whether it was still open."""
    box = visit.backend.reviews.feedback(visit.workspace)
    return await box.close(number, visit.caller.person, note.strip()[: reviews.WHY_CHARS], visit.backend.clock.now())
