"""States that changed, asked before and after, with the judge that is the default: verdicts rest on the newest report."""

import asyncio
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from veracious import app, wiring
from veracious.adapters.models import places
from veracious.domain.document import Document
from veracious.domain.evidence import Source
from veracious.domain.verdict import Verdict
from veracious.rules.dials import Dials
from veracious.rules.seeking.register import CredibilityRules

ROWS = [json.loads(line) for line in (Path(__file__).parents[2] / "evals/reading/states.jsonl").read_text("utf-8").splitlines()]
OLD, NEW = date(2026, 2, 3), date(2026, 7, 6)
BEFORE, AFTER = date(2026, 2, 10), date(2026, 7, 20)
PAPERS = {"https://herald.example": OLD, "https://gazette.example": NEW}
RATED = CredibilityRules({place.removeprefix("https://"): Source(place.removeprefix("https://"), 0.9) for place in PAPERS})


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> "wiring.Models":
    monkeypatch.setenv("VERACIOUS_JUDGE", places.LARGE)
    return wiring.loaded_models.__wrapped__()


async def verdict(row: dict[str, Any], as_of: date, models: "wiring.Models") -> Verdict | None:
    texts = zip((row["old"], row["new"]), PAPERS.items(), strict=True)
    documents = [Document(text, f"{place}/{row['id']}", "", f"{place}/{row['id']}", day) for text, (place, day) in texts]
    engine = await wiring.in_memory(documents, RATED, Dials(), models)
    return (await app.claims.verify(engine, row["claim"], as_of)).report.verdict


@pytest.mark.long
def test_verdicts_rest_on_the_newest_report(models: "wiring.Models") -> None:
    """Thirty claims that held once: before the change none is refuted by what was not yet written, after it none is supported."""
    before = [asyncio.run(verdict(row, BEFORE, models)) for row in ROWS]
    after = [asyncio.run(verdict(row, AFTER, models)) for row in ROWS]
    told = [f"{row['id']} {first} {other}: {row['claim']}" for row, first, other in zip(ROWS, before, after, strict=True)]
    print(f"\nbefore: {before.count(Verdict.SUPPORTED)} supported; after: {after.count(Verdict.REFUTED)} refuted", *told, sep="\n  ")
    assert (len(before), before.count(Verdict.REFUTED)) == (30, 0)
    assert before.count(Verdict.SUPPORTED) >= 28
    assert after.count(Verdict.REFUTED) >= 27
    assert after.count(Verdict.SUPPORTED) == 0
