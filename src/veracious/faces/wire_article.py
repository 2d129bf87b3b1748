"""The JSON we promise of an article that was analysed.

Claims are in the order of the text, and everything else names them by their `id`. `start` and `end` are places in the text of the article,
in characters. Numbers called `score` or `scores` are scores of the rules, and no probabilities.
"""

import json
from typing import Any

from veracious.domain.article import (
    ArticleClaim,
    ArticleReport,
    ClaimFinding,
    ClaimGraph,
    Edge,
    Extraction,
    Score,
    Selection,
    Skeleton,
    Worth,
)
from veracious.domain.belief import Belief
from veracious.domain.evidence import Snapshot
from veracious.faces import wire
from veracious.faces.pages import article_words
from veracious.flow.article import Analysis
from veracious.rules import digest


def analysed(analysed: Analysis, indent: int | None = 2) -> str:
    """The analysis of an article as JSON; one that did not come about has no `claims`, and says why in `refusal` or `cause`."""
    return json.dumps(analysis(analysed), ensure_ascii=False, indent=indent)


def analysis(analysed: Analysis) -> dict[str, Any]:
    """The same as a value.

    A claim has `report` where it was looked at, of the same make as the report on a single claim, and `state`: its verdict, or why it has
    none. Where only claims were read, `claims_only` is true, and there are no `scores`; where the article states nothing, there are none
    either, `claims` is empty, and `refusal` says so.
    """
    report, record = analysed.report, analysed.record
    told: dict[str, Any] = {"outcome": report.outcome, "record": record.envelope.id, "body": record.envelope.body}
    told |= {"article": _article(analysed.article), "claims_only": report.claims_only}
    if report.refusal is not None:
        told["refusal"] = json.loads(digest.canonical(report.refusal))
    if report.cause:
        told["cause"] = report.cause
    if report.extraction is not None:
        told |= _read(report, report.extraction)
    if report.extraction is not None and report.extraction.claims and not report.claims_only:
        told |= {"scores": _scores(report), "verified_score": report.verified_score}
    if report.selection is not None:
        told["selection"] = _selection(report.selection)
    return told | {"events": [{"name": one.name, "fields": dict(one.fields)} for one in report.events], "degraded": list(report.degraded)}


def _article(article: Snapshot) -> dict[str, Any]:
    """What is known of the article itself; its text goes by its digest. Without one it could not be read."""
    return {
        "snapshot": article.digest or None,
        "title": article.title,
        "byline": article.byline,
        "published": None if article.published is None else article.published.isoformat(),
        "url": article.url,
        "domain": article.source.domain,
        "language": article.language,
    }


def _read(report: ArticleReport, extraction: Extraction) -> dict[str, Any]:
    """What was read off the article, and what was found of it."""
    graph = report.graph or ClaimGraph(tuple(claim.id for claim in extraction.claims))
    central = dict(zip(graph.claims, graph.centrality, strict=False))
    return {
        "anchor": extraction.anchor or None,
        "claims": [_claim(place, claim, report, central.get(claim.id)) for place, claim in enumerate(extraction.claims)],
        "edges": [_edge(one) for one in graph.edges],
        "removed_edges": [_edge(one) for one in graph.removed],
        "skeleton": _skeleton(extraction.skeleton),
        "coverage": list(extraction.coverage),
        "dropped": [{"start": one.span.start, "end": one.span.end, "code": one.code} for one in extraction.dropped],
    }


def _claim(place: int, claim: ArticleClaim, report: ArticleReport, centrality: float | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": claim.id,
        "text": claim.text,
        "start": claim.span.start,
        "end": claim.span.end,
        "speaker": claim.speaker or None,
        "elements": list(claim.elements),
        "names": list(claim.names),
        "resolved": list(claim.resolved),
        "codes": list(claim.codes),
        "worth": _worth(report.worths[place]) if place < len(report.worths) else None,
        "centrality": centrality,
        "is_target": report.selection is not None and claim.id in report.selection.targets,
        "deferred": next((one.code for one in report.selection.deferred if one.claim == claim.id), None) if report.selection else None,
    }
    finding = next((one for one in report.findings if one.claim == claim.id), None)
    return told | {"state": article_words.state(claim, finding).kind} | _finding(finding or ClaimFinding(claim.id), report)


def _finding(finding: ClaimFinding, report: ArticleReport) -> dict[str, Any]:
    """What was found of a claim; its verdict stands in its report."""
    bound = next((one for one in report.bindings if one.claim == finding.claim), None)
    factors = [json.loads(digest.canonical(one)) for one in report.tier_factors if one.claim == finding.claim]
    found = finding.report
    return {
        "report": None if found is None else wire.report_on_claim(found) | {"citations": json.loads(digest.canonical(found.citations))},
        "local": _belief(finding.local),
        "propagated": _belief(finding.propagated),
        "scores": [_score(one) for one in finding.scores],
        "verdict_score": finding.verdict_score,
        "pages": None if bound is None else {"eligible": list(bound.eligible), "audited": list(bound.audited)},
        "tier_factor": {name: value for name, value in factors[0].items() if name != "claim"} if factors else None,
    }


def _worth(worth: Worth) -> dict[str, Any]:
    features = [{"name": name, "share": share} for name, share in worth.features]
    return {"worthiness": worth.worthiness, "harm": worth.harm, "confidence": worth.confidence, "features": features}


def _belief(belief: Belief | None) -> dict[str, float] | None:
    return None if belief is None else {"log_odds": belief.log_odds, "confidence": belief.confidence}


def _edge(edge: Edge) -> dict[str, Any]:
    """A claim bears on another; of what depends, the target is what cannot hold without the source."""
    return {"source": edge.source, "target": edge.target, "relation": edge.relation, "weight": edge.weight}


def _scores(report: ArticleReport) -> list[dict[str, Any]]:
    """All four, in the order G, A, R, B; one without a value was not measured."""
    return [_score(score) for _, score in article_words.scored(report.scores)]


def _score(score: Score) -> dict[str, Any]:
    made_of = [{"name": name, "value": value} for name, value in score.made_of]
    return {"dimension": score.dimension, "value": score.value, "made_of": made_of, "missing": score.missing or None}


def _selection(selection: Selection) -> dict[str, Any]:
    return {
        "targets": list(selection.targets),
        "deferred": [{"claim": one.claim, "code": one.code} for one in selection.deferred],
        "optimal_k": selection.optimal_k,
        "gains": list(selection.gains),
        "anchor_forced": selection.anchor_forced,
    }


def _skeleton(skeleton: Skeleton) -> dict[str, Any]:
    """What the article holds, by kind, each part with its place."""
    kinds = (
        ("events", skeleton.events),
        ("measurements", skeleton.measurements),
        ("quotes", skeleton.quotes),
        ("policies", skeleton.policies),
    )
    return {name: [_part(json.loads(digest.canonical(one))) for one in parts] for name, parts in kinds}


def _part(told: dict[str, Any]) -> dict[str, Any]:
    return {**told.pop("span"), **told}
