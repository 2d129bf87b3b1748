"""`/v1/webhook`: where the workspace is told that a job has ended."""

from datetime import datetime
from typing import Annotated

from pydantic import Field
from starlette.responses import JSONResponse, Response

from veracious.domain.access import Grant
from veracious.domain.webhook import Webhook
from veracious.faces.http.models import ADDRESS, Given, Shown
from veracious.faces.http.problems import Trouble, also
from veracious.faces.http.routes import Visiting, needs, router

NO_WEBHOOK = "The workspace has no webhook. `PUT /v1/webhook` sets one."

routes = router("webhook")


class GivenWebhook(Given):
    """An address to be told."""

    address: Annotated[str, Field(pattern=ADDRESS)] = Field(
        description="Where each delivery is posted; `https`, and nothing that is not public, unless an operator opened a network."
    )


class NewWebhook(Shown):
    """A webhook, with its secret."""

    address: str
    set_at: datetime
    secret: str = Field(description="What deliveries are signed with. It is told this once: note it now.")


class WebhookShown(Shown):
    """A webhook, and how it fares."""

    address: str
    set_at: datetime
    told_at: datetime | None = Field(description="When it took a delivery last.")
    waiting: int = Field(description="Deliveries that it has not taken yet.")
    oldest_at: datetime | None = Field(description="Since when the oldest of them waits.")
    failures: int = Field(description="In a row.")
    trouble: str = Field(description="What went wrong the last time; empty after a success.")
    next_at: datetime | None = Field(description="Before it nothing is sent, after a failure.")
    given_up: int = Field(description="Deliveries that were given up after three days, since the webhook was set first.")


@routes.put("/v1/webhook", operation_id="put_webhook", response_model=NewWebhook, summary="Be told when a job has ended")
@needs(Grant.ADMIN)
async def put(visit: Visiting, body: GivenWebhook) -> Response:
    """Post to this address whenever a job ends, in place of the one before; the answer is the only time its secret is told."""
    made, secret = await visit.backend.webhooks.put(visit.workspace, body.address)
    shown = NewWebhook(address=made.address, set_at=made.set_at, secret=secret)
    return JSONResponse(shown.model_dump(mode="json"), headers={"Cache-Control": "no-store"})


@routes.get(
    "/v1/webhook", operation_id="get_webhook", response_model=WebhookShown, responses=also(404), summary="See how the webhook fares"
)
@needs(Grant.ADMIN)
async def shown(visit: Visiting) -> WebhookShown:
    """Where the workspace is told, what waits, and what went wrong."""
    found = await visit.backend.webhooks.get(visit.workspace)
    if found is None:
        raise Trouble(404, "webhook_missing", NO_WEBHOOK)
    return _shown(found)


@routes.delete(
    "/v1/webhook", operation_id="drop_webhook", status_code=204, response_class=Response, responses=also(404), summary="Be told no more"
)
@needs(Grant.ADMIN)
async def drop(visit: Visiting) -> Response:
    """Tell nobody any more; deliveries that wait are dropped."""
    if not await visit.backend.webhooks.remove(visit.workspace):
        raise Trouble(404, "webhook_missing", NO_WEBHOOK)
    return Response(status_code=204)


def _shown(webhook: Webhook) -> WebhookShown:
    names = ("address", "set_at", "told_at", "waiting", "oldest_at", "failures", "trouble", "next_at", "given_up")
    return WebhookShown(**{name: getattr(webhook, name) for name in names})
