"""Forms that bring files: read up to a limit, part by part, as RFC 7578 has them. Only an address that says so takes any."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from typing import Any, NoReturn, TypeVar

from starlette.requests import Request

from veracious.faces.http.bodies import BYTES_AT_MOST, too_long
from veracious.faces.http.problems import Trouble

F = TypeVar("F", bound=Callable[..., Any])

TYPE = "multipart/form-data"
PARTS_AT_MOST = 64
BOUNDARY_CHARS = 70
HEAD_BYTES = 4096
NAME_CHARS = 200
TAKES = "takes_files"
BROKEN = "The form cannot be read as a browser sends it. Go back to the page and send it again."


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent."""

    name: str
    content: bytes


def takes_files(endpoint: F) -> F:
    """Say that an address takes forms with files."""
    setattr(endpoint, TAKES, True)
    return endpoint


def expected(request: Request) -> bool:
    """Whether a request brings such a form, and may."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == TYPE and getattr(getattr(request.scope.get("route"), "endpoint", None), TAKES, False)


async def received(request: Request) -> Mapping[str, str]:
    """The fields of the form; its files are in `request.state.files`."""
    taken = bytearray()
    async for piece in request.stream():
        taken += piece
        if len(taken) > BYTES_AT_MOST:
            raise too_long(BYTES_AT_MOST)
    fields, files = parse(bytes(taken), request.headers.get("content-type", ""))
    request.state.files = files
    return fields


def parse(content: bytes, content_type: str) -> tuple[Mapping[str, str], tuple[Upload, ...]]:
    """The fields and the files of a form; of a field that is sent more than once, the last counts. A file without a name was not chosen."""
    fields, files = dict[str, str](), list[Upload]()
    for head, body in _parts(content, _boundary(content_type)):
        name, file_name = (_told(head, one) for one in ("name", "filename"))
        if name is None:
            _refuse()
        if file_name is not None:
            files += [Upload(file_name.rpartition("/")[2].rpartition("\\")[2][:NAME_CHARS], body)] * bool(file_name)
            continue
        try:
            fields[name] = body.decode("utf-8").replace("\0", "")
        except UnicodeDecodeError:
            _refuse()
    return fields, tuple(files)


def _parts(content: bytes, boundary: bytes) -> Iterator[tuple[Message, bytes]]:
    """The head and the body of each part."""
    first, *parts = (b"\r\n" + content).split(b"\r\n--" + boundary)
    if first or len(parts) < 2 or not parts[-1].startswith(b"--") or len(parts) > PARTS_AT_MOST + 1:
        _refuse()
    for part in parts[:-1]:
        head, found, body = part.partition(b"\r\n\r\n")
        if not found or not head.startswith(b"\r\n") or len(head) > HEAD_BYTES:
            _refuse()
        try:
            yield Parser().parsestr(head[2:].decode("utf-8"), headersonly=True), body
        except UnicodeDecodeError:
            _refuse()


def _boundary(content_type: str) -> bytes:
    said = Message()
    said["Content-Type"] = content_type
    found = said.get_param("boundary")
    if not isinstance(found, str) or not 0 < len(found) <= BOUNDARY_CHARS or not found.isascii():
        _refuse()
    return found.encode()


def _told(head: Message, name: str) -> str | None:
    """A parameter of how a part is disposed of."""
    found = head.get_param(name, header="content-disposition")
    if isinstance(found, tuple):  # in the form of RFC 2231, which no browser sends here
        _refuse()
    return None if found is None else "".join(one for one in str(found) if one.isprintable())


def _refuse() -> NoReturn:
    raise Trouble(422, "request_invalid", BROKEN)
