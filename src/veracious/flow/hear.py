"""The judge is asked, and what it says is checked: every quote against its snapshot, every amount against the claim's."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.errors import SourceError
from veracious.domain.evidence import Evidence, Snapshot
from veracious.domain.ranked import Admission, Ranked
from veracious.domain.stance import Judgement
from veracious.flow.run import Run
from veracious.rules import digest
from veracious.rules.judging import conflicts
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class Heard:
    """What the judge said and was not rejected."""

    judgements: tuple[Judgement, ...]
    rejected: int  # judgements whose quote does not stand, that contradict each other, or that nobody asked for
    conflicts: tuple[str, ...]  # "claimed against found"
    numeric_conflict: bool  # a part whose amount a quote excludes, and no quote supports
    degraded: tuple[str, ...]


async def hear(subclaims: Sequence[Subclaim], chosen: Sequence[Ranked], admitted: Sequence[Admission], run: Run) -> Heard:
    """The judgements of every admitted pair; what the judge or the shelf got wrong is left out and counted."""
    allowed = {entry.ranked.evidence.id: entry.subclaims for entry in admitted}
    pairs = [(part, entry.evidence) for index, part in enumerate(subclaims) for entry in chosen if index in allowed[entry.evidence.id]]
    answered = await run.tools.judge.judge(pairs) if pairs else ()
    asked = {(part.text, evidence.id): evidence for part, evidence in pairs}
    snapshots, lost = await _snapshots({evidence.passage.snapshot for _, evidence in pairs}, run)
    distinct = dict.fromkeys(answered)
    told = Counter((judgement.subclaim, judgement.evidence) for judgement in distinct)
    kept = [
        judgement for judgement in distinct if told[judgement.subclaim, judgement.evidence] == 1 and _stands(judgement, asked, snapshots)
    ]
    turned, named = _with_conflicts(kept, subclaims, run)
    excluded = {judgement.subclaim for judgement, conflict in zip(kept, named, strict=True) if conflict}
    agreed = {
        judgement.subclaim
        for judgement, conflict in zip(turned, named, strict=True)
        if not conflict and side(judgement.stance) == "supports"
    }
    return Heard(tuple(turned), len(distinct) - len(kept), tuple(sorted(set(filter(None, named)))), bool(excluded - agreed), lost)


async def _snapshots(digests: set[str], run: Run) -> tuple[dict[str, Snapshot], tuple[str, ...]]:
    """The snapshots of these digests; one that is missing, or whose text is another, is named and left out."""
    found, lost = {}, set()
    for name in sorted(digests):
        try:
            snapshot = await run.tools.shelf.open(name)
        except SourceError as failed:
            lost.add(str(failed))
            continue
        if snapshot.digest == name == digest.of(snapshot.text, "snapshot"):
            found[name] = snapshot
        else:
            lost.add(f"the shelf gave another text for {name}")
    return found, tuple(sorted(lost))


def _stands(judgement: Judgement, asked: dict[tuple[str, str], Evidence], snapshots: dict[str, Snapshot]) -> bool:
    """Whether the judgement was asked for, and its quote stands in the snapshot of that evidence to the letter."""
    evidence = asked.get((judgement.subclaim, judgement.evidence))
    if evidence is None or judgement.quote.snapshot != evidence.passage.snapshot or judgement.quote.snapshot not in snapshots:
        return False
    return judgement.quote.stands_in(snapshots[judgement.quote.snapshot])


def _with_conflicts(judgements: Sequence[Judgement], subclaims: Sequence[Subclaim], run: Run) -> tuple[list[Judgement], list[str]]:
    """Supports that an amount of their quote contradicts, turned; and beside each the values that conflict, or nothing."""
    by_text = {subclaim.text: subclaim for subclaim in subclaims}
    turned, named = [], []
    for judgement in judgements:
        subclaim = by_text[judgement.subclaim]
        conflict = conflicts.find(subclaim, judgement.quote, run.lexicon, run.dials.reading.amounts, run.dials.compare)
        stance = conflicts.apply(judgement.stance, conflict, run.dials.judging.conflicts)
        turned.append(Judgement(judgement.subclaim, judgement.evidence, judgement.quote, stance))
        named.append(conflicts.values([conflict]) if conflict is not None and stance != judgement.stance else "")
    return turned, named
