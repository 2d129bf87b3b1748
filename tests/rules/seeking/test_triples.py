"""Facts in reach of a query."""

import pytest

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
