"""What a refresh asks and reads: queries from a list, pages in their order, nobody beyond their share, nothing too old."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious import app, wiring
from veracious.domain.errors import InputError
from veracious.domain.evidence import Source
from veracious.domain.web import Hit
from veracious.rules.reading import words
from veracious.rules.seeking import current, urls
from veracious.rules.seeking.current import Age, Chosen, CurrentDials
from veracious.rules.seeking.urls import UrlDials

DAY = date(2026, 3, 15)
DIALS = replace(CurrentDials(), domain_share=1.0)
URLS = UrlDials()


def hit(domain: str, story: str = "a-story-of-today", days: int | None = 1, credibility: float | None = None) -> Hit:
    """A page of a publisher, so many days old."""
    published = None if days is None else DAY - timedelta(days=days)
    return Hit(f"https://{domain}/2026/{story}", published=published, source=Source(domain, credibility))


def chosen(*answers: tuple[Hit, ...], ages: bool = True, dials: CurrentDials = DIALS) -> Chosen:
    return current.choose(answers, DAY, ages, dials, URLS)


def kept(*answers: tuple[Hit, ...], ages: bool = True, dials: CurrentDials = DIALS) -> list[str]:
    """The hosts of what is read, in order."""
    return [urls.host(one.url) for one in chosen(*answers, ages=ages, dials=dials).kept]


def test_a_list_has_one_query_a_line_and_comments() -> None:
    text = "\ufeff# what is new\n election   results \n\n  # rates\ninterest rate decision\nElection Results\n"
    assert current.queries(text, DIALS) == ("election results", "interest rate decision")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no query"),
        ("# only a comment\n\n", "no query"),
        ("fine\n" + "x" * 401, "line 2"),
        ("fine\nan escape \x1b[2J here", "line 2"),
        ("\n".join(f"query {number}" for number in range(101)), "101 queries"),
    ],
)
def test_a_list_that_cannot_be_asked_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        current.queries(text, DIALS)


def test_the_shipped_list_is_a_dozen_or_so_of_plain_queries() -> None:
    found = app.collections.refresh_order("current_affairs").queries
    assert 12 <= len(found) <= 20
    assert {"election results", "interest rate decision"} <= set(found)
    told = Counter(word for query in found for word in set(words.content(query, wiring.lexicon())))
    assert told.most_common(1)[0][1] <= 2, "the queries are of many kinds"


def test_documents_cannot_be_refreshed_and_the_refusal_says_what_to_do() -> None:
    with pytest.raises(InputError, match=r"veracious ingest.*veracious collections rebuild documents"):
        current.allow("documents")
    with pytest.raises(InputError, match="current_affairs, static can be refreshed"):
        current.allow("nowhere")
    with pytest.raises(InputError, match="what runs have read for a workspace"):
        current.allow("web")
    for name in ("current_affairs", "static"):
        current.allow(name)


def test_credible_publishers_come_first_then_the_newest_then_the_higher_place() -> None:
    """0.8 before 0.5 before what is not known (0.4) before 0.25; of equals the newest, one without a date last; then by place."""
    found = (
        hit("doubted.example", days=0, credibility=0.25),
        hit("unknown.example", days=0),
        hit("undated.example", days=None, credibility=0.8),
        hit("older.example", days=5, credibility=0.8),
        hit("second.example", days=2, credibility=0.8),
        hit("third.example", days=2, credibility=0.8),
        hit("disputed.example", days=0, credibility=0.5),
    )
    order = "second third older undated disputed unknown doubted".split()
    assert kept(found) == [f"{name}.example" for name in order]
    assert kept(found[5:], found[:5]) == [f"{name}.example" for name in ("third second older undated disputed unknown doubted".split())]


def test_a_date_far_ahead_buys_no_place() -> None:
    found = (hit("tomorrow.example", days=-1), hit("ahead.example", days=-2), hit("week.example", days=6))
    assert kept(found) == ["tomorrow.example", "week.example", "ahead.example"]


def test_a_page_stands_once_however_its_address_is_written() -> None:
    first = Hit("https://www.paper.example/2026/a-story-of-today/?utm_source=x", source=Source("paper.example"))
    again = replace(hit("paper.example"), published=DAY)
    found = chosen((hit("other.example"), first), (again,))
    assert [one.url for one in found.kept] == [first.url, "https://other.example/2026/a-story-of-today"]
    assert found.kept[0].published == DAY, "the second search knew its date"
    assert found.passed == (("repeated", 1),)


def test_what_is_no_article_is_not_read() -> None:
    found = chosen((Hit("https://paper.example/"), Hit("https://paper.example/news"), Hit("mailto:editor"), hit("paper.example")))
    assert len(found.kept) == 1
    assert dict(found.passed) == {"not_article": 2, "not_an_address": 1}


def test_what_its_search_calls_too_old_is_left_out_of_current_affairs_only() -> None:
    found = (hit("seven.example", days=7), hit("eight.example", days=8), hit("undated.example", days=None))
    assert kept(found) == ["seven.example", "undated.example"]
    assert dict(chosen(found).passed) == {"too_old": 1}
    assert kept(found, ages=False) == ["seven.example", "eight.example", "undated.example"]


def test_a_publisher_has_its_share_and_always_one() -> None:
    """A share of 0.25 is 2 of the 8 pages that were found; where two pages are to be put it is half a page, so each has 1."""
    found = (*(hit("big.example", f"story-{number}-of-today", 0, 0.9) for number in range(5)), *(hit(f"p{n}.example") for n in range(3)))
    share = replace(DIALS, domain_share=0.25)
    assert kept(found, dials=share) == ["big.example"] * 2 + ["p0.example", "p1.example", "p2.example"]
    assert dict(chosen(found, dials=share).passed) == {"domain_share": 3}
    few = replace(share, pages_at_most=2, tries_a_page=2.0)
    assert kept(found, dials=few) == ["big.example", "p0.example", "p1.example", "p2.example"]


def test_no_more_is_tried_than_so_many_for_each_page() -> None:
    found = tuple(hit(f"p{number}.example") for number in range(10))
    dials = replace(DIALS, pages_at_most=3, tries_a_page=1.5)
    assert len(kept(found, dials=dials)) == 4  # floor(1.5 × 3)
    assert dict(chosen(found, dials=dials).passed) == {"capped": 6}


@pytest.mark.parametrize(
    ("days", "age"), [(0, Age.FRESH), (7, Age.FRESH), (8, Age.OLD), (-1, Age.FRESH), (-2, Age.UNDATED), (None, Age.UNDATED)]
)
def test_a_page_is_as_old_as_its_date_says(days: int | None, age: Age) -> None:
    assert current.age(None if days is None else DAY - timedelta(days=days), DAY, DIALS) is age


def test_undated_pages_have_room_beside_dated_ones() -> None:
    """A share of 0.2: the first needs four dated pages beside it, the second eight."""
    assert [current.has_room(dated, 0, DIALS) for dated in (0, 3, 4)] == [False, False, True]
    assert [current.has_room(dated, 1, DIALS) for dated in (7, 8)] == [False, True]


hits = st.builds(
    hit,
    st.sampled_from(["a.example", "b.example", "c.example", "news.d.example"]),
    st.sampled_from([f"story-{number}-of-today" for number in range(6)] + ["news"]),
    st.none() | st.integers(-3, 12),
    st.none() | st.sampled_from([0.05, 0.25, 0.5, 0.8]),
)
answers = st.lists(st.lists(hits, max_size=8).map(tuple), max_size=4)
dials = st.builds(
    lambda share, most, tries: replace(DIALS, domain_share=share, pages_at_most=most, tries_a_page=tries),
    st.sampled_from([0.1, 0.3, 1.0]),
    st.integers(1, 8),
    st.sampled_from([1.0, 2.0]),
)


@given(answers, dials, st.booleans())
def test_every_hit_is_kept_or_counted(found: list[tuple[Hit, ...]], dials: CurrentDials, ages: bool) -> None:
    """Nothing is lost, no page stands twice, no publisher is beyond its share, and the order is by credibility."""
    made = current.choose(found, DAY, ages, dials, URLS)
    assert len(made.kept) + sum(number for _, number in made.passed) == sum(map(len, found))
    assert len({urls.normalise(one.url) for one in made.kept}) == len(made.kept)
    assert all(number <= made.of_each for number in Counter(map(current.publisher, made.kept)).values())
    assert len(made.kept) <= dials.tries_a_page * dials.pages_at_most
    worth = [one.source.credibility if one.source and one.source.credibility is not None else 0.4 for one in made.kept]
    assert worth == sorted(worth, reverse=True)


@given(st.integers(0, 60), st.sampled_from([0.0, 0.1, 0.2, 0.5, 1.0]))
def test_undated_pages_never_pass_their_share(dated: int, share: float) -> None:
    dials, undated = replace(DIALS, undated_share=share), 0
    while undated < 100 and current.has_room(dated, undated, dials):
        undated += 1
    assert undated <= share * (dated + undated) + 1e-9
