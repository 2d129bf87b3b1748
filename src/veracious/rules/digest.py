"""Canonical JSON and its hash: the one contract by which two values are the same.

The contract, for anyone who wants to check a digest in another language:

1. The value becomes JSON: a record (dataclass) is an object by field name, an enum is its value, a date is its ISO 8601 form and a time
   that of UTC (a time without its zone has none), a set is the list of its members sorted by their canonical bytes, a tuple is a list.
   Anything else has no canonical form.
2. The JSON is written as RFC 8785 says: no white space, members sorted by the UTF-16 code units of their names, numbers as ECMAScript
   writes a double, strings with the fewest escapes, UTF-8.
3. Not-a-number and the infinities are refused, so are whole numbers beyond ±(2^53 − 1), lone surrogates, and names that are not text.
4. The digest is `sha256:` and the hexadecimal SHA-256 of `veracious/1/`, the kind of value, a newline, and those bytes.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from enum import Enum
from hashlib import sha256
from typing import Any

import rfc8785

from veracious.domain.errors import NotCanonical
from veracious.domain.record import WHOLE_AT_MOST


def canonical(value: object) -> bytes:
    """The canonical JSON bytes of a value."""
    try:
        return _written(_plain(value))
    except (ValueError, RecursionError) as refused:
        raise NotCanonical(str(refused)) from refused


# For what `_is_common` lets through it writes the same bytes as RFC 8785 wants, in a tenth of the time.
_WRITER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def _written(plain: Any) -> bytes:
    return _WRITER.encode(plain).encode("utf-8") if _is_common(plain) else rfc8785.dumps(plain)


def _is_common(plain: Any) -> bool:
    """Whether plain JSON has only plain names, and no number that Python and ECMAScript write differently."""
    kind = type(plain)
    if kind is str or plain is None or kind is bool:
        return True
    if kind is int:
        return bool(abs(plain) <= WHOLE_AT_MOST)
    if kind is float:
        return "e" not in repr(plain) and not plain.is_integer()
    if kind is list:
        return all(map(_is_common, plain))
    return kind is dict and all(type(name) is str and name.isascii() for name in plain) and all(map(_is_common, plain.values()))


def of(value: object, kind: str) -> str:
    """The digest of a value; `kind` keeps values of different kinds apart even when their JSON is the same."""
    return of_bytes(canonical(value), kind)


def of_bytes(content: bytes, kind: str) -> str:
    """The digest of bytes as they are."""
    if not kind.isidentifier():
        raise ValueError(f"the kind of a digest is one plain word: {kind!r}")
    return "sha256:" + sha256(f"veracious/1/{kind}\n".encode() + content).hexdigest()


def _plain(value: Any) -> Any:
    """The value in JSON's own types."""
    kind = type(value)
    if kind is str or value is None or kind is bool or kind is int:
        return value
    if kind is tuple or kind is list:
        return [_plain(item) for item in value]
    if hasattr(kind, "__dataclass_fields__"):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    match value:
        case Enum():
            return _plain(value.value)
        case float() if value.is_integer() and abs(value) <= WHOLE_AT_MOST:
            return int(value)  # 1.0 is written as 1
        case int() | float() | str():
            return value
        case datetime():
            if value.tzinfo is None:
                raise NotCanonical("a time without its zone")
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case Mapping():
            return {name: _plain(member) for name, member in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case frozenset() | set():
            return sorted((_plain(item) for item in value), key=_written)
    raise NotCanonical(f"a {kind.__name__}")
