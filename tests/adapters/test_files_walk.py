"""What was named becomes the files to read, and nothing outside it is ever opened."""

import os
from pathlib import Path

import pytest

from veracious.adapters import names
from veracious.adapters.files import formats, walk
from veracious.adapters.files.caps import Caps
from veracious.adapters.files.formats import Format
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Refused, Unread


def found(*given: object, caps: Caps = Caps()) -> list[tuple[str, object]]:  # noqa: B008 -- frozen
    """Name and content, or name and reason, of what is found."""
    return [
        (one.name, one.reason if isinstance(one, Refused) else one.stream.read()) for one in walk.find([str(path) for path in given], caps)
    ]


def test_files_come_in_the_order_of_their_names_by_bytes(tmp_path: Path) -> None:
    for name in ("b", "B", "a/z", "a.txt", "ä", "a/b/c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    base = tmp_path.name
    assert [name for name, _ in found(tmp_path)] == [f"{base}/{name}" for name in ("B", "a/b/c", "a/z", "a.txt", "b", "ä")]


def test_what_is_named_itself_may_be_hidden_or_a_link(tmp_path: Path) -> None:
    (tmp_path / ".notes").mkdir()
    (tmp_path / ".notes" / "a").write_text("A")
    (tmp_path / ".notes" / ".b").write_text("B")
    (tmp_path / "link").symlink_to(".notes")
    assert found(tmp_path / ".notes") == [(".notes/.b", Unread.HIDDEN), (".notes/a", b"A")]
    assert found(tmp_path / "link") == [("link/.b", Unread.HIDDEN), ("link/a", b"A")]
    assert found(tmp_path / ".notes" / ".b") == [(".b", b"B")]


def test_the_folder_one_stands_in_has_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_text("A")
    monkeypatch.chdir(tmp_path)
    for given in (".", "./", f"../{tmp_path.name}/."):
        assert found(given) == [(f"{tmp_path.name}/a", b"A")]


def test_a_file_swapped_for_a_link_after_it_was_listed_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "given"
    (folder / "inner").mkdir(parents=True)
    (folder / "a").write_text("A")
    (folder / "b").write_text("B")
    (folder / "inner" / "c").write_text("C")
    walked = walk.find([str(folder)], Caps())
    first = next(walked)
    assert first.name == "given/a"
    (folder / "b").unlink()
    (folder / "b").symlink_to(tmp_path / "secret")
    (folder / "inner" / "c").unlink()
    (folder / "inner").rmdir()
    (folder / "inner").symlink_to(tmp_path)
    rest = [(one.name, one.reason if isinstance(one, Refused) else one.stream.read()) for one in walked]
    assert rest[0] == ("given/b", Unread.NOT_A_FILE)
    assert all(what != b"secret" for _, what in rest)
    assert rest[1][1] in (Unread.UNSAFE_PATH, Unread.MISSING)


def test_a_file_that_vanishes_is_missing(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("A")
    (tmp_path / "b").write_text("B")
    walked = walk.find([str(tmp_path)], Caps())
    next(walked)
    (tmp_path / "b").unlink()
    assert next(walked) == Refused(f"{tmp_path.name}/b", Unread.MISSING, "no such file or directory")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("A")
    (tmp_path / "a").chmod(0)
    assert found(tmp_path) == [(f"{tmp_path.name}/a", Unread.UNREADABLE)]


def test_a_file_is_closed_when_the_next_is_asked_for(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(name)
    walked = walk.find([str(tmp_path)], Caps())
    first = next(walked)
    assert isinstance(first, walk.Opened)
    next(walked)
    assert first.stream.closed


def test_folders_deeper_than_the_cap_are_refused_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "1" / "2" / "3").mkdir(parents=True)
    (tmp_path / "1" / "2" / "a").write_text("A")
    base = tmp_path.name
    assert found(tmp_path, caps=Caps(folder_depth=2)) == [(f"{base}/1/2/3", Unread.TOO_DEEP), (f"{base}/1/2/a", b"A")]


def test_walking_leaves_no_handle_open(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / str(number) / "x").mkdir(parents=True)
        (tmp_path / str(number) / "x" / "a").write_text("A")
    before = len(os.listdir("/proc/self/fd"))
    assert len(found(tmp_path)) == 5
    walked = walk.find([str(tmp_path)], Caps())
    next(walked)
    walked.close()  # type: ignore[attr-defined]
    assert len(os.listdir("/proc/self/fd")) == before


def test_names_are_shown_so_that_they_cannot_deceive() -> None:
    assert names.show("a\nb\x1b\u202e\udcff\ue000.txt") == r"a\u000ab\u001b\u202e\xff\ue000.txt"
    assert names.show("Größe 東京.txt") == "Größe 東京.txt"


@pytest.mark.parametrize(
    ("name", "head", "format"),
    [
        ("a.TXT", b"x", Format.TEXT),
        ("a.markdown", b"x", Format.MARKDOWN),
        ("a.xhtml", b"x", Format.HTML),
        ("a.ndjson", b"x", Format.JSONL),
        ("a.txt", b"  \n%PDF-1.7", Format.PDF),
        ("a.pdf", b"rubbish\n%PDF-1.7", Format.PDF),
        ("a.txt", b"rubbish\n%PDF-1.7", Format.TEXT),
        ("a", b"PK\x03\x04", Format.DOCX),
        ("README", b"plain", Format.TEXT),
        ("page.php", b"\n<!-- hm --> <HTML lang=en>", Format.HTML),
        ("page", "\ufeff<!doctype html>".encode("utf-16"), Format.HTML),
        ("dump", b'{"id": 1, "text": "x"}\n', Format.JSONL),
        ("dump.json", b'{"id": 1}\n', Format.TEXT),
        ("a.pdf", b"<!DOCTYPE html><html>", Format.HTML),
    ],
)
def test_a_format_is_told_by_first_bytes_and_name(name: str, head: bytes, format: Format) -> None:
    assert formats.tell(name, head) is format


@pytest.mark.parametrize(
    ("name", "head", "reason"),
    [
        ("a.txt", b"", Unread.EMPTY),
        ("a.xlsx", b"PK\x03\x04", Unread.UNSUPPORTED),
        ("a.docx", b"plain", Unread.DAMAGED),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Unread.ENCRYPTED),
        ("a.bin", bytes(range(32)), Unread.UNSUPPORTED),
    ],
)
def test_a_format_that_is_not_read_is_refused(name: str, head: bytes, reason: Unread) -> None:
    with pytest.raises(NotRead) as refused:
        formats.tell(name, head)
    assert refused.value.reason is reason
