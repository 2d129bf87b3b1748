"""The tutorial of the web pages, followed to the letter: in a real shell, a real service and a real Chromium."""

import re
import struct
from pathlib import Path

import pytest

from tests.docs import following
from tests.faces.pages import chromium

TEXT = following.PAGE.read_text("utf-8")


def size(picture: Path) -> tuple[int, int]:
    """Width and height of a PNG."""
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    return width, height


def test_every_numbered_step_can_be_followed() -> None:
    steps = [part.text for part in following.parts(TEXT) if part.kind == "step"]
    assert len(steps) == len(re.findall(r"^\d+\.", TEXT, re.MULTILINE)) > 30
    assert [step for step in steps if not any(re.fullmatch(sentence, step) for sentence in following.STEPS)] == []


def test_each_picture_is_there_and_no_other() -> None:
    named = {Path(part.text).name for part in following.parts(TEXT) if part.kind == "picture"}
    assert named == {path.name for path in (following.PAGE.parent / "signed").iterdir()}


@pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")
def test_the_tutorial_does_what_it_says_and_its_pictures_are_of_the_real_pages(tmp_path: Path) -> None:
    made = following.follow(tmp_path, tmp_path)
    shipped = following.PAGE.parent / "signed"
    assert {path.name: size(path) for path in made} == {path.name: size(path) for path in shipped.iterdir()}
