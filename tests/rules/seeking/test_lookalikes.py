"""What looks like a known domain is told; what is one, or is called so by chance, is not."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.seeking.tables import DIALS, KNOWN, REGISTER, SUFFIXES
from veracious.domain.errors import TableBroken
from veracious.domain.standing import Imitation
from veracious.rules.seeking import domains, lookalikes

LOOK = DIALS.lookalikes
BORROWED = sorted(domain for of in KNOWN.names.values() for domain in of)


def told(host: str) -> tuple[str, str] | None:
    found = lookalikes.find(host, KNOWN, LOOK)
    return None if found is None else (str(found.reason), found.imitates)


@pytest.mark.parametrize(
    ("host", "reason", "imitates"),
    [
        ("bbc.com.example.net", "subdomain", "bbc.com"),
        ("www.nytimes.com.login.example", "subdomain", "nytimes.com"),
        ("bbc.com-news.example", "subdomain", "bbc.com"),
        ("bbc.co.uk.wordpress.com", "subdomain", "bbc.co.uk"),
        ("nytіmes.com", "confusable", "nytimes.com"),  # a Cyrillic і
        ("xn--nytmes-rvf.com", "confusable", "nytimes.com"),  # the same in punycode
        ("reυters.com", "confusable", "reuters.com"),  # a Greek υ
        ("nytímes.com", "confusable", "nytimes.com"),
        ("faceb00k.com", "confusable", "facebook.com"),
        ("wikipedla.org", "confusable", "wikipedia.org"),
        ("rnsnbc.com", "confusable", "msnbc.com"),
        ("vvashingtonpost.com", "confusable", "washingtonpost.com"),
        ("tіme.com", "confusable", "time.com"),  # a name that many use, under its own suffix
        ("аррlеdаіlу.com", "confusable", "appledaily.com"),
        ("nytlmes.news", "confusable", "nytimes.com"),
        ("nytimes.com.co", "other_suffix", "nytimes.com"),
        ("bbc.website", "other_suffix", "bbc.com"),
        ("cnn.com.de", "other_suffix", "cnn.com"),  # com.de is a company's, not the country's
        ("reuters.blogspot.com", "other_suffix", "reuters.com"),
        ("bbc-news.co", "hyphenated", "bbc.com"),
        ("my-washingtonpost.com", "hyphenated", "washingtonpost.com"),
        ("theguardain.com", "one_edit", "theguardian.com"),
        ("blooomberg.com", "one_edit", "bloomberg.com"),
        ("reutes.com", "one_edit", "reuters.com"),
        ("snopas.com", "one_edit", "snopes.com"),
        ("раураl.com", "mixed_scripts", ""),
        ("www.еxample.org", "mixed_scripts", ""),
    ],
)
def test_an_imitation_is_told_with_its_reason(host: str, reason: str, imitates: str) -> None:
    assert told(host) == (reason, imitates)
    assert told(f"https://{host}/a-story") == (reason, imitates)


@pytest.mark.parametrize(
    "host",
    [
        "bbc.com", "www.bbc.co.uk", "news.sky.com", "sky.com", "timesofindia.indiatimes.com", "edition.cnn.com", "www.wikipedia.org",
        "forbes.fr", "businessinsider.com.au", "politico.eu", "vogue.de",  # editions
        "abc7news.com", "nbcnews6.com", "fox4news.com",  # stations
        "atimes.com", "cbsnews.com", "standard.net", "independent.ie", "business-standard.com", "times-news.com", "thestar.com",
        "münchen.de", "日本ニュース.jp", "вести.рф", "한국abc.kr", "ελλάδα.gr", "example.org", "192.0.2.7", "localhost", "", "..",
    ],
)  # fmt: skip
def test_what_is_itself_is_not_told(host: str) -> None:
    assert told(host) is None


def test_no_domain_of_the_register_looks_like_another() -> None:
    assert [host for host in REGISTER.ratings if told(host)] == []


def test_the_edition_of_a_country_is_told_where_its_code_is_sold_to_anybody() -> None:
    assert told("bloomberg.fr") is None
    assert all(told(f"bloomberg.{code}") == ("other_suffix", "bloomberg.com") for code in ("co", "tk", "us"))


@pytest.mark.parametrize("domain", BORROWED[::4])
def test_one_letter_of_another_script_never_passes(domain: str) -> None:
    """Every letter of every known name that the table has a twin for, replaced by each of its twins."""
    name = domain.removesuffix(domains.suffix(domain, SUFFIXES)).removesuffix(".")
    for letter, twin in ((read, chr(seen)) for seen, read in KNOWN.confusables.letters.items()):
        if letter in name:
            written = name.replace(letter, twin, 1) + domain.removeprefix(name)
            if domains.host(written) not in KNOWN.domains:
                found = lookalikes.find(written, KNOWN, LOOK)
                assert found is not None
                assert found.reason is Imitation.CONFUSABLE


@pytest.mark.parametrize("domain", [domain for domain in BORROWED if len(domain.partition(".")[0]) >= 6][::6])
def test_one_slip_of_the_finger_never_passes(domain: str) -> None:
    """A letter left out, doubled, or changed with its neighbour, but for the first; what results may be a known domain itself."""
    name, dot, end = domain.partition(".")
    for k in range(1, len(name)):
        for slip in (name[:k] + name[k + 1 :], name[:k] + name[k] + name[k:], name[: k - 1] + name[k] + name[k - 1] + name[k + 1 :]):
            if slip != name and slip[0] == name[0] and not any(char.isdigit() for char in slip) and f"{slip}.{end}" not in KNOWN.domains:
                assert told(f"{slip}{dot}{end}") is not None


@given(st.text(st.sampled_from("abcde"), max_size=6), st.text(st.sampled_from("abcde"), max_size=6))
def test_one_edit_is_what_counting_edits_says(a: str, b: str) -> None:
    assert lookalikes.is_one_edit(a, b) == lookalikes.is_one_edit(b, a) == (edits(a, b) == 1)


def edits(a: str, b: str) -> int:
    """The optimal string alignment distance, by its table."""
    rows = [[max(i, j) if min(i, j) == 0 else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            ways = [rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])]
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                ways.append(rows[i - 2][j - 2] + 1)
            rows[i][j] = min(ways)
    return rows[-1][-1]


@given(st.text(max_size=60))
def test_no_text_raises(text: str) -> None:
    lookalikes.find(text, KNOWN, LOOK)
    lookalikes.is_mixed(text)


def test_what_is_found_is_known_and_its_name_is_not() -> None:
    """Thousands of names drawn near known ones: whatever is told is told of a domain that is not known, and names one that is."""
    random = Random(3)
    for _ in range(2_000):
        letters = list(random.choice(BORROWED))
        letters[random.randrange(len(letters))] = random.choice("abcl10-.rnоеі")
        found = lookalikes.find("".join(letters), KNOWN, LOOK)
        if found is not None:
            assert found.imitates in KNOWN.domains or (found.imitates, found.reason) == ("", Imitation.MIXED_SCRIPTS)
            assert found.reason is Imitation.SUBDOMAIN or found.domain not in KNOWN.domains


@pytest.mark.parametrize("text", ["", "# nothing\n", "a\n", "a\tb\tc\n", "\tb\n"])
def test_a_broken_table_of_letters_is_refused(text: str) -> None:
    with pytest.raises(TableBroken):
        lookalikes.parse(text)


def test_the_table_of_letters_is_in_the_form_that_names_have() -> None:
    """A twin that a browser would write otherwise could never be met."""
    for seen, read in KNOWN.confusables.letters.items():
        assert domains.shown(domains.host(f"{chr(seen)}x.com")) == f"{chr(seen)}x.com"
        assert read.isascii()
        assert lookalikes.read_as(lookalikes.read_as(chr(seen), KNOWN.confusables), KNOWN.confusables) == lookalikes.read_as(
            chr(seen), KNOWN.confusables
        )


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ("cityherald.com", "cityherald.net", True),
        ("daily-a.com", "daily-b.com", True),
        ("cityherald.com", "cityheralds.com", True),
        ("cityherald.com", "valleypost.com", False),
        ("vox.com", "fox.com", False),  # short names are one edit apart by chance
    ],
)
def test_two_unknown_domains_look_alike_by_name(a: str, b: str, alike: bool) -> None:
    assert lookalikes.are_alike(a, b) is lookalikes.are_alike(b, a) is alike
