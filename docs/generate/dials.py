"""The page of all dials, from the classes and comments in `rules`, and of all word lists, from their files."""

import ast
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from veracious.rules import digest


@dataclass(frozen=True, slots=True)
class Dial:
    """One number that can change a verdict, and what its comment says of it."""

    module: str
    group: str
    name: str
    value: str
    comment: str

    @property
    def parts(self) -> tuple[str, ...]:
        """Meaning, range, origin; fewer or more when the comment is not of that form."""
        return tuple(part.strip() for part in self.comment.split(";"))


@dataclass(frozen=True, slots=True)
class Group:
    """The dials of one formula."""

    module: str
    name: str
    doc: str
    dials: tuple[Dial, ...]


def groups(root: Path) -> Iterator[Group]:
    """Every dial group under `src/veracious/rules`, by module and place; groups of groups hold no dial themselves."""
    base = root / "src"
    for path in sorted((base / "veracious/rules").rglob("*.py")):
        module = ".".join(path.relative_to(base).with_suffix("").parts)
        comments = _comments(path)
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name.endswith("Dials"):
                yield _group(module, node, comments)


def problems(root: Path) -> Iterator[str]:
    """The dials whose comment does not say meaning, range and origin."""
    for group in groups(root):
        for dial in group.dials:
            if len(dial.parts) != len(("meaning", "range", "origin")) or not all(dial.parts):
                yield f"{group.name}.{dial.name}: say `meaning; sane range; origin` in a comment behind it"


def page(root: Path) -> str:
    """The reference page as Markdown."""
    lines = [
        "# Dials",
        "",
        "Every number that can change a verdict, with its value, meaning, sane range and origin. This page is made from the code",
        "(`make pages WRITE=--write`) and checked in CI. All dials together, and all word lists, have one digest, made to be written into",
        "records: two verdicts with the same dials digest were decided by the same numbers and words.",
        "",
        "*Seed A–E* names the source document a number comes from: see {doc}`seeds`. *A guess* means that nobody has measured it yet.",
        "",
    ]
    for group in groups(root):
        if not group.dials:
            continue
        lines += [
            f"## {group.name}",
            "",
            f"{group.doc} In `{group.module}`.",
            "",
            "| dial | value | meaning | range | origin |",
            "|---|---|---|---|---|",
        ]
        lines += [_row(dial) for dial in group.dials]
        lines.append("")
    lines += ["## Word lists", "", "Data files of the package, in `src/veracious/lexicons`. A changed list changes the dials digest.", ""]
    lines += ["| list | entries | what it holds | digest |", "|---|---|---|---|", *_lists(root), ""]
    return "\n".join(lines)


def _group(module: str, node: ast.ClassDef, comments: dict[int, str]) -> Group:
    found = []
    for field in node.body:
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name) or field.value is None:
            continue
        if isinstance(field.value, ast.Call):
            continue
        value = ast.unparse(field.value)
        found.append(Dial(module, node.name, field.target.id, value, comments.get(field.end_lineno or 0, "")))
    return Group(module, node.name, (ast.get_docstring(node) or "").split("\n")[0], tuple(found))


def _comments(path: Path) -> dict[int, str]:
    with path.open("rb") as source:
        found = (token for token in tokenize.tokenize(source.readline) if token.type == tokenize.COMMENT)
        return {token.start[0]: token.string.lstrip("# ") for token in found}


def _row(dial: Dial) -> str:
    meaning, extent, origin = (*dial.parts, "", "", "")[:3]
    return f"| `{dial.name}` | {dial.value} | {meaning} | {extent} | {origin} |"


def _lists(root: Path) -> Iterator[str]:
    for path in sorted((root / "src/veracious/lexicons").rglob("*.txt")):
        text = path.read_text("utf-8")
        title, *entries = text.splitlines()
        name = f"{path.parent.name}/{path.stem}"
        yield f"| `{name}` | {len(entries)} | {title.lstrip('# ')} | `{digest.of_bytes(text.encode(), 'lexicon')[:23]}…` |"
