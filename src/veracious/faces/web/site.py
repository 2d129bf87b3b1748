"""The pages, put into the app that answers over HTTP."""

import asyncio

from fastapi import APIRouter, FastAPI

from veracious.faces.web import (
    admin_keys,
    admin_page,
    admin_people,
    admin_settings,
    api_page,
    api_view,
    article_page,
    batch_page,
    brief_page,
    card_page,
    check_page,
    collections_page,
    documents_page,
    error_pages,
    exports,
    ledger_page,
    passage_page,
    progress,
    provider_signing,
    public_pages,
    review_page,
    search_page,
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
from veracious.faces.web.provider_signing import ComingBackLimit

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
    search_page.routes,
    batch_page.routes,
    public_pages.routes,
    card_page.routes,
    sources_page.routes,
    documents_page.routes,
    collections_page.routes,
    api_page.routes,
    admin_page.routes,
    admin_keys.routes,
    admin_people.routes,
    admin_settings.routes,
    signing.routes,
    provider_signing.routes,
    static_files.routes,
)


def install(app: FastAPI) -> None:
    """Let the app answer browsers, too."""
    for one in ROUTERS:
        app.include_router(one)
    app.state.problem_page = error_pages.of_problem
    app.state.feedback_limit, app.state.reading_limit, app.state.kept_pages = FeedbackLimit(), ReadingLimit(), KeptPages()
    app.state.api_reference = api_view.read(app.openapi())
    app.state.coming_back_limit = ComingBackLimit()
    app.state.reading = asyncio.Semaphore(documents_page.READING_AT_ONCE)  # of the loop in which it is first waited for
