"""A claim that compares two things, beside a sentence with a figure of each."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worked import works
from veracious import wiring
from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance
from veracious.rules.dials import Dials
from veracious.rules.judging import comparisons, figures, judgements
from veracious.rules.judging.comparisons import Comparison, ComparisonDials
from veracious.rules.reading import intake
from veracious.rules.reading.lexicon import Lexicon

LISTED = "Arden follows with 340.0 million, ahead of Brisa with 277.5 million, Corran with 240.5 million and Dofar with 216.4 million."
VISITS = "The museum had 94 visitors a day in 2016, compared with 140 in 2010, although it was open for longer."


def quote(text: str) -> Quote:
    return Quote("s", Span(0, len(text)), text)


def compared(claim: str, text: str, lexicon: Lexicon) -> bool | None:
    part = intake.part_of(claim, lexicon, Dials().reading)
    return figures.compare(part, quote(text), Dials().measure(lexicon))


@works("judging.figures.compare")
@pytest.mark.parametrize(
    ("claim", "text", "is_so"),
    [
        ("Brisa has a larger population than Corran.", LISTED, True),
        ("Corran has a larger population than Brisa.", LISTED, False),
        ("Arden grew 4 percent more wheat in total.", LISTED, None),  # nothing is compared
        ("The museum had fewer visitors in 2016 than in 2010.", VISITS, True),
        ("The museum had more visitors in 2016 than in 2010.", VISITS, False),
        ("The museum had a third fewer visitors in 2016 than in 2010.", VISITS, True),
        ("The museum had half as many visitors in 2016 as in 2010.", VISITS, None),  # another share: of something else, perhaps
        ("The museum had 46 fewer visitors in 2016 than in 2010.", VISITS, True),
        ("The country had over 800,000 more deaths than births.", "There were 9.56 million births and 10.41 million deaths.", True),
        ("More passengers than crew died.", "Thirteen passengers and 22 crew died.", False),
        (
            "Dofar grows only about half as much tea as the world's largest grower, Brisa.",
            "Brisa led with 62.6 tonnes, Dofar had 31.3.",
            None,
        ),
        (
            "Dofar grows only about half as much tea as the world's largest grower, Brisa.",
            "Brisa led with about 62.6 million, followed by Dofar with 31.3 million and Arden with 11.9 million.",
            True,
        ),
        (
            "Arden has more hospitals than Brisa.",
            "Arden has 5 million inhabitants and operates 40 hospitals; Brisa has 9 million inhabitants and operates 30 hospitals.",
            None,  # of two figures of each the second is not known to be its own
        ),
        ("Wages rose more in Arden than in Brisa.", "Wages rose by 5 per cent in Arden and 5 per cent in Brisa.", False),
    ],
)
def test_the_figures_of_two_things_say_which_is_the_greater(claim: str, text: str, is_so: bool | None, lexicon: Lexicon) -> None:
    assert compared(claim, text, lexicon) is is_so


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The museum did not have more visitors in 2016 than in 2010.", VISITS),
        ("The museum might have more visitors in 2016 than in 2010.", VISITS),
        ("No museum had more visitors in 2016 than in 2010.", VISITS),
        ("Corran has more people than most neighbours.", LISTED),
        ("The museum had as many visitors in 2016 as in 2010.", VISITS),  # as many or more?
        ("Falls are more common in Arden than in Brisa.", "We asked 281 people in Arden (n = 281) and 733 in Brisa (n = 733)."),
        ("Relapse was more frequent in Arden than in Brisa.", "The hazard ratio was 13.0 in Arden and 2.1 in Brisa."),
        ("Ward 7 had more falls than Ward 9.", "In ward 7 and in ward 9 the falls were few."),
        ("Students in Arden work harder than students in Brisa.", "There are 300 students in Arden."),
        ("Literacy is higher in Arden than in Brisa.", "Illiteracy is 12 percent in Arden and 30 percent in Brisa."),
        ("Unemployment is lower in Arden than in Brisa.", "Employment stands at 75 percent in Arden and 60 percent in Brisa."),
        ("Fewer people lack water in Arden than in Brisa.", "96 percent of people have water in Arden and 80 percent in Brisa."),
        ("Fewer people have water in Arden than in Brisa.", "4 percent of people lack water in Arden and 20 percent in Brisa."),
        (
            "Brisa earned more than twice as much as Dofar from tea.",
            "Brisa led with about 62.6 million bags, followed by Dofar with 31.3 million bags and Arden with 11.9 million bags.",
        ),
        ("Arden is poorer than Brisa.", "The poverty rate is 30 percent in Arden and 12 percent in Brisa."),
        ("Unemployment fell more in Arden than in Brisa.", "Unemployment fell to 4 percent in Arden and to 6 percent in Brisa."),
        ("It is a myth that more people live in Arden than in Brisa.", "Some 7 people live in Arden and 4 in Brisa."),
        ("Arden sold more than Brisa.", "Arden sold 40 cars in 2010 and 50 in 2020, Brisa 45 and 48."),
        ("Patients in Arden were older than in 2010.", "In 2010 the figure was 40."),
    ],
)
def test_where_figures_do_not_tell_the_judge_decides_alone(claim: str, text: str, lexicon: Lexicon) -> None:
    assert compared(claim, text, lexicon) is None


@works("judging.figures.apply")
@pytest.mark.parametrize(
    ("stance", "is_so", "after"),
    [
        (Stance(0.28, 0.50, 0.22), False, (0.0, 0.78, 0.22)),
        (Stance(0.27, 0.65, 0.08), True, (0.92, 0.0, 0.08)),
        (Stance(0.02, 0.03, 0.95), True, (0.05, 0.0, 0.95)),  # what the judge holds to be beside the point stays so
    ],
)
def test_figures_give_the_side_and_the_judge_whether_one_is_taken(stance: Stance, is_so: bool, after: tuple[float, ...]) -> None:
    found = figures.apply(stance, is_so)
    assert (found.supports, found.refutes, found.neutral) == pytest.approx(after)


def test_what_figures_decide_no_amount_contradicts(lexicon: Lexicon) -> None:
    claim = "The country had over 800,000 more deaths than births."
    part = intake.part_of(claim, lexicon, Dials().reading)
    text = "There were 9.56 million births and 10.41 million deaths."
    turned = judgements.turn([Judgement(part.text, "e", quote(text), Stance(0.27, 0.65, 0.08))], [part], Dials().measure(lexicon))
    assert turned.judgements[0].stance.supports == pytest.approx(0.92)
    assert not turned.conflicts


def test_by_the_rules_of_the_seeds_figures_decide_nothing(lexicon: Lexicon) -> None:
    part = intake.part_of("Brisa has a larger population than Corran.", lexicon, Dials().reading)
    assert figures.compare(part, quote(LISTED), Dials.reference().measure(lexicon)) is None


@works("judging.comparisons.find")
@pytest.mark.parametrize(
    ("claim", "found"),
    [
        (
            "Twice as many people live in Arden as in Brisa.",
            Comparison(frozenset(("arden",)), frozenset(("brisa",)), True, times=(2.0, 2.0)),
        ),
        (
            "40 percent fewer people live in Arden than in Brisa.",
            Comparison(frozenset(("arden",)), frozenset(("brisa",)), False, times=(0.6, 0.6)),
        ),
        (
            "Three times more people live in Arden than in Brisa.",
            Comparison(frozenset(("arden",)), frozenset(("brisa",)), True, times=(3.0, 4.0)),
        ),
    ],
)
def test_how_much_more_is_read(claim: str, found: Comparison, lexicon: Lexicon) -> None:
    (read,) = comparisons.find(intake.part_of(claim, lexicon, Dials().reading), lexicon, ComparisonDials())
    assert replace(read, measure=frozenset()) == found


@given(st.text(max_size=80), st.text(max_size=120))
def test_any_texts_can_be_compared(claim: str, text: str) -> None:
    assert compared(f"{claim} more than {text[:20]}", text, wiring.lexicon()) in (True, False, None)
