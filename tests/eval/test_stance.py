"""The stance suite on hand-made rows and a judge that knows its answers."""

import json
import re
from math import log
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.eval import worlds
from tests.eval.worlds import Silent, TableModel
from veracious import wiring
from veracious.domain.errors import InputError
from veracious.eval import pack, report, run, stance
from veracious.eval.metrics import LABELS
from veracious.eval.stance import Pair, Reader
from veracious.rules.dials import Dials

DEV, TEST = pack.sets("stance")["dev"], pack.sets("stance")["test_fm2_test"]


def row(number: int, label: str, claim: str = "", evidence: str = "") -> dict[str, str]:
    return {"id": f"r{number}", "claim": claim or f"claim {number}", "evidence": evidence or f"evidence {number}", "label": label}


THREE = [row(number, LABELS[number % 3]) for number in range(30)]
TWO = [row(number, LABELS[number % 2]) for number in range(20)]


def knowing(rows: list[dict[str, str]], wrong: dict[int, str]) -> TableModel:
    """A judge that is right but for these rows."""
    return TableModel({(one["evidence"], one["claim"]): wrong.get(index, one["label"]) for index, one in enumerate(rows)})


def measured(root: Path, rows: list[dict[str, str]], model: TableModel, **changes: Any) -> run.Report:
    one = changes.pop("one", DEV)
    if not (root / "data" / one.file).exists():
        worlds.write(root / "data", one.file, rows)
    return run.stances(worlds.plan(root, (one,), **changes), model, Silent())


def test_the_figures_of_a_set_by_hand(tmp_path: Path) -> None:
    """Of 30 rows, 10 of each label, three supports are told as refutes: accuracy 0.9, F1 14/17, 20/23, 1."""
    told = measured(tmp_path, THREE, knowing(THREE, {0: "refutes", 3: "refutes", 6: "refutes"}))["sets"]["dev"]
    sure = told["calibrated"]
    assert told["n"] == 30
    assert told["gold"] == {"supports": 10, "refutes": 10, "neutral": 10}
    assert sure["accuracy"]["value"] == pytest.approx(0.9)
    assert sure["f1"] == {"supports": pytest.approx(14 / 17), "refutes": pytest.approx(20 / 23), "neutral": 1}
    assert sure["macro_f1"]["value"] == pytest.approx((14 / 17 + 20 / 23 + 1) / 3)
    assert sure["macro_f1"]["low"] < sure["macro_f1"]["value"] < sure["macro_f1"]["high"]
    assert sure["confusion"] == [[7, 3, 0], [0, 10, 0], [0, 0, 10]]
    assert "forced" not in told


def test_calibration_is_told_before_and_after(tmp_path: Path) -> None:
    """Raw log loss of a right answer is −ln of its table, calibrated −ln of half that plus a sixth."""
    told = measured(tmp_path, THREE[:3], knowing(THREE[:3], {}))["sets"]["dev"]
    assert told["raw"]["log_loss"]["value"] == pytest.approx(-(log(0.8) + log(0.7) + log(0.6)) / 3)
    assert told["calibrated"]["log_loss"]["value"] == pytest.approx(-(log(0.4 + 1 / 6) + log(0.35 + 1 / 6) + log(0.3 + 1 / 6)) / 3)
    assert told["raw"]["accuracy"]["value"] == told["calibrated"]["accuracy"]["value"] == 1


def test_a_set_of_two_labels_is_scored_both_ways(tmp_path: Path) -> None:
    """Neutral for two of ten supports: an error three-way; forced, 0.2 against 0.2, the first label is taken: right."""
    told = measured(tmp_path, TWO, knowing(TWO, {0: "neutral", 2: "neutral"}), one=TEST, reason="a test")["sets"][TEST.name]
    assert told["calibrated"]["accuracy"]["value"] == pytest.approx(0.9)
    assert told["calibrated"]["macro_f1"]["value"] == pytest.approx((16 / 18 + 1) / 2)
    assert told["calibrated"]["macro_f1_three"] == pytest.approx((16 / 18 + 1) / 3)
    assert told["forced"]["calibrated"]["accuracy"]["value"] == 1
    assert told["forced"]["raw"]["log_loss"]["value"] == pytest.approx((8 * log(9 / 8) + 2 * log(2) + 10 * log(8 / 7)) / 20)


def test_a_run_on_a_held_out_set_logs_its_opening_and_result(tmp_path: Path) -> None:
    found = measured(tmp_path, TWO, knowing(TWO, {}), one=TEST, reason="a test", modes=("plain", "blank"))
    logged = (tmp_path / "openings.md").read_text("utf-8")
    assert "| a test | n 20, macro-F1 100.0 [100.0–100.0], neutral when blank 100.0 [100.0–100.0] (model abababababab) |" in logged
    assert found["mean"]["sets"] == 1
    assert found["mean"]["macro_f1"]["value"] == 1


def test_a_held_out_set_without_a_reason_is_never_read(tmp_path: Path) -> None:
    model = knowing(TWO, {})
    with pytest.raises(InputError, match="--reason"):
        measured(tmp_path, TWO, model, one=TEST)
    assert model.asked == []
    assert not (tmp_path / "run").exists()


def test_a_killed_run_goes_on_and_asks_for_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Portions of 8: the first model dies in its third portion, the second is asked for the other 14 rows only."""
    monkeypatch.setattr(stance, "PORTION", 8)
    table = {(one["evidence"], one["claim"]): one["label"] for one in THREE}
    dying = TableModel(table, dies_after=2)
    with pytest.raises(KeyboardInterrupt):
        measured(tmp_path, THREE, dying)
    going = TableModel(table)
    broken = measured(tmp_path, THREE, going)
    assert (len(dying.asked), len(going.asked)) == (16, 14)
    assert set(dying.asked) | set(going.asked) == set(table)
    assert broken["sets"] == measured(tmp_path / "whole", THREE, TableModel(table))["sets"]


def test_another_model_in_the_same_folder_is_asked_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measured(tmp_path, THREE, knowing(THREE, {}))
    other = knowing(THREE, {})
    monkeypatch.setattr(TableModel, "digest", "sha256:" + "00" * 32)
    measured(tmp_path, THREE, other)
    assert len(other.asked) == 30


def test_a_limit_keeps_the_same_rows_each_time(tmp_path: Path) -> None:
    first = knowing(THREE, {})
    assert measured(tmp_path, THREE, first, limit=7)["sets"]["dev"]["n"] == 7
    second = knowing(THREE, {})
    measured(tmp_path / "again", THREE, second, limit=7)
    assert sorted(first.asked) == sorted(second.asked)
    assert len(first.asked) == 7


def test_blanked_and_swapped_evidence_must_be_answered_with_neutral(tmp_path: Path) -> None:
    """The table knows only the pairs themselves and one blank pair: blank 29 of 30 neutral, swapped all."""
    table = {(one["evidence"], one["claim"]): one["label"] for one in THREE} | {("", "claim 4"): "refutes"}
    told = measured(tmp_path, THREE, TableModel(table), modes=("plain", "blank", "swap"))["sets"]["dev"]
    assert told["blank"]["neutral"]["calibrated"]["value"] == pytest.approx(29 / 30)
    assert told["swap"]["neutral"]["raw"]["value"] == 1
    assert told["calibrated"]["accuracy"]["value"] == 1


def test_a_title_is_told_by_how_often_it_turns_a_neutral_answer(tmp_path: Path) -> None:
    """The judge answers neutral to whatever it does not know: with a title before it, that is every pair but one."""
    rows = [one | {"evidence": f"in Lower Norwick {one['evidence']}"} for one in THREE]
    neutral = [one for one in rows if one["label"] == "neutral"]
    turned = (f"Lower Norwick: {neutral[0]['evidence']}", neutral[0]["claim"])
    table = {(one["evidence"], one["claim"]): one["label"] for one in rows} | {turned: "refutes"}
    told = measured(tmp_path, rows, TableModel(table), modes=("plain", "swap", "titled", "titled_swap"))["sets"]["dev"]
    assert (told["titles"]["n"], told["titles"]["without"]["value"]) == (len(neutral), 1)
    assert told["titles"]["with"]["value"] == pytest.approx(1 - 1 / len(neutral))
    assert told["titled_swap"]["neutral"]["raw"]["value"] == 1


def test_swapped_evidence_is_that_of_another_claim_and_the_same_each_time() -> None:
    """Five pairs of one claim and five of another: no pair gets evidence of its own claim."""
    found = [Pair(str(at), "one" if at < 5 else "two", f"evidence {at}", 0) for at in range(10)]
    swapped = stance.altered(found, "swap")
    assert swapped == stance.altered(found, "swap")
    assert all((int(new.evidence.split()[1]) < 5) != (new.claim == "one") for new in swapped)
    assert [new.key for new in swapped] == [old.key for old in found]


def test_a_pair_that_cannot_be_read_is_counted_and_told_as_not_knowing(tmp_path: Path) -> None:
    told = measured(tmp_path, THREE, knowing(THREE, {1: "unread", 2: "unread"}))["sets"]["dev"]
    assert told["unread"] == 2
    assert told["n"] == 30
    assert told["calibrated"]["accuracy"]["value"] == pytest.approx(28 / 30)


def test_the_conflicts_rule_turns_supports_and_both_figures_are_told(tmp_path: Path) -> None:
    """The judge supports both; the tower that is 330 metres tall refutes 800 metres, and the right support stays."""
    rows = [
        row(0, "refutes", "The tower is 800 metres tall.", "The tower is 330 metres tall."),
        row(1, "supports", "The tower is 330 metres tall.", "The tower is 330 metres tall."),
    ]
    told = measured(tmp_path, rows, knowing(rows, {0: "supports"}), conflicts=True)["sets"]["dev"]
    one = told["conflicts"]
    assert (one["found"], one["turned"], one["turned_right_before"], one["turned_right_after"]) == (1, 1, 0, 1)
    assert one["macro_f1_without"] == pytest.approx(1 / 3)
    assert one["macro_f1_with"] == 1
    assert told["calibrated"]["accuracy"]["value"] == 0.5
    lines = [json.loads(line) for line in (tmp_path / "run/rows/dev.jsonl").read_text("utf-8").splitlines()]
    assert [line["conflict"] for line in lines if line["mode"] == "conflicts"] == ["800 metres against 330 metres", None]


def test_a_conflict_needs_two_amounts_of_one_kind() -> None:
    reader = Reader(wiring.lexicon(), Dials())
    assert reader.conflict(Pair("a", "The lake is 40 metres deep.", "The lake is old.", 0)) is None
    assert reader.conflict(Pair("a", "It opened in 1998.", "It opened in 2004.", 0)) is not None


def test_the_report_names_its_inputs_model_dials_and_date(tmp_path: Path) -> None:
    found = measured(tmp_path, THREE, knowing(THREE, {}))
    manifest = found["manifest"]
    assert manifest["date"] == "2026-03-15T12:00:00+00:00"
    assert manifest["models"] == {"judge": "sha256:" + "ab" * 32}
    assert manifest["dials"] == Dials().digest(wiring.lexicon())
    (one,) = manifest["inputs"]
    assert re.fullmatch(r"[0-9a-f]{64}", one["sha256"])
    assert (one["file"], one["split"], one["rows"], one["used"], one["as_listed"]) == ("stance/dev.jsonl.gz", "development", 30, 30, True)
    assert "CC BY" in one["licence"]


def test_the_report_is_written_as_json_page_and_pictures(tmp_path: Path) -> None:
    """The page shows each figure beside its floors, links pictures that are there, and the pictures are whole."""
    changes: dict[str, Any] = {"modes": ("plain", "blank", "swap"), "conflicts": True, "reason": "a test"}
    found = measured(tmp_path, TWO, knowing(TWO, {0: "neutral"}), one=TEST, **changes)
    page = report.write(found, tmp_path / "run").read_text("utf-8")
    assert json.loads((tmp_path / "run/report.json").read_text("utf-8")) == found
    assert "| test_fm2_test | 20 | 33.6 | 53.6 | 51.3 | 60.3 | 97.4 [" in page
    assert "| test_fm2_test | 20 | 69.5 | 100.0 [" in page
    for title in (
        "Before and after calibration",
        "Forced choice",
        "Without evidence",
        "With the evidence of another",
        "The conflicts rule",
    ):
        assert f"## {title}" in page
    linked = re.findall(r"\]\((pictures/[^)]+)\)", page)
    assert len(linked) == 2
    for name in linked:
        text = (tmp_path / "run" / name).read_text("utf-8")
        assert ElementTree.fromstring(text).tag.endswith("svg")  # noqa: S314
        assert "test_fm2_test" in text
    assert ">9<" in (tmp_path / "run/pictures/test_fm2_test-confusion.svg").read_text("utf-8")
