"""Known reviews first: what fact-checkers have published on a claim, looked up before the web is searched."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain import steps
from veracious.domain.claim import Reading, Refusal, Subclaim
from veracious.domain.errors import SourceError
from veracious.domain.evidence import Evidence, Quote, Source
from veracious.domain.span import Span
from veracious.domain.stance import Judgement
from veracious.domain.web import Review
from veracious.flow.run import Run
from veracious.rules.reading import intake
from veracious.rules.seeking import reviews
from veracious.rules.seeking.reviews import ReviewDials


@dataclass(frozen=True, slots=True)
class ReviewFindings:
    """Reviews of what the claim says, what they state of its parts, and what failed on the way."""

    reviews: tuple[Review, ...] = ()
    stated: tuple[Judgement, ...] = ()
    failed: tuple[SourceError, ...] = ()


async def look_up(reading: Reading, run: Run) -> ReviewFindings:
    """The reviews whose claim says the same as a part of ours, each put on the shelf as one more source."""
    if run.tools.reviews is None:
        return ReviewFindings()
    dials = run.dials.seeking.reviews
    run.tell(steps.review(reading.claim.text))
    try:
        offered = (await run.tools.reviews.look_up(reading.claim.text, dials.at_most))[: dials.at_most]
        fitting = [one for one in offered if one.published is None or one.published <= reading.claim.as_of]
        parts = await _same(fitting, reading, run)
        shown = [(review, part) for review, part in zip(fitting, parts, strict=True) if part is not None]
        stated = [one for review, part in shown for one in await _shelved(review, part, run)]
    except SourceError as failed:
        return ReviewFindings(failed=(failed,))
    return ReviewFindings(tuple(review for review, _ in shown), tuple(stated))


async def _same(offered: Sequence[Review], reading: Reading, run: Run) -> list[Subclaim | None]:
    """For each review the part of our claim that entails its claim and is entailed by it; none where there is none."""
    theirs = [_only_part(review, reading, run) for review in offered]
    both = [(part, one) for one in theirs if one is not None for part in reading.subclaims]
    pairs = [pair for part, one in both for pair in ((part, reviews.as_evidence(one.text)), (one, reviews.as_evidence(part.text)))]
    told = await run.tools.judge.judge(list(dict.fromkeys(pairs))) if pairs else ()
    sure = {(one.subclaim, one.evidence): one.stance.supports for one in told}
    return [_fit(one, reading.subclaims, sure, run.dials.seeking.reviews) for one in theirs]


def _fit(theirs: Subclaim | None, ours: Sequence[Subclaim], sure: dict[tuple[str, str], float], dials: ReviewDials) -> Subclaim | None:
    def entailed(text: str, part: Subclaim) -> float:
        return 1.0 if text == part.text else sure.get((part.text, reviews.as_evidence(text).id), 0.0)

    if theirs is None:
        return None
    return next((part for part in ours if reviews.same(entailed(theirs.text, part), entailed(part.text, theirs), dials)), None)


def _only_part(review: Review, reading: Reading, run: Run) -> Subclaim | None:
    """The reviewed claim as one part; none when it says several things, or is no claim."""
    read = intake.read(review.claim, reading.claim.as_of, run.lexicon, run.dials.reading)
    return None if isinstance(read, Refusal) or len(read.subclaims) != 1 else read.subclaims[0]


async def _shelved(review: Review, part: Subclaim, run: Run) -> list[Judgement]:
    """The review on the shelf, and what its rating says of the part, if it takes a side."""
    stance = reviews.rated(review, run.dials.seeking.reviews)
    pieces = await run.tools.shelf.put(reviews.snapshot(review, review.source or Source(review.publisher)))
    return [Judgement(part.text, piece.id, _whole(piece), stance) for piece in pieces if stance is not None]


def _whole(piece: Evidence) -> Quote:
    """The piece as a quote: a review is a few words long."""
    return Quote(piece.passage.snapshot, Span(piece.passage.span.start, piece.passage.span.end), piece.text)
