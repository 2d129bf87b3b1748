"""`/v1/session`: somebody signs in with a password, and out again."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from veracious.domain.access import Caller, Grant, Session
from veracious.domain.errors import SessionInvalid
from veracious.faces.http import addresses, authentication, problems
from veracious.faces.http.authentication import COOKIE, CSRF
from veracious.faces.http.backend import Backend
from veracious.faces.http.models import KEPT, Given, Shown
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visiting, needs, router

NO_STORE = {"Cache-Control": "no-store"}
OFF = "Nobody signs in with a password here. Use a key; an administrator makes one with `veracious key create` or `POST /v1/keys`."
SET_COOKIE = {"Set-Cookie": {"description": "The session; no script can read it.", "schema": {"type": "string"}}}

routes = router("session")


class SignIn(Given):
    """Who signs in, and where."""

    workspace: Annotated[str, Field(min_length=1, max_length=63, pattern=KEPT)]
    name: Annotated[str, Field(min_length=1, max_length=100, pattern=KEPT)]
    password: Annotated[str, Field(min_length=1, max_length=1_000, pattern=KEPT, repr=False, json_schema_extra={"writeOnly": True})]


class SessionShown(Shown):
    """Who asks, and what they may do."""

    workspace: str
    actor: str = Field(description="The id of a key, or `person:` and a name; empty for nobody in particular.")
    scope: Grant
    csrf: str | None = Field(default=None, description=f"What every request that changes something must bring as `{CSRF}`.")
    ends_at: datetime | None = None


@routes.post(
    "/v1/session",
    operation_id="sign_in",
    status_code=201,
    response_model=SessionShown,
    responses={201: {"description": "Signed in; the session is in a cookie.", "headers": SET_COOKIE}, **problems.also(401, 403, 429, 503)},
    summary="Sign in",
)
async def sign_in(request: Request, body: SignIn) -> Response:
    """Begin a session; its token goes into a cookie that no script can read and no other site can send."""
    backend: Backend = request.app.state.backend
    if not backend.passwords:
        raise Trouble(403, "passwords_off", OFF)
    token, session = await backend.access.sign_in(body.workspace, body.name, body.password, addresses.of(request))
    request.state.caller = session.caller
    answer = JSONResponse(_shown(session.caller, session).model_dump(mode="json"), 201, NO_STORE)
    keep(answer, request, token, session)
    return answer


def keep(answer: Response, request: Request, token: str, session: Session, same_site: Literal["strict", "lax"] = "strict") -> None:
    """Give a browser the token of a session, for as long as the session lasts."""
    backend: Backend = request.app.state.backend
    seconds = max(0, int((session.ends_at - backend.clock.now()).total_seconds()))
    answer.set_cookie(COOKIE, token, max_age=seconds, path="/", secure=is_secure(request), httponly=True, samesite=same_site)


def is_secure(request: Request) -> bool:
    """Whether a cookie may only go over TLS: everywhere but on this machine."""
    return addresses.is_forwarded(request) or not authentication.is_loopback(request.headers.get("host", ""))


@routes.get("/v1/session", operation_id="get_session", response_model=SessionShown, summary="See who asks")
@needs(Grant.READ)
async def read(visit: Visiting) -> SessionShown:
    """Who asks, by a key as by a session; with a session, the token that changes must bring."""
    return _shown(visit.caller, getattr(visit.request.state, "session", None))


@routes.delete("/v1/session", operation_id="sign_out", status_code=204, response_class=Response, summary="Sign out")
@needs(Grant.READ)
async def sign_out(visit: Visiting) -> Response:
    """End the session."""
    if getattr(visit.request.state, "session", None) is None:
        raise SessionInvalid
    await visit.backend.access.sign_out(visit.request.cookies[COOKIE])
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return answer


def _shown(caller: Caller, session: Session | None) -> SessionShown:
    bare = SessionShown(workspace=caller.workspace, actor=caller.actor, scope=caller.grant)
    return bare if session is None else bare.model_copy(update={"csrf": session.csrf, "ends_at": session.ends_at})
