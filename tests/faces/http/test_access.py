"""Who may ask for what: keys, scopes, sessions, nobody in particular, and never the things of others."""

import re

import httpx2
import pytest

from tests.faces.http.asking import CHECK, LENGTH, QUESTION, problem, put, submitted, verified
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service, serving
from veracious.domain.access import Grant, Rank
from veracious.domain.job import Allowance

SIGN_IN = {"workspace": "one", "name": "Ada", "password": PASSWORD}


def test_without_a_key_nothing_is_answered(service: Service) -> None:
    """Every operation that names a scope; those that name none are open."""
    open_ones = set()
    with service.client(None) as client:
        for path, operations in service.described["paths"].items():
            for method, operation in operations.items():
                address = re.sub(r"\{\w+\}", "x", path)
                if "security" not in operation:
                    open_ones.add(operation["operationId"])
                    continue
                answer = client.request(method.upper(), address, json={} if "requestBody" in operation else None)
                problem(answer, 401, "key_unknown")
                assert answer.headers["www-authenticate"].startswith("Bearer")
    assert open_ones == {"get_health", "get_readiness", "sign_in"}


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer vk_none_such", "Basic QWRhOmFkYQ==", "vk_none", "Bearer " + "x" * 5000, "Bearer ü"]
)
def test_a_key_that_is_none_is_refused_and_not_told_back(service: Service, header: str) -> None:
    with service.client(None) as client:
        answer = client.get("/v1/records", headers={b"Authorization": header.encode("latin-1")})
        problem(answer, 401, "key_unknown")
        assert "vk_none" not in answer.text


@pytest.mark.parametrize(("grant", "method", "path", "body"), [
    (Grant.READ, "POST", "/v1/verifications", {"claim": LENGTH}),
    (Grant.READ, "POST", "/v1/checks", CHECK),
    (Grant.READ, "POST", "/v1/answers", QUESTION),
    (Grant.READ, "POST", "/v1/articles", {"text": LENGTH}),
    (Grant.READ, "POST", "/verify", {"claim": LENGTH}),
    (Grant.READ, "POST", "/worker/verify", {"job_id": "1", "claim": LENGTH}),
    (Grant.READ, "DELETE", "/v1/verifications/x", None),
    (Grant.READ, "POST", "/v1/records/x/replay", None),
    (Grant.VERIFY, "POST", "/v1/documents", {"documents": [{"text": "a"}]}),
    (Grant.VERIFY, "DELETE", "/v1/records/x", None),
    (Grant.WRITE, "GET", "/v1/reviews", None),
    (Grant.WRITE, "GET", "/v1/feedback", None),
    (Grant.WRITE, "POST", "/v1/records/x/review", {}),
    (Grant.WRITE, "POST", "/v1/feedback/1/close", {"note": "x"}),
    (Grant.REVIEW, "GET", "/v1/keys", None),
    (Grant.WRITE, "POST", "/v1/keys", {"name": "more"}),
    (Grant.WRITE, "PUT", "/v1/providers/tavily", {"key": "k"}),
    (Grant.WRITE, "PUT", "/v1/keys/x/allowance", {}),
    (Grant.WRITE, "PUT", "/v1/webhook", {"address": "https://hook.example/"}),
])  # fmt: skip
def test_a_scope_allows_what_it_names_and_no_more(service: Service, grant: Grant, method: str, path: str, body: object) -> None:
    with service.client(grant) as client:
        problem(client.request(method, path, json=body), 403, "scope_missing")


def test_who_asks_too_often_is_told_how_long_to_wait(alone: Service) -> None:
    with alone.client(Grant.READ) as client:
        (key,) = (key for _, key in alone.inside.access.made)
        alone.inside.access.allowed["one", key] = Allowance(requests_a_minute=2)
        assert [client.get("/v1/records").status_code for _ in range(2)] == [200, 200]
        answer = client.get("/v1/records")
        problem(answer, 429, "requests_too_many")
        assert answer.headers["retry-after"] == "7"


def test_a_person_signs_in_and_the_cookie_is_out_of_reach(alone: Service) -> None:
    alone.inside.access.people["one", "Ada"] = Rank.REVIEWER
    with alone.client(None) as client:
        answer = client.post("/v1/session", json=SIGN_IN)
        assert answer.status_code == 201
        cookie = answer.headers["set-cookie"]
        assert all(part in cookie for part in ("HttpOnly", "SameSite=strict", "Path=/"))
        assert "Secure" not in cookie  # on loopback there is no TLS
        found = client.get("/v1/session").json()
        assert (found["workspace"], found["actor"], found["scope"]) == ("one", "person:Ada", "review")
        assert found["csrf"] == answer.json()["csrf"]
        assert client.delete("/v1/session", headers={"X-CSRF-Token": found["csrf"]}).status_code == 204
        problem(client.get("/v1/session"), 401, "key_unknown")
    elsewhere = httpx2.post(f"{alone.url}/v1/session", json=SIGN_IN, headers={"Host": "facts.example.org"})
    assert "Secure" in elsewhere.headers["set-cookie"]


def test_a_wrong_password_is_told_like_a_wrong_name(alone: Service) -> None:
    alone.inside.access.people["one", "Ada"] = Rank.READER
    wrong = [SIGN_IN | change for change in ({"password": "wrong"}, {"name": "Eve"}, {"workspace": "two"})]
    with alone.client(None) as client:
        told = [problem(client.post("/v1/session", json=one), 401, "session_invalid") for one in wrong]
    assert len({one["detail"] for one in told}) == 1


def test_a_change_with_a_session_must_bring_its_token(alone: Service) -> None:
    """A page of another site can make a browser send the cookie; it cannot read the token."""
    alone.inside.access.people["one", "Ada"] = Rank.ADMIN
    with alone.client(None) as client:
        csrf = client.post("/v1/session", json=SIGN_IN).json()["csrf"]
        for headers in ({}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": ("y" if csrf[0] == "x" else "x") + csrf[1:]}, {"X-CSRF-Token": "é"}):
            given = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
            for method, path, body in (
                ("POST", "/v1/verifications", {"claim": LENGTH}),
                ("DELETE", "/v1/session", None),
                ("PUT", "/v1/providers/brave", {"key": "k"}),
            ):
                problem(client.request(method, path, json=body, headers=given), 403, "csrf_missing")
        assert client.get("/v1/records").status_code == 200
        answer = client.post("/v1/verifications", json={"claim": LENGTH}, headers={"X-CSRF-Token": csrf})
        assert answer.status_code == 202
        assert alone.inside.desk.submissions[-1].actor == "person:Ada"


def test_a_session_that_has_ended_is_not_passed_over(alone: Service) -> None:
    with alone.client(None) as client:
        problem(client.get("/v1/records", headers={"Cookie": "veracious_session=gone"}), 401, "session_invalid")
    with alone.client(Grant.READ) as client:  # a key that is given counts
        assert client.get("/v1/records", headers={"Cookie": "veracious_session=gone"}).status_code == 200


def test_nobody_in_particular_may_ask_on_loopback_where_it_is_allowed() -> None:
    with serving(anonymous=True) as service, service.client(None) as client:
        found = client.get("/v1/session").json()
        assert (found["workspace"], found["actor"], found["scope"], found["csrf"]) == ("default", "", "admin", None)
        assert verified(client)["report"]["verdict"] == "supported"
        problem(client.delete("/v1/session"), 401, "session_invalid")
        problem(client.get("/v1/records", headers={"Authorization": "Bearer vk_none_such"}), 401, "key_unknown")
        assert {} in service.described["paths"]["/v1/records"]["get"]["security"]


@pytest.mark.parametrize("headers", [
    {"Host": "evil.example"},  # a name that was turned to 127.0.0.1
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Host": "127.0.0.1.evil.example"},
    {"Host": "["},
    {"Origin": "http://["},
])  # fmt: skip
def test_a_page_of_the_web_does_not_ask_for_nobody_in_particular(headers: dict[str, str]) -> None:
    with serving(anonymous=True) as service:
        answer = httpx2.post(f"{service.url}/v1/verifications", json={"claim": LENGTH}, headers=headers)
        assert answer.status_code in (400, 401)  # a host that is none is refused by the server before us
        assert service.inside.desk.submissions == []


def test_a_page_of_this_machine_may_ask() -> None:
    with serving(anonymous=True) as service, service.client(None) as client:
        assert client.get("/v1/records", headers={"Host": "localhost:8000", "Origin": "http://localhost:3000"}).status_code == 200
        assert client.get("/v1/records", headers={"Host": "[::1]:8000"}).status_code == 200


def test_what_belongs_to_others_is_told_like_what_is_not_there(service: Service) -> None:
    """The same status, the same headers, the same body, but for the id of the request and the address itself."""
    with service.client(workspace="one") as one, service.client(workspace="two") as two:
        job = verified(two)
        key = two.get("/v1/keys").json()["keys"][0]["id"]
        document = put(two, {"text": "The bridge is painted red."})[0]["digest"]
        ingest = two.get("/v1/ingests").json()["jobs"][0]["id"]
        names = {"job": job["id"], "key": key, "document": document, "ingest": ingest}
        made_up = {"job": "0" * 12 + "-" + "f" * 16, "key": "vk_000000000000", "document": "sha256:" + "0" * 64}
        made_up["ingest"] = made_up["job"]
        for method, path in (
            ("GET", "/v1/verifications/{job}"),
            ("GET", "/v1/verifications/{job}/events"),
            ("DELETE", "/v1/verifications/{job}"),
            ("GET", "/v1/records/{job}"),
            ("DELETE", "/v1/records/{job}"),
            ("POST", "/v1/records/{job}/replay"),
            ("GET", "/v1/records/{job}/why"),
            ("DELETE", "/v1/keys/{key}"),
            ("GET", "/v1/keys/{key}/allowance"),
            ("DELETE", "/v1/documents/{document}"),
            ("GET", "/v1/ingests/{ingest}"),
            ("GET", "/v1/ingests/{ingest}/events"),
            ("DELETE", "/v1/ingests/{ingest}"),
        ):
            foreign, nothing = (one.request(method, path.format(**given)) for given in (names, made_up))
            assert (foreign.status_code, nothing.status_code) == (404, 404)
            assert _plain(foreign) == _plain(nothing), path
        assert two.get(f"/v1/verifications/{job['id']}").status_code == 200
        assert two.get(f"/v1/records/{job['id']}").status_code == 200
        for path in ("verifications", "records", "documents"):
            assert job["id"] not in one.get(f"/v1/{path}").text
            assert document not in one.get(f"/v1/{path}").text
        assert one.get("/v1/claims:search", params={"query": "bridge"}).json() == {"claims": []}


def _plain(answer: httpx2.Response) -> tuple[dict[str, object], dict[str, str]]:
    body = {name: value for name, value in answer.json().items() if name not in ("request_id", "instance")}
    return body, {name: value for name, value in answer.headers.items() if name not in ("x-request-id", "date", "content-length")}


def test_a_key_is_made_told_once_and_revoked(service: Service) -> None:
    with service.client() as client:
        made = client.post("/v1/keys", json={"name": "newsroom desk", "scope": "read", "days": 30})
        assert made.status_code == 201
        assert made.headers["cache-control"] == "no-store"
        told = made.json()
        assert told["ends_at"] > told["made_at"]
        listed = client.get("/v1/keys")
        assert told["key"] not in listed.text
        assert told["id"] in listed.text
        with httpx2.Client(base_url=service.url, headers={"Authorization": f"Bearer {told['key']}"}) as other:
            assert other.get("/v1/session").json()["actor"] == told["id"]
            assert client.delete(f"/v1/keys/{told['id']}").status_code == 204
            assert other.get("/v1/session").status_code == 401
        problem(client.delete(f"/v1/keys/{told['id']}"), 404, "key_missing")


def test_the_key_of_a_provider_goes_in_and_never_comes_out(service: Service) -> None:
    canary = "tvly-canary-7f3a"
    with service.client() as client:
        assert client.put("/v1/providers/tavily", json={"key": canary}).status_code == 204
        listed = client.get("/v1/providers")
        assert [one["provider"] for one in listed.json()["providers"]] == ["tavily"]
        wrong = client.put("/v1/providers/tavily", json={"key": f"{canary} with a blank"})
        problem(wrong, 422, "request_invalid")
        assert all(canary not in text for text in (listed.text, wrong.text, service.log.getvalue()))
        assert service.inside.access.provided["one", "tavily"][0] == canary
        problem(client.put("/v1/providers/nobody", json={"key": "k"}), 404)
        assert client.delete("/v1/providers/tavily").status_code == 204
        problem(client.delete("/v1/providers/tavily"), 404, "provider_missing")


def test_a_key_is_limited_and_the_workspace_is_looked_at(alone: Service) -> None:
    alone.inside.desk.limits["one"] = Allowance(money_micros=9_000)
    alone.inside.desk.held = True
    with alone.client() as client:
        made = client.post("/v1/keys", json={"scope": "verify"}).json()
        answer = client.put(f"/v1/keys/{made['id']}/allowance", json={"money_micros": 5_000, "jobs_at_once": 2})
        assert (answer.json()["money_micros"], answer.json()["requests_a_minute"]) == (5_000, None)
        assert client.get(f"/v1/keys/{made['id']}/allowance").json()["jobs_at_once"] == 2
        submitted(client)
        found = client.get("/v1/allowance").json()
        assert (found["money_micros"], found["held_micros"], found["jobs"]) == (9_000, 2_000, 1)
        problem(client.put("/v1/allowance", json={"money_micros": 10**9}), 405)
