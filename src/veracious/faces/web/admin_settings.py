"""What the forms of `/admin` do with keys of providers, and with how long things are kept."""

import re

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant
from veracious.domain.errors import SettingsInvalid
from veracious.domain.providers import WITH_KEYS
from veracious.domain.retention import DAYS_AT_MOST, KeptDays
from veracious.faces.http.routes import Visiting, needs
from veracious.faces.web import admin_page
from veracious.faces.web.admin_keys import number
from veracious.faces.web.admin_view import Sent
from veracious.faces.web.routing import PageRoute

FIELD_CHARS = 1_001  # one more than a key may have, so that a longer one is seen to be too long
NO_KEY = "Paste the key as the provider gave it: letters, digits and signs, at most 1,000, and no spaces."
NO_SEAL = (
    "Keys of providers are kept sealed, and this service has nothing to seal them under. Whoever runs it sets VERACIOUS_SECRET: "
    "`openssl rand -base64 32` makes one."
)
NO_DAYS = f"Write a whole number of days from 1 to {DAYS_AT_MOST:,}, or nothing."

_KEY = re.compile(r"[!-~]{1,1000}")

routes = APIRouter(route_class=PageRoute)


@routes.post("/admin/providers", include_in_schema=False)
@needs(Grant.ADMIN)
async def provide(visit: Visiting) -> Response:
    """Keep the workspace's own key for a provider, sealed."""
    fields = visit.request.state.fields
    provider, key = fields.get("provider", ""), fields.get("key", "").strip()[:FIELD_CHARS]
    if provider not in WITH_KEYS:
        raise HTTPException(404)
    form = f"provider {provider}"
    if not _KEY.fullmatch(key):
        return await admin_page.show(visit, Sent(form, {}, {"key": NO_KEY}), 422)
    try:
        await visit.backend.access.put_provider(visit.workspace, provider, key)
    except SettingsInvalid:
        return await admin_page.show(visit, Sent(form, {}, {"key": NO_SEAL}), 503)
    return RedirectResponse("/admin?done=provider-set#providers", 303)


@routes.post("/admin/providers/forget", include_in_schema=False)
@needs(Grant.ADMIN)
async def forget(visit: Visiting) -> Response:
    """Forget the workspace's own key for a provider."""
    provider = visit.request.state.fields.get("provider", "")
    if provider not in WITH_KEYS or not await visit.backend.access.drop_provider(visit.workspace, provider):
        raise HTTPException(404)
    return RedirectResponse("/admin?done=provider-forgotten#providers", 303)


@routes.post("/admin/retention", include_in_schema=False)
@needs(Grant.ADMIN)
async def keep(visit: Visiting) -> Response:
    """Say for how long documents and recordings are kept."""
    fields = {name: visit.request.state.fields.get(name, "").strip()[:20] for name in ("documents", "recordings")}
    days = {name: number(text, 1, DAYS_AT_MOST) for name, text in fields.items()}
    wrong = {name: NO_DAYS for name, text in fields.items() if text and days[name] is None}
    if wrong:
        return await admin_page.show(visit, Sent("retention", fields, wrong), 422)
    await visit.backend.retention.keep(visit.workspace, KeptDays(days["documents"], days["recordings"]))
    return RedirectResponse("/admin?done=retention-set#retention", 303)
