"""`/sign-in` and `/sign-out`: somebody begins a session with a password, and ends it."""

import re
from urllib.parse import urlencode, urlsplit

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant
from veracious.domain.errors import SessionInvalid
from veracious.faces.http import addresses, sessions
from veracious.faces.http.authentication import COOKIE
from veracious.faces.http.backend import Backend
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visiting, needs
from veracious.faces.web import frame
from veracious.faces.web.routing import PageRoute
from veracious.settings import WORKSPACE

HOME, BEGIN = "/", "/sign-in/provider"  # where who has signed in goes, and where a provider is gone to
CHARS = 1_000  # of a name or a password
WRONG = "The workspace, the name or the password is wrong."
OFF = "Nobody signs in with a password here. Programs use keys; ask whoever runs this service."

_LOCAL = re.compile(r"/(?![/\\])[!-~]{0,2000}")

routes = APIRouter(route_class=PageRoute)


@routes.get("/sign-in", include_in_schema=False)
async def ask(request: Request) -> Response:
    """The page to sign in."""
    asked = request.query_params
    return await show(request, local(asked.get("next", "")), workspace=asked.get("workspace", "")[:CHARS])


@routes.post("/sign-in", include_in_schema=False)
async def sign_in(request: Request) -> Response:
    """Begin a session, and go on to where one wanted to go."""
    backend: Backend = request.app.state.backend
    if not backend.passwords:
        raise Trouble(403, "passwords_off", OFF)
    fields = request.state.fields
    workspace, name, password = (fields.get(one, "")[:CHARS] for one in ("workspace", "name", "password"))
    onward = local(fields.get("next", ""))
    try:
        token, session = await backend.access.sign_in(workspace, name, password, addresses.of(request))
    except SessionInvalid:
        return await show(request, onward, 401, WRONG, workspace, name)
    request.state.caller = session.caller
    answer = RedirectResponse(onward, 303)
    sessions.keep(answer, request, token, session, "lax")  # a link in a letter leads to its page, and not to this one
    return answer


@routes.post("/sign-out", include_in_schema=False)
@needs(Grant.READ)
async def sign_out(visit: Visiting) -> Response:
    """End the session."""
    if getattr(visit.request.state, "session", None) is not None:
        await visit.backend.access.sign_out(visit.request.cookies[COOKIE])
    answer = RedirectResponse("/sign-in", 303)
    answer.delete_cookie(COOKIE, path="/", httponly=True)
    return answer


def local(address: str) -> str:
    """The address, if it is one of this site; else the first page."""
    if not _LOCAL.fullmatch(address):
        return HOME
    parts = urlsplit(address)
    return HOME if parts.scheme or parts.netloc else address


async def show(request: Request, onward: str, status: int = 200, wrong: str = "", workspace: str = "", name: str = "") -> Response:
    """The page to sign in, with what was wrong before."""
    backend: Backend = request.app.state.backend
    provider = backend.identity_provider
    is_off = not backend.passwords and provider is None
    where = workspace if WORKSPACE.fullmatch(workspace) else backend.workspace
    said = {
        "onward": onward,
        "wrong": wrong,
        "workspace": workspace,
        "name": name,
        "off": OFF if is_off else "",
        "passwords": backend.passwords,
        "provider": "" if provider is None else provider.title,
        "provider_workspace": where,
        "begin": f"{BEGIN}?{urlencode({'workspace': where, 'next': onward})}",
    }
    return await frame.show(request, "sign_in.html.j2", said, status)
