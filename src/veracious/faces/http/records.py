"""`/v1/records`: finished runs, each immutable, provable and able to be run again."""

import asyncio
from datetime import datetime
from typing import Annotated, Any

from fastapi import Header, Path, Query
from pydantic import Field
from starlette.responses import Response

from veracious.domain.access import Grant
from veracious.domain.archive import Event, Listed
from veracious.domain.errors import InputError, RecordMissing, ScopeMissing
from veracious.faces import wire
from veracious.faces.http import cursors, problems
from veracious.faces.http.models import Paging, Shown
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visiting, needs, router
from veracious.rules import digest

LISTING = "records"
JSON = "application/json"
NO_PATH = "Only the record of a claim has a path to a verdict. Read the record itself."
ETAG = {"ETag": {"description": "The digest of the record's body, in quotation marks.", "schema": {"type": "string"}}}
RECORD: dict[str, Any] = {
    "type": "object",
    "required": ["body", "envelope"],
    "properties": {name: {"type": "object"} for name in ("body", "envelope")},
}
OBJECT: dict[str, Any] = {"type": "object", "required": ["outcome"], "properties": {"outcome": {"type": "string"}}}

routes = router("records")

RecordName = Annotated[str, Path(pattern=f"^{cursors.NAME}$", description="The name of the record: that of its job; `last` is the newest.")]
IfNoneMatch = Annotated[str, Header(alias="If-None-Match", description="An `ETag` that is known already.")]


class RecordShown(Shown):
    """A record as a list shows it; of an erased one only its name and times are left."""

    id: str
    kept_at: datetime
    event: Event
    at: datetime = Field(description="When the event happened.")
    text: str = Field(description="What was asked.")
    outcome: str
    verdict: str | None
    trouble: str = Field(description="Why it cannot be opened, if so.")


class RecordPage(Shown):
    """A part of the records, the newest first."""

    records: list[RecordShown]
    next_cursor: str | None = Field(default=None, description="Where the next page begins; none on the last.")


def responses(schema: dict[str, Any], *statuses: int) -> dict[int | str, dict[str, Any]]:
    """How an answer is described whose JSON is written elsewhere, and how else the operation may end."""
    return problems.also(*statuses) | {200: {"description": "As described.", "content": {JSON: {"schema": schema}}}}


@routes.get("/v1/records", operation_id="list_records", response_model=RecordPage, summary="List records, the newest first")
@needs(Grant.READ)
async def listed(visit: Visiting, paging: Annotated[Paging, Query()]) -> RecordPage:
    """The records of the workspace, the newest first, erased ones too; `/v1/records:search` looks for some of them."""
    place = await cursors.read(visit, LISTING, paging.cursor)
    found = await visit.backend.records.newest(visit.workspace, int(place) if place else None, paging.limit + 1)
    page = found[: paging.limit]
    more = await cursors.sign(visit, LISTING, str(page[-1].number)) if len(found) > paging.limit else None
    return RecordPage(records=[_shown(one) for one in page], next_cursor=more)


@routes.get(
    "/v1/records/{id}",
    operation_id="get_record",
    response_class=Response,
    responses={
        200: {"description": "The record, in canonical JSON.", "content": {JSON: {"schema": RECORD}}, "headers": ETAG},
        304: {"description": "The record is the one that is known already.", "headers": ETAG},
        **problems.also(409),
    },
    summary="Read a record",
)
@needs(Grant.READ)
async def read(visit: Visiting, id: RecordName, known: IfNoneMatch = "") -> Response:
    """The record whole; its digests can be derived from these bytes."""
    record = await visit.backend.records.fetch(visit.workspace, id)
    headers = {"ETag": f'"{record.envelope.body}"', "Cache-Control": "private, no-cache"}
    if _is_known(known, record.envelope.body):
        return Response(status_code=304, headers=headers)
    return Response(await asyncio.to_thread(digest.canonical, record), headers=headers, media_type=JSON)


@routes.delete("/v1/records/{id}", operation_id="erase_record", status_code=204, response_class=Response, summary="Erase a record")
@needs(Grant.WRITE)
async def erase(visit: Visiting, id: RecordName) -> Response:
    """Erase a record with its tape; a note of the day stays in the chain.

    What people have said of its verdict goes with it: of such a record that needs the scope `review`.
    """
    said = await visit.backend.reviews.log(visit.workspace).of([id])
    if said.get(id) and not visit.caller.grant.allows(Grant.REVIEW):
        raise ScopeMissing(Grant.REVIEW.value)
    if not await visit.backend.records.erase(visit.workspace, id):
        raise RecordMissing(id)
    visit.request.app.state.findings.clear()  # what pages keep; another process shows it no more, and forgets it when others are read
    return Response(status_code=204)


@routes.post(
    "/v1/records/{id}/replay",
    operation_id="replay_record",
    response_class=Response,
    responses=responses(OBJECT, 409),
    summary="Replay a record",
)
@needs(Grant.VERIFY)
async def replay(visit: Visiting, id: RecordName) -> Response:
    """Run a record again on its tape: 200 when it comes out the same to the byte, 409 with what differs when it does not."""
    return Response(wire.replayed(await visit.backend.records.replay(visit.workspace, id)), media_type=JSON)


@routes.get(
    "/v1/records/{id}/why",
    operation_id="explain_record",
    response_class=Response,
    responses=responses(OBJECT, 409),
    summary="Explain a record",
)
@needs(Grant.READ)
async def why(visit: Visiting, id: RecordName) -> Response:
    """The path from the evidence to the verdict, step by step."""
    try:
        record, steps = await visit.backend.records.why(visit.workspace, id)
    except InputError:
        raise Trouble(404, "path_missing", NO_PATH) from None
    return Response(wire.why(record, steps), media_type=JSON)


def _is_known(header: str, body: str) -> bool:
    """Whether an `If-None-Match` names this body, or anything at all."""
    named = [part.strip().removeprefix("W/").strip('"') for part in header.split(",")]
    return body in named or "*" in named


def _shown(listed: Listed) -> RecordShown:
    return RecordShown(**{name: getattr(listed, name) for name in RecordShown.model_fields})
