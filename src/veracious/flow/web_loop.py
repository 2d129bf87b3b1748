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

from veracious.domain import steps
from veracious.domain.claim import Reading, Trait
from veracious.domain.errors import BudgetSpent, SourceError, SourceMalformed
from veracious.domain.evidence import Query, Snapshot
from veracious.domain.report import Judged
from veracious.domain.verdict import Verdict
from veracious.domain.web import Hit, Review
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
class _Search:
    """A search under way: what it is for and asks with, and what it remembers from query to query."""

    reading: Reading
    run: Run
    providers: tuple[WebSearch, ...]
    page_reader: PageReader
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
    search, page_reader = run.tools.search, run.tools.door
    if search is None or page_reader is None:
        return Pursued(judged)
    asked = queries.aimed(reading, run.lexicon, run.dials.seeking.queries)
    state = _Search(reading, run, (search, *run.tools.spares), page_reader, degraded=set(judged.degraded))
    judged, stop = await _reviewed(judged, state)
    while not stop:
        target = _next(asked, judged, state)
        if state.executed or state.reviews:
            stop = spend.stop(_progress(judged, target, state), run.dials.stop)
        if target is None or stop:
            return _pursued(judged, state, stop or "queries_exhausted")
        hits = await _searched(target.query, state)
        if hits is not None:
            state.executed.append(target)
            judged, stop = await _climbed(await _ordered(hits, target, state), target, judged, state)
        stop = stop or ("budget" if state.refused else "")
    return _pursued(judged, state, stop)


async def _reviewed(judged: Judged, state: _Search) -> tuple[Judged, str]:
    """What is decided by what published reviews say, and why the search ends then."""
    known = await look_up(state.reading, state.run)
    for failed in known.failed:
        state.mark(failed)
    state.reviews = known.reviews
    if state.refused:
        return judged, "budget"
    if not known.stated:
        return judged, ""
    state.run = replace(state.run, stated=known.stated)
    return await _again(judged, state)


def _next(asked: Sequence[Aimed], judged: Judged, state: _Search) -> Aimed | None:
    dials = state.run.dials.seeking
    open = targets.openness(judged.decision, dials.targets)
    return targets.next_one(asked, state.executed, open, dials.targets, dials.acquisition.worth.by_value)


def _pursued(judged: Judged, state: _Search, stop: str) -> Pursued:
    marked = replace(judged, degraded=tuple(sorted(state.degraded)), refused=tuple(sorted(state.refused)))
    executed = tuple(one.query for one in state.executed)
    return Pursued(marked, executed, stop, tuple(sorted((+state.skipped).items())), state.reviews)


async def _again(judged: Judged, state: _Search) -> tuple[Judged, str]:
    """Another look, or the one before where this one fails or is cut short, and why the search ends then; what happened is named."""
    try:
        again = await look(state.reading, state.run, 1 + len(state.executed))
    except SourceError as failed:
        state.mark(failed)
        return judged, "source_failed"
    state.run.tell(steps.look(again.decision.draft.verdict))
    state.degraded |= set(again.degraded)
    state.refused |= set(again.refused)
    return (judged, "budget") if again.refused else (again, "")


def _progress(judged: Judged, target: Aimed | None, state: _Search) -> Progress:
    """Where the loop stands."""
    reading, run = state.reading, state.run
    relaxed = replace(run.dials.weighing.sufficiency, confidence_mode=True)
    domains = Counter(piece.domain for piece in judged.weighed if side(piece.stance) != "neutral")
    dials, open = run.dials.seeking.targets, targets.openness(judged.decision, run.dials.seeking.targets)
    return Progress(
        executed=len(state.executed),
        left=target is not None,
        sufficient=_is_enough(judged),
        relaxed=sufficiency.decide(judged.weighed, len(reading.subclaims), relaxed).is_sufficient,
        comparative=Trait.COMPARATIVE in reading.claim.traits,
        largest_share=max(domains.values(), default=0) / max(1, domains.total()),
        parts=len(reading.subclaims),
        decided=judged.decision.draft.verdict is not Verdict.NOT_ENOUGH_EVIDENCE,
        worth_it=target is None or targets.is_worth_it(targets.worth(target, state.executed, open, dials), dials),
    )


async def _searched(query: Query, state: _Search) -> Sequence[Hit] | None:
    """The pages of the first provider that found any, none when all fail or find none; or nothing when the budget did not allow it."""
    state.run.tell(steps.search(query.text))
    for provider in state.providers:
        try:
            hits = await provider.search(query, state.run.dials.seeking.queries.limit)
            if hits:
                return hits
        except SourceError as failed:
            state.mark(failed)
            if isinstance(failed, BudgetSpent):
                return None
    return ()


def _climb(judged: Judged, target: Aimed, run: Run) -> Climb:
    """How open is what the search is for."""
    open = targets.openness(judged.decision, run.dials.seeking.targets)
    mean = sum(open) / max(1, len(open)) if target.part is None else open[target.part]
    return Climb(openness=mean, covered=min(1.0, judged.decision.facts.sufficiency.coverage))


async def _climbed(pages: Sequence[Hit], target: Aimed, judged: Judged, state: _Search) -> tuple[Judged, str]:
    """What is decided once the pages that are worth it are read and shelved, a few between two looks; and why the search ends then."""
    ladder, climb, left = state.run.dials.seeking.acquisition.ladder, _climb(judged, target, state.run), list(pages)
    while True:
        before = climb.read
        for _ in range(ladder.pages_a_look):
            if not left or state.refused or not acquisition.goes_on(climb, ladder):
                break
            bears = await _bears(left.pop(0), target, state)
            climb = replace(climb, read=climb.read + 1, bearing=climb.bearing + bears)
        judged, stop = await _again(judged, state)
        climb = replace(_climb(judged, target, state.run), read=climb.read, bearing=climb.bearing)
        is_last = not left or climb.read < before + ladder.pages_a_look or not acquisition.goes_on(climb, ladder)
        if is_last or stop or state.refused or _is_enough(judged):
            state.skipped["budget" if state.refused else "capped"] += len(left)
            return judged, stop


def _is_enough(judged: Judged) -> bool:
    return judged.decision.facts.sufficiency.is_sufficient and judged.decision.draft.verdict is not Verdict.NOT_ENOUGH_EVIDENCE


async def _ordered(hits: Sequence[Hit], target: Aimed, state: _Search) -> tuple[Hit, ...]:
    """Of what a search found, the pages that are new, in the order they are read."""
    fresh, run = await _fresh(hits, target, state), state.run
    return acquisition.order(fresh, _open_words(target, state), frozenset(state.hosts), run.lexicon, run.dials.seeking.acquisition.worth)


async def _bears(hit: Hit, target: Aimed, state: _Search) -> bool:
    """Whether a page, read and shelved, speaks of what is sought; what fails is named."""
    page, run = await _read(hit, state), state.run
    return page is not None and acquisition.bears(page.text, _open_words(target, state), run.lexicon, run.dials.seeking.acquisition.ladder)


def _open_words(target: Aimed, state: _Search) -> frozenset[str]:
    sought = state.reading.claim.text if target.part is None else state.reading.subclaims[target.part].text
    return frozenset(words.content(sought, state.run.lexicon))


async def _fresh(hits: Sequence[Hit], target: Aimed, state: _Search) -> list[Hit]:
    """Of a search's answer, the articles that neither this run nor another has met lately."""
    dials = state.run.dials.seeking
    fresh = urls.fresh([hit.url for hit in hits], frozenset(state.seen), len(hits), dials.urls)
    state.skipped.update(_counts(fresh))
    known = await _recall(fresh.kept, target.query.form, state)
    by_url = {hit.url: hit for hit in reversed(hits)}
    left = []
    for url in fresh.kept:
        form = urls.normalise(url, dials.urls)
        if form in known:
            state.seen.add(form)
            state.skipped[known[form]] += 1
        else:
            left.append(by_url[url])
    return left


async def _recall(addresses: Sequence[str], stage: str, state: _Search) -> Mapping[str, str]:
    """Which addresses need not be read again, and why; without a memory, or where it fails, all are read."""
    remembered = state.run.tools.remembered
    if remembered is None or not addresses:
        return {}
    try:
        recalled = await remembered.recall(addresses, stage, digest.of(state.reading.claim, "claim"))
        return {one.form: one.reason for one in recalled}
    except SourceError as failed:
        state.mark(failed)
        return {}


async def _read(hit: Hit, state: _Search) -> Snapshot | None:
    """The page on the shelf; none when it could not be read, which is named."""
    run, dials = state.run, state.run.dials.seeking
    state.seen.add(urls.normalise(hit.url, dials.urls))
    try:
        run.tell(steps.read(hit.url))
        snapshot = await state.page_reader.read(hit.url)
        if not judgements.is_whole(snapshot, snapshot.digest):
            raise SourceMalformed(f"the digest of {hit.url} is not that of its text")
        state.seen.add(urls.normalise(snapshot.url or hit.url, dials.urls))  # where a redirect ended
        state.hosts.add(urls.host(snapshot.url or hit.url))
        await run.tools.shelf.put(replace(snapshot, collection="web"))
        await _note(hit.url, snapshot.digest, "", state)
        return snapshot
    except SourceError as failed:
        state.mark(failed)
        run.tell(steps.skip(hit.url, failed.detail))
        if isinstance(failed, BudgetSpent):
            state.skipped["budget"] += 1
        else:
            await _note(hit.url, "", failed.detail, state)
        return None


async def _note(url: str, name: str, trouble: str, state: _Search) -> None:
    """Remember how reading an address ended."""
    remembered = state.run.tools.remembered
    if remembered is None:
        return
    try:
        await remembered.note(url, name, trouble)
    except SourceError as failed:
        state.mark(failed)


def _counts(fresh: Fresh) -> dict[str, int]:
    counts = {"seen": fresh.seen, "repeated": fresh.repeated, "not_article": fresh.not_article}
    counts |= {"not_an_address": fresh.not_an_address, "capped": fresh.capped}
    return {reason: number for reason, number in counts.items() if number}
