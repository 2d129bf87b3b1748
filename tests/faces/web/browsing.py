"""Somebody with a browser without scripts: pages are read, forms are filled in and sent as they stand there."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx2

from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service
from tests.faces.pages.ledgers import HANDBOOK, NOTICE, QUESTION, SHORT
from veracious.domain.access import Rank

READS = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}

TITLE = "Handbook of the office"

OPENED: list[httpx2.Client] = []  # closed after each test


@dataclass
class Form:
    """A form of a page: where it is sent, what stands in it, and its buttons."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)


@dataclass
class Page(HTMLParser):
    """What a page has: forms, links, words, what it loads."""

    forms: list[Form] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)  # scripts, styles and handlers that stand in the page
    words: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)
    area: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag says."""
        told = {name: value or "" for name, value in attrs}
        self.inline += [name for name in told if name == "style" or name.startswith(("on", "hx-on"))]
        if tag == "form":
            self.forms.append(Form(told.get("action", ""), told.get("method", "get")))
        elif tag == "a" and "href" in told:
            self.links.append(told["href"])
        elif tag in ("link", "script", "img"):
            self.loads += [told[name] for name in ("href", "src") if name in told]
            self.inline += ["script"] if tag == "script" and "src" not in told else []
        elif tag == "style":
            self.inline.append("style")
        elif self.forms:
            self._field(tag, told)
        self.inside = [tag] if tag in ("textarea", "title") else self.inside

    def _field(self, tag: str, told: dict[str, str]) -> None:
        form = self.forms[-1]
        if tag == "button":
            form.buttons.append(told)
        if tag == "textarea":
            self.area = told["name"]
            form.fields[self.area] = ""
        is_choice = told.get("type") in ("radio", "checkbox")
        if tag == "input" and "name" in told and (not is_choice or "checked" in told):
            form.fields[told["name"]] = told.get("value", "on")

    def handle_endtag(self, tag: str) -> None:
        """Leave a field."""
        if tag == "textarea":
            form = self.forms[-1]
            form.fields[self.area] = form.fields[self.area].removeprefix("\n")
            self.area = ""

    def handle_data(self, data: str) -> None:
        """Note words."""
        if self.area:
            self.forms[-1].fields[self.area] += data
        self.words.append(data)

    @property
    def text(self) -> str:
        """All its words."""
        return " ".join(" ".join(self.words).split())

    def form(self, action: str) -> Form:
        """The form that is sent there."""
        return next(one for one in self.forms if one.action == action)


def read(answer: httpx2.Response) -> Page:
    """The page in an answer."""
    assert answer.headers["content-type"] == "text/html; charset=utf-8", answer.headers
    page = Page()
    page.feed(answer.text)
    return page


@dataclass
class Browser:
    """A browser without scripts."""

    url: str
    http: httpx2.Client

    def get(self, path: str) -> httpx2.Response:
        """Open a page, and go where it leads."""
        return self.http.get(path, follow_redirects=True)

    def send(self, form: Form, **more: str) -> httpx2.Response:
        """Send a form, with other words in its fields."""
        return self.http.post(form.action, data={**form.fields, **more}, headers={"Origin": self.url, "Sec-Fetch-Site": "same-origin"})

    def page(self, path: str) -> Page:
        """A page, read."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return read(answer)

    def verify(self, claim: str, **more: str) -> str:
        """Hand a claim in; where it is read."""
        answer = self.send(self.page("/").form("/"), claim=claim, **more)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def result(self, path: str) -> Page:
        """The page once its run has ended."""
        for _ in range(400):
            page = self.page(path)
            if "You may leave this page" not in page.text:
                return page
        raise AssertionError(f"{path} does not end")


def browser(service: Service, **more: Any) -> Browser:
    """A browser that nobody has signed in with."""
    client = httpx2.Client(base_url=service.url, headers=READS, timeout=30.0, **more)
    OPENED.append(client)
    return Browser(service.url, client)


def signed_in(service: Service, name: str = "Ada", workspace: str = "one", rank: Rank = Rank.REVIEWER) -> Browser:
    """A browser that a person of this rank has signed in with."""
    service.inside.access.people[workspace, name] = rank
    found = browser(service)
    answer = found.send(found.page("/sign-in").form("/sign-in"), workspace=workspace, name=name, password=PASSWORD)
    assert answer.status_code == 303, answer.text
    return found


def handed_in(reader: Browser, answer: str = SHORT, **more: str) -> str:
    """An answer handed in with the handbook and the notice pasted; where it is read."""
    page = reader.page("/check")
    first = {"answer": answer, "question": QUESTION, "text1": HANDBOOK.text, "title1": TITLE, "published1": "2023-01-01"}
    page = read(reader.send(page.form("/check"), **first, more="on"))
    sent = reader.send(page.form("/check"), **({"text2": NOTICE.text} | more))
    assert sent.status_code == 303, read(sent).text
    return str(sent.headers["location"])
