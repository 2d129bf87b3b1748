"""Where there is nothing to go by, or a part is broken: never a decisive verdict, always an outcome that says what to do."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest
import veracious_models

from veracious import app, wiring
from veracious.domain.store import Scope
from veracious.domain.verdict import Outcome, Verdict
from veracious.flow.run import Engine
from veracious.flow.verify import Verified

ROOT = Path(__file__).parents[2]
QUICK, ALL = 12, 500
DECISIVE = (Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED)
SIZES = [QUICK, pytest.param(ALL, marks=pytest.mark.long)]


def claims(many: int) -> list[str]:
    """Claims of many forms, about nothing that the made-up world knows."""
    written = [json.loads(line) for name in ("splits_tuning", "quantities_tuning") for line in _lines(name)]
    texts = [one.get("text") or one["a"] for one in written]
    numbered = (f"{text.rstrip('.')} in {1900 + number % 120}." for number in count() for text in texts)
    return list(islice(numbered, many))


def _lines(name: str) -> list[str]:
    return (ROOT / f"evals/reading/{name}.jsonl").read_text("utf-8").splitlines()


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Settings of nobody, and nothing remembered from before."""
    for name in ("DATABASE_URL", "VERACIOUS_OWNER_URL", "VERACIOUS_MODELS", "VERACIOUS_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VERACIOUS_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("VERACIOUS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VERACIOUS_THREADS", "1")
    forget()
    yield monkeypatch
    app.store.stop()
    forget()


def forget() -> None:
    """What the process remembers of servers and models."""
    if wiring.database.cache_info().currsize:
        wiring.database().close()
    for kept in (wiring.addresses, wiring.database, wiring.loaded_models):
        kept.cache_clear()


def ask(checker: Engine, many: int) -> list[Verified]:
    async def run() -> list[Verified]:
        return [await app.claims.verify(checker, text) for text in claims(many)]

    return asyncio.run(run())


def test_the_claims_are_claims() -> None:
    read = [wiring.reader()(text, wiring.clock().now().date()) for text in claims(ALL)]
    assert len(set(claims(ALL))) == ALL
    assert sum(hasattr(one, "subclaims") for one in read) > 0.75 * ALL


@pytest.mark.parametrize("many", SIZES)
def test_an_empty_store_decides_nothing(many: int, fresh: pytest.MonkeyPatch) -> None:
    for found in ask(wiring.over_store(Scope()), many):
        assert found.outcome in (Outcome.COMPLETED, Outcome.REFUSED)
        assert found.verdict in (None, Verdict.NOT_ENOUGH_EVIDENCE)
        assert found.outcome is Outcome.REFUSED or found.report.missing


@pytest.mark.parametrize("many", SIZES)
def test_a_store_that_speaks_of_something_else_decides_nothing(many: int) -> None:
    found = ask(asyncio.run(wiring.demo()), many)
    assert [one.report.reading for one in found if one.verdict in DECISIVE] == []
    assert {one.outcome for one in found} <= {Outcome.COMPLETED, Outcome.REFUSED}


@pytest.mark.parametrize("many", SIZES)
@pytest.mark.parametrize("role", ["judge", "embedder"])
def test_a_broken_model_decides_nothing(role: str, many: int, fresh: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("judge", "embedder", "relevance"):
        shutil.copytree(veracious_models.folder(name), tmp_path / "models" / name)
    file = tmp_path / "models" / role / "model.onnx"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    fresh.setenv("VERACIOUS_MODELS", str(tmp_path / "models"))
    checker = asyncio.run(wiring.demo()) if role == "judge" else wiring.over_store(Scope())
    for found in ask(checker, many):
        assert found.verdict not in DECISIVE
        assert found.outcome in (Outcome.FAILED, Outcome.REFUSED, Outcome.COMPLETED)
        if found.outcome is Outcome.FAILED:
            assert "veracious" in found.explanation


@pytest.mark.parametrize("many", SIZES)
def test_a_dead_database_decides_nothing(many: int, fresh: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fresh.setenv("DATABASE_URL", f"postgresql://veracious_app@/veracious?host={tmp_path}&port=5432")
    for found in ask(wiring.over_store(Scope()), many):
        assert found.verdict is None
        assert found.outcome in (Outcome.FAILED, Outcome.REFUSED)
        if found.outcome is Outcome.FAILED:
            assert "DATABASE_URL" in found.explanation or "server" in found.explanation
