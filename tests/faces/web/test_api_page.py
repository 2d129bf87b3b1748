"""The API page: everything that our OpenAPI document says stands in it, at links of its own, and the recipes run as they are."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from tests.faces import recipes as recipe_runs
from tests.faces.http.asking import LENGTH, problem, verified
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service, serving
from tests.faces.pages import payloads
from tests.faces.web.browsing import READS, browser, read, signed_in
from veracious.domain.access import Grant, Rank
from veracious.faces.web import address_limit, api_types, api_view, frame, recipes, site, site_address
from veracious.faces.web.api_types import Part, Phrase

IDS = re.compile(r'\bid="([^"]+)"')


def plain(phrase: Phrase) -> str:
    """A phrase without its links."""
    return "".join(one.text for one in phrase)


def test_everybody_reads_it_without_signing_in_and_is_given_no_cookie(service: Service) -> None:
    """As the document that it is made of is read."""
    stranger = browser(service)
    assert stranger.http.get("/openapi.json").status_code == 200
    answer = stranger.http.get("/api")
    assert (answer.status_code, answer.headers.get("set-cookie")) == (200, None)
    page = read(answer)
    assert page.inline == []
    assert {one for one in page.loads if not one.startswith("/static/")} == {"data:,"}
    assert [one.action for one in page.forms] == ["/api#reference"]  # nothing is opened with a session that there is not


def test_docs_lead_to_it_and_the_document_stays_where_it_is(service: Service) -> None:
    stranger = browser(service)
    assert (stranger.http.get("/docs").status_code, stranger.http.get("/docs").headers["location"]) == (303, "/api")
    document = stranger.http.get("/openapi.json", headers={"Accept": "application/json"}).json()
    assert document == json.loads(json.dumps(service.described))
    with service.client(None) as program:
        for path in ("/api", "/docs"):
            problem(program.get(path, headers={"Accept": "application/json"}), 404)


def test_every_operation_stands_in_it_at_a_link_of_its_own(service: Service) -> None:
    answer = browser(service).get("/api")
    page, ids = read(answer), IDS.findall(answer.text)
    assert len(ids) == len(set(ids))
    assert {one.removeprefix("#") for one in page.links if one.startswith("#")} <= set(ids)
    for path, operations in service.described["paths"].items():
        for method, told in operations.items():
            assert told["operationId"] in ids
            assert page.links.count(f"#{told['operationId']}") == 2  # from the list, and from itself
            assert f"{method.upper()} {path} {told['summary']}" in page.text


def test_what_is_said_of_an_operation_is_what_the_document_says() -> None:
    with serving(pages=site.install) as service:
        document = service.described
        reference = api_view.read(document)
    operations = {one.id: one for _, group in reference.groups for one in group}
    schemas = document["components"]["schemas"]
    for told in (one for found in document["paths"].values() for one in found.values()):
        shown = operations[told["operationId"]]
        assert shown.scope == told.get("x-scope", "")
        assert {one.name for one in shown.parameters} | set(api_view.SHARED) >= {one["name"] for one in told["parameters"]}
        assert {one.status for one in shown.answers} | {status for status, _ in shown.problems} == {int(one) for one in told["responses"]}
        assert "Needs the scope" not in shown.about
        if "requestBody" in told:
            schema = schemas[shown.body]
            assert [one.name for one in shown.fields] == list(schema["properties"])
            assert {one.name for one in shown.fields if one.is_required} == set(schema.get("required", ()))
    assert reference.count == len(operations) == sum(len(one) for one in document["paths"].values())
    assert all(advice for _, _, advice in reference.problems)
    assert [one.name for one in reference.shared] == list(api_view.SHARED)
    assert {one.kind for one in reference.events} >= {"queued", "running", "finished"}
    linked = {part.shape for _, group in reference.groups for one in group for field in one.fields for part in field.kind if part.shape}
    assert linked <= {one.name for one in reference.shapes}


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"type": "string", "minLength": 1, "maxLength": 2000, "pattern": r"^[^\x00]*$"}, "text, 1 to 2,000 characters"),
        ({"type": "string", "pattern": "^a+$"}, "text that fits ^a+$"),
        ({"type": "string", "format": "date"}, "day, as 2026-03-15"),
        ({"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"type": "null"}]}, "whole number, 1 to 9 or null"),
        ({"type": "array", "items": {"$ref": "#/components/schemas/GivenDocument"}, "maxItems": 100}, "list of GivenDocument, 100 at most"),
        ({"type": "array", "items": {"type": "string"}, "minItems": 1}, "list of text, 1 or more"),
        ({"enum": ["a", "b"], "type": "string"}, "a, b"),
        ({"const": "ok"}, "ok"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "object of whole number"),
        ({"type": "object", "properties": {"a": {}, "b": {}}}, "object with a, b"),
        ({"$ref": "#/components/schemas/veracious__domain__trust__Status"}, "Status (trust)"),
        ({"type": "boolean"}, "true or false"),
        ({}, "any value"),
    ],
)
def test_what_a_value_may_be_is_said_in_words(schema: dict[str, object], says: str) -> None:
    assert plain(api_types.phrase(schema)) == says


def test_what_is_left_out_has_its_default() -> None:
    assert [api_types.default(one) for one in ({"default": ["a"]}, {"default": False}, {"default": 0}, {"default": ""}, {})] == [
        '["a"]',
        "false",
        "0",
        "",
        "",
    ]
    assert api_types.phrase({"$ref": "#/components/schemas/A"}) == (Part("A", "A"),)


def test_a_search_works_without_script(service: Service) -> None:
    stranger = browser(service)
    page = stranger.page("/api")
    form = page.form("/api#reference")
    assert form.method == "get"
    found = stranger.page("/api?q=Webhook+PUT")
    assert "1 operation has all these words." in found.text
    assert found.form("/api#reference").fields["q"] == "Webhook PUT"
    ids = IDS.findall(stranger.get("/api?q=Webhook+PUT").text)
    assert "put_webhook" in ids
    assert not {"list_keys", "verify-a-claim"} & set(ids)
    assert {one.removeprefix("#") for one in found.links if one.startswith("#")} <= set(ids)
    assert "No operation has all these words." in stranger.page("/api?q=zebra").text
    for query in ("verify", "records", "follow", "document"):
        answer = stranger.get(f"/api?q={query}")
        inner = {one.removeprefix("#") for one in read(answer).links if one.startswith("#")}
        assert inner <= set(IDS.findall(answer.text))


@pytest.mark.parametrize("text", payloads.PAYLOADS[::20])
def test_what_is_searched_for_stays_words(service: Service, text: str) -> None:
    answer = browser(service).http.get("/api", params={"q": text})
    assert answer.status_code in (200, 429)
    if answer.status_code == 200:
        page = read(answer)
        assert page.inline == []
        assert page.form("/api#reference").fields["q"] == text.strip()[:100]


def test_a_person_opens_with_their_session_what_an_address_alone_asks_for(service: Service) -> None:
    reader = signed_in(service, "Rea", "api1", Rank.READER)
    page = reader.page("/api")
    actions = [one.action for one in page.forms if one.method == "get"]
    assert {"/v1/records", "/v1/session", "/v1/sources", "/health"} <= set(actions)
    assert not {"/v1/keys", "/status"} & set(actions)  # what this person may not do
    assert not [one for one in actions if "{" in one]
    opened = reader.http.get("/v1/session", headers=READS)
    assert opened.json()["actor"] == "person:Rea"
    assert "person:Rea" not in page.text
    assert "Rea , workspace api1" in page.text.replace("Rea,", "Rea ,")
    service.inside.access.sessions.clear()
    assert [one.action for one in reader.page("/api").forms] == ["/api#reference"]


def test_no_key_is_printed_and_the_page_says_where_one_is_made(service: Service) -> None:
    key = service.key(Grant.ADMIN, "api2")
    answer = browser(service).http.get("/api", headers={"Authorization": f"Bearer {key}"})
    assert key not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    page = read(answer)
    assert "/admin#keys" in page.links
    assert "veracious key create" in page.text
    assert page.text.count(recipes.KEY) > 6


def test_where_nobody_is_asked_for_a_key_the_page_says_so(near: Service, service: Service) -> None:
    assert "nobody is asked for a key" in browser(near).page("/api").text
    assert "nobody is asked for a key" not in browser(service).page("/api").text


def test_whoever_is_not_known_is_counted_by_their_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_limit, "READ_AT_ONCE", 3)
    with serving(pages=site.install) as own:
        stranger, known = browser(own), signed_in(own)
        statuses = [stranger.http.get("/docs").status_code for _ in range(3)] + [
            stranger.get("/api?q=zebra").status_code for _ in range(90)
        ]
        assert set(statuses) == {303, 200, 429}
        assert known.get("/api").status_code == 200


@pytest.mark.parametrize(
    ("host", "more", "address"),
    [
        ("127.0.0.1:8300", {}, "http://127.0.0.1:8300"),
        ("[::1]:8300", {}, "http://[::1]:8300"),
        ("facts.example.org", {}, "https://facts.example.org"),
        ("localhost", {"X-Forwarded-For": "192.0.2.1"}, "https://localhost"),
        ("x$(id)", {}, site_address.UNKNOWN),
        ("a'b;c", {}, site_address.UNKNOWN),
    ],
)
def test_recipes_have_the_address_of_this_site(service: Service, host: str, more: dict[str, str], address: str) -> None:
    answer = browser(service).http.get("/api", headers={"Host": host, **more})
    texts = recipe_runs.read(answer.text)
    assert len(texts) == 2 * len(recipes.RECIPES)
    for text in texts.values():
        assert f"SITE='{address}'\n" in text or f'SITE = "{address}"\n' in text
        assert recipes.SITE not in text
        assert max(map(len, text.splitlines())) <= 66  # beside each other, none is broken on a wide screen


@pytest.mark.skipif(bool(recipe_runs.MISSING), reason=f"there is no {', '.join(recipe_runs.MISSING)} here")
def test_every_recipe_runs_as_it_stands_there(tmp_path: Path) -> None:
    """The commands here; the programs beside them, too, at a service with workers (tests/faces/test_service_recipes.py)."""
    with serving(pages=site.install, public="one") as own:
        own.inside.access.people["one", "Ada"] = Rank.REVIEWER
        _, key = asyncio.run(own.inside.access.create_key("one", "recipes", Grant.ADMIN))
        with own.client(Grant.ADMIN) as program:
            record = verified(program, LENGTH)["id"]
        filled = {
            recipes.KEY: key,
            recipes.RECORD: record,
            recipes.WORKSPACE: "one",
            recipes.NAME: "Ada",
            recipes.PASSWORD: PASSWORD,
        }
        texts = recipe_runs.read(browser(own).get("/api").text)
        said = {name: recipe_runs.run(way, text, filled, tmp_path) for (name, way), text in texts.items() if way == recipe_runs.CURL}
    assert set(said) == {one.name for one in recipes.RECIPES}
    for name in ("verify-a-claim", "check-an-answer", "analyse-an-article", "hand-in-documents"):
        assert json.loads(said[name])["state"] == "finished", said[name]
    assert "event: finished" in said["follow-events"]
    assert json.loads(said["sign-a-verdict"])["act"] == "signed"
    assert (tmp_path / "report.md").read_text().startswith(f"# {LENGTH}")
    assert (tmp_path / "record.json").read_bytes().startswith(b"{")


def test_the_frame_leads_to_it(service: Service) -> None:
    assert ("/api", "API") in frame.KEPT
    assert "/api" in signed_in(service, "Rea", "api3").page("/").links
