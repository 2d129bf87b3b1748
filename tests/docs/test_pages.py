"""The pages say what the code does."""

import re
from pathlib import Path

import pytest
from docs.generate import __main__ as generate
from docs.generate import dials

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", generate.PAGES)
def test_a_generated_page_agrees_with_the_code(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == generate.PAGES[name](ROOT), "run `make pages WRITE=--write`"


def test_every_dial_says_meaning_range_and_origin() -> None:
    """The trailing comment has three parts, none empty."""
    assert list(dials.problems(ROOT)) == []


def test_every_dial_has_a_row() -> None:
    page = (ROOT / "docs/reference/dials.md").read_text("utf-8")
    missing = [dial.name for group in dials.groups(ROOT) for dial in group.dials if f"| `{dial.name}` | {dial.value} |" not in page]
    assert missing == []


def test_a_dial_without_a_comment_is_noticed(tmp_path: Path) -> None:
    """Planted: a group whose dial says nothing of itself."""
    planted = tmp_path / "src/veracious/rules/planted.py"
    planted.parent.mkdir(parents=True)
    planted.write_text('class SomeDials:\n    """Planted."""\n\n    limit: float = 0.7\n', "utf-8")
    assert list(dials.problems(tmp_path)) == ["SomeDials.limit: say `meaning; sane range; origin` in a comment behind it"]


def test_the_code_obeys_the_glossary() -> None:
    """Every word of the glossary names a class of `domain`, and every class of `domain` is a word of the glossary."""
    glossary = (ROOT / "docs/reference/glossary.md").read_text("utf-8")
    words = set(re.findall(r"^\*\*(\w+)\*\*$", glossary, re.MULTILINE))
    modules = [path for path in (ROOT / "src/veracious/domain").glob("*.py") if path.stem not in ("__init__", "errors")]
    classes = {name for path in modules for name in re.findall(r"^class (\w+)", path.read_text("utf-8"), re.MULTILINE)}
    assert words == classes
