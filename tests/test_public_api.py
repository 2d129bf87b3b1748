"""The public functions are typed: a type checker refuses a keyword that none of them has, and knows those they have."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import veracious

FUNCTIONS = [name for name in veracious.__all__ if inspect.isfunction(getattr(veracious, name))]
TWO = '"a", ["b"]{}'
ARGUMENTS = {"verify_all": '["a"]{}', "check_all": '[("a", ["b"])]{}', "follow": 'pieces, ["b"]{}'}
ARGUMENTS |= dict.fromkeys(("check", "acheck", "screen", "ascreen"), TWO)


def called(name: str) -> str:
    """The arguments that the function must have, with room for more."""
    return ARGUMENTS.get(name, '"a"{}')


def checked(program: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    path = folder / "program.py"
    path.write_text(program, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder / "cache"), str(path)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


def test_every_keyword_is_spelled_out() -> None:
    assert len(FUNCTIONS) == 13
    for name in FUNCTIONS:
        kinds = {one.kind for one in inspect.signature(getattr(veracious, name)).parameters.values()}
        assert inspect.Parameter.VAR_KEYWORD not in kinds, name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_help_says_what_each_keyword_is(name: str) -> None:
    function: Callable[..., Any] = getattr(veracious, name)
    text = inspect.getdoc(function) or ""
    own = [one.name for one in inspect.signature(function).parameters.values() if one.kind is inspect.Parameter.KEYWORD_ONLY]
    assert all(f"{word}:" in text for word in own) or "keywords" in text or "`verify` for many" in text or "`check` for many" in text


def test_a_type_checker_refuses_a_wrong_keyword_of_each(tmp_path: Path) -> None:
    lines = ["from collections.abc import AsyncIterable", "import veracious", "def use(pieces: AsyncIterable[str]) -> None:"]
    right = [*lines, *(f"    print(veracious.{name}({called(name).format('')}))" for name in FUNCTIONS)]
    assert checked("\n".join(right) + "\n", tmp_path).returncode == 0
    wrong = [*lines, *(f"    print(veracious.{name}({called(name).format(', documnets=1')}))" for name in FUNCTIONS)]
    told = checked("\n".join(wrong) + "\n", tmp_path)
    refused = [line for line in told.stdout.splitlines() if 'Unexpected keyword argument "documnets"' in line]
    assert len(refused) == len(FUNCTIONS), told.stdout
