"""Parts decided by how likely their sides are: worked by hand, mirrored, and held by who says so."""

from dataclasses import replace
from math import log

import pytest

from tests.rules.weighing.given import weighed
from tests.worked import works
from veracious.domain.decision import Chances
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Lean, Probability, Verdict
from veracious.rules.dials import Dials
from veracious.rules.judging import selective, verdicts
from veracious.rules.judging.selective import DecisionTable, SelectiveDials
from veracious.rules.judging.verdicts import Question
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN

_S, _R, _M, _N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE
DIALS = SelectiveDials(decided=0.75, full=0.7)
TABLE = DecisionTable("worked", 0.5, (("own", 1.0), ("second", 2.0), ("against", 0.0), ("other", -1.0)))
FOR, AGAINST, SILENT = Stance(0.9, 0.05, 0.05), Stance(0.05, 0.9, 0.05), Stance(0.05, 0.05, 0.9)


def piece(stance: Stance, origin: str = "a", credibility: float = 0.8) -> Weighed:
    return weighed(f"{origin} {stance}", stance, origin=origin, credibility=credibility)


WEAK = Stance(0.6, 0.2, 0.2)


@works("judging.selective.scores")
@pytest.mark.parametrize(
    ("pieces", "towards", "own", "second", "against", "other"),
    [
        ([piece(FOR)], "supports", log(0.9 / 0.1), 0.0, log(0.05 / 0.95), 0.0),
        # the second is half as credible as is asked: 0.6 × 0.35 / 0.7, and 0.2 × 0.35 / 0.7
        ([piece(FOR), piece(WEAK, "b", 0.35)], "supports", log(0.9 / 0.1), 0.3, log(0.1 / 0.9), 0.05),
        ([piece(FOR), piece(WEAK, "b", 0.35)], "refutes", log(0.1 / 0.9), 0.05, log(0.9 / 0.1), 0.3),
        ([piece(FOR), piece(WEAK, "a")], "supports", log(0.9 / 0.1), 0.0, log(0.2 / 0.8), 0.0),  # one origin counts once
    ],
)
def test_a_side_has_its_strongest_origins_and_those_of_the_other(
    pieces: list[Weighed], towards: str, own: float, second: float, against: float, other: float
) -> None:
    told = selective.scores(pieces, towards, DIALS)
    assert told == {
        "own": pytest.approx(own),
        "second": pytest.approx(second),
        "against": pytest.approx(against),
        "other": pytest.approx(other),
    }


@works("judging.selective.chances")
@pytest.mark.parametrize(
    ("pieces", "supported", "refuted", "left"),
    [
        # e^0.5 × 0.9 / 0.1 = 14.8385, e^0.5 × 0.05 / 0.95 = 0.0868, and 1: in all 15.9253
        ([piece(FOR)], 14.8385 / 15.9253, 0.0868 / 15.9253, 1 / 15.9253),
        ([piece(AGAINST)], 0.0868 / 15.9253, 14.8385 / 15.9253, 1 / 15.9253),
        ([], 0.0, 0.0, 1.0),
    ],
)
def test_the_chances_of_a_part(pieces: list[Weighed], supported: float, refuted: float, left: float) -> None:
    told = selective.chances(pieces, 0, TABLE, DIALS)
    assert told.supported == pytest.approx(supported, abs=1e-5)
    assert told.refuted == pytest.approx(refuted, abs=1e-5)
    assert told.unsettled == pytest.approx(left, abs=1e-5)


@works("judging.selective.part")
@pytest.mark.parametrize(
    ("chances", "by", "drafted", "verdict"),
    [
        (Chances(0.8, 0.1, 0.1), piece(FOR), _N, _S),
        (Chances(0.1, 0.8, 0.1), piece(AGAINST), _N, _R),
        (Chances(0.7, 0.1, 0.2), piece(FOR), _N, _N),  # not likely enough
        (Chances(0.8, 0.1, 0.1), piece(FOR, credibility=0.45), _N, _N),  # nobody credible says so
        (Chances(0.8, 0.1, 0.1), piece(FOR, UNKNOWN_ORIGIN), _N, _N),  # nobody known does
        (Chances(0.8, 0.1, 0.1), piece(AGAINST), _N, _N),  # nobody takes that side
        (Chances(0.5, 0.4, 0.1), piece(FOR), _M, _M),  # credible origins disagree
        (Chances(0.5, 0.4, 0.1), piece(FOR), _S, _N),  # the rules of the seeds do not decide here
    ],
)
def test_a_part_is_decided_when_it_is_likely_and_somebody_credible_says_so(
    chances: Chances, by: Weighed, drafted: Verdict, verdict: Verdict
) -> None:
    assert selective.part(chances, [by], 0, drafted, DIALS) is verdict


@works("judging.selective.probability")
@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([Chances(0.8, 0.1, 0.1)], (0.8, 0.1, 0.0, 0.1)),
        # the weaker support;  0.3 − 0.3;  the first supported and the second refuted: min(0.8, 0.3);  what is left
        ([Chances(0.8, 0.1, 0.1), Chances(0.6, 0.3, 0.1)], (0.6, 0.0, 0.3, 0.1)),
        ([Chances(0.1, 0.7, 0.2), Chances(0.2, 0.6, 0.2)], (0.1, 0.5, 0.2, 0.2)),
        ([Chances(0.9, 0.0, 0.1), Chances(0.1, 0.8, 0.1)], (0.1, 0.0, 0.8, 0.1)),
    ],
)
def test_the_probability_of_a_claim_from_its_parts(parts: list[Chances], told: tuple[float, float, float, float]) -> None:
    found = selective.probability(parts, DIALS)
    assert (found.supported, found.refuted, found.mixed, found.not_enough_evidence) == pytest.approx(told)


@works("judging.selective.probability")
@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([Chances(0.8, 0.1, 0.1)], (0.8, 0.1, 0.0, 0.1)),
        # 0.8 × 0.6;  0.2 × 0.4 − 0.1 × 0.1;  0.8 × 0.3 + 0.6 × 0.1;  0.9 × 0.7 − 0.48
        ([Chances(0.8, 0.1, 0.1), Chances(0.6, 0.3, 0.1)], (0.48, 0.07, 0.30, 0.15)),
        ([Chances(0.5, 0.5, 0.0), Chances(0.5, 0.5, 0.0)], (0.25, 0.25, 0.5, 0.0)),
    ],
)
def test_the_probability_of_a_claim_whose_parts_hold_by_chance(parts: list[Chances], told: tuple[float, float, float, float]) -> None:
    found = selective.probability(parts, replace(DIALS, parts_together=False))
    assert (found.supported, found.refuted, found.mixed, found.not_enough_evidence) == pytest.approx(told)


@works("judging.selective.lean")
@pytest.mark.parametrize(
    ("told", "verdict", "lean"),
    [
        (Probability(0.6, 0.1, 0.0, 0.3), _N, Lean(_S, 0.6)),
        (Probability(0.1, 0.7, 0.0, 0.2), _N, Lean(_R, 0.7)),
        (Probability(0.4, 0.2, 0.0, 0.4), _N, None),  # to neither
        (Probability(0.9, 0.05, 0.0, 0.05), _S, None),  # it is decided
    ],
)
def test_an_undecided_claim_leans_to_the_likelier_side(told: Probability, verdict: Verdict, lean: Lean | None) -> None:
    assert selective.lean(told, verdict, DIALS) == lean


@pytest.mark.parametrize("number", range(40))
def test_swapping_the_sides_swaps_the_verdict(number: int) -> None:
    shares = [((number * 7 + at * 13) % 97 / 100, (number * 5 + at * 29) % 89 / 100) for at in range(4)]
    stances = [Stance(a / (a + b + 0.3), b / (a + b + 0.3), 0.3 / (a + b + 0.3)) for a, b in shares]
    pieces = [piece(one, f"o{at % 3}", 0.3 + at / 5) for at, one in enumerate(stances)]
    turned = [replace(one, stance=Stance(one.stance.refutes, one.stance.supports, one.stance.neutral)) for one in pieces]
    question, dials = Question(1, table=TABLE), Dials()
    first, other = (verdicts.decide(one, question, dials.weighing.sufficiency, dials.judging) for one in (pieces, turned))
    assert other.draft.verdict is first.draft.verdict.mirrored()
    assert (other.chances[0].supported, other.chances[0].refuted) == (first.chances[0].refuted, first.chances[0].supported)


def test_one_credible_origin_is_enough_where_the_table_is_sure() -> None:
    dials = Dials()
    pieces = [piece(Stance(0.97, 0.01, 0.02), credibility=0.8)]
    sure = verdicts.decide(pieces, Question(1, table=TABLE), dials.weighing.sufficiency, dials.judging)
    by_rules = verdicts.decide(pieces, Question(1), dials.weighing.sufficiency, dials.judging)
    assert (sure.draft.verdict, by_rules.draft.verdict, by_rules.chances) == (_S, _N, ())


@pytest.mark.parametrize(("credibility", "verdict"), [(0.85, _N), (0.92, _S)])
def test_one_story_in_many_papers_decides_nothing_alone(credibility: float, verdict: Verdict) -> None:
    """Unless who carries it would be believed without the others."""
    sure = Chances(0.9, 0.05, 0.05)
    papers = [weighed(f"paper {number}", FOR, origin="a", credibility=credibility) for number in range(20)]
    assert selective.part(sure, papers, 0, _N, DIALS) is verdict
    assert selective.part(sure, [*papers, piece(FOR, "b")], 0, _N, DIALS) is _S  # somebody else says so, too


def test_a_page_of_nobody_known_neither_decides_nor_undoes() -> None:
    dials = Dials()
    alone = [piece(AGAINST, UNKNOWN_ORIGIN, 0.4)]
    beside = [piece(Stance(0.97, 0.01, 0.02)), *alone]
    told = [verdicts.verdict(one, Question(1, table=TABLE), dials.weighing.sufficiency, dials.judging) for one in (alone, beside)]
    assert told == [_N, _S]


def test_two_unrated_publishers_lean_further_than_one_and_decide_nothing() -> None:
    dials = Dials()
    one, other = (replace(piece(FOR, UNKNOWN_ORIGIN, 0.4), unrated_origin=name, evidence=name) for name in ("a.example", "b.example"))
    told = [
        verdicts.decide(pieces, Question(1, table=TABLE), dials.weighing.sufficiency, dials.judging) for pieces in ([one], [one, other])
    ]
    assert [decision.draft.verdict for decision in told] == [_N, _N]
    assert told[1].chances[0].supported > told[0].chances[0].supported + 0.1
