"""Where the model of each role is looked for, in this order.

1. The folder that the setting `VERACIOUS_MODELS` names has a folder for each role.
2. The setting `VERACIOUS_JUDGE` names a judge: `large`, `small`, or a folder.
3. A judge that the user added is named, with its digest, in `models.json` of the user's own configuration folder.
4. The distributions that ship models: `veracious-models` has one for each role, `veracious-models-large` the large judge.
"""

import json
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from veracious.adapters import json_values
from veracious.adapters.models import folder
from veracious.adapters.models.folder import Loaded
from veracious.domain.errors import ModelBroken, ModelMissing, SourceMalformed
from veracious.domain.model import Place, Role

ADDED = "models.json"
SMALL, LARGE = "small", "large"
SHIPPED = {SMALL: "veracious_models", LARGE: "veracious_models_large"}  # the package of each judge
DEFAULT_JUDGE = LARGE
BACK = "; `veracious models add --remove` goes back to the shipped judge"


@dataclass(frozen=True, slots=True)
class Judge:
    """The judge a user added."""

    folder: str
    digest: str


@dataclass(frozen=True, slots=True)
class Choices:
    """What a user chose."""

    judge: Judge | None = None


def find(role: Role, path: Path | None, home: Path, judge: str = "") -> Place:
    """Where the model of a role is looked for; `judge` is what the setting of that name says."""
    if path is not None:
        return Place(role, str(path / role), "setting")
    if role is Role.JUDGE and judge:
        return Place(role, str(_shipped(role, judge) if judge in SHIPPED else Path(judge)), "setting")
    added = _choices(home).judge if role is Role.JUDGE else None
    if added is not None:
        return Place(role, added.folder, "added", added.digest)
    return Place(role, str(_shipped(role, DEFAULT_JUDGE if role is Role.JUDGE else SMALL)), "shipped")


def _shipped(role: Role, size: str) -> Path:
    """The folder of a shipped model; `size` tells the two judges apart."""
    try:
        found: Path = import_module(SHIPPED[size]).folder(str(role))
        return found
    except ModuleNotFoundError as absent:
        raise ModelMissing(f'{SHIPPED[size].replace("_", "-")} is not installed; it comes with "veracious[local]"') from absent


def load(place: Place) -> Loaded:
    """The model at a place; one that was added is still the one that was added."""
    try:
        loaded = folder.load(Path(place.folder), Role(place.role))
    except ModelMissing as failed:
        if place.origin != "added":
            raise
        raise ModelBroken(f"{failed.detail}{BACK if place.digest else ''}") from failed
    if place.digest not in ("", loaded.digest):
        raise ModelBroken(f"{place.folder}: it is not what it was when it was added; look at it, then add it again{BACK}")
    return loaded


def add(home: Path, place: Place) -> None:
    """From now on the judge is the one at this place."""
    _write(home, {"judge": {"folder": place.folder, "digest": place.digest}})


def remove(home: Path) -> bool:
    """From now on the judge is the shipped one; whether there was another."""
    try:
        (home / ADDED).unlink()
    except FileNotFoundError:
        return False
    except OSError as failed:
        raise ModelBroken(f"{home / ADDED}: {failed.strerror}") from failed
    return True


def _choices(home: Path) -> Choices:
    try:
        return json_values.read((home / ADDED).read_bytes(), Choices)
    except (FileNotFoundError, NotADirectoryError):
        return Choices()
    except OSError as failed:
        raise ModelBroken(f"{home / ADDED}: {failed.strerror}") from failed
    except SourceMalformed as refused:
        raise ModelBroken(f"{home / ADDED}: {refused.detail}; `veracious models add --remove` puts it away") from refused


def _write(home: Path, choices: object) -> None:
    """Whole or not at all."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        spare = home / f"{ADDED}.new"
        spare.write_text(json.dumps(choices, indent=2, ensure_ascii=False) + "\n", "utf-8")
        spare.replace(home / ADDED)
    except OSError as failed:
        raise ModelBroken(f"{home / ADDED}: {failed.strerror}") from failed
