"""Which query is searched next."""

import pytest

from tests.rules.seeking.given import DAY, LEXICON
from veracious.domain.claim import Reading
from veracious.domain.evidence import Query
from veracious.rules.dials import Dials
from veracious.rules.reading import intake
from veracious.rules.seeking import queries, targets
from veracious.rules.seeking.queries import Aimed, QueryDials
from veracious.rules.seeking.targets import TargetDials

TWO = "The bridge of Brisa was opened in 1932 and the lighthouse of Brisa is 23 metres tall."


def asked(text: str) -> tuple[Aimed, ...]:
    reading = intake.read(text, DAY, LEXICON, Dials().reading)
    assert isinstance(reading, Reading)
    return queries.aimed(reading, LEXICON, QueryDials())


def order(text: str, open: tuple[float, ...], by_value: bool = True) -> list[tuple[str, int | None]]:
    """All queries one after the other, with parts that stay as open as they are."""
    given, executed = asked(text), list[Aimed]()
    while (target := targets.next_one(given, executed, open, TargetDials(), by_value)) is not None:
        executed.append(target)
    return [(one.query.form, one.part) for one in executed]


def test_every_query_is_made_once_whatever_its_worth() -> None:
    assert sorted(order(TWO, (1.0, 0.2)), key=str) == sorted(order(TWO, (1.0, 0.2), by_value=False), key=str)
    assert len(order(TWO, (1.0, 0.2))) == len(asked(TWO))


def test_with_all_parts_open_the_claim_comes_first_and_then_its_refutation() -> None:
    assert order(TWO, (1.0, 1.0))[:2] == [("claim", None), ("debunk", None)]


def test_what_is_open_comes_before_what_is_settled() -> None:
    """Part 0 is decided, so that a query for the claim is worth half as much as one for part 1."""
    first = order(TWO, (0.05, 1.0))[0]
    assert first[1] == 1


def test_each_search_for_a_part_makes_the_next_worth_less() -> None:
    """0.85² = 0.7225 after one for the part and one for all; 0.85 for the other part."""
    claim, part, other = (Aimed(Query(name, "claim", DAY), at) for name, at in (("a", None), ("b", 0), ("c", 1)))
    done = [claim, part]
    assert targets.worth(Aimed(Query("d", "phrase", DAY), 0), done, (1.0, 1.0), TargetDials()) == pytest.approx(0.7225)
    assert targets.worth(other, done, (1.0, 1.0), TargetDials()) == pytest.approx(0.85)


@pytest.mark.parametrize("text", ["Norway exports salmon.", "  NORWAY\texports \n salmon. "])
def test_a_query_is_not_repeated_in_another_case_or_spacing(text: str) -> None:
    done = [Aimed(Query(text, "claim", DAY))]
    following = targets.next_one(asked("Norway exports salmon."), done, (1.0,), TargetDials())
    assert following is not None
    assert following.query.form == "debunk"


def test_another_query_does_not_count_as_executed() -> None:
    following = targets.next_one(asked("Norway exports salmon."), [Aimed(Query("Norway exports", "claim", DAY))], (1.0,), TargetDials())
    assert following is not None
    assert following.query.form == "claim"
