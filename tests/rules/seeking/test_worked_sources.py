"""The formulas of sources, worked by hand."""

from dataclasses import replace

import pytest

from tests.rules.seeking.tables import KNOWN, SUFFIXES
from tests.worked import works
from veracious.domain.evidence import Tier
from veracious.domain.standing import Rating
from veracious.rules.dials import Dials
from veracious.rules.seeking import domains, lookalikes, register

DIALS = Dials.reference().seeking.register


@works("seeking.domains.registrable")
@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.bbc.co.uk", "bbc.co.uk"),  # the rule co.uk, longer than uk
        ("a.b.test.ck", "b.test.ck"),  # the wildcard *.ck
        ("a.www.ck", "www.ck"),  # the exception !www.ck, without its first label: ck
        ("a.someone.github.io", "someone.github.io"),  # a rule of the private part
        ("a.b.nowhere", "b.nowhere"),  # no rule: the last label
        ("192.0.2.7", "192.0.2.7"),
        ("co.uk", "co.uk"),
        ("a" * 63 + ".com", "a" * 63 + ".com"),
        ("a" * 64 + ".com", ""),  # one more than 63
        (".".join(("a" * 50,) * 5)[1:], ".".join(("a" * 50,) * 2)),  # 5 × 50 + 4 − 1 = 253 characters
        (".".join(("a" * 50,) * 5), ""),  # 254
    ],
)
def test_the_registrable_domain_of_a_host(host: str, domain: str) -> None:
    assert domains.registrable(host, SUFFIXES, DIALS.domains) == domain


@works("seeking.lookalikes.find")
@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("reuters.com", ""),  # known
        ("reuters.com.example.net", "subdomain"),
        ("reuter5.com", "one_edit"),  # 5 passes for nothing, and stands for the s
        ("reυters.com", "confusable"),  # a Greek υ
        ("reuters.news", "other_suffix"),
        ("reuters.de", ""),  # a country's own
        ("reuters.co", "other_suffix"),  # co is in sold_codes
        ("reuters-live.de", "hyphenated"),
        ("reuterss.com", "one_edit"),
        ("reuters7.com", ""),  # a digit is added
        ("teuters.com", ""),  # the first letter is another
        ("reuterss.net", ""),  # under another suffix
        ("reutersss.com", ""),  # two edits
        ("bbcc.com", ""),  # bbc has three letters, less than six
        ("ft.news", ""),  # two letters, less than three
        ("time.news", ""),  # a name that many use
        ("рutin.example", "mixed_scripts"),  # a Cyrillic р
    ],
)
def test_what_a_host_looks_like(host: str, reason: str) -> None:
    found = lookalikes.find(host, KNOWN, DIALS.lookalikes)
    assert reason == ("" if found is None else found.reason)


@works("seeking.lookalikes.find")
@pytest.mark.parametrize(
    ("host", "turned", "reason"),
    [
        ("bbcc.com", replace(DIALS.lookalikes, edited_letters_at_least=3), "one_edit"),
        ("ft.news", replace(DIALS.lookalikes, named_letters_at_least=2), "other_suffix"),
        ("reuters.de", replace(DIALS.lookalikes, sold_codes=frozenset(("de",))), "other_suffix"),
    ],
)
def test_what_a_host_looks_like_with_a_dial_turned(host: str, turned: lookalikes.LookalikeDials, reason: str) -> None:
    found = lookalikes.find(host, KNOWN, turned)
    assert found is not None
    assert found.reason == reason


@works("seeking.register.worth")
@pytest.mark.parametrize(
    ("rating", "credibility", "tier"),
    [
        (Rating.RELIABLE, 0.8, Tier.A),
        (Rating.NO_CONSENSUS, 0.5, Tier.B),
        (Rating.UNRELIABLE, 0.25, Tier.C),
        (Rating.DEPRECATED, 0.05, Tier.D),
    ],
)
def test_the_worth_of_a_rating(rating: Rating, credibility: float, tier: Tier) -> None:
    assert register.worth(rating, DIALS) == (credibility, tier)
