"""Somebody's own labelled claims: how far the numbers hold, and from where on enough of what is decided is right."""

import pytest

from veracious.domain.errors import InputError
from veracious.domain.verdict import Verdict
from veracious.eval import labelled
from veracious.eval.labelled import LabelledClaim, Threshold


def rows(*groups: tuple[int, float, float]) -> list[LabelledClaim]:
    """So many claims at a probability, this share of them right, those strewn among the others."""
    return [
        LabelledClaim(at, 7 * place % many < share * many, at >= 0.65, 7 * place % many < share * many)
        for many, at, share in groups
        for place in range(many)
    ]


def test_the_least_probability_that_gives_the_wanted_share_is_found() -> None:
    """0.9 alone: 57 of 60 right. With 0.7: 89 of 100. With 0.5 it is 104 of 150."""
    found = labelled.threshold(rows((60, 0.9, 0.95), (40, 0.7, 0.8), (50, 0.5, 0.3)), 0.85)
    assert found == Threshold(0.7, 100 / 150, 0.89)


def test_a_side_that_is_unlikely_is_never_decided() -> None:
    found = labelled.threshold(rows((60, 0.9, 1.0), (60, 0.3, 1.0)), 0.85)
    assert found == Threshold(0.9, 0.5, 1.0)


def test_where_nothing_is_right_often_enough_there_is_no_threshold() -> None:
    assert labelled.threshold(rows((60, 0.9, 0.6), (60, 0.4, 0.5)), 0.9) is None


def test_a_few_lucky_claims_at_the_top_are_no_threshold() -> None:
    assert labelled.threshold(rows((10, 0.99, 1.0), (90, 0.6, 0.5)), 0.9) is None


def test_numbers_that_hold_have_no_error() -> None:
    found = labelled.measure(rows((100, 0.9, 0.9), (100, 0.6, 0.6)), 0.9)
    assert (found.claims, found.decided, found.right, found.error) == (200, 100, 90, 0.0)


def test_numbers_that_do_not_hold_have_one() -> None:
    assert labelled.measure(rows((100, 0.9, 0.5)), 0.9).error == pytest.approx(0.4, abs=0.02)


def test_fewer_than_a_hundred_are_refused() -> None:
    with pytest.raises(InputError, match="99 labelled claims"):
        labelled.measure(rows((99, 0.9, 0.9)), 0.9)


def test_a_lean_counts_as_the_side_it_leans_to() -> None:
    shares = {"supported": 0.2, "refuted": 0.6, "mixed": 0.0, "not_enough_evidence": 0.2}
    open_claim = {"verdict": "not_enough_evidence", "probabilities": shares}
    assert labelled.row(Verdict.REFUTED, open_claim) == LabelledClaim(0.6, True, False, False)
    assert labelled.row(Verdict.NOT_ENOUGH_EVIDENCE, open_claim) == LabelledClaim(0.6, False, False, True)
    assert labelled.row(Verdict.REFUTED, {"outcome": "failed"}) is None


def test_a_label_that_is_none_is_named_with_its_line() -> None:
    with pytest.raises(InputError, match="line 3: give each claim"):
        labelled.gold({"claim": "A.", "label": "true"}, 3)


def test_a_mixed_claim_is_decided_rightly_as_mixed() -> None:
    shares = {"supported": 0.4, "refuted": 0.3, "mixed": 0.3, "not_enough_evidence": 0.0}
    assert labelled.row(Verdict.MIXED, {"verdict": "mixed", "probabilities": shares}) == LabelledClaim(0.4, False, True, True)


def test_dials_that_were_changed_before_stay() -> None:
    changed = labelled.dials(
        Threshold(0.7129, 0.5, 0.9), {"judging": {"selective": {"leaning": 0.6}}, "seeking": {"queries": {"limit": 9}}}
    )
    assert changed == {"judging": {"selective": {"leaning": 0.6, "decided": 0.712}}, "seeking": {"queries": {"limit": 9}}}
