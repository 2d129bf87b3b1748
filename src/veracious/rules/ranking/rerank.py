"""The few that are shown: relevance, the page's quality and the source's standing, spread over domains and origins."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veracious.domain.ranked import Ranked
from veracious.rules.seeking import urls
from veracious.rules.seeking.urls import UrlDials


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
    judged_at_most: int = 25  # pieces of evidence a judge reads; 5–100; as many as are kept
    related_at_most: int = 40  # pieces the relevance model reads, the best by ranking score; 10–400; more than the judge reads, a guess
    judged_per_origin: int = 3  # of one origin, so that copies do not crowd out the rest; 1–10; a guess


def order(
    ranked: Sequence[Ranked], relevance: Mapping[str, float], origins: Mapping[str, str], dials: RerankDials, url_dials: UrlDials
) -> tuple[Ranked, ...]:
    """The entries to show, best first. `relevance` is the model's, by evidence id; without one the ranking score stands in."""
    return spread(sort(ranked, relevance, dials, url_dials), origins, dials)


def related(ranked: Sequence[Ranked], dials: RerankDials) -> tuple[Ranked, ...]:
    """What a relevance model is asked about: the best, when there are more than a judge reads; else none, since their order is nothing."""
    return tuple(ranked[: dials.related_at_most]) if len(ranked) > dials.judged_at_most else ()


def sort(ranked: Sequence[Ranked], relevance: Mapping[str, float], dials: RerankDials, url_dials: UrlDials) -> tuple[Ranked, ...]:
    """All entries, best first; those that the relevance model did not read come after those it did."""

    def place(entry: Ranked) -> tuple[bool, float, str]:
        return bool(relevance) and entry.evidence.id not in relevance, -score(entry, relevance, dials, url_dials), entry.evidence.id

    return tuple(sorted(ranked, key=place))


def choose(ordered: Sequence[Ranked], origins: Mapping[str, str], parts: int, dials: RerankDials) -> tuple[Ranked, ...]:
    """What a judge reads: few of each origin, and for each of the parts its share of the places, the rest to the best."""
    few = _few(ordered, origins, dials.judged_per_origin)
    share = dials.judged_at_most // max(1, parts)
    own = [entry for part in range(parts) for entry in [one for one in few if one.subclaim == part][:share]]
    names = {entry.evidence.id for entry in own}
    rest = [entry for entry in few if entry.evidence.id not in names][: dials.judged_at_most - len(own)]
    kept = names | {entry.evidence.id for entry in rest}
    return tuple(entry for entry in few if entry.evidence.id in kept)


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
    """The first of them, a few of each domain and origin."""
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
    """0.7 relevance + 0.2 page + 0.1 source, in [0, 1]."""
    url = entry.evidence.url
    page = 1.0 if url is not None and urls.is_article(url, url_dials) else 0.0
    preferred = 1.0 if entry.evidence.collection == "web" else dials.own_store_preference
    read = relevance.get(entry.evidence.id, entry.final_score)
    return dials.relevance * read + dials.url_quality * page + dials.source_preference * preferred
