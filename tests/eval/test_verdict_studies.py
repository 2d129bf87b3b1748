"""What is learned on development sets: the rules again on what was heard, dials fitted, mechanisms switched off."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from docs.generate import ablation
from docs.generate.formulary import FORMULAS

from tests.eval.test_verdict_run import SET, pack
from tests.eval.worlds import Silent
from veracious.eval import run
from veracious.eval.verdict import ablate, again, chance, study, suite, tune
from veracious.eval.verdict.ablate import Mechanism
from veracious.eval.verdict.score import ORDER
from veracious.eval.verdict.study import Ground, Wish
from veracious.eval.verdict.tune import Ready, Trial
from veracious.rules.dials import Dials

__all__ = ["pack"]


@pytest.fixture
def ground(pack: Path, monkeypatch: pytest.MonkeyPatch) -> Ground:
    monkeypatch.setattr(study, "SETS", SET)
    return asyncio.run(study.ground(Wish(None, pack), Dials(), Silent()))


def listened(ground: Ground, dials: Dials) -> Ready:
    (bench,) = ground.benches
    return Ready(bench.name, asyncio.run(again.listen(bench, dials, lambda done: None)), bench.documents)


def test_the_rules_again_say_what_the_whole_run_says(ground: Ground) -> None:
    (bench,) = ground.benches
    for dials in (Dials(), Dials.reference()):
        whole = asyncio.run(suite.predictions(bench, dials, lambda done: None))
        ready = listened(ground, dials)
        told = again.answer(ready.listened, dials, bench.documents)
        assert {key: replace(one, outcome="") for key, one in told.items()} == {key: replace(one, outcome="") for key, one in whole.items()}


def test_a_dial_is_moved_only_for_a_gain(ground: Ground) -> None:
    dull = tune.turn(Dials(), "weighing.sufficiency.coverage.strong", 0.99)  # nothing is firm
    ready = listened(ground, Dials())
    tried = [Trial("weighing.sufficiency.coverage.strong", (0.3, 0.99)), Trial("telling.explain.sentences_at_most", (3, 4))]
    moved, chosen = tune.fit([ready], tried, dull)
    assert moved == {"weighing.sufficiency.coverage.strong": 0.3}
    assert tune.worth([ready], chosen) > tune.worth([ready], dull)
    assert tune.fit([ready], tried, chosen) == ({}, chosen)


def test_what_is_tried_can_be_turned() -> None:
    for trial in tune.trials():
        assert all(tune.turn(Dials(), trial.dial, value) for value in trial.values)


def test_every_mechanism_changes_the_reference() -> None:
    found, elsewhere = ablate.mechanisms()
    assert len({one.name for one in found}) == len(found) >= 70
    assert all(one.without(Dials.reference()) != Dials.reference() for one in found)
    known = {formula.name for formula in FORMULAS} | {"reading.split"}
    assert {one.formula for one in found} | set(elsewhere) <= known


def test_no_mechanism_of_the_formulas_is_left_out() -> None:
    assert list(ablation.problems()) == []


def test_a_mechanism_that_acts_is_seen_to_act(ground: Ground) -> None:
    (bench,) = ground.benches
    whole = asyncio.run(ablate.base(bench, Dials(), lambda done: None))
    silenced = Mechanism("silence", "", "gate", {"weighing.sufficiency.coverage.strong": 0.99})
    idle = Mechanism("idle", "", "gate", {"judging.rest.fresh_days": 1.0})
    early = Mechanism("early", "", "gate", {"ranking.gate.topic_anchors": 2.0, "ranking.gate.topic_overlap": 2.0})
    assert (silenced.is_late, idle.is_late, early.is_late) == (True, True, False)
    for mechanism, active in ((silenced, 2 / 3), (idle, 0.0), (early, 2 / 3)):  # the third claim is refused
        effect = ablate.effect([(whole, asyncio.run(ablate.without(mechanism, whole, Dials())))])
        assert effect["active"] == pytest.approx(active)
        assert (effect["strict"].value < 0) is (active > 0)


def test_false_discoveries_are_held_down() -> None:
    """Benjamini and Hochberg's own example: of 15 p-values at 0.05 the first four are called differences."""
    given = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    assert ablate.discoveries(given) == [True] * 4 + [False] * 11
    assert ablate.discoveries([0.9, 0.001]) == [False, True]


def test_what_hardly_ever_acts_is_not_tested() -> None:
    one = {"p": 0.0001}
    effects = {"often": {"active": 0.5, "strict": one, "forced": one, "log_loss": one}}
    effects["seldom"] = {**effects["often"], "active": 0.01}
    told = ablate.table(effects)
    assert told["often"]["differs"] == ["strict", "forced", "log_loss"]
    assert (told["seldom"]["tested"], told["seldom"]["differs"]) == (False, [])


def test_a_study_of_mechanisms_goes_on_where_it_was(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "SETS", SET)
    few = (Mechanism("one", "a", "gate", {"judging.rest.fresh_days": 1.0}), Mechanism("two", "b", "gate", {"judging.rest.fresh_days": 2.0}))
    monkeypatch.setattr(ablate, "mechanisms", lambda: (few[:1], {}))
    asyncio.run(study.ablation(Wish(None, pack), Silent()))
    with (pack / "ablation.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"name": "torn')  # a run that was killed while it wrote
    asked = []
    monkeypatch.setattr(ablate, "mechanisms", lambda: (few, {}))
    before = ablate.without

    async def noted(mechanism: Mechanism, *given: object) -> object:
        asked.append(mechanism.name)
        return await before(mechanism, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(ablate, "without", noted)
    told = asyncio.run(study.ablation(Wish(None, pack), Silent()))
    assert asked == ["two"]
    assert set(told["mechanisms"]) == {"one", "two"}


def test_a_calibration_is_shipped_with_how_it_held() -> None:
    rows = chance.rows([{"lean": 1.0}, {"lean": -1.0}] * 40, [ORDER[0], ORDER[1]] * 40, ("lean",))
    figures = chance.figures(chance.crossed(rows, ("lean",), 1), rows.gold, SET)
    table = chance.fit(rows, ("lean",), "verdicts")
    told = run.plain({"table": table, "left_out": {SET: figures}, "manifest": {"inputs": [{"set": SET}, {"set": SET}]}})
    shipped = study.shipped(told, ["sha256:a"])
    assert json.loads(json.dumps(shipped))["table"]["scores"] == ["lean"]
    assert shipped["fitted_on"] == [SET]
    assert shipped["side_left_out"][SET]["n"] == 80
