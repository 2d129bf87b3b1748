"""The JSON of a ledger keeps what it promises."""

import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from tests.faces.ledger_schema import Completed, Failed, Refused
from tests.faces.pages.ledgers import HANDBOOK, NOTICE, SHORT, cases
from veracious.faces import wire
from veracious.rules.ledger.gates import AnswerGateDials
from veracious.rules.seeking import snapshots

TEXTS = {snapshots.name(one.text): one.text for one in (HANDBOOK, NOTICE)}
NAMES = {snapshots.name(one.text): one.name for one in (HANDBOOK, NOTICE)}
SHAPES: dict[str, type[BaseModel]] = {"met": Completed, "short": Completed, "unread": Completed, "refused": Refused, "failed": Failed}


def told(name: str, **given: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(wire.checked(cases()[name], **given))
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_a_ledger_has_every_key_that_is_promised_and_no_other(name: str) -> None:
    SHAPES[name].model_validate_json(wire.checked(cases()[name]))


@pytest.mark.parametrize("gone", ["claims", "summary", "gates", "risk_flags", "passed_over", "unread", "record", "body"])
def test_a_key_that_is_missing_would_be_noticed(gone: str) -> None:
    left = {key: value for key, value in told("short").items() if key != gone}
    with pytest.raises(ValidationError):
        Completed.model_validate_json(json.dumps(left))


def test_a_check_that_was_refused_or_failed_has_no_claims_and_passes_no_gate() -> None:
    """An answer that states nothing meets every gate by its numbers; it is not said to."""
    assert [key for name in ("refused", "failed") for key in told(name) if key in ("claims", "summary", "gates")] == []


def test_every_offset_cuts_out_what_it_says() -> None:
    """Claims and words of the answer, quotes of the snapshots."""
    found = told("short")
    assert [SHORT[one["start"] : one["end"]] for one in found["claims"][:2]] == [
        "The office opens at **9 AM** on business days.",
        "The annex has a garden and a fountain on its roof.",
    ]
    assert [SHORT[start:end] for one in found["claims"] for start, end in one["unsupported"]] == ["and a fountain"]
    assert [SHORT[start:end] for start, end in found["passed_over"]] == ["Thank you for asking!"]
    quotes = [quote for claim in found["claims"] for read in claim["evidence"] for quote in read["quotes"]]
    assert len(quotes) >= 4
    assert [quote for quote in quotes if TEXTS[quote["snapshot"]][quote["start"] : quote["end"]] != quote["text"]] == []


def test_each_of_the_four_verdicts_is_told_with_what_it_rests_on() -> None:
    found = told("short")
    assert [one["verdict"] for one in found["claims"]] == ["supported", "weak", "contradicted", "not_found"]
    assert found["summary"]["verdict_distribution"] == {"supported": 1, "weak": 1, "contradicted": 1, "not_found": 1}
    assert found["claims"][2]["evidence"][0]["refutes"] == 0.92
    assert found["claims"][3]["invalid_citations"] == ["deadbeef12"]
    assert {(one["type"], one["claim"]) for one in found["risk_flags"]} >= {("conflict", 2), ("invalid_citation", 3)}


def test_a_claim_that_the_judge_could_not_read_is_apart_from_those_it_read() -> None:
    found = told("unread")
    assert [one["text"] for one in found["unread"]] == ["The office opens at 9 AM on business days."]
    assert "verdict" not in found["unread"][0]
    assert found["summary"]["total_claims"] == len(found["claims"]) + 1


def test_the_gates_are_those_of_the_dials() -> None:
    assert [one["is_met"] for one in told("short")["gates"]] == [False, True, True, False, False]
    mild = AnswerGateDials(coverage_at_least=0.4, contradictions_at_most=1, critical_uncited_at_most=2)
    assert [one["is_met"] for one in told("short", wanted=mild)["gates"]] == [True, True, True, True, True]


def test_a_document_without_a_title_goes_by_its_name() -> None:
    """The handbook has a title; the notice is a file of plain text."""
    titles = {quote["title"] for claim in told("short", names=NAMES)["claims"] for read in claim["evidence"] for quote in read["quotes"]}
    assert titles == {"Handbook of the office", "notices/fees.txt"}
