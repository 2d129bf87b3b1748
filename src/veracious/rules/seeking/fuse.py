"""Many answers into one pool: reciprocal ranks are summed, front pages dropped, repetitions merged."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from veracious.domain.evidence import Candidate, Evidence, Pooled
from veracious.rules.reading import normalise
from veracious.rules.seeking import urls
from veracious.rules.seeking.urls import UrlDials


@dataclass(frozen=True, slots=True)
class FuseDials:
    """How ranks are summed."""

    rank_offset: float = 60.0  # added to each rank, so that first places do not decide alone; 10–100; Cormack et al. 2009
    pool_at_most: int = 400  # pieces of evidence kept for ranking; 100–1000; a guess


def merge(offered: Iterable[Candidate], dials: FuseDials, url_dials: UrlDials) -> tuple[Pooled, ...]:
    """The pool, best first. The order of the answers, and of the candidates in them, does not matter.

    Formula: Fused rank. From A §3 (candidates of both stores); reciprocal rank fusion.

        semantic score = Σ 1 / (rank_offset + rank)    over the answers that found it by text or vectors
        triple score   = max of the triple finder's scores
        kept           = the pool_at_most highest Σ 1 / (rank_offset + rank) over all answers
        left out before that: front pages of the web and of current affairs

    Dials: rank_offset, pool_at_most of FuseDials.
    """
    alike: dict[Evidence, list[Candidate]] = {}
    for candidate in offered:
        alike.setdefault(candidate.evidence, []).append(candidate)
    by_key: dict[tuple[str, ...], list[Candidate]] = {}
    for evidence, candidates in alike.items():
        if not _is_front_page(evidence, url_dials):
            by_key.setdefault(_key(evidence, url_dials), []).extend(candidates)
    # A triple's own score is on another scale than ranks are: for its place in the pool its rank counts as any finder's does.
    placed = ((_reciprocal(group, dials), _pooled(group, dials)) for group in by_key.values())
    ordered = sorted(placed, key=lambda one: (-one[0], one[1].evidence.id))
    return tuple(entry for _, entry in ordered[: dials.pool_at_most])


def _is_front_page(evidence: Evidence, dials: UrlDials) -> bool:
    """A home or category page of the web; what somebody put among their documents is never one, whatever its address."""
    from_web = evidence.collection in ("web", "current_affairs")
    return from_web and evidence.url is not None and not urls.is_article(evidence.url, dials)


def statement(text: str) -> str:
    """The words of a text in one form, to tell repetitions by."""
    return normalise.clean(text).casefold()


def _key(evidence: Evidence, url_dials: UrlDials) -> tuple[str, ...]:
    """One entry for the same words of the same page, and one for each triple read from them."""
    place = urls.normalise(evidence.url or "", url_dials) or evidence.passage.snapshot
    triple = evidence.triple
    read = () if triple is None else (statement(triple.subject), statement(triple.relation), statement(triple.object))
    return place, statement(evidence.text), *read


def _pooled(group: list[Candidate], dials: FuseDials) -> Pooled:
    told = {candidate.evidence for candidate in group}
    first = min(told, key=lambda evidence: (evidence.id, repr(evidence))) if len(told) > 1 else group[0].evidence
    semantic = _reciprocal([candidate for candidate in group if candidate.finder != "triples"], dials)
    triples = (candidate.score for candidate in group if candidate.finder == "triples")
    return Pooled(first, semantic, max(triples, default=0.0), tuple(sorted({candidate.finder for candidate in group})))


def _reciprocal(group: Iterable[Candidate], dials: FuseDials) -> float:
    """The sum of the reciprocal ranks, in one order of summing."""
    return fsum(1 / (dials.rank_offset + candidate.rank) for candidate in group)
