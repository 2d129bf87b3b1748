"""Which addresses are public: every range of the table, its edges and its neighbours, and every way to hide one address in another."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from veracious.rules.seeking.addresses import HANDED_OUT_6, NOT_PUBLIC_4, NOT_PUBLIC_6, is_public

PUBLIC = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255
198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255
2606:4700:4700::1111 2a00:1450:4001:82b::200e 2001:200:: 2001:4860:4860::8888 2003:: 2620:4f:7fff:ffff:: 3ffd:ffff:: 3fff:1000::
::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1
""".split()
NOT_PUBLIC = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255
192.0.0.1 192.0.0.9 192.0.0.170 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.1
198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.254 255.255.255.255
:: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254
64:ff9b:1::8.8.8.8 100::1 100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1
2001:30::1 2001:1ff:ffff::1 2001:db8::1 2002:7f00:1::1 2002:a00:1:: 2002:c0a8:101::1 2620:4f:8000::1 3ffe::1 3fff::1 3fff:fff::1 4000::
5f00::1 fc00::1 fd00::2 fe80::1 fec0::1 ff02::1 1fff:ffff:: fd00:ec2::254
""".split()
WORDS = """
localhost example.org 127.1 0x7f.0.0.1 0177.0.0.1 2130706433 08.8.8.8 8.8.8.08 8.8.8 8.8.8.8.8 8.8.8.8. １.1.1.1 1.1.1.1/32 [2606:4700::1]
2606:4700::1%eth0 fe80::1%eth0 fe80::1%1 2606:4700::g 256.1.1.1 -1.1.1.1
""".split()
NO_ADDRESS = [*WORDS, "", " ", " 8.8.8.8", "8.8.8.8 ", "8.8.8.8\n", "8.8. 8.8", "8.8.8.8\0"]


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_outside_every_range_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_of_a_range_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("text", NO_ADDRESS)
def test_what_is_no_address_in_its_exact_spelling_is_not_public(text: str) -> None:
    assert not is_public(text)


@pytest.mark.parametrize("network", [*NOT_PUBLIC_4, *NOT_PUBLIC_6], ids=str)
def test_a_range_is_closed_to_its_edges(network: IPv4Network | IPv6Network) -> None:
    first, last = network.network_address, network.broadcast_address
    assert not any(is_public(str(address)) for address in (first, first + 1, last - 1, last))


@pytest.mark.parametrize("network", [*NOT_PUBLIC_4, *NOT_PUBLIC_6], ids=str)
def test_what_stands_beside_a_range_is_public_unless_another_range_has_it(network: IPv4Network | IPv6Network) -> None:
    held: tuple[IPv4Network | IPv6Network, ...] = (*NOT_PUBLIC_4, *NOT_PUBLIC_6)
    for number in (int(network.network_address) - 1, int(network.broadcast_address) + 1):
        if not 0 <= number < 2**network.max_prefixlen:
            continue
        beside = type(network.network_address)(number)
        closed = any(beside in one for one in held if one.version == beside.version) or (beside.version == 6 and beside not in HANDED_OUT_6)
        assert is_public(str(beside)) != closed


@given(st.ip_addresses(v=4))
@example(IPv4Address("127.0.0.1"))
@example(IPv4Address("8.8.8.8"))
def test_an_address_within_another_is_judged_as_it_is(inner: IPv4Address) -> None:
    """Mapped, behind NAT64 and behind 6to4: the same answer; in the forms that nobody uses: never."""
    expected = is_public(str(inner))
    assert is_public(f"::ffff:{inner}") is is_public(f"64:ff9b::{inner}") is expected
    assert is_public(str(IPv6Address(b"\x20\x02" + inner.packed + bytes(10)))) is expected
    assert not any(is_public(f"{form}{inner}") for form in ("::", "::ffff:0:", "64:ff9b:1::"))


@given(st.ip_addresses())
@example(ip_address("fe80::1"))
def test_nothing_public_is_anything_that_python_knows_to_be_special(address: IPv4Address | IPv6Address) -> None:
    """The library's own table is shorter, and nothing of it is public here."""
    special = address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified or address.is_private
    assert not (is_public(str(address)) and special)


@given(st.ip_addresses(v=6), st.sampled_from(("eth0", "1", "lo")))
def test_an_address_of_one_link_is_not_public(address: IPv6Address, scope: str) -> None:
    assert not is_public(f"{address}%{scope}")
