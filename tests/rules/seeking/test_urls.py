"""One form for each address, and articles told from front pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.rules.seeking import urls
from veracious.rules.seeking.urls import Fresh, UrlDials

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
        ("https://www.com/a", "https://www.com/a"),  # all name: one label would be left
        ("https://m.de", "https://m.de"),
        ("https://www.m.de/a", "https://m.de/a"),
        ("https://m.www.paper.example", "https://paper.example"),
        ("https://www.paper.example.", "https://paper.example"),
        ("https://paper.example//index.html", "https://paper.example"),
        ("https://paper.example/amp/amp", "https://paper.example"),
        ("https://paper.example/a/amp/index.html/", "https://paper.example/a"),
        ("https://paper.example/a?amp=1", "https://paper.example/a"),
        ("https://paper.example/champ", "https://paper.example/champ"),
        ("paper.example/a?u=https://other.example", "https://paper.example/a?u=https%3A%2F%2Fother.example"),
        ("paper.example:8443/a", "https://paper.example/a"),
        ("http://[2001:DB8::1]:80/a", "https://[2001:db8::1]/a"),
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
        ("https://paper.example/story?1234", "https://paper.example/story?1235"),
        ("https://www.com", "https://com"),
    ],
)
def test_different_pages_keep_different_forms(one: str, other: str) -> None:
    assert urls.normalise(one) != urls.normalise(other)


@pytest.mark.parametrize(
    "nowhere",
    [
        "",
        "   ",
        "#top",
        "/stories/one",
        "https://",
        "?q=1",
        "mailto:jane@paper.example",
        "javascript:void(0)",
        "ftp://paper.example/a",
        "file:///home/a.pdf",
        "https://two words/a",
        "https://paper..example/a",
        "https://[broken/a",
    ],
)
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
        "https://video.example/watch?v=dQw4",  # on any page these do
        "https://paper.example/view?id=77",
        "https://paper.example/news?storyId=77",
        "https://paper.example/2024/may/12/ferry",
        "https://paper.example/topics/ferries/ferry-runs-aground",  # below a list
        "https://paper.example/archives/12345",
        "https://paper.example/wiki/1984",
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
        "https://paper.example/tag/a-b-c",
        "https://paper.example/Tag/ferries-run-aground",
        "https://paper.example/author/jane-van-doe",
        "https://paper.example/author/jane-van-doe/page/2",
        "https://paper.example/category/20394",
        "https://paper.example/search?id=5",
        "https://paper.example/2024/05",  # the archive of a month
        "https://paper.example/2024/05/12",
        "https://paper.example/news/2024/may/12",
        "https://paper.example/news?p=2",  # a page number; only on the front page it names a text
        "https://video.example/watch?v=",
        "mailto:jane@paper.example",
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
        (UrlDials(front_parts=frozenset()), "https://paper.example/news/world", True),
        (UrlDials(listing_parts=frozenset()), "https://paper.example/tag/a-b-c", True),
        (UrlDials(text_names=frozenset()), "https://paper.example/view?id=77", False),
        (UrlDials(root_text_names=frozenset()), "https://paper.example/?p=77", False),
        (UrlDials(tracking=frozenset(("id",))), "https://paper.example/view?id=77", False),
    ],
)
def test_the_dials_set_what_an_article_needs(dials: UrlDials, url: str, is_article: bool) -> None:
    assert urls.is_article(url, dials) is is_article


def test_what_tracks_is_a_dial() -> None:
    url = "https://paper.example/a?fbclid=9&utm_id=3&x=1"
    assert urls.normalise(url) == "https://paper.example/a?x=1"
    assert urls.normalise(url, UrlDials(tracking=frozenset(("x",)))) == "https://paper.example/a?fbclid=9"
    assert urls.normalise(url, UrlDials(tracking_prefixes=frozenset())) == "https://paper.example/a?utm_id=3&x=1"


FERRY, CHESS, BEES = (f"https://paper.example/{slug}" for slug in ("ferry-runs-aground", "chess-in-schools", "bees-are-back"))


def test_a_search_is_cut_to_what_is_new() -> None:
    """Nine found, two kept as they were written; one is no address, one a front page, one beyond the cap; two seen, two repeated."""
    found = [
        "http://www.paper.example/ferry-runs-aground/",
        "https://paper.example/news",
        f"{FERRY}?utm_source=x",  # the first again
        "mailto:jane@paper.example",
        f"{CHESS}#top",  # seen
        "https://old.example/story/1",  # seen
        BEES,
        BEES,
        "https://other.example/stories/rain",
    ]
    seen = frozenset((CHESS, "https://old.example/story/1"))
    assert urls.fresh(found, seen, 2, DIALS) == Fresh(
        kept=("http://www.paper.example/ferry-runs-aground/", BEES), seen=2, repeated=2, not_article=1, not_an_address=1, capped=1
    )


@pytest.mark.parametrize(("at_most", "kept"), [(-1, 0), (0, 0), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_no_more_are_kept_than_the_cap_allows(at_most: int, kept: int) -> None:
    found = urls.fresh((FERRY, CHESS, BEES), frozenset(), at_most, DIALS)
    assert found.kept == (FERRY, CHESS, BEES)[:kept]
    assert found.capped == 3 - kept


def test_nothing_found_is_nothing_fresh() -> None:
    assert urls.fresh((), frozenset((FERRY,)), 5, DIALS) == Fresh(())


def test_what_was_kept_is_seen_the_next_time() -> None:
    first = urls.fresh((FERRY, CHESS), frozenset(), 1, DIALS)
    seen = frozenset(map(urls.normalise, first.kept))
    assert urls.fresh((FERRY, CHESS), seen, 1, DIALS) == Fresh((CHESS,), seen=1)


parts = st.sampled_from(("a", "B", "ferry-runs-aground", "2024", "05", "news", "café", "x%20y", "12345", "amp", "index.html", ""))
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


scraps = st.sampled_from(
    ("www.", "m.", "com", "de", ".", "//", "/", "index.html", "amp", "https:", "?", "id=", "&", "%2F", "%25", "%", ":", "@", "[", "]",
     "::1", " ", "#", "=", ";", "É", "ß", "\t", "\x00", "+")
)  # fmt: skip
addresses = st.lists(scraps | st.text(max_size=3), max_size=12).map("".join)


@given(addresses | addresses.map("https://".__add__) | addresses.map("https://paper.example/".__add__))
def test_whatever_is_written_the_form_is_its_own_form(url: str) -> None:
    form = urls.normalise(url)
    assert urls.normalise(form) == form
    assert bool(form) is bool(urls.host(url))


@given(st.lists(addresses | st.sampled_from((FERRY, CHESS, BEES, "https://paper.example/news")), max_size=8), st.integers(0, 4))
def test_every_address_is_kept_or_counted_once(found: list[str], at_most: int) -> None:
    """And what is kept are articles with forms of their own, none of them seen."""
    chosen = urls.fresh(found, frozenset((FERRY,)), at_most, DIALS)
    skipped = chosen.seen + chosen.repeated + chosen.not_article + chosen.not_an_address + chosen.capped
    assert len(chosen.kept) + skipped == len(found)
    forms = [urls.normalise(url) for url in chosen.kept]
    assert len(set(forms)) == len(forms) <= at_most
    assert FERRY not in forms
    assert all(urls.is_article(url, DIALS) for url in chosen.kept)
