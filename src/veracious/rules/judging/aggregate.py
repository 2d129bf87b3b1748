"""Parts into one verdict, and citations into one list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veracious.domain.trust import Covered, Status
from veracious.domain.verdict import Citation, Verdict
from veracious.rules.seeking import urls

_S, _R, _M, _N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE


@dataclass(frozen=True, slots=True)
class DecisiveDials:
    """What a decisive verdict needs, and how parts are joined."""

    origins_at_least: int = 2  # independent origins on its side; 1–4; SPEC §9
    sole_source_credibility: float = 0.9  # credibility with which one origin is enough; 0.8–1; SPEC §9, a guess
    unknown_parts_mix: bool = False  # whether supported beside unknown parts is mixed; true or false; seed E §8 true, SPEC §9 false
    refuted_part_refutes: bool = False  # whether a refuted part outweighs supported ones; true or false; seed E §8 true
    force_origins: int = 3  # firm origins on one side that may force it against dissent; 2–6; seed A §8 names it, a guess
    force_ratio: float = 4.0  # and how many times the firm origins of the other side they must be; 2–10; seed A §8 names it, a guess


@dataclass(frozen=True, slots=True)
class CitationDials:
    """Which citations are shown."""

    at_most: int = 25  # citations of one verdict; 5–50; seed E §8
    credible: float = 0.6  # credibility from which a source is shown by preference; 0.5–0.9; seed E §7.2, a guess
    credible_at_least: int = 3  # fewer credible ones, and all are shown; 1–5; seed E §7.2
    credible_share: float = 0.3  # a smaller share of credible ones, and all are shown; 0.1–0.5; seed E §7.2


def part(detail: Covered, dials: DecisiveDials) -> Verdict:
    """The verdict on one subclaim: firm voices of different origins on both sides are mixed unless one side is far stronger.

    Formula: Verdict on a subclaim. From E §7.1, E §7.3 (minimum sources).

        firm origins on both sides:
            a side      if it is forced
            mixed       if not, and they are of two origins or more; one that contradicts itself is no dispute
        firm origins on one side:
            supported   if (STRONGLY_)VALID and they are origins_at_least or more, or the credibility of the side ≥ sole_source_credibility
            refuted     if INVALID, and the same
        not_enough_evidence otherwise

    Dials: origins_at_least, sole_source_credibility of DecisiveDials.
    """
    if detail.supporting and detail.refuting:
        disputed = len({*detail.supporting, *detail.refuting}) > 1  # one origin that contradicts itself is no dispute
        return (forced(detail, dials) or _M) if disputed else _N
    if detail.status in (Status.STRONGLY_VALID, Status.VALID) and _is_enough(detail.supporting, detail.supporting_credibility, dials):
        return _S
    return _R if detail.status is Status.INVALID and _is_enough(detail.refuting, detail.refuting_credibility, dials) else _N


def forced(detail: Covered, dials: DecisiveDials) -> Verdict | None:
    """The side that outnumbers the other so far that dissent does not leave the subclaim mixed; none when neither does.

    Formula: A side that is forced against dissent. From A §8.

        a side is forced if its firm origins ≥ max(force_origins, force_ratio × firm origins of the other side)

    Dials: force_origins, force_ratio of DecisiveDials.
    """
    sides = ((_S, len(detail.supporting), len(detail.refuting)), (_R, len(detail.refuting), len(detail.supporting)))
    strong = (verdict for verdict, voices, others in sides if voices >= max(dials.force_origins, dials.force_ratio * others))
    return next(strong, None)


def whole(parts: Sequence[Verdict], dials: DecisiveDials) -> Verdict:
    """The verdict on the claim from those on its parts, in this order of priority.

    Formula: Verdict on the claim. From E §8.

        refuted     if a part is refuted, and refuted_part_refutes or no part is supported or mixed
        mixed       if a part is mixed, or one is supported and one refuted
        supported   if all parts are supported
        mixed       if a part is supported and unknown_parts_mix
        not_enough_evidence otherwise

    Dials: refuted_part_refutes, unknown_parts_mix of DecisiveDials.
    """
    if not parts:
        return _N
    if _R in parts and (dials.refuted_part_refutes or not {_S, _M} & set(parts)):
        return _R
    if _M in parts or (_R in parts and _S in parts):
        return _M
    if all(verdict is _S for verdict in parts):
        return _S
    return _M if _S in parts and dials.unknown_parts_mix else _N


def cite(citations: Sequence[Citation], credibility: Mapping[str, float], dials: CitationDials) -> tuple[Citation, ...]:
    """Citations to show: one a page, credible sources only if there are enough of them, at most 25.

    Formula: Citations shown. From E §7.2, E §8.

        one a page; those with credibility ≥ credible only, unless they are fewer than credible_at_least
        or fewer than credible_share × all; the first at_most

    Dials: credible, credible_at_least, credible_share, at_most of CitationDials.
    """
    by_page: dict[str, Citation] = {}
    for citation in citations:
        by_page.setdefault(urls.normalise(citation.url or "") or citation.quote.snapshot, citation)
    kept = tuple(by_page.values())
    credible = tuple(citation for citation in kept if credibility.get(citation.domain, 0.0) >= dials.credible)
    few = len(credible) < dials.credible_at_least or len(credible) < dials.credible_share * len(kept)
    return (kept if few else credible)[: dials.at_most]


def valid(citations: Sequence[Citation], snapshots: frozenset[str]) -> tuple[Citation, ...]:
    """The citations whose quote belongs to evidence that was looked at."""
    return tuple(citation for citation in citations if citation.quote.snapshot in snapshots)


def _is_enough(origins: Sequence[str], credibility: float, dials: DecisiveDials) -> bool:
    return len(origins) >= dials.origins_at_least or credibility >= dials.sole_source_credibility
