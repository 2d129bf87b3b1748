"""The rules of the architecture that an import contract cannot see, each a function from a tree to its breaches."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

# What `rules` and `domain` may import from outside: nothing that asks the clock, a file, the network or chance.
PURE = {
    "ast", "bisect", "calendar", "collections", "dataclasses", "datetime", "decimal", "enum", "fractions", "functools", "hashlib", "heapq",
    "ipaddress", "itertools", "json", "math", "operator", "re", "statistics", "string", "struct", "types", "typing", "unicodedata", "zlib",
    "datasketch", "dateparser", "numpy", "publicsuffixlist", "rapidfuzz", "rfc8785", "sentencex",
}  # fmt: skip
PURE_PARTS = {"urllib.parse"}
IMPURE_CALLS = {"now", "today", "utcnow", "fromtimestamp", "open", "print", "input", "eval", "exec", "globals", "default_rng", "__import__"}
FREE_NUMBERS = {0, 1, 2, -1, 100}
FORBIDDEN_NAMES = ("Manager", "Helper", "Utils", "Handler", "Processor", "Common", "Core", "Data", "Info")

Rule = Callable[[Path], Iterator[str]]


def pure_imports(root: Path) -> Iterator[str]:
    """Rules and nouns import only our own layers below and pure libraries."""
    for path, tree in trees(root, "rules", "domain"):
        for node in ast.walk(tree):
            for name in _imported(node):
                if name.split(".")[0] not in PURE | {"veracious", "__future__"} and name not in PURE_PARTS:
                    yield f"{path}:{getattr(node, 'lineno', 0)} imports {name}"


def pure_calls(root: Path) -> Iterator[str]:
    """Rules and nouns never ask the clock, a file or chance, nor hand on a function that does."""
    for path, tree in trees(root, "rules", "domain"):
        for node in ast.walk(tree):
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            if name in IMPURE_CALLS and isinstance(getattr(node, "ctx", None), ast.Load):
                yield f"{path}:{getattr(node, 'lineno', 0)} uses {name}"


def no_global_state(root: Path) -> Iterator[str]:
    """Rules and nouns keep nothing between calls: no `global`, no cache, no mutable default of a module."""
    for path, tree in trees(root, "rules", "domain"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Global | ast.Nonlocal):
                yield f"{path}:{node.lineno} keeps state"
            if isinstance(node, ast.Name | ast.Attribute) and "cache" in (node.id if isinstance(node, ast.Name) else node.attr):
                yield f"{path}:{node.lineno} keeps a cache"
        for item in tree.body:
            if isinstance(item, ast.Assign | ast.AnnAssign) and _is_mutable(item.value):
                yield f"{path}:{item.lineno} a module holds something mutable; use a tuple, a frozenset or a MappingProxyType"


def numbers_are_dials(root: Path) -> Iterator[str]:
    """A number in the rules stands in a dial group, is an index, or is one of 0, 1, 2, -1, 100."""
    for path, tree in trees(root, "rules"):
        exempt = {id(inner) for node in ast.walk(tree) for part in _free_of_dials(node) for inner in ast.walk(part)}
        for node in ast.walk(tree):
            number = node.value if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else 0
            if number not in FREE_NUMBERS and id(node) not in exempt:
                yield f"{path}:{getattr(node, 'lineno', 0)} the number {number} stands outside a dial group"
            if isinstance(node, ast.Call) and _reads_a_number(node):
                yield f"{path}:{node.lineno} a number is hidden in a string"


def frozen_dial_groups(root: Path) -> Iterator[str]:
    """A dial group is frozen."""
    for path, tree in trees(root, "rules"):
        for group in (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name.endswith("Dials")):
            if not any("frozen=True" in ast.unparse(item) for item in group.decorator_list):
                yield f"{path}:{group.lineno} {group.name} is not frozen"


def frozen_nouns(root: Path) -> Iterator[str]:
    """Every class of `domain` is a frozen slotted dataclass, an enum, or an error."""
    for path, tree in trees(root, "domain"):
        for node in tree.body:
            if not isinstance(node, ast.ClassDef):
                continue
            bases = {ast.unparse(item) for item in node.bases}
            frozen = any("frozen=True" in ast.unparse(item) and "slots=True" in ast.unparse(item) for item in node.decorator_list)
            if not frozen and "StrEnum" not in bases and path.stem != "errors":
                yield f"{path}:{node.lineno} {node.name} is not a frozen slotted dataclass"


def plain_names(root: Path) -> Iterator[str]:
    """No class is called by what it is made of: Manager, Helper, Utils and the like."""
    for path, tree in trees(root, ""):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name.endswith(FORBIDDEN_NAMES):
                yield f"{path}:{node.lineno} {node.name}"


def documented(root: Path) -> Iterator[str]:
    """Every public module, class and function says in one sentence what it is."""
    for path, tree in trees(root, ""):
        nodes = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
        for node in (tree, *(node for node in nodes if not node.name.startswith("_"))):
            if not (ast.get_docstring(node) or "").strip():
                yield f"{path}:{getattr(node, 'lineno', 1)} {getattr(node, 'name', 'the module')} has no docstring"


def formulas_take_their_group(root: Path) -> Iterator[str]:
    """A formula receives its own group of dials and never imports all of them."""
    for path, tree in trees(root, "rules"):
        for node in ast.walk(tree):
            inner = [f"{node.module}.{alias.name}" for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            if path.name != "dials.py" and any(name.startswith("veracious.rules.dials") for name in (*_imported(node), *inner)):
                yield f"{path}:{getattr(node, 'lineno', 0)} imports all dials"


RULES: tuple[Rule, ...] = (
    pure_imports,
    pure_calls,
    no_global_state,
    numbers_are_dials,
    frozen_dial_groups,
    frozen_nouns,
    plain_names,
    documented,
    formulas_take_their_group,
)


def trees(root: Path, *packages: str) -> Iterator[tuple[Path, ast.Module]]:
    for package in packages:
        for path in sorted((root / "src/veracious" / package).rglob("*.py")):
            yield path.relative_to(root), ast.parse(path.read_text("utf-8"))


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []


def _free_of_dials(node: ast.AST) -> list[ast.AST]:
    """What of a node may hold any number: an index, or the plain value of an annotated dial."""
    if isinstance(node, ast.Subscript):
        return [node.slice]
    if isinstance(node, ast.ClassDef) and node.name.endswith("Dials"):
        return [
            field.value for field in node.body if isinstance(field, ast.AnnAssign) and isinstance(field.value, ast.Constant | ast.UnaryOp)
        ]
    return []


def _reads_a_number(call: ast.Call) -> bool:
    named = getattr(call.func, "id", "") in ("int", "float", "Decimal", "Fraction")
    return named and bool(call.args) and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)


def _is_mutable(value: ast.expr | None) -> bool:
    made = isinstance(value, ast.Call) and getattr(value.func, "id", "") in ("list", "dict", "set", "defaultdict", "Counter", "deque")
    return made or isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp)
