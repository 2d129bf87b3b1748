"""An error as a page: what happened and what to do. Never in the colour of a verdict."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from veracious.faces.http.problems import Problem
from veracious.faces.web import frame, routing

API = "/v1/"  # below it programs are answered
TITLES: Mapping[int, str] = {401: "Not signed in", 403: "Not allowed", 404: "Not found", 413: "Too long", 429: "Too many requests"}
BAD_TITLE, OUR_TITLE = "That did not work", "Something is wrong here"
NOTHING = "There is nothing at this address: it was never here, it was erased, or it is not yours to see."
PASSED_ON = ("retry-after", "allow")


def of_problem(request: Request, problem: Problem, headers: Mapping[str, str]) -> Response | None:
    """The page of a problem; none where a program is to be told."""
    if not _reads_pages(request):
        return None
    title = TITLES.get(problem.status, OUR_TITLE if problem.status >= 500 else BAD_TITLE)
    detail = NOTHING if problem.status == 404 else problem.detail
    asks_who = problem.status == 401
    said = {
        "frame": frame.without_forms(request),
        "styles": frame.STYLES,
        "scripts": (),
        "title": title,
        "detail": detail.split("`"),
        "number": problem.request_id,
        "asks_who": asks_who,
    }
    text = frame.render("error.html.j2", said)
    passed = {name: value for name, value in headers.items() if name.lower() in PASSED_ON}
    return HTMLResponse(text, problem.status, {**frame.HEADERS, **passed})


def _reads_pages(request: Request) -> bool:
    if routing.prefers_json(request):
        return False
    if isinstance(request.scope.get("route"), routing.PageRoute):
        return True
    is_api = request.scope["path"].startswith(API) or request.scope.get("route") is not None
    return not is_api and routing.HTML in request.headers.get("accept", "")
