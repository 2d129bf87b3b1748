"""What an article holds, and how much of what patterns see its skeleton covers."""

import pytest

from tests.worked import works
from veracious.domain.article import Mention, MentionKind, Skeleton, SkeletonEvent, SkeletonQuote
from veracious.domain.language import Bone, Element
from veracious.domain.span import Span
from veracious.rules.dials import Dials
from veracious.rules.reading import skeleton
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.skeleton import SkeletonContext, SkeletonDials

DIALS = SkeletonDials()


@pytest.fixture
def means(lexicon: Lexicon) -> SkeletonContext:
    dials = Dials()
    return SkeletonContext(lexicon, dials.reading, dials.article.reading.mentions, dials.article.reading.speech)


def read(text: str, means: SkeletonContext) -> Skeleton:
    return skeleton.read(text, [Span(0, len(text))], means)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The bridge was closed on Monday.", {Element.EVENT}),
        ("Prices rose by 4 percent.", {Element.MEASUREMENT}),
        ('"The tram is always late," said Ida Moe.', {Element.QUOTE}),
        ("Drivers must pay a fee.", {Element.POLICY}),
        ("Drivers must pay 4 euros in Leeds, the council said.", {Element.EVENT, Element.MEASUREMENT, Element.QUOTE, Element.POLICY}),
        ("Trams are green.", set()),
    ],
)
def test_a_sentence_may_stand_in_several_kinds(text: str, kinds: set[Element], means: SkeletonContext) -> None:
    assert {skeleton.element(part) for part in read(text, means).parts} == kinds


def test_what_is_read_off_each(means: SkeletonContext) -> None:
    (event,) = read("The bridge was closed in Leeds on Monday.", means).events
    assert (event.subject, event.verb, event.time, event.place) == ("The bridge", "was closed", "Monday", "Leeds")
    (quote,) = read('"The tram is always late," said Ida Moe.', means).quotes
    assert (quote.speaker, quote.text) == ("Ida Moe", "The tram is always late,")


def test_a_bone_counts_where_its_words_are_those_of_the_article(means: SkeletonContext) -> None:
    text = "The bridge was closed on Monday. It is old."
    real, invented = Bone(Element.EVENT, "The bridge", "The bridge was closed on Monday."), Bone(Element.EVENT, "The bridge", "It burned.")
    of_nobody = Bone(Element.EVENT, "The tunnel", "It is old.")
    built = skeleton.of_bones(text, [real, invented, of_nobody], means)
    assert [part.span for part in built.parts] == [Span(0, 32)]


# Coverage.

HERE, THERE = Span(0, 10), Span(20, 30)


def seen(kind: MentionKind, *starts: int) -> list[Mention]:
    return [Mention(kind, Span(start, start + 2)) for start in starts]


@works("reading.skeleton.validate")
def test_too_few_times_are_told_as_covered_and_detected() -> None:
    """1 of 5 is a fifth, and half are asked for."""
    built = Skeleton(events=(SkeletonEvent(HERE, "a", "b"),))
    assert skeleton.validate(built, seen(MentionKind.TIME, 0, 40, 50, 60, 70), DIALS) == ("low_time_coverage:1/5",)


@works("reading.skeleton.validate")
def test_a_quotation_is_covered_by_a_quote_alone() -> None:
    """The event over both of them is no quote: 0 of 2."""
    built = Skeleton(events=(SkeletonEvent(Span(0, 30), "a", "b"),))
    found = seen(MentionKind.QUOTE, 2, 22)
    assert skeleton.validate(built, found, DIALS) == ("low_quote_coverage:0/2",)
    quote = Skeleton(quotes=(SkeletonQuote(HERE, "a", "b"),))
    assert skeleton.validate(quote, found, DIALS) == ()  # 1 of 2 is half


@works("reading.skeleton.validate")
def test_half_is_enough_and_less_is_not() -> None:
    """1 / 2 = 0.5 passes, 1 / 3 does not, unless 0.3 is asked for."""
    built = Skeleton(events=(SkeletonEvent(HERE, "a", "b"),))
    assert skeleton.validate(built, seen(MentionKind.NUMBER, 0, 40), DIALS) == ()
    assert skeleton.validate(built, seen(MentionKind.NUMBER, 0, 40, 50), DIALS) == ("low_number_coverage:1/3",)
    assert skeleton.validate(built, seen(MentionKind.NUMBER, 0, 40, 50), SkeletonDials(tolerance=0.3)) == ()


def test_a_kind_of_which_nothing_is_detected_passes() -> None:
    assert skeleton.validate(Skeleton(), [], DIALS) == ()
    assert skeleton.validate(Skeleton(), seen(MentionKind.TIME, 3), DIALS) == ("low_time_coverage:0/1",)
