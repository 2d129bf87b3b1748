"""What the demonstration prints for or against its claims, with the judge that is the default, beside labels by hand."""

import asyncio
import json
from pathlib import Path

import pytest

from veracious import app, wiring
from veracious import demo as world
from veracious.adapters.models import places
from veracious.domain.verdict import Verdict
from veracious.rules.weighing.evidence_trust import side

TABLE = [json.loads(line) for line in (Path(__file__).parents[2] / "evals/demo/pieces.jsonl").read_text("utf-8").splitlines()]
LABELS = {(row["claim"], row["part"], row["url"], row["quote"]): row["says"] for row in TABLE}
RIGHT_AT_LEAST = 0.95


@pytest.mark.long
def test_what_is_printed_for_or_against_a_claim_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every piece on a side has a label by hand, hardly one stands on another side, and every claim comes out as expected."""
    monkeypatch.setenv("VERACIOUS_JUDGE", places.LARGE)
    wiring.loaded_models.cache_clear()
    printed, came_out = [], []
    engine = asyncio.run(wiring.demo())
    for number, example in enumerate(world.examples(), 1):
        report = asyncio.run(app.claims.verify(engine, example.text, example.as_of)).report
        came_out.append((report.verdict or Verdict.NOT_ENOUGH_EVIDENCE) == (example.expected.verdict or Verdict.NOT_ENOUGH_EVIDENCE))
        if report.judged is None:
            continue
        urls = {one.ranked.evidence.id: one.ranked.evidence.url for one in report.judged.admitted}
        sided = (piece for piece in report.judged.weighed if side(piece.stance) != "neutral")
        printed += [((number, piece.subclaim, urls[piece.evidence], piece.quote.text), side(piece.stance)) for piece in sided]
    wiring.loaded_models.cache_clear()
    unlabelled = [one for one, _ in printed if one not in LABELS]
    wrong = [(one, says) for one, says in printed if LABELS.get(one, says) != says]
    print(f"\n{len(printed) - len(wrong)} of {len(printed)} right", *unlabelled, *wrong, sep="\n  ")
    assert not unlabelled, "read these quotes and put them into evals/demo/pieces.jsonl"
    assert len(wrong) <= (1 - RIGHT_AT_LEAST) * len(printed)
    assert all(came_out)
    assert not [one for one, _ in printed if one[0] == 1 and "toll" in one[3]]  # a toll says nothing of a bridge's length
