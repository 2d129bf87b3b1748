"""Articles analysed: read, taken apart, looked up, scored."""

from dataclasses import replace

from veracious import wiring
from veracious.app.claims import Watch
from veracious.domain.article import ArticleClaim, ArticleReport
from veracious.domain.budget import Limits
from veracious.domain.claim import Refusal
from veracious.domain.errors import ArchiveUnavailable, SourceError
from veracious.domain.job import ArticleOrder
from veracious.domain.record import Record
from veracious.domain.verdict import Outcome
from veracious.flow import article as flow_article
from veracious.flow import record
from veracious.flow.article import Analysis, AnalysisRequest
from veracious.flow.record import RunContext
from veracious.flow.run import Engine
from veracious.rules.dials import Dials
from veracious.rules.reading import article as article_reading
from veracious.rules.seeking import extent


def of_order(order: ArticleOrder) -> AnalysisRequest:
    """What an order of a job asks for."""
    return AnalysisRequest(
        text=order.text,
        as_of=order.as_of,
        title=order.title,
        byline=order.byline,
        url=order.url,
        published=order.published,
        links=order.links,
        budget=order.budget,
        claims_only=order.claims_only,
    )


def claims_of(asked: AnalysisRequest, dials: Dials) -> tuple[ArticleClaim, ...]:
    """The claims that the rules read off the text of an article."""
    means = article_reading.ArticleContext(wiring.lexicon(), dials.reading, dials.verifiable, dials.article.reading)
    return article_reading.read(flow_article.given_text(asked, wiring.lexicon(), dials), means).claims


def outline(asked: AnalysisRequest, dials: Dials) -> tuple[ArticleClaim, ...] | Refusal | None:
    """The claims of an article, or why it would be refused; none of one that is only named by its address, since it is not read yet."""
    if not asked.text.strip():
        return None if asked.url else flow_article.NO_TEXT
    if extent.is_too_long(asked.text, dials.article.extent):
        return flow_article.TOO_LONG
    return claims_of(asked, dials) or flow_article.NO_CLAIMS


def report(record: Record) -> ArticleReport:
    """The report on an article that a record holds."""
    return wiring.read_article_report(record)


async def analyse(engine: Engine, asked: AnalysisRequest, limits: Limits | None = None, watch: Watch | None = None) -> Analysis:
    """The report on an article, and its record; whoever watches is told of each step, and may end it."""
    name = engine.tools.ids.new()
    try:
        return await attempt(engine, asked, name, limits, watch)
    except (SourceError, ArchiveUnavailable) as failed:  # what cannot be proved is not told
        run = wiring.run_of(replace(engine.tools, archive=wiring.memory_archive()), engine.dials, engine.names)
        report = ArticleReport(Outcome.FAILED, cause=str(failed))
        return Analysis(report, await record.of_failure(asked, report, run, engine, name))


async def attempt(engine: Engine, asked: AnalysisRequest, name: str, limits: Limits | None = None, watch: Watch | None = None) -> Analysis:
    """The same under a given name; raises when tape or archive fail, and goes on from its tape when it is called again."""
    if asked.url and not asked.text.strip():
        engine = wiring.with_page_reader(engine)
    notes = engine.tape(name)
    account = wiring.run_budget(limits or Limits(), engine.tools, engine.dials, engine.tariffs, notes)
    tools = wiring.recorded(wiring.metered(wiring.reading_once(engine.tools), account), notes, engine.names)
    run = replace(wiring.run_of(tools, engine.dials, engine.names), worth_table=wiring.worth_table(), noted=None)
    if watch is not None:
        watch.begin(account.halt())
        run = replace(run, tell=lambda step: watch.tell(step, account.account.spent))
    return await flow_article.keep(asked, run, RunContext(notes, engine.names, engine.workspace, name))
