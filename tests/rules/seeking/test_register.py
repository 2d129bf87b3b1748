"""What is known of a source, from where, and what is not."""

import json
from dataclasses import replace
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.seeking.tables import DIALS, KNOWN, REGISTER
from tests.worked import works
from veracious import wiring
from veracious.domain.errors import InputError, TableBroken
from veracious.domain.evidence import Source, Tier
from veracious.domain.standing import Imitation, Rating
from veracious.rules.dials import Dials
from veracious.rules.seeking import domains, register
from veracious.rules.seeking.register import NO_OVERRIDES

TEXTS = {
    register.SUFFIXES: "com\nnet\nco.uk\n// ===BEGIN PRIVATE DOMAINS===\nhosted.com\n",
    register.SOURCES: json.dumps(
        {"ratings": {"reliable": ["gazette.com", "news.portal.com"], "unreliable": ["hosted.com", "rumours.net"]}, "unrated": ["wiki.net"]}
    ),
    register.CONFUSABLES: "0\to\n",
    register.PLAIN: "# none\n",
    register.PUBLISHERS: "domain,name,kind,reason\nweather.net,Weather Office,agency,measures the weather of the country\n"
    "wire.com,Wire,wire,news agency that corrects in public\n",
}
SMALL = register.build(TEXTS)
OWN = register.overrides((register.override("gazette.com", 0.3, Tier.D), register.override("blog.gazette.com", 1.0, Tier.A)))


@pytest.mark.parametrize(
    ("address", "credibility", "origin", "entry"),
    [
        ("https://www.weather.net/today", 0.9, "publishers", "weather.net"),
        ("wire.com", 0.85, "publishers", "wire.com"),
        ("gazette.com", 0.8, "register", "gazette.com"),
        ("elsewhere.net", None, "unknown", ""),
    ],
)
@works("seeking.register.examine")
def test_who_rates_a_source(address: str, credibility: float | None, origin: str, entry: str) -> None:
    found = register.examine(address, SMALL, NO_OVERRIDES, DIALS)
    assert (found.source.credibility, found.origin, found.entry) == (credibility, origin, entry)
    assert (found.publisher is None) == (origin != "publishers")


@pytest.mark.parametrize(
    ("suffix", "is_one"),
    [("gov", True), ("edu", True), ("int", True), ("ac.uk", True), ("gouv.fr", True), ("gov.au", True), ("com", False), ("co.uk", False),
     ("gov.example.com", False), ("go.it", False), ("education", False), ("", False)],
)  # fmt: skip
def test_below_some_suffixes_only_institutions_have_names(suffix: str, is_one: bool) -> None:
    assert register.is_institutional(suffix) == is_one


@pytest.mark.parametrize(
    ("address", "credibility", "origin"),
    [
        ("who.int", 0.9, "publishers"), ("https://www.nasa.gov/news", 0.9, "publishers"), ("bmj.com", 0.85, "publishers"),
        ("epi.ox.ac.uk", 0.7, "suffix"), ("surveys.example.gov", 0.7, "suffix"), ("bbc.co.uk", 0.8, "register"),
    ],
)  # fmt: skip
def test_institutions_are_recognised(address: str, credibility: float, origin: str) -> None:
    found = register.examine(address, wiring.register(), NO_OVERRIDES, DIALS)
    assert (found.source.credibility, found.origin) == (credibility, origin)


def test_the_workspace_speaks_first() -> None:
    own = register.overrides((register.override("weather.net", 0.2),))
    assert register.examine("weather.net", SMALL, own, DIALS).source.credibility == 0.2


def test_every_publisher_of_the_table_has_a_reason_of_its_own() -> None:
    held = wiring.register().publishers
    assert len(held) >= 300
    assert len({one.reason for one in held.values()}) == len(held)


@pytest.mark.parametrize("text", ["", "domain,name\n", "domain,name,kind,reason\nWEATHER.net,W,agency,r\n",
    "domain,name,kind,reason\na.com,A,agency,r\na.com,A,agency,r\n", "domain,name,kind,reason\na.com,A,nobody,r\n",
    "domain,name,kind,reason\na.com,A,agency,\n", "domain,name,kind,reason\na.com,A,agency\n"])  # fmt: skip
def test_a_broken_table_of_publishers_is_named(text: str) -> None:
    with pytest.raises(TableBroken, match=r"publishers\.csv"):
        register.build({**TEXTS, register.PUBLISHERS: text})


@pytest.mark.parametrize(
    ("source", "credibility"),
    [(Source(""), 0.9), (Source("", 0.4), 0.4), (Source("gazette.com", 0.8), 0.8), (Source("elsewhere.net"), None)],
)
@works("seeking.register.own")
def test_a_document_of_no_publisher_is_its_owners(source: Source, credibility: float | None) -> None:
    assert register.own(source, DIALS).credibility == credibility


def rated(address: str, overrides: register.Overrides = NO_OVERRIDES) -> tuple[str, float | None, Tier]:
    found = register.rate(address, SMALL, overrides, DIALS)
    return found.domain, found.credibility, found.tier


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("gazette.com", ("gazette.com", 0.8, Tier.A)),
        ("https://www.gazette.com:443/story", ("gazette.com", 0.8, Tier.A)),
        ("news.portal.com", ("portal.com", 0.8, Tier.A)),
        ("www.news.portal.com", ("portal.com", 0.8, Tier.A)),
        ("portal.com", ("portal.com", None, Tier.UNKNOWN)),
        ("games.portal.com", ("portal.com", None, Tier.UNKNOWN)),
        ("anybody.hosted.com", ("anybody.hosted.com", 0.25, Tier.C)),  # what is said of the host is said of whom it serves
        ("wiki.net", ("wiki.net", None, Tier.UNKNOWN)),
        ("elsewhere.net", ("elsewhere.net", None, Tier.UNKNOWN)),
        ("notgazette.com", ("notgazette.com", None, Tier.UNKNOWN)),
        ("192.0.2.7", ("192.0.2.7", None, Tier.UNKNOWN)),
        ("", ("", None, Tier.UNKNOWN)),
    ],
)
def test_the_nearest_entry_speaks_for_a_source(address: str, found: tuple[str, float | None, Tier]) -> None:
    assert rated(address) == found


@pytest.mark.parametrize(
    ("address", "found", "entry"),
    [
        ("gazette.com", ("gazette.com", 0.3, Tier.D), "gazette.com"),
        ("www.gazette.com", ("gazette.com", 0.3, Tier.D), "gazette.com"),
        ("blog.gazette.com", ("gazette.com", 1.0, Tier.A), "blog.gazette.com"),
        ("rumours.net", ("rumours.net", 0.25, Tier.C), "rumours.net"),
    ],
)
def test_a_workspace_comes_before_the_register(address: str, found: tuple[str, float | None, Tier], entry: str) -> None:
    assert rated(address, OWN) == found
    assert register.examine(address, SMALL, OWN, DIALS).entry == entry


def test_a_workspace_can_speak_of_a_whole_suffix() -> None:
    said = register.overrides((register.override("co.uk", 0.6),))
    assert rated("anything.co.uk", said) == ("anything.co.uk", 0.6, Tier.UNKNOWN)
    assert rated("anything.com", said) == ("anything.com", None, Tier.UNKNOWN)


def test_a_standing_says_what_it_rests_on() -> None:
    found = register.examine("gazette.com", SMALL, OWN, DIALS)
    assert (found.origin, found.rating) == ("workspace", Rating.RELIABLE)
    assert register.examine("www.rumours.net", SMALL, OWN, DIALS).origin == "register"
    nobody = register.examine("elsewhere.net", SMALL, OWN, DIALS)
    assert (nobody.origin, nobody.entry, nobody.rating, nobody.lookalike) == ("unknown", "", None, None)


@pytest.mark.parametrize("address", ["gazette.com.elsewhere.net", "gaz3tte.com", "gazette.net", "gazette-daily.com", "gazettе.com"])
def test_what_looks_like_a_reliable_source_has_nothing_of_its_credibility(address: str) -> None:
    found = register.examine(address, SMALL, NO_OVERRIDES, DIALS)
    assert found.lookalike is not None
    assert found.lookalike.imitates == "gazette.com"
    assert found.source.credibility is None
    assert found.source.tier is Tier.UNKNOWN


def test_a_source_that_a_workspace_knows_is_still_said_to_look_like_another() -> None:
    said = register.overrides((register.override("gazette.net", 0.9),))
    found = register.examine("gazette.net", SMALL, said, DIALS)
    assert found.source.credibility == 0.9
    assert found.lookalike is not None
    assert found.lookalike.reason is Imitation.OTHER_SUFFIX


def test_the_worth_of_ratings_keeps_their_order() -> None:
    """Of the shipped numbers: no rating lets one source decide alone, and one rated unreliable counts less than an unknown one."""
    values = [register.worth(rating, DIALS) for rating in Rating]
    assert [value for value, _ in values] == sorted((value for value, _ in values), reverse=True)
    assert [tier for _, tier in values] == [Tier.A, Tier.B, Tier.C, Tier.D]
    assert DIALS.reliable < Dials().judging.decisive.sole_source_credibility
    assert DIALS.unreliable < Dials().weighing.trust.unknown_credibility < DIALS.no_consensus


def test_turning_a_dial_turns_what_is_found() -> None:
    turned = replace(DIALS, reliable=0.95, reliable_tier=Tier.B)
    assert register.rate("gazette.com", SMALL, NO_OVERRIDES, turned) == Source("gazette.com", 0.95, Tier.B)


# What is shipped


def test_the_shipped_register_rates_as_its_table_does() -> None:
    table = json.loads((files("veracious") / "tables" / register.SOURCES).read_text("utf-8"))
    assert {name: list(hosts) for name, hosts in table["ratings"].items()} == {
        rating: sorted(host for host, given in REGISTER.ratings.items() if given is rating) for rating in Rating
    }
    assert len(REGISTER.ratings) == 602
    assert {rating: sum(given is rating for given in REGISTER.ratings.values()) for rating in Rating} == {
        Rating.RELIABLE: 181,
        Rating.NO_CONSENSUS: 109,
        Rating.UNRELIABLE: 284,
        Rating.DEPRECATED: 28,
    }


@pytest.mark.parametrize(
    ("address", "credibility"),
    [
        ("https://www.bbc.co.uk/news/world-1", 0.8),
        ("abcnews.go.com", 0.8),
        ("disney.go.com", None),
        ("britannica.com", 0.5),
        ("someone.blogspot.com", 0.25),
        ("en.wikipedia.org", None),  # the page cannot rate itself
        ("www.infowars.com", 0.05),
        ("bbc.com.example.net", None),
    ],
)
def test_some_sources_of_the_shipped_register(address: str, credibility: float | None) -> None:
    assert register.rate(address, REGISTER, NO_OVERRIDES, DIALS).credibility == credibility


def test_every_entry_is_the_host_it_speaks_for() -> None:
    for host in REGISTER.ratings:
        assert register.examine(f"https://www.{host}/", REGISTER, NO_OVERRIDES, DIALS).entry == host


def test_the_register_is_loaded_once_and_counts_every_table() -> None:
    assert wiring.register() is wiring.register()
    assert set(REGISTER.digests) == set(register.TABLES)
    changed = register.build({**TEXTS, register.PLAIN: "gazette\n"})
    assert {name for name in register.TABLES if changed.digests[name] != SMALL.digests[name]} == {register.PLAIN}


def test_the_register_is_listed_by_name() -> None:
    found = register.listed(REGISTER, Rating.DEPRECATED, DIALS)
    assert [one.source.domain for one in found] == sorted(host for host, rating in REGISTER.ratings.items() if rating is Rating.DEPRECATED)
    assert len(register.listed(REGISTER, None, DIALS)) == len(REGISTER.ratings)


# Broken tables and broken words


@pytest.mark.parametrize("missing", register.TABLES)
def test_a_missing_table_is_named(missing: str) -> None:
    with pytest.raises(TableBroken, match=missing):
        register.build({name: text for name, text in TEXTS.items() if name != missing})


@pytest.mark.parametrize(
    "sources",
    [
        "", "[]", "null", "{}", '{"ratings": {}, "unrated": []}', '{"ratings": {"good": ["a.com"]}, "unrated": []}',
        '{"ratings": [], "unrated": []}',
        '{"ratings": {"reliable": ["WWW.A.com"]}, "unrated": []}', '{"ratings": {"reliable": ["a.com", "a.com"]}, "unrated": []}',
        '{"ratings": {"reliable": [1]}, "unrated": []}', '{"ratings": {"reliable": ["a.com"]}}',
    ],
)  # fmt: skip
def test_a_broken_table_of_sources_is_refused(sources: str) -> None:
    with pytest.raises(TableBroken):
        register.build({**TEXTS, register.SOURCES: sources})


def test_what_a_workspace_says_is_kept_in_one_form() -> None:
    assert register.override("https://WWW.Müller.example/x", 0.5, Tier.B) == Source("www.xn--mller-kva.example", 0.5, Tier.B)
    for domain, credibility in (("", 0.5), ("a b", 0.5), ("a.com", 1.01), ("a.com", -0.1), ("a.com", float("nan"))):
        with pytest.raises(InputError):
            register.override(domain, credibility)


def test_a_table_of_sources_is_read() -> None:
    text = '\ufeffdomain,credibility,tier\r\n"Gazette.com", 0.9 ,a\r\n\r\nhttps://rumours.net/,0.1,\r\n'
    assert register.read(text) == (Source("gazette.com", 0.9, Tier.A), Source("rumours.net", 0.1, Tier.UNKNOWN))
    assert register.read("domain,credibility\na.com,1\n") == (Source("a.com", 1.0),)
    assert register.read("domain,credibility\n") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the first line must be domain,credibility,tier"),
        ("a.com,0.5\n", "the first line must be domain,credibility,tier"),
        ("domain,credibility\na.com,0.5\nb.com\n", "line 3: 2 columns are needed"),
        ("domain,credibility\na.com,high\n", "line 2: could not convert"),
        ("domain,credibility\na.com,2\n", "line 2: the credibility of a.com is not between 0 and 1"),
        ("domain,credibility\n,0.5\n", "line 2: '' is no domain"),
        ("domain,credibility,tier\na.com,0.5,Z\n", "line 2: 'Z' is not a valid Tier"),
        ("domain,credibility\na.com,0.5\nA.com,0.6\n", "line 3: a.com stands there twice"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        register.read(text)


@given(st.text(max_size=60))
def test_no_text_raises(text: str) -> None:
    """And nothing unknown has any credibility."""
    found = register.examine(text, REGISTER, NO_OVERRIDES, DIALS)
    assert (found.source.credibility is None) == (found.entry == "")
    assert found.source.domain == domains.registrable(text, KNOWN.suffixes)
