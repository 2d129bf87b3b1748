"""What every part of the composition needs: settings, where a model is, and a name for what is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from veracious.adapters.models import places
from veracious.adapters.models.folder import Role
from veracious.domain.errors import ModelMissing, StoreMissing
from veracious.domain.model import Place

if TYPE_CHECKING:
    from veracious.settings import Settings


def settings() -> "Settings":
    """The settings, read when they are asked for: reading a claim needs none, and their library is slow to load."""
    from veracious.settings import read

    return read()


def own_workspace() -> str:
    """The workspace that is meant where none is named."""
    return settings().workspace


def place_of(role: Role, path: Path | None) -> Place:
    """Where the model of a role is: in the folder that is given, or where the settings say."""
    where = settings()
    return Place(role, str(path), "setting") if path else places.find(role, where.models, where.home, where.judge)


@contextmanager
def installed() -> Iterator[None]:
    """What runs models and the store comes with `veracious[local]`, and is imported only where it is used."""
    try:
        yield
    except ModuleNotFoundError as absent:
        missing = StoreMissing if (absent.name or "").startswith("psycopg") else ModelMissing
        raise missing(f"{absent.name} is not installed") from absent
