"""How the service is: what keeps it from doing its work, by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from veracious import wiring
from veracious.domain.refresh import CollectionAge
from veracious.rules.seeking import current

HOUR = 3600
Reason = Literal["store_down", "vectors_missing", "queue_down", "models_missing", "no_worker", "disk_full", "news_stale", "vectors_stale"]
REASONS: tuple[Reason, ...] = get_args(Reason)
STORE: Reason = "store_down"


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found out; what could not be asked for want of a store is taken for well, since the store is named already."""

    store: bool = True
    vectors: bool = True
    queue: bool = True
    models: bool = True
    workers: bool = True
    room: bool = True
    news: bool = True
    fresh_vectors: bool = True


def reasons(found: Findings) -> tuple[Reason, ...]:
    """Why the service is degraded; none: it is well."""
    order = (found.store, found.vectors, found.queue, found.models, found.workers, found.room, found.news, found.fresh_vectors)
    return tuple(name for name, is_well in zip(REASONS, order, strict=True) if not is_well)


def is_fresh(ages: Sequence[CollectionAge], hours: float) -> bool:
    """Whether the news, where the service has fetched them, are younger than this; with 0 hours nobody minds."""
    news = next((one for one in ages if one.collection == current.AGING), None)
    if news is None or news.last is None or not hours:
        return True
    if news.age_seconds is None:
        return news.last_trouble is None
    return news.age_seconds <= hours * HOUR


async def has_room() -> bool:
    """Whether the store has room to write."""
    return await wiring.has_room()
