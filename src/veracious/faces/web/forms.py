"""Forms as they are sent: how long they may be, where they may come from, and the token that each must bring.

With a session the token is the session's. Whoever has none, on this machine or about to sign in, has a cookie with a random name, and
the token is made of that: a page of another site can read neither.
"""

import hmac
import secrets
from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request
from starlette.responses import Response

from veracious.domain.access import Session
from veracious.faces.http import sessions
from veracious.faces.http.backend import Backend
from veracious.faces.http.bodies import OPEN_BYTES_AT_MOST, too_long
from veracious.faces.http.problems import Trouble
from veracious.faces.web import uploads

TOKEN = "csrf"  # the name of the field  # noqa: S105
VISITOR = "veracious_visitor"  # the cookie of somebody without a session
VISITOR_BYTES, VISITOR_CHARS = 16, 64
BYTES_AT_MOST = 1024 * 1024  # of a form of somebody who is known: an article, with every character escaped
FIELDS_AT_MOST = 64
FORM_TYPE = "application/x-www-form-urlencoded"
OWN_SITES = ("same-origin", "none")  # what `Sec-Fetch-Site` says of a form of ours; of a page of somebody else it says otherwise

NOT_A_FORM = "What was sent is not a form as a browser sends it. Go back to the page and send it again."
FOREIGN = "The form was sent from another site. Open the page here and send it again."
OUTDATED = "The form has no valid token: it is old, or you have signed in or out since. Open the page again, and send it again."


async def received(request: Request) -> Mapping[str, str]:
    """The fields of a form of ours; any other is refused. Of a field that is sent more than once, the last counts."""
    check_origin(request)
    fields = await uploads.received(request) if uploads.expected(request) else await _read(request)
    if not hmac.compare_digest(fields.get(TOKEN, "").encode(), (await token(request)).encode()):
        raise Trouble(403, "csrf_missing", OUTDATED)
    return fields


def check_origin(request: Request) -> None:
    """Refuse what a browser says comes from another site."""
    if request.headers.get("sec-fetch-site", "none") not in OWN_SITES:
        raise Trouble(403, "origin_foreign", FOREIGN)
    origin = request.headers.get("origin")
    if origin is None:  # not from a browser of these days: the token alone must do
        return
    if not is_of_host(request, origin):
        raise Trouble(403, "origin_foreign", FOREIGN)


def is_of_host(request: Request, address: str) -> bool:
    """Whether an address that a browser tells is of the host that it asks."""
    try:
        place = urlsplit(address).netloc.lower()
    except ValueError:
        return False
    return bool(place) and place == request.headers.get("host", "").lower()


async def token(request: Request) -> str:
    """What forms of whoever asks must bring."""
    session: Session | None = getattr(request.state, "session", None)
    if session is not None:
        return session.csrf
    backend: Backend = request.app.state.backend
    said = f"form\0{visitor(request)}".encode()
    return hmac.digest(await backend.access.service_secret(), said, sha256).hex()


def visitor(request: Request) -> str:
    """The random name of somebody without a session; made when it is first asked for."""
    name = request.cookies.get(VISITOR, "")
    if not name or len(name) > VISITOR_CHARS:
        name = getattr(request.state, "visitor", "") or secrets.token_urlsafe(VISITOR_BYTES)
        request.state.visitor = name
    return name


def keep_visitor(request: Request, answer: Response) -> None:
    """Give a browser the name that was made for it."""
    if name := getattr(request.state, "visitor", ""):
        answer.set_cookie(VISITOR, name, path="/", secure=sessions.is_secure(request), httponly=True, samesite="strict")


async def _read(request: Request) -> Mapping[str, str]:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM_TYPE:
        raise Trouble(415, "media_type_unsupported", NOT_A_FORM)
    most = BYTES_AT_MOST if getattr(request.state, "caller", None) is not None else OPEN_BYTES_AT_MOST
    taken = bytearray()
    async for piece in request.stream():
        taken += piece
        if len(taken) > most:
            raise too_long(most)
    try:
        found = parse_qsl(taken.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=FIELDS_AT_MOST)
    except ValueError:
        raise Trouble(422, "request_invalid", NOT_A_FORM) from None
    return {name: value.replace("\0", "") for name, value in found}
