"""Who is connected: how many may be, in all and from one address, and who has to go when there is no room for the next.

A connection *waits* while the server can do nothing but wait for the client: for the head or the body of a request, or for an answer to be
read. Where there is no room, the address that lets the server wait on the most connections loses the one that has waited longest. A client
that sends its requests whole and reads the answers is never cut off, however many others stall.
"""

from collections import Counter
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Protocol

FULL = "is_full"  # in the state of a request for which there is no room


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections and requests there may be at once, and how long a client may let the server wait."""

    connections: int = 512
    per_address: int = 128  # of IPv6 the first 64 bits; 0: as many as in all
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()  # of ours: everybody comes from there, and that limit is not theirs
    requests: int = 256  # that are being answered
    head_seconds: float = 10.0  # for the head of a request, and in which some of an answer must be read
    request_seconds: float = 60.0  # for the body of a request


class Connection(Protocol):
    """What is known of a connection here."""

    @property
    def address(self) -> str:
        """Where it comes from."""
        ...

    @property
    def is_asking(self) -> bool:
        """Whether a request of it is being answered."""
        ...

    def drop(self) -> None:
        """Close it at once."""
        ...


@dataclass(slots=True)
class _Address:
    """What comes from one address."""

    connections: int = 0
    waiting: dict[Connection, None] = field(default_factory=dict)  # who has waited longest stands first


class Connections:
    """The connections of one server."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._all: set[Connection] = set()
        self._addresses: dict[str, _Address] = {}
        self._answering: Counter[Connection] = Counter()  # requests of each: the next may begin before the one before has ended

    def __len__(self) -> int:
        return len(self._all)

    def enter(self, connection: Connection) -> bool:
        """Take a connection in, if need be in place of one that waits; whether there is room."""
        limits = self.limits
        own = self._addresses.get(connection.address, _Address())
        is_over = limits.per_address and own.connections >= limits.per_address and not _is_among(connection.address, limits.proxies)
        if is_over and not self._drop_of(own):
            return False
        if len(self._all) >= limits.connections and not self._drop_of(self._most_waiting()):
            return False
        self._all.add(connection)
        self._addresses.setdefault(connection.address, _Address()).connections += 1
        self.wait(connection)
        return True

    def leave(self, connection: Connection) -> None:
        """Forget a connection."""
        if connection not in self._all:
            return
        self._all.discard(connection)
        own = self._addresses[connection.address]
        own.waiting.pop(connection, None)
        own.connections -= 1
        if not own.connections:
            del self._addresses[connection.address]

    def wait(self, connection: Connection) -> None:
        """From now on the server waits for this client."""
        if connection in self._all:
            self._addresses[connection.address].waiting.setdefault(connection)

    def go_on(self, connection: Connection) -> None:
        """The server no longer waits for this client."""
        if connection in self._all:
            self._addresses[connection.address].waiting.pop(connection, None)

    def begin(self, connection: Connection) -> bool:
        """Count a request that is to be answered, if need be in place of one whose client stalls; whether there is room."""
        if self._answering.total() >= self.limits.requests and not self._drop_of(self._most_waiting(asking=True), asking=True):
            return False
        self._answering[connection] += 1
        return True

    def end(self, connection: Connection) -> None:
        """A request was answered, or its client is gone."""
        if connection in self._answering:
            self._answering.subtract((connection,))
            self._answering = +self._answering

    def _most_waiting(self, asking: bool = False) -> _Address:
        """The address with the most connections that wait."""
        return max(self._addresses.values(), key=lambda one: len(_waiting(one, asking)), default=_Address())

    def _drop_of(self, address: _Address, asking: bool = False) -> bool:
        """Drop the connection of an address that has waited longest; whether there was one.

        Its request takes no place any more, though what answers it has yet to learn that nobody listens.
        """
        waiting = _waiting(address, asking)
        if not waiting:
            return False
        self.leave(waiting[0])
        del self._answering[waiting[0]]
        waiting[0].drop()
        return True


def network(host: str) -> str:
    """What counts as one address: of IPv6 the network of 64 bits, since everybody has as many addresses within it as they like."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((int(address), 64), strict=False))


def _is_among(address: str, networks: tuple[IPv4Network | IPv6Network, ...]) -> bool:
    """Whether it is in one of the networks, or, counted as a network itself, holds one of them."""
    try:
        own = ip_network(address)
    except ValueError:
        return False
    return any(own.overlaps(one) for one in networks)


def _waiting(address: _Address, asking: bool) -> list[Connection]:
    return [one for one in address.waiting if one.is_asking] if asking else list(address.waiting)
