"""What is heard, and what is decided from it part by part, worked by hand."""

from dataclasses import replace

import pytest

from tests.rules.weighing import given as make
from tests.rules.weighing.given import DAY, NEUTRAL, REFUTES, SUPPORTS
from tests.worked import works
from veracious.domain.claim import Trait
from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.dials import Dials
from veracious.rules.judging import verdicts
from veracious.rules.judging.verdicts import Question
from veracious.rules.ranking.recency import RecencyDials
from veracious.rules.weighing import coverage, evidence_trust
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, Scale

DIALS = Dials()
COVERAGE = DIALS.weighing.sufficiency.coverage
S, R, M, N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE
EMPTY = Quote("s", Span(0, 0), "")


def piece(name: str, stance: Stance, level: float = 0.6, **other: object) -> Weighed:
    """A piece whose strength is `level`: all three parts at it; the rest by name."""
    return make.weighed(name, stance, anchor_match=level, overlap=level, relevance=level, **other)  # type: ignore[arg-type]


@works("weighing.evidence_trust.weigh")
@pytest.mark.parametrize(
    ("credibility", "origins", "counted"),
    [
        (0.8, {"a": "1", "b": "1"}, ["a"]),  # the same words of one origin
        (0.8, {"a": "1", "b": "2"}, ["a", "b"]),  # of two
        (None, {"a": "1", "b": "2"}, ["a"]),  # of two that nobody has rated, which are one
    ],
)
def test_the_same_words_of_one_origin_count_once(credibility: float | None, origins: dict[str, str], counted: list[str]) -> None:
    entries = [make.ranked(name, credibility=credibility, text="The lake is deep.") for name in "ab"]
    judged = [make.judged(entry, SUPPORTS) for entry in entries]
    found = evidence_trust.weigh(entries, judged, [make.subclaim()], origins, Scale(DAY, DIALS.weighing.trust, RecencyDials()))
    assert [one.evidence for one in found] == counted


@works("weighing.coverage.firmness")
@pytest.mark.parametrize(
    ("stance", "level", "steps", "firmness"),
    [
        (SUPPORTS, 0.6, 0.6 * 0.9, 0.54),
        (REFUTES, 0.6, 0.6 * 0.9, 0.54),  # the same the other way
        (Stance(0.55, 0.25, 0.20), 0.8, 0.8 * 0.55, 0.44),  # below 0.45: not firm, though strong
        (Stance(0.95, 0.01, 0.04), 0.2, 0.2 * 0.95, 0.19),  # sure, and about little of it
    ],
)
def test_the_firmness_of_a_piece(stance: Stance, level: float, steps: float, firmness: float) -> None:
    assert steps == pytest.approx(firmness)
    assert coverage.firmness(piece("a", stance, level), COVERAGE) == pytest.approx(firmness)


LOUD = piece("loud", SUPPORTS, 0.6, origin="1", credibility=0.7, trust=0.5)  # 0.6 × 0.9 = 0.54: firm
FAINT = piece("faint", SUPPORTS, 0.3, origin="1", credibility=0.95, trust=0.9)  # 0.3 × 0.9 = 0.27: heard in part


@works("weighing.coverage.measure")
@pytest.mark.parametrize(
    ("pool", "support", "firm", "credibility", "trust"),
    [
        ([piece("a", NEUTRAL, 1.0)], 0.0, (), 0.0, 0.0),  # takes no side
        ([piece("a", SUPPORTS, 1.0, quote=EMPTY)], 0.0, (), 0.0, 0.0),  # has no quote
        ([LOUD, FAINT], 0.54, ("1",), 0.7, 0.9),  # the firmest of an origin counts; the trust of all that are heard
        ([FAINT], 0.27, (), 0.0, 0.9),  # nobody is firm, so nobody lends credibility
        ([piece("a", SUPPORTS, 0.6, origin=UNKNOWN_ORIGIN)], 0.54, (UNKNOWN_ORIGIN,), 0.0, 0.8),
    ],
)
def test_who_is_heard_on_a_subclaim(pool: list[Weighed], support: float, firm: tuple[str, ...], credibility: float, trust: float) -> None:
    """The same holds the other way."""
    (detail,) = coverage.measure(pool, 1, COVERAGE)
    assert (detail.support, detail.supporting_credibility, detail.best_trust) == pytest.approx((support, credibility, trust))
    assert (detail.supporting, detail.refuting, detail.refuters) == (firm, (), 0)
    (other,) = coverage.measure([make.weighed(**_mirrored(one)) for one in pool], 1, COVERAGE)  # type: ignore[arg-type]
    assert (other.refutation, other.refuting, other.refuting_credibility) == (detail.support, firm, detail.supporting_credibility)


def _mirrored(one: Weighed) -> dict[str, object]:
    values = {name: getattr(one, name) for name in one.__slots__ if name not in ("evidence", "stance")}
    return {"name": one.evidence, "stance": one.stance.mirrored(), **values}


FIRST = [piece("a", SUPPORTS), piece("b", SUPPORTS)]  # two firm origins for the first part
SECOND = [piece("c", SUPPORTS, subclaim=1, credibility=0.95)]  # one credible firm origin for the second
FEW = [piece("d", REFUTES, 0.2, subclaim=1), piece("e", REFUTES, 0.2, subclaim=1)]  # two against it, each 0.18: not heard, but more


DISTRUSTED = [replace(one, trust=0.05) for one in (*FIRST, *SECOND)]


@works("judging.verdicts.decide")
@pytest.mark.parametrize(
    ("pool", "question", "drafted", "parts", "verdict"),
    [
        ([*FIRST, *SECOND], Question(2), (S, S), (S, S), S),
        ([*FIRST, *SECOND, *FEW], Question(2), (S, S), (S, N), N),  # more origins oppose the second part than share it
        (FIRST, Question(1, frozenset({Trait.ABSOLUTE_QUANTIFIER})), (S,), (N,), N),  # "all" needs three
        (FIRST, Question(2), (S, N), (S, N), N),  # an open part leaves the other as it is
        (DISTRUSTED, Question(2), (S, S), (N, N), N),  # trust below 0.30 undoes the whole, and what undoes the whole undoes its parts
    ],
)
def test_parts_are_guarded_before_they_are_joined(
    pool: list[Weighed], question: Question, drafted: tuple[Verdict, ...], parts: tuple[Verdict, ...], verdict: Verdict
) -> None:
    found = verdicts.decide(pool, question, DIALS.weighing.sufficiency, DIALS.judging)
    assert (found.facts.drafted, found.facts.parts, found.draft.verdict) == (drafted, parts, verdict)


def test_a_guard_of_a_part_signs_for_it() -> None:
    found = verdicts.decide([*FIRST, *SECOND, *FEW], Question(2), DIALS.weighing.sufficiency, DIALS.judging)
    assert [(act.guard, act.changed, act.part) for act in found.draft.acted if act.part is not None] == [
        ("voices_must_not_oppose", "verdict", 1)
    ]
