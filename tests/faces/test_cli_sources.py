"""The commands `veracious sources …`, as a person or a script runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veracious import wiring
from veracious.adapters.memory.overrides import MemoryOverrides
from veracious.domain.errors import StoreMissing
from veracious.faces.cli.main import commands
from veracious.ports import Overrides

COMMAND = Path(sys.executable).parent / "veracious"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """A real process."""
    wide = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1"}
    return subprocess.run([COMMAND, "sources", *words], capture_output=True, text=True, encoding="utf-8", env=wide, timeout=60)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> MemoryOverrides:
    """A store in memory in place of the one on the server, and a workspace of our own."""
    store = MemoryOverrides()
    monkeypatch.setattr(wiring, "overrides", lambda: store)
    monkeypatch.setenv("VERACIOUS_WORKSPACE", "home")
    monkeypatch.setenv("COLUMNS", "200")
    return store


def call(*words: str) -> tuple[int, str]:
    """A command in this process: its exit code and what it printed."""
    done = CliRunner().invoke(commands, ["sources", *words])
    return done.exit_code, done.output


def test_show_says_how_a_source_stands_and_why() -> None:
    done = run("show", "https://www.bbc.co.uk/news")
    assert done.stdout.splitlines() == [
        "bbc.co.uk  credibility 0.80, tier A",
        "  rated reliable in the register, by the entry for bbc.co.uk",
    ]
    assert (done.returncode, done.stderr) == (0, "")


def test_show_says_that_a_source_is_not_known_and_what_it_looks_like() -> None:
    assert run("show", "nytimes.com.co").stdout.splitlines() == [
        "nytimes.com.co  credibility not known, tier UNKNOWN",
        "  no entry speaks of it",
        "  warning: looks like nytimes.com and is not it: the same name under another suffix",
    ]


def test_show_gives_a_name_as_dns_has_it_and_as_people_read_it() -> None:
    first, *_, last = run("show", "раураl.com").stdout.splitlines()
    assert first == "xn--l-7sba6dbr.com (раураl.com)  credibility not known, tier UNKNOWN"
    assert last == "  warning: its letters are of several scripts"


def test_show_for_machines() -> None:
    assert json.loads(run("show", "bbc.com.example.net", "--json").stdout) == {
        "outcome": "unknown",
        "source": {"domain": "example.net", "credibility": None, "tier": "UNKNOWN"},
        "entry": "",
        "origin": "unknown",
        "rating": None,
        "lookalike": {"domain": "example.net", "imitates": "bbc.com", "reason": "subdomain"},
        "publisher": None,
    }
    known = json.loads(run("show", "reuters.com", "--json").stdout)
    assert (known["outcome"], known["rating"], known["source"]["credibility"]) == ("publishers", "reliable", 0.85)


@pytest.mark.parametrize("address", ["", "mailto:x@bbc.com", "a b"])
def test_what_has_no_host_is_given_wrongly(address: str) -> None:
    done = run("show", address)
    assert (done.returncode, done.stdout) == (2, "")
    assert "has no host" in done.stderr


def test_list_shows_the_register() -> None:
    lines = run("list").stdout.splitlines()
    assert len(lines) == len(wiring.register().ratings)
    assert lines[0].split() == ["112.international", "credibility", "0.25", "tier", "C", "unreliable"]
    bad = json.loads(run("list", "--rating", "deprecated", "--json").stdout)["sources"]
    assert {one["rating"] for one in bad} == {"deprecated"}
    assert bad[0] == {"domain": "banned.video", "credibility": 0.05, "tier": "D", "rating": "deprecated"}


@pytest.mark.parametrize(
    "words",
    [
        ("list", "--workspace", "home"),
        ("show", "bbc.com", "--workspace", "home"),
        ("set", "a.com", "--credibility", "1"),
        ("unset", "a.com"),
    ],
)
def test_without_a_store_a_workspace_cannot_be_asked(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Overrides:
        raise StoreMissing

    monkeypatch.setattr(wiring, "overrides", missing)
    code, shown = call(*words)
    assert (code, shown) == (1, f"{StoreMissing()}\n")


def test_the_register_is_read_without_a_store(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> Overrides:
        raise AssertionError("a store was asked for")

    monkeypatch.setattr(wiring, "overrides", never)
    monkeypatch.setattr(wiring, "has_store", lambda: False)
    assert call("show", "bbc.com")[0] == call("list")[0] == 0


def test_a_workspace_says_what_it_holds_and_takes_it_back(kept: MemoryOverrides) -> None:
    assert call("set", "https://BBC.co.uk/", "--credibility", "0.1", "--tier", "d") == (0, "bbc.co.uk  credibility 0.10  tier D\n")
    assert call("show", "www.bbc.co.uk", "--workspace", "home")[1].splitlines() == [
        "bbc.co.uk  credibility 0.10, tier D",
        "  as the workspace says of bbc.co.uk",
    ]
    assert "credibility 0.80" in call("show", "www.bbc.co.uk", "--workspace", "away")[1]
    assert call("list", "--workspace", "home")[1] == "bbc.co.uk  credibility 0.10  tier D\n"
    assert call("list", "--workspace", "away")[1] == "Nothing is said of any source.\n"
    assert call("unset", "bbc.co.uk") == (0, "Nothing more is said of it.\n")
    assert json.loads(call("unset", "bbc.co.uk", "--json")[1]) == {"outcome": "nothing_said"}


def test_show_asks_the_workspace_in_use_where_there_is_a_store(kept: MemoryOverrides, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("set", "bbc.co.uk", "--credibility", "0.1")[0] == 0
    for there, credibility in ((True, "0.10"), (False, "0.80")):
        monkeypatch.setattr(wiring, "has_store", lambda there=there: there)
        assert call("show", "bbc.co.uk")[1].startswith(f"bbc.co.uk  credibility {credibility}")


def test_a_table_is_imported_whole_or_not_at_all(kept: MemoryOverrides, tmp_path: Path) -> None:
    table = tmp_path / "ours.csv"
    table.write_text("domain,credibility,tier\nb.example,0.2,\na.example,0.7,B\n", "utf-8")
    code, shown = call("import", str(table), "--json")
    assert (code, [one["domain"] for one in json.loads(shown)["sources"]]) == (0, ["b.example", "a.example"])
    table.write_text("domain,credibility\nc.example,0.5\nd.example,high\n", "utf-8")
    code, shown = call("import", str(table))
    assert (code, "line 3" in shown) == (1, True)
    assert [one["domain"] for one in json.loads(call("list", "--workspace", "home", "--json")[1])["sources"]] == ["a.example", "b.example"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("set", "a.com", "--credibility", "1.5"), "less than or equal to 1"),
        (("set", "a.com"), "--credibility"),
        (("set", "a.com", "--credibility", "1", "--tier", "Z"), "Z"),
        (("import", "/nowhere/at/all.csv"), "cannot be read"),
        (("list", "--rating", "deprecated", "--workspace", "home"), "gives no ratings"),
        (("list", "--rating", "good"), "good"),
    ],
)
def test_a_command_given_wrongly_says_what_is_wrong(kept: MemoryOverrides, words: tuple[str, ...], said: str) -> None:
    code, shown = call(*words)
    assert code == 2
    assert said in shown


def test_help_reads_like_a_page() -> None:
    for words, needed in [
        ((), ["show", "list", "set", "unset", "import", "public suffix list", "never guessed"]),
        (("show",), ["DOMAIN|URL", "--workspace", "--json", "Exits with 0", "Example:"]),
        (("list",), ["--rating", "--workspace", "--json", "Example:"]),
        (("set",), ["DOMAIN", "--credibility", "--tier", "--workspace", "Example:"]),
        (("unset",), ["DOMAIN", "--workspace", "Example:"]),
        (("import",), ["FILE.csv", "--workspace", "domain,credibility,tier", "Example:"]),
    ]:
        shown = run(*words, "--help").stdout
        assert [word for word in needed if word not in shown] == []
