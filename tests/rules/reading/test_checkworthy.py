"""What checking a claim is worth, by features that anybody can see."""

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from tests.worked import works
from veracious import wiring
from veracious.domain.article import ArticleClaim, Worth
from veracious.domain.span import Span
from veracious.rules.dials import Dials
from veracious.rules.reading import checkworthy, intake
from veracious.rules.reading.checkworthy import ANY, FEATURES, CheckworthyDials, HarmDials, KnownDials, Wording, WorthTable

DIALS = CheckworthyDials()
NAMES = tuple(name for name, _ in FEATURES)
SHIPPED = wiring.worth_table()


def wording(text: str) -> Wording:
    return checkworthy.wording(intake.part_of(text, LEXICON, Dials().reading), LEXICON, DIALS.features)


def claim(text: str, resolved: tuple[str, ...] = (), codes: tuple[str, ...] = ()) -> ArticleClaim:
    return ArticleClaim("c1", text, Span(0, len(text)), resolved=resolved, codes=codes)


def measured(text: str, table: WorthTable = SHIPPED) -> Worth:
    return checkworthy.measure(claim(text), intake.part_of(text, LEXICON, Dials().reading), table, LEXICON, DIALS)


# Features.

HAVE = [
    ("has an amount", "The bridge is 300 metres long."),
    ("has several amounts", "Exports rose from 3 to 5 billion dollars and imports by 2 percent."),
    ("has a large amount", "The program costs $2 billion."),
    ("has a percentage or a multiple", "Wages fell by 12 percent."),
    ("has an amount of money", "The fee is $150."),
    ("has a span of time", "The trial lasted three weeks."),
    ("counts something", "The earthquake killed 1,200 people."),
    ("has a date", "The wall fell in 1989."),
    ("is placed in time", "The museum closed after the war."),
    ("compares", "Russia is larger than Canada."),
    ("ranks", "Lake Baikal is the deepest lake in the world."),
    ("gives a cause", "Prices rose because demand grew."),
    ("allows no exception", "All swans are white."),
    ("says that something exists", "There are wolves in Germany."),
    ("says what something is", "A haiku is a short poem."),
    ("names somebody or something", "Norway exports salmon."),
    ("names several", "Norway borders Sweden."),
    ("tells what somebody said", "The minister said that exports fell."),
    ("is in the past tense", "The council closed two schools."),
    ("is in the perfect", "The council has closed two schools."),
    ("tells of a change", "Unemployment has doubled."),
    ("tells what an office-holder did", "She voted against the bill."),
    ("is of the economy", "Inflation is at 3 percent."),
    ("is of health", "Measles is back."),
    ("is of crime", "Murders are rare there."),
    ("is of elections", "The ballot is secret."),
    ("is of war and defence", "Troops left the city."),
    ("is of energy and climate", "Coal is mined there."),
    ("is of the state", "The senate meets on Monday."),
    ("is of a group of people", "Refugees crossed the river."),
    ("says I", "I closed two schools."),
    ("says you", "You pay twice."),
    ("says he or she", "She closed two schools."),
    ("says they", "They closed two schools."),
    ("speaks of the future", "The council is going to close two schools."),
    ("speaks of what would be", "It would cost nothing."),
    ("speaks of what should be", "The council should close two schools."),
    ("says not", "The council didn't close a school."),
    ("is hedged", "The council may have closed two schools."),
    ("is an opinion", "I think that is enough."),
    ("praises or blames", "The food was terrible."),
    ("is a question", "Is that so?"),
    ("is short", "Norway exports salmon."),
    ("is long", "The council of the city closed " + "and opened " * 8 + "two schools."),
]


@pytest.mark.parametrize(("name", "text"), HAVE)
def test_a_feature_is_seen(name: str, text: str) -> None:
    assert name in checkworthy.features(wording(text))


def test_every_feature_has_an_example() -> None:
    assert [name for name, _ in HAVE] == list(NAMES)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("has an amount", "The wall fell in 1989."),
        ("has a large amount", "The fee is $150."),
        ("is in the past tense", "The council closes two schools."),
        ("is in the perfect", "The council closed two schools."),
        ("is in the perfect", "They have a dog."),
        ("speaks of the future", "She is going home."),
        ("says not", "It is a knot."),
        ("is a question", "She asked what it costs."),
        ("names somebody or something", "The wall fell in May."),
        ("is of elections", "He is a devoted reader."),
    ],
)
def test_a_feature_is_not_seen_where_it_only_seems(name: str, text: str) -> None:
    assert name not in checkworthy.features(wording(text))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Norway has 5 ports.", {"has an amount", "is short"}),  # one amount, four words
        ("Norway has 5 ports and 2 airports.", {"has an amount", "has several amounts", "is short"}),  # two
        ("Norway earned 999,999 dollars.", {"has an amount", "is short"}),  # below a million
        ("Norway earned 1,000,000 dollars.", {"has an amount", "has a large amount", "is short"}),
        ("Norway " + "and Sweden " * 4 + "agree.", set()),  # ten words: neither short nor long
        ("Norway " + "and Sweden " * 9 + "agree.", {"is long"}),  # twenty
    ],
)
@works("reading.checkworthy.features")
def test_where_a_count_becomes_a_feature(text: str, names: set[str]) -> None:
    counted = {"has an amount", "has several amounts", "has a large amount", "is short", "is long"}
    assert checkworthy.features(wording(text)) & counted == names


# Worthiness.

TABLE = WorthTable("made", -1.0, 0.5, (("has an amount", 1.5), ("is short", -0.5), ("says I", -2.0)))


def test_worthiness_is_the_sum_of_the_shares_as_a_probability() -> None:
    """ "Norway has 5 ports." is short and has an amount: −1 + 1.5 − 0.5 = 0, and 1 / (1 + e⁰) = 0.5."""
    told = checkworthy.shares(checkworthy.features(wording("Norway has 5 ports.")), TABLE)
    assert told == (("has an amount", 1.5), ("is short", -0.5), (ANY, -1.0))
    assert checkworthy.worthiness(told) == 0.5


@pytest.mark.parametrize(("odds", "worthiness"), [(0.0, 0.5), (log(3), 0.75), (-log(3), 0.25), (1000.0, 1.0), (-1000.0, 0.0)])
@works("reading.checkworthy.worthiness")
def test_odds_become_a_probability(odds: float, worthiness: float) -> None:
    """Three to one is 3/4; far out it stays in [0, 1]."""
    assert checkworthy.worthiness((("made", odds),)) == pytest.approx(worthiness)


def test_each_claim_says_what_carried_it() -> None:
    """What it has and the table weighs, the most telling first; put together again it is the worthiness."""
    worth = measured("Unemployment fell from 9 percent to 5 percent in 2015.")
    assert worth.features[0][0] == "has a percentage or a multiple"
    assert {"has an amount", "has a date", "is of the economy", ANY} <= {name for name, _ in worth.features}
    assert worth.worthiness == pytest.approx(1 / (1 + exp(-sum(share for _, share in worth.features))))


def test_the_shipped_table_weighs_every_feature_and_nothing_else() -> None:
    assert {name for name, _ in SHIPPED.weights} == set(NAMES)
    assert 0 < SHIPPED.cut < 1


def test_a_table_is_counted_in_the_digest_where_it_is_used() -> None:
    plain, with_table = Dials().written(LEXICON), Dials().written(LEXICON, worth_table=SHIPPED)
    other = Dials().written(LEXICON, worth_table=TABLE)
    assert b'"checkworthy":"sha256:' in with_table
    assert len({plain, with_table, other}) == 3


WORTHIER = [
    ("The deficit doubled to $400 billion under the last government.", "Thank you all for coming tonight."),
    ("She voted against the health bill in 2010.", "I love this city."),
    ("Crime fell by 12 percent in Chicago last year.", "We should all work together."),
    ("The vaccine caused 300 deaths in Italy.", "What do you think about that?"),
]


@pytest.mark.parametrize(("first", "second"), WORTHIER)
def test_what_can_be_checked_is_worthier_than_what_is_only_said(first: str, second: str) -> None:
    assert measured(first).worthiness > 0.5 > measured(second).worthiness


# Harm.


@pytest.mark.parametrize(
    ("text", "names", "harm"),
    [
        ("The lake is 40 metres deep.", (), 0.0),
        ("The ballot was secret.", ("elections",), 0.25),
        ("Measles is back.", ("health",), 0.25),
        ("Bleach cures measles.", ("medicine", "health", "safety"), 1 - 0.65 * 0.75 * 0.7),
        ("You should drink bleach.", ("safety", "advice"), 1 - 0.7 * 0.6),
        ("You should see the film.", (), 0.0),  # advice on nothing that could do harm
        ("Refugees attacked a shop.", ("violence", "groups of people"), 1 - 0.7 * 0.75),
    ],
)
@works("reading.checkworthy.dangers", "reading.checkworthy.harm")
def test_each_danger_takes_its_weight_of_what_the_others_leave(text: str, names: tuple[str, ...], harm: float) -> None:
    found = checkworthy.dangers(wording(text), HarmDials())
    assert tuple(name for name, _ in found) == names
    assert checkworthy.harm(found) == pytest.approx(harm)


# What is known.


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Norway opened 3 ports in Bergen in 2015.", 1.0),  # whom, an amount, a date, a place
        ("Norway opened 3 ports in 2015.", 0.85),  # no place: 0.35 + 0.25 + 0.25
        ("Norway opened ports after the war.", 0.35 + 0.25 + 0.125),  # four words to look for; a time that is told by another
        ("It closed.", 0.0),
        ("The whales eat krill.", 0.25 * 0.7),  # nobody named, three words; it holds at any time
    ],
)
@works("reading.checkworthy.confidence")
def test_whom_what_when_and_where_are_added_up(text: str, known: float) -> None:
    assert checkworthy.confidence(claim(text), wording(text), KnownDials()) == pytest.approx(known)


def test_each_reference_resolved_and_each_code_leaves_less() -> None:
    """0.85 × 0.9² × 0.5 = 0.344."""
    text = "Norway opened 3 ports in 2015."
    given = claim(text, resolved=("it → Norway", "that year → 2015"), codes=("unknown_time_anchor",))
    assert checkworthy.confidence(given, wording(text), KnownDials()) == pytest.approx(0.85 * 0.81 * 0.5)


def test_the_shares_of_what_is_known_are_one_together() -> None:
    dials = KnownDials()
    assert dials.whom + dials.what + dials.when + dials.where == pytest.approx(1.0)


# Laws.


@given(ANY_TEXT | PROSE)
def test_all_three_lie_between_0_and_1_for_any_text(text: str) -> None:
    """And the shares are worthiness again."""
    worth = measured(text)
    assert 0 <= worth.worthiness <= 1
    assert 0 <= worth.harm < 1
    assert 0 <= worth.confidence <= 1
    assert checkworthy.worthiness(worth.features) == worth.worthiness
    assert measured(text) == worth


@given(st.sets(st.sampled_from(NAMES)), st.sampled_from(NAMES))
def test_a_feature_moves_worthiness_the_way_of_its_weight(found: set[str], more: str) -> None:
    """With it never lower than without it where the weight is above 0, and never higher where it is below."""
    weight = dict(SHIPPED.weights)[more]
    without, having = (checkworthy.worthiness(checkworthy.shares(frozenset(names), SHIPPED)) for names in (found - {more}, found | {more}))
    assert having >= without if weight >= 0 else having <= without


@given(st.lists(st.floats(0, 0.99), max_size=9), st.floats(0, 0.99))
def test_one_danger_more_never_makes_less_harm(weights: list[float], more: float) -> None:
    found = [(str(place), weight) for place, weight in enumerate(weights)]
    assert 0 <= checkworthy.harm(found) <= checkworthy.harm([*found, ("more", more)]) <= 1


@given(PROSE, st.integers(0, 5), st.integers(0, 5))
def test_more_references_and_codes_never_make_it_better_known(text: str, few: int, many: int) -> None:
    sure, unsure = (
        checkworthy.confidence(claim(text, ("x → y",) * count, ("code",) * count), wording(text), KnownDials())
        for count in (min(few, many), max(few, many))
    )
    assert unsure <= sure
