"""People with a password, and their sessions."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from argon2 import PasswordHasher

from tests.adapters.access.kept import AT, DESK, ELSEWHERE, PASSWORD, asked, number_of
from tests.contracts.samples import run
from veracious.adapters.access import secrets, sign_ins
from veracious.adapters.access.sign_ins import SignIns
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.server import Addresses
from veracious.domain.access import Caller, Grant, Person, Rank
from veracious.domain.errors import InputError, PersonKnown, RequestsTooMany, SessionInvalid, VeraciousError


@pytest.mark.parametrize(("rank", "grant"), list(zip(Rank, (Grant.READ, Grant.WRITE, Grant.REVIEW, Grant.ADMIN), strict=True)))
def test_who_signs_in_has_a_session_for_twelve_hours(at: Callable[..., PostgresAccess], here: str, rank: Rank, grant: Grant) -> None:
    added = run(at().add_person(here, "Ana Sousa", PASSWORD, rank))
    assert run(at().people(here)) == (added,) == (Person("Ana Sousa", rank, AT),)
    token, made = run(at().sign_in(here, " Ana Sousa", PASSWORD, DESK))
    assert made.caller == Caller(here, "person:Ana Sousa", grant)
    assert made.ends_at == AT + timedelta(hours=12)
    assert len(made.csrf) == len(token) == 43
    assert made.csrf != token
    assert run(at(timedelta(hours=12) - timedelta(microseconds=1)).session(token)) == made
    with pytest.raises(SessionInvalid):
        run(at(timedelta(hours=12)).session(token))


def test_who_signs_out_has_no_session_and_others_keep_theirs(access: PostgresAccess, here: str) -> None:
    run(access.add_person(here, "ana", PASSWORD, Rank.READER))
    first, second = (run(access.sign_in(here, "ana", PASSWORD, DESK))[0] for _ in range(2))
    for _ in range(2):
        run(access.sign_out(first))
        with pytest.raises(SessionInvalid):
            run(access.session(first))
    assert run(access.session(second)).caller.actor == "person:ana"
    run(access.sign_out("nonsense"))


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "A" * 44, "\x00" * 43, "Ж" * 43])
def test_a_token_that_nobody_was_given_is_no_session(access: PostgresAccess, token: str) -> None:
    with pytest.raises(SessionInvalid):
        run(access.session(token))


def test_whatever_is_wrong_with_a_name_or_password_is_told_in_the_same_words(access: PostgresAccess, here: str, there: str) -> None:
    """And nobody makes a workspace by signing in to it."""
    run(access.add_person(here, "ana", PASSWORD, Rank.READER))
    run(access.make_workspace(there))
    tried = [
        (here, "ana", PASSWORD.upper()),
        (here, "bob", PASSWORD),
        (there, "ana", PASSWORD),
        ("nowhere", "ana", PASSWORD),
        ("No Name\x00", "ana", PASSWORD),
        (here, "ana\x00\ud800", PASSWORD + "x"),
        (here, "ana", ""),
        (here, "ana", PASSWORD * 100),
        (here, "ana", PASSWORD + "\ud800"),
        (here, "ana", PASSWORD + "\x00"),
    ]
    told = set()
    for words in tried:
        with pytest.raises(VeraciousError) as refused:
            run(access.sign_in(*words, DESK))
        told.add((type(refused.value), str(refused.value)))
    assert told == {(SessionInvalid, str(SessionInvalid()))}
    assert run(access.has_workspace("nowhere")) is False


def test_a_name_is_tried_a_few_times_at_once_whether_there_is_one_or_not(
    access: PostgresAccess, here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_sign_ins", SignIns(lambda: 0.0))  # however long a password takes to be hashed
    monkeypatch.setattr(sign_ins, "SPREAD", (0.0, 0.0))
    run(access.add_person(here, "ana", PASSWORD, Rank.READER))
    run(access.add_person(here, "bob", PASSWORD, Rank.READER))

    def told(name: str) -> list[type[VeraciousError]]:
        found = []
        for spelling in (name, f" {name}") * 7:  # another spelling of a name is not another name
            with pytest.raises(VeraciousError) as refused:
                run(access.sign_in(here, spelling, PASSWORD.upper(), DESK))
            found.append(type(refused.value))
        return found

    assert told("ana") == told("nobody") == [SessionInvalid] * 10 + [RequestsTooMany] * 4
    with pytest.raises(RequestsTooMany, match="again in 10 s"):
        run(access.sign_in(here, "ana", PASSWORD, DESK))
    assert run(access.sign_in(here, "bob", PASSWORD, DESK))[1].caller.actor == "person:bob"
    assert run(access.sign_in(here, "ana", PASSWORD, ELSEWHERE))[1].caller.actor == "person:ana", "nobody locks her out elsewhere"


def test_a_wrong_name_takes_as_long_as_a_wrong_password(access: PostgresAccess, here: str) -> None:
    """The fastest of some, since the machine may be busy: a name that is looked up and no more would take a tenth of it."""
    run(access.add_person(here, "ana", PASSWORD, Rank.READER))

    def took(workspace: str, name: str) -> float:
        fastest = 60.0
        for _ in range(5):
            begun = time.perf_counter()
            with suppress(SessionInvalid):
                run(access.sign_in(workspace, name, "wrong" * 5, DESK))
            fastest = min(fastest, time.perf_counter() - begun)
        return fastest

    right = took(here, "ana")
    assert 0.5 < took(here, "bob") / right < 2
    assert 0.5 < took("nowhere", "ana") / right < 2


@pytest.mark.parametrize(("length", "fits"), [(0, False), (11, False), (12, True), (1000, True), (1001, False)])
def test_a_password_has_twelve_to_a_thousand_characters(access: PostgresAccess, here: str, length: int, fits: bool) -> None:
    if fits:
        run(access.add_person(here, "ana", "ж" * length, Rank.READER))
        assert run(access.sign_in(here, "ana", "ж" * length, DESK))[0]
    else:
        with pytest.raises(InputError, match="12 to 1,000 characters"):
            run(access.add_person(here, "ana", "ж" * length, Rank.READER))
        assert run(access.people(here)) == ()


def test_the_same_letters_typed_on_another_keyboard_are_the_same(access: PostgresAccess, here: str) -> None:
    run(access.add_person(here, "Zo\u00eb", "d\u00e9j\u00e0 vu, encore", Rank.READER))
    token, made = run(access.sign_in(here, "Zoe\u0308", "de\u0301ja\u0300 vu, encore", DESK))
    assert run(access.session(token)) == made
    assert made.caller.actor == "person:Zo\u00eb"


def test_a_name_is_given_once_in_a_workspace_and_again_in_another(access: PostgresAccess, here: str, there: str) -> None:
    run(access.add_person(here, "ana", PASSWORD, Rank.READER))
    run(access.add_person(there, "ana", "another password", Rank.ADMIN))
    with pytest.raises(PersonKnown, match="can sign in already"):
        run(access.add_person(here, "ana", "another password", Rank.ADMIN))
    assert run(access.sign_in(here, "ana", PASSWORD, DESK))[1].caller == Caller(here, "person:ana", Grant.READ)
    assert run(access.sign_in(there, "ana", "another password", DESK))[1].caller == Caller(there, "person:ana", Grant.ADMIN)


def test_who_is_removed_loses_their_sessions(access: PostgresAccess, here: str, there: str) -> None:
    for workspace in (here, there):
        run(access.add_person(workspace, "ana", PASSWORD, Rank.READER))
    run(access.add_person(here, "bob", PASSWORD, Rank.READER))
    mine, bobs, theirs = (run(access.sign_in(*who, PASSWORD, DESK))[0] for who in ((here, "ana"), (here, "bob"), (there, "ana")))
    assert run(access.remove_person(there, "bob")) is False
    assert run(access.remove_person(here, "ana")) is True
    assert run(access.remove_person(here, "ana")) is False
    for wrong in (lambda: access.session(mine), lambda: access.sign_in(here, "ana", PASSWORD, DESK)):
        with pytest.raises(SessionInvalid):
            run(wrong())
    assert run(access.session(bobs)).caller.actor == "person:bob"
    assert run(access.session(theirs)).caller.workspace == there
    assert [one.name for one in run(access.people(here))] == ["bob"]


def test_a_password_hashed_in_an_older_way_is_hashed_anew_when_it_is_used(access: PostgresAccess, own: Addresses, here: str) -> None:
    run(access.add_person(here, "ana", PASSWORD, Rank.READER))
    older = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD)
    asked(own, "update veracious.person set password = %s where workspace = %s", older, number_of(own, here))

    def kept() -> str:
        found: str = asked(own, "select password from veracious.person where workspace = %s", number_of(own, here))[0][0]
        return found

    with pytest.raises(SessionInvalid):
        run(access.sign_in(here, "ana", PASSWORD + "!", DESK))
    assert kept() == older
    token, made = run(access.sign_in(here, "ana", PASSWORD, DESK))
    assert kept() != older
    assert not secrets.is_outdated(kept())
    assert run(access.session(token)) == made
    newer = kept()
    run(access.sign_in(here, "ana", PASSWORD, DESK))
    assert kept() == newer


def test_of_a_session_a_hash_is_kept_and_what_has_ended_goes(at: Callable[..., PostgresAccess], own: Addresses, here: str) -> None:
    run(at().add_person(here, "ana", PASSWORD, Rank.READER))
    token, _ = run(at().sign_in(here, "ana", PASSWORD, DESK))
    number = number_of(own, here)
    rows = asked(own, "select hash, s::text from veracious.session s where workspace = %s", number)
    assert [row[0] for row in rows] == [secrets.hashed(token)]
    assert token not in rows[0][1]
    run(at(timedelta(hours=13)).sign_in(here, "ana", PASSWORD, DESK))
    assert asked(own, "select ends_at from veracious.session where workspace = %s", number) == [(AT + timedelta(hours=25),)]
