"""`veracious article` over a real store, and what is made of its record later: the page, the path of a claim, the replay."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.faces.test_answer_stored import PrivateStore
from veracious import wiring
from veracious.faces.cli.main import commands

REPORT = "# Survey\n\nThe Tarn Bridge in Odel is 310 metres long. The bridge was opened to traffic on 4 May 2019."
ARTICLE = (
    "# A bridge for Odel\n\nThe Tarn Bridge in Odel is 480 metres long. How long will it last? The Tarn Bridge was opened on 4 May 2019."
)
NOTHING = "# Questions\n\nHow long is it? Who built it?"


class Desk:
    """The commands on a store of their own; run in this process, so that the models are loaded once."""

    def __init__(self, store: PrivateStore) -> None:
        self.folder, self.environment = store.folder, store.environment

    def run(self, *words: str) -> tuple[int, str, str]:
        """How a command ended, what it printed, and what it complained of."""
        done = CliRunner().invoke(commands, list(words), env=self.environment)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, done.stdout, done.stderr

    def told(self, *words: str) -> dict[str, Any]:
        """What a command says as JSON."""
        code, out, error = self.run(*words, "--json")
        assert code in (0, 1), error
        found: dict[str, Any] = json.loads(out)
        return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A store with a document in it, and articles beside it."""
    store = PrivateStore(tmp_path_factory.mktemp("articles"))
    for name, text in (("report.md", REPORT), ("article.md", ARTICLE), ("nothing.md", NOTHING)):
        (store.folder / name).write_text(text, "utf-8")
    code, _, error = store.run("db", "start")
    assert code == 0, error
    forget()
    made = Desk(store)
    assert made.run("ingest", str(store.folder / "report.md"))[0] == 0
    yield made
    wiring.database().close()
    forget()
    store.run("db", "stop")


def forget() -> None:
    """Let go of the store that was open."""
    wiring.addresses.cache_clear()
    wiring.database.cache_clear()


@pytest.fixture(scope="module")
def analysed(home: Desk) -> dict[str, Any]:
    """What the analysis says as JSON; its page lies beside it."""
    return home.told("article", str(home.folder / "article.md"), "--html", str(home.folder / "first.html"))


def test_the_claims_of_an_article_are_checked_against_the_store(analysed: dict[str, Any]) -> None:
    claims = analysed["claims"]
    assert (claims[0]["text"], claims[0]["state"]) == ("The Tarn Bridge in Odel is 480 metres long.", "refuted")
    assert {one["state"] for one in claims[1:]} == {"supported"}
    assert [ARTICLE.partition("\n\n")[2][: len(one["text"])] for one in claims[:1]] == [claims[0]["text"]]


def test_the_page_made_of_the_stored_record_is_the_page_of_the_analysis(home: Desk, analysed: dict[str, Any]) -> None:
    """To the byte."""
    out = home.folder / "again.html"
    told = home.told("report", analysed["record"], "--html", str(out))
    assert told == {"outcome": "written", "file": str(out)}
    assert out.read_text("utf-8") == (home.folder / "first.html").read_text("utf-8")
    assert "A bridge for Odel" in out.read_text("utf-8")
    assert f"veracious replay {analysed['record']}" in out.read_text("utf-8")


def test_the_path_of_a_claim_is_shown_and_one_must_be_named(home: Desk, analysed: dict[str, Any]) -> None:
    code, out, _ = home.run("why", analysed["record"], "--claim", "1")
    assert (code, "480 metres" in out, "310 metres" in out) == (0, True, True)
    assert "no search was to be made for this claim" in out or "the searches for the article were over" in out
    number = len(analysed["claims"])
    for words in ((), ("--claim", str(number + 1))):
        code, out, error = home.run("why", analysed["record"], *words)
        assert (code, out) == (1, "")
        assert f"name one of its {number} claims by its number, with --claim" in error


def test_a_claim_of_a_record_that_is_of_no_article_cannot_be_named(home: Desk) -> None:
    record = home.told("verify", "The Tarn Bridge in Odel is 310 metres long.")["record"]
    assert home.run("why", record)[0] == 0
    code, _, error = home.run("why", record, "--claim", "1")
    assert (code, "is not the record of an article" in error) == (1, True)


def test_a_record_of_an_article_is_listed_replayed_and_compared_by_nobody(home: Desk, analysed: dict[str, Any]) -> None:
    listed = home.told("records")["records"]
    assert next(one for one in listed if one["id"] == analysed["record"])["outcome"] == "completed"
    assert home.told("replay", analysed["record"])["outcome"] == "same"
    assert "is the record of an article, not of a claim; see `veracious report`" in home.run("diff", analysed["record"], "last")[2]


def test_claims_that_were_not_compared_and_articles_without_any_have_a_page_and_no_path(home: Desk) -> None:
    claims = home.told("article", str(home.folder / "article.md"), "--claims-only")
    assert "was not compared with any evidence" in home.run("why", claims["record"], "--claim", "1")[2]
    nothing = home.told("article", str(home.folder / "nothing.md"))
    assert "the record of an article without claims" in home.run("why", nothing["record"], "--claim", "1")[2]
    for record, words in ((claims["record"], "nothing was looked up"), (nothing["record"], "No claim that could be checked")):
        out = home.folder / f"{record}.html"
        assert home.run("report", record, "--html", str(out))[0] == 0
        assert words in out.read_text("utf-8")
