"""The verdict suite from files to report, with the shipped models and a real store."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.eval.worlds import Silent, write
from veracious import wiring
from veracious.adapters.models.entailment import OnnxJudge
from veracious.adapters.models.relevance import OnnxRelevance
from veracious.adapters.postgres.finder import TextFinder
from veracious.adapters.postgres.server import Addresses
from veracious.domain.errors import SourceUnavailable
from veracious.eval import compare, start
from veracious.eval.start import Finished, Wish

SET = "check_covid/claims_train"
DOCUMENTS = [
    {"doc_id": "a", "title": "Sarn Bridge", "sentences": ["The Sarn Bridge is 412 metres long.", "It was opened in 1974."]},
    {
        "doc_id": "b",
        "title": "Kestle Tunnel",
        "sentences": ["The Kestle Tunnel was closed by a rockfall.", "It is long."],
    },
    {"doc_id": "c", "title": "Apples", "sentences": ["Apples are harvested in autumn."]},
]
CLAIMS: list[dict[str, Any]] = [
    {
        "id": "1",
        "claim": "The Sarn Bridge was opened in 1974.",
        "label": "supported",
        "gold": [{"doc_id": "a", "sentences": [1], "stance": "supports"}],
    },
    {
        "id": "2",
        "claim": "The Sarn Bridge is 300 metres long.",
        "label": "refuted",
        "gold": [{"doc_id": "a", "sentences": [0], "stance": "refutes"}],
    },
    {"id": "3", "claim": "Is the Kestle Tunnel open?", "label": "refuted", "gold": []},  # a question is refused
]


@pytest.fixture
def pack(tmp_path: Path, addresses: Addresses, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pack").mkdir()
    write(tmp_path / "pack", "retrieval/check_covid/corpus.jsonl.gz", DOCUMENTS)
    write(tmp_path / "pack", "retrieval/check_covid/claims_train.jsonl.gz", CLAIMS)
    monkeypatch.setenv("VERACIOUS_DATA", str(tmp_path / "pack"))
    monkeypatch.setenv("DATABASE_URL", addresses.app)
    monkeypatch.setenv("VERACIOUS_CACHE", str(tmp_path / "cache"))
    wiring.addresses.cache_clear()
    wiring.database.cache_clear()
    return tmp_path / "out"


def measured(out: Path) -> Finished:
    return asyncio.run(start.measure(Wish("verdict", SET, out=out), Silent()))


def test_claims_are_checked_against_their_corpus(pack: Path) -> None:
    found = measured(pack).report["sets"][SET]
    assert found["n"] == 3
    answers = [json.loads(line) for line in (pack / "answers/check_covid-claims_train.jsonl").read_text("utf-8").splitlines()]
    said = {one["key"]: one for one in answers}
    assert [one[:2] for one in said["1"]["told"]] == [["a", "supports"]]
    assert 1 in said["1"]["told"][0][3]  # the sentence that settles it is quoted
    assert said["1"]["lean"] > 0
    assert said["2"]["lean"] < 0
    assert (said["3"]["outcome"], said["3"]["verdict"]) == ("refused", "not_enough_evidence")
    assert found["documents"]["label"]["gold"] == 2
    page = (pack / "report.md").read_text("utf-8")
    assert "strict macro-F1" in page
    assert (pack / "pictures/check_covid-claims_train-confusion.svg").is_file()


def test_a_second_run_asks_nobody(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = measured(pack).report["sets"][SET]

    def fail(*given: object) -> None:
        raise AssertionError("asked again")

    monkeypatch.setattr(OnnxJudge, "judge", fail)
    monkeypatch.setattr(OnnxRelevance, "score", fail)
    monkeypatch.setattr(TextFinder, "search", fail)
    again = measured(pack).report["sets"][SET]
    for one in (first, again):
        del one["seconds"]
    assert again == first


def test_what_fails_is_no_answer(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object) -> None:
        raise SourceUnavailable("the judge is away")

    monkeypatch.setattr(OnnxJudge, "judge", fail)
    with pytest.raises(SourceUnavailable, match="the judge is away"):
        measured(pack)
    assert not (pack / "report.md").exists()


def test_two_runs_are_compared(pack: Path) -> None:
    measured(pack)
    rows = compare.runs(pack, pack)
    assert [row.figure for row in rows] == ["strict macro-F1", "forced macro-F1", "decided"]
    assert {row.n for row in rows} == {3}
    assert {row.difference.value for row in rows} == {0.0}
