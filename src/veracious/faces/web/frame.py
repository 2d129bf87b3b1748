"""What stands around every page: its head, the way to the other pages, who is signed in; and the headers that keep it in bounds."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from veracious.domain.access import Caller, Grant
from veracious.faces.pages import page as reports
from veracious.faces.pages.pieces import Saying
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
PLACES = (("/", "Verify"), ("/check", "Check an answer"))  # that every page leads to
KEPT = (  # for who is known
    ("/search", "Search"),
    ("/corrections", "Corrections"),
    ("/sources", "Sources"),
    ("/documents", "Documents"),
    ("/collections", "Collections"),
    ("/api", "API"),
)
REVIEW, ADMIN = ("/review", "Review"), ("/admin", "Administration")  # for whoever may
FOLDED = ("htmx.min.js",)  # the script of a page with parts that are loaded when they are opened
LIVE = ("htmx.min.js", "htmx-sse.min.js")  # the scripts of a page that changes while it is read


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page knows of who reads it."""

    path: str
    who: str = ""  # empty: nobody is known
    workspace: str = ""
    is_signed_in: bool = False
    may_verify: bool = False
    may_review: bool = False
    token: str = ""  # that forms bring
    places: Sequence[tuple[str, str]] = PLACES


async def show(
    request: Request,
    template: str,
    values: Mapping[str, Any],
    status: int = 200,
    styles: Sequence[str] = STYLES,
    scripts: Sequence[str] = (),
    is_public: bool = False,
    has_form: bool = True,
) -> Response:
    """A page for whoever asks. A public one leads to no text that is not public, and its frame knows of nobody.

    One without a form of its own needs a token only to sign out: whoever has no session is given no cookie for it.
    """
    has_session = not is_public and getattr(request.state, "session", None) is not None
    token = await forms.token(request) if has_form or has_session else ""
    framed = Frame(request.scope["path"], token=token) if is_public else _frame(request, token)
    around = {"frame": framed, "styles": styles, "scripts": scripts, "is_public": is_public}
    text = await asyncio.to_thread(render, template, {**values, **around}, is_public)
    return HTMLResponse(text, status, dict(HEADERS))


def render(template: str, values: Mapping[str, Any], is_public: bool = False) -> str:
    """A template with these values."""
    return _environment(is_public).get_template(template).render(values)


def _frame(request: Request, token: str) -> Frame:
    caller: Caller | None = getattr(request.state, "caller", None)
    path = request.scope["path"]
    if caller is None:
        return Frame(path, token=token)
    who = caller.actor.removeprefix("person:") or "this machine"
    is_signed_in = getattr(request.state, "session", None) is not None
    may_verify, may_review = caller.grant.allows(Grant.VERIFY), caller.grant.allows(Grant.REVIEW)
    places = (*PLACES, *((REVIEW,) if may_review else ()), *KEPT, *((ADMIN,) if caller.grant.allows(Grant.ADMIN) else ()))
    return Frame(path, who, caller.workspace, is_signed_in, may_verify, may_review, token, places)


@cache
def _environment(is_public: bool) -> Environment:
    """Templates of pages before those of reports, so that a report stands in the frame of the site.

    Large parts have an address of their own, where only who is signed in comes: a public page holds them.
    """
    folded, own = (PackageLoader("veracious.faces.web", folder) for folder in ("templates_folded", "templates"))
    loaders = [own, reports.loader()] if is_public else [folded, own, reports.loader()]
    made = reports.environment(ChoiceLoader(loaders), _no_passage if is_public else links.passage)
    made.globals |= {"static": static_files.address, "place_of": links.in_document, "is_folded": not is_public, "is_public": is_public}
    return made


def _no_passage(saying: Saying) -> str:
    """The texts that quotes stand in are not public."""
    return ""


def without_forms(request: Request) -> Frame:
    """The frame of a page that has no form, so no token: who is known, and where they may go."""
    return replace(_frame(request, ""), is_signed_in=False)
