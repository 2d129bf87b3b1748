"""What happens to a job, as server-sent events: numbered, so that whoever was cut off goes on where they were."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from fastapi.responses import EventSourceResponse
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import TypeAdapter
from starlette.responses import Response

from veracious.domain.errors import VeraciousError
from veracious.domain.job import Job, JobEvent
from veracious.domain.steps import EVENT_KINDS, EventKind
from veracious.faces.http.problems import AGAIN_S, Trouble
from veracious.faces.http.routes import Visit

LAST = "finished"  # the kind of the event behind which there is none
STREAMS_AT_MOST = 64  # of one workspace at once, in one process: each is a request that is being answered for as long as its job takes
TOO_MANY = f"Your workspace follows {STREAMS_AT_MOST} jobs already. End one, or ask for the state of the job itself."
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
TYPES: Mapping[type, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}


def _fields(kind: EventKind) -> dict[str, Any]:
    """The fields of an event as JSON Schema has them; a star stands for any ending."""
    typed = {name: {"type": TYPES[shape]} for name, shape in kind.fields.items()}
    whole = {name: shape for name, shape in typed.items() if not name.endswith("*")}
    starred = {f"^{re.escape(name[:-1])}": shape for name, shape in typed.items() if name.endswith("*")}
    named = {"type": "object", "properties": whole, "required": list(whole)}
    return named | ({"patternProperties": starred} if starred else {})


def _data(name: str, kind: EventKind) -> dict[str, Any]:
    """What stands in `data` of an event of a kind."""
    said = {"number": {"type": "integer"}, "kind": {"const": name}, "text": {"type": "string"}, "at": {"type": "string"}}
    return {"type": "object", "description": kind.says, "properties": said | {"fields": _fields(kind)}, "required": [*said, "fields"]}


EVENT: dict[str, Any] = {
    "type": "object",
    "required": ["id", "event", "data"],
    "properties": {
        "id": {"type": "string"},
        "event": {"enum": list(EVENT_KINDS)},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"oneOf": [_data(name, kind) for name, kind in EVENT_KINDS.items()]},
        },
    },
}
DESCRIBED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events, each with its number as `id`, its kind as `event`, and number, kind, text, time and named fields as JSON "
        "in `data`. The stream ends behind the event `finished`.",
        "content": {"text/event-stream": {"schema": EVENT}},
    },
    204: {"description": "The job is finished, and every event was received: there is nothing to follow any more."},
}

_EVENT = TypeAdapter(JobEvent)


async def answer(visit: Visit, job: Job, after: int) -> Response:
    """The events behind this number, and those to come."""
    if job.is_finished and not await visit.backend.desk.events(visit.workspace, job.id, after):
        return Response(status_code=204)  # what tells a browser not to ask again
    check_room(visit)
    return EventSourceResponse(_told(visit, job.id, after), headers=HEADERS)


def check_room(visit: Visit) -> None:
    """Refuse to follow one more job where the workspace follows as many as it may."""
    if visit.backend.streams[visit.workspace] >= STREAMS_AT_MOST:
        raise Trouble(429, "streams_too_many", TOO_MANY, {"Retry-After": str(AGAIN_S)})


async def _told(visit: Visit, id: str, after: int) -> AsyncIterator[bytes]:
    """Events until the last one, with a sign of life where nothing happens."""
    async for found in followed(visit, id, after):
        for event in found:
            yield written(event)
        if not found:
            yield KEEPALIVE_COMMENT


async def followed(visit: Visit, id: str, after: int) -> AsyncIterator[Sequence[JobEvent]]:
    """Events as they happen, until the last one; none where nothing happened within the time of a heartbeat.

    Where the store fails or the server is to end, the stream ends; whoever asks again with the last number loses nothing.
    """
    backend = visit.backend
    with suppress(VeraciousError), _counted(backend.streams, visit.workspace):
        while not backend.closing.is_set():
            found = await _next(visit, id, after)
            if not found and (await backend.desk.fetch(visit.workspace, id)).is_finished:
                found = await backend.desk.events(visit.workspace, id, after)  # those of the last moment
                if not found:
                    return
            yield found
            if any(event.kind == LAST for event in found):
                return
            after = found[-1].number if found else after


@contextmanager
def _counted(streams: Counter[str], workspace: str) -> Iterator[None]:
    streams[workspace] += 1
    try:
        yield
    finally:
        streams[workspace] -= 1
        if not streams[workspace]:
            del streams[workspace]


def written(event: JobEvent) -> bytes:
    """An event as it goes over the line."""
    return format_sse_event(data_str=_EVENT.dump_json(event).decode(), event=event.kind, id=str(event.number))


async def _next(visit: Visit, id: str, after: int) -> Sequence[JobEvent]:
    """What happened since, or within the time of a heartbeat; nothing as soon as the server is to end."""
    backend = visit.backend
    waiting = asyncio.ensure_future(backend.desk.changed(visit.workspace, id, after, backend.pace.heartbeat))
    closing = asyncio.ensure_future(backend.closing.wait())
    try:
        await asyncio.wait({waiting, closing}, return_when=asyncio.FIRST_COMPLETED)
        return waiting.result() if waiting.done() else ()
    finally:
        for task in (waiting, closing):
            task.cancel()
