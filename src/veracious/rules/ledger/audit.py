"""What is kept of an answer, by the names that seed D §9.1 gives it."""

import json
from datetime import timedelta
from typing import Any

from veracious.domain.budget import Amount
from veracious.domain.record import Record


def trail(record: Record, spent: Amount | None, user_id: str | None = None) -> dict[str, Any]:
    """The audit of an answer, from its record; what was spent is told by its account, and who asked by whoever knows it.

    What is not known is null, never 0: the coverage of an answer that failed, what was spent once the recording has expired, who asked
    on the command line.
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
        "ledger": report["ledger"],
        "risk_flags": report["risk_flags"],
        "total_duration_ms": (envelope.finished - envelope.started) // timedelta(milliseconds=1),
        "llm_calls": None if spent is None else spent.calls,
        "token_usage": None if spent is None else {"total_tokens": spent.tokens},
    }
