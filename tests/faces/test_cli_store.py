"""The commands of the store, as a person or a script runs them, with a private server and the shipped embedder."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from veracious import app, wiring
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.faces.cli.main import commands

COMMAND = Path(sys.executable).parent / "veracious"
OTHERS = ("DATABASE_URL", "VERACIOUS_OWNER_URL", "VERACIOUS_WORKSPACE", "VERACIOUS_MODELS", "FORCE_COLOR")
HARBOUR = "# The harbour of Brisa\n\nThe lighthouse of Brisa was built in 1873 by the engineer Ana Sousa.\n\nIt is 23 metres tall.\n"
FERRY = "The ferry to Calm Island leaves at nine in the morning and carries 200 passengers."
LINES = (
    {"text": "Cats sleep for most of the day.", "url": "https://cats.example/sleep", "published": "2020-05-01"},
    {"text": "Cats were brought to the island in 1901.", "url": "https://cats.example/island", "published": "2024-05-01"},
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the documents of a small harbour, and room for a store beside them."""
    made = tmp_path_factory.mktemp("cli")
    (made / "harbour").mkdir()
    (made / "harbour/lighthouse.md").write_text(HARBOUR, "utf-8")
    (made / "harbour/ferry.txt").write_text(FERRY, "utf-8")
    (made / "harbour/.hidden.txt").write_text("Nobody sees this.", "utf-8")
    (made / "cats.jsonl").write_text("\n".join(map(json.dumps, LINES)), "utf-8")
    return made


@pytest.fixture(scope="module")
def store(place: Path) -> Iterator[Path]:
    """The private server that the commands make by themselves; stopped at the end."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OTHERS:
            patch.delenv(name, raising=False)
        for name, value in {"STORE": place / "store", "HOME": place / "home", "THREADS": 1}.items():
            patch.setenv(f"VERACIOUS_{name}", str(value))
        patch.setenv("COLUMNS", "200")
        patch.chdir(place)
        forget()
        yield place / "store"
        wiring.database().close()
        app.store.stop()
    forget()


def forget() -> None:
    """What the process knows of a server, so that the next command reads the settings."""
    wiring.addresses.cache_clear()
    wiring.database.cache_clear()


def call(*words: str, given: str = "") -> Result:
    """A command in this process; whatever it raises but its exit is a fault of ours."""
    done = CliRunner().invoke(commands, list(words), input=given)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def told(*words: str) -> dict[str, Any]:
    """What a command that goes well writes for machines."""
    done = call(*words, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def start(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A real process."""
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, env={**os.environ, **settings}, timeout=120)


def held(workspace: str) -> list[tuple[str, str, int]]:
    """Collection, state and documents of every generation that a workspace sees."""
    found = told("collections", "list", "--workspace", workspace)["generations"]
    return [(one["collection"], one["state"], one["documents"]) for one in found]


def names(query: str, *more: str) -> list[str]:
    """Where the passages that were found come from, best first."""
    return [one["name"] for one in told("find", query, *more)["passages"]]


def test_from_nothing_to_the_first_answer_and_back(store: Path) -> None:
    """Real processes, one after the other: nothing is there, a folder is put, its passage is found, the server is stopped and goes on."""
    done = start("db", "status")
    assert done.stdout.splitlines() == ["Private server: not made yet; the first command that needs it makes it", f"  {store}"]
    assert (done.returncode, store.exists()) == (0, False)
    done = start("ingest", "harbour")
    assert done.stdout.splitlines() == [
        "2 documents, 2 passages: put into the store.",
        "  passed over harbour/.hidden.txt: Its name begins with a dot. Name it itself if it is to be read.",
    ]
    assert (done.returncode, done.stderr) == (0, "")
    done = start("find", "Who built the lighthouse?", "-n", "1")
    head, first, *rest = (line.split() for line in done.stdout.splitlines())
    assert head == ["score", "meaning", "words", "passage"]
    assert first[0] == "1"
    assert first[4:] == ["The", "harbour", "of", "Brisa"]
    assert ["harbour/lighthouse.md"] in rest
    assert start("db", "stop").stdout == "The private server is stopped.\n"
    assert start("db", "stop").stdout == "The private server was not running.\n"
    assert start("db", "status").stdout.splitlines()[0] == "Private server: not running"
    assert "harbour/ferry.txt" in start("find", "the ferry", "-n", "1").stdout


def test_a_server_that_was_killed_is_started_again(store: Path) -> None:
    call("db", "start")
    os.kill(int((store / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    forget()
    assert "harbour/ferry.txt" in start("find", "the ferry", "-n", "1").stdout


def test_status_and_start_for_machines(store: Path) -> None:
    found = told("db", "start")
    assert told("db", "status") == found
    assert {key: found[key] for key in ("outcome", "kind", "place", "exists", "running", "missing", "trouble")} == {
        "outcome": "usable",
        "kind": "private",
        "place": str(store),
        "exists": True,
        "running": True,
        "missing": [],
        "trouble": "",
    }
    assert found["server"].startswith("18")


def test_what_is_there_already_is_passed_over(store: Path) -> None:
    assert told("ingest", "harbour/lighthouse.md", "--workspace", "twice")["documents"] == 1
    assert call("ingest", "harbour/lighthouse.md", "--workspace", "twice").stdout == "1 document was there already.\n"
    again = told("ingest", "harbour", "--workspace", "twice")
    hidden = {"name": "harbour/.hidden.txt", "reason": "hidden", "detail": ""}
    assert again == {"outcome": "ingested", "documents": 1, "passages": 1, "known": 1, "refused": [hidden]}


def test_what_cannot_be_read_is_refused_and_the_rest_goes_on(store: Path, place: Path) -> None:
    (place / "broken.pdf").write_bytes(b"not a PDF")
    done = call("ingest", "broken.pdf", "nowhere.txt", "harbour/ferry.txt", "--workspace", "refused")
    assert done.exit_code == 1
    first, *refused = done.stdout.splitlines()
    assert first == "1 document, 1 passage: put into the store."
    assert [line.split(":")[0] for line in refused] == ["  refused broken.pdf", "  refused nowhere.txt"]
    done = call("ingest", "nowhere.txt", "--json", "--workspace", "refused")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["outcome"], found["refused"][0]["reason"]) == (1, "refused_some", "missing")
    assert call("ingest", "nowhere.txt").stdout.splitlines()[0] == "No document was put into the store."


def test_lines_of_json_come_from_standard_input(store: Path) -> None:
    lines = "\n".join(map(json.dumps, LINES))
    done = call("ingest", "-", "--workspace", "piped", given=lines)
    assert (done.exit_code, done.stdout) == (0, "2 documents, 2 passages: put into the store.\n")
    (first,) = told("find", "cats on the island", "-n", "1", "--workspace", "piped")["passages"]
    assert (first["evidence"]["url"], first["evidence"]["published"], first["name"]) == (LINES[1]["url"], "2024-05-01", "standard input:2")


def test_find_for_machines_says_what_each_search_gave(store: Path) -> None:
    call("ingest", "harbour", "--workspace", "machines")
    found = told("find", "Who built the lighthouse?", "--workspace", "machines")
    assert (found["outcome"], found["query"], [one["rank"] for one in found["passages"]]) == ("found", "Who built the lighthouse?", [1, 2])
    first, second = found["passages"]
    assert set(first) == {"evidence", "likeness", "name", "rank", "score", "words"}
    assert first["evidence"]["passage"]["text"] in HARBOUR.replace("# ", "")
    assert 1 >= first["likeness"] > second["likeness"]
    assert first["score"] > second["score"]
    assert (first["words"] > 0, second["words"]) == (True, None)


def test_words_that_were_looked_for_are_marked(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those by which a passage is found, in any case and with an s of possession; function words are none."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    call("ingest", "harbour", "--workspace", "marks")
    shown = call("find", "the LIGHTHOUSE of Brisa's", "-n", "1", "--workspace", "marks").stdout
    for word in ("lighthouse", "Brisa"):
        assert f"\x1b[1;35m{word}\x1b[0m" in shown
    assert "35mThe" not in shown


def test_a_search_can_be_narrowed(store: Path) -> None:
    call("ingest", "cats.jsonl", "harbour", "--workspace", "narrow")
    here = ("--workspace", "narrow")
    assert sorted(names("cats", *here)) == ["cats.jsonl:1", "cats.jsonl:2", "harbour/ferry.txt", "harbour/lighthouse.md"]
    assert names("cats", "--domain", "cats.example", "--as-of", "2021-01-01", *here) == ["cats.jsonl:1"]
    assert sorted(names("cats", "--as-of", "2021-01-01", *here)) == ["cats.jsonl:1", "harbour/ferry.txt", "harbour/lighthouse.md"]
    assert names("cats", "--language", "fr", *here) == []
    assert names("cats", "--collection", "web", *here) == []
    done = call("find", "cats", "--workspace", "somebody-else")
    assert (done.exit_code, done.stdout) == (0, "Nothing was found. `veracious collections list` shows what the store holds.\n")
    assert told("find", "cats", "--workspace", "somebody-else") == {"outcome": "nothing_found", "query": "cats", "passages": []}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("find", " "), "Say what to look for."),
        (("find", "cats", "--as-of", "15.3.2026"), "'15.3.2026' is not a date. Write it as 2026-03-15."),
        (("find", "cats", "--collection", "books"), "'books' is no collection. There are current_affairs, documents, static, web."),
        (("find", "cats", "-n", "0"), "greater than or equal to 1"),
        (("ingest", "harbour", "--collection", "books"), "'books' is no collection."),
        (("ingest",), "Missing argument"),
        (("collections", "rebuild", "books", "harbour"), "'books' is no collection."),
        (("collections", "switch", "none"), "'GENERATION': Input should be a valid integer"),
        (("erase", "all", "x"), "'all'"),
        (("erase", "document"), "only `expired` has none"),
        (("erase", "expired", "x"), "only `expired` has none"),
        (("keep", "0"), "'0' is no number of days"),
        (("keep", "long"), "'long' is no number of days"),
    ],
)
def test_a_command_given_wrongly_says_what_is_wrong(store: Path, words: tuple[str, ...], said: str) -> None:
    done = call(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in " ".join(done.stderr.replace("│", " ").split())


def test_a_workspace_of_an_impossible_name_is_refused(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = call("find", "cats", "--workspace", "My Desk")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("This cannot be the name of a workspace. Use small letters")
    monkeypatch.setenv("VERACIOUS_WORKSPACE", "My Desk")
    assert "VERACIOUS_WORKSPACE: use small letters" in call("find", "cats").stderr


def test_a_collection_is_rebuilt_switched_back_and_dropped(store: Path) -> None:
    here = ("--workspace", "rebuilt")
    assert call("collections", "list", "--workspace", "new").stdout == (
        "There are no collections yet. `veracious ingest FOLDER` makes the first.\n"
    )
    call("ingest", "harbour/ferry.txt", *here)
    done = call("collections", "rebuild", "documents", "harbour/lighthouse.md", "--keep", *here)
    assert (done.exit_code, done.stdout) == (0, "1 document, 1 passage: now make up documents.\n")
    assert held("rebuilt") == [("documents", "retired", 1), ("documents", "live", 1)]
    assert names("the ferry", *here) == ["lighthouse.md"]
    old, new = (one["id"] for one in told("collections", "list", *here)["generations"])
    assert call("collections", "switch", str(old), *here).stdout == f"Generation {old} is live; generation {new} was.\n"
    assert names("the ferry", *here) == ["ferry.txt"]
    assert told("collections", "switch", str(new), *here) == {"outcome": "switched", "generation": new, "before": old}
    assert told("collections", "drop", str(old), "--yes", *here) == {"outcome": "dropped", "generation": old}
    assert held("rebuilt") == [("documents", "live", 1)]
    lines = call("collections", "list", *here).stdout.splitlines()
    assert [line.split()[:5] for line in lines] == [
        ["collection", "generation", "state", "documents", "passages"],
        ["documents", str(new), "live", "1", "1"],
    ]


def test_a_rebuild_that_is_not_whole_changes_nothing(store: Path, place: Path) -> None:
    (place / "empty").mkdir()
    here = ("--workspace", "unbuilt")
    call("ingest", "harbour/ferry.txt", *here)
    done = call("collections", "rebuild", "documents", "harbour/lighthouse.md", "nowhere.txt", *here)
    assert (done.exit_code, done.stdout.splitlines()[0]) == (1, "Nothing was changed: 1 file could not be read.")
    done = call("collections", "rebuild", "documents", "empty", *here)
    assert (done.exit_code, done.stdout) == (1, "Nothing was changed: there is no document to build it from.\n")
    assert json.loads(call("collections", "rebuild", "documents", "empty", "--json", *here).stdout)["outcome"] == "nothing_found"
    assert held("unbuilt") == [("documents", "live", 1)]
    assert names("the ferry", *here) == ["ferry.txt"]


@pytest.mark.parametrize("number", ["987654", "99999999999"])
def test_a_generation_that_is_not_there_is_named(store: Path, number: str) -> None:
    for words in (("switch", number), ("drop", number, "--yes")):
        done = call("collections", *words)
        assert (done.exit_code, done.stdout) == (1, "")
        assert done.stderr.startswith("There is no such generation that this workspace can see. `veracious collections list` shows")
        assert number in done.stderr


def test_the_live_generation_and_that_of_another_are_not_dropped(store: Path) -> None:
    call("ingest", "harbour/ferry.txt", "--workspace", "mine")
    (live,) = (str(one["id"]) for one in told("collections", "list", "--workspace", "mine")["generations"])
    done = call("collections", "drop", live, "--yes", "--workspace", "mine")
    assert done.exit_code == 1
    assert done.stderr.startswith("This generation is the one in use, so it is not dropped.")
    assert "no such generation" in call("collections", "drop", live, "--yes", "--workspace", "yours").stderr
    assert held("mine") == [("documents", "live", 1)]


@pytest.mark.parametrize("name", ["cats.jsonl:2", "https://cats.example/island", "digest"])
def test_a_document_is_erased_by_its_name_its_address_or_its_digest(store: Path, name: str) -> None:
    here = ("--workspace", "erased")
    call("ingest", "cats.jsonl", *here)
    island = told("find", "island", *here)["passages"][0]["evidence"]["passage"]["snapshot"]
    assert call("erase", "document", island if name == "digest" else name, "--yes", *here).stdout == "1 document erased.\n"
    assert names("island", *here) == ["cats.jsonl:1"]
    assert told("erase", "document", name, "--yes", *here) == {"outcome": "nothing_erased", "documents": 0}
    assert call("erase", "document", name, "--yes", *here).stdout == "Nothing of that name was there.\n"


def test_a_source_is_erased_and_a_workspace(store: Path) -> None:
    here = ("--workspace", "gone")
    call("ingest", "cats.jsonl", "harbour", *here)
    assert told("erase", "source", "cats.example", "--yes", *here) == {"outcome": "erased", "documents": 2}
    assert sorted(names("cats", *here)) == ["harbour/ferry.txt", "harbour/lighthouse.md"]
    assert call("erase", "workspace", "gone", "--yes").stdout == "The workspace gone is erased, with 2 documents.\n"
    assert held("gone") == []


def test_nothing_is_erased_or_dropped_without_a_yes(store: Path) -> None:
    """The question stands on standard error, so that what is written for machines stays what it is."""
    call("ingest", "harbour/ferry.txt", "--workspace", "asked")
    for words in (("erase", "workspace", "asked"), ("collections", "drop", "1"), ("db", "sweep")):
        done = call(*words, given="n\n")
        assert done.exit_code == 1
        assert "Go on? [y/N]" in done.stderr
    assert held("asked") == [("documents", "live", 1)]
    asked = [str(COMMAND), "erase", "workspace", "asked", "--json"]
    answered = subprocess.run(asked, capture_output=True, text=True, input="y\n", timeout=60)
    assert json.loads(answered.stdout) == {"outcome": "erased", "documents": 1}


def test_documents_are_kept_as_long_as_it_is_said(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = ("--workspace", "kept")
    call("ingest", "harbour/ferry.txt", *here)
    assert call("keep", *here).stdout == "Documents are kept until they are erased.\n"
    assert call("keep", "1", *here).stdout == "Documents are kept for 1 day.\n"
    assert told("keep", "30", *here) == told("keep", *here) == {"outcome": "kept", "days": 30}
    assert call("erase", "expired", "--yes", *here).stdout == "Nothing has expired.\n"
    late = FixedClock(wiring.clock().now() + timedelta(days=31))
    monkeypatch.setattr(wiring, "clock", lambda: late)
    assert call("keep", "forever", *here).stdout == "Documents are kept until they are erased.\n"
    assert call("erase", "expired", "--yes", *here).stdout == "Nothing has expired.\n"
    call("keep", "30", *here)
    assert call("erase", "expired", "--yes", *here).stdout == "1 document erased.\n"


def test_the_schema_is_up_to_date_and_the_files_are_written_anew(store: Path) -> None:
    assert call("db", "migrate").stdout == "The schema is up to date.\n"
    assert told("db", "migrate") == {"outcome": "up_to_date", "applied": []}
    found = told("db", "sweep", "--yes")
    assert found["outcome"] == "swept"
    assert {"veracious.document_0", "veracious.passage_0", "veracious.posting_0"} <= set(found["tables"])
    assert call("db", "sweep", "--yes").stdout == f"{len(found['tables'])} tables were written anew.\n"


def test_progress_is_shown_to_a_person_with_its_rate_and_its_end(store: Path) -> None:
    """Standard error is a terminal here; what is on it goes away again, so the last of it is looked for in all that was written."""
    reader, writer = os.openpty()
    settings = {**os.environ, "TERM": "xterm", "VERACIOUS_WORKSPACE": "watched"}
    shown = b""
    with subprocess.Popen([COMMAND, "ingest", "harbour"], stdout=subprocess.PIPE, stderr=writer, env=settings) as done:
        os.close(writer)
        with suppress(OSError):  # how a terminal says that nobody writes any more
            while piece := os.read(reader, 65536):
                shown += piece
        os.close(reader)
        assert done.stdout is not None
        assert done.stdout.read().startswith(b"2 documents, 2 passages: put into the store.")
    assert done.returncode == 0
    assert b"passages/s" in shown
    assert b"3/3" in shown  # two documents and a hidden file


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ingest", "harbour"), "the same command goes on with the rest"),
        (("collections", "rebuild", "web", "harbour"), "Nothing was changed."),
    ],
)
def test_what_is_stopped_from_the_keyboard_says_what_that_means(
    store: Path, words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PostgresShelf, "ready", pressed)
    done = call(*words, "--workspace", "stopped")
    assert (done.exit_code, done.stdout) == (130, "")
    assert said in done.stderr
    assert held("stopped") == []


def test_a_rating_acts_at_once_and_leaves_earlier_records_as_they_were(store: Path, place: Path) -> None:
    """The same claim before and after a publisher is rated: the second run knows it, the replay of the first does not."""
    claim = "Cats were brought to the island in 1901."
    own = ("--workspace", "rating")
    assert call("ingest", str(place / "cats.jsonl"), *own).exit_code == 0

    def credibility() -> tuple[str, float]:
        found = told("verify", claim, "--as-of", "2024-06-01", *own)
        return found["record"], next(one["credibility"] for one in found["evidence"] if one["domain"] == "cats.example")

    first, unknown = credibility()
    assert call("sources", "set", "cats.example", "--credibility", "0.85", *own).exit_code == 0
    _, rated = credibility()
    again = told("replay", first, *own)
    assert call("sources", "unset", "cats.example", *own).exit_code == 0
    _, taken_back = credibility()
    assert (unknown, rated, taken_back) == (0.4, 0.85, 0.4)
    assert again["outcome"] == "same"
