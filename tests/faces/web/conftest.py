"""Services with pages."""

from collections.abc import Iterator

import pytest

from tests.faces.http.servers import Service, serving
from tests.faces.web import browsing
from veracious.faces.web import site


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No browser is left open."""
    yield
    while browsing.OPENED:
        browsing.OPENED.pop().close()


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service where people sign in; each test uses names of its own."""
    with serving(pages=site.install) as found:
        yield found


@pytest.fixture(scope="module")
def near() -> Iterator[Service]:
    """A service that asks nobody on this machine who they are."""
    with serving(anonymous=True, pages=site.install) as found:
        yield found


@pytest.fixture
def own() -> Iterator[Service]:
    """The same for one test."""
    with serving(anonymous=True, pages=site.install) as found:
        yield found
