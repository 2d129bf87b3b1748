"""The Python of the manual, run: it prints what the page says."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("docs/howto/check-claims-in-python.md",)
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)
EXAMPLES = [(page, *found) for page in PAGES for found in EXAMPLE.findall((ROOT / page).read_text("utf-8"))]


def test_every_example_says_what_it_prints() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize(("page", "code", "told"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_prints_what_the_page_says(page: str, code: str, told: str) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, page, "exec"), {"__name__": "example"})  # noqa: S102
    assert printed.getvalue() == told


def test_the_readme_example_runs() -> None:
    code = (ROOT / "README.md").read_text("utf-8").split("```python\n")[1].split("```")[0]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {"__name__": "example"})  # noqa: S102
    assert printed.getvalue().startswith("supported ")
