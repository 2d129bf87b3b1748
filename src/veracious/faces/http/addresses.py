"""Where a request comes from: the other end of its socket, or, where that is a proxy of ours, whom the proxy names in `X-Forwarded-For`.

What anybody else says about an address is not read: a header is written by whoever likes to.
"""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from starlette.requests import Request

from veracious.faces.http.backend import Backend

FORWARDED_FOR = "X-Forwarded-For"
FORWARDING = frozenset(
    ("forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "x-original-host", "x-host", "true-client-ip")
)  # what proxies add to a request, beside all that begins with one of these
FORWARDING_PREFIXES = ("x-forwarded", "cf-", "fastly-")
NETWORK_BITS_6 = 64  # of an IPv6 address; whoever has one has all that begin with the same


def of(request: Request) -> str:
    """The address that a request is counted by."""
    backend: Backend = request.app.state.backend
    return asker(peer(request), request.headers.getlist(FORWARDED_FOR), backend.proxies)


def peer(request: Request) -> str:
    """The other end of the socket; empty where it has no address."""
    return request.client.host if request.client is not None else ""


def is_forwarded(request: Request) -> bool:
    """Whether a proxy of ours brings the request, or anything that it brings looks as if a proxy did."""
    backend: Backend = request.app.state.backend
    return _is_among(_read(peer(request)), backend.proxies) or any(
        name in FORWARDING or name.startswith(FORWARDING_PREFIXES) for name in request.headers
    )


def asker(peer: str, forwarded: Iterable[str], proxies: Sequence[IPv4Network | IPv6Network]) -> str:
    """Who asks: from the socket back through our proxies, the first that is none of them; of IPv6 its network."""
    found = _read(peer)
    if found is None:
        return ""
    named = [part.strip() for header in forwarded for part in header.split(",")]
    while named and _is_among(found, proxies):
        before = _read(_without_port(named.pop()))
        if before is None:  # the proxy names nobody
            break
        found = before
    return str(IPv6Network((found, NETWORK_BITS_6), strict=False)) if isinstance(found, IPv6Address) else str(found)


def _is_among(address: IPv4Address | IPv6Address | None, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    return address is not None and any(address in network for network in networks)


def _read(text: str) -> IPv4Address | IPv6Address | None:
    """An address; of an IPv4 address in the clothes of IPv6, that one."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _without_port(text: str) -> str:
    """Some proxies name a port, too."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
