"""Facts in reach of a query."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.domain.evidence import Passage, Triple
from veracious.domain.span import Span
from veracious.rules.seeking import triples
from veracious.rules.seeking.triples import TripleDials

WHOLE = Passage("s", Span(0, 1), "x")
ADA = Triple("Ada Lovelace", "was a daughter of", "Lord Byron", WHOLE)
BYRON = Triple("Lord Byron", "died in", "Missolonghi", WHOLE)
TOWN = Triple("Missolonghi", "lies in", "Greece", WHOLE)
ADAM = Triple("Adam", "died in", "Oslo", WHOLE)
ALL = (TOWN, ADAM, ADA, BYRON)


def walk(text: str, hops: int = 2) -> dict[str, int]:
    reached = triples.walk(ALL, text, TripleDials(hops_at_most=hops))
    return {triple.subject: distance for triple, distance in reached.items()}


def test_two_hops_from_a_name() -> None:
    """Ada to Byron is one, Byron to Missolonghi two, Missolonghi to Greece three; Adam is no Ada."""
    assert walk("Was Ada Lovelace ill?") == {"Ada Lovelace": 1, "Lord Byron": 2}


@pytest.mark.parametrize(("hops", "reached"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_how_far_is_a_dial(hops: int, reached: int) -> None:
    assert len(walk("Was Ada Lovelace ill?", hops)) == reached


def test_every_name_in_the_text_is_a_beginning() -> None:
    """From Ada and from Greece: each triple at its shortest distance."""
    assert walk("Ada Lovelace saw Greece.") == {"Ada Lovelace": 1, "Missolonghi": 1, "Lord Byron": 2}


def test_a_name_is_whole_words_in_any_case() -> None:
    assert walk("the ADAM family") == {"Adam": 1}
    assert walk("madam, madams and Adamson") == {}
    assert walk("") == {}


@pytest.mark.parametrize(("share", "hops", "score"), [(0.5, 1, 0.5), (0.5, 2, 0.25), (1.0, 3, 1 / 3), (0.0, 1, 0.0)])
def test_the_score_is_the_share_over_the_hops(share: float, hops: int, score: float) -> None:
    """0.5/1, 0.5/2, 1/3, 0/1."""
    assert triples.score(share, hops) == pytest.approx(score)


def test_the_specification_walks_two_hops() -> None:
    assert TripleDials().hops_at_most == 2


def by_keys(given: Iterable[Triple], text: str, dials: TripleDials) -> dict[Triple, int]:
    """The walk of a store that keeps each triple under the plain forms of its ends, and only looks up keys."""
    index: dict[str, set[Triple]] = {}
    for triple in given:
        for end in (triple.subject, triple.object):
            index.setdefault(triples.plain(end), set()).add(triple)
    keys: Iterable[str] = triples.names(text, dials)
    reached: dict[Triple, int] = {}
    for hop in range(1, dials.hops_at_most + 1):
        step = {triple for key in keys for triple in index.get(key, ())} - reached.keys()
        reached |= dict.fromkeys(step, hop)
        keys = {triples.plain(end) for triple in step for end in (triple.subject, triple.object)}
    return reached


# Few words, so that names meet: in other cases, with signs, run together, and none at all.
WORD = st.sampled_from(("Ada", "ADA", "ada", "Byron's", "St.", "O’Neill", "A-1", "3,412", "&", "İ", "naïve", "of", "", " ", "?", "\ud800"))
DIALS = TripleDials(name_words_at_most=3)
NAME = st.lists(WORD, max_size=3).map(" ".join).filter(lambda name: len(triples.plain(name).split()) <= DIALS.name_words_at_most)
FACTS = st.lists(st.builds(Triple, NAME, st.just("met"), NAME, st.just(WHOLE)), max_size=6)
TEXT = st.one_of(st.lists(WORD, max_size=8).map(" ".join), st.text(max_size=20))


@given(FACTS, TEXT, st.integers(0, 3))
def test_a_walk_by_keys_is_the_walk(facts: list[Triple], text: str, hops: int) -> None:
    """For names of at most `name_words_at_most` words a store that looks up keys reaches the same triples in as many hops."""
    dials = TripleDials(hops_at_most=hops, name_words_at_most=DIALS.name_words_at_most)
    assert by_keys(facts, text, dials) == triples.walk(facts, text, dials)


@given(st.lists(st.builds(Triple, st.text(max_size=12), st.just("met"), st.text(max_size=12), st.just(WHOLE)), max_size=4), st.data())
def test_a_walk_by_keys_is_the_walk_for_any_characters(facts: list[Triple], data: st.DataObject) -> None:
    """Twelve characters make at most twelve words."""
    names = [name for triple in facts for name in (triple.subject, triple.object)]
    text = " ".join(data.draw(st.lists(st.sampled_from(names), max_size=3))) if names else "Ada"
    dials = TripleDials(name_words_at_most=12)
    assert by_keys(facts, text, dials) == triples.walk(facts, text, dials)


def test_a_longer_name_is_not_looked_up() -> None:
    """Seven words, six looked up: the walk over all triples finds it, the walk by keys does not."""
    long = Triple("The Lord High Steward of the Realm", "was", "Ann", WHOLE)
    text = "Who was the Lord High Steward of the Realm?"
    assert triples.walk([long], text, TripleDials()) == {long: 1}
    assert by_keys([long], text, TripleDials()) == {}
    assert by_keys([long], text, TripleDials(name_words_at_most=7)) == {long: 1}


@given(TEXT, st.integers(1, 6))
def test_the_keys_of_a_text_are_its_runs(text: str, most: int) -> None:
    """Each once, each a run of the plain text, none longer than allowed, and no more than words × longest."""
    keys = triples.names(text, TripleDials(name_words_at_most=most))
    words = triples.plain(text).split()
    assert len(set(keys)) == len(keys) <= len(words) * most
    assert all(f" {key} " in f" {triples.plain(text)} " and 1 <= len(key.split()) <= most for key in keys)
    assert all(triples.plain(key) == key for key in keys if key.isascii())


def test_a_plain_name_is_its_words_in_lower_case() -> None:
    assert triples.plain("  Marie  CURIE’s ") == "marie curie's"
    assert triples.plain("\n") == ""
