"""`/v1/articles`: articles analysed, from their text or their address to their claims."""

from typing import Annotated

from pydantic import Field
from starlette.responses import Response

from veracious.domain.access import Grant
from veracious.domain.article import BudgetClass
from veracious.domain.job import ArticleOrder, Kind
from veracious.faces.http import jobs
from veracious.faces.http.models import ADDRESS, EVERYWHERE, KEPT, TITLE_CHARS, Collection, Day, Given, GivenLimits, Number
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs

routes = jobs.shared(Kind.ARTICLE)
ARTICLE_CHARS = 100_000
LINKS_AT_MOST = 1_000
SECONDS = 3_600.0  # after which an analysis is ended; a hundred claims take minutes, and more of them where the machine is busy
NOTHING = "There is no article. Give its `text`, or its `url` alone to have the page read."


class GivenArticleEstimate(Given):
    """An article that may be analysed: its text with what is known of it, or only its address."""

    text: Annotated[str, Field(max_length=ARTICLE_CHARS, pattern=KEPT)] = Field(
        default="", description="The text, its paragraphs apart by an empty line. Left out, the page at `url` is read."
    )
    url: Annotated[str, Field(pattern=ADDRESS)] | None = Field(default=None, description="Where it was published.")
    title: Annotated[str, Field(max_length=TITLE_CHARS, pattern=KEPT)] = ""
    byline: Annotated[str, Field(max_length=TITLE_CHARS, pattern=KEPT)] = ""
    published: Day | None = Field(default=None, description="Its day: what has no other time is taken to be of then.")
    links: Annotated[list[Annotated[str, Field(pattern=ADDRESS)]], Field(max_length=LINKS_AT_MOST)] = Field(
        default=[], description="Addresses that its text points to; a few are read, within a budget of their own."
    )
    budget: Annotated[BudgetClass, Field(strict=False)] = Field(
        default=BudgetClass.STANDARD, description="How many claims are searched for: `minimal` 1 to 3, `standard` 2 to 5, `deep` 3 to 30."
    )
    claims_only: bool = Field(default=False, description="Whether to end with the claims, before anything is looked up.")
    as_of: Day | None = Field(
        default=None, description="Check it as of this day; later evidence is shown and not counted. Today, if left out."
    )
    collections: Annotated[list[Collection], Field(min_length=1)] = Field(default=list(EVERYWHERE), description="Where to look.")
    web: bool = Field(default=False, description="Whether to search the web for what the store does not have.")
    limits: GivenLimits = GivenLimits()

    def order(self, today: "Day") -> ArticleOrder:
        """The same as the engine has it."""
        return ArticleOrder(
            text=self.text.replace("\r\n", "\n").replace("\r", "\n"),
            as_of=self.as_of or today,
            title=self.title,
            byline=self.byline,
            url=self.url or "",
            published=self.published,
            links=tuple(self.links),
            budget=self.budget,
            claims_only=self.claims_only,
            collections=tuple(sorted(set(self.collections))),
            web=self.web,
            limits=self.limits.limits(),
        )


class GivenArticle(GivenArticleEstimate):
    """An article to analyse: its text with what is known of it, or only its address."""

    priority: Annotated[int, Field(ge=0, le=100), Number] = Field(
        default=0, description="Among the jobs of the workspace; smaller runs first."
    )


@routes.post("/v1/articles", summary="Hand in an article to analyse", **jobs.submitting(Kind.ARTICLE, 402, 409))
@needs(Grant.VERIFY)
async def submit(visit: Visiting, body: GivenArticle, key: jobs.Key = "") -> Response:
    """Take an article in; it is analysed by a worker, and read where `Location` says."""
    return await jobs.accept(visit, jobs.Handed(body, ordered(visit, body), SECONDS, body.priority), key)


def ordered(visit: Visit, body: GivenArticleEstimate) -> ArticleOrder:
    """The order in a body; one without an article, or with a web that is not there, is refused."""
    jobs.check_web(visit, body.web)
    if not body.text.strip() and body.url is None:
        raise Trouble(422, "request_invalid", NOTHING)
    return body.order(visit.backend.clock.now().date())
