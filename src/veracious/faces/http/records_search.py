"""`/v1/records:search`: records by the words of what was asked, and by how their verdicts stand."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field

from veracious import wiring
from veracious.domain.access import Grant
from veracious.domain.search import RecordHit, RecordKind, RecordPlace, RecordSearch, ReviewStatus, SearchOrder
from veracious.domain.verdict import Verdict
from veracious.faces.http import cursors
from veracious.faces.http.models import KEPT, Day, Paging, Shown
from veracious.faces.http.routes import Visiting, needs, router
from veracious.rules.reading import words

LISTING = "search"

routes = router("records")


class RecordQuery(Paging):
    """What is looked for; of what is left out, anything will do."""

    q: Annotated[str, Field(max_length=500, pattern=KEPT, description="Words that what was asked must have, all of them.")] = ""
    verdict: Verdict | None = Field(default=None, description="That of the person who signed, else that of the program.")
    status: Literal["draft", "signed", "disputed"] | None = Field(
        default=None, description="What people said of the verdict; `disputed`: returned, withdrawn, or doubted by readers."
    )
    kind: RecordKind | None = Field(default=None, description="What the record is of.")
    since: Day | None = Field(default=None, description="Kept on this day or later, by UTC.")
    until: Day | None = Field(default=None, description="Kept on this day or earlier.")
    order: SearchOrder = Field(default=SearchOrder.NEWEST, description="`best`: what says least beside the words comes first.")


class RecordFound(Shown):
    """A record that came up."""

    id: str
    kept_at: datetime
    kind: RecordKind


class RecordsFound(Shown):
    """A part of what came up."""

    records: list[RecordFound]
    next_cursor: str | None = Field(default=None, description="Where the next page begins, for the same query; none on the last.")
    preparing: bool = Field(default=False, description="Older records are still being prepared; search again to find them too.")


@routes.get(
    "/v1/records:search",
    operation_id="search_records",
    response_model=RecordsFound,
    summary="Search records by words, verdict, review, kind and day",
)
@needs(Grant.READ)
async def search(visit: Visiting, asked: Annotated[RecordQuery, Query()]) -> RecordsFound:
    """The records of the workspace that fit; erased ones never do. Words that stand in nearly every text find nothing by themselves."""
    terms = tuple(dict.fromkeys(words.terms(asked.q, wiring.lexicon())))
    if asked.q.strip() and not terms:
        return RecordsFound(records=[])
    place = await cursors.read(visit, LISTING, asked.cursor)
    status = None if asked.status is None else ReviewStatus(asked.status)
    wanted = RecordSearch(terms, asked.verdict, status, asked.kind, _begins(asked.since), _ends(asked.until), asked.order)
    finder = visit.backend.past.finder(visit.workspace)
    found = await finder.find(wanted, _place(place), asked.limit + 1)
    page = found[: asked.limit]
    more = await cursors.sign(visit, LISTING, _written(page[-1])) if len(found) > asked.limit else None
    shown = [RecordFound(id=one.record, kept_at=one.kept_at, kind=one.kind) for one in page]
    return RecordsFound(records=shown, next_cursor=more, preparing=await finder.is_behind())


def _written(hit: RecordHit) -> str:
    return f"{hit.terms}.{hit.number}"


def _place(text: str) -> RecordPlace | None:
    if not text:
        return None
    terms, _, number = text.partition(".")
    return RecordPlace(int(terms), int(number))


def _begins(day: date | None) -> datetime | None:
    return None if day is None else datetime.combine(day, time(), UTC)


def _ends(day: date | None) -> datetime | None:
    return None if day is None or day == date.max else datetime.combine(day + timedelta(days=1), time(), UTC)
