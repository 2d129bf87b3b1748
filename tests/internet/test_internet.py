"""The loopback internet is what the tests of the web half take it for."""

import asyncio
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import date
from ipaddress import ip_address
from itertools import combinations, pairwise
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import pytest

from tests.internet import (
    ARTICLES,
    BY_URL,
    CLAIMS,
    CREDIBILITY,
    EARLY,
    KEYS,
    PAGE_FAULTS,
    PORT,
    PROVIDER_FAULTS,
    SITES,
    Article,
    Claim,
    Internet,
    url,
)
from tests.internet.asking import Got, ask, connect, listen, request, words
from veracious.domain.verdict import Verdict

ROOT = Path(__file__).parents[2]
DECISIVE = [claim for claim in CLAIMS if claim.label in (Verdict.SUPPORTED, Verdict.REFUTED)]
BRIDGE = url("harbour-times.example", "/2026/05/harbour-bridge-opened-after-repairs")
SEARCHES = ("searxng", "tavily", "brave")


@pytest.fixture(scope="module")
def internet() -> Iterator[Internet]:
    with Internet() as one:
        yield one


@pytest.fixture(autouse=True)
def _mended(internet: Internet) -> Iterator[None]:
    yield
    internet.mend()
    internet.forget()


def search(internet: Internet, provider: str, query: str, **more: str) -> Got:
    """What a provider says to a query, asked as it wants to be asked."""
    home = internet.providers[provider]
    match provider:
        case "tavily":
            content = {"query": query, "max_results": 20, **more}
            return ask(internet, f"{home}/search", content, Authorization=f"Bearer {KEYS['tavily']}")
        case "brave":
            asked = urlencode({"q": query, "count": "20", **more})
            return ask(internet, f"{home}/res/v1/web/search?{asked}", X_Subscription_Token=KEYS["brave"])
        case "mediawiki":
            asked = urlencode({"action": "query", "list": "search", "format": "json", "srsearch": query, **more})
            return ask(internet, f"{home}/w/api.php?{asked}")
        case "factcheck":
            return ask(internet, f"{home}/v1alpha1/claims:search?{urlencode({'query': query, 'key': KEYS['factcheck'], **more})}")
    return ask(internet, f"{home}/search?{urlencode({'q': query, 'format': 'json', **more})}")


def found(internet: Internet, provider: str, query: str, **more: str) -> list[str]:
    """The addresses that one of the three searches of the whole web gives."""
    told = search(internet, provider, query, **more).told
    results = told.get("web", {"results": []})["results"] if provider == "brave" else told["results"]
    return [hit["url"] for hit in results]


def dates(addresses: list[str]) -> list[date]:
    return [BY_URL[address].published for address in addresses if address in BY_URL]


# The network.


def test_it_is_as_large_as_was_asked_for() -> None:
    assert len(SITES) >= 15
    assert len(ARTICLES) >= 40
    assert len(CLAIMS) >= 20
    assert len(PAGE_FAULTS) >= 20
    assert len(PROVIDER_FAULTS) >= 20
    assert {claim.label for claim in CLAIMS} == {Verdict.SUPPORTED, Verdict.REFUTED, Verdict.NOT_ENOUGH_EVIDENCE}


def test_two_can_run_at_once(internet: Internet) -> None:
    with Internet() as other:
        assert other.network != internet.network
        for one in (internet, other):
            assert ask(one, BRIDGE).status == 200
            assert len(one.asked("harbour-times.example")) == 1


def test_every_site_has_a_loopback_address_of_its_own_in_the_network(internet: Internet) -> None:
    every = {site.name: internet.address(site.name) for site in SITES}
    assert len(set(every.values())) == len(SITES)
    assert all(ip_address(address) in internet.network and ip_address(address).is_loopback for address in every.values())


def test_names_are_resolved_as_a_name_server_would(internet: Internet) -> None:
    def asked(name: str) -> list[str]:
        return asyncio.run(internet.resolve(name))

    assert asked("WIRE.example.") == [internet.address("wire.example")]
    assert asked("inside.example") == ["10.0.0.1"]
    assert asked("half-inside.example") == [internet.address("half-inside.example"), "10.0.0.1"]
    assert [asked("turning.example"), asked("turning.example")] == [[internet.address("turning.example")], ["10.0.0.1"]]
    assert internet.lookups.count("turning.example") == 2
    with pytest.raises(OSError, match="no such name"):
        asked("nowhere.example")


def test_a_site_answers_to_its_own_name_only(internet: Internet) -> None:
    assert ask(internet, BRIDGE, Host="wire.example:8080").status == 421
    assert ask(internet, BRIDGE, Host="harbour-times.example").status == 200


def test_requests_are_written_down_with_their_times(internet: Internet) -> None:
    got = ask(internet, PAGE_FAULTS["slow start"] + "?n=1", X_Mark="seven")
    (one,) = internet.asked("slow-host.example")
    assert one.ended is not None
    assert one.ended - one.begun >= 1.0
    assert (one.method, one.path, one.query) == ("GET", urlsplit(PAGE_FAULTS["slow start"]).path, {"n": "1"})
    assert one.headers["x-mark"] == "seven"
    assert one.sent == len(got.content)


def test_requests_that_overlap_are_counted(internet: Internet) -> None:
    threads = [threading.Thread(target=ask, args=(internet, PAGE_FAULTS["slow start"])) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ask(internet, PAGE_FAULTS["slow start"])
    assert internet.counts()["slow-host.example"] == 4
    assert internet.most_at_once("slow-host.example") == 3


def test_a_connection_can_be_used_twice(internet: Internet) -> None:
    with connect(internet, BRIDGE) as line:
        for _ in range(2):
            line.sendall(request(BRIDGE))
            assert listen(line, 0.3).status == 200
    assert [one.connection for one in internet.asked("harbour-times.example")] == [internet.connections[0].number] * 2
    assert len(internet.connections) == 1


def test_a_connection_without_a_request_is_seen(internet: Internet) -> None:
    with connect(internet, BRIDGE) as line:
        line.sendall(b"half a requ")
        listen(line, 0.1)
    assert [one.site for one in internet.connections] == ["harbour-times.example"]
    assert internet.log == []


def test_a_site_fails_when_told_and_as_often_as_told(internet: Internet) -> None:
    internet.fail("wire.example", "server error", times=2)
    assert [ask(internet, url("wire.example")).status for _ in range(3)] == [500, 500, 200]
    internet.fail("wire.example", "forbidden")
    assert [ask(internet, url("wire.example")).status for _ in range(3)] == [403, 403, 403]
    assert ask(internet, url("wire.example", "/robots.txt")).status == 200
    internet.mend("wire.example")
    assert ask(internet, url("wire.example")).status == 200
    with pytest.raises(KeyError):
        internet.fail("wire.example", "no such fault")
    with pytest.raises(KeyError):
        internet.fail("nowhere.example", "forbidden")


def test_it_can_be_started_by_hand_and_ended() -> None:
    command = [sys.executable, "-m", "tests.internet"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = []
        while line := process.stdout.readline():
            lines.append(line)
            if "Ctrl-C ends it" in line:
                process.send_signal(signal.SIGINT)
        process.wait(20)
    told = "".join(lines)
    assert process.returncode == 0
    assert all(site.name in told for site in SITES)
    assert "http://tavily.example:8080/search" in told


# What is written there.


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.site + article.path)
def test_every_article_is_served_with_all_its_words(internet: Internet, article: Article) -> None:
    got = ask(internet, article.url)
    shown = words(got)
    assert got.status == 200
    assert article.title in shown
    assert all(" ".join(paragraph.split()) in shown for paragraph in article.paragraphs)
    if not article.is_pdf:
        assert f'property="article:published_time" content="{article.published.isoformat()}'.encode() in got.body


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.text} {claim.as_of}")
def test_every_carrier_and_decoy_states_its_sentence(internet: Internet, claim: Claim) -> None:
    for one in (*claim.carriers, *claim.decoys):
        assert one.sentence in words(ask(internet, one.url))


def shingles(text: str) -> set[tuple[str, ...]]:
    """Four words in a row, all of them."""
    plain = re.findall(r"\w+", text.lower())
    return {tuple(plain[at : at + 4]) for at in range(len(plain) - 3)}


def shared(first: Article, second: Article) -> float:
    """The part of the shorter text that stands in the other."""
    one, other = shingles(first.text), shingles(second.text)
    return len(one & other) / min(len(one), len(other))


@pytest.mark.parametrize("claim", DECISIVE, ids=lambda claim: claim.text)
def test_decisive_claims_have_two_credible_origins_in_words_of_their_own(claim: Claim) -> None:
    assert len({one.article.site for one in claim.carriers}) >= 2
    assert all(one.article.site in CREDIBILITY and one.article.published <= claim.as_of for one in claim.carriers)
    for first, second in combinations([one.article for one in claim.carriers], 2):
        if first.site != second.site:
            assert shared(first, second) < 0.15
            assert second.site not in " ".join(first.marked)
            assert first.site not in " ".join(second.marked)


def test_what_is_not_known_is_carried_by_copies_unknown_sites_or_later_pages_only() -> None:
    for claim in CLAIMS:
        if claim.label is Verdict.NOT_ENOUGH_EVIDENCE:
            assert claim.carriers == ()
            before = [one.article for one in claim.decoys if one.article.published <= claim.as_of and one.article.site in CREDIBILITY]
            readable = [one for one in before if not one.path.startswith("/private/")]
            assert len(readable) <= 1 or all(shared(first, second) > 0.8 for first, second in combinations(readable, 2))
    assert any(claim.as_of == EARLY for claim in CLAIMS)


def test_the_wire_story_is_printed_by_three_papers_under_its_byline_and_by_a_farm() -> None:
    story = BY_URL[url("wire.example", "/2026/04/tanker-aurelia-aground-off-brisa")]
    copies = [one for one in ARTICLES if one.fields.get("copy") == story.site + story.path]
    papers = [one for one in copies if one.site in CREDIBILITY]
    assert len(papers) == 3
    assert all("Maravel Wire" in one.byline and shared(one, story) > 0.9 for one in papers)
    assert [one.site for one in copies if one not in papers] == ["daily-buzz-facts.example"]


def test_hidden_orders_are_in_the_page_and_not_in_its_text(internet: Internet) -> None:
    (article,) = (one for one in ARTICLES if one.hidden)
    page = ask(internet, article.url).body.decode()
    assert "Ignore all previous instructions" in page
    assert page.count('style="display:none"') == 2
    assert "Ignore" not in article.text


def test_the_correction_is_later_than_what_it_corrects_and_points_to_it(internet: Internet) -> None:
    first = BY_URL[url("harbour-times.example", "/2026/02/new-ferry-arrives-from-the-shipyard")]
    later = BY_URL[url("harbour-times.example", "/2026/03/correction-capacity-of-the-new-ferry")]
    assert later.published > first.published
    assert f'<a href="{first.url}">'.encode() in ask(internet, later.url).body


def test_canonical_links_point_to_other_sites_rightly_and_wrongly(internet: Internet) -> None:
    for address, home in (
        (url("city-gazette.example", "/2026/04/tanker-stranded-near-brisa"), "wire.example"),
        (url("harb0ur-times.example", "/2026/05/port-authority-bankrupt"), "harbour-times.example"),
        (BRIDGE, "harbour-times.example"),
    ):
        found = re.search(r'rel="canonical" href="([^"]+)"', ask(internet, address).body.decode())
        assert found is not None
        assert urlsplit(found[1]).netloc == f"{home}:{PORT}"


def test_front_pages_list_articles_and_other_pages_are_not_found(internet: Internet) -> None:
    home = ask(internet, url("harbour-times.example")).body.decode()
    assert 'href="/2026/05/harbour-bridge-opened-after-repairs"' in home
    section = ask(internet, url("harbour-times.example", "/category/harbour")).body.decode()
    assert "Harbour bridge opens" in section
    assert "budget" not in section
    assert ask(internet, url("harbour-times.example", "/category/gardens")).status == 404
    assert ask(internet, BRIDGE, content={}).status == 405


def test_robots_rules_are_as_their_hosts_are_called(internet: Internet) -> None:
    def rules(site: str, seconds: float = 5.0) -> Got:
        return ask(internet, url(site, "/robots.txt"), seconds=seconds)

    assert "Disallow: /private/" in rules("town-archive.example").body.decode()
    assert rules("harbour-times.example").body == b"User-agent: *\nAllow: /\n"
    assert [rules(f"robots-{status}.example").status for status in (403, 503)] == [403, 503]
    assert rules("salty-sam-blog.example").status == 404
    assert rules("robots-never.example", 0.2) == Got(b"", "open")
    assert rules("robots-loop.example").header("Location") == "/robots.txt"
    assert rules("robots-huge.example").body.endswith(b"Disallow: /\n")
    assert len(rules("robots-huge.example").body) > 1_900_000


# The searches.


@pytest.mark.parametrize("provider", SEARCHES)
def test_every_decisive_claim_finds_two_of_its_sites(internet: Internet, provider: str) -> None:
    for claim in DECISIVE:
        hits = found(internet, provider, claim.text)[:10]
        assert len({one.article.site for one in claim.carriers if one.url in hits}) >= 2, claim.text


@pytest.mark.parametrize("provider", SEARCHES)
def test_words_that_nobody_wrote_find_nothing(internet: Internet, provider: str) -> None:
    assert found(internet, provider, "quokka zeppelin marzipan") == []


def test_days_are_heeded_where_the_real_search_does(internet: Internet) -> None:
    query, day = "Brisa harbour bridge ferry storm", EARLY.isoformat()
    early = found(internet, "tavily", query, end_date=day)
    assert early
    assert max(dates(early)) <= EARLY < max(dates(found(internet, "tavily", query)))
    assert min(dates(found(internet, "tavily", query, start_date=day))) >= EARLY
    ranged = found(internet, "brave", query, freshness=f"1970-01-01to{day}")
    assert ranged
    assert max(dates(ranged)) <= EARLY < max(dates(found(internet, "brave", query)))
    assert min(dates(found(internet, "searxng", query, time_range="month"))) >= date(2026, 5, 30)
    assert found(internet, "searxng", query, end_date=day) == found(internet, "searxng", query)
    assert search(internet, "brave", query, freshness="someday to never").status == 422


def test_keys_are_asked_for(internet: Internet) -> None:
    home = internet.providers
    assert ask(internet, f"{home['tavily']}/search", {"query": "Brisa"}).status == 401
    assert ask(internet, f"{home['tavily']}/search", {"query": "Brisa"}, Authorization="Bearer wrong").status == 401
    assert ask(internet, f"{home['brave']}/res/v1/web/search?q=Brisa").status == 422
    assert ask(internet, f"{home['brave']}/res/v1/web/search?q=Brisa", X_Subscription_Token=KEYS["tavily"]).status == 401
    reviews = f"{home['factcheck']}/v1alpha1/claims:search?query=Brisa"
    assert [ask(internet, reviews).status, ask(internet, f"{reviews}&key=wrong").status] == [403, 400]
    assert ask(internet, reviews, X_Goog_Api_Key=KEYS["factcheck"]).status == 200


def test_the_bounds_of_the_real_searches_are_kept(internet: Internet) -> None:
    assert search(internet, "brave", "Brisa", count="21").status == 422
    assert search(internet, "brave", "Brisa " * 51).status == 422
    assert search(internet, "tavily", "Brisa " * 80).status == 400
    assert search(internet, "searxng", "Brisa", format="html").status == 403
    assert "error" in search(internet, "mediawiki", "").told
    assert len(found(internet, "searxng", "Brisa")) == 10
    first, second = found(internet, "searxng", "Brisa"), found(internet, "searxng", "Brisa", pageno="2")
    assert second
    assert not set(first) & set(second)


def test_hits_have_the_fields_of_the_real_searches(internet: Internet) -> None:
    query = "The harbour bridge in Brisa reopened on 12 May 2026."
    assert search(internet, "searxng", query).told["results"][0].keys() >= {"url", "title", "content", "publishedDate"}
    plain, news = (search(internet, "tavily", query, topic=topic).told["results"][0] for topic in ("general", "news"))
    assert plain.keys() >= {"url", "title", "content", "score"}
    assert news.keys() - plain.keys() == {"published_date"}
    assert search(internet, "brave", query).told["web"]["results"][0].keys() >= {"url", "title", "description", "age", "page_age"}
    scores = [hit["score"] for hit in search(internet, "tavily", query).told["results"]]
    assert all(first >= second for first, second in pairwise(scores))


def test_the_encyclopaedia_finds_its_own_pages_by_title(internet: Internet) -> None:
    hits = search(internet, "mediawiki", "railway between Brisa and Corvane").told["query"]["search"]
    assert hits[0]["title"] == "Brisa–Corvane railway"
    assert hits[0].keys() >= {"title", "pageid", "snippet", "timestamp"}
    assert '<span class="searchmatch">' in hits[0]["snippet"]
    for hit in hits:
        assert ask(internet, url("encyclopaedia.example", "/wiki/" + quote(hit["title"].replace(" ", "_")))).status == 200
    few = search(internet, "mediawiki", "Brisa", srlimit="1").told
    assert (len(few["query"]["search"]), few["continue"]["sroffset"]) == (1, 1)


def test_five_claims_of_the_set_have_been_reviewed(internet: Internet) -> None:
    reviewed = [one for one in ARTICLES if "rating" in one.fields]
    assert len(reviewed) == 5
    for one in reviewed:
        assert one.fields["claim"] in {claim.text for claim in CLAIMS}
        told = search(internet, "factcheck", one.fields["claim"], languageCode="en", pageSize="3").told["claims"][0]
        (review,) = told["claimReview"]
        assert told["text"] == one.fields["claim"]
        assert (review["url"], review["textualRating"], review["publisher"]["site"]) == (one.url, one.fields["rating"], "fact-desk.example")
        assert '"@type": "ClaimReview"' in ask(internet, one.url).body.decode()
    assert search(internet, "factcheck", "quokka zeppelin marzipan").told == {}
    assert search(internet, "factcheck", "Storm Ilse killed 30 people in Brisa.", languageCode="fr").told == {}
