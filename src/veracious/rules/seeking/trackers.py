"""What may still be searched and read for each claim of an article, for the article as a whole, and for the links inside it.

Each has a tracker of its own. What is spent for one never counts for another: links inside an article yield fewer quotes than what is
searched for, and would make the search for a claim end too early.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from veracious.rules.seeking import acquisition
from veracious.rules.seeking.acquisition import Climb, LadderDials

ARTICLE = "article"  # the tracker of what is searched for all claims at once
INLINE = "inline"  # the tracker of the links inside the article


@dataclass(frozen=True, slots=True)
class TrackerDials:
    """What is searched and read at most."""

    claim_searches: int = 2  # for one claim: by its own words, and again if it lacks evidence; 1–4; seed C, stages 1 and 2
    inline_pages: int = 3  # links of the article that are read; 0–10; a guess
    batch_pages: int = 5  # pages read at a time; 1–10; seed C, batch size


@dataclass(frozen=True, slots=True)
class Tracker:
    """What was searched and read for one claim."""

    searches: int = 0
    climb: Climb = field(default_factory=Climb)


@dataclass(frozen=True, slots=True)
class Trackers:
    """The tracker of each claim by its id, and those of the article and of its links by their names."""

    by_owner: Mapping[str, Tracker] = field(default_factory=dict)

    def of(self, owner: str) -> Tracker:
        """The tracker of a claim, fresh where nothing was spent."""
        return self.by_owner.get(owner, Tracker())

    def put(self, owner: str, tracker: Tracker) -> "Trackers":
        """The same with the tracker of one owner changed, and nobody else's."""
        return Trackers({**self.by_owner, owner: tracker})


@dataclass(frozen=True, slots=True)
class Waiting:
    """Pages that may be read for an owner, the most promising first."""

    owner: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A page that is to be read, and for whom."""

    owner: str
    form: str


def may_search(trackers: Trackers, owner: str, dials: TrackerDials) -> bool:
    """Whether one more search is made for a claim.

    Formula: Searches for a claim of an article. From C (stages 1 and 2).

        searches made for it < claim_searches

    Dials: claim_searches of TrackerDials.
    """
    return trackers.of(owner).searches < dials.claim_searches


def searched(trackers: Trackers, owner: str) -> Trackers:
    """The trackers after a search for an owner."""
    before = trackers.of(owner)
    return trackers.put(owner, replace(before, searches=before.searches + 1))


def was_read(trackers: Trackers, reading: Reading, bears: bool) -> Trackers:
    """The trackers after a page was read, or could not be; whether it spoke of what was sought."""
    before = trackers.of(reading.owner)
    climb = replace(before.climb, read=before.climb.read + 1, bearing=before.climb.bearing + bears)
    return trackers.put(reading.owner, replace(before, climb=climb))


def opened(trackers: Trackers, owner: str, openness: float, covered: float) -> Trackers:
    """The trackers with how open an owner's claim is by now."""
    before = trackers.of(owner)
    return trackers.put(owner, replace(before, climb=replace(before.climb, openness=openness, covered=covered)))


def next_batch(trackers: Trackers, waiting: Sequence[Waiting], dials: TrackerDials, ladder: LadderDials) -> tuple[Reading, ...]:
    """The pages that are read next: one for each owner in turn, as long as its next page is worth its cost; none twice.

    Formula: Next pages of an article. From C (batches, trackers).

        in turn of each owner the first page left, while the acquisition ladder of that owner goes on
        of the article's own links, while fewer than inline_pages are read
        batch_pages at most

    Dials: inline_pages, batch_pages of TrackerDials.
    """
    chosen, taken, at = dict[str, Reading](), dict[str, int](), {line.owner: 0 for line in waiting}
    while len(chosen) < dials.batch_pages:
        before = len(chosen)
        for line in waiting:
            if len(chosen) >= dials.batch_pages or not _goes_on(
                trackers.of(line.owner), taken.get(line.owner, 0), line.owner, dials, ladder
            ):
                continue
            while at[line.owner] < len(line.forms) and line.forms[at[line.owner]] in chosen:
                at[line.owner] += 1
            if at[line.owner] < len(line.forms):
                form = line.forms[at[line.owner]]
                chosen[form] = Reading(line.owner, form)
                taken[line.owner] = taken.get(line.owner, 0) + 1
        if len(chosen) == before:
            break
    return tuple(chosen.values())


def _goes_on(tracker: Tracker, in_batch: int, owner: str, dials: TrackerDials, ladder: LadderDials) -> bool:
    read = tracker.climb.read + in_batch
    if owner == INLINE and read >= dials.inline_pages:
        return False
    return acquisition.goes_on(replace(tracker.climb, read=read), ladder)
