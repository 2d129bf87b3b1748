"""What belongs to another workspace is answered like what was never there: every page with a name in its address × every role.

The addresses are those of `attack_pages.CASES`, so that a page that is added is asked here, too.
"""

import re
from collections.abc import Iterator

import httpx2
import pytest
from docs.generate import roles

from tests.faces.web.attack_pages import CASES, Case
from tests.faces.web.attacked import World, attacked, session, stranger
from tests.faces.web.browsing import Browser
from tests.faces.web.test_attacks import inert
from veracious.domain.access import Rank
from veracious.faces.http.authentication import COOKIE, SAFE
from veracious.faces.web import error_pages

THEIRS = "theirs"
OPEN = "/published/"  # shows the one workspace that publishes, whoever asks
NAMES = re.compile(r"(?<=[/=:])[0-9a-f]{12}-[0-9a-f]{16}|[0-9a-f]{64}|(?<=/batch/)[0-9a-f]{24}|(?<=/feedback/)[0-9]+")
NUMBER = re.compile("Number of the request: <[a-z]+>[0-9a-f]+|Number of the request: [0-9a-f]+")
GRANTS = {(line.method, line.path): line for line in roles.pages()}
IN_QUERIES = ("/check?again={check}", "/documents?job={ingest}")


def missing(address: str) -> str:
    """The same address with names of the same kind that nobody has."""
    return NAMES.sub(lambda found: "999" if len(found[0]) < 12 else found[0][:-9] + found[0][-9:].translate(_OTHER), address)


_OTHER = str.maketrans("0123456789abcdef", "123456789abcdef0")


def said(answer: httpx2.Response) -> tuple[int, str, list[tuple[str, str]]]:
    """What is answered, but for the names that were asked for, the time, and the number of the request."""
    moving = {"x-request-id", "date", "content-length", "set-cookie"}
    headers = sorted((name, NAMES.sub("NAME", value)) for name, value in answer.headers.items() if name not in moving)
    text = re.sub('(name="(csrf|key)" value=")[^"]*', r"\1", NUMBER.sub("", answer.text))
    return answer.status_code, NAMES.sub("NAME", text), headers


def named(world: World) -> list[tuple[Case, str]]:
    """Every address with a name in it, one of each page."""
    found = [(case, address) for case in CASES if not case.path.startswith(OPEN) for address in case.addresses(world)]
    first = {case.path + case.method: (case, address) for case, address in reversed(found) if NAMES.search(address.partition("?")[0])}
    return list(first.values())


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with attacked(inert, 2, 1) as found:
        yield found


def somebody(world: World, rank: Rank) -> tuple[Browser, str]:
    """Somebody of another workspace, and the token of their forms."""
    page, secret = stranger(world), session(world.service, THEIRS, rank)
    page.http.cookies.set(COOKIE, secret)
    return page, world.service.inside.access.sessions[secret].csrf


def asked(page: Browser, token: str, case: Case, world: World, address: str) -> httpx2.Response:
    """The answer; of a form with everything that it takes."""
    if case.method in SAFE:
        return page.http.get(address)
    return page.http.post(address, data=case.sent(world) | {"csrf": token, "note": "x", "text": "x"})


def test_every_page_with_a_name_is_asked(world: World) -> None:
    paths = {(case.method, case.path) for case, _ in named(world)}
    with_names = {(line.method, line.path) for line in roles.pages() if re.search(r"\{(id|number|snapshot|other)\}", line.path)}
    assert paths == {one for one in with_names if not one[1].startswith(OPEN)}


@pytest.mark.parametrize("rank", Rank)
def test_what_is_foreign_is_answered_like_what_is_not_there(world: World, rank: Rank) -> None:
    """With 404 to whoever may ask for such a page, and with 403 to others, in the same words and with the same headers."""
    page, token = somebody(world, rank)
    for case, address in named(world):
        line = GRANTS[case.method, case.path]
        answers = [said(asked(page, token, case, world, one)) for one in (address, missing(address))]
        assert missing(address) != address
        assert (case.path, answers[0]) == (case.path, answers[1])
        assert (case.path, answers[0][0]) == (case.path, 404 if line.allows(rank) else 403)
        assert (error_pages.NOTHING in answers[0][1]) == line.allows(rank)


@pytest.mark.parametrize("rank", Rank)
def test_a_name_behind_the_question_mark_is_no_way_around(world: World, rank: Rank) -> None:
    page, _ = somebody(world, rank)
    for template in IN_QUERIES:
        (address,) = world.addresses(template)
        assert said(page.http.get(address)) == said(page.http.get(missing(address)))


@pytest.mark.parametrize("rank", [None, *Rank])
def test_what_another_workspace_keeps_is_not_published(world: World, rank: Rank | None) -> None:
    """Nor what is not published here."""
    page = somebody(world, rank)[0] if rank else stranger(world)
    own = world.names["draft"][0]
    for path in (f"/published/{own}", f"/published/{world.names['check'][0]}"):
        assert said(page.http.get(path)) == said(page.http.get(missing(path)))
        assert page.http.get(path).status_code == 404


@pytest.mark.parametrize("rank", Rank)
def test_no_page_offers_a_form_that_whoever_reads_it_may_not_send(world: World, rank: Rank) -> None:
    """Every form of every page × every role, by the table of roles."""
    page, offered = stranger(world), set()
    page.http.cookies.set(COOKIE, session(world.service, world.workspace, rank))
    patterns = {re.compile(re.sub(r"\{\w+\}", "[^/]+", line.path)): line for line in roles.pages() if line.method not in SAFE}
    for case in CASES:
        for address in case.addresses(world) if case.method in SAFE else ():
            answer = page.http.get(address)
            for action in re.findall(r'<form[^>]*method="post"[^>]*action="([^"]*)"|formaction="([^"]*)"', answer.text):
                (line,) = (line for pattern, line in patterns.items() if pattern.fullmatch((action[0] or action[1]).partition("?")[0]))
                assert line.allows(rank), (address, action)
                offered.add(line.path)
    assert "/sign-out" in offered
    assert ("/v/{id}/review" in offered) == (rank in (Rank.REVIEWER, Rank.ADMIN))
