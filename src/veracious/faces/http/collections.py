"""`/v1/collections`: what the store holds, and which generation of it is searched."""

from datetime import datetime

from veracious.domain.access import Grant
from veracious.domain.store import State
from veracious.faces.http.models import Shown
from veracious.faces.http.routes import Visiting, needs, router

routes = router("collections")


class GenerationShown(Shown):
    """A whole collection as it was built at one time; the live one is searched."""

    id: int
    collection: str
    state: State
    documents: int
    passages: int
    words: int
    made_at: datetime
    live_at: datetime | None
    retired_at: datetime | None


class GenerationList(Shown):
    """The collections that a workspace can see."""

    generations: list[GenerationShown]


@routes.get("/v1/collections", operation_id="list_collections", response_model=GenerationList, summary="List collections")
@needs(Grant.READ)
async def listed(visit: Visiting) -> GenerationList:
    """Every generation that the workspace can see, with its size."""
    found = await visit.backend.shelves.generations(visit.workspace)
    rows = [GenerationShown(**{name: getattr(one, name) for name in GenerationShown.model_fields}) for one in found]
    return GenerationList(generations=rows)
