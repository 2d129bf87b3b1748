"""An address of the web as exactly one scheme, host, port and target: what is checked is what is asked.

1. Only http and https, without a name or password, without control characters, backslashes or escapes in the host.
2. A host in another script gets the form that DNS has of it (UTS 46): full-width digits are digits, letters nobody sees are left out.
3. A host that ends in a number is an IPv4 address in its one exact spelling, or it is none: 127.1, 0x7f.1 and 2130706433 are refused.
"""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote, urljoin, urlsplit

from veracious.adapters import names
from veracious.domain.errors import SourceMalformed

PORTS = {"http": 80, "https": 443}
ADDRESS_CHARS = 4_000  # of an address; longer ones are not asked
HOST_CHARS = 253
LAST_PORT = 65_535
SHOWN_CHARS = 200  # of an address that an error names

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_HOST = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")  # no top-level domain is one
_PORT = re.compile(r"[0-9]{1,5}")
_PATH_SAFE, _QUERY_SAFE = "%/:@!$&'()*+,;=~-._", "%/?:@!$&'()*+,;=~-._[]|"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request goes."""

    scheme: str  # "http" or "https"
    host: str  # as DNS has it; an IPv6 address without its brackets
    port: int
    target: str  # path and query, of ASCII
    is_literal: bool = False  # whether the host is an address itself

    @property
    def authority(self) -> str:
        """The host, with its port where that is not the usual one."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return shown if self.port == PORTS[self.scheme] else f"{shown}:{self.port}"

    @property
    def origin(self) -> str:
        """The address up to its path."""
        return f"{self.scheme}://{self.authority}"

    @property
    def url(self) -> str:
        """The whole address."""
        return self.origin + self.target


def read(url: str) -> Place:
    """The place that an address names; `SourceMalformed` when it names none that may be asked."""
    plain = url.strip()
    if len(plain) > ADDRESS_CHARS:
        raise _refused(plain, f"an address of more than {ADDRESS_CHARS:,} characters")
    if _CONTROL.search(plain):
        raise _refused(plain, "a control character in an address")
    try:
        parts = urlsplit(plain)
        if parts.scheme not in PORTS:
            raise _refused(plain, "not an address of the web")
        if any(char in parts.netloc for char in "@%\\"):
            raise _refused(plain, "a name, an escape or a backslash before the path")
        host, port = _split(parts.netloc)
        exact, is_literal = _host(host)
        target = quote(parts.path or "/", safe=_PATH_SAFE) + (f"?{quote(parts.query, safe=_QUERY_SAFE)}" if parts.query else "")
    except (ValueError, AddressValueError) as broken:  # a broken bracket, a lone surrogate, a host that is none
        raise _refused(plain, "not an address of the web") from broken
    return Place(parts.scheme, exact, _port(port, PORTS[parts.scheme]), target, is_literal)


def onward(place: Place, location: str) -> Place:
    """The place that an answer sends on to; never from https to http, where anybody on the way could change the page."""
    try:
        joined = urljoin(place.url, location.strip())
    except ValueError as broken:
        raise _refused(place.url, "sends on to what is no address") from broken
    target = read(joined)
    if place.scheme == "https" and target.scheme != "https":
        raise _refused(place.url, "sends on from https to http")
    return target


def _split(authority: str) -> tuple[str, str]:
    """The host, an IPv6 address with its bracket, and the port as it is written."""
    if not authority.startswith("["):
        host, _, port = authority.partition(":")
        return host, port
    host, _, rest = authority.partition("]")
    if rest and not rest.startswith(":"):
        raise ValueError("letters after a bracket")
    return host, rest[1:]


def _host(host: str) -> tuple[str, bool]:
    """A host as DNS has it, and whether it is an address itself."""
    if host.startswith("["):
        return str(IPv6Address(host[1:])), True
    name = host.lower() if host.isascii() else _in_ascii(host)
    name = name.removesuffix(".")
    if len(name) > HOST_CHARS or not _HOST.fullmatch(name):
        raise ValueError("no host")
    if _NUMBER.fullmatch(name.rpartition(".")[2]):
        return str(IPv4Address(name)), True
    return name, False


def _in_ascii(host: str) -> str:
    import idna

    return idna.encode(host, uts46=True).decode("ascii").lower()


def _port(text: str, usual: int) -> int:
    if not text:
        return usual
    if not _PORT.fullmatch(text) or not 0 < int(text) <= LAST_PORT:
        raise SourceMalformed(f"{names.show(text[:SHOWN_CHARS])}: not a port")
    return int(text)


def _refused(url: str, why: str) -> SourceMalformed:
    return SourceMalformed(f"{names.show(url[:SHOWN_CHARS])}: {why}")
