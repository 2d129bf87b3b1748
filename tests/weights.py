"""The shipped models, for tests that need real ones."""

from functools import cache

import pytest
import veracious_models
import veracious_models_large

from veracious.adapters.models import folder
from veracious.adapters.models.folder import Loaded
from veracious.domain.model import Role


@cache
def _loaded(role: str, size: str) -> Loaded | None:
    where = (veracious_models_large if size == "large" else veracious_models).folder(role)
    return folder.load(where, Role(role)) if where.is_dir() else None


def shipped(role: str, size: str = "small") -> Loaded:
    """The shipped model of a role; without its folder the test is skipped."""
    found = _loaded(role, size)
    if found is None:
        pytest.skip(f"no weights of the {role} are installed")
    return found
