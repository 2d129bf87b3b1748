"""The pages, put into the app that answers over HTTP."""

import asyncio

from fastapi import APIRouter, FastAPI

from veracious.faces.web import (
    article_page,
    brief_page,
    check_page,
    collections_page,
    documents_page,
    error_pages,
    exports,
    ledger_page,
    passage_page,
    progress,
    public_pages,
    review_page,
    signing,
    sources_page,
    static_files,
    verdict_page,
    verdict_parts,
    verify_page,
    versions_page,
)
from veracious.faces.web.address_limit import ReadingLimit
from veracious.faces.web.feedback_limit import FeedbackLimit
from veracious.faces.web.kept_pages import KeptPages

ROUTERS: tuple[APIRouter, ...] = (
    verify_page.routes,
    verdict_page.routes,
    verdict_parts.routes,
    versions_page.routes,
    exports.routes,
    brief_page.routes,
    article_page.routes,
    check_page.routes,
    ledger_page.routes,
    progress.routes,
    passage_page.routes,
    review_page.routes,
    public_pages.routes,
    sources_page.routes,
    documents_page.routes,
    collections_page.routes,
    signing.routes,
    static_files.routes,
)


def install(app: FastAPI) -> None:
    """Let the app answer browsers, too."""
    for one in ROUTERS:
        app.include_router(one)
    app.state.problem_page = error_pages.of_problem
    app.state.feedback_limit, app.state.reading_limit, app.state.kept_pages = FeedbackLimit(), ReadingLimit(), KeptPages()
    app.state.reading = asyncio.Semaphore(documents_page.READING_AT_ONCE)  # of the loop in which it is first waited for
