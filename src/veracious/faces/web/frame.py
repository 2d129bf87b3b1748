"""What stands around every page: its head, the way to the other pages, who is signed in; and the headers that keep it in bounds."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from veracious.domain.access import Caller, Grant
from veracious.faces.pages import page as reports
from veracious.faces.web import forms, links, static_files

# Nothing but our own files: no script or style in a page, no other host, no frame, forms only to us.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": POLICY,
        "Referrer-Policy": "same-origin",  # with none at all a browser would not say where a form of ours comes from
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Vary": "Accept, Cookie",
        "Cache-Control": "no-store",
    }
)
STYLES = ("style.css", "site.css")
LIVE = ("htmx.min.js", "htmx-sse.min.js")  # the scripts of a page that changes while it is read


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page knows of who reads it."""

    path: str
    who: str = ""  # empty: nobody is known
    workspace: str = ""
    is_signed_in: bool = False
    may_verify: bool = False
    token: str = ""  # that forms bring


async def show(
    request: Request,
    template: str,
    values: Mapping[str, Any],
    status: int = 200,
    styles: Sequence[str] = STYLES,
    scripts: Sequence[str] = (),
) -> Response:
    """A page for whoever asks."""
    around = {"frame": await _frame(request), "styles": styles, "scripts": scripts}
    text = await asyncio.to_thread(render, template, {**values, **around})
    return HTMLResponse(text, status, dict(HEADERS))


def render(template: str, values: Mapping[str, Any]) -> str:
    """A template with these values."""
    return _environment().get_template(template).render(values)


async def _frame(request: Request) -> Frame:
    caller: Caller | None = getattr(request.state, "caller", None)
    token = await forms.token(request)
    path = request.scope["path"]
    if caller is None:
        return Frame(path, token=token)
    who = caller.actor.removeprefix("person:") or "this machine"
    is_signed_in = getattr(request.state, "session", None) is not None
    return Frame(path, who, caller.workspace, is_signed_in, caller.grant.allows(Grant.VERIFY), token)


@cache
def _environment() -> Environment:
    """Templates of pages before those of reports, so that a report stands in the frame of the site."""
    own = PackageLoader("veracious.faces.web", "templates")
    made = reports.environment(ChoiceLoader([own, reports.loader()]), links.passage)
    made.globals["static"] = static_files.address
    return made
