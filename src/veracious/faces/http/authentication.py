"""Who asks: a key in `Authorization`, a person with a session, or, on loopback where it is allowed, anybody."""

from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request

from veracious.domain.access import Caller, Grant
from veracious.domain.errors import KeyUnknown, ScopeMissing
from veracious.faces.http.backend import Backend
from veracious.faces.http.problems import Trouble

COOKIE = "veracious_session"
CSRF = "X-CSRF-Token"
SAFE = ("GET", "HEAD", "OPTIONS")
BEARER = "bearer"
NO_CSRF = f"A request that changes something with a session must bring its `{CSRF}`, as signing in told it."


async def admit(request: Request, grant: Grant) -> Caller:
    """Who asks, if they may do what the grant names and have not asked too often."""
    backend: Backend = request.app.state.backend
    caller = await _who(request, backend)
    await backend.access.admit(caller.workspace, caller.actor)
    if not caller.grant.allows(grant):
        raise ScopeMissing(grant.value)
    return caller


def is_loopback(place: str) -> bool:
    """Whether this host, with or without a port, is this machine."""
    try:
        name = urlsplit(f"//{place}").hostname or ""
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


async def _who(request: Request, backend: Backend) -> Caller:
    """A key that is given counts and nothing else; it is never passed over for a session or for nobody."""
    if (header := request.headers.get("authorization")) is not None:
        scheme, _, secret = header.strip().partition(" ")
        if scheme.lower() != BEARER or not secret.strip():
            raise KeyUnknown
        return await backend.access.find(secret.strip())
    if token := request.cookies.get(COOKIE):
        return await _signed_in(request, backend, token)
    if request.app.state.anonymous and _is_near(request):
        return Caller(backend.workspace, "", Grant.ADMIN)
    raise KeyUnknown


async def _signed_in(request: Request, backend: Backend, token: str) -> Caller:
    session = await backend.access.session(token)
    given = request.headers.get(CSRF, "")
    if request.method not in SAFE and not compare_digest(given.encode(), session.csrf.encode()):
        raise Trouble(403, "csrf_missing", NO_CSRF)
    request.state.session = session
    return session.caller


def _is_near(request: Request) -> bool:
    """Whether nobody else speaks through the caller's browser: a page of the web reaches loopback by a name or an origin of its own."""
    origin = request.headers.get("origin")
    try:
        from_here = origin is None or is_loopback(urlsplit(origin).netloc)
    except ValueError:
        return False
    return from_here and is_loopback(request.headers.get("host", ""))
