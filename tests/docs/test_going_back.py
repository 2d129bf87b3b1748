"""Every migration says how it is undone, and what it says is true."""

import re
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests import schema
from veracious.adapters.postgres import migrate, statements
from veracious.adapters.postgres.server import Addresses

PAGE = Path(__file__).parents[2] / "docs/howto/go-back-a-version.md"
_SECTION = re.compile(r"^## (\d{4}_\w+)\n\n(.+?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_SQL = re.compile(r"```postgresql\n(.*?)```", re.DOTALL)


def notes() -> dict[str, str]:
    return dict(_SECTION.findall(PAGE.read_text("utf-8")))


def undoing() -> list[str]:
    return sorted(name for name, note in notes().items() if _SQL.search(note))


def test_every_migration_says_how_it_is_undone() -> None:
    """The newest first, in the order in which they are undone; by SQL, or by the backup."""
    assert list(notes()) == list(reversed(list(statements.migrations())))
    assert all(_SQL.search(note) or note.startswith("Restore the backup") for note in notes().values())


@pytest.fixture(scope="module")
def growing(new_addresses: Callable[..., Addresses]) -> Addresses:
    """A database that each test brings as far as it needs."""
    return new_addresses(with_schema=False)


@pytest.mark.parametrize("name", undoing())
def test_what_is_undone_leaves_the_schema_of_the_version_before(name: str, growing: Addresses, monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(statements.migrations())
    before, after = ({one: statements.migrations()[one] for one in names[: names.index(name) + more]} for more in (0, 1))
    told = _SQL.search(notes()[name])
    assert told is not None
    monkeypatch.setattr(statements, "migrations", lambda: before)
    migrate.run(growing.owner)
    wanted = schema.dump(growing.owner)
    monkeypatch.setattr(statements, "migrations", lambda: after)
    assert migrate.run(growing.owner) == (name,)
    assert schema.dump(growing.owner) != wanted
    with psycopg.connect(growing.owner) as owner:  # one transaction
        owner.execute(told[1].encode())
    assert schema.dump(growing.owner) == wanted
    monkeypatch.setattr(statements, "migrations", lambda: before)
    assert migrate.standing(growing.owner).missing == ()
