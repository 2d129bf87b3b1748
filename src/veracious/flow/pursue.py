"""The corrective loop: one search of the open web at a time, read, shelve, look again, until a rule stops it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from veracious.domain.claim import Reading, Trait
from veracious.domain.errors import BudgetSpent, SourceError, SourceMalformed
from veracious.domain.evidence import Query
from veracious.domain.report import Judged
from veracious.domain.verdict import Verdict
from veracious.flow.look import look
from veracious.flow.run import Run
from veracious.ports import Door, WebSearch
from veracious.rules import spend
from veracious.rules.judging import heard
from veracious.rules.seeking import queries, urls
from veracious.rules.seeking.urls import Fresh
from veracious.rules.spend import Progress
from veracious.rules.weighing import sufficiency
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class Pursued:
    """What the loop came to, by which searches, and the rule that stopped it."""

    judged: Judged
    executed: tuple[Query, ...] = ()
    stop: str = "no_web"  # "budget" when a limit ended it
    skipped: tuple[tuple[str, int], ...] = ()  # addresses not read, counted by reason


@dataclass
class _Memory:
    """What a run remembers from search to search."""

    seen: set[str] = field(default_factory=set)
    skipped: Counter[str] = field(default_factory=Counter)
    degraded: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)  # of these, what the budget did not allow

    def mark(self, failed: SourceError) -> None:
        """Name a failure."""
        self.degraded.add(str(failed))
        if isinstance(failed, BudgetSpent):
            self.refused.add(str(failed))


async def pursue(reading: Reading, judged: Judged, run: Run) -> Pursued:
    """Search, read, shelve and look again, one query at a time; no query twice, no page twice. A look that was cut short is the last."""
    search, door = run.tools.search, run.tools.door
    if judged.refused:
        return Pursued(judged, stop="budget")
    if search is None or door is None:
        return Pursued(judged)
    memory, executed = _Memory(degraded=set(judged.degraded)), list[Query]()
    while True:
        query = queries.next_one(reading, frozenset(one.text for one in executed), run.lexicon, run.dials.seeking.queries)
        stop = spend.stop(_progress(reading, judged, len(executed), query is not None, run), run.dials.stop) if executed else ""
        if query is None or stop:
            return _pursued(judged, executed, memory, stop or "queries_exhausted")
        found = await _search(search, query, memory, run)
        if found is not None:
            executed.append(query)
            await _gather(found, memory, door, run)
            judged, stop = await _again(reading, judged, memory, run)
        if stop or memory.refused:
            return _pursued(judged, executed, memory, stop or "budget")


def _pursued(judged: Judged, executed: Sequence[Query], memory: _Memory, stop: str) -> Pursued:
    marked = replace(judged, degraded=tuple(sorted(memory.degraded)), refused=tuple(sorted(memory.refused)))
    return Pursued(marked, tuple(executed), stop, tuple(sorted((+memory.skipped).items())))


async def _again(reading: Reading, judged: Judged, memory: _Memory, run: Run) -> tuple[Judged, str]:
    """Another look, or the one before where this one fails or is cut short, and why the search ends then; what happened is named."""
    try:
        again = await look(reading, run)
    except SourceError as failed:
        memory.mark(failed)
        return judged, "source_failed"
    memory.degraded |= set(again.degraded)
    memory.refused |= set(again.refused)
    return (judged, "budget") if again.refused else (again, "")


def _progress(reading: Reading, judged: Judged, executed: int, left: bool, run: Run) -> Progress:
    """Where the loop stands."""
    relaxed = replace(run.dials.weighing.sufficiency, confidence_mode=True)
    domains = Counter(piece.domain for piece in judged.weighed if side(piece.stance) != "neutral")
    return Progress(
        executed=executed,
        left=left,
        sufficient=judged.decision.facts.sufficiency.is_sufficient and judged.decision.draft.verdict is not Verdict.NOT_ENOUGH_EVIDENCE,
        relaxed=sufficiency.decide(judged.weighed, len(reading.subclaims), relaxed).is_sufficient,
        comparative=Trait.COMPARATIVE in reading.claim.traits,
        largest_share=max(domains.values(), default=0) / max(1, domains.total()),
    )


async def _search(search: WebSearch, query: Query, memory: _Memory, run: Run) -> Sequence[str] | None:
    """The addresses that were found, none when the search failed; or nothing when the budget did not allow it."""
    try:
        return await search.search(query, run.dials.seeking.queries.limit)
    except SourceError as failed:
        memory.mark(failed)
        return None if isinstance(failed, BudgetSpent) else ()


async def _gather(found: Sequence[str], memory: _Memory, door: Door, run: Run) -> None:
    """Put what a search found on the shelf: articles not seen before, a few a query; what fails is named."""
    dials = run.dials.seeking
    fresh = urls.fresh(found, frozenset(memory.seen), dials.queries.pages_at_most, dials.urls)
    memory.skipped.update(_counts(fresh))
    for url in fresh.kept:
        memory.seen.add(urls.normalise(url, dials.urls))
        try:
            snapshot = await door.read(url)
            if not heard.is_whole(snapshot, snapshot.digest):
                raise SourceMalformed(f"the digest of {url} is not that of its text")
            memory.seen.add(urls.normalise(snapshot.url or url, dials.urls))  # where a redirect ended
            await run.tools.shelf.put(replace(snapshot, collection="web"))
        except SourceError as error:
            memory.mark(error)
            memory.skipped["budget"] += isinstance(error, BudgetSpent)


def _counts(fresh: Fresh) -> dict[str, int]:
    counts = {"seen": fresh.seen, "repeated": fresh.repeated, "not_article": fresh.not_article}
    counts |= {"not_an_address": fresh.not_an_address, "capped": fresh.capped}
    return {reason: number for reason, number in counts.items() if number}
