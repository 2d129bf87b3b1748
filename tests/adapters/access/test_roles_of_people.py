"""Roles that are changed and people who are dismissed, in memory and in the store: the last administrator stays."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from tests.adapters.access.kept import AT, DESK, PASSWORD, asked, number_of
from tests.contracts.samples import run
from tests.faces.http.memory_administration import MemoryPeople
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.server import Addresses
from veracious.domain.access import Grant, Identity, Rank
from veracious.domain.errors import AdminNeeded, IdentityKnown, InputError, PersonKnown, SessionInvalid
from veracious.domain.job import Allowance
from veracious.faces.http.administration import People, make_password


class PeopleContract:
    """Subclass it, and say what keeps people; each test has workspaces of its own."""

    def test_a_role_is_changed(self, kept: People, here: str) -> None:
        for name, rank in (("ana", Rank.ADMIN), ("bob", Rank.READER)):
            run(kept.add_person(here, name, make_password(), rank))
        found = run(kept.give_role(here, " bob ", Rank.REVIEWER))
        assert found is not None
        assert (found.name, found.rank, found.made_at) == ("bob", Rank.REVIEWER, AT)
        assert [(one.name, one.rank) for one in run(kept.people(here))] == [("ana", Rank.ADMIN), ("bob", Rank.REVIEWER)]
        assert run(kept.give_role(here, "cyd", Rank.REVIEWER)) is None
        assert run(kept.give_role(here, "cyd", Rank.ADMIN)) is None

    def test_the_last_administrator_stays_one(self, kept: People, here: str, there: str) -> None:
        for workspace, name, rank in ((here, "ana", Rank.ADMIN), (here, "bob", Rank.READER), (there, "eve", Rank.ADMIN)):
            run(kept.add_person(workspace, name, make_password(), rank))
        for rank in (Rank.READER, Rank.CHECKER, Rank.REVIEWER):
            with pytest.raises(AdminNeeded):
                run(kept.give_role(here, "ana", rank))
        with pytest.raises(AdminNeeded):
            run(kept.dismiss(here, "ana"))
        assert run(kept.give_role(here, "ana", Rank.ADMIN)) is not None
        assert run(kept.give_role(here, "bob", Rank.ADMIN)) is not None
        assert run(kept.dismiss(here, "ana")) is True
        assert run(kept.dismiss(here, "ana")) is False
        with pytest.raises(AdminNeeded):
            run(kept.dismiss(here, "bob"))

    def test_whoever_is_no_administrator_goes_where_there_is_none(self, kept: People, here: str) -> None:
        run(kept.add_person(here, "bob", make_password(), Rank.READER))
        assert run(kept.give_role(here, "bob", Rank.CHECKER)) is not None
        assert run(kept.dismiss(here, "bob")) is True
        assert list(run(kept.people(here))) == []

    def test_nobody_touches_another_workspace(self, kept: People, here: str, there: str) -> None:
        run(kept.add_person(here, "ana", make_password(), Rank.READER))
        run(kept.add_person(there, "eve", make_password(), Rank.ADMIN))
        assert run(kept.give_role(there, "ana", Rank.ADMIN)) is None
        assert run(kept.dismiss(there, "ana")) is False
        assert [one.rank for one in run(kept.people(here))] == [Rank.READER]

    def test_an_address_of_a_provider_is_one_persons(self, kept: People, here: str, there: str) -> None:
        ana, bob = (Identity("", "", f"{name}@example.org") for name in ("ana", "bob"))
        made = run(kept.add_linked_person(here, "ana", Rank.ADMIN, ana))
        assert (made.name, made.rank, made.email) == ("ana", Rank.ADMIN, "ana@example.org")
        with pytest.raises(IdentityKnown):
            run(kept.add_linked_person(here, "bob", Rank.ADMIN, replace(ana, email="ANA@Example.org")))
        with pytest.raises(PersonKnown):
            run(kept.add_linked_person(here, "ana", Rank.ADMIN, bob))
        with pytest.raises(PersonKnown):
            run(kept.add_person(here, "ana", make_password(), Rank.READER))
        for wrong in ("ana", "", "\x00@example.org", "\u0430na@example.org"):
            with pytest.raises(InputError):
                run(kept.add_linked_person(here, "cyd", Rank.ADMIN, Identity("", "", wrong)))
        assert [(one.name, one.email) for one in run(kept.people(here))] == [("ana", "ana@example.org")]
        run(kept.add_linked_person(there, "ana", Rank.READER, ana))
        assert run(kept.dismiss(there, "ana")) is True
        run(kept.add_linked_person(there, "bob", Rank.READER, ana))

    def test_a_name_is_given_once(self, kept: People, here: str) -> None:
        run(kept.add_person(here, "ana", make_password(), Rank.READER))
        with pytest.raises(PersonKnown):
            run(kept.add_person(here, "ana", make_password(), Rank.ADMIN))
        for name in ("", "a\nb"):
            with pytest.raises(InputError):
                run(kept.add_person(here, name, make_password(), Rank.READER))


class TestMemoryPeople(PeopleContract):
    @pytest.fixture
    def kept(self) -> People:
        return MemoryPeople(FixedClock(AT))


class TestPostgresPeople(PeopleContract):
    @pytest.fixture
    def kept(self, access: PostgresAccess) -> People:
        return access


def test_a_role_holds_for_sessions_that_have_begun(access: PostgresAccess, here: str) -> None:
    for name in ("ana", "bob"):
        run(access.add_person(here, name, PASSWORD, Rank.ADMIN))
    token, _ = run(access.sign_in(here, "bob", PASSWORD, DESK))
    run(access.give_role(here, "bob", Rank.READER))
    assert run(access.session(token)).caller.grant is Grant.READ
    run(access.dismiss(here, "bob"))
    with pytest.raises(SessionInvalid):
        run(access.session(token))


@pytest.mark.parametrize("removes", [False, True])
def test_of_two_who_end_each_others_role_at_once_one_stays(at: Callable[..., PostgresAccess], here: str, removes: bool) -> None:
    access, both = at(), threading.Barrier(2)
    for turn in range(10):
        names = (f"ana{turn}", f"bob{turn}")
        for name in names:
            run(access.add_person(here, name, make_password(), Rank.ADMIN))
        for one in run(access.people(here)):  # of the turn before
            if one.name not in names:
                run(access.dismiss(here, one.name))

        def end(name: str) -> bool:
            both.wait()
            try:
                run(access.dismiss(here, name) if removes else access.give_role(here, name, Rank.READER))
            except AdminNeeded:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(end, names)) == [False, True]
        assert [one.rank for one in run(access.people(here))].count(Rank.ADMIN) == 1


def test_of_many_who_add_one_address_at_once_one_does_and_the_list_of_changes_has_it(
    at: Callable[..., PostgresAccess], own: Addresses, here: str
) -> None:
    many = 6
    together = threading.Barrier(many)

    def add(number: int) -> str:
        together.wait()
        try:
            run(at().add_linked_person(here, f"person {number}", Rank.READER, Identity("", "", "ana@example.org")))
        except IdentityKnown:
            return "refused"
        return "added"

    run(at().people(here))
    with ThreadPoolExecutor(many) as pool:
        assert sorted(pool.map(add, range(many))) == ["added"] + ["refused"] * (many - 1)
    (added,) = run(at().people(here))
    changes = asked(own, "select action, subject, after from veracious.audit_entry where workspace = %s", number_of(own, here))
    assert changes == [("role_given", added.name, "reader")]


def test_what_keys_and_people_use_is_told_of_all_at_once(access: PostgresAccess, here: str, there: str) -> None:
    made = [run(access.create_key(here, name, Grant.VERIFY))[0].id for name in ("one", "two")]
    run(access.allow(here, made[0], Allowance(5_000_000, 3, 60)))
    run(access.allow(there, run(access.create_key(there, "x", Grant.READ))[0].id, Allowance(1)))
    found = run(access.allowances(here))
    assert list(found) == [made[0]]
    assert found[made[0]].at_most == Allowance(5_000_000, 3, 60)
    assert found[made[0]] == run(access.allowance(here, made[0]))[1]
