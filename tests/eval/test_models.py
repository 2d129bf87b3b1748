"""The judge of a folder, as the suite asks it."""

from math import log
from pathlib import Path

import pytest

from tests import tiny
from veracious.domain.errors import ModelMissing
from veracious.eval import models

PAIRS = [("the museum is open on sundays", "the museum is open"), ("the museum is not open", "the museum is open"), ("", "copper conducts")]


def test_a_judge_tells_its_probabilities_before_and_after_calibration(tmp_path: Path) -> None:
    """At temperature 2 every log-odds is half of what it was; a bias of 1 for refutes is added on top."""
    biases = [0.0, 1.0, 0.0]
    judge = models.judge(tiny.pack(tmp_path, "judge", calibration={"temperature": 2.0, "biases": biases}))
    for told in judge.tell(PAIRS):
        assert told is not None
        before, after = told.raw, told.calibrated
        assert sum(before) == pytest.approx(1)
        assert sum(after) == pytest.approx(1)
        assert log(after[0] / after[2]) == pytest.approx(log(before[0] / before[2]) / 2, abs=1e-6)
        assert log(after[1] / after[2]) == pytest.approx(log(before[1] / before[2]) / 2 + 1, abs=1e-6)


def test_evidence_is_the_first_of_a_pair(tmp_path: Path) -> None:
    """The museum that is not open refutes; without evidence nothing is said."""
    told = models.judge(tiny.pack(tmp_path, "judge")).tell(PAIRS)
    answers = [max(range(3), key=one.raw.__getitem__) for one in told if one is not None]
    assert answers == [0, 1, 2]


def test_a_claim_too_long_to_be_read_is_none(tmp_path: Path) -> None:
    (told,) = models.judge(tiny.pack(tmp_path, "judge")).tell([("the museum", "the museum is open " * 40)])
    assert told is None


def test_a_relevance_model_may_be_absent_unless_it_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERACIOUS_MODELS", str(tmp_path))
    monkeypatch.setenv("VERACIOUS_HOME", str(tmp_path))
    assert models.relevance(None) is None
    with pytest.raises(ModelMissing):
        models.relevance(tmp_path / "nowhere")
