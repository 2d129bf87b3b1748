"""The stages of an article's search: for all claims at once, for the central ones, for those that still lack evidence; and its links.

What is found stands in one register: a page is read once, in batches, and bound to the claims that it was found for.
"""

from asyncio import gather
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from veracious.domain import steps
from veracious.domain.article import ArticleEvent
from veracious.domain.errors import BudgetSpent, SourceError, SourceMalformed
from veracious.domain.evidence import Query, Snapshot
from veracious.domain.web import Hit
from veracious.flow.article_outline import Outline
from veracious.flow.assess import look
from veracious.flow.run import Run
from veracious.rules import digest
from veracious.rules.judging import claim_graph, judgements
from veracious.rules.reading import words
from veracious.rules.seeking import acquisition, queries, registry, targets, trackers, urls
from veracious.rules.seeking.registry import Registry
from veracious.rules.seeking.trackers import ARTICLE, INLINE, Trackers, Waiting
from veracious.rules.weighing import article_sufficiency

INLINE_STAGE, UNIVERSAL_STAGE, CENTRAL_STAGE, ESCALATION_STAGE = -1, 0, 1, 2


@dataclass
class ArticleSearch:
    """The stages under way: what they are for and ask with, and what they remember from stage to stage."""

    article: Snapshot
    outline: Outline
    run: Run
    registry: Registry = field(default_factory=Registry)
    trackers: Trackers = field(default_factory=Trackers)
    events: list[ArticleEvent] = field(default_factory=list)
    degraded: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)  # of these, what the budget did not allow
    executed: dict[str, list[Query]] = field(default_factory=dict)  # by owner
    hosts: set[str] = field(default_factory=set)  # of pages that were read

    def note_failure(self, failed: SourceError) -> None:
        """Name a failure."""
        self.degraded.add(str(failed))
        if isinstance(failed, BudgetSpent):
            self.refused.add(str(failed))

    def tell(self, name: str, **fields: str | int | float) -> None:
        """Note an event, and tell it to who watches."""
        self.events.append(ArticleEvent(name, tuple(fields.items())))
        self.run.tell(steps.of_event(self.events[-1]))


async def run_stages(search: ArticleSearch) -> None:
    """All searches and all pages: for the article, its links, the central targets, and the targets that lack evidence."""
    run, outline = search.run, search.outline
    await _stage(UNIVERSAL_STAGE, {ARTICLE: _universal(search)}, search)
    await _inline(search)
    core = claim_graph.central(outline.targets, outline.graph, run.dials.article.graph.core)
    await _stage(CENTRAL_STAGE, {claim: _next_query(claim, search) for claim in core}, search)
    lacking = [claim for claim in outline.targets if not search.refused and await _lacks(claim, search)]
    await _stage(ESCALATION_STAGE, {claim: _next_query(claim, search) for claim in lacking}, search)


def _universal(search: ArticleSearch) -> Query | None:
    """One query for all claims: the title, or else the claim that the article is about."""
    extraction = search.outline.extraction
    anchor = next((claim.text for claim in extraction.claims if claim.id == extraction.anchor), "")
    text = " ".join((search.article.title or anchor).split())
    as_of = next((reading.claim.as_of for reading in search.outline.readings.values()), None)
    return None if not text or as_of is None else Query(text, "article", as_of)


def _next_query(claim: str, search: ArticleSearch) -> Query | None:
    """The next query for a claim, never one that was made before, be it for another; none when it has had its searches."""
    run = search.run
    if not trackers.may_search(search.trackers, claim, run.dials.article.trackers):
        return None
    asked = queries.for_web(search.outline.readings[claim], run.lexicon, run.dials.seeking.queries)
    made = {queries.plain(query.text) for executed in search.executed.values() for query in executed}
    return next((query for query in asked if queries.plain(query.text) not in made), None)


async def _stage(stage: int, asked: Mapping[str, Query | None], search: ArticleSearch) -> None:
    """Search for each owner, register what was found, read what is worth it, bind."""
    wanted = [(owner, query) for owner, query in asked.items() if query is not None and not search.refused]
    if not wanted:
        return
    everybody = search.outline.graph.claims
    for _, query in wanted:
        search.run.tell(steps.search(query.text))
    found = await gather(*(_searched(query, search) for _, query in wanted))
    waiting, count = list[Waiting](), 0
    for (owner, query), hits in zip(wanted, found, strict=True):
        search.executed.setdefault(owner, []).append(query)
        search.trackers = trackers.searched(search.trackers, owner)
        for_claims = everybody if owner == ARTICLE else (owner,)
        new = _registered(stage, for_claims, hits, search)
        count += len(new)
        waiting.append(Waiting(owner, _ordered(await _unread(new, search), owner, search)))
    search.tell("urls_registered", stage=stage, count=count)
    await _extract(waiting, search)
    search.tell("bind_completed", stage=stage)


async def _inline(search: ArticleSearch) -> None:
    """The links of the article, for all its claims, within their own budget."""
    if search.refused or not search.article.links:
        return
    hits = [Hit(link) for link in search.article.links if urls.host(link) != urls.host(search.article.url or "")]
    new = _registered(INLINE_STAGE, search.outline.graph.claims, hits, search)
    if new:
        search.tell("urls_registered", stage=INLINE_STAGE, count=len(new))
        await _extract([Waiting(INLINE, await _unread(new, search))], search)
        search.tell("bind_completed", stage=INLINE_STAGE)


def _registered(stage: int, claims: Sequence[str], hits: Sequence[Hit], search: ArticleSearch) -> tuple[str, ...]:
    """The pages that are new, articles alone and never the article itself; a page that was met before is bound to these claims too."""
    dials = search.run.dials.seeking.urls
    own = {urls.normalise(address, dials) for address in (search.article.url, search.article.canonical_url) if address}
    kept = frozenset(urls.fresh([hit.url for hit in hits], frozenset(own), len(hits), dials).kept)
    fitting = [hit for hit in hits if hit.url in kept]
    search.registry, new = registry.register(search.registry, stage, claims, fitting, dials)
    return new


async def _unread(forms: Sequence[str], search: ArticleSearch) -> tuple[str, ...]:
    """The new pages that are read; one that was read lately is in the store already, and one that failed lately is not tried."""
    remembered = search.run.tools.remembered
    if remembered is None or not forms:
        return tuple(forms)
    try:
        recalled = await remembered.recall(forms, "article", digest.of(search.article.digest, "claim"))
    except SourceError as failed:
        search.note_failure(failed)
        return tuple(forms)
    known = {one.form: one.reason for one in recalled}
    for form in forms:
        if form in known:
            search.registry = registry.settle(search.registry, form, known[form] == "read_before")
    return tuple(form for form in forms if form not in known)


async def _remember(url: str, name: str, trouble: str, search: ArticleSearch) -> None:
    """Remember how reading an address ended."""
    if search.run.tools.remembered is None:
        return
    try:
        await search.run.tools.remembered.note(url, name, trouble)
    except SourceError as failed:
        search.note_failure(failed)


def _ordered(forms: Sequence[str], owner: str, search: ArticleSearch) -> tuple[str, ...]:
    """New pages in the order of their worth for whom they were found."""
    by_url = {search.registry.pages[form].hit.url: form for form in forms}
    hits = [search.registry.pages[form].hit for form in forms]
    dials = search.run.dials.seeking.acquisition.worth
    return tuple(
        by_url[hit.url] for hit in acquisition.order(hits, _sought(owner, search), frozenset(search.hosts), search.run.lexicon, dials)
    )


def _sought(owner: str, search: ArticleSearch) -> frozenset[str]:
    """The words that a page for an owner should have."""
    if owner in search.outline.readings:
        return frozenset(words.content(search.outline.readings[owner].claim.text, search.run.lexicon))
    query = _universal(search)
    return frozenset(words.content(query.text if query else "", search.run.lexicon))


async def _searched(query: Query, search: ArticleSearch) -> Sequence[Hit]:
    """The pages of the first provider that found any."""
    run = search.run
    assert run.tools.search is not None  # noqa: S101  # the stages are run with one
    for provider in (run.tools.search, *run.tools.spares):
        try:
            if hits := await provider.search(query, run.dials.seeking.queries.limit):
                return hits
        except SourceError as failed:
            search.note_failure(failed)
            if isinstance(failed, BudgetSpent):
                return ()
    return ()


async def _extract(waiting: Sequence[Waiting], search: ArticleSearch) -> None:
    """Read pages in batches, as long as the next one is worth its cost for the claim that it was found for."""
    dials = search.run.dials
    ladder = dials.seeking.acquisition.ladder
    while not search.refused:
        pending = frozenset(registry.pending(search.registry))
        left = [Waiting(line.owner, tuple(form for form in line.forms if form in pending)) for line in waiting]
        batch = trackers.next_batch(search.trackers, left, dials.article.trackers, ladder)
        if not batch:
            return
        search.tell("extract_batch_started", batch_size=len(batch))
        for reading in batch:
            search.run.tell(steps.read(search.registry.pages[reading.form].hit.url))
        pages = await gather(*(_read(search.registry.pages[reading.form].hit.url, search) for reading in batch))
        for reading, page in zip(batch, pages, strict=True):
            url = search.registry.pages[reading.form].hit.url
            search.registry = registry.settle(search.registry, reading.form, isinstance(page, Snapshot))
            bears = isinstance(page, Snapshot) and acquisition.bears(page.text, _sought(reading.owner, search), search.run.lexicon, ladder)
            search.trackers = trackers.was_read(search.trackers, reading, bears)
            if isinstance(page, Snapshot):
                await _shelve(url, page, search)
            else:
                search.run.tell(steps.skip(url, page.detail))
        search.tell("extract_batch_finished", success_count=sum(isinstance(page, Snapshot) for page in pages))


async def _read(url: str, search: ArticleSearch) -> Snapshot | SourceError:
    """The page, or why it could not be read, which is named."""
    run = search.run
    assert run.tools.door is not None  # noqa: S101  # the stages are run with one
    try:
        page = await run.tools.door.read(url)
        if not judgements.is_whole(page, page.digest):
            raise SourceMalformed(f"the digest of {url} is not that of its text")
        return page
    except SourceError as failed:
        search.note_failure(failed)
        if not isinstance(failed, BudgetSpent):
            await _remember(url, "", failed.detail, search)
        return failed


async def _shelve(url: str, page: Snapshot, search: ArticleSearch) -> None:
    """Put a page where every claim finds it."""
    search.hosts.add(urls.host(page.url or url))
    try:
        await search.run.tools.shelf.put(replace(page, collection="web"))
        await _remember(url, page.digest, "", search)
    except SourceError as failed:
        search.note_failure(failed)


async def _lacks(claim: str, search: ArticleSearch) -> bool:
    """Whether a target has too little evidence after the stages before."""
    run, reading = search.run, search.outline.readings[claim]
    try:
        judged = await look(reading, run)
    except SourceError as failed:
        search.note_failure(failed)
        return False
    search.refused |= set(judged.refused)
    open = targets.openness(judged.decision, run.dials.seeking.targets)
    covered = min(1.0, judged.decision.facts.sufficiency.coverage)
    search.trackers = trackers.opened(search.trackers, claim, sum(open) / max(1, len(open)), covered)
    return article_sufficiency.lacks(judged.weighed, len(reading.subclaims), run.dials.article.enough)
