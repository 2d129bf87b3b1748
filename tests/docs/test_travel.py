"""The page on how a claim travels is computed: other dials give other numbers, and a sum that does not come out is no page."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from docs.generate import sums, travel
from docs.generate.sums import DoesNotAddUp, Sum, call, equal, num
from docs.generate.travel_world import DOCUMENTS, Journey, walk

from veracious.domain.decision import Acted
from veracious.domain.trust import Grade
from veracious.domain.verdict import Verdict
from veracious.rules import dials as all_dials
from veracious.rules.dials import Dials
from veracious.rules.ranking.recency import RecencyDials
from veracious.rules.seeking.fuse import FuseDials

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def journey() -> Journey:
    return walk(Dials())


@pytest.fixture(scope="module")
def page() -> str:
    return travel.page(ROOT)


def test_the_page_is_the_same_every_time(page: str) -> None:
    assert travel.page(ROOT, Dials()) == page


def aged() -> Dials:
    """Evidence that ages twice as fast."""
    base = Dials()
    hybrid = replace(base.ranking.hybrid, recency=RecencyDials(half_life_days=182.5))
    return replace(base, ranking=replace(base.ranking, hybrid=hybrid))


def fused() -> Dials:
    """Ranks that are summed with another offset."""
    base = Dials()
    return replace(base, seeking=replace(base.seeking, fuse=FuseDials(rank_offset=30.0)))


def turned() -> Dials:
    """Conflicts that turn a support wholly into a refutation, and a dissent that counts however much firmer the other side is."""
    return all_dials.changed(
        Dials(), {"judging": {"conflicts": {"loosely_to_refutes": 1.0}}, "weighing": {"sufficiency": {"coverage": {"near": 0.0}}}}
    )


@pytest.mark.parametrize(
    ("dials", "first", "number"),
    [
        (aged(), "Measured", "(1 / 2) ^ (117 / 182.5) = 0.6412"),  # 0.5 ** 0.641096
        (fused(), "One pool", "/ (30 + 1)"),
        (turned(), "Conflicts", "0.14 + 0.66 × 1 = 0.8"),
    ],
)
def test_another_dial_changes_the_page_from_its_step_on(journey: Journey, dials: Dials, first: str, number: str) -> None:
    """Nothing before the step changes; the step does, and has the number given; so does the record at the end."""
    told, other = travel.sections(journey), travel.sections(walk(dials))
    titles = list(told)
    assert [title for title in titles[: titles.index(first)] if told[title] != other[title]] == []
    assert number in other[first]
    assert number not in told[first]
    assert told["The record"] != other["The record"]


def test_a_conflict_that_turns_wholly_makes_the_claim_mixed() -> None:
    """Heard at two thirds of 0.8, the other length is a firm voice: the verdict of the page follows."""
    assert "It will end with the verdict **mixed**" in travel.page(ROOT, turned())


def test_the_reference_dials_have_a_page_too() -> None:
    assert "## 1. Typed and cleaned" in travel.page(ROOT, Dials.reference())


def test_the_page_tells_what_the_report_has(journey: Journey, page: str) -> None:
    report = journey.report
    assert report.verdict is Verdict.SUPPORTED
    assert journey.record.envelope.body in page
    assert all(sentence.text in page for sentence in report.explanation)
    assert all(text in page for text in report.missing)


def test_the_world_has_what_the_page_is_to_show(journey: Journey) -> None:
    """One front page left out, one set aside by date, one copy, one not admitted, one conflict, a guard that acted."""
    judged = journey.judged
    pooled = {journey.names[entry.evidence.id] for entry in journey.pool}
    assert {document.name for document in DOCUMENTS} - pooled == {"D8"}
    assert len(judged.set_aside) == 1
    assert any("copied text" in origin.ties and len(origin.evidence) > 1 for origin in judged.origins)
    assert [one.reason for one in judged.admitted if not one.admissible_for_trust] == ["does not name Quillmere Bridge"]
    assert judged.conflicts == ("1,240 metres against 1,180 metres",)
    assert not judged.decision.facts.numeric_conflict  # others support that part
    assert "truth" in {acted.changed for acted in judged.decision.draft.acted}


def quoted() -> Dials:
    """A guard of the parts that acts on this world: a verdict on a part needs quotes of four origins."""
    base = Dials()
    strong = replace(base.judging.guards.strong, quoted_at_least=4)
    return replace(base, judging=replace(base.judging, guards=replace(base.judging.guards, strong=strong)))


def test_a_guard_of_a_part_is_told() -> None:
    told = travel.sections(walk(quoted()))["A verdict on each part"]
    assert "| 1 | `uncited_decides_nothing` |" in told
    assert "verdict `supported` | verdict `not_enough_evidence` |" in told


def test_a_guard_that_did_not_sign_is_noticed(journey: Journey) -> None:
    """Planted: acts that the report does not have, for a part, for the whole and for its confidence."""
    decision = journey.judged.decision
    for guard, part in (("weak_signals_decide_nothing", 0), ("mixed_needs_trust", None), ("insufficiency_caps_confidence", None)):
        planted = replace(decision, draft=replace(decision.draft, acted=(Acted(guard, "verdict", part), *decision.draft.acted)))
        with pytest.raises(DoesNotAddUp):
            travel.sections(replace(journey, judged=replace(journey.judged, decision=planted)))


def test_a_report_that_was_changed_is_noticed(journey: Journey) -> None:
    """Planted: a trust that its parts do not give, and a grade that its trust does not give."""
    first, *rest = journey.judged.weighed
    for planted in (replace(first, trust=first.trust + 1e-6), replace(first, grade=Grade.D)):
        altered = replace(journey, judged=replace(journey.judged, weighed=(planted, *rest)))
        with pytest.raises(DoesNotAddUp):
            travel.sections(altered)


def test_every_line_of_arithmetic_comes_out_with_the_digits_shown(page: str) -> None:
    """Read back from the page, as a reader would: every plain expression gives what stands behind its last equals sign."""
    shown = re.findall(r"`([^`]+ = [^`]+)`", page)
    plain = [one for one in shown if re.fullmatch(r"[0-9.,+−×/^() =maxin]+", one)]
    assert len(plain) > 60
    for one in plain:
        expression, result = one.replace("−", "-").replace("×", "*").replace("^", "**").rsplit(" = ", 1)
        found = eval(expression, {"__builtins__": {}, "min": min, "max": max})  # noqa: S307 - characters were checked above
        assert found == pytest.approx(float(result), abs=sums.BY_HAND), one


def test_sums_write_what_they_do() -> None:
    """(0.5 + 0.25) × 2 = 1.5; 6 / (1 + 2) = 2; 3 − (1 − 2) = 4; max(1, 2) = 2."""
    half, quarter, one, two = num(0.5), num(0.25), num(1.0), num(2.0)
    assert equal((half + quarter) * two, 1.5) == "`(0.5 + 0.25) × 2 = 1.5`"
    assert equal(num(6.0) / (one + two), 2.0) == "`6 / (1 + 2) = 2`"
    assert equal(num(3.0) - (one - two), 4.0) == "`3 − (1 − 2) = 4`"
    assert equal(call("max({}, {})", max, one, two), 2.0) == "`max(1, 2) = 2`"


@pytest.mark.parametrize(
    "wrong",
    [
        num(1.0) + num(1.0),  # 2, not 3
        num(3.0 + 1e-8),  # right as shown, wrong by more than 1e-9
        Sum("3", 3.0, 2.99),  # right with all digits, not with those shown
    ],
)
def test_a_sum_that_does_not_come_out_is_refused(wrong: Sum) -> None:
    with pytest.raises(DoesNotAddUp):
        equal(wrong, 3.0)
