"""How a page is asked for: by whom, from where, and with which form.

1. A program that asks for JSON is told that there is none: programs are answered under `/v1`.
2. Whoever is not known is led to the page to sign in.
3. A form that changes something must come from a page of ours, and bring the token that was in it.
"""

from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import quote

import structlog
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from veracious import wiring
from veracious.domain.errors import KeyUnknown, SessionInvalid
from veracious.faces.http import authentication
from veracious.faces.http.authentication import COOKIE
from veracious.faces.http.routes import NEAR, NOBODY, allow, grant_of
from veracious.faces.web import forms

HTML, JSON = "text/html", "application/json"
SIGN_IN = "/sign-in"


class PageRoute(APIRoute):
    """A route to a page, or to what a form of a page is sent to."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        inner, grant = super().get_route_handler(), grant_of(self)

        async def guarded(request: Request) -> Response:
            if prefers_json(request):
                raise HTTPException(404)
            if grant is not None:
                try:
                    request.state.caller = await authentication.admit(request, grant, in_form=True)
                except (KeyUnknown, SessionInvalid) as unknown:
                    if request.method not in authentication.SAFE:
                        raise
                    return _led(request, unknown)
                structlog.contextvars.bind_contextvars(workspace=request.state.caller.workspace)
                allow(request.state.caller, grant)
            if request.method not in authentication.SAFE:
                request.state.fields = await forms.received(request)
            with wiring.acting_as(_name_of(request), getattr(request.state, "request_id", ""), getattr(request.state, "traceparent", "")):
                answer = await inner(request)
            forms.keep_visitor(request, answer)
            return answer

        return guarded


def prefers_json(request: Request) -> bool:
    """Whether somebody wants JSON and no page."""
    wanted = request.headers.get("accept", "")
    return JSON in wanted and HTML not in wanted


def _led(request: Request, unknown: Exception) -> Response:
    """Where somebody who is not known goes on: to sign in; with a session that has ended, first without it.

    A page that asks for a part of itself goes there as a whole.
    """
    if request.headers.get("hx-request") == "true":
        return Response(status_code=401, headers={"HX-Redirect": f"{SIGN_IN}?next={quote(_asked(request), safe='')}"})
    if isinstance(unknown, SessionInvalid):
        answer = RedirectResponse(_asked(request), 303)
        answer.delete_cookie(COOKIE, path="/", httponly=True)
        return answer
    return RedirectResponse(f"{SIGN_IN}?next={quote(_asked(request), safe='')}", 303)


def _asked(request: Request) -> str:
    """The address that was asked for, within this site."""
    query = request.url.query
    return quote(request.scope["path"], safe="/:") + (f"?{query}" if query else "")


def _name_of(request: Request) -> str:
    caller = getattr(request.state, "caller", None)
    return NOBODY if caller is None else caller.actor or NEAR
