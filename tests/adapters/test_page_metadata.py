"""What pages state of themselves: the days they were published and changed, and the agency they credit."""

import json
import time
from datetime import date
from typing import Any

import pytest

from tests.rules.seeking.given import piece, words
from veracious.adapters.web import extract, page_metadata
from veracious.adapters.web.page_metadata import FoundMetadata
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import origins
from veracious.rules.seeking.origins import OriginDials

TODAY = date(2026, 7, 1)
DAY, LATER = date(2026, 5, 12), date(2026, 5, 14)
STORY = "The old bridge over the Orla was closed to lorries on Monday after engineers found cracks in two of its pillars."

SHARED = (words(0, 13), f"{words(0, 5)} {words(20, 8)}")  # ten runs of four words each, two in common


def page(inner: str = "", head: str = "") -> str:
    """A page with a story, and something before it."""
    return f"<!doctype html><html><head><title>T</title>{head}</head><body><article>{inner}<p>{STORY}</p></article></body></html>"


def read(inner: str = "", head: str = "", url: str | None = None) -> extract.Extracted:
    """Such a page, read on the first of July 2026."""
    return extract.extract(page(inner, head).encode(), url, today=TODAY)


def linked(**members: Any) -> str:
    """A script of JSON-LD."""
    return f'<script type="application/ld+json">{json.dumps(members)}</script>'


PUBLISHED = {
    "Open Graph": '<meta property="article:published_time" content="2026-05-12T23:30:00-05:00">',
    "Open Graph by name": '<meta name="article:published_time" content="2026-05-12">',
    "Open Graph, another": '<meta property="og:published_time" content="2026-05-12 10:00">',
    "Dublin Core": '<meta name="DC.date.issued" content="2026-05-12">',
    "Dublin Core with a colon": '<meta name="dc:date" content="2026-05-12">',
    "Dublin Core terms": '<meta name="dcterms.issued" content="2026-05-12">',
    "a journal": '<meta name="citation_publication_date" content="2026/05/12">',
    "an item": '<meta itemprop="datePublished" content="12 May 2026">',
    "plain": '<meta name="date" content="May 12th, 2026">',
    "in one number": '<meta name="pubdate" content="20260512">',
    "in one number with a time": '<meta name="pubdate" content="20260512T103000Z">',
    "as in mail": '<meta name="pubdate" content="Tue, 12 May 2026 10:30:00 GMT">',
    "as in Germany": '<meta name="date" content="12.05.2026">',
    "JSON-LD": linked(**{"@type": "NewsArticle", "datePublished": "2026-05-12T08:00:00Z"}),
    "JSON-LD in a graph": linked(**{"@graph": [{"@type": "WebSite"}, {"@type": ["Article"], "datePublished": "2026-05-12"}]}),
    "JSON-LD of the page": linked(**{"@type": "WebPage", "mainEntity": {"@type": "Report", "datePublished": ["2026-05-12"]}}),
    "JSON-LD with a type": linked(**{"@type": "Article", "datePublished": {"@type": "Date", "@value": "2026-05-12"}}),
    "JSON-LD with raw lines": '<script type="application/ld+json">\n{"headline": "a\nb",\n"datePublished": "2026-05-12"}\n</script>',
    "JSON-LD in a wrapper": '<script type="application/ld+json">//<![CDATA[\n{"datePublished": "2026-05-12"}\n//]]></script>',
    "an article before its page": linked(**{"@graph": [{"@type": "WebPage", "datePublished": "2020-01-01"},
                                                       {"@type": "BlogPosting", "datePublished": "2026-05-12"}]}),
}  # fmt: skip


@pytest.mark.parametrize("head", PUBLISHED.values(), ids=PUBLISHED)
def test_a_page_tells_machines_when_it_was_published(head: str) -> None:
    assert read(head=head).published == DAY


SHOWN = {
    "a time": '<time datetime="2026-05-12T10:00Z">Tuesday</time>',
    "a time without more": "<time>12 May 2026</time>",
    "a time in the head of the article": '<header><p>By Jo Roe, <time datetime="2026-05-12">today</time></p></header>',
    "an item": '<span itemprop="datePublished">May 12, 2026</span>',
    "an item with its day beside": '<span itemprop="datePublished" content="2026-05-12">yesterday</span>',
    "a class": '<p class="post-date">Published on 12 May 2026 at 10:00</p>',
    "a class of two words": '<div class="meta entry-date">Posted May 12, 2026</div>',
    "after what is hidden": '<time datetime="2020-01-01" hidden>then</time><time datetime="2026-05-12">now</time>',
    "before what is related": '<time datetime="2026-05-12">now</time><div class="related"><time datetime="2025-01-01">then</time></div>',
}


@pytest.mark.parametrize("inner", SHOWN.values(), ids=SHOWN)
def test_a_page_shows_its_reader_when_it_was_published(inner: str) -> None:
    assert read(inner).published == DAY


NOT_SHOWN = {
    "a day in a sentence": f'<p>On <time datetime="2011-03-11">11 March 2011</time> the earth shook. {STORY} {STORY}</p>',
    "a day beside the article": '<aside><time datetime="2026-05-12">x</time></aside>',
    "a day of a related story": '<div class="related-stories"><time datetime="2026-05-12">x</time></div>',
    "a day of a comment": '<div class="comments"><time datetime="2026-05-12">x</time></div>',
    "the day of an event": '<time class="event-date" datetime="2026-05-12">x</time>',
    "a class that only sounds like one": '<p class="candidate update">12 May 2026</p>',
    "a day that can be two": '<p class="date">05/06/2026</p>',
    "no day": '<time datetime="P3D">three days</time>',
    "what is hidden": '<time datetime="2026-05-12" style="display:none">x</time>',
}


@pytest.mark.parametrize("inner", NOT_SHOWN.values(), ids=NOT_SHOWN)
def test_another_day_on_the_page_is_not_when_it_was_published(inner: str) -> None:
    assert read(inner).published is None


def test_the_day_at_the_top_of_every_page_of_a_site_is_not_when_it_was_published() -> None:
    text = page().replace("<body>", '<body><header><time datetime="2026-06-30">today</time></header>')
    assert extract.extract(text.encode(), today=TODAY).published is None


@pytest.mark.parametrize(
    "text",
    ["2099-01-01", "1970-01-01", "0001-01-01", "1989-12-31", "2027-07-03", "2026-02-30", "2026-13-01", "2026", "soon", "20260230", ""],
)
def test_a_day_that_cannot_be_is_none(text: str) -> None:
    head = f'<meta property="article:published_time" content="{text}">'
    assert read(head=head).published is None
    assert read(head=head + '<meta name="date" content="2026-05-12">').published == DAY


def test_a_day_a_little_ahead_is_kept_so_that_the_piece_is_set_aside() -> None:
    assert read(head='<meta name="date" content="2026-07-03">').published == date(2026, 7, 3)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/2026/05/12/bridge", DAY),
        ("/news/2026/may/12/bridge.html", DAY),
        ("/news/2026-05-12-bridge", DAY),
        ("/bridge_2026-5-12.html", DAY),
        ("/20260512/bridge", DAY),
        ("/1234/56/78/2026/05/12/", DAY),
        ("/2026/05/bridge", None),
        ("/2026/13/12/bridge", None),
        ("/1066/10/14/hastings", None),
        ("/2099/10/14/hastings", None),
        ("/12345678901/05/12", None),
        ("/2026/nonsense/12/x", None),
        ("/", None),
    ],
)
def test_the_path_of_the_address_tells_the_day_for_want_of_better(path: str, expected: date | None) -> None:
    url = f"https://paper.example{path}"
    assert page_metadata.in_address(url, TODAY) == expected
    assert read(url=url).published == expected
    assert read(head='<meta name="date" content="2026-01-02">', url=url).published == date(2026, 1, 2)
    assert read('<time datetime="2026-01-03">x</time>', url=url).published == date(2026, 1, 3)


def test_no_address_and_a_broken_one_tell_no_day() -> None:
    assert page_metadata.in_address(None, TODAY) is None
    assert page_metadata.in_address("https://[::1/2026/05/12/", TODAY) is None


MODIFIED = {
    "Open Graph": '<meta property="article:modified_time" content="2026-05-14T10:00:00Z">',
    "Open Graph, another": '<meta property="og:updated_time" content="2026-05-14">',
    "Dublin Core": '<meta name="dcterms.modified" content="2026-05-14">',
    "an item": '<meta itemprop="dateModified" content="2026-05-14">',
    "the server": '<meta http-equiv="Last-Modified" content="Thu, 14 May 2026 10:00:00 GMT">',
    "JSON-LD": linked(**{"@type": "Article", "dateModified": "2026-05-14"}),
}
MODIFIED_SHOWN = {
    "a class": '<time class="updated" datetime="2026-05-14">x</time>',
    "an item": '<span itemprop="dateModified">14 May 2026</span>',
    "a word": '<time datetime="2026-05-14">Updated Thursday</time>',
}


@pytest.mark.parametrize("head", MODIFIED.values(), ids=MODIFIED)
def test_a_page_tells_machines_when_it_was_changed(head: str) -> None:
    assert (read(head=head).modified, read(head=head).published) == (LATER, None)


@pytest.mark.parametrize("inner", MODIFIED_SHOWN.values(), ids=MODIFIED_SHOWN)
def test_a_page_shows_its_reader_when_it_was_changed(inner: str) -> None:
    found = read(f'<time datetime="2026-05-12">x</time>{inner}')
    assert (found.published, found.modified) == (DAY, LATER)


def test_a_page_was_never_changed_before_it_was_published() -> None:
    head = '<meta name="date" content="2026-05-12"><meta property="article:modified_time" content="2026-05-11">'
    assert (read(head=head).published, read(head=head).modified) == (DAY, None)


CREDITED = {
    "an author": ("", '<meta name="author" content="Reuters">', "Reuters"),
    "an author in small letters": ("", '<meta name="author" content="dpa">', "dpa"),
    "an author and an agency": ("", '<meta name="author" content="Jo Roe, AP">', "AP"),
    "the second of two authors": ("", '<meta name="author" content="Jo Roe"><meta name="author" content="AP">', "AP"),
    "a source": ("", '<meta name="article:source" content="Agence France-Presse">', "AFP"),
    "a source of Dublin Core": ("", '<meta name="DC.source" content="The Associated Press">', "AP"),
    "an organisation": ("", linked(author={"@type": "Organization", "name": "Reuters"}), "Reuters"),
    "one of several": ("", linked(author=[{"@type": "Person", "name": "Jo Roe"}, {"@type": "Organization", "name": "AFP"}]), "AFP"),
    "an author by name": ("", linked(author="Press Trust of India"), "PTI"),
    "for whom it was written": ("", linked(sourceOrganization={"name": "PA Media"}), "PA"),
    "a publisher": ("", linked(**{"@type": "NewsArticle", "publisher": {"name": "AP News"}}), "AP"),
    "a byline": ('<p class="byline">By Agence France-Presse</p>', "", "AFP"),
    "a byline of two": ('<p class="article-byline">Jo Roe / dpa</p>', "", "dpa"),
    "an author on the page": ('<a rel="author" href="/ap">The Associated Press</a>', "", "AP"),
    "an item on the page": ('<span itemprop="author"><span itemprop="name">Reuters Staff</span></span>', "", "Reuters"),
    "a credit": ('<span class="credit">AFP</span>', "", "AFP"),
    "a source on the page": ('<div class="story-source">Source: Xinhua News Agency</div>', "", "Xinhua"),
    "a dateline": ("<p>OSLO (AP) — Two people were found in the harbour on Monday, the police said.</p>", "", "AP"),
    "a dateline with a day": ("<p>LONDON, May 12 (Reuters) - Two people were found in the harbour on Monday.</p>", "", "Reuters"),
    "a dateline without a place": ("<p>(Reuters) - Two people were found in the harbour on Monday, the police said.</p>", "", "Reuters"),
    "a dateline of two": ("<p>Berlin (dpa/AFP) – Two people were found in the harbour on Monday, they said.</p>", "", "dpa; AFP"),
    "a dateline behind a dash": ("<p>PARIS — AFP — Two people were found in the harbour on Monday, the police said.</p>", "", "AFP"),
    "a line of its own": ("<p>By Agence France-Presse</p>", "", "AFP"),
}


@pytest.mark.parametrize(("inner", "head", "expected"), CREDITED.values(), ids=CREDITED)
def test_the_byline_carries_the_agency_that_the_page_credits(inner: str, head: str, expected: str, lexicon: Lexicon) -> None:
    """Carried so that the rule of origins finds it: a fifth of shared text ties this page to another under the agency's mark."""
    found = read(inner, head).byline
    assert page_metadata.agencies((found,)) == tuple(expected.split("; "))
    for mark in expected.split("; "):
        pool = (piece("a", SHARED[0], byline=found), piece("b", SHARED[1], byline=mark))
        assert [origin.ties for origin in origins.cluster(pool, lexicon, OriginDials())] == [("wire byline",)], found


@pytest.mark.parametrize("line", ["— AP", "(AP)", "Source: AP", "© 2026 AP", "Copyright 2026 The Associated Press. All rights reserved."])
def test_a_credit_below_the_text_counts(line: str) -> None:
    assert page_metadata.at_the_edges(f"{STORY}\n{STORY}\n{line}") == ("AP",)


UNCREDITED = {
    "nobody": ("", ""),
    "a person": ('<p class="byline">By Jo Roe</p>', ""),
    "a person with such a name": ('<p class="byline">By Pa Diallo and Efe Kaya</p>', ""),
    "a picture": ('<figure><img src="x"><span class="credit">AP</span></figure>', ""),
    "a photographer": ('<span class="credit">Photo: AP</span>', ""),
    "a picture by its class": ('<span class="image-credit">Reuters</span>', ""),
    "a related story": ('<div class="related"><span class="source">Reuters</span></div>', ""),
    "a list of stories": ('<i class="source">Reuters</i><i class="source">AP</i><i class="source">AFP</i>', ""),
    "the agency as a topic": ("<p>The Associated Press (AP) - founded in 1846 - is a news agency of the United States.</p>", ""),
    "the agency in a sentence": ("<p>Reuters, AP and AFP have sued the company over the use of their photographs.</p>", ""),
    "a state": ("<p>Pennsylvania (PA) is a state in the north-east, and Harrisburg is its capital city.</p>", ""),
    "what is hidden": ('<p class="byline" hidden>Reuters</p>', ""),
    "an address": ("", '<meta name="article:author" content="https://reuters.example/ap">'),
    "a picture's credit in JSON": ("", linked(**{"@type": "Article", "image": {"creditText": "AP", "author": "AP"}})),
}


@pytest.mark.parametrize(("inner", "head"), UNCREDITED.values(), ids=UNCREDITED)
def test_no_other_name_becomes_an_agency(inner: str, head: str) -> None:
    assert page_metadata.agencies((read(inner, head).byline,)) == ()


def test_a_byline_names_everybody_once() -> None:
    assert page_metadata.byline("", ()) == ""
    assert page_metadata.byline("Jo Roe; Ann Poe", ("AP",)) == "Jo Roe; Ann Poe; AP"
    assert page_metadata.byline("Dpa", ("dpa", "dpa")) == "dpa"
    assert page_metadata.byline("Agence France-Presse", ("AFP",)) == "Agence France-Presse"
    assert page_metadata.byline("Jo Roe, AP", ("AP", "Reuters")) == "Jo Roe, AP; Reuters"


def test_the_list_of_agencies_is_the_one_that_origins_use(lexicon: Lexicon) -> None:
    assert dict(page_metadata.AGENCIES) == dict(lexicon.wire_agencies)
    assert lexicon.byline_trades == page_metadata.TRADES


BROKEN = [
    "{", "[1, 2", "null", '"text"', "[" * 100_000, '{"a":' * 100_000, '{"datePublished": 20260512}', '{"datePublished": {"@value": {}}}',
    '{"author": [[[]]]}', '{"author": {"name": 7}}', '{"@graph": "x"}', '{"@type": 7, "datePublished": []}', '{"a": 1, "a": 2}',
    '"\\ud800"', "9" * 10_000, '{"datePublished": "' + "2" * 100_000 + '"}', "<!--", "\x00",
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_broken_json_states_nothing(text: str) -> None:
    tree = extract._tree(page(head=f'<script type="application/ld+json">{text}</script>'))
    assert page_metadata.read(tree, TODAY) == FoundMetadata()


def test_a_script_that_is_too_long_states_nothing_and_a_later_one_does() -> None:
    long = linked(datePublished="2026-05-11", filler="x" * page_metadata.SCRIPT_CHARS)
    assert read(head=long).published is None
    assert read(head=long + linked(datePublished="2026-05-12")).published == DAY


@pytest.mark.parametrize(
    "unit",
    [
        '<meta name="date" content="x">',
        '<script type="application/ld+json">{"@graph": [{}, {}, {}]}</script>',
        '<time datetime="x">x</time>',
        '<p class="date credit">x</p>',
        '<p class="byline">By x</p>',
    ],
)
def test_a_swarm_of_statements_takes_no_square(unit: str) -> None:
    """Four times as many take about four times as long, or less: less than eight. A square would take sixteen."""

    def seconds(count: int) -> float:
        tree = extract._tree(page(unit * count))
        runs = []
        for _ in range(3):
            began = time.process_time()
            page_metadata.read(tree, TODAY)
            page_metadata.shown(tree, TODAY)
            runs.append(time.process_time() - began)
        return min(runs)

    few, many = seconds(10_000), seconds(40_000)
    assert many < 8 * max(few, 0.01), (few, many)


def test_an_endless_graph_is_looked_at_only_so_far() -> None:
    nodes = [{"@type": "Thing"}] * (2 * page_metadata.NODES)
    assert read(head=linked(**{"@graph": [*nodes, {"datePublished": "2026-05-12"}]})).published is None
    assert read(head=linked(**{"@graph": [*nodes[:10], {"datePublished": "2026-05-12"}]})).published == DAY
