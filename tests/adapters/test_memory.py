"""The arithmetic of the adapters in memory, and how a page is cut."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contracts.samples import Page, query, run, snapshot
from veracious.adapters.memory.finder import MemoryFinder, VectorFinder, cosine
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.triples import MemoryTriples
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Passage, Snapshot
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import passages
from veracious.rules.seeking.lexical import LexicalDials
from veracious.rules.seeking.passages import PassageDials
from veracious.rules.seeking.triples import TripleDials


def shelf(*texts: str) -> MemoryShelf:
    """A shelf with a page for each text."""
    made = MemoryShelf(PassageDials(), SentenceDials())
    for index, text in enumerate(texts):
        run(made.put(snapshot(text, f"https://example.org/reports/page-{index}.html")))
    return made


def test_passages_are_scored_by_their_words(lexicon: Lexicon) -> None:
    """Function words do not count; the formula and its arithmetic are those of `lexical`: 0.862865 and 0.247370."""
    found = run(MemoryFinder(shelf("cat cat dog", "dog bird", "fish"), lexicon, LexicalDials()).find(query("the cat and the dog"), 10))
    assert [candidate.evidence.text for candidate in found] == ["cat cat dog", "dog bird"]
    assert [candidate.score for candidate in found] == pytest.approx([0.862865, 0.247370], abs=1e-6)


def test_the_passages_of_a_page_are_scored_together(lexicon: Lexicon) -> None:
    """A page of two passages against two pages of one: the same words, and 0.3 of the other passage's score added to each."""
    apart = MemoryShelf(PassageDials(chars=12, overlap=0), SentenceDials())
    whole = MemoryShelf(PassageDials(chars=12, overlap=0), SentenceDials())
    for index, text in enumerate(("The cat sat.", "The dog ran.", "A fish swam.")):
        run(apart.put(snapshot(text, f"https://example.org/reports/page-{index}.html")))
    run(whole.put(snapshot("The cat sat. The dog ran.", "https://example.org/reports/page-0.html")))
    run(whole.put(snapshot("A fish swam.", "https://example.org/reports/page-1.html")))
    alone, together = (
        {one.evidence.text: one.score for one in run(MemoryFinder(held, lexicon, LexicalDials()).find(query("cat cat dog"), 9))}
        for held in (apart, whole)
    )
    cat, dog = alone["The cat sat."], alone["The dog ran."]
    assert together == pytest.approx({"The cat sat.": cat + 0.3 * dog, "The dog ran.": dog + 0.3 * cat})


def test_the_finder_goes_by_its_dials(lexicon: Lexicon) -> None:
    """Without saturation and length, k1 = 0, cat counts 0.980829 and dog 0.470004 wherever they stand."""
    finder = MemoryFinder(shelf("cat cat dog", "dog bird", "fish"), lexicon, LexicalDials(k1=0))
    assert [candidate.score for candidate in run(finder.find(query("cat dog"), 5))] == pytest.approx([1.450833, 0.470004], abs=1e-6)


def test_the_title_is_found_too(lexicon: Lexicon) -> None:
    held = MemoryShelf(PassageDials(), SentenceDials())
    run(held.put(Snapshot("d", "It rose by two metres.", snapshot("").source, title="The river Rhône")))
    assert len(run(MemoryFinder(held, lexicon, LexicalDials()).find(query("Rhône"), 5))) == 1


@given(st.permutations(["cat cat dog", "dog bird", "fish", "bird bird fish", "cat"]))
def test_the_order_of_the_pages_does_not_show(lexicon: Lexicon, texts: list[str]) -> None:
    """The same scores to the last bit, whatever came first."""
    scores = []
    for order in (texts, sorted(texts)):
        found = run(MemoryFinder(shelf(*order), lexicon, LexicalDials()).find(query("cat bird fish"), 10))
        scores.append({candidate.evidence.text: candidate.score for candidate in found})
    assert scores[0] == scores[1]


def test_cosine_by_hand() -> None:
    """(3, 4) and (4, 3): (12 + 12) / (5 · 5) = 0.96; a vector without direction is near nothing."""
    assert cosine((3.0, 4.0), (4.0, 3.0)) == pytest.approx(0.96)
    assert cosine((3.0, 4.0), (-3.0, -4.0)) == -1.0
    assert cosine((0.0, 0.0), (1.0, 0.0)) == 0.0


class ShortEmbedder:
    """An embedder that loses a vector."""

    async def embed(self, texts: list[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts[1:]]


def test_an_embedder_that_loses_a_vector_is_a_failed_source() -> None:
    with pytest.raises(SourceMalformed):
        run(VectorFinder(shelf("cat", "dog"), ShortEmbedder()).find(query("cat"), 5))  # type: ignore[arg-type]


FACTS = (
    Page("Ada Lovelace", "was a daughter of", "Lord Byron", "ada"),
    Page("Lord Byron", "died in", "Missolonghi", "byron"),
    Page("Missolonghi", "lies in", "Greece", "missolonghi"),
    Page("Adam", "died in", "Greece", "adam"),
)


def test_triples_are_walked_two_hops_from_a_name(lexicon: Lexicon) -> None:
    """The query's words are ada, lovelace, died, greece, of which Greece and Ada Lovelace are names of the graph.

    One hop from them: Ada · daughter · Byron has 2 of 4 words, 0.5; Missolonghi · lies · Greece 1 of 4, 0.25; Adam · died · Greece 2 of
    4, 0.5. Two hops: Byron · died · Missolonghi has 1 of 4, halved, 0.125.
    """
    held = MemoryShelf(PassageDials(), SentenceDials())
    for fact in FACTS:
        run(held.put(fact.snapshot))
    finder = MemoryTriples(held, [fact.triple for fact in FACTS], lexicon, TripleDials())
    found = {c.evidence.url: c.score for c in run(finder.find(query("Ada Lovelace died in Greece"), 10))}
    assert found == {fact.snapshot.url: score for fact, score in zip(FACTS, (0.5, 0.125, 0.25, 0.5), strict=True)}


def test_triples_three_hops_away_are_not_reached(lexicon: Lexicon) -> None:
    """From Ada alone: hop one Byron, hop two Missolonghi; Greece is the third, though the query has the word "lies"."""
    held = MemoryShelf(PassageDials(), SentenceDials())
    for fact in FACTS:
        run(held.put(fact.snapshot))
    finder = MemoryTriples(held, [fact.triple for fact in FACTS], lexicon, TripleDials())
    found = run(finder.find(query("Ada Lovelace died where she lies"), 10))
    assert {candidate.evidence.url for candidate in found} == {FACTS[0].snapshot.url, FACTS[1].snapshot.url}
    assert all(candidate.evidence.triple for candidate in found)


@pytest.mark.parametrize(("hops", "reached"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_how_far_triples_are_walked_is_a_dial(hops: int, reached: int, lexicon: Lexicon) -> None:
    """From Ada alone: Byron, then Missolonghi, then Greece, and each says one of the query's words."""
    held = MemoryShelf(PassageDials(), SentenceDials())
    for fact in FACTS:
        run(held.put(fact.snapshot))
    finder = MemoryTriples(held, [fact.triple for fact in FACTS], lexicon, TripleDials(hops_at_most=hops))
    assert len(run(finder.find(query("Ada Lovelace died where she lies"), 10))) == reached


def test_a_triple_knows_all_that_its_page_does(lexicon: Lexicon) -> None:
    """Where it was first published, by whom, what it links to: origins are told by these."""
    page = replace(FACTS[0].snapshot, canonical_url="https://first.example/a/b", byline="AP", links=("https://other.example/c",))
    held = MemoryShelf(PassageDials(), SentenceDials())
    (passage,) = run(held.put(page))
    (found,) = run(MemoryTriples(held, [FACTS[0].triple], lexicon, TripleDials()).find(query("Ada Lovelace"), 5))
    assert replace(found.evidence, id=passage.id, triple=None) == passage


def cut(text: str, dials: PassageDials) -> tuple[Passage, ...]:
    return passages.cut(snapshot(text), dials, SentenceDials())


def test_a_page_cut_by_hand() -> None:
    """At most 30 characters, of which 12 are shared.

    "One is odd." has 11 characters, so has every "… is odd." here up to a few. The first two take 11 + 1 + 12 = 24; the third would make
    38. "Two is even." has 12 and may be repeated: with a blank and "Three is odd." it makes 26, and 40 with the fourth. "Three is odd." has
    13, too long to be repeated: the last passage is the fourth alone.
    """
    found = cut("One is odd. Two is even. Three is odd. Four is even.", PassageDials(chars=30, overlap=12))
    assert [passage.text for passage in found] == ["One is odd. Two is even.", "Two is even. Three is odd.", "Four is even."]


def test_a_sentence_that_fits_nowhere_is_broken_between_words() -> None:
    """Runs of at most 8 characters, 20 to a passage, the last run repeated where it fits."""
    found = cut("aaa bbb ccc ddd eee fff ggg hhh", PassageDials(chars=20, overlap=8))
    assert [passage.text for passage in found] == ["aaa bbb ccc ddd", "ccc ddd eee fff", "eee fff ggg hhh"]
    assert [passage.text for passage in cut("x" * 25, PassageDials(chars=10, overlap=0))] == ["x" * 10, "x" * 10, "x" * 5]


words = st.text("abcÉß日é.,!?\"'“” ", min_size=1, max_size=30) | st.text("ab", min_size=80, max_size=700)
pages = st.lists(words | st.sampled_from(("\n\n", " ", "Dr. Who said so. ", "It rose. ", "\u2028", "\t")), max_size=60).map("".join)
sizes = st.sampled_from((PassageDials(), PassageDials(chars=60, overlap=20), PassageDials(chars=7, overlap=3), PassageDials(30, 0)))


@given(pages, sizes)
def test_passages_slice_back_cover_and_overlap_little(text: str, dials: PassageDials) -> None:
    """Every visible character is in some passage; neighbours share at most the overlap; none lies within another."""
    found = cut(text, dials)
    covered: set[int] = set()
    for passage in found:
        assert passage.span.of(text) == passage.text == passage.text.strip()
        assert 0 < len(passage.text) <= dials.chars
        covered.update(range(passage.span.start, passage.span.end))
    assert all(char.isspace() for at, char in enumerate(text) if at not in covered)
    for before, after in pairwise(found):
        assert before.span.start < after.span.start
        assert before.span.end < after.span.end
        assert before.span.end - after.span.start <= dials.overlap


def test_the_seed_sizes_are_the_default() -> None:
    """Seed E §9.2: 512 characters, 100 shared."""
    assert PassageDials() == PassageDials(chars=512, overlap=100)
