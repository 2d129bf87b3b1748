"""A delivery as it is sent: a small JSON body and a signature over it, in the manner of Standard Webhooks (standardwebhooks.com)."""

import base64
import hmac
from datetime import UTC

from veracious.adapters.access.secrets import SIGNING_PREFIX
from veracious.adapters.web.http_client import PublicHttpClient
from veracious.domain.errors import SourceError
from veracious.domain.webhook import Delivery, DeliveryAttempt
from veracious.ports import Clock
from veracious.rules import digest

TYPE = "job.finished"
UNSEALED = "VERACIOUS_SECRET is not the one that the secret of this webhook was sealed under: set the webhook again"


def body(delivery: Delivery) -> bytes:
    """What is told: the same bytes at every try. What was asked is not in it."""
    about = {"job": delivery.job, "kind": delivery.kind, "outcome": delivery.outcome, "workspace": delivery.workspace}
    ended = delivery.finished_at.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return digest.canonical({"id": delivery.id, "type": TYPE, "timestamp": ended, "data": about})


def sign(secret: str, id: str, timestamp: int, body: bytes) -> str:
    """The signature of a body that is sent at this moment, in seconds since 1970."""
    key = base64.b64decode(secret.removeprefix(SIGNING_PREFIX))
    return "v1," + base64.b64encode(hmac.digest(key, f"{id}.{timestamp}.".encode() + body, "sha256")).decode()


class WebhookSender:
    """Sends deliveries by the one way out."""

    def __init__(self, client: PublicHttpClient, clock: Clock) -> None:
        self._client, self._clock = client, clock

    async def send(self, delivery: Delivery) -> DeliveryAttempt:
        """Send a delivery; any status from 200 to 299 means that the receiver has it."""
        if not delivery.secret:
            return DeliveryAttempt(trouble=UNSEALED)
        content, now = body(delivery), int(self._clock.now().timestamp())
        signed = {
            "webhook-id": delivery.id,
            "webhook-timestamp": str(now),
            "webhook-signature": sign(delivery.secret, delivery.id, now, content),
        }
        try:
            status = await self._client.send(delivery.address, content, {"content-type": "application/json", **signed})
        except SourceError as failed:
            return DeliveryAttempt(trouble=failed.detail)
        return DeliveryAttempt(status, "" if status // 100 == 2 else f"answered {status}")
