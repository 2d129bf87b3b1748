"""The pages of an article's analysis, and what may be read for whom."""

import random
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from tests.worked import works
from veracious.domain.evidence import Evidence, Passage, Snapshot, Source
from veracious.domain.span import Span
from veracious.domain.store import PageStatus
from veracious.domain.web import Hit
from veracious.rules.seeking import own_text, registry, trackers
from veracious.rules.seeking.acquisition import LadderDials
from veracious.rules.seeking.own_text import OwnTextDials
from veracious.rules.seeking.registry import Registry
from veracious.rules.seeking.trackers import ARTICLE, INLINE, TrackerDials, Trackers, Waiting
from veracious.rules.seeking.urls import UrlDials

CLAIMS = ("c1", "c2", "c3")
OWNERS = (*CLAIMS, ARTICLE, INLINE)
ADDRESSES = tuple(f"https://site{number}.example/news/a-long-story-{number}" for number in range(12))
RUNS, STEPS = 10_000, 30
URLS, LIMITS, LADDER = UrlDials(), TrackerDials(), LadderDials()


class Machine:
    """A registry and its trackers, driven in any order, beside a plain account of what happened."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.registry, self.trackers = Registry(), Trackers()
        self.read: Counter[str] = Counter()
        self.waiting: dict[str, list[str]] = {owner: [] for owner in OWNERS}
        self.searches: Counter[str] = Counter()
        self.pages: Counter[str] = Counter()

    def search(self) -> None:
        """A search for an owner finds some pages, in one spelling or another."""
        owner = self.chance.choice(OWNERS)
        if owner in CLAIMS and not trackers.may_search(self.trackers, owner, LIMITS):
            return
        found = self.chance.sample(ADDRESSES, self.chance.randint(0, 5))
        hits = [Hit(address + self.chance.choice(("", "?utm_source=x", "#top"))) for address in found]
        claims = CLAIMS if owner in (ARTICLE, INLINE) else (owner,)
        self.registry, new = registry.register(self.registry, self.chance.randint(0, 2), claims, hits, URLS)
        self.trackers = trackers.searched(self.trackers, owner)
        self.searches[owner] += 1
        self.waiting[owner] += new

    def extract(self) -> None:
        """A batch of pages is read, or cannot be."""
        pending = frozenset(registry.pending(self.registry))
        lines = [Waiting(owner, tuple(form for form in forms if form in pending)) for owner, forms in self.waiting.items()]
        self.chance.shuffle(lines)
        batch = trackers.next_batch(self.trackers, lines, LIMITS, LADDER)
        assert len(batch) <= LIMITS.batch_pages
        assert len({one.form for one in batch}) == len(batch)
        for one in batch:
            self.registry = registry.settle(self.registry, one.form, self.chance.random() < 0.8)
            self.trackers = trackers.was_read(self.trackers, one, self.chance.random() < 0.5)
            self.read[one.form] += 1
            self.pages[one.owner] += 1

    def use(self) -> None:
        """A report of a claim rests on some addresses, read or not."""
        claim = self.chance.choice(CLAIMS)
        self.registry = registry.use(self.registry, claim, self.chance.sample(ADDRESSES, 3), URLS)

    def open(self) -> None:
        """It becomes known how open a claim is."""
        self.trackers = trackers.opened(self.trackers, self.chance.choice(OWNERS), self.chance.random(), self.chance.random())

    def check(self) -> None:
        """What must hold after every step."""
        assert all(times == 1 for times in self.read.values())
        extracted = {form for form, page in self.registry.pages.items() if page.status is PageStatus.EXTRACTED}
        for binding in registry.bindings(self.registry, CLAIMS):
            assert {*binding.eligible, *binding.audited} <= extracted
        for owner in OWNERS:
            tracker = self.trackers.of(owner)
            assert (tracker.searches, tracker.climb.read) == (self.searches[owner], self.pages[owner])
            assert tracker.climb.read <= LADDER.pages_at_most
        assert all(self.searches[claim] <= LIMITS.claim_searches for claim in CLAIMS)
        assert self.pages[INLINE] <= LIMITS.inline_pages


def test_no_order_of_steps_reads_a_page_twice_leaks_a_budget_or_binds_what_was_not_read() -> None:
    """As a state machine, ten thousand times: searches, batches, bindings and reports in any order."""
    seen: Counter[str] = Counter()
    for seed in range(RUNS):
        machine = Machine(seed)
        steps: Mapping[str, Callable[[], None]] = {
            "search": machine.search,
            "extract": machine.extract,
            "use": machine.use,
            "open": machine.open,
        }
        for _ in range(STEPS):
            name = machine.chance.choice(tuple(steps))
            steps[name]()
            seen[name] += 1
        machine.check()
    assert len(seen) == 4


def test_a_page_that_was_read_is_refused_a_second_time() -> None:
    held, new = registry.register(Registry(), 0, CLAIMS, [Hit(ADDRESSES[0])], URLS)
    held = registry.settle(held, new[0], was_read=True)
    with pytest.raises(ValueError, match="not read again"):
        registry.settle(held, new[0], was_read=True)


def test_a_page_found_again_for_another_claim_is_bound_to_both_and_not_read_again() -> None:
    held, new = registry.register(Registry(), 1, ("c1",), [Hit(ADDRESSES[0])], URLS)
    held = registry.settle(held, new[0], was_read=True)
    held, again = registry.register(held, 2, ("c2",), [Hit(ADDRESSES[0] + "?utm_source=mail")], URLS)
    assert again == ()
    assert registry.pending(held) == ()
    first, second, third = registry.bindings(held, CLAIMS)
    assert first.eligible == second.eligible == new
    assert third.eligible == ()


def test_what_is_read_for_the_links_of_the_article_changes_no_claim() -> None:
    """Three links that say nothing, and the ladder of a claim still goes on as if nothing was read."""
    held = Trackers()
    for number in range(LIMITS.inline_pages):
        held = trackers.was_read(held, trackers.Reading(INLINE, str(number)), bears=False)
    assert held.of("c1") == Trackers().of("c1")
    assert trackers.next_batch(held, [Waiting(INLINE, ("x",))], LIMITS, LADDER) == ()
    assert trackers.next_batch(held, [Waiting("c1", ("x",))], LIMITS, LADDER) != ()


@works("seeking.trackers.next_batch")
@pytest.mark.parametrize(
    ("lines", "limits", "taken"),
    [
        # two pages are always read; a third is expected to settle 2 × 1 × 1 / 4 × 0.85² = 0.36, and costs 0.5
        ([("c1", "abc"), ("c2", "d")], LIMITS, "c1 a, c2 d, c1 b"),
        ([("c1", "abc"), ("c2", "bd"), ("c3", "a")], LIMITS, "c1 a, c2 b, c1 c, c2 d"),  # none twice: c3 has nothing left
        ([("c1", "ab"), ("c2", "cd"), ("c3", "ef")], LIMITS, "c1 a, c2 c, c3 e, c1 b, c2 d"),  # five at a time
        ([("c1", "ab"), ("c2", "cd")], TrackerDials(batch_pages=3), "c1 a, c2 c, c1 b"),
        ([(INLINE, "ab"), ("c1", "c")], TrackerDials(inline_pages=1), "inline a, c1 c"),
    ],
)
def test_a_batch_takes_from_each_owner_in_turn(lines: list[tuple[str, str]], limits: TrackerDials, taken: str) -> None:
    """Each owner's next page while it is expected to settle more than it costs; of what is in the batch nothing is known yet."""
    chosen = trackers.next_batch(Trackers(), [Waiting(owner, tuple(forms)) for owner, forms in lines], limits, LADDER)
    assert ", ".join(f"{one.owner} {one.form}" for one in chosen) == taken


@works("seeking.trackers.may_search")
@pytest.mark.parametrize(("made", "most", "may"), [(0, 2, True), (1, 2, True), (2, 2, False), (1, 1, False)])
def test_a_claim_is_searched_for_so_often(made: int, most: int, may: bool) -> None:
    """Another claim's searches count for nothing."""
    held = trackers.searched(Trackers(), "c2")
    for _ in range(made):
        held = trackers.searched(held, "c1")
    assert trackers.may_search(held, "c1", TrackerDials(claim_searches=most)) is may


TEXT = "The council of Arden approved the new bridge over the river on Tuesday after a debate of six hours in the old town hall."


def evidence(text: str, url: str = "https://other.example/story", digest: str = "other") -> Evidence:
    return Evidence("e", Passage(digest, Span(0, len(text)), text), Source("other.example"), url=url)


@works("seeking.own_text.is_from")
@pytest.mark.parametrize(("piece", "is_own"), [
    (evidence("Anything at all.", digest="own"), True),
    (evidence("Anything at all.", url="http://www.paper.example/bridge?utm_source=x"), True),
    (evidence(f"By our staff. {TEXT}"), True),
    (evidence("In Arden a new bridge was approved, the council said, and work is to begin in the spring of next year."), False),
    (evidence("The council of Arden approved the new bridge."), False),
])  # fmt: skip
def test_an_article_is_no_witness_for_itself(piece: Evidence, is_own: bool) -> None:
    """Its text, its address in any spelling, a copy of it; not a report in other words, nor a short sentence that anybody may have."""
    article = Snapshot("own", TEXT, Source("paper.example"), url="https://paper.example/bridge")
    own = own_text.of(article, OwnTextDials(), URLS)
    assert own_text.is_from(piece, own, OwnTextDials(), URLS) is is_own
