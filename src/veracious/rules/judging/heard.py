"""What of a judge's answer counts: judgements that were asked for, that stand, and that do not contradict each other."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Snapshot
from veracious.domain.stance import Judgement
from veracious.rules.judging import conflicts
from veracious.rules.judging.conflicts import Measure
from veracious.rules.seeking import snapshots as texts
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class Turned:
    """Judgements after the amounts of their quotes were held against the claim's."""

    judgements: tuple[Judgement, ...]
    conflicts: tuple[str, ...]  # "claimed against found"
    numeric_conflict: bool  # a part whose amount a quote excludes, and no quote supports


def is_whole(snapshot: Snapshot, name: str) -> bool:
    """Whether this is the snapshot of that digest, with the text the digest is of."""
    return snapshot.digest == name == texts.name(snapshot.text)


def keep(
    answered: Sequence[Judgement], asked: Sequence[tuple[Subclaim, Evidence]], snapshots: Mapping[str, Snapshot]
) -> tuple[Judgement, ...]:
    """The judgements on pairs that were asked about, one each, whose quote stands in its snapshot to the letter.

    A judge that says two things of one pair has said nothing of it.
    """
    evidence = {(part.text, piece.id): piece for part, piece in asked}
    distinct = dict.fromkeys(answered)
    told = Counter((judgement.subclaim, judgement.evidence) for judgement in distinct)
    single = (judgement for judgement in distinct if told[judgement.subclaim, judgement.evidence] == 1)
    return tuple(one for one in single if _stands(one, evidence.get((one.subclaim, one.evidence)), snapshots))


def turn(judgements: Sequence[Judgement], subclaims: Sequence[Subclaim], measure: Measure) -> Turned:
    """Supports that an amount of their quote contradicts are turned, and the values that conflict are named."""
    by_text = {subclaim.text: subclaim for subclaim in subclaims}
    turned, named = [], []
    for judgement in judgements:
        subclaim = by_text[judgement.subclaim]
        conflict = conflicts.find(subclaim, judgement.quote, measure)
        stance = conflicts.apply(judgement.stance, conflict, measure.conflicts)
        turned.append(Judgement(judgement.subclaim, judgement.evidence, judgement.quote, stance))
        named.append(conflicts.values([conflict]) if conflict is not None and stance != judgement.stance else "")
    excluded = {judgement.subclaim for judgement, values in zip(turned, named, strict=True) if values}
    plain = (judgement for judgement, values in zip(turned, named, strict=True) if not values)
    agreed = {judgement.subclaim for judgement in plain if side(judgement.stance) == "supports"}
    return Turned(tuple(turned), tuple(sorted(set(filter(None, named)))), bool(excluded - agreed))


def _stands(judgement: Judgement, evidence: Evidence | None, snapshots: Mapping[str, Snapshot]) -> bool:
    if evidence is None or judgement.quote.snapshot != evidence.passage.snapshot or judgement.quote.snapshot not in snapshots:
        return False
    return judgement.quote.stands_in(snapshots[judgement.quote.snapshot])
