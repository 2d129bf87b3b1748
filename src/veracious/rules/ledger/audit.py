"""What is kept of an answer, by the names that seed D §9.1 gives it."""

import json
from datetime import timedelta
from typing import Any

from veracious.domain.record import Record


def trail(record: Record, llm_calls: int, token_usage: int, user_id: str = "") -> dict[str, Any]:
    """The audit of an answer, from its record; what was spent is told by its account, and who asked by whoever knows it.

    An answer that failed has no numbers: its coverage is not 0, it is not known.
    """
    report, asked = json.loads(record.body.report), json.loads(record.body.request)
    envelope, summary = record.envelope, (report["ledger"] or {}).get("summary")
    return {
        "session_id": envelope.id,
        "timestamp": envelope.started.isoformat(),
        "user_id": user_id,
        "workspace_id": envelope.workspace,
        "query": asked["question"],
        "mode": asked["mode"],
        "retrieved_chunk_ids": report["retrieved"],
        "revision_history": report["revision_history"],
        "final_coverage": None if summary is None else summary["evidence_coverage"],
        "final_unsupported_rate": None if summary is None else summary["unsupported_rate"],
        "claim_count": 0 if summary is None else summary["total_claims"],
        "verdict_distribution": {} if summary is None else summary["verdicts"],
        "risk_flags": report["risk_flags"],
        "total_duration_ms": (envelope.finished - envelope.started) // timedelta(milliseconds=1),
        "llm_calls": llm_calls,
        "token_usage": {"total_tokens": token_usage},
    }
