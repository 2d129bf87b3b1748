"""The audit of an answer, from a record alone."""

import json
from datetime import UTC, datetime

from veracious.domain.budget import Amount
from veracious.domain.record import Body, Envelope, Record
from veracious.rules.ledger import audit

BEGAN, ENDED = datetime(2026, 1, 15, 9, 30, tzinfo=UTC), datetime(2026, 1, 15, 9, 30, 2, 345_678, tzinfo=UTC)
SUMMARY = {"total_claims": 4, "evidence_coverage": 0.75, "unsupported_rate": 0.25, "verdicts": {"supported": 2, "weak": 1, "not_found": 1}}
FLAG = {"type": "no_evidence", "severity": "high", "description": "No document carries this claim", "claim": 3}
TRIED = {"response": "The fee is due.", "summary": SUMMARY, "decision": {"should_revise": False}, "critique": []}


def record(**report: object) -> Record:
    told = {"ledger": None, "retrieved": [], "revision_history": [], "risk_flags": [], **report}
    body = Body(json.dumps({"question": "What is due?", "mode": "draft", "as_of": "2026-01-15"}), "dials", (), (), json.dumps(told))
    return Record(body, Envelope("run-1", "brisa", BEGAN, ENDED, "digest", None))


def test_the_audit_has_the_fields_of_the_seed_and_the_ledger() -> None:
    """Seed D §9.1; 2 seconds and 345.678 milliseconds are 2,345 whole ones."""
    given = record(ledger={"summary": SUMMARY}, retrieved=["sha256:a", "sha256:b"], revision_history=[TRIED], risk_flags=[FLAG])
    assert audit.trail(given, Amount(calls=5, tokens=900), "ana") == {
        "session_id": "run-1",
        "timestamp": "2026-01-15T09:30:00+00:00",
        "user_id": "ana",
        "workspace_id": "brisa",
        "query": "What is due?",
        "mode": "draft",
        "retrieved_chunk_ids": ["sha256:a", "sha256:b"],
        "revision_history": [TRIED],
        "final_coverage": 0.75,
        "final_unsupported_rate": 0.25,
        "claim_count": 4,
        "verdict_distribution": {"supported": 2, "weak": 1, "not_found": 1},
        "ledger": {"summary": SUMMARY},
        "risk_flags": [FLAG],
        "total_duration_ms": 2345,
        "llm_calls": 5,
        "token_usage": {"total_tokens": 900},
    }


def test_of_a_failed_answer_no_number_is_made_up() -> None:
    told = audit.trail(record(), Amount(calls=1, tokens=20))
    assert (told["final_coverage"], told["final_unsupported_rate"]) == (None, None)
    assert (told["claim_count"], told["verdict_distribution"], told["user_id"]) == (0, {}, None)
    assert told["ledger"] is None


def test_what_a_run_spent_is_unknown_once_its_recording_has_expired() -> None:
    told = audit.trail(record(), None)
    assert (told["llm_calls"], told["token_usage"]) == (None, None)
