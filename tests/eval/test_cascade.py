"""The cascade of a small judge and an oracle, on hand-made answers."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.eval import test_stance
from veracious.domain.errors import InputError
from veracious.eval import cascade, metrics, report
from veracious.eval.cascade import Answers, Curve
from veracious.eval.metrics import LABELS

COMMAND = Path(sys.executable).parent / "veracious"
ROWS = [test_stance.row(number, LABELS[number % 3]) for number in range(90)]

labels = some.lists(some.tuples(*[some.integers(0, 2)] * 3), min_size=1, max_size=250)


def line(key: str, gold: str, calibrated: tuple[float, float, float]) -> dict[str, Any]:
    return {"id": key, "model": "m", "mode": "plain", "gold": gold, "read": True, "raw": calibrated, "calibrated": calibrated}


def answers(*rows: tuple[int, int, int]) -> Answers:
    """Rows of gold, small judge and oracle, the least sure first."""
    gold, small, oracle = (np.array(part, dtype=np.int64) for part in zip(*rows, strict=True))
    return Answers(np.linspace(0.34, 1, len(rows)), gold, small, oracle)


def drawn(found: Answers) -> Curve:
    return cascade.both(found, "hand-made")[0]


def kept_run(root: Path, **changes: Any) -> Path:
    found = test_stance.measured(root, ROWS, test_stance.knowing(ROWS, dict.fromkeys(range(0, 90, 9), "neutral")), **changes)
    report.write(found, root / "run")
    return root / "run"


def test_the_curve_of_four_rows_by_hand() -> None:
    """Never asking 2 of 4, then the errors at the first and the second place are mended, then a right answer is spoilt: 2, 3, 4, 4, 3."""
    curve = drawn(answers((0, 1, 0), (1, 0, 1), (0, 0, 0), (1, 1, 2)))
    assert curve.asked[[0, 25, 50, 75, 100]].tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert curve.accuracy[[0, 25, 50, 75, 100]].tolist() == [0.5, 0.75, 1, 1, 0.75]
    assert curve.accuracy[[24, 49]].tolist() == [0.5, 0.75]  # a share is rounded down to whole rows
    # Always asking: F1 of supports 1, of refutes 2 × 1 / (2 + 1); the label that the gold has not is left out.
    assert curve.macro_f1[100] == pytest.approx((1 + 2 / 3) / 2)
    assert curve.macro_f1[0] == pytest.approx(0.5)


def test_what_is_saved_is_the_first_share_as_good_as_always_asking() -> None:
    """Always asking gives 0.75, and so does asking a quarter; half is better still."""
    told = cascade.figures(*cascade.both(answers((0, 1, 0), (1, 0, 1), (0, 0, 0), (1, 1, 2)), "hand-made"))
    accuracy = told["accuracy"]
    assert (accuracy["never"].value, accuracy["always"].value) == (0.5, 0.75)
    assert accuracy["saved"].value == 0.75
    assert accuracy["best"] == {"asked": 0.5, "value": 1}
    assert accuracy["few_asked"].value == 0
    assert told["saved_at_most"] == pytest.approx(1 - 0.25 + 0.01)
    assert told["saved_at_random"] == pytest.approx(0.01 / 0.25)


def test_one_point_less_is_as_good_and_a_little_more_is_not() -> None:
    """Of 200 rows the small judge errs on the last two, 0.99; on the last three, 0.985, one must be asked, and all before it."""
    sure = [(0, 0, 0)] * 197
    two = drawn(answers(*sure, (0, 0, 0), (0, 1, 0), (0, 1, 0)))
    three = drawn(answers(*sure, (0, 1, 0), (0, 1, 0), (0, 1, 0)))
    assert cascade.least(two.asked, two.accuracy) == 0
    assert cascade.least(three.asked, three.accuracy) == pytest.approx(0.99)


def test_the_best_order_saves_as_much_as_any_can() -> None:
    """Errors that the oracle mends stand first: 40 of 200, of which 38 must be asked."""
    found = answers(*[(0, 1, 0)] * 40, *[(0, 0, 0)] * 160)
    told = cascade.figures(*cascade.both(found, "hand-made"))
    assert told["accuracy"]["saved"].value == pytest.approx(told["saved_at_most"]) == pytest.approx(1 - 38 / 200)


def test_the_interval_holds_the_value_and_is_no_point() -> None:
    rows = [(at % 3, (at + (at < 60 and at % 2)) % 3, (at + (at % 10 == 7)) % 3) for at in range(200)]
    saved = cascade.figures(*cascade.both(answers(*rows), "hand-made"))["accuracy"]["saved"]
    assert saved.low < saved.value < saved.high


@given(labels)
def test_a_curve_begins_with_the_small_judge_and_ends_with_the_oracle(rows: list[tuple[int, int, int]]) -> None:
    found = answers(*rows)
    counts = cascade.counted(found)
    curve = cascade.curve(counts, metrics.present(counts.sum(axis=(0, 3))))
    assert curve.accuracy[0] == pytest.approx(np.mean(found.gold == found.small))
    assert curve.accuracy[-1] == pytest.approx(np.mean(found.gold == found.oracle))
    assert (np.diff(curve.asked) >= 0).all()
    assert (curve.asked[0], curve.asked[-1]) == (0, 1)
    most = cascade.limits(float(curve.accuracy[-1] - curve.accuracy[0]))["saved_at_most"]
    assert 1 - most - 1e-6 <= cascade.least(curve.asked, curve.accuracy) <= 1


def test_the_oracle_is_right_so_often_and_errs_evenly_and_replays() -> None:
    """Of 10,000 rows 9,000 ± 3 × 30 are right; of the 1,000 others half have each of the other labels, ± 3 × 16."""
    told = Counter(cascade.told_by_oracle(f"row {number}", 1, 0.9) for number in range(10_000))
    assert abs(told[1] - 9_000) < 90
    assert abs(told[0] - told[2]) < 96
    assert told == Counter(cascade.told_by_oracle(f"row {number}", 1, 0.9) for number in range(10_000))
    assert {cascade.told_by_oracle(str(number), 2, 1.0) for number in range(100)} == {2}
    assert 2 not in {cascade.told_by_oracle(str(number), 2, 0.0) for number in range(100)}


def test_the_least_sure_come_first_and_equals_by_their_id() -> None:
    lines = [
        line("c", "refutes", (0.2, 0.7, 0.1)),
        line("b", "neutral", (0.4, 0.3, 0.3)),
        line("d", "supports", (0.9, 0.1, 0.0)),
        line("a", "supports", (0.1, 0.7, 0.2)),
    ]
    found = cascade.arranged(lines, accuracy=1.0)
    assert found.sure.tolist() == [0.4, 0.7, 0.7, 0.9]
    assert found.gold.tolist() == found.oracle.tolist() == [2, 0, 1, 0]
    assert found.small.tolist() == [0, 1, 1, 0]
    assert cascade.arranged(lines[::-1], accuracy=1.0).gold.tolist() == found.gold.tolist()


def test_orders_of_sureness_by_hand() -> None:
    """Two doubts of 0.5: against one rival or against two; and the only neutral answer is the least sure of its label."""
    told = np.array([[0.5, 0.5, 0.0], [0.5, 0.25, 0.25], [0.1, 0.1, 0.8], [0.9, 0.05, 0.05]])
    assert cascade.largest(told).tolist() == [0.5, 0.5, 0.8, 0.9]
    assert cascade.margin(told) == pytest.approx([0, 0.25, 0.7, 0.85])
    assert cascade.entropy(told)[:2] == pytest.approx([-np.log(2), -1.5 * np.log(2)])
    assert cascade.by_label(told) == pytest.approx([0, 1 / 3, 0, 2 / 3])


def test_from_a_sureness_on_the_small_judge_stands() -> None:
    """At 0.34, 0.56, 0.78 and 1: below 0.5 one is asked, below 0.7 two, below 0.95 three."""
    told = {one["sure_at_least"]: one for one in cascade.by_sureness(answers((0, 1, 0), (1, 0, 1), (0, 0, 0), (1, 1, 2)))}
    assert [told[bar]["asked"] for bar in (0.5, 0.7, 0.95)] == [0.25, 0.5, 0.75]
    assert [told[bar]["accuracy"] for bar in (0.5, 0.7, 0.95)] == [0.75, 1, 1]


def test_the_mean_is_over_sets_and_the_rows_are_all_together() -> None:
    """A set of 100 right answers and one of 300 wrong ones: never asking 0.5 in the mean, 0.25 over the rows."""
    sets = {
        "right": [line(f"r{at}", "supports", (0.9, 0.1, 0.0)) for at in range(100)],
        "wrong": [line(f"w{at}", "refutes", (0.6, 0.2, 0.2)) for at in range(300)],
    }
    told = cascade.measured(sets, 1.0)
    assert told["mean"]["accuracy"]["never"].value == 0.5
    assert told["rows"]["accuracy"]["never"].value == 0.25
    # The wrong ones are the less sure: of all rows 300 less 4 are asked about; in the mean the wrong set must be right in 98 %.
    assert told["rows"]["accuracy"]["saved"].value == pytest.approx(0.26)
    assert told["mean"]["accuracy"]["saved"].value == pytest.approx(0.02)


def test_a_kept_run_is_told_as_json_page_and_picture(tmp_path: Path) -> None:
    """The small judge tells 10 of the 90 as neutral whose gold is supports; a neutral answer is its least sure."""
    found = cascade.study(kept_run(tmp_path), 1.0)
    page = cascade.write(found, tmp_path / "out")
    assert json.loads((tmp_path / "out/cascade.json").read_text("utf-8")) == found
    assert found["manifest"]["oracle"] == 1.0
    assert found["sets"]["dev"]["n"] == 90
    assert found["sets"]["dev"]["accuracy"]["never"]["value"] == pytest.approx(80 / 90)
    assert found["sets"]["dev"]["accuracy"]["always"]["value"] == 1
    text = page.read_text("utf-8")
    assert "| dev | 90 | 88.9 [" in text
    assert "mean of the sets" not in text
    root = ElementTree.fromstring((tmp_path / "out/cascade.svg").read_text("utf-8"))  # noqa: S314
    assert [one.text for one in root.iter("{http://www.w3.org/2000/svg}text") if one.text and one.text.startswith("dev: ")]


def test_the_conflicts_rule_changes_nothing(tmp_path: Path) -> None:
    """The same answers are kept plain, and once more after the rule, turned: only the plain ones count."""
    run = kept_run(tmp_path)
    before = cascade.study(run, 0.9)
    place, told = run / "rows/dev.jsonl", json.loads((run / "report.json").read_text("utf-8"))
    turned = [json.loads(text) | {"mode": "conflicts", "calibrated": [0, 1, 0]} for text in place.read_text("utf-8").splitlines()]
    with place.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(one) + "\n" for one in turned)
    told["manifest"]["conflicts"] = True
    (run / "report.json").write_text(json.dumps(told), "utf-8")
    assert cascade.study(run, 0.9) == before


def test_a_run_without_answers_or_of_another_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="finished run"):
        cascade.study(tmp_path, 0.9)
    run = kept_run(tmp_path)
    (run / "rows/dev.jsonl").unlink()
    with pytest.raises(InputError, match="kept no answers on dev"):
        cascade.study(run, 0.9)
    (run / "report.json").write_text('{"suite": "retrieval"}', "utf-8")
    with pytest.raises(InputError, match="a run of retrieval"):
        cascade.study(run, 0.9)


def test_the_command_needs_no_data_and_shows_a_line_for_each_set(tmp_path: Path) -> None:
    run = kept_run(tmp_path)
    plain = {name: value for name, value in os.environ.items() if not name.startswith("VERACIOUS_")}

    def start(*words: str) -> str:
        told = subprocess.run([COMMAND, "eval", "cascade", *words], capture_output=True, text=True, cwd=tmp_path, env=plain, timeout=60)
        assert told.returncode == 0, told.stderr
        return told.stdout

    shown = start("run", "--oracle", "1").splitlines()
    assert [shown[1].split()[at] for at in (0, 1, 2)] == ["dev", "0.889", "1.000"]
    assert shown[-1] == "The curve is in run/cascade.md."
    told = json.loads(start("run", "--out", "elsewhere", "--json"))
    assert told == json.loads((tmp_path / "elsewhere/cascade.json").read_text("utf-8"))
    assert told["manifest"]["oracle"] == 0.9
    assert (run / "cascade.svg").is_file()
