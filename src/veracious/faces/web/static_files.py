"""The files that pages load: style sheets and htmx, all of our own wheel. Each has an ETag, and its address says which version it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from veracious.faces.web.routing import PageRoute

CSS, JS = "text/css; charset=utf-8", "text/javascript; charset=utf-8"
WHERE: Mapping[str, tuple[str, str]] = MappingProxyType(  # the package and the folder of each file, and its media type
    {
        "style.css": ("veracious.faces.pages", CSS),
        "ledger.css": ("veracious.faces.pages", CSS),
        "article.css": ("veracious.faces.pages", CSS),
        "site.css": ("veracious.faces.web", CSS),
        "review.css": ("veracious.faces.web", CSS),
        "admin.css": ("veracious.faces.web", CSS),
        "brief.css": ("veracious.faces.web", CSS),
        "api.css": ("veracious.faces.web", CSS),
        "card.css": ("veracious.faces.web", CSS),
        "htmx.min.js": ("veracious.faces.web", JS),
        "htmx-sse.min.js": ("veracious.faces.web", JS),
    }
)
OWN_FOLDER = "static"
NAME_CHARS = 16  # of the digest, in an address
FOREVER = "public, max-age=31536000, immutable"  # for an address that names its version
ASK_AGAIN = "public, no-cache"

routes = APIRouter(route_class=PageRoute)


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file, its media type, and the digest that names its version."""

    content: bytes
    media_type: str
    version: str


@cache
def read(name: str) -> StaticFile:
    """The file of this name."""
    package, media_type = WHERE[name]
    folder = files(package) / OWN_FOLDER if package == "veracious.faces.web" else files(package)
    content = (folder / name).read_bytes()
    return StaticFile(content, media_type, sha256(content).hexdigest()[:NAME_CHARS])


def address(name: str) -> str:
    """Where a page finds the file as it is now."""
    return f"/static/{name}?v={read(name).version}"


@routes.get("/static/{name}", include_in_schema=False)
async def static(request: Request, name: str) -> Response:
    """A file that pages load."""
    if name not in WHERE:
        raise HTTPException(404)
    found = read(name)
    lasts = FOREVER if request.query_params.get("v") == found.version else ASK_AGAIN
    headers = {"ETag": f'"{found.version}"', "Cache-Control": lasts}
    known = [one.strip().removeprefix("W/").strip('"') for one in request.headers.get("if-none-match", "").split(",")]
    if found.version in known or "*" in known:
        return Response(status_code=304, headers=headers)
    return Response(found.content, headers=headers, media_type=found.media_type)
