"""Many answers into one pool."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.seeking.given import answers, found, piece
from veracious.domain.evidence import Candidate, Evidence, Pooled, Triple
from veracious.rules.seeking import fuse, urls
from veracious.rules.seeking.fuse import FuseDials
from veracious.rules.seeking.urls import UrlDials

DIALS, URLS = FuseDials(), UrlDials()
BEES = "Bees returned to the orchard."


def merge(*candidates: Candidate) -> tuple[Pooled, ...]:
    return fuse.merge(candidates, DIALS, URLS)


def test_reciprocal_ranks_are_summed() -> None:
    """First by text, third by vectors: 1/(60+1) + 1/(60+3) = 0.016393 + 0.015873 = 0.032266."""
    (entry,) = merge(found(piece("a", BEES), "text", 1), found(piece("a", BEES), "vectors", 3))
    assert entry.semantic == pytest.approx(1 / 61 + 1 / 63)
    assert entry.semantic == pytest.approx(0.032266, abs=1e-6)
    assert entry.found_by == ("text", "vectors")


def test_one_answer_gives_one_term() -> None:
    """Tenth: 1/(60+10) = 1/70 = 0.014286."""
    (entry,) = merge(found(piece("a", BEES), "web", 10))
    assert entry.semantic == pytest.approx(1 / 70)


def test_two_seconds_beat_one_first() -> None:
    """2/(60+2) = 0.032258 against 1/(60+1) = 0.016393."""
    twice, once = piece("b", BEES), piece("a", "Bees left.")
    pool = merge(found(once, "text", 1), found(twice, "text", 2), found(twice, "vectors", 2))
    assert [entry.evidence.id for entry in pool] == ["b", "a"]
    assert [entry.semantic for entry in pool] == pytest.approx([2 / 62, 1 / 61])


def test_the_offset_is_a_dial() -> None:
    """With an offset of 9: 1/(9+1) = 0.1."""
    (entry,) = fuse.merge([found(piece("a", BEES), "text", 1)], FuseDials(rank_offset=9), URLS)
    assert entry.semantic == pytest.approx(0.1)


def test_a_triple_keeps_its_best_score_and_no_rank() -> None:
    """Found by triples at 0.3 and 0.7, ranks 1 and 2: triple max(0.3, 0.7) = 0.7, semantic 0."""
    (entry,) = merge(found(piece("a", BEES), "triples", 1, 0.3), found(piece("a", BEES), "triples", 2, 0.7))
    assert (entry.semantic, entry.triple, entry.found_by) == (0, 0.7, ("triples",))


def test_triples_and_text_meet_in_one_entry() -> None:
    """Semantic 1/(60+2) from text, triple 0.4 from triples."""
    (entry,) = merge(found(piece("a", BEES), "triples", 1, 0.4), found(piece("a", BEES), "text", 2, 8.5))
    assert entry.semantic == pytest.approx(1 / 62)
    assert entry.triple == 0.4


def read(id: str, subject: str, relation: str, object: str, **place: str) -> Evidence:
    """A triple read from the sentence on bees."""
    made = piece(id, BEES, snapshot="s", **place)  # type: ignore[arg-type]
    return replace(made, triple=Triple(subject, relation, object, made.passage))


def test_triples_of_one_passage_stay_apart() -> None:
    """Two triples and the passage itself are three entries; the same triple in another case is the same."""
    returned, stood = read("a", "Bees", "returned to", "the orchard"), read("b", "The orchard", "stood in", "Vell")
    again, passage = read("c", "BEES", "returned  to", "the orchard"), piece("d", BEES, snapshot="s")
    pool = merge(*(found(one, "triples", rank, 0.5) for rank, one in enumerate((returned, stood, again), 1)), found(passage, "text", 9))
    assert [entry.evidence.id for entry in pool] == ["a", "b", "d"]
    assert [entry.found_by for entry in pool] == [("triples",), ("triples",), ("text",)]


def test_a_triple_s_place_is_by_rank_and_its_score_as_it_was() -> None:
    """A triple of score 0.9 at rank 3, 1/63 = 0.01587, stands behind a passage at rank 1, 1/61 = 0.01639, and before one at 4, 1/64."""
    first, fourth = found(piece("z", "One."), "text", 1), found(piece("a", "Two."), "text", 4)
    pool = merge(found(read("m", "Bees", "returned to", "the orchard"), "triples", 3, 0.9), first, fourth)
    assert [entry.evidence.id for entry in pool] == ["z", "m", "a"]
    assert [(entry.semantic, entry.triple) for entry in pool] == [(1 / 61, 0), (0, 0.9), (1 / 64, 0)]


def test_the_pool_is_cut_by_ranks_alone() -> None:
    """Three triples at ranks 1 to 3 and three passages at ranks 1 to 3, four kept: two of each, though every triple scores 0.9."""
    triples = [found(read(f"t{rank}", f"Bee {rank}", "left", "Vell"), "triples", rank, 0.9) for rank in (1, 2, 3)]
    passages = [found(piece(f"p{rank}", f"Text {rank}."), "text", rank) for rank in (1, 2, 3)]
    pool = fuse.merge([*triples, *passages], FuseDials(pool_at_most=4), URLS)
    assert [entry.evidence.id for entry in pool] == ["p1", "t1", "p2", "t2"]


def test_what_text_and_triples_find_stands_before_what_one_of_them_finds() -> None:
    """1/62 + 1/62 = 0.0323 against 1/61 = 0.0164."""
    both, one = piece("b", BEES), piece("a", "Bees left.")
    pool = merge(found(one, "text", 1), found(both, "text", 2), found(both, "triples", 2, 0.1))
    assert [entry.evidence.id for entry in pool] == ["b", "a"]


def test_front_pages_are_dropped() -> None:
    """Of the web; what somebody put among their documents is kept, whatever its address."""
    home = piece("home", BEES, url="https://paper.example/")
    section = piece("section", BEES, url="https://paper.example/news/world")
    story = piece("story", BEES, url="https://paper.example/bees-return-to-orchard")
    web = [found(replace(one, collection="web")) for one in (home, section, story)]
    assert [entry.evidence.id for entry in merge(*web)] == ["story"]
    assert len(merge(found(home), found(section), found(story))) == 3


def test_evidence_without_address_is_kept() -> None:
    assert len(merge(found(piece("document", BEES)))) == 1


def test_the_same_words_of_the_same_page_are_one_entry() -> None:
    """Another spelling of the address, another case, other spaces: one entry, under the least id, with both ranks."""
    one = piece("b", "Bees  returned to the ORCHARD.", url="http://www.paper.example/stories/bees?utm_source=x")
    two = piece("a", BEES, url="https://paper.example/stories/bees")
    (entry,) = merge(found(one, "text", 1), found(two, "text", 2))
    assert entry.evidence == two
    assert entry.semantic == pytest.approx(1 / 61 + 1 / 62)


@pytest.mark.parametrize(
    ("text", "url"),
    [("Bees left the orchard.", "https://paper.example/stories/bees"), (BEES, "https://other.example/stories/bees"), (BEES, None)],
)
def test_other_words_or_another_page_are_another_entry(text: str, url: str | None) -> None:
    known = found(piece("a", BEES, url="https://paper.example/stories/bees"))
    assert len(merge(known, found(piece("b", text, url=url)))) == 2


def test_without_address_the_snapshot_is_the_page() -> None:
    same = (found(piece("a", BEES, snapshot="s")), found(piece("b", BEES, snapshot="s")))
    assert len(merge(*same)) == 1
    assert len(merge(found(piece("a", BEES)), found(piece("b", BEES)))) == 2


def test_best_first_and_no_more_than_the_dial_allows() -> None:
    candidates = [found(piece(f"e{rank}", f"{BEES} {rank}"), "text", rank) for rank in range(1, 8)]
    pool = fuse.merge(candidates, FuseDials(pool_at_most=3), URLS)
    assert [entry.evidence.id for entry in pool] == ["e1", "e2", "e3"]


def test_equals_are_ordered_by_id() -> None:
    assert [entry.evidence.id for entry in merge(found(piece("b", "One.")), found(piece("a", "Two.")))] == ["a", "b"]


def test_no_answers_no_pool() -> None:
    assert merge() == ()


@given(answers(), st.integers(0, 2**32))
def test_the_order_of_the_answers_does_not_matter(candidates: tuple[Candidate, ...], seed: int) -> None:
    shuffled = Random(seed).sample(candidates, len(candidates))
    assert fuse.merge(shuffled, DIALS, URLS) == fuse.merge(candidates, DIALS, URLS)


@given(answers())
def test_nothing_is_lost_or_counted_twice(candidates: tuple[Candidate, ...]) -> None:
    """The terms of the pool are the terms of the candidates that are no front pages; every page and wording stands in it once."""
    pool = merge(*candidates)
    web = ("web", "current_affairs")
    kept = [
        one for one in candidates if one.evidence.collection not in web or not one.evidence.url or urls.is_article(one.evidence.url, URLS)
    ]
    terms = sum(1 / (60 + one.rank) for one in kept if one.finder != "triples")
    assert sum(entry.semantic for entry in pool) == pytest.approx(terms)
    keys = [(urls.normalise(entry.evidence.url or ""), fuse.statement(entry.evidence.text)) for entry in pool]
    assert len(set(keys)) == len(keys)
    assert {entry.evidence for entry in pool} <= {one.evidence for one in kept}


@given(answers(), st.integers(1, 50))
def test_one_more_answer_never_lowers_a_score(candidates: tuple[Candidate, ...], rank: int) -> None:
    """Monotone: what is found again, at whatever rank, scores more."""
    for entry in merge(*candidates):
        after = {one.evidence.id: one for one in merge(*candidates, found(entry.evidence, "text", rank))}
        assert after[entry.evidence.id].semantic > entry.semantic
