"""The page of roles, from the routes themselves and from the rules of reviews: who may open which page, and do what."""

import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from fastapi import APIRouter
from fastapi.routing import APIRoute

from veracious.domain.access import Grant, Rank
from veracious.domain.review import Act, ReviewEntry, Reviewer, ReviewState, Stage
from veracious.domain.verdict import Verdict
from veracious.faces.http import application
from veracious.faces.http.routes import grant_of
from veracious.faces.web import site
from veracious.rules import reviewing

ROLES: tuple[Rank | None, ...] = (None, *Rank)  # none: nobody has signed in
YES, NO = "yes", "–"
STAGES = {Stage.DRAFT: "a draft", Stage.SIGNED: "signed", Stage.RETURNED: "returned or withdrawn"}
ACTS = {
    Act.SIGNED: "sign",
    Act.CHANGED: "change, with a reason",
    Act.RETURNED: "return, with a note",
    Act.WITHDRAWN: "withdraw, with a note",
    Act.PUBLISHED: "publish",
    Act.UNPUBLISHED: "take back from the public, with a reason",
}
AT = datetime(2026, 3, 1, tzinfo=UTC)

HEAD = """\
# Roles

Who may do what: a table made from the routes of the service and from the rules of reviews, and tested line by line at a service that runs.

A person has one role in a workspace; `veracious person add --role` gives it. *Nobody* is whoever has not signed in. Keys have scopes
in place of roles: {doc}`http`. On a machine of your own, `veracious up` without `--keys` asks nobody who they are, and allows everything
that needs no name.

What belongs to another workspace is answered like what is not there, whatever the role. What stands below `/published` is there only where
`VERACIOUS_PUBLIC` names a workspace, and shows what that one published.
"""


@dataclass(frozen=True, slots=True)
class Line:
    """An address, what it is for, and what it takes to ask for it; none: it is open."""

    method: str
    path: str
    about: str
    grant: Grant | None

    def allows(self, rank: Rank | None) -> bool:
        """Whether somebody of this role may ask."""
        return self.grant is None or (rank is not None and rank.grant.allows(self.grant))


def pages() -> list[Line]:
    """The pages, and what their forms are sent to."""
    return list(_lines(site.ROUTERS))


def operations() -> list[Line]:
    """The operations of the API."""
    return list(_lines(application.ROUTERS))


def state(stage: Stage, published: bool) -> ReviewState:
    """A verdict at this stage."""
    entry = ReviewEntry("r", 1, AT, "Ada", Act.PUBLISHED, "", Verdict.SUPPORTED, Verdict.SUPPORTED)
    return ReviewState(stage, Verdict.SUPPORTED, Verdict.SUPPORTED, published=entry if published else None)


def may_say(act: Act, stage: Stage, rank: Rank | None) -> bool:
    """Whether somebody of this role may say this of a verdict at this stage, where the workspace publishes."""
    if rank is None:
        return False
    who = Reviewer("Ada", rank.grant, publishes=True)
    return any(act in reviewing.acts(state(stage, published), who) for published in (False, True))


def page(root: Path) -> str:
    """The reference page as Markdown."""
    names = ["nobody", *(rank.value for rank in Rank)]
    parts = [HEAD, "## What is said of a verdict\n", *_table(["the verdict is", "to", *names], _said())]
    parts += ["\nTo publish needs `VERACIOUS_PUBLIC`; to take back what was published does not.\n"]
    for title, lines in (("## Pages\n", pages()), ("## API\n", operations())):
        rows = ([f"`{one.method} {one.path}`", one.about, *_marks(one)] for one in lines)
        parts += [title, *_table(["address", "what it does", *names], rows), ""]
    return "\n".join(parts).rstrip("\n") + "\n"


def _said() -> Iterator[list[str]]:
    for stage, steps in reviewing.STEPS.items():
        for act in steps:
            yield [STAGES[stage], ACTS[act], *(YES if may_say(act, stage, rank) else NO for rank in ROLES)]


def _lines(routers: Iterable[APIRouter]) -> Iterator[Line]:
    for router in routers:
        for route in router.routes:
            if isinstance(route, APIRoute):
                about = route.summary or re.split(r"\.(?:\s|$)", inspect.getdoc(route.endpoint) or "", maxsplit=1)[0]
                yield Line(min(route.methods or ()), route.path, about.replace("|", "\\|"), grant_of(route))


def _marks(line: Line) -> list[str]:
    return [YES if line.allows(rank) else NO for rank in ROLES]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(one)} |" for one in (head, ["---"] * len(head), *rows)]
