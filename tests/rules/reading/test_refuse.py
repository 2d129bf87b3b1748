"""What is not a checkable claim, and why."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from veracious.domain.claim import Reason, Refusal
from veracious.rules.reading import refuse
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.refuse import RefuseDials

DIALS = RefuseDials()

REFUSED = [
    (Reason.QUESTION, "Is Paris in France?"),
    (Reason.QUESTION, "Paris is in France, right?"),
    (Reason.QUESTION, "Does vitamin C prevent colds"),
    (Reason.QUESTION, "is Paris in France"),
    (Reason.QUESTION, "Is Paris in France"),
    (Reason.QUESTION, "what year did the wall fall"),
    (Reason.QUESTION, "Why the sky is blue"),
    (Reason.QUESTION, "I was wondering whether the Dead Sea is shrinking."),
    (Reason.HYPOTHETICAL, "If Napoleon had won at Waterloo, France would have kept Belgium."),
    (Reason.HYPOTHETICAL, "Had Napoleon won, France would have kept Belgium."),
    (Reason.HYPOTHETICAL, "Imagine a world without bees."),
    (Reason.HYPOTHETICAL, "Suppose the dam broke tomorrow."),
    (Reason.META, "The following section explains the causes."),
    (Reason.META, "As mentioned above, prices rose."),
    (Reason.META, "In summary, wages fell."),
    (Reason.NOT_A_STATEMENT, "Hello there."),
    (Reason.NOT_A_STATEMENT, "Thank you very much!"),
    (Reason.NOT_A_STATEMENT, "On the other hand, though."),
    (Reason.NOT_A_STATEMENT, "However."),
    (Reason.NOT_A_STATEMENT, "The big red car."),
    (Reason.NOT_A_STATEMENT, "Paris."),
    (Reason.NOT_A_STATEMENT, "Water."),
    (Reason.NOT_A_STATEMENT, "Research and development."),
    (Reason.NOT_A_STATEMENT, "!"),
    (Reason.OPINION, "I think taxes are too high."),
    (Reason.OPINION, "So I think taxes are too high."),
    (Reason.OPINION, "In my opinion, Paris is dull."),
    (Reason.OPINION, "The second Dune film is boring."),
    (Reason.OPINION, "Barcelona is the most beautiful city in the world."),
    (Reason.OPINION, "The government should ban cars."),
    (Reason.OPINION, "Pizza tastes better than pasta."),
    (Reason.COMMAND, "Please close the door."),
    (Reason.COMMAND, "Never mix bleach with ammonia."),
    (Reason.COMMAND, "Compare the populations of Lagos and Cairo."),
    (Reason.COMMAND, "Don't drink and drive."),
    (Reason.COMMAND, "Show me the evidence."),
    (Reason.COMMAND, "Do your homework."),
    (Reason.COMMAND, "Just compare the two cities."),
    (Reason.COMMAND, "Read the label before you open the box."),
    (Reason.AMBIGUOUS_REFERENCE, "She won two Grammy Awards."),
    (Reason.AMBIGUOUS_REFERENCE, "The company laid off 2,000 employees."),
    (Reason.AMBIGUOUS_REFERENCE, "When Peter met Thomas in 1998, he was a professor."),
]

NEAR_MISSES = [
    (Reason.QUESTION, "What is now Istanbul was called Constantinople."),
    (Reason.QUESTION, "Will Smith won an Oscar."),
    (Reason.QUESTION, "May Day is a holiday in France."),
    (Reason.QUESTION, "A Norwegian inquiry examined why the ferry caught fire."),
    (Reason.QUESTION, 'Philip K. Dick published "Do Androids Dream of Electric Sheep?" in 1968.'),
    (Reason.HYPOTHETICAL, "If pure water is cooled below zero degrees, it freezes."),
    (Reason.HYPOTHETICAL, "Napoleon had won at Austerlitz."),
    (Reason.HYPOTHETICAL, "If all of Greenland's ice melts, sea levels would rise by seven metres."),
    (Reason.HYPOTHETICAL, "If Athens had slaves, Sparta had helots."),
    (Reason.META, "Section 230 of the act protects websites."),
    (Reason.NOT_A_STATEMENT, "Thanks to vaccines, smallpox was eradicated."),
    (Reason.NOT_A_STATEMENT, "However, whales are mammals."),
    (Reason.NOT_A_STATEMENT, "Whales swim."),
    (Reason.NOT_A_STATEMENT, "No snow in Arden since 1998"),
    (Reason.NOT_A_STATEMENT, "Copper not the main cause of the stain"),
    (Reason.NOT_A_STATEMENT, "Scientists: lake cooler than in 1940"),
    (Reason.NOT_A_STATEMENT, "Unemployment at 4.1 percent in March"),
    (Reason.NOT_A_STATEMENT, "Mayor of Arden to resign over toll"),
    (Reason.OPINION, "The WHO says adults should do more exercise."),
    (Reason.OPINION, "Critics called the second Dune film boring."),
    (Reason.OPINION, "Agatha Christie is the best-selling novelist of all time."),
    (Reason.OPINION, "Copper is a good conductor of electricity."),
    (Reason.OPINION, "The Louvre is in a beautiful palace."),
    (Reason.OPINION, "Most Italians think taxes are too high."),
    (Reason.COMMAND, "Record companies lost billions after 1999."),
    (Reason.COMMAND, "Drive-in cinemas became popular in the 1950s."),
    (Reason.COMMAND, "Study after study shows that smoking kills."),
    (Reason.COMMAND, "Never Let Me Go is a novel by Kazuo Ishiguro."),
    (Reason.AMBIGUOUS_REFERENCE, "The company Maersk laid off 2,000 employees."),
    (Reason.AMBIGUOUS_REFERENCE, "Alan Turing lost his clearance after he was convicted."),
    (Reason.AMBIGUOUS_REFERENCE, "It snowed in the Sahara in 2018."),
]


@pytest.mark.parametrize(("reason", "text"), REFUSED)
def test_a_text_is_refused_for_its_reason(reason: Reason, text: str, lexicon: Lexicon) -> None:
    found = refuse.check(text, lexicon, DIALS)
    assert found is not None
    assert found.reason is reason
    assert found.message == refuse.MESSAGES[reason]


@pytest.mark.parametrize("text", [
    "A short history of the Roman roads in Britain", "Chapter 3: The winter of 1947", "How to grow beans in cold ground",
    "The road to a better garden", "Nothing to see here", "Not a word",
])  # fmt: skip
def test_a_title_and_a_fragment_are_no_headline(text: str, lexicon: Lexicon) -> None:
    assert refuse.check(text, lexicon, DIALS) is not None


def test_old_dials_read_no_headline(lexicon: Lexicon) -> None:
    assert refuse.check("No snow in Arden since 1998", lexicon, RefuseDials(reads_headlines=False)) is not None


@pytest.mark.parametrize(("reason", "text"), NEAR_MISSES)
def test_a_near_miss_is_let_through(reason: Reason, text: str, lexicon: Lexicon) -> None:
    assert refuse.check(text, lexicon, DIALS) is None, reason


def test_every_reason_that_words_give_has_its_sentences() -> None:
    asked = {reason for reason, _ in refuse.CHECKS}
    assert {reason for reason, _ in REFUSED} == asked
    assert {reason for reason, _ in NEAR_MISSES} == asked
    assert asked | {Reason.EMPTY, Reason.TOO_LONG, Reason.LANGUAGE_UNSUPPORTED} == set(Reason)


def test_nothing_is_refused_as_empty(lexicon: Lexicon) -> None:
    assert refuse.check("", lexicon, DIALS) == Refusal(Reason.EMPTY, "There is no text. Give the claim as a full sentence.")


def test_a_claim_has_at_most_two_thousand_characters(lexicon: Lexicon) -> None:
    """ "Whales swim. " has 13 characters: 153 times and "Whales eat." are 13 × 153 + 11 = 2,000; one more is too long."""
    longest = "Whales swim. " * 153 + "Whales eat."
    assert len(longest) == 2000
    assert refuse.check(longest, lexicon, DIALS) is None
    found = refuse.check(longest + ".", lexicon, DIALS)
    assert found is not None
    assert found.reason is Reason.TOO_LONG
    assert found.message.startswith("A claim has at most 2000 characters. ")


def test_the_dial_sets_how_long_a_claim_is(lexicon: Lexicon) -> None:
    found = refuse.check("Whales swim.", lexicon, RefuseDials(chars_at_most=11))
    assert found is not None
    assert found.reason is Reason.TOO_LONG
    assert found.message.startswith("A claim has at most 11 characters. ")
    assert refuse.check("Whales swim.", lexicon, RefuseDials(chars_at_most=12)) is None


def test_the_dial_sets_how_near_a_word_of_value_stands(lexicon: Lexicon) -> None:
    """In "is the most dull" the word of value is the third behind the verb."""
    text = "Paris is the most dull city."
    near, far = (refuse.check(text, lexicon, RefuseDials(value_tokens_at_most=reach)) for reach in (3, 2))
    assert near is not None
    assert near.reason is Reason.OPINION
    assert far is None


def test_the_dial_sets_how_far_in_an_opener_is_found(lexicon: Lexicon) -> None:
    """In "So, in summary, …" two tokens stand before the opener."""
    text = "So, in summary, wages fell."
    found = refuse.check(text, lexicon, RefuseDials(opener_tokens_at_most=2))
    assert found is not None
    assert found.reason is Reason.META
    assert refuse.check(text, lexicon, RefuseDials(opener_tokens_at_most=1)) is None


def test_an_ambiguous_claim_is_refused_with_its_readings(lexicon: Lexicon) -> None:
    found = refuse.check("Apple sued Samsung because it copied the iPhone.", lexicon, DIALS)
    assert found is not None
    assert found.reason is Reason.AMBIGUOUS_REFERENCE
    assert found.readings == ("Apple sued Samsung because Apple copied the iPhone", "Apple sued Samsung because Samsung copied the iPhone")


def test_every_message_is_two_sentences_and_the_second_says_what_to_do() -> None:
    verbs = ("State ", "Give ", "Name ")
    for message in refuse.MESSAGES.values():
        first, _, second = message.partition(". ")
        assert first
        assert second.startswith(verbs)


@given(ANY_TEXT | PROSE)
def test_a_check_never_raises_and_always_explains(text: str) -> None:
    found = refuse.check(text, LEXICON, DIALS)
    assert found is None or found.message


@given(PROSE)
def test_a_question_mark_at_the_end_always_asks(text: str) -> None:
    found = refuse.check(f"{text}?", LEXICON, DIALS)
    assert found is not None
    assert found.reason in (Reason.QUESTION, Reason.HYPOTHETICAL)


@pytest.mark.parametrize(
    "text",
    [
        "No direct neurological complications of COVID-19 exist.",
        "Algerian physicians constitue the largest component of physicians trained abroad.",  # mistyped
        "Experts recommend eight hours of sleep.",
    ],
)
def test_what_can_be_read_is_read(text: str, lexicon: Lexicon) -> None:
    assert refuse.check(text, lexicon, RefuseDials()) is None


READ_WITH_ASSUMPTIONS = [
    "Adults should take 10 millilitres of the syrup.",
    "If Italy had closed schools a week earlier, 3,000 fewer people would have died.",
    "Like the hearth tax, the window tax was hated.",
    "Spread over 3 days, the match lasted 11 hours.",
    "Set in London, the film stars Michael Caine.",
    "Contact for longer than ten weeks does not bring further gains.",
    "Evidence on its effect after 1 year is weakened by lost participants.",
    "Paracetamol is just as good as ibuprofen.",
    "App and therapist were equally good.",
    "Water is the best way to put out burning wood.",
    "Nadia Comaneci was given a perfect score.",
    "The 2012 drought was the worst in 50 years.",
    "Human emissions are far too small to matter.",
    "The correlation is not perfect.",
    "Greenland was cool in the 1970s.",
    "Imagine is a song by John Lennon.",
    "Are You Experienced was released in 1967.",
    "Please Please Me is an album by the Beatles.",
    "Don't Look Now is a film set in Venice.",
]


@pytest.mark.parametrize("text", READ_WITH_ASSUMPTIONS)
def test_what_can_be_looked_up_is_no_wish_order_or_question(text: str, lexicon: Lexicon) -> None:
    assert refuse.check(text, lexicon, RefuseDials()) is None
    assert refuse.check(text, lexicon, RefuseDials(assumes=False)) is not None


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (Reason.OPINION, "The government should ban cars."),
        (Reason.OPINION, "Barcelona is the most beautiful city in Spain."),
        (Reason.OPINION, "Pizza is far too good."),
        (Reason.HYPOTHETICAL, "If Napoleon had won at Waterloo in 1815, France would have kept Belgium."),
        (Reason.COMMAND, "Stay in bed if it is raining."),
        (Reason.COMMAND, "Look at the label before you open the box."),
        (Reason.COMMAND, "Please call Peter."),
        (Reason.HYPOTHETICAL, "Imagine Paris without cars."),
        (Reason.QUESTION, "Is This It an album?"),
    ],
)
def test_what_cannot_be_looked_up_stays_refused(reason: Reason, text: str, lexicon: Lexicon) -> None:
    found = refuse.check(text, lexicon, RefuseDials())
    assert found is not None
    assert found.reason is reason


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Adults should take 10 millilitres of the syrup.", ("“should” is read as a rule that somebody has laid down",)),
        (
            "If Italy had closed schools a week earlier, 3,000 fewer people would have died.",
            ("what would have been is read as an estimate that somebody has made",),
        ),
        ("Algerian doktors mostli abroad in those years.", ("no verb in it is known; it is read as one statement",)),
        ("Whales are mammals.", ()),
    ],
)
def test_what_was_assumed_is_told(text: str, lines: tuple[str, ...], lexicon: Lexicon) -> None:
    assert refuse.assumed(text, lexicon, RefuseDials()) == lines
    assert refuse.assumed(text, lexicon, RefuseDials(assumes=False)) == ()


@pytest.mark.parametrize(
    ("asked", "stated"),
    [
        ("Is it true that bats are blind?", "Bats are blind."),
        ("Did you know that the tower grows in summer ?", "The tower grows in summer."),
        ("Is it true that iPhone sales fell in the U.S.?", "iPhone sales fell in the U.S."),
        ("Is it true that bats are blind? And that owls are deaf?", "Is it true that bats are blind? And that owls are deaf?"),
        ("Is the tower tall?", "Is the tower tall?"),
        ("Is it true that bats are blind", "Is it true that bats are blind"),
        ("Sadly, 40 people died.", "40 people died."),
        ("Frankly, the tower leans.", "The tower leans."),
    ],
)
def test_what_a_question_asks_about_is_the_claim(asked: str, stated: str) -> None:
    assert refuse.framed(asked, RefuseDials()) == stated
    assert refuse.framed(asked, RefuseDials(is_lenient=False, assumes=False)) == asked


def test_an_address_is_told_from_a_fragment(lexicon: Lexicon) -> None:
    found = refuse.check("https://news.example/2026/11/bridge", lexicon, RefuseDials())
    assert found is not None
    assert found.message == refuse.ADDRESS
    before = refuse.check("https://news.example/2026/11/bridge", lexicon, RefuseDials(is_lenient=False))
    assert before is not None
    assert before.message == refuse.MESSAGES[Reason.NOT_A_STATEMENT]
