"""A run of the demonstration as a worker makes it: over the made-up world alone, and kept in a workspace."""

import asyncio
from typing import Any, cast

import pytest

from tests.demo import demo_runs
from veracious import app, demo, wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.app.workers import StoredWork
from veracious.domain.job import DEMO
from veracious.flow.record import Request
from veracious.flow.run import Engine
from veracious.flow.verify import Verified

EXAMPLE = demo.examples()[4]


def test_it_comes_out_as_expected_is_kept_and_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    made, kept = demo_runs.engine(), MemoryArchive()

    async def engine() -> Engine:
        return made

    for name, value in (("demo", engine), ("archive", lambda workspace: kept), ("blobs", lambda workspace: kept.blobs)):
        monkeypatch.setattr(wiring, name, value)
    monkeypatch.setattr(wiring, "tape", lambda run, workspace: kept.tape(run))

    async def run() -> Verified:
        own = await StoredWork("one", cast(Any, None), cast(Any, None))._engine(DEMO, web=False)
        names = app.claims.named(own, EXAMPLE.text, "")
        return await app.claims.attempt(own, Request(EXAMPLE.text, EXAMPLE.as_of, names), "a-run")

    found = asyncio.run(run())
    assert (found.report.outcome, found.report.verdict) == (EXAMPLE.expected.outcome, EXAMPLE.expected.verdict)
    record = asyncio.run(kept.fetch("a-run"))
    assert record.envelope.workspace == "one"
    assert asyncio.run(app.records.replayed(record, kept.blobs)).body == record.envelope.body
    assert found.report.judged is not None
    for piece in found.report.judged.weighed:
        text = app.demonstration.text(piece.quote.snapshot)
        assert text is not None
        assert piece.quote.span.of(text.text) == piece.quote.text


def test_what_is_no_text_of_it_is_not_there() -> None:
    assert app.demonstration.text(f"sha256:{'0' * 64}") is None
