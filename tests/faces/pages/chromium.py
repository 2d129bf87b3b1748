"""A real Chromium, driven through its DevTools pipe with nothing but the standard library; and axe-core, fetched by npm for the session.

A page is opened from its file, or from a server that the tab may reach. Whatever it asks of anybody else is noted and refused, so that a
page that fetches is found out and gets nothing.
"""

import json
import os
import re
import select
import shutil
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NPM = shutil.which("npm")
AXE = "axe-core@4.14.0"
SECONDS = 60.0
PAPER_WIDTH = 680  # pixels: 180 mm, A4 between margins of 15
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
LEVELS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")


@dataclass
class Tab:
    """One tab: what it asked for, which dialogs it opened, what its console said."""

    browser: "Chromium"
    session: str
    requests: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    loaded: int = 0
    reaches: tuple[str, ...] = ()  # what addresses begin with that the tab may ask for, beside files

    def call(self, method: str, **given: Any) -> Any:
        """Ask the tab for something."""
        return self.browser.call(method, self.session, **given)

    def open(self, place: Path | str) -> None:
        """Open a file or an address, and wait until it is loaded."""
        before = self.loaded
        self.call("Page.navigate", url=place if isinstance(place, str) else place.as_uri())
        self.browser.wait(lambda: self.loaded > before)

    def wait(self, script: str) -> None:
        """Wait until a script of the test's own says yes; between two pages there is nothing to ask."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            told = self.call("Runtime.evaluate", expression=f"Boolean({script})", returnByValue=True)
            if told.get("result", {}).get("value") is True:
                return
            time.sleep(0.05)
        raise TimeoutError(script)

    def press(self, key: str, code: int = 0, text: str = "") -> None:
        """Press a key and let it go."""
        about = {"key": key, "code": key, "windowsVirtualKeyCode": code} | ({"text": text} if text else {})
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, **about)

    def run(self, script: str) -> Any:
        """What a script of the test's own says on the page."""
        told = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def screen(self, width: int, dark: bool = False, height: int = 900) -> None:
        """Set the width and the colours that the reader prefers."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media="", features=[scheme])

    def paper(self, width: int = PAPER_WIDTH) -> None:
        """Show the page as it is printed, between the margins of a sheet, but without its breaks."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=1000, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "light"}])

    def picture(self, path: Path, is_whole: bool = True) -> None:
        """Write the page as a picture: the whole of it, or what is seen of it without scrolling."""
        if not is_whole:
            path.write_bytes(b64decode(self.call("Page.captureScreenshot")["data"]))
            return
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        path.write_bytes(b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]))

    def print(self, path: Path) -> bytes:
        """Write the page as it is printed on A4."""
        printed = b64decode(self.call("Page.printToPDF", preferCSSPageSize=True, paperWidth=8.27, paperHeight=11.69)["data"])
        path.write_bytes(printed)
        return printed


class Chromium:
    """A browser of its own, with an empty profile."""

    def __init__(self, profile: Path) -> None:
        assert PROGRAM is not None
        to_it, own_out = os.pipe()
        own_in, from_it = os.pipe()
        options = ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-dev-shm-usage")
        quiet = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars")
        words = (PROGRAM, *options, *quiet, f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank")
        shell = f'exec "$@" 3<&{to_it} 4>&{from_it}'
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "chromium", *words], pass_fds=(to_it, from_it), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_it)
        os.close(from_it)
        self.out, self.inn = own_out, own_in
        self.rest, self.number = b"", 0
        self.answers: dict[int, Any] = {}
        self.tabs: dict[str, Tab] = {}

    def tab(self, *reaches: str) -> Tab:
        """A new tab that may reach nothing but files, and addresses that begin like one of these."""
        target = self.call("Target.createTarget", None, url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", None, targetId=target, flatten=True)["sessionId"]
        tab = self.tabs[session] = Tab(self, session, reaches=reaches)
        for domain in ("Page", "Runtime", "Network", "Log"):
            tab.call(f"{domain}.enable")
        tab.call("Fetch.enable", patterns=[{"urlPattern": "*"}])
        return tab

    def call(self, method: str, session: str | None, **given: Any) -> Any:
        """Send a command and wait for its answer."""
        self.number += 1
        mine = self.number
        self.send(mine, method, session, given)
        self.wait(lambda: mine in self.answers)
        answer = self.answers.pop(mine)
        assert "error" not in answer, (method, answer["error"])
        return answer["result"]

    def send(self, number: int, method: str, session: str | None, given: dict[str, Any]) -> None:
        """Send a command."""
        message = {"id": number, "method": method, "params": given} | ({"sessionId": session} if session else {})
        left = memoryview(json.dumps(message).encode() + b"\0")
        while left:
            left = left[os.write(self.out, left) :]

    def wait(self, done: Any) -> None:
        """Hear events until this holds."""
        end = time.monotonic() + SECONDS
        while not done():
            ready, _, _ = select.select([self.inn], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser did not answer")
            self.rest += os.read(self.inn, 1 << 20)
            *whole, self.rest = self.rest.split(b"\0")
            for message in whole:
                self.hear(json.loads(message))

    def hear(self, message: dict[str, Any]) -> None:
        """Note an answer or an event."""
        if "id" in message:
            self.answers[message["id"]] = message
            return
        tab, told = self.tabs.get(message.get("sessionId", "")), message["params"]
        if tab is None:
            return
        match message["method"]:
            case "Page.loadEventFired":
                tab.loaded += 1
            case "Fetch.requestPaused":
                self._answer_request(tab, told)
            case "Page.javascriptDialogOpening":
                tab.dialogs.append(told["message"])
                self.number += 1
                self.send(-self.number, "Page.handleJavaScriptDialog", tab.session, {"accept": False})
            case "Log.entryAdded":
                tab.console.append(told["entry"]["text"])

    def _answer_request(self, tab: Tab, told: dict[str, Any]) -> None:
        url = told["request"]["url"]
        self.number += 1
        if url.startswith(("file:", "data:", *tab.reaches)):
            self.send(-self.number, "Fetch.continueRequest", tab.session, {"requestId": told["requestId"]})
        else:
            tab.requests.append(url)
            self.send(-self.number, "Fetch.failRequest", tab.session, {"requestId": told["requestId"], "errorReason": "AccessDenied"})

    def close(self) -> None:
        """End the browser."""
        os.close(self.out)
        self.process.terminate()
        self.process.wait(20)
        os.close(self.inn)


@contextmanager
def started(profile: Path) -> Iterator[Chromium]:
    """A browser that is ended afterwards."""
    browser = Chromium(profile)
    try:
        yield browser
    finally:
        browser.close()


def axe(folder: Path) -> str:
    """The script of axe-core, fetched into a folder of the session."""
    assert NPM is not None
    subprocess.run([NPM, "install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", AXE], check=True)
    return (folder / "node_modules/axe-core/axe.min.js").read_text("utf-8")


def violations(tab: Tab, script: str) -> list[str]:
    """What axe-core finds against WCAG A and AA, each with its place."""
    tab.run(script + "; undefined")
    levels = json.dumps({"runOnly": {"type": "tag", "values": list(LEVELS)}, "resultTypes": ["violations"]})
    found = tab.run(f"axe.run(document, {levels}).then(told => JSON.stringify(told.violations))")
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in json.loads(found) for node in one["nodes"]]
