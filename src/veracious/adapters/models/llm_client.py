"""From a question to an answer that can be used, over servers that may be slow, busy, broken or gone.

1. The servers are asked in their order; one that failed several times in a row is left alone for a while.
2. Before each request the budget is asked for the most it could take, and told afterwards what it took. A request whose answer was lost
   counts as the most; one that was answered with an error status, or never sent, took nothing but the call. Of those that cost something
   there are two at most for one question.
3. A status that passes, and silence, are met by asking again: after as long as the server says, or a little longer each time. A wait that
   would outlast the deadline is not begun.
4. An answer that cannot be read is sent back once, with what is wrong with it. A second one like it is no answer.
5. When a server has no answer, the next is asked. A spare has its share of the time, and of the requests that cost something: with one
   at hand, the second of these goes to it. When none is left, the last failure is raised.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from typing import TypeVar

from veracious.adapters import telemetry
from veracious.adapters.circuit_breaker import CircuitBreaker
from veracious.adapters.meter import RunBudget
from veracious.adapters.models import endpoint
from veracious.adapters.models.endpoint import Address, Call, Caps, Completion, Status, Unsent
from veracious.domain.budget import Amount, Role
from veracious.domain.errors import AnswerBroken, SourceError, SourceLimited, SourceMalformed, SourceResting, SourceUnavailable

T = TypeVar("T")

BUSY = 429
BROKEN_CHARS = 600  # of an answer that is sent back
WHY_CHARS = 300  # of what is wrong with it


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long servers are waited for: settings of the door, no dials."""

    attempts: int = 3  # requests to one server for one question, when it answers with an error status or not at all
    paid: int = 2  # requests for one question that may cost something: an answer lost on the way, one that cannot be read
    first_wait_s: float = 0.5  # where the server does not say; twice as long each time
    deadline_s: float = 120.0  # for one question, all servers, waits and second answers together
    failures: int = 3  # in a row, after which a server is left alone
    rest_s: float = 30.0  # for so long


class LlmClient:
    """Servers in the order they are asked, and the budget that pays for it."""

    def __init__(self, servers: Sequence[Address], caps: Caps, patience: Patience, run_budget: RunBudget | None = None) -> None:
        self.servers, self.caps, self.patience = tuple(servers), caps, patience
        self._run_budget = run_budget
        self._breakers = {one: CircuitBreaker(patience.failures, patience.rest_s) for one in self.servers}

    @property
    def name(self) -> str:
        """The models that may answer, as a record tells it."""
        return ", else ".join(server.name for server in self.servers)

    def paying(self, run_budget: RunBudget) -> "LlmClient":
        """The same servers, paid from this budget."""
        same = LlmClient(self.servers, self.caps, self.patience, run_budget)
        same._breakers = self._breakers
        return same

    async def ask(self, role: Role, call: Call, read: Callable[[str], T]) -> T:
        """The answer as `read` reads it; what it refuses with `SourceMalformed` is asked for once more, if that is worth it."""
        now = time.monotonic()
        asking = _PendingRequest(role, now + self.patience.deadline_s, self.patience.paid if call.is_repeated else 1)
        ready = [server for server in self.servers if not self._breakers[server].is_open]
        failure: SourceError = SourceResting(self.name) if self.servers else SourceUnavailable("no server is configured")
        for place, server in enumerate(ready):
            if asking.paid <= 0:
                break
            share = asking.turn(len(ready) - place)
            try:
                async with asyncio.timeout(share):
                    answer = await self._understood(asking, call, read, server)
            except (SourceUnavailable, SourceMalformed) as failed:
                failure = failed
            except TimeoutError:
                failure = SourceUnavailable(f"{server.name}: no answer within {share:.3g} seconds")
            else:
                self._breakers[server].succeeded()
                return answer
            self._breakers[server].failed()
        raise failure

    async def _understood(self, asking: "_PendingRequest", call: Call, read: Callable[[str], T], server: Address) -> T:
        """An answer that can be read, at the second attempt if not at the first."""
        said = ""
        try:
            said = (await self._patiently(asking, call, server)).text
            return read(said)
        except SourceMalformed as broken:
            if not asking.is_paid_for:
                raise AnswerBroken(broken.detail[:WHY_CHARS]) from broken
            again = replace(call, messages=(*call.messages, *_sent_back(said, broken.detail)))
        try:
            return read((await self._patiently(asking, again, server)).text)
        except SourceMalformed as broken:
            raise AnswerBroken(broken.detail[:WHY_CHARS]) from broken

    async def _patiently(self, asking: "_PendingRequest", call: Call, server: Address) -> Completion:
        import stamina

        _hush()
        first, most = self.patience.first_wait_s, self.patience.deadline_s
        retries = stamina.retry_context(asking.wait, self.patience.attempts, None, first, wait_max=most, wait_jitter=first / 2)
        try:
            async for attempt in retries:
                with attempt:
                    if attempt.num > 1:
                        telemetry.count(telemetry.RETRIED, "language_model")
                    return await self._once(asking, call, server)
        except Status as status:
            kind = SourceLimited if status.code == BUSY else SourceUnavailable
            raise kind(f"{server.name}: status {status.code}") from status
        raise SourceUnavailable(server.name)

    async def _once(self, asking: "_PendingRequest", call: Call, server: Address) -> Completion:
        """One request, paid for; one that cost nothing may be made again."""
        asking.paid -= 1
        try:
            if self._run_budget is None:
                return (await self._made(call, server))[0]
            worst = endpoint.worst(call, server)
            return await self._run_budget.charge(f"endpoint {asking.role}", asking.role, worst, lambda: self._made(call, server))
        except (Status, Unsent):
            asking.paid += 1
            raise

    async def _made(self, call: Call, server: Address) -> tuple[Completion, Amount]:
        with telemetry.call(telemetry.REQUEST, "language_model", call.name, server.name):
            completion = await endpoint.ask(call, server, self.caps)
        return completion, completion.used


@dataclass
class _PendingRequest:
    """A question under way: its deadline, and how many requests that may cost something are left."""

    role: Role
    deadline: float
    paid: int
    until: float = 0.0  # for the server that is asked now
    spares: int = 0  # servers after it

    def turn(self, servers: int) -> float:
        """So many servers are left: the seconds that the first of them has. One that is silent leaves the others their time."""
        now = time.monotonic()
        share = max(0.0, self.deadline - now) / servers
        self.until, self.spares = now + share, servers - 1
        return share

    @property
    def is_paid_for(self) -> bool:
        """Whether this server may be asked for something that costs once more, and each of the others still once."""
        return self.paid > self.spares

    def wait(self, failed: Exception) -> bool | float:
        """Whether to ask again, and after how many seconds if the server says so."""
        if isinstance(failed, Status):
            told = failed.wait_s
            return failed.is_passing and (told is None or (time.monotonic() + told < self.until and told))
        return isinstance(failed, SourceUnavailable) and self.is_paid_for and time.monotonic() < self.until


def _sent_back(said: str, why: str) -> tuple[tuple[str, str], ...]:
    """What a model is told of an answer that cannot be read: its own words, cut, and what is wrong with them."""
    told = f"This answer cannot be used: {why[:WHY_CHARS]}. Answer again, with one JSON object by the schema and nothing else."
    return (("assistant", said[:BROKEN_CHARS]), ("user", told)) if said else (("user", told),)


@cache
def _hush() -> None:
    """Keep retries off standard output: stamina tells of them there if structlog is installed and nobody has set it up."""
    from stamina import instrumentation

    if find_spec("structlog") is not None:
        import structlog

        if not structlog.is_configured():
            instrumentation.set_on_retry_hooks(())
