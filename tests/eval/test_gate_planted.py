"""The gate against ten planted regressions, and against the engine as it is, twenty times. Long: `make gate-proof`."""

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.eval.worlds import Silent
from veracious.domain.stance import Judgement
from veracious.eval import gate, start
from veracious.eval.start import Wish
from veracious.eval.verdict.pools import Pool
from veracious.faces.cli.eval_studies import commands
from veracious.rules import dials as all_dials
from veracious.rules.dials import Dials

ROOT = Path(__file__).parents[2]
PACK, BASELINE = ROOT / "evals/gate", ROOT / "evals/baseline.json"
UNCHANGED = 20

pytestmark = pytest.mark.long


def measured(out: Path, dials: Dials, pack: Path = PACK) -> dict[str, Any]:
    report = asyncio.run(start.measure(Wish("verdict", "development", out=out, data=pack, dials=dials), Silent())).report
    return gate.measured(report)


def turned(**changes: Any) -> Dials:
    return all_dials.changed(Dials(), changes)


PLANTED: dict[str, Dials] = {
    "the weight of relevance is zero": turned(weighing={"sufficiency": {"coverage": {"relevance": 0.0}}}),
    "the relevance model weighs nothing": turned(ranking={"rerank": {"model": {"share": 0.0}}}),
    "what decides needs no sufficiency, and little makes a voice firm": turned(
        judging={"off": ["decisive_needs_sufficiency"]}, weighing={"sufficiency": {"coverage": {"strong": 0.02, "partial": 0.01}}}
    ),
    "every dissent leaves a claim open": turned(weighing={"sufficiency": {"coverage": {"near": 0.0, "dissent": 0.05}}}),
    "evidence without the core name never counts": turned(ranking={"gate": {"nameless_anchors": 1.0, "lower_is_no_name": False}}),
    "the judge reads two pieces": turned(ranking={"rerank": {"judged_at_most": 2}}),
    "the reference as it was": Dials.reference(),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the tools said of the slice, asked once."""
    out = tmp_path_factory.mktemp("gate")
    assert gate.check(measured(out, Dials()), gate.read(BASELINE)) == []
    return out


def shut(found: dict[str, Any]) -> list[str]:
    return [one.what for one in gate.check(found, gate.read(BASELINE))]


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_regression_of_the_rules_is_caught(kept: Path, name: str) -> None:
    what = shut(measured(kept, PLANTED[name]))
    print(f"{name}: {', '.join(what)}")
    assert what


def test_swapped_labels_are_caught(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before: Callable[..., Judgement] = Pool._judgement

    def swapped(self: Pool, *given: Any) -> Judgement:
        found = before(self, *given)
        return replace(found, stance=found.stance.mirrored())

    monkeypatch.setattr(Pool, "_judgement", swapped)
    what = shut(measured(kept, Dials()))
    print(f"labels swapped: {', '.join(what)}")
    assert what


@pytest.mark.parametrize("file", ["corpus", "claims_train"])
def test_a_changed_byte_is_caught(tmp_path: Path, file: str) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(PACK, pack)
    place = pack / f"retrieval/check_covid/{file}.jsonl.gz"
    content = bytearray(place.read_bytes())
    content[len(content) // 2] ^= 1
    place.write_bytes(content)
    done = CliRunner().invoke(commands, ["gate", "--pack", str(pack), "--baseline", str(BASELINE)])
    print(done.output)
    assert done.exit_code == 1
    assert f"retrieval/check_covid/{file}.jsonl.gz" in done.output


def test_the_engine_as_it_is_passes_every_time(kept: Path) -> None:
    assert [shut(measured(kept, Dials())) for _ in range(UNCHANGED)] == [[]] * UNCHANGED
