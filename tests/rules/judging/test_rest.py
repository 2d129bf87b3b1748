"""May a verdict rest on what the stores already had."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.rules.reading.given import LEXICON
from tests.rules.weighing import given as make
from tests.rules.weighing.given import REFUTES, SUPPORTS
from tests.worked import works
from veracious.domain.claim import Reading
from veracious.domain.decision import Decision
from veracious.domain.verdict import Outcome, Verdict
from veracious.rules.dials import Dials
from veracious.rules.judging import cache_gate, verdicts
from veracious.rules.judging.cache_gate import PartAges, RestDials
from veracious.rules.judging.verdicts import JudgingDials, Question
from veracious.rules.reading import intake
from veracious.rules.weighing.sufficiency import SufficiencyDials


def decided(*stances: str) -> Decision:
    pool = [make.weighed(f"{name}{k}", SUPPORTS if name == "s" else REFUTES) for k, name in enumerate(stances)]
    return verdicts.decide(pool, Question(1), SufficiencyDials(), JudgingDials())


FIRM = decided("s", "s", "s")
TIMELESS = Path(__file__).parents[3] / "evals/reading/timeless.jsonl"


@pytest.mark.parametrize(
    ("decision", "ages", "gate"),
    [
        (FIRM, (10.0, 4000.0), ""),  # the newest counts
        (FIRM, (1095.0,), ""),
        (FIRM, (1096.0, 4000.0), "stale"),
        (FIRM, (None,), ""),  # undated counts as two half-lives, 730 days
        (FIRM, (), "stale"),
        (decided(), (1.0,), "insufficient"),
        (replace(FIRM, draft=replace(FIRM.draft, verdict=Verdict.NOT_ENOUGH_EVIDENCE)), (1.0,), "indecisive"),
        (replace(FIRM, facts=replace(FIRM.facts, parts=(Verdict.SUPPORTED, Verdict.REFUTED))), (1.0,), "unexplained_refutation"),
    ],
)
def test_the_first_closed_gate_is_named(decision: Decision, ages: tuple[float | None, ...], gate: str) -> None:
    assert cache_gate.barred(decision, [PartAges(ages, 1095.0)], RestDials()) == gate


@works("judging.cache_gate.young_days")
@pytest.mark.parametrize(
    ("claim", "days"),
    [
        ("Copper conducts electricity.", 1095.0),
        ("The museum opened on 1 November 2026.", 20.0),  # 17 days before 18 November 2026, and 3
        ("The museum opened in 2020.", 2516.0),  # 2,513 days since 1 January 2020
        ("The museum has been closed since 2020.", 1095.0),  # what is so since then may have ended
        ("The museum is still closed.", 30.0),
        ("The museum opened last week.", 30.0),
        ("The museum will reopen in 2030.", 30.0),
        ("The newspaper USA Today was founded by Al Neuharth.", 1095.0),  # a name says nothing of today
    ],
)
def test_how_old_evidence_may_be_follows_the_claim(claim: str, days: float) -> None:
    part = intake.part_of(claim, LEXICON, Dials().reading)
    assert cache_gate.young_days(part, date(2026, 11, 18), LEXICON, RestDials()) == days
    assert cache_gate.young_days(part, date(2026, 11, 18), LEXICON, RestDials(by_claim=False)) == 1095.0


def test_every_decided_part_rests_on_something_young_enough() -> None:
    fresh, old = PartAges((10.0,), 30.0), PartAges((31.0, None), 30.0)
    assert [cache_gate.barred(FIRM, rests, RestDials()) for rests in ([fresh], [fresh, old], [])] == ["", "stale", "stale"]


@pytest.mark.parametrize(
    ("verdict", "outcome", "stands"),
    [
        (Verdict.NOT_ENOUGH_EVIDENCE, Outcome.PARTIAL, None),  # too little was looked for
        (Verdict.NOT_ENOUGH_EVIDENCE, Outcome.COMPLETED, Verdict.NOT_ENOUGH_EVIDENCE),
        (Verdict.SUPPORTED, Outcome.PARTIAL, Verdict.SUPPORTED),
        (Verdict.REFUTED, Outcome.PARTIAL, Verdict.REFUTED),
        (Verdict.MIXED, Outcome.PARTIAL, Verdict.MIXED),
    ],
)
def test_that_too_little_was_found_is_no_finding_of_a_partial_run(verdict: Verdict, outcome: Outcome, stands: Verdict | None) -> None:
    assert cache_gate.stands(verdict, outcome) is stands


def test_sixty_timeless_claims_are_not_sent_to_the_web_for_the_age_of_their_evidence() -> None:
    """Evidence of nearly three years, or without a date, is young enough for every part of each; for a claim about today it is not."""
    day, dials = date(2026, 11, 18), RestDials()
    claims = [json.loads(line)["claim"] for line in TIMELESS.read_text("utf-8").splitlines()]
    assert len(set(claims)) == 60

    def gate(claim: str, age: float | None) -> str:
        read = intake.read(claim, day, LEXICON, Dials().reading)
        assert isinstance(read, Reading), claim
        ages = [PartAges((age,), cache_gate.young_days(part, day, LEXICON, dials)) for part in read.subclaims]
        return cache_gate.barred(FIRM, ages, dials)

    assert {gate(claim, age) for claim in claims for age in (1000.0, None)} == {""}
    assert gate("Penicillin is still sold in Oslo.", 1000.0) == "stale"
