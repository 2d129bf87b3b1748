"""Which addresses of the internet are public. Only these are ever fetched from, whoever names them.

The table is that of the IANA registries of special-purpose addresses, read strictly: what is reserved, deprecated, or meant for one
network, one link or one machine is not public, even where a router might carry it. Of IPv6, only what is handed out at all (2000::/3) can
be. An IPv6 address that leads to an IPv4 address is judged by that one.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from types import MappingProxyType

NOT_PUBLIC_4 = MappingProxyType(
    {
        IPv4Network("0.0.0.0/8"): "this network",
        IPv4Network("10.0.0.0/8"): "private",
        IPv4Network("100.64.0.0/10"): "shared behind a provider",
        IPv4Network("127.0.0.0/8"): "loopback",
        IPv4Network("169.254.0.0/16"): "link-local; the metadata of cloud machines",
        IPv4Network("172.16.0.0/12"): "private",
        IPv4Network("192.0.0.0/24"): "protocol assignments",
        IPv4Network("192.0.2.0/24"): "documentation",
        IPv4Network("192.31.196.0/24"): "AS112, often a machine of one's own network",
        IPv4Network("192.52.193.0/24"): "AMT relays",
        IPv4Network("192.88.99.0/24"): "6to4 relays",
        IPv4Network("192.168.0.0/16"): "private",
        IPv4Network("192.175.48.0/24"): "AS112, often a machine of one's own network",
        IPv4Network("198.18.0.0/15"): "benchmarks",
        IPv4Network("198.51.100.0/24"): "documentation",
        IPv4Network("203.0.113.0/24"): "documentation",
        IPv4Network("224.0.0.0/4"): "multicast",
        IPv4Network("240.0.0.0/4"): "reserved; at its end, broadcast",
    }
)
HANDED_OUT_6 = IPv6Network("2000::/3")  # what lies outside is not public: ::1, 64:ff9b:1::/48, 100::/64, 5f00::/16, fc00::/7, fe80::/10, …
NOT_PUBLIC_6 = MappingProxyType(
    {
        IPv6Network("2001::/23"): "protocol assignments: Teredo, benchmarks, AMT, ORCHID, DRIP",
        IPv6Network("2001:db8::/32"): "documentation",
        IPv6Network("2620:4f:8000::/48"): "AS112, often a machine of one's own network",
        IPv6Network("3ffe::/16"): "the 6bone, given back",
        IPv6Network("3fff::/20"): "documentation",
    }
)
MAPPED, NAT64, SIX_TO_FOUR = IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"), IPv6Network("2002::/16")


def is_public(address: str) -> bool:
    """Whether an address, in its one exact spelling, is one of the public internet; what is no address is not."""
    try:
        read = ip_address(address)
    except ValueError:
        return False
    if isinstance(read, IPv4Address):
        return _is_public_4(read)
    if read.scope_id is not None:  # it counts on one link only
        return False
    inner = _embedded(read)
    if inner is not None:
        return _is_public_4(inner)
    return read in HANDED_OUT_6 and not any(read in network for network in NOT_PUBLIC_6)


def _is_public_4(address: IPv4Address) -> bool:
    return not any(address in network for network in NOT_PUBLIC_4)


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to, through this machine or a gateway."""
    if address in MAPPED or address in NAT64:
        return IPv4Address(address.packed[12:])
    return IPv4Address(address.packed[2:6]) if address in SIX_TO_FOUR else None
