"""Twenty copies of one story are one voice."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from _pytest.mark.structures import ParameterSet

from tests.demo import demo_runs
from veracious import demo as world
from veracious.domain.evidence import Source, Tier
from veracious.domain.verdict import Verdict

STORIES = [
    ("Corvane Lines will close its shipyard in Eastvale in 2027.", "veldriapress.example/business/corvane-eastvale"),
    ("Frost caused the cracks in the Orrin Dam.", "nationalledger.example/investigations/orrin-dam"),
    ("The Kestle Tunnel is closed to traffic.", "portmarencourier.example/2024/11/kestle-tunnel-closed"),
    ("Dogs are never permitted on Lowen Sands.", "portmarencourier.example/2025/04/lowen-sands-dogs"),
    ("Twelve people were injured in the fire at the Brannock warehouse.", "nationalledger.example/regions/brannock-fire"),
]
COUNT = 20


def told(stories: Sequence[tuple[str, str]], quick: int) -> list[ParameterSet]:
    """The first few always, the others where there is time."""
    marks = [()] * quick + [(pytest.mark.long,)] * (len(stories) - quick)
    return [pytest.param(*story, id=story[0], marks=mark) for story, mark in zip(stories, marks, strict=True)]


def rated(credibility: float) -> dict[str, Source]:
    return {f"paper{number}.example": Source(f"paper{number}.example", credibility, Tier.B) for number in range(COUNT)}


@pytest.mark.parametrize(("claim", "path"), told(STORIES, 2))
def test_twenty_copies_of_one_story_decide_nothing(claim: str, path: str) -> None:
    """However credible each of the papers is, up to what would be enough for one alone."""
    report = demo_runs.ask(demo_runs.over(demo_runs.copies(demo_runs.document(path), COUNT), rated(0.89)), claim)
    assert report.verdict is Verdict.NOT_ENOUGH_EVIDENCE
    assert report.judged is not None
    assert report.judged.decision.facts.origins == 1


@pytest.mark.parametrize(("claim", "path"), told(STORIES[:3], 1))
def test_they_decide_when_one_of_the_papers_would_be_enough_alone(claim: str, path: str) -> None:
    trusted = {"paper3.example": Source("paper3.example", 0.95, Tier.A)}
    report = demo_runs.ask(demo_runs.over(demo_runs.copies(demo_runs.document(path), COUNT), {**rated(0.7), **trusted}), claim)
    assert report.verdict is Verdict.SUPPORTED


def test_they_decide_together_with_somebody_who_did_not_copy() -> None:
    original = demo_runs.document("portmarencourier.example/2024/11/kestle-tunnel-closed")
    other = demo_runs.document("radioveldria.example/news/kestle-tunnel")
    documents = [*demo_runs.copies(original, COUNT), other]
    report = demo_runs.ask(demo_runs.over(documents, {**rated(0.7), **world.sources()}), "The Kestle Tunnel is closed to traffic.")
    assert report.verdict is Verdict.SUPPORTED
    assert report.judged is not None
    assert report.judged.decision.facts.supporters == 2


@pytest.mark.long
def test_no_document_of_the_world_decides_anything_by_being_copied() -> None:
    """Its first sentence as the claim, and twenty copies of it as all there is."""
    decided = []
    for one in world.documents():
        claim = one.text[: one.text.index(". ") + 1]
        plain = replace(one, byline="", canonical_url=None)
        report = demo_runs.ask(demo_runs.over(demo_runs.copies(plain, COUNT), rated(0.89)), claim)
        if report.verdict not in (None, Verdict.NOT_ENOUGH_EVIDENCE):
            decided.append((one.name, claim, report.verdict))
    assert decided == []
