"""The tables that are shipped with the program, or named in their place, as files."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from veracious.domain.errors import SettingsInvalid
from veracious.rules.judging.calibration import Table
from veracious.rules.judging.selective import DecisionTable
from veracious.rules.reading.checkworthy import WorthTable


@cache
def calibration() -> tuple[Table, frozenset[str]] | None:
    """The table of probabilities as shipped, and the judges it was measured for."""
    place = files("veracious") / "tables" / "calibration.json"
    if not place.is_file():
        return None
    read = json.loads(place.read_text("utf-8"))
    rows = tuple(tuple(row) for row in read["table"]["weights"])
    table = Table(read["table"]["name"], tuple(read["table"]["scores"]), tuple(read["table"]["biases"]), rows)
    return table, frozenset(read["judges"])


@cache
def decisions() -> Mapping[str, DecisionTable]:
    """The fitted decisions as shipped, by the judge each was fitted for."""
    place = files("veracious") / "tables" / "decision.json"
    fitted = json.loads(place.read_text("utf-8"))["fitted"] if place.is_file() else ()
    tables = ((one["judge"], DecisionTable(one["name"], one["bias"], tuple(sorted(one["weights"].items())))) for one in fitted)
    return dict(tables)


@cache
def worth_table() -> WorthTable:
    """The weights of worthiness as shipped."""
    read = json.loads((files("veracious") / "tables" / "checkworthy.json").read_text("utf-8"))
    return WorthTable(read["name"], read["bias"], read["cut"], tuple(sorted(read["weights"].items())))


@cache
def queries(collection: str) -> str:
    """The list of queries of a collection, as shipped; empty when there is none."""
    place = files("veracious") / "tables" / f"{collection}.queries"
    return place.read_text("utf-8") if place.is_file() else ""


def read_queries(place: Path) -> str:
    """The list of queries that the settings name."""
    try:
        return place.read_text("utf-8") or "\n"  # a list that is empty is not the shipped one
    except (OSError, UnicodeDecodeError) as failed:
        raise SettingsInvalid(f"VERACIOUS_REFRESH_QUERIES: {place} cannot be read as a text in UTF-8: {failed}") from failed
