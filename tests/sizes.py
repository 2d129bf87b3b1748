"""What is larger than most: a question for a review, never a breach. `make sizes` prints it."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture import trees

ROOT = Path(__file__).parents[1]
FILE_LINES, FUNCTION_LINES, PARAMETERS = 400, 40, 5


def large(root: Path) -> Iterator[str]:
    """Files, functions and signatures that are looked at in a review."""
    for path, tree in trees(root, ""):
        lines = len((root / path).read_text("utf-8").splitlines())
        if lines > FILE_LINES:
            yield f"{path}: {lines} lines"
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from _of_function(path, node)


def _of_function(path: Path, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    arguments = [item.arg for item in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs) if item.arg not in ("self", "cls")]
    if lines > FUNCTION_LINES:
        yield f"{path}:{node.lineno} {node.name}: {lines} lines"
    if len(arguments) > PARAMETERS:
        yield f"{path}:{node.lineno} {node.name}: {len(arguments)} parameters"


def code_lines(root: Path) -> int:
    """Lines of the source without comments, docstrings and blank lines."""
    counted = 0
    for path, tree in trees(root, ""):
        left_out = {at for node in ast.walk(tree) for at in _docstring(node)}
        for number, line in enumerate((root / path).read_text("utf-8").splitlines(), 1):
            counted += bool(line.strip()) and not line.strip().startswith("#") and number not in left_out
    return counted


def _docstring(node: ast.AST) -> range:
    """The lines of a docstring."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node):
        return range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    return range(0)


def main() -> None:
    """Print the report."""
    found = sorted(large(ROOT))
    print("\n".join(found))
    print(f"{len(found)} places to look at; {code_lines(ROOT):,} lines of code in src")


if __name__ == "__main__":
    main()
