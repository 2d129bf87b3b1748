"""The pages, put into the app that answers over HTTP."""

from fastapi import APIRouter, FastAPI

from veracious.faces.web import article_page, error_pages, passage_page, progress, signing, static_files, verdict_page, verify_page

ROUTERS: tuple[APIRouter, ...] = (
    verify_page.routes,
    verdict_page.routes,
    article_page.routes,
    progress.routes,
    passage_page.routes,
    signing.routes,
    static_files.routes,
)


def install(app: FastAPI) -> None:
    """Let the app answer browsers, too."""
    for one in ROUTERS:
        app.include_router(one)
    app.state.problem_page = error_pages.of_problem
