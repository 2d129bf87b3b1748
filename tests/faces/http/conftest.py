"""A service for the tests of a file."""

from collections.abc import Iterator

import pytest

from tests.faces.http.servers import Service, serving


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """One service for all tests of a file; each uses names of its own."""
    with serving() as found:
        yield found


@pytest.fixture
def alone() -> Iterator[Service]:
    """A service for one test."""
    with serving() as found:
        yield found
