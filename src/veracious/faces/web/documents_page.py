"""`/documents`: what a workspace has put into the store; documents put there as files or as text, and erased."""

import asyncio
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256
from typing import Any

from fastapi import APIRouter
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.document import ADVICE, Document, Refused
from veracious.domain.errors import AccessError, InputError, JobError, JobMissing
from veracious.domain.job import IngestOrder, Job, Kind
from veracious.domain.store import Became, HandedIn, Shelved
from veracious.faces.http import cursors, documents, jobs
from veracious.faces.http.models import ADDRESS, TITLE_CHARS, Given
from veracious.faces.http.problems import Trouble, of_error, status_of
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign
from veracious.faces.web import frame, uploads
from veracious.faces.web.routing import PageRoute
from veracious.faces.web.uploads import Upload
from veracious.rules import digest

SHOWN = 50
TITLE_SHOWN = 160
FILES_AT_MOST = 20
AGAIN_SECONDS = 2
READING_AT_ONCE = 2  # forms whose files are read; others wait, and hold no thread
READING_SECONDS = 60.0  # for all files of a form
NOTHING = "Choose a file, or write a text."
NO_ADDRESS = "Write an address of the web, as https://example.org/report, or nothing."
NO_DAY = "Write the day as 2026-03-15."
LONG_TITLE = f"Write at most {TITLE_CHARS:,} characters."
MANY = f"Choose at most {FILES_AT_MOST} files at once."
BECAME: Mapping[Became, str] = {
    Became.WAITING: "waiting",
    Became.NEW: "put",
    Became.KNOWN: "was there already",
    Became.REFUSED: "refused",
    Became.ERASED: "erased since",
}

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")

routes = APIRouter(route_class=PageRoute)


class GivenFiles(Given):
    """What a form brought, so that the same form sent twice is one job."""

    files: list[str] = Field(description="Digests.")
    text: str
    about: list[str]


@dataclass(frozen=True, slots=True)
class DocumentForm:
    """The fields as they were written."""

    title: str = ""
    text: str = ""
    url: str = ""
    published: str = ""
    key: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    wrong: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """A document in the list."""

    digest: str
    link: str
    title: str
    name: str
    publisher: str
    published: str
    put: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one document that was handed in."""

    number: int
    word: str
    advice: str
    link: str


@routes.get("/documents", include_in_schema=False)
@needs(Grant.READ)
async def page(visit: Visiting) -> Response:
    """The documents, and what became of those that were handed in last."""
    if visit.request.headers.get("hx-request") == "true" and visit.request.query_params.get("job"):
        return await frame.show(visit.request, "documents_taken.html.j2", await _job(visit))
    return await _page(visit, DocumentForm())


@routes.post("/documents", include_in_schema=False)
@needs(Grant.WRITE)
@uploads.takes_files
async def put(visit: Visiting) -> Response:
    """Take files or a text in; a worker puts them."""
    files: Sequence[Upload] = getattr(visit.request.state, "files", ())
    form = sent(visit.request.state.fields, files)
    if form.wrong:
        return await _page(visit, form, 422)
    room: asyncio.Semaphore = visit.request.app.state.reading
    async with room:
        found = tuple(await asyncio.to_thread(_read, form, files))
    about = [form.title, form.url, form.published]
    given = GivenFiles(files=[sha256(one.content).hexdigest() for one in files], text=form.text, about=about)
    try:
        handed = jobs.Handed(given, IngestOrder(len(found)), documents.SECONDS, documents=found)
        name = digest.of(given.model_dump(mode="json"), "form").removeprefix("sha256:")[:16]
        job, _ = await jobs.hand_in(visit, handed, f"files-{form.key}-{name}")
    except (Trouble, AccessError, JobError, InputError) as refused:  # what was written is not lost
        status, why = _told(refused)
        return await _page(visit, replace(form, key=DocumentForm().key), status, alert=why)
    return RedirectResponse(f"/documents?job={job.id}", 303)


@routes.post("/documents/erase", include_in_schema=False)
@needs(Grant.WRITE)
async def erase(visit: Visiting) -> Response:
    """Erase a document with its passages."""
    named = visit.request.state.fields.get("digest", "")
    if not _DIGEST.fullmatch(named) or not await visit.backend.shelves.erase(visit.workspace, named):
        raise HTTPException(404)
    return RedirectResponse("/documents?erased=1", 303)


def sent(fields: Mapping[str, str], files: Sequence[Upload]) -> DocumentForm:
    """The form as it was sent, with what is wrong with it."""
    key, text = fields.get("key", ""), fields.get("text", "").replace("\r\n", "\n").replace("\r", "\n")
    form = DocumentForm(
        title=" ".join(fields.get("title", "").split()),
        text=text if text.strip() else "",
        url=fields.get("url", "").strip(),
        published=fields.get("published", "").strip()[:20],
        key=key if _KEY.fullmatch(key) else secrets.token_urlsafe(12),
    )
    wrong = {} if form.text or files else {"files": NOTHING}
    if len(files) > FILES_AT_MOST:
        wrong["files"] = MANY
    if form.url and not re.fullmatch(ADDRESS, form.url):
        wrong["url"] = NO_ADDRESS
    if len(form.title) > TITLE_CHARS:
        wrong["title"] = LONG_TITLE
    if form.published and not _is_day(form.published):
        wrong["published"] = NO_DAY
    return replace(form, wrong=wrong)


def _read(form: DocumentForm, files: Sequence[Upload]) -> list[Document | Refused]:
    """The documents in files and in the text; what is said of them holds for the one that there is."""
    found = list(app.documents.parsed([(one.name, one.content) for one in files], READING_SECONDS)) if files else []
    if form.text:
        found.append(Document(form.text, name=form.title or "a text that was written here", language=""))
    if len(found) != 1 or not isinstance(found[0], Document):
        return found
    one, published = found[0], date.fromisoformat(form.published) if form.published else None
    return [replace(one, title=form.title or one.title, url=form.url or one.url, published=published or one.published)]


async def _page(visit: Visit, form: DocumentForm, status: int = 200, alert: str = "") -> Response:
    asked = visit.request.query_params
    place = await cursors.read(visit, documents.LISTING, asked.get("from", ""))
    found = await visit.backend.shelves.listed(visit.workspace, int(place or 0), SHOWN + 1)
    more = await cursors.sign(visit, documents.LISTING, str(found[SHOWN - 1].number)) if len(found) > SHOWN else ""
    said: dict[str, Any] = {"rows": [_row(one) for one in found[:SHOWN]], "more": more, "is_first": not place, "form": form, "alert": alert}
    may_write = visit.caller.grant.allows(Grant.WRITE)
    said |= await _job(visit) | {"erased": asked.get("erased") == "1", "may_write": may_write}
    return await frame.show(visit.request, "documents.html.j2", said, status, scripts=frame.LIVE)


async def _job(visit: Visit) -> dict[str, Any]:
    """What became of what was handed in, where an address asks for it."""
    id = visit.request.query_params.get("job", "")
    if not id:
        return {"job": None}
    if not re.fullmatch(cursors.NAME, id):
        raise HTTPException(404)
    job: Job = await visit.backend.desk.fetch(visit.workspace, id)
    if job.kind is not Kind.INGEST:
        raise JobMissing(id)
    found = await visit.backend.shelves.handed_in(visit.workspace, id)
    return {"job": job, "taken": [_taken(one, job.is_finished) for one in found], "again": AGAIN_SECONDS}


def _taken(one: HandedIn, is_over: bool) -> Taken:
    word = "left out" if is_over and one.became is Became.WAITING else BECAME[one.became]
    return Taken(one.number, word, ADVICE[one.reason] if one.reason else "", _link(one.digest))


def _row(one: Shelved) -> Row:
    title = foreign.cut(one.title, TITLE_SHOWN) or foreign.cut(one.name, TITLE_SHOWN) or "A text without a title"
    return Row(
        digest=one.digest,
        link=_link(one.digest),
        title=title,
        name=foreign.cut(one.name, TITLE_SHOWN) if one.title else "",
        publisher=foreign.publisher(one.domain) if one.domain else "",
        published=one.published.isoformat() if one.published else "",
        put=f"{one.made_at:%Y-%m-%d %H:%M}",
    )


def _link(text: str | None) -> str:
    """Where the text of this digest is read."""
    return f"/p/{text.removeprefix('sha256:')}" if text and _DIGEST.fullmatch(text) else ""


def _told(refused: Exception) -> tuple[int, str]:
    if isinstance(refused, Trouble):
        return refused.status_code, refused.detail
    if isinstance(refused, AccessError | JobError | InputError):
        return status_of(refused), of_error(refused).detail
    raise refused


def _is_day(text: str) -> bool:
    try:
        return len(text) == len("2026-03-15") and bool(date.fromisoformat(text))
    except ValueError:
        return False
