"""The gate: what it lets through, and what it does not."""

import json
from pathlib import Path
from typing import Any

import pytest

from veracious.domain.errors import InputError
from veracious.eval import gate

FLOORS = {"n": 50, "strict": 0.5, "forced": 0.6, "documents": 0.4, "right": 0.7, "decided": 0.3, "found": 0.9, "log_loss": 1.0}


def made(inputs: dict[str, str] | None = None, **changed: float) -> dict[str, Any]:
    return {"inputs": inputs or {"claims": "aa", "corpus": "bb"}, "models": {}, "sets": {"made": {**FLOORS, **changed}}}


@pytest.mark.parametrize(
    ("found", "what"),
    [
        (made(), []),
        (made(strict=0.9, log_loss=0.2), []),  # better is no failure
        (made(strict=0.481), []),  # one claim of fifty: 0.02
        (made(strict=0.479), ["made strict"]),
        (made(log_loss=1.019), []),
        (made(log_loss=1.021), ["made log_loss"]),  # of a loss less is better
        (made({"claims": "aa", "corpus": "bc"}), ["corpus"]),
        (made({"claims": "aa"}), ["corpus"]),
        (made(n=49), ["made"]),
    ],
)
def test_what_is_worse_is_named(found: dict[str, Any], what: list[str]) -> None:
    assert [one.what for one in gate.check(found, made())] == what


def test_a_figure_that_is_gone_is_worse() -> None:
    found = made()
    del found["sets"]["made"]["log_loss"]
    assert [one.what for one in gate.check(found, made())] == ["made log_loss"]
    assert gate.check(made(), found) == []  # a figure that is new has no floor


def test_a_floor_is_lowered_only_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    with pytest.raises(InputError, match="--write"):
        gate.read(path)
    assert gate.write(made(), path, "") == []
    before = path.read_text("utf-8")
    assert [one.what for one in gate.write(made(right=0.5), path, "")] == ["made right"]
    assert path.read_text("utf-8") == before
    assert gate.write(made(right=0.8), path, "") == []  # a floor is raised without one
    assert gate.write(made(right=0.5), path, "the judge was replaced") == []
    assert json.loads(path.read_text("utf-8"))["lowered"] == [{"why": "the judge was replaced", "what": ["made right"]}]
    assert gate.check(made(right=0.5), gate.read(path)) == []
