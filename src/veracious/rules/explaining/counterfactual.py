"""What would change a verdict: the origins whose loss flips it, and the fewest new ones that would.

The rules are pure, so deciding again is cheap: once per origin, and at most `at_most` times for each side.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Grade, Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.judging import verdicts
from veracious.rules.judging.verdicts import JudgingDials, Question
from veracious.rules.weighing.sufficiency import SufficiencyDials


@dataclass(frozen=True, slots=True)
class AddedDials:
    """What an added origin would be like."""

    at_most: int = 5  # added origins that are tried; 2–10; SPEC §11
    credibility: float = 0.7  # of an added origin; 0.5–0.9; SPEC §11
    stance: float = 0.9  # how sure it is; 0.7–1; SPEC §11
    relevance: float = 0.7  # its ranking score, anchors and words; 0.5–1; a guess


@dataclass(frozen=True, slots=True)
class Flip:
    """A change of the evidence, and the verdict it would bring."""

    change: str  # "without ORIGIN" or "N more origins that support" and the like
    verdict: Verdict


def losses(weighed: Sequence[Weighed], question: Question, enough: SufficiencyDials, dials: JudgingDials) -> tuple[Flip, ...]:
    """The origins whose loss alone brings another verdict, in order.

    Formula: Origins whose loss flips the verdict. From ours.

        flips = {origin : verdict(evidence without the origin) ≠ verdict(evidence)}
    """
    stands = verdicts.verdict(weighed, question, enough, dials)
    found = []
    for origin in sorted({piece.origin for piece in weighed}):
        left = [piece for piece in weighed if piece.origin != origin]
        verdict = verdicts.verdict(left, question, enough, dials)
        if verdict is not stands:
            found.append(Flip(f"without {origin}", verdict))
    return tuple(found)


def gains(
    weighed: Sequence[Weighed], question: Question, enough: SufficiencyDials, dials: JudgingDials, added: AddedDials
) -> tuple[Flip, ...]:
    """For each side, the fewest added origins that bring another verdict, if five are enough.

    Formula: Origins that would flip the verdict. From ours.

        the least n ≤ at_most for which verdict(evidence + n origins on one side) ≠ verdict(evidence), for each side
        an added origin has that credibility, that stance, and that relevance as score, anchors, words and trust

    Dials: at_most, credibility, stance, relevance of AddedDials.
    """
    stands = verdicts.verdict(weighed, question, enough, dials)
    found = []
    for side in ("support", "refute"):
        for count in range(1, added.at_most + 1):
            more = [piece for number in range(count) for piece in _added(side, number, question, added)]
            verdict = verdicts.verdict([*weighed, *more], question, enough, dials)
            if verdict is not stands:
                found.append(Flip(f"{count} more origin{'s' if count > 1 else ''} that {side}{'' if count > 1 else 's'}", verdict))
                break
    return tuple(found)


def _added(side: str, number: int, question: Question, added: AddedDials) -> list[Weighed]:
    """One new origin, speaking to every subclaim."""
    rest = (1 - added.stance) / 2
    stance = Stance(added.stance, rest, 1 - added.stance - rest)
    return [
        Weighed(
            evidence=f"added {side} {number}",
            subclaim=index,
            origin=f"origin:added {side} {number}",
            domain="",
            quote=Quote(f"added {side} {number}", Span(0, 1), "…"),
            stance=stance if side == "support" else stance.mirrored(),
            relevance=added.relevance,
            anchor_match=added.relevance,
            overlap=added.relevance,
            credibility=added.credibility,
            is_triple=False,
            trust=added.relevance,
            grade=Grade.B,
            semantic=added.relevance,
        )
        for index in range(question.subclaims)
    ]
