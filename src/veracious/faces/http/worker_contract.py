"""The contract of `POST /worker/verify` (seed A §2): its fields by their exact names, filled from a report of ours."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from statistics import fmean
from typing import Annotated, Any, Literal, cast

from pydantic import Field

from veracious.domain.ranked import Ranked
from veracious.domain.report import Judged, Report
from veracious.domain.trust import Status, TrustState, Weighed
from veracious.domain.verdict import Outcome, Verdict
from veracious.faces.http.models import KEPT, ClaimText, Given, Number, Shown
from veracious.rules import labels
from veracious.rules.labels import Vocabulary
from veracious.rules.weighing.evidence_trust import side

ADAPTIVE = "adaptive"  # the policy that decides whether evidence is enough; the fixed one is told beside it
SIDES: Mapping[str, str] = {"supports": "supports", "refutes": "contradicts", "neutral": "neutral"}
NAME_CHARS = 200
TOP_K, TOP_K_AT_MOST = 5, 20

Label = Annotated[str, Field(max_length=NAME_CHARS, pattern=KEPT)]
WorkerVerdict = Literal["TRUE", "FALSE", "MIXED", "UNVERIFIABLE"]


class WorkerClaim(Given):
    """What is asked."""

    job_id: Annotated[str, Field(min_length=1, max_length=NAME_CHARS, pattern=KEPT)] = Field(description="Your name for it; it comes back.")
    claim: ClaimText
    room_id: Label | None = None
    source: Label | None = None
    domain: Label = Field(
        default="general",
        description="`health` and `science` weigh evidence as those fields do and ask for more credible sources; others change nothing.",
    )
    top_k: Annotated[int, Field(ge=1, le=TOP_K_AT_MOST), Number] = Field(default=TOP_K, description="How many pieces of evidence are told.")


class WorkerEvidence(Shown):
    """A piece of evidence that was judged."""

    evidence_id: str
    segment: int = Field(description="Which part of the claim it is checked against, counted from 0.")
    text: str = Field(description="The exact words that carry the stance.")
    stance: Literal["supports", "contradicts", "neutral"]
    source: str
    title: str
    url: str | None
    published_at: date | None
    ranking_score: float
    credibility: float
    trust: float


class MappedSegment(Shown):
    """Which evidence bears on a part of the claim, by its ids."""

    segment: int
    supports: list[str]
    contradicts: list[str]
    neutral: list[str]


class BrokenDown(Shown):
    """A part of the claim, and what the evidence makes of it."""

    segment: int
    text: str
    status: Status
    verdict: WorkerVerdict
    resolved: bool


class TrustGate(Shown):
    """By which rule the evidence was enough or not, and what that makes of it."""

    route: str
    state: TrustState


class WorkerAnswer(Shown):
    """What was found, and what it was made of."""

    job_id: str
    record: str = Field(description="The name of the record that proves it.")
    claim: str
    room_id: str | None
    source: str | None
    domain: str
    status: Outcome
    verdict: WorkerVerdict
    verdict_confidence: float
    confidence: float = Field(description="The same as `verdict_confidence`.")
    truthfulness_percent: float
    evidence_quality_percent: float
    rationale: str
    top_ranking_score: float
    avg_ranking_score: float
    trust_policy_mode: str
    trust_metric_value: float
    trust_threshold_met: bool
    trust_post: float
    trust_post_adaptive: float
    trust_post_fixed: float | None
    trust_gate: TrustGate
    coverage: float
    diversity: float
    agreement: float
    data_source: Literal["cache", "store", "web"]
    used_web_search: bool
    signal_counts: dict[str, int]
    analysis_counts: dict[str, float]
    evidence: list[WorkerEvidence]
    evidence_map: list[MappedSegment]
    claim_breakdown: list[BrokenDown]


def answer(body: WorkerClaim, record: str, report: Report) -> WorkerAnswer:
    """The answer to a claim whose run ended with a verdict."""
    judged, reading = report.judged, report.reading
    if judged is None or reading is None or report.verdict is None:
        raise ValueError("a run without a verdict has no answer")
    draft, enough = judged.decision.draft, judged.decision.facts.sufficiency
    return WorkerAnswer(
        **body.model_dump(exclude={"top_k"}),
        **_trust(report, judged),
        **_ranking(judged, body.top_k),
        record=record,
        status=report.outcome,
        verdict=_word(report.verdict),
        verdict_confidence=draft.confidence,
        confidence=draft.confidence,
        truthfulness_percent=draft.truth_percent,
        evidence_quality_percent=100 * judged.decision.quality,
        rationale=" ".join(told.text for told in report.explanation),
        data_source=_source(report),
        used_web_search=bool(report.executed),
        signal_counts=_signals(judged),
        analysis_counts=_counts(report, judged),
        evidence=_evidence(judged, body.top_k),
        evidence_map=[_mapped(number, judged.weighed) for number in range(len(reading.subclaims))],
        claim_breakdown=[
            BrokenDown(
                segment=number, text=part.text, status=detail.status, verdict=_word(verdict), resolved=detail.status is not Status.UNKNOWN
            )
            for number, (part, detail, verdict) in enumerate(
                zip(reading.subclaims, enough.details, judged.decision.facts.parts, strict=True)
            )
        ],
    )


def _trust(report: Report, judged: Judged) -> dict[str, Any]:
    """Both views of trust (A §9), and the gate that the adaptive one went through."""
    enough = judged.decision.facts.sufficiency
    return {
        "trust_policy_mode": ADAPTIVE,
        "trust_metric_value": enough.trust_post,
        "trust_threshold_met": enough.is_sufficient,
        "trust_post": enough.trust_post,
        "trust_post_adaptive": enough.trust_post,
        "trust_post_fixed": None if report.fixed_trust is None else report.fixed_trust.value,
        "trust_gate": TrustGate(route=enough.route, state=enough.state),
        "coverage": enough.coverage,
        "diversity": enough.diversity,
        "agreement": enough.agreement,
    }


def _ranking(judged: Judged, top_k: int) -> dict[str, Any]:
    """The best score, and the mean of as many of the best as were asked for."""
    scores = sorted((entry.ranked.final_score for entry in judged.admitted), reverse=True)[:top_k]
    return {"top_ranking_score": scores[0] if scores else 0.0, "avg_ranking_score": fmean(scores) if scores else 0.0}


def _source(report: Report) -> Literal["cache", "store", "web"]:
    if report.outcome is Outcome.COMPLETED_FROM_CACHE:
        return "cache"
    return "web" if report.executed else "store"


def _signals(judged: Judged) -> dict[str, int]:
    """How many judged pieces point where, and how many of them are triples."""
    sides = Counter(SIDES[side(piece.stance)] for piece in judged.weighed)
    triples = sum(piece.is_triple for piece in judged.weighed)
    return {name: sides[name] for name in SIDES.values()} | {"triples": triples, "passages": len(judged.weighed) - triples}


def _counts(report: Report, judged: Judged) -> dict[str, float]:
    """What was counted on the way; the first is what A §10 looks at first."""
    may_count, facts = sum(entry.admissible_for_trust for entry in judged.admitted), judged.decision.facts
    return {
        "admissible_evidence_ratio": may_count / len(judged.admitted) if judged.admitted else 0.0,
        "candidates": len(judged.admitted),
        "admissible": may_count,
        "judged": len(judged.weighed),
        "unjudged": judged.unjudged,
        "quotes_rejected": judged.quotes_rejected,
        "set_aside": len(judged.set_aside),
        "origins": facts.origins,
        "supporting_origins": facts.supporters,
        "contradicting_origins": facts.refuters,
        "segments": len(facts.parts),
        "unresolved_segments": sum(detail.status is Status.UNKNOWN for detail in facts.sufficiency.details),
        "searches": len(report.executed),
    }


def _evidence(judged: Judged, top_k: int) -> list[WorkerEvidence]:
    """What was judged, the most trusted first."""
    ranked = {entry.ranked.evidence.id: entry.ranked for entry in judged.admitted}
    best = sorted(judged.weighed, key=lambda piece: (-piece.trust, piece.evidence, piece.subclaim))[:top_k]
    return [_piece(piece, ranked[piece.evidence]) for piece in best]


def _piece(piece: Weighed, ranked: Ranked) -> WorkerEvidence:
    return WorkerEvidence.model_validate(
        {
            "evidence_id": piece.evidence,
            "segment": piece.subclaim,
            "text": piece.quote.text,
            "stance": SIDES[side(piece.stance)],
            "source": piece.domain,
            "title": ranked.evidence.title,
            "url": ranked.evidence.url,
            "published_at": ranked.evidence.published,
            "ranking_score": ranked.final_score,
            "credibility": piece.credibility,
            "trust": piece.trust,
        }
    )


def _mapped(segment: int, weighed: Sequence[Weighed]) -> MappedSegment:
    found = {
        name: [piece.evidence for piece in weighed if piece.subclaim == segment and SIDES[side(piece.stance)] == name]
        for name in SIDES.values()
    }
    return MappedSegment(segment=segment, **found)


def _word(verdict: Verdict) -> WorkerVerdict:
    return cast(WorkerVerdict, labels.write(verdict, Vocabulary.WORKER))
