"""What the tests of access share."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count

import pytest

from tests.adapters.access.kept import AT, SECRET
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def own(new_addresses: Callable[..., Addresses]) -> Addresses:
    """A database whose owner is no superuser, so that row security holds for the functions too."""
    return new_addresses()


@pytest.fixture(scope="session")
def database(own: Addresses) -> Iterator[Database]:
    found = Database(own.app)
    yield found
    found.close()


@pytest.fixture(scope="session")
def at(database: Database) -> Callable[..., PostgresAccess]:
    """What makes an access whose clock stands so much later than the beginning."""

    def made(later: timedelta = timedelta(), secret: str = SECRET) -> PostgresAccess:
        return PostgresAccess(database, secret, FixedClock(AT + later))

    return made


@pytest.fixture
def access(at: Callable[..., PostgresAccess]) -> PostgresAccess:
    return at()


@pytest.fixture
def here() -> str:
    return f"here{next(_NUMBERS)}"


@pytest.fixture
def there() -> str:
    return f"there{next(_NUMBERS)}"
