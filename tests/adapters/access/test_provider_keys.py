"""The keys of providers: sealed, opened by the worker alone, and nowhere to be read."""

import base64
import logging
import subprocess
import traceback
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

from tests.adapters.access.kept import AT, CANARY, OTHER_SECRET, SECRET, asked, number_of
from tests.contracts.samples import run
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.postgres import server
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.domain.access import ProviderKey
from veracious.domain.errors import InputError, SettingsInvalid, StoreUnavailable, WorkspaceMisnamed


def test_a_provider_key_comes_back_to_the_worker_and_to_nobody_else(at: Callable[..., PostgresAccess], here: str, there: str) -> None:
    run(at().put_provider(here, "tavily", CANARY))
    run(at(timedelta(hours=1)).put_provider(here, "brave", "first"))
    run(at(timedelta(hours=2)).put_provider(here, "brave", "second"))
    run(at().put_provider(there, "brave", "theirs"))
    assert run(at().providers(here)) == (ProviderKey("brave", AT + timedelta(hours=2)), ProviderKey("tavily", AT))
    assert dict(run(at().provider_keys(here))) == {"brave": "second", "tavily": CANARY}
    assert dict(run(at().provider_keys(there))) == {"brave": "theirs"}
    assert (
        run(at().drop_provider(there, "tavily"))
        is run(at().drop_provider(here, "endpoint"))
        is run(at().drop_provider(here, "\x00"))
        is False
    )
    assert run(at().drop_provider(here, "brave")) is True
    assert dict(run(at().provider_keys(here))) == {"tavily": CANARY}


def test_without_a_secret_a_provider_key_is_refused_and_one_is_told_how_to_make_it(at: Callable[..., PostgresAccess], here: str) -> None:
    bare = at(secret="")
    with pytest.raises(SettingsInvalid, match=r"VERACIOUS_SECRET: it is not set.*`openssl rand -base64 32`"):
        run(bare.put_provider(here, "tavily", CANARY))
    assert run(bare.providers(here)) == ()
    assert dict(run(bare.provider_keys(here))) == {}
    run(at().put_provider(here, "tavily", CANARY))
    with pytest.raises(SettingsInvalid, match="it is not set"):
        run(bare.provider_keys(here))


@pytest.mark.parametrize("secret", ["swordfish", "AAAA", SECRET[:-4], SECRET + "AAAA", "ключ", SECRET.replace("=", "!")])
def test_a_secret_that_is_none_is_told_and_not_shown(at: Callable[..., PostgresAccess], here: str, secret: str) -> None:
    with pytest.raises(SettingsInvalid, match="VERACIOUS_SECRET: this is not 32 bytes in base64") as refused:
        run(at(secret=secret).put_provider(here, "tavily", CANARY))
    assert secret not in str(refused.value)


def test_another_secret_is_told(at: Callable[..., PostgresAccess], here: str) -> None:
    run(at().put_provider(here, "tavily", CANARY))
    with pytest.raises(SettingsInvalid, match=r"VERACIOUS_SECRET: the key for tavily .* was sealed under another secret, or altered"):
        run(at(secret=OTHER_SECRET).provider_keys(here))
    assert dict(run(at(secret=SECRET + "\n").provider_keys(here))) == {"tavily": CANARY}


@pytest.mark.parametrize("move", ["workspace", "provider", "altered"])
def test_a_row_that_was_moved_or_altered_does_not_open(access: PostgresAccess, own: Addresses, here: str, there: str, move: str) -> None:
    run(access.put_provider(here, "tavily", CANARY))
    run(access.make_workspace(there))
    change = {
        "workspace": ("workspace = %s", number_of(own, there)),
        "provider": ("provider = %s", "brave"),
        "altered": ("sealed = set_byte(sealed, 0, get_byte(sealed, 0) # %s)", 1),
    }[move]
    asked(own, f"update veracious.provider_key set {change[0]} where workspace = %s", change[1], number_of(own, here))  # noqa: S608
    with pytest.raises(SettingsInvalid, match="or altered"):
        run(access.provider_keys(there if move == "workspace" else here))


def test_the_same_key_is_never_sealed_alike(access: PostgresAccess, own: Addresses, here: str) -> None:
    for provider in ("tavily", "brave"):
        run(access.put_provider(here, provider, CANARY))
    seen = asked(own, "select sealed, nonce from veracious.provider_key where workspace = %s", number_of(own, here))
    run(access.put_provider(here, "brave", CANARY))
    seen += asked(own, "select sealed, nonce from veracious.provider_key where workspace = %s and provider = 'brave'", number_of(own, here))
    assert len({row[0] for row in seen}) == len({row[1] for row in seen}) == 3


@pytest.mark.parametrize(
    ("provider", "key"), [(CANARY, "x"), ("tavily", ""), ("tavily", f"{CANARY} x"), ("tavily", f"{CANARY}\n"), ("brave", "ж")]
)
def test_what_is_no_provider_or_no_key_is_refused_and_not_repeated(access: PostgresAccess, here: str, provider: str, key: str) -> None:
    with pytest.raises(InputError) as refused:
        run(access.put_provider(here, provider, key))
    assert CANARY not in str(refused.value)
    assert run(access.providers(here)) == ()


def test_a_provider_key_is_nowhere_to_be_read(
    own: Addresses, addresses: Addresses, here: str, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """Not in a log of the server that writes down every statement with its values, nor in ours, an error, a printed value, a dump."""
    name = str(conninfo_to_dict(own.app)["dbname"])
    above = make_conninfo(addresses.owner, dbname=name)
    with psycopg.connect(above, autocommit=True) as superuser:
        for setting in ("log_statement = 'all'", "log_error_verbosity = default", "log_min_error_statement = error"):
            superuser.execute(SQL("alter database {} set ").format(Identifier(name)) + SQL(setting))
        folder = superuser.execute("show data_directory").fetchone()
    caplog.set_level(logging.DEBUG)
    database = Database(own.app, 1)
    logged = PostgresAccess(database, SECRET, FixedClock(AT))
    run(logged.put_provider(here, "tavily", CANARY))
    opened = run(logged.provider_keys(here))
    told = [repr(logged), repr(vars(logged)["_database"]), repr(opened), str(opened), f"{opened}", repr(run(logged.providers(here)))]
    gone = PostgresAccess(Database(f"postgresql://veracious_app@/postgres?host={tmp_path}"), SECRET, FixedClock(AT))
    for kind, wrong in (
        (SettingsInvalid, lambda: PostgresAccess(database, OTHER_SECRET, FixedClock(AT)).provider_keys(here)),
        (SettingsInvalid, lambda: PostgresAccess(database, "", FixedClock(AT)).put_provider(here, "tavily", CANARY)),
        (InputError, lambda: logged.put_provider(here, CANARY, CANARY)),
        (WorkspaceMisnamed, lambda: logged.put_provider("No Name", "tavily", CANARY)),
        (StoreUnavailable, lambda: gone.put_provider(here, "tavily", CANARY)),
    ):
        with pytest.raises(kind) as refused:
            run(wrong())
        told += [str(refused.value), repr(refused.value), "".join(traceback.format_exception(refused.value))]
    database.close()
    with psycopg.connect(above, autocommit=True) as superuser:
        superuser.execute(SQL("alter database {} reset all").format(Identifier(name)))
    utils = server._library().utils
    program = utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION] / "pg_dump"
    dump = subprocess.run([program, above], check=True, capture_output=True, text=True).stdout
    log = (Path(str(folder[0] if folder else "")) / "log").read_text("utf-8", "replace")
    assert "COPY veracious.provider_key" in dump
    assert "insert into veracious.provider_key" in log
    everything = "\n".join((*told, dump, log, caplog.text))
    for form in (CANARY, CANARY.encode().hex(), base64.b64encode(CANARY.encode()).decode()[:-4], SECRET, bytes(range(32)).hex()):
        assert form not in everything
