"""Which pages of a search are read, in which order, and when one more is not worth it: the acquisition ladder of seed C.

1. A page is worth reading before others when its title and snippet speak of what is open, its publisher is credible, and nothing of that
   publisher was read yet. A provider's words decide the order alone: they are never evidence.
2. The first few are always read. Then each is read only if what it is expected to settle is worth its cost: the more pages bore on the
   claim so far, the more the next is expected to; the less is open, the less it can settle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log2

from veracious.domain.web import Hit
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import urls


@dataclass(frozen=True, slots=True)
class WorthDials:
    """What a page is worth before anything of it was read."""

    by_value: bool = True  # whether pages and queries are taken by their worth; false: in the order they are listed; SPEC §8
    unknown_credibility: float = 0.3  # what a publisher counts of whom nothing is known; 0.1–0.5; a guess
    again: float = 0.4  # of its worth, what one more page of a publisher has that was read already; 0–1; a guess
    unspoken: float = 0.2  # of its worth, what a page keeps whose title and snippet say nothing of the claim; 0–0.5; a guess
    place: float = 0.97  # of its worth, what a page has for each place further down the list; 0.9–1; a guess


@dataclass(frozen=True, slots=True)
class LadderDials:
    """When reading on is worth it."""

    value: float = 2.0  # what settling the claim is worth; 1–10; seed C gives no number: with it, four pages where half of them bear
    cost: float = 0.5  # of a page; 0.1–2; seed C, marginal_cost_per_extract
    decay: float = 0.85  # what each page is worth beside the one before; 0.5–1; seed C, diminishing_returns_decay
    relief: float = 0.5  # how much less a page is worth when all parts are covered; 0–1; seed C
    pages_at_least: int = 2  # read of each search; 0–5; seed C, min_extracts
    pages_at_most: int = 12  # read of each search; 2–12; seed C, max_extracts
    pages_a_look: int = 2  # pages read between two looks at the stores; 1–12; a guess: a look takes less time than a page
    bearing_before: float = 1.0  # pages that bore on the claim, counted before the first is read; 0.5–5; a guess: one of two
    idle_before: float = 1.0  # pages that did not, counted the same way; 0.5–5; a guess
    bearing_share: float = 0.5  # of the words of a part that a page must have to bear on it; 0.2–0.8; a guess


@dataclass(frozen=True, slots=True)
class AcquisitionDials:
    """The groups of acquisition."""

    worth: WorthDials = field(default_factory=WorthDials)
    ladder: LadderDials = field(default_factory=LadderDials)


@dataclass(frozen=True, slots=True)
class Climb:
    """How far the reading of a search's pages has come."""

    read: int = 0
    bearing: int = 0  # of these, pages that speak of what is open
    openness: float = 1.0  # entropy of what is open, in [0, 1]
    covered: float = 0.0  # share of the parts that evidence speaks to


def entropy(log_odds: float) -> float:
    """How open a question is with these odds, in bits: 1 when even, near 0 when settled."""
    sure = 1 / (1 + exp(-abs(log_odds)))
    return 0.0 if sure >= 1 else -sure * log2(sure) - (1 - sure) * log2(1 - sure)


def worth(hit: Hit, place: int, sought: frozenset[str], lexicon: Lexicon, dials: WorthDials) -> float:
    """What reading a page may bring, in [0, 1], by its words, its publisher, and its place in the list from 0.

    Formula: Worth of a page before it is read. From C (acquisition ladder: snippets first), SPEC §8.

        worth = (unspoken + (1 − unspoken) × share) × credibility × place^(places above it)
        share is that of the words sought that title and snippet have; unknown_credibility where nothing is known

    Dials: unspoken, unknown_credibility, place of WorthDials.
    """
    said = frozenset(words.content(f"{hit.title}\n{hit.snippet}", lexicon))
    spoken = dials.unspoken + (1 - dials.unspoken) * words.share(sought, said)
    known = None if hit.source is None else hit.source.credibility
    credible = dials.unknown_credibility if known is None else known
    return float(spoken * credible * dials.place**place)


def order(hits: Sequence[Hit], sought: frozenset[str], read: frozenset[str], lexicon: Lexicon, dials: WorthDials) -> tuple[Hit, ...]:
    """The pages in the order they are read: each time the one of greatest worth, given the hosts that were read before it.

    Formula: Order of reading. From SPEC §8.

        again and again the page of greatest worth, times again where its host was read already; of equals the first in the list
        without by_value the list as it is

    Dials: again, by_value of WorthDials.
    """
    if not dials.by_value:
        return tuple(hits)
    left = {place: worth(one, place, sought, lexicon, dials) for place, one in enumerate(hits)}
    hosts, met, ordered = [urls.host(one.url) for one in hits], set(read), list[Hit]()
    while left:  # as often as a provider gives pages, fifty at most
        best = max(left, key=lambda place: (left[place] * (dials.again if hosts[place] in met else 1.0), -place))
        del left[best]
        met.add(hosts[best])
        ordered.append(hits[best])
    return tuple(ordered)


def expected(climb: Climb, dials: LadderDials) -> float:
    """What the next page is expected to settle: value × entropy × how often pages bore × decay for each page × less when covered.

    Formula: Expected value of the next page. From C (acquisition ladder).

        expected = value × open × bearing × decay^read × (1 − relief × covered)
        bearing = (bearing_before + pages that bore) / (bearing_before + idle_before + pages read)

    Dials: value, bearing_before, idle_before, decay, relief of LadderDials.
    """
    bearing = (dials.bearing_before + climb.bearing) / (dials.bearing_before + dials.idle_before + climb.read)
    return float(dials.value * climb.openness * bearing * dials.decay**climb.read * (1 - dials.relief * climb.covered))


def goes_on(climb: Climb, dials: LadderDials) -> bool:
    """Whether the next page of a search is read.

    Formula: Whether the next page is read. From C (acquisition ladder).

        no   at pages_at_most
        yes  below pages_at_least
        else expected ≥ cost

    Dials: pages_at_most, pages_at_least, cost of LadderDials.
    """
    if climb.read >= dials.pages_at_most:
        return False
    return climb.read < dials.pages_at_least or expected(climb, dials) >= dials.cost


def bears(text: str, sought: frozenset[str], lexicon: Lexicon, dials: LadderDials) -> bool:
    """Whether a page speaks of what is open.

    Formula: Whether a page bears on a part. From C (quote hit-rate).

        it has at least bearing_share of the words of the part

    Dials: bearing_share of LadderDials.
    """
    return words.share(sought, frozenset(words.content(text, lexicon))) >= dials.bearing_share
