"""The page of administrators: every action with its refusals, a key and a password shown once, and who may do what."""

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tests.faces.http.asking import LENGTH
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service, serving
from tests.faces.pages import payloads
from tests.faces.web.attacked import ClosedProvider, session
from tests.faces.web.browsing import Browser, Form, browser, read, signed_in
from tests.schema import SCHEMA
from veracious.domain.access import Change, Grant, Identity, Rank
from veracious.domain.errors import SettingsInvalid
from veracious.domain.job import Allowance
from veracious.domain.retention import KeptDays
from veracious.faces.http import people
from veracious.faces.http.authentication import COOKIE
from veracious.faces.web import admin_keys, admin_page, admin_people, admin_settings, change_words, signing, site

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
POSTS = (
    "/admin/keys",
    "/admin/keys/limit",
    "/admin/keys/revoke",
    "/admin/people",
    "/admin/people/linked",
    "/admin/people/role",
    "/admin/people/remove",
    "/admin/providers",
    "/admin/providers/forget",
    "/admin/retention",
)


def admin(service: Service, workspace: str, name: str = "Ada") -> Browser:
    """An administrator of a workspace of the test's own."""
    return signed_in(service, name, workspace, Rank.ADMIN)


def form(reader: Browser, action: str, **fields: str) -> Form:
    """The form of the page that is sent there, with these in its fields."""
    return next(
        one for one in reader.page("/admin").forms if one.action == action and all(one.fields.get(k) == v for k, v in fields.items())
    )


def keys(service: Service, workspace: str) -> list[str]:
    """The names of the keys of a workspace."""
    return [key.name for (name, _), key in service.inside.access.made.items() if name == workspace]


def test_a_key_is_made_shown_once_and_opens_what_it_says(service: Service) -> None:
    ada = admin(service, "admin-keys")
    sent = form(ada, "/admin/keys")
    answer = ada.send(sent, name="desk", scope="verify", days="30")
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    (secret,) = (one for one in service.inside.access.secrets if one in answer.text)
    assert answer.text.count(secret) == 1
    with service.client(None) as program:
        found = program.get("/v1/session", headers={"Authorization": f"Bearer {secret}"}).json()
    assert (found["workspace"], found["scope"]) == ("admin-keys", "verify")
    page = ada.get("/admin")
    assert secret not in page.text
    for said in ("desk", "verify", "last used never", "ends 2026-03-31"):
        assert said in read(page).text
    again = ada.send(sent, name="desk", scope="verify", days="30")  # as a browser does when the page is loaded anew
    assert again.status_code == 409
    assert secret not in again.text
    assert admin_keys.OVERTAKEN in read(again).text
    assert keys(service, "admin-keys") == ["desk"]
    next_form = next(one for one in read(again).forms if one.action == "/admin/keys")
    assert (next_form.fields["name"], next_form.fields["days"], next_form.fields["seen"]) == ("desk", "30", "1")
    assert ada.send(next_form, scope="read", name="second").status_code == 201
    assert keys(service, "admin-keys") == ["desk", "second"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"scope": "operator"}, admin_keys.NO_SCOPE),
        ({"scope": "x"}, admin_keys.NO_SCOPE),
        ({"scope": ""}, admin_keys.NO_SCOPE),
        ({"days": "0"}, admin_keys.NO_DAYS),
        ({"days": "3651"}, admin_keys.NO_DAYS),
        ({"days": "ten"}, admin_keys.NO_DAYS),
        ({"days": "٣"}, admin_keys.NO_DAYS),
        ({"name": "x" * 64}, admin_keys.NO_NAME),
    ],
)
def test_a_key_that_cannot_be_made_is_not_and_what_was_written_stays(service: Service, more: dict[str, str], told: str) -> None:
    ada = admin(service, "admin-wrong")
    answer = ada.send(form(ada, "/admin/keys"), **{"name": "the desk", "scope": "read", "days": "7", **more})
    page = read(answer)
    assert answer.status_code == 422
    assert told in page.text
    kept = next(one for one in page.forms if one.action == "/admin/keys").fields
    assert kept["name"] == more.get("name", "the desk")
    assert kept["days"] == more.get("days", "7")
    assert 'aria-invalid="true"' in answer.text
    assert keys(service, "admin-wrong") == []


def test_on_this_machine_even_an_operators_key_is_made(own: Service) -> None:
    answer = browser(own).send(form(browser(own), "/admin/keys"), name="all", scope="operator")
    assert answer.status_code == 403  # the form of another browser
    here = browser(own)
    assert here.send(form(here, "/admin/keys"), name="all", scope="operator").status_code == 201
    assert [one.grant for one in own.inside.access.made.values()] == [Grant.OPERATOR]


def test_a_key_is_limited_and_revoked(service: Service) -> None:
    ada, bo = admin(service, "admin-limits"), admin(service, "admin-limits-other", "Bo")
    ada.send(form(ada, "/admin/keys"), name="desk", scope="verify")
    id = next(one for workspace, one in service.inside.access.made if workspace == "admin-limits")
    answer = ada.send(form(ada, "/admin/keys/limit", id=id), money="12,50", jobs="3", requests="60")
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin?done=key-limited#keys")
    assert service.inside.access.allowed["admin-limits", id] == Allowance(12_500_000, 3, 60)
    text = ada.page("/admin?done=key-limited").text
    assert "limits: 12.50 a month, 3 runs at once, 60 requests a minute" in text
    assert admin_page.DONE["key-limited"][1] in text
    assert "0.00, of 12.50" in text
    limit = form(ada, "/admin/keys/limit", id=id)
    assert (limit.fields["money"], limit.fields["jobs"], limit.fields["requests"]) == ("12.5", "3", "60")
    assert ada.send(limit, money="", jobs="", requests="").status_code == 303
    assert service.inside.access.allowed["admin-limits", id] == Allowance()
    for more, told in (
        ({"money": "much"}, admin_keys.NO_MONEY),
        ({"money": "-1"}, admin_keys.NO_MONEY),
        ({"money": "1e900000"}, admin_keys.NO_MONEY),
        ({"money": "nan"}, admin_keys.NO_MONEY),
        ({"jobs": "1.5"}, admin_keys.NO_JOBS),
        ({"requests": "0"}, admin_keys.NO_REQUESTS),
    ):
        refused = ada.send(limit, **more)
        assert (refused.status_code, told in read(refused).text) == (422, True)
        assert next(iter(more.values())) in refused.text
    assert service.inside.access.allowed["admin-limits", id] == Allowance()
    for path in ("/admin/keys/limit", "/admin/keys/revoke"):
        token = bo.page("/admin").form("/sign-out").fields["csrf"]
        for other in (id, "vk_none", ""):
            assert bo.http.post(path, data={"csrf": token, "id": other, "money": "1"}).status_code == 404
    revoke = form(ada, "/admin/keys/revoke", id=id)
    assert ada.send(revoke).headers["location"] == "/admin?done=key-revoked#keys"
    assert service.inside.access.made["admin-limits", id].revoked_at is not None
    assert ada.send(revoke).status_code == 404
    assert ada.send(limit).status_code == 404
    assert "One key that opens nothing any more" in ada.page("/admin").text


def test_somebody_is_added_with_a_password_that_is_shown_once(service: Service) -> None:
    ada = admin(service, "admin-people")
    sent = form(ada, "/admin/people")
    answer = ada.send(sent, name=" Zoë ", role="reviewer")
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    password = service.inside.access.passwords["admin-people", "Zoë"]
    assert answer.text.count(password) == 1
    assert len(password) == 29
    assert password not in ada.get("/admin").text
    again = ada.send(sent, name="Zoë", role="admin")
    assert (again.status_code, admin_people.KNOWN in read(again).text, password in again.text) == (409, True, False)
    assert service.inside.access.people["admin-people", "Zoë"] is Rank.REVIEWER
    zoe = browser(service)
    begun = zoe.send(zoe.page("/sign-in").form("/sign-in"), workspace="admin-people", name="Zoë", password=password)
    assert begun.status_code == 303
    assert zoe.get("/review").status_code == 200
    assert zoe.get("/admin").status_code == 403


@pytest.fixture
def with_provider() -> Iterator[Service]:
    """A service where people sign in by a provider, too."""
    with serving(pages=site.install, identity_provider=ClosedProvider()) as found:
        yield found


def beside_a_provider(service: Service) -> Browser:
    """An administrator where the page to sign in has more than one form."""
    ada = browser(service)
    ada.http.cookies.set(COOKIE, session(service, "default", Rank.ADMIN))
    return ada


def test_somebody_is_added_who_signs_in_by_the_provider(with_provider: Service) -> None:
    ada = beside_a_provider(with_provider)
    answer = ada.send(form(ada, "/admin/people/linked"), name=" Zoë ", email=" Zoe@Example.org ", role="reviewer")
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin?done=person-linked#people")
    text = ada.page("/admin?done=person-linked").text
    assert admin_page.DONE["person-linked"][1] in text
    assert "Role reviewer · signs in by Example ID, as zoe@example.org" in text
    assert "Role admin · signs in with a password" in text
    _, begun = asyncio.run(with_provider.inside.access.sign_in_linked("default", Identity("i", "7", "zoe@example.org", True)))
    assert (begun.caller.person, begun.caller.grant) == ("Zoë", Grant.REVIEW)


def test_a_name_and_an_e_mail_address_are_added_once(with_provider: Service) -> None:
    ada = beside_a_provider(with_provider)
    sent = form(ada, "/admin/people/linked")
    assert ada.send(sent, name="Zoë", email="zoe@example.org", role="reader").status_code == 303
    for more, told in (
        ({"name": "Bo", "email": "ZOE@example.org"}, admin_people.EMAIL_TAKEN),
        ({"name": "Zoë", "email": "bo@example.org"}, admin_people.NAME_TAKEN),
        ({"name": "Ada", "email": "bo@example.org"}, admin_people.NAME_TAKEN),
    ):
        again = ada.send(sent, role="admin", **more)
        assert (again.status_code, told in read(again).text) == (409, True)
        assert f'value="{more["email"]}"' in again.text
    assert ada.send(form(ada, "/admin/people"), name="Zoë", role="reader").status_code == 409
    assert [name for _, name in with_provider.inside.access.people] == ["Ada", "Zoë"]
    assert with_provider.inside.access.people["default", "Zoë"] is Rank.READER
    assert ada.send(form(ada, "/admin/people/remove", name="Zoë")).status_code == 303
    assert ada.send(sent, name="Zoë", email="zoe@example.org", role="reader").status_code == 303


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"name": ""}, admin_people.NO_NAME),
        ({"name": "x" * 101}, admin_people.NO_NAME),
        ({"name": "a\u202eb"}, admin_people.NO_NAME),
        ({"role": ""}, admin_people.NO_ROLE),
        ({"email": ""}, admin_people.NO_EMAIL),
        ({"email": "eve"}, admin_people.NO_EMAIL),
        ({"email": "\u0435ve@example.org"}, admin_people.NO_EMAIL),
        ({"email": "x" * 310 + "@example.org"}, admin_people.NO_EMAIL),
    ],
)
def test_somebody_whom_no_provider_can_name_is_not_added(with_provider: Service, more: dict[str, str], told: str) -> None:
    ada = beside_a_provider(with_provider)
    answer = ada.send(form(ada, "/admin/people/linked"), **{"name": "Eve", "email": "eve@example.org", "role": "reader", **more})
    assert (answer.status_code, told in read(answer).text) == (422, True)
    assert [name for _, name in with_provider.inside.access.people] == ["Ada"]


def test_without_a_provider_nobody_is_added_for_one(service: Service) -> None:
    ada = admin(service, "admin-unlinked")
    page = ada.page("/admin")
    assert "/admin/people/linked" not in [one.action for one in page.forms]
    fields = {"csrf": page.form("/sign-out").fields["csrf"], "name": "Eve", "email": "eve@example.org", "role": "reader"}
    answer = ada.http.post("/admin/people/linked", data=fields)
    assert (answer.status_code, people.NO_PROVIDER in read(answer).text) == (403, True)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"name": ""}, admin_people.NO_NAME),
        ({"name": "x" * 101}, admin_people.NO_NAME),
        ({"name": "a\u202eb"}, admin_people.NO_NAME),
        ({"role": "operator"}, admin_people.NO_ROLE),
        ({"role": ""}, admin_people.NO_ROLE),
    ],
)
def test_somebody_who_cannot_be_added_is_not(service: Service, more: dict[str, str], told: str) -> None:
    ada = admin(service, "admin-people-wrong")
    answer = ada.send(form(ada, "/admin/people"), **{"name": "Eve", "role": "reader", **more})
    assert (answer.status_code, told in read(answer).text) == (422, True)
    assert [name for workspace, name in service.inside.access.people if workspace == "admin-people-wrong"] == ["Ada"]


def test_a_role_is_changed_and_holds_at_once(service: Service) -> None:
    ada = admin(service, "admin-roles")
    bo = signed_in(service, "Bo", "admin-roles", Rank.READER)
    assert bo.get("/review").status_code == 403
    answer = ada.send(form(ada, "/admin/people/role", name="Bo"), role="reviewer")
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin?done=role-given#people")
    assert bo.get("/review").status_code == 200
    wrong = ada.send(form(ada, "/admin/people/role", name="Bo"), role="owner")
    assert (wrong.status_code, admin_people.NO_ROLE in read(wrong).text) == (422, True)
    answer = ada.send(form(ada, "/admin/people/remove", name="Bo"))
    assert answer.headers["location"] == "/admin?done=person-removed#people"
    assert bo.get("/review").url.path == "/sign-in"
    token = ada.page("/admin").form("/sign-out").fields["csrf"]
    for path, name in (("/admin/people/role", "Bo"), ("/admin/people/remove", "Bo"), ("/admin/people/remove", "")):
        assert ada.http.post(path, data={"csrf": token, "name": name, "role": "reader"}).status_code == 404


def test_the_last_admin_stays_one(service: Service) -> None:
    ada = admin(service, "admin-last")
    for answer in (
        ada.send(form(ada, "/admin/people/role", name="Ada"), role="reviewer"),
        ada.send(form(ada, "/admin/people/remove", name="Ada")),
    ):
        assert (answer.status_code, admin_people.LAST in read(answer).text) == (409, True)
    assert service.inside.access.people["admin-last", "Ada"] is Rank.ADMIN
    ada.send(form(ada, "/admin/people"), name="Bo", role="admin")
    answer = ada.send(form(ada, "/admin/people/role", name="Ada"), role="reader")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")  # and not to a page that they may not open any more
    assert ada.get("/admin").status_code == 403


def test_where_nobody_signs_in_nobody_is_added() -> None:
    with serving(anonymous=True, pages=site.install, passwords=False) as found:
        here = browser(found)
        page = here.page("/admin")
        assert "Nobody signs in with a password here, so nobody is added here." in page.text
        token = page.form("/admin/retention").fields["csrf"]
        answer = here.http.post("/admin/people", data={"csrf": token, "name": "Eve", "role": "reader"})
        assert (answer.status_code, signing.OFF in read(answer).text) == (403, True)


def test_a_providers_key_is_kept_never_shown_and_forgotten(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = admin(service, "admin-providers")
    answer = ada.send(form(ada, "/admin/providers", provider="brave"), key=" BSA-canary-71 ")
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin?done=provider-set#providers")
    assert service.inside.access.provided["admin-providers", "brave"][0] == "BSA-canary-71"
    page = ada.get("/admin")
    assert "BSA-canary-71" not in page.text
    assert "a key of the workspace's own, set on 2026-03-01" in read(page).text
    for key in ("", "a b", "x" * 1001, "ключ"):
        refused = ada.send(form(ada, "/admin/providers", provider="exa"), key=key)
        assert (refused.status_code, admin_settings.NO_KEY in read(refused).text) == (422, True)
        assert len(key) < 3 or key not in refused.text
    forget = form(ada, "/admin/providers/forget", provider="brave")
    assert ada.send(forget).headers["location"] == "/admin?done=provider-forgotten#providers"
    assert ada.send(forget).status_code == 404
    assert ada.send(form(ada, "/admin/providers", provider="exa"), provider="searxng", key="x").status_code == 404

    async def unsealed(workspace: str, provider: str, key: str) -> None:
        raise SettingsInvalid("VERACIOUS_SECRET: it is not set")

    monkeypatch.setattr(service.inside.access, "put_provider", unsealed)
    refused = ada.send(form(ada, "/admin/providers", provider="exa"), key="exa-canary-72")
    assert (refused.status_code, admin_settings.NO_SEAL in read(refused).text) == (503, True)
    assert "exa-canary-72" not in refused.text


def test_how_long_things_are_kept_is_shown_and_changed(service: Service) -> None:
    ada = admin(service, "admin-kept")
    sent = form(ada, "/admin/retention")
    assert (sent.fields["documents"], sent.fields["recordings"]) == ("", "90")
    answer = ada.send(sent, documents="30", recordings="")
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin?done=retention-set#retention")
    assert service.inside.retention.days["admin-kept"] == KeptDays(30, None)
    assert form(ada, "/admin/retention").fields["documents"] == "30"
    for more in ({"documents": "0"}, {"recordings": "100001"}, {"documents": "-3"}, {"recordings": "forever"}):
        refused = ada.send(sent, **{"documents": "30", "recordings": "30", **more})
        assert (refused.status_code, admin_settings.NO_DAYS in read(refused).text) == (422, True)
        assert next(iter(more.values())) in refused.text
    assert service.inside.retention.days["admin-kept"] == KeptDays(30, None)


def test_what_is_used_stands_beside_its_limit(own: Service) -> None:
    here = browser(own)
    assert "0.00 spent; no limit" in here.page("/admin").text
    own.inside.desk.limits["default"] = Allowance(2_000_000, 4, None, 5_000_000)
    here.result(here.verify(LENGTH))
    page = here.get("/admin")
    text = read(page).text
    assert "0.0012 spent, of 2.00" in text
    assert "0 not finished, of 4" in text
    assert "0.0 MB kept, of 5.0 MB" in text
    assert page.text.count("<svg") == 3
    own.inside.desk.held = True
    here.verify(f"{LENGTH} It is.")
    try:
        text = here.page("/admin").text
        assert "set aside for runs that are not finished, of 2.00" in text
        assert "1 not finished, of 4" in text
        assert "Claims 1 0" in text
        assert "The queues of the whole service" in text  # whoever is on this machine runs it
    finally:
        own.inside.desk.held = False


def test_that_no_worker_lives_is_plainly_said(own: Service) -> None:
    here = browser(own)
    assert "One worker lives" in here.page("/admin").text
    own.inside.desk.workers = ()
    own.inside.machine.room = False
    text = here.page("/admin").text
    assert "No worker lives. What is handed in is kept, and nothing of it begins." in text
    assert "veracious worker" in text
    assert "The store has no room to write." in text


def test_an_admin_sees_nothing_of_other_workspaces(service: Service) -> None:
    ada, bo = admin(service, "admin-mine"), admin(service, "admin-theirs", "Bo")
    bo.send(form(bo, "/admin/keys"), name="theirs", scope="read")
    bo.send(form(bo, "/admin/people"), name="Cy", role="reader")
    service.inside.desk.held = True
    try:
        bo.verify(LENGTH)
        text = ada.page("/admin").text
        assert "The queues of the whole service" not in text
        assert "Nothing of this workspace waits or runs." in text
        assert all(name not in text for name in ("theirs", "Cy", "Bo"))
    finally:
        service.inside.desk.held = False


def changed(number: int, action: str, subject: str, before: str = "", after: str = "", actor: str = "person:Ada") -> Change:
    """A change of the tests."""
    return Change(number, AT, actor, action, subject, before, after)


def test_changes_are_told_in_words_page_by_page(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = admin(service, "admin-changes")
    log = service.inside.audit.changes
    log += [("admin-changes", changed(number, "rating_set", f"n{number}.example", "", "0.5 C")) for number in range(1, 6)]
    log += [("elsewhere", changed(9, "rating_set", "secret.example"))]
    monkeypatch.setattr(admin_page, "SHOWN", 2)
    path, found = "/admin/changes", list[str]()
    while path:
        page = ada.page(path)
        found += [word for word in page.text.split() if word.endswith(".example")]
        path = next((link for link in page.links if "before=" in link), "")
    assert found == [f"n{number}.example" for number in (5, 4, 3, 2, 1)]
    assert "n5.example" in ada.page("/admin").text
    assert "There is nothing older." in ada.page("/admin/changes?before=1").text
    for odd in ("x", "-1", "9" * 30, "²"):
        assert "n5.example" in ada.page(f"/admin/changes?before={odd}").text


@pytest.mark.parametrize(
    ("change", "who", "did"),
    [
        (changed(1, "key_made", "vk_a1", after="verify"), "Ada", "made the key vk_a1 (desk), with the scope verify"),
        (changed(1, "key_revoked", "vk_b2", "read"), "Ada", "revoked the key vk_b2, which had the scope read"),
        (changed(1, "limit_set", "vk_a1", "no limit", "jobs 2"), "Ada", "set what the key vk_a1 (desk) may use: jobs 2; before: no limit"),
        (changed(1, "limit_set", "workspace", "", "jobs 3"), "Ada", "set what the workspace may use: jobs 3"),
        (changed(1, "provider_key_set", "endpoint"), "Ada", "set the workspace's own key for the language model"),
        (changed(1, "role_changed", "Bo", "reader", "admin"), "Ada", "made Bo admin; before: reader"),
        (
            changed(1, "retention_changed", "documents", "forever", "1"),
            "Ada",
            "had documents kept for 1 day; before: until they are erased",
        ),
        (changed(1, "verdict_changed", "r1", "supported", "refuted"), "Ada", "changed a verdict to refuted; before: supported"),
        (changed(1, "record_erased", "r1", actor="vk_a1"), "the key vk_a1 (desk)", "erased the record r1"),
        (changed(1, "x_done", "y", "a", "b", actor="system:root"), "root, by a command", "x done: y (a) b"),
        (changed(1, "rating_removed", "a.eu", "1", actor="database:x"), "x, in the database", "took back the rating of a.eu; before: 1"),
        (changed(1, "role_removed", "Bo", "admin", actor="this machine"), "this machine", "removed Bo, who was admin"),
    ],
)  # fmt: skip
def test_a_change_reads_as_a_sentence(change: Change, who: str, did: str) -> None:
    told = change_words.line(change, {"vk_a1": "desk"})
    assert (told.who, told.did) == (who, did)
    assert told.link == ("/v/r1" if change.action == "verdict_changed" else "")


def test_every_action_that_the_store_notes_has_a_sentence() -> None:
    """As the schema says which there are."""
    (line,) = [one for one in SCHEMA.read_text("utf-8").splitlines() if "CONSTRAINT audit_entry_action_check" in one]
    assert set(re.findall(r"'(\w+)'::text", line)) == set(change_words.SENTENCES)


@pytest.mark.parametrize("rank", [Rank.READER, Rank.CHECKER, Rank.REVIEWER])
def test_nobody_else_opens_it_or_changes_anything(service: Service, rank: Rank) -> None:
    eve = signed_in(service, "Eve", f"admin-no-{rank}", rank)
    assert "/admin" not in eve.page("/").links
    for path in ("/admin", "/admin/changes"):
        assert eve.get(path).status_code == 403
    token = eve.page("/").form("/sign-out").fields["csrf"]
    for path in POSTS:
        fields = {"csrf": token, "name": "Eve", "role": "admin", "scope": "read", "seen": "0", "provider": "brave", "key": "x"}
        assert eve.http.post(path, data=fields).status_code == 403
    assert keys(service, f"admin-no-{rank}") == []
    assert service.inside.access.people[f"admin-no-{rank}", "Eve"] is rank


def test_no_form_is_taken_without_its_token(service: Service) -> None:
    ada = admin(service, "admin-csrf")
    bo = admin(service, "admin-csrf-other", "Bo").page("/admin").form("/sign-out").fields["csrf"]
    fields = {"name": "Eve", "role": "reader", "scope": "read", "seen": "0", "provider": "brave", "key": "x", "documents": "1"}
    for path in POSTS:
        for token in ("", bo):
            assert ada.http.post(path, data={**fields, "csrf": token}).status_code == 403
        own = ada.page("/admin").form("/sign-out").fields["csrf"]
        assert ada.http.post(path, data={**fields, "csrf": own}, headers={"Origin": "https://evil.example"}).status_code == 403
    assert keys(service, "admin-csrf") == []
    assert ("admin-csrf", "Eve") not in service.inside.access.people
    assert ("admin-csrf", "brave") not in service.inside.access.provided
    assert "admin-csrf" not in service.inside.retention.days


@pytest.mark.parametrize("text", payloads.PAYLOADS[::20])
def test_a_payload_stays_words(own: Service, text: str) -> None:
    here = browser(own)
    asyncio.run(own.inside.access.create_key("default", text, Grant.READ))
    own.inside.access.people["default", text] = Rank.READER
    own.inside.audit.changes.append(("default", changed(1, text[:40] or "x", text, text, text, actor=f"person:{text}")))
    answers = [here.get("/admin"), here.get("/admin/changes")]
    written = {"name": text, "days": text, "role": "reader", "scope": "read", "documents": text}
    answers += [here.send(form(here, action), **written) for action in ("/admin/keys", "/admin/people", "/admin/retention")]
    for answer in answers:
        page = read(answer)
        assert page.inline == []
        assert all(link.startswith(("/", "#")) for link in page.links)


def test_what_is_shown_once_stands_in_no_log(service: Service) -> None:
    ada = admin(service, "admin-log")
    answer = ada.send(form(ada, "/admin/keys"), name="desk", scope="read")
    (secret,) = (one for one in service.inside.access.secrets if one in answer.text)
    ada.send(form(ada, "/admin/people"), name="Bo", role="reader")
    password = service.inside.access.passwords["admin-log", "Bo"]
    ada.send(form(ada, "/admin/providers", provider="exa"), key="exa-canary-73")
    logged = service.log.getvalue()
    assert all(one not in logged for one in (secret, password, "exa-canary-73", PASSWORD))
