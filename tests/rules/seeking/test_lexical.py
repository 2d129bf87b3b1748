"""BM25 by hand."""

from collections import Counter
from collections.abc import Mapping
from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.rules.seeking import lexical
from veracious.rules.seeking.lexical import LexicalDials

DIALS = LexicalDials()
PETS = {"one": "cat cat dog", "two": "dog bird", "three": "fish"}


def corpus(texts: Mapping[str, str]) -> dict[str, Counter[str]]:
    return {name: Counter(text.split()) for name, text in texts.items()}


def score(query: str, texts: Mapping[str, str], dials: LexicalDials = DIALS) -> Mapping[str, float]:
    return lexical.score(query.split(), corpus(texts), dials)


@pytest.mark.parametrize(
    ("holding", "documents", "weight"),
    [
        (1, 3, 0.980829),  # ln(1 + (3 − 1 + 0.5) / (1 + 0.5)) = ln(1 + 2.5/1.5) = ln 2.666667
        (2, 3, 0.470004),  # ln(1 + (3 − 2 + 0.5) / (2 + 0.5)) = ln(1 + 1.5/2.5) = ln 1.6
        (3, 3, 0.133531),  # ln(1 + 0.5/3.5) = ln 1.142857: in all of them, and still above 0
        (0, 3, 2.079442),  # ln(1 + 3.5/0.5) = ln 8
        (5, 1000, 5.204007),  # ln(1 + 995.5/5.5) = ln 182
    ],
)
def test_a_rare_word_weighs_more(holding: int, documents: int, weight: float) -> None:
    assert lexical.rarity(holding, documents, DIALS) == pytest.approx(weight, abs=1e-6)


@pytest.mark.parametrize(
    ("times", "length", "worth"),
    [
        (1, 1.0, 1 / 1.9),  # 0.9 · (0.6 + 0.4 · 1) = 0.9; 1/(1 + 0.9) = 0.526316
        (2, 1.0, 2 / 2.9),  # the second time adds 0.689655 − 0.526316 = 0.163339
        (1, 2.0, 1 / 2.26),  # twice the mean length: 0.9 · (0.6 + 0.8) = 1.26; 1/2.26 = 0.442478
        (1, 0.5, 1 / 1.72),  # half of it: 0.9 · (0.6 + 0.2) = 0.72; 1/1.72 = 0.581395
        (0, 1.0, 0.0),
    ],
)
def test_a_word_said_again_adds_less_and_long_documents_are_marked_down(times: int, length: float, worth: float) -> None:
    assert lexical.saturation(times, length, DIALS) == pytest.approx(worth)


def test_three_documents_by_hand() -> None:
    """cat cat dog, dog bird, fish: lengths 3, 2, 1, so 2 on average; asked: cat dog.

    cat is in 1 of 3: 0.980829. dog is in 2 of 3: 0.470004 (above).
    One: length 3/2, so 0.9 · (0.6 + 0.4 · 1.5) = 1.08; cat 2/(2 + 1.08) = 0.649351, dog 1/(1 + 1.08) = 0.480769;
    0.980829 · 0.649351 + 0.470004 · 0.480769 = 0.636902 + 0.225963 = 0.862865.
    Two: length 2/2, so 0.9; dog 1/1.9 = 0.526316; 0.470004 · 0.526316 = 0.247370. Three has neither word.
    """
    assert score("cat dog", PETS) == pytest.approx({"one": 0.862865, "two": 0.247370}, abs=1e-6)


def test_one_document_by_hand() -> None:
    """bird, in 1 of 1: ln(1 + 0.5/1.5) = ln 1.333333 = 0.287682; its length is the mean: 1/1.9; 0.287682 · 0.526316 = 0.151412."""
    assert score("bird", {"only": "bird"}) == pytest.approx({"only": 0.151412}, abs=1e-6)


def test_a_word_said_twice_in_the_query_counts_twice() -> None:
    """fish: 0.980829 · 1/(1 + 0.9 · (0.6 + 0.4 · 0.5)) = 0.980829 / 1.72 = 0.570249; fish fish: 1.140499."""
    assert score("fish", PETS) == pytest.approx({"three": 0.570249}, abs=1e-6)
    assert score("fish fish", PETS) == pytest.approx({"three": 1.140499}, abs=1e-6)


@pytest.mark.parametrize(
    ("dials", "expected"),
    [
        (LexicalDials(k1=0), 0.980829),  # repetition and length add nothing: the rarity alone
        (LexicalDials(b=0), 0.980829 * 2 / 2.9),  # length adds nothing: 0.676434
        (LexicalDials(b=1), 0.980829 * 2 / 3.35),  # all of it: 0.9 · 1.5 = 1.35; 0.585570
        (LexicalDials(rarity_offset=1), log(2.5) * 2 / 3.08),  # ln(1 + 3/2) = 0.916291; 0.594994
    ],
)
def test_the_dials_set_what_repetition_length_and_rarity_count(dials: LexicalDials, expected: float) -> None:
    """cat in the first of the three."""
    assert score("cat", PETS, dials)["one"] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("query", "texts"), [("cat", {}), ("", PETS), ("horse", PETS), ("cat", {"empty": ""})])
def test_where_no_word_is_shared_nothing_scores(query: str, texts: dict[str, str]) -> None:
    assert score(query, texts) == {}


words = st.sampled_from("cat dog bird fish".split())
texts = st.lists(words, max_size=6).map(" ".join)


@given(st.dictionaries(st.sampled_from("abcde"), texts, max_size=5), st.lists(words, max_size=5), st.randoms(use_true_random=False))
def test_neither_the_order_of_words_nor_of_documents_shows(held: dict[str, str], query: list[str], random: Random) -> None:
    """The same scores to the last bit; all above 0, and for exactly those that share a word."""
    found = lexical.score(query, corpus(held), DIALS)
    names, shuffled = random.sample(sorted(held), len(held)), random.sample(query, len(query))
    assert lexical.score(shuffled, corpus({name: held[name] for name in names}), DIALS) == found
    assert all(value > 0 for value in found.values())
    assert set(found) == {name for name, text in held.items() if set(text.split()) & set(query)}


@given(st.integers(1, 50), st.integers(1, 20), st.floats(0.1, 10))
def test_fewer_holders_more_repetition_and_less_length_never_score_less(holding: int, times: int, length: float) -> None:
    """Monotone in all three."""
    assert lexical.rarity(holding, 51, DIALS) > lexical.rarity(holding + 1, 51, DIALS) > 0
    assert lexical.saturation(times, length, DIALS) < lexical.saturation(times + 1, length, DIALS) < 1
    assert lexical.saturation(times, length, DIALS) > lexical.saturation(times, length * 2, DIALS)


passages = st.dictionaries(st.sampled_from(["a1", "a2", "a3", "b1", "b2", "c1"]), st.integers(1, 4).map(float))


@given(passages, st.integers(1, 8))
def test_the_passages_of_a_document_lift_each_other_and_keep_their_order(scores: dict[str, float], in_sight: int) -> None:
    """What is in sight stays before what is not; within a document the order stays; one that stands alone is not lifted."""
    documents, dials = {name: name[0] for name in scores}, LexicalDials(in_sight=in_sight)
    found = lexical.together(scores, documents, dials)
    assert set(found) == set(scores)
    for one, value in scores.items():
        others = [scores[name] for name in scores if name != one and documents[name] == documents[one]]
        assert value <= found[one] <= value + dials.other_share * max(others, default=0.0)
        for name in scores:
            if documents[name] == documents[one] and scores[name] < value:
                assert found[name] < found[one]
        if sum(other > value for other in scores.values()) >= in_sight:
            assert found[one] == value
            assert all(found[name] > value for name in scores if sum(other > scores[name] for other in scores.values()) < in_sight)


@given(passages, st.randoms(use_true_random=False))
def test_the_order_of_the_passages_does_not_show(scores: dict[str, float], random: Random) -> None:
    documents = {name: name[0] for name in scores}
    names = random.sample(sorted(scores), len(scores))
    assert lexical.together({name: scores[name] for name in names}, documents, DIALS) == lexical.together(scores, documents, DIALS)


def test_the_dials_are_those_of_the_data_pack() -> None:
    assert (DIALS.k1, DIALS.b) == (0.9, 0.4)
