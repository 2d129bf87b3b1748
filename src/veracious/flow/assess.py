"""One look at the stores: find, fuse, rank, admit, rerank, judge, weigh, decide."""

from asyncio import gather
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Reading
from veracious.domain.errors import BudgetSpent, SourceError, SourceUnavailable
from veracious.domain.evidence import Candidate, Evidence, Origin, Pooled, Query
from veracious.domain.ranked import Admission, Ranked
from veracious.domain.report import Judged
from veracious.flow.judge_evidence import JudgedEvidence, hear
from veracious.flow.run import Run, ask
from veracious.ports import Relevance
from veracious.rules.judging import verdicts
from veracious.rules.judging.verdicts import Question
from veracious.rules.ranking import gate, hybrid, rerank
from veracious.rules.seeking import fuse, origins, queries
from veracious.rules.weighing import evidence_trust, freshness
from veracious.rules.weighing.evidence_trust import Scale, side
from veracious.rules.weighing.freshness import Dated


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the stores have on a claim, in order, and what of it the judge is to read."""

    admitted: tuple[Admission, ...]
    counted: int  # of those, the ones that may count
    chosen: tuple[Ranked, ...]  # the ones that the judge reads
    shown: tuple[Ranked, ...]
    later: tuple[str, ...]  # evidence published after the claim's date
    origins: tuple[Origin, ...]
    failed: tuple[SourceError, ...]
    unread: tuple[str, ...]  # why the relevance model was not heard


async def look(reading: Reading, run: Run, attempt: int = 1) -> Judged:
    """Everything the stores have on a claim, and what it decides; raises when no store answers, or the judge does not.

    What a budget did not allow does not raise: the look is then cut short, and says so.
    """
    gathered = await gathering(reading, run, attempt)
    heard = await hear(reading, gathered.chosen, gathered.admitted, run)
    return decided(reading, gathered, heard, run)


async def gathering(reading: Reading, run: Run, attempt: int = 1) -> Gathered:
    """Find, fuse, rank, admit, rerank; each further attempt asks for more."""
    dials, as_of = run.dials, reading.claim.as_of
    found, failed = await _find(queries.forms(reading, run.lexicon, dials.seeking.queries), run, attempt)
    pool = fuse.merge(found, dials.seeking.fuse, dials.seeking.urls)
    pool, later = _set_aside(pool, reading)
    tied = origins.cluster([entry.evidence for entry in pool], run.lexicon, dials.seeking.origins, dials.seeking.urls)
    by_evidence = origins.by_evidence(tied)
    ranked = hybrid.rank(pool, reading.subclaims, as_of, run.lexicon, dials.ranking.hybrid)
    admitted = gate.admit(ranked, reading.subclaims, run.lexicon, dials.ranking.gate, dials.reading.amounts)
    counted = [entry.ranked for entry in admitted if entry.admissible_for_trust]
    relevance, unread = await _relevance(reading, rerank.related(counted, dials.ranking.rerank), run.tools.relevance)
    ordered = rerank.read(rerank.sort(counted, relevance, dials.ranking.rerank, dials.seeking.urls), relevance, dials.ranking.rerank)
    chosen = rerank.choose(ordered, by_evidence, len(reading.subclaims), dials.ranking.rerank)
    shown = rerank.spread(ordered, by_evidence, dials.ranking.rerank)
    return Gathered(admitted, len(counted), tuple(chosen), tuple(shown), later, tied, failed, unread)


def decided(reading: Reading, gathered: Gathered, heard: JudgedEvidence, run: Run) -> Judged:
    """Weigh what was heard, leave out what newer reports supersede, and decide."""
    dials = run.dials
    scale = Scale(reading.claim.as_of, dials.weighing.trust, dials.ranking.hybrid.recency)
    by_evidence = origins.by_evidence(gathered.origins)
    all_pieces = evidence_trust.weigh(gathered.chosen, heard.judgements, reading.subclaims, by_evidence, scale)
    published = {entry.evidence.id: entry.evidence.published for entry in gathered.chosen}
    dated = Dated(
        published, reading.claim.as_of, [freshness.tense(part, run.lexicon, dials.weighing.freshness) for part in reading.subclaims]
    )
    outdated = freshness.superseded(all_pieces, dated, run.lexicon, dials.weighing.freshness)
    weighed = tuple(piece for piece in all_pieces if piece not in outdated)
    against = frozenset(piece.evidence for piece in weighed if side(piece.stance) == "refutes")
    degraded = tuple(sorted({*map(str, gathered.failed), *gathered.unread, *heard.degraded}))
    question = Question(
        len(reading.subclaims), reading.claim.traits, heard.numeric_conflict, table=run.decision_table, doubted=heard.doubted
    )
    return Judged(
        admitted=gathered.admitted,
        shown=tuple(entry.evidence.id for entry in gathered.shown),
        supporting=gate.supporting(gathered.shown, against, bool(degraded), dials.ranking.supporting),
        set_aside=gathered.later,
        origins=gathered.origins,
        weighed=weighed,
        conflicts=heard.conflicts,
        quotes_rejected=heard.rejected,
        unjudged=gathered.counted - (0 if heard.refused else len(gathered.chosen)),
        decision=verdicts.decide(weighed, question, dials.weighing.sufficiency, dials.judging),
        degraded=tuple(sorted({*degraded, *heard.unaided})),
        refused=tuple(sorted({*(str(one) for one in gathered.failed if isinstance(one, BudgetSpent)), *heard.refused})),
        asked=heard.asked,
        asked_again=heard.asked_again,
        superseded=outdated,
        doubted=tuple(sorted(heard.doubted)),
        unaided=heard.unaided,
    )


async def _find(asked: Sequence[Query], run: Run, attempt: int) -> tuple[list[Candidate], tuple[SourceError, ...]]:
    """All answers of all finders, and all failures; only when a store was asked and none answered is there no answer."""
    dials = run.dials.seeking.queries
    limits = {query: queries.limit(query, dials, attempt) for query in asked}
    answers = await gather(*(ask(finder, query, limits[query]) for finder in run.tools.finders for query in asked))
    failed = tuple(answer for answer in answers if isinstance(answer, SourceError))
    if len(failed) == len(answers) and not all(isinstance(one, BudgetSpent) for one in failed):
        raise SourceUnavailable("no store answered: " + "; ".join(sorted({*map(str, failed)})))
    found = (candidate for answer in answers if not isinstance(answer, SourceError) for candidate in answer)
    return [one for one in found if queries.is_looked_at(one.evidence.collection, dials, attempt)], failed


def _set_aside(pool: Sequence[Pooled], reading: Reading) -> tuple[tuple[Pooled, ...], tuple[str, ...]]:
    """Evidence published after the date of the claim is shown and never counted."""
    later = {entry.evidence.id for entry in pool if entry.evidence.published and entry.evidence.published > reading.claim.as_of}
    return tuple(entry for entry in pool if entry.evidence.id not in later), tuple(sorted(later))


async def _relevance(reading: Reading, counted: Sequence[Ranked], model: Relevance | None) -> tuple[Mapping[str, float], tuple[str, ...]]:
    """What the relevance model says of each piece, by id; nothing without one, and a mark when it fails."""
    if model is None or not counted:
        return {}, ()
    try:
        scores = await model.score(reading.claim.text, [_titled(entry.evidence) for entry in counted])
    except SourceError as failed:
        return {}, (str(failed),)
    if len(scores) != len(counted) or not all(0 <= score <= 1 for score in scores):
        return {}, ("the relevance model did not answer with one share for each text",)
    return {entry.evidence.id: score for entry, score in zip(counted, scores, strict=True)}, ()


def _titled(evidence: Evidence) -> str:
    return f"{evidence.title}. {evidence.text}" if evidence.title else evidence.text
