"""The figures, against arithmetic done by hand, against scikit-learn's answers, and against their own laws."""

from itertools import product

import numpy as np
import pytest

from veracious.eval import metrics
from veracious.eval.metrics import Floats, PairedAnswers

GOLD, TOLD = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 2]


def made() -> tuple[list[int], Floats]:
    """Forty rows and their probabilities, as they were given to scikit-learn 1.9.1."""
    random = np.random.default_rng(3)
    gold = random.integers(0, 3, 40)
    found = random.dirichlet([1, 1, 1], 40)
    found[np.arange(40), gold] += 0.6
    return gold.tolist(), found / found.sum(1, keepdims=True)


def test_a_confusion_matrix_counts_gold_down_and_told_across() -> None:
    assert metrics.confusion(GOLD, TOLD).tolist() == [[2, 1, 0], [0, 1, 1], [0, 0, 1]]


def test_the_f1_of_a_label_is_twice_its_right_over_wanted_and_told() -> None:
    """supports 2·2/(3+2), refutes 2·1/(2+2), neutral 2·1/(1+2); mean (0.8 + 0.5 + 0.667) / 3; 4 of 6 right."""
    matrix = metrics.confusion(GOLD, TOLD)
    assert metrics.f1(matrix).tolist() == pytest.approx([0.8, 0.5, 2 / 3])
    assert float(metrics.macro_f1(matrix)) == pytest.approx((0.8 + 0.5 + 2 / 3) / 3)
    assert float(metrics.accuracy(matrix)) == pytest.approx(4 / 6)


def test_on_a_set_of_two_labels_a_neutral_answer_is_an_error_and_no_label() -> None:
    """Gold supports ×2 and refutes ×1, told supports, neutral, refutes: F1 2·1/(2+1) and 1, mean 5/6; of three labels 5/9."""
    matrix = metrics.confusion([0, 0, 1], [0, 2, 1])
    assert metrics.present(matrix).tolist() == [True, True, False]
    assert float(metrics.macro_f1(matrix, metrics.present(matrix))) == pytest.approx((2 / 3 + 1) / 2)
    assert float(metrics.macro_f1(matrix)) == pytest.approx((2 / 3 + 1) / 3)


def test_the_figures_are_those_of_scikit_learn() -> None:
    """accuracy_score, f1_score(average=None), f1_score(average="macro"), log_loss on the same rows."""
    gold, found = made()
    matrix = metrics.confusion(gold, found.argmax(1).tolist())
    assert float(metrics.accuracy(matrix)) == pytest.approx(0.8)
    assert metrics.f1(matrix).tolist() == pytest.approx([0.81481481, 0.74074074, 0.84615385])
    assert float(metrics.macro_f1(matrix)) == pytest.approx(0.8005698005698005)
    assert metrics.log_loss(found, gold).mean() == pytest.approx(0.5934846653318625)
    assert metrics.brier(found, gold).mean() == pytest.approx(0.3418339803932101)


def test_the_macro_f1_of_two_gold_labels_is_that_of_scikit_learn() -> None:
    """f1_score(gold, told, labels=[0, 1], average="macro") = 0.65242."""
    gold, found = made()
    matrix = metrics.confusion([label % 2 for label in gold], found.argmax(1).tolist())
    assert float(metrics.macro_f1(matrix, metrics.present(matrix))) == pytest.approx(0.6524216524216524)


def test_brier_and_log_loss_of_one_row_by_hand() -> None:
    """(0.7−1)² + 0.2² + 0.1² = 0.14; −ln 0.7; a truth thought impossible costs a lot and not infinitely much."""
    row = np.array([[0.7, 0.2, 0.1]])
    assert metrics.brier(row, [0]).tolist() == pytest.approx([0.14])
    assert metrics.log_loss(row, [0]).tolist() == pytest.approx([0.356674944])
    assert metrics.log_loss(np.array([[1.0, 0.0, 0.0]]), [1]).tolist() == pytest.approx([27.631021])


def test_bins_hold_equal_numbers_by_rising_confidence() -> None:
    confidence, right = np.array([0.9, 0.5] * 15), np.array([1.0, 0.0] * 15)
    found = metrics.bins(confidence, right, 2)
    assert [(one.n, one.accuracy) for one in found] == [(15, 0.0), (15, 1.0)]
    assert [one.confidence for one in found] == pytest.approx([0.5, 0.9])


def test_the_debiased_gap_of_one_bin_by_hand() -> None:
    """Ten rows of confidence 0.8, five right: plain gap 0.3; debiased √(0.09 − 0.25/9) = √0.06222."""
    confidence, right = np.full(10, 0.8), np.array([1.0, 0.0] * 5)
    assert metrics.plain_calibration_error(confidence, right) == pytest.approx(0.3)
    assert metrics.calibration_error(confidence, right) == pytest.approx((0.09 - 0.25 / 9) ** 0.5)


def test_a_gap_that_chance_explains_is_none() -> None:
    """Ten rows of confidence 0.6, five right: 0.01 − 0.25/9 < 0."""
    assert metrics.calibration_error(np.full(10, 0.6), np.array([1.0, 0.0] * 5)) == 0.0


def calibrated(seed: int, gap: float, rows: int = 600) -> tuple[Floats, Floats]:
    """Rows that are right as often as their confidence says, less the gap."""
    random = np.random.default_rng(seed)
    confidence = random.uniform(0.5, 0.9, rows)
    return confidence, (random.random(rows) < confidence - gap).astype(np.float64)


def test_the_debiased_error_is_not_inflated_by_few_rows() -> None:
    """Over 40 samples of perfectly calibrated rows the plain error averages far above 0, the debiased squared gap about 0."""
    samples = [calibrated(seed, 0.0) for seed in range(40)]
    plain = np.mean([metrics.plain_calibration_error(*sample) for sample in samples])
    squared = np.mean([metrics._squared_gap(*sample, metrics.BINS) for sample in samples])
    assert plain > 0.04
    assert abs(squared) < 0.0006


@pytest.mark.parametrize("gap", [0.0, 0.08])
def test_the_interval_of_the_calibration_error_holds_the_truth_about_19_times_of_20(gap: float) -> None:
    found = [metrics.calibration_interval(*calibrated(seed, gap), draws=100, seed=seed) for seed in range(30)]
    assert sum(one.low <= gap <= one.high for one in found) >= 26
    assert all(one.low <= one.value <= one.high for one in found)


def test_resampling_cells_is_resampling_rows() -> None:
    """The spread of accuracy over resamples is that of a binomial share: √(p(1−p)/n) = √(0.6·0.4/50) = 0.0693."""
    matrix = np.array([[20, 10, 0], [0, 10, 10], [0, 0, 0]])
    drawn = metrics.accuracy(metrics.resampled(matrix, draws=4000))
    assert (metrics.resampled(matrix).sum(axis=(1, 2)) == 50).all()
    assert drawn.mean() == pytest.approx(0.6, abs=0.005)
    assert drawn.std() == pytest.approx(0.0693, abs=0.004)


def test_an_interval_is_the_same_each_time_and_another_with_another_seed() -> None:
    values = np.linspace(0, 1, 50)
    assert metrics.mean(values) == metrics.mean(values)
    assert metrics.mean(values) != metrics.mean(values, seed=1)
    found = metrics.mean(values)
    assert found.value == pytest.approx(0.5)
    assert found.low < found.value < found.high


def test_a_paired_difference_leaves_out_what_both_runs_share() -> None:
    """Both err on the same 40 of 100 rows, the second also repairs 6: the paired interval is far narrower than the two apart."""
    gold = [0, 1] * 50
    first = [label if index >= 40 else 2 for index, label in enumerate(gold)]
    second = [label if index >= 34 else 2 for index, label in enumerate(gold)]
    paired = PairedAnswers.of(gold, first, second)
    gap = paired.accuracy()
    assert gap.value == pytest.approx(0.06)
    assert gap.significant
    assert 0.01 <= gap.low < gap.high <= 0.13
    assert paired.macro_f1().significant


def test_a_run_does_not_differ_from_itself() -> None:
    gap = PairedAnswers.of(GOLD, TOLD, TOLD).macro_f1()
    assert (gap.value, gap.low, gap.high, gap.p, gap.significant) == (0, 0, 0, 1, False)


def test_paired_counts_give_the_figures_of_each_run() -> None:
    """The differences are those of the two confusion matrices."""
    gold, first, second = (list(part) for part in zip(*product(range(3), range(3), (0, 0, 1)), strict=True))
    paired = PairedAnswers.of(gold, first, second)
    a, b = metrics.confusion(gold, first), metrics.confusion(gold, second)
    assert paired.accuracy().value == pytest.approx(float(metrics.accuracy(b) - metrics.accuracy(a)))
    assert paired.macro_f1().value == pytest.approx(float(metrics.macro_f1(b) - metrics.macro_f1(a)))


def test_a_difference_has_a_sign_and_a_p() -> None:
    gap = metrics.paired_mean([0.5] * 30, [0.4] * 29 + [0.9])
    assert gap.value == pytest.approx((29 * -0.1 + 0.4) / 30)
    assert gap.value < 0
    assert 0 < gap.p < 0.05
    assert metrics.paired_mean([1, 0, 1, 0], [0, 1, 1, 0]).p == 1.0


def test_recall_counts_the_gold_among_the_first_k() -> None:
    ranks = [1, 6, None, 10]
    assert [metrics.recall(ranks, k) for k in (1, 5, 6, 10, 20)] == [0.25, 0.25, 0.5, 0.75, 0.75]


def test_ndcg_is_that_of_scikit_learn() -> None:
    """ndcg_score of gold at the places 1, 3, 6 and 12, cut at 10."""
    assert metrics.ndcg([1, 3, 6, 12]) == pytest.approx(0.7246262544989284)


def test_ndcg_of_the_best_order_is_one_and_of_nothing_found_is_zero() -> None:
    assert metrics.ndcg([2, 1]) == pytest.approx(1.0)
    assert metrics.ndcg([None, 11]) == 0.0
    assert metrics.ndcg([2]) == pytest.approx(1 / np.log2(3))
    assert metrics.ndcg(list(range(1, 13))) == pytest.approx(1.0)
