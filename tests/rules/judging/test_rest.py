"""May a verdict rest on what the stores already had."""

from dataclasses import replace

import pytest

from tests.rules.weighing import given as make
from tests.rules.weighing.given import REFUTES, SUPPORTS
from veracious.domain.decision import Decision
from veracious.domain.verdict import Outcome, Verdict
from veracious.rules.judging import cache_gate, verdicts
from veracious.rules.judging.cache_gate import RestDials
from veracious.rules.judging.verdicts import JudgingDials, Question
from veracious.rules.weighing.sufficiency import SufficiencyDials


def decided(*stances: str) -> Decision:
    pool = [make.weighed(f"{name}{k}", SUPPORTS if name == "s" else REFUTES) for k, name in enumerate(stances)]
    return verdicts.decide(pool, Question(1), SufficiencyDials(), JudgingDials())


FIRM = decided("s", "s", "s")


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
    assert cache_gate.barred(decision, ages, RestDials()) == gate


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
