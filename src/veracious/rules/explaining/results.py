"""The parts of a claim as results of their own, and the quotes a reader can open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.decision import Decision
from veracious.domain.evidence import Evidence
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Citation, SubResult
from veracious.rules.explaining.explain import Sentence
from veracious.rules.judging import aggregate
from veracious.rules.judging.aggregate import CitationDials
from veracious.rules.weighing.evidence_trust import side


def citations(weighed: Sequence[Weighed], evidence: Mapping[str, Evidence], dials: CitationDials) -> tuple[Citation, ...]:
    """The quotes that take a side, most trusted first: of each side one a page, credible sources by preference, all looked at.

    Formula: Citations of both sides. From E §7.2, E §8.

        of each side the citations shown, taken from its quotes, most trusted first
        together, most trusted first, the first at_most; a part has those of its own quotes

    Dials: at_most of CitationDials.
    """
    stanced = [piece for piece in weighed if side(piece.stance) != "neutral" and piece.evidence in evidence]
    ordered = sorted(stanced, key=lambda piece: (-piece.trust, piece.subclaim, piece.evidence))
    looked_at = frozenset(piece.passage.snapshot for piece in evidence.values())
    credibility = {piece.domain: piece.credibility for piece in stanced}
    kept: set[Citation] = set()
    for wanted in ("supports", "refutes"):
        found = [_citation(piece, evidence[piece.evidence]) for piece in ordered if side(piece.stance) == wanted]
        kept.update(aggregate.cite(aggregate.valid(found, looked_at), credibility, dials))
    cited = dict.fromkeys(_citation(piece, evidence[piece.evidence]) for piece in ordered)
    return tuple(citation for citation in cited if citation in kept)[: dials.at_most]


@dataclass(frozen=True, slots=True)
class Words:
    """What the parts are told with."""

    subclaims: Sequence[Subclaim]
    sentences: Sequence[Sentence]


def parts(
    decision: Decision, words: Words, weighed: Sequence[Weighed], evidence: Mapping[str, Evidence], dials: CitationDials
) -> tuple[SubResult, ...]:
    """Each part with its verdict, the sentences on it and its own citations; none for a claim of one part."""
    if len(words.subclaims) < 2:
        return ()
    found = []
    for index, (subclaim, verdict) in enumerate(zip(words.subclaims, decision.facts.parts, strict=True)):
        reasons = " ".join(sentence.text for sentence in words.sentences if sentence.subclaim == index)
        own = [piece for piece in weighed if piece.subclaim == index]
        found.append(SubResult(subclaim.text, verdict, reasons, citations(own, evidence, dials)))
    return tuple(found)


def _citation(piece: Weighed, evidence: Evidence) -> Citation:
    return Citation(piece.quote, piece.domain, evidence.title, evidence.url)
