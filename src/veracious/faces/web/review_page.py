"""`/v/{id}/review`, `/review` and `/corrections`: people say something of verdicts, see what waits, and read what was corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant
from veracious.domain.archive import Listed
from veracious.domain.errors import PersonNeeded, ReviewError
from veracious.domain.review import WHY_CHARS, Act, ReviewEntry, ReviewRequest
from veracious.domain.verdict import Verdict
from veracious.faces.http import cursors, review_desk
from veracious.faces.http.models import COUNT_AT_MOST
from veracious.faces.http.problems import Trouble, of_error, status_of
from veracious.faces.http.review_desk import Disputed
from veracious.faces.http.reviews import NO_FEEDBACK
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign, words
from veracious.faces.web import frame, review_view, verdict_page
from veracious.faces.web.progress import RunName
from veracious.faces.web.review_view import EntryLine
from veracious.faces.web.routing import PageRoute

UNSIGNED, DISPUTED, MINE = "unsigned", "disputed", "mine"
QUEUES = ((UNSIGNED, "Unsigned"), (DISPUTED, "Disputed"), (MINE, "Mine"))
ABOUT: Mapping[str, tuple[str, str]] = {
    UNSIGNED: ("Verdicts that nobody has said anything of, the newest first.", "Nothing waits for a signature."),
    DISPUTED: ("Verdicts that were returned or withdrawn, and those that readers doubt.", "Nothing is disputed."),
    MINE: ("What you have signed, changed or returned.", "You have not said anything of a verdict yet."),
}
SHOWN = 50  # corrections on a page
TEXT_CHARS, NOTE_CHARS, DIGITS = 160, 300, 15
NO_ACT = "The form does not say what is to be done. Open the page again, and send it again."
NO_NOTE = "Say what came of it, and close it then."
STYLES = verdict_page.STYLES

routes = APIRouter(route_class=PageRoute)

FeedbackNumber = Annotated[int, Path(ge=1, le=COUNT_AT_MOST)]


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A line of a queue."""

    id: str
    claim: str
    kind: str
    word: str
    at: datetime
    note: str = ""


@routes.post("/v/{id}/review", include_in_schema=False)
@needs(Grant.REVIEW)
async def say(visit: Visiting, id: RunName) -> Response:
    """Say something of a verdict, and go back to it; what is refused is told there, and what was written is not lost."""
    asked = sent(visit.request.state.fields)
    visit.about(id)
    try:
        await review_desk.add(visit, id, asked)
    except (ReviewError, PersonNeeded) as refused:
        return await _told(visit, id, asked, refused)
    visit.request.app.state.kept_pages.clear()  # what was published or taken back is seen at once
    return RedirectResponse(f"/v/{id}#review", 303)


@routes.get("/review", include_in_schema=False)
@needs(Grant.REVIEW)
async def queue(visit: Visiting) -> Response:
    """What waits for a person."""
    asked = visit.request.query_params.get("show", UNSIGNED)
    show = asked if asked in ABOUT else UNSIGNED
    rows, more = await _disputed_rows(visit) if show == DISPUTED else await _rows(visit, show, place(visit))
    about, empty = ABOUT[show]
    said = {"queues": QUEUES, "show": show, "heading": dict(QUEUES)[show], "about": about, "empty": empty, "rows": rows, "more": more}
    return await frame.show(visit.request, "queue.html.j2", said, styles=STYLES)


@routes.get("/corrections", include_in_schema=False)
@needs(Grant.READ)
async def corrections(visit: Visiting) -> Response:
    """What was corrected, and why."""
    found, more = await review_desk.corrections(visit.backend, visit.workspace, place(visit), SHOWN)
    said = {"rows": await corrected(visit, found, "/v/"), "more": more}
    return await frame.show(visit.request, "corrections.html.j2", said, styles=STYLES)


@routes.post("/feedback/{number}/close", include_in_schema=False)
@needs(Grant.REVIEW)
async def close(visit: Visiting, number: FeedbackNumber) -> Response:
    """Close what a reader said, and go back to where it is told."""
    fields = visit.request.state.fields
    if not visit.caller.person:
        raise PersonNeeded
    note = fields.get("note", "").strip()
    if not note:
        raise Trouble(422, "request_invalid", NO_NOTE)
    if not await review_desk.close(visit, number, note):
        raise Trouble(404, "feedback_missing", NO_FEEDBACK)
    record = fields.get("record", "")
    return RedirectResponse(f"/v/{record}#review" if cursors.is_name(record) else "/review?show=disputed", 303)


def sent(fields: Mapping[str, str]) -> ReviewRequest:
    """What a form says of a verdict; one that says nothing is none of ours."""
    act, seen, verdict = (fields.get(name, "") for name in ("act", "seen", "verdict"))
    if act not in list(Act) or not seen.isdecimal() or len(seen) > DIGITS:
        raise Trouble(422, "request_invalid", NO_ACT)
    why = fields.get("why", "").replace("\r\n", "\n").replace("\r", "\n").strip()[: WHY_CHARS + 1]
    chosen = Verdict(verdict) if verdict in list(Verdict) else None
    return ReviewRequest(Act(act), fields.get("digest", "")[:100], int(seen), chosen, why)


def place(visit: Visit) -> int | None:
    """Behind which place of a list the page begins."""
    before = visit.request.query_params.get("before", "")
    return int(before) if before.isdecimal() and len(before) <= DIGITS else None


async def corrected(visit: Visit, found: Sequence[ReviewEntry], home: str) -> list[tuple[EntryLine, str, str]]:
    """Corrections as they are shown, each with its claim and where its verdict is read; those of records that are gone are left out."""
    claims = {one.record.envelope.id: foreign.cut(one.claim, TEXT_CHARS) for one in await _of(visit, found)}
    return [(review_view.line(one), claims[one.record], home + one.record) for one in found if one.record in claims]


async def _told(visit: Visit, id: str, asked: ReviewRequest, refused: ReviewError | PersonNeeded) -> Response:
    found = await verdict_page.find(visit, id)
    if found.record is None:
        raise HTTPException(404)
    review = await review_view.of(visit, found.record)
    if review is None:
        raise refused
    alert, status = of_error(refused).detail, status_of(refused)
    return await verdict_page.shown(visit, found.job, found.record, replace(review, alert=alert, written=asked), status)


async def _rows(visit: Visit, show: str, before: int | None) -> tuple[list[QueueRow], int | None]:
    if show == UNSIGNED:
        drafts, more = await review_desk.unsigned(visit, before)
        return [_draft(one) for one in drafts], more
    entries, more = await review_desk.mine(visit, before)
    last = {one.record: one for one in reversed(entries)}
    found = [(one, last[one.record.envelope.id]) for one in await _of(visit, entries)]
    return [_row(Disputed(one), entry.at, review_view.line(entry).did) for one, entry in found], more


async def _disputed_rows(visit: Visit) -> tuple[list[QueueRow], str]:
    found, more = await review_desk.disputed(visit, visit.request.query_params.get("before", ""))
    return [_disputed(one) for one in found], more


async def _of(visit: Visit, entries: Sequence[ReviewEntry]) -> list[review_desk.Reviewed]:
    return await review_desk.of_records(visit, [one.record for one in entries])


def _draft(one: Listed) -> QueueRow:
    verdict = Verdict(one.verdict or "")
    return QueueRow(one.id, foreign.cut(one.text, TEXT_CHARS), verdict.value, words.VERDICTS[verdict], one.kept_at)


def _disputed(one: Disputed) -> QueueRow:
    last = one.reviewed.state.last
    if one.feedback:
        latest, many = one.feedback[-1], len(one.feedback)
        says = "A reader says" if many == 1 else f"{many} readers say; the last"
        return _row(one, latest.at, f"{says}: {latest.text}")
    note = f"{last.by} {review_view.DID[last.act]}: {last.why}" if last else ""
    return _row(one, last.at if last else one.reviewed.record.envelope.finished, note)


def _row(one: Disputed, at: datetime, note: str) -> QueueRow:
    found = one.reviewed
    kind, word = review_view.standing(found.state)
    claim, said = foreign.cut(found.claim, TEXT_CHARS), foreign.cut(note, NOTE_CHARS)
    return QueueRow(found.record.envelope.id, claim, kind, word, at, said)
