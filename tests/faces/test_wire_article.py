"""The JSON of an article keeps what it promises."""

import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from tests.faces.article_schema import ClaimsOnly, Ended, NoClaims, Whole
from tests.faces.pages.articles import CLAIMS, DROPPED, TEXT, TITLE, analyses
from veracious.faces import wire, wire_article
from veracious.flow.article import NO_CLAIMS
from veracious.flow.verify import Verified

SHAPES: dict[str, type[BaseModel]] = {
    "whole": Whole,
    "offline": Whole,
    "partial": Whole,
    "no_claims": NoClaims,
    "claims_only": ClaimsOnly,
    "refused": Ended,
    "failed": Ended,
    "unread": Ended,
    "cancelled": Ended,
}
STATES = (
    *("supported", "supported", "not_enough_evidence", "not_enough_evidence", "mixed", "unverifiable", "unverifiable"),
    *("refuted", "failed", "supported", "undecided", "refused"),
)


def told(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(wire_article.analysed(analyses()[name]))
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_an_article_has_every_key_that_is_promised_and_no_other(name: str) -> None:
    SHAPES[name].model_validate_json(wire_article.analysed(analyses()[name]))


@pytest.mark.parametrize("gone", ["claims", "edges", "scores", "events", "coverage", "dropped", "article", "record", "degraded"])
def test_a_key_that_is_missing_would_be_noticed(gone: str) -> None:
    left = {key: value for key, value in told("whole").items() if key != gone}
    with pytest.raises(ValidationError):
        Whole.model_validate_json(json.dumps(left))


def test_every_offset_cuts_out_what_it_says() -> None:
    found = told("whole")
    assert [TEXT[one["start"] : one["end"]] for one in found["claims"]] == [one.span.of(TEXT) for one in CLAIMS]
    assert [TEXT[one["start"] : one["end"]] for one in found["dropped"]] == [one.span.of(TEXT) for one in DROPPED]
    assert TEXT[found["skeleton"]["quotes"][0]["start"] :].startswith(found["skeleton"]["quotes"][0]["text"])


def test_each_claim_has_its_state_and_whether_it_was_searched_for() -> None:
    claims = told("whole")["claims"]
    assert tuple(one["state"] for one in claims) == STATES
    assert [one["id"] for one in claims if one["is_target"]] == ["c1", "c3", "c5", "c8", "c9"]
    assert [one["deferred"] for one in claims][:4] == [None, "ceiling", None, "below_minimum"]
    assert claims[5]["codes"] == ["unknown_time_anchor", "missing_subject_entities"]


def test_the_report_on_a_claim_is_that_of_a_claim_alone_without_the_names_of_a_record() -> None:
    one = analyses()["whole"]
    report = one.report.findings[0].report
    assert report is not None
    alone = json.loads(wire.verified(Verified(report, one.record)))
    within = told("whole")["claims"][0]["report"]
    assert {key: value for key, value in alone.items() if key not in ("record", "body")} == {
        key: value for key, value in within.items() if key != "citations"
    }
    assert within["probability"] == 0.91
    assert told("whole")["claims"][2]["report"]["lean"] == {"probability": 0.64, "towards": "supported"}
    assert [one["domain"] for one in within["citations"]] == [one.domain for one in report.citations]


def test_the_scores_are_four_and_one_that_was_not_measured_has_no_value() -> None:
    scores = told("whole")["scores"]
    assert [one["dimension"] for one in scores] == ["G", "A", "R", "B"]
    assert (scores[3]["value"], scores[3]["missing"]) == (None, "no rule for it has been evaluated")
    assert scores[2]["made_of"] == [{"name": "c1", "value": 0.1}, {"name": "c8", "value": 0.34}]


def test_an_analysis_that_did_not_come_about_has_no_claims_and_no_scores() -> None:
    assert [
        key for name in ("refused", "failed", "unread", "cancelled") for key in told(name) if key in ("claims", "scores", "edges")
    ] == []
    assert (told("unread")["article"]["snapshot"], told("refused")["article"]["title"]) == (None, TITLE)
    assert told("refused")["refusal"]["reason"] == "too_long"
    assert told("failed")["cause"] == "the judge did not answer"
    assert [key for name in ("claims_only", "no_claims") for key in told(name) if key in ("scores", "verified_score")] == []
    assert told("no_claims")["refusal"]["message"] == NO_CLAIMS.message
    assert told("claims_only")["selection"]["targets"] == ["c1", "c5", "c8", "c3", "c9"]
    assert {one["state"] for one in told("claims_only")["claims"]} == {"unchecked", "unverifiable"}
