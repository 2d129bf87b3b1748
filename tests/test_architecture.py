"""The architecture holds, and each of its rules would notice a breach."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import architecture

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("rule", architecture.RULES, ids=lambda rule: rule.__name__)
def test_the_architecture_holds(rule: architecture.Rule) -> None:
    """No line breaks this rule."""
    assert list(rule(ROOT)) == []


RULES_FILE, NOUN_FILE, ADAPTER_FILE = "rules/reading/planted.py", "domain/planted.py", "adapters/planted.py"
DOC = '"""A planted breach."""\n'

PLANTED = [
    (architecture.pure_imports, RULES_FILE, DOC + "import random\n"),
    (architecture.pure_imports, RULES_FILE, DOC + "from time import sleep\n"),
    (architecture.pure_imports, NOUN_FILE, DOC + "import os\n"),
    (architecture.pure_imports, RULES_FILE, DOC + "import httpx2\n"),
    (architecture.pure_calls, RULES_FILE, DOC + "import datetime\nNOW = datetime.datetime.now()\n"),
    (architecture.pure_calls, NOUN_FILE, DOC + "from datetime import date\nTODAY = date.today()\n"),
    (architecture.pure_calls, RULES_FILE, DOC + "TEXT = open('file').read()\n"),
    (architecture.pure_calls, NOUN_FILE, DOC + "from datetime import datetime\nMAKE = datetime.now\n"),
    (architecture.pure_calls, RULES_FILE, DOC + "TIME = __import__('time')\n"),
    (architecture.no_global_state, RULES_FILE, DOC + "SEEN = []\n"),
    (architecture.no_global_state, RULES_FILE, DOC + "SEEN: dict[str, int] = {}\n"),
    (architecture.no_global_state, RULES_FILE, DOC + "SEEN = set()\n"),
    (architecture.no_global_state, RULES_FILE, DOC + "from functools import lru_cache\nfast = lru_cache(len)\n"),
    (architecture.no_global_state, RULES_FILE, DOC + "from functools import cache\n@cache\ndef one() -> int:\n    return 1\n"),
    (architecture.numbers_are_dials, RULES_FILE, DOC + "LIMIT = 0.7\n"),
    (architecture.numbers_are_dials, RULES_FILE, DOC + "def grow(x: int) -> int:\n    return x * 3\n"),
    (architecture.numbers_are_dials, RULES_FILE, DOC + "def first(x: list[float]) -> float:\n    return [y for y in x if y > 0.73][0]\n"),
    (architecture.numbers_are_dials, RULES_FILE, DOC + "LIMIT = float('0.73')\n"),
    (architecture.numbers_are_dials, RULES_FILE, DOC + "class SomeDials:\n    limit = 0.73\n"),
    (architecture.numbers_are_dials, RULES_FILE, DOC + "class SomeDials:\n    limit: float = field(default=0.73)\n"),
    (architecture.frozen_dial_groups, RULES_FILE, DOC + "class SomeDials:\n    a: int = 1\n"),
    (architecture.frozen_nouns, NOUN_FILE, DOC + "from dataclasses import dataclass\n@dataclass\nclass Thing:\n    a: int\n"),
    (architecture.plain_names, ADAPTER_FILE, DOC + 'class ClaimManager:\n    """Manages."""\n'),
    (architecture.documented, RULES_FILE, DOC + "def silent() -> None: ...\n"),
    (architecture.documented, RULES_FILE, "X = 1\n"),
    (architecture.formulas_take_their_group, RULES_FILE, DOC + "from veracious.rules.dials import Dials\n"),
    (architecture.formulas_take_their_group, RULES_FILE, DOC + "from veracious.rules import dials\n"),
]


def plant(where: Path, name: str, text: str) -> Path:
    """A copy of the source tree with one file more."""
    shutil.copytree(ROOT / "src", where / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", where)
    target = where / "src/veracious" / name
    target.parent.mkdir(exist_ok=True)
    target.write_text(text, "utf-8")
    return where


@pytest.mark.parametrize(("rule", "name", "text"), PLANTED, ids=lambda value: getattr(value, "__name__", None))
def test_a_planted_breach_is_noticed(rule: architecture.Rule, name: str, text: str, tmp_path: Path) -> None:
    """The rule names the planted file and nothing else."""
    found = list(rule(plant(tmp_path, name, text)))
    assert found
    assert all("planted.py" in breach for breach in found)


def test_every_rule_has_a_planted_breach() -> None:
    assert {rule for rule, _, _ in PLANTED} == set(architecture.RULES)


CONTRACTS = [
    ("layers", "domain/planted.py", "import veracious.rules.digest\n"),
    ("layers", "rules/planted.py", "import veracious.ports\n"),
    ("layers", "a_new_module.py", "X = 1\n"),
    ("rules-order", "rules/labels.py", "import veracious.rules.reading.tokens\n"),
    ("rules-order", "rules/reading/planted.py", "import veracious.rules.dials\n"),
    ("adapters-protected", "faces/planted.py", "import veracious.adapters.clock\n"),
    ("rules-pure", "rules/reading/planted.py", "import socket\n"),
    ("rules-pure", "domain/planted.py", "import random\n"),
    ("no-cycles", "domain/planted.py", "import veracious.domain.other\n"),
]


def broken(tree: Path) -> tuple[int, str]:
    """How import-linter judges a tree: its exit code and what it printed."""
    run = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache", "--config", tree / "pyproject.toml"],
        capture_output=True,
        text=True,
        cwd=tree,
        env={"PYTHONPATH": str(tree / "src"), "PATH": "/usr/bin:/bin", "COLUMNS": "200"},
    )
    return run.returncode, run.stdout


@pytest.mark.parametrize(("contract", "name", "text"), CONTRACTS)
def test_a_planted_import_is_noticed(contract: str, name: str, text: str, tmp_path: Path) -> None:
    """The contract of this name is broken by the planted import."""
    tree = plant(tmp_path, name, text)
    if contract == "no-cycles":
        (tree / "src/veracious/domain/other.py").write_text("import veracious.domain.planted\n")
    code, said = broken(tree)
    titles = {line.rsplit(" ", 1)[0] for line in said.splitlines() if line.endswith(" BROKEN")}
    assert code == 1
    assert TITLES[contract] in titles


TITLES = {
    "layers": "Layers: a module imports only from layers below",
    "rules-order": "Within the rules: from explaining down to reading, never back",
    "adapters-protected": "Adapters: only wiring imports them",
    "rules-pure": "Rules and nouns touch no effect library",
    "no-cycles": "No import cycle",
}


def test_every_contract_has_a_planted_breach() -> None:
    kept = (ROOT / "pyproject.toml").read_text("utf-8")
    assert {contract for contract, _, _ in CONTRACTS} == set(TITLES)
    assert kept.count("[[tool.importlinter.contracts]]") == len(TITLES)
    assert all(title in kept for title in TITLES.values())
