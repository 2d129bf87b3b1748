"""What states nothing that could be looked up, with the code that says why."""

import pytest

from veracious.rules.reading import statements
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.refuse import RefuseDials
from veracious.rules.reading.statements import StatementDials

DIALS, REFUSE = StatementDials(), RefuseDials()


def code(text: str, lexicon: Lexicon, spoken: bool = False) -> str:
    return statements.code(text, text, spoken, lexicon, REFUSE, DIALS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Who will pay for it?", "question"),
        ("What a great goal for the whole team!", "exclamation"),
        ("We will bring you the latest as it comes in.", "page_note"),
        ("Please send the money by Friday.", "demand"),
        ("Whether the cap will lower rents is open.", "left_open"),
        ("That was a hard price.", "points_back"),
        ("If you run a shop, your customers will stop coming.", "addresses_reader"),
        ("Éva Bodnár was not so sure.", "feeling"),
        ("The opposition called the measure a gift to the hotels.", "judgement"),
        ("The harbour looks like a drawer.", "likens"),
        ("Somebody decided it in a room with biscuits.", "names_nobody"),
        ("One need not be a Marxist to find that odd.", "names_nobody"),
        ("If a shop opens at random, customers will stop coming.", "supposes"),
        ("A bus for every village by law.", "no_verb"),
        ("They came.", "too_little"),
        ("He was alone in the vehicle.", "nothing_to_look_up"),
    ],
)
def test_no_claim(text: str, why: str, lexicon: Lexicon) -> None:
    assert code(text, lexicon) == why


@pytest.mark.parametrize(
    "text",
    [
        "The bridge was closed on Monday.",
        "Salmonella can cause fever and diarrhoea.",
        "Leeds United 2–1 York City.",
        "Attendance: 3,412, a sell-out.",
        "Anyone who keeps a book for more than 60 days will have to pay for a new copy.",
        "It is the second death attributed to the storm.",
        "No public subsidy has been used.",
        "There were two deaths.",
    ],
)
def test_a_claim(text: str, lexicon: Lexicon) -> None:
    assert code(text, lexicon) == ""


@pytest.mark.parametrize(
    ("text", "spoken", "why"),
    [
        ("I feel that the plan is wrong", False, "opinion"),
        ("I wait for the bus every morning", False, "own_account"),
        ("I counted eleven yachts on the quay", False, ""),
        ("We closed the plant", False, "own_account"),
        ("We closed the plant", True, ""),
        ("We did not expect this", True, "own_account"),
        ("The council closed the plant", False, ""),
    ],
)
def test_what_somebody_tells_of_themselves(text: str, spoken: bool, why: str, lexicon: Lexicon) -> None:
    assert statements.own_account(text, spoken, lexicon) == why


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Imogen Salt chairs the transport committee.", True),
        ("Imogen Salt is a councillor.", True),
        ("Doreen is 81.", True),
        ("Imogen Salt has chaired the committee since 2012.", False),
        ("The firm is 60 per cent owned by Lindauer.", False),
    ],
)
def test_what_only_says_who_somebody_is(text: str, only: bool, lexicon: Lexicon) -> None:
    given = statements.identifies(text.replace("Imogen", "Anna"), lexicon)
    assert given is only


def test_an_article_in_the_first_person() -> None:
    """One sentence in four is a quarter, and the dial is 0.14; what is quoted does not count."""
    told = ["The bus is late.", "I wait.", "It rains.", "The stop is wet."]
    assert statements.is_personal(told, DIALS)
    assert not statements.is_personal([*told[:1], 'Ida Moe said: "I wait."', *told[2:]], DIALS)
    assert not statements.is_personal([], DIALS)


@pytest.mark.parametrize(
    ("text", "known", "unspecific"),
    [
        ("A democracy is an argument about numbers.", (), True),
        ("Giles Pember is a courteous man.", ("Giles Pember",), True),
        ("The bill is before Parliament.", (), False),
        ("The bus costs 3 pounds.", (), False),
        ("It is the only road to the island.", (), False),
    ],
)
def test_what_names_nothing_of_its_own(text: str, known: tuple[str, ...], unspecific: bool, lexicon: Lexicon) -> None:
    assert statements.is_unspecific(text, known, lexicon) is unspecific
