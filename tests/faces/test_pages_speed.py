"""How soon somebody sees something, in a real Chromium before the real service: the first step of a run, and a verdict on many pieces."""

import statistics
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx2
import pytest

from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab
from tests.load.test_pages import NAME, PASSWORD, WORKSPACE, keep_large
from tests.service import Service
from veracious.adapters.postgres.server import Addresses
from veracious.rules.reading.lexicon import Lexicon

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]

CLAIM = "The Brisa lighthouse is {} metres tall."
RUNS, FIRST_STEP_S = 12, 1.0
LOADS, SLOWER_AT_MOST = 25, 1.5
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("service"))
    try:
        made.serve()
        made.work("worker")
        made.person(WORKSPACE, NAME, PASSWORD)
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def tab(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab that somebody has signed in with."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        made = browser.tab("http://127.0.0.1:")
        made.open(f"{service.url}/sign-in")
        for label, text in (("workspace", WORKSPACE), ("name", NAME), ("password", PASSWORD)):
            made.run(f"document.querySelector('#{label}').value = {text!r}; 0")
        made.run("document.querySelector('form.ask button').click()")
        made.wait("document.querySelector('#claim')")
        yield made


def seconds_to(tab: Tab, url: str, claim: str) -> tuple[float, float]:
    """From the button to the first step of a run, and to the first that a worker made."""
    tab.open(f"{url}/")
    tab.wait("document.querySelector('#claim')")  # not the page before, which loads itself anew
    tab.run(f"document.querySelector('#claim').value = {claim!r}; 0")
    began = time.monotonic()
    tab.run("document.querySelector('.buttons button').click()")
    tab.wait("document.querySelector('.steps-taken li') || document.querySelector('.stamp')")
    first = time.monotonic() - began
    tab.wait("document.querySelectorAll('.steps-taken li').length > 1 || document.querySelector('.stamp')")
    second = time.monotonic() - began
    tab.wait("document.querySelector('.stamp')")
    return first, second


def test_the_first_step_is_seen_within_a_second(tab: Tab, service: Service) -> None:
    seconds_to(tab, service.url, CLAIM.format(1))  # the models are loaded
    found = [seconds_to(tab, service.url, CLAIM.format(20 + number)) for number in range(RUNS)]
    first, second = (sorted(waits) for waits in zip(*found, strict=True))
    print({"first_step_s": [round(one, 2) for one in first], "first_of_the_worker_s": [round(one, 2) for one in second]})
    assert first[-1] <= FIRST_STEP_S
    assert second[-1] <= FIRST_STEP_S


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, and nothing said of it."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def static(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder and where its files are answered."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield tmp_path, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def copy(tab: Tab, url: str, path: str, folder: Path) -> None:
    """The same page as a file, with the files that it loads beside it."""
    html = tab.run(f"fetch({url + path!r}).then(told => told.text())")
    (folder / "page.html").write_text(html, "utf-8")
    with httpx2.Client(base_url=url) as http:
        for part in dict.fromkeys(word.partition('"')[0] for word in html.split('="/static/')[1:]):
            place = folder / "static" / part.partition("?")[0]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(http.get(f"/static/{part}").content)


def paint(tab: Tab, address: str) -> float:
    """Milliseconds until something of the page is seen."""
    tab.open("about:blank")
    tab.open(address)
    tab.wait(PAINT)
    return float(tab.run(PAINT))


def test_a_verdict_on_sixty_pieces_is_seen_nearly_as_soon_as_a_file(
    tab: Tab, service: Service, static: tuple[Path, str], lexicon: Lexicon
) -> None:
    path, (folder, files) = keep_large(service, lexicon), static
    tab.open(service.url + path)
    assert "Verdict:" in tab.run("document.body.textContent")
    copy(tab, service.url, path, folder)
    size = len((folder / "page.html").read_bytes())
    pairs = [(paint(tab, service.url + path), paint(tab, f"{files}/page.html")) for _ in range(LOADS)]
    own, file = (statistics.median(times) for times in zip(*pairs, strict=True))
    print({"page_ms": round(own), "file_ms": round(file), "ratio": round(own / file, 2), "kB": size // 1000})
    assert own <= SLOWER_AT_MOST * file
