"""What a webhook is told, delivery by delivery, until nothing is due or one fails.

1. claim the delivery that is due first; while it is claimed nobody else sends to this webhook
2. send it
3. taken: it is gone, and the next is claimed; not taken: it waits, longer after each try, and so does the webhook

Whoever is killed on the way leaves a claim that ends by itself: the delivery is sent again, under the same id.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from veracious.domain.webhook import Delivery, DeliveryAttempt, DeliveryPauses

AT_A_TURN = 50  # deliveries, after which other webhooks have their turn
PATIENCE = timedelta(days=3)  # after which a delivery is given up
DELIVERY_PAUSES = 720  # first pauses that a delivery waits at most: an hour, where the first is 5 seconds
WEBHOOK_PAUSES = 60  # and a webhook with anything to be told: five minutes. Were it longer, one that is back would hear late of new jobs
DOUBLINGS = 30  # beyond which no pause grows, whatever the caps are


class Outbox(Protocol):
    """What is still to be told to the webhook of one workspace."""

    async def claim(self) -> Delivery | None:
        """The delivery that is due first, for its claimant alone for a while; none: nothing is due, or somebody else is sending."""
        ...

    async def taken(self, delivery: Delivery) -> None:
        """The receiver has it."""
        ...

    async def failed(self, delivery: Delivery, trouble: str, pauses: DeliveryPauses, patience: timedelta) -> Sequence[str]:
        """It has it not: both wait; the jobs whose deliveries were given up because they waited for too long."""
        ...


@dataclass(frozen=True, slots=True)
class Told:
    """Who is told how deliveries go."""

    taken: Callable[[Delivery], None] = lambda delivery: None
    failed: Callable[[Delivery, DeliveryAttempt], None] = lambda delivery, attempt: None
    given_up: Callable[[Delivery, Sequence[str]], None] = lambda delivery, jobs: None


async def deliver(
    outbox: Outbox,
    send: Callable[[Delivery], Awaitable[DeliveryAttempt]],
    first_pause: float,
    told: Told,
    stop: asyncio.Event,
    chance: Callable[[], float] = random.random,
) -> None:
    """Send what is due to one webhook, one delivery after another, unless it is stopped."""
    for _ in range(AT_A_TURN):
        delivery = None if stop.is_set() else await outbox.claim()
        if delivery is None:
            return
        attempt = await send(delivery)
        if not attempt.is_taken:
            given_up = await outbox.failed(delivery, attempt.trouble, pauses(delivery, first_pause, chance()), PATIENCE)
            told.failed(delivery, attempt)
            if given_up:
                told.given_up(delivery, given_up)
            return
        await outbox.taken(delivery)
        told.taken(delivery)


def pauses(delivery: Delivery, first: float, chance: float) -> DeliveryPauses:
    """Each pause is twice the one before, up to its cap, and then between a half and all of that by chance from 0 to 1.

    Without chance, all that failed together would come again together.
    """
    share = (1 + chance) / 2
    return DeliveryPauses(
        min(first * 2 ** min(delivery.tries, DOUBLINGS), first * DELIVERY_PAUSES) * share,
        min(first * 2 ** min(delivery.failures, DOUBLINGS), first * WEBHOOK_PAUSES) * share,
    )
