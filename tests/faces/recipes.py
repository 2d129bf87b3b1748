"""Recipes as they stand in the page of the API: read from it, filled in as a reader would, and run as they are."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
CURL, PYTHON = "curl", "python"
TOOLS = ("bash", "curl", "jq")
MISSING = [name for name in TOOLS if shutil.which(name) is None]
SECONDS = 120


@dataclass
class Recipes(HTMLParser):
    """The recipes of a page, by the name of each and how it is done."""

    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    section: str = ""
    way: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where a recipe begins."""
        told = dict(attrs)
        if tag == "section" and told.get("class") == "recipe":
            self.section = told["id"] or ""
        if tag == "code":
            self.way = told.get("class") or ""

    def handle_endtag(self, tag: str) -> None:
        """Note where it ends."""
        if tag == "code":
            self.way = ""

    def handle_data(self, data: str) -> None:
        """Take its text."""
        if self.way in (CURL, PYTHON):
            key = (self.section, self.way)
            self.texts[key] = self.texts.get(key, "") + data


def read(html: str) -> dict[tuple[str, str], str]:
    """The recipes of a page."""
    found = Recipes()
    found.feed(html)
    return found.texts


def run(way: str, text: str, filled: Mapping[str, str], folder: Path) -> str:
    """What a recipe says once its places are filled in; it must end well, and complain of nothing."""
    for place, value in filled.items():
        text = text.replace(place, value)
    command = ["bash", "-eu", "-o", "pipefail", "-c", text] if way == CURL else [sys.executable, "-c", text]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "no_proxy": "127.0.0.1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (done.returncode, done.stderr) == (0, ""), (text, done.stdout, done.stderr)
    return done.stdout
