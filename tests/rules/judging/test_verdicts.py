"""Parts, guards and decisions."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tests.rules.weighing import given as make
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS
from veracious.domain.claim import Trait
from veracious.domain.decision import Decision, Draft
from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Citation, Verdict
from veracious.rules.dials import Dials
from veracious.rules.judging import aggregate, confidence, guards, verdicts
from veracious.rules.judging.aggregate import CitationDials, DecisiveDials
from veracious.rules.judging.guards import GuardDials, StrongDials
from veracious.rules.judging.verdicts import JudgingDials, Question
from veracious.rules.weighing.sufficiency import SufficiencyDials

S, R, M, N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE
ENOUGH, DIALS = SufficiencyDials(), JudgingDials()
ONE = Question(1)


def decide(pool: list[Weighed], question: Question = ONE, dials: JudgingDials = DIALS) -> Decision:
    return verdicts.decide(pool, question, ENOUGH, dials)


@pytest.mark.parametrize(
    ("parts", "default", "reference"),
    [
        ((), N, N),
        ((S,), S, S),
        ((S, S), S, S),
        ((R, R), R, R),
        ((S, R), M, R),  # seed E: any refuted part refutes
        ((M, R), M, R),
        ((M, S), M, M),
        ((R, N), R, R),
        ((S, N), N, M),  # seed E: anything else is mixed
        ((N, N), N, N),
        ((M, N), M, M),
    ],
)
def test_parts_are_joined_in_order_of_priority(parts: tuple[Verdict, ...], default: Verdict, reference: Verdict) -> None:
    assert aggregate.whole(parts, DecisiveDials()) is default
    assert aggregate.whole(parts, Dials.reference().judging.decisive) is reference


@pytest.mark.parametrize(
    ("pool", "verdict"),
    [
        ([], N),
        ([make.weighed("a", NEUTRAL)], N),
        ([make.weighed("a", SUPPORTS)], N),  # one origin is not enough
        ([make.weighed("a", SUPPORTS, credibility=0.95)], S),  # unless its credibility is
        ([make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS)], S),
        ([make.weighed("a", REFUTES), make.weighed("b", REFUTES)], R),
        ([make.weighed("a", SUPPORTS), make.weighed("b", REFUTES)], M),
        ([make.weighed("a", SUPPORTS, origin="origin:unknown", credibility=0.95)], N),  # an unknown source is never enough alone
    ],
)
def test_a_decision_needs_two_origins_or_a_credible_one(pool: list[Weighed], verdict: Verdict) -> None:
    assert decide(pool).draft.verdict is verdict


def test_twenty_copies_decide_nothing() -> None:
    copies = [make.weighed(f"copy{k}", SUPPORTS, origin="origin:wire") for k in range(20)]
    assert decide(copies).draft.verdict is N


def test_each_guard_signs_what_it_changed() -> None:
    """Weak evidence: the parts say nothing, so truth is set to what cannot be decided, 0.45."""
    found = decide([make.weighed("a", NEUTRAL)])
    assert [act.guard for act in found.draft.acted] == ["undecided_truth_is_open"]
    assert found.draft.truth == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("supporting", "refuting", "verdict", "truth"),
    [
        (4, 1, S, 0.75),  # four firm origins against one: 4 ≥ max(3, 4 × 1); UNKNOWN gives 0.45 − 0.10 = 0.35, raised to 0.75
        (1, 4, R, 0.25),  # 0.35, lowered to 0.25
        (3, 1, M, 0.35),  # 3 < 4 × 1
        (8, 2, S, 0.75),  # 8 ≥ 4 × 2
        (7, 2, M, 0.35),
    ],
)
def test_a_side_that_outnumbers_the_other_four_to_one_decides(supporting: int, refuting: int, verdict: Verdict, truth: float) -> None:
    pool = [make.weighed(f"s{k}", SUPPORTS) for k in range(supporting)] + [make.weighed(f"r{k}", REFUTES) for k in range(refuting)]
    found = decide(pool)
    assert found.draft.verdict is verdict
    assert found.draft.truth == pytest.approx(truth)
    assert ("strong_voices_force_truth" in {act.guard for act in found.draft.acted}) == (verdict is not M)


def test_a_verdict_that_more_origins_oppose_is_none() -> None:
    """Two firm supports decide; three refutations too weak to be firm outvote them."""
    faint = {"anchor_match": 0.2, "overlap": 0.2, "relevance": 0.2}
    pool = [make.weighed(name, SUPPORTS) for name in "ab"] + [make.weighed(name, REFUTES, **faint) for name in "cde"]
    found = decide(pool)
    assert (found.facts.drafted, found.facts.parts, found.draft.verdict) == ((S,), (N,), N)
    assert ("voices_must_not_oppose", 0) in {(act.guard, act.part) for act in found.draft.acted}


def test_a_part_is_not_carried_by_the_voices_of_another() -> None:
    """Part 0 is opposed as above; two more supporters of part 1 change nothing for it."""
    faint = {"anchor_match": 0.2, "overlap": 0.2, "relevance": 0.2}
    pool = [make.weighed(name, SUPPORTS) for name in "ab"] + [make.weighed(name, REFUTES, **faint) for name in "cde"]
    both = [*pool, *(make.weighed(name, SUPPORTS, subclaim=1) for name in "fgh")]
    found = decide(both, Question(2))
    assert found.facts.parts == (N, S)
    assert found.draft.verdict is N


def test_a_sole_source_borrows_no_credibility() -> None:
    """A blog alone decides nothing, even when a credible piece of its origin speaks faintly against it, or on another part."""
    faint = {"anchor_match": 0.1, "overlap": 0.1, "relevance": 0.1}
    blog = make.weighed("blog", SUPPORTS, origin="o", credibility=0.1)
    against = make.weighed("agency", REFUTES, origin="o", credibility=0.95, **faint)
    assert decide([blog, against]).draft.verdict is N
    assert decide([blog, make.weighed("agency", SUPPORTS, origin="o", credibility=0.95, subclaim=1, **faint)], Question(2)).facts.parts == (
        N,
        N,
    )


def test_a_refuter_never_helps_an_absolute_claim() -> None:
    faint = {"anchor_match": 0.1, "overlap": 0.1, "relevance": 0.1}
    pool = [make.weighed(name, SUPPORTS) for name in "ab"]
    absolute = Question(1, frozenset({Trait.ABSOLUTE_QUANTIFIER}))
    assert decide([*pool, make.weighed("c", REFUTES, **faint)], absolute).draft.verdict is N


def test_what_leans_without_taking_a_side_is_not_heard() -> None:
    """Half support and half silence is silence, however relevant."""
    leaning = Stance(0.5, 0.0, 0.5)
    pool = [
        make.weighed("a", leaning),
        make.weighed("b", leaning),
        make.weighed("c", SUPPORTS, anchor_match=0.1, overlap=0.1, relevance=0.1),
    ]
    assert decide(pool).draft.verdict is N


def test_one_more_support_never_takes_a_verdict_away() -> None:
    """A trusted but faint piece of an origin does not hide its firm one."""
    pool = [make.weighed(name, SUPPORTS) for name in "ab"]
    faint = make.weighed("a2", SUPPORTS, origin="origin:a", trust=0.9, anchor_match=0.1, overlap=0.1, relevance=0.1)
    assert decide(pool).draft.verdict is S
    assert decide([*pool, faint]).draft.verdict is S


@pytest.mark.parametrize(
    "pool",
    [
        [make.weighed("a", SUPPORTS, origin="o"), make.weighed("b", REFUTES, origin="o")],  # one origin against itself
        [make.weighed("a", SUPPORTS, origin="origin:unknown"), make.weighed("b", REFUTES, origin="origin:unknown")],
        [make.weighed("a", SUPPORTS, trust=0.05), make.weighed("b", REFUTES, trust=0.05)],  # whom nobody trusts
    ],
)
def test_a_dispute_needs_two_origins_and_trust(pool: list[Weighed]) -> None:
    assert decide(pool).draft.verdict is N


def test_what_undoes_the_whole_undoes_its_parts() -> None:
    """Too little trust in all of it: neither the claim nor its part is called supported."""
    found = decide([make.weighed(name, SUPPORTS, trust=0.05) for name in "abc"])
    assert (found.drafted.verdict, found.draft.verdict, found.facts.parts) == (S, N, (N,))


def test_what_cannot_be_cited_decides_nothing() -> None:
    pool = [replace(make.weighed(name, SUPPORTS), quote=Quote("s", Span(0, 0), "")) for name in "abc"]
    assert decide(pool).draft.verdict is N
    faint = make.weighed("z", REFUTES, anchor_match=0.1, overlap=0.1, relevance=0.1)
    assert decide([*pool, faint]).draft.verdict is N  # a quote against it is no quote for it
    three = replace(DIALS, guards=GuardDials(strong=StrongDials(quoted_at_least=3)))
    found = decide([make.weighed(name, SUPPORTS) for name in "ab"], dials=three)
    assert (found.facts.drafted, found.draft.verdict) == ((S,), N)
    assert "uncited_decides_nothing" in {act.guard for act in found.draft.acted}


def test_always_needs_three_origins() -> None:
    pool = [make.weighed(name, SUPPORTS) for name in "ab"]
    absolute = Question(1, frozenset({Trait.ABSOLUTE_QUANTIFIER}))
    assert decide(pool, absolute).draft.verdict is N
    assert decide([*pool, make.weighed("c", SUPPORTS)], absolute).draft.verdict is S
    assert "absolute_quantifier_needs_more" in {act.guard for act in decide(pool, absolute).draft.acted}


def test_strongly_valid_is_lifted_and_then_held_by_diversity() -> None:
    """Two origins: truth 1.0, lifted to no more; the ceiling 0.85 + 0.10 × 0.5 = 0.90 holds. Three: 0.95."""
    assert decide([make.weighed(name, SUPPORTS) for name in "ab"]).draft.truth == pytest.approx(0.90)
    assert decide([make.weighed(name, SUPPORTS) for name in "abc"]).draft.truth == pytest.approx(0.95)


def test_an_excluded_amount_makes_a_refuted_claim_low() -> None:
    pool = [make.weighed(name, REFUTES) for name in "ab"]
    assert decide(pool, Question(1, numeric_conflict=True)).draft.truth <= 0.10


def test_a_guard_can_be_switched_off() -> None:
    off = replace(DIALS, off=frozenset({"undecided_truth_is_open"}))
    assert decide([], dials=off).draft.truth != decide([]).draft.truth


@given(make.pools())
def test_the_listed_guards_recompute_verdict_truth_and_confidence(pool: list[Weighed]) -> None:
    """Running only the guards and limits that signed, on the draft before them, gives the same."""
    for dials in (DIALS, Dials.reference().judging):
        found = decide(pool, Question(3), dials)
        signed = {act.guard for act in found.draft.acted}
        unsigned = frozenset(one.__name__ for one in (*guards.GUARDS, *confidence.LIMITS)) - signed
        for index, before in enumerate(found.facts.drafted):
            own = {act.guard for act in found.draft.acted if act.part == index}
            off = frozenset(one.__name__ for one in guards.PARTS) - own
            after = guards.apply_to_part(Draft(before, 0.5, 0.0), verdicts.of_part(found.facts, index), dials.guards, off)
            assert after.verdict is found.facts.parts[index] or found.draft.verdict is N
        guarded = guards.apply(found.drafted, found.facts, dials.guards, unsigned)
        sure = confidence.score(guarded.truth, found.facts, dials.confidence)
        again = confidence.limit(replace(guarded, confidence=sure), found.facts, dials.caps, unsigned)
        assert again.verdict is found.draft.verdict
        assert again.truth == pytest.approx(found.draft.truth, abs=1e-9)
        assert again.confidence == pytest.approx(found.draft.confidence, abs=1e-9)


@given(make.pools())
def test_a_decision_is_bounded_order_free_and_never_from_nothing(pool: list[Weighed]) -> None:
    found = decide(pool, Question(3))
    assert 0 <= found.draft.truth <= 1
    assert 0 <= found.draft.confidence <= 0.95
    Random(3).shuffle(pool)
    assert decide(pool, Question(3)) == found
    if not found.facts.origins:
        assert found.draft.verdict is N


@given(make.pools())
def test_swapping_every_stance_swaps_the_verdict_of_one_subclaim(pool: list[Weighed]) -> None:
    """The mirror: supported and refuted change places, the other two stay; belief changes its sign."""
    single = [replace(piece, subclaim=0) for piece in pool]
    found, mirrored = decide(single), decide(make.mirrored(single))
    assert mirrored.draft.verdict is found.draft.verdict.mirrored()
    assert mirrored.beliefs[0].log_odds == pytest.approx(-found.beliefs[0].log_odds)


@given(make.pools())
def test_no_decisive_verdict_without_its_origins(pool: list[Weighed]) -> None:
    found = decide([replace(piece, subclaim=0) for piece in pool])
    if found.draft.verdict in (S, R):
        detail = found.facts.sufficiency.details[0]
        firm = detail.supporting if found.draft.verdict is S else detail.refuting
        assert len(firm) >= 2 or max(piece.credibility for piece in pool if piece.origin in firm) >= 0.9


def citation(name: str, url: str) -> Citation:
    return Citation(Quote(name, Span(0, 1), "x"), f"{name}.example", "", url)


def test_citations_are_one_a_page_credible_first_and_at_most_25() -> None:
    """Thirty pages, each twice: 25 are shown. With three credible of ten (30 %) only those; with two of ten all ten."""
    many = [citation(f"s{k}", f"https://s{k}.example/a-b-c-d?utm_source=x") for k in range(30)] * 2
    assert len(aggregate.cite(many, {}, CitationDials())) == 25
    ten = many[:10]
    three = {f"s{k}.example": 0.9 for k in range(3)}
    assert [c.domain for c in aggregate.cite(ten, three, CitationDials())] == ["s0.example", "s1.example", "s2.example"]
    assert len(aggregate.cite(ten, {"s0.example": 0.9, "s1.example": 0.9}, CitationDials())) == 10


def test_a_citation_of_something_never_looked_at_is_dropped() -> None:
    kept = aggregate.valid([citation("a", "https://a.example/x-y-z"), citation("b", "https://b.example/x-y-z")], frozenset({"a"}))
    assert [c.quote.snapshot for c in kept] == ["a"]


def test_the_guards_that_are_one_sided_are_listed() -> None:
    names = [one.__name__ for one in dict.fromkeys((*guards.PARTS, *guards.GUARDS, *confidence.LIMITS))]
    assert len(set(names)) == len(names)
    assert set(guards.ONE_SIDED) <= set(names)
    assert all(guards.ONE_SIDED.values())
