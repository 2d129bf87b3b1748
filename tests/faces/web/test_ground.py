"""The ground of the pages: who is let in, what a form must bring, what a page may load, and who is told JSON."""

import re
from itertools import product

import httpx2
import pytest
from fastapi.routing import APIRoute

from tests.faces.http.asking import LENGTH, problem, verified
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service, serving
from tests.faces.web.browsing import READS, Browser, browser, read, signed_in
from veracious.domain.access import Grant, Rank
from veracious.faces.web import signing, site, static_files

FOREIGN_SENDERS = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://["},
    {"Origin": "http://127.0.0.1:1"},  # another service on this machine
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)


def changing(page: Browser) -> list[str]:
    """Every address of the pages that a form is sent to, with the name of a run in its place."""
    run = page.verify(LENGTH).removeprefix("/v/")
    found = [route.path for one in site.ROUTERS for route in one.routes if isinstance(route, APIRoute) and "POST" in (route.methods or ())]
    assert sorted(found) == [
        "/",
        "/admin/keys",
        "/admin/keys/limit",
        "/admin/keys/revoke",
        "/admin/people",
        "/admin/people/linked",
        "/admin/people/remove",
        "/admin/people/role",
        "/admin/providers",
        "/admin/providers/forget",
        "/admin/retention",
        "/batch",
        "/batch/{id}/again",
        "/batch/{id}/begin",
        "/batch/{id}/remove",
        "/batch/{id}/stop",
        "/check",
        "/collections/refresh",
        "/collections/switch",
        "/documents",
        "/documents/erase",
        "/estimate",
        "/feedback/{number}/close",
        "/jobs/{id}/cancel",
        "/published/{id}/feedback",
        "/sign-in",
        "/sign-out",
        "/sources",
        "/sources/forget",
        "/v/{id}/review",
    ]
    return [path.replace("{id}", run).replace("{number}", "1") for path in found]


def test_whoever_is_not_known_is_led_to_sign_in_and_then_to_where_they_wanted(service: Service) -> None:
    reader = browser(service)
    for path in ("/", "/check", "/v/x?y=1", "/a/x", "/l/x", f"/l/x/{'0' * 64}", f"/p/{'0' * 64}"):
        answer = reader.http.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=" + httpx2.QueryParams({"n": path}).__str__()[2:])
    service.inside.access.people["one", "Eve"] = Rank.READER
    page = reader.page("/v/x?y=1")
    answer = reader.send(page.form("/sign-in"), workspace="one", name="Eve", password=PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, "/v/x?y=1")


def test_a_session_of_a_browser_is_out_of_reach_of_scripts_and_ends(service: Service) -> None:
    service.inside.access.people["one", "Ada"] = Rank.REVIEWER
    reader = browser(service)
    fields = {"workspace": "one", "name": "Ada", "password": PASSWORD}
    cookie = reader.send(reader.page("/sign-in").form("/sign-in"), **fields).headers["set-cookie"]
    assert all(part in cookie for part in ("veracious_session=", "HttpOnly", "SameSite=lax", "Path=/"))
    assert "Secure" not in cookie.partition("veracious_session")[2].partition("veracious_visitor")[0]
    page = reader.page("/")
    assert "Ada , workspace one" in page.text.replace("Ada,", "Ada ,")
    answer = reader.send(page.form("/sign-out"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")
    assert reader.http.get("/").headers["location"].startswith("/sign-in")


def test_over_tls_a_cookie_goes_nowhere_else(service: Service) -> None:
    answer = httpx2.get(f"{service.url}/sign-in", headers={**READS, "Host": "facts.example.org"})
    assert "Secure" in answer.headers["set-cookie"]


def test_a_session_that_has_ended_is_forgotten_and_leads_to_sign_in(service: Service) -> None:
    reader = signed_in(service)
    service.inside.access.sessions.clear()
    answer = reader.get("/v/x")
    assert (answer.status_code, answer.url.path) == (200, "/sign-in")


def test_a_page_that_asks_for_a_part_of_itself_is_led_to_sign_in_as_a_whole(service: Service) -> None:
    answer = browser(service).http.get("/v/x/map", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.text) == (401, "")
    assert answer.headers["hx-redirect"] == "/sign-in?next=%2Fv%2Fx%2Fmap"


@pytest.mark.parametrize("wrong", [{"password": "sesame-1867"}, {"name": "Nobody"}, {"workspace": "two"}])
def test_a_wrong_password_is_told_like_a_wrong_name_and_never_shown_again(service: Service, wrong: dict[str, str]) -> None:
    service.inside.access.people["one", "Ada"] = Rank.REVIEWER
    reader = browser(service)
    fields = {"workspace": "one", "name": "Ada", "password": PASSWORD} | wrong
    answer = reader.send(reader.page("/sign-in").form("/sign-in"), **fields)
    assert answer.status_code == 401
    assert signing.WRONG in read(answer).text
    assert fields["password"] not in answer.text


def test_where_nobody_signs_in_the_page_says_so() -> None:
    with serving(pages=site.install, passwords=False) as service:
        page = browser(service).page("/")
        assert signing.OFF in page.text
        assert page.forms == []


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/x\r\nSet-Cookie: a=b", "", "v/x"]
)
def test_nobody_is_led_off_the_site(address: str) -> None:
    assert signing.local(address) == "/"
    assert signing.local("/v/x?y=1") == "/v/x?y=1"


def test_every_form_without_its_token_or_from_another_site_is_refused(service: Service) -> None:
    ada = signed_in(service, rank=Rank.ADMIN)
    token = ada.page("/").form("/").fields["csrf"]
    other = signed_in(service, "Bo", "two").page("/").form("/").fields["csrf"]
    paths, before = changing(ada), len(service.inside.desk.submissions)
    for path, given in product(paths, ("", "x" * len(token), "é", other)):
        answer = ada.http.post(path, data={"claim": LENGTH, "csrf": given})
        assert (path, given, answer.status_code) == (path, given, 403)
    for path, headers in product(paths, FOREIGN_SENDERS):
        answer = ada.http.post(path, data={"claim": LENGTH, "csrf": token}, headers=headers)
        assert (path, headers, answer.status_code) == (path, headers, 403)
    for path in paths:
        assert ada.http.post(path, json={"csrf": token, "claim": LENGTH}, headers=READS).status_code == 415
    assert len(service.inside.desk.submissions) == before
    assert ada.page("/").form("/").fields["csrf"] == token  # and the session is not ended


def test_on_this_machine_a_form_must_bring_its_token_too(near: Service) -> None:
    here, elsewhere = browser(near), browser(near)
    before = len(near.inside.desk.submissions)
    foreign = elsewhere.page("/").form("/").fields["csrf"]
    here.page("/")
    for given in ("", foreign):
        assert here.http.post("/", data={"claim": LENGTH, "csrf": given}).status_code == 403
    for headers in FOREIGN_SENDERS:
        answer = here.http.post("/", data=here.page("/").form("/").fields | {"claim": LENGTH}, headers=headers)
        assert answer.status_code in (401, 403)
    assert len(near.inside.desk.submissions) == before


def test_a_page_loads_only_files_of_the_site_and_holds_no_script(near: Service) -> None:
    reader = browser(near)
    run = reader.verify(LENGTH)
    reader.result(run)
    for path in (
        "/",
        "/check",
        "/sign-in",
        run,
        f"{run}/brief",
        "/sources",
        "/documents",
        "/collections",
        "/admin",
        "/nothing",
        f"/p/{'0' * 64}",
    ):
        answer = reader.get(path)
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
        assert answer.headers["cache-control"] == "no-store"
        page = read(answer)
        assert page.inline == []
        assert {one for one in page.loads if not one.startswith("/static/")} <= {"data:,"}
        for one in page.loads:
            assert one == "data:," or reader.get(one).status_code == 200


def test_files_have_an_etag_and_are_asked_for_once(near: Service) -> None:
    reader = browser(near)
    for name in static_files.WHERE:
        answer = reader.get(static_files.address(name))
        assert answer.headers["cache-control"] == static_files.FOREVER
        assert len(answer.content) > 1000
        again = reader.http.get(f"/static/{name}", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content, again.headers["cache-control"]) == (304, b"", static_files.ASK_AGAIN)
    for path in ("/static/x.css", "/static/..%2Fframe.py", "/static/htmx.LICENSE.txt"):
        assert reader.get(path).status_code == 404


def test_programs_are_told_json_as_before(near: Service) -> None:
    with near.client(Grant.ADMIN, "default") as program:
        job = verified(program)
        for path in ("/", f"/v/{job['id']}", "/nothing", "/v1/nothing"):
            problem(program.get(path, headers={"Accept": "application/json"}), 404)
        problem(program.get("/v1/nothing", headers=READS), 404)
        problem(program.get("/v1/records/nothing", headers=READS), 404, "record_missing")
        assert program.get(f"/v1/records/{job['id']}", headers=READS).headers["content-type"] == "application/json"
    assert "/" not in near.described["paths"]


def test_an_error_is_a_page_that_says_what_to_do(near: Service) -> None:
    reader = browser(near)
    answer = reader.get("/nothing")
    assert answer.status_code == 404
    assert "There is nothing at this address" in read(answer).text
    assert reader.http.delete("/").status_code == 405
    near.inside.desk.broken = True
    try:
        down = reader.get("/v/x")
    finally:
        near.inside.desk.broken = False
    assert (down.status_code, down.headers["retry-after"]) == (503, "5")
    assert "10.1.2.3" not in down.text
    assert re.search("Number of the request: [0-9a-f]+", read(down).text)


def test_what_is_sent_is_read_up_to_a_limit(service: Service) -> None:
    stranger = browser(service)
    form = stranger.page("/sign-in").form("/sign-in")
    assert stranger.send(form, name="x" * 20_000).status_code == 413
    ada = signed_in(service)
    assert ada.send(ada.page("/").form("/"), claim="x" * 1_100_000).status_code == 413
    for content in (b"claim=%ff", b"claim=\xff", "&".join(f"f{n}=1" for n in range(100)).encode()):
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        assert ada.http.post("/", content=content, headers=headers).status_code == 422
