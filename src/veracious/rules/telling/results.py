"""The parts of a claim as results of their own, and the quotes a reader can open."""

from collections.abc import Mapping, Sequence

from veracious.domain.claim import Subclaim
from veracious.domain.decision import Decision
from veracious.domain.evidence import Evidence
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Citation, SubResult
from veracious.rules.judging import aggregate
from veracious.rules.judging.aggregate import CitationDials
from veracious.rules.telling.explain import Sentence
from veracious.rules.weighing.evidence_trust import side


def citations(weighed: Sequence[Weighed], evidence: Mapping[str, Evidence], dials: CitationDials) -> tuple[Citation, ...]:
    """The quotes that take a side, most trusted first: one a page, credible sources by preference, all of evidence looked at."""
    stanced = [piece for piece in weighed if side(piece.stance) != "neutral" and piece.evidence in evidence]
    ordered = sorted(stanced, key=lambda piece: (-piece.trust, piece.subclaim, piece.evidence))
    found = [_citation(piece, evidence[piece.evidence]) for piece in ordered]
    looked_at = frozenset(piece.passage.snapshot for piece in evidence.values())
    credibility = {piece.domain: piece.credibility for piece in stanced}
    return aggregate.cite(aggregate.valid(found, looked_at), credibility, dials)


def parts(
    decision: Decision, subclaims: Sequence[Subclaim], told: Sequence[Sentence], weighed: Sequence[Weighed], cited: Sequence[Citation]
) -> tuple[SubResult, ...]:
    """Each part with its verdict, the sentences that speak of its evidence, and its own citations; none for a claim of one part."""
    if len(subclaims) < 2:
        return ()
    found = []
    for index, (subclaim, verdict) in enumerate(zip(subclaims, decision.facts.parts, strict=True)):
        own = [piece for piece in weighed if piece.subclaim == index]
        quotes = {piece.quote for piece in own}
        reasons = " ".join(sentence.text for sentence in told if sentence.subclaim == index)
        found.append(SubResult(subclaim.text, verdict, reasons, tuple(one for one in cited if one.quote in quotes)))
    return tuple(found)


def _citation(piece: Weighed, evidence: Evidence) -> Citation:
    return Citation(piece.quote, piece.domain, evidence.title, evidence.url)
