"""Every error as `application/problem+json` (RFC 9457): one table from the classes of errors to the statuses they are told with."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from veracious.domain import errors
from veracious.domain.errors import VeraciousError

MEDIA_TYPE = "application/problem+json"
URN = "urn:veracious:problem:"
BLANK = "about:blank"
CHALLENGE: Mapping[str, str] = MappingProxyType({"WWW-Authenticate": 'Bearer realm="veracious"'})
AGAIN_S = 5  # what `Retry-After` says when something the service stands on does not answer
SHORTLY_S = 1  # the same while a request with the same key is being answered
WRONG_AT_MOST, POINTER_CHARS = 20, 200

# The first row that an error is a kind of counts, so what is special stands before what is general.
STATUSES: tuple[tuple[type[VeraciousError], int], ...] = (
    (errors.KeyUnknown, 401),
    (errors.SessionInvalid, 401),
    (errors.ScopeMissing, 403),
    (errors.RequestsTooMany, 429),
    (errors.SignInsTooMany, 503),
    (errors.JobsTooMany, 429),
    (errors.MoneyShort, 402),
    (errors.FeedbackTooMuch, 429),
    (errors.StorageFull, 413),
    (errors.AdminNeeded, 409),
    (errors.AccessError, 403),
    (errors.JobMissing, 404),
    (errors.RequestChanged, 422),
    (errors.RequestInFlight, 409),
    (errors.JobError, 409),
    (errors.ReviewRefused, 422),
    (errors.ReviewError, 409),
    (errors.RecordMissing, 404),
    (errors.ArchiveUnavailable, 503),
    (errors.RecordError, 409),
    (errors.PersonKnown, 409),
    (errors.InputError, 422),
    (errors.SetupError, 503),
    (errors.SourceError, 503),
    (errors.VeraciousError, 500),
)

SAID: Mapping[int, str] = MappingProxyType(
    {
        404: "There is nothing at this address. What there is stands in /openapi.json.",
        405: "This address does not know the method. Use one that `Allow` names.",
        422: "The request cannot be used as it is. Correct what `errors` names.",
        503: "More is being asked at once than can be answered. Send the request again.",
        500: "Something went wrong that should not have. Tell us of it, with the request id.",
    }
)


class Wrong(BaseModel):
    """One thing that is wrong with a request, and where it stands."""

    detail: str
    pointer: str | None = Field(default=None, description="Where in the body, as a JSON pointer.")
    parameter: str | None = Field(default=None, description="Which parameter or header.")


class Problem(BaseModel):
    """An error, as RFC 9457 has it: what kind, what happened and what to do."""

    type: str = Field(description=f"`{URN}` and the name of the problem, or `{BLANK}` where the status says it all.")
    title: str
    status: int = Field(ge=400, le=599)
    detail: str = Field(description="What happened, and what to do.")
    instance: str = Field(description="The address that was asked.")
    request_id: str
    errors: list[Wrong] | None = Field(default=None, description="What is wrong with the request, where more than one thing can be.")


class Trouble(HTTPException):
    """A problem that has no class among the errors of the engine: its status, its name and what to do."""

    def __init__(self, status: int, name: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, detail, dict(headers or {}))
        self.name = name


PagesOfProblems = Callable[[Request, Problem, Mapping[str, str]], Response | None]  # none: it is told as JSON


@dataclass(frozen=True, slots=True)
class Sketch:
    """A problem before it knows which request it is of."""

    status: int
    detail: str
    name: str = ""
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    wrong: Sequence[Wrong] = ()


def install(app: FastAPI) -> None:
    """Let the app tell all its errors as problems."""
    app.add_exception_handler(VeraciousError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _framework)


def status_of(failed: VeraciousError) -> int:
    """The status that an error is told with."""
    return next(status for kind, status in STATUSES if isinstance(failed, kind))


def answer(request: Request, sketch: Sketch) -> Response:
    """The problem as it is sent."""
    told = Problem(
        type=f"{URN}{sketch.name}" if sketch.name else BLANK,
        title=_title(sketch.name) if sketch.name else HTTPStatus(sketch.status).phrase,
        status=sketch.status,
        detail=sketch.detail,
        instance=request.scope.get("path", ""),
        request_id=getattr(request.state, "request_id", ""),
        errors=list(sketch.wrong) or None,
    )
    page = _page(request, told, sketch.headers)
    if page is not None:
        return page
    content = told.model_dump(mode="json", exclude_none=True)
    return JSONResponse(content, sketch.status, dict(sketch.headers), MEDIA_TYPE)


def _page(request: Request, told: Problem, headers: Mapping[str, str]) -> Response | None:
    """The same as a page, where there are pages and the request is of somebody who reads one."""
    app = request.scope.get("app")  # there is none yet while there are too many requests
    shows: PagesOfProblems | None = getattr(app.state, "problem_page", None) if app is not None else None
    return None if shows is None else shows(request, told, headers)


def of_error(failed: VeraciousError) -> Sketch:
    """An error of the engine; its detail is told where it is about the request, and never where it is about the inside of the service."""
    status = status_of(failed)
    bare = status in (404, 401) or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return Sketch(status, str(type(failed)()) if bare else str(failed), _snake(type(failed).__name__), _headers(status, failed))


def unforeseen() -> Sketch:
    """What is said of an error that nobody thought of: nothing of its inside."""
    return Sketch(500, SAID[500])


def crowded() -> Sketch:
    """What is said while there are as many requests as can be answered at once."""
    return Sketch(503, SAID[503], "requests_too_many_at_once", {"Retry-After": str(SHORTLY_S)})


def also(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The statuses of problems that an operation may end with, beyond those that its kind has."""
    return {status: {"description": HTTPStatus(status).phrase} for status in statuses}


async def _known(request: Request, failed: Exception) -> Response:
    if not isinstance(failed, VeraciousError):
        raise failed
    request.state.error = type(failed).__name__
    return answer(request, of_error(failed))


async def _framework(request: Request, failed: Exception) -> Response:
    if not isinstance(failed, HTTPException):
        raise failed
    headers = {**(failed.headers or {}), **_allow(request, failed.status_code)}
    name = failed.name if isinstance(failed, Trouble) else ""
    detail = failed.detail if name else SAID.get(failed.status_code, failed.detail)
    return answer(request, Sketch(failed.status_code, detail, name, headers))


async def _invalid(request: Request, failed: Exception) -> Response:
    """What does not fit its model. A path that no name can have leads nowhere, like any other that nothing has."""
    if not isinstance(failed, RequestValidationError):
        raise failed
    found = failed.errors()
    if any(one["loc"][:1] == ("path",) for one in found):
        return answer(request, Sketch(404, SAID[404]))
    return answer(request, Sketch(422, SAID[422], "request_invalid", wrong=[_wrong(one) for one in found[:WRONG_AT_MOST]]))


def _wrong(error: Mapping[str, Any]) -> Wrong:
    place, *inner = [str(part) for part in error["loc"]] or ["body"]
    if place != "body":
        return Wrong(detail=str(error["msg"]), parameter="/".join(inner)[:POINTER_CHARS])
    pointer = "".join(f"/{part.replace('~', '~0').replace('/', '~1')}" for part in inner)
    return Wrong(detail=str(error["msg"]), pointer=f"#{pointer}"[:POINTER_CHARS])


def _headers(status: int, failed: VeraciousError) -> Mapping[str, str]:
    if status == HTTPStatus.UNAUTHORIZED:
        return CHALLENGE
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        return {"Retry-After": str(AGAIN_S)}
    if isinstance(failed, errors.RequestInFlight):
        return {"Retry-After": str(SHORTLY_S)}
    waits = getattr(failed, "retry_after_s", None)
    return {} if waits is None else {"Retry-After": str(max(1, round(waits)))}


def _allow(request: Request, status: int) -> Mapping[str, str]:
    """All methods that the address knows: the framework names those of one route only."""
    if status != HTTPStatus.METHOD_NOT_ALLOWED:
        return {}
    path = getattr(request.scope.get("route"), "path", "")
    methods = getattr(request.app.state, "methods", {}).get(path, ())
    return {"Allow": ", ".join(sorted(methods))} if methods else {}


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
