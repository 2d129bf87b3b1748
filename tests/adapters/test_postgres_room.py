"""Whether the server has room to write is found out by writing, and what was written is gone again."""

from collections.abc import Callable

import psycopg

from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses

ASKED, LEFT_AT_MOST = 100, 1_000_000  # each question writes some 350 kB


def test_to_ask_for_room_takes_none(new_addresses: Callable[..., Addresses]) -> None:
    addresses = new_addresses()
    database = Database(addresses.app, 1)
    try:
        assert database.has_room()
        with psycopg.connect(addresses.owner) as owner:
            size = "select pg_database_size(current_database())"
            (before,) = owner.execute(size).fetchone() or (0,)
            owner.commit()
            assert all(database.has_room() for _ in range(ASKED))
            (after,) = owner.execute(size).fetchone() or (0,)
        assert after - before < LEFT_AT_MOST
    finally:
        database.close()
