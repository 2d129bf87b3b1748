"""A stored text with its quote: marked to the letter, cut around the quote where it is long, and the way to the page of today."""

from dataclasses import replace
from datetime import date
from urllib.parse import unquote

import pytest

from tests.faces.http.servers import Service
from tests.faces.web.browsing import browser, read
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.span import Span
from veracious.faces.pages.pieces import Saying
from veracious.faces.web import links, passage_page
from veracious.rules.seeking import snapshots

TEXT = "Before it – something.\nThe bridge is 1,420 metres long & opens soon. After it <b>more</b>."
QUOTE = "The bridge is 1,420 metres long & opens soon."
PAGE = Snapshot(
    snapshots.name(TEXT),
    TEXT,
    Source("roads.example", 0.9),
    "https://roads.example/story#top",
    "On <i>bridges</i>",
    date(2025, 6, 3),
    byline="Ida",
)
START = TEXT.index(QUOTE)
ADDRESS = f"/p/{PAGE.digest.removeprefix('sha256:')}"


@pytest.fixture
def kept(near: Service) -> Service:
    """A service that has the text."""
    near.inside.documents.read.setdefault("default", {})[PAGE.digest] = PAGE
    return near


def test_the_quote_is_marked_in_its_text_with_all_that_is_known_of_it(kept: Service) -> None:
    answer = browser(kept).get(f"{ADDRESS}?q={START}-{START + len(QUOTE)}")
    page = read(answer)
    assert '<mark id="q" tabindex="-1">The bridge is 1,420 metres long &amp; opens soon.</mark>' in answer.text
    assert page.text.count(QUOTE) == 1
    for known in ("On <i>bridges</i>", "roads.example", "Ida", "2025-06-03", PAGE.digest, "After it <b>more</b>."):
        assert known in page.text
    (link,) = [one for one in page.links if one.startswith("http")]
    assert link == "https://roads.example/story#:~:text=The%20bridge%20is%201%2C420%20metres%20long%20%26%20opens%20soon."


@pytest.mark.parametrize("asked", ["0-9999", "9-3", "x", "-", "1-", "5-5", "9999999999-99999999999"])
def test_a_place_that_the_text_does_not_have_is_not_marked(kept: Service, asked: str) -> None:
    answer = browser(kept).get(f"{ADDRESS}?q={asked}")
    assert answer.status_code == 200
    assert "The text has no such place" in read(answer).text
    assert "<mark" not in answer.text


def test_without_a_quote_the_text_is_shown_and_nothing_said_of_one(kept: Service) -> None:
    page = browser(kept).page(ADDRESS)
    assert "no such place" not in page.text
    assert QUOTE in page.text


def test_a_long_text_is_cut_around_its_quote() -> None:
    most = passage_page.CHARS_AT_MOST
    long = replace(PAGE, text="a" * most + QUOTE + "b" * most)
    shown = passage_page.view(long, f"{most}-{most + len(QUOTE)}")
    assert shown.quote == QUOTE
    assert len(shown.before + shown.quote + shown.after) == most
    assert shown.cut_before + len(shown.before) == most
    assert shown.cut_after + len(shown.after) == most
    for asked in ("0-3", f"{2 * most}-{2 * most + 5}", ""):
        found = passage_page.view(long, asked)
        assert len(found.before + found.quote + found.after) == most
    whole = passage_page.view(long, f"0-{len(long.text)}")
    assert whole.quote == long.text


def test_a_text_fragment_names_the_ends_of_a_long_quote_and_only_pages_of_the_web_are_led_to() -> None:
    words = "one two three four five, six-seven eight nine ten eleven twelve"
    found = links.live("https://a.example/x", words)
    assert found == "https://a.example/x#:~:text=one%20two%20three%20four%20five%2C,eight%20nine%20ten%20eleven%20twelve"
    assert unquote(found).endswith("nine ten eleven twelve")
    assert "%2D" in links.live("https://a.example/x", "a well-known quote")
    assert links.live("https://a.example/x", "") == "https://a.example/x"
    for address in ("javascript:alert(1)", "", None, "file:///etc/passwd"):
        assert links.live(address, words) == ""


def test_a_quote_whose_text_has_no_digest_leads_nowhere() -> None:
    assert links.passage(Saying("", "q", "", "a name", Span(0, 1), ())) == ""
    assert links.passage(Saying("", "q", "", PAGE.digest, Span(3, 9), ())) == f"{ADDRESS}?q=3-9#q"
