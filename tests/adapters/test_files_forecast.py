"""How much there is to read, told before it is read."""

from pathlib import Path

from veracious.adapters.files import forecast
from veracious.adapters.files.caps import Caps
from veracious.adapters.files.read import Files


def test_what_is_foretold_is_what_comes(tmp_path: Path) -> None:
    """Documents, and what is passed over or refused, each once."""
    (tmp_path / "papers/old").mkdir(parents=True)
    for name in ("papers/a.txt", "papers/.hidden", "papers/b.md", "papers/old/c.txt", "d.txt"):
        (tmp_path / name).write_text("Some words.", "utf-8")
    (tmp_path / "papers/empty.txt").write_bytes(b"")
    (tmp_path / "papers/link").symlink_to(tmp_path / "d.txt")
    given = [str(tmp_path / name) for name in ("papers", "d.txt", "nowhere.txt")]
    with Files(Caps()) as files:
        assert forecast.count(given, Caps()) == len(list(files.read(given))) == 8


def test_lines_are_not_counted_beforehand(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Some words.", "utf-8")
    (tmp_path / "LINES.JSONL").write_text('{"text": "Some words."}\n' * 3, "utf-8")
    assert forecast.count([str(tmp_path / "a.txt")], Caps()) == 1
    assert forecast.count([str(tmp_path)], Caps()) is None
    assert forecast.count(["-"], Caps()) is None
