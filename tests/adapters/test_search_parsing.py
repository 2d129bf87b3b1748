"""Titles, snippets, days and addresses of a provider: what is kept of them, and what is not."""

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contracts.samples import query
from veracious.adapters.web.search import parsing
from veracious.domain.web import Hit
from veracious.rules.seeking import urls

LINES = {
    "The <b>bridge</b> is open": "The bridge is open",
    "cap<em class='x'>it</em>al": "capital",
    "one<br/>two<p>three</p>": "one two three",
    "A &amp; B&#39;s &quot;bridge&quot;": 'A & B\'s "bridge"',
    "&lt;script&gt;alert(1)&lt;/script&gt;": "alert(1)",
    "<script>alert(1)</script>": "alert(1)",
    "＜script＞alert(1)": "alert(1)",
    "<<b>script>x": "x",
    "x <a<p<hr>y": "x a",
    "open <img src=x onerror=alert(1)": "open",
    "5 < 6 and 7 > 3": "5 < 6 and 7 > 3",
    "a\x00b\x1b[31mc\u202ed\u200be\tf\r\ng": "ab[31mcde f g",
    "&#x202e;&#0;&#xD800;x": "\ufffd\ufffdx",
    "": "",
}


@pytest.mark.parametrize("told", LINES, ids=repr)
def test_a_text_is_one_visible_line_without_tags(told: str) -> None:
    assert parsing.line(told, 300) == LINES[told]


@pytest.mark.parametrize("told", [None, 7, True, ["a"], {"a": "b"}, 1.5])
def test_what_is_no_text_is_empty(told: object) -> None:
    assert parsing.line(told, 300) == ""
    assert parsing.address(told) == ""
    assert parsing.day(told) is None


@given(st.text(alphabet=st.sampled_from("<>/!ab =&;#x3c&lt;\u202e\x00＜＞ "), max_size=80))
def test_no_tag_and_nothing_invisible_is_left(told: str) -> None:
    line = parsing.line(told, 40)
    assert len(line) <= 40
    assert line.isprintable()
    assert line == " ".join(line.split())
    assert not parsing._TAG.search(line)


def test_a_text_is_cut() -> None:
    assert parsing.line("word " * 1000, 300) == ("word " * 60).rstrip()


@pytest.mark.parametrize("told", ["<" * 10**6, "<a" * 10**6, "&lt;" * 10**6, "<b " * 10**6, "&" * 10**6])
def test_a_long_text_takes_no_time(told: str) -> None:
    began = time.monotonic()
    parsing.line(told, 500)
    assert time.monotonic() - began < 0.5


DAYS = {
    "2024-05-03": date(2024, 5, 3),
    "2024-05-03T06:15:00": date(2024, 5, 3),
    "2024-05-03T06:15:00Z": date(2024, 5, 3),
    "2024-05-03T06:15:00.123456+02:00": date(2024, 5, 3),
    "2024-05-03 06:15": date(2024, 5, 3),
    " 2024-05-03 ": date(2024, 5, 3),
    "Fri, 03 May 2024 06:15:00 GMT": date(2024, 5, 3),
    "Fri, 3 May 2024 06:15:00 +0200": date(2024, 5, 3),
    "3 May 2024": date(2024, 5, 3),
    "0001-01-01T00:00:00Z": None,
    "2024-02-30": None,
    "2024-13-01": None,
    "20240503": None,
    "2024-W18-5": None,
    "٢٠٢٤-٠٥-٠٣": None,
    "May 3, 2024": None,
    "03/05/2024": None,
    "2 days ago": None,
    "2024": None,
    "1714716900": None,
    "Fri, 03 Mai 2024 06:15:00 GMT": None,
    "2024-05-03T06:15:00 and more": None,
    "": None,
}


@pytest.mark.parametrize("told", DAYS)
def test_a_day_is_known_only_if_it_is_written_in_a_known_form(told: str) -> None:
    assert parsing.day(told) == DAYS[told]


@pytest.mark.parametrize(
    "told",
    [
        "javascript:alert(1)", "JAVASCRIPT://example.org/%0aalert(1)", "data:text/html,<p>", "file:///etc/passwd", "ftp://example.org/a",
        "//example.org/a", "example.org/a", "/a", "", " ", "http://", "https:///a", "http://[::1", "http://exa mple.org/", "http://a\nb.org/",
        "http://example.org/\u202eevil", "http://example.org/\x00", "http:example.org/a", "https://example.org/" + "a" * 2000,
    ],
)  # fmt: skip
def test_what_is_no_address_of_the_web_is_none(told: str) -> None:
    assert parsing.address(told) == ""


@pytest.mark.parametrize("told", ["https://example.org/a", "HTTP://EXAMPLE.org", "http://10.0.0.1/a", "https://example.org/ä?q=ö#x"])
def test_an_address_stays_as_it_is_written(told: str) -> None:
    assert parsing.address(f" {told}\n") == told


@given(st.text(max_size=60))
def test_an_address_that_is_kept_has_one_form(told: str) -> None:
    for text in (told, f"https://example.org/{told}", f"http://{told}"):
        assert not parsing.address(text) or urls.normalise(parsing.address(text)).startswith("https://")


def test_the_first_of_each_page_is_kept_and_the_newer_ones_are_not() -> None:
    """As of 1 June 2024: what is of that day is kept, what is of the next is not; `www.`, fragments and tracking make no new page."""
    given = [
        Hit("https://www.example.org/a?utm_source=x", "first"),
        None,
        Hit("http://example.org/a#part", "second"),
        Hit("https://example.org/b", "today", "", date(2024, 6, 1)),
        Hit("https://example.org/c", "tomorrow", "", date(2024, 6, 2)),
        Hit("https://example.org/d", "old", "", date(1999, 1, 1)),
    ]
    assert [one.title for one in parsing.hits(given, query("x"), 10)] == ["first", "today", "old"]
    assert [one.title for one in parsing.hits(given, query("x"), 2)] == ["first", "today"]
    assert parsing.hits(given, query("x"), -1) == ()


def test_never_more_than_fifty_are_kept() -> None:
    given = [Hit(f"https://example.org/{number}") for number in range(1000)]
    assert len(parsing.hits(given, query("x"), 1000)) == 50
    assert parsing.room(1000) == 50
    assert parsing.room(1000, 20) == 20
    assert parsing.room(-5) == 0


def test_a_query_is_cut_at_a_word() -> None:
    assert parsing.cut("one  two\nthree", 100) == "one two three"
    assert parsing.cut("one two three", 9) == "one two"
    assert parsing.cut("one two three", 7) == "one two"
    assert parsing.cut("one two three", 6) == "one"
    assert parsing.cut("onetwothree", 6) == "onetwo"
    assert parsing.cut("one two three", 100, 2) == "one two"


def test_a_party_is_named_without_key_and_password() -> None:
    party = parsing.Party("searxng", "https://reader:secret@search.lan:8888/searx/", "key-7f3a")
    assert party.name == "searxng at search.lan:8888"
    assert "key-7f3a" not in repr(party)
    assert party.at("/search") == "https://reader:secret@search.lan:8888/searx/search"
