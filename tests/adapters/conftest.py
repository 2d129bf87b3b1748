"""What the tests of adapters share."""

from collections.abc import Callable, Iterator

import pytest

from tests.adapters.two_workspaces import TwoWorkspaces
from veracious.adapters import durable
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import APP_ROLE, Addresses
from veracious.rules.reading.lexicon import Lexicon


@pytest.fixture(scope="session")
def world(new_addresses: Callable[..., Addresses], lexicon: Lexicon) -> Iterator[TwoWorkspaces]:
    """Two workspaces in a database of their own."""
    own = new_addresses()
    durable.migrate(own.owner, APP_ROLE)
    made = TwoWorkspaces(own, Database(own.app, 3), lexicon)
    made.build()
    yield made
    made.database.close()
