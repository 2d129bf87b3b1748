"""Where a workspace is told that a job has ended, and what tells it in a worker."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from veracious import wiring
from veracious.domain.errors import InputError, SourceMalformed, VeraciousError
from veracious.domain.webhook import Delivery, DeliveryAttempt, Webhook
from veracious.flow.delivery import Told, deliver
from veracious.wiring import service

if TYPE_CHECKING:
    from veracious.adapters.process_metrics import WorkerMetrics

ADDRESS_CHARS = 2_000
IDLE_SECONDS = 15.0  # between two looks while nothing is notified and nothing falls due
AWAY_SECONDS = 2.0  # after something of ours failed, as a store that is away
AT_ONCE = 8  # webhooks that a worker sends to; one that hangs takes one of these places for some seconds, and then rests
STORE_SECONDS = 5.0  # beyond the time of two answers, after which a claim that nobody ended is anybody's again


async def put(workspace: str, address: str) -> tuple[Webhook, str]:
    """Tell this address of jobs that end from now on; the secret that it is signed with is told this once."""
    try:
        place = service.webhook_client().check(address)
    except SourceMalformed as refused:
        raise InputError(refused.detail) from refused
    if len(place.url) > ADDRESS_CHARS:
        raise InputError(f"the address of a webhook has at most {ADDRESS_CHARS:,} characters")
    return await service.webhooks().put(workspace, place.url)


class DeliveryLoop:
    """Sends what webhooks are to be told, in this worker: when it is notified, when something falls due, and now and then."""

    def __init__(self, metrics: "WorkerMetrics", told: Told, broken: Callable[[Exception], None]) -> None:
        self._webhooks, self._sender, self._metrics = service.webhooks(), service.webhook_sender(), metrics
        self._to, self._broken = told, broken
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken, self._stop = asyncio.Event(), asyncio.Event()
        self._sending: dict[str, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Something waits; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._woken.set)

    async def run(self) -> None:
        """Send, until it is stopped."""
        self._loop = asyncio.get_running_loop()
        while not self._stop.is_set():
            self._woken.clear()
            try:
                seconds = await self._look()
            except VeraciousError:
                seconds = AWAY_SECONDS
            except Exception as unforeseen:  # jobs go on, and the next look may do better
                self._broken(unforeseen)
                seconds = AWAY_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._woken.wait()

    async def stop(self) -> None:
        """Send no more, and let what is under way end; what does not is sent again by another, under the same id."""
        self._stop.set()
        self._woken.set()
        if self._sending:
            await asyncio.wait(self._sending.values(), timeout=wiring.settings().webhook_seconds)

    async def _look(self) -> float:
        """Begin with whatever is due; in how many seconds to look again."""
        waiting = await self._webhooks.waiting()
        self._metrics.webhooks_waited(max((one.waited for one in waiting), default=0.0))
        for one in waiting:
            if one.workspace in self._sending:
                continue
            if one.seconds > 0:
                return min(one.seconds, IDLE_SECONDS)
            if len(self._sending) >= AT_ONCE:
                break  # the first that ends wakes
            self._sending[one.workspace] = asyncio.create_task(self._send(one.workspace))
        return IDLE_SECONDS

    async def _send(self, workspace: str) -> None:
        chosen = wiring.settings()
        outbox = self._webhooks.outbox(workspace, timedelta(seconds=2 * chosen.webhook_seconds + STORE_SECONDS))
        told = Told(self._taken, self._failed, self._given_up)
        try:
            await deliver(outbox, self._sender.send, chosen.webhook_pause, told, self._stop)
        except VeraciousError:  # the store is away: the claim ends by itself
            await asyncio.sleep(AWAY_SECONDS)
        except Exception as unforeseen:
            self._broken(unforeseen)
            await asyncio.sleep(AWAY_SECONDS)
        finally:
            del self._sending[workspace]
            self._woken.set()

    def _taken(self, delivery: Delivery) -> None:
        self._metrics.delivered("taken")
        self._to.taken(delivery)

    def _failed(self, delivery: Delivery, attempt: DeliveryAttempt) -> None:
        self._metrics.delivered("failed")
        self._to.failed(delivery, attempt)

    def _given_up(self, delivery: Delivery, jobs: Sequence[str]) -> None:
        self._metrics.delivered("given_up", len(jobs))
        self._to.given_up(delivery, jobs)
