"""The corrective loop: one search of the open web at a time, read, shelve, look again, until a rule stops it.

1. Reviews that fact-checkers have published on the claim come first.
2. The next query is the one for what is most open; no query is made twice.
3. What a search names is filtered (articles, not met before, not read lately) and put in the order of its worth.
4. Page by page is read and shelved, as long as the next one is worth its cost; after every few the stores are looked at again.
5. Each search looks a little wider. A rule ends the loop, and its name is told.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from veracious.domain.claim import Reading, Trait
from veracious.domain.errors import BudgetSpent, SourceError, SourceMalformed
from veracious.domain.evidence import Query, Snapshot
from veracious.domain.report import Judged
from veracious.domain.verdict import Verdict
from veracious.domain.web import Hit, Review, Step
from veracious.flow.assess import look
from veracious.flow.published_reviews import look_up
from veracious.flow.run import Run
from veracious.ports import PageReader, WebSearch
from veracious.rules import digest, spend
from veracious.rules.judging import judgements
from veracious.rules.reading import words
from veracious.rules.seeking import acquisition, queries, targets, urls
from veracious.rules.seeking.acquisition import Climb
from veracious.rules.seeking.queries import Aimed
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
    reviews: tuple[Review, ...] = ()


@dataclass
class _Memory:
    """What a run remembers from search to search."""

    seen: set[str] = field(default_factory=set)
    hosts: set[str] = field(default_factory=set)  # of pages that were read
    skipped: Counter[str] = field(default_factory=Counter)
    degraded: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)  # of these, what the budget did not allow
    executed: list[Aimed] = field(default_factory=list)
    reviews: tuple[Review, ...] = ()

    def mark(self, failed: SourceError) -> None:
        """Name a failure."""
        self.degraded.add(str(failed))
        if isinstance(failed, BudgetSpent):
            self.refused.add(str(failed))


async def pursue(reading: Reading, judged: Judged, run: Run) -> Pursued:
    """Search, read, shelve and look again, one query at a time; no query twice, no page twice. A look that was cut short is the last."""
    if judged.refused:
        return Pursued(judged, stop="budget")
    search, door = run.tools.search, run.tools.door
    if search is None or door is None:
        return Pursued(judged)
    memory = _Memory(degraded=set(judged.degraded))
    run, judged, stop = await _reviewed(reading, judged, memory, run)
    asked = queries.aimed(reading, run.lexicon, run.dials.seeking.queries)
    while not stop:
        target = _next(asked, judged, memory, run)
        if memory.executed or memory.reviews:
            stop = spend.stop(_progress(reading, judged, memory, target, run), run.dials.stop)
        if target is None or stop:
            return _pursued(judged, memory, stop or "queries_exhausted")
        found = await _search((search, *run.tools.spares), target.query, memory, run)
        if found is not None:
            memory.executed.append(target)
            judged, stop = await _climbed(await _ordered(found, target, memory, reading, run), target, judged, memory, (door, reading, run))
        stop = stop or ("budget" if memory.refused else "")
    return _pursued(judged, memory, stop)


async def _reviewed(reading: Reading, judged: Judged, memory: _Memory, run: Run) -> tuple[Run, Judged, str]:
    """What published reviews say, and what it decides."""
    known = await look_up(reading, run)
    for failed in known.failed:
        memory.mark(failed)
    memory.reviews = known.reviews
    if memory.refused:
        return run, judged, "budget"
    if not known.stated:
        return run, judged, ""
    run = replace(run, stated=known.stated)
    return run, *await _again(reading, judged, memory, run)


def _next(asked: Sequence[Aimed], judged: Judged, memory: _Memory, run: Run) -> Aimed | None:
    dials = run.dials.seeking
    open = targets.openness(judged.decision, dials.targets)
    return targets.next_one(asked, memory.executed, open, dials.targets, dials.acquisition.worth.by_value)


def _pursued(judged: Judged, memory: _Memory, stop: str) -> Pursued:
    marked = replace(judged, degraded=tuple(sorted(memory.degraded)), refused=tuple(sorted(memory.refused)))
    executed = tuple(one.query for one in memory.executed)
    return Pursued(marked, executed, stop, tuple(sorted((+memory.skipped).items())), memory.reviews)


async def _again(reading: Reading, judged: Judged, memory: _Memory, run: Run) -> tuple[Judged, str]:
    """Another look, or the one before where this one fails or is cut short, and why the search ends then; what happened is named."""
    try:
        again = await look(reading, run, 1 + len(memory.executed))
    except SourceError as failed:
        memory.mark(failed)
        return judged, "source_failed"
    run.tell(Step("look", again.decision.draft.verdict))
    memory.degraded |= set(again.degraded)
    memory.refused |= set(again.refused)
    return (judged, "budget") if again.refused else (again, "")


def _progress(reading: Reading, judged: Judged, memory: _Memory, target: Aimed | None, run: Run) -> Progress:
    """Where the loop stands."""
    relaxed = replace(run.dials.weighing.sufficiency, confidence_mode=True)
    domains = Counter(piece.domain for piece in judged.weighed if side(piece.stance) != "neutral")
    dials, open = run.dials.seeking.targets, targets.openness(judged.decision, run.dials.seeking.targets)
    return Progress(
        executed=len(memory.executed),
        left=target is not None,
        sufficient=_is_enough(judged),
        relaxed=sufficiency.decide(judged.weighed, len(reading.subclaims), relaxed).is_sufficient,
        comparative=Trait.COMPARATIVE in reading.claim.traits,
        largest_share=max(domains.values(), default=0) / max(1, domains.total()),
        parts=len(reading.subclaims),
        decided=judged.decision.draft.verdict is not Verdict.NOT_ENOUGH_EVIDENCE,
        worth_it=target is None or targets.is_worth_it(targets.worth(target, memory.executed, open, dials), dials),
    )


async def _search(providers: Sequence[WebSearch], query: Query, memory: _Memory, run: Run) -> Sequence[Hit] | None:
    """The pages of the first provider that found any, none when all fail or find none; or nothing when the budget did not allow it."""
    run.tell(Step("search", query.text))
    for provider in providers:
        try:
            found = await provider.search(query, run.dials.seeking.queries.limit)
            if found:
                return found
        except SourceError as failed:
            memory.mark(failed)
            if isinstance(failed, BudgetSpent):
                return None
    return ()


def _climb(judged: Judged, target: Aimed, run: Run) -> Climb:
    """How open is what the search is for."""
    open = targets.openness(judged.decision, run.dials.seeking.targets)
    mean = sum(open) / max(1, len(open)) if target.part is None else open[target.part]
    return Climb(openness=mean, covered=min(1.0, judged.decision.facts.sufficiency.coverage))


async def _climbed(
    pages: Sequence[Hit], target: Aimed, judged: Judged, memory: _Memory, where: tuple[PageReader, Reading, Run]
) -> tuple[Judged, str]:
    """What is decided once the pages that are worth it are read and shelved, a few between two looks; and why the search ends then."""
    door, reading, run = where
    ladder, climb, left = run.dials.seeking.acquisition.ladder, _climb(judged, target, run), list(pages)
    while True:
        before = climb.read
        for _ in range(ladder.pages_a_look):
            if not left or memory.refused or not acquisition.goes_on(climb, ladder):
                break
            bears = await _bears(left.pop(0), target, door, memory, (reading, run))
            climb = replace(climb, read=climb.read + 1, bearing=climb.bearing + bears)
        judged, stop = await _again(reading, judged, memory, run)
        climb = replace(_climb(judged, target, run), read=climb.read, bearing=climb.bearing)
        is_last = not left or climb.read < before + ladder.pages_a_look or not acquisition.goes_on(climb, ladder)
        if is_last or stop or memory.refused or _is_enough(judged):
            memory.skipped["budget" if memory.refused else "capped"] += len(left)
            return judged, stop


def _is_enough(judged: Judged) -> bool:
    return judged.decision.facts.sufficiency.is_sufficient and judged.decision.draft.verdict is not Verdict.NOT_ENOUGH_EVIDENCE


async def _ordered(candidates: Sequence[Hit], target: Aimed, memory: _Memory, reading: Reading, run: Run) -> tuple[Hit, ...]:
    """Of what a search found, the pages that are new, in the order they are read."""
    hits = await _fresh(candidates, target, memory, reading, run)
    return acquisition.order(
        hits, _open_words(target, reading, run), frozenset(memory.hosts), run.lexicon, run.dials.seeking.acquisition.worth
    )


async def _bears(hit: Hit, target: Aimed, door: PageReader, memory: _Memory, where: tuple[Reading, Run]) -> bool:
    """Whether a page, read and shelved, speaks of what is sought; what fails is named."""
    reading, run = where
    page = await _read(hit, door, memory, run)
    words_sought = _open_words(target, reading, run)
    return page is not None and acquisition.bears(page.text, words_sought, run.lexicon, run.dials.seeking.acquisition.ladder)


def _open_words(target: Aimed, reading: Reading, run: Run) -> frozenset[str]:
    sought = reading.claim.text if target.part is None else reading.subclaims[target.part].text
    return frozenset(words.content(sought, run.lexicon))


async def _fresh(hits: Sequence[Hit], target: Aimed, memory: _Memory, reading: Reading, run: Run) -> list[Hit]:
    """Of a search's answer, the articles that neither this run nor another has met lately."""
    dials = run.dials.seeking
    fresh = urls.fresh([hit.url for hit in hits], frozenset(memory.seen), len(hits), dials.urls)
    memory.skipped.update(_counts(fresh))
    known = await _recall(fresh.kept, target.query.form, memory, reading, run)
    by_url = {hit.url: hit for hit in reversed(hits)}
    left = []
    for url in fresh.kept:
        form = urls.normalise(url, dials.urls)
        if form in known:
            memory.seen.add(form)
            memory.skipped[known[form]] += 1
        else:
            left.append(by_url[url])
    return left


async def _recall(addresses: Sequence[str], stage: str, memory: _Memory, reading: Reading, run: Run) -> Mapping[str, str]:
    """Which addresses need not be read again, and why; without a memory, or where it fails, all are read."""
    if run.tools.remembered is None or not addresses:
        return {}
    try:
        found = await run.tools.remembered.recall(addresses, stage, digest.of(reading.claim, "claim"))
        return {one.form: one.reason for one in found}
    except SourceError as failed:
        memory.mark(failed)
        return {}


async def _read(hit: Hit, door: PageReader, memory: _Memory, run: Run) -> Snapshot | None:
    """The page on the shelf; none when it could not be read, which is named."""
    dials = run.dials.seeking
    memory.seen.add(urls.normalise(hit.url, dials.urls))
    try:
        run.tell(Step("read", hit.url))
        snapshot = await door.read(hit.url)
        if not judgements.is_whole(snapshot, snapshot.digest):
            raise SourceMalformed(f"the digest of {hit.url} is not that of its text")
        memory.seen.add(urls.normalise(snapshot.url or hit.url, dials.urls))  # where a redirect ended
        memory.hosts.add(urls.host(snapshot.url or hit.url))
        await run.tools.shelf.put(replace(snapshot, collection="web"))
        await _note(hit.url, snapshot.digest, "", memory, run)
        return snapshot
    except SourceError as failed:
        memory.mark(failed)
        run.tell(Step("skip", f"{hit.url}: {failed.detail}"))
        if isinstance(failed, BudgetSpent):
            memory.skipped["budget"] += 1
        else:
            await _note(hit.url, "", failed.detail, memory, run)
        return None


async def _note(url: str, name: str, trouble: str, memory: _Memory, run: Run) -> None:
    """Remember how reading an address ended."""
    if run.tools.remembered is None:
        return
    try:
        await run.tools.remembered.note(url, name, trouble)
    except SourceError as failed:
        memory.mark(failed)


def _counts(fresh: Fresh) -> dict[str, int]:
    counts = {"seen": fresh.seen, "repeated": fresh.repeated, "not_article": fresh.not_article}
    counts |= {"not_an_address": fresh.not_an_address, "capped": fresh.capped}
    return {reason: number for reason, number in counts.items() if number}
