"""The formulas of the open web, by hand."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from math import log

import pytest

from tests.rules.seeking.given import DAY, LEXICON
from tests.worked import works
from veracious.domain.belief import Belief
from veracious.domain.decision import Decision, Draft, Facts
from veracious.domain.errors import InputError
from veracious.domain.evidence import Evidence, Passage, Query, Quote, Source
from veracious.domain.refresh import RefreshRun, RefreshState
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.store import Page, PageStatus
from veracious.domain.trust import Grade, Status, Weighed
from veracious.domain.verdict import Verdict
from veracious.domain.web import Hit, Review
from veracious.rules.reading import words
from veracious.rules.seeking import acquisition, current, queries, remembered, reviews, targets
from veracious.rules.seeking.acquisition import Climb, LadderDials, WorthDials
from veracious.rules.seeking.current import Age, CurrentDials
from veracious.rules.seeking.origins import OriginDials, cluster
from veracious.rules.seeking.queries import Aimed, QueryDials, ReferenceQueryDials
from veracious.rules.seeking.remembered import MemoryDials
from veracious.rules.seeking.reviews import ReviewDials
from veracious.rules.seeking.targets import TargetDials
from veracious.rules.seeking.urls import AS_SHIPPED, UrlDials
from veracious.rules.weighing import coverage, sufficiency
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN
from veracious.rules.weighing.sufficiency import SufficiencyDials

OPEN = frozenset(
    words.content("The bridge of Brisa reopened in May.", LEXICON)
)  # bridge, brisa, reopened; may is no word that is looked for
NOW = datetime(2026, 1, 15, tzinfo=UTC)


@works("seeking.queries.is_looked_at")
@pytest.mark.parametrize(("collection", "attempt", "kept"), [("static", 2, True), ("static", 3, False), ("web", 3, True)])
def test_collections_that_are_looked_at(collection: str, attempt: int, kept: bool) -> None:
    assert queries.is_looked_at(collection, ReferenceQueryDials(), attempt) is kept
    assert queries.is_looked_at(collection, QueryDials(), attempt)


@works("seeking.targets.openness")
@pytest.mark.parametrize(
    ("odds", "verdict", "open"),
    [
        (0.0, Verdict.NOT_ENOUGH_EVIDENCE, 1.0),  # p = 0.5
        (log(9), Verdict.NOT_ENOUGH_EVIDENCE, 0.4690),  # p = 0.9: 0.9 × 0.152 + 0.1 × 3.322
        (log(9), Verdict.SUPPORTED, 0.0469),  # 0.4690 × 0.1
    ],
)
def test_how_open_a_part_is(odds: float, verdict: Verdict, open: float) -> None:
    facts = Facts((verdict,), sufficiency.decide((), 1, SufficiencyDials()), frozenset(), 0.0, 0.0, 0)
    known = Decision(Draft(verdict, 1.0, 1.0), Draft(verdict, 1.0, 1.0), facts, (Belief(odds, 0.5),), 0.0)
    assert targets.openness(known, TargetDials()) == pytest.approx((open,), abs=1e-4)


@works("seeking.targets.worth")
@pytest.mark.parametrize(
    ("part", "before", "worth"),
    [
        (0, (), 0.8),
        (0, (None, 0, 1), 0.578),  # 0.8 × 0.85², since the one for part 1 does not count
        (None, (1,), 0.5),  # the mean of 0.8 and 0.2; a search for one part is none for all
        (None, (None,), 0.425),  # 0.5 × 0.85
    ],
)
def test_worth_of_a_search(part: int | None, before: tuple[int | None, ...], worth: float) -> None:
    done = [Aimed(Query(str(at), "claim", DAY), one) for at, one in enumerate(before)]
    assert targets.worth(Aimed(Query("x", "claim", DAY), part), done, (0.8, 0.2), TargetDials()) == pytest.approx(worth)


@works("seeking.targets.is_worth_it")
@pytest.mark.parametrize(("worth", "made"), [(1.0, True), (0.05, True), (0.049, False)])
def test_whether_a_search_is_made(worth: float, made: bool) -> None:
    assert targets.is_worth_it(worth, TargetDials()) is made


def hit(title: str = "", credibility: float | None = None, host: str = "a") -> Hit:
    return Hit(f"https://{host}.example/2026/05/a-story", title, source=Source(f"{host}.example", credibility))


@works("seeking.acquisition.worth")
@pytest.mark.parametrize(
    ("given", "place", "worth"),
    [
        (hit("Bridge of Brisa reopened in May", 0.9), 0, 0.9),  # all three words: (0.2 + 0.8 × 1) × 0.9
        (hit("The bridge of Brisa", 0.9), 0, 0.66),  # two of three: (0.2 + 0.8 × 2/3) × 0.9
        (hit("The weather"), 2, 0.0564),  # 0.2 × 0.3 × 0.97²
    ],
)
def test_worth_of_a_page(given: Hit, place: int, worth: float) -> None:
    assert acquisition.worth(given, place, OPEN, LEXICON, WorthDials()) == pytest.approx(worth, abs=1e-4)


@works("seeking.acquisition.order")
@pytest.mark.parametrize(
    ("read", "by_value", "order"),
    [
        ((), True, "bac"),  # 0.2 × 0.9 × 0.97, then 0.2 × 0.3, then 0.2 × 0.3 × 0.97²
        (("b.example",), True, "bac"),  # 0.175 × 0.4 = 0.070 is still more than 0.060
        ((), False, "abc"),
    ],
)
def test_order_of_reading(read: tuple[str, ...], by_value: bool, order: str) -> None:
    hits = [hit(host="a"), hit(host="b", credibility=0.9), hit(host="c")]
    found = acquisition.order(hits, OPEN, frozenset(read), LEXICON, WorthDials(by_value=by_value))
    assert "".join(one.url[8] for one in found) == order


@works("seeking.acquisition.bears")
@pytest.mark.parametrize(
    ("text", "bears"),
    [("The bridge of Brisa is blue.", True), ("The bridge is blue.", False), ("Brisa reopened its bridge in May.", True)],  # 2, 1, 3 of 3
)
def test_whether_a_page_bears(text: str, bears: bool) -> None:
    assert acquisition.bears(text, OPEN, LEXICON, LadderDials()) is bears


@works("seeking.acquisition.expected")
@pytest.mark.parametrize(
    ("climb", "expected"),
    [
        (Climb(), 1.0),  # 2 × 1 × 1/2
        (Climb(read=2, bearing=2, covered=0.5), 0.8128),  # 2 × 3/4 × 0.7225 × 0.75
        (Climb(read=2, openness=0.5), 0.1806),  # 2 × 0.5 × 1/4 × 0.7225
    ],
)
def test_expected_value_of_a_page(climb: Climb, expected: float) -> None:
    assert acquisition.expected(climb, LadderDials()) == pytest.approx(expected, abs=1e-4)


@works("seeking.acquisition.goes_on")
@pytest.mark.parametrize(
    ("climb", "on"),
    [
        (Climb(read=1, openness=0.0), True),  # below two
        (Climb(read=2, bearing=1), True),  # 2 × 2/4 × 0.7225 = 0.72 ≥ 0.5
        (Climb(read=2, bearing=0), False),  # 0.36 < 0.5
        (Climb(read=12, bearing=12), False),
    ],
)
def test_whether_the_next_page_is_read(climb: Climb, on: bool) -> None:
    assert acquisition.goes_on(climb, LadderDials()) is on


@works("seeking.remembered.passed_over")
@pytest.mark.parametrize(
    ("status", "days", "reason"),
    [(PageStatus.EXTRACTED, 6.5, "read_before"), (PageStatus.EXTRACTED, 7.5, ""), (PageStatus.FAILED, 0.4, "failed_before")],
)
def test_addresses_not_read_again(status: PageStatus, days: float, reason: str) -> None:
    page = Page("https://a.example/b", status, "claim", NOW, NOW - timedelta(days=days))
    assert remembered.passed_over(page, NOW, MemoryDials()) == reason


@works("seeking.reviews.same")
@pytest.mark.parametrize(("there", "back", "same"), [(0.9, 0.7, True), (0.9, 0.69, False), (0.2, 1.0, False)])
def test_whether_a_review_is_of_this_claim(there: float, back: float, same: bool) -> None:
    assert reviews.same(there, back, ReviewDials()) is same


@works("seeking.reviews.rated")
@pytest.mark.parametrize(("rating", "stance"), [("True", (0.9, 0.05)), ("Pants on fire", (0.05, 0.9)), ("Half true", None)])
def test_stance_of_a_rating(rating: str, stance: tuple[float, float] | None) -> None:
    told = reviews.rated(Review("x", rating, "https://c.example/a", "c.example"), ReviewDials())
    assert stance is None if told is None else (told.supports, told.refutes) == pytest.approx(stance)


@works("seeking.current.queries")
@pytest.mark.parametrize(("text", "found"), [("a\n# b\nA\nc", ("a", "c")), ("x " * 201, None), ("\n".join(map(str, range(101))), None)])
def test_queries_of_a_refresh(text: str, found: tuple[str, ...] | None) -> None:
    if found is None:  # 401 characters of 400, 101 lines of 100
        with pytest.raises(InputError):
            current.queries(text, CurrentDials())
    else:
        assert current.queries(text, CurrentDials()) == found


@works("seeking.current.addresses")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "# ours\nhttps://a.example/b\n\nhttps://a.example/b?utm_source=x\nhttp://c.example/d",
            ("https://a.example/b", "http://c.example/d"),
        ),
        ("a.example/b", None),  # without http:// it may be anything
        ("\n".join(f"https://a.example/{number}" for number in range(10_001)), None),  # 10,001 of 10,000
        ("# nothing else", None),
    ],
)
def test_addresses_of_a_list(text: str, found: tuple[str, ...] | None) -> None:
    if found is None:
        with pytest.raises(InputError):
            current.addresses(text, CurrentDials(), AS_SHIPPED)
    else:
        assert current.addresses(text, CurrentDials(), AS_SHIPPED) == found


@works("seeking.current.choose")
@pytest.mark.parametrize(
    ("share", "order"),
    [
        (1.0, ["b", "b", "a", "c"]),  # 0.9, 0.9, unknown at 0.4, 0.25
        (0.25, ["b", "a", "c"]),  # a quarter of four is one
        (0.0, ["b", "a", "c"]),  # and always one
    ],
)
def test_pages_of_a_refresh(share: float, order: list[str]) -> None:
    hits = [hit(host="c", credibility=0.25), hit(host="a"), hit(host="b", credibility=0.9)]
    hits.append(replace(hits[2], url="https://b.example/2026/05/another-story"))
    found = current.choose([hits], DAY, False, CurrentDials(domain_share=share), UrlDials())
    assert [one.url[8] for one in found.kept] == order


@works("seeking.current.age")
@pytest.mark.parametrize(
    ("published", "age"),
    [(date(2026, 1, 8), Age.FRESH), (date(2026, 1, 7), Age.OLD), (date(2026, 1, 17), Age.UNDATED), (None, Age.UNDATED)],
)
def test_age_of_a_page(published: date | None, age: Age) -> None:
    assert current.age(published, date(2026, 1, 15), CurrentDials()) is age


@works("seeking.current.earliest")
@pytest.mark.parametrize(
    ("last", "first"),
    [
        (None, date(2026, 1, 8)),  # seven days before the 15th
        (date(2026, 1, 14), date(2026, 1, 14)),  # the day of the last refresh once more
        (date(2026, 1, 2), date(2026, 1, 8)),  # too long ago to reach back to
        (date(2026, 1, 16), date(2026, 1, 15)),  # a clock that was ahead
    ],
)
def test_earliest_day_of_a_refresh(last: date | None, first: date) -> None:
    assert current.earliest(date(2026, 1, 15), last, CurrentDials()) == first


@works("seeking.current.is_due")
@pytest.mark.parametrize(
    ("state", "hours", "due"),
    [
        (None, 0.0, True),
        (RefreshState.REFRESHED, 23.8, False),
        (RefreshState.REFRESHED, 23.9, True),
        (RefreshState.UNCHANGED, 12.0, False),
        (RefreshState.FAILED, 2.9, False),
        (RefreshState.FAILED, 3.0, True),
        (RefreshState.RUNNING, 3.1, True),  # whoever ran it was killed
    ],
)
def test_when_a_refresh_is_due(state: RefreshState | None, hours: float, due: bool) -> None:
    begun = NOW - timedelta(hours=hours)
    last = None if state is None else RefreshRun("r", "current_affairs", state, begun, begun)
    assert current.is_due(last, NOW, CurrentDials()) is due


@works("seeking.current.has_room")
@pytest.mark.parametrize(("dated", "undated", "room"), [(4, 0, True), (3, 0, False), (8, 1, True), (7, 1, False)])
def test_pages_without_a_date(dated: int, undated: int, room: bool) -> None:
    """1 ≤ 0.2 × 5; 1 > 0.2 × 4; 2 ≤ 0.2 × 10; 2 > 0.2 × 9."""
    assert current.has_room(dated, undated, CurrentDials()) is room


@works("seeking.origins.cluster")
@pytest.mark.parametrize(
    ("credibility", "origins"),
    [
        (None, 2),  # a page that nobody knows quotes both, and does not make one of them
        (0.39, 2),
        (0.4, 1),
    ],
)
def test_who_makes_two_origins_one(credibility: float | None, origins: int) -> None:
    first = "“we will open the new bridge of Brisa before the summer ends this year”"
    second = "“nobody in the whole town has ever paid a single crown for it”"
    pool = [
        evidence("a", f"The minister said {first} on Monday in the harbour.", 0.9),
        evidence("b", f"A clerk of the treasury wrote {second} in a letter of May.", 0.9),
        evidence("c", f"They told us {first} and {second}, but why?", credibility),
    ]
    assert len(cluster(pool, LEXICON, OriginDials(), UrlDials())) == origins


def evidence(name: str, text: str, credibility: float | None) -> Evidence:
    source = Source(f"{name}.example", credibility)
    return Evidence(name, Passage(name, Span(0, len(text)), text), source, url=f"https://{name}.example/2026/05/a-story")


@pytest.mark.parametrize(("known", "status"), [(2, Status.STRONGLY_VALID), (1, Status.UNKNOWN)])
def test_what_nobody_knows_does_not_dispute_what_two_known_origins_agree_on(known: int, status: Status) -> None:
    pieces = [weighed(f"k{number}", f"origin:{number}", Stance(0.95, 0.02, 0.03)) for number in range(known)]
    pieces.append(weighed("u", UNKNOWN_ORIGIN, Stance(0.02, 0.95, 0.03)))
    (detail,) = coverage.measure(pieces, 1, SufficiencyDials().coverage)
    assert detail.status is status


def weighed(name: str, origin: str, stance: Stance) -> Weighed:
    quote = Quote(name, Span(0, 4), "said")
    return Weighed(name, 0, origin, f"{name}.example", quote, stance, 0.9, 1.0, 0.9, 0.9, False, 0.9, Grade.A)
