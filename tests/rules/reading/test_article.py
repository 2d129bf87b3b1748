"""An article into claims that stand alone, and what gave none with its code."""

import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reading.given import ANY_TEXT, LEXICON, claims
from veracious.domain.article import ArticleClaim, Dropped, Extraction, MentionKind
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.span import Span
from veracious.eval import articles
from veracious.rules.dials import Dials
from veracious.rules.reading import article
from veracious.rules.reading.article import ArticleContext

DIALS = Dials()
MEANS = ArticleContext(LEXICON, DIALS.reading, DIALS.verifiable, DIALS.article.reading)
OPEN = articles.load(Path(__file__).parents[3] / "evals" / "articles" / "open.jsonl")

BRIDGE = """By Ida Moe in Leeds

The Calder Bridge, which opened in 1964, was closed on Monday after inspectors found cracks in 4 of its 12 cables.

The bridge will stay shut for nine weeks, the council said. “That is a nuisance,” said Anna Berg, who chairs the council. \
“Two of the cables have lost a third of their steel.”

Who will pay for it?

She added that repairs would cost £400,000. The firm denied that it had ignored a warning."""


def read(text: str, title: str = "", byline: str = "") -> Extraction:
    return article.read(Snapshot("d", text, Source("example.org"), title=title, byline=byline, published=date(2024, 3, 14)), MEANS)


def texts(text: str, byline: str = "") -> list[str]:
    return [claim.text for claim in read(text, byline=byline).claims]


def test_an_article_from_end_to_end() -> None:
    found = read(BRIDGE, "Calder Bridge closed after cracks are found", "Ida Moe")
    assert [(claim.text, claim.speaker) for claim in found.claims] == [
        ("The Calder Bridge was closed on Monday after inspectors found cracks in 4 of its 12 cables.", ""),
        ("The Calder Bridge opened in 1964.", ""),
        ("Calder Bridge will stay shut for nine weeks.", "the council"),
        ("Two of the cables have lost a third of their steel.", "Anna Berg"),
        ("Repairs would cost £400,000.", "Anna Berg"),
        ("The firm denied that it had ignored a warning.", ""),
    ]
    codes = {one.span.of(BRIDGE): one.code for one in found.dropped}
    assert codes["By Ida Moe in Leeds"] == "byline"
    assert codes["Who will pay for it?"] == "question"
    assert found.anchor == found.claims[0].id
    assert found.coverage == ()


def test_a_claim_says_what_was_put_for_what_and_what_stays_open() -> None:
    found = read("Anna Berg runs the tram in Oslo. She opened 40 stops in 2019. The bridge was built in 1932.")
    assert found.claims[1].resolved == ("She → Anna Berg",)
    assert [claim.codes for claim in found.claims if "bridge" in claim.text] == [
        ("insufficient_retrieval_seed_terms", "ambiguous_reference")
    ]


def test_the_council_said_is_no_part_of_the_claim() -> None:
    for text in ("The road will stay closed in May, the council said.", "The road, the council said, will stay closed in May."):
        (claim,) = read(text).claims
        assert (claim.text, claim.speaker) == ("The road will stay closed in May.", "the council")


def test_the_first_person_becomes_a_name() -> None:
    assert texts("“I have lost six nurses since August,” said Anna Berg.") == ["Anna Berg has lost six nurses since August."]
    own = texts("“We stopped the line within an hour,” said Anna Berg, chief executive of Tejvirág Foods.")
    assert own == ["Tejvirág Foods stopped the line within an hour."]


@pytest.mark.parametrize("marks", ['""', "“”", "„“", "«»", "»«"])
def test_every_sort_of_quotation_mark(marks: str) -> None:
    text = f"{marks[0]}Two of the cables have lost a third of their steel,{marks[1]} said Anna Berg."
    (claim,) = read(text).claims
    assert (claim.text, claim.speaker) == ("Two of the cables have lost a third of their steel.", "Anna Berg")


def test_what_is_said_twice_is_one_claim() -> None:
    found = read("The bridge was closed on Monday. It rained in Leeds on Tuesday. The bridge was closed on Monday.")
    assert len(found.claims) == 2
    assert [one.code for one in found.dropped] == ["repeated"]


def test_a_text_in_the_first_person_gives_facts_and_no_views() -> None:
    view, fact = "Machines now write a good deal of the code in offices and schools.", "The city closed 4 libraries in 2023."
    told = f"I was born here. {view} {fact} I love this town."
    assert texts(told) == [fact]
    assert {one.code for one in read(told).dropped} >= {"unspecific"}
    assert texts(f"{view} {fact}") == [view, fact]  # not in the first person: left to the reader


def test_an_empty_text_gives_nothing() -> None:
    assert read("") == read("").__class__(read("").skeleton, (), ())
    assert read(" \n\n ").claims == ()


# Nothing is lost: every time, number and quotation lies in a claim or in a stretch with a code.


def told(found: Extraction) -> list[Span]:
    """Every stretch that gave a claim or has a code."""
    stretches: tuple[ArticleClaim | Dropped, ...] = (*found.claims, *found.dropped)
    return [one.span for one in stretches]


def lost(text: str, found: Extraction) -> list[str]:
    """The characters of mentions that neither a claim nor a dropped stretch holds."""
    held = {at for span in told(found) for at in range(span.start, span.end)}
    return [text[at] for one in found.mentions for at in range(one.span.start, one.span.end) if at not in held and not text[at].isspace()]


@pytest.mark.parametrize("given", OPEN, ids=lambda one: one.id)
def test_every_mention_of_the_open_articles_is_in_a_claim_or_has_a_code(given: articles.AnnotatedArticle) -> None:
    found = read(given.text, given.title, given.byline)
    spans = told(found)
    assert lost(given.text, found) == []
    figures = [one.span for one in found.mentions if one.kind is not MentionKind.QUOTE]
    assert figures
    assert all(any(span.start <= one.start and one.end <= span.end for span in spans) for one in figures)
    assert all(one.code for one in found.dropped)


def untold(text: str, found: Extraction) -> list[str]:
    """The letters and digits that stand neither in a claim nor in a dropped stretch."""
    held = {at for span in told(found) for at in range(span.start, span.end)}
    return [char for at, char in enumerate(text) if char.isalnum() and at not in held]


@pytest.mark.parametrize("given", OPEN, ids=lambda one: one.id)
def test_every_word_of_the_open_articles_is_in_a_claim_or_has_a_code(given: articles.AnnotatedArticle) -> None:
    assert untold(given.text, read(given.text, given.title, given.byline)) == []


PARTS = st.one_of(
    claims(),
    ANY_TEXT,
    st.sampled_from(
        ("14:05", "At 7.30 p.m. on 2 May 2024", "“So it is,” he said.", '"It began in 1990.\n"It went on."', "1,200 – 3", "5 May.")
    ),
)


@given(st.lists(PARTS, max_size=6), st.sampled_from(("\n\n", "\n", " ", "")))
def test_every_mention_of_odd_texts_is_in_a_claim_or_has_a_code(parts: list[str], joint: str) -> None:
    text = joint.join(parts)
    found = read(text)
    assert lost(text, found) == []
    assert untold(text, found) == []
    assert all(one.code for one in found.dropped)
    assert all(0 <= span.start < span.end <= len(text) for span in told(found))


def test_a_mention_outside_of_all_sentences_is_dropped_with_a_code() -> None:
    text = "One 1990 two."
    mention = Span(4, 8)
    assert [span.of(text) for span in article.uncovered(read(text).mentions, [Span(0, 6)], text)] == ["90"]
    assert article.uncovered(read(text).mentions, [Span(0, 6), Span(6, 9)], text) == ()
    assert re.fullmatch(r"\d+", mention.of(text))


@given(ANY_TEXT)
def test_reading_twice_gives_the_same(text: str) -> None:
    assert read(text) == read(text)
