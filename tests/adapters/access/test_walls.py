"""No workspace sees or touches what is another's, and the application's role cannot do what nobody should."""

from collections.abc import Callable

import psycopg
import pytest

from tests.adapters.access.kept import FUNCTIONS, TABLES, asked, fill, number_of
from tests.contracts.samples import run
from veracious.adapters.access import secrets
from veracious.adapters.postgres import access as room
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.domain.errors import KeyUnknown, SessionInvalid, StoreForbidden, WorkspaceMisnamed


def test_a_workspace_is_made_once_and_none_by_asking(access: PostgresAccess, own: Addresses, here: str) -> None:
    assert run(access.has_workspace(here)) is False
    assert run(access.make_workspace(here)) is True
    assert run(access.make_workspace(here)) is False
    assert run(access.has_workspace(here)) is True
    with pytest.raises(WorkspaceMisnamed):
        run(access.make_workspace("Not A Name"))
    assert here in [name for name, _ in room.workspaces(own.owner)]


def test_all_workspaces_are_the_owners_to_list(own: Addresses) -> None:
    with pytest.raises(StoreForbidden):
        room.workspaces(own.app)


def test_no_workspace_sees_a_row_of_another(access: PostgresAccess, own: Addresses, here: str, there: str) -> None:
    fill(access, there)
    run(access.make_workspace(here))
    for table in TABLES:
        for standing, sees in ((str(number_of(own, there)), True), (str(number_of(own, here)), False), ("", False), ("0", False)):
            with psycopg.connect(own.app) as connection:
                connection.execute("select set_config('veracious.workspace', %s, true)", (standing,))
                assert bool(connection.execute(f"select from veracious.{table}".encode()).rowcount) is sees, (table, standing)


WRITTEN = """
insert into veracious.api_key (workspace, id, name, hash, scope, made_at) values (%(there)s, 'x', '', sha256('x'), 'admin', now())
insert into veracious.person (workspace, name, password, rank, made_at) values (%(there)s, 'x', 'x', 'admin', now())
insert into veracious.session (hash, workspace, person, csrf, ends_at) values (sha256('x'), %(there)s, 'ana', 'x', now())
insert into veracious.provider_key (workspace, provider, sealed, nonce, set_at) values (%(there)s, 'brave', 'x', 'x', now())
insert into veracious.rate (workspace, actor, tokens, at) values (%(there)s, 'x', 9, now())
update veracious.api_key set scope = 'admin'
update veracious.api_key set hash = sha256('x')
update veracious.api_key set workspace = %(here)s
update veracious.api_key set used_at = now()
delete from veracious.api_key
update veracious.person set workspace = %(here)s
insert into veracious.identity (workspace, person, email, issuer, subject) values (%(there)s, 'ana', 'x', '', '')
update veracious.identity set email = 'x'
update veracious.identity set person = 'ana'
update veracious.identity set workspace = %(here)s
delete from veracious.identity
update veracious.session set ends_at = 'infinity'
update veracious.session set person = 'ana'
update veracious.provider_key set workspace = %(here)s
update veracious.provider_key set provider = 'brave'
delete from veracious.rate
truncate veracious.rate
"""


@pytest.fixture(scope="module")
def numbers(at: Callable[..., PostgresAccess], own: Addresses) -> dict[str, int]:
    """Of a workspace with something in every table, and of one with nothing."""
    fill(at(), "filled")
    run(at().make_workspace("bare"))
    return {"here": number_of(own, "bare"), "there": number_of(own, "filled")}


@pytest.mark.parametrize("text", WRITTEN.strip().splitlines())
def test_the_applications_role_cannot(text: str, own: Addresses, numbers: dict[str, int]) -> None:
    """Write in another's name, nor change what a key allows, whose it is, or for how long a session lasts."""
    with psycopg.connect(own.app, autocommit=True) as connection:
        connection.execute("select set_config('veracious.workspace', %s, false)", (str(numbers["here"]),))
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(text.encode(), numbers)


def test_a_key_or_session_is_found_by_its_hash_and_by_nothing_else(access: PostgresAccess, own: Addresses, there: str) -> None:
    key, token = fill(access, there)
    wanted = {"key_find(%s, now())": secrets.hashed(key), "session_find(%s)": secrets.hashed(token)}
    with psycopg.connect(own.app) as connection:
        for call, hash in wanted.items():
            for guess in (None, b"", hash[:-1], hash + b"\x00", bytes(32), secrets.hashed(key + token), key.encode(), b"%"):
                assert connection.execute(f"select * from veracious.{call}".encode(), (guess,)).fetchall() == []  # noqa: S608
            found = connection.execute(f"select * from veracious.{call}".encode(), (hash,))  # noqa: S608
            told = [one.name for one in found.description or ()]
            assert [row[0] for row in found.fetchall()] == [there]
            assert told in (["workspace", "id", "scope", "ends_at"], ["workspace", "person", "rank", "csrf", "ends_at"])


def test_what_looks_beyond_the_walls_is_the_applications_alone_and_looks_where_it_was_told(own: Addresses) -> None:
    said = """
        select proname, prosecdef, coalesce(proconfig, '{}'), array_agg(g.rolname::text order by g.rolname)
        from pg_proc p, aclexplode(p.proacl) a join pg_roles g on g.oid = a.grantee
        where p.pronamespace = 'veracious'::regnamespace and proname = any (%s) group by p.oid"""
    public = """
        select proname from pg_proc p, aclexplode(p.proacl) a
        where p.pronamespace = 'veracious'::regnamespace and proname = any (%s) and a.grantee = 0"""
    found = asked(own, said, list(FUNCTIONS))
    assert sorted(row[0] for row in found) == sorted(FUNCTIONS)
    assert asked(own, public, list(FUNCTIONS)) == []
    for name, is_definer, settings, granted in found:
        assert granted == ["plain_owner", "veracious_app"]
        assert is_definer is (name != "refilled")
        assert settings == ([] if name == "refilled" else ["search_path=pg_catalog, veracious"])


def test_with_a_workspace_everything_of_it_goes(access: PostgresAccess, database: Database, own: Addresses, there: str) -> None:
    key, token = fill(access, there)
    number = number_of(own, there)
    with database.transaction(there) as tx:
        tx.one("erase_workspace")
    database.forget(there)
    for table in TABLES:
        assert asked(own, f"select from veracious.{table} where workspace = %s", number) == []
    with pytest.raises(KeyUnknown):
        run(access.find(key))
    with pytest.raises(SessionInvalid):
        run(access.session(token))
    assert run(access.make_workspace(there)) is True
    assert run(access.keys(there)) == ()
