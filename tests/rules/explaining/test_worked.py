"""The formulas of explaining and of budgets, worked by hand."""

from datetime import date

import pytest

from tests.rules.weighing import given as make
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS
from tests.worked import works
from veracious.domain.budget import Account, Amount, Ask, Role
from veracious.domain.evidence import Evidence, Quote
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Verdict
from veracious.rules import spend
from veracious.rules.dials import Dials
from veracious.rules.explaining import claimreview, counterfactual, explain, results
from veracious.rules.explaining.claimreview import Review, Signature
from veracious.rules.judging import verdicts
from veracious.rules.judging.verdicts import Question
from veracious.rules.spend import Progress

DIALS = Dials()
ENOUGH, JUDGING, TELLING = DIALS.weighing.sufficiency, DIALS.judging, DIALS.telling
S, R, M, N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE


@works("explaining.explain.band")
@pytest.mark.parametrize(
    ("number", "word"),
    [
        (0.90, "very sure"),
        (0.896, "very sure"),  # shown as 0.90
        (0.89, "fairly sure"),
        (0.70, "fairly sure"),
        (0.69, "not very sure"),
        (0.40, "not very sure"),
        (0.39, "unsure"),
    ],
)
def test_the_word_for_a_number(number: float, word: str) -> None:
    assert explain.band(number, TELLING.explain) == word


def pool(parts: int, quote: str) -> list[Weighed]:
    """Two origins that support each of so many parts."""
    words = Quote("s", Span(0, len(quote)), quote)
    return [make.weighed(f"{name}{n}", SUPPORTS, subclaim=n, quote=words) for n in range(parts) for name in "ab"]  # type: ignore[arg-type]


MANY = [f"{n:02}" for n in range(30)]


@works("explaining.results.citations")
@pytest.mark.parametrize(
    ("quoted", "cited"),
    [
        ([("a", SUPPORTS, 0.8), ("b", REFUTES, 0.8), ("c", NEUTRAL, 0.8)], ["a", "b"]),  # most trusted first; what takes a side
        # for it three of credibility 0.6 or more, so those alone; against it there is none such, so all
        (
            [("a", REFUTES, 0.2), ("b", SUPPORTS, 0.6), ("c", SUPPORTS, 0.2), ("d", SUPPORTS, 0.7), ("e", SUPPORTS, 0.8)],
            ["a", "b", "d", "e"],
        ),
        ([("a", SUPPORTS, 0.2), ("b", SUPPORTS, 0.8), ("c", SUPPORTS, 0.8)], ["a", "b", "c"]),  # two credible ones are too few
        ([(name, SUPPORTS, 0.8) for name in MANY], MANY[:25]),
    ],
)
def test_each_side_has_its_citations(quoted: list[tuple[str, Stance, float]], cited: list[str]) -> None:
    """Each name is another page, and each is trusted a little less than the one before."""
    evidence = {name: make.ranked(name).evidence for name, _, _ in quoted}
    pieces = [
        make.weighed(name, stance, credibility=credibility, trust=0.9 - n / 100, quote=_quote(evidence[name]))  # type: ignore[arg-type]
        for n, (name, stance, credibility) in enumerate(quoted)
    ]
    found = results.citations(pieces, evidence, JUDGING.citations)
    assert [one.domain for one in found] == [f"{name}.example" for name in cited]


def _quote(evidence: Evidence) -> Quote:
    return Quote(evidence.passage.snapshot, evidence.passage.span, evidence.text)


@works("explaining.explain.sentences")
@pytest.mark.parametrize(
    ("parts", "quote", "count", "quoted"),
    [
        (1, "x", 2, "“x”"),  # an opening and a second
        (2, "x", 4, "“x”"),  # two of each
        (3, "x", 3, "“x”"),  # three and three would be six: the openings alone
        (5, "x", 4, "“x”"),  # of five openings four
        (1, "word " * 47 + "final words", 2, "word word …”"),  # 246 characters: cut at the last space of the first 240
    ],
)
def test_the_length_of_an_explanation(parts: int, quote: str, count: int, quoted: str) -> None:
    weighed = pool(parts, quote)
    decision = verdicts.decide(weighed, Question(parts), ENOUGH, JUDGING)
    told = explain.sentences(decision, [make.subclaim(f"Part {n}.") for n in range(parts)], weighed, TELLING.explain)
    assert len(told) == count
    assert quoted in told[0].text


@works("explaining.claimreview.render")
@pytest.mark.parametrize(("verdict", "rating"), [(S, 5), (M, 3), (R, 1), (N, None)])
def test_the_rating_of_a_verdict(verdict: Verdict, rating: int | None) -> None:
    review = Review("The lake is deep.", "https://v.example/r/1", date(2026, 1, 1))
    signed = Signature("The Lake Desk", "Ada Moe", date(2026, 1, 15))
    found = claimreview.render(review, verdict, signed, TELLING.rating)
    given = found and found["reviewRating"]
    assert (given["ratingValue"] if isinstance(given, dict) else None) == rating


@works("explaining.counterfactual.losses")
@pytest.mark.parametrize(
    ("voices", "flips"),
    [
        ({"a": SUPPORTS, "b": SUPPORTS}, {"without origin:a": N, "without origin:b": N}),  # one origin is not enough
        ({"a": SUPPORTS, "b": SUPPORTS, "c": SUPPORTS}, {}),  # two are left
        ({"a": SUPPORTS, "b": SUPPORTS, "c": REFUTES}, {"without origin:c": S}),  # the lone dissenter
    ],
)
def test_the_origins_whose_loss_flips(voices: dict[str, Stance], flips: dict[str, Verdict]) -> None:
    weighed = [make.weighed(name, stance) for name, stance in voices.items()]
    found = counterfactual.losses(weighed, Question(1), ENOUGH, JUDGING)
    assert {flip.change: flip.verdict for flip in found} == flips


@works("explaining.counterfactual.gains")
@pytest.mark.parametrize(
    ("voices", "flips"),
    [
        # of strength 0.7 and stance 0.9: 0.63 ≥ 0.45 is firm, and two origins decide
        ({}, {"2 more origins that support": S, "2 more origins that refute": R}),
        ({"a": SUPPORTS}, {"1 more origin that supports": S, "1 more origin that refutes": M}),
        ({"a": SUPPORTS, "b": SUPPORTS, "c": SUPPORTS}, {"1 more origin that refutes": M}),  # no support changes it
        # three against two: 3 + 5 = 8 ≥ 4 × 2 force it; 2 + 10 = 12 ≥ 4 × 3 would be too many
        ({"a": SUPPORTS, "b": SUPPORTS, "c": SUPPORTS, "d": REFUTES, "e": REFUTES}, {"5 more origins that support": S}),
        # two against two: 2 + 6 are needed on either side, one too many
        ({"a": SUPPORTS, "b": SUPPORTS, "c": REFUTES, "d": REFUTES}, {}),
    ],
)
def test_the_fewest_origins_that_would_flip(voices: dict[str, Stance], flips: dict[str, Verdict]) -> None:
    weighed = [make.weighed(name, stance) for name, stance in voices.items()]
    found = counterfactual.gains(weighed, Question(1), ENOUGH, JUDGING, TELLING.added)
    assert {flip.change: flip.verdict for flip in found} == flips


@works("explaining.counterfactual.gains")
@pytest.mark.parametrize(
    ("side", "stance"),
    [
        ("support", (0.9, (1 - 0.9) / 2, (1 - 0.9) / 2)),  # the rest of 0.9 in halves
        ("refute", ((1 - 0.9) / 2, 0.9, (1 - 0.9) / 2)),
    ],
)
def test_what_an_added_origin_is_like(side: str, stance: tuple[float, float, float]) -> None:
    (piece,) = counterfactual._added(side, 0, Question(1), TELLING.added)
    assert (piece.stance.supports, piece.stance.refutes, piece.stance.neutral) == pytest.approx(stance)
    assert piece.credibility == 0.7
    assert (piece.relevance, piece.anchor_match, piece.overlap, piece.trust) == (0.7, 0.7, 0.7, 0.7)


@works("spend.admit")
@pytest.mark.parametrize(
    ("cap", "before", "role", "admitted"),
    [
        (2, 0, Role.QUERY, True),  # 0 + 1 + 1 for the verdict ≤ 2
        (2, 1, Role.QUERY, False),  # 1 + 1 + 1 > 2
        (2, 1, Role.STANCE, True),  # 1 + 1 ≤ 2: the slot is its own
        (1, 0, Role.LEDGER, True),  # 0 + 1 ≤ 1
        (1, 1, Role.SECOND, False),  # 1 + 1 > 1
    ],
)
def test_a_call_leaves_the_slots_of_others_free(cap: int, before: int, role: Role, admitted: bool) -> None:
    account = Account(cap=Amount(calls=cap), spent=Amount(calls=before))
    assert (spend.admit(account, Ask("a", role, Amount(calls=1)), DIALS.spend).refused is None) is admitted


def progress(executed: int, left: bool = True, sufficient: bool = False, relaxed: bool = False, share: float = 0.0) -> Progress:
    """A search of a comparison that has come so far."""
    return Progress(executed, left, sufficient, relaxed, comparative=True, largest_share=share)


@works("spend.stop")
@pytest.mark.parametrize(
    ("far", "rule"),
    [
        (progress(1), ""),
        (progress(1, sufficient=True), "sufficient"),
        (progress(1, left=False), "queries_exhausted"),
        (progress(4), "query_budget"),  # 4 ≥ 4
        (progress(2, relaxed=True), "confidence_mode"),  # 2 ≥ 2
        (progress(1, relaxed=True), ""),
        (progress(2, share=0.8), "comparative_monopoly"),  # 0.8 ≥ 0.8 and 2 ≥ 2
        (progress(2, share=0.79), ""),
    ],
)
def test_the_rule_that_ends_the_search(far: Progress, rule: str) -> None:
    assert spend.stop(far, DIALS.stop) == rule
