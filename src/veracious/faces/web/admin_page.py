"""`/admin`: what administrators of a workspace look after, on one page; `/admin/changes`: who changed what."""

import asyncio
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from veracious.domain.access import Grant, Rank
from veracious.domain.retention import KeptDays
from veracious.faces.http import health
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.web import admin_view, change_words, frame
from veracious.faces.web.admin_view import Sent
from veracious.faces.web.routing import PageRoute

LATEST, SHOWN = 8, 50  # changes on the page, and on a page of their own
DIGITS = 18
STYLES = (*frame.STYLES, "admin.css")
NOTHING_SENT = Sent()
DONE: Mapping[str, tuple[str, str]] = {  # what was done last: in which part of the page it is said, and how
    "key-revoked": ("keys", "The key opens nothing from now on. Runs that were handed in with it go on."),
    "key-limited": ("keys", "The limits of the key hold from now on."),
    "person-linked": ("people", "They can sign in by the provider from now on."),
    "role-given": ("people", "The role is another from now on."),
    "person-removed": ("people", "They cannot sign in any more, and their sessions have ended."),
    "provider-set": ("providers", "The key is kept, sealed. Runs use it from now on."),
    "provider-forgotten": ("providers", "The key is forgotten."),
    "retention-set": ("retention", "That holds from now on. A worker takes away what is older, once in an hour."),
}

routes = APIRouter(route_class=PageRoute)


@routes.get("/admin", include_in_schema=False)
@needs(Grant.ADMIN)
async def page(visit: Visiting) -> Response:
    """What is used, what waits, keys, people, providers, how long things are kept, and the last changes."""
    return await show(visit)


@routes.get("/admin/changes", include_in_schema=False)
@needs(Grant.ADMIN)
async def changes(visit: Visiting) -> Response:
    """Who changed what, the newest first."""
    before = visit.request.query_params.get("before", "")
    place = int(before) if before.isdecimal() and len(before) <= DIGITS else None
    found, keys = await asyncio.gather(visit.backend.audit.newest(visit.workspace, place, SHOWN + 1), _named_keys(visit))
    shown = found[:SHOWN]
    more = shown[-1].number if len(found) > SHOWN else None
    said = {"changes": [change_words.line(one, keys) for one in shown], "more": more, "is_first": place is None}
    return await frame.show(visit.request, "changes.html.j2", said, styles=STYLES)


async def show(visit: Visit, sent: Sent = NOTHING_SENT, status: int = 200) -> Response:
    """The page; with a form that was sent and cannot be used, what is wrong with it."""
    return await frame.show(visit.request, "admin.html.j2", await _values(visit, sent), status, STYLES)


def scopes(visit: Visit) -> list[Grant]:
    """What a key may be made to allow: no more than whoever makes it may do."""
    return [one for one in Grant if not visit.caller.actor or visit.caller.grant.allows(one)]


async def _values(visit: Visit, sent: Sent) -> dict[str, Any]:
    backend, workspace = visit.backend, visit.workspace
    (_, used), uses, keys, work = await asyncio.gather(
        backend.access.allowance(workspace, ""), backend.access.allowances(workspace), backend.access.keys(workspace), _work(visit)
    )
    people, providers, kept, latest = await asyncio.gather(
        backend.people.people(workspace),
        backend.access.providers(workspace),
        backend.retention.kept(workspace),
        backend.audit.newest(workspace, None, LATEST),
    )
    names = {one.id: one.name for one in keys}
    provider = backend.identity_provider.title if backend.identity_provider is not None else ""
    rows = admin_view.key_rows(keys, uses, backend.clock.now())
    return {
        "sent": sent,
        "done": DONE.get(visit.request.query_params.get("done", "")) if not sent.form else None,
        "bars": admin_view.bars(used),
        "requests": used.at_most.requests_a_minute,
        "uses": admin_view.uses(uses, names),
        "work": work,
        "keys": [one for one in rows if not one.state],
        "closed_keys": [one for one in rows if one.state],
        "keys_seen": len(keys),
        "scopes": [(one.value, admin_view.SCOPES[one]) for one in scopes(visit)],
        "people": admin_view.people_rows(people, visit.caller, provider),
        "roles": [(one.value, admin_view.ROLES[one]) for one in Rank],
        "passwords": backend.passwords,
        "provider": provider,
        "providers": admin_view.provider_rows(providers),
        "kept": _typed(kept),
        "changes": [change_words.line(one, names) for one in latest],
    }


async def _work(visit: Visit) -> admin_view.WorkView:
    backend = visit.backend
    standing, unfinished = await asyncio.gather(health.standing(visit.request), backend.desk.unfinished(visit.workspace))
    reasons = await health.look(backend, backend.pace.look, standing, visit.workspace) if standing is not None else ()
    is_operator = not visit.caller.actor or visit.caller.grant.allows(Grant.OPERATOR)
    return admin_view.work(standing, health.awake(backend, standing), unfinished, reasons, is_operator)


async def _named_keys(visit: Visit) -> dict[str, str]:
    return {one.id: one.name for one in await visit.backend.access.keys(visit.workspace)}


def _typed(kept: KeptDays) -> dict[str, str]:
    """Days as they stand in the form; empty: until it is erased."""
    return {"documents": str(kept.documents or ""), "recordings": str(kept.recordings or "")}
