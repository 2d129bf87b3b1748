"""No workspace sees or touches what is another's: by any statement, over any connection."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import psycopg
import pytest

from tests.adapters.statement_cases import CASES, URL, Kind
from tests.adapters.two_workspaces import NAMES, TABLES, TwoWorkspaces, Undone, drive, seen, undo
from veracious.adapters.postgres import statements
from veracious.domain.errors import StoreForbidden

WAYS = (NAMES, NAMES[::-1])
EVIDENCE = ("put_document", "place_passages", "place_postings", "place_frequencies", "place_triples", "put_tally")


ALONE = {"make_intake", "begin", "begin_steady", "read_steady"}  # come before all else


def named(*kinds: Kind) -> list[str]:
    return [name for name, case in CASES.items() if case.kind in kinds]


def test_every_statement_has_a_case() -> None:
    """A new statement says here what it may show to whom."""
    assert set(CASES) == set(statements.all())


@pytest.mark.parametrize(("here", "there"), WAYS)
@pytest.mark.parametrize("name", named(Kind.READS))
def test_no_statement_gives_a_row_of_another_workspace(name: str, here: str, there: str, world: TwoWorkspaces) -> None:
    """Its own workspace sees something by it that nobody else does, so there was something to leak."""
    aim = world.held(there)
    with world.database.transaction("nobody") as tx:
        shared = seen(tx, name, aim)
    with world.database.transaction(there) as tx:
        private = seen(tx, name, aim) - shared
    with world.database.transaction(here) as tx:
        leaked = seen(tx, name, aim) & private
    with world.standing(None) as tx:
        unset = seen(tx, name, aim)
    assert private
    assert not leaked
    assert unset == shared


@pytest.mark.parametrize(("here", "there"), WAYS)
@pytest.mark.parametrize("name", named(Kind.TOUCHES))
def test_no_statement_touches_a_row_of_another_workspace(name: str, here: str, there: str, world: TwoWorkspaces) -> None:
    aim = world.held(there)
    before = world.print_of(aim.number)
    with world.database.transaction(here) as tx:
        assert drive(tx, name, aim)[1] == 0
    assert world.print_of(aim.number) == before
    assert undo(world, name, aim) >= 1


@pytest.mark.parametrize(("here", "there"), WAYS)
@pytest.mark.parametrize("name", named(Kind.WRITES))
def test_no_statement_writes_in_the_name_of_another_workspace(name: str, here: str, there: str, world: TwoWorkspaces) -> None:
    aim = world.held(there)
    before = world.print_of(aim.number)
    with pytest.raises(StoreForbidden), world.database.transaction(here) as tx:
        drive(tx, name, aim)
    with pytest.raises(psycopg.errors.InsufficientPrivilege), world.standing(None) as tx:
        drive(tx, name, aim)
    assert world.print_of(aim.number) == before
    assert undo(world, name, aim) >= 1


@pytest.mark.parametrize(("here", "there"), WAYS)
@pytest.mark.parametrize("name", named(Kind.REFUSED))
def test_what_is_anothers_is_not_there(name: str, here: str, there: str, world: TwoWorkspaces) -> None:
    aim = world.held(there)
    before = world.print_of(aim.number)
    with pytest.raises(psycopg.errors.NoDataFound), world.standing(world.held(here).number) as tx:
        drive(tx, name, aim)
    assert world.print_of(aim.number) == before
    assert undo(world, name, aim) >= 1


@pytest.mark.parametrize("name", named(Kind.OWN, Kind.NOTHING))
def test_what_a_workspace_does_for_itself_changes_no_other(name: str, world: TwoWorkspaces) -> None:
    """In a workspace that has as much as the others, and that may go."""
    asyncio.run(world.fill("gamma"))
    aim = world.held("gamma")
    others = [world.held(one).number for one in NAMES]
    before = [world.print_of(number) for number in others]
    try:
        if name in ALONE:
            with psycopg.connect(world.addresses.app) as connection:
                connection.execute(statements.all()[name])
        else:
            with world.database.transaction("gamma") as tx:
                drive(tx, name, aim)
        assert [world.print_of(number) for number in others] == before
        assert (name == "erase_workspace") == all(count == 0 for count, _ in world.print_of(aim.number))
    finally:
        world.database.forget("gamma")
        with world.database.transaction("gamma") as tx:
            tx.one("erase_workspace")
        world.database.forget("gamma")


@pytest.mark.parametrize("name", [name for name in named(Kind.OWNER) if name != "move_copy_out"])  # of that a role sees what it selects
def test_what_is_the_owners_is_refused(name: str, world: TwoWorkspaces) -> None:
    with psycopg.connect(world.addresses.app, autocommit=True) as connection:
        heard: list[str] = []
        connection.add_notice_handler(lambda notice: heard.append(notice.message_primary or ""))
        text = statements.all()[name].replace("{table}", "veracious.page")
        if name in ("sweep_table", "sweep_gather"):  # the server passes over what one may not sweep, and says so
            connection.execute(text.encode())
            assert [told for told in heard if "permission denied" in told]
        else:
            with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.FeatureNotSupported)):
                connection.execute(text.encode(), CASES[name].asked(world.held("alpha")))


def test_a_row_of_ones_own_in_anothers_generation_is_not_seen_there(world: TwoWorkspaces) -> None:
    """A workspace that was told a wrong number writes where only it can see."""
    here, there = (world.held(name) for name in NAMES)
    with world.database.transaction("beta") as tx:
        before = [tx.rows("generations"), tx.rows("documents", **CASES["documents"].asked(there))]
    aim = replace(there, number=here.number)
    for name in EVIDENCE:
        with world.database.transaction("alpha") as tx:
            assert drive(tx, name, aim)[1] == 1
    with world.database.transaction("beta") as tx:
        assert [tx.rows("generations"), tx.rows("documents", **CASES["documents"].asked(there))] == before
        for name in named(Kind.READS):
            assert not [row for row in drive(tx, name, there)[0] if "x" in row.values()]
    with psycopg.connect(world.addresses.owner) as owner:
        for table in TABLES[1:]:
            named_so = f"delete from veracious.{table} where workspace = {here.number} and generation = {there.generation}"  # noqa: S608
            assert owner.execute(named_so.encode()).rowcount == 1


@pytest.mark.parametrize("name", EVIDENCE)
def test_a_row_of_nobody_never_stands_among_documents(name: str, world: TwoWorkspaces) -> None:
    """Or it would be everybody's."""
    aim = world.held("alpha")
    with pytest.raises(psycopg.errors.CheckViolation), world.standing(aim.number) as tx:
        drive(tx, name, aim, workspace=None)


def alternate(world: TwoWorkspaces, times: int, threads: int) -> int:
    """Transactions of two workspaces in turn over one pool; how many saw something of the other. Every tenth breaks off."""

    def once(index: int) -> int:
        name, other = NAMES[index % 2], NAMES[1 - index % 2]
        told: list[str] = []
        with suppress(Undone), world.database.transaction(name) as tx:
            told += [row["name"] for row in tx.rows("documents", **CASES["documents"].asked(aims[name]))]
            told += [row["claim"] for row in tx.rows("page_claims", form=URL)]
            told += [row["domain"] for row in tx.rows("override_all")]
            told += [row["domain"] for row in tx.rows("kept_document", **CASES["kept_document"].asked(aims[other]))]
            if index % 10 == 0:
                raise Undone
        assert {f"{name}.txt", "same.txt", "shared.txt", f"claim of {name}", f"{name}.example"} <= set(told)
        return sum(other in text for text in told)

    aims = {name: world.held(name) for name in NAMES}
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(once, range(times)))


def test_alternating_transactions_do_not_leak(world: TwoWorkspaces) -> None:
    assert alternate(world, 500, 6) == 0
    left_behind(world)


@pytest.mark.long
def test_ten_thousand_alternating_transactions_do_not_leak(world: TwoWorkspaces) -> None:
    assert alternate(world, 10_000, 6) == 0
    left_behind(world)


def left_behind(world: TwoWorkspaces) -> None:
    """A connection that went back to the pool stands nowhere, and its own tables are empty."""
    for _ in range(6):
        with world.database._pool.connection() as connection:
            found = connection.execute("select coalesce(current_setting('veracious.workspace', true), '') as stood").fetchone()
            assert found == {"stood": ""}
            for table in ("passage", "posting", "triple"):
                assert connection.execute(f"select from pg_temp.intake_{table}".encode()).rowcount == 0
