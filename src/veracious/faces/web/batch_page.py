"""`/batch`: a table of claims is handed in, told beforehand what it holds and takes, and followed at an address that stays."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from veracious.domain import batch as batches
from veracious.domain.access import Grant
from veracious.domain.batch import Batch, BatchLine, RowState
from veracious.faces import claim_table
from veracious.faces.claim_table import ClaimTable, TableRefused
from veracious.faces.exports import verdict_table
from veracious.faces.exports.verdict_table import VerdictRow
from veracious.faces.http import jobs
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.web import batch_form, batch_view, found_records, frame, search_page, submission, uploads
from veracious.faces.web.batch_form import BatchForm
from veracious.faces.web.routing import PageRoute
from veracious.faces.web.uploads import Upload

T = TypeVar("T")
BatchName = Annotated[str, Path(pattern=f"^[0-9a-f]{{{batch_form.ID_CHARS}}}$")]
HANDED_AT_ONCE = 8  # rows that are handed in side by side; as many as the store has connections at first
PRIORITY = 10  # behind what somebody waits for
SHOWN = 100  # rows on a page
LISTED = 10
CANCELLED_AT_ONCE = 8
ALL = claim_table.ROWS_AT_MOST
STILL_RUNNING = "Some of its rows are still waiting or running. Cancel them first, then remove the table."
CONFLICT = 409

routes = APIRouter(route_class=PageRoute)


@routes.get("/batch", include_in_schema=False)
@needs(Grant.READ)
async def ask(visit: Visiting) -> Response:
    """The form for a table of claims, and the tables that were handed in last."""
    return await _form(visit, BatchForm(as_of=visit.backend.clock.now().date().isoformat()))


@routes.post("/batch", include_in_schema=False)
@needs(Grant.VERIFY)
@uploads.takes_files
async def take(visit: Visiting) -> Response:
    """Read a table of claims and say what it holds and takes; nothing is handed in yet."""
    files: Sequence[Upload] = getattr(visit.request.state, "files", ())
    form = batch_form.sent(visit.request.state.fields, len(files))
    if form.wrong:
        return await _form(visit, form, 422)
    room: asyncio.Semaphore = visit.request.app.state.reading
    try:
        jobs.check_web(visit, form.web)
        async with room:
            table = await asyncio.to_thread(_read, files[0])
            batch, rows = await asyncio.to_thread(batch_form.made, visit, form, files[0].name, files[0].content, table)
    except TableRefused as refused:
        return await _form(visit, form, 422, alert=str(refused))
    except submission.REFUSALS as refused:
        status, why = submission.told(refused)
        return await _form(visit, form, status, alert=why)
    await visit.backend.past.batches(visit.workspace).put(batch, rows)
    return RedirectResponse(f"/batch/{batch.id}", 303)


@routes.get("/batch/{id}", include_in_schema=False)
@needs(Grant.READ)
async def page(visit: Visiting, id: BatchName) -> Response:
    """A table of claims: before it is handed in what it takes, afterwards how far each row is."""
    return await _page(visit, await _batch(visit, id))


@routes.post("/batch/{id}/begin", include_in_schema=False)
@needs(Grant.VERIFY)
async def begin(visit: Visiting, id: BatchName) -> Response:
    """Hand in the rows that are not handed in yet, each as a job; sent again, by whomever, it makes none twice."""
    batch, lines = await _batch(visit, id), await visit.backend.past.batches(visit.workspace).lines(id, 0, ALL)
    return await _hand_in_all(visit, batch, [line for line in lines if line.state is RowState.READY])


@routes.get("/batch/{id}/again", include_in_schema=False)
@needs(Grant.VERIFY)
async def ask_again(visit: Visiting, id: BatchName) -> Response:
    """What the rows that failed or were cancelled take when they are handed in again; nothing is handed in yet."""
    batch, lines = await _batch(visit, id), await visit.backend.past.batches(visit.workspace).lines(id, 0, ALL)
    again = batches.unanswered(lines, batches.NEWEST)
    if not again:
        return RedirectResponse(f"/batch/{id}", 303)
    room: asyncio.Semaphore = visit.request.app.state.reading
    async with room:
        costs = await asyncio.to_thread(batch_form.costs, visit, batch, [line.row for line in again])
    _, used = await visit.backend.access.allowance(visit.workspace, "")
    said = {"view": batch_view.again(batch, again, costs, used)}
    return await frame.show(visit.request, "batch_again.html.j2", said)


@routes.post("/batch/{id}/again", include_in_schema=False)
@needs(Grant.VERIFY)
async def begin_again(visit: Visiting, id: BatchName) -> Response:
    """Hand in again the rows that failed or were cancelled by the time their costs were shown; sent again, it makes none twice."""
    batch, lines = await _batch(visit, id), await visit.backend.past.batches(visit.workspace).lines(id, 0, ALL)
    again = batches.unanswered(lines, visit.request.state.fields.get("last", ""))
    return await _hand_in_all(visit, batch, again) if again else RedirectResponse(f"/batch/{id}", 303)


async def _hand_in_all(visit: Visit, batch: Batch, lines: Sequence[BatchLine]) -> Response:
    """Hand rows in, some at a time, until a limit is reached or somebody stops it."""
    id, held = batch.id, visit.backend.past.batches(visit.workspace)
    if not await held.begin(id, visit.caller.actor, visit.backend.clock.now()):
        raise HTTPException(404)
    for part in _parts(lines, HANDED_AT_ONCE):
        current = await held.fetch(id)
        if current is None or current.stopped_at is not None:  # somebody stopped or removed it meanwhile
            break
        found = await asyncio.gather(*(_hand_in(visit, batch, line) for line in part), return_exceptions=True)
        trouble = next((one for one in found if isinstance(one, BaseException)), None)
        if isinstance(trouble, submission.REFUSALS):  # a limit is reached; what was handed in by then goes on
            status, why = submission.told(trouble)
            return await _page(visit, await _batch(visit, id), status, alert=why)
        if trouble is not None:
            raise trouble
    return RedirectResponse(f"/batch/{id}", 303)


@routes.post("/batch/{id}/stop", include_in_schema=False)
@needs(Grant.VERIFY)
async def stop(visit: Visiting, id: BatchName) -> Response:
    """Hand no more rows in, and cancel those that are not finished."""
    await _batch(visit, id)
    held = visit.backend.past.batches(visit.workspace)
    await held.stop(id, visit.backend.clock.now())
    going = [line.job for line in await held.lines(id, 0, ALL) if line.state in batch_view.GOING]
    for part in _parts(going, CANCELLED_AT_ONCE):
        await asyncio.gather(*(visit.backend.desk.cancel(visit.workspace, job) for job in part))
    return RedirectResponse(f"/batch/{id}", 303)


@routes.post("/batch/{id}/remove", include_in_schema=False)
@needs(Grant.VERIFY)
async def remove(visit: Visiting, id: BatchName) -> Response:
    """Take a table away with its rows, if none of them runs; records of what was checked stay."""
    batch = await _batch(visit, id)
    if not await visit.backend.past.batches(visit.workspace).remove(id):
        return await _page(visit, batch, CONFLICT, alert=STILL_RUNNING)
    return RedirectResponse("/batch", 303)


@routes.get("/batch/{id}/verdicts.csv", include_in_schema=False)
@needs(Grant.READ)
async def table(visit: Visiting, id: BatchName) -> Response:
    """The table with what came of each row."""
    batch = await _batch(visit, id)
    return search_page.streamed(visit, _lines(visit, batch), f"veracious-batch-{id}-verdicts.csv")


async def _batch(visit: Visit, id: str) -> Batch:
    found = await visit.backend.past.batches(visit.workspace).fetch(id)
    if found is None:
        raise HTTPException(404)
    return found


async def _hand_in(visit: Visit, batch: Batch, line: BatchLine) -> None:
    """Hand in a row under a key of the table, so that it is the same job however often and by whomever it is sent.

    The key of a row that is handed in again names the job that it had.
    """
    handed = jobs.Handed(batch_form.given(batch, line.row), batch_form.order(visit, batch, line.row), priority=PRIORITY)
    key = f"row-{line.row.number}-{line.job}" if line.job else f"row-{line.row.number}"
    job, _ = await jobs.hand_in(visit, handed, key, f"batch:{batch.id}")
    await visit.backend.past.batches(visit.workspace).bind(batch.id, line.row.number, job.id, line.job)


def _parts(whole: Sequence[T], many: int) -> Iterator[Sequence[T]]:
    return (whole[begin : begin + many] for begin in range(0, len(whole), many))


def _read(file: Upload) -> ClaimTable:
    return claim_table.read(file.content)


async def _form(visit: Visit, form: BatchForm, status: int = 200, alert: str = "") -> Response:
    found = await visit.backend.past.batches(visit.workspace).newest(LISTED)
    said = {"form": form, "alert": alert, "has_web": visit.backend.web, "rows": [batch_view.listed(one) for one in found]}
    said |= {"rows_at_most": claim_table.ROWS_AT_MOST, "bytes_at_most": claim_table.FILE_BYTES_AT_MOST}
    return await frame.show(visit.request, "batch.html.j2", said, status)


async def _page(visit: Visit, batch: Batch, status: int = 200, alert: str = "") -> Response:
    held = visit.backend.past.batches(visit.workspace)
    lines = await held.lines(batch.id, 0, ALL)
    asked = visit.request.query_params.get("from", "")
    after = int(asked) if asked.isdecimal() and len(asked) < 7 else 0
    _, used = await visit.backend.access.allowance(visit.workspace, "")
    may = visit.caller.grant.allows(Grant.VERIFY) or not visit.caller.actor
    view = batch_view.view(batch, lines, after, SHOWN, used, may)
    said: dict[str, Any] = {"view": view, "alert": alert, "may_verify": may, "again": batch_view.AGAIN_SECONDS}
    if visit.request.headers.get("hx-request") == "true":
        return await frame.show(visit.request, "batch_rows.html.j2", said)
    return await frame.show(visit.request, "batch_page.html.j2", said, status, scripts=frame.FOLDED)


async def _lines(visit: Visit, batch: Batch) -> AsyncIterator[str]:
    """The table, some rows at a time; only a row whose record can be read has a verdict."""
    held, after, base = visit.backend.past.batches(visit.workspace), 0, search_page.base(visit)
    yield verdict_table.head()
    while found := await held.lines(batch.id, after, found_records.ROWS_AT_ONCE):
        names = [line.job for line in found if line.state is RowState.FINISHED and line.has_record]
        opened = await found_records.of_names(visit, names)
        yield "".join(verdict_table.line(_row(line, opened.get(line.job), base)) for line in found)
        after = found[-1].row.number


def _row(line: BatchLine, opened: found_records.OpenedRecord | None, base: str) -> VerdictRow:
    """A row as it is written: with its verdict, or with why there is none."""
    return batch_view.table_row(line, None if opened is None else found_records.row(opened, base), base)
