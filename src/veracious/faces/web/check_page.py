"""`/check`: an answer is handed in with the documents that should carry it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant
from veracious.domain.document import Document
from veracious.domain.errors import JobMissing, JobOutdated, SourceUnavailable
from veracious.domain.job import CheckOrder
from veracious.domain.store import Shelved
from veracious.faces.http import bodies, cursors
from veracious.faces.http.jobs import Handed
from veracious.faces.http.models import Given
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign
from veracious.faces.web import check_form, frame, recent, submission
from veracious.faces.web.check_form import CheckForm
from veracious.faces.web.routing import PageRoute
from veracious.rules import digest
from veracious.rules.seeking import snapshots

LISTED = 20  # documents of the workspace that are shown at once
TITLE_CHARS = 120
GONE = "A document that you chose is not kept any more. Choose again."
EARLIER_GONE = "The documents of the earlier check are not kept any more. Give them again."
ORDER_CHARS = bodies.BYTES_AT_MOST  # of an answer with all its documents: as much as `/v1/checks` takes
TOO_MUCH = f"The answer and its documents have more than {ORDER_CHARS:,} characters together. Choose fewer, or shorter ones."
WRONG, TOO_LONG = 422, 413

routes = APIRouter(route_class=PageRoute)


class WrittenCheck(Given):
    """What a form asks for, by its digest: the documents may be long."""

    order: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A document of the workspace that can be chosen."""

    digest: str
    title: str
    published: str
    is_chosen: bool


@routes.get("/check", include_in_schema=False)
@needs(Grant.READ)
async def ask(visit: Visiting) -> Response:
    """The form; with the name of an earlier check, what that was asked."""
    earlier = visit.request.query_params.get("again", "")
    if not earlier:
        return await _page(visit, CheckForm(as_of=_today(visit)))
    order = await order_of(visit, earlier)
    if order is None:
        return await _page(visit, CheckForm(as_of=_today(visit)), alert=EARLIER_GONE)
    form = CheckForm(answer=order.answer, question=order.question, as_of=order.as_of.isoformat(), earlier=earlier)
    return await _page(visit, form)


@routes.post("/check", include_in_schema=False)
@needs(Grant.VERIFY)
async def hand_in(visit: Visiting) -> Response:
    """Hand an answer in, and go to where its ledger is read; or make room for one more document, or show others that are kept."""
    fields = visit.request.state.fields
    form = check_form.sent(fields)
    if "more" in fields:
        return await _page(visit, check_form.one_more(form))
    if "after" in fields:
        return await _page(visit, check_form.without_faults(form))
    if form.wrong:
        return await _page(visit, form, WRONG)
    try:
        order = await _order(visit, form)
        name = await asyncio.to_thread(digest.of, order, "order")
        job = await submission.hand_in(visit, Handed(WrittenCheck(order=name), order), form.key)
    except submission.REFUSALS as refused:
        status, why = submission.told(refused)
        return await _page(visit, form, status, alert=why)
    return RedirectResponse(recent.place(job), 303)


async def begun(visit: Visit, answer: str, as_of: str) -> Response:
    """The form with an answer in it, for which the documents are still to be given."""
    return await _page(visit, CheckForm(answer=answer, as_of=as_of))


async def order_of(visit: Visit, id: str) -> CheckOrder | None:
    """What a check of the workspace was asked; none where there is no such check, or nobody knows any more."""
    if not cursors.is_name(id):
        return None
    try:
        order = await visit.backend.desk.order(visit.workspace, id)
    except (JobMissing, JobOutdated):
        return None
    return order if isinstance(order, CheckOrder) else None


async def _order(visit: Visit, form: CheckForm) -> CheckOrder:
    day = check_form.day(form, visit.backend.clock.now().date())
    return CheckOrder(form.answer, day, await _documents(visit, form), form.question)


async def _documents(visit: Visit, form: CheckForm) -> tuple[Document, ...]:
    """All documents of a form, each text once; those that are kept are opened one by one, and no more than there is room for."""
    found, left = dict[str, Document](), ORDER_CHARS - len(form.answer) - len(form.question)
    async for one in _given(visit, form):
        name = await asyncio.to_thread(snapshots.name, one.text)
        left -= 0 if name in found else len(one.text)
        if left < 0:
            raise Trouble(TOO_LONG, "documents_too_long", TOO_MUCH)
        found[name] = one
    return tuple(found.values())


async def _given(visit: Visit, form: CheckForm) -> AsyncIterator[Document]:
    if form.earlier:
        order = await order_of(visit, form.earlier)
        if order is None:
            raise Trouble(409, "documents_missing", EARLIER_GONE)
        for one in order.documents:
            yield one
    for name in form.stored:
        yield await _kept(visit, name)
    for pasted in form.pasted:
        if not pasted.is_empty:
            yield pasted.document()


async def _kept(visit: Visit, name: str) -> Document:
    """A document of the workspace as it was kept."""
    try:
        kept = await visit.backend.shelves.open(visit.workspace, name)
    except SourceUnavailable as missing:
        if type(missing) is not SourceUnavailable:  # the store does not answer
            raise
        raise Trouble(409, "documents_missing", GONE) from missing
    return Document(
        kept.text,
        title=kept.title,
        url=kept.url,
        published=kept.published,
        language=kept.language,
        byline=kept.byline,
        domain=kept.source.domain,
    )


async def _page(visit: Visit, form: CheckForm, status: int = 200, alert: str = "") -> Response:
    found = await visit.backend.shelves.listed(visit.workspace, form.after, LISTED + 1)
    shown = [_choice(one, form) for one in found[:LISTED]]
    elsewhere = [one for one in form.stored if one not in {choice.digest for choice in shown}]
    earlier = await order_of(visit, form.earlier) if form.earlier else None
    said: dict[str, Any] = {
        "form": form,
        "alert": alert,
        "choices": shown,
        "onward": found[LISTED - 1].number if len(found) > LISTED else 0,
        "elsewhere": elsewhere,
        "earlier": _titles(earlier.documents) if earlier else [],
        "most": check_form.PASTED_AT_MOST,
    }
    return await frame.show(visit.request, "check.html.j2", said, status)


def _choice(one: Shelved, form: CheckForm) -> Choice:
    title = foreign.cut(one.title or one.name or one.url or one.digest, TITLE_CHARS)
    return Choice(one.digest, title, one.published.isoformat() if one.published else "", one.digest in form.stored)


def _titles(documents: Sequence[Document]) -> list[str]:
    return [foreign.cut(one.title or one.name, TITLE_CHARS) or foreign.first_words(one.text) for one in documents]


def _today(visit: Visit) -> str:
    return visit.backend.clock.now().date().isoformat()
