"""One form for each address, and articles told from front pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.rules.seeking import urls
from veracious.rules.seeking.urls import UrlDials

DIALS = UrlDials()


@pytest.mark.parametrize(
    ("typed", "form"),
    [
        ("http://www.Paper.example/A-Story/", "https://paper.example/A-Story"),
        ("https://m.paper.example/a", "https://paper.example/a"),
        ("paper.example/a", "https://paper.example/a"),
        ("//paper.example/a", "https://paper.example/a"),
        ("  https://paper.example/a  ", "https://paper.example/a"),
        ("https://paper.example:8443/a", "https://paper.example/a"),
        ("https://reader:secret@paper.example/a", "https://paper.example/a"),
        ("https://paper.example/a#comments", "https://paper.example/a"),
        ("https://paper.example/a?utm_source=letter&fbclid=9&b=2&a=1", "https://paper.example/a?a=1&b=2"),
        ("https://paper.example/a/index.html", "https://paper.example/a"),
        ("https://paper.example/a/default.aspx", "https://paper.example/a"),
        ("https://paper.example/a/amp", "https://paper.example/a"),
        ("https://paper.example/a//b", "https://paper.example/a/b"),
        ("https://paper.example/caf%C3%A9", "https://paper.example/caf%C3%A9"),
        ("https://paper.example/café", "https://paper.example/caf%C3%A9"),
        ("https://paper.example.", "https://paper.example"),
    ],
)
def test_every_way_to_write_an_address_has_one_form(typed: str, form: str) -> None:
    assert urls.normalise(typed) == form


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://paper.example/a", "https://paper.example/b"),
        ("https://paper.example/a", "https://paper.example/A"),  # a path may tell them apart
        ("https://paper.example/a?page=1", "https://paper.example/a?page=2"),
        ("https://paper.example/a", "https://news.paper.example/a"),
        ("https://paper.example/index", "https://paper.example"),
    ],
)
def test_different_pages_keep_different_forms(one: str, other: str) -> None:
    assert urls.normalise(one) != urls.normalise(other)


@pytest.mark.parametrize("nowhere", ["", "   ", "#top", "/stories/one", "https://", "?q=1"])
def test_what_names_no_host_has_no_form(nowhere: str) -> None:
    assert urls.normalise(nowhere) == ""
    assert urls.host(nowhere) == ""


def test_the_host_is_that_of_the_form() -> None:
    assert urls.host("http://www.Paper.example:80/a") == "paper.example"
    assert urls.host("news.paper.example/a") == "news.paper.example"


@pytest.mark.parametrize(
    "url",
    [
        "https://paper.example/ferry-runs-aground",  # three words
        "https://paper.example/ferry_runs_aground.html",
        "https://paper.example/news/ferry-runs-aground",
        "https://paper.example/12345",  # five digits
        "https://paper.example/news/story-20394",
        "https://paper.example/2024/05/ferry",  # dated
        "https://paper.example/stories/ferry",  # two parts, neither of a front page
        "https://paper.example/world/asia/ferry",  # below a section and its part
        "https://paper.example/report.pdf",
        "https://paper.example/?p=77",  # the query names one text
        "https://paper.example/index.php?id=5",
    ],
)
def test_an_article_is_known_by_its_address(url: str) -> None:
    assert urls.is_article(url, DIALS)


@pytest.mark.parametrize(
    "url",
    [
        "https://paper.example",
        "https://paper.example/",
        "https://paper.example/index.html",
        "https://paper.example/?lang=en",
        "https://paper.example/about",
        "https://paper.example/ferry-aground",  # two words
        "https://paper.example/1234",  # four digits
        "https://paper.example/news",
        "https://paper.example/news/world",
        "https://paper.example/Topics/Ferries",
        "https://paper.example/tag/ferry-aground",
        "https://paper.example/search?q=a-long-slug-here",
    ],
)
def test_a_front_page_is_no_article(url: str) -> None:
    assert not urls.is_article(url, DIALS)


@pytest.mark.parametrize(
    ("dials", "url", "is_article"),
    [
        (UrlDials(slug_words_at_least=2), "https://paper.example/ferry-aground", True),
        (UrlDials(slug_words_at_least=4), "https://paper.example/ferry-runs-aground", False),
        (UrlDials(slug_digits_at_least=4), "https://paper.example/1234", True),
        (UrlDials(slug_digits_at_least=6), "https://paper.example/12345", False),
        (UrlDials(path_parts_of_category=2), "https://paper.example/stories/ferry", False),
        (UrlDials(path_parts_of_category=0), "https://paper.example/about", True),
    ],
)
def test_the_dials_set_what_an_article_needs(dials: UrlDials, url: str, is_article: bool) -> None:
    assert urls.is_article(url, dials) is is_article


parts = st.sampled_from(("a", "B", "ferry-runs-aground", "2024", "05", "news", "café", "x%20y", "12345"))
values = st.sampled_from(("1", "2", "zwei", "a b"))


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, str]:
    """Two ways to write one address."""
    path = "/".join(draw(st.lists(parts, max_size=4)))
    query = draw(st.dictionaries(st.sampled_from(("id", "p", "lang")), values, max_size=3))
    pairs = [f"{name}={value}" for name, value in query.items()]
    plain = f"https://paper.example/{path}?{'&'.join(pairs)}"
    noise = [*draw(st.permutations(pairs)), *draw(st.lists(st.sampled_from(("utm_medium=x", "gclid=1", "fbclid=2")), max_size=2))]
    scheme, host, slash, fragment = (
        draw(st.sampled_from(choice))
        for choice in (("http://", "https://", "//"), ("www.", "m.", ""), ("/", ""), ("", "#top"))
    )  # fmt: skip
    return plain, f"{scheme}{host}PAPER.example/{path}{slash if path else ''}?{'&'.join(noise)}{fragment}"


@given(spellings())
def test_all_spellings_of_an_address_are_one(both: tuple[str, str]) -> None:
    assert urls.normalise(both[0]) == urls.normalise(both[1])


@given(spellings())
def test_the_form_is_its_own_form(both: tuple[str, str]) -> None:
    """Normalising twice changes nothing, and an article stays one."""
    form = urls.normalise(both[1])
    assert urls.normalise(form) == form
    assert urls.is_article(form, DIALS) is urls.is_article(both[1], DIALS)
