"""Every address of the pages, and how it is asked for in a world full of attacks; a route without a line here fails a test.

A new page is one line: its path as the route has it, and the addresses that are opened, each with names of what the world has in braces
(`tests/faces/web/attacked.py`: `{verdict}` one with all texts, `{single}` one of each text, `{text}` all texts as an address has them).
What a form is sent to has its fields as well; `{texts}` are all texts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fastapi.routing import APIRoute

from tests.faces.web.attacked import World
from veracious.faces.web import site

TEXTS = "{texts}"  # in a field
LONG = "x" * 2_001  # behind what is too long, and told to be, with what was written


@dataclass(frozen=True, slots=True)
class Case:
    """How an address is opened, or what is sent to it from a page of the site."""

    path: str
    visits: tuple[str, ...]
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    at: str = "/"  # the page that a form is sent from
    method: str = "GET"

    def addresses(self, world: World) -> list[str]:
        """Where it is asked for."""
        return [address for template in self.visits for address in world.addresses(template)]

    def sent(self, world: World) -> dict[str, str]:
        """The fields with the texts in them."""
        texts = "\n".join(world.texts)
        named = ((name, value.replace(TEXTS, texts) if TEXTS in value else "") for name, value in self.fields.items())
        return {name: text or next(world.addresses(self.fields[name])) for name, text in named}


def _get(path: str, *visits: str) -> Case:
    return Case(path, visits or (path,))


def _post(path: str, visit: str = "", at: str = "/", **fields: str) -> Case:
    return Case(path, (visit or path,), MappingProxyType(fields), at, "POST")


CASES: tuple[Case, ...] = (
    _get("/", "/", "/?claim={text}", "/{text}"),
    _get("/v/{id}", "/v/{public}", "/v/{verdict}", "/v/{single}", "/v/{draft}", "/v/{refused}", "/v/{running}", "/v/{cancelled}"),
    _get("/v/{id}/map", "/v/{public}/map"),
    _get("/v/{id}/scores", "/v/{public}/scores"),
    _get("/v/{id}/versions", "/v/{verdict}/versions"),
    _get("/v/{id}/diff/{other}", "/v/{verdict}/diff/{other}"),
    _get("/v/{id}/export/{file}", "/v/{public}/export/{file}", "/v/{verdict}/export/{file}", "/v/{single}/export/{file}"),
    _get("/v/{id}/brief", "/v/{public}/brief?appendix=1", "/v/{draft}/brief"),
    _get("/a/{id}", "/a/{article}", "/a/{running_article}"),
    _get("/check", "/check", "/check?again={check}"),
    _get("/l/{id}", "/l/{check}", "/l/{answer}", "/l/{running_check}"),
    _get("/l/{id}/{snapshot}", "/l/{check}/{in_check}?q=0-20"),
    _get("/jobs/{id}/steps", "/jobs/{public}/steps"),
    _get("/jobs/{id}/ended", "/jobs/{public}/ended"),
    _get("/p/{snapshot}", "/p/{snapshot}?q=0-20", "/p/{document}?q={text}"),
    _get("/review", "/review", "/review?show=disputed", "/review?show=mine", "/review?show={text}"),
    _get("/corrections"),
    _get("/published"),
    _get("/published/corrections"),
    _get("/published/corrections.atom"),
    _get("/published/{id}", "/published/{published}", "/published/{withdrawn}"),
    _get("/sources", "/sources", "/sources?address={text}", "/sources?address={rated}"),
    _get("/documents", "/documents", "/documents?job={ingest}", "/documents?from={text}"),
    _get("/collections"),
    _get("/search", "/search", "/search?q={text}", "/search?verdict={text}&since={text}"),
    _get("/search/verdicts.csv"),
    _get("/batch"),
    _get("/batch/{id}", "/batch/{batch}", "/batch/{begun}"),
    _get("/batch/{id}/again", "/batch/{cancelled_table}/again"),
    _get("/batch/{id}/verdicts.csv", "/batch/{begun}/verdicts.csv"),
    _get("/published/{id}/card", "/published/{published}/card", "/published/{withdrawn}/card"),
    _get("/published/{id}/card.svg", "/published/{published}/card.svg", "/published/{withdrawn}/card.svg"),
    _get("/api", "/api", "/api?q={text}"),
    _get("/docs", "/docs?q={text}"),
    _get("/admin"),
    _get("/admin/changes"),
    _get("/sign-in", "/sign-in?next={text}"),
    _get("/sign-in/provider", "/sign-in/provider?next={text}&workspace={text}"),
    _get("/sign-in/provider/back", "/sign-in/provider/back?error={text}&code={text}&state={text}"),
    _get("/static/{name}", "/static/site.css", "/static/{text}"),
    _post("/", claim=TEXTS, max_cost="x"),
    _post("/estimate", claim=TEXTS, max_pages="x"),
    _post("/check", at="/check", answer=TEXTS, question=TEXTS, title1=TEXTS, text1=TEXTS, more="on"),
    _post("/jobs/{id}/cancel", "/jobs/{public}/cancel"),
    _post("/v/{id}/review", "/v/{draft}/review", act="changed", seen="0", digest=TEXTS, verdict="refuted", why=TEXTS),
    _post("/feedback/{number}/close", "/feedback/{feedback}/close", note=" ", record=TEXTS),
    _post("/published/{id}/feedback", "/published/{published}/feedback", at="/published/{published}", text=TEXTS + LONG),
    _post("/sources", domain=TEXTS, credibility=TEXTS, reason=TEXTS),
    _post("/sources/forget", domain=TEXTS),
    _post("/documents", title=TEXTS, text=TEXTS, url=TEXTS, published=TEXTS),
    _post("/documents/erase", digest=TEXTS),
    _post("/collections/refresh"),
    _post("/collections/switch", generation=TEXTS),
    _post("/batch", at="/batch", max_cost=TEXTS, as_of=TEXTS),
    _post("/batch/{id}/begin", "/batch/{batch}/begin"),
    _post("/batch/{id}/again", "/batch/{cancelled_table}/again", last=TEXTS),
    _post("/batch/{id}/stop", "/batch/{batch}/stop"),
    _post("/batch/{id}/remove", f"/batch/{'0' * 24}/remove"),
    _post("/admin/keys", at="/admin", name=TEXTS, days=TEXTS, scope="read", seen=TEXTS),
    _post("/admin/keys/limit", at="/admin", id="{key}", money=TEXTS, jobs=TEXTS, requests=TEXTS),
    _post("/admin/keys/revoke", at="/admin", id=TEXTS),
    _post("/admin/people", at="/admin", name=TEXTS + LONG, role=TEXTS),
    _post("/admin/people/linked", at="/admin", name=TEXTS + LONG, role=TEXTS, email=TEXTS + LONG),
    _post("/admin/people/role", at="/admin", name=TEXTS, role=TEXTS),
    _post("/admin/people/remove", at="/admin", name=TEXTS),
    _post("/admin/providers", at="/admin", provider="tavily", key=TEXTS),
    _post("/admin/providers/forget", at="/admin", provider=TEXTS),
    _post("/admin/retention", at="/admin", documents=TEXTS, recordings=TEXTS),
    _post("/sign-in", at="/sign-in", workspace=TEXTS, name=TEXTS, password="x"),  # noqa: S106
    _post("/sign-out"),
)


def routes() -> list[tuple[str, str]]:
    """Method and path of every route of the pages."""
    found = [route for one in site.ROUTERS for route in one.routes if isinstance(route, APIRoute)]
    return [(method, route.path) for route in found for method in route.methods or ()]
