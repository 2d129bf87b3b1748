"""The description of the API, made true: every status that an operation can end with, every header, who may call it."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from veracious import __version__
from veracious.domain.access import Grant
from veracious.faces.http import authentication, logs, problems
from veracious.faces.http.problems import Problem
from veracious.faces.http.routes import grant_of

TITLE = "Veracious"
SUMMARY = "Checks claims against evidence and shows its work."
DESCRIPTION = (
    "Claims, answers, questions and documents are handed in as jobs and read when they are finished. "
    "Every error is `application/problem+json`. Amounts of money are in millionths."
)
KEY, SESSION = "key", "session"
SCHEMES = {
    KEY: {"type": "http", "scheme": "bearer", "description": "A key, as `veracious key create` or `POST /v1/keys` tells it once."},
    SESSION: {
        "type": "apiKey",
        "in": "cookie",
        "name": authentication.COOKIE,
        "description": "A session, as `POST /v1/session` begins it.",
    },
}
REQUEST_ID = {
    "name": logs.HEADER,
    "in": "header",
    "required": False,
    "description": "An id of yours for the request, 8 to 64 letters, digits, `-` and `_`; anything else is replaced.",
    "schema": {"type": "string"},
}
CSRF = {
    "name": authentication.CSRF,
    "in": "header",
    "required": False,
    "description": "With a session, what `GET /v1/session` tells as `csrf`; with a key it is not needed.",
    "schema": {"type": "string"},
}
RETURNED = {"description": "The id of the request.", "required": True, "schema": {"type": "string"}}
RETRY = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}}
CHALLENGE = {"WWW-Authenticate": {"description": "How to say who asks.", "schema": {"type": "string"}}}
HEADERS: Mapping[int, dict[str, Any]] = {401: CHALLENGE, 409: RETRY, 429: RETRY, 503: RETRY}
ALWAYS, LET_IN, WITH_BODY, NAMED = (422, 500), (401, 403, 429, 503), (413, 415), (404,)
REF = "#/components/schemas/"
ERRORS_FROM = HTTPStatus.BAD_REQUEST


def describe(app: FastAPI, routes: Iterable[APIRoute], anonymous: bool) -> dict[str, Any]:
    """The whole description, in OpenAPI 3.1."""
    told = get_openapi(
        title=TITLE, version=__version__, summary=SUMMARY, description=DESCRIPTION, routes=app.routes, openapi_version="3.1.0"
    )
    for route in routes:
        for method in route.methods or ():
            _complete(told["paths"][route.path][method.lower()], route, anonymous)
    parts = told.setdefault("components", {})
    schemas = {name: one for name, one in parts.get("schemas", {}).items() if name not in ("HTTPValidationError", "ValidationError")}
    own = Problem.model_json_schema(ref_template=f"{REF}{{model}}", mode="serialization")
    parts["schemas"] = dict(sorted((schemas | own.pop("$defs", {}) | {"Problem": own}).items()))
    parts["securitySchemes"] = SCHEMES
    return told


def parameters(described: Mapping[str, Any]) -> dict[tuple[str, str], frozenset[str]]:
    """Which parameters each operation knows behind the question mark, by path and method."""
    return {
        (path, method.upper()): frozenset(one["name"] for one in operation.get("parameters", ()) if one["in"] == "query")
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    }


def methods(paths: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Which methods each path knows."""
    return {path: frozenset(method.upper() for method in operations) for path, operations in paths["paths"].items()}


def _complete(operation: dict[str, Any], route: APIRoute, anonymous: bool) -> None:
    grant = grant_of(route)
    if grant is not None:
        operation["security"] = [{KEY: []}, {SESSION: []}, *([{}] if anonymous else [])]
        operation["x-scope"] = grant.value
        operation["description"] = f"{operation.get('description', '')}\n\nNeeds the scope `{grant.value}`.".strip()
    operation.setdefault("parameters", []).extend(_headers(route, grant))
    for status in _statuses(operation, route, grant):
        operation["responses"].setdefault(str(status), {"description": HTTPStatus(status).phrase})
    for status, response in operation["responses"].items():
        number = int(status)
        if number >= ERRORS_FROM:
            response["description"] = HTTPStatus(number).phrase
            response["content"] = {problems.MEDIA_TYPE: {"schema": {"$ref": f"{REF}Problem"}}}
            response.setdefault("headers", {}).update(HEADERS.get(number, {}))
        response.setdefault("headers", {})[logs.HEADER] = RETURNED
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _statuses(operation: Mapping[str, Any], route: APIRoute, grant: Grant | None) -> set[int]:
    """What can go wrong with an operation of this kind; what only one has, it declares itself."""
    found = {*ALWAYS}
    found |= {*LET_IN} if grant is not None else set()
    found |= {*WITH_BODY} if "requestBody" in operation else set()
    return found | ({*NAMED} if "{" in route.path else set())


def _headers(route: APIRoute, grant: Grant | None) -> list[dict[str, Any]]:
    changes = grant is not None and not (route.methods or set()) & set(authentication.SAFE)
    return [REQUEST_ID, *([CSRF] if changes else [])]
