"""The step that is taken is named on a terminal, and nowhere else."""

import asyncio
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

from tests.faces.pages.cases import cases
from veracious import app, wiring
from veracious.domain.budget import Limits
from veracious.domain.store import Scope
from veracious.faces.cli import progress, verify
from veracious.flow.verify import Verified
from veracious.rules.dials import Dials
from veracious.rules.seeking.register import CredibilityRules


def shown(is_terminal: bool) -> str:
    out = io.StringIO()
    with progress.steps(Console(file=out, force_terminal=is_terminal, width=80)) as step:
        step("Loading the models")
    return out.getvalue()


def test_a_step_is_named_on_a_terminal_alone() -> None:
    assert "Loading the models …" in shown(is_terminal=True)
    assert shown(is_terminal=False) == ""


def test_the_first_check_of_a_claim_names_its_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading, loading, cutting and judging are named in this order, and each before it is done."""
    (tmp_path / "a.txt").write_text("The Halvorsund Bridge is open.")
    done: list[str] = []
    case = cases()["supported"]

    @contextmanager
    def noted(console: Console) -> Iterator[object]:
        yield done.append

    async def verified(*given: object) -> Verified:
        done.append("verified")
        return Verified(case.report, case.record)

    async def engine(place: verify.Place) -> object:
        done.append("made")
        return object()

    monkeypatch.setattr(progress, "steps", noted)
    monkeypatch.setattr(wiring, "loaded_models", lambda: done.append("loaded"))
    monkeypatch.setattr(verify, "engine", engine)
    monkeypatch.setattr(app.claims, "verify", verified)
    place = verify.Place((tmp_path,), CredibilityRules(), Scope(), "", Dials())
    asyncio.run(verify._verified("The Halvorsund Bridge is open.", None, place, Limits(), ""))
    assert done == [
        "Reading the documents",
        "Loading the models",
        "loaded",
        "Cutting the documents into passages",
        "made",
        "Searching the evidence, and judging what is found",
        "verified",
    ]
