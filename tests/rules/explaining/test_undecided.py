"""Why a claim was left undecided, one reason after the other."""

from dataclasses import replace

import pytest

from tests.rules.weighing.given import weighed
from tests.worked import works
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.rules.dials import Dials
from veracious.rules.explaining import undecided
from veracious.rules.explaining.undecided import DecisionBasis
from veracious.rules.judging import verdicts
from veracious.rules.judging.selective import DecisionTable
from veracious.rules.judging.verdicts import Question
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN

TABLE = DecisionTable("worked", 0.5, (("own", 1.0), ("second", 2.0), ("against", 0.0), ("other", -1.0)))
FOR, SILENT = Stance(0.9, 0.05, 0.05), Stance(0.05, 0.05, 0.9)


def piece(stance: Stance, name: str = "a", **other: float | str) -> Weighed:
    return weighed(name, stance, **other)


def told(pieces: list[Weighed], doubted: frozenset[tuple[int, str]] = frozenset(), told: bool = True) -> str:
    dials = Dials()
    question = Question(1, table=TABLE, doubted=doubted)
    decision = verdicts.decide(pieces, question, dials.weighing.sufficiency, dials.judging)
    heard = DecisionBasis(pieces, doubted)
    return undecided.why(decision, heard, dials.judging.selective, replace(dials.telling.explain, undecided_told=told))


@works("explaining.undecided.why")
@pytest.mark.parametrize(
    ("pieces", "doubted", "why"),
    [
        ([piece(FOR)], frozenset(), ""),  # decided
        ([piece(SILENT)], frozenset(), "Nothing that was found takes a side."),
        ([], frozenset(), "Nothing that was found takes a side."),
        ([piece(FOR)], frozenset({(0, "a")}), "The two judges disagree on the only origin that takes a side."),
        # e^0.5 × 0.51 / 0.49 = 1.7160 (0.9 × 0.4 / 0.7 = 0.5143 heard) against e^0.5 × 0.0294 = 0.0485 and 1
        (
            [piece(FOR, credibility=0.4, origin=UNKNOWN_ORIGIN)],
            frozenset(),
            "is 0.62, but nobody says so who is rated as credible.",
        ),
        # e^0.5 × 0.55 / 0.45 = 2.0151 against e^0.5 × 0.25 = 0.4122 and 1
        ([piece(Stance(0.55, 0.2, 0.25))], frozenset(), "The chance that it is supported is 0.59; a verdict is given from 0.65 on."),
        ([piece(Stance(0.4, 0.3, 0.3))], frozenset(), "What was found makes neither side likely."),
        (
            [piece(Stance(0.99, 0.0, 0.01), credibility=0.45)],
            frozenset(),
            "The chance that it is supported is 0.74, but no source that says so is credible enough.",
        ),
        (
            [piece(FOR, name, origin="story", credibility=0.8) for name in "ab"],
            frozenset(),
            "The chance that it is supported is 0.93, but all who say so carry one story.",
        ),
    ],
)
def test_the_first_reason_is_told(pieces: list[Weighed], doubted: frozenset[tuple[int, str]], why: str) -> None:
    assert told(pieces, doubted).endswith(why)
    assert bool(told(pieces, doubted)) is bool(why)
    assert told(pieces, doubted, told=False) == ""
