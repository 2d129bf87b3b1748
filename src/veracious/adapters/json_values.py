"""JSON from outside into our own nouns, by their type hints; what does not fit to the letter is refused.

1. The bytes are one JSON value in UTF-8, with no name twice in an object, no lone surrogate, and no number that canonical JSON refuses.
2. The value is built as its type says: a record from an object with its field names and no others (one left out takes its default),
   an enum from its value, a date or time from the form that `digest.canonical` writes, a tuple, sequence or set from a list,
   a mapping from an object.
3. A record's own conditions hold: three probabilities that do not sum to 1 are no stance.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from math import isfinite
from types import MappingProxyType, NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from veracious.domain.errors import NotCanonical, SourceMalformed
from veracious.domain.record import WHOLE_AT_MOST
from veracious.rules import digest

T = TypeVar("T")
_ESCAPED = re.compile(rb"\\u[dD][89a-fA-F]")  # half of a character; in UTF-8 itself there is none


def read(content: bytes, shape: type[T]) -> T:
    """The bytes as a value of this type."""
    made: T = build(parse(content), shape)
    return made


def parse(content: bytes) -> Any:
    """The bytes as plain JSON values."""
    try:
        value = json.loads(content.decode("utf-8"), object_pairs_hook=_members, parse_constant=_refused_constant)
        if _ESCAPED.search(content):  # a lone surrogate can be escaped in JSON and written nowhere
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        return value
    except (ValueError, RecursionError) as broken:
        raise SourceMalformed(f"not JSON: {broken}") from broken


def build(value: Any, shape: Any, place: str = "answer") -> Any:
    """A plain JSON value as a value of this type; `place` says in a refusal where it stood."""
    try:
        return _reader(shape)(value)
    except _Wrong as wrong:
        raise SourceMalformed(wrong.message(place)) from wrong


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return members


def _refused_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


Reader = Callable[[Any], Any]


class _Wrong(Exception):
    """A value that does not fit, and the way to it, innermost first."""

    def __init__(self, why: str) -> None:
        self.why, self.path = why, list[str]()

    def message(self, place: str) -> str:
        """Where it stood, and why it does not fit."""
        return f"{place}{''.join(reversed(self.path))}: {self.why}"

    def within(self, step: str) -> "_Wrong":
        """The same, seen from one step further out."""
        self.path.append(step)
        return self


@cache
def _reader(shape: Any) -> Reader:
    """What builds values of a type; made once, since most of a run's nouns are of few types."""
    kind = get_origin(shape) or shape
    if kind in (Union, UnionType):
        return _either(get_args(shape))
    if kind in _SCALARS:
        return _SCALARS[kind]
    if kind in (tuple, Sequence, frozenset):
        return _fixed(get_args(shape)) if kind is tuple and get_args(shape)[-1] is not Ellipsis else _many(shape)
    if kind is Mapping:
        return _mapping(*get_args(shape))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: _made(lambda: kind(_typed(value, str)))
    if is_dataclass(kind):
        return _record(kind)
    raise TypeError(f"no way to read a {shape} from JSON")


def _made(make: Callable[[], Any]) -> Any:
    """What `make` makes, unless the noun itself refuses its parts."""
    try:
        return make()
    except (ValueError, OverflowError, NotCanonical) as refused:
        raise _Wrong(str(refused)) from refused


def _typed(value: Any, kind: type[T]) -> T:
    if type(value) is not kind:  # exactly: a bool is no int here
        raise _Wrong(f"a {type(value).__name__} where a {kind.__name__} belongs")
    return value


def _integer(value: Any) -> int:
    number = _typed(value, int)
    if abs(number) > WHOLE_AT_MOST:
        raise _Wrong("a whole number beyond 2^53 - 1")
    return number


def _float(value: Any) -> float:
    number: float = _made(lambda: float(value)) if type(value) is int else _typed(value, float)
    if not isfinite(number):
        raise _Wrong("a number without end")
    return number


def _moment(value: Any, kind: type[date]) -> date:
    """A date or time, only in the form that we write ourselves."""
    text = _typed(value, str)
    moment = _made(lambda: kind.fromisoformat(text))
    written = moment.isoformat() if kind is date else _made(lambda: json.loads(digest.canonical(moment)))
    if written != text:
        raise _Wrong(f"{text!r} is not how a {kind.__name__} is written")
    return _typed(moment, kind)


_SCALARS: Mapping[Any, Reader] = MappingProxyType(
    {
        NoneType: lambda value: _typed(value, NoneType),
        None: lambda value: _typed(value, NoneType),
        bool: lambda value: _typed(value, bool),
        str: lambda value: _typed(value, str),
        int: _integer,
        float: _float,
        date: lambda value: _moment(value, date),
        datetime: lambda value: _moment(value, datetime),
    }
)


def _either(shapes: Sequence[Any]) -> Reader:
    """The first of the types that the value fits."""
    readers = tuple(map(_reader, shapes))

    def read(value: Any) -> Any:
        refusals: list[str] = []
        for reader in readers:
            try:
                return reader(value)
            except _Wrong as wrong:
                refusals.append(wrong.message("") if wrong.path else wrong.why)
        raise _Wrong("; ".join(refusals))

    return read


def _fixed(shapes: Sequence[Any]) -> Reader:
    """A tuple of as many items as it has types."""
    readers = tuple(map(_reader, shapes))

    def read(value: Any) -> Any:
        items = _typed(value, list)
        if len(items) != len(readers):
            raise _Wrong(f"{len(items)} items where {len(readers)} belong")
        return _items(items, readers)

    return read


def _many(shape: Any) -> Reader:
    """A tuple or a set of items of one type."""
    reader, is_set = _reader(get_args(shape)[0]), get_origin(shape) is frozenset

    def read(value: Any) -> Any:
        items = _typed(value, list)
        made = _items(items, (reader,) * len(items))
        if is_set and len(frozenset(made)) != len(made):
            raise _Wrong("a member stands twice in a set")
        return frozenset(made) if is_set else made

    return read


def _items(items: Sequence[Any], readers: Sequence[Reader]) -> tuple[Any, ...]:
    made: list[Any] = []
    try:
        for item, reader in zip(items, readers, strict=True):
            made.append(reader(item))
    except _Wrong as wrong:
        raise wrong.within(f"[{len(made)}]") from wrong
    return tuple(made)


def _mapping(keys: Any, values: Any) -> Reader:
    """A mapping from an object; its names are read as the keys are."""
    key, reader = _reader(keys), _reader(values)

    def read(value: Any) -> Any:
        members = _typed(value, dict)
        made = zip(_items(list(members), (key,) * len(members)), _items(list(members.values()), (reader,) * len(members)), strict=True)
        return MappingProxyType(dict(made))

    return read


def _record(kind: Any) -> Reader:
    """A record from an object with its field names."""
    hints = get_type_hints(kind)
    readers = {field.name: _late(hints[field.name]) for field in fields(kind)}
    needed = frozenset(field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING)

    def read(value: Any) -> Any:
        members = _typed(value, dict)
        if wrong := sorted((members.keys() - readers.keys()) | (needed - members.keys())):
            raise _Wrong(f"{kind.__name__} lacks or does not know {wrong[0]!r}")
        parts = {}
        for name, member in members.items():
            try:
                parts[name] = readers[name]()(member)
            except _Wrong as refused:
                raise refused.within(f".{name}") from refused
        return _made(lambda: kind(**parts))

    return read


def _late(shape: Any) -> Callable[[], Reader]:
    """The reader of a type when it is needed: a record may hold records of its own kind."""
    return lambda: _reader(shape)
