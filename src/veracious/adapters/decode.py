"""JSON from outside into our own nouns, by their type hints; what does not fit to the letter is refused.

1. The bytes are one JSON value in UTF-8, with no name twice in an object, no lone surrogate, and no number that canonical JSON refuses.
2. The value is built as its type says: a record from an object with its field names and no others (one left out takes its default),
   an enum from its value, a date or time from the form that `digest.canonical` writes, a tuple, sequence or set from a list.
3. A record's own conditions hold: three probabilities that do not sum to 1 are no stance.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from math import isfinite
from types import MappingProxyType, NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from veracious.domain.errors import NotCanonical, SourceMalformed
from veracious.rules import digest

T = TypeVar("T")
INTEGER_AT_MOST = 2**53 - 1  # beyond it a whole number has no canonical form


def read(content: bytes, shape: type[T]) -> T:
    """The bytes as a value of this type."""
    made: T = build(parse(content), shape)
    return made


def parse(content: bytes) -> Any:
    """The bytes as plain JSON values."""
    try:
        value = json.loads(content.decode("utf-8"), object_pairs_hook=_members, parse_constant=_refused_constant)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # a lone surrogate can be escaped in JSON and written nowhere
        return value
    except (ValueError, RecursionError) as broken:
        raise SourceMalformed(f"not JSON: {broken}") from broken


def build(value: Any, shape: Any, place: str = "answer") -> Any:
    """A plain JSON value as a value of this type; `place` says in a refusal where it stood."""
    kind = get_origin(shape) or shape
    if kind in (Union, UnionType):
        return _either(value, get_args(shape), place)
    if kind in _SCALARS:
        return _SCALARS[kind](value, place)
    if kind in (tuple, Sequence, frozenset):
        return _many(value, shape, place)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _made(lambda: kind(_typed(value, str, place)), place)
    if is_dataclass(kind):
        return _record(value, kind, place)
    raise TypeError(f"no way to read a {shape} from JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return members


def _refused_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _made(make: Callable[[], Any], place: str) -> Any:
    """What `make` makes, unless the noun itself refuses its parts."""
    try:
        return make()
    except (ValueError, OverflowError, NotCanonical) as refused:
        raise SourceMalformed(f"{place}: {refused}") from refused


def _typed(value: Any, kind: type[T], place: str) -> T:
    if type(value) is not kind:  # exactly: a bool is no int here
        raise SourceMalformed(f"{place}: a {type(value).__name__} where a {kind.__name__} belongs")
    return value


def _integer(value: Any, place: str) -> int:
    number = _typed(value, int, place)
    if abs(number) > INTEGER_AT_MOST:
        raise SourceMalformed(f"{place}: a whole number beyond 2^53 - 1")
    return number


def _float(value: Any, place: str) -> float:
    number: float = _made(lambda: float(value), place) if type(value) is int else _typed(value, float, place)
    if not isfinite(number):
        raise SourceMalformed(f"{place}: a number without end")
    return number


def _moment(value: Any, kind: type[date], place: str) -> date:
    """A date or time, only in the form that we write ourselves."""
    text = _typed(value, str, place)
    moment = _made(lambda: kind.fromisoformat(text), place)
    if _made(lambda: digest.canonical(moment), place) != json.dumps(text).encode():
        raise SourceMalformed(f"{place}: {text!r} is not how a {kind.__name__} is written")
    return _typed(moment, kind, place)


_SCALARS: Mapping[Any, Callable[[Any, str], Any]] = MappingProxyType(
    {
        NoneType: lambda value, place: _typed(value, NoneType, place),
        None: lambda value, place: _typed(value, NoneType, place),
        bool: lambda value, place: _typed(value, bool, place),
        str: lambda value, place: _typed(value, str, place),
        int: _integer,
        float: _float,
        date: lambda value, place: _moment(value, date, place),
        datetime: lambda value, place: _moment(value, datetime, place),
    }
)


def _either(value: Any, shapes: Sequence[Any], place: str) -> Any:
    """The first of the types that the value fits."""
    refusals: list[str] = []
    for shape in shapes:
        try:
            return build(value, shape, place)
        except SourceMalformed as refused:
            refusals.append(refused.detail)
    raise SourceMalformed("; ".join(refusals))


def _many(value: Any, shape: Any, place: str) -> Any:
    items = _typed(value, list, place)
    shapes = get_args(shape)
    if get_origin(shape) is tuple and shapes[-1] is not Ellipsis:
        if len(items) != len(shapes):
            raise SourceMalformed(f"{place}: {len(items)} items where {len(shapes)} belong")
        return tuple(_built(items, shapes, place))
    made = tuple(_built(items, (shapes[0],) * len(items), place))
    if get_origin(shape) is not frozenset:
        return made
    if len(frozenset(made)) != len(made):
        raise SourceMalformed(f"{place}: a member stands twice in a set")
    return frozenset(made)


def _built(items: Iterable[Any], shapes: Iterable[Any], place: str) -> Iterable[Any]:
    return (build(item, shape, f"{place}[{index}]") for index, (item, shape) in enumerate(zip(items, shapes, strict=True)))


def _record(value: Any, kind: Any, place: str) -> Any:
    members = _typed(value, dict, place)
    shapes, needed = _fields(kind)
    if wrong := sorted((members.keys() - shapes.keys()) | (needed - members.keys())):
        raise SourceMalformed(f"{place}: {kind.__name__} lacks or does not know {wrong[0]!r}")
    parts = {name: build(member, shapes[name], f"{place}.{name}") for name, member in members.items()}
    return _made(lambda: kind(**parts), place)


@cache
def _fields(kind: Any) -> tuple[Mapping[str, Any], frozenset[str]]:
    """The type of every field by name, and the names without a default."""
    hints = get_type_hints(kind)
    needed = frozenset(field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING)
    return MappingProxyType({field.name: hints[field.name] for field in fields(kind)}), needed
