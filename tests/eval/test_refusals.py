"""Refusals counted over sets of claims; a held-out set is written down before it is read."""

import gzip
import json
from datetime import date
from pathlib import Path

import pytest

from tests.eval import worlds
from veracious.domain.claim import Reason
from veracious.domain.errors import InputError
from veracious.eval import refusals
from veracious.rules.dials import Dials

CLAIMS = ("Whales are mammals.", "She won.", "Open the door!", "The company fell.", "Iron rusts.")


def test_ambiguous_references_are_counted_apart() -> None:
    """Three of five are refused, one of them for something else: a fifth."""
    found = refusals.count("set", CLAIMS, date(2026, 11, 18), Dials())
    assert [reason for reason, _ in found.refused] == [Reason.AMBIGUOUS_REFERENCE, Reason.COMMAND, Reason.AMBIGUOUS_REFERENCE]
    assert found.unread == pytest.approx(1 / 5)
    assert str(found) == "n 5, refused 3 (ambiguous_reference 2, command 1), but for ambiguous references 20.00%"
    assert refusals.count("none", (), date(2026, 11, 18), Dials()).unread == 0.0


def test_a_held_out_set_is_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("VERACIOUS_DATA", str(tmp_path))
    for name in (*refusals.TESTS, *refusals.DEVELOPMENT):
        path = tmp_path / "retrieval" / f"{name}.jsonl.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress("".join(json.dumps({"claim": claim}) + "\n" for claim in CLAIMS).encode()))
    log = tmp_path / "openings.md"
    log.write_text(worlds.EMPTY_LOG, "utf-8")
    with pytest.raises(InputError):
        refusals.main(["tests", "--openings", str(log)])
    assert log.read_text("utf-8") == worlds.EMPTY_LOG
    refusals.main(["tests", "--openings", str(log), "--reason", "finished"])
    assert log.read_text("utf-8").count("finished | n 5, refused 3") == 3
    assert "Open the door!" not in capsys.readouterr().out  # only figures are read off a held-out file
    refusals.main(["development", "--openings", str(log)])
    assert "command: Open the door!" in capsys.readouterr().out
