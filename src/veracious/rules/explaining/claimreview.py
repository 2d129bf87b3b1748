"""A verdict as schema.org ClaimReview, the form that search engines and fact-check indexes read."""

from dataclasses import dataclass
from datetime import date

from veracious.domain.verdict import Verdict


@dataclass(frozen=True, slots=True)
class RatingDials:
    """The scale of the rating: 1 is worst."""

    worst: int = 1  # refuted; fixed; schema.org
    middle: int = 3  # mixed; fixed; half way
    best: int = 5  # supported; fixed; a common scale


@dataclass(frozen=True, slots=True)
class Review:
    """What a ClaimReview tells besides the verdict."""

    claim: str
    claimed: date
    reviewed: date
    url: str
    publisher: str


_WORDS = ((Verdict.SUPPORTED, "Supported"), (Verdict.REFUTED, "Refuted"), (Verdict.MIXED, "Mixed"))


def render(review: Review, verdict: Verdict, dials: RatingDials) -> dict[str, object] | None:
    """The review as JSON-LD; none where nothing was decided, since a review without a rating says nothing.

    Formula: Rating. From ours; schema.org.

        supported → best;  mixed → middle;  refuted → worst;  not_enough_evidence → no review

    Dials: best, middle, worst of RatingDials.
    """
    word = dict(_WORDS).get(verdict)
    if word is None:
        return None
    value = {Verdict.SUPPORTED: dials.best, Verdict.REFUTED: dials.worst, Verdict.MIXED: dials.middle}[verdict]
    return {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "claimReviewed": review.claim,
        "datePublished": review.reviewed.isoformat(),
        "url": review.url,
        "author": {"@type": "Organization", "name": review.publisher},
        "itemReviewed": {"@type": "Claim", "datePublished": review.claimed.isoformat()},
        "reviewRating": {
            "@type": "Rating",
            "ratingValue": value,
            "worstRating": dials.worst,
            "bestRating": dials.best,
            "alternateName": word,
        },
    }
