"""The pages say what the code does."""

import importlib.util
import re
from pathlib import Path

import pytest
from docs.generate import __main__ as generate
from docs.generate import dials

ROOT = Path(__file__).parents[2]
SEEDS = (ROOT / "docs/reference/seeds.md").read_text("utf-8")


@pytest.mark.parametrize("name", generate.PAGES)
def test_a_generated_page_agrees_with_the_code(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == generate.PAGES[name](ROOT), "run `make pages WRITE=--write`"


def test_every_dial_says_meaning_range_and_origin() -> None:
    """The trailing comment has three parts, none empty."""
    silent = [dial for group in dials.groups(ROOT) for dial in group.dials if len(dial.parts) != 3 or not all(dial.parts)]
    assert silent == []


def test_every_dial_has_a_row() -> None:
    page = (ROOT / "docs/reference/dials.md").read_text("utf-8")
    missing = [dial.name for group in dials.groups(ROOT) for dial in group.dials if f"| `{dial.name}` | {dial.value} |" not in page]
    assert missing == []


def test_a_dial_without_a_comment_is_noticed(tmp_path: Path) -> None:
    """Planted: a group whose dial says nothing of itself."""
    planted = tmp_path / "src/veracious/rules/planted.py"
    planted.parent.mkdir(parents=True)
    planted.write_text('class SomeDials:\n    """Planted."""\n\n    limit: float = 0.7\n', "utf-8")
    (group,) = dials.groups(tmp_path)
    assert [dial.parts for dial in group.dials] == [("",)]


def test_every_module_named_in_the_table_of_sources_exists() -> None:
    named = set(re.findall(r"`(veracious(?:\.\w+)+)`", SEEDS))
    assert len(named) > 10
    assert [name for name in sorted(named) if not _exists(name)] == []


def _exists(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def test_every_row_of_the_table_of_sources_has_its_own_id_and_a_place() -> None:
    rows = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in SEEDS.splitlines()
        if re.match(r"\| [A-E][\w.-]+-\d+ \|", line)
    ]
    ids = [row[0] for row in rows]
    assert len(rows) > 500
    assert len(set(ids)) == len(ids)
    places = re.compile(r"`veracious|to come|refused")
    assert [row for row in rows if len(row) != 4 or not places.search(row[3])] == []


def test_no_rule_of_the_decision_is_still_to_come() -> None:
    """A §1–§9, B and E §6–§8: what is to come there is a door, an adapter or a model, never a rule or the flow of a claim."""
    decided = re.compile(r"\| ((?:A[1-9]|B-|E[678])[\w.-]*) \|.*to come: \*(\w+)")
    rooms = {"rules", "reading", "seeking", "ranking", "weighing", "judging", "telling", "domain"}
    waiting = [found.group(1) for found in map(decided.match, SEEDS.splitlines()) if found and found.group(2) in rooms]
    assert waiting == []
    assert "to come: *flow.claim*" not in "".join(line for line in SEEDS.splitlines() if decided.match(line))


def test_the_code_obeys_the_glossary() -> None:
    """Every word of the glossary names a class of `domain`, and every class of `domain` is a word of the glossary."""
    glossary = (ROOT / "docs/reference/glossary.md").read_text("utf-8")
    words = set(re.findall(r"^\*\*(\w+)\*\*$", glossary, re.MULTILINE))
    modules = [path for path in (ROOT / "src/veracious/domain").glob("*.py") if path.stem not in ("__init__", "errors")]
    classes = {name for path in modules for name in re.findall(r"^class (\w+)", path.read_text("utf-8"), re.MULTILINE)}
    assert words == classes
