"""The states of pages that no other test comes by, each opened in a real Chromium and looked at; one line here for a further one.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.faces.http.asking import LENGTH, TWO, put
from tests.faces.http.engines import ON_THE_WEB, STATED, claim_of
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab
from tests.faces.web.browsing import Browser, handed_in, signed_in
from tests.faces.web.looking import look
from tests.faces.web.test_pages_browser import ARTICLE
from tests.faces.web.test_review_pages import checked, say
from veracious.domain.access import Rank
from veracious.faces.web import site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
LONG_CLAIM = f"The Halvorsund Bridge, which {'was measured again in the spring by the roads office and ' * 7}is 1,420 metres long."
FAR = "https://nowhere.invalid/story"


@dataclass
class Stage:
    """A service, a tab in it, and a person without scripts who prepares what the tab opens."""

    here: Service
    tab: Tab
    bo: Browser

    def open(self, path: str, until: str = "main") -> None:
        """Open a page and wait for this part of it."""
        self.tab.open(self.here.url + path)
        self.tab.wait(f"document.querySelector('{until}')")

    def verdict(self, claim: str, **more: str) -> str:
        """Open the verdict on a claim."""
        path = self.bo.verify(claim, **more)
        self.bo.result(path)
        self.open(path)
        return path

    def article(self, text: str) -> None:
        """Open an article that was analysed."""
        path = self.bo.send(self.bo.page("/").form("/"), **{"claim": text, "as": "article"}).headers["location"]
        self.bo.result(path)
        self.open(path)

    def hold(self, is_held: bool = True) -> None:
        """Let no job be begun, until it is said otherwise."""
        self.here.inside.desk.held = is_held

    def sign_in(self, name: str, rank: Rank) -> None:
        """Let somebody else sit before the tab."""
        self.here.inside.access.people["one", name] = rank
        self.tab.call("Network.clearBrowserCookies")
        self.open("/sign-in", "#password")
        for field, value in (("workspace", "one"), ("name", name), ("password", PASSWORD)):
            self.tab.run(f"document.querySelector('#{field}').value = {value!r}; 1")
        self.tab.run("document.querySelector('main form button').click()")
        self.tab.wait("document.querySelector('.site .who')")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A service where people sign in, which searches a web and whose workspace publishes; Ada, an administrator, sits before the tab."""
    with serving(pages=site.install, web=True, public="one") as here, chromium.started(tmp_path_factory.mktemp("profile")) as started:
        made = Stage(here, started.tab(here.url), signed_in(here, "Bo"))
        made.tab.screen(1280)
        made.sign_in("Ada", Rank.ADMIN)
        yield made


def _running(stage: Stage) -> None:
    stage.hold()
    path = stage.bo.verify(LENGTH)
    run = path.removeprefix("/v/")
    for number in range(6):
        stage.here.inside.desk._tell(run, "read", f"https://a.example/{number}", url=f"https://a.example/{'long-' * 20}{number}")
    stage.open(path, ".steps-taken li:nth-child(7)")


def _cancelled(stage: Stage) -> None:
    stage.hold()
    path = stage.bo.verify(LENGTH)
    stage.bo.send(stage.bo.page(path).form(path.replace("/v/", "/jobs/") + "/cancel"))
    stage.bo.result(path)
    stage.open(path)


def _without_record(stage: Stage) -> None:
    path = checked(stage.bo)
    key = ("one", path.removeprefix("/v/"))
    job = stage.here.inside.desk.jobs[key]
    stage.here.inside.desk.jobs[key] = replace(job, outcome="failed", cause="The worker fell.", has_record=False)
    stage.open(path)


def _signed(stage: Stage) -> None:
    path = checked(stage.bo, TWO)
    say(stage.bo, path, "signed")
    stage.open(path)


def _ledger(stage: Stage) -> None:
    path = handed_in(stage.bo)
    stage.bo.result(path)
    stage.open(path)


def _ledger_passage(stage: Stage) -> None:
    path = handed_in(stage.bo)
    link = next(one for one in stage.bo.result(path).links if one.startswith(f"{path}/"))
    stage.open(link)


def _article_running(stage: Stage) -> None:
    stage.hold()
    stage.open(stage.bo.send(stage.bo.page("/").form("/"), **{"claim": ARTICLE, "as": "article"}).headers["location"])


def _diff(stage: Stage) -> None:
    first, second = checked(stage.bo), stage.bo.verify(LENGTH, as_of="2025-07-01")
    stage.bo.result(second)
    stage.open(f"{first}/diff/{second.removeprefix('/v/')}")


def _documents(stage: Stage) -> None:
    texts = (f"The Brisa lighthouse is {number} metres tall. It was lit in 1911 and has a red lamp." for number in range(20, 26))
    with stage.here.client(workspace="one") as program:
        put(program, *({"text": one, "title": f"On the lighthouse of Brisa, part {at}"} for at, one in enumerate(texts, 1)))
    stage.open("/documents", ".documents li:nth-child(3)")


def _wrong_password(stage: Stage) -> None:
    stage.tab.call("Network.clearBrowserCookies")
    stage.open("/sign-in", "#password")
    for field, value in (("workspace", "one"), ("name", "Ada"), ("password", "not it")):
        stage.tab.run(f"document.querySelector('#{field}').value = {value!r}; 1")
    stage.tab.run("document.querySelector('main form button').click()")
    stage.tab.wait("document.querySelector('#sign-in-wrong')")


def _as_reader(path: Callable[[Stage], str]) -> Callable[[Stage], None]:
    def opened(stage: Stage) -> None:
        stage.sign_in("Cy", Rank.READER)
        stage.open(path(stage))

    return opened


def _store_down(stage: Stage) -> None:
    stage.here.inside.desk.broken = True
    try:
        stage.open("/v/01a1f3809764-83ef31af87996255")
    finally:
        stage.here.inside.desk.broken = False


def _fault(stage: Stage) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stage.here.inside.desk, "fetch", None)
        stage.open("/v/01a1f3809764-83ef31af87996255")


def _nobody(stage: Stage) -> None:
    stage.tab.call("Network.clearBrowserCookies")
    stage.open("/review")


STATES: dict[str, Callable[[Stage], object]] = {
    "verify-new": lambda stage: stage.open("/"),
    "review-empty": lambda stage: stage.open("/review"),
    "corrections-empty": lambda stage: stage.open("/corrections"),
    "published-empty": lambda stage: stage.open("/published"),
    "published-corrections-empty": lambda stage: stage.open("/published/corrections"),
    "documents-empty": lambda stage: stage.open("/documents"),
    "running-many": _running,
    "partial": lambda stage: stage.verdict(ON_THE_WEB, web="on", max_pages="0"),
    "from-the-web": lambda stage: stage.verdict(ON_THE_WEB, web="on"),
    "refuted": lambda stage: stage.verdict(claim_of("RR")),
    "mixed": lambda stage: stage.verdict(claim_of("SM")),
    "three-parts": lambda stage: stage.verdict(claim_of("SSR")),
    "facts": lambda stage: stage.verdict(STATED),
    "long-claim": lambda stage: stage.verdict(LONG_CLAIM),
    "cancelled": _cancelled,
    "without-record": _without_record,
    "signed": _signed,
    "ledger": _ledger,
    "ledger-passage": _ledger_passage,
    "article-running": _article_running,
    "article-done": lambda stage: stage.article(ARTICLE),
    "article-refused": lambda stage: stage.article("?" * 20),
    "article-failed": lambda stage: stage.article(FAR),
    "versions": lambda stage: stage.open(f"{checked(stage.bo)}/versions"),
    "diff": _diff,
    "map": lambda stage: stage.open(f"{checked(stage.bo, claim_of('SSR'))}/map"),
    "scores": lambda stage: stage.open(f"{checked(stage.bo, claim_of('SSR'))}/scores"),
    "brief": lambda stage: stage.open(f"{checked(stage.bo, TWO)}/brief"),
    "verify-many": lambda stage: stage.open("/"),
    "queue-many": lambda stage: stage.open("/review"),
    "documents-many": _documents,
    "error-missing": lambda stage: stage.open("/v/01a1f3809764-83ef31af87996255"),
    "error-down": _store_down,
    "error-fault": _fault,
    "error-not-published": lambda stage: stage.open("/published/01a1f3809764-83ef31af87996255"),
    "reader-verify": _as_reader(lambda stage: "/"),
    "reader-verdict": _as_reader(lambda stage: checked(stage.bo)),
    "reader-check": _as_reader(lambda stage: "/check"),
    "error-not-allowed": _as_reader(lambda stage: "/review"),
    "reader-sources": _as_reader(lambda stage: "/sources"),
    "sign-in-wrong": _wrong_password,
    "error-nobody": _nobody,
}


def test_every_state_is_free_of_breaches_and_fits_the_screen(stage: Stage, axe: str, pictures: Path) -> None:
    """WCAG 2.2 A and AA, light and dark, on a phone, with everything that can be opened open."""
    wrong = list[str]()
    for name, prepare in STATES.items():
        prepare(stage)
        wrong += look(stage.tab, f"state-{name}", axe, pictures)
        stage.hold(False)
    assert wrong == []
    assert (stage.tab.requests, stage.tab.dialogs) == ([], [])
