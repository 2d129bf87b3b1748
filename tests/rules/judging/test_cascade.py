"""Which pairs the second judge is asked about, and whose word stands."""

from hypothesis import given
from hypothesis import strategies as st

from tests.contracts.samples import subclaim
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Passage, Quote, Source
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance
from veracious.rules.judging import cascade
from veracious.rules.judging.cascade import CascadeDials

PART = subclaim("Lake Baikal is deep")


def piece(number: int) -> Evidence:
    return Evidence(f"e{number}", Passage("s", Span(0, 4), "deep"), Source("a.example"))


def said(number: int, sure: float) -> Judgement:
    rest = (1 - sure) / 2
    return Judgement(PART.text, f"e{number}", Quote("s", Span(0, 4), "deep"), Stance(1 - 2 * rest, rest, rest))


def asked(sure: list[float], dials: CascadeDials) -> list[str]:
    pairs: list[tuple[Subclaim, Evidence]] = [(PART, piece(number)) for number in range(len(sure))]
    return [one.id for _, one in cascade.unsure(pairs, [said(number, one) for number, one in enumerate(sure)], dials)]


def test_the_least_sure_are_asked_about_in_their_own_order() -> None:
    assert asked([0.95, 0.5, 0.99, 0.4, 0.6, 0.97], CascadeDials(share_at_most=0.34)) == ["e1", "e3"]


def test_what_the_first_is_sure_of_is_not_asked_again() -> None:
    assert asked([0.95, 0.91, 0.9], CascadeDials(sure_at_least=0.9)) == []


def test_no_more_are_asked_about_than_a_look_may_cost() -> None:
    assert len(asked([0.5] * 60, CascadeDials())) == CascadeDials().pairs_at_most


def test_a_pair_of_which_nothing_was_said_comes_first() -> None:
    pairs = [(PART, piece(0)), (PART, piece(1)), (PART, piece(2))]
    (found,) = cascade.unsure(pairs, [said(0, 0.4), said(1, 0.4)], CascadeDials(share_at_most=0.34))
    assert found[1].id == "e2"


def test_the_second_word_stands_where_there_is_one() -> None:
    first, second = [said(0, 0.4), said(1, 0.5)], [said(1, 0.98), said(7, 0.6)]
    assert cascade.joined(first, second) == (first[0], second[0], second[1])


@given(st.lists(st.floats(0.34, 1.0), max_size=40), st.floats(0, 1), st.integers(0, 30))
def test_the_share_and_the_number_bound_what_is_asked(sure: list[float], share: float, most: int) -> None:
    dials = CascadeDials(share_at_most=share, pairs_at_most=most)
    found = asked(sure, dials)
    assert len(found) <= min(most, share * len(sure))
    assert all(sure[int(name[1:])] < dials.sure_at_least for name in found)
