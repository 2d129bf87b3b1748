"""The made-up world of the demonstration, for runs that are kept in a workspace: nothing of it is put into the store."""

from dataclasses import replace
from functools import cache, partial
from urllib.parse import urlsplit

from veracious import demo, wiring
from veracious.domain.document import Document
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.report import Report
from veracious.flow.run import Engine
from veracious.rules.seeking import snapshots


async def engine(workspace: str) -> Engine:
    """An engine over the documents of the demonstration alone, whose records and tapes are the workspace's."""
    made = await wiring.demo()
    tools = replace(made.tools, archive=wiring.archive(workspace), blobs=wiring.blobs(workspace))
    return replace(made, tools=tools, workspace=workspace, tape=partial(wiring.tape, workspace=workspace))


def text(digest: str) -> Snapshot | None:
    """The document of the demonstration with this digest."""
    found = _by_digest().get(digest)
    if found is None:
        return None
    publisher = found.domain or urlsplit(found.url or "").hostname or ""
    return snapshots.of(found, Source(publisher), "demo")


def is_of(report: Report) -> bool:
    """Whether a report rests on texts of the demonstration: what it says is of a made-up world."""
    admitted = report.judged.admitted if report.judged else ()
    return any(one.ranked.evidence.passage.snapshot in _by_digest() for one in admitted)


@cache
def _by_digest() -> dict[str, Document]:
    return {snapshots.name(one.text): one for one in demo.documents()}
