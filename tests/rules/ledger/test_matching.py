"""What of the documents is read beside a claim."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.rules.ledger.given import LEXICON, index, snapshot
from tests.worked import works
from veracious.rules.ledger import matching
from veracious.rules.ledger.matching import MatchDials

DIALS = MatchDials()
HALL = (
    "The town hall was built in 1901. Its tower is 40 metres tall. The mayor lives elsewhere. "
    "A fire broke out in the archive in 1954. Nobody was hurt."
)
PORT = "The port of Ellery handles coal. The tower of the town hall can be seen from the port."


def told(claim: str, *texts: str, dials: MatchDials = DIALS) -> list[list[str]]:
    return [[quote.text for quote in one.quotes] for one in matching.premises(claim, index(*texts), LEXICON, dials)]


@works("ledger.matching.premises")
@pytest.mark.parametrize(
    ("claim", "text", "similarity", "about"),
    [
        # one sentence has everything: whatever the words are worth, all of it is said
        ("The hall is green.", "The hall is green.", 1.0, 1.0),
        # two sentences, "hall" in one of them and "tower" in none: ln(1 + 1.5/1.5) = ln 2 against ln(1 + 2.5/0.5) = ln 6
        ("The hall and the tower.", "The hall. The roof.", log(2) / (log(2) + log(6)), log(2) / (log(2) + log(6))),
        # "hall" in both of them: ln(1 + 0.5/2.5) = ln 1.2; the first says no more than the second, and comes first
        ("The hall and the tower.", "The hall. The old hall.", log(1.2) / (log(1.2) + log(6)), log(1.2) / (log(1.2) + log(6))),
        # of a number that is not there, the rest is what it is about
        ("The hall has 12.", "The hall. The roof.", log(2) / (log(2) + log(6)), 1.0),
    ],
)
def test_how_much_of_a_claim_a_stretch_says(claim: str, text: str, similarity: float, about: float) -> None:
    first = matching.nearest(claim, index(text), LEXICON, DIALS)[0]
    assert [first.similarity, first.about] == pytest.approx([similarity, about])


def test_the_stretch_that_says_most_comes_first() -> None:
    assert told("The tower of the town hall is 40 metres tall.", HALL, PORT)[0] in (
        ["The town hall was built in 1901. Its tower is 40 metres tall."],
        ["Its tower is 40 metres tall."],
    )


def test_what_stands_in_two_documents_is_not_read_as_one_text() -> None:
    claim = "A fire in the archive of the town hall could be seen from the port of Ellery."
    assert not any("fire" in " ".join(one) and "Ellery" in " ".join(one) for one in told(claim, HALL, PORT))
    last = told(claim, HALL, PORT, dials=MatchDials(across=True))[-1]
    assert len(last) > 1
    assert any("fire" in one for one in last)
    assert any("Ellery" in one for one in last)


def test_a_claim_of_which_nothing_is_said_is_beside_nothing() -> None:
    assert told("Penguins eat krill.", HALL, PORT) == []


def test_a_claim_of_which_too_little_is_said_is_beside_nothing() -> None:
    claim = "The mayor of Rome owns forty yellow submarines."
    assert told(claim, HALL, PORT, dials=MatchDials(similarity_at_least=0.5)) == []
    assert told(claim, HALL, PORT, dials=MatchDials(similarity_at_least=0.0)) != []


def test_every_quote_stands_in_its_document_to_the_letter() -> None:
    held = {one.digest: one for one in (snapshot(HALL), snapshot(PORT))}
    found = matching.premises("The tower of the town hall is seen from the port.", index(HALL, PORT), LEXICON, DIALS)
    assert all(quote.stands_in(held[quote.snapshot]) for one in found for quote in one.quotes)


def test_a_long_document_costs_no_more_than_what_is_looked_at() -> None:
    """The same claim beside a hundred times as many sentences: as many are read, and as many are looked at as the dial says."""
    long = " ".join(f"The clerk of the town hall wrote letter {number} about coal." for number in range(4000))
    wanted = matching._Wanted.of("The tower of the town hall is 40 metres tall.", index(HALL, long), LEXICON, DIALS)
    assert len(wanted.lines) <= DIALS.looked_at * 2
    found = matching.premises("The tower of the town hall is 40 metres tall.", index(HALL, long), LEXICON, DIALS)
    assert len(found) <= DIALS.stretches + 1
    assert "40 metres" in found[0].quotes[0].text


@given(some.permutations([HALL, PORT, "Coal is black. The port is deep."]))
def test_the_order_of_documents_does_not_decide_what_is_best(order: list[str]) -> None:
    assert told("A fire broke out in the archive in 1954.", *order)[0] == ["A fire broke out in the archive in 1954."]


@given(some.text(max_size=80), some.lists(some.text(max_size=120), max_size=3))
def test_similarity_is_a_share(claim: str, texts: list[str]) -> None:
    found = matching.nearest(claim, index(*texts), LEXICON, DIALS)
    assert all(0 <= one.similarity <= 1 + 1e-9 and 0 <= one.about <= 1 + 1e-9 for one in found)


def test_numbers_apart_says_whether_it_is_on_the_claim() -> None:
    (first, *_) = matching.premises("The tower is 50 metres tall.", index(HALL), LEXICON, DIALS)
    assert first.about > 0.99
    assert first.similarity < first.about


def test_a_sentence_in_two_passages_is_in_the_index_once() -> None:
    from tests.contracts.samples import run
    from veracious.adapters.memory.shelf import MemoryShelf
    from veracious.rules.reading.sentences import SentenceDials
    from veracious.rules.seeking.passages import PassageDials

    text = " ".join(f"Sentence number {number} is here for the cutting." for number in range(40))
    pieces = run(MemoryShelf(PassageDials(), SentenceDials()).put(snapshot(text)))
    lines = matching.of_pieces(pieces, LEXICON).lines
    assert len(pieces) > 2
    assert len(lines) == len({line.span for line in lines}) == 40
