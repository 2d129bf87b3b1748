"""What the quotes beside a claim decide: how far they carry it, how sure that is, and the verdict of the ledger.

carried = (share of support + weight × share of the claim that is said) / (1 + weight)       of one text that was read; 0 when its
                                                                                            support is too little by itself
carries = the greatest of these
against = the greatest share of refutation among what was read, of what is on the claim

level      = contradicted   when against ≥ `contradicted_from` and above every share of support, or two documents disagree
             full           when carries ≥ `full_from`, of a text that does not rather refute it
             partial        when carries ≥ `partial_from`
             none           else
confidence = 0.85 | 0.6 | 0 by level, + 0.05 for each further document that carries it, three at most, + 0.05 when what carries it says
             nearly all of it, − 0.1 when it must be put together from several places                                       seed D §5.2
verdict    = supported when full and confidence > 0.8, weak when less or partial, else as the level says                    seed D §5.1
"""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.ledger import AnswerClaim, Backing, Entry, Level, Support


@dataclass(frozen=True, slots=True)
class LevelDials:
    """When quotes carry a claim, in part or whole, and when they contradict it."""

    said_weight: float = 0.5  # of the share of a claim that is said, beside that of support; 0–1; evals/ledger, of 0, 0.3, 0.5, 1
    support_at_least: float = 0.1  # share of support below which a text carries nothing, whatever it says; 0–0.4; field dev, of 0.1–0.3
    full_from: float = 0.47  # what carries a claim whole; 0.3–0.9; evals/ledger, on the pooled development files
    partial_from: float = 0.2  # what carries a part of it; 0.1–0.6, below `full_from`; field dev, of 0.2–0.34
    contradicted_from: float = 0.7  # refutation that contradicts; 0.4–0.9; field dev, of 0.6–0.9
    on_it_from: float = 0.5  # share of the claim, numbers apart, that a quote must say to contradict it; 0.2–0.8; a guess
    disagree_from: float = 0.6  # support and refutation, each in a document, that are a conflict; 0.5–0.9; a guess
    whole_leans_for: bool = True  # whether a text that refutes a claim more than it supports it carries a part at most; either; a guess


@dataclass(frozen=True, slots=True)
class SureDials:
    """How sure a level is."""

    full: float = 0.85  # to begin with, when carried whole; 0.8–0.95; seed D §5.2
    partial: float = 0.6  # to begin with, when carried in part; 0.5–0.8; seed D §5.2
    each_further: float = 0.05  # added for each further document that carries it; 0–0.1; seed D §5.2
    further_at_most: int = 3  # documents so counted; 1–5; seed D §5.2
    nearly_all: float = 0.85  # share of the claim that is said, above which it is said nearly whole; 0.7–1; seed D §5.2, of similarity
    for_nearly_all: float = 0.05  # added then; 0–0.1; seed D §5.2
    put_together: float = 0.1  # taken off when only several places together carry it; 0–0.2; seed D §5.2, of inference
    supported_over: float = 0.8  # confidence above which a claim carried whole is supported; 0.7–0.9; seed D §5.1


@dataclass(frozen=True, slots=True)
class ClaimEvidence:
    """What was read beside a claim, and which of what it cites there is."""

    backing: tuple[Backing, ...]
    invalid: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


def assess(claim: AnswerClaim, evidence: ClaimEvidence, levels: LevelDials, sure: SureDials) -> Entry:
    """The line of the ledger on a claim."""
    level = judge(evidence.backing, levels)
    ordered = tuple(
        sorted(
            evidence.backing, key=lambda one: (level is Level.FULL and not _carries_whole(one, levels), -_shown_first(one, level, levels))
        )
    )
    confidence = confident(ordered, level, levels, sure)
    verdict = settle(level, confidence, sure)
    return Entry(claim, verdict, level, confidence, ordered, invalid=evidence.invalid, conflicts=evidence.conflicts)


def _shown_first(backing: Backing, level: Level, dials: LevelDials) -> float:
    return backing.stance.refutes if level is Level.CONTRADICTED else carried(backing, dials)


def judge(backing: Sequence[Backing], dials: LevelDials) -> Level:
    """How far the quotes carry a claim; two documents that disagree contradict it, whatever a third says.

    Formula: How far documents carry a claim of an answer. From D §4.3, §8.2.

        carries        = the greatest (support + said_weight × said) / (1 + said_weight) among what was read with support ≥
            support_at_least
        against        = the greatest share of refutation among what says at least on_it_from of the claim, numbers apart
        disagree       = one document supports it and another refutes it, each by disagree_from or more and on it
        contradicted   if they disagree, or against ≥ contradicted_from and against > every share of support
        full           if not, and carries ≥ full_from; where whole_leans_for, by a text that supports it at least as much as it refutes it
        partial        if not, and carries ≥ partial_from
        none           if not

    Dials: said_weight, support_at_least, full_from, partial_from, contradicted_from, on_it_from, disagree_from, whole_leans_for of
    LevelDials.
    """
    supports = max((one.stance.supports for one in backing), default=0.0)
    against = max((one.stance.refutes for one in backing if one.about >= dials.on_it_from), default=0.0)
    if disagree(backing, dials) or (against >= dials.contradicted_from and against > supports):
        return Level.CONTRADICTED
    if any(_carries_whole(one, dials) for one in backing):
        return Level.FULL
    return Level.PARTIAL if any(carried(one, dials) >= dials.partial_from for one in backing) else Level.NONE


def carried(backing: Backing, dials: LevelDials) -> float:
    """How far one text carries a claim: a judge of this size takes sides too readily on texts that say little of it."""
    if backing.stance.supports < dials.support_at_least:
        return 0.0
    return (backing.stance.supports + dials.said_weight * backing.similarity) / (1 + dials.said_weight)


def _carries_whole(backing: Backing, dials: LevelDials) -> bool:
    """Whether one text carries a claim whole; one that rather refutes it does not, however many of its words it has."""
    leans_for = backing.stance.supports >= backing.stance.refutes
    return carried(backing, dials) >= dials.full_from and (leans_for or not dials.whole_leans_for)


def disagree(backing: Sequence[Backing], dials: LevelDials) -> bool:
    """Whether one document supports a claim and another refutes it, both clearly."""
    sure = [one for one in backing if len({quote.snapshot for quote in one.quotes}) == 1 and one.about >= dials.on_it_from]
    pro = {one.quotes[0].snapshot for one in sure if one.stance.supports >= dials.disagree_from}
    con = {one.quotes[0].snapshot for one in sure if one.stance.refutes >= dials.disagree_from}
    return bool(pro and con - pro) or bool(con and pro - con)


def confident(backing: Sequence[Backing], level: Level, levels: LevelDials, dials: SureDials) -> float:
    """How sure a level is; what is contradicted or not found has no confidence of its own.

    Formula: Confidence in a claim of an answer. From D §5.2.

        full | partial       to begin with, by level; 0 for what is contradicted or not found
        + each_further       for each further document that carries it, further_at_most of them
        + for_nearly_all     when what carries it says more than nearly_all of it, on average
        − put_together       when only several places together carry it

    Dials: full, partial, each_further, further_at_most, nearly_all, for_nearly_all, put_together of SureDials.
    """
    if level not in (Level.FULL, Level.PARTIAL):
        return 0.0
    carrying = [one for one in backing if _carries_at(one, level, levels)]
    documents = {quote.snapshot for one in carrying for quote in one.quotes}
    value = dials.full if level is Level.FULL else dials.partial
    value += dials.each_further * min(len(documents) - 1, dials.further_at_most)
    said = sum(one.similarity for one in carrying) / len(carrying)
    value += dials.for_nearly_all if said > dials.nearly_all else 0.0
    value -= dials.put_together if all(len(one.quotes) > 1 for one in carrying) else 0.0
    return min(max(value, 0.0), 1.0)


def _carries_at(backing: Backing, level: Level, dials: LevelDials) -> bool:
    return _carries_whole(backing, dials) if level is Level.FULL else carried(backing, dials) >= dials.partial_from


def settle(level: Level, confidence: float, dials: SureDials) -> Support:
    """The verdict on a claim.

    Formula: Verdict on a claim of an answer. From D §5.1.

        contradicted   if the level is contradicted
        not_found      if it is none
        supported      if it is full, and the confidence > supported_over
        weak           if not

    Dials: supported_over of SureDials.
    """
    if level is Level.CONTRADICTED:
        return Support.CONTRADICTED
    if level is Level.NONE:
        return Support.NOT_FOUND
    return Support.SUPPORTED if level is Level.FULL and confidence > dials.supported_over else Support.WEAK
