"""Whom a provider of sign-ins speaks of: by its own name for them, and once, before that is known, by an e-mail address.

An address counts only where the provider has verified it, and only in ASCII: other scripts have letters that look alike, and some that
become alike when they are made small.
"""

import re

from veracious.domain.access import Identity
from veracious.domain.errors import EmailUnverified, PersonNotAdded

_SUBJECT = re.compile(r"[!-~]{1,255}")  # OpenID Connect Core, 2: at most 255 characters of ASCII
_ADDRESS = re.compile(r"(?=.{3,320}\Z)[!-?A-~]+@[a-z0-9-]+(\.[a-z0-9-]+)*", re.IGNORECASE)


def is_subject(text: str) -> bool:
    """Whether this can be a provider's name for somebody."""
    return _SUBJECT.fullmatch(text) is not None


def address(text: str) -> str:
    """An e-mail address as it is compared, in small letters; empty where it is none in ASCII."""
    plain = text.strip()
    return plain.lower() if plain.isascii() and _ADDRESS.fullmatch(plain) else ""


def linking_address(identity: Identity) -> str:
    """The address by which somebody whose subject nobody knows may be found; an error that says why there is none."""
    found = address(identity.email)
    if found and not identity.is_verified:
        raise EmailUnverified
    if not found:
        raise PersonNotAdded
    return found
