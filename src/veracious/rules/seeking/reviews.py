"""What fact-checkers have published on a claim, as evidence: one origin, with its publisher's credibility.

A review counts only for a part that says the same as the claim it reviewed: each must entail the other. Its rating is a stance where it is
plainly one side; any other rating is shown and takes no side.
"""

from dataclasses import dataclass

from veracious.domain.evidence import Evidence, Passage, Snapshot, Source
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.verdict import Verdict
from veracious.domain.web import Review
from veracious.rules import labels
from veracious.rules.seeking import snapshots


@dataclass(frozen=True, slots=True)
class ReviewDials:
    """When a review counts, and how much."""

    at_most: int = 5  # reviews that are looked at; 1–20; a guess
    same_at_least: float = 0.7  # how surely each claim must entail the other; 0.5–0.95; a guess
    sure: float = 0.9  # how surely a rating takes its side; 0.7–0.98; a guess: people have looked


def snapshot(review: Review, source: Source) -> Snapshot:
    """The review as a text: the claim and the rating in the words of its publisher."""
    text = f"Claim that was reviewed: {review.claim}\nRating by {review.publisher}: {review.rating}"
    return Snapshot(snapshots.name(text), text, source, review.url, review.title, review.published, collection="web")


def rated(review: Review, dials: ReviewDials) -> Stance | None:
    """The stance that a rating is; none for one that takes no side.

    Formula: Stance of a rating. From SPEC §3.

        a rating that plainly takes a side takes it with sure; the rest is shared by the two others
        any other rating takes no side

    Dials: sure of ReviewDials.
    """
    rest = (1 - dials.sure) / 2
    match labels.of_rating(review.rating):
        case Verdict.SUPPORTED:
            return Stance(dials.sure, rest, 1 - dials.sure - rest)
        case Verdict.REFUTED:
            return Stance(rest, dials.sure, 1 - dials.sure - rest)
    return None


def same(there: float, back: float, dials: ReviewDials) -> bool:
    """Whether two claims say the same, given how surely each entails the other.

    Formula: Whether a review is of this claim. From SPEC §3.

        each of the two entails the other with at least same_at_least, or they are the same words

    Dials: same_at_least of ReviewDials.
    """
    return min(there, back) >= dials.same_at_least


def as_evidence(text: str) -> Evidence:
    """A claim as if it were a text that was found, so that a judge can say whether it entails another."""
    return Evidence(f"claim {snapshots.name(text)}", Passage(snapshots.name(text), Span(0, len(text)), text), Source(""))
