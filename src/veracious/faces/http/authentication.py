"""Who asks: a key in `Authorization`, a person with a session, or, where `veracious up` allows it, anybody on this machine."""

import asyncio
import hashlib
import secrets
import time
from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request

from veracious.domain.access import Caller, Grant
from veracious.domain.errors import KeyUnknown, ScopeMissing, StoreUnavailable
from veracious.faces.http import addresses
from veracious.faces.http.backend import Backend
from veracious.faces.http.problems import Trouble

COOKIE = "veracious_session"
CSRF = "X-CSRF-Token"
SAFE = ("GET", "HEAD", "OPTIONS")
BEARER = "bearer"
REMEMBERED_SECONDS = 24 * 3600.0  # after the store last knew the key of an operator
OPERATORS_AT_MOST = 64
NO_CSRF = f"A request that changes something with a session must bring its `{CSRF}`, as signing in told it."


class KnownOperators:
    """Operators whose keys the store has known lately: they see what is wrong while it does not answer.

    A key is kept as a hash under a salt of this process, and forgotten as soon as the store knows it no more.
    """

    def __init__(self) -> None:
        self._salt = secrets.token_bytes(16)
        self._known: dict[bytes, tuple[Caller, float]] = {}

    def remember(self, header: str, caller: Caller) -> None:
        """The store knows this operator."""
        name = self._hashed(header)
        self._known.pop(name, None)
        self._known[name] = (caller, time.monotonic())
        while len(self._known) > OPERATORS_AT_MOST:
            del self._known[next(iter(self._known))]

    def forget(self, header: str) -> None:
        """The store does not know this key, or not any more."""
        self._known.pop(self._hashed(header), None)

    def recall(self, header: str) -> Caller | None:
        """The operator with this key, if the store knew it in the last day."""
        caller, known_at = self._known.get(self._hashed(header), (None, 0.0))
        return caller if time.monotonic() - known_at < REMEMBERED_SECONDS else None

    def _hashed(self, header: str) -> bytes:
        return hashlib.blake2b(header.encode(), key=self._salt).digest()


async def admit_operator(request: Request) -> Caller:
    """Who asks, for what must be told while the store is away: then an operator whom it knew before is let in, within a moment."""
    backend: Backend = request.app.state.backend
    operators: KnownOperators = request.app.state.operators
    header = request.headers.get("authorization")
    try:
        async with asyncio.timeout(backend.pace.scrape):
            caller = await admit(request, Grant.READ)
    except KeyUnknown:
        operators.forget(header or "")
        raise
    except (StoreUnavailable, TimeoutError) as failed:
        request.state.store_away = isinstance(failed, TimeoutError)
        known = operators.recall(header) if header is not None else _nobody(request, backend)
        if known is None:
            raise StoreUnavailable("the store does not answer, and did not know this key before") from failed
        return known
    if header is not None and caller.grant.allows(Grant.OPERATOR):
        operators.remember(header, caller)
    return caller


async def admit(request: Request, grant: Grant, in_form: bool = False) -> Caller:
    """Who asks, if they may do what the grant names and have not asked too often.

    With `in_form` the token of a session comes with a form that is read later; whoever reads it looks at the token.
    """
    backend: Backend = request.app.state.backend
    caller = await _who(request, backend, in_form)
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


async def _who(request: Request, backend: Backend, in_form: bool = False) -> Caller:
    """A key that is given counts and nothing else; it is never passed over for a session or for nobody."""
    if (header := request.headers.get("authorization")) is not None:
        scheme, _, secret = header.strip().partition(" ")
        if scheme.lower() != BEARER or not secret.strip():
            raise KeyUnknown
        return await backend.access.find(secret.strip())
    if token := request.cookies.get(COOKIE):
        return await _signed_in(request, backend, token, in_form)
    if (nobody := _nobody(request, backend)) is not None:
        return nobody
    raise KeyUnknown


def _nobody(request: Request, backend: Backend) -> Caller | None:
    """Whoever runs the service on this machine and brings nothing, where that is enough."""
    is_let_in = COOKIE not in request.cookies and request.app.state.anonymous and _is_near(request)
    return Caller(backend.workspace, "", Grant.ADMIN) if is_let_in else None


async def _signed_in(request: Request, backend: Backend, token: str, in_form: bool) -> Caller:
    session = await backend.access.session(token)
    given = request.headers.get(CSRF, "")
    if not in_form and request.method not in SAFE and not compare_digest(given.encode(), session.csrf.encode()):
        raise Trouble(403, "csrf_missing", NO_CSRF)
    request.state.session = session
    return session.caller


def _is_near(request: Request) -> bool:
    """Whether nobody else speaks through the caller's browser or a proxy.

    A page of the web reaches loopback by a name or an origin of its own; a proxy says in a header for whom it asks.
    """
    if addresses.is_forwarded(request) or not _is_this_machine(addresses.peer(request)):
        return False
    origin = request.headers.get("origin")
    try:
        from_here = origin is None or is_loopback(urlsplit(origin).netloc)
    except ValueError:
        return False
    return from_here and is_loopback(request.headers.get("host", ""))


def _is_this_machine(peer: str) -> bool:
    try:
        return ip_address(peer).is_loopback
    except ValueError:
        return False
