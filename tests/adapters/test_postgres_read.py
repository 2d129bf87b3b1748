"""What is read in one message: the rows a transaction gives, of one workspace, at one moment, and nothing is written by it."""

from typing import Any

import pytest

from tests.adapters.statement_cases import CASES, Kind
from tests.adapters.two_workspaces import CHANGING, NAMES, TwoWorkspaces, seen
from veracious.domain.errors import StoreFailed

HERE, THERE = NAMES
HOSTILE = ("x'; delete from veracious.job; --", "\\'; select 1; --", "%(id)s %s %%", "$$; select 1 $$", "x' or '1' = '1", "é“’\u2028")
OTHERWISE = {"person_admins", "move_contents"}  # one locks rows, the other wants the name of a table
READING = [name for name, case in CASES.items() if case.kind is Kind.READS and case.first is None and name not in OTHERWISE]


def asked(world: TwoWorkspaces, workspace: str, name: str) -> set[tuple[tuple[str, str], ...]]:
    [found] = world.database.read(workspace, (name, CASES[name].asked(world.held(THERE))))
    return {tuple((column, repr(value)) for column, value in row.items() if column not in CHANGING) for row in found}


@pytest.mark.parametrize("workspace", NAMES)
@pytest.mark.parametrize("name", READING)
def test_every_statement_gives_what_it_gives_in_a_transaction(name: str, workspace: str, world: TwoWorkspaces) -> None:
    with world.database.transaction(workspace) as tx:
        expected = seen(tx, name, world.held(THERE))
    assert asked(world, workspace, name) == expected
    assert bool(expected) or workspace != THERE


@pytest.mark.parametrize("given", HOSTILE)
def test_a_value_is_never_taken_for_a_statement(given: str, world: TwoWorkspaces) -> None:
    before = world.print_of(world.held(HERE).number)
    told, known = world.database.read(HERE, ("job_told", {"job": given, "after": 0}), ("job_get", {"id": given}))
    assert (list(told), list(known)) == ([], [])
    assert world.print_of(world.held(HERE).number) == before


def test_nothing_is_written_by_it_and_the_connection_serves_on(world: TwoWorkspaces) -> None:
    writing: Any = ("session_expire", {"at": "infinity"})
    with pytest.raises(StoreFailed, match="read-only"):
        world.database.read(HERE, ("job_get", {"id": "x"}), writing)
    with world.database.transaction(HERE) as tx:
        assert tx.one("job_get", id="x") is None


def test_where_it_stood_is_forgotten(world: TwoWorkspaces) -> None:
    """Outside of every workspace the next message on the same connection sees nothing of it."""
    assert world.database.read(THERE, ("override_all", {}))[0]
    assert list(world.database.read_outside(("override_all", {}))[0]) == []
    assert list(world.database.read("nobody", ("override_all", {}))[0]) == []


def test_a_count_is_undone_by_an_error(world: TwoWorkspaces) -> None:
    """Of what one statement wrote nothing is left, and the next transaction finds the connection as it was."""
    held = world.held(HERE)
    taken = {name: value for name, value in CASES["rate_take"].asked(held).items() if name != "workspace"} | {"default": 5}
    before = world.print_of(held.number)
    with pytest.raises(KeyError), world.database.counted(HERE, "rate_take", **taken):
        raise KeyError
    assert world.print_of(held.number) == before
    with world.database.counted(HERE, "rate_take", **taken):
        pass
    assert world.print_of(held.number) != before
