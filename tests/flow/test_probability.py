"""The probability beside a verdict: told by a table that was measured for the judge, and by no other."""

import asyncio
import json
from dataclasses import replace

import pytest

from tests.flow import random_runs
from tests.flow.random_runs import DAY, RandomRun
from veracious import wiring
from veracious.domain.belief import Belief
from veracious.domain.record import ToolName
from veracious.domain.report import Report
from veracious.domain.verdict import Verdict
from veracious.flow import claim
from veracious.rules.judging import calibration
from veracious.rules.judging.calibration import Table

UNDECIDED = Verdict.NOT_ENOUGH_EVIDENCE
TABLE = Table("made", ("lean",), (0.0, 0.0, -2.0, 0.0), ((1.0,), (-1.0,), (0.0,), (0.0,)))


def told(world: RandomRun, table: Table | None) -> Report:
    return asyncio.run(claim.verify(world.text, DAY, replace(world.run, calibration=table)))


def test_a_verdict_has_the_probability_that_the_table_gives_it() -> None:
    world = next(one for one in map(random_runs.bare, range(80)) if told(one, None).verdict is Verdict.SUPPORTED)
    report = told(world, TABLE)
    assert report.judged is not None
    assert report.probability == calibration.apply([calibration.lean(report.judged.decision.beliefs)], TABLE)
    assert report.probability.supported > report.probability.refuted
    without = told(world, None)
    drawn = replace(report, probability=None, band=without.band, fixed_trust=without.fixed_trust)  # by the digest of the dials
    assert without == drawn


def test_where_no_side_was_taken_there_is_no_probability() -> None:
    others = [
        report for report in (told(random_runs.bare(seed), TABLE) for seed in range(40)) if report.verdict in (Verdict.MIXED, UNDECIDED)
    ]
    assert UNDECIDED in {report.verdict for report in others}
    assert [report for report in others if report.probability is not None] == []


def test_a_record_names_the_table() -> None:
    run = random_runs.bare(0).run
    with_table = replace(run, calibration=TABLE)
    assert run.dials_digest != with_table.dials_digest
    assert json.loads(with_table.dials_written)["calibration"].startswith("sha256:")
    assert "calibration" not in json.loads(run.dials_written)


def test_a_refused_claim_has_no_probability() -> None:
    world = replace(random_runs.bare(0), text="Is it so?")
    assert told(world, TABLE).probability is None


def test_only_a_judge_it_was_measured_for_has_a_table() -> None:
    shipped = wiring.judge(None)
    found = wiring.calibration((shipped.name,))  # type: ignore[attr-defined]
    assert found is not None
    assert found.scores == ("lean", "support", "refutation")
    assert wiring.calibration((ToolName("judge", "mine", "sha256:0"),)) is None
    assert wiring.calibration(()) is None


@pytest.mark.parametrize(
    ("odds", "lean"),
    [((), 0.0), ((1.0,), 1.0), ((1.0, 2.0), 3.0), ((2.0, -1.0), -1.0), ((-1.0, -2.0), -2.0)],  # one refuted part outweighs the others
)
def test_the_lean_of_a_claim_of_parts(odds: tuple[float, ...], lean: float) -> None:
    assert calibration.lean([Belief(one, 0.5) for one in odds]) == lean
