"""The Python of the manual, run: it prints what the page says."""

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

import veracious
from tests import model_server

ROOT = Path(__file__).parents[2]
PAGES = ("docs/howto/check-claims-in-python.md", "docs/howto/put-veracious-behind-your-chatbot.md")
EXAMPLE = re.compile(r"```python\n((?:(?!```).)*)```\n\n```text\n(.*?)```", re.DOTALL)
EXAMPLES = [(page, *found) for page in PAGES for found in EXAMPLE.findall((ROOT / page).read_text("utf-8"))]


def test_every_example_says_what_it_prints() -> None:
    assert len(EXAMPLES) >= 7


@pytest.mark.parametrize(("page", "code", "told"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_prints_what_the_page_says(page: str, code: str, told: str) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, page, "exec"), {"__name__": "example"})  # noqa: S102
    assert printed.getvalue() == told


def test_the_wrapped_chatbot_runs_against_a_real_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a model of this size answers cannot be told beforehand; that nothing goes out which the passages do not carry can."""
    page = (ROOT / PAGES[1]).read_text("utf-8")
    code = page.split("<!-- run against a real model -->\n```python\n")[1].split("```")[0]
    printed, names = io.StringIO(), dict[str, Any](__name__="example")
    with model_server.model_server() as address, contextlib.redirect_stdout(printed):
        monkeypatch.setenv("VERACIOUS_ENDPOINT", address)
        monkeypatch.setenv("VERACIOUS_ENDPOINT_MODEL", model_server.MODEL)
        exec(compile(code, PAGES[1], "exec"), names)  # noqa: S102
    told = printed.getvalue().strip()
    assert told
    if told != names["SORRY"]:
        assert veracious.screen(told, names["passages"], question="When does the office open?").passes


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_the_example_of_a_first_page_runs(page: str) -> None:
    code = (ROOT / page).read_text("utf-8").split("```python\n")[1].split("```")[0]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, page, "exec"), {"__name__": "example"})  # noqa: S102
    assert printed.getvalue().startswith("supported ")
