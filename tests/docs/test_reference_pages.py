"""The pages of settings, of errors and of HTTP name all there are."""

import inspect
import re
from pathlib import Path

import pytest

from tests.faces.http.memory_backend import inside
from veracious import settings
from veracious.domain import errors
from veracious.faces.http import application

ROOT = Path(__file__).parents[2]
SETTINGS = (ROOT / "docs/reference/settings.md").read_text("utf-8")
ERRORS = (ROOT / "docs/reference/errors.md").read_text("utf-8")
CLASSES = [value for _, value in inspect.getmembers(errors, inspect.isclass) if issubclass(value, errors.VeraciousError)]
ROOMS = {
    "VeraciousError",
    "SetupError",
    "SourceError",
    "AccessError",
    "SignInRefused",
    "LimitReached",
    "JobError",
    "ReviewError",
    "RecordError",
}  # of which only the kinds are raised


@pytest.mark.parametrize(("variable", "about"), settings.variables())
def test_every_setting_has_its_row(variable: str, about: str) -> None:
    assert f"| `{variable}` | {about} |" in SETTINGS


def test_no_setting_is_made_up() -> None:
    assert len(re.findall(r"^\| `[A-Z_]+` \|", SETTINGS, re.MULTILINE)) == len(settings.variables())


def test_the_tree_of_errors_is_the_tree_of_classes() -> None:
    """On the page as in the module, and each below the class it is a kind of."""
    drawn = ERRORS.split("```text\n")[1].split("```")[0]
    assert "".join(drawn.split()) in "".join((errors.__doc__ or "").split())
    above: list[str] = []
    for line in drawn.splitlines():
        found = re.match(r"^([│├└─ ]*)(\w+)", line)
        assert found is not None
        depth = len(found[1]) // 4
        above[depth:] = [found[2]]
        assert getattr(errors, found[2]).__base__.__name__ == (above[depth - 1] if depth else "Exception")
    assert set(re.findall(r"\b[A-Z][a-z]+[A-Z]\w+", drawn)) == {one.__name__ for one in CLASSES}


@pytest.mark.parametrize("one", CLASSES)
def test_every_error_has_its_row_and_says_what_to_do(one: type[errors.VeraciousError]) -> None:
    assert one.__name__ in ROOMS or f"`{one.__name__}`" in ERRORS.split("## Raised today")[1]
    said = str(one("detail"))
    assert said.endswith("(detail)")
    assert said.count(". ") >= 1 or one.__name__ in ROOMS


def test_every_operation_of_the_service_stands_on_its_page() -> None:
    """The paths of OpenAPI, `…` standing for what the rows of a table share."""
    page = (ROOT / "docs/reference/http.md").read_text("utf-8")
    paths = application.make(inside().backend()).openapi()["paths"]
    assert [path for path in paths if path not in page and f"…{path[path.find('/{id}') :]}" not in page] == []
