"""Trust of one piece, and of all as one number."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tests.rules.weighing import given as make
from tests.rules.weighing.given import DAY, NEUTRAL, REFUTES, SUPPORTS
from veracious.domain.evidence import Triple
from veracious.domain.stance import Stance
from veracious.domain.trust import Grade, Weighed
from veracious.rules.ranking.recency import RecencyDials
from veracious.rules.weighing import evidence_trust
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, Scale, TrustDials

DIALS = TrustDials()
SCALE = Scale(DAY, DIALS, RecencyDials())


def test_trust_is_the_weighted_mean_of_four_parts() -> None:
    """0.35 × 0.6 + 0.30 × 0.8 + 0.10 × 1 + 0.25 × 0.9 = 0.21 + 0.24 + 0.10 + 0.225 = 0.775."""
    assert evidence_trust.trust(0.6, 0.8, 1.0, 0.9, DIALS) == pytest.approx(0.775)


def test_all_parts_at_their_ends_give_the_ends() -> None:
    """0 everywhere gives 0, 1 everywhere gives (0.35 + 0.30 + 0.10 + 0.25) / 1 = 1."""
    assert evidence_trust.trust(0, 0, 0, 0, DIALS) == 0
    assert evidence_trust.trust(1, 1, 1, 1, DIALS) == pytest.approx(1)


def test_half_relevant_half_credible_old_and_unsure() -> None:
    """0.35 × 0.5 + 0.30 × 0.5 + 0.10 × 0.25 + 0.25 × 0.4 = 0.175 + 0.15 + 0.025 + 0.10 = 0.45."""
    assert evidence_trust.trust(0.5, 0.5, 0.25, 0.4, DIALS) == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("value", "mark"), [(0.75, Grade.A), (0.7499, Grade.B), (0.6, Grade.B), (0.59, Grade.C), (0.4, Grade.C), (0.39, Grade.D)]
)
def test_marks_begin_at_their_threshold(value: float, mark: Grade) -> None:
    assert evidence_trust.grade(value, DIALS) is mark


@pytest.mark.parametrize(
    ("stance", "side"),
    [
        (SUPPORTS, "supports"),
        (REFUTES, "refutes"),
        (NEUTRAL, "neutral"),
        (Stance(0.4, 0.4, 0.2), "neutral"),
        (Stance(0.4, 0.2, 0.4), "neutral"),
    ],
)
def test_a_stance_points_one_way_only_if_more_than_any_other(stance: Stance, side: str) -> None:
    assert evidence_trust.side(stance) == side


def weigh(*pairs: tuple[str, Stance]) -> tuple[Weighed, ...]:
    entries = [make.ranked(name) for name, _ in pairs]
    judgements = [make.judged(entry, stance) for entry, (_, stance) in zip(entries, pairs, strict=True)]
    return evidence_trust.weigh(entries, judgements, [make.subclaim()], {}, SCALE)


def test_a_judged_pair_is_weighed_and_an_unjudged_one_is_absent() -> None:
    """Absent is not neutral: of two ranked pieces, the one the judge could not decide has no weight at all."""
    first, second = make.ranked("a"), make.ranked("b")
    found = evidence_trust.weigh([first, second], [make.judged(first, SUPPORTS)], [make.subclaim()], {}, SCALE)
    assert [piece.evidence for piece in found] == ["a"]


def test_the_same_words_count_once_for_a_subclaim() -> None:
    """Two pages of one origin with the very same quote: the more trusted one stays. Of two origins, both do."""
    weak, strong = make.ranked("weak", score=0.3, text="The lake is deep."), make.ranked("strong", score=0.9, text="The lake is deep.")
    judgements = [make.judged(entry, SUPPORTS) for entry in (weak, strong)]
    one = {"weak": "origin:wire", "strong": "origin:wire"}
    found = evidence_trust.weigh([weak, strong], judgements, [make.subclaim()], one, SCALE)
    assert [piece.evidence for piece in found] == ["strong"]
    assert len(evidence_trust.weigh([weak, strong], judgements, [make.subclaim()], {}, SCALE)) == 2


def test_an_unknown_copy_is_of_the_origin_it_copies() -> None:
    """A copy at a site nobody has rated is no second voice: it goes back to the rated page it was taken from."""
    rated, copy = make.ranked("rated", credibility=0.5), make.ranked("copy", credibility=None)
    tied = {"rated": "origin:story", "copy": "origin:story"}
    found = evidence_trust.weigh([rated, copy], [make.judged(one, SUPPORTS) for one in (rated, copy)], [make.subclaim()], tied, SCALE)
    assert {piece.origin for piece in found} == {"origin:story"}


def test_a_text_counts_before_the_triple_read_from_it() -> None:
    text = make.ranked("text", score=0.4)
    passage = text.evidence.passage
    read = replace(text.evidence, id="triple", triple=Triple("lake", "is", "deep", passage))
    triple = replace(text, evidence=read, final_score=0.9)
    found = evidence_trust.weigh([triple, text], [make.judged(one, SUPPORTS) for one in (triple, text)], [make.subclaim()], {}, SCALE)
    assert [piece.evidence for piece in found] == ["text"]


def test_unknown_sources_are_one_origin_together() -> None:
    entries = [make.ranked(name, credibility=None) for name in "abc"]
    found = evidence_trust.weigh(entries, [make.judged(entry, SUPPORTS) for entry in entries], [make.subclaim()], {}, SCALE)
    assert {piece.origin for piece in found} == {UNKNOWN_ORIGIN}
    assert len(evidence_trust.per_origin(found)) == 1


@pytest.mark.parametrize(
    ("names", "tied", "apart"),
    [
        (("herald", "gazette"), {}, {"gazette.example", "herald.example"}),
        (("herald", "heralds"), {}, {"herald.example"}),  # names one edit apart
        (("herald", "gazette"), {"herald": "origin:story", "gazette": "origin:story"}, {"gazette.example"}),  # one story
    ],
)
def test_unrated_publishers_are_told_apart_unless_they_look_alike(names: tuple[str, ...], tied: dict[str, str], apart: set[str]) -> None:
    entries = [make.ranked(name, credibility=None) for name in names]
    judgements = [make.judged(entry, SUPPORTS) for entry in entries]
    found = evidence_trust.weigh(entries, judgements, [make.subclaim()], tied, SCALE)
    assert {piece.publisher_origin for piece in found} == apart
    before = evidence_trust.weigh(entries, judgements, [make.subclaim()], tied, replace(SCALE, trust=TrustDials(unrated_apart=False)))
    assert {piece.publisher_origin for piece in before} == {UNKNOWN_ORIGIN}


def test_a_source_known_to_be_bad_is_no_origin_of_its_own() -> None:
    bad = make.ranked("bad", credibility=0.1)
    [found] = evidence_trust.weigh([bad], [make.judged(bad, SUPPORTS)], [make.subclaim()], {}, SCALE)
    assert (found.origin, found.unrated_origin) == (UNKNOWN_ORIGIN, "")


def test_twenty_copies_weigh_as_one() -> None:
    """Twenty pieces of one origin on one side: one piece is left to count, and the fixed trust is that of the best alone."""
    copies = [make.weighed(f"copy{k}", SUPPORTS, origin="origin:wire", trust=0.5 + k / 100) for k in range(20)]
    alone = evidence_trust.fixed([copies[-1]], "seed", DIALS)
    together = evidence_trust.fixed(copies, "seed", DIALS)
    assert alone is not None
    assert together is not None
    assert together.value == alone.value == pytest.approx(0.69)


def test_fixed_trust_of_two_and_one_against() -> None:
    """Trusts 0.8, 0.6 for and 0.4 against: Σt² = 0.64 + 0.36 + 0.16 = 1.16; Σt = 1.8; 1.16 / 1.8 × 2/3 = 0.4296."""
    pool = [make.weighed("a", SUPPORTS, trust=0.8), make.weighed("b", SUPPORTS, trust=0.6), make.weighed("c", REFUTES, trust=0.4)]
    found = evidence_trust.fixed(pool, "seed", DIALS)
    assert found is not None
    assert found.agreement == pytest.approx(2 / 3)
    assert found.value == pytest.approx(1.16 / 1.8 * 2 / 3)
    assert found.grade is Grade.C


def test_fixed_trust_of_one_piece_is_its_own_trust() -> None:
    """0.7² / 0.7 × 1 = 0.7, and every resample is the same piece, so the interval is a point."""
    found = evidence_trust.fixed([make.weighed("a", SUPPORTS, trust=0.7)], "seed", DIALS)
    assert found is not None
    assert (found.low, found.value, found.high) == pytest.approx((0.7, 0.7, 0.7))


def test_nothing_has_no_trust() -> None:
    assert evidence_trust.fixed([], "seed", DIALS) is None


@given(make.pools())
def test_fixed_trust_replays_is_bounded_and_order_free(pool: list[Weighed]) -> None:
    first = evidence_trust.fixed(pool, "seed", DIALS)
    Random(1).shuffle(pool)
    assert evidence_trust.fixed(pool, "seed", DIALS) == first
    if first is not None:
        assert 0 <= first.low <= first.value <= first.high <= 1


@given(make.share, make.share, make.share, make.share, make.share)
def test_more_of_any_part_never_lowers_trust(a: float, b: float, c: float, d: float, more: float) -> None:
    base = evidence_trust.trust(a, b, c, d, DIALS) - 1e-12
    assert evidence_trust.trust(max(a, more), b, c, d, DIALS) >= base
    assert evidence_trust.trust(a, max(b, more), c, d, DIALS) >= base
    assert evidence_trust.trust(a, b, max(c, more), d, DIALS) >= base
    assert evidence_trust.trust(a, b, c, max(d, more), DIALS) >= base
