"""A certified provider of sign-ins (npm's `oidc-provider`), a real Chromium, the real service and a real PostgreSQL.

The provider is on another site than the service (`localhost` and 127.0.0.1), so that the browser keeps their cookies apart as it would on
the web. It is installed into a folder of the session; where there is no npm these tests do not run.
"""

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.faces.pages import chromium
from tests.faces.pages.chromium import NPM, Tab
from tests.faces.web.browsing import READS, Browser
from tests.service import Service
from veracious.adapters.postgres.server import Addresses

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here"),
    pytest.mark.skipif(NPM is None, reason="there is no npm here, which installs the certified provider"),
]
PACKAGE = "oidc-provider@9"
SCRIPT = Path(__file__).parents[1] / "certified_provider.mjs"
CLIENT, SECRET = "veracious", "a secret of the tests: %+/"
PASSWORD = "correct horse battery"  # noqa: S105
START_S = 60.0


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The provider's package, in a folder outside of the source."""
    assert NPM is not None
    folder = tmp_path_factory.mktemp("provider")
    options = ("--no-save", "--no-audit", "--no-fund", "--ignore-scripts")
    subprocess.run([NPM, "install", "--prefix", folder, *options, PACKAGE], check=True)
    version = json.loads((folder / "node_modules/oidc-provider/package.json").read_text("utf-8"))["version"]
    print(f"oidc-provider {version}")
    (folder / SCRIPT.name).write_text(SCRIPT.read_text("utf-8"), "utf-8")
    return folder


@contextmanager
def provider(installed: Path, port: int, redirect: str, algorithm: str = "ES256", in_token: bool = False) -> Iterator[str]:
    """The provider for as long as the block lasts, with keys of its own for each algorithm; its issuer."""
    told = {"PORT": str(port), "CLIENT_ID": CLIENT, "CLIENT_SECRET": SECRET, "REDIRECT": redirect}
    more = {"ALGORITHM": algorithm, "CLAIMS_IN_TOKEN": "yes" if in_token else "no", "KEYS": f"{algorithm}.json"}
    with (installed / "provider.log").open("ab") as log:
        process = subprocess.Popen(["node", SCRIPT.name], cwd=installed, env={**os.environ, **told, **more}, stdout=log, stderr=log)
        try:
            until, issuer = time.monotonic() + START_S, f"http://localhost:{port}"
            while True:
                try:
                    assert httpx2.get(f"http://127.0.0.1:{port}/.well-known/openid-configuration").json()["issuer"]
                    break
                except httpx2.TransportError:
                    assert process.poll() is None, (installed / "provider.log").read_text("utf-8")
                    assert time.monotonic() < until
                    time.sleep(0.1)
            yield issuer
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, int]]:
    """A service that people sign in to by a provider at this port, which is not there yet."""
    made, port = Service(new_addresses(), tmp_path_factory.mktemp("service")), free_port()
    made.environment |= {
        "VERACIOUS_OIDC_ISSUER": f"http://localhost:{port}",
        "VERACIOUS_OIDC_NAME": "Certified ID",
        "VERACIOUS_OIDC_CLIENT_ID": CLIENT,
        "VERACIOUS_OIDC_CLIENT_SECRET": SECRET,
        "VERACIOUS_OIDC_REDIRECT": f"{made.url}/sign-in/provider/back",
    }
    try:
        code, _, error = made.run("person", "add", "Ada Sousa", "--role", "reviewer", "--email", "Ada@Example.org")
        assert code == 0, error
        code, _, error = made.run("person", "add", "Eve", "--role", "reader", "--subject", "unverified-eve")
        assert code == 0, error
        code, _, error = made.run("person", "add", "Una", "--role", "reader", "--email", "unverified-una@example.org")
        assert code == 0, error
        made.serve()
        yield made, port
    finally:
        made.close()


@pytest.fixture
def tab(service: tuple[Service, int], tmp_path: Path) -> Iterator[Tab]:
    """A tab in a browser of its own."""
    made, port = service
    with chromium.started(tmp_path / "profile") as browser:
        found = browser.tab(made.url, f"http://localhost:{port}")
        found.screen(1280)
        yield found


def press(tab: Tab, words: str) -> None:
    """Follow a link, or press a button, with these words."""
    tab.wait("document.readyState == 'complete'")
    told = f"[...document.querySelectorAll('a, button')].find(one => one.textContent.trim() == {words!r})"
    tab.wait(told)
    tab.run(f"{told}.click()")


def signs_in(tab: Tab, service: Service, login: str, path: str = "/") -> None:
    """From a page of ours to the provider, sign in there, and come back."""
    tab.open(f"{service.url}{path}")
    press(tab, "Sign in with Certified ID")
    tab.wait("document.querySelector('input[name=login]')")
    assert tab.run("location.hostname") == "localhost"
    tab.run(f"document.querySelector('input[name=login]').value = {login!r}")
    tab.run("document.querySelector('input[name=password]').value = 'whatever'")
    tab.run("document.querySelector('form').requestSubmit()")
    tab.wait("document.readyState == 'complete' && !document.querySelector('input[name=login]')")
    if tab.run("location.hostname") == "localhost":  # it asks whether our site may know
        tab.run("document.querySelector('form').requestSubmit()")
    tab.wait(f"location.origin == {service.url!r} && document.readyState == 'complete'")


def words(tab: Tab) -> str:
    found: str = tab.run("document.body.innerText")
    return " ".join(found.split())


@pytest.mark.parametrize(("algorithm", "in_token"), [("RS256", False), ("ES256", True)])
def test_somebody_signs_in_reads_signs_out_and_signs_in_again(
    service: tuple[Service, int], installed: Path, tab: Tab, algorithm: str, in_token: bool
) -> None:
    """The second has other keys than the first, as after a change of keys: those that the service knows are none of it."""
    made, port = service
    with provider(installed, port, f"{made.url}/sign-in/provider/back", algorithm, in_token):
        signs_in(tab, made, "ada", "/sources?address=example.org")
        assert tab.run("location.pathname + location.search") == "/sources?address=example.org"
        assert "Ada Sousa, workspace default" in words(tab)
        assert tab.run("document.cookie") == "", "no cookie is a script's to read"
        press(tab, "Sign out")
        tab.wait("location.pathname == '/sign-in' && document.readyState == 'complete'")
        tab.open(f"{made.url}/")
        assert tab.run("location.pathname") == "/sign-in"
        press(tab, "Sign in with Certified ID")  # where they are signed in still
        tab.wait("document.readyState == 'complete' && document.body.innerText.includes('Ada Sousa')")
        listed = made.run("person", "list", "--json")[1]
        assert next(one for one in json.loads(listed)["people"] if one["name"] == "Ada Sousa")["subject"] == "ada"


@pytest.mark.parametrize(
    ("login", "said"),
    [
        ("mallory", "nobody has added you to this workspace"),
        ("unverified-una", "has not verified your e-mail address"),
    ],
)
def test_who_was_not_added_or_not_verified_is_told_so(
    service: tuple[Service, int], installed: Path, tab: Tab, login: str, said: str
) -> None:
    made, port = service
    with provider(installed, port, f"{made.url}/sign-in/provider/back"):
        signs_in(tab, made, login)
        assert said in words(tab)
        assert "Sign in with Certified ID" in words(tab)
        tab.open(f"{made.url}/")
        assert tab.run("location.pathname") == "/sign-in"


def test_whom_an_administrator_added_by_the_subject_needs_no_verified_address(
    service: tuple[Service, int], installed: Path, tab: Tab
) -> None:
    made, port = service
    with provider(installed, port, f"{made.url}/sign-in/provider/back"):
        signs_in(tab, made, "unverified-eve")
        assert "Eve, workspace default" in words(tab)
        made.run("person", "remove", "Eve")
        tab.open(f"{made.url}/sources")
        assert tab.run("location.pathname") == "/sign-in", "who is removed is out at once"


def test_who_changes_their_mind_at_the_provider_comes_back_and_is_told(service: tuple[Service, int], installed: Path, tab: Tab) -> None:
    made, port = service
    with provider(installed, port, f"{made.url}/sign-in/provider/back"):
        tab.open(f"{made.url}/sign-in")
        press(tab, "Sign in with Certified ID")
        tab.wait("document.querySelector('input[name=login]')")
        abort = tab.run("[...document.querySelectorAll('a')].find(one => /abort/.test(one.href))?.href")
        assert abort
        tab.open(abort)
        tab.wait(f"location.origin == {made.url!r} && document.readyState == 'complete'")
        assert "access was denied" in words(tab)


def test_a_real_code_is_taken_once_and_from_one_browser(service: tuple[Service, int], installed: Path) -> None:
    """Without a browser, so that every address on the way can be held up, sent twice, or opened elsewhere."""
    made, port = service
    with provider(installed, port, f"{made.url}/sign-in/provider/back"), httpx2.Client(headers=READS, timeout=30) as one:
        begun = one.get(f"{made.url}/sign-in/provider")
        back = came_back(one, begun.headers["location"], made)
        with httpx2.Client(headers=READS, timeout=30) as other:
            assert other.get(back).status_code == 403
        assert one.get(back).status_code == 303
        again = httpx2.get(back, headers={**READS, "Cookie": f"veracious_provider={begun.cookies['veracious_provider']}"})
        assert again.status_code == 403
        assert "does not take the code" in again.text


def came_back(one: httpx2.Client, address: str, made: Service) -> str:
    """Sign in at the provider as Ada, and stop before the service; where the browser would be sent."""
    for _ in range(12):
        answer = one.get(address)
        if answer.status_code == 200:  # a page with a form
            form = re.search(r'<form[^>]*action="([^"]+)"', answer.text)
            assert form is not None
            kind = "login" if 'name="login"' in answer.text else "consent"
            answer = one.post(str(answer.url.join(form[1])), data={"prompt": kind, "login": "ada", "password": "x"})
        address = str(answer.url.join(answer.headers["location"]))
        if address.startswith(made.url):
            return address
    raise AssertionError(address)


def test_while_the_provider_is_away_the_page_says_so_and_passwords_go_on(service: tuple[Service, int], installed: Path) -> None:
    made, port = service
    made.person("default", "Bo", PASSWORD)
    with httpx2.Client(base_url=made.url, headers=READS, timeout=30) as http:
        with provider(installed, port, f"{made.url}/sign-in/provider/back"):
            back = came_back(http, f"{made.url}/sign-in/provider", made)
        away = http.get(back)
        assert away.status_code == 503
        assert "does not answer as it must" in away.text
        who = Browser(made.url, http)
        form = next(one for one in who.page("/sign-in").forms if one.method == "post")
        sent = who.send(form, workspace="default", name="Bo", password=PASSWORD)
        assert sent.status_code == 303
