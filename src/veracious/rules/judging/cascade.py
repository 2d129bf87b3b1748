"""Which pairs a second, dearer judge is asked about: those the first is least sure of.

A judge is as sure as the largest of its three calibrated shares. A pair of which the first said nothing it is not sure of at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence
from veracious.domain.stance import Judgement
from veracious.rules.weighing.evidence_trust import certainty


@dataclass(frozen=True, slots=True)
class CascadeDials:
    """How sure the first judge must be, and how many pairs the second may be asked about."""

    sure_at_least: float = 0.9  # share of its likeliest label from which the first judge's word stands; 0.5–1; evals/endpoint
    share_at_most: float = 0.33  # of the pairs that the second judge is asked about; 0–1; what a run may cost
    pairs_at_most: int = 10  # that it is asked about in one look; 0–30; what a run may cost


def unsure(
    pairs: Sequence[tuple[Subclaim, Evidence]], first: Sequence[Judgement], dials: CascadeDials
) -> tuple[tuple[Subclaim, Evidence], ...]:
    """The pairs to ask again, in their own order: the least sure, no more than the share allows; equals by their place.

    Formula: Pairs that a second judge is asked about. From ours.

        sure  = max(supports, refutes, neutral) of the first judge; 0 where it said nothing of the pair
        asked = the pairs with sure < sure_at_least, the least sure first, of equals the earlier,
                no more than min(pairs_at_most, ⌊share_at_most × pairs⌋)
        where there is no second judge, none

    Dials: sure_at_least, share_at_most, pairs_at_most of CascadeDials.
    """
    sure = {(one.subclaim, one.evidence): certainty(one.stance) for one in first}
    doubt = [(sure.get((part.text, piece.id), 0.0), place) for place, (part, piece) in enumerate(pairs)]
    least = sorted(one for one in doubt if one[0] < dials.sure_at_least)[: most(len(pairs), dials)]
    return tuple(pairs[place] for place in sorted(place for _, place in least))


def most(pairs: int, dials: CascadeDials) -> int:
    """How many of so many pairs the second judge is asked about at most."""
    return min(dials.pairs_at_most, int(dials.share_at_most * pairs))


def joined(first: Sequence[Judgement], second: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """The first judge's judgements, those of the second in place of its own where there are any."""
    again = {(one.subclaim, one.evidence): one for one in second}
    kept = [again.pop((one.subclaim, one.evidence), one) for one in first]
    return (*kept, *again.values())
