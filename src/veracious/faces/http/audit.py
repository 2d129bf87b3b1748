"""`/v1/audit`: who changed keys, limits, roles, ratings of sources, the webhook and how long things are kept, and who erased a record."""

from datetime import datetime
from typing import Annotated

from fastapi import Query
from pydantic import Field

from veracious.domain.access import Change, Grant
from veracious.faces.http import cursors
from veracious.faces.http.models import Paging, Shown
from veracious.faces.http.routes import Visiting, needs, router

LISTING = "audit"

routes = router("access")


class ChangeShown(Shown):
    """A change; the key of a provider and a password are never told."""

    at: datetime
    actor: str = Field(description="A key, `person:NAME`, `this machine`, `system:USER` of a command, or `database:ROLE`.")
    action: str = Field(description="Such as `key_made`, `limit_set`, `role_changed`, `rating_set`, `retention_changed`, `record_erased`.")
    subject: str = Field(description="The key, provider, person, domain or record, what is kept, or what a webhook is told of.")
    before: str
    after: str


class ChangePage(Shown):
    """A part of the changes, the newest first."""

    changes: list[ChangeShown]
    next_cursor: str | None = Field(default=None, description="Where the next page begins; none on the last.")


@routes.get("/v1/audit", operation_id="list_changes", response_model=ChangePage, summary="List who changed what, the newest first")
@needs(Grant.ADMIN)
async def listed(visit: Visiting, paging: Annotated[Paging, Query()]) -> ChangePage:
    """The changes of keys, limits, roles, ratings, webhook and retention, and records that were erased, the newest first."""
    place = await cursors.read(visit, LISTING, paging.cursor)
    found = await visit.backend.audit.newest(visit.workspace, int(place) if place else None, paging.limit + 1)
    page = found[: paging.limit]
    more = await cursors.sign(visit, LISTING, str(page[-1].number)) if len(found) > paging.limit else None
    return ChangePage(changes=[_shown(one) for one in page], next_cursor=more)


def _shown(change: Change) -> ChangeShown:
    return ChangeShown(
        at=change.at, actor=change.actor, action=change.action, subject=change.subject, before=change.before, after=change.after
    )
