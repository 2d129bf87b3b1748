"""What is known of an article before anything is looked up: claims, their worth, how they hang together, the targets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from veracious.domain.article import ArticleClaim, ArticleEvent, BudgetClass, ClaimGraph, Extraction, Selection, Worth
from veracious.domain.claim import Reading, Refusal
from veracious.domain.errors import SourceError, SourceUnavailable
from veracious.domain.evidence import Snapshot
from veracious.domain.language import Bone
from veracious.flow.run import Run
from veracious.rules.judging import claim_graph
from veracious.rules.reading import article as article_reading
from veracious.rules.reading import checkworthy, intake, referents
from veracious.rules.seeking import article_targets
from veracious.rules.seeking.article_targets import ClaimWorth


@dataclass(frozen=True, slots=True)
class Outline:
    """What is known of an article before anything is looked up."""

    extraction: Extraction
    readings: Mapping[str, Reading]  # of the claims that can be verified, by id
    worths: tuple[Worth, ...]
    graph: ClaimGraph
    selection: Selection
    events: tuple[ArticleEvent, ...]

    @property
    def targets(self) -> tuple[str, ...]:
        """The claims that are searched for, in the order of their worth."""
        return self.selection.targets


async def of(article: Snapshot, as_of: date, budget: BudgetClass, run: Run) -> tuple[Outline, tuple[str, ...]]:
    """Claims, worth, graph and targets; and what failed on the way."""
    dials = run.dials
    bones, degraded = await _model_outline(article, run)
    means = article_reading.ArticleContext(run.lexicon, dials.reading, dials.verifiable, dials.article.reading)
    extraction = article_reading.read(article, means, bones)
    readings, extraction = _readings(extraction, article, as_of, run)
    claims = extraction.claims
    worths = tuple(_worth(claim, run) for claim in claims)
    graph = claim_graph.build(claims, dials.measure(run.lexicon), dials.reading, dials.article.graph)
    weighed = [ClaimWorth(claim.id, worth, claim.codes) for claim, worth in zip(claims, worths, strict=True)]
    chosen = article_targets.choose(weighed, extraction.anchor, budget, dials.seeking.article_targets)
    return Outline(extraction, readings, worths, graph, chosen.selection, chosen.events), degraded


def _worth(claim: ArticleClaim, run: Run) -> Worth:
    """What checking a claim is worth; raises without the weights of worthiness."""
    if run.worth_table is None:
        raise SourceUnavailable("the weights of worthiness are not loaded")
    part = intake.part_of(claim.text, run.lexicon, run.dials.reading)
    return checkworthy.measure(claim, part, run.worth_table, run.lexicon, run.dials.reading.checkworthy)


async def _model_outline(article: Snapshot, run: Run) -> tuple[tuple[Bone, ...], tuple[str, ...]]:
    """What a language model makes of the article, where one is named; a mark when it fails, and the rules go on alone."""
    if run.tools.analyst is None:
        return (), ()
    try:
        return tuple(await run.tools.analyst.outline(article.text)), ()
    except SourceError as failed:
        return (), (str(failed),)


def _readings(extraction: Extraction, article: Snapshot, as_of: date, run: Run) -> tuple[dict[str, Reading], Extraction]:
    """Each claim that can be verified, as a run reads it; a claim that is refused there has the reason as its code."""
    readings, claims, dials = dict[str, Reading](), list[ArticleClaim](), run.dials.reading
    for claim in extraction.claims:
        meant = referents.fitting(claim.text, (article.title,), article.text, run.lexicon, dials.referents)
        read = None if claim.codes else intake.read(claim.text, as_of, run.lexicon, dials, meant)
        if isinstance(read, Refusal):
            claims.append(replace(claim, codes=(str(read.reason),)))
            continue
        if read is not None:
            readings[claim.id] = read
        claims.append(claim)
    return readings, replace(extraction, claims=tuple(claims))
