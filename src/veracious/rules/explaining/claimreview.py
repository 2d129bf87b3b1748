"""A verdict as schema.org ClaimReview, the form that search engines and fact-check indexes read. Only what somebody signed has one."""

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
class Signature:
    """Who stands behind a verdict: the organisation, the person who signed for it, and the day of that."""

    organisation: str
    signer: str
    day: date

    def __post_init__(self) -> None:
        if not self.organisation.strip() or not self.signer.strip():
            raise ValueError("a signature names an organisation and the person who signed for it")


@dataclass(frozen=True, slots=True)
class Review:
    """What a ClaimReview tells besides the verdict and who signed it."""

    claim: str
    url: str  # of the page on which the whole review is read
    claimed: date | None = None  # when it was claimed, where that is known; the day as of which it was checked is another


_WORDS = ((Verdict.SUPPORTED, "Supported"), (Verdict.REFUTED, "Refuted"), (Verdict.MIXED, "Mixed"))


def render(review: Review, verdict: Verdict | None, signature: Signature | None, dials: RatingDials) -> dict[str, object] | None:
    """The review as JSON-LD; none without a signature, and none where nothing was decided, since a review without a rating says nothing.

    Formula: Rating. From ours; schema.org.

        supported → best;  mixed → middle;  refuted → worst;  not_enough_evidence, no verdict, no signature → no review

    Dials: best, middle, worst of RatingDials.
    """
    word = dict[Verdict | None, str](_WORDS).get(verdict)
    if verdict is None or word is None or signature is None:
        return None
    value = {Verdict.SUPPORTED: dials.best, Verdict.REFUTED: dials.worst, Verdict.MIXED: dials.middle}[verdict]
    claimed = {} if review.claimed is None else {"datePublished": review.claimed.isoformat()}
    return {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "claimReviewed": review.claim,
        "datePublished": signature.day.isoformat(),
        "url": review.url,
        "author": {"@type": "Organization", "name": signature.organisation},
        "editor": {"@type": "Person", "name": signature.signer},
        "itemReviewed": {"@type": "Claim", "text": review.claim, **claimed},
        "reviewRating": {
            "@type": "Rating",
            "ratingValue": value,
            "worstRating": dials.worst,
            "bestRating": dials.best,
            "alternateName": word,
        },
    }
