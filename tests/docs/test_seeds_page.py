"""The page of sources agrees with the code: what it calls built is reached from a flow or a face, what it calls unused is not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.reachability import SourceTree

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/seeds.md").read_text("utf-8")
BUILT, UNUSED, TO_COME, REFUSED = "built", "written, not used yet", "to come", "refused"
ROW = re.compile(r"\| [A-E][\w.-]+-\d+ \|")
NAME = re.compile(r"`(veracious[./][\w./]+)`")


@dataclass(frozen=True, slots=True)
class Row:
    """A mechanism of a source document: its id, and where it lives or what became of it."""

    id: str
    place: str

    @property
    def status(self) -> str:
        """A row that begins with no other word is built."""
        return next((word for word in (UNUSED, TO_COME, REFUSED) if self.place.startswith(f"{word}: ")), BUILT)

    @property
    def names(self) -> list[str]:
        """The code and the data files it names."""
        return NAME.findall(self.place)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


ROWS = [Row(found[0], found[-1]) for found in map(cells, filter(ROW.match, PAGE.splitlines()))]


def breaches(row: Row, tree: SourceTree) -> Iterator[str]:
    """What a row says that the code does not."""
    if row.status in (BUILT, UNUSED) and not row.names:
        yield f"{row.id} is {row.status} and names no code"
    for name in row.names:
        if not tree.exists(name):
            yield f"{row.id} names {name}, which is not there"
        elif row.status == BUILT and not tree.is_used(name):
            unused = [one for one in tree.unused_in(name) if one != name]
            said = (
                f"holds what nothing uses ({', '.join(unused)}): name what the row means"
                if unused
                else "is reached from no flow and no face"
            )
            yield f"{row.id} is built, and {name} {said}"
        elif row.status == UNUSED and tree.is_used(name):
            yield f"{row.id} says that {name} is not used yet, and it is: say what is built"


@pytest.fixture(scope="module")
def tree() -> SourceTree:
    return SourceTree(ROOT / "src")


def test_every_row_has_its_own_id_four_cells_and_a_status() -> None:
    lines = [cells(line) for line in PAGE.splitlines() if ROW.match(line)]
    assert len(lines) > 500
    assert len({one[0] for one in lines}) == len(lines)
    assert [one for one in lines if len(one) != 4 or not all(one)] == []
    assert [row for row in ROWS if row.status == BUILT and not row.place.startswith("`veracious")] == []


def test_every_row_says_of_the_code_what_is_so(tree: SourceTree) -> None:
    assert [said for row in ROWS for said in breaches(row, tree)] == []


def test_every_test_that_is_named_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    written = {
        name for file in (ROOT / "tests").rglob("test_*.py") for name in re.findall(r"^ *def (test_\w+)", file.read_text("utf-8"), re.M)
    }
    assert len(named) > 15
    assert named - written == set()


def test_the_page_explains_the_words_it_uses() -> None:
    opening = PAGE.split("\n## ")[0].casefold()
    assert {row.status for row in ROWS} == {BUILT, UNUSED, TO_COME, REFUSED}
    assert [status for status in (f"**{BUILT}**", f"- *{UNUSED}*", f"- *{TO_COME}*", f"- *{REFUSED}*") if status not in opening] == []


def test_no_rule_of_the_decision_is_still_to_come() -> None:
    """A §1–§9, B and E §6–§8: what is to come there is a door, an adapter or a model, never a rule or the flow of a claim."""
    rooms = {"rules", "reading", "seeking", "ranking", "weighing", "judging", "explaining", "domain", "flow"}
    decided = [row for row in ROWS if re.match(r"A[1-9]|B-|E[678]", row.id) and row.status == TO_COME]
    assert [row for row in decided if set(re.findall(r"\w+", row.place.partition(";")[0])) & rooms] == []


def test_a_row_that_changes_its_word_alone_is_noticed(tree: SourceTree) -> None:
    """Planted: each unused row called built, and each built one called unused."""
    turned = {
        row.id: Row(row.id, row.place.removeprefix(f"{UNUSED}: ") if row.status == UNUSED else f"{UNUSED}: {row.place}")
        for row in ROWS
        if row.status in (BUILT, UNUSED)
    }
    assert len(turned) > 500
    assert [row for row in turned.values() if not list(breaches(row, tree))] == []


# A flow calls a rule and, through `wiring`, a method; only the evaluation has a use for the other rule, method and field.
PLANTED = {
    "flow/run.py": """
from veracious import wiring
from veracious.rules import sums
def run(): return sums.add(wiring.made().tell())
""",
    "wiring.py": """
from veracious.adapters.mind import Kept, Mind
def made(): return Mind(Kept(1), "table.json")
""",
    "adapters/mind.py": """
class Kept:
    one: int
    other: int = 0
class Mind:
    def tell(self): return _said()
    def plan(self): return 2
def _said(): return 1
""",
    "rules/sums.py": """
MOST = 9
def add(least): return min(least, MOST)
def forgotten(): return add(1)
""",
    "eval/measure.py": """
from veracious.adapters.mind import Kept, Mind
from veracious.rules import sums
def measured(): return sums.forgotten() + Mind(Kept(1, other=2)).plan()
""",
    "tables/table.json": "{}",
    "tables/other.json": "{}",
}


@pytest.fixture
def small(tmp_path: Path) -> SourceTree:
    for name, text in PLANTED.items():
        place = tmp_path / "veracious" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    return SourceTree(tmp_path)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("`veracious.rules.sums.add`, `veracious.adapters.mind.Mind.tell`", ""),
        ("`veracious.rules.sums.forgotten`", "X-1 is built, and veracious.rules.sums.forgotten is reached from no flow and no face"),
        (
            "`veracious.rules.sums`; all of it",
            "X-1 is built, and veracious.rules.sums holds what nothing uses (veracious.rules.sums.forgotten)",
        ),
        ("`veracious.adapters.mind.Mind.plan`", "X-1 is built, and veracious.adapters.mind.Mind.plan is reached from no flow"),
        ("`veracious.rules.sums.ad`", "X-1 names veracious.rules.sums.ad, which is not there"),
        ("`veracious/tables/lost.json`", "X-1 names veracious/tables/lost.json, which is not there"),
        ("somewhere", "X-1 is built and names no code"),
        (f"{UNUSED}: `veracious.rules.sums.forgotten`", ""),
        (f"{UNUSED}: `veracious.rules.sums.add`", "X-1 says that veracious.rules.sums.add is not used yet, and it is"),
        (f"{UNUSED}: `veracious.rules.sums.lost`", "X-1 names veracious.rules.sums.lost, which is not there"),
        (f"{UNUSED}: soon", f"X-1 is {UNUSED} and names no code"),
        (f"{TO_COME}: *a room*", ""),
        (f"{REFUSED}: *a reason*", ""),
    ],
)
def test_a_row_that_is_not_true_is_noticed(place: str, said: str, small: SourceTree) -> None:
    """Planted: rows that name code which is used, unused, misspelt or not named at all."""
    found = list(breaches(Row("X-1", place), small))
    assert len(found) == bool(said)
    assert not found or found[0].startswith(said)


@pytest.mark.parametrize(
    ("name", "is_used"),
    [
        ("veracious.rules.sums.MOST", True),  # named by what a flow calls
        ("veracious.rules.sums.forgotten", False),  # called by the evaluation alone
        ("veracious.wiring", True),
        ("veracious.adapters.mind._said", True),  # through `wiring`, a class and its method
        ("veracious.adapters.mind.Mind.plan", False),
        ("veracious.adapters.mind.Kept.one", True),
        ("veracious.adapters.mind.Kept.other", False),  # a field that nothing in use gives
        ("veracious/tables/table.json", True),
        ("veracious/tables/other.json", False),
    ],
)
def test_what_is_in_use(name: str, is_used: bool, small: SourceTree) -> None:
    assert small.exists(name)
    assert small.is_used(name) is is_used
