"""The few that are shown: relevance, the page's quality and the source's standing, spread over domains and origins."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from veracious.domain.ranked import Ranked
from veracious.rules.seeking import urls
from veracious.rules.seeking.urls import UrlDials


@dataclass(frozen=True, slots=True)
class RelevanceDials:
    """What the relevance model reads, and how much its word weighs."""

    read_at_most: int = 30  # pieces it reads, the best by ranking score; 10–400; evals/study
    share: float = 0.8  # its share in the relevance of a piece, the ranking score has the rest; 0–1; evals/study


@dataclass(frozen=True, slots=True)
class ReferenceRelevanceDials(RelevanceDials):
    """The same as first written: it orders what is judged, and weighs nothing."""

    read_at_most: int = 40  # as above; 10–400; more than the judge reads, a guess
    share: float = 0.0  # as above; 0–1; the seeds weigh by the ranking score


@dataclass(frozen=True, slots=True)
class RerankDials:
    """How the last order is made."""

    relevance: float = 0.7  # weight of the relevance model; 0.4–0.9; seed E §6.1
    url_quality: float = 0.2  # weight of being an article and not a front page; 0–0.3; seed E §6.1
    source_preference: float = 0.1  # weight of where it came from; 0–0.3; seed E §6.1
    own_store_preference: float = 0.5  # what stored evidence counts where the web counts 1; 0–1; seed E §6.1 prefers the web
    per_domain_at_most: int = 2  # of one registrable domain; 1–5; seed E §6.1
    per_origin_at_most: int = 1  # of one origin; 1–3; twenty copies are one
    top_k: int = 25  # entries kept; 5–50; seed E, RERANK_TOP_K
    judged_at_most: int = 12  # pieces of evidence a judge reads; 5–100; evals/study
    judged_per_origin: int = 6  # of one origin, so that copies do not crowd out the rest; 1–12; evals/study, and a long page is one origin
    model: RelevanceDials = field(default_factory=RelevanceDials)


@dataclass(frozen=True, slots=True)
class ReferenceRerankDials(RerankDials):
    """The same as first written."""

    judged_at_most: int = 25  # as above; 5–100; as many as are kept
    judged_per_origin: int = 3  # as above; 1–12; a guess
    model: RelevanceDials = field(default_factory=ReferenceRelevanceDials)


def order(
    ranked: Sequence[Ranked], relevance: Mapping[str, float], origins: Mapping[str, str], dials: RerankDials, url_dials: UrlDials
) -> tuple[Ranked, ...]:
    """The entries to show, best first. `relevance` is the model's, by evidence id; without one the ranking score stands in."""
    return spread(sort(ranked, relevance, dials, url_dials), origins, dials)


def related(ranked: Sequence[Ranked], dials: RerankDials) -> tuple[Ranked, ...]:
    """What a relevance model is asked about: the best; none where it would only order what a judge reads all of.

    Formula: What the relevance model reads. From ours.

        the first read_at_most by ranking score       if more than judged_at_most may count, or share > 0
        none                                          otherwise: the judge reads all of them

    Dials: read_at_most, share of RelevanceDials; judged_at_most of RerankDials.
    """
    return tuple(ranked[: dials.model.read_at_most]) if dials.model.share or len(ranked) > dials.judged_at_most else ()


def read(ranked: Sequence[Ranked], relevance: Mapping[str, float], dials: RerankDials) -> tuple[Ranked, ...]:
    """The entries with what the relevance model makes of them: its share in each fit; a subclaim that an entry is far from stays far.

    Formula: Relevance of a piece. From ours.

        score beside a subclaim = (1 − share) × ranking score beside it + share × relevance of the model
        0 beside a subclaim that the piece is far from; the ranking score where the model did not read

    Dials: share of RelevanceDials.
    """
    return tuple(_read(entry, relevance[entry.evidence.id], dials) if entry.evidence.id in relevance else entry for entry in ranked)


def _read(entry: Ranked, relevance: float, dials: RerankDials) -> Ranked:
    share = dials.model.share
    mixed = ((1 - share) * fit.score + share * relevance if fit.score else 0.0 for fit in entry.fits)
    return replace(entry, fits=tuple(replace(fit, score=score) for fit, score in zip(entry.fits, mixed, strict=True)))


def sort(ranked: Sequence[Ranked], relevance: Mapping[str, float], dials: RerankDials, url_dials: UrlDials) -> tuple[Ranked, ...]:
    """All entries, best first; those that the relevance model did not read come after those it did."""

    def place(entry: Ranked) -> tuple[bool, float, str]:
        return bool(relevance) and entry.evidence.id not in relevance, -score(entry, relevance, dials, url_dials), entry.evidence.id

    return tuple(sorted(ranked, key=place))


def choose(ordered: Sequence[Ranked], origins: Mapping[str, str], parts: int, dials: RerankDials) -> tuple[Ranked, ...]:
    """What a judge reads: few of each origin, and for each of the parts its share of the places, the rest to the best.

    Formula: What the judge reads. From ours.

        few  = best first, at most judged_per_origin of an origin, the most credible of them included
        kept = of few, for each subclaim the first ⌊judged_at_most / number of subclaims⌋ that fit it best,
               half of these places or more for sources of which something is known, if there are as many;
               and of the others the first, up to judged_at_most together

    Dials: judged_per_origin, judged_at_most of RerankDials.
    """
    few = _few(ordered, origins, dials.judged_per_origin)
    share = dials.judged_at_most // max(1, parts)
    own = [entry for part in range(parts) for entry in _shared([one for one in few if one.subclaim == part], share)]
    names = {entry.evidence.id for entry in own}
    rest = [entry for entry in few if entry.evidence.id not in names][: dials.judged_at_most - len(own)]
    kept = names | {entry.evidence.id for entry in rest}
    return tuple(entry for entry in few if entry.evidence.id in kept)


def _shared(entries: Sequence[Ranked], places: int) -> list[Ranked]:
    """The first of them; where there are more, at least half of the places are for sources of which something is known.

    Else a few long pages that nobody knows fill all that a judge reads (evals/web/poison.json).
    """
    known = [entry.evidence.id for entry in entries if entry.evidence.source.credibility is not None][: (places + 1) // 2]
    others = [entry.evidence.id for entry in entries if entry.evidence.id not in known][: places - len(known)]
    return [entry for entry in entries if entry.evidence.id in known or entry.evidence.id in others]


def _few(ordered: Sequence[Ranked], origins: Mapping[str, str], most: int) -> list[Ranked]:
    """The best of each origin; its most credible piece has at least the last place, since an origin is as credible as that."""
    members: dict[str, list[Ranked]] = {}
    for entry in ordered:
        members.setdefault(origins.get(entry.evidence.id, entry.evidence.id), []).append(entry)
    kept: set[str] = set()
    for group in members.values():
        known = max(group, key=lambda entry: entry.evidence.source.credibility or 0.0)
        best = group[:most] if known in group[:most] else [*group[: most - 1], known]
        kept |= {entry.evidence.id for entry in best}
    return [entry for entry in ordered if entry.evidence.id in kept]


def spread(ordered: Sequence[Ranked], origins: Mapping[str, str], dials: RerankDials) -> tuple[Ranked, ...]:
    """The first of them, a few of each domain and origin.

    Formula: Spread. From E §6.1, E (RERANK_TOP_K).

        best first, at most per_domain_at_most of a domain and per_origin_at_most of an origin; the first top_k

    Dials: per_domain_at_most, per_origin_at_most, top_k of RerankDials.
    """
    domains: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    kept: list[Ranked] = []
    for entry in ordered:
        domain, origin = entry.evidence.source.domain, origins.get(entry.evidence.id, entry.evidence.id)
        if domains[domain] < dials.per_domain_at_most and seen[origin] < dials.per_origin_at_most:
            domains[domain] += 1
            seen[origin] += 1
            kept.append(entry)
    return tuple(kept[: dials.top_k])


def score(entry: Ranked, relevance: Mapping[str, float], dials: RerankDials, url_dials: UrlDials) -> float:
    """0.7 relevance + 0.2 page + 0.1 source, in [0, 1].

    Formula: Rerank score. From E §6.1.

        rerank = relevance × relevance of the model + url_quality × [address of an article] + source_preference × preference
        preference = 1 of the web, own_store_preference of anything else; without a model the ranking score is its relevance

    Dials: relevance, url_quality, source_preference, own_store_preference of RerankDials.
    """
    url = entry.evidence.url
    page = 1.0 if url is not None and urls.is_article(url, url_dials) else 0.0
    preferred = 1.0 if entry.evidence.collection == "web" else dials.own_store_preference
    read = relevance.get(entry.evidence.id, entry.final_score)
    return dials.relevance * read + dials.url_quality * page + dials.source_preference * preferred
