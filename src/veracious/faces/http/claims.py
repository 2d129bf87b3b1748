"""`/v1/claims:search`: what the workspace has verified, in the shape of the Fact Check Tools API."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any

from fastapi import Query
from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from veracious import wiring
from veracious.domain.access import Grant
from veracious.domain.errors import RecordError
from veracious.domain.record import Record
from veracious.domain.search import RecordHit, RecordKind, RecordPlace, RecordSearch
from veracious.domain.verdict import Verdict
from veracious.faces.http import cursors, review_desk
from veracious.faces.http.models import KEPT, Digits, QueryParameters, Shown
from veracious.faces.http.routes import Visit, Visiting, needs, router
from veracious.rules import labels, reviewing
from veracious.rules.labels import Vocabulary
from veracious.rules.reading import words

LISTING = "claims"
PUBLISHER = "Veracious"
LOOKS = (100, 900)  # records read for one answer: at first, and where those were not enough
AGE_AT_MOST = 36_500

routes = router("claims")


class ClaimQuery(QueryParameters):
    """What is looked for; the names are those of the API whose shape this is."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)

    query: Annotated[str, Field(min_length=1, max_length=500, pattern=KEPT, description="Words that the claim must have.")]
    language_code: Annotated[str, Field(pattern=r"^([a-z]{2,3}(-[A-Za-z0-9]{1,20})?)?$", description="Only claims in this language.")] = ""
    page_size: Annotated[int, Field(ge=1, le=100, description="How many at most."), Digits] = 10
    page_token: cursors.Cursor = Field(default="", description="`nextPageToken` of the page before.")
    max_age_days: Annotated[int, Field(ge=0, le=AGE_AT_MOST, description="Only reviews that are not older; 0 is no limit."), Digits] = 0


class Camel(Shown):
    """A part of the answer, its names as that API has them."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True)


class Publisher(Camel):
    """Who reviewed."""

    name: str
    site: str


class ClaimReview(Camel):
    """What was found of a claim."""

    publisher: Publisher
    url: str
    title: str
    review_date: str
    textual_rating: str
    language_code: str


class FoundClaim(Camel):
    """A claim that was verified."""

    text: str
    claimant: str = Field(description="Who said it; not known here, so empty.")
    claim_date: str
    claim_review: list[ClaimReview]


class FoundClaims(Camel):
    """A part of what was found, the newest first."""

    claims: list[FoundClaim]
    next_page_token: str | None = Field(default=None, description="Where the next page begins; none on the last.")


@routes.get(
    "/v1/claims:search",
    operation_id="search_claims",
    response_model=FoundClaims,
    response_model_exclude_none=True,
    summary="Search the claims that were verified",
)
@needs(Grant.READ)
async def search(visit: Visiting, asked: Annotated[ClaimQuery, Query()]) -> FoundClaims:
    """Verified claims that have all words of the query, the newest first."""
    return await _Search(visit, asked, tuple(dict.fromkeys(words.terms(asked.query, wiring.lexicon())))).run()


@dataclass(frozen=True, slots=True)
class _Search:
    """One search through the records of a workspace."""

    visit: Visit
    asked: ClaimQuery
    wanted: tuple[str, ...]

    async def run(self) -> FoundClaims:
        """Records are looked for, a few and then many, until there are enough claims or none are left."""
        token, days = await cursors.read(self.visit, LISTING, self.asked.page_token), self.asked.max_age_days
        after, found = RecordPlace(0, int(token)) if token else None, list[FoundClaim]()
        since = self.visit.backend.clock.now() - timedelta(days=days) if days else None
        search = RecordSearch(self.wanted, kind=RecordKind.CLAIM, since=since)
        for many in LOOKS:
            hits = await self.visit.backend.past.finder(self.visit.workspace).find(search, after, many)
            for hit in hits:
                after = hit.place
                if (claim := await self._claim(hit)) is not None:
                    found.append(claim)
                    if len(found) == self.asked.page_size:
                        return await self._page(found, after)
            if len(hits) < many:
                return FoundClaims(claims=found)
        return await self._page(found, after)

    async def _page(self, found: list[FoundClaim], after: RecordPlace | None) -> FoundClaims:
        token = None if after is None else await cursors.sign(self.visit, LISTING, str(after.number))
        return FoundClaims(claims=found, next_page_token=token)

    async def _claim(self, hit: RecordHit) -> FoundClaim | None:
        """The claim of a record, if it is one that is looked for."""
        try:
            record = await self.visit.backend.records.fetch(self.visit.workspace, hit.record)
        except RecordError:  # erased or altered meanwhile
            return None
        verdict = await self._standing(record)
        if verdict is None:
            return None
        claim: dict[str, Any] = json.loads(record.body.report)["reading"]["claim"]
        language = str(claim["language"])
        return self._shown(hit, verdict, claim, language) if self.asked.language_code in ("", language) else None

    async def _standing(self, record: Record) -> Verdict | None:
        """The verdict of a record, or the one that a person put in its place; none where it was withdrawn."""
        found = await review_desk.look(self.visit.backend, self.visit.workspace, record)
        return None if found is None else reviewing.shown(found.state)

    def _shown(self, hit: RecordHit, verdict: Verdict, claim: dict[str, Any], language: str) -> FoundClaim:
        url, rating = self.visit.request.url, labels.write(verdict, Vocabulary.NEWS)
        review = ClaimReview(
            publisher=Publisher(name=PUBLISHER, site=url.hostname or ""),
            url=f"{url.scheme}://{url.netloc}/v1/records/{hit.record}",
            title=f"{rating}: {claim['text']}",
            review_date=hit.kept_at.isoformat(),
            textual_rating=rating,
            language_code=language,
        )
        return FoundClaim(text=str(claim["text"]), claimant="", claim_date=f"{claim['as_of']}T00:00:00Z", claim_review=[review])
