"""How an address is compared, and whom it may link."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from veracious.domain.access import Identity
from veracious.domain.errors import EmailUnverified, PersonNotAdded
from veracious.rules import identities


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("ana@example.org", "ana@example.org"),
        (" Ana.Sousa+facts@Example.ORG\n", "ana.sousa+facts@example.org"),
        ("o'neil@x", "o'neil@x"),
        ("ana@example.org.", ""),
        ("ana@@example.org", ""),
        ("ana@", ""),
        ("@example.org", ""),
        ("a b@example.org", ""),
        ("ana@example.org\x00", ""),
        ("\u0430na@example.org", ""),  # a Cyrillic a
        ("\u212a@example.org", ""),  # Kelvin's K, small a k of ASCII
        ("ana@\uff45xample.org", ""),
        ("x" * 310 + "@example.org", ""),
        ("", ""),
    ],
)
def test_an_address_is_compared_in_small_letters_and_in_ascii(text: str, address: str) -> None:
    assert identities.address(text) == address


@given(some.text(max_size=40))
def test_what_is_compared_is_ascii_and_stays_the_same(text: str) -> None:
    found = identities.address(text)
    assert found.isascii()
    assert identities.address(found) == found
    assert found == "" or found == text.strip().lower()


@pytest.mark.parametrize(
    ("email", "verified", "kind"), [("ana@x", False, EmailUnverified), ("", True, PersonNotAdded), ("ж@x", True, PersonNotAdded)]
)
def test_an_address_links_nobody_unless_it_is_verified(email: str, verified: bool, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        identities.linking_address(Identity("https://id.example", "7", email, verified))


def test_a_verified_address_may_link() -> None:
    assert identities.linking_address(Identity("https://id.example", "7", "Ana@X", True)) == "ana@x"
