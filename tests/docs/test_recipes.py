"""The recipes of CONTRIBUTING are followed file by file: each file is there and has the example, and no other file of the source has it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPES = re.split(r"^\*\*(?=\d\. )", (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Four recipes")[1], flags=re.MULTILINE)[1:]
MOST = {"1": 4, "2": 5, "3": 4, "4": 4}  # files of the source, beside tests and pages
FILE = re.compile(r"`((?:src|tests|docs)/[\w./]+)`")


def files(recipe: str) -> list[Path]:
    """The files of its numbered steps; what stands below them is said of some cases only."""
    steps = recipe[recipe.index("\n1. ") :].split("\n\n")[0]
    return [ROOT / name for name in FILE.findall(steps)]


def example(recipe: str) -> str:
    found = re.search(r"\(example: `(\w+)`\)", recipe)
    return found[1] if found else ""


def has(path: Path, word: str) -> bool:
    return word in path.stem or bool(re.search(rf"\b{word}\b", path.read_text("utf-8"), re.IGNORECASE))


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda text: text.split("**")[0])
def test_every_file_is_there_and_has_the_example(recipe: str) -> None:
    assert files(recipe)
    assert [name for name in FILE.findall(recipe) if not (ROOT / name).is_file()] == []
    if word := example(recipe):
        assert [path for path in files(recipe) if not has(path, word)] == []
    own = [name for name in FILE.findall(recipe) if name.startswith("src/")]
    assert len(own) <= MOST[recipe[0]]


@pytest.mark.parametrize("recipe", [text for text in RECIPES if example(text)], ids=lambda text: text.split("**")[0])
def test_no_file_of_the_source_is_left_out(recipe: str) -> None:
    """Whoever touched the files of the recipe and no other has added the example."""
    kinds = ("*.py", "*.toml", "*.sql")
    holding = {
        path for kind in kinds for path in (ROOT / "src").rglob(kind) if re.search(rf"\b{example(recipe)}\b", path.read_text("utf-8"))
    }
    assert holding <= set(files(recipe))


def test_a_recipe_that_leaves_a_file_out_is_noticed() -> None:
    """Planted: the provider's recipe without its row."""
    shortened = RECIPES[1].replace("src/veracious/domain/providers.py", "src/veracious/domain/web.py")
    with pytest.raises(AssertionError):
        test_no_file_of_the_source_is_left_out(shortened)
