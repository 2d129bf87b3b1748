"""What a value of the API may be, in words: a schema of OpenAPI as a short phrase with links to the shapes that it names."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from veracious.faces.http import models

Schema = Mapping[str, Any]

REF = "#/components/schemas/"
PLAIN = frozenset({models.KEPT, models.SEEN})  # patterns that keep out what cannot be kept, and say nothing else
NAMED = {models.ADDRESS: "an address of the web"}  # patterns that have a name
WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "object": "object"}
FORMATS = {"date": "day, as 2026-03-15", "date-time": "time"}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a phrase; a link where it names a shape."""

    text: str
    shape: str = ""
    is_code: bool = False


Phrase = tuple[Part, ...]


def shape_name(name: str) -> str:
    """The name of a shape as people read it: two of one name say of which module they are."""
    *modules, last = name.split("__")
    return f"{last} ({modules[-1]})" if modules else last


def phrase(schema: Schema) -> Phrase:
    """What a value of this schema may be."""
    if "$ref" in schema:
        name = str(schema["$ref"]).removeprefix(REF)
        return (Part(shape_name(name), name),)
    if "anyOf" in schema:
        kinds = [phrase(kind) for kind in schema["anyOf"] if kind.get("type") != "null"]
        null = [(Part("null"),)] if len(kinds) < len(schema["anyOf"]) else []
        return _joined([*kinds, *null], " or ")
    if "const" in schema:
        return (_code(schema["const"]),)
    if "enum" in schema:
        return _joined([(_code(value),) for value in schema["enum"]], ", ")
    match schema.get("type"):
        case "array":
            return (Part("list of "), *phrase(schema.get("items", {})), *_bounds(schema, "minItems", "maxItems"))
        case "object":
            return _object(schema)
        case "string":
            return _text(schema)
        case str() as kind:
            return (Part(WORDS.get(kind, kind)), *_bounds(schema, "minimum", "maximum"))
    return (Part("any value"),)


def default(schema: Schema) -> str:
    """What holds where it is left out; empty: nothing does."""
    value = schema.get("default")
    return "" if value in (None, "", {}) or "default" not in schema else json.dumps(value, ensure_ascii=False)


def shapes_in(schema: Any) -> set[str]:
    """The shapes that a schema names, at any depth of it."""
    match schema:
        case {"$ref": str() as ref}:
            return {ref.removeprefix(REF)}
        case Mapping():
            return set().union(*(shapes_in(part) for part in schema.values()), set())
        case list():
            return set().union(*(shapes_in(part) for part in schema), set())
    return set()


def _object(schema: Schema) -> Phrase:
    if properties := schema.get("properties"):
        return (Part("object with "), *_joined([(_code(name),) for name in properties], ", "))
    values = schema.get("additionalProperties")
    return (Part("object of "), *phrase(values)) if isinstance(values, Mapping) else (Part(WORDS["object"]),)


def _text(schema: Schema) -> Phrase:
    if schema.get("format") in FORMATS:
        return (Part(FORMATS[schema["format"]]),)
    pattern = str(schema.get("pattern", ""))
    if pattern in NAMED:
        return (Part(NAMED[pattern]),)
    length = _bounds(schema, "minLength", "maxLength", " characters")
    return (
        Part(WORDS["string"]),
        *length,
        *(() if not pattern or pattern in PLAIN else (Part(" that fits "), Part(pattern, is_code=True))),
    )


def _bounds(schema: Schema, least: str, most: str, of: str = "") -> Phrase:
    low, high = schema.get(least), schema.get(most)
    if high is None:
        return () if low is None else (Part(f", {low:,}{of} or more"),)
    return (Part(f", {high:,}{of} at most" if low is None else f", {low:,} to {high:,}{of}"),)


def _code(value: Any) -> Part:
    return Part(str(value), is_code=True)


def _joined(phrases: Sequence[Phrase], between: str) -> Phrase:
    parts: list[Part] = []
    for number, alternative in enumerate(phrases):
        parts += [Part(between)] * (number > 0) + list(alternative)
    return tuple(parts)
