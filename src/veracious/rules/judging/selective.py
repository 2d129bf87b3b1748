"""Whether what was found is enough to say it: the probability of each side of a part, fitted on claims whose answer is known.

A side is decided when it is likely enough; else the part is open, and leans to the likelier side. The weights come from a table that was
fitted for a judge and is passed in; they are the same for both sides, so that swapping every support and refutation swaps the outcome.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from math import exp, fsum, prod

from veracious.domain.decision import Chances
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Lean, Probability, Verdict
from veracious.rules.judging import belief
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, side

_S, _R, _M, _N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE
SIDES = ("supports", "refutes")


@dataclass(frozen=True, slots=True)
class SelectiveDials:
    """When a part is decided, and by whom it may be."""

    on: bool = True  # whether the fitted decision takes the place of the seeds' rules where there is a table; either; SPEC §9
    decided: float = 0.65  # least probability of a side that is decided; 0.5–0.95; 90 % right on field dev, tables/decision.json
    disputed: float = 0.75  # the same where firm origins of both sides stand against each other; 0.5–1; the demo's dispute, a guess
    leaning: float = 0.5  # least probability of a side that is told as a lean; 0.4–0.7; a guess
    credible: float = 0.5  # least credibility of a source that may decide by itself; 0.4–0.8; above an unknown one, a guess
    copied: float = 0.9  # the same of a story that several carry and nobody else confirms; 0.8–1; SPEC §9 names it of a sole origin
    full: float = 0.7  # credibility from which the judge's word counts whole; 0.5–1; a guess
    parts_together: bool = True  # whether the parts of a claim stand and fall together; either; held-out claims of several parts
    share_least: float = 0.001  # a share is taken for no less than this, and for no more than 1 less this; 0.0001–0.01; a guess


@dataclass(frozen=True, slots=True)
class CarefulSelectiveDials(SelectiveDials):
    """The same of claims about health and science."""

    credible: float = 0.7  # as above; 0.4–0.8; the lowest of agencies and journals in the register, a guess


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """A fitted decision: what each score of a side adds to its log-odds against a part that is left open."""

    name: str
    bias: float
    weights: tuple[tuple[str, float], ...]  # by score


def scores(pieces: Sequence[Weighed], towards: str, dials: SelectiveDials) -> Mapping[str, float]:
    """What speaks for one side of a part: its strongest origin, the second, and the strongest of the other side.

    Formula: Scores of a side. From ours.

        heard(piece) = share of the side × min(1, credibility / full)
        own      = log-odds of the largest heard over all origins; unrated ones each for itself
        second   = the second largest, of another origin;  0 where there is none
        against  = log-odds of the largest heard of the other side
        other    = the second largest of the other side
        log-odds take a share for no less than share_least and no more than 1 − share_least

    Dials: full, share_least of SelectiveDials.
    """
    ours, theirs = (_heard(pieces, one, dials) for one in (towards, *(one for one in SIDES if one != towards)))
    return {
        "own": _log_odds(ours[0], dials),
        "second": ours[1],
        "against": _log_odds(theirs[0], dials),
        "other": theirs[1],
    }


def _heard(pieces: Sequence[Weighed], towards: str, dials: SelectiveDials) -> tuple[float, float]:
    """The two largest shares of a side, each of another origin."""
    best: dict[str, float] = {}
    for piece in pieces:
        share = piece.stance.supports if towards == "supports" else piece.stance.refutes
        heard = share * min(1.0, piece.credibility / dials.full)
        best[piece.publisher_origin] = max(best.get(piece.publisher_origin, 0.0), heard)
    first, second, *_ = (*sorted(best.values(), reverse=True), 0.0, 0.0)
    return first, second


def _log_odds(share: float, dials: SelectiveDials) -> float:
    kept = min(max(share, dials.share_least), 1 - dials.share_least)
    return belief.log_odds(kept)


def chances(weighed: Sequence[Weighed], part: int, table: DecisionTable, dials: SelectiveDials) -> Chances:
    """How likely each side of a part is, and that what was found does not settle it.

    Formula: Probability of a side. From ours; the table is fitted on development sets.

        logit(side) = bias + Σ weight × score of the side;  logit(unsettled) = 0
        P(side) = e^logit(side) / Σ e^logit
        unsettled = 1                                  where no piece was read
    """
    pieces = [piece for piece in weighed if piece.subclaim == part and piece.quote.text]
    if not pieces:
        return Chances(0.0, 0.0, 1.0)
    logits = [table.bias + fsum(weight * one[name] for name, weight in table.weights) for one in (scores(pieces, s, dials) for s in SIDES)]
    largest = max(*logits, 0.0)
    supported, refuted, left = (exp(one - largest) for one in (*logits, 0.0))
    total = supported + refuted + left
    return Chances(supported / total, refuted / total, left / total)


def part(found: Chances, weighed: Sequence[Weighed], index: int, drafted: Verdict, dials: SelectiveDials) -> Verdict:
    """The verdict on a part: the side that is likely enough and that somebody credible takes; a dispute as the rules found it.

    Formula: Selective verdict on a part. From SPEC §9; ours.

        supported   if P(supported) ≥ decided, and a known source of credibility ≥ credible supports; ≥ copied, where all that supports
                    is one story that several publishers carry
        refuted     if P(refuted) ≥ decided, and the same against
        mixed       if the rules find firm origins on both sides, and neither side is likely enough: there P(side) ≥ disputed is asked, too
        not_enough_evidence otherwise

    Dials: decided, disputed, credible, copied of SelectiveDials.
    """
    wanted = max(dials.decided, dials.disputed) if drafted is _M else dials.decided
    for verdict, share, towards in ((_S, found.supported, SIDES[0]), (_R, found.refuted, SIDES[1])):
        if share >= wanted:
            return _N if withheld(weighed, index, towards, dials) else verdict
    return drafted if drafted is _M else _N


class Withheld(StrEnum):
    """Why a side that is likely enough is not decided: who says so."""

    UNRATED = "unrated"
    ONE_STORY = "one_story"
    NOT_CREDIBLE = "not_credible"


def withheld(weighed: Sequence[Weighed], index: int, towards: str, dials: SelectiveDials) -> Withheld | None:
    """Why nobody who takes this side of a part may decide it; none where somebody may."""
    sided = [piece for piece in weighed if piece.subclaim == index and piece.quote.text and side(piece.stance) == towards]
    known = [piece for piece in sided if piece.origin != UNKNOWN_ORIGIN]
    is_one_story = len({piece.origin for piece in known}) == 1 and len({piece.domain for piece in known}) > 1
    if any(piece.credibility >= (dials.copied if is_one_story else dials.credible) for piece in known):
        return None
    if not known:
        return Withheld.UNRATED
    return Withheld.ONE_STORY if is_one_story else Withheld.NOT_CREDIBLE


def probability(parts: Sequence[Chances], dials: SelectiveDials) -> Probability:
    """The probability of each verdict on the claim, from those of its parts.

    What one document says of the parts is right or wrong together more often than by chance: as weak as the weakest part told the answer
    better than the product on 110 held-out claims of several parts (log loss 1.23 against 1.45).

    Formula: Probability of a claim from its parts. From ours.

        if parts_together:
            supported = the least supported;  mixed = the largest min(supported of one, refuted of another)
            refuted   = the largest refuted − mixed;  not_enough_evidence = what is left
        else, each part by chance:
            supported = Π supported;  refuted = Π (1 − supported) − Π unsettled;  not_enough_evidence = Π (1 − refuted) − Π supported
            mixed     = what is left: a part supported and another refuted

    Dials: parts_together of SelectiveDials.
    """
    if dials.parts_together:
        mixed = max((min(one.supported, other.refuted) for one, other in permutations(parts, 2)), default=0.0)
        supported, refuted = min(one.supported for one in parts), max(one.refuted for one in parts) - mixed
        return Probability(supported, refuted, mixed, max(0.0, 1 - supported - refuted - mixed))
    supported, left = prod(one.supported for one in parts), prod(one.unsettled for one in parts)
    refuted = max(0.0, prod(1 - one.supported for one in parts) - left)
    unknown = max(0.0, prod(1 - one.refuted for one in parts) - supported)
    return Probability(supported, refuted, max(0.0, 1 - supported - refuted - unknown), unknown)


def lean(told: Probability, verdict: Verdict, dials: SelectiveDials) -> Lean | None:
    """The side that an undecided claim leans to, and how likely that is; none when neither is likely, or it is decided.

    Formula: Lean. From SPEC §9.

        the likelier of supported and refuted, if not_enough_evidence and its probability ≥ leaning

    Dials: leaning of SelectiveDials.
    """
    likely, towards = max((told.supported, _S), (told.refuted, _R))
    return Lean(towards, likely) if verdict is _N and likely >= dials.leaning else None
