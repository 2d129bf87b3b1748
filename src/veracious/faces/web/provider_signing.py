"""`/sign-in/provider`: somebody goes to a provider of sign-ins, and comes back with a code.

What binds the two to one browser stands in a cookie, for ten minutes: a random number, the end, the workspace and where to go on to. State,
nonce and verifier are made of the whole cookie with the secret of the service. So all processes of a service know them, the verifier is
never in a browser, and a cookie that was altered leads to another state, which the provider has not been told.
"""

import base64
import binascii
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import SignInAttempt
from veracious.domain.errors import RequestsTooMany, SignInDeclined, SignInProviderUnavailable, SignInRefused, SignInStale, VeraciousError
from veracious.faces.http import addresses, problems, sessions
from veracious.faces.http.backend import Backend
from veracious.faces.http.identity_provider import IdentityProvider
from veracious.faces.web import forms, signing
from veracious.faces.web.address_limit import AddressLimit
from veracious.faces.web.routing import PageRoute
from veracious.settings import WORKSPACE

BACK = f"{signing.BEGIN}/back"
COOKIE = "veracious_provider"
COOKIE_CHARS = 3_500  # a browser keeps 4,096 of a cookie, with its name and attributes
SECONDS = 600  # from the page to sign in and back
RANDOM_BYTES = 32
AT_ONCE, EVERY_S = 20, 3.0  # who comes back, from one address: each asks the provider something
DECLINED = {"access_denied": "access was denied", "login_required": "nobody signed in", "consent_required": "nobody agreed"}
UNNAMED = "it says that something is wrong"  # whatever else it calls it: anybody can write that into an address

routes = APIRouter(route_class=PageRoute)


class ComingBackLimit(AddressLimit):
    """How often somebody may come back from the provider."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(AT_ONCE, EVERY_S, now)

    def take(self, address: str) -> None:
        """Count one for this address, or refuse it."""
        if (wait := self.wait(address)) > 0:
            raise RequestsTooMany("sign-ins from one address", int(wait) + 1)


@dataclass(frozen=True, slots=True)
class Journey:
    """A way to the provider and back, as its cookie has it."""

    workspace: str
    onward: str
    ends: int  # in seconds since 1970
    random: str = field(repr=False)

    def written(self) -> str:
        """The text of the cookie."""
        onward = base64.urlsafe_b64encode(self.onward.encode()).decode().rstrip("=")
        return ".".join((self.random, str(self.ends), self.workspace, onward))


def read(cookie: str) -> Journey | None:
    """The journey of a cookie; none where it has not the form of one."""
    parts = cookie.split(".")
    if len(cookie) > COOKIE_CHARS or len(parts) != 4 or not cookie.isascii():
        return None
    random, ends, workspace, onward = parts
    if not (ends.isdecimal() and len(ends) < 12 and WORKSPACE.fullmatch(workspace)):
        return None
    try:
        address = base64.urlsafe_b64decode(onward + "=" * (-len(onward) % 4)).decode()
    except (binascii.Error, ValueError):
        return None
    return Journey(workspace, signing.local(address), int(ends), random)


def attempt_of(secret: bytes, cookie: str) -> SignInAttempt:
    """What the provider is told, and tells again, of the journey with this cookie."""

    def made(purpose: str) -> str:
        content = hmac.digest(secret, f"sign-in {purpose}\0{cookie}".encode(), sha256)
        return base64.urlsafe_b64encode(content).decode().rstrip("=")

    return SignInAttempt(made("state"), made("nonce"), made("verifier"))


@routes.get(signing.BEGIN, include_in_schema=False)
async def begin(request: Request) -> Response:
    """Go to the provider to sign in; from a link of another site only to the page that asks whether to."""
    backend: Backend = request.app.state.backend
    provider, asked = _provider(backend), request.query_params
    named, onward = asked.get("workspace", ""), signing.local(asked.get("next", ""))
    workspace = named if WORKSPACE.fullmatch(named) else backend.workspace
    if not _is_ours(request):  # it chose the workspace, and a session at the provider would do the rest
        return await signing.show(request, onward, workspace=workspace)
    ends = int(backend.clock.now().timestamp()) + SECONDS
    cookie = Journey(workspace, onward, ends, secrets.token_urlsafe(RANDOM_BYTES)).written()
    try:
        address = await provider.address(attempt_of(await backend.access.service_secret(), cookie))
    except SignInProviderUnavailable as failed:
        return await _refused(request, failed, onward, workspace)
    answer = _redirect(address)
    answer.set_cookie(
        COOKIE, cookie, max_age=SECONDS, path=signing.BEGIN, secure=sessions.is_secure(request), httponly=True, samesite="lax"
    )
    return answer


@routes.get(BACK, include_in_schema=False)
async def come_back(request: Request) -> Response:
    """Come back from the provider, and begin a session."""
    backend: Backend = request.app.state.backend
    provider = _provider(backend)
    request.app.state.coming_back_limit.take(addresses.of(request))
    try:
        journey, attempt = await _begun(request)
    except SignInStale as refused:  # the cookie stays: anybody can send a browser here with a state of their own
        return await _refused(request, refused)
    try:
        if request.query_params.get("error"):
            raise SignInDeclined(DECLINED.get(_single(request, "error"), UNNAMED))
        identity = await provider.identify(attempt, _single(request, "code"), _single(request, "iss"))
        token, session = await backend.access.sign_in_linked(journey.workspace, identity)
    except (SignInRefused, SignInProviderUnavailable) as refused:
        return _done(await _refused(request, refused, journey.onward, journey.workspace))
    request.state.caller = session.caller
    answer = _redirect(journey.onward)
    sessions.keep(answer, request, token, session, "lax")
    return _done(answer)


async def _begun(request: Request) -> tuple[Journey, SignInAttempt]:
    """What this browser has begun, if this is the answer to it."""
    backend: Backend = request.app.state.backend
    cookie = request.cookies.get(COOKIE, "")
    journey = read(cookie)
    if journey is None:
        raise SignInStale("this browser has not begun one")
    attempt = attempt_of(await backend.access.service_secret(), cookie)
    if not hmac.compare_digest(_single(request, "state").encode(), attempt.state.encode()):
        raise SignInStale("`state` is not that of this browser")
    if journey.ends <= backend.clock.now().timestamp():
        raise SignInStale("it took more than ten minutes")
    return journey, attempt


def _is_ours(request: Request) -> bool:
    """Whether no other site led here: a page of ours did, or somebody typed the address."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in forms.OWN_SITES
    referer = request.headers.get("referer", "")
    return not referer or forms.is_of_host(request, referer)


def _provider(backend: Backend) -> IdentityProvider:
    if backend.identity_provider is None:
        raise HTTPException(404)
    return backend.identity_provider


def _single(request: Request, name: str) -> str:
    """What a parameter says that stands there once; else nothing."""
    given = request.query_params.getlist(name)
    return given[0] if len(given) == 1 else ""


def _redirect(address: str) -> RedirectResponse:
    """On to another address, which is not told from where: the code stands in that."""
    return RedirectResponse(address, 303, {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})


async def _refused(request: Request, refused: VeraciousError, onward: str = signing.HOME, workspace: str = "") -> Response:
    """The page to sign in, with why nobody is signed in; the log has its kind."""
    request.state.error = type(refused).__name__
    return await signing.show(request, onward, problems.status_of(refused), str(refused), workspace)


def _done(answer: Response) -> Response:
    """The same, and the journey is over: its cookie opens nothing again in this browser."""
    answer.delete_cookie(COOKIE, path=signing.BEGIN, httponly=True)
    return answer
