"""A private store moved to another server: before and after everything is the same, and what fails moves nothing."""

import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner, Result

from tests import schema
from tests.adapters.two_workspaces import TwoWorkspaces
from tests.faces.test_cli_store import OTHERS, forget
from veracious import app, wiring
from veracious.adapters import durable
from veracious.adapters.postgres import move, server, statements
from veracious.adapters.postgres.database import Database, Row
from veracious.adapters.postgres.server import APP_ROLE, Addresses
from veracious.domain.store import MoveProgress
from veracious.faces.cli.main import commands
from veracious.rules.reading.lexicon import Lexicon

CLAIM = "The ferry of Brisa carries 200 passengers."
PAGE = "The ferry of Brisa carries 200 passengers, and leaves at nine in the morning."


@pytest.fixture(scope="module")
def home(lexicon: Lexicon, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A private store with a bit of everything: documents, shared collections, keys, jobs, records, what waits in the queue."""
    with tempfile.TemporaryDirectory(prefix="veracious-", ignore_cleanup_errors=True) as place, pytest.MonkeyPatch.context() as patch:
        for name in OTHERS:
            patch.delenv(name, raising=False)
        for name, value in {"STORE": f"{place}/store", "HOME": f"{place}/home", "THREADS": "1"}.items():
            patch.setenv(f"VERACIOUS_{name}", value)
        patch.setenv("COLUMNS", "200")
        patch.chdir(place)
        forget()
        found = wiring.addresses()
        durable.migrate(found.owner, APP_ROLE)
        pool = Database(found.app, 3)
        TwoWorkspaces(found, pool, lexicon).build()
        pool.close()
        Path("ferry.txt").write_text(PAGE, "utf-8")
        for words in (["ingest", "ferry.txt"], ["verify", CLAIM]):
            done = call(*words)
            assert done.exit_code == 0, done.output
        with psycopg.connect(found.owner, autocommit=True) as owner:  # what is in the queue goes, too
            owner.execute("select dbos.enqueue_workflow(workflow_name => 'veracious_job', queue_name => 'local', workflow_id => 'waits')")
        wiring.database().close()
        forget()
        yield Path(place)
        server.stop(Path(place) / "store")
    forget()


def call(*words: str) -> Result:
    done = CliRunner().invoke(commands, list(words))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def contents(url: str) -> dict[str, tuple[int, str]]:
    """Every table and what is in it."""
    with psycopg.connect(url, row_factory=psycopg.rows.dict_row) as connection:
        connection.execute("set timezone = 'UTC'")
        names = [row["name"] for row in connection.execute(statements.all()["move_tables"]).fetchall()]
        rows = {name: move._row(connection, "move_contents", name) for name in names}
    return {name: (row["rows"], row["digest"]) for name, row in rows.items()}


def owner_of(home: Path) -> str:
    return server.start(home / "store").owner


def test_everything_is_there_and_the_same(home: Path, new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch) -> None:
    target = new_addresses(with_schema=False)
    before = contents(owner_of(home))
    done = call("db", "move", "--to", f"{target.owner} password=hidden", "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["outcome"], told["rows"], told["tables"]) == ("moved", sum(rows for rows, _ in before.values()), len(before))
    assert (told["records"], told["workspaces"]) == (before["veracious.record"][0], before["veracious.workspace"][0])
    assert "user=veracious_app" in told["address"]
    assert "hidden" not in told["address"]
    assert contents(target.owner) == contents(owner_of(home)) == before
    assert before["dbos.workflow_status"][0] == 1
    assert schema.dump(target.owner).count("FORCE ROW LEVEL") == schema.dump(owner_of(home)).count("FORCE ROW LEVEL")
    monkeypatch.setenv("DATABASE_URL", target.app)
    forget()
    (record,) = json.loads(call("records", "--json").stdout)["records"]
    assert call("replay", record["id"]).exit_code == 0
    assert json.loads(call("find", "the ferry", "--json").stdout)["passages"][0]["evidence"]["passage"]["text"] == PAGE
    Path("late.txt").write_text("The lighthouse is 23 metres tall.", "utf-8")
    assert call("ingest", "late.txt").exit_code == 0, "numbers go on behind those that were moved"
    assert call("archive", "verify").exit_code == 0
    with psycopg.connect(target.app) as stranger:
        assert stranger.execute("select count(*) from veracious.record").fetchone() == (0,), "row security holds there, too"
    wiring.database().close()
    monkeypatch.delenv("DATABASE_URL")
    forget()
    again = call("db", "move", "--to", target.owner)
    assert (again.exit_code, again.stdout) == (1, "")
    assert "holds a store already" in again.stderr


def test_a_move_that_fails_moves_nothing_and_is_begun_anew(
    home: Path, new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch
) -> None:
    target, steps = new_addresses(with_schema=False), list[MoveProgress]()

    def struck(so_far: MoveProgress) -> None:
        steps.append(so_far)
        if so_far.what == "checking":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        app.store.move(target.owner, struck)
    assert [one.step for one in steps] == list(range(1, len(steps) + 1))
    assert {name for name, (rows, _) in contents(target.owner).items() if rows} == move.FILLED_AT_FIRST
    done = call("db", "move", "--to", target.owner)
    assert done.exit_code == 0, done.output
    assert "They are the same on both sides." in done.stdout
    assert "DATABASE_URL='" in done.stdout
    assert contents(target.owner) == contents(owner_of(home))


def test_a_row_that_came_over_otherwise_is_noticed(
    home: Path, new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = new_addresses(with_schema=False)
    row = move._row

    def altered(connection: move.Connection, statement: str, table: str = "") -> Row:
        if (statement, table, connection.info.dbname) == ("move_contents", "veracious.record", target_name):
            connection.execute("update veracious.record set body = 'x'")
        return row(connection, statement, table)

    target_name = psycopg.conninfo.conninfo_to_dict(target.owner)["dbname"]
    monkeypatch.setattr(move, "_row", altered)
    done = call("db", "move", "--to", target.owner)
    assert done.exit_code == 1
    assert "veracious.record" in done.stderr
    assert {name for name, (rows, _) in contents(target.owner).items() if rows} == move.FILLED_AT_FIRST


def test_nobody_may_use_the_store_meanwhile(home: Path, new_addresses: Callable[..., Addresses]) -> None:
    target = new_addresses(with_schema=False)
    with psycopg.connect(owner_of(home)):
        done = call("db", "move", "--to", target.owner)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "stop `veracious up`, `serve`, `worker`" in done.stderr


def test_what_cannot_be_moved_is_refused_in_a_sentence(home: Path, addresses: Addresses, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--to: this is no address of a server" in call("db", "move", "--to", "postgresql//x").stderr
    monkeypatch.setenv("DATABASE_URL", addresses.app)
    assert "what is moved is the private store" in call("db", "move", "--to", addresses.owner).stderr
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("VERACIOUS_STORE", str(home / "nowhere"))
    assert "There is no store here." in call("db", "move", "--to", addresses.owner).stderr
    assert not (home / "nowhere").exists()
