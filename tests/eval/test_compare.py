"""Two runs beside each other."""

import asyncio
from pathlib import Path

import pytest

from tests.eval import test_retrieval, test_stance, worlds
from tests.eval.worlds import Silent
from veracious.domain.errors import InputError
from veracious.eval import compare, report, run
from veracious.eval.metrics import LABELS

ROWS = [test_stance.row(number, LABELS[number % 3]) for number in range(90)]


def stance_run(root: Path, wrong: dict[int, str], limit: int | None = None) -> Path:
    found = test_stance.measured(root, ROWS, test_stance.knowing(ROWS, wrong), limit=limit)
    report.write(found, root / "run")
    return root / "run"


def test_what_the_second_has_more_is_told_with_its_interval(tmp_path: Path) -> None:
    """The first errs on 30 of 90, the second on 9 of these: accuracy +21/90."""
    first = stance_run(tmp_path / "a", {at: LABELS[(at + 1) % 3] for at in range(30)})
    second = stance_run(tmp_path / "b", {at: LABELS[(at + 1) % 3] for at in range(9)})
    rows = {row.figure: row for row in compare.runs(first, second)}
    assert set(rows) == {"macro-F1", "accuracy", "log loss"}
    gap = rows["accuracy"]
    assert gap.n == 90
    assert [gap.first, gap.second] == pytest.approx([60 / 90, 81 / 90])
    assert gap.difference.value == pytest.approx(21 / 90)
    assert gap.difference.low > 0.1
    assert rows["log loss"].difference.high < 0
    back = {row.figure: row for row in compare.runs(second, first)}
    assert back["accuracy"].difference.value == pytest.approx(-21 / 90)


def test_only_rows_that_both_have_are_compared(tmp_path: Path) -> None:
    rows = compare.runs(stance_run(tmp_path / "a", {}), stance_run(tmp_path / "b", {}, limit=12))
    assert {row.n for row in rows} == {12}


def test_runs_of_retrieval_are_compared_claim_by_claim(tmp_path: Path) -> None:
    folders = []
    for name, turned in (("a", True), ("b", False)):
        root = tmp_path / name
        worlds.write(root / "data", test_retrieval.TRAIN.file, test_retrieval.CLAIMS)
        worlds.write(root / "data", test_retrieval.TRAIN.known["corpus"], test_retrieval.BOOKS)
        plan = worlds.plan(root, (test_retrieval.TRAIN,))
        model = test_retrieval.Backwards(turned)
        found = asyncio.run(run.retrievals(plan, test_retrieval.TopicEmbedder(), model, Silent()))
        report.write(found, root / "run")
        folders.append(root / "run")
    rows = {row.figure: row for row in compare.runs(folders[0], folders[1])}
    assert rows["vectors recall@10"].difference.value == 0
    assert rows["relevance nDCG@10"].difference.low > 0
    assert rows["relevance nDCG@10"].second == 1


def test_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    first = stance_run(tmp_path / "a", {})
    with pytest.raises(InputError, match=r"report\.json: give the folder of a finished run"):
        compare.runs(first, tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "report.json").write_text('{"suite": "retrieval", "sets": {"x": {}}}')
    with pytest.raises(InputError, match="is a run of stance"):
        compare.runs(first, other)
    (other / "report.json").write_text('{"suite": "stance", "sets": {"test_fm2_test": {}}}')
    with pytest.raises(InputError, match="no set in common"):
        compare.runs(first, other)
