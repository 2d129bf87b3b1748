"""The table of roles is true: every page and operation × everybody, and all that is said of a verdict, at a service that runs."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import httpx2
import pytest
from docs.generate import roles
from docs.generate.roles import Line

from tests.faces.http.servers import Service, serving
from tests.faces.web import browsing
from tests.faces.web.browsing import READS, Browser, browser, signed_in
from tests.faces.web.test_review_pages import checked, offered, say
from veracious.domain.access import Rank
from veracious.domain.review import Act, Stage
from veracious.faces.web import site
from veracious.rules import reviewing

JSON = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service with pages, whose workspace publishes."""
    with serving(pages=site.install, public="one") as found:
        yield found


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No browser is left open."""
    yield
    while browsing.OPENED:
        browsing.OPENED.pop().close()


def somebody(service: Service, rank: Rank | None) -> tuple[Browser, str]:
    """Somebody of this role, and the token that their forms must bring."""
    if rank is None:
        found = browser(service)
        return found, found.page("/sign-in").forms[0].fields["csrf"]
    found = signed_in(service, f"a {rank}", rank=rank)
    return found, found.page("/").form("/sign-out").fields["csrf"]


def refused(answer: httpx2.Response) -> bool:
    """Whether the role is why it was not done: to sign in is asked for, or the page or the problem says that it is not allowed.

    Whoever is told that the service knows no provider was let so far.
    """
    is_led = answer.status_code == 303 and answer.headers["location"].startswith("/sign-in?next=")
    return is_led or (answer.status_code in (401, 403) and "VERACIOUS_OIDC_ISSUER" not in answer.text)


@pytest.mark.parametrize("line", roles.pages(), ids=lambda line: f"{line.method} {line.path}")
def test_every_page_is_open_to_whom_the_table_says(service: Service, line: Line) -> None:
    path = line.path.replace("{number}", "1").replace("{name}", "site.css").replace("{snapshot}", "0" * 64).replace("{id}", "x")
    for rank in roles.ROLES:
        who, token = somebody(service, rank)
        more: dict[str, Any] = {"data": {"csrf": token}} if line.method == "POST" else {}
        answer = who.http.request(line.method, path, headers=READS, **more)
        is_open_form = line.grant is None and line.method == "POST"  # its token is that of a browser, and not of a session
        if rank is not None and is_open_form:
            assert answer.status_code in (401, 403)
            continue
        if (line.path, rank) == ("/sign-in", None) and line.method == "POST":
            assert answer.status_code == 401  # the password is wrong
            continue
        assert refused(answer) != line.allows(rank), (rank, answer.status_code)


@pytest.mark.parametrize("line", roles.operations(), ids=lambda line: f"{line.method} {line.path}")
def test_every_operation_is_open_to_whom_the_table_says(service: Service, line: Line) -> None:
    path = re.sub(r"\{\w+\}", "1", line.path)
    for rank in roles.ROLES:
        who, token = somebody(service, rank)
        more: dict[str, Any] = {} if line.method == "GET" else {"json": {}}
        answer = who.http.request(line.method, path, headers={**JSON, "X-CSRF-Token": token}, **more)
        if line.path == "/v1/session" and line.method == "POST":
            assert answer.status_code == 422
            continue
        assert refused(answer) != line.allows(rank), (rank, answer.status_code, answer.text)


BEFORE: dict[Stage, list[tuple[str, dict[str, str]]]] = {
    Stage.DRAFT: [],
    Stage.SIGNED: [("signed", {})],
    Stage.RETURNED: [("returned", {"why": "Which bridge?"})],
}


@pytest.mark.parametrize("stage", Stage)
def test_everything_that_is_said_of_a_verdict_is_said_by_whom_the_table_says(service: Service, stage: Stage) -> None:
    """What the page offers, and what is done when it is sent anyway."""
    workspace = "one"
    ada = signed_in(service, "Ada", workspace)
    path = checked(ada)
    for act, more in BEFORE[stage]:
        say(ada, path, act, **more)
    for rank in Rank:
        who = signed_in(service, f"a {rank}", workspace, rank)
        wanted = [act.value for act in reviewing.STEPS[stage] if roles.may_say(act, stage, rank) and act is not Act.UNPUBLISHED]
        assert offered(who, path) == wanted
        if not wanted:
            fields = {"csrf": who.page("/").form("/sign-out").fields["csrf"], "digest": "x", "seen": "0", "why": "x"}
            sent = [who.http.post(f"{path}/review", data=fields | {"act": act.value}).status_code for act in Act]
            assert sent == [403] * len(Act)


def test_who_may_review_is_a_reviewer_or_an_administrator_and_nobody_else() -> None:
    allowed = {rank for rank, stage, act in product(roles.ROLES, Stage, Act) if roles.may_say(act, stage, rank)}
    assert allowed == {Rank.REVIEWER, Rank.ADMIN}


def test_each_role_may_do_what_the_one_before_may() -> None:
    for line in [*roles.pages(), *roles.operations()]:
        marks = [line.allows(rank) for rank in roles.ROLES]
        assert marks == sorted(marks), line
