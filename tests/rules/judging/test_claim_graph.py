"""How the claims of an article bear on each other, worked by hand, and the laws of the graph."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worked import works
from veracious import wiring
from veracious.domain.article import ArticleClaim, ClaimGraph, Edge, Relation
from veracious.domain.span import Span
from veracious.rules.dials import Dials
from veracious.rules.judging import claim_graph, propagation
from veracious.rules.judging.claim_graph import CoreDials, EdgeDials, PairDials, Statement, Words

DIALS = Dials()
GRAPH = DIALS.article.graph
MEASURE = DIALS.measure(wiring.lexicon())
WORDS = Words(MEASURE, DIALS.reading, GRAPH.edges)
SUPPORTS, CONTRADICTS, DEPENDS = Relation.SUPPORTS, Relation.CONTRADICTS, Relation.DEPENDS


def claim(number: int, text: str, *names: str) -> ArticleClaim:
    """Claims stand one behind the other, by their numbers."""
    return ArticleClaim(f"c{number}", text, Span(1000 * number, 1000 * number + len(text)), names=names or ("acme",))


def said(text: str, *names: str) -> Statement:
    return claim_graph.read(claim(1, text, *names), WORDS)


def graph(*texts: str) -> ClaimGraph:
    claims = [claim(number, text) for number, text in enumerate(texts)]
    return claim_graph.build(claims, MEASURE, DIALS.reading, GRAPH)


# Pairs.


def numbers(pairs: Sequence[claim_graph.Pair]) -> list[tuple[str, str]]:
    return [(pair.earlier.id, pair.later.id) for pair in pairs]


@works("judging.claim_graph.pairs")
@pytest.mark.parametrize(
    ("names", "dials", "expected"),
    [
        (["a", "b", "a"], PairDials(), [("c0", "c2")]),  # they share a name, though another claim stands between
        (["a", "b", "c"], PairDials(), []),  # none is shared
        (["a", "a", "a", "a"], PairDials(nearest=2), [("c0", "c1"), ("c0", "c2"), ("c1", "c2"), ("c1", "c3"), ("c2", "c3")]),
        (["a", "a", "a", "b"], PairDials(common_from=4, common_share=0.5), [("c0", "c1"), ("c1", "c2")]),  # 3 > 0.5 × 4: neighbours
        (["a", "a", "a", "b"], PairDials(common_from=4), [("c0", "c1"), ("c0", "c2"), ("c1", "c2")]),  # 3 is not more than 0.8 × 4
        (["a"] * 4, PairDials(common_from=5), [(f"c{a}", f"c{b}") for a in range(4) for b in range(a + 1, 4)]),  # too few claims
    ],
)
def test_which_claims_are_compared(names: list[str], dials: PairDials, expected: list[tuple[str, str]]) -> None:
    assert numbers(claim_graph.pairs([claim(k, "A claim.", name) for k, name in enumerate(names)], dials)) == expected


def test_pairs_of_ten_thousand_claims_that_share_a_name_grow_with_the_claims() -> None:
    """Common to all: each with the one before, 9,999. Twice as many claims give twice as many; a second name, none.

    Were the name not common, each would be compared with the eight before it: 8 × 9,992 + 7 + 6 + 5 + 4 + 3 + 2 + 1 = 79,964 pairs.
    """
    article = [claim(k, "Acme grew.", "acme", "industry") for k in range(20_000)]
    assert len(claim_graph.pairs(article[:10_000], PairDials())) == 9_999
    assert len(claim_graph.pairs(article, PairDials())) == 19_999
    assert len(claim_graph.pairs(article[:10_000], PairDials(common_share=1.0))) == 79_964


@given(st.lists(st.lists(st.sampled_from("abcde"), max_size=4), max_size=40), st.integers(1, 4))
def test_pairs_are_no_more_than_names_times_the_nearest(names: list[list[str]], nearest: int) -> None:
    claims = [ArticleClaim(f"c{k}", "x", Span(k, k + 1), names=tuple(told)) for k, told in enumerate(names)]
    found = claim_graph.pairs(claims, PairDials(nearest=nearest))
    assert len(found) <= nearest * sum(len(set(told)) for told in names)
    assert all(set(pair.earlier.names) & set(pair.later.names) and pair.earlier.span < pair.later.span for pair in found)


# Relations.


@works("judging.claim_graph.likeness")
@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        (said("Acme was fined."), said("The regulator fined Acme."), 2 * 1 / (1 + 2)),  # fine; regulator, fine; one name
        (said("Acme was fined 3 million euros."), said("The fine on Acme was 2 million euros."), 1.0),  # amounts are left out
        (said("Ana met Acme.", "ana", "acme"), said("Bob met Acme.", "bob", "acme"), 2 * 1 / (2 + 2)),  # other names: min(1/2, 1)
        (said("Acme opened a plant."), said("Acme opened an office."), 2 * 1 / (2 + 2)),
        (said("Acme opened a plant."), said("Acme sold shares."), 0.0),
    ],
)
def test_how_far_two_claims_say_the_same(first: Statement, second: Statement, alike: float) -> None:
    assert claim_graph.likeness(first, second) == pytest.approx(alike)
    assert claim_graph.likeness(second, first) == pytest.approx(alike)


@works("judging.claim_graph.contradiction")
@pytest.mark.parametrize(
    ("first", "second", "weight"),
    [
        ("Acme was fined 3 million euros.", "The fine on Acme was 2 million euros.", 0.8 * 1.0),  # another amount of the same
        ("Acme was fined 3 million euros in May 2021.", "The fine on Acme was 2 million euros.", 0.8 * 1.0 * 0.5),  # one alone is dated
        ("Acme was fined 3 million euros.", "The regulator fined Acme 2 million euros.", 0.8 * 2 / 3),
        ("Acme paid the fine.", "Acme did not pay the fine.", 0.8 * 1.0),  # denied
        ("Acme's profit rose in 2020.", "Acme's profit fell in 2020.", 0.8 * 1.0),  # without rise and fall both say: profit
        ("Acme grew.", "Acme shrank.", 0.8 * 1.0),  # nothing is left but the name
        ("Acme's profit did not rise.", "Acme's profit fell.", 0.0),  # both can be true
        ("Acme's profit rose in 2020.", "Acme's profit fell in 2021.", 0.0),  # of other years
        ("Acme had 40 employees in 2019.", "Acme had 90 employees in 2023.", 0.0),
        ("Acme was fined in 2019.", "Acme was fined in 2021.", 0.0),  # what happens may happen twice
        ("Acme was fined 3 million euros.", "Acme did not pay the fine.", 0.0),  # another verb is denied
        ("Acme was fined 3 million euros.", "Acme was fined 3,000,000 euros.", 0.0),  # the same amount
        ("Acme opened a plant.", "Acme did not open an office.", 0.0),  # likeness 1/2 is below 0.6
    ],
)
def test_what_cannot_both_be_true(first: str, second: str, weight: float) -> None:
    assert claim_graph.contradiction(said(first), said(second), WORDS) == pytest.approx(weight)
    assert claim_graph.contradiction(said(second), said(first), WORDS) == pytest.approx(weight)


@works("judging.claim_graph.support")
@pytest.mark.parametrize(
    ("first", "second", "weight"),
    [
        ("Acme was fined 3 million euros.", "The regulator fined Acme 3 million euros.", 0.3 * 2 / 3),
        ("Acme closed its plant.", "Acme closed a plant.", 0.3 * 1.0),
        ("Acme was fined 3 million euros.", "The regulator fined Acme 2 million euros.", 0.0),  # another amount
        ("Acme was fined in 2019.", "Acme was fined in 2021.", 0.0),  # another year
        ("Acme closed its plant.", "Acme did not close its plant.", 0.0),
        ("Acme's profit rose.", "Acme's profit fell.", 0.0),
        ("Acme opened a plant.", "Acme opened an office.", 0.0),  # 1/2 is below 0.6
    ],
)
def test_what_says_the_same_again(first: str, second: str, weight: float) -> None:
    assert claim_graph.support(said(first), said(second), WORDS) == pytest.approx(weight)


@works("judging.claim_graph.dependence")
@pytest.mark.parametrize(
    ("source", "target", "weight"),
    [
        ("Acme was fined 3 million euros.", "Acme paid the fine.", 0.6 * 1 / 1),  # "the fine" was brought in
        ("Acme was fined 3 million euros.", "The record fine hurt Acme.", 0.6 * 1 / 2),  # of record and fine one was
        ("The fine led to layoffs at Acme.", "Layoffs at Acme began in June.", 0.6 * 1 / 1),  # the subject was
        ("Acme sold its mines.", "Acme sold mines because prices collapsed.", 0.6 * 2 / 2),  # both words of it, and a cause
        ("Acme paid the fine.", "Acme was fined 3 million euros.", 0.0),  # not the other way
        ("Acme opened a plant.", "Acme sold shares.", 0.0),
    ],
)
def test_what_cannot_hold_without_the_other(source: str, target: str, weight: float) -> None:
    assert claim_graph.dependence(said(source), said(target), WORDS) == pytest.approx(weight)


def test_a_graph_of_an_article() -> None:
    """The fine is brought in by the first; the third claim contradicts it, and the amount of the second says it again."""
    found = graph(
        "Acme was fined 3 million euros.",
        "The regulator fined Acme 3 million euros.",
        "The fine on Acme was 2 million euros.",
        "Acme paid the fine.",
    )
    assert [(edge.source, edge.target, edge.relation) for edge in found.edges] == [
        ("c0", "c1", SUPPORTS),
        ("c0", "c2", CONTRADICTS),
        ("c0", "c3", DEPENDS),
        ("c1", "c2", CONTRADICTS),
        ("c1", "c3", DEPENDS),
        ("c2", "c3", SUPPORTS),  # both speak of "the fine" as known: neither brings it in
    ]
    assert found.removed == ()


def test_a_dependence_may_run_back() -> None:
    """The text speaks of the fine before it says that there was one."""
    assert graph("The fine hurts Acme.", "Acme was fined by the regulator.").edges == (Edge("c1", "c0", DEPENDS, EdgeDials().depends),)


# Circles.

A, B, C = Edge("a", "b", DEPENDS, 0.5), Edge("b", "c", SUPPORTS, 0.4), Edge("c", "a", DEPENDS, 0.3)
PLACES = {"a": 0, "b": 1, "c": 2}


@works("judging.claim_graph.acyclic")
@pytest.mark.parametrize(
    ("edges", "removed"),
    [
        ((A, B, C), (C,)),  # the lightest of the circle, which runs back
        ((A, B, replace(C, weight=0.9)), (B,)),  # the lightest again, though it runs forward
        ((A, B), ()),
        ((replace(A, weight=0.4), B, replace(C, weight=0.4)), (B,)),  # of three alike SUPPORTS goes before DEPENDS
        ((replace(A, weight=0.3), replace(B, relation=DEPENDS, weight=0.3), C), (C,)),  # all alike: the one whose source stands last
    ],
)
def test_a_circle_loses_its_lightest_edge(edges: tuple[Edge, ...], removed: tuple[Edge, ...]) -> None:
    kept, left_out = claim_graph.acyclic(edges, PLACES)
    assert left_out == removed
    assert set(kept) == set(edges) - set(removed)


@st.composite
def tangles(draw: st.DrawFn) -> tuple[list[Edge], dict[str, int]]:
    """Up to nine claims with edges any way, at most one to a pair."""
    size = draw(st.integers(2, 9))
    ends = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda pair: pair[0] < pair[1])
    relation, weight = st.sampled_from(Relation), st.sampled_from((0.2, 0.4, 0.6))
    edges = []
    for pair in sorted(draw(st.sets(ends, max_size=30))):
        source, target = pair if draw(st.booleans()) else pair[::-1]
        edges.append(Edge(f"c{source}", f"c{target}", draw(relation), draw(weight)))
    return edges, {f"c{place}": place for place in range(size)}


@given(tangles(), st.randoms(use_true_random=False))
def test_what_is_kept_has_no_circle_and_each_that_is_left_out_would_close_one(
    tangle: tuple[list[Edge], dict[str, int]], chance: Random
) -> None:
    edges, places = tangle
    kept, removed = claim_graph.acyclic(edges, places)
    propagation.order(ClaimGraph(tuple(places), kept))  # raises where there is a circle
    for edge in removed:
        heavier = tuple(one for one in kept if one.weight >= edge.weight)
        with pytest.raises(ValueError, match="circle"):
            propagation.order(ClaimGraph(tuple(places), (*heavier, edge)))
    assert claim_graph.acyclic(chance.sample(edges, len(edges)), places) == (kept, removed)


# Centrality.


@works("judging.claim_graph.centrality")
@pytest.mark.parametrize(
    ("edges", "shares"),
    [
        ((A, B), (0.5 / 0.9, 0.9 / 0.9, 0.4 / 0.9)),  # degrees 0.5, 0.5 + 0.4, 0.4
        ((A,), (1.0, 1.0, 0.0)),
        ((), (0.0, 0.0, 0.0)),
        ((A, B, C), (0.8 / 0.9, 0.9 / 0.9, 0.7 / 0.9)),  # 0.5 + 0.3, 0.5 + 0.4, 0.4 + 0.3
    ],
)
def test_how_much_hangs_on_a_claim(edges: tuple[Edge, ...], shares: tuple[float, ...]) -> None:
    assert claim_graph.centrality(("a", "b", "c"), edges) == pytest.approx(shares)


@works("judging.claim_graph.central")
@pytest.mark.parametrize(
    ("targets", "dials", "core"),
    [
        (("a", "b", "c"), CoreDials(), ("b", "a")),  # 1.0 and 0.6; 0.4 is below 0.5
        (("a", "c"), CoreDials(), ("a",)),  # b is no target
        (("a", "b", "c"), CoreDials(at_most=1), ("b",)),
        (("a", "b", "c"), CoreDials(from_centrality=0.4, at_most=3), ("b", "a", "c")),
    ],
)
def test_the_core_is_what_most_hangs_on(targets: tuple[str, ...], dials: CoreDials, core: tuple[str, ...]) -> None:
    assert claim_graph.central(targets, ClaimGraph(("a", "b", "c"), centrality=(0.6, 1.0, 0.4)), dials) == core


# Laws of the whole.

TEXTS = (
    "Acme was fined 3 million euros.",
    "The fine on Acme was 2 million euros.",
    "Acme paid the fine.",
    "Acme did not pay the fine.",
    "The fine led to layoffs at Acme.",
    "Layoffs at Acme began in June.",
    "Acme's profit rose in 2020.",
    "Acme's profit fell in 2020.",
)


@given(st.permutations(range(len(TEXTS))), st.randoms(use_true_random=False))
def test_the_order_in_which_claims_are_given_never_matters(placed: list[int], chance: Random) -> None:
    """The text has them in any order; the list gives them in any other."""
    claims = [claim(place, TEXTS[number]) for place, number in enumerate(placed)]
    found = claim_graph.build(claims, MEASURE, DIALS.reading, GRAPH)
    again = claim_graph.build(chance.sample(claims, len(claims)), MEASURE, DIALS.reading, GRAPH)
    assert again == found
    propagation.order(found)
    assert all(0 < edge.weight <= 1 for edge in (*found.edges, *found.removed))
    assert all(0 <= share <= 1 for share in found.centrality)
    assert len({frozenset((edge.source, edge.target)) for edge in found.edges}) == len(found.edges)


@given(st.permutations(TEXTS), st.floats(0, 1), st.floats(0, 1))
def test_asking_for_more_likeness_never_makes_more_edges(texts: list[str], a: float, b: float) -> None:
    """Monotone in the bounds, for what says the same; a pair that contradicts no longer may then depend or support."""
    low, high = (EdgeDials(supports_from=bound) for bound in sorted((a, b)))
    claims = [claim(number, text) for number, text in enumerate(texts)]
    found = [
        sum(edge.relation is SUPPORTS for edge in claim_graph.build(claims, MEASURE, DIALS.reading, replace(GRAPH, edges=dials)).edges)
        for dials in (low, high)
    ]
    assert found[0] >= found[1]


def test_an_article_without_claims_has_an_empty_graph() -> None:
    assert claim_graph.build([], MEASURE, DIALS.reading, GRAPH) == ClaimGraph(())
