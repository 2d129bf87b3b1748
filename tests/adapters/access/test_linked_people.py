"""People whom a provider of sign-ins lets in: added here, found once by their address, then by its name for them."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.adapters.access.kept import AT, DESK, PASSWORD, asked, number_of
from tests.contracts.samples import run
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.server import Addresses
from veracious.domain.access import Caller, Grant, Identity, Person, Rank
from veracious.domain.errors import EmailUnverified, IdentityKnown, InputError, PersonKnown, PersonNotAdded, SessionInvalid, VeraciousError

ISSUER = "https://id.example"


def came(subject: str, email: str = "", verified: bool = True, issuer: str = ISSUER) -> Identity:
    return Identity(issuer, subject, email, verified)


def by_address(email: str) -> Identity:
    return Identity("", "", email)


def test_who_comes_with_a_verified_address_is_linked_and_known_by_the_subject(at: Callable[..., PostgresAccess], here: str) -> None:
    added = run(at().add_linked_person(here, "Ana Sousa", Rank.REVIEWER, by_address(" Ana@Example.ORG ")))
    assert run(at().people(here)) == (added,) == (Person("Ana Sousa", Rank.REVIEWER, AT, "ana@example.org"),)
    token, made = run(at().sign_in_linked(here, came("7", "ANA@example.org")))
    assert made.caller == Caller(here, "person:Ana Sousa", Grant.REVIEW)
    assert made.ends_at == AT + timedelta(hours=12)
    assert run(at().session(token)) == made
    assert run(at().people(here))[0].subject == "7"
    assert run(at().sign_in_linked(here, came("7", "other@example.org", verified=False)))[1].caller == made.caller
    for other in (came("8", "ana@example.org"), came("7", "x@example.org", issuer="https://other.example")):
        with pytest.raises(PersonNotAdded):
            run(at().sign_in_linked(here, other))
    run(at().sign_out(token))
    with pytest.raises(SessionInvalid):
        run(at().session(token))


def test_who_was_added_by_the_subject_needs_no_address(access: PostgresAccess, here: str) -> None:
    run(access.add_linked_person(here, "ana", Rank.ADMIN, came("7")))
    assert run(access.sign_in_linked(here, came("7")))[1].caller.grant is Grant.ADMIN


@pytest.mark.parametrize(
    ("who", "kind"),
    [
        (came("7", "ana@example.org", verified=False), EmailUnverified),
        (came("7", "bo@example.org"), PersonNotAdded),
        (came("7"), PersonNotAdded),
        (came("7", "\u212aana@example.org"), PersonNotAdded),
        (came("7", "ana@example.org."), PersonNotAdded),
    ],
)
def test_whoever_else_comes_is_let_in_nowhere(access: PostgresAccess, here: str, who: Identity, kind: type[VeraciousError]) -> None:
    run(access.add_linked_person(here, "ana", Rank.READER, by_address("ana@example.org")))
    with pytest.raises(kind):
        run(access.sign_in_linked(here, who))


def test_who_was_added_elsewhere_is_not_here_and_no_workspace_is_made_by_asking(access: PostgresAccess, here: str, there: str) -> None:
    run(access.add_linked_person(there, "ana", Rank.ADMIN, by_address("ana@example.org")))
    run(access.sign_in_linked(there, came("7", "ana@example.org")))
    run(access.make_workspace(here))
    for workspace in (here, "nowhere-at-all", "No Name\x00"):
        with pytest.raises(PersonNotAdded):
            run(access.sign_in_linked(workspace, came("7", "ana@example.org")))
        with pytest.raises(EmailUnverified):  # in the same words, whether there is such a workspace or not
            run(access.sign_in_linked(workspace, came("7", "ana@example.org", verified=False)))
    assert run(access.has_workspace("nowhere-at-all")) is False
    run(access.add_linked_person(here, "ana", Rank.READER, by_address("ana@example.org")))
    assert run(access.sign_in_linked(here, came("7", "ana@example.org")))[1].caller == Caller(here, "person:ana", Grant.READ)


@pytest.mark.parametrize("password", ["", PASSWORD, " " * 12])
def test_whoever_a_provider_lets_in_has_no_password(access: PostgresAccess, here: str, password: str) -> None:
    run(access.add_linked_person(here, "ana", Rank.ADMIN, came("7")))
    with pytest.raises(SessionInvalid):
        run(access.sign_in(here, "ana", password, DESK))


def test_who_is_removed_is_let_in_no_more_and_may_be_added_again(access: PostgresAccess, own: Addresses, here: str) -> None:
    run(access.add_linked_person(here, "ana", Rank.ADMIN, by_address("ana@example.org")))
    token, _ = run(access.sign_in_linked(here, came("7", "ana@example.org")))
    assert run(access.remove_person(here, "ana")) is True
    with pytest.raises(SessionInvalid):
        run(access.session(token))
    with pytest.raises(PersonNotAdded):
        run(access.sign_in_linked(here, came("7", "ana@example.org")))
    assert asked(own, "select count(*) from veracious.identity where workspace = %s", number_of(own, here)) == [(0,)]
    run(access.add_linked_person(here, "ana", Rank.READER, by_address("ana@example.org")))
    assert run(access.sign_in_linked(here, came("8", "ana@example.org")))[1].caller.grant is Grant.READ


def test_an_address_or_subject_is_one_persons_and_a_refusal_leaves_nothing(access: PostgresAccess, here: str) -> None:
    run(access.add_linked_person(here, "ana", Rank.READER, came("7", "ana@example.org")))
    for again in (by_address("ANA@example.org"), came("7"), came("7", "bo@example.org")):
        with pytest.raises(IdentityKnown, match="e-mail address or subject already"):
            run(access.add_linked_person(here, "bo", Rank.READER, again))
    with pytest.raises(PersonKnown, match="can sign in already"):
        run(access.add_linked_person(here, "ana", Rank.READER, came("9")))
    for wrong in (
        by_address("ана@example.org"),
        by_address("ana"),
        by_address("@x"),
        by_address("a b@x"),
        by_address("a@b@c"),
        by_address(""),
    ):
        with pytest.raises(InputError):
            run(access.add_linked_person(here, "bo", Rank.READER, wrong))
    for wrong in (came("x" * 256), came("ж"), came("a b"), came("7", issuer="")):
        with pytest.raises(InputError, match="a subject has"):
            run(access.add_linked_person(here, "bo", Rank.READER, wrong))
    assert [one.name for one in run(access.people(here))] == ["ana"]


def test_of_two_who_come_at_once_with_one_address_one_is_let_in(access: PostgresAccess, here: str) -> None:
    run(access.add_linked_person(here, "ana", Rank.READER, by_address("ana@example.org")))

    async def both() -> list[object]:
        asking = (access.sign_in_linked(here, came(str(number), "ana@example.org")) for number in range(8))
        return list(await asyncio.gather(*asking, return_exceptions=True))

    found = run(both())
    assert sorted(type(one).__name__ for one in found) == ["PersonNotAdded"] * 7 + ["tuple"]
