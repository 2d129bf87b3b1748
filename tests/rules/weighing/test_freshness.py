"""What newer reports supersede: the tense of a claim, and the age of what is said of it."""

from dataclasses import replace
from datetime import date

import pytest

from tests.rules.weighing.given import subclaim, weighed
from tests.worked import works
from veracious.domain.claim import Trait
from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.rules.dials import Dials
from veracious.rules.reading import intake
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.weighing import freshness
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN
from veracious.rules.weighing.freshness import Dated, FreshnessDials, Tense

DIALS = FreshnessDials()
FOR, AGAINST = Stance(0.9, 0.05, 0.05), Stance(0.05, 0.9, 0.05)
AS_OF = date(2026, 1, 1)


def piece(name: str, stance: Stance, text: str = "It is closed.", credibility: float = 0.8, origin: str = "") -> Weighed:
    quote = Quote("snapshot", Span(0, len(text)), text)
    return replace(weighed(name, stance, credibility=credibility, origin=origin or name), quote=quote)


def gone(pieces: list[Weighed], published: dict[str, date | None], tenses: tuple[Tense, ...], lexicon: Lexicon) -> list[str]:
    return [one.evidence for one in freshness.superseded(pieces, Dated(published, AS_OF, [tenses]), lexicon, DIALS)]


@pytest.mark.parametrize(
    ("claim", "tenses"),
    [
        ("The cathedral has reopened to visitors.", (Tense.STATE, Tense.DONE)),
        ("The cathedral is still closed.", (Tense.STATE,)),
        ("Ireland holds the record.", (Tense.STATE,)),
        ("The minister has a dog.", (Tense.STATE,)),
        ("The cathedral burned in 2019.", (Tense.DONE,)),
        ("The bridge will open in May.", (Tense.OTHER,)),
        ("Sunshine.", ()),
    ],
)
def test_the_tense_of_a_claim(claim: str, tenses: tuple[Tense, ...], lexicon: Lexicon) -> None:
    assert freshness.tense(subclaim(claim), lexicon, DIALS) == tenses


@pytest.mark.parametrize(
    ("claim", "tenses"),
    [
        ("The bridge is 412 metres long.", ()),  # two lengths of a bridge are a dispute, however old one of them is
        ("The town has two police stations.", (Tense.STATE,)),  # a count changes
        ("The 2-litre kettle is on sale.", (Tense.STATE,)),  # that measure belongs to the name
    ],
)
def test_a_measure_is_no_state(claim: str, tenses: tuple[Tense, ...], lexicon: Lexicon) -> None:
    part = intake.part_of(claim, lexicon, Dials().reading)
    assert Trait.NUMERIC in part.traits
    assert freshness.tense(part, lexicon, DIALS) == tenses
    assert freshness.tense(part, lexicon, replace(DIALS, counts_age=False)) == ()


def test_a_newest_report_that_is_not_sure_leaves_older_ones_behind(lexicon: Lexicon) -> None:
    """It is closed, one wrote long ago; the newest hardly says so. What is sure of it bears the older one out."""
    days: dict[str, date | None] = {"old": OLD, "new": NEW}
    for share, left in ((0.55, ["old"]), (0.65, [])):
        newest = piece("new", Stance(share, 0.9 - share, 0.1))
        assert gone([piece("old", FOR), newest], days, (Tense.STATE,), lexicon) == left


OLD, NEW = date(2019, 4, 16), date(2024, 12, 8)


@works("weighing.freshness.superseded")
@pytest.mark.parametrize(
    ("older", "day", "tense", "told"),
    [
        (AGAINST, OLD, Tense.STATE, ["old"]),
        (AGAINST, OLD, Tense.DONE, []),  # what was done stays done
        (AGAINST, NEW, Tense.STATE, []),  # of the same day
        (AGAINST, date(2024, 11, 25), Tense.STATE, []),  # 13 days apart
        (AGAINST, date(2024, 11, 24), Tense.STATE, ["old"]),  # 14
        (AGAINST, None, Tense.STATE, []),  # nobody knows how old
        (FOR, OLD, Tense.STATE, []),  # of one mind
    ],
)
def test_the_newest_credible_report_decides_on_a_present_state(
    older: Stance, day: date | None, tense: Tense, told: list[str], lexicon: Lexicon
) -> None:
    assert gone([piece("old", older), piece("new", FOR)], {"old": day, "new": NEW}, (tense,), lexicon) == told


@pytest.mark.parametrize("planted", [piece("new", FOR, credibility=0.4), piece("new", FOR, origin=UNKNOWN_ORIGIN)])
def test_a_report_of_nobody_credible_supersedes_nothing(planted: Weighed, lexicon: Lexicon) -> None:
    assert gone([piece("old", AGAINST), planted], {"old": OLD, "new": NEW}, (Tense.STATE,), lexicon) == []


@pytest.mark.parametrize(
    ("text", "day", "tense", "told"),
    [
        ("The cabinet plans to repeal the law.", OLD, Tense.DONE, ["old"]),
        ("The federation must still ratify the record.", OLD, Tense.DONE, ["old"]),
        ("The cabinet plans to repeal the law.", date(2025, 12, 1), Tense.DONE, []),  # a month ago
        ("The cabinet plans to repeal the law.", OLD, Tense.STATE, []),
        ("The cabinet kept the law.", OLD, Tense.DONE, []),
    ],
)
def test_an_old_plan_does_not_deny_that_it_was_carried_out(text: str, day: date, tense: Tense, told: list[str], lexicon: Lexicon) -> None:
    assert gone([piece("old", AGAINST, text)], {"old": day}, (tense,), lexicon) == told
    assert gone([piece("old", FOR, text)], {"old": day}, (tense,), lexicon) == []


def test_it_can_be_switched_off(lexicon: Lexicon) -> None:
    pieces, dated = [piece("old", AGAINST), piece("new", FOR)], Dated({"old": OLD, "new": NEW}, AS_OF, [(Tense.STATE,)])
    assert freshness.superseded(pieces, dated, lexicon, FreshnessDials(on=False)) == ()
