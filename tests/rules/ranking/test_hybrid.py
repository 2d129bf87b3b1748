"""One score for text and triples, made of parts that recompute it."""

from dataclasses import astuple, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.ranking.given import (
    BOOST_NAMES,
    CLAIMS,
    DAY,
    LEXICON,
    PENALTY_NAMES,
    bare,
    evidence,
    part,
    pooled,
    pools,
    shares,
    subclaims,
)
from tests.worked import works
from veracious.domain.claim import Subclaim, Trait
from veracious.domain.evidence import Evidence, Pooled
from veracious.domain.ranked import Adjustment, Ranked, Signal
from veracious.rules.dials import Dials
from veracious.rules.ranking import hybrid
from veracious.rules.ranking.hybrid import (
    BoostDials,
    CausalWeightDials,
    FilterDials,
    HybridDials,
    MechanisticWeightDials,
    TherapeuticWeightDials,
    WeightDials,
    WeightSets,
)

DIALS = HybridDials()
BASE_ONLY = HybridDials(off=PENALTY_NAMES | BOOST_NAMES)
BOOSTS_ONLY = HybridDials(off=PENALTY_NAMES)
NORWAY = part("Norway exports salmon.")
FAR_BELOW = pooled(evidence("amber Norway salmon", id="z", credibility=0.0), 1e-12, 0.0)  # makes others the best of the pool


def rank(pool: list[Pooled], dials: HybridDials = DIALS, claim: Subclaim = NORWAY) -> dict[str, Ranked]:
    return {ranked.evidence.id: ranked for ranked in hybrid.rank(pool, (claim,), DAY, LEXICON, dials)}


def names(ranked: Ranked) -> list[str]:
    return [adjustment.name for adjustment in ranked.adjustments]


# The printed numbers


def test_the_reference_has_the_printed_numbers() -> None:
    """Seed A §4 by section, then seed E §6.1."""
    ranking = Dials.reference().ranking
    weights, boosts, left, limits = (
        ranking.hybrid.weights.general,
        ranking.hybrid.boosts,
        ranking.hybrid.penalties,
        ranking.hybrid.thresholds,
    )
    printed = {
        "A §4": (weights.semantic, weights.triple, weights.entity, weights.claim_overlap, weights.recency, weights.credibility),
        "A §4.1": (ranking.hybrid.recency.half_life_days,),
        "A §4.2, first": (boosts.triple_raw, boosts.triple_raw_overlap),
        "A §4.2, second": (boosts.triple_and_names, boosts.triple_and_names_entity, boosts.triple_and_names_overlap),
        "A §4.2, third": (boosts.triple_anchored, boosts.triple_anchored_raw),
        "A §4.3, anchor": (left.weak_anchor_triple, left.weak_anchor, limits.anchor_at_least),
        "A §4.3, backfill": (left.backfill,),
        "A §4.3, object": (left.object_mismatch,),
        "A §4.3, focus": (left.focus_mismatch,),
        "A §4.3, subject": (left.subject_mismatch,),
        "A §4.3, relation and object": (left.relation_object_mismatch,),
        "A §4.3, claim mention": (left.claim_mention,),
        "A §4.3, uncertainty": (left.uncertainty,),
        "A §4.4": (boosts.floor, boosts.floor_credibility),
        "E §6.1": (ranking.rerank.relevance, ranking.rerank.url_quality, ranking.rerank.source_preference),
        "E §6.1, diversity": (ranking.rerank.per_domain_at_most,),
        "E, configuration": (ranking.rerank.top_k,),
    }
    assert printed == {
        "A §4": (0.31, 0.12, 0.20, 0.15, 0.05, 0.17),
        "A §4.1": (365,),
        "A §4.2, first": (0.05, 0.08),
        "A §4.2, second": (0.10, 0.34, 0.10),
        "A §4.2, third": (0.08, 0.40),
        "A §4.3, anchor": (0.30, 0.70, 0.20),
        "A §4.3, backfill": (0.85,),
        "A §4.3, object": (0.55,),
        "A §4.3, focus": (0.75,),
        "A §4.3, subject": (0.60,),
        "A §4.3, relation and object": (0.70,),
        "A §4.3, claim mention": (0.65,),
        "A §4.3, uncertainty": (0.12,),
        "A §4.4": (0.2, 0.9),
        "E §6.1": (0.7, 0.2, 0.1),
        "E §6.1, diversity": (2,),
        "E, configuration": (25,),
    }


@pytest.mark.parametrize("weights", [WeightDials(), TherapeuticWeightDials(), CausalWeightDials(), MechanisticWeightDials()])
def test_the_weights_sum_to_one(weights: WeightDials) -> None:
    """General: 0.31 + 0.12 + 0.20 + 0.15 + 0.05 + 0.17 + 0 = 1; the others move some of it."""
    assert sum(astuple(weights)) == pytest.approx(1)
    assert all(weight >= 0 for weight in astuple(weights))


@works("ranking.hybrid.weights_for")
@pytest.mark.parametrize(
    ("traits", "group"),
    [
        ({Trait.THERAPEUTIC}, "therapeutic"),
        ({Trait.CAUSAL}, "causal"),
        ({Trait.MECHANISTIC}, "mechanistic"),
        ({Trait.MECHANISTIC, Trait.CAUSAL}, "causal"),
        ({Trait.MECHANISTIC, Trait.CAUSAL, Trait.THERAPEUTIC}, "therapeutic"),
        ({Trait.NUMERIC}, "general"),
        (set(), "general"),
    ],
)
def test_traits_choose_the_weights(traits: set[Trait], group: str) -> None:
    sets = WeightSets()
    assert hybrid.weights_for(frozenset(traits), sets) is getattr(sets, group)


# The base


@works("ranking.hybrid._measure")
def test_the_base_of_the_best_candidate() -> None:
    """All of the claim, new, credibility 0.8: 0.31×1 + 0.12×0 + 0.20×1 + 0.15×1 + 0.05×1 + 0.17×0.8 = 0.71 + 0.136 = 0.846."""
    best = pooled(evidence("Norway exports salmon.", id="a", credibility=0.8, days_old=0), 0.03)
    ranked = rank([best, FAR_BELOW], BASE_ONLY)["a"]
    assert ranked.final_score == pytest.approx(0.846)
    assert [(signal.name, signal.weight, signal.value) for signal in ranked.signals] == [
        ("semantic", 0.31, 1.0),
        ("triple", 0.12, 0.0),
        ("entity", 0.20, 1.0),
        ("claim_overlap", 0.15, 1.0),
        ("recency", 0.05, 1.0),
        ("credibility", 0.17, 0.8),
        ("quality", 0.0, pytest.approx(1 / 3)),  # dated, and nothing else
    ]


@works("ranking.hybrid._measure")
def test_the_base_of_one_in_the_middle() -> None:
    """Two words of three, no name, a year old, credibility 0.5, semantic (0.02 − 0)/(0.04 − 0) = 0.5:
    0.31×0.5 + 0.20×0 + 0.15×2/3 + 0.05×0.5 + 0.17×0.5 = 0.155 + 0.1 + 0.025 + 0.085 = 0.365.
    """
    middle = pooled(evidence("Chile exports salmon.", id="m", credibility=0.5, days_old=365), 0.02)
    best = pooled(evidence("Norway exports salmon.", id="a"), 0.04)
    assert rank([middle, best, FAR_BELOW], BASE_ONLY)["m"].final_score == pytest.approx(0.365)


@works("ranking.hybrid._measure")
def test_the_base_of_an_undated_triple_from_nowhere() -> None:
    """Unknown credibility counts 0.4, unknown age 0.25, triple (0.6 − 0)/(0.6 − 0) = 1, semantic 0; one name, one word of three:
    0.12×1 + 0.20×1 + 0.15×1/3 + 0.05×0.25 + 0.17×0.4 = 0.12 + 0.2 + 0.05 + 0.0125 + 0.068 = 0.4505.
    """
    triple = pooled(evidence("Norway.", id="t", triple=("Norway", "is", "cold")), 0.0, 0.6)
    other = pooled(evidence("Norway exports salmon.", id="a"), 0.01)
    assert rank([triple, other], BASE_ONLY)["t"].final_score == pytest.approx(0.4505)


@works("ranking.hybrid._measure")
def test_the_base_of_a_causal_claim() -> None:
    """Smoking causes cancer, all words, no names, new, credibility 1: 0.31 + 0.20 + 0.03 + 0.17 = 0.71 with the causal weights."""
    best = pooled(evidence("Smoking causes cancer.", id="a", credibility=1.0, days_old=0), 0.03)
    low = pooled(evidence("Smoking.", id="b"), 0.01)
    assert rank([best, low], BASE_ONLY, part("Smoking causes cancer."))["a"].final_score == pytest.approx(0.71)


def test_quality_counts_when_it_has_a_weight() -> None:
    """Seed B names it without a weight; with 0.1, a page that tells one of where, when and who has 0.1 / 3 more."""
    dials = replace(BASE_ONLY, weights=WeightSets(general=WeightDials(quality=0.1)))
    pages = [pooled(evidence("Norway.", id=id, url=url), 0.5) for id, url in (("a", "https://paper.example/stories/one"), ("b", None))]
    found = rank(pages, dials)
    assert found["a"].final_score - found["b"].final_score == pytest.approx(0.1 / 3)


@works("ranking.hybrid.quality")
@pytest.mark.parametrize(
    ("url", "days_old", "byline", "share"),
    [
        (None, None, "", 0.0),
        ("https://paper.example/stories/one", None, "", 1 / 3),  # where
        ("https://paper.example/stories/one", 4, "", 2 / 3),  # where and when
        ("https://paper.example/stories/one", 4, "Ada Berg", 1.0),  # where, when and who
    ],
)
def test_a_source_that_tells_where_when_and_who(url: str | None, days_old: int | None, byline: str, share: float) -> None:
    assert hybrid.quality(replace(evidence(url=url, days_old=days_old), byline=byline)) == pytest.approx(share)


@works("ranking.hybrid._scaled")
@pytest.mark.parametrize(
    ("values", "scaled"),
    [
        ([0.01, 0.02, 0.03], [0.0, 0.5, 1.0]),  # (0.02 − 0.01) / (0.03 − 0.01) = 0.5
        ([0.2, 0.8, 0.35], [0.0, 1.0, 0.25]),  # 0.15 / 0.6 = 0.25
        ([0.4, 0.4], [1.0, 1.0]),  # all the same and above zero
        ([0.0, 0.0], [0.0, 0.0]),
        ([0.7], [1.0]),
    ],
)
def test_similarity_is_scaled_to_the_pool(values: list[float], scaled: list[float]) -> None:
    """Seed A §4.1: min-max over the candidates, for text and for triples."""
    for signal, pool in (
        ("semantic", [pooled(evidence("Norway.", id=str(n)), value, 0.0) for n, value in enumerate(values)]),
        ("triple", [pooled(evidence("Norway.", id=str(n)), 0.0, value) for n, value in enumerate(values)]),
    ):
        found = rank(pool, BASE_ONLY)
        assert [found[str(n)].signal(signal) for n in range(len(values))] == pytest.approx(scaled)


# Boosts


def boosted(claim: Subclaim, text: str, triple: float, *, is_triple: bool = False, other: float = 0.0) -> dict[str, float]:
    """What is added to a candidate with this triple score, in a pool with one other."""
    one = pooled(evidence(text, id="a", triple=("amber", "is", "red") if is_triple else None), 0.1, triple)
    found = rank([one, pooled(evidence("amber", id="b"), 0.2, other)], BOOSTS_ONLY, claim)["a"]
    return {adjustment.name: adjustment.shift for adjustment in found.adjustments}


@works("ranking.hybrid._raw_triple")
@pytest.mark.parametrize(
    ("words", "triple", "added"),
    [
        (12, 0.6, 0.03),  # one word of twelve, 0.0833 ≥ 0.08: 0.05 × 0.6
        (12, 1.7, 0.05),  # 0.05 × min(1, 1.7)
        (1, 0.2, 0.01),  # all of the claim: 0.05 × 0.2
        (13, 0.6, None),  # one word of thirteen, 0.0769 < 0.08
        (12, 0.0, None),  # no triple
    ],
)
def test_a_triple_adds_a_twentieth_of_its_score(words: int, triple: float, added: float | None) -> None:
    """Seed A §4.2: + 0.05 × min(1, raw) when raw > 0 and the claim overlap is at least 0.08."""
    found = boosted(bare(words, anchors=("amber",)), "amber", triple).get("triple_raw")
    assert found == (None if added is None else pytest.approx(added))


@works("ranking.hybrid._triple_and_names")
@pytest.mark.parametrize(
    ("words", "names", "other", "holds"),
    [
        (10, ("amber", "basket"), 0.0, True),  # one word of ten, 0.10; one name of two, 0.5 ≥ 0.34
        (11, ("amber", "basket"), 0.0, False),  # one word of eleven, 0.0909 < 0.10
        (10, ("amber", "basket", "candle"), 0.0, False),  # one name of three, 0.3333 < 0.34
        (10, ("amber", "basket"), 0.9, False),  # the least of the pool: raw 0.6, scaled (0.6 − 0.6)/(0.9 − 0.6) = 0
    ],
)
def test_a_triple_that_shares_names_and_words_adds_a_tenth(words: int, names: tuple[str, ...], other: float, holds: bool) -> None:
    """Seed A §4.2: + 0.10 when the scaled triple is above 0, names at least 0.34, words at least 0.10."""
    found = boosted(bare(words, names), "amber", 0.6, other=other)
    assert found.get("triple_and_names") == (0.10 if holds else None)


@works("ranking.hybrid._triple_anchored")
@pytest.mark.parametrize(
    ("anchors", "triple", "is_triple", "holds"),
    [
        (("amber", "v", "w", "x", "y"), 0.40, True, True),  # one anchor of five, 0.20; raw 0.40
        (("amber", "v", "w", "x", "y"), 0.39, True, False),
        (("basket", "v", "w", "x", "y"), 0.40, True, False),  # no anchor of five
        (("amber", "v", "w", "x", "y"), 0.40, False, False),  # text, though triples found it
    ],
)
def test_a_strong_triple_on_the_anchors_adds_its_share(anchors: tuple[str, ...], triple: float, is_triple: bool, holds: bool) -> None:
    """Seed A §4.2: + 0.08 for a triple with raw at least 0.40 whose anchors pass (0.20)."""
    found = boosted(bare(3, anchors=anchors), "amber", triple, is_triple=is_triple)
    assert found.get("triple_anchored") == (0.08 if holds else None)


def test_a_boost_at_its_very_threshold_applies() -> None:
    """Names 0.5 against a dial of 0.5, and of a hair more."""
    claim, pool = bare(10, ("amber", "basket")), [pooled(evidence("amber", id="a"), 0.1, 0.6), FAR_BELOW]
    for dial, holds in ((0.5, True), (0.5000001, False)):
        dials = replace(BOOSTS_ONLY, boosts=BoostDials(triple_and_names_entity=dial))
        assert ("triple_and_names" in names(rank(pool, dials, claim)["a"])) is holds


@works("ranking.hybrid._score")
def test_boosts_are_added_before_penalties_multiply() -> None:
    """The only candidate, a triple on one word of three: semantic and triple scale to 1; Norway is named; raw 0.6, unknown source, undated.
    Base 0.31 + 0.12 + 0.20 + 0.05 + 0.0125 + 0.068 = 0.7605; boosts 0.03 + 0.10 + 0.08 → 0.9705;
    object and focus mismatch: 0.9705 × 0.55 × 0.75 = 0.40033.
    """
    one = pooled(evidence("Norway is cold.", id="a", triple=("Norway", "is", "cold")), 0.3, 0.6)
    found = rank([one])["a"]
    assert names(found) == ["triple_raw", "triple_and_names", "triple_anchored", "object_mismatch", "focus_mismatch"]
    assert found.final_score == pytest.approx(0.9705 * 0.55 * 0.75)


# Penalties, floor, clamp


@works("ranking.hybrid._score")
def test_a_penalty_leaves_its_share_of_the_base() -> None:
    """Chile for Norway: 0.365 as worked above, subject mismatch leaves 0.60 of it: 0.219."""
    middle = pooled(evidence("Chile exports salmon.", id="m", credibility=0.5, days_old=365), 0.02)
    best = pooled(evidence("Norway exports salmon.", id="a"), 0.04)
    found = rank([middle, best, FAR_BELOW])["m"]
    assert names(found) == ["subject_mismatch"]
    assert found.final_score == pytest.approx(0.219)


@works("ranking.hybrid._score")
def test_uncertain_wording_takes_its_part_last() -> None:
    """The best candidate of above, 0.846, with “may”: 0.846 − 0.12 = 0.726."""
    best = pooled(evidence("Norway may export salmon.", id="a", credibility=0.8, days_old=0), 0.03)
    assert rank([best, FAR_BELOW])["a"].final_score == pytest.approx(0.726)


def test_a_penalty_or_boost_that_is_off_is_not_applied() -> None:
    one = pooled(evidence("Norway is cold.", id="a", triple=("Norway", "is", "cold")), 0.3, 0.6)
    assert names(rank([one], HybridDials(off=frozenset({"focus_mismatch", "triple_raw"})))["a"]) == [
        "triple_and_names",
        "triple_anchored",
        "object_mismatch",
    ]


SALMON = "Salmon swim."  # one word of three, no name, nothing of the subject


@works("ranking.hybrid._score")
@pytest.mark.parametrize(
    ("credibility", "semantic", "score"),
    [
        (0.90, 0.0, 0.2),  # (0.05 + 0.0125 + 0.153) × 0.6 = 0.1293, lifted
        (1.00, 0.0, 0.2),  # (0.05 + 0.0125 + 0.17) × 0.6 = 0.1395, lifted
        (0.89, 0.0, 0.12828),  # (0.05 + 0.0125 + 0.1513) × 0.6, just below the credibility
        (0.90, 0.01, 0.13116),  # (0.31 × 0.01 + 0.05 + 0.0125 + 0.153) × 0.6, a trace of similarity
    ],
)
def test_a_very_credible_source_that_only_lacks_similarity_is_lifted(credibility: float, semantic: float, score: float) -> None:
    """Seed A §4.4: semantic and triple 0, credibility at least 0.9 → at least 0.2."""
    one = pooled(evidence(SALMON, id="a", credibility=credibility), semantic)
    best, low = pooled(evidence("Norway exports salmon.", id="b"), 1.0), pooled(evidence(SALMON, id="c"), 1e-12)
    assert rank([one, best, low])["a"].final_score == pytest.approx(score)


@works("ranking.hybrid._score")
def test_a_floor_lowers_nothing() -> None:
    """All of the claim, credibility 1, undated, no similarity: 0.20 + 0.15 + 0.0125 + 0.17 = 0.5325 stays."""
    one = pooled(evidence("Norway exports salmon.", id="a", credibility=1.0))
    found = rank([one])["a"]
    assert found.floor == 0.2
    assert found.final_score == pytest.approx(0.5325)


@works("ranking.hybrid._score")
def test_a_score_is_clamped_at_one() -> None:
    """All signals 1 and all boosts: 1 + 0.05 + 0.10 + 0.08 = 1.23 → 1."""
    text, triple = "Norway exports salmon.", ("Norway", "exports", "salmon")
    best = pooled(evidence(text, id="a", credibility=1.0, days_old=0, triple=triple), 1.0, 1.0)
    found = rank([best])["a"]
    assert sum(signal.weight * signal.value for signal in found.signals) == pytest.approx(1)
    assert sum(adjustment.shift for adjustment in found.adjustments) == pytest.approx(0.23)
    assert found.final_score == 1


@works("ranking.hybrid._score")
def test_a_score_is_clamped_at_zero() -> None:
    """One word of three from a source of credibility 0: (0.05 + 0.0125) × 0.6 = 0.0375, minus 0.12 → 0."""
    worst = pooled(evidence("Perhaps salmon swim.", id="a", credibility=0.0))
    found = rank([worst])["a"]
    assert names(found) == ["subject_mismatch", "uncertainty"]
    assert found.final_score == 0


# Filters and order


@works("ranking.hybrid.rank")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Bees returned.", False),
        ("Salmon.", True),  # a word of three
        ("Norway.", True),  # a name
    ],
)
def test_what_is_far_from_the_claim_is_not_ranked(text: str, kept: bool) -> None:
    assert ("a" in rank([pooled(evidence(text, id="a", credibility=1.0), 1.0, 1.0)])) is kept


def test_a_word_an_anchor_or_a_name_is_near_enough() -> None:
    """One word of thirteen is 0.0769 ≥ 0.05; at a dial of 0.08 it is too little, unless an anchor or a name is spoken of."""
    strict = HybridDials(filters=FilterDials(overlap_at_least=0.08))
    pool = [pooled(evidence("amber", id="a"), 1.0)]
    assert rank(pool, DIALS, bare(13))
    assert not rank(pool, strict, bare(13))
    assert rank(pool, strict, bare(13, anchors=("amber",)))
    assert rank(pool, strict, bare(13, names=("amber",)))


def test_the_subclaim_that_fits_best_is_the_one() -> None:
    parts = (NORWAY, part("Chile exports copper."))
    (found,) = hybrid.rank([pooled(evidence("Chile exports copper."), 1.0)], parts, DAY, LEXICON, DIALS)
    assert found.subclaim == 1
    (tie,) = hybrid.rank([pooled(evidence("Norway exports salmon."), 1.0)], (NORWAY, NORWAY), DAY, LEXICON, DIALS)
    assert tie.subclaim == 0


@works("ranking.hybrid.rank")
def test_best_first_equals_by_id_and_no_more_than_the_dial_allows() -> None:
    pool = [pooled(evidence("Norway exports salmon.", id=id, credibility=known), 1.0) for id, known in (("b", 0.5), ("c", 0.9), ("a", 0.5))]
    assert list(rank(pool)) == ["c", "a", "b"]
    assert list(rank(pool, HybridDials(filters=FilterDials(list_at_most=2)))) == ["c", "a"]


def test_no_candidates_no_ranking() -> None:
    assert hybrid.rank((), (NORWAY,), DAY, LEXICON, DIALS) == ()


@pytest.mark.parametrize(
    ("claim", "text", "hint"),
    [
        (NORWAY, "Norway exports salmon.", "supports"),
        (NORWAY, "Norway exports much salmon to Japan.", "supports"),
        (NORWAY, "Norway exports oil.", ""),  # not all of the claim
        (NORWAY, "Norway does not export salmon.", "refutes"),
        (NORWAY, "It is a myth that Norway exports salmon.", "refutes"),
        (part("Norway does not export salmon."), "Norway does not export salmon.", ""),  # a denial of a denial is left to the judge
    ],
)
def test_the_wording_hints_at_a_stance(claim: Subclaim, text: str, hint: str) -> None:
    """Seed B: output carries stance hints."""
    assert rank([pooled(evidence(text, id="a"), 1.0)], DIALS, claim)["a"].stance_hint == hint


# Recomputing


def test_the_parts_recompute_the_score_by_hand() -> None:
    """0.31×1 + 0.20×0.5 = 0.41; + 0.05 = 0.46; × 0.6 = 0.276; − 0.12 = 0.156."""
    ranked = Ranked(
        evidence(),
        0,
        (Signal("semantic", 0.31, 1.0), Signal("entity", 0.20, 0.5)),
        (Adjustment("up", 1.0, 0.05, ""), Adjustment("down", 0.6, 0.0, ""), Adjustment("less", 1.0, -0.12, "")),
        floor=0.0,
        anchor_match=1.0,
        final_score=0.156,
        stance_hint="",
    )
    assert ranked.recomputed() == pytest.approx(0.156)
    assert replace(ranked, floor=0.2).recomputed() == 0.2
    assert ranked.signal("entity") == 0.5


@given(pools(), subclaims)
def test_the_parts_recompute_every_score(pool: tuple[Pooled, ...], claims: tuple[Subclaim, ...]) -> None:
    """To 1e-9, by the value's own arithmetic and by ours; every score, floor and signal in [0, 1]; best first, each piece once."""
    found = hybrid.rank(pool, claims, DAY, LEXICON, DIALS)
    for ranked in found:
        assert ranked.recomputed() == pytest.approx(ranked.final_score, abs=1e-9)
        score = sum(signal.weight * signal.value for signal in ranked.signals)
        for adjustment in ranked.adjustments:
            score = adjustment.factor * score + adjustment.shift
        assert min(1.0, max(0.0, ranked.floor, score)) == pytest.approx(ranked.final_score, abs=1e-9)
        assert 0 <= ranked.final_score <= 1
        assert all(0 <= signal.value <= 1 for signal in ranked.signals)
        assert sum(signal.weight for signal in ranked.signals) == pytest.approx(1)
    order = [(-ranked.final_score, ranked.evidence.id) for ranked in found]
    assert order == sorted(set(order))


@given(pools(), subclaims, st.integers(0, 2**32))
def test_the_order_of_the_pool_does_not_matter(pool: tuple[Pooled, ...], claims: tuple[Subclaim, ...], seed: int) -> None:
    shuffled = Random(seed).sample(pool, len(pool))
    assert hybrid.rank(shuffled, claims, DAY, LEXICON, DIALS) == hybrid.rank(pool, claims, DAY, LEXICON, DIALS)


def score_of(entry: Pooled, others: tuple[Pooled, ...], claim: Subclaim) -> float | None:
    found = hybrid.rank((entry, *others), (claim,), DAY, LEXICON, DIALS)
    return next((ranked.final_score for ranked in found if ranked.evidence.id == entry.evidence.id), None)


def never_less(worse: Pooled, better: Pooled, others: tuple[Pooled, ...], claim: Subclaim) -> bool:
    low, high = score_of(worse, others, claim), score_of(better, others, claim)
    return (low is None and high is None) or (low is not None and high is not None and high >= low - 1e-12)


@st.composite
def candidates(draw: st.DrawFn) -> Evidence:
    return evidence(draw(st.sampled_from(("Norway exports salmon.", "Norway may export oil.", SALMON))), id="x", credibility=draw(shares))


@given(candidates(), pools(), st.sampled_from(CLAIMS[:2]), shares, shares, shares)
def test_a_more_credible_source_never_scores_less(
    found: Evidence, others: tuple[Pooled, ...], claim: Subclaim, semantic: float, a: float, b: float
) -> None:
    low, high = (pooled(replace(found, source=replace(found.source, credibility=value)), semantic) for value in sorted((a, b)))
    assert never_less(low, high, others, claim)


@given(candidates(), pools(), st.sampled_from(CLAIMS[:2]), st.integers(0, 4000), st.integers(0, 4000))
def test_a_fresher_piece_never_scores_less(found: Evidence, others: tuple[Pooled, ...], claim: Subclaim, a: int, b: int) -> None:
    old, new = (pooled(replace(found, published=evidence(days_old=days).published), 0.5) for days in sorted((a, b), reverse=True))
    assert never_less(old, new, others, claim)


@given(candidates(), pools(), st.sampled_from(CLAIMS[:2]), shares, shares, st.booleans())
def test_more_similarity_never_scores_less(
    found: Evidence, others: tuple[Pooled, ...], claim: Subclaim, a: float, b: float, by_triple: bool
) -> None:
    """Monotone below the credibility of the floor: at 0.9 and above, the floor of seed A §4.4 goes with the first trace of similarity."""
    known = replace(found, source=replace(found.source, credibility=min(0.89, found.source.credibility or 0.0)))
    low, high = (pooled(known, 0.3, value) if by_triple else pooled(known, value, 0.3) for value in sorted((a, b)))
    assert never_less(low, high, others, claim)


def test_a_triple_does_not_squeeze_the_texts_together() -> None:
    """Texts at 0.02 and 0.04 are 0 and 1 whether or not a triple, which no text finder found, is in the pool."""
    texts = [pooled(evidence("Norway exports salmon.", id=id), score) for id, score in (("a", 0.04), ("b", 0.02))]
    triple = pooled(evidence("Norway exports salmon.", id="t", triple=("Norway", "exports", "salmon")), 0.0, 0.7)
    found = rank([*texts, triple])
    assert [found[id].signal("semantic") for id in "abt"] == [1.0, 0.0, 0.0]


def test_a_candidate_knows_how_it_fits_every_subclaim() -> None:
    """All of the first claim and half of the words of the second: its score for each is its own."""
    claims = (part("Norway exports salmon."), part("Chile exports copper."))
    (found,) = hybrid.rank([pooled(evidence("Norway exports salmon.", id="a"), 0.5)], claims, DAY, LEXICON, DIALS)
    assert found.subclaim == 0
    assert found.fit(0).score == found.final_score > found.fit(1).score
    assert found.fit(0).overlap == 1.0
    assert found.fit(1).overlap == pytest.approx(1 / 3)
