"""The few that are shown."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.ranking.given import evidence, scored, shares
from veracious.domain.ranked import Ranked
from veracious.rules.ranking import rerank
from veracious.rules.ranking.rerank import RerankDials
from veracious.rules.seeking.urls import UrlDials

DIALS, URLS = RerankDials(), UrlDials()
ARTICLE, HOME = "https://paper.example/ferry-runs-aground", "https://paper.example/"


def entry(id: str, final: float = 0.5, url: str | None = None, domain: str = "", own: bool = False) -> Ranked:
    """A piece from the web, or from our own documents."""
    kept = "documents" if own else "web"
    return scored(final, found=evidence(id=id, url=url, domain=domain or f"{id}.example", collection=kept))


@pytest.mark.parametrize(
    ("relevance", "url", "own", "score"),
    [
        (0.8, ARTICLE, False, 0.86),  # 0.7 × 0.8 + 0.2 × 1 + 0.1 × 1
        (0.8, ARTICLE, True, 0.81),  # 0.7 × 0.8 + 0.2 × 1 + 0.1 × 0.5: from our own store
        (0.8, HOME, False, 0.66),  # 0.7 × 0.8 + 0.2 × 0 + 0.1 × 1
        (0.8, None, True, 0.61),  # 0.7 × 0.8 + 0.2 × 0 + 0.1 × 0.5
        (1.0, ARTICLE, False, 1.0),  # 0.7 + 0.2 + 0.1
        (0.0, None, True, 0.05),  # 0.1 × 0.5
    ],
)
def test_seven_parts_relevance_two_page_one_source(relevance: float, url: str | None, own: bool, score: float) -> None:
    assert rerank.score(entry("a", url=url, own=own), {"a": relevance}, DIALS, URLS) == pytest.approx(score)


def test_without_a_model_the_ranking_score_stands_in() -> None:
    """0.7 × 0.6 + 0.2 + 0.1 = 0.72; the model's word on another piece changes nothing."""
    assert rerank.score(entry("a", 0.6, ARTICLE), {"b": 0.9}, DIALS, URLS) == pytest.approx(0.72)


def test_an_article_overtakes_a_slightly_more_relevant_front_page() -> None:
    """0.7 × 0.70 + 0.3 = 0.79 against 0.7 × 0.95 + 0.1 = 0.765; at 0.99 the front page leads with 0.793."""
    story, home = entry("story", url=ARTICLE), entry("home", url=HOME)
    for relevance, first in ((0.95, "story"), (0.99, "home")):
        shown = rerank.order((home, story), {"story": 0.70, "home": relevance}, {}, DIALS, URLS)
        assert shown[0].evidence.id == first


def test_at_most_two_of_a_domain() -> None:
    """Five of one paper by score, one of another: the two best of the paper and the other."""
    same = [entry(f"p{n}", 0.9 - n / 10, domain="paper.example") for n in range(5)]
    shown = rerank.order((*same, entry("z", 0.1)), {}, {}, DIALS, URLS)
    assert [one.evidence.id for one in shown] == ["p0", "p1", "z"]


def test_at_most_one_of_an_origin() -> None:
    """Twenty copies on twenty domains show once, the best of them; what has no known origin is its own."""
    copies = [entry(f"c{n:02}", 0.5 + n / 100) for n in range(20)]
    origins = {one.evidence.id: "origin:c00" for one in copies}
    shown = rerank.order((*copies, entry("x", 0.2), entry("y", 0.1)), {}, origins, DIALS, URLS)
    assert [one.evidence.id for one in shown] == ["c19", "x", "y"]


def test_a_copy_that_is_not_shown_takes_no_place_of_its_domain() -> None:
    """The second piece of the paper is a copy of the first; the third and no other is the paper's second."""
    same = [entry(f"p{n}", 0.9 - n / 10, domain="paper.example") for n in range(4)]
    shown = rerank.order(same, {}, {"p0": "o", "p1": "o"}, DIALS, URLS)
    assert [one.evidence.id for one in shown] == ["p0", "p2"]


@pytest.mark.parametrize(
    ("dials", "count"),
    [(RerankDials(per_domain_at_most=3), 3), (RerankDials(per_domain_at_most=9, top_k=4), 4), (RerankDials(per_domain_at_most=9), 6)],
)
def test_the_dials_set_how_many(dials: RerankDials, count: int) -> None:
    same = [entry(f"p{n}", 0.5, domain="paper.example") for n in range(6)]
    assert len(rerank.order(same, {}, {}, dials, URLS)) == count


def test_two_of_an_origin_when_the_dial_says_so() -> None:
    origins = {"a": "o", "b": "o", "c": "o"}
    assert len(rerank.order([entry(id) for id in origins], {}, origins, RerankDials(per_origin_at_most=2), URLS)) == 2


def test_twenty_five_are_shown() -> None:
    assert len(rerank.order([entry(f"e{n:02}") for n in range(40)], {}, {}, DIALS, URLS)) == 25


def test_equals_are_ordered_by_id() -> None:
    assert [one.evidence.id for one in rerank.order((entry("b"), entry("a")), {}, {}, DIALS, URLS)] == ["a", "b"]


@st.composite
def lists(draw: st.DrawFn) -> tuple[tuple[Ranked, ...], dict[str, str]]:
    """Candidates of few domains, and an origin for some of them."""
    entries = tuple(
        entry(f"e{index}", draw(shares), draw(st.sampled_from((None, HOME, ARTICLE))), draw(st.sampled_from(("a.example", "b.example"))))
        for index in range(draw(st.integers(0, 8)))
    )
    origins = {one.evidence.id: draw(st.sampled_from("opq")) for one in entries if draw(st.booleans())}
    return entries, origins


@given(lists(), st.integers(0, 2**32))
def test_the_order_of_the_list_does_not_matter(given_: tuple[tuple[Ranked, ...], dict[str, str]], seed: int) -> None:
    entries, origins = given_
    shuffled = Random(seed).sample(entries, len(entries))
    assert rerank.order(shuffled, {}, origins, DIALS, URLS) == rerank.order(entries, {}, origins, DIALS, URLS)


@given(lists())
def test_what_is_shown_is_spread_and_best_first(given_: tuple[tuple[Ranked, ...], dict[str, str]]) -> None:
    """Two per domain, one per origin, scores in [0, 1] that never rise, and the best of all on top."""
    entries, origins = given_
    shown = rerank.order(entries, {}, origins, DIALS, URLS)
    scores = [rerank.score(one, {}, DIALS, URLS) for one in shown]
    assert all(0 <= score <= 1 for score in scores)
    assert scores == sorted(scores, reverse=True)
    assert scores[:1] == sorted((rerank.score(one, {}, DIALS, URLS) for one in entries), reverse=True)[:1]
    assert max(Counter(one.evidence.source.domain for one in shown).values(), default=0) <= 2
    assert max(Counter(origins.get(one.evidence.id, one.evidence.id) for one in shown).values(), default=0) <= 1


@given(shares, shares, st.sampled_from((None, HOME, ARTICLE)))
def test_more_relevance_never_scores_less(a: float, b: float, url: str | None) -> None:
    low, high = sorted((a, b))
    one = entry("a", url=url)
    assert rerank.score(one, {"a": low}, DIALS, URLS) <= rerank.score(one, {"a": high}, DIALS, URLS)


@pytest.mark.parametrize("place", [0, 2, 3, 19])
def test_of_twenty_copies_the_judge_reads_the_most_credible_too(place: int) -> None:
    """However far down it stands: with 3 places the two best and it; an origin is as credible as its most credible piece."""
    rated = [
        replace(one.evidence.source, credibility=0.95 if n == place else 0.6) for n, one in enumerate(map(entry, "abcdefghijklmnopqrst"))
    ]
    copies = [
        scored(0.5, found=replace(entry(name).evidence, source=source)) for name, source in zip("abcdefghijklmnopqrst", rated, strict=True)
    ]
    found = rerank.choose(copies, dict.fromkeys("abcdefghijklmnopqrst", "one"), 1, DIALS)
    assert copies[place] in found
    assert len(found) == DIALS.judged_per_origin
    assert found[:2] == tuple(copies[:2])


def test_what_the_relevance_model_did_not_read_comes_after_what_it_did() -> None:
    high, low = entry("high", 0.9), entry("low", 0.2)
    assert rerank.sort((high, low), {"low": 0.01}, DIALS, URLS) == (low, high)
    assert rerank.sort((high, low), {}, DIALS, URLS) == (high, low)
