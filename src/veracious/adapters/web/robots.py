"""How a host is met: as its robots.txt asks, one request at a time, with a pause between two.

1. The rules of a host are fetched once and kept for a while. Status 2xx: they count. 4xx: there are none, and everything is allowed, but
   for 429, which asks to be left alone. Anything else, silence too: the host is left alone until they are asked for again.
2. Each request, those for the rules and those after a redirect too, waits until the one before it to the same host and port has ended,
   and then a pause: ours, or the longer one that the rules ask for.

Nobody holds the turn of one host while waiting for that of another.
"""

import asyncio
import re
import threading
import time
from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from veracious.adapters.web import address as places
from veracious.adapters.web.address import Place
from veracious.adapters.web.http_client import AGENT, PublicHttpClient
from veracious.domain.errors import SourceClosed, SourceError, SourceMalformed, SourceUnavailable
from veracious.ports import Clock

if TYPE_CHECKING:
    from protego import Protego

BUSY = 429
LEAST_BYTES = 500  # that a host's rules count for where all are counted; none takes room too
OTHERS = "x"  # in place of any name that is not ours; no part of ours

_AGENT_LINE = re.compile(r"\s*user(?:-|\s*)agent(?:\s*:|\s)\s*([^#]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Manners:
    """How a host is met: settings of the door, no dials."""

    pause_s: float = 1.0  # from the end of a request to a host to the beginning of the next
    longest_pause_s: float = 15.0  # that a host's own wish is followed to
    kept_s: float = 3600.0  # rules that were read
    trouble_s: float = 300.0  # a host whose rules could not be read is left alone for so long
    bytes: int = 500_000  # of a robots.txt; what follows is not read (RFC 9309 asks for as many)
    lines: int = 20_000  # of a robots.txt; a host with more rules is left alone, since rules left out would not be kept
    kept_bytes: int = 5_000_000  # of all rules that are kept, as text; in memory they take ten to sixty times as much
    hosts: int = 10_000  # whose pauses are remembered


AS_SHIPPED = Manners()


@dataclass(frozen=True, slots=True)
class Rules:
    """What a host asks of us, and until when this is held to be so."""

    until: datetime
    parsed: "Protego | None" = None  # None: nothing is asked
    trouble: SourceError | None = None  # why they could not be read
    bytes: int = LEAST_BYTES  # of their text

    def check(self, url: str) -> None:
        """Raise unless the host lets us read this address."""
        if self.trouble is not None:
            raise type(self.trouble)(f"{url}: left alone, for its robots.txt cannot be read: {self.trouble.detail}")
        if self.parsed is not None and not self.parsed.can_fetch(url, AGENT):
            raise SourceClosed(f"{url}: its robots.txt asks not to read it")

    @property
    def pause_s(self) -> float:
        """The pause between two requests that is asked for."""
        return (self.parsed.crawl_delay(AGENT) or 0.0) if self.parsed is not None else 0.0


@dataclass
class _Host:
    """Who is at a host, or waits to be; the first of the queue is at it."""

    free_at: float = 0.0  # by the clock that only goes forward
    queue: deque[Future[None]] = field(default_factory=deque)


class Pace:
    """Turns at hosts, for all who read in this process, whichever thread or event loop they read in."""

    def __init__(self, hosts: int) -> None:
        self._hosts: dict[str, _Host] = {}
        self._most = hosts
        self._guard = threading.Lock()

    @asynccontextmanager
    async def turn(self, name: str, pause_s: float) -> AsyncIterator[None]:
        """Be the only one at this host, and leave it so long a pause."""
        ticket: Future[None] = Future()
        host = self._join(name, ticket)
        try:
            if not ticket.done():
                await asyncio.wrap_future(ticket)
            await asyncio.sleep(max(0.0, host.free_at - time.monotonic()))
            try:
                yield
            finally:
                host.free_at = time.monotonic() + pause_s
        finally:
            self._leave(host, ticket)

    def _join(self, name: str, ticket: Future[None]) -> _Host:
        with self._guard:
            if name not in self._hosts and len(self._hosts) >= self._most:
                now = time.monotonic()
                self._hosts = {known: host for known, host in self._hosts.items() if host.queue or host.free_at > now}
            host = self._hosts.setdefault(name, _Host())
            host.queue.append(ticket)
            if host.queue[0] is ticket:
                ticket.set_result(None)
            return host

    def _leave(self, host: _Host, ticket: Future[None]) -> None:
        """Go, wherever in the queue; whoever is first then is called, unless that one has stopped waiting too."""
        with self._guard:
            with suppress(ValueError):
                host.queue.remove(ticket)
            while host.queue and not _is_called(host.queue[0]):
                host.queue.popleft()


class Robots:
    """The rules of hosts, and turns at them."""

    def __init__(self, outside: PublicHttpClient, clock: Clock, manners: Manners = AS_SHIPPED) -> None:
        self._outside, self._clock, self._manners = outside, clock, manners
        self._pace = Pace(manners.hosts)
        self._asking = Pace(manners.hosts)  # who fetches the rules of a host, while the others wait for them
        self._rules: dict[str, Rules] = {}
        self._guard = threading.Lock()

    @asynccontextmanager
    async def turn(self, url: str) -> AsyncIterator[None]:
        """Be the only one at the host of this address, if its rules let us read it."""
        place = places.read(url)
        rules = await self.rules(place)
        rules.check(url)
        async with self._pace.turn(_name(place), self._pause(rules)):
            yield

    async def rules(self, place: Place) -> Rules:
        """What the host of a place asks of us."""
        async with self._asking.turn(place.origin, 0.0):
            kept = self._rules.get(place.origin)
            if kept is None or kept.until <= self._clock.now():
                kept = await self._fetched(place)
                self._keep(place.origin, kept)
            return kept

    def _pause(self, rules: Rules) -> float:
        return max(self._manners.pause_s, min(rules.pause_s, self._manners.longest_pause_s))

    @asynccontextmanager
    async def _own_turn(self, url: str) -> AsyncIterator[None]:
        """A turn for what no rules are asked about: the rules."""
        async with self._pace.turn(_name(places.read(url)), self._manners.pause_s):
            yield

    async def _fetched(self, place: Place) -> Rules:
        now = self._clock.now()
        good, bad = now + timedelta(seconds=self._manners.kept_s), now + timedelta(seconds=self._manners.trouble_s)
        try:
            answer = await self._outside.get(f"{place.origin}/robots.txt", turn=self._own_turn)
        except (SourceUnavailable, SourceMalformed) as trouble:
            return Rules(bad, trouble=trouble)
        if answer.status // 100 == 4 and answer.status != BUSY:
            return Rules(good)
        if answer.status // 100 != 2:
            return Rules(bad, trouble=SourceUnavailable(f"status {answer.status}"))
        lines = _lines(answer.body, self._manners.bytes)
        if len(lines) > self._manners.lines:
            return Rules(bad, trouble=SourceMalformed(f"more than {self._manners.lines:,} lines"))
        return Rules(good, await asyncio.to_thread(_parsed, lines), bytes=LEAST_BYTES + min(len(answer.body), self._manners.bytes))

    def _keep(self, origin: str, rules: Rules) -> None:
        with self._guard:
            self._rules.pop(origin, None)
            self._rules[origin] = rules
            held = sum(one.bytes for one in self._rules.values())
            while held > self._manners.kept_bytes and len(self._rules) > 1:
                held -= self._rules.pop(next(iter(self._rules))).bytes


def _is_called(ticket: Future[None]) -> bool:
    """Call the holder of a ticket, if that was not done yet; not if they have stopped waiting."""
    if not ticket.done() and ticket.set_running_or_notify_cancel():
        ticket.set_result(None)
    return not ticket.cancelled()


def _name(place: Place) -> str:
    """A host and its port, whichever of the two schemes it is asked by."""
    return f"{place.host}:{place.port}"


def _lines(content: bytes, at_most: int) -> list[str]:
    """The lines of a robots.txt that say something, as far as they are read; none of them is half a line."""
    text = content[:at_most].decode("utf-8-sig", "replace")
    lines = text.splitlines()
    whole = lines[:-1] if len(content) > at_most else lines
    return [line for line in whole if line.partition("#")[0].strip()]


def _parsed(lines: list[str]) -> "Protego":
    """The rules. All names but ours are made one, since the parser keeps every rule once for each name that it is said to."""
    from protego import Protego

    return Protego.parse("\n".join(_renamed(line) for line in lines))


def _renamed(line: str) -> str:
    found = _AGENT_LINE.match(line)
    if not found:
        return line
    name = found[1].strip().lower()
    token = name.partition("/")[0].strip()
    return f"User-agent: {AGENT if token == AGENT else '*' if name == '*' else OTHERS}"
