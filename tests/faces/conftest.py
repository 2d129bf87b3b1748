"""A browser for the pages, and where pictures of them are left."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab of a browser of our own."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        yield browser.tab()


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core."""
    if chromium.NPM is None:
        pytest.skip("there is no npm here to fetch axe-core with")
    return chromium.axe(tmp_path_factory.mktemp("axe"))


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where pictures are left."""
    folder = Path(os.environ.get("VERACIOUS_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
