"""What was published after the day asked about is shown and never counted."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.demo import demo_runs
from veracious import demo as world
from veracious.domain.report import Report
from veracious.rules.weighing.evidence_trust import side

NEGATIONS = Path(__file__).parents[2] / "evals/demo/negations.jsonl"
CLAIMS = [one.text for one in world.examples() if one.expected.verdict] + [
    json.loads(line)["claim"] for line in NEGATIONS.read_text("utf-8").splitlines()
]
WANTED = 60


def published(report: Report) -> dict[str, date | None]:
    assert report.judged is not None
    return {entry.ranked.evidence.id: entry.ranked.evidence.published for entry in report.judged.admitted}


def eve(claim: str) -> date | None:
    """The day before the latest piece was published that takes a side; none when nothing does."""
    report = demo_runs.verified(claim)
    assert report.judged is not None
    days = [published(report)[piece.evidence] for piece in report.judged.weighed if side(piece.stance) != "neutral"]
    return max(day for day in days if day) - timedelta(1) if days else None


def later(claim: str, day: date) -> tuple[int, int]:
    """How many pieces published after the day were set aside, and how many of them were counted, cited, shown or judged."""
    report = demo_runs.verified(claim, day)
    assert report.judged is not None
    days = published(report)
    counted = {piece.evidence for piece in report.judged.weighed} | set(report.judged.shown)
    cited = {name for told in report.explanation for name in told.evidence}
    after = {snapshot for one in world.documents() if one.published and one.published > day for snapshot in [one.url]}
    quoted = [citation.url for citation in report.citations if citation.url in after]
    used = [name for name in counted | cited | set(days) if (days.get(name) or day) > day]
    return len(report.judged.set_aside), len(used) + len(quoted) + len((counted | cited) & set(report.judged.set_aside))


def check(claims: list[str]) -> int:
    """How many of the claims had later evidence; none of it may count."""
    tried = 0
    for claim in claims:
        day = eve(claim)
        if day is not None:
            aside, counted = later(claim, day)
            assert counted == 0, claim
            assert aside, claim
            tried += 1
    return tried


def test_later_evidence_does_not_count() -> None:
    assert check(CLAIMS[:5]) == 5


@pytest.mark.long
def test_later_evidence_counts_for_none_of_sixty_claims() -> None:
    assert check(CLAIMS[:WANTED]) == WANTED
