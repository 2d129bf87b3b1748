"""The judge is asked about every admitted pair, and the shelf for every snapshot it may quote."""

from asyncio import gather
from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Reading, Subclaim
from veracious.domain.errors import BudgetSpent, SourceError
from veracious.domain.evidence import Evidence, Snapshot
from veracious.domain.ranked import Admission, Ranked
from veracious.domain.stance import Judgement
from veracious.flow.run import Run
from veracious.ports import Judge
from veracious.rules.judging import cascade, judgements
from veracious.rules.judging.judgements import Question

Pair = tuple[Subclaim, Evidence]


@dataclass(frozen=True, slots=True)
class JudgedEvidence:
    """What the judge said and was not rejected."""

    judgements: tuple[Judgement, ...]
    rejected: int  # judgements whose quote does not stand, that contradict each other, or that nobody asked for
    conflicts: tuple[str, ...]  # "claimed against found"
    numeric_conflict: bool  # a part whose amount a quote excludes, and no quote supports
    degraded: tuple[str, ...]
    refused: tuple[str, ...] = ()  # set when the budget did not allow to ask the judge
    asked: int = 0  # pairs that the judge was asked about
    asked_again: int = 0  # pairs that the second judge was asked about
    unaided: tuple[str, ...] = ()  # why the second judge was not heard
    doubted: frozenset[tuple[int, str]] = frozenset()  # subclaim and evidence: the second judge takes a side that the first does not see


async def hear(reading: Reading, chosen: Sequence[Ranked], admitted: Sequence[Admission], run: Run) -> JudgedEvidence:
    """The judgements of every admitted pair; what the judge or the shelf got wrong is left out and counted."""
    subclaims = reading.subclaims
    allowed = {entry.ranked.evidence.id: entry.subclaims for entry in admitted}
    phrased = [judgements.phrase(part, run.lexicon, run.dials.reading, run.dials.judging.heard) for part in subclaims]
    questions = [
        Question(part, asked, entry.evidence)
        for index, (part, asked) in enumerate(zip(subclaims, phrased, strict=True))
        for entry in chosen
        if index in allowed[entry.evidence.id]
    ]
    pairs = list(dict.fromkeys(question.pair for question in questions))
    whole = judgements.whole(reading, run.lexicon, run.dials.reading, run.dials.judging.heard)
    of_the_whole = [] if whole is None else [(whole, evidence) for evidence in dict.fromkeys(evidence for _, evidence in pairs)]
    named = {evidence.passage.snapshot for _, evidence in pairs}
    answered, (snapshots, lost) = await gather(_answered([*pairs, *of_the_whole], run), _snapshots(named, run))
    if isinstance(answered, BudgetSpent):
        return JudgedEvidence((), 0, (), False, (str(answered),), (str(answered),))
    if isinstance(answered, SourceError):
        raise answered
    accepted = judgements.keep(answered, [*pairs, *of_the_whole], snapshots)
    first = judgements.bounded(accepted, questions, whole) if whole else accepted
    again, second, marks = await _second(first, pairs, run)
    heard = judgements.keep(second, again, snapshots)
    kept = cascade.joined(first, heard)
    measure = run.dials.measure(run.lexicon)
    read = await _read_again(cascade.quoted(again, heard, run.dials.judging.cascade), phrased, run)
    doubted = cascade.doubted(read if run.dials.judging.cascade.quote_read else first, heard, run.dials.judging.cascade)
    turned = judgements.turn(kept, phrased, measure)
    as_said = turned if phrased == list(subclaims) else judgements.turn(_on(kept, subclaims), subclaims, measure)
    rated = {one.evidence for one in run.stated}  # of these neither judge's word stands
    rejected = len(dict.fromkeys(answered)) - len(accepted) + len(dict.fromkeys(second)) - len(heard)
    return JudgedEvidence(
        judgements=judgements.settled(judgements.stated(judgements.returned(turned.judgements, questions), run.stated)),
        rejected=rejected,
        conflicts=as_said.conflicts,
        numeric_conflict=as_said.numeric_conflict,
        degraded=lost,
        asked=len(pairs) + len(of_the_whole),
        asked_again=len(again),
        unaided=marks,
        doubted=frozenset(
            (subclaims.index(question.part), question.evidence.id)
            for question in questions
            if (question.asked.text, question.evidence.id) in doubted and question.evidence.id not in rated
        ),
    )


async def _second(
    first: Sequence[Judgement], pairs: Sequence[Pair], run: Run
) -> tuple[Sequence[Pair], Sequence[Judgement], tuple[str, ...]]:
    """What the second judge was asked and says; where a request fails the first one's word stands, and a mark."""
    judge, dials = run.tools.second, run.dials.judging.cascade
    if judge is None:
        return (), (), ()
    groups = cascade.requests(cascade.unsure(pairs, first, dials), dials)
    answers = list(zip(groups, await gather(*(_asked(judge, group) for group in groups)), strict=True))
    asked = [pair for group, answer in answers if not isinstance(answer, SourceError) for pair in group]
    said = [one for _, answer in answers if not isinstance(answer, SourceError) for one in answer]
    return asked, said, tuple(dict.fromkeys(str(answer) for _, answer in answers if isinstance(answer, SourceError)))


async def _read_again(quoted: Sequence[Pair], phrased: Sequence[Subclaim], run: Run) -> Sequence[Judgement]:
    """What the first judge says of the second's quotes, amounts and denials heeded; nothing where it cannot say: then it agrees not."""
    answered = await _answered(quoted, run)
    return () if isinstance(answered, SourceError) else judgements.turn(answered, phrased, run.dials.measure(run.lexicon)).judgements


def _on(kept: Sequence[Judgement], subclaims: Sequence[Subclaim]) -> list[Judgement]:
    """The judgements on parts as they were said, not as what they deny."""
    return [one for one in kept if one.subclaim in {part.text for part in subclaims}]


async def _answered(pairs: Sequence[Pair], run: Run) -> Sequence[Judgement] | SourceError:
    return await _asked(run.tools.judge, pairs) if pairs else ()


async def _asked(judge: Judge, pairs: Sequence[Pair]) -> Sequence[Judgement] | SourceError:
    try:
        return await judge.judge(pairs)
    except SourceError as failed:
        return failed


async def _snapshots(digests: set[str], run: Run) -> tuple[dict[str, Snapshot], tuple[str, ...]]:
    """The snapshots of these digests; one that is missing, or whose text is another, is named and left out."""
    found, lost = {}, set()
    names = sorted(digests)
    for name, snapshot in zip(names, await gather(*(_open(name, run) for name in names)), strict=True):
        if isinstance(snapshot, SourceError):
            lost.add(str(snapshot))
        elif judgements.is_whole(snapshot, name):
            found[name] = snapshot
        else:
            lost.add(f"the shelf gave another text for {name}")
    return found, tuple(sorted(lost))


async def _open(name: str, run: Run) -> Snapshot | SourceError:
    try:
        return await run.tools.shelf.open(name)
    except SourceError as failed:
        return failed
