"""No form is sent in somebody's name by another site, without its token, with that of others, or from another workspace.

Every address of the pages that changes something stands in a table; one that is added needs a line there. Each is refused first, and
nothing is changed; the same form is then taken when it is sent as it stands on its page, so that it is the sender who was refused.
"""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any

import httpx2
import pytest

from tests.faces.http.asking import LENGTH
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.web.attack_pages import routes
from tests.faces.web.attacked import World, attacked, session, stranger
from tests.faces.web.browsing import READS, Browser, read
from tests.faces.web.test_attacks import inert
from tests.faces.web.test_ground import FOREIGN_SENDERS
from veracious.domain.access import Rank
from veracious.faces.http.authentication import COOKIE, SAFE
from veracious.faces.web import error_pages, forms

THEIRS, SOMEBODY = "theirs", "Dora"
MOVING = frozenset("clock tasks asked addresses perform take_in told_at".split())  # what changes by being asked
PLAIN_TYPES = (str, bytes, int, float, bool, type(None), date, datetime, Enum)


@dataclass(frozen=True, slots=True)
class Form:
    """A form that is taken when it is sent as it should be: to where, with what, and from which page its token is."""

    path: str
    to: str
    fields: Mapping[str, str]
    names: bool = False  # whether its address or its fields name something of a workspace
    at: str = "/"
    by_stranger: bool = False
    status: int = 303  # of the answer when it is taken; 200: it changes nothing
    file: bytes = b""  # that it brings


def _form(path: str, to: str = "", /, *, names: bool = False, status: int = 303, file: bytes = b"", **given: str) -> Form:
    return Form(path, to or path, given, names, status=status, file=file)


FORMS: tuple[Form, ...] = (
    _form("/", claim=LENGTH),
    _form("/estimate", claim=LENGTH, status=200),
    _form("/check", answer="It opens at 9 AM.", text1="The office opens at 9 AM."),
    _form("/jobs/{id}/cancel", "/jobs/{running}/cancel", names=True),
    _form("/v/{id}/review", "/v/{draft}/review", names=True, act="signed", seen="0", digest="{digest}"),
    _form("/feedback/{number}/close", "/feedback/{feedback}/close", names=True, note="The register says so."),
    Form("/published/{id}/feedback", "/published/{published}/feedback", {"text": "No."}, at="/published/{published}", by_stranger=True),
    _form("/sources", domain="bbc.co.uk", credibility="0.2", reason="They took three reports back."),
    _form("/sources/forget", names=True, domain="{rated}"),
    _form("/documents", text="The lighthouse is 23 metres tall."),
    _form("/documents/erase", names=True, digest="sha256:{document}"),
    _form("/collections/refresh"),
    _form("/collections/switch", names=True, generation="{generation}"),
    _form("/batch", file=f"claim\n{LENGTH}\n".encode()),
    _form("/batch/{id}/begin", "/batch/{batch}/begin", names=True),
    _form("/batch/{id}/again", "/batch/{cancelled_table}/again", names=True, last="~"),
    _form("/batch/{id}/stop", "/batch/{begun}/stop", names=True),
    _form("/batch/{id}/remove", "/batch/{begun}/remove", names=True),
    _form("/admin/keys", status=201, name="desk", scope="read", seen="{seen}"),
    _form("/admin/keys/limit", names=True, id="{key}", money="5"),
    _form("/admin/keys/revoke", names=True, id="{key}"),
    _form("/admin/people", status=201, name="Cleo", role="reader"),
    _form("/admin/people/linked", name="Edda", role="reader", email="edda@example.org"),
    _form("/admin/people/role", names=True, name=SOMEBODY, role="reviewer"),
    _form("/admin/people/remove", names=True, name=SOMEBODY),
    _form("/admin/providers", provider="brave", key="a-key"),
    _form("/admin/providers/forget", names=True, provider="tavily"),
    _form("/admin/retention", documents="30", recordings="60"),
    Form("/sign-in", "/sign-in", {"workspace": "ours", "name": "Ada", "password": PASSWORD}, at="/sign-in", by_stranger=True),
    _form("/sign-out"),
)
IDS = [form.path for form in FORMS]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """A workspace with something of everything, and another one."""
    with attacked(inert, 2, 1) as found:
        record = asyncio.run(found.service.inside.engine.archive(found.workspace).fetch(found.names["draft"][0]))
        found.names["digest"] = [record.envelope.body]
        access = found.service.inside.access
        access.people["ours", "Ada"], access.people[found.workspace, SOMEBODY] = Rank.REVIEWER, Rank.CHECKER
        asyncio.run(access.put_provider(found.workspace, "tavily", "a-key"))
        found.names["seen"] = [str(len(asyncio.run(access.keys(found.workspace))))]
        for path in ("/", "/batch"):  # what it keeps is there before anything is refused
            found.signed_in(workspace=THEIRS).page(path)
        yield found


def filled(world: World, text: str) -> str:
    """A text with what the world has in place of the names in braces."""
    return next(iter(world.addresses(text)))


def somebody(world: World, form: Form) -> tuple[Browser, str]:
    """Who may send this form, and the token that it must bring."""
    found = stranger(world)
    return (found, token(found, filled(world, form.at))) if form.by_stranger else (found, signed_in(world, found, world.workspace))


def signed_in(world: World, page: Browser, workspace: str) -> str:
    """Give a browser a session of an administrator; its token."""
    secret = session(world.service, workspace, Rank.ADMIN)
    page.http.cookies.set(COOKIE, secret)
    return world.service.inside.access.sessions[secret].csrf


def token(page: Browser, at: str) -> str:
    """The token of the forms of a page."""
    found = re.search('name="csrf" value="([^"]+)"', page.get(at).text)
    assert found is not None, at
    return found[1]


def sent(page: Browser, world: World, form: Form, token: str | None, headers: Mapping[str, str] | None = None) -> httpx2.Response:
    """The answer to a form."""
    given = {name: filled(world, value) for name, value in form.fields.items()} | ({"x": "x"} if token is None else {"csrf": token})
    files = {"table": ("claims.csv", form.file)} if form.file else None
    return page.http.post(filled(world, form.to), data=given, files=files, headers=dict(headers or {}))


def state(value: Any, seen: frozenset[int] = frozenset()) -> Any:
    """All that is kept, as a text can be compared; without clocks, and without what counts requests."""
    if isinstance(value, PLAIN_TYPES) or id(value) in seen:
        return repr(value) if isinstance(value, PLAIN_TYPES) else "..."
    inside = seen | {id(value)}
    if isinstance(value, Mapping):
        found = {repr(name): state(one, inside) for name, one in value.items()}
        return {name: one for name, one in found.items() if _is_full(one)}  # what is asked for makes a place, with nothing in it
    if isinstance(value, list | tuple):
        return [state(one, inside) for one in value]
    if isinstance(value, set | frozenset):
        return sorted(map(repr, value))
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: state(getattr(value, one.name), inside) for one in fields(value) if one.name not in MOVING}
    if type(value).__module__.startswith(("tests.", "veracious.")) and hasattr(value, "__dict__"):
        return {name: state(one, inside) for name, one in vars(value).items() if name not in MOVING}
    return type(value).__name__


def _is_full(found: Any) -> bool:
    if isinstance(found, dict):
        return any(map(_is_full, found.values()))
    return bool(found != [])


def kept(world: World) -> str:
    """The state of the whole service; sessions of the test's own are not part of what a form changes."""
    return json.dumps(state(world.service.inside), sort_keys=True)


def test_every_address_that_changes_something_is_in_the_table() -> None:
    """A form that is added needs a line in `FORMS`."""
    assert sorted(IDS) == sorted(path for method, path in routes() if method not in SAFE)


@pytest.mark.parametrize("form", FORMS, ids=IDS)
def test_without_its_own_token_or_from_another_site_it_is_refused_and_nothing_is_changed(world: World, form: Form) -> None:
    page, own = somebody(world, form)
    visitor = stranger(world)
    others = [token(visitor, "/sign-in"), *(signed_in(world, stranger(world), workspace) for workspace in (world.workspace, THEIRS))]
    before = kept(world)
    for given in (None, "", "x" * len(own), own[:-1], own.swapcase(), "é", "\0", *others):
        answer = sent(page, world, form, given)
        assert (given, answer.status_code) == (given, 403)
        assert forms.OUTDATED in read(answer).text
    for headers in FOREIGN_SENDERS:
        answer = sent(page, world, form, own, headers)
        assert (headers, answer.status_code) == (headers, 403)
        assert forms.FOREIGN in read(answer).text
    for kind, content in (("application/json", json.dumps({"csrf": own})), ("text/plain", f"csrf={own}")):
        answer = page.http.post(filled(world, form.to), content=content, headers={"Content-Type": kind, **READS})
        assert (kind, answer.status_code) == (kind, 415)
    if not form.by_stranger:
        answer = sent(visitor, world, form, own)
        assert answer.status_code == 401
    assert kept(world) == before


@pytest.mark.parametrize("form", [form for form in FORMS if form.names], ids=[form.path for form in FORMS if form.names])
def test_from_another_workspace_what_it_names_is_not_there(world: World, form: Form) -> None:
    """In the words of what was never there."""
    foreign = stranger(world)
    own = signed_in(world, foreign, THEIRS)
    before = kept(world)
    answer = sent(foreign, world, form, own)
    assert answer.status_code == 404
    assert error_pages.NOTHING in read(answer).text
    assert kept(world) == before


@pytest.mark.parametrize("form", FORMS, ids=IDS)
def test_as_it_stands_on_its_page_it_is_taken(world: World, form: Form) -> None:
    """After all that was refused: it is the sender who was."""
    page, own = somebody(world, form)
    before = kept(world)
    answer = sent(page, world, form, own, {"Origin": world.service.url, "Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == form.status, answer.text
    assert (kept(world) != before) == (form.status != 200)
