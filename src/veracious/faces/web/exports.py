"""`/v/{id}/export/…`: a verdict as a file to take away."""

import asyncio

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.record import Record
from veracious.faces.exports import formats, sign_off
from veracious.faces.exports.sign_off import SignOff
from veracious.faces.http import review_desk
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.web import claim_record, frame, site_address
from veracious.faces.web.progress import RunName
from veracious.faces.web.routing import PageRoute
from veracious.rules.explaining.claimreview import Review, Signature

UNSIGNED = (
    "Nobody has signed this verdict. A ClaimReview is what an organisation stands behind: it is there once a person has signed for it."
)
UNDECIDED = "Nothing was decided here, so there is nothing to rate: a ClaimReview is of a claim that was supported, refuted or mixed."

routes = APIRouter(route_class=PageRoute)


@routes.get("/v/{id}/export/{file}", include_in_schema=False)
@needs(Grant.READ)
async def export(visit: Visiting, id: RunName, file: str) -> Response:
    """A verdict in the form of this name."""
    found = await claim_record.find(visit, id)
    if isinstance(found, Response):
        return found
    if file == formats.CLAIM_REVIEW:
        return await _claim_review(visit, found)
    standing = await stands(visit, found)
    form = next((one for one in formats.FORMATS.values() if one.file == file), None)
    if form is None:
        raise HTTPException(404)

    def made() -> tuple[bytes, str]:
        report = app.records.report(found)
        return form.written(found, report, standing), formats.file_name(found, report, form.file, standing)

    return _file(*await asyncio.to_thread(made), form.media_type)


async def stands(visit: Visit, record: Record) -> SignOff:
    """Whether a person stands behind the verdict of a record."""
    found = await review_desk.look(visit.backend, visit.workspace, record)
    is_demo = await asyncio.to_thread(lambda: app.demonstration.is_of(app.records.report(record)))
    return sign_off.of(found.state if found else None).about(is_demo)


async def _claim_review(visit: Visit, record: Record) -> Response:
    standing = await stands(visit, record)
    if not standing.is_signed or standing.on is None:
        raise Trouble(409, "unsigned", UNSIGNED)
    if sign_off.MADE_UP in standing.said:
        raise Trouble(409, "undecided", sign_off.MADE_UP)
    found = await review_desk.look(visit.backend, visit.workspace, record)
    is_public = found is not None and found.state.published is not None and review_desk.publishes(visit)
    path = f"/published/{record.envelope.id}" if is_public else f"/v/{record.envelope.id}"
    signed = Signature(visit.workspace, standing.by, standing.on)

    def made() -> tuple[bytes | None, str]:
        report = app.records.report(record)
        claim = report.reading.claim.text if report.reading else ""
        review = Review(claim, f"{site_address.of(visit.request)}{path}")
        return formats.claim_review(review, standing.verdict, signed), formats.file_name(record, report, formats.CLAIM_REVIEW, standing)

    content, name = await asyncio.to_thread(made)
    if content is None:
        raise Trouble(409, "undecided", UNDECIDED)
    return _file(content, name, formats.CLAIM_REVIEW_TYPE)


def _file(content: bytes, name: str, media_type: str) -> Response:
    """A file that the browser keeps and does not open in place of a page."""
    headers = {**frame.HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=media_type)
