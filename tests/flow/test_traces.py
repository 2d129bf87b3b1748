"""Why a record says what it says, and what changed between two: told of real runs."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from tests.flow import random_runs
from tests.flow.random_runs import DAY, RandomRun
from tests.flow.test_claim import DeadFinder, DeadJudge, kept
from veracious import app
from veracious.domain.record import Body, Record, ToolName
from veracious.domain.report import Report
from veracious.domain.verdict import Outcome, Verdict
from veracious.flow import claim
from veracious.rules import digest
from veracious.rules.explaining import changes, headline, trace
from veracious.rules.explaining.changes import Change, ComparedRecord
from veracious.rules.weighing.evidence_trust import side

ORDER = (
    "checks", "claim", "parts", "found", "evidence", "set aside", "origins", "sufficiency", "guards", "verdict", "limits", "stop",
    "would change",
)  # fmt: skip


def run(world: RandomRun) -> Report:
    return asyncio.run(claim.verify(world.text, DAY, world.run))


def told(report: Report, **body: Any) -> ComparedRecord:
    """A report as a record holds it."""
    request = digest.canonical({"text": "Lake Baikal is deep.", "as_of": "2026-01-15"}).decode()
    made = Body(request, "sha256:dials", (ToolName("judge", "table", "1"),), (), digest.canonical(report).decode())
    return ComparedRecord(replace(made, **body), report)


@pytest.fixture(scope="module")
def reports() -> list[Report]:
    return [run(random_runs.world(seed)) for seed in range(40)]


def test_the_path_has_its_steps_in_order(reports: list[Report]) -> None:
    for report in reports:
        names = [step.name for step in trace.tell(report)]
        assert names == [name for name in ORDER if name in names]
        assert {"claim", "parts", "found", "sufficiency", "guards", "verdict", "stop"} <= set(names)


def test_the_path_leaves_nothing_out_that_decided(reports: list[Report]) -> None:
    """Every part, piece with its scores, guard, limit, stop rule and change that the report has."""
    for report in reports:
        steps = {step.name: step.says for step in trace.tell(report)}
        assert report.judged is not None
        assert report.reading is not None
        assert len(steps["parts"]) == len(report.reading.subclaims)
        assert len(steps.get("evidence", ())) == len(report.judged.weighed)
        for piece in report.judged.weighed:
            stance = f"supports {piece.stance.supports:.2f}, refutes {piece.stance.refutes:.2f}, neutral {piece.stance.neutral:.2f}"
            verb = {"neutral": "takes no side"}.get(side(piece.stance), side(piece.stance))
            told = (f"{piece.domain} {verb}: “{piece.quote.text}”", stance, f"trust {piece.trust:.2f} ({piece.grade})")
            assert any(all(words in line for words in told) for line in steps["evidence"])
        acted = report.judged.decision.draft.acted
        assert [line.split(": changed ")[0] for line in steps["guards"][1:]] == [trace.guard(one.guard) for one in acted]
        assert steps["stop"] == (trace.stop(report.stop),)
        assert steps.get("would change", ()) == tuple(trace.would_change(report.would_change, report.judged))
        assert set(trace.failures(report.judged.degraded)) <= set(steps.get("limits", ()))
        assert steps["verdict"][0] == ", ".join(filter(None, (str(report.verdict).replace("_", " "), headline.beside(report))))
        assert "confidence" not in " ".join(line for step in steps.values() for line in step)
    assert any(len(report.judged.decision.draft.acted) > 0 for report in reports if report.judged)


def test_the_checks_count_the_parts_that_are_firmly_covered_and_those_that_are_contradicted(reports: list[Report]) -> None:
    """A part has the weight 1 where an origin speaks to it firmly, whichever way; partly or wholly invalid is contradicted."""
    counts = set()
    for report in reports:
        assert report.judged is not None
        parts = report.judged.decision.facts.sufficiency.details
        firm = len([part for part in parts if part.supporting or part.refuting])
        against = len([part for part in parts if part.status.endswith("INVALID")])
        line = next(step.says[1] for step in trace.tell(report) if step.name == "checks")
        assert line.startswith("2. parts: ")
        assert line.endswith(f"; firmly covered: {firm} of {len(parts)}, contradicted: {against}")
        counts.add((firm, against))
    assert {(0, 0), (1, 0), (1, 1)} <= counts


def test_only_origins_that_take_a_side_are_told(reports: list[Report]) -> None:
    for report in reports:
        assert report.judged is not None
        sided = {piece.evidence for piece in report.judged.weighed if side(piece.stance) != "neutral"}
        spoken = [origin for origin in report.judged.origins if sided & set(origin.evidence)]
        lines = {step.name: step.says for step in trace.tell(report)}.get("origins", ())
        assert len([line for line in lines if not line.startswith("amounts")]) == len(spoken)


def test_a_refused_and_a_failed_run_say_why_and_have_no_verdict() -> None:
    refused = {step.name: step.says for step in trace.tell(run(replace(random_runs.world(1), text="Is Lake Baikal deep?")))}
    assert refused["claim"][0].startswith("Refused (question)")
    assert refused["verdict"] == ("no verdict: the run is refused",)
    failed = {step.name: step.says for step in trace.tell(run(random_runs.with_tools(random_runs.world(4), finders=(DeadFinder(),))))}
    assert "the store is down" in failed["claim"][1]
    assert failed["verdict"] == ("no verdict: the run is failed",)


def test_a_record_does_not_differ_from_itself(reports: list[Report]) -> None:
    for report in reports:
        assert changes.between(told(report), told(report)) == ()


def between(one: ComparedRecord, other: ComparedRecord) -> dict[tuple[str, str], tuple[str, str]]:
    return {(change.about, change.what): (change.before, change.after) for change in changes.between(one, other)}


def test_what_was_asked_and_made_with_is_compared(reports: list[Report]) -> None:
    report = reports[0]
    request = digest.canonical({"text": "Lake Baikal is shallow.", "as_of": "2026-01-15"}).decode()
    other = told(report, request=request, dials="sha256:others", tools=(ToolName("judge", "table", "2"), ToolName("relevance", "r", "3")))
    assert between(told(report), other) == {
        ("request", "text"): ("Lake Baikal is deep.", "Lake Baikal is shallow."),
        ("dial", "all of them"): ("sha256:dials", "sha256:others"),
        ("tool", "judge"): ("table 1", "table 2"),
        ("tool", "relevance"): ("", "r 3"),
    }


def test_dials_are_compared_one_by_one_where_both_are_known(reports: list[Report]) -> None:
    one, other = (
        replace(told(reports[0]), dials={"dials": {"seeking": {"limit": limit, "b": 1}}, "lexicon": {"verbs": "x"}}) for limit in (10, 50)
    )
    assert changes.between(one, other) == (Change("dial", "dials.seeking.limit", "10", "50"),)


def test_evidence_that_came_went_or_turned_is_named() -> None:
    """The same world with a judge that turned, and with one document more or less: exactly what differs is told, and both ways."""
    for seed in range(12):
        report = run(random_runs.world(seed))
        judged = report.judged
        if judged is None or not judged.weighed:
            continue
        turned = replace(judged.weighed[0], stance=judged.weighed[0].stance.mirrored())
        other = replace(report, judged=replace(judged, weighed=(turned, *judged.weighed[1:]), admitted=judged.admitted[1:]))
        found = between(told(report), told(other))
        lost = judged.admitted[0].ranked.evidence
        state = "counts" if judged.admitted[0].admissible_for_trust else f"does not count: {judged.admitted[0].reason}"
        assert [change.id for change in changes.between(told(report), told(other)) if change.about == "evidence"] == [lost.id]
        assert [found.pop(key) for key in list(found) if key[0] == "evidence"] == [(state, "")]
        ((about, what), (before, after)) = found.popitem() if turned != judged.weighed[0] else (("stance", ""), ("", ""))
        assert (about, found) == ("stance", {})
        assert not what or (turned.domain in what and before != after)
        assert [line for line in (before, after) if "sha256" in line] == []


def test_a_comparison_leads_with_a_sentence(reports: list[Report]) -> None:
    """Whether the verdict changed and from what to what; then what is other in that on which it rests."""
    decided = next(report for report in reports if report.verdict is Verdict.SUPPORTED)
    undecided = next(report for report in reports if report.verdict is Verdict.NOT_ENOUGH_EVIDENCE)
    assert changes.sentence(told(decided), told(decided)) == "Nothing changed."
    said = changes.sentence(told(decided), told(undecided))
    assert said.startswith(f"The verdict changed from supported ({headline.beside(decided)}) to not enough evidence")
    other = told(decided, dials="sha256:others", tools=(ToolName("judge", "table", "2"),))
    assert changes.sentence(told(decided), other) == (
        f"The verdict is the same: supported ({headline.beside(decided)}). Other in what it rests on: 1 dial, 1 tool."
    )
    failed = run(random_runs.with_tools(random_runs.world(reports.index(decided)), judge=DeadJudge()))
    assert "to none, since the run is failed" in changes.sentence(told(decided), told(failed))
    asked = told(decided, request=digest.canonical({"text": "Another.", "as_of": "2026-01-15"}).decode())
    assert changes.sentence(told(decided), asked).startswith("Another claim was asked about. The verdict is the same")


def test_calls_that_failed_alike_are_told_once() -> None:
    limit = "Raise the limit. (finder {}: the limit on seconds)"
    assert trace.failures([limit.format(0), limit.format(2), "The store is down."]) == [
        "Raise the limit. (search 1, search 3: the limit on seconds)",
        "The store is down.",
    ]


def test_verdicts_parts_and_guards_that_differ_are_named(reports: list[Report]) -> None:
    decided = next(report for report in reports if report.verdict is Verdict.SUPPORTED)
    other = run(random_runs.with_tools(random_runs.world(reports.index(decided)), judge=DeadJudge()))
    assert other.outcome is Outcome.FAILED
    found = between(told(decided), told(other))
    assert found["outcome", "verdict"] == ("supported", "none")
    assert found["outcome", "outcome"][1] == "failed"
    assert decided.reading is not None
    for part in decided.reading.subclaims:
        assert found["part", part.text][1] == "no verdict"


def test_a_kept_record_is_explained_from_its_bytes_alone() -> None:
    """What is told of the report that came back from JSON is what is told of the one that went in."""
    for seed in range(10):
        world = random_runs.world(seed)
        record: Record = kept(world)
        assert trace.tell(app.records.report(record)) == trace.tell(run(world))
