"""The whole service: every route, with the backend that they call."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from structlog.typing import FilteringBoundLogger

from veracious import __version__
from veracious.faces.http import (
    answers,
    articles,
    audit,
    checks,
    claims,
    collections,
    compatibility,
    documents,
    estimates,
    health,
    keys,
    logs,
    metrics,
    openapi,
    people,
    problems,
    records,
    records_search,
    reviews,
    sessions,
    sources,
    verifications,
    webhooks,
)
from veracious.faces.http.authentication import KnownOperators
from veracious.faces.http.backend import Backend
from veracious.faces.http.kept import Kept
from veracious.faces.http.looks import SharedLook
from veracious.faces.http.metrics import Counts
from veracious.faces.logs import logger
from veracious.wiring.service import UNTRACED, Tracing

FINDINGS_AT_MOST = 64  # verdicts whose findings pages keep; one on 60 pieces takes three quarters of a megabyte

ROUTERS: tuple[APIRouter, ...] = (
    verifications.routes,
    checks.routes,
    answers.routes,
    articles.routes,
    documents.routes,
    documents.ingests,
    collections.routes,
    sources.routes,
    records.routes,
    records_search.routes,
    reviews.routes,
    claims.routes,
    estimates.routes,
    sessions.routes,
    keys.routes,
    people.routes,
    audit.routes,
    webhooks.routes,
    compatibility.routes,
    health.routes,
    metrics.routes,
)


class Described(FastAPI):
    """An app that tells of itself what is true, not only what can be read off its functions."""

    described: Mapping[str, Any] = MappingProxyType({})

    def openapi(self) -> dict[str, Any]:
        """The description of the API."""
        return dict(self.described)


Install = Callable[[FastAPI], None]  # what adds something to an app


def make(
    backend: Backend,
    anonymous: bool = False,
    log: FilteringBoundLogger | None = None,
    traces: Tracing = UNTRACED,
    pages: Install | None = None,
) -> FastAPI:
    """The app, with pages or without.

    With `anonymous`, who comes without a key from this machine may do everything in the own workspace of the service.
    """
    app = Described(
        title=openapi.TITLE, version=__version__, docs_url=None, redoc_url=None, redirect_slashes=False, separate_input_output_schemas=False
    )
    app.state.backend, app.state.anonymous, app.state.counts = backend, anonymous, Counts()
    app.state.operators, app.state.standing = KnownOperators(), SharedLook(backend.desk.standing)
    for one in ROUTERS:
        app.include_router(one)
    app.described = openapi.describe(app, _routes(), anonymous)
    app.state.findings = Kept(FINDINGS_AT_MOST)
    app.state.parameters, app.state.methods = openapi.parameters(app.described), openapi.methods(app.described)
    problems.install(app)
    if pages is not None:
        pages(app)
    app.add_middleware(logs.Watched, log=log or logger(), counts=app.state.counts, traces=traces)
    return app


def _routes() -> list[APIRoute]:
    return [route for one in ROUTERS for route in one.routes if isinstance(route, APIRoute)]
