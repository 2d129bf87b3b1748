"""The page of the API and the cards in a real Chromium: axe-core and pictures of every state; a card in a page of another site.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

import json
import threading
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.faces.http.asking import LENGTH, TWO
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium, payloads
from tests.faces.pages.chromium import Tab
from tests.faces.web.browsing import READS, signed_in
from tests.faces.web.looking import SCREENS
from tests.faces.web.test_card_page import both, entries, made
from tests.faces.web.test_public_pages import WHY
from tests.faces.web.test_review_pages import checked, say
from veracious.domain.access import Rank
from veracious.domain.review import Act
from veracious.faces.web import card_page, embedding, site, static_files

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
PICTURED = 6_000  # pixels of the height of a page: the reference is much longer, and more of the same
TELLS = "<script>parent.postMessage('ran', '*');fetch('/ran')</script><img src=x onerror=\"parent.postMessage('ran', '*')\">"

Pages = dict[str, tuple[bytes, dict[str, str]]]


@pytest.fixture(scope="module")
def here() -> Iterator[Service]:
    """A service where people sign in, and whose workspace publishes."""
    with serving(pages=site.install, public="one") as found:
        yield found


@pytest.fixture(scope="module")
def tab(here: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab that keeps nothing, and may reach this machine alone."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        found = browser.tab("http://127.0.0.1:")
        found.call("Network.setCacheDisabled", cacheDisabled=True)
        yield found


@contextmanager
def elsewhere(pages: Pages) -> Iterator[tuple[str, list[str]]]:
    """Another site, with these pages; where it is, and what it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            content, headers = pages.get(path := self.path.partition("?")[0], (b"", {}))
            self.send_response(200 if path in pages else 404)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()


def states(tab: Tab, here: Service, pages: Pages, address: str) -> Iterator[tuple[str, bool]]:
    """Each page in each of its states, open in the tab; whether everything in it is opened, too."""
    here.inside.access.people["one", "Ada"] = Rank.REVIEWER
    bo = signed_in(here, "Bo", rank=Rank.REVIEWER)
    path, other, quiet = (checked(bo, claim) for claim in (LENGTH, TWO, LENGTH))
    for one in (path, other, quiet):
        say(bo, one, "signed")
        say(bo, one, "published")

    def card(name: str, path: str) -> tuple[str, bool]:
        """A card without its policy, which lets axe-core run no more than anything else."""
        html = httpx2.get(f"{here.url}{path.replace('/v/', '/published/')}/card", headers=READS).text
        pages["/card"] = (html.encode(), {"Content-Type": card_page.HTML})
        return shown(name, f"{address}/card")

    def shown(name: str, address: str, opened: bool = False) -> tuple[str, bool]:
        tab.open(address)
        tab.wait("document.querySelector('main, svg')")
        return name, opened

    yield shown("api-stranger", f"{here.url}/api")
    yield shown("api-found", f"{here.url}/api?q=review+verdict", opened=True)
    yield shown("api-nothing-found", f"{here.url}/api?q=zebra")
    yield card("card-signed", path)
    say(bo, other, "changed", verdict="refuted", why=WHY)
    yield card("card-corrected", other)
    say(bo, quiet, "withdrawn", why=WHY)
    yield card("card-withdrawn", quiet)
    yield card("card-absent", "/v/nothing")
    tab.open(f"{here.url}/sign-in")
    for name, value in (("workspace", "one"), ("name", "Ada"), ("password", PASSWORD)):
        tab.run(f"document.querySelector('#{name}').value = {value!r}; 1")
    tab.run("document.querySelector('main form button').click()")
    tab.wait("document.querySelector('#claim')")
    yield shown("api-known", f"{here.url}/api", opened=True)
    yield shown("verdict-with-card", f"{here.url}{path}", opened=True)


def test_every_state_is_free_of_breaches_and_fits_the_screen(tab: Tab, here: Service, axe: str, pictures: Path) -> None:
    """WCAG 2.2 A and AA, light and dark, on a phone."""
    seen = []
    pages: Pages = {f"/static/{name}": (static_files.read(name).content, {"Content-Type": static_files.CSS}) for name in card_page.STYLES}
    with elsewhere(pages) as (address, _):
        for name, opened in states(tab, here, pages, address):
            seen.append(name)
            for screen, (width, dark) in SCREENS.items():
                tab.screen(width, dark)
                (pictures / f"{name}-{screen}.png").write_bytes(_seen(tab, PICTURED))
                if opened:
                    tab.run("document.querySelectorAll('details').forEach(one => one.open = true)")
                assert (name, screen, chromium.violations(tab, axe)) == (name, screen, [])
                assert tab.run("document.documentElement.scrollWidth") <= width, (name, screen)
            tab.screen(1280)
    assert len(seen) == len(set(seen)) == 9
    assert (tab.requests, tab.dialogs) == ([], [])


def test_a_link_to_an_operation_opens_it(tab: Tab, here: Service) -> None:
    tab.screen(1280)
    tab.open(f"{here.url}/api#submit_verification")
    tab.wait("document.querySelector('#submit_verification').closest('details').open")
    tab.wait(
        "(top => 0 <= top && top < 900)(document.querySelector('#submit_verification').closest('details').getBoundingClientRect().top)"
    )


def test_a_picture_of_a_card_is_drawn_light_and_dark(tab: Tab, here: Service, pictures: Path) -> None:
    bo = signed_in(here, "Bo", rank=Rank.REVIEWER)
    path = checked(bo, LENGTH)
    say(bo, path, "signed")
    say(bo, path, "published")
    for dark in (False, True):
        tab.screen(520, dark, 320)
        tab.open(f"{here.url}{path.replace('/v/', '/published/')}/card.svg")
        (pictures / f"card-svg-{'dark' if dark else 'light'}.png").write_bytes(_seen(tab))
        colour = tab.run("getComputedStyle(document.querySelector('text.claim')).fill")
        assert colour == ("rgb(233, 229, 221)" if dark else "rgb(28, 26, 23)")  # so its style is let in by its policy
        boxes = json.loads(
            tab.run("JSON.stringify([...document.querySelectorAll('text')].map(one => one.getBBox().x + one.getBBox().width))")
        )
        assert max(boxes) <= embedding.WIDTH


def test_a_card_stands_in_a_page_of_another_site(tab: Tab, here: Service, pictures: Path) -> None:
    """In a frame and as a picture, as the menu gives them to copy; the page itself, which has a form, may not."""
    bo = signed_in(here, "Bo", rank=Rank.REVIEWER)
    path = checked(bo, LENGTH)
    say(bo, path, "signed")
    say(bo, path, "published")
    run = path.removeprefix("/v/")
    snippets = embedding.of(here.url, run, LENGTH)
    assert unescape(snippets.frame).count("<iframe") == 1
    head = "<!DOCTYPE html><html lang=en><title>Elsewhere</title><link rel=icon href='data:,'><h1>An article</h1>"
    page = f"{head}{snippets.frame}<p>{snippets.picture}</p>"
    own = f'<!DOCTYPE html><title>Elsewhere</title><iframe src="{here.url}/published/{run}"></iframe>'
    kind = {"Content-Type": "text/html; charset=utf-8"}
    with elsewhere({"/": (page.encode(), kind), "/own": (own.encode(), kind)}) as (address, _):
        tab.screen(1000, False, 700)
        tab.console.clear()
        tab.open(f"{address}/")
        tab.wait("document.querySelector('img').complete && document.querySelector('img').naturalWidth > 0")
        (pictures / "card-embedded.png").write_bytes(_seen(tab))
        text = _framed(tab)
        for said in ("Fact-check by one", LENGTH, "Supported", "Signed as supported by Bo"):
            assert said in text
        assert tab.console == []
        tab.open(f"{address}/own")
        assert any("frame-ancestors" in one or "X-Frame-Options" in one or "refused" in one.lower() for one in _complaints(tab))


def test_nothing_runs_in_a_card_even_if_a_text_were_not_escaped(tab: Tab, here: Service) -> None:
    """The headers of a card let no script run, in a frame without a sandbox of its own, and as a document of its own."""
    _, svg = both(made(entries(Act.SIGNED, Act.PUBLISHED)))
    html_headers = {"Content-Type": card_page.HTML, "Content-Security-Policy": f"{card_page.ANYWHERE}; style-src 'self'"}
    svg_headers = {"Content-Type": card_page.SVG, "Content-Security-Policy": card_page.ANYWHERE}
    broken = svg.replace("</svg>", "<script>parent.postMessage('ran', '*')</script></svg>")
    listening = "<script>window.heard = []; addEventListener('message', one => heard.push(one.data))</script>"
    framed = "<!DOCTYPE html><title>x</title>" + listening + '<iframe src="/card"></iframe><iframe src="/card.svg"></iframe>'
    control = "<!DOCTYPE html><title>x</title>" + listening + '<iframe src="/careless"></iframe>'
    plain = {"Content-Type": "text/html; charset=utf-8"}
    pages = {
        "/": (framed.encode(), plain),
        "/control": (control.encode(), plain),
        "/careless": (TELLS.encode(), plain),
        "/card": (TELLS.encode(), html_headers),
        "/card.svg": (broken.encode(), svg_headers),
    }
    with elsewhere(pages) as (address, asked):
        tab.open(f"{address}/control")
        tab.wait("heard.length > 0")  # where nothing forbids it, it does run
        asked.clear()
        tab.open(f"{address}/")
        tab.run("new Promise(done => setTimeout(done, 500))")
        assert tab.run("heard") == []
        assert "/ran" not in asked


def test_no_payload_runs_in_a_card(tab: Tab, here: Service) -> None:
    """With the policy off, so that it is the escaping that holds."""
    pages: Pages = {}
    texts = payloads.PAYLOADS[::4]
    for number, text in enumerate(texts):
        html, svg = both(made(entries(Act.SIGNED, Act.PUBLISHED, Act.CHANGED, by=text), text, text))
        pages[f"/{number}.html"] = (html.encode(), {"Content-Type": card_page.HTML})
        pages[f"/{number}.svg"] = (svg.encode(), {"Content-Type": card_page.SVG})
    tab.dialogs.clear()
    tab.requests.clear()
    with elsewhere(pages) as (address, asked):
        for name in pages:
            tab.open(f"{address}{name}")
            assert (name, tab.run("window.hit"), tab.dialogs, tab.requests) == (name, None, [], [])
        assert {one.partition("?")[0] for one in asked} <= {*pages, "/static/style.css", "/static/card.css", "/favicon.ico"}


def _seen(tab: Tab, most: int = 0) -> bytes:
    """What is on the screen; with `most`, the page from its top, and no more of it than so high."""
    if not most:
        return b64decode(tab.call("Page.captureScreenshot")["data"])
    size = tab.call("Page.getLayoutMetrics")["cssContentSize"]
    clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], most), "scale": 1}
    return b64decode(tab.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"])


def _framed(tab: Tab) -> str:
    """The words of the frame in the page; it is of another origin, so the browser is asked for them, and not the page."""
    targets = tab.browser.call("Target.getTargets", None)["targetInfos"]
    inner = next((one for one in targets if one["type"] == "iframe" and one["url"].endswith("/card")), None)
    session = tab.session
    if inner is not None:  # it runs in a process of its own
        session = tab.browser.call("Target.attachToTarget", None, targetId=inner["targetId"], flatten=True)["sessionId"]
    root = tab.browser.call("DOM.getDocument", session, depth=-1, pierce=True)["root"]
    return " ".join(" ".join(_texts(root)).split())


def _texts(node: dict[str, Any]) -> Iterator[str]:
    if node["nodeType"] == 3:
        yield node["nodeValue"]
    for inner in [*node.get("children", []), *([node["contentDocument"]] if "contentDocument" in node else [])]:
        yield from _texts(inner)


def _complaints(tab: Tab) -> list[str]:
    tab.run("new Promise(done => setTimeout(done, 300))")
    return tab.console
