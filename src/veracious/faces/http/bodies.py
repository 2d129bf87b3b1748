"""What is sent, before it is looked at more closely: not too long, JSON, and made of characters that can be kept."""

import asyncio
import json
import re
from typing import Any, NoReturn

from starlette.requests import Request

from veracious.faces.http.problems import Trouble

BYTES_AT_MOST = 10 * 1024 * 1024
OPEN_BYTES_AT_MOST = 16 * 1024  # of a body that is read before anybody knows who sends it
APART_BYTES = 256 * 1024  # above which it is read in a thread, so that others need not wait
JSON_TYPE = "application/json"
ENCODINGS = ("", "utf-8", "utf8")
_UNFIT = re.compile("[\x00\ud800-\udfff]")  # NUL, and half a character, of which no UTF-8 can be made

TOO_LONG = "The body is longer than {most} kB. Send less at once."
NOT_JSON_TYPE = "The body is not said to be JSON. Send it with `Content-Type: application/json`, as UTF-8 and not packed."


class Sent(Request):
    """A request whose body is read up to a limit, and as JSON alone."""

    bytes_at_most = BYTES_AT_MOST

    async def body(self) -> bytes:
        """All bytes of the body, unless they are too many."""
        if not hasattr(self, "_whole"):
            pieces, taken = [], 0
            async for piece in self.stream():
                taken += len(piece)
                if taken > self.bytes_at_most:
                    raise too_long(self.bytes_at_most)
                pieces.append(piece)
            self._whole = b"".join(pieces)
        return self._whole

    async def json(self) -> Any:
        """What the body says."""
        content = await self.body()
        return _read(content) if len(content) < APART_BYTES else await asyncio.to_thread(_read, content)


def checked(request: Request, bytes_at_most: int = BYTES_AT_MOST) -> Sent:
    """The request, if its headers promise a body that can be read."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > bytes_at_most:
        raise too_long(bytes_at_most)
    has_body = length not in ("", "0") or "transfer-encoding" in request.headers
    if has_body and not _is_json(request):
        raise Trouble(415, "media_type_unsupported", NOT_JSON_TYPE)
    sent = Sent(request.scope, request.receive)
    sent.bytes_at_most = bytes_at_most
    return sent


def too_long(bytes_at_most: int = BYTES_AT_MOST) -> Trouble:
    """The body is too long."""
    return Trouble(413, "body_too_long", TOO_LONG.format(most=bytes_at_most // 1024))


def _is_json(request: Request) -> bool:
    kind, *rest = (part.strip().lower() for part in request.headers.get("content-type", "").split(";"))
    said = dict(part.partition("=")[::2] for part in rest)
    packed = request.headers.get("content-encoding", "identity").strip().lower()
    return kind == JSON_TYPE and said.get("charset", "").strip('"') in ENCODINGS and packed == "identity"


def _read(content: bytes) -> Any:
    try:
        text = content.decode("utf-8")
        told = json.loads(text, object_pairs_hook=_members, parse_constant=_no_number)
    except RecursionError:
        _refuse("it is nested too deep")
    except UnicodeDecodeError as broken:
        _refuse(f"it is no UTF-8 from byte {broken.start + 1} on")
    except ValueError as broken:  # what is wrong is told by its place, never by its text
        _refuse(f"it is no JSON at character {broken.pos + 1}" if isinstance(broken, json.JSONDecodeError) else str(broken)[:100])
    if "\\u" in text and not _is_whole(told):  # both can only be written as escapes
        _refuse("it holds NUL or half a character, which cannot be kept")
    return told


def _is_whole(value: Any) -> bool:
    """Whether no text in it holds NUL or a lone surrogate."""
    left = [value]
    while left:
        match left.pop():
            case str() as text:
                if _UNFIT.search(text):
                    return False
            case dict() as members:
                left += [*members, *members.values()]
            case list() as items:
                left += items
    return True


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return members


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _refuse(why: str) -> NoReturn:
    raise Trouble(422, "request_invalid", f"The body cannot be read: {why}. Correct it and send it again.")
