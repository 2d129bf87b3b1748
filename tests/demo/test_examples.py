"""The twelve claims come out as they should, in this process."""

import pytest

from tests.demo import demo_runs
from veracious import demo as world
from veracious.demo import Example
from veracious.domain.verdict import Verdict
from veracious.rules.weighing.evidence_trust import side

EXAMPLES = world.examples()
JUDGED = [one for one in EXAMPLES if one.expected.verdict]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.text)
def test_a_claim_comes_out_as_expected(example: Example) -> None:
    found = demo_runs.verified(example.text, example.as_of)
    assert (found.outcome, found.verdict) == (example.expected.outcome, example.expected.verdict)
    assert (found.refusal.reason if found.refusal else None) == example.expected.refusal


@pytest.mark.parametrize("example", JUDGED, ids=lambda example: example.text)
def test_every_quote_is_its_snapshot_s_characters_at_its_offsets(example: Example) -> None:
    report, texts = demo_runs.verified(example.text, example.as_of), demo_runs.texts()
    assert report.judged is not None
    quotes = [piece.quote for piece in report.judged.weighed] + [citation.quote for citation in report.citations]
    assert quotes
    assert [quote for quote in quotes if texts[quote.snapshot][quote.span.start : quote.span.end] != quote.text] == []


@pytest.mark.parametrize("example", JUDGED, ids=lambda example: example.text)
def test_a_side_is_not_taken_by_a_hair(example: Example) -> None:
    """The pieces that decide are far from neutral, so that another run of training would not turn the page over."""
    report = demo_runs.verified(example.text, example.as_of)
    assert report.judged is not None
    details = report.judged.decision.facts.sufficiency.details
    firm = [detail for detail in details if report.verdict is not Verdict.NOT_ENOUGH_EVIDENCE]
    assert all(max(detail.support, detail.refutation) >= 0.55 for detail in firm)


def test_the_copies_of_the_wire_story_are_one_origin() -> None:
    report = demo_runs.verified("Corvane Lines will close its shipyard in Eastvale in 2027.")
    assert report.judged is not None
    speaking = {piece.origin for piece in report.judged.weighed if side(piece.stance) == "supports"}
    (origin,) = (one for one in report.judged.origins if one.id in speaking)
    assert len(origin.evidence) >= 7
