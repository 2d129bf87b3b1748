"""A claim from intake to a record. The page everyone reads: effects and rules alternate, and nothing else happens here.

1. intake: clean, refuse, read
2. decompose: rules, in the reading itself
3. find, fuse, rank, admit, judge, weigh, decide (`look`)
4. enough: the verdict stands
5. else the corrective loop: one search of the open web at a time, read, shelve, look again, until a stop rule fires
6. explanation, what would change it, record
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from veracious.domain.claim import Reading, Refusal
from veracious.domain.errors import SourceError
from veracious.domain.evidence import Query
from veracious.domain.report import Judged, Report, Told
from veracious.domain.verdict import Outcome
from veracious.flow.look import Run, look
from veracious.ports import Door, WebSearch
from veracious.rules import digest
from veracious.rules.judging.verdicts import Question
from veracious.rules.reading import intake
from veracious.rules.seeking import queries, urls
from veracious.rules.telling import counterfactual, explain
from veracious.rules.weighing import evidence_trust


async def verify(text: str, as_of: date, run: Run) -> Report:
    """The report on a claim. A refused or failed run has no verdict: an error is never evidence."""
    reading = intake.read(text, as_of, run.lexicon, run.dials.reading)
    if isinstance(reading, Refusal):
        return Report(Outcome.REFUSED, refusal=reading)
    try:
        judged = await look(reading, run)
        if judged.decision.facts.sufficiency.is_sufficient and not judged.degraded:
            return _told(reading, judged, run, Report(Outcome.COMPLETED_FROM_CACHE, stop="sufficient"))
        judged, executed, stop = await _correct(reading, judged, run)
    except SourceError as failed:
        return Report(Outcome.FAILED, reading=reading, cause=str(failed))
    return _told(reading, judged, run, Report(Outcome.COMPLETED, executed=executed, stop=stop))


async def _correct(reading: Reading, judged: Judged, run: Run) -> tuple[Judged, tuple[Query, ...], str]:
    """Search, read, shelve and look again, one query at a time; the rule that stopped it is named."""
    search, door = run.tools.search, run.tools.door
    if search is None or door is None:
        return judged, (), "no_web"
    seen: set[str] = set()
    executed: list[Query] = []
    degraded: set[str] = set(judged.degraded)
    for query in queries.for_web(reading, run.lexicon, run.dials.seeking.queries):
        executed.append(query)
        degraded |= await _gather(await _search(search, query, run), seen, door, run)
        judged = await look(reading, run)
        degraded |= set(judged.degraded)
        judged = replace(judged, degraded=tuple(sorted(degraded)))
        if judged.decision.facts.sufficiency.is_sufficient:
            return judged, tuple(executed), "sufficient"
    return judged, tuple(executed), "queries_exhausted"


async def _search(search: WebSearch, query: Query, run: Run) -> Sequence[str] | SourceError:
    try:
        return await search.search(query, run.dials.seeking.queries.limit)
    except SourceError as failed:
        return failed


async def _gather(answered: Sequence[str] | SourceError, seen: set[str], door: Door, run: Run) -> set[str]:
    """Put what a search found on the shelf: articles not seen before, a few a query; what fails is named."""
    if isinstance(answered, SourceError):
        return {str(answered)}
    dials, failed = run.dials.seeking, set()
    fresh = [url for url in answered if urls.is_article(url, dials.urls) and urls.normalise(url) not in seen]
    for url in fresh[: dials.queries.pages_at_most]:
        seen.add(urls.normalise(url))
        try:
            await run.tools.shelf.put(await door.read(url))
        except SourceError as error:
            failed.add(str(error))
    return failed


def _told(reading: Reading, judged: Judged, run: Run, report: Report) -> Report:
    """The report with its verdict, its words, and what would change it."""
    dials, decision = run.dials, judged.decision
    question = Question(len(reading.subclaims), reading.claim.traits, decision.facts.numeric_conflict)
    enough = dials.weighing.sufficiency
    flips = (
        *counterfactual.losses(judged.weighed, question, enough, dials.judging),
        *counterfactual.gains(judged.weighed, question, enough, dials.judging, dials.telling.added),
    )
    seed = digest.of([reading.claim, dials.digest(run.lexicon), sorted(piece.evidence for piece in judged.weighed)], "seed")
    return replace(
        report,
        verdict=decision.draft.verdict,
        reading=reading,
        judged=judged,
        fixed_trust=evidence_trust.fixed(judged.weighed, seed, dials.weighing.trust),
        explanation=tuple(
            Told(sentence.text, sentence.evidence)
            for sentence in explain.sentences(decision, reading.subclaims, judged.weighed, dials.telling.explain)
        ),
        missing=explain.missing(decision, reading.subclaims),
        would_change=tuple(f"{flip.change}: {flip.verdict}" for flip in flips),
        band=explain.band(decision.draft.confidence, dials.telling.explain),
    )
