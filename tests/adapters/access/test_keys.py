"""Keys: what they open, what is kept of them, and what nobody is told."""

import base64
import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from tests.adapters.access.kept import AT, PASSWORD, asked, number_of
from tests.contracts.samples import run
from veracious.adapters.access import secrets
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.server import Addresses
from veracious.domain.access import ApiKey, Caller, Grant, Rank
from veracious.domain.errors import InputError, KeyUnknown, VeraciousError


@pytest.mark.parametrize("grant", list(Grant))
def test_a_key_opens_its_workspace_with_its_scope(access: PostgresAccess, here: str, grant: Grant) -> None:
    made, secret = run(access.create_key(here, "chatbot", grant))
    assert made == ApiKey(made.id, "chatbot", grant, AT)
    assert run(access.keys(here)) == (made,)
    assert run(access.find(secret)) == Caller(here, made.id, grant)


def test_a_key_is_a_public_beginning_and_256_random_bits() -> None:
    made = [secrets.make_key() for _ in range(1000)]
    for id, secret in made:
        assert re.fullmatch(r"vk_[a-z0-9]{12}", id)
        assert secret[: len(id) + 1] == f"{id}_"
        assert len(base64.urlsafe_b64decode(secret[len(id) + 1 :] + "=")) == 32
    assert len({id for id, _ in made}) == len({secret[16:] for _, secret in made}) == 1000


def test_of_a_key_a_hash_is_kept_and_nothing_else(access: PostgresAccess, own: Addresses, here: str) -> None:
    _, secret = run(access.create_key(here, "", Grant.READ))
    row = str(asked(own, "select k, k.hash from veracious.api_key k where workspace = %s", number_of(own, here)))
    assert secret[16:] not in row
    assert secret[16:].encode().hex() not in row
    assert repr(secrets.hashed(secret)) in row


def test_whatever_is_wrong_with_a_key_is_told_in_the_same_words(at: Callable[..., PostgresAccess], here: str) -> None:
    """Unknown, altered, malformed, revoked, ended at this very moment."""
    kept, revoked = run(at().create_key(here, "", Grant.ADMIN))
    _, ended = run(at().create_key(here, "", Grant.ADMIN, AT + timedelta(days=1)))
    assert run(at().revoke(here, kept.id)) is True
    _, good = run(at().create_key(here, "", Grant.ADMIN))
    altered = good[:-1] + ("A" if good[-1] != "A" else "B")
    wrong = [
        secrets.make_key()[1],
        altered,
        revoked,
        ended,
        "",
        "x",
        good + "A",
        good[:-1],
        good.upper(),
        "vk_%",
        "vk_\x00",
        "ключ",
        good[:15],
    ]
    told = []
    for secret in wrong:
        with pytest.raises(VeraciousError) as refused:
            run(at(timedelta(days=1)).find(secret))
        told.append((type(refused.value), str(refused.value), refused.value.detail))
    assert set(told) == {(KeyUnknown, str(KeyUnknown()), "")}
    assert run(at(timedelta(days=1)).find(good)).workspace == here
    assert run(at(timedelta(days=1) - timedelta(microseconds=1)).find(ended)).workspace == here


def test_that_a_key_was_used_is_written_down_once_an_hour(at: Callable[..., PostgresAccess], here: str) -> None:
    made, secret = run(at().create_key(here, "", Grant.READ))
    assert made.used_at is None
    for minutes, noted in ((0, 0), (1, 0), (59, 0), (60, 60), (119, 60), (500, 500)):
        run(at(timedelta(minutes=minutes)).find(secret))
        assert run(at().keys(here))[0].used_at == AT + timedelta(minutes=noted)


def test_a_key_that_is_refused_is_not_used(at: Callable[..., PostgresAccess], here: str) -> None:
    made, revoked = run(at().create_key(here, "", Grant.READ))
    _, ended = run(at().create_key(here, "", Grant.READ, AT + timedelta(hours=1)))
    run(at().revoke(here, made.id))
    for secret in (revoked, ended):
        with pytest.raises(KeyUnknown):
            run(at(timedelta(hours=2)).find(secret))
    assert [one.used_at for one in run(at().keys(here))] == [None, None]


def test_a_key_is_revoked_once_and_stays_in_the_list(at: Callable[..., PostgresAccess], here: str) -> None:
    made, _ = run(at().create_key(here, "", Grant.READ))
    assert run(at(timedelta(hours=1)).revoke(here, made.id)) is True
    assert run(at(timedelta(hours=2)).revoke(here, made.id)) is False
    assert [one.revoked_at for one in run(at().keys(here))] == [AT + timedelta(hours=1)]


def test_a_key_of_another_workspace_is_not_there(access: PostgresAccess, here: str, there: str) -> None:
    made, secret = run(access.create_key(there, "", Grant.READ))
    run(access.make_workspace(here))
    assert run(access.revoke(here, made.id)) is run(access.revoke(here, "vk_000000000000")) is run(access.revoke(here, "\x00")) is False
    assert run(access.keys(here)) == ()
    assert run(access.find(secret)) == Caller(there, made.id, Grant.READ)


@pytest.mark.parametrize("ends_at", [AT, AT - timedelta(days=1), datetime(2030, 1, 1)], ids=["now", "past", "no zone"])
def test_a_key_that_would_never_open_anything_is_not_made(access: PostgresAccess, here: str, ends_at: datetime) -> None:
    with pytest.raises(InputError):
        run(access.create_key(here, "", Grant.READ, ends_at))
    assert run(access.keys(here)) == ()


@pytest.mark.parametrize("name", [" ", "a\nb", "a\x00b", "\ud800", "x" * 201, "\u202e"])
def test_a_name_that_cannot_be_shown_is_refused(access: PostgresAccess, here: str, name: str) -> None:
    with pytest.raises(InputError):
        run(access.create_key(here, name, Grant.READ))
    with pytest.raises(InputError):
        run(access.add_person(here, name, PASSWORD, Rank.READER))
