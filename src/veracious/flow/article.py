"""An article from its address or text to a report: what it claims, how that hangs together, what was looked up, and what it is worth.

1. intake: the text, or the page behind an address
2. the skeleton and the claims, each dropped stretch with its code
3. worth, graph, targets: before anything is looked up
4. stages: one search for all claims, then the central targets, then the targets that still lack evidence; after each stage the pages
   are read in batches and bound to claims; links inside the article are read within a budget of their own
5. every claim beside what the stores have by then: a deferred claim has what was found for the others, and says so
6. belief along the graph, scores, and what they are made of
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from veracious.domain import steps
from veracious.domain.article import ArticleClaim, ArticleReport, BudgetClass, ClaimFinding, ClaimGraph, TierFactor, Worth
from veracious.domain.belief import Belief
from veracious.domain.claim import Reason, Refusal
from veracious.domain.document import Document
from veracious.domain.errors import SourceError, SourceMalformed
from veracious.domain.evidence import Candidate, Query, Snapshot, Source
from veracious.domain.record import Record
from veracious.domain.report import Judged, Report
from veracious.domain.verdict import Outcome
from veracious.flow import article_outline, article_search, record
from veracious.flow import claim as flow_claim
from veracious.flow.article_outline import Outline
from veracious.flow.article_search import ArticleSearch
from veracious.flow.assess import look
from veracious.flow.record import RunContext
from veracious.flow.run import Run
from veracious.ports import Finder
from veracious.rules.dials import Dials
from veracious.rules.judging import dimensions, judgements, propagation
from veracious.rules.judging.dimensions import Basis
from veracious.rules.reading import masthead
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import extent, own_text, registry, snapshots, urls
from veracious.rules.seeking.own_text import OwnText

NO_TEXT = Refusal(Reason.EMPTY, "There is no text. Give the article's text, a file, or its address.")
TOO_LONG = Refusal(Reason.TOO_LONG, "The article is too long to be analysed at once. Give it in parts.")
NO_CLAIMS = Refusal(Reason.NOT_A_STATEMENT, "The article states nothing that could be checked.")
NOTHING_READ = Snapshot("", "", Source(""))
COLLECTION = "article"  # of the article's own snapshot; it is kept in no store


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """What is asked: the text of an article with what is known of it, or only its address; the day, and how much is looked up."""

    text: str
    as_of: date
    title: str = ""
    byline: str = ""
    url: str = ""
    published: date | None = None
    links: tuple[str, ...] = ()
    budget: BudgetClass = BudgetClass.STANDARD
    claims_only: bool = False


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an analysis tells, and the record that proves it."""

    report: ArticleReport
    record: Record

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        return self.report.outcome

    @property
    def article(self) -> Snapshot:
        """The article as it was read; an empty one when it could not be."""
        return self.report.article or NOTHING_READ


class _OtherTexts:
    """A finder that never gives the article itself as evidence for what it says."""

    def __init__(self, finder: Finder, own: OwnText, run: Run) -> None:
        self._finder, self._own, self._dials = finder, own, run.dials

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """What the finder behind finds, without the article's own page and copies of it."""
        candidates = await self._finder.find(query, limit)
        dials = self._dials
        return [one for one in candidates if not own_text.is_from(one.evidence, self._own, dials.article.own_text, dials.seeking.urls)]


async def keep(request: AnalysisRequest, run: Run, context: RunContext) -> Analysis:
    """Analyse an article, and keep the record."""
    return Analysis(*await record.of_run(request, run, context, lambda: analyse(request, run)))


async def analyse(request: AnalysisRequest, run: Run) -> ArticleReport:
    """The report on an article; where neither it nor any store can be read it is a failed run, never one without findings."""
    request = record.writable(request)
    try:
        article = await _intake(request, run)
        refusal = _unfit(article, run)
        if article is None or refusal is not None:
            return ArticleReport(Outcome.REFUSED, article=article, refusal=refusal or NO_TEXT)
        run.tell(steps.article_read(article.title, article.url or "", len(article.text)))
        outline, degraded = await article_outline.of(article, request.as_of, request.budget, run)
        run.tell(steps.claims_extracted(len(outline.extraction.claims), len(outline.readings), len(outline.targets)))
        for event in outline.events:
            run.tell(steps.of_event(event))
        report = ArticleReport(
            Outcome.COMPLETED,
            article=article,
            extraction=outline.extraction,
            worths=outline.worths,
            graph=outline.graph,
            selection=outline.selection,
            events=outline.events,
            degraded=degraded,
            claims_only=request.claims_only,
        )
        if not outline.extraction.claims:
            return replace(report, outcome=Outcome.REFUSED, refusal=NO_CLAIMS)
        return report if request.claims_only else await _investigated(report, outline, run)
    except SourceError as failed:
        return ArticleReport(Outcome.FAILED, cause=str(failed))


# Intake.


async def _intake(request: AnalysisRequest, run: Run) -> Snapshot | None:
    """The article as it was given, or as its page says; none when there is no text."""
    if request.text.strip():
        return given_text(request, run.lexicon, run.dials)
    if not request.url:
        return None
    if run.tools.door is None:
        raise SourceMalformed("there is nothing that reads pages; give the article's text")
    run.tell(steps.read(request.url))
    page = await run.tools.door.read(request.url)
    if not judgements.is_whole(page, page.digest):
        raise SourceMalformed(f"the digest of {request.url} is not that of its text")
    return replace(page, collection=COLLECTION)


def given_text(request: AnalysisRequest, lexicon: Lexicon, dials: Dials) -> Snapshot:
    """The article of a request that has its text; its first lines say what the request does not."""
    document = Document(
        request.text,
        title=request.title,
        url=request.url or None,
        published=request.published,
        byline=request.byline,
        links=request.links,
    )
    source = Source(urls.host(request.url) if request.url else "")
    return snapshots.of(masthead.fill(document, lexicon, dials.article.masthead), source, COLLECTION)


def _unfit(article: Snapshot | None, run: Run) -> Refusal | None:
    """Why a text is not analysed."""
    if article is None or not article.text.strip():
        return NO_TEXT
    return TOO_LONG if extent.is_too_long(article.text, run.dials.article.extent) else None


# Looking up.


async def _investigated(report: ArticleReport, outline: Outline, run: Run) -> ArticleReport:
    """The same with what is found of every claim."""
    article = report.article
    assert article is not None  # noqa: S101  # the caller has it
    own = own_text.of(article, run.dials.article.own_text, run.dials.seeking.urls)
    run = replace(run, tools=replace(run.tools, finders=tuple(_OtherTexts(finder, own, run) for finder in run.tools.finders)))
    search = ArticleSearch(article, outline, run, degraded=set(report.degraded))
    if run.tools.search is not None and run.tools.door is not None:
        await article_search.run_stages(search)
    looked_at = _looked_at(outline, run)
    findings = [await _finding(claim, claim.id in looked_at, search) for claim in outline.extraction.claims]
    if all(one.report is None or one.report.outcome is Outcome.FAILED for one in findings) and any(one.report for one in findings):
        causes = sorted({one.report.cause for one in findings if one.report is not None})
        return ArticleReport(Outcome.FAILED, cause="; ".join(causes))
    for claim, finding in zip(outline.extraction.claims, findings, strict=True):
        search.registry = registry.use(search.registry, claim.id, _addresses(finding), run.dials.seeking.urls)
    bases = [_basis(one, worth) for one, worth in zip(_with_propagated_belief(findings, outline.graph, run), outline.worths, strict=True)]
    of_claims = [dimensions.of_claim(basis, run.dials.article.dimensions) for _, basis in bases]
    together = dimensions.of_article([basis for _, basis in bases], run.dials.article.dimensions, run.dials.judging.belief)
    factors = tuple(one.tier_factor for one in of_claims if one.tier_factor is not None)
    for factor in factors:
        search.tell("verdict.explainability_tier_factor", **_factor_fields(factor))
    return replace(
        report,
        outcome=Outcome.PARTIAL if search.refused else Outcome.COMPLETED,
        findings=tuple(
            replace(finding, scores=scored.scores, verdict_score=scored.verdict_score)
            for (finding, _), scored in zip(bases, of_claims, strict=True)
        ),
        bindings=registry.bindings(search.registry, outline.graph.claims),
        tier_factors=factors,
        scores=together.scores,
        verified_score=together.verified_score,
        events=(*report.events, *search.events),
        degraded=tuple(sorted(search.degraded)),
    )


def _basis(finding: ClaimFinding, worth: Worth) -> tuple[ClaimFinding, Basis]:
    """A finding, and what its scores are made of; a claim weighs in the article as much as it is worth checking."""
    return finding, dimensions.basis(finding, worth, worth.worthiness)


def _factor_fields(factor: TierFactor) -> dict[str, str | int | float]:
    """The eight fields of its event."""
    return {
        "pre_A": factor.pre_a,
        "prior": factor.prior,
        "baseline": factor.baseline,
        "factor": factor.factor,
        "post_A": factor.post_a,
        "best_tier": str(factor.best_tier),
        "claim_id": factor.claim,
        "source": factor.source,
    }


# What is found of each claim.


def _looked_at(outline: Outline, run: Run) -> frozenset[str]:
    """The claims that are compared with evidence: the targets, then those most worth checking."""
    others = [
        (claim.id, worth.worthiness)
        for claim, worth in zip(outline.extraction.claims, outline.worths, strict=True)
        if claim.id in outline.readings and claim.id not in outline.targets
    ]
    return extent.looked_at(outline.targets, others, run.dials.article.extent)


async def _finding(claim: ArticleClaim, is_looked_at: bool, search: ArticleSearch) -> ClaimFinding:
    """What the stores have on a claim by now, and what that decides; nothing for a claim that is not looked at."""
    reading = search.outline.readings.get(claim.id)
    if reading is None or not is_looked_at:
        return ClaimFinding(claim.id)
    run, is_target = search.run, claim.id in search.outline.targets
    run.tell(steps.compare(claim.id, claim.text))
    try:
        judged = await look(reading, run)
    except SourceError as failed:
        search.note_failure(failed)
        return ClaimFinding(claim.id, Report(Outcome.FAILED, reading=reading, cause=str(failed)), is_target)
    search.degraded |= set(judged.degraded)
    search.refused |= set(judged.refused)
    outcome = Outcome.PARTIAL if judged.refused else Outcome.COMPLETED
    executed = tuple(search.executed.get(claim.id, ()))
    report = Report(outcome, executed=executed, stop="stages" if is_target else "deferred")
    return ClaimFinding(claim.id, await flow_claim.finished(reading, judged, run, report), is_target, local=_belief(judged))


def _belief(judged: Judged) -> Belief:
    """The belief in a claim: its weakest part, since a claim holds only if all of its parts do."""
    return min(judged.decision.beliefs, key=lambda belief: belief.log_odds)


def _with_propagated_belief(findings: Sequence[ClaimFinding], graph: ClaimGraph, run: Run) -> tuple[ClaimFinding, ...]:
    """The findings with what bears on each along the graph."""
    local = {one.claim: one.local for one in findings if one.local is not None}
    passed = propagation.propagate(graph, local, run.dials.article.propagation)
    return tuple(replace(one, propagated=passed.get(one.claim)) for one in findings)


def _addresses(finding: ClaimFinding) -> tuple[str, ...]:
    """The addresses of what speaks in a claim's report."""
    report = finding.report
    if report is None or report.judged is None:
        return ()
    by_id = {entry.ranked.evidence.id: entry.ranked.evidence for entry in report.judged.admitted}
    pieces = (by_id.get(piece.evidence) for piece in report.judged.weighed)
    return tuple(piece.url for piece in pieces if piece is not None and piece.url)
