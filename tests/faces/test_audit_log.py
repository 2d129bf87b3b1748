"""The list of changes, which the database writes by itself: over HTTP, by commands, and by hand."""

import asyncio
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import httpx2
import psycopg
import pytest

from tests.postgres import WIDTH
from tests.service import Service
from veracious.adapters import acting
from veracious.adapters.clock import SystemClock
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.audit_log import PostgresAuditLog
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.erasure import PostgresErasure
from veracious.adapters.postgres.overrides import PostgresOverrides
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.domain.access import Change, Grant, Rank
from veracious.domain.evidence import Source
from veracious.domain.job import Allowance
from veracious.domain.record import Body, Envelope, Record
from veracious.rules import digest
from veracious.rules.reading.lexicon import Lexicon


@pytest.fixture(scope="module")
def own(new_addresses: Callable[..., Addresses]) -> Addresses:
    return new_addresses()


@pytest.fixture(scope="module")
def service(own: Addresses, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(own, tmp_path_factory.mktemp("audit"))
    try:
        made.serve()
        yield made
    finally:
        made.close()


@pytest.fixture
def database(own: Addresses) -> Iterator[Database]:
    made = Database(own.app, 2)
    yield made
    made.close()


def told(found: "list[Change] | tuple[Change, ...]") -> list[tuple[str, str, str, str, str]]:
    return [(one.actor, one.action, one.subject, one.before, one.after) for one in reversed(found)]


def test_every_change_of_keys_roles_ratings_and_retention_stands_in_the_list(database: Database, lexicon: Lexicon) -> None:
    access, log = PostgresAccess(database, "", SystemClock()), PostgresAuditLog(database)
    overrides, erasure = (
        PostgresOverrides(database),
        PostgresErasure(Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace="everything")),
    )

    async def change() -> str:
        with acting.acting("person:Ada"):
            key, _ = await access.create_key("everything", "desk", Grant.VERIFY)
            await access.revoke("everything", key.id)
            await access.revoke("everything", key.id)  # nothing changes
            for credibility in (0.5, 0.5, 0.75):
                await overrides.put("everything", (Source("a.example", credibility),))
            await overrides.remove("everything", "a.example")
            for days in (30, 30, None):
                await erasure.keep(days)
        return key.id

    key = asyncio.run(change())
    found = [
        (action, subject, before, after)
        for _, action, subject, before, after in told(list(asyncio.run(log.newest("everything", None, 50))))
    ]
    assert found == [
        ("key_made", key, "", "verify"),
        ("key_revoked", key, "verify", ""),
        ("rating_set", "a.example", "", "0.5 UNKNOWN"),
        ("rating_set", "a.example", "0.5 UNKNOWN", "0.75 UNKNOWN"),
        ("rating_removed", "a.example", "0.75 UNKNOWN", ""),
        ("retention_changed", "documents", "forever", "30"),
        ("retention_changed", "documents", "30", "forever"),
    ]
    assert {one.actor for one in asyncio.run(log.newest("everything", None, 50))} == {"person:Ada"}


def test_people_are_listed_by_role_and_what_the_owner_does_by_hand_too(own: Addresses, database: Database) -> None:
    with database.transaction("by-hand") as tx:
        number = tx.workspace
    with psycopg.connect(own.owner, autocommit=True) as owner:
        owner.execute("insert into veracious.person values (%s, 'Ada', 'x', 'reader', now())", [number])
        owner.execute("update veracious.person set password = 'y' where workspace = %s", [number])
        owner.execute("update veracious.person set rank = 'admin' where workspace = %s", [number])
        owner.execute("delete from veracious.person where workspace = %s", [number])
        owner.execute("update veracious.workspace set tape_days = 7 where id = %s", [number])
    who = "database:plain_owner"
    assert told(list(asyncio.run(PostgresAuditLog(database).newest("by-hand", None, 50)))) == [
        (who, "role_given", "Ada", "", Rank.READER.value),
        (who, "role_changed", "Ada", "reader", "admin"),
        (who, "role_removed", "Ada", "admin", ""),
        (who, "retention_changed", "recordings", "90", "7"),
    ]


def test_a_record_that_is_erased_and_a_limit_that_is_set_stand_in_the_list(database: Database, lexicon: Lexicon) -> None:
    """That a record was kept, or its recording expired, is no change of anybody's; nor is what somebody spends."""
    store = Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace="erased")
    archive, access = PostgresArchive(store), PostgresAccess(database, "", SystemClock())
    at = datetime(2026, 3, 1, tzinfo=UTC)

    async def change() -> str:
        with acting.acting("person:Ada"):
            for name in ("r1", "r2"):
                body = Body("{}", "dials", (), (), "{}")
                await archive.keep(Record(body, Envelope(name, "erased", at, at, digest.of(body, "body"), None)))
            for name in ("r1", "r1", "r9"):  # what is gone is erased no second time, nor what never was
                await archive.erase(name, at)
            key, _ = await access.create_key("erased", "desk", Grant.VERIFY)
            for limits in (Allowance(12_500_000, None, 60), Allowance(12_500_000, None, 60), Allowance()):
                await access.allow("erased", key.id, limits)
        await archive.erase_all(at)
        return key.id

    key = asyncio.run(change())
    found = told(list(asyncio.run(PostgresAuditLog(database).newest("erased", None, 50))))
    assert found[:-1] == [
        ("person:Ada", "record_erased", "r1", "", ""),
        ("person:Ada", "key_made", key, "", "verify"),
        ("person:Ada", "limit_set", key, "", "money 12.5, requests 60"),
        ("person:Ada", "limit_set", key, "money 12.5, requests 60", "no limit"),
    ]
    assert found[-1][0].startswith("system:")
    assert found[-1][1:] == ("record_erased", "r2", "", "")


def test_the_list_goes_with_its_workspace_and_with_nothing_less(own: Addresses, database: Database, lexicon: Lexicon) -> None:
    access, erasure = (
        PostgresAccess(database, "", SystemClock()),
        PostgresErasure(Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace="gone")),
    )

    async def erase() -> None:
        await access.create_key("gone", "desk", Grant.READ)
        await PostgresOverrides(database).put("gone", (Source("a.example", 0.5),))
        await erasure.workspace()

    with database.transaction("gone") as tx:
        number = tx.workspace
    asyncio.run(erase())
    with psycopg.connect(own.owner) as owner:
        assert owner.execute("select from veracious.audit_entry where workspace = %s", [number]).rowcount == 0


@pytest.mark.parametrize(
    "change",
    [
        "insert into veracious.audit_entry (workspace, actor, action, subject) values (1, 'x', 'key_made', 'x')",
        "update veracious.audit_entry set actor = 'x'",
        "delete from veracious.audit_entry",
        "truncate veracious.audit_entry",
        "select veracious.audit_note()",
        "alter table veracious.api_key disable trigger audit",
    ],
)
def test_the_application_cannot_change_the_list(own: Addresses, change: str) -> None:
    with psycopg.connect(own.app) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(change.encode())


def test_it_is_read_by_administrators_of_the_workspace_page_by_page(service: Service) -> None:
    admin, reader, other = service.key("ours", "admin"), service.key("ours", "write"), service.key("theirs", "admin")
    made = [_asked(service, admin, "POST", "/v1/keys", json={"name": f"k{number}", "scope": "read"}).json()["id"] for number in range(3)]
    _asked(service, admin, "DELETE", f"/v1/keys/{made[0]}")
    code, _, error = service.run("sources", "set", "harbour.example", "--credibility", "0.9", "--workspace", "ours")
    assert code == 0, error
    found, cursor = list[dict[str, Any]](), ""
    while cursor is not None:
        page = _asked(service, admin, "GET", "/v1/audit", params={"limit": 2, "cursor": cursor}).json()
        found, cursor = found + page["changes"], page["next_cursor"]
    own = admin.rpartition("_")[0][: len(made[0])]
    assert [(one["action"], one["subject"]) for one in found[:5]] == [
        ("rating_set", "harbour.example"),
        ("key_revoked", made[0]),
        *(("key_made", name) for name in reversed(made)),
    ]
    assert found[0]["actor"].startswith("system:")
    assert {one["actor"] for one in found[1:5]} == {own}
    assert _asked(service, reader, "GET", "/v1/audit").status_code == 403
    assert made[0] not in _asked(service, other, "GET", "/v1/audit").text
    code, out, error = service.run("audit-log", "--workspace", "ours", "--limit", "2", "--json")
    assert code == 0, error
    assert [one["action"] for one in json.loads(out)["changes"]] == ["rating_set", "key_revoked"]
    code, out, _ = service.run("audit-log", "--workspace", "ours")
    assert "harbour.example" in out


def _asked(service: Service, key: str, method: str, path: str, **more: Any) -> httpx2.Response:
    return httpx2.request(method, f"{service.url}{path}", headers={"Authorization": f"Bearer {key}"}, timeout=30, **more)
