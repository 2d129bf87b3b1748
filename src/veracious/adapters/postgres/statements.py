"""The named statements of `queries.sql`, and the migrations: all SQL there is, read once."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_HEAD = re.compile(r"^-- (name|piece): (\w+)\n", re.MULTILINE)
_PIECE = re.compile(r"\{(\w+)\}")


@cache
def all() -> Mapping[str, str]:
    """Every statement by its name, its pieces filled in."""
    found = _HEAD.split(_text("queries.sql"))[1:]
    blocks = [(kind, name, body.strip()) for kind, name, body in zip(found[::3], found[1::3], found[2::3], strict=True)]
    pieces: dict[str, str] = {}
    named: dict[str, str] = {}
    for kind, name, body in blocks:  # a piece may be made of pieces that stand above it
        place = pieces if kind == "piece" else named
        place[name] = _PIECE.sub(lambda match: pieces.get(match[1], match[0]), body)
    return named


@cache
def migrations() -> Mapping[str, str]:
    """The migrations by name, in the order they are applied."""
    folder = files("veracious.adapters.postgres") / "sql" / "migrations"
    texts = {entry.name.removesuffix(".sql"): entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".sql")}
    return dict(sorted(texts.items()))


def _text(name: str) -> str:
    return (files("veracious.adapters.postgres") / "sql" / name).read_text("utf-8")
