"""A route that asks who calls before it reads what they send, and lets nothing be asked that it does not know."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import structlog
from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from veracious import wiring
from veracious.domain.access import Caller, Grant
from veracious.domain.errors import ScopeMissing
from veracious.faces.http import authentication, bodies
from veracious.faces.http.backend import Backend
from veracious.faces.http.problems import Trouble

F = TypeVar("F", bound=Callable[..., Any])

GRANT = "grant_needed"
NOBODY, NEAR = "nobody", "this machine"  # who changes something without a key


@dataclass(frozen=True, slots=True)
class Visit:
    """A request that was let in: by whom, and the backend it leads to."""

    backend: Backend
    caller: Caller
    request: Request

    @property
    def workspace(self) -> str:
        """Whose things are asked for."""
        return self.caller.workspace

    def about(self, job: str) -> None:
        """Note the job for the log."""
        self.request.state.job = job


async def _visit(request: Request) -> Visit:
    return Visit(request.app.state.backend, request.state.caller, request)


Visiting = Annotated[Visit, Depends(_visit)]


def needs(grant: Grant) -> Callable[[F], F]:
    """Say what a caller must be allowed; an endpoint without it is open to everybody."""

    def marked(endpoint: F) -> F:
        setattr(endpoint, GRANT, grant)
        return endpoint

    return marked


def grant_of(route: APIRoute) -> Grant | None:
    """What a caller of this route must be allowed; none: it is open."""
    found: Grant | None = getattr(route.endpoint, GRANT, None)
    return found


def allow(caller: Caller, grant: Grant) -> None:
    """Refuse a caller who may not do this. Nobody in particular, on loopback, is whoever runs the service, and may do everything."""
    if caller.actor and not caller.grant.allows(grant):
        raise ScopeMissing(grant.value)


class Route(APIRoute):
    """A route that asks who calls, then what is asked, and only then reads the body."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        inner, grant, has_body = super().get_route_handler(), grant_of(self), self.body_field is not None
        bytes_at_most = bodies.OPEN_BYTES_AT_MOST if grant is None else bodies.BYTES_AT_MOST

        async def guarded(request: Request) -> Response:
            if grant is not None:
                is_operators = grant is Grant.OPERATOR
                caller = await (authentication.admit_operator(request) if is_operators else authentication.admit(request, grant))
                request.state.caller = caller
                structlog.contextvars.bind_contextvars(workspace=caller.workspace)  # in every line of this request
                allow(caller, grant)
            _exact(request, self.path)
            state = request.state
            with wiring.acting_as(_name_of(request), getattr(state, "request_id", ""), getattr(state, "traceparent", "")):
                return await inner(bodies.checked(request, bytes_at_most) if has_body else request)

        return guarded


def _name_of(request: Request) -> str:
    """In whose name the store is changed: that of a key or a person; nobody in particular is whoever is on this machine."""
    caller: Caller | None = getattr(request.state, "caller", None)
    return NOBODY if caller is None else caller.actor or NEAR


def router(topic: str) -> APIRouter:
    """A router of such routes; the topic is a heading in the description of the API."""
    return APIRouter(route_class=Route, tags=[topic])


def _exact(request: Request, path: str) -> None:
    """A parameter that is not known, or that is given twice, is more likely a mistake than meant."""
    known = request.app.state.parameters.get((path, request.method), frozenset())
    given = [name for name, _ in request.query_params.multi_items()]
    for name in given:
        if name not in known or given.count(name) > 1:
            why = "stands twice" if name in known else "is not known here"
            raise Trouble(422, "request_invalid", f"The parameter `{name[:100]}` {why}. Correct the address.")
