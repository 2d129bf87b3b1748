"""The glossary page, from the first sentences of the nouns in `domain`."""

import ast
from collections.abc import Iterator
from pathlib import Path

WORDS = (
    (
        "Collection",
        "A kind of evidence that is kept together: `documents` and `web` of a workspace; `static` and `current_affairs`, shared by all.",
    ),
    (
        "Embedder, judge, relevance model",
        "The three models: text to a vector, how evidence stands to a claim, how much a text speaks of a query.",
    ),
    (
        "Live",
        "The generation of a collection that is searched; there is one for each collection, and for `documents` one for each workspace.",
    ),
    (
        "Part",
        "Where rows of the store stand: each generation of a shared collection has tables of its own, what workspaces own is in part 0.",
    ),
    ("Posting", "That a word occurs in a passage, and how often; the word is kept as a number that cannot be read back."),
    (
        "Store",
        "The PostgreSQL server that keeps documents, passages, vectors and facts: a private one, or the one that DATABASE_URL names.",
    ),
    ("Sweep", "To write the tables of the store anew, so that nothing of what was erased is left in their files."),
    ("Workspace", "Whose documents these are: what one workspace puts into `documents`, and what it says of sources, no other sees."),
)


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
    lines += ["## Words without a class", "", *(line for word, meaning in WORDS for line in (word, f": {meaning}", ""))]
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
