"""Reasons to trust a score less: each where it applies, and where it nearly does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.ranking.given import CLAIMS, LEXICON, PENALTY_NAMES, TEXTS, TRIPLES, evidence, part
from veracious.domain.claim import Subclaim
from veracious.rules.ranking import overlap, penalties
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.ranking.penalties import Case, PenaltyDials, ThresholdDials

DIALS, WORDS = PenaltyDials(), OverlapDials()
Read = tuple[str, str, str] | None


def case(claim: str | Subclaim, text: str, triple: Read = None, thresholds: ThresholdDials | None = None) -> Case:
    asked = overlap.ask(part(claim) if isinstance(claim, str) else claim, LEXICON, WORDS)
    told = overlap.tell(evidence(text, triple=triple), LEXICON, WORDS)
    match, words, names = overlap.anchors(asked, told), overlap.share(asked.words, told), overlap.names(asked, told)
    return Case(asked, told, match, words, names, LEXICON, thresholds or ThresholdDials())


def applied(claim: str | Subclaim, text: str, triple: Read = None) -> list[str]:
    return [adjustment.name for adjustment in penalties.apply(case(claim, text, triple), DIALS, frozenset())]


NORWAY = "Norway exports salmon."

# penalty, claim, evidence, triple
HOLDS: list[tuple[str, str, str, Read]] = [
    ("weak_anchor", NORWAY, "Bees returned.", None),  # 0 of 3 anchors
    ("backfill", NORWAY, "Bees returned.", None),  # 0 of 3 words, no name
    ("object_mismatch", NORWAY, "Norway exports oil.", None),
    ("object_mismatch", "The mill in Vell makes paper.", "The mill was sold.", None),
    ("focus_mismatch", NORWAY, "Norway is cold.", None),
    ("focus_mismatch", "Marie Curie discovered radium.", "Marie Curie was ill.", None),
    ("focus_mismatch", "The University of North Carolina banned phones.", "The University of North Carolina is old.", None),  # a long name
    ("focus_mismatch", "The EU regulates drones.", "The EU has a flag.", None),
    ("subject_mismatch", NORWAY, "Chile exports salmon.", None),
    ("subject_mismatch", "Smoking causes cancer.", "Tar causes cancer.", None),
    ("relation_object_mismatch", "Germany invaded Poland.", "Poland invaded Germany.", None),  # the other way
    ("relation_object_mismatch", "Smoking causes cancer.", "Cancer causes smoking.", None),
    ("relation_object_mismatch", "The French invaded Spain.", "Spain invaded France.", None),  # under other names
    ("relation_object_mismatch", NORWAY, "Norway exports oil.", ("Norway", "exports", "oil")),  # another object
    ("relation_object_mismatch", "Norway bought art.", "Norway bought a cart.", ("Norway", "bought", "a cart")),  # no art in a cart
    ("claim_mention", NORWAY, "Posts claim that Norway exports salmon.", None),
    ("claim_mention", NORWAY, "The idea that Norway exports salmon is old.", None),
    ("low_signal", NORWAY, "Norway exports salmon. All rights reserved.", None),
    ("low_signal", NORWAY, "Norway exports salmon. Click here.", None),
    ("low_signal", NORWAY, "We use cookies. Norway exports salmon.", None),
    ("low_signal", NORWAY, "Norway exports salmon. Read more: the price of fish.", None),
    ("uncertainty", NORWAY, "Norway may export salmon.", None),
    ("uncertainty", NORWAY, "Norway reportedly exports salmon.", None),
]
NEARLY: list[tuple[str, str, str, Read]] = [
    ("weak_anchor", NORWAY, "Salmon swim.", None),  # 1 of 3 anchors: 0.33 ≥ 0.20
    ("backfill", NORWAY, "Salmon swim.", None),  # 1 of 3 words
    ("backfill", "In Oslo they eat cold cabbage, carrots, onions, turnips, beans, peas, leeks.", "Oslo.", None),  # a name
    ("object_mismatch", NORWAY, "Norway farms salmon.", None),  # the object is there
    ("object_mismatch", NORWAY, "Chile exports oil.", None),  # not of the subject either
    ("object_mismatch", "The bridge in Vell collapsed.", "The bridge in Vell was painted.", None),  # the claim has no object
    ("focus_mismatch", NORWAY, "Norway exports oil.", None),  # the verb is shared too
    ("focus_mismatch", "Smoking causes cancer.", "Bees returned.", None),  # no name is shared
    ("focus_mismatch", "The University of North Carolina banned phones.", "The University of North Carolina allows phones.", None),
    ("subject_mismatch", NORWAY, "Salmon is among Norway's exports.", None),
    ("subject_mismatch", "Seven ships sank.", "In all 7 ships sank.", None),
    ("subject_mismatch", "French farmers protested.", "In France they protested.", None),
    ("object_mismatch", "The storm killed seven.", "The storm left 7 dead.", None),
    ("relation_object_mismatch", "Germany invaded Poland.", "Germany invaded Poland and then France.", None),
    ("relation_object_mismatch", "Germany invaded Poland.", "Poland borders Germany.", None),  # another relation
    ("relation_object_mismatch", NORWAY, "Norway exports salmon.", ("Norway", "exports", "fresh salmon")),
    ("relation_object_mismatch", NORWAY, "Norway imports oil.", ("Norway", "imports", "oil")),
    ("relation_object_mismatch", "Norway bought seven ships.", "Norway bought 7 ships.", ("Norway", "bought", "7")),
    ("claim_mention", NORWAY, "Norway exports salmon, the ministry said.", None),
    (
        "claim_mention",
        "Scientists believe that Norway exports salmon.",
        "Posts claim that Norway exports salmon.",
        None,
    ),  # it is about a belief
    ("low_signal", NORWAY, "Norway exports salmon; readers clicked elsewhere.", None),
    ("low_signal", NORWAY, "Norway exports salmon, cookies and 404 other goods; loading takes an hour.", None),  # plain words
    ("low_signal", NORWAY, "Readers of the newsletter subscribe; Norwegians read more books.", None),
    ("uncertainty", NORWAY, "Norway exports salmon.", None),
    ("uncertainty", "Norway may export salmon.", "Norway could export salmon.", None),  # the claim is as uncertain
]


@pytest.mark.parametrize(("name", "claim", "text", "triple"), HOLDS)
def test_a_penalty_applies(name: str, claim: str, text: str, triple: Read) -> None:
    assert name in applied(claim, text, triple)


@pytest.mark.parametrize(("name", "claim", "text", "triple"), NEARLY)
def test_a_near_miss_is_not_penalised(name: str, claim: str, text: str, triple: Read) -> None:
    assert name not in applied(claim, text, triple)


def test_every_penalty_has_examples_of_both() -> None:
    assert {name for name, *_ in HOLDS} == {name for name, *_ in NEARLY} == PENALTY_NAMES


def test_boilerplate_is_phrases_only() -> None:
    """A single word stands in ordinary evidence too."""
    phrases = [phrase for group in LEXICON.boilerplate.by_first.values() for phrase, _ in group]
    assert phrases
    assert [phrase for phrase in phrases if len(phrase) < 2] == []


def test_evidence_that_says_what_is_claimed_has_none() -> None:
    assert applied(NORWAY, "Norway exports salmon.") == []
    assert applied(NORWAY, "Norway exports salmon.", ("Norway", "exports", "salmon")) == []


@pytest.mark.parametrize(("threshold", "holds"), [(1 / 3, False), (0.34, True)])
def test_the_anchor_is_weak_below_its_threshold_only(threshold: float, holds: bool) -> None:
    """One anchor of three, 0.3333: at a threshold of a third it is strong enough, at 0.34 it is not."""
    found = case(NORWAY, "Salmon swim.", thresholds=ThresholdDials(anchor_at_least=threshold))
    assert (penalties.weak_anchor(found) is not None) is holds


@pytest.mark.parametrize(("threshold", "holds"), [(1 / 3, False), (0.34, True)])
def test_a_candidate_fills_the_list_below_its_threshold_only(threshold: float, holds: bool) -> None:
    """One word of three, no name."""
    found = case(NORWAY, "Salmon swim.", thresholds=ThresholdDials(backfill_overlap=threshold))
    assert (penalties.backfill(found) is not None) is holds


@pytest.mark.parametrize(
    ("name", "factor", "shift"),
    [
        ("weak_anchor", 0.70, 0.0),
        ("backfill", 0.85, 0.0),
        ("object_mismatch", 0.55, 0.0),
        ("focus_mismatch", 0.75, 0.0),
        ("subject_mismatch", 0.60, 0.0),
        ("relation_object_mismatch", 0.70, 0.0),
        ("claim_mention", 0.65, 0.0),
        ("low_signal", 0.80, 0.0),
        ("uncertainty", 1.0, -0.12),
    ],
)
def test_a_penalty_leaves_what_its_dial_says(name: str, factor: float, shift: float) -> None:
    """Seed A §4.3; uncertainty takes 0.12, the others leave a share."""
    claim, text, triple = next((claim, text, triple) for found, claim, text, triple in HOLDS if found == name)
    others = PENALTY_NAMES - {name}
    (adjustment,) = penalties.apply(case(claim, text, triple), DIALS, others)
    assert (adjustment.name, adjustment.factor, adjustment.shift) == (name, factor, shift)
    assert adjustment.why


def test_a_weak_anchor_leaves_less_of_a_triple() -> None:
    """Seed A §4.3: 0.30 of a triple's score, 0.70 of any other."""
    (adjustment,) = penalties.apply(case(NORWAY, "Bees returned.", ("Bees", "return", "home")), DIALS, PENALTY_NAMES - {"weak_anchor"})
    assert adjustment.factor == 0.30


def test_penalties_apply_in_the_order_of_the_list() -> None:
    """Of nothing that is claimed: weak anchor, backfill, subject; then how it is worded."""
    assert applied(NORWAY, "Posts claim that bees might return. Click here.") == [
        "weak_anchor",
        "backfill",
        "subject_mismatch",
        "claim_mention",
        "low_signal",
        "uncertainty",
    ]


def test_a_penalty_that_is_off_is_not_asked() -> None:
    assert penalties.apply(case(NORWAY, "Bees returned."), DIALS, PENALTY_NAMES) == ()


def test_each_says_why() -> None:
    found = {one.name: one.why for one in penalties.apply(case(NORWAY, "Norway might export oil."), DIALS, frozenset())}
    assert found == {"object_mismatch": "nothing of the object: salmo", "uncertainty": "“might”"}
    reversed_ = penalties.relation_object_mismatch(case("Germany invaded Poland.", "Poland invaded Germany."))
    assert reversed_ is not None
    assert reversed_.why == "subject and object change places"


@given(st.sampled_from(CLAIMS), st.sampled_from(TEXTS), st.sampled_from(TRIPLES))
def test_a_penalty_never_raises_a_score(claim: Subclaim, text: str, triple: Read) -> None:
    """Factors in [0, 1], shifts not above 0, each penalty once."""
    found = penalties.apply(case(claim, text, triple), DIALS, frozenset())
    assert all(0 <= one.factor <= 1 and one.shift <= 0 for one in found)
    assert len({one.name for one in found}) == len(found)
