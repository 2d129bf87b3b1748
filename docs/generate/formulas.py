"""The page of all formulas: what each says, with which dials, from which seed, and which tests work it by hand."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import Field, dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from math import prod
from pathlib import Path
from types import FunctionType
from typing import Any, get_args, get_type_hints

from docs.generate import dials
from docs.generate.formulary import APART, FORMULAS, IN_PART, MODULES, PACKAGES, Formula

from veracious.rules.dials import Dials

EXAMPLES_AT_LEAST = 3


@dataclass(frozen=True, slots=True)
class Worked:
    """A test that works formulas by hand, and how many examples it has."""

    path: str
    test: str
    formulas: tuple[str, ...]
    examples: int


def page(root: Path) -> str:
    """The reference page as Markdown."""
    lines = [
        "# Formulas",
        "",
        "Every formula between finding evidence and explaining a verdict: what it says, its dials with their values, the section of the",
        "source document it comes from, the function that holds it, and the tests that work it by hand. This page is made from the code",
        "and from the tests (`make pages WRITE=--write`) and checked in CI: a dial that stands in no formula, a formula with fewer than",
        "three worked examples, or a name that does not exist, fails.",
        "",
        "A word in a formula that is also in its table is a dial; the others are what is measured. Where both have one name, the dial is",
        "the first factor. `[x]` is 1 where x holds and 0 where it does not. The value of a dial is the same in `Dials()`, the default,",
        "and in `Dials.reference()`, which has the numbers of the source documents, unless the table gives both. What each dial means and",
        "how far it may be turned: {doc}`dials`. The source documents, A to E: {doc}`seeds`. Behind a test stands the number of its",
        "examples.",
        "",
    ]
    tests = tuple(worked(root))
    package = ""
    for formula in FORMULAS:
        if formula.package != package:
            package = formula.package
            lines += [f"## {package.capitalize()}", ""]
        lines += _entry(formula, [test for test in tests if formula.name in test.formulas])
    lines += ["## Dials of no formula", "", "They bound the work of a run and enter nothing that is computed here.", ""]
    return "\n".join((*lines, *_table([row for name in APART for row in _values(name)])))


def problems(root: Path, formulas: Sequence[Formula] = FORMULAS, apart: Sequence[str] = APART) -> Iterator[str]:
    """What is wrong with the list of formulas, in sentences; none when it agrees with code and tests."""
    tests, known = tuple(worked(root)), {formula.name for formula in formulas}
    for formula in formulas:
        yield from _wrong(formula, root)
        examples = sum(test.examples for test in tests if formula.name in test.formulas)
        if examples < EXAMPLES_AT_LEAST:
            yield f"{formula.name} has {examples} examples worked by hand; mark a test with @works"
    yield from (
        f"{name} has a formula in its docstring that the page cannot read or whose module stands not in MODULES"
        for name in marked(root)
        if name not in known
    )
    for test in tests:
        yield from (f"{test.path} works {name}, which is no formula of the list" for name in test.formulas if name not in known)
    listed = {name for formula in formulas for name in formula.dials}
    for group in _groups(root):
        for field in fields(group):
            names = {f"{base.__name__}.{field.name}" for base in group.__mro__}
            if _is_dial(field) and not names & {*listed, *apart}:
                yield f"{group.__name__}.{field.name} stands in no formula"
    yield from (f"{name} is set apart, and is no dial or stands in a formula" for name in apart if name in listed or not _values(name))


def _wrong(formula: Formula, root: Path) -> Iterator[str]:
    """What the entry names and the code does not have."""
    held = _function(formula.name)
    if held is None:
        yield f"{formula.name} does not exist in veracious.rules"
    named = {group.__name__: {field.name for field in fields(group)} for group in _groups(root)}
    for name in formula.dials:
        group, _, dial = name.partition(".")
        if dial not in named.get(group, ()):
            yield f"{formula.name} names the dial {name}, which does not exist"
        elif held is not None and not _is_given(held, group):
            yield f"{formula.name} is not given {group}"
        elif not re.search(rf"\b{dial}\b", formula.text):
            yield f"{formula.name} does not say where {name} enters"


def marked(root: Path) -> Iterator[str]:
    """The functions of the rules whose docstring says that it has a formula."""
    rules = root / "src/veracious/rules"
    for path in sorted(rules.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and "\n    Formula: " in (ast.get_docstring(node, clean=False) or ""):
                yield ".".join((*path.relative_to(rules).with_suffix("").parts, node.name))


def worked(root: Path) -> Iterator[Worked]:
    """Every marked test of the rules; the entries of a literal list of parameters are its examples."""
    for path in sorted((root / "tests/rules").rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.parse(text).body if "@works(" in text else ():
            if isinstance(node, ast.FunctionDef):
                calls = [item for item in node.decorator_list if isinstance(item, ast.Call)]
                names = tuple(ast.literal_eval(arg) for call in calls if ast.unparse(call.func) == "works" for arg in call.args)
                if names:
                    sizes = [_size(call) for call in calls if ast.unparse(call.func) == "pytest.mark.parametrize"]
                    yield Worked(path.relative_to(root).as_posix(), node.name, names, prod(sizes))


def _size(call: ast.Call) -> int:
    values = call.args[1] if len(call.args) > 1 else None
    return len(values.elts) if isinstance(values, ast.List | ast.Tuple) else 1


def _entry(formula: Formula, tests: Sequence[Worked]) -> Iterator[str]:
    yield from (f"### {formula.title}", "", "```text", *formula.text.strip("\n").splitlines(), "```", "")
    yield from (f"In `veracious.rules.{formula.name}`. Source: {formula.source}.", "")
    yield from _table([row for name in formula.dials for row in _values(name)])
    yield from ("Worked by hand:", "")
    yield from (f"- `{test.path}`: {_sentence(test.test)} ({test.examples})" for test in tests)
    yield ""


def _table(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """The dials with their values, with both where one differs."""
    if any(value != other for _, value, other in rows):
        yield from ("| dial | default | reference |", "|---|---|---|")
        yield from (f"| `{path}` | {value} | {'' if other == value else other} |" for path, value, other in rows)
        yield ""
    elif rows:
        yield from ("| dial | value |", "|---|---|", *(f"| `{path}` | {value} |" for path, value, _ in rows), "")


def _sentence(test: str) -> str:
    return test.removeprefix("test_").replace("_", " ")


@cache
def _groups(root: Path) -> tuple[type, ...]:
    """The classes of the dial groups in the packages of the page."""
    held = [(group.module, group.name) for group in dials.groups(root) if _is_told(group.module)]
    return tuple(getattr(import_module(module), name) for module, name in held)


def _is_told(module: str) -> bool:
    """Whether the page has the formulas of a module."""
    package, _, name = module.removeprefix("veracious.rules.").partition(".")
    return package in PACKAGES and (package not in IN_PART or name in MODULES[package])


def _is_dial(field: Field[Any]) -> bool:
    """Whether a field holds a value and not a group; the switches of guards and penalties name them and are no dials."""
    return field.type in (int, float, bool, str, frozenset[str]) and field.name != "off"


def _shown(value: object) -> str:
    return ", ".join(sorted(value)) if isinstance(value, frozenset) else str(value)


def _values(name: str) -> list[tuple[str, str, str]]:
    """Where a dial stands in `Dials`, its default and its value in the reference; once for each group of its kind."""
    group, _, field = name.partition(".")
    pairs = zip(_held("", Dials()), _held("", Dials.reference()), strict=True)
    return [
        (f"{path}.{field}", _shown(getattr(value, field)), _shown(getattr(other, field)))
        for (path, value), (_, other) in pairs
        if group in {base.__name__ for base in type(value).__mro__} and hasattr(value, field)
    ]


def _held(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    for field in fields(value):
        inner, place = getattr(value, field.name), f"{path}.{field.name}".lstrip(".")
        if is_dataclass(inner):
            yield place, inner
            yield from _held(place, inner)


def _function(name: str) -> FunctionType | None:
    """The function of that name below `veracious.rules`, if there is one."""
    module, _, function = f"veracious.rules.{name}".rpartition(".")
    try:
        held = getattr(import_module(module), function, None)
    except ModuleNotFoundError:
        return None
    return held if isinstance(held, FunctionType) else None


def _is_given(function: FunctionType, group: str) -> bool:
    """Whether the function is given the group, itself or in a value that holds it, or stands below it in its module."""
    module = import_module(function.__module__)
    return (hasattr(module, group) and getattr(module, group).__module__ == module.__name__) or group in _reached(function, frozenset())


def _reached(holder: Any, seen: frozenset[str]) -> set[str]:
    kinds = [kind for hint in get_type_hints(holder).values() for kind in (hint, *get_args(hint)) if isinstance(kind, type)]
    found = {base.__name__ for kind in kinds for base in kind.__mro__}
    inner = [kind for kind in kinds if is_dataclass(kind) and kind.__name__ not in seen]
    return found.union(*(_reached(kind, seen | found) for kind in inner))
