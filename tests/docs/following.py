"""Follows the tutorial of the web pages as somebody would: its commands in a shell, its numbered steps in a real Chromium.

`make tutorial` follows it and writes its pictures. A numbered list of that page has the sentences of `STEPS` and no other.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/tutorial/from-nothing-to-a-signed-verdict.md"
INSTALLING = ("make install", "source .venv/bin/activate")  # done before, by whoever runs the tests
WIDTH, HEIGHT = 1000, 640  # of a picture, in pixels
SECONDS = 180.0  # that a page, or a command, may take
PART = re.compile(r"^```sh\n(?P<shell>.*?)^```$|^\d+\. (?P<step>[^\n]+)$|^!\[[^\]\n]+\]\((?P<picture>[^)\n]+)\)$", re.MULTILINE | re.DOTALL)
BUTTONS = "button, summary, a, label.choice"


@dataclass(frozen=True, slots=True)
class Part:
    """A block of commands, a numbered step or a picture of the page."""

    kind: str
    text: str


def moved(page: str) -> tuple[str, str]:
    """The page with the service at an address where nothing else is, and that address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return page.replace("veracious up --keys", f"veracious up --keys --port {port}").replace(
        ":8300", f":{port}"
    ), f"http://127.0.0.1:{port}/"


def parts(page: str) -> list[Part]:
    """What is to be done, in the order of the page."""
    return [Part(one.lastgroup or "", one[one.lastgroup or ""]) for one in PART.finditer(page)]


def environment(folder: Path) -> dict[str, str]:
    """What the commands of a tutorial find: nothing but the package, and a store and a home of their own."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("VERACIOUS_", "DATABASE_URL"))}
    own = {"VERACIOUS_STORE": str(folder / "store"), "VERACIOUS_HOME": str(folder / "home"), "COLUMNS": "80", "NO_COLOR": "1"}
    return {**plain, **own, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


class Shell:
    """A shell that runs the commands of the page, each block in the same one."""

    def __init__(self, folder: Path) -> None:
        self.out = folder / "out"
        self.written = self.out.open("wb")
        self.process = subprocess.Popen(
            ["bash", "-m"],
            env=environment(folder),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=self.written,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.count = 0

    def run(self, commands: str) -> None:
        """Run a block, and wait until it is done; every command of it must go well."""
        self.count += 1
        wanted = [line for line in commands.splitlines() if line not in INSTALLING]
        text = "\n".join(["set -e", *wanted, "set +e", f"echo done {self.count}", ""])
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()
        until = time.monotonic() + SECONDS
        while f"done {self.count}\n" not in (said := self.out.read_text("utf-8", "replace")):
            assert self.process.poll() is None, said
            assert time.monotonic() < until, said
            time.sleep(0.1)

    def close(self) -> None:
        """End the shell and what it started."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self.process.poll() is None:
                os.killpg(self.process.pid, number)
                try:
                    self.process.wait(20)
                except subprocess.TimeoutExpired:
                    continue
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.written.close()


@contextmanager
def shell(folder: Path) -> Iterator[Shell]:
    """A shell that is ended afterwards, with its database."""
    made = Shell(folder)
    try:
        yield made
    finally:
        made.close()


def field(tab: Tab, label: str) -> str:
    """A script that finds the field with this label."""
    script = f"[...document.querySelectorAll('label')].find(one => one.textContent.trim() === {json.dumps(label)})?.control"
    tab.wait(script)
    return script


def write(tab: Tab, text: str, label: str) -> None:
    """Write into a field as somebody does who has it before them."""
    found = field(tab, label)
    tab.run(f"(() => {{ const one = {found}; one.scrollIntoView(); one.focus(); one.select?.(); }})()")
    if tab.run(f"{found}.type") == "date":
        tab.run(f"({found.replace('?.control', '.control')}).value = {json.dumps(text)}")
    else:
        tab.call("Input.insertText", text=text)
    assert tab.run(f"{found}.value") == text, (label, text)


def press(tab: Tab, name: str, among: str = BUTTONS) -> None:
    """Press what has this name and can be seen."""
    script = (
        f"[...document.querySelectorAll({json.dumps(among)})].find(one => one.checkVisibility() && "
        f"one.textContent.replace(/\\s+/g, ' ').trim() === {json.dumps(name)})"
    )
    tab.wait(script)
    tab.run(f"(() => {{ const one = {script}; one.scrollIntoView({{block: 'center'}}); one.click(); }})()")


def press_quote(tab: Tab, text: str) -> None:
    """Press the link that a quote is."""
    script = f"[...document.querySelectorAll('a.quoted')].find(one => one.textContent.includes({json.dumps(text)}))"
    tab.wait(script)
    tab.run(f"{script}.click()")


def see(tab: Tab, text: str) -> None:
    """Wait until the page says so."""
    tab.wait(f"document.body?.innerText.replace(/\\s+/g, ' ').includes({json.dumps(text)})")


STEPS: Mapping[str, Callable[..., None]] = {
    r"Open `(.+)`\.": lambda tab, address: tab.open(address),
    r"Write `(.+)` into \*\*(.+)\*\*\.": write,
    r"Press \*\*(.+)\*\*\.": press,
    r"Press the button \*\*(.+)\*\*\.": lambda tab, name: press(tab, name, "button"),
    r"Press the quote “(.+)”": press_quote,
    r"Wait for “(.+)”\.?": see,
    r"Go back\.": lambda tab: tab.run("history.back()"),
}


def do(tab: Tab, step: str) -> None:
    """Do what a step of the page says."""
    for sentence, action in STEPS.items():
        if found := re.fullmatch(sentence, step):
            action(tab, *found.groups())
            return
    raise AssertionError(f"a step that nobody can follow: {step}")


def photograph(tab: Tab, path: Path) -> None:
    """A picture of what is seen without scrolling."""
    tab.run("scrollTo(0, 0)")
    tab.screen(WIDTH, height=HEIGHT)
    tab.picture(path, is_whole=False)


def follow(folder: Path, pictures: Path) -> list[Path]:
    """Follow the page from its first command to its last; the pictures that were made."""
    made: list[Path] = []
    page, address = moved(PAGE.read_text("utf-8"))
    with shell(folder) as commands, chromium.started(folder / "profile") as browser:
        tab = browser.tab(address)
        tab.screen(WIDTH, height=HEIGHT)
        for part in parts(page):
            if part.kind == "shell":
                commands.run(part.text)
            elif part.kind == "step":
                do(tab, part.text)
            else:
                made.append(pictures / Path(part.text).name)
                photograph(tab, made[-1])
        assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])
    return made


def main() -> None:
    """Follow the page and write its pictures."""
    if chromium.PROGRAM is None:
        raise SystemExit("No Chromium on the path. Install it (Debian: apt install chromium), then run this again.")
    with tempfile.TemporaryDirectory() as folder:
        for path in follow(Path(folder), PAGE.parent / "signed"):
            print(f"wrote {path.name}, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
