"""People of a workspace over HTTP: added with a password that is told once, given roles, removed; and how long things are kept."""

import pytest

from tests.faces.http.asking import problem
from tests.faces.http.servers import Service, serving
from tests.faces.web.attacked import ClosedProvider
from veracious.domain.access import Grant, Rank
from veracious.domain.retention import KeptDays


def test_somebody_is_added_given_another_role_and_removed(alone: Service) -> None:
    with alone.client() as admin, alone.client(None) as zoe:
        added = admin.post("/v1/people", json={"name": "Zoë Núñez", "role": "checker"})
        assert (added.status_code, added.headers["cache-control"]) == (201, "no-store")
        password = added.json()["password"]
        listed = admin.get("/v1/people")
        assert [(one["name"], one["role"]) for one in listed.json()["people"]] == [("Zoë Núñez", "checker")]
        assert password not in listed.text
        begun = zoe.post("/v1/session", json={"workspace": "one", "name": "Zoë Núñez", "password": password})
        assert (begun.status_code, begun.json()["scope"]) == (201, "write")
        assert admin.put("/v1/people/Zoë Núñez", json={"role": "reviewer"}).json()["role"] == "reviewer"
        assert zoe.get("/v1/session").json()["scope"] == "review"
        assert admin.delete("/v1/people/Zoë Núñez").status_code == 204
        problem(zoe.get("/v1/session"), 401, "session_invalid")
        problem(admin.delete("/v1/people/Zoë Núñez"), 404, "person_missing")
        problem(admin.put("/v1/people/Zoë Núñez", json={"role": "reader"}), 404, "person_missing")


def test_a_name_is_given_once_and_the_last_admin_stays(alone: Service) -> None:
    with alone.client() as admin:
        assert admin.post("/v1/people", json={"name": "Ada", "role": "admin"}).status_code == 201
        problem(admin.post("/v1/people", json={"name": "Ada", "role": "reader"}), 409, "person_known")
        problem(admin.put("/v1/people/Ada", json={"role": "reader"}), 409, "admin_needed")
        problem(admin.delete("/v1/people/Ada"), 409, "admin_needed")
        assert admin.put("/v1/people/Ada", json={"role": "admin"}).status_code == 200
        admin.post("/v1/people", json={"name": "Bo", "role": "admin"})
        assert admin.delete("/v1/people/Ada").status_code == 204
        assert alone.inside.access.people == {("one", "Bo"): Rank.ADMIN}


def test_somebody_is_added_whom_the_provider_lets_in() -> None:
    with serving(identity_provider=ClosedProvider()) as service, service.client() as admin:
        added = admin.post("/v1/people", json={"name": "Zoë", "role": "checker", "email": "Zoe@Example.org"})
        assert (added.status_code, added.json()["password"], added.json()["email"]) == (201, None, "zoe@example.org")
        (listed,) = admin.get("/v1/people").json()["people"]
        assert (listed["name"], listed["email"], listed["subject"]) == ("Zoë", "zoe@example.org", None)
        problem(admin.post("/v1/people", json={"name": "Zoë", "role": "admin", "email": "bo@example.org"}), 409, "person_known")
        problem(admin.post("/v1/people", json={"name": "Bo", "role": "admin", "email": "zoe@example.org"}), 409, "identity_known")
        problem(admin.post("/v1/people", json={"name": "Bo", "role": "admin", "email": "bo"}), 422, "input_error")
        assert service.inside.access.people == {("one", "Zoë"): Rank.CHECKER}


def test_without_a_provider_nobody_is_added_by_an_address(service: Service) -> None:
    with service.client() as admin:
        body = {"name": "Zoë", "role": "checker", "email": "zoe@example.org"}
        problem(admin.post("/v1/people", json=body), 403, "sign_in_provider_missing")


@pytest.mark.parametrize(
    "body",
    [
        {"name": "Ada"},
        {"role": "reader"},
        {"name": "Ada", "role": "operator"},
        {"name": "", "role": "reader"},
        {"name": "a/b", "role": "reader"},
        {"name": "..", "role": "reader"},
        {"name": " a", "role": "reader"},
        {"name": "a\u202eb", "role": "reader"},
        {"name": "x" * 101, "role": "reader"},
        {"name": "Ada", "role": "reader", "password": "of my own making"},
    ],
)
def test_what_is_no_person_is_refused(service: Service, body: dict[str, str]) -> None:
    with service.client() as admin:
        problem(admin.post("/v1/people", json=body), 422, "request_invalid")


def test_people_of_another_workspace_are_not_there(service: Service) -> None:
    with service.client(workspace="people-one") as here, service.client(workspace="people-two") as there:
        here.post("/v1/people", json={"name": "Cy", "role": "reader"})
        assert there.get("/v1/people").json() == {"people": []}
        problem(there.put("/v1/people/Cy", json={"role": "admin"}), 404, "person_missing")
        problem(there.delete("/v1/people/Cy"), 404, "person_missing")
        assert here.get("/v1/people").json()["people"][0]["role"] == "reader"


def test_how_long_things_are_kept_is_told_and_set(alone: Service) -> None:
    with alone.client() as admin:
        assert admin.get("/v1/retention").json() == {"documents_days": None, "recordings_days": 90}
        told = admin.put("/v1/retention", json={"documents_days": 30, "recordings_days": None})
        assert told.json() == {"documents_days": 30, "recordings_days": None}
        assert alone.inside.retention.days == {"one": KeptDays(30, None)}
        for body in (
            {},
            {"documents_days": 30},
            {"documents_days": 0, "recordings_days": 1},
            {"documents_days": 1, "recordings_days": 100_001},
        ):
            problem(admin.put("/v1/retention", json=body), 422, "request_invalid")


@pytest.mark.parametrize("grant", [Grant.READ, Grant.VERIFY, Grant.WRITE, Grant.REVIEW])
def test_all_of_it_is_an_admins(service: Service, grant: Grant) -> None:
    with service.client(grant) as program:
        for method, path, body in (
            ("GET", "/v1/people", None),
            ("POST", "/v1/people", {"name": "Eve", "role": "admin"}),
            ("PUT", "/v1/people/Eve", {"role": "admin"}),
            ("DELETE", "/v1/people/Eve", None),
            ("GET", "/v1/retention", None),
            ("PUT", "/v1/retention", {"documents_days": 1, "recordings_days": 1}),
        ):
            problem(program.request(method, path, json=body), 403, "scope_missing")


def test_where_passwords_are_off_none_is_made() -> None:
    with serving(passwords=False) as off, off.client() as admin:
        problem(admin.post("/v1/people", json={"name": "Ada", "role": "admin"}), 403, "passwords_off")
        assert off.inside.access.people == {}
