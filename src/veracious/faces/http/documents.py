"""`/v1/documents` and `/v1/ingests`: what the workspace has put into the store, and the jobs that put it there."""

from datetime import date, datetime
from typing import Annotated

from fastapi import Path, Query
from pydantic import Field
from starlette.responses import Response

from veracious.domain.access import Grant
from veracious.domain.document import Document, Refused, Unread
from veracious.domain.job import IngestOrder, Kind
from veracious.domain.store import Shelved
from veracious.faces.http import cursors, jobs, problems
from veracious.faces.http.models import Given, GivenDocument, Paging, Shown
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs, router

LISTING = "documents"
AT_ONCE = 100
SECONDS = 86_400.0  # after which an ingest is ended: its size bounds it, and nobody waits

routes = router("documents")
ingests = jobs.shared(Kind.INGEST, cancels=Grant.WRITE)

Digest = Annotated[str, Path(pattern=r"^sha256:[0-9a-f]{64}$", description="The digest of the document, as it was told when it was put.")]


class GivenDocuments(Given):
    """Documents to be put."""

    documents: Annotated[list[GivenDocument], Field(min_length=1, max_length=AT_ONCE)]


class DocumentShown(Shown):
    """A document as a list shows it."""

    digest: str
    made_at: datetime
    name: str
    title: str
    url: str | None
    domain: str
    published: date | None
    language: str


class DocumentPage(Shown):
    """A part of the documents, in the order they were put."""

    documents: list[DocumentShown]
    next_cursor: str | None = Field(default=None, description="Where the next page begins; none on the last.")


@routes.post("/v1/documents", summary="Hand in documents to put into the store", **jobs.submitting(Kind.INGEST))
@needs(Grant.WRITE)
async def submit(visit: Visiting, body: GivenDocuments, key: jobs.Key = "") -> Response:
    """Take documents in; a worker puts them, and what became of each is read where `Location` says.

    What cannot be kept is refused with its reason, and the others go on. Without room for all texts in what the workspace may keep,
    nothing is taken in, and the answer is 413 `storage_full`.
    """
    given = tuple(_document(one) for one in body.documents)
    return await jobs.accept(visit, jobs.Handed(body, IngestOrder(len(given)), SECONDS, documents=given), key)


@routes.get("/v1/documents", operation_id="list_documents", response_model=DocumentPage, summary="List documents as they were put")
@needs(Grant.READ)
async def listed(visit: Visiting, paging: Annotated[Paging, Query()]) -> DocumentPage:
    """The documents of the workspace, in the order they were put."""
    place = await cursors.read(visit, LISTING, paging.cursor)
    found = await visit.backend.shelves.listed(visit.workspace, int(place or 0), paging.limit + 1)
    page = found[: paging.limit]
    more = await cursors.sign(visit, LISTING, str(page[-1].number)) if len(found) > paging.limit else None
    return DocumentPage(documents=[_shown(one) for one in page], next_cursor=more)


@routes.delete(
    "/v1/documents/{digest}",
    operation_id="erase_document",
    status_code=204,
    response_class=Response,
    responses=problems.also(404),
    summary="Erase a document",
)
@needs(Grant.WRITE)
async def erase(visit: Visiting, digest: Digest) -> Response:
    """Erase a document with its passages; it is not found again."""
    await _erased(visit, digest)
    return Response(status_code=204)


async def _erased(visit: Visit, digest: str) -> None:
    if not await visit.backend.shelves.erase(visit.workspace, digest):
        raise Trouble(404, "document_missing", "There is no such document in this workspace. `GET /v1/documents` lists those there are.")


def _document(body: GivenDocument) -> Document | Refused:
    return body.document() if body.text.strip() else Refused(body.name, Unread.EMPTY)


def _shown(shelved: Shelved) -> DocumentShown:
    return DocumentShown(
        digest=shelved.digest,
        made_at=shelved.made_at,
        name=shelved.name,
        title=shelved.title,
        url=shelved.url,
        domain=shelved.domain,
        published=shelved.published,
        language=shelved.language,
    )
