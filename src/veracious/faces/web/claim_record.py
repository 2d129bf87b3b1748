"""The finished record of a claim at an address below its own: what an export, a brief and the like are made of."""

import json

from starlette.responses import RedirectResponse, Response

from veracious.domain.record import Record
from veracious.faces.http.routes import Visit
from veracious.faces.web import verdict_page

OTHERS = (verdict_page.ARTICLE, verdict_page.ANSWER, verdict_page.CHECK)


async def find(visit: Visit, id: str) -> Record | Response:
    """The record of this name; where it is not finished, or not of a claim, its own page says what it is."""
    record = (await verdict_page.find(visit, id)).record
    if record is None or record.envelope.id != id or any(name in json.loads(record.body.request) for name in OTHERS):
        return RedirectResponse(f"/v/{id}", 303)
    return record
