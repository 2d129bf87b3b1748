"""The glossary page, from the first sentences of the nouns in `domain`."""

import ast
from collections.abc import Iterator
from pathlib import Path


def page(root: Path) -> str:
    """The reference page as Markdown."""
    lines = [
        "# Glossary",
        "",
        "The same word in code, SQL, JSON, screens and manual. This page is made from the code: each entry is the first sentence of the",
        "class of that name.",
        "",
    ]
    for path in sorted((root / "src/veracious/domain").glob("*.py")):
        if path.stem in ("__init__", "errors"):
            continue
        lines += [f"## {path.stem.capitalize()}", "", *_entries(path)]
    return "\n".join(lines)


def _entries(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    yield from ((ast.get_docstring(tree) or "").split("\n")[0], "")
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from (f"**{node.name}**", f": {' '.join((ast.get_docstring(node) or '').split())}", "")
            values = [_value(item) for item in node.body if isinstance(item, ast.Assign)]
            if values:
                yield from ("  " + " · ".join(f"`{value}`" for value in values), "")


def _value(item: ast.Assign) -> str:
    return str(ast.literal_eval(item.value)) if isinstance(item.value, ast.Constant) else ast.unparse(item.value)
