"""What patterns see in a text, and whether a skeleton holds it (source document C)."""

import pytest

from veracious.domain.article import (
    Extraction,
    Mention,
    MentionKind,
    Skeleton,
    SkeletonEvent,
    SkeletonMeasurement,
    SkeletonPart,
    SkeletonPolicy,
    SkeletonQuote,
)
from veracious.domain.document import Document
from veracious.domain.evidence import Source
from veracious.domain.language import Bone, Element
from veracious.domain.span import Span
from veracious.rules.dials import Dials
from veracious.rules.reading import article, mentions, skeleton
from veracious.rules.reading.article import ArticleContext
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.mentions import MentionDials
from veracious.rules.reading.skeleton import SkeletonDials
from veracious.rules.seeking import snapshots

TIME, NUMBER, QUOTE = MentionKind.TIME, MentionKind.NUMBER, MentionKind.QUOTE


def means(lexicon: Lexicon) -> ArticleContext:
    dials = Dials()
    return ArticleContext(lexicon, dials.reading, dials.verifiable, dials.article.reading)


def read(text: str, lexicon: Lexicon) -> Extraction:
    return article.read(snapshots.of(Document(text), Source(""), "article"), means(lexicon))


def seen(text: str, kind: MentionKind, lexicon: Lexicon) -> list[str]:
    return [one.span.of(text) for one in mentions.find(text, lexicon, MentionDials()) if one.kind is kind]


def event(start: int, end: int) -> SkeletonEvent:
    return SkeletonEvent(Span(start, end), "it", "rose")


def at(kind: MentionKind, *starts: int) -> list[Mention]:
    """Mentions of a kind, one character each."""
    return [Mention(kind, Span(start, start + 1)) for start in starts]


# What patterns see.


@pytest.mark.parametrize(
    ("text", "quotation"),
    [
        ('He said "yes" and left.', '"yes"'),
        ("“Yes”, he said.", "“Yes”"),
        ("«Oui», dit-il.", "«Oui»"),
        ("»Ja«, sagte er.", "»Ja«"),
        ("„Ja“, sagte er.", "„Ja“"),
    ],
)
def test_a_quotation_is_seen_in_every_style(text: str, quotation: str, lexicon: Lexicon) -> None:
    """Straight, curly and angle marks in both directions, and low-high ones."""
    assert seen(text, QUOTE, lexicon) == [quotation]


def test_an_inch_opens_no_quotation(lexicon: Lexicon) -> None:
    assert seen('It is 5" wide and 7" long.', QUOTE, lexicon) == []


@pytest.mark.parametrize(
    ("text", "times", "numbers"),
    [
        ("On 3 May 2024 at 10:30, 12.5 % of 1,000 came.", ["3 May 2024", "10:30"], ["12.5", "1,000"]),
        ("2024-05-03, 03.05.2024 und 3/5/24: 7 Personen.", ["2024-05-03", "03.05.2024", "3/5/24"], ["7"]),
        ("En 2024, 12 personnes. В 1998 году 5 человек.", ["2024", "1998"], ["12", "5"]),
    ],
)
def test_figures_are_seen_in_any_language(text: str, times: list[str], numbers: list[str], lexicon: Lexicon) -> None:
    """Dates, clocks, years and amounts in digits; a number inside a time is none of its own."""
    assert (seen(text, TIME, lexicon), seen(text, NUMBER, lexicon)) == (times, numbers)


def test_mentions_are_counted_by_kind(lexicon: Lexicon) -> None:
    counted = mentions.counts(mentions.find('In 2024 "so" said 3 of 12.', lexicon, MentionDials()))
    assert counted == {TIME: 1, NUMBER: 2, QUOTE: 1}


# Whether a skeleton holds it.


@pytest.mark.parametrize(
    ("found", "parts", "codes"),
    [
        (at(TIME, 0, 10, 20, 30, 40), [event(0, 5)], ("low_time_coverage:1/5",)),
        (at(QUOTE, 0, 10), [event(0, 50)], ("low_quote_coverage:0/2",)),  # an event holds no quotation
        (at(QUOTE, 0, 10), [SkeletonQuote(Span(0, 5), "she", "ice")], ()),  # 1/2 is 0.5
        (at(NUMBER, 0, 10, 20), [SkeletonMeasurement(Span(8, 12), "depth", "5 m")], ("low_number_coverage:1/3",)),
        (at(NUMBER, 0, 10), [SkeletonPolicy(Span(0, 5), "it", "must")], ()),  # any part holds a number
        ([*at(TIME, 0), *at(QUOTE, 5)], [], ("low_time_coverage:0/1", "low_quote_coverage:0/1")),
        ([], [], ()),  # where nothing is seen, nothing is missing
    ],
)
def test_what_a_skeleton_leaves_out_is_told_by_a_code(found: list[Mention], parts: list[SkeletonPart], codes: tuple[str, ...]) -> None:
    """Half of what is seen of a kind must be in it."""
    events = tuple(one for one in parts if isinstance(one, SkeletonEvent))
    amounts = tuple(one for one in parts if isinstance(one, SkeletonMeasurement))
    quotes = tuple(one for one in parts if isinstance(one, SkeletonQuote))
    policies = tuple(one for one in parts if isinstance(one, SkeletonPolicy))
    assert skeleton.validate(Skeleton(events, amounts, quotes, policies), found, SkeletonDials()) == codes


def test_the_tolerance_decides() -> None:
    """2 of 5 is 0.4."""
    found, two = at(TIME, 0, 10, 20, 30, 40), Skeleton((event(0, 15),))
    assert skeleton.validate(two, found, SkeletonDials(tolerance=0.4)) == ()
    assert skeleton.validate(two, found, SkeletonDials(tolerance=0.41)) == ("low_time_coverage:2/5",)


# What it is made of.


def test_rules_read_each_part_with_its_fields(lexicon: Lexicon) -> None:
    text = "\n".join(
        (
            "The lake froze in January 2025.",
            "The lake is 1,642 metres deep.",
            'Irina Petrova said: "The ice is thin."',
            "Companies must report their emissions.",
        )
    )
    built = read(text, lexicon).skeleton
    (frozen,) = (one for one in built.events if one.span.of(text).startswith("The lake froze"))
    assert (frozen.subject, frozen.verb, frozen.time) == ("The lake", "froze", "January 2025")
    (deep,) = (one for one in built.measurements if "metres" in one.quantity)
    assert (deep.metric, deep.quantity) == ("The lake", "1,642 metres")
    (said,) = built.quotes
    assert said.speaker == "Irina Petrova"
    assert "The ice is thin" in said.text
    (rule,) = built.policies
    assert (rule.subject, rule.action) == ("Companies", "must report their emissions")


@pytest.mark.parametrize(
    ("sentence", "element", "who"),
    [
        ("The bridge is 90 metres long.", Element.MEASUREMENT, "The bridge"),
        ("The mayor said that the bridge is safe.", Element.QUOTE, "The mayor"),
        ("“We will rebuild it by the spring,” said Maria Lopez.", Element.QUOTE, "Maria Lopez"),
        ("According to the port authority, the cables are cracked.", Element.QUOTE, "the port authority"),
        ("The cables are cracked, the agency reported.", Element.QUOTE, "the agency"),
        ("Lorries must not cross the bridge.", Element.POLICY, "Lorries"),
        ("The flood of 2019 destroyed the pier.", Element.EVENT, "The flood of 2019"),
    ],
)
def test_a_measurement_is_told_from_speech_policy_and_event(sentence: str, element: Element, who: str, lexicon: Lexicon) -> None:
    (part,) = read(sentence, lexicon).skeleton.parts
    assert skeleton.element(part) is element
    assert who in (getattr(part, name, "") for name in ("subject", "metric", "speaker"))


def test_what_says_neither_when_nor_where_is_no_event(lexicon: Lexicon) -> None:
    assert read("Ada Lovelace wrote the notes.", lexicon).skeleton.parts == ()


@pytest.mark.parametrize("element", list(Element))
def test_a_model_names_parts_and_one_that_is_not_in_the_text_is_passed_over(element: Element, lexicon: Lexicon) -> None:
    text = "Companies must report 3 emissions by 2027, Petrova said."
    bones = [Bone(element, "Companies", text), Bone(element, "Companies", "Companies must pay."), Bone(element, "Norway", text)]
    built = skeleton.of_bones(text, bones, means(lexicon).skeleton)
    assert [skeleton.element(part) for part in built.parts] == [element]


def test_each_claim_names_the_parts_that_it_came_from(lexicon: Lexicon) -> None:
    """Claims are read from every sentence: what the skeleton passes over is no less a claim."""
    found = read("Lake Baikal froze in January 2025. Lake Baikal is the oldest lake of the world.", lexicon)
    assert [claim.elements for claim in found.claims] == [(Element.EVENT,), ()]


def test_every_mention_is_in_a_claim_or_in_what_is_dropped_with_its_code(lexicon: Lexicon) -> None:
    text = 'Share\nThe lake froze in January 2025. Should 3 of us worry? "What a day!" I love the year 1998.'
    found = read(text, lexicon)
    spans = [*(claim.span for claim in found.claims), *(one.span for one in found.dropped)]
    assert article.uncovered(found.mentions, spans, text) == ()
    assert found.claims
    assert found.dropped
    assert all(one.code for one in found.dropped)
