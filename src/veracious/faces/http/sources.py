"""`/v1/sources`: how a publisher stands, and what that rests on."""

from typing import Annotated

from fastapi import Query
from pydantic import Field

from veracious.domain.access import Grant
from veracious.domain.errors import InputError
from veracious.domain.evidence import Tier
from veracious.domain.standing import Imitation, Rating
from veracious.faces.http.models import QueryParameters, Shown
from veracious.faces.http.routes import Visiting, needs, router
from veracious.rules.seeking import domains

routes = router("sources")


class SourceQuery(QueryParameters):
    """Which source is asked about."""

    address: str = Field(min_length=1, max_length=2048, description="A domain, a host or the address of a page.")


class LookalikeShown(Shown):
    """A known domain that this one looks like and is not."""

    imitates: str
    reason: Imitation


class SourceShown(Shown):
    """A source with the entry that its credibility rests on, and what it looks like."""

    domain: str
    credibility: float | None
    tier: Tier
    origin: str = Field(description="Who rates it: `workspace`, `publishers` (our table), `register`, `suffix`, or `unknown`: nobody.")
    entry: str = Field(description="The entry that speaks of it; empty where none does.")
    reason: str = Field(description="Why our table trusts it; empty where it stands not there.")
    rating: Rating | None = Field(description="As the shipped register rates it.")
    lookalike: LookalikeShown | None


@routes.get("/v1/sources", operation_id="get_source", response_model=SourceShown, summary="See how a source stands")
@needs(Grant.READ)
async def standing(visit: Visiting, asked: Annotated[SourceQuery, Query()]) -> SourceShown:
    """How credible a publisher is held to be here: what the workspace says of it, else what the register does, else not known."""
    if not domains.host(asked.address):
        raise InputError(f"{asked.address!r} has no host; give a domain, as in bbc.co.uk, or an address, as in https://bbc.co.uk/news")
    found = await visit.backend.sources.standing(visit.workspace, asked.address)
    alike = found.lookalike
    return SourceShown(
        domain=found.source.domain,
        credibility=found.source.credibility,
        tier=found.source.tier,
        origin=found.origin,
        entry=found.entry,
        reason=found.publisher.reason if found.publisher else "",
        rating=found.rating,
        lookalike=None if alike is None else LookalikeShown(imitates=alike.imitates, reason=alike.reason),
    )
