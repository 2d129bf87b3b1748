"""The commands of records, as a person or a script runs them, on a store with runs of every sort in it."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tests.adapters.recorded_runs import OLD, Shelf, flipped
from veracious import wiring
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.domain.verdict import Outcome
from veracious.faces.cli.main import commands
from veracious.flow.verify import Verified

Made = tuple[Shelf, list[Verified]]
NETWORKLESS = """
import sys

def watch(event, given):
    if event == "socket.connect" and isinstance(given[1], tuple) or event == "socket.getaddrinfo":
        raise AssertionError(f"asked for the network: {given}")

sys.addaudithook(watch)
from veracious.faces.cli.main import commands
try:
    commands(sys.argv[1:])
finally:
    assert not {"onnxruntime", "tokenizers"} & set(sys.modules), "a model was loaded"
"""


@contextmanager
def opened(store: Store, addresses: Addresses) -> Iterator[Made]:
    """Ten records of every sort in the workspace that the settings name."""
    shelf = Shelf(store, addresses.owner)
    made = shelf.fill(range(10))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", addresses.app)
        patch.setenv("VERACIOUS_OWNER_URL", addresses.owner)
        patch.setenv("VERACIOUS_WORKSPACE", shelf.store.workspace)
        patch.setenv("COLUMNS", "200")
        forget()
        yield shelf, made
        wiring.database().close()
    forget()


@pytest.fixture(scope="module")
def read(new_store: Callable[[], Store], addresses: Addresses) -> Iterator[Made]:
    """Those that are only looked at."""
    with opened(new_store(), addresses) as made:
        yield made


@pytest.fixture
def desk(read: Made, monkeypatch: pytest.MonkeyPatch) -> Made:
    """The same in every test, whatever another named."""
    monkeypatch.setenv("VERACIOUS_WORKSPACE", read[0].store.workspace)
    return read


@pytest.fixture
def own_desk(new_store: Callable[[], Store], addresses: Addresses) -> Iterator[Made]:
    """Those that are taken away."""
    with opened(new_store(), addresses) as made:
        yield made


def forget() -> None:
    wiring.addresses.cache_clear()
    wiring.database.cache_clear()


def call(*words: str) -> Result:
    done = CliRunner().invoke(commands, list(words))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def told(*words: str) -> dict[str, Any]:
    done = call(*words, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_records_are_listed_newest_first(desk: Made) -> None:
    _, made = desk
    listed = told("records")["records"]
    assert [(one["id"], one["outcome"], one["verdict"]) for one in listed] == [
        (one.record.envelope.id, one.outcome, one.verdict) for one in made[::-1]
    ]
    assert len(told("records", "-n", "3")["records"]) == 3
    shown = call("records").stdout
    assert all(one.record.envelope.id in shown for one in made)


def test_an_empty_workspace_says_what_to_do(desk: Made) -> None:
    assert "veracious verify" in call("records", "--workspace", "empty-one").stdout
    done = call("why", "--workspace", "empty-one")
    assert (done.exit_code, "no record yet" in done.stderr) == (1, True)


def test_every_record_replays(desk: Made) -> None:
    _, made = desk
    for one in made:
        again = told("replay", one.record.envelope.id)
        assert (again["outcome"], again["body"]) == ("same", one.record.envelope.body)
    assert call("replay").stdout.startswith("The same: ")
    reference = call("replay", made[8].record.envelope.id).stdout
    assert "made with other dials than today's, and replayed with its own: dials." in " ".join(reference.split())


def test_a_replay_asks_no_network_and_loads_no_model(desk: Made) -> None:
    asked = [sys.executable, "-c", NETWORKLESS, "replay", "last"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The same: ")


def test_why_shows_the_path(desk: Made) -> None:
    _, made = desk
    decided = next(one for one in made if one.outcome is Outcome.COMPLETED and one.report.judged and one.report.judged.weighed)
    found = told("why", decided.record.envelope.id)
    assert (found["record"], [step["name"] for step in found["steps"][:2]]) == (decided.record.envelope.id, ["checks", "claim"])
    assert [line[:2] for line in found["steps"][0]["says"]] == ["1.", "2.", "3.", "4.", "5."]
    shown = " ".join(call("why", decided.record.envelope.id).stdout.split())
    for step in found["steps"]:
        assert step["name"].capitalize() in shown
        assert all(" ".join(line.split()) in shown for line in step["says"])


def test_diff_shows_what_changed(desk: Made) -> None:
    _, made = desk
    one, other = made[0].record.envelope.id, made[8].record.envelope.id
    found = told("diff", one, other)
    assert found["outcome"] == "changed"
    assert ("dial", "dials.seeking.queries.limit", "10") in {(one["about"], one["what"], one["after"]) for one in found["changes"]}
    assert call("diff", one, other).stdout.startswith(found["sentence"])
    assert told("diff", one, one) == {"outcome": "same", "sentence": "Nothing changed.", "changes": []}
    assert call("diff", one, one).stdout == "Nothing changed.\n"
    assert "dials.seeking.queries.limit: " in call("diff", one, other).stdout


def test_records_and_diff_fit_eighty_columns(desk: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wider, a record takes two lines whatever was asked, and neither a digest nor a claim is broken over lines."""
    _, made = desk
    monkeypatch.setenv("COLUMNS", "80")
    listed = call("records").stdout.splitlines()
    assert [line for line in listed if len(line) > 80] == []
    assert len(listed) == 1 + 2 * len(made)
    assert [line.split()[0] for line in listed[1::2]] == [one.record.envelope.id for one in made[::-1]]
    asked = [" ".join(json.loads(one.record.body.request)["text"].split()) for one in made[::-1]]
    assert [line[2:].rstrip("…") for line in listed[2::2]] == [text if len(text) <= 78 else text[:77] for text in asked]
    for other in made[1:]:
        compared = call("diff", made[0].record.envelope.id, other.record.envelope.id).stdout
        assert [line for line in compared.splitlines() if len(line) > 80] == []
        assert re.findall("sha256:[0-9a-f]{9}", compared) == []
    monkeypatch.setenv("COLUMNS", "120")
    assert len(call("records").stdout.splitlines()) == 1 + len(made)


def test_the_archive_is_verified_and_its_head_can_be_noted(desk: Made) -> None:
    shelf, _ = desk
    found = told("archive", "verify")
    assert (found["outcome"], found["records"], found["findings"]) == ("whole", 10, [])
    assert told("archive", "verify", "--head", found["head"])["outcome"] == "whole"
    lost = call("archive", "verify", "--head", "sha256:other")
    assert (lost.exit_code, "altered chain sha256:other" in lost.stdout) == (1, True)
    with flipped(shelf, Random(1), "record", "body") as flip:
        done = call("archive", "verify")
        assert (done.exit_code, f"altered record {flip.name}" in done.stdout) == (1, True)
        assert "altered" in call("records").stdout
        broken = call("replay", flip.name)
        assert (broken.exit_code, "changed after it was written" in broken.stderr) == (1, True)
    assert call("archive", "verify").stdout.startswith("All is whole: 10 records")


def test_a_missing_blob_is_named(desk: Made) -> None:
    shelf, made = desk
    with flipped(shelf, Random(2), "blob", "digest") as flip:
        found = json.loads(call("archive", "verify", "--json").stdout)
        assert ("blob", flip.name) in {(one["kind"], one["name"]) for one in found["findings"]}
        needed = [one.record.envelope.id for one in made if flip.name in {taped.answered for taped in one.record.body.tape}]
        done = call("replay", needed[0])
        assert (done.exit_code, flip.name in done.stderr) == (1, True)


def test_what_is_erased_is_told_from_what_was_altered(own_desk: Made) -> None:
    _, made = own_desk
    name = made[5].record.envelope.id
    assert call("archive", "erase", name).exit_code == 1  # asked first, and nobody answered
    assert told("archive", "erase", name, "--yes") == {"outcome": "erased", "records": 1}
    assert told("archive", "erase", name, "--yes") == {"outcome": "nothing_erased", "records": 0}
    shown = call("archive", "verify").stdout
    assert "All is whole: 9 records" in shown
    assert "By note: 1 record erased, 0 tapes expired." in shown
    done = call("replay", name)
    assert (done.exit_code, "erased on" in done.stderr) == (1, True)
    assert "erased 20" in call("records").stdout
    assert told("archive", "erase", "--all", "--yes")["records"] == 9
    assert told("archive", "verify")["erased"] == 10
    assert call("archive", "erase", "--yes").exit_code == 2


def test_tapes_expire_and_records_stay(own_desk: Made) -> None:
    _, made = own_desk
    assert call("archive", "keep").stdout == "Tapes are kept for 90 days.\n"
    assert told("archive", "keep", "forever") == {"outcome": "kept", "days": None}
    assert told("archive", "expire") == {"outcome": "nothing_expired", "tapes": 0}
    assert told("archive", "keep", "30")["days"] == 30
    assert call("archive", "expire").stdout == "1 tape expired.\n"
    name = made[OLD].record.envelope.id
    done = call("replay", name)
    assert (done.exit_code, "it has expired" in done.stderr) == (1, True)
    assert told("why", name)["record"] == name
    assert told("diff", name, made[0].record.envelope.id)["outcome"] == "changed"
    assert "tape expired" in call("records").stdout
    assert call("archive", "keep", "0").exit_code == 2


@pytest.mark.parametrize("words", [("replay", "never"), ("why", "never"), ("diff", "never", "last")])
def test_a_record_that_never_was_is_not_there(words: tuple[str, ...], desk: Made) -> None:
    done = call(*words)
    assert (done.exit_code, "(never)" in done.stderr) == (1, True)


def test_a_dead_server_is_no_broken_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql://veracious_app@/postgres?host={tmp_path}")
    forget()
    done = call("archive", "verify")
    assert (done.exit_code, "veracious db status" in done.stderr) == (1, True)
    forget()
