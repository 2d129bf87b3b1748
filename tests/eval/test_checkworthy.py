"""The checkworthy suite: its figures on cases made by hand, and one whole run over a made pack."""

import asyncio
import json
from math import log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.eval import worlds
from tests.eval.worlds import EMPTY_LOG, Silent
from training import checkworthy as training
from veracious import wiring
from veracious.domain.errors import InputError
from veracious.eval import checkworthy, pack, ranks, start
from veracious.eval.checkworthy import Scored
from veracious.eval.start import Wish
from veracious.rules.reading.checkworthy import FEATURES, WorthTable

SETS = pack.sets("checkworthy")
TABLE = WorthTable("made", 0.0, 0.5, ((FEATURES[0][0], 1.0),))


# Orders.


@pytest.mark.parametrize(
    ("scores", "gold", "precision"),
    [
        ([3, 2, 1], [1, 0, 0], 1.0),
        ([3, 2, 1], [0, 1, 1], (1 / 2 + 2 / 3) / 2),
        ([1, 2, 3, 4], [1, 0, 1, 0], (1 / 2 + 2 / 4) / 2),  # places 2 and 4
        ([1, 1, 1], [0, 0, 1], 1 / 3),  # of equals the first row stands first
        ([1, 2], [0, 0], 0.0),
    ],
)
def test_average_precision(scores: list[float], gold: list[int], precision: float) -> None:
    assert ranks.average_precision(np.array(scores, float), np.array(gold)) == pytest.approx(precision)


@pytest.mark.parametrize(
    ("scores", "gold", "area"),
    [
        ([1, 2, 3], [0, 0, 1], 1.0),
        ([3, 2, 1], [0, 0, 1], 0.0),
        ([1, 2, 3, 4], [0, 1, 0, 1], 3 / 4),  # of four pairs, one is the wrong way round
        ([1, 1], [0, 1], 0.5),  # equals count half
        ([1, 2], [1, 1], 0.5),
    ],
)
def test_the_area_under_the_curve(scores: list[float], gold: list[int], area: float) -> None:
    assert ranks.auc(np.array(scores, float), np.array(gold)) == pytest.approx(area)


def test_f1_is_twice_what_is_right_over_wanted_and_told() -> None:
    """2 × 1 / (2 + 1) = 2/3."""
    assert ranks.f1(np.array([True, False, False]), np.array([1, 1, 0])) == pytest.approx(2 / 3)
    assert ranks.f1(np.array([False]), np.array([0])) == 0.0


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 1)), min_size=1, max_size=30))
def test_an_order_and_its_reverse_have_areas_that_add_up_to_one(rows: list[tuple[int, int]]) -> None:
    scores, gold = np.array([row[0] for row in rows], float), np.array([row[1] for row in rows])
    assert ranks.auc(scores, gold) + ranks.auc(-scores, gold) == pytest.approx(1.0)
    assert 0 <= ranks.average_precision(scores, gold) <= 1


# Figures.


def scored(gold: list[int], worthiness: list[float], groups: list[str] | None = None) -> Scored:
    """Sentences that all are equally long; the first feature is that of the worthier half."""
    has = np.zeros((len(gold), len(FEATURES)), dtype=np.bool_)
    has[:, 0] = np.array(worthiness) > 0.5
    return Scored(np.array(gold), np.array(worthiness), np.ones(len(gold)), has, tuple(groups or [""] * len(gold)))


def test_the_mean_is_over_debates_in_which_something_was_checked() -> None:
    """1 in the first, 1/2 in the second; in the third nothing was checked: (1 + 0.5) / 2."""
    found = checkworthy.figures(scored([1, 0, 0, 1, 0], [0.9, 0.1, 0.8, 0.2, 0.5], ["a", "a", "b", "b", "c"]), TABLE)
    assert found["debates"] == 2
    assert found["average_precision"]["worthiness"].value == pytest.approx(0.75)


def test_the_cut_tells_as_many_as_length_and_chance() -> None:
    """Two of four are told, one of the two that are wanted: F1 1/2; chance 2 × 0.5 × 0.5 / 1; all told 2 × 2 / (2 + 4)."""
    found = checkworthy.figures(scored([1, 0, 1, 0], [0.9, 0.8, 0.2, 0.1]), TABLE)["f1"]
    assert found["worthiness"].value == found["chance"] == found["precision"] == found["recall"] == 0.5
    assert found["all"].value == pytest.approx(2 / 3)


def test_what_a_feature_carries_is_what_the_order_loses_without_it() -> None:
    """Odds 0.6, 0.3 with the feature; without its weight of 1 both of the worthier fall behind: area 1 becomes 0."""
    high, low = 1 / (1 + np.exp(-0.6)), 1 / (1 + np.exp(0.3))
    first, *others = checkworthy.figures(scored([1, 0], [float(high), float(low)]), TABLE)["features"]
    assert (first["name"], first["weight"], first["share"], first["worth_checking"]) == (FEATURES[0][0], 1.0, 0.5, 1.0)
    assert first["carries"] == pytest.approx(1.0)
    assert all(one["carries"] == 0 for one in others)


# The fit.


def test_the_fit_finds_the_odds_of_what_it_is_shown() -> None:
    """With the feature three of four are wanted, without it one of four: log-odds −log 3 and 2 × log 3 more."""
    rows = np.array([[1.0, place >= 400] for place in range(800)])
    gold = np.array([place % 4 == 0 if place < 400 else place % 4 > 0 for place in range(800)], dtype=np.int64)
    assert training.fit(rows, gold, 1e-9) == pytest.approx([-log(3), 2 * log(3)], abs=1e-6)
    assert abs(training.fit(rows, gold, 50.0)[1]) < 2 * log(3)  # a penalty keeps weights small


def test_a_row_is_told_by_a_fit_on_the_other_folds() -> None:
    """Each fold holds what is wanted only where the others do not: it is told wrong throughout."""
    rows = np.array([[1.0, one % 2] for one in range(40)], dtype=np.float64)
    folds = np.array([one % 2 for one in range(40)])
    gold = np.array([one % 2 for one in range(40)], dtype=np.int64)
    said = training.left_out(rows, gold, folds, 1.0)
    assert (said[gold == 1] < 0.1).all()
    assert (said[gold == 0] > 0.9).all()


# A run.

ROWS = [
    {"id": "1", "text": "Taxes rose by 12 percent in 2015.", "check_worthy": 1, "group": "a"},
    {"id": "2", "text": "Thank you very much.", "check_worthy": 0, "group": "a"},
    {"id": "3", "text": "I think we should all be friends.", "check_worthy": 0, "group": "b"},
    {"id": "4", "text": "She voted against the health bill in 2010.", "check_worthy": 1, "group": "b"},
    {"id": "5", "text": "This sentence was trained on.", "check_worthy": 1, "group": "b"},
]


def test_the_weights_are_fitted_on_no_set_that_is_measured() -> None:
    assert [name for name, one in SETS.items() if one.use == "training"] == ["claimbuster"]
    assert {name for name, one in SETS.items() if one.held_out} == {"clef2019_test", "ct24_dev", "factcheckgpt"}
    told = json.loads(training.TABLE.read_text("utf-8"))
    assert told["run"]["data"] == training.FILE == SETS["claimbuster"].file.removesuffix(".jsonl.gz")
    assert all(one.known["apart_from"] == [SETS["claimbuster"].file] for name, one in SETS.items() if name != "claimbuster")


def world(folder: Path) -> Path:
    data = folder / "data"
    for name in ("clef2019_train", "clef2019_test"):
        worlds.write(data, SETS[name].file, ROWS)
    worlds.write(data, SETS["claimbuster"].file, [{"id": "9", "text": ROWS[-1]["text"], "check_worthy": 1}])
    (folder / "openings.md").write_text(EMPTY_LOG, "utf-8")
    return data


def test_a_run_writes_its_report_and_leaves_out_what_was_trained_on(tmp_path: Path) -> None:
    wish = Wish("checkworthy", data=world(tmp_path), out=tmp_path / "run", openings=tmp_path / "openings.md")
    finished = asyncio.run(start.measure(wish, Silent()))
    told = finished.report["sets"]["clef2019_train"]
    assert (told["n"], told["debates"]) == (4, 2)
    assert told["average_precision"]["worthiness"]["value"] == 1.0
    assert finished.report["manifest"]["models"] == {"weights": checkworthy.table_digest(wiring.worth_table())}
    page = finished.page.read_text("utf-8")
    assert "| clef2019_train | 4 | 2 | 2 | 100.0 [100.0, 100.0] |" in page
    assert "has an amount" in page
    assert (tmp_path / "openings.md").read_text("utf-8") == EMPTY_LOG


def test_a_held_out_set_is_opened_with_a_reason_alone_and_logged(tmp_path: Path) -> None:
    wish = Wish("checkworthy", "clef2019_test", data=world(tmp_path), out=tmp_path / "run", openings=tmp_path / "openings.md")
    with pytest.raises(InputError, match="held out"):
        asyncio.run(start.measure(wish, Silent()))
    asyncio.run(
        start.measure(
            Wish("checkworthy", "clef2019_test", None, wish.out, reason="the table is final", openings=wish.openings, data=wish.data),
            Silent(),
        )
    )
    line = (tmp_path / "openings.md").read_text("utf-8").splitlines()[4]
    assert "`checkworthy/clef2019_test.jsonl` | the table is final | n 4, MAP 100.0 [100.0–100.0], AUC 100.0" in line
