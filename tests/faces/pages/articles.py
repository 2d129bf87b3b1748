"""Analyses of an article, made by hand: one with a claim in every state, and those that ended before there was one.

The reports on claims come from real checks over documents in memory; the article, its claims and everything around them is written down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

from tests.faces.pages import payloads
from tests.faces.pages.cases import AGAINST, BRIDGE, FOR, LENGTH, LETTER, SILENT, SURVEY, Text, cases, made
from veracious.domain.article import (
    ArticleClaim,
    ArticleEvent,
    ArticleReport,
    Binding,
    ClaimFinding,
    ClaimGraph,
    Deferred,
    Dimension,
    Dropped,
    Edge,
    Extraction,
    Mention,
    MentionKind,
    Relation,
    Score,
    Selection,
    Skeleton,
    SkeletonEvent,
    SkeletonMeasurement,
    SkeletonPolicy,
    SkeletonQuote,
    TierFactor,
    Worth,
)
from veracious.domain.belief import Belief
from veracious.domain.claim import Reason, Refusal
from veracious.domain.evidence import Snapshot, Source, Tier
from veracious.domain.language import Element
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.domain.span import Span
from veracious.domain.verdict import Lean, Outcome, Probability, Verdict
from veracious.flow.article import NO_CLAIMS, Analysis, AnalysisRequest
from veracious.rules import digest
from veracious.rules.seeking import snapshots

TITLE = "A year on, the Halvorsund Bridge divides the town that wanted it"
ADDRESS = "https://coastweekly.example/2026/bridge"
TEXT = Path(__file__).with_name("halvorsund.txt").read_text("utf-8")
LEANING = "The sources that speak of it are too few, or of too little standing, to decide."


def span(words: str) -> Span:
    """Where these words stand in the article."""
    start = TEXT.index(words)
    return Span(start, start + len(words))


SENTENCE = TEXT[TEXT.index("The Halvorsund Bridge, which") : TEXT.index("\n\nWhat do you get")]
PIERS = "its survey, by which the crossing stands on eleven piers and is to be inspected again in 2030"
CLAIMS = (
    ArticleClaim(
        "c1", LENGTH, span("The Halvorsund Bridge, which is 1,420 metres long"), (Element.MEASUREMENT,), names=("halvorsund bridge",)
    ),
    ArticleClaim("c2", "The Halvorsund Bridge was opened to traffic in June 2025.", span(SENTENCE), (Element.EVENT,)),
    ArticleClaim(
        "c3",
        "The journey from the islands to the hospital takes 25 minutes.",
        span("The journey from the islands to the hospital now takes 25 minutes"),
        (Element.MEASUREMENT,),
        speaker="the roads authority",
    ),
    ArticleClaim("c4", "The last Halvorsund ferry sailed on 5 June 2025.", span("The last ferry sailed on 5 June 2025"), (Element.EVENT,)),
    ArticleClaim(
        "c5",
        "The Halvorsund Bridge cost 3.1 billion kroner.",
        span("The bridge cost 3.1 billion kroner"),
        (Element.MEASUREMENT,),
        speaker="the ministry",
        resolved=("the bridge → the Halvorsund Bridge",),
    ),
    ArticleClaim(
        "c6",
        "It was finished sooner than planned.",
        span("It was finished sooner than planned,"),
        (Element.QUOTE,),
        speaker="Ida Moe",
        codes=("unknown_time_anchor", "missing_subject_entities"),
    ),
    ArticleClaim(
        "c7", "Everybody on the islands is happier now.", span("Everybody on the islands is happier now."), codes=("not_falsifiable",)
    ),
    ArticleClaim(
        "c8",
        "The Halvorsund Bridge is 1,180 metres long.",
        span("the bridge is in truth 1,180 metres long"),
        (Element.MEASUREMENT,),
        speaker="a group of walkers",
        resolved=("the bridge → the Halvorsund Bridge",),
    ),
    ArticleClaim("c9", "The Halvorsund Bridge stands on eleven piers.", span(PIERS), (Element.MEASUREMENT,)),
    ArticleClaim("c10", "The Halvorsund Bridge is to be inspected again in 2030.", span(PIERS), (Element.EVENT,)),
    ArticleClaim("c11", "The tolls of the Halvorsund Bridge are to end in 2041.", span("they are to end in 2041"), (Element.POLICY,)),
    ArticleClaim(
        "c12", "Is the petition signed by 14,000 people?", span("a petition against it was signed by 14,000 people"), (Element.EVENT,)
    ),
)
DROPPED = (
    Dropped(span("What do you get for so much concrete?"), Reason.QUESTION),
    Dropped(span("If the tolls were doubled, the loan would be gone in nine years"), Reason.HYPOTHETICAL),
    Dropped(span("We think that the bridge was worth it."), Reason.OPINION),
    Dropped(span("How hard can it be?"), Reason.QUESTION),
    Dropped(span("Look at the harbour, where the ferry quay has become a place to swim."), Reason.COMMAND),
)
SKELETON = Skeleton(
    events=(SkeletonEvent(span(SENTENCE), "the Halvorsund Bridge", "opened", "June 2025"),),
    measurements=(
        SkeletonMeasurement(CLAIMS[0].span, "length", "1,420 metres"),
        SkeletonMeasurement(CLAIMS[4].span, "cost", "3.1 billion kroner"),
    ),
    quotes=(SkeletonQuote(CLAIMS[5].span, "Ida Moe", "It was finished sooner than planned,"),),
    policies=(SkeletonPolicy(span("A law of 2019 says that they are to end in 2041"), "a law of 2019", "they are to end in 2041"),),
)
EXTRACTION = Extraction(
    SKELETON,
    (Mention(MentionKind.TIME, span("June 2025")), Mention(MentionKind.NUMBER, span("1,420"))),
    CLAIMS,
    DROPPED,
    ("low_number_coverage:6/13", "low_quote_coverage:1/3"),
    "c1",
)
GRAPH = ClaimGraph(
    tuple(claim.id for claim in CLAIMS),
    (
        Edge("c9", "c1", Relation.SUPPORTS, 0.62),
        Edge("c8", "c1", Relation.CONTRADICTS, 0.95),
        Edge("c2", "c4", Relation.DEPENDS, 0.4),
        Edge("c2", "c10", Relation.DEPENDS, 0.55),
        Edge("c5", "c11", Relation.DEPENDS, 0.3),
        Edge("c4", "c3", Relation.SUPPORTS, 0.25),
        Edge("c10", "c9", Relation.SUPPORTS, 0.35),
    ),
    (Edge("c1", "c9", Relation.SUPPORTS, 0.2),),
    tuple(0.1 * (number % 7) for number in range(len(CLAIMS))),
)
SELECTION = Selection(
    ("c1", "c5", "c8", "c3", "c9"),
    (
        Deferred("c2", "ceiling"),
        Deferred("c4", "below_minimum"),
        Deferred("c6", "unverifiable:unknown_time_anchor"),
        Deferred("c7", "unverifiable:not_falsifiable"),
        Deferred("c10", "ceiling"),
        Deferred("c11", "below_cost"),
        Deferred("c12", "ceiling"),
    ),
    4,
    (0.42, 0.36, 0.31, 0.2, 0.11),
    True,
)
OFFICE = Text(
    "ministry.example",
    0.9,
    "Final account",
    "The Halvorsund Bridge cost 3.1 billion kroner, by the final account.",
    date(2025, 12, 1),
    (FOR,),
)
PRESS = replace(
    OFFICE, domain="fjordtimes.example", title="What it cost", text="The works are paid: the Halvorsund Bridge cost 3.1 billion kroner."
)
COUNCIL = Text(
    *("county.example", 0.88, "Report of the committee"),
    "The Halvorsund Bridge cost 4.4 billion kroner and not 3.1 billion kroner, the committee finds.",
    date(2026, 1, 20),
    (AGAINST,),
)
LOCAL = replace(
    COUNCIL,
    domain="walkers.example",
    credibility=0.8,
    title="Money",
    text="It is known that the Halvorsund Bridge cost far more than 3.1 billion kroner.",
)
WAY = Text("islandfans.example", None, "My way to work", "The journey from the islands to the hospital takes 25 minutes, I find.", None)
QUIET = Text("museum.example", 0.6, "Ropes", "The rope museum near the last Halvorsund ferry opened in June.", date(2025, 5, 1), (SILENT,))
SHORTER = Text("oldgazette.example", 0.86, "Letters", LETTER, date(2025, 8, 2), (FOR,))
LONGER = tuple(replace(one, stances=(AGAINST,)) for one in BRIDGE[:5])
PIERED = Text("roads.example", 0.96, "Survey of the Halvorsund Bridge", SURVEY, date(2025, 11, 20))


def report(text: str, *texts: Text) -> Report:
    """The report on a claim over these texts."""
    return made(text, texts).report


@cache
def reports() -> Mapping[str, Report]:
    """The report on each claim that was looked at, by its id."""
    far = report(CLAIMS[2].text, WAY)
    lean = Lean(Verdict.SUPPORTED, 0.64)
    likely = Probability(0.64, 0.12, 0.04, 0.2)
    known = report(CLAIMS[0].text, *BRIDGE)
    return {
        "c1": replace(known, probability=Probability(0.91, 0.03, 0.03, 0.03), band="very likely"),
        "c2": report(CLAIMS[1].text, PIERED, BRIDGE[4]),
        "c3": replace(far, verdict=Verdict.NOT_ENOUGH_EVIDENCE, lean=lean, probability=likely, undecided=LEANING),
        "c4": report(CLAIMS[3].text, QUIET),
        "c5": report(CLAIMS[4].text, OFFICE, PRESS, COUNCIL, LOCAL),
        "c8": report(CLAIMS[7].text, SHORTER, *LONGER),
        "c9": replace(cases()["failed"].report),
        "c10": replace(report(CLAIMS[9].text, PIERED), outcome=Outcome.PARTIAL),
        "c11": replace(report(CLAIMS[10].text, *BRIDGE[:3]), outcome=Outcome.PARTIAL, verdict=None, cause="search was not made: pages"),
        "c12": report(CLAIMS[11].text),
    }


def worth(number: int) -> Worth:
    """What a claim is worth."""
    features = (("numbers", 0.2), ("names", 0.1 + 0.02 * number), ("centrality", -0.05))
    return Worth(round(0.9 - 0.06 * number, 2), round(0.1 + 0.05 * (number % 5), 2), 0.8, features)


def finding(claim: ArticleClaim) -> ClaimFinding:
    """What was found of a claim."""
    told = reports().get(claim.id)
    if told is None or told.verdict is None:
        return ClaimFinding(claim.id, told, claim.id in SELECTION.targets)
    sure = told.judged.decision.draft.confidence if told.judged else 0.0
    scores = (
        Score(Dimension.VERACITY, 0.7, (("evidence", 0.9), ("prior", 0.5))),
        Score(Dimension.EXPLAINABILITY, 0.54, (("quotes", 0.6), ("tier_factor", 0.9))),
        Score(Dimension.HONESTY, None, missing="no rule for it has been evaluated"),
    )
    return ClaimFinding(claim.id, told, claim.id in SELECTION.targets, Belief(1.2, 0.6), Belief(0.75, 0.6), scores, round(sure, 2))


def request(text: str = TEXT) -> str:
    """What was asked, as a record has it; without a text only the address is named."""
    asked = AnalysisRequest(text, date(2026, 6, 5), TITLE if text else "", url=ADDRESS)
    return digest.canonical(asked).decode()


def record(asked: str) -> Record:
    """A record that the pages are of."""
    one = cases()["supported"].record
    return replace(one, body=replace(one.body, request=asked))


ARTICLE = Snapshot(
    snapshots.name(TEXT),
    TEXT,
    Source("coastweekly.example", 0.7, Tier.B),
    ADDRESS,
    TITLE,
    date(2026, 6, 5),
    byline="By Sunniva Lund, Halvorsund",
)


def whole() -> ArticleReport:
    """A finished analysis with a claim in every state."""
    return ArticleReport(
        Outcome.COMPLETED,
        ARTICLE,
        EXTRACTION,
        tuple(map(worth, range(len(CLAIMS)))),
        GRAPH,
        SELECTION,
        tuple(map(finding, CLAIMS)),
        (Binding("c1", ("https://roads.example/a", "https://northpress.example/b"), ("https://roads.example/a",)),),
        (TierFactor("c1", "roads.example", Tier.A, 0.9, 0.8, 1.125, 0.6, 0.675),),
        (
            Score(Dimension.DANGER, 0.22, (("c1", 0.1), ("c8", 0.34))),
            Score(Dimension.VERACITY, 0.58, (("c1", 0.91), ("c5", 0.5), ("c8", 0.08))),
            Score(Dimension.EXPLAINABILITY, 0.61, (("quotes", 0.68), ("tier_factor", 0.9))),
            Score(Dimension.HONESTY, None, missing="no rule for it has been evaluated"),
        ),
        0.58,
        (
            ArticleEvent("urls_registered", (("stage", 0), ("count", 14))),
            ArticleEvent("target_selection.completed", (("targets", "c1, c5, c8, c3, c9"), ("optimal_k", 4))),
            ArticleEvent("verdict.explainability_tier_factor", (("claim_id", "c1"), ("factor", 1.125), ("best_tier", "A"))),
        ),
        ("the search provider serper did not answer (search 2: timed out)",),
    )


@cache
def analyses() -> Mapping[str, Analysis]:
    """An analysis of each kind, by name."""
    full = whole()
    chosen = tuple(one for one in full.events if one.name.startswith("target_selection"))
    read = replace(full, findings=(), bindings=(), tier_factors=(), scores=(), verified_score=None, events=chosen, degraded=())
    too_long = Refusal(Reason.TOO_LONG, "The text is too long to be analysed at once. Give it in parts.")
    told = {
        "whole": full,
        "offline": replace(full, events=(*chosen, full.events[-1]), findings=tuple(map(unsearched, full.findings)), degraded=()),
        "partial": replace(full, outcome=Outcome.PARTIAL, cause="search was not made: pages"),
        "claims_only": replace(read, claims_only=True),
        "no_claims": replace(
            read,
            outcome=Outcome.REFUSED,
            extraction=replace(EXTRACTION, claims=(), anchor="", coverage=()),
            worths=(),
            graph=ClaimGraph(()),
            selection=Selection((), (), 0, ()),
            refusal=NO_CLAIMS,
        ),
        "refused": ArticleReport(Outcome.REFUSED, ARTICLE, refusal=too_long),
        "failed": ArticleReport(Outcome.FAILED, cause="the judge did not answer", degraded=("the judge: timed out",)),
        "unread": ArticleReport(Outcome.FAILED, cause="https://coastweekly.example/2026/bridge could not be read: 404"),
        "cancelled": ArticleReport(Outcome.CANCELLED, ARTICLE),
    }
    asked = {name: request("") if name == "unread" else request() for name in told}
    return {name: Analysis(one, record(asked[name])) for name, one in told.items()}


def unsearched(finding: ClaimFinding) -> ClaimFinding:
    """What is found of a claim where no search was made."""
    return finding if finding.report is None else replace(finding, report=replace(finding.report, executed=()))


def with_article(analysed: Analysis, **given: object) -> Analysis:
    """The same analysis of an article with other fields."""
    return replace(analysed, report=replace(analysed.report, article=replace(ARTICLE, **given)))  # type: ignore[arg-type]


def spans(claims: Sequence[ArticleClaim]) -> list[Span]:
    """Where claims stand."""
    return [claim.span for claim in claims]


NAMES = ("whole", "offline", "partial", "claims_only", "no_claims", "refused", "failed", "unread", "cancelled")


def hostile(report: ArticleReport, text: str) -> Analysis:
    """An analysis in which every free text begins with this one, and the article has it in its text, title, byline and address."""
    record = payloads.begun(analyses()["whole"].record, text)
    given = AnalysisRequest(f"{text}{TEXT}", date(2026, 6, 5), text, text, text)
    record = replace(record, body=replace(record.body, request=digest.canonical(given).decode()))
    report = payloads.begun(report, text)
    report = replace(report, scores=tuple(replace(score, made_of=((text, 0.5),)) for score in report.scores))
    if report.article is None:
        return Analysis(report, record)
    source = replace(ARTICLE.source, domain=f"{text}.example")
    return with_article(Analysis(report, record), text=f"{text}{TEXT}", title=text, byline=text, url=text, source=source)
