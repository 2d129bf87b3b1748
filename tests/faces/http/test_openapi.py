"""The description of the API is true, whole, and written so that it can be used."""

import re
from typing import Any

import jsonschema_rs
import pytest

from tests.faces.http.memory_backend import inside
from veracious.domain.store import COLLECTIONS
from veracious.faces.http import application, models

TOLD = application.make(inside().backend()).openapi()
OPERATIONS = [(path, method, operation) for path, operations in TOLD["paths"].items() for method, operation in operations.items()]
NAMES = [operation["operationId"] for _, _, operation in OPERATIONS]
VERBS = {
    "submit", "list", "get", "follow", "cancel", "put", "erase", "replay", "explain", "search", "estimate", "sign", "create", "revoke",
    "set", "drop", "verify", "close",
}  # fmt: skip


def test_it_is_openapi_3_1() -> None:
    assert TOLD["openapi"] == "3.1.0"
    assert set(TOLD["components"]["securitySchemes"]) == {"key", "session"}


def test_every_operation_is_called_by_a_verb_and_by_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert [name for name in NAMES if name.split("_")[0] not in VERBS or not re.fullmatch(r"[a-z]+(_[a-z]+)+", name)] == []


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS, ids=NAMES)
def test_an_operation_declares_every_way_it_can_end(path: str, method: str, operation: dict[str, Any]) -> None:
    statuses = set(operation["responses"])
    assert {"422", "500"} <= statuses
    can_be_kept_out = "security" in operation or operation["operationId"] == "sign_in"
    assert can_be_kept_out == ({"401", "403", "429", "503"} <= statuses)
    assert ("requestBody" in operation) == ({"413", "415"} <= statuses)
    assert "{" not in path or "404" in statuses
    for status, response in operation["responses"].items():
        assert response["headers"]["X-Request-Id"]["required"]
        if int(status) >= 400:
            assert response["content"] == {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    assert operation["summary"]
    assert "X-Request-Id" in {one["name"] for one in operation["parameters"]}
    assert ("X-CSRF-Token" in {one["name"] for one in operation["parameters"]}) == (method != "get" and "security" in operation)


def test_every_reference_leads_somewhere_and_every_schema_is_one() -> None:
    named = set(re.findall(r"#/components/schemas/(\w+)", str(TOLD)))
    assert named <= set(TOLD["components"]["schemas"])
    assert not named & {"HTTPValidationError", "ValidationError"}
    for schema in TOLD["components"]["schemas"].values():
        jsonschema_rs.validator_for({**schema, "components": TOLD["components"]})


def test_what_is_sent_is_closed_and_what_is_bounded_is_described_with_its_bounds() -> None:
    for _, _, operation in OPERATIONS:
        if "requestBody" in operation:
            name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert TOLD["components"]["schemas"][name]["additionalProperties"] is False, name
    claim = TOLD["components"]["schemas"]["GivenClaim"]["properties"]["claim"]
    assert (claim["minLength"], claim["maxLength"], claim["pattern"]) == (1, 2000, r"^[^\x00]*$")


def test_the_collections_are_those_of_the_store() -> None:
    assert models.EVERYWHERE == COLLECTIONS
    assert TOLD["components"]["schemas"]["GivenClaim"]["properties"]["collections"]["items"]["enum"] == list(COLLECTIONS)


def test_every_route_says_who_may_ask() -> None:
    """An endpoint that forgot to name a scope would be open to everybody."""
    assert {operation["operationId"] for _, _, operation in OPERATIONS if "x-scope" not in operation} == {
        "get_health",
        "get_readiness",
        "sign_in",
    }
