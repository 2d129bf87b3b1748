"""`/v/{id}/versions` and `/v/{id}/diff/{other}`: other runs of the same claim, and what changed from one to another.

The archive finds records by their names and by their age, and not by what was asked: the newest are looked through, when somebody asks.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant
from veracious.domain.archive import Event, Listed
from veracious.domain.record import Record
from veracious.domain.review import ReviewEntry
from veracious.faces import change_words
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign
from veracious.faces.web import frame, recent, verdict_page
from veracious.faces.web.progress import RunName
from veracious.faces.web.routing import PageRoute
from veracious.faces.web.verdict_parts import is_asked_by_page
from veracious.rules.explaining.changes import Change

LOOKED_AT, AT_ONCE = 200, 50  # records: of each the whole is read
NOT_CLAIMS = "Only runs of claims can be compared, each by the name of its record."

routes = APIRouter(route_class=PageRoute)


@dataclass(frozen=True, slots=True)
class Version:
    """A run of the same claim, beside the one that is looked at."""

    link: str
    difference: str  # where it is told what changed
    word: str
    kind: str  # of the sign beside the word; empty: none
    at: datetime
    is_this: bool
    is_earlier: bool


@dataclass(frozen=True, slots=True)
class Run:
    """One of two runs that are compared."""

    id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that changed, in words; what is empty was not there."""

    what: str
    text: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Group:
    """What changed of one kind."""

    about: str
    name: str
    changes: tuple[Changed, ...]


@routes.get("/v/{id}/versions", include_in_schema=False)
@needs(Grant.READ)
async def versions(visit: Visiting, id: RunName) -> Response:
    """Earlier and later runs of a claim."""
    record = await verdict_page.of_claim(visit, id)
    if record is None:
        return RedirectResponse(f"/v/{id}", 303)
    found, is_cut = await _same(visit, _asked(record))
    entries = await visit.backend.reviews.log(visit.workspace).of([one.id for one in found])
    rows = [_version(one, record, entries.get(one.id, ())) for one in found]
    said = {"versions": rows if len(rows) > 1 else [], "is_cut": is_cut, "looked_at": LOOKED_AT}
    if is_asked_by_page(visit):
        return await frame.show(visit.request, "versions.html.j2", said)
    around = {"claim": foreign.visible(_asked(record)), "id": id}
    return await frame.show(visit.request, "versions_page.html.j2", said | around)


@routes.get("/v/{id}/diff/{other}", include_in_schema=False)
@needs(Grant.READ)
async def diff(visit: Visiting, id: RunName, other: RunName) -> Response:
    """What changed from one run to another."""
    before, after = await verdict_page.of_claim(visit, id), await verdict_page.of_claim(visit, other)
    if before is None or after is None:
        raise Trouble(422, "records_incomparable", NOT_CLAIMS)
    compared = await visit.backend.records.diff(visit.workspace, id, other)
    said = {
        "claim": foreign.visible(_asked(after)),
        "sentence": foreign.visible(compared.sentence),
        "before": Run(id, before.envelope.finished),
        "after": Run(other, after.envelope.finished),
        "groups": groups(compared.changes),
    }
    return await frame.show(visit.request, "diff.html.j2", said)


def groups(changes: Sequence[Change]) -> list[Group]:
    """What changed, by what it is about, in words."""
    by_kind = groupby(changes, key=lambda one: one.about)
    return [Group(about, change_words.GROUPS.get(about, about), tuple(map(_changed, found))) for about, found in by_kind]


def _changed(change: Change) -> Changed:
    before, after = (foreign.visible(change_words.worded(told, change.about)) for told in (change.before, change.after))
    if change.about in change_words.NAMED:
        before, after = ("there" if told else "" for told in (before, after))
    text = foreign.visible(change_words.beginning(change.text)) if change.text else ""
    return Changed(foreign.visible(change_words.short(change.what)), text, before, after)


async def _same(visit: Visit, text: str) -> tuple[list[Listed], bool]:
    """The records of the same claim, the newest first; and whether there may be more that were not looked at."""
    found, before, looked = list[Listed](), None, 0
    while looked < LOOKED_AT:
        part = await visit.backend.records.newest(visit.workspace, before, AT_ONCE)
        found += [one for one in part if one.event is not Event.ERASED and not one.trouble and _line(one.text) == _line(text)]
        looked += len(part)
        if len(part) < AT_ONCE:
            return found, False
        before = part[-1].number
    return found, True


def _version(one: Listed, record: Record, entries: Sequence[ReviewEntry]) -> Version:
    row, own = recent.recorded(one, entries), record.envelope.id
    is_earlier = one.kept_at < record.envelope.finished
    first, last = (one.id, own) if is_earlier else (own, one.id)
    return Version(row.link, f"/v/{first}/diff/{last}", row.word, row.kind, one.kept_at, one.id == own, is_earlier)


def _asked(record: Record) -> str:
    return str(json.loads(record.body.request)["text"])


def _line(text: str) -> str:
    return " ".join(text.split())
