"""A verdict as ClaimReview: only once somebody has signed it, never of what was not decided, and as schema.org and Google want it."""

import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faces.exports import schema_org
from tests.faces.pages import payloads
from tests.faces.pages.cases import cases
from veracious.domain.verdict import Verdict
from veracious.faces.exports import formats
from veracious.rules.explaining.claimreview import Review, Signature

DAY = date(2026, 3, 2)
SIGNED = Signature("The Arden Fact Desk", "Ada Moe", DAY)
REVIEW = Review("The Halvorsund Bridge is 1,420 metres long.", "https://facts.example.org/v/1")
DECIDED = ("supported", "refuted", "mixed")
WITHOUT = tuple(name for name in cases() if name not in (*DECIDED, "partial"))


@pytest.mark.parametrize("name", DECIDED)
def test_a_signed_verdict_is_as_schema_org_and_google_want_it(name: str) -> None:
    written = formats.claim_review(replace(REVIEW, claimed=date(2026, 1, 5)), cases()[name].report.verdict, SIGNED)
    assert written is not None
    found = json.loads(written)
    assert list(schema_org.faults(found)) == []
    assert (found["author"], found["editor"]["name"]) == ({"@type": "Organization", "name": "The Arden Fact Desk"}, "Ada Moe")
    assert (found["datePublished"], found["itemReviewed"]["datePublished"]) == ("2026-03-02", "2026-01-05")


@pytest.mark.parametrize("name", cases())
def test_nobody_signed_nothing_is_said(name: str) -> None:
    assert formats.claim_review(REVIEW, cases()[name].report.verdict, None) is None


@pytest.mark.parametrize("name", WITHOUT)
def test_what_was_not_decided_has_no_rating_even_when_signed(name: str) -> None:
    assert cases()[name].report.verdict in (None, Verdict.NOT_ENOUGH_EVIDENCE)
    assert formats.claim_review(REVIEW, cases()[name].report.verdict, SIGNED) is None


@pytest.mark.parametrize(("organisation", "signer"), [(" ", "Ada"), ("The Desk", "")])
def test_a_signature_names_somebody(organisation: str, signer: str) -> None:
    with pytest.raises(ValueError, match="names an organisation"):
        Signature(organisation, signer, DAY)


@given(st.text(min_size=1).filter(str.strip))
def test_whatever_is_claimed_it_can_be_read_back_and_ends_no_script(text: str) -> None:
    written = formats.claim_review(replace(REVIEW, claim=text), cases()["refuted"].report.verdict, replace(SIGNED, signer=text))
    assert written is not None
    assert written.isascii()
    assert not set(b"<>&") & set(written)
    found = json.loads(written)
    assert (found["claimReviewed"], found["editor"]["name"]) == (text, text)
    assert list(schema_org.faults(found)) == []


@pytest.mark.parametrize("text", payloads.PAYLOADS[::9])
def test_a_payload_stays_words(text: str) -> None:
    written = formats.claim_review(replace(REVIEW, claim=text), cases()["supported"].report.verdict, SIGNED)
    assert written is not None
    assert b"<" not in written


def test_the_list_would_notice_a_fault() -> None:
    written = formats.claim_review(REVIEW, cases()["supported"].report.verdict, SIGNED)
    assert written is not None
    good = json.loads(written)
    rating = good["reviewRating"]
    for bad in (
        {name: value for name, value in good.items() if name != "claimReviewed"},
        good | {"url": "v/1"},
        good | {"datePublished": "March"},
        good | {"stars": 5},
        good | {"author": {"@type": "Rating"}},
        good | {"reviewRating": rating | {"ratingValue": 9}},
        good | {"reviewRating": {name: value for name, value in rating.items() if name != "alternateName"}},
        good | {"@context": "https://example.org"},
    ):
        assert list(schema_org.faults(bad))
