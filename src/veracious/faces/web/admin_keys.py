"""What the forms of `/admin` do with keys: one is made and shown this once, limited, revoked."""

import re
from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import ApiKey, Grant
from veracious.domain.budget import MICROS
from veracious.domain.errors import InputError
from veracious.domain.job import Allowance
from veracious.faces.http.keys import COUNT_AT_MOST, DAYS_AT_MOST, MICROS_AT_MOST
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.web import admin_page, frame
from veracious.faces.web.admin_view import Sent
from veracious.faces.web.routing import PageRoute

NAME_CHARS, FIELD_CHARS = 63, 100
OVERTAKEN = "The list of keys is another than when this form was opened: look whether the key is there. If not, send the form again."
NO_NAME = f"Write a name of at most {NAME_CHARS} characters, all of which can be seen."
NO_SCOPE = "Choose one that your role allows."
NO_DAYS = f"Write a whole number of days from 1 to {DAYS_AT_MOST:,}, or nothing."
NO_MONEY = "Write an amount from 0 on, as 20 or 12.50, or nothing."
NO_JOBS = "Write a whole number from 0 on, or nothing."
NO_REQUESTS = "Write a whole number from 1 on, or nothing."

_AMOUNT = re.compile(r"[0-9]{1,12}([.,][0-9]{1,6})?")

routes = APIRouter(route_class=PageRoute)


@routes.post("/admin/keys", include_in_schema=False)
@needs(Grant.ADMIN)
async def make(visit: Visiting) -> Response:
    """Make a key, and show it this once."""
    fields = _fields(visit, "name", "scope", "days", "seen")
    scope = next((one for one in admin_page.scopes(visit) if one.value == fields["scope"]), None)
    wrong = {} if scope is not None else {"scope": NO_SCOPE}
    days = number(fields["days"], 1, DAYS_AT_MOST)
    if fields["days"] and days is None:
        wrong["days"] = NO_DAYS
    if len(fields["name"]) > NAME_CHARS:
        wrong["name"] = NO_NAME
    if wrong or scope is None:
        return await admin_page.show(visit, Sent("key", fields, wrong), 422)
    # The number of keys that whoever sends the form has seen: a page that is loaded anew sends it again, and no second key is made.
    if fields["seen"] != str(len(await visit.backend.access.keys(visit.workspace))):
        return await admin_page.show(visit, Sent("key", fields, {"": OVERTAKEN}), 409)
    ends = None if days is None else visit.backend.clock.now() + timedelta(days=days)
    try:
        made, secret = await visit.backend.access.create_key(visit.workspace, fields["name"], scope, ends)
    except InputError:
        return await admin_page.show(visit, Sent("key", fields, {"name": NO_NAME}), 422)
    said = {"kind": "key", "name": made.name or made.id, "about": f"the scope {made.grant.value}", "secret": secret}
    return await frame.show(visit.request, "admin_secret.html.j2", said, 201, admin_page.STYLES)


@routes.post("/admin/keys/limit", include_in_schema=False)
@needs(Grant.ADMIN)
async def limit(visit: Visiting) -> Response:
    """Say what a key may use."""
    fields = _fields(visit, "id", "money", "jobs", "requests")
    key = await _known(visit, fields["id"])
    money, jobs = _micros(fields["money"]), number(fields["jobs"], 0, COUNT_AT_MOST)
    requests = number(fields["requests"], 1, COUNT_AT_MOST)
    checked = (("money", money, NO_MONEY), ("jobs", jobs, NO_JOBS), ("requests", requests, NO_REQUESTS))
    wrong = {name: told for name, value, told in checked if fields[name] and value is None}
    if wrong:
        return await admin_page.show(visit, Sent(f"limit {key.id}", fields, wrong), 422)
    await visit.backend.access.allow(visit.workspace, key.id, Allowance(money, jobs, requests))
    return RedirectResponse("/admin?done=key-limited#keys", 303)


@routes.post("/admin/keys/revoke", include_in_schema=False)
@needs(Grant.ADMIN)
async def revoke(visit: Visiting) -> Response:
    """Let a key open nothing from now on."""
    if not await visit.backend.access.revoke(visit.workspace, _fields(visit, "id")["id"]):
        raise HTTPException(404)
    return RedirectResponse("/admin?done=key-revoked#keys", 303)


def number(text: str, least: int, most: int) -> int | None:
    """A whole number between these, as it was typed; none where it is none."""
    found = int(text) if text.isascii() and text.isdecimal() else None
    return found if found is not None and least <= found <= most else None


async def _known(visit: Visit, id: str) -> ApiKey:
    """The key of this id, which still opens something."""
    found = next((one for one in await visit.backend.access.keys(visit.workspace) if one.id == id), None)
    if found is None or found.revoked_at is not None:
        raise HTTPException(404)
    return found


def _micros(text: str) -> int | None:
    """An amount of money in millionths; none where it is none."""
    if not _AMOUNT.fullmatch(text):
        return None
    found = int(Decimal(text.replace(",", ".")) * MICROS)
    return found if found <= MICROS_AT_MOST else None


def _fields(visit: Visit, *names: str) -> Mapping[str, str]:
    sent: Mapping[str, str] = visit.request.state.fields
    return {name: sent.get(name, "").strip()[:FIELD_CHARS] for name in names}
