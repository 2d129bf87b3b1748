"""`/v1/documents`: what the workspace has put into the store."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import Path, Query
from pydantic import Field
from starlette.responses import Response

from veracious.domain.access import Grant
from veracious.domain.document import ADVICE, Document, Refused, Unread
from veracious.domain.store import PutOutcome, Shelved
from veracious.faces.http import problems
from veracious.faces.http.models import DocumentPaging, Given, GivenDocument, Shown
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs, router

AT_ONCE = 100

routes = router("documents")

Digest = Annotated[str, Path(pattern=r"^sha256:[0-9a-f]{64}$", description="The digest of the document, as it was told when it was put.")]


class GivenDocuments(Given):
    """Documents to be put."""

    documents: Annotated[list[GivenDocument], Field(min_length=1, max_length=AT_ONCE)]


class Put(Shown):
    """What became of one document."""

    outcome: Literal["new", "known", "refused"]
    digest: str | None = None
    passages: int | None = None
    reason: Unread | None = None
    advice: str | None = Field(default=None, description="What to do about a refusal.")


class AllPut(Shown):
    """What became of each document, in the order they were sent."""

    documents: list[Put]


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


@routes.post("/v1/documents", operation_id="put_documents", response_model=AllPut, summary="Put documents into the store")
@needs(Grant.WRITE)
async def put(visit: Visiting, body: GivenDocuments) -> AllPut:
    """Put documents; what cannot be kept is refused with its reason, and the others go on."""
    offered = [_document(one) for one in body.documents]
    fit = [one for one in offered if isinstance(one, Document)]
    became = iter(await visit.backend.shelves.put(visit.workspace, fit) if fit else ())
    return AllPut(documents=[_put(one if isinstance(one, Refused) else next(became)) for one in offered])


@routes.get("/v1/documents", operation_id="list_documents", response_model=DocumentPage, summary="List documents as they were put")
@needs(Grant.READ)
async def listed(visit: Visiting, paging: Annotated[DocumentPaging, Query()]) -> DocumentPage:
    """The documents of the workspace, in the order they were put."""
    found = await visit.backend.shelves.listed(visit.workspace, int(paging.cursor or 0), paging.limit + 1)
    page = found[: paging.limit]
    more = str(page[-1].number) if len(found) > paging.limit else None
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


def _put(became: PutOutcome | Refused) -> Put:
    if isinstance(became, Refused):
        return Put(outcome="refused", reason=became.reason, advice=ADVICE[became.reason])
    return Put(outcome="new" if became.is_new else "known", digest=became.digest, passages=became.passages)


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
