"""An article as people read it on a terminal: its scores, how many claims came out how, and each claim with what decides it."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from veracious.domain.article import ArticleClaim, ArticleReport, ClaimFinding, Dropped, Extraction, Relation
from veracious.domain.evidence import Evidence, Snapshot
from veracious.domain.report import Judged, Report
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Outcome, Verdict
from veracious.faces.cli.views.verify import NOT_KEPT
from veracious.faces.pages import article_graph, article_words, foreign, words
from veracious.faces.pages.article_words import State
from veracious.flow.article import Analysis
from veracious.rules.explaining import trace
from veracious.rules.weighing.evidence_trust import side

COLOURS: Mapping[str, str] = MappingProxyType({"supported": "green", "refuted": "red", "mixed": "yellow", "not_enough_evidence": "blue"})
OTHER_COLOUR = "magenta"
SIDES: Mapping[Verdict, str] = MappingProxyType({Verdict.SUPPORTED: "supports", Verdict.REFUTED: "refutes"})
NO_MATTER = frozenset({"heading", "byline", "dateline", "entry_time", "caption", "contact", "boilerplate", "no_words", "between_sentences"})
QUOTE_CHARS = 400
EXCERPTS, EXCERPT_CHARS = 3, 160  # of what gave no claim for one reason, where it is more than the layout of a page
CONTRADICTS = article_words.RELATIONS[Relation.CONTRADICTS]


def show(analysed: Analysis, console: Console, is_kept: bool = True) -> None:
    """The analysis of an article: what it says of each claim; of one that has none, why."""
    report = analysed.report
    for part in _parts(report, analysed.article):
        console.print(part)
    console.print(Text(f"Record {_line(analysed.record.envelope.id)}" if is_kept else NOT_KEPT, style="dim"))


def _parts(report: ArticleReport, article: Snapshot) -> Iterator[RenderableType]:
    if report.extraction is None:
        yield _nothing(report)
        return
    yield _top(report, report.extraction, article)
    if report.extraction.claims:
        yield _claims(report, report.extraction)
    yield from _below(report, report.extraction, article)


def _nothing(report: ArticleReport) -> RenderableType:
    """An analysis that ended before there was one, and what to do: an error is never shown as a result."""
    if report.refusal is not None:
        return Panel(Text(_line(report.refusal.message)), title="[bold]Not analysed[/bold]: the text was refused", title_align="left")
    why = "it was stopped" if report.outcome is Outcome.CANCELLED else "the analysis failed"
    told = _line(report.cause or "It was stopped.")
    return Panel(Text(told), title=f"[bold]Not analysed[/bold]: {why}", title_align="left", border_style=OTHER_COLOUR)


def _top(report: ArticleReport, extraction: Extraction, article: Snapshot) -> RenderableType:
    """The article, its claims counted, and its scores."""
    title = _line(article.title) or foreign.first_words(article.text) or "An article without words"
    whose = foreign.publisher(article.source.domain) if article.source.domain else ""
    about = (_line(article.byline), whose, str(article.published or "no date"), _line(article.url or ""))
    told: list[RenderableType] = [Text(title, style="bold"), Text(" · ".join(filter(None, about)), style="dim")]
    told.append(Text(_counted(report, extraction)))
    if report.claims_only:
        told.append(Text(article_words.CLAIMS_ONLY, style="dim"))
    if report.outcome is Outcome.PARTIAL:
        told.append(Text(words.OUTCOMES[Outcome.PARTIAL]))
    if report.cause:
        told.append(Text(_line(report.cause)))
    if extraction.claims and not report.claims_only:
        told += [_scores(report), Text(article_words.NO_PROBABILITY, style="dim")]
    return Panel(Group(*told), title="[bold]Article[/bold]", title_align="left")


def _scores(report: ArticleReport) -> RenderableType:
    """Each score with what it says and which end is best; without a value, why."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for dimension, score in article_words.scored(report.scores):
        style = article_words.DIMENSIONS[dimension]
        meaning = f"{style.meaning}; {style.top}" if score.value is not None else article_words.missing(score.missing)
        table.add_row(Text(f"{dimension.value} {style.name}"), Text(article_words.value(score)), Text(meaning, style="dim"))
    if report.verified_score is not None:
        table.add_row(Text("Claims together"), Text(words.number(report.verified_score)), Text("1 is best", style="dim"))
    return Padding(table, (1, 0, 0, 0))


def _counted(report: ArticleReport, extraction: Extraction) -> str:
    """How many claims came out how, and how many were searched for."""
    states = _states(report, extraction)
    number = words.count(len(states), "claim")
    if report.claims_only:
        unverifiable = sum(one.kind == article_words.UNVERIFIABLE.kind for one in states)
        return f"{number}, {unverifiable} that cannot be checked as they stand" if unverifiable else number
    told = [f"{many} {state.word.lower()}" for state, many in article_words.counts(states)]
    line = f"{number}: {', '.join(told)}" if states else "No claim that could be checked was found."
    return f"{line}\n{_chosen(report)}" if report.selection and states else line


def _chosen(report: ArticleReport) -> str:
    """How many claims were searched for, or that none was."""
    if not article_words.is_searched(report) or report.selection is None:
        return article_words.NO_SEARCH
    return f"{len(report.selection.targets)} searched for, {len(report.selection.deferred)} not searched for themselves"


def _states(report: ArticleReport, extraction: Extraction) -> list[State]:
    findings = {one.claim: one for one in report.findings}
    return [article_words.state(claim, findings.get(claim.id)) for claim in extraction.claims]


def _claims(report: ArticleReport, extraction: Extraction) -> RenderableType:
    """Each claim with its verdict and number, its words, whether it was searched for, and the quote that decides it."""
    findings = {one.claim: one for one in report.findings}
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(max_width=21)
    table.add_column()
    for number, (claim, state) in enumerate(zip(extraction.claims, _states(report, extraction), strict=True), 1):
        colour = COLOURS.get(state.kind, OTHER_COLOUR)
        beside = f"\n{state.beside}" if state.beside else ""
        word = Text.assemble((f"{state.sign} {state.word}", f"bold {colour}"), (beside, "dim"))
        table.add_row(str(number), word, Group(Text(_line(claim.text)), *_told(claim, findings.get(claim.id), report)))
    return Padding(table, (1, 0, 0, 0))


def _told(claim: ArticleClaim, finding: ClaimFinding | None, report: ArticleReport) -> list[RenderableType]:
    """What is known of a claim beyond its verdict."""
    lines = [article_words.unverifiable(code) for code in claim.codes]
    if claim.speaker:
        lines.append(f"In the words of {_line(claim.speaker)}.")
    if claim.resolved:
        lines.append(f"Read as: {_line('; '.join(claim.resolved))}")
    found = finding.report if finding else None
    if found is not None and found.refusal is not None:
        lines.append(_line(found.refusal.message))
    if found is not None and found.cause:
        lines.append(_line(trace.cause(found)))
    chosen = article_words.chosen(claim, finding, report)
    if chosen and not claim.codes and article_words.is_searched(report):
        lines.append(chosen)
    told: list[RenderableType] = [Text(line, style="dim") for line in lines]
    if found is not None and found.judged is not None and (best := _best(found, found.judged)):
        told.append(_quoted(best, found.judged))
    return [Padding(one, (0, 0, 0, 2)) for one in told]


def _best(report: Report, judged: Judged) -> Weighed | None:
    """The most trusted piece on the side of the verdict; without a verdict that takes one, of those that take any side."""
    wanted = SIDES.get(report.verdict) if report.verdict else None
    sided = [one for one in judged.weighed if side(one.stance) == wanted or (wanted is None and side(one.stance) != "neutral")]
    return min(sided, key=lambda one: (-one.trust, one.evidence), default=None)


def _quoted(piece: Weighed, judged: Judged) -> RenderableType:
    evidence = next((one.ranked.evidence for one in judged.admitted if one.ranked.evidence.id == piece.evidence), None)
    about = f"{side(piece.stance)}: {_whose(piece, evidence)}, {(evidence and evidence.published) or 'no date'}"
    return Text.assemble(f"“{foreign.cut(piece.quote.text, QUOTE_CHARS)}”", "\n", (about, "dim"))


def _whose(piece: Weighed, evidence: Evidence | None) -> str:
    """Who published a piece; what nobody did is a document of the reader's own, by its title or its first words."""
    if piece.domain or evidence is None:
        return foreign.publisher(piece.domain)
    return foreign.visible(trace.who(evidence)) if evidence.title else f"your document {foreign.first_words(evidence.text)}"


def _below(report: ArticleReport, extraction: Extraction, article: Snapshot) -> Iterator[RenderableType]:
    """Claims that contradict each other, what gave no claim, what could not be read, what failed."""
    numbers = {claim.id: number for number, claim in reversed([*enumerate(extraction.claims, 1)])}
    bonds = article_graph.bonds(report.graph.edges, numbers) if report.graph else ()
    against = [article_words.relation(one.first, one.verb, one.second) for one in bonds if one.verb == CONTRADICTS]
    if against:
        yield _heading("Claims that contradict each other")
        yield from map(_indented, against)
    if extraction.coverage:
        yield _heading("Claims may be missing")
        yield from map(_indented, map(article_words.coverage, extraction.coverage))
    if extraction.dropped:
        yield _heading(f"What gave no claim: {words.count(len(extraction.dropped), 'place')} of the text")
        yield from _left(extraction, article.text)
    if report.degraded:
        yield _heading("What could not be read")
        yield from map(_indented, map(_line, trace.failures(report.degraded)))


def _left(extraction: Extraction, text: str) -> Iterator[RenderableType]:
    """What gave no claim, by its reason; what is mere layout is counted alone."""
    found: dict[str, list[Dropped]] = {}
    for one in extraction.dropped:
        found.setdefault(article_words.dropped(one.code), []).append(one)
    for why, stretches in found.items():
        yield _indented(f"{len(stretches)} × {why}")
        told = [] if stretches[0].code in NO_MATTER else stretches
        yield from (_indented(f"“{foreign.cut(one.span.of(text), EXCERPT_CHARS)}”", 6, "dim") for one in told[:EXCERPTS])
        if len(told) > EXCERPTS:
            yield _indented(f"… and {len(told) - EXCERPTS} more", 6, "dim")


def _line(text: str) -> str:
    """Others' words in one line; letters that would turn it around are written out."""
    return foreign.visible(text.replace("\n", " ").replace("\t", " "))


def _heading(text: str) -> RenderableType:
    return Padding(Text(text, style="bold"), (1, 0, 0, 0))


def _indented(text: str, by: int = 2, style: str = "") -> RenderableType:
    return Padding(Text(text, style=style), (0, 0, 0, by))
