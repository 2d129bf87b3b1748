"""A workspace in which every text that a stranger or a colleague can write is of the test's choosing.

Runs are handed in as they are by a program, over documents of the test. What no form lets through, such as a name with a tag in it, is put
into the store directly: the pages trust no rule that stands before the store.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import cycle
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import httpx2

from tests.faces.http import engines
from tests.faces.http.memory_backend import NOON
from tests.faces.http.servers import Service, serving
from tests.faces.pages.cases import AGAINST, FOR, LENGTH, SILENT, Text
from tests.faces.pages.many_pieces import written
from tests.faces.web import browsing
from tests.faces.web.attack_texts import HOST
from tests.faces.web.browsing import READS, Browser
from veracious.adapters.memory.stock import Volume
from veracious.domain.access import Caller, Change, Grant, Identity, Rank, Session, SignInAttempt
from veracious.domain.batch import Batch, BatchRow
from veracious.domain.errors import SignInDeclined
from veracious.domain.evidence import Snapshot, Source, Tier
from veracious.domain.job import JobEvent
from veracious.domain.refresh import CollectionAge, RefreshRun, RefreshState
from veracious.domain.review import Act, Feedback, ReviewEntry
from veracious.domain.standing import OwnRating
from veracious.domain.store import Incoming, State
from veracious.domain.verdict import Verdict
from veracious.faces import step_words
from veracious.faces.exports import formats
from veracious.faces.http.authentication import COOKIE
from veracious.faces.web import site
from veracious.rules import dials as rule_dials
from veracious.rules.seeking import snapshots

Chosen = Callable[[str, int], str]  # the text of a field, for the record or the piece of this number

QUERY_CHARS = 1_500
HEAD = 20  # texts that have room in a title
WAIT_S = 60.0
STANCES = (FOR, FOR, AGAINST, SILENT)
# As many pieces as there are texts are judged, and shown; a record of usual dials shows the best dozen.
DIALS = rule_dials.changed(
    engines.DIALS,
    {"ranking": {"rerank": {"judged_at_most": 100, "top_k": 100, "per_domain_at_most": 5}}, "seeking": {"queries": {"limit": 200}}},
)


class ClosedProvider:
    """A provider of sign-ins that lets nobody in; people can be added for it."""

    title = "Example ID"

    async def address(self, attempt: SignInAttempt) -> str:
        """Nowhere."""
        raise SignInDeclined("nobody comes by it")

    async def identify(self, attempt: SignInAttempt, code: str, issuer: str) -> Identity:
        """Nobody."""
        raise SignInDeclined("nobody comes by it")


@dataclass
class World:
    """A service with one workspace in it, and what there is by name, for the addresses of pages."""

    service: Service
    workspace: str
    token: str  # of the session of an administrator
    csrf: str
    texts: Sequence[str]
    names: dict[str, list[str]] = field(default_factory=dict)

    def addresses(self, template: str) -> Iterator[str]:
        """An address for each of what the world has of the name in braces."""
        name = template.partition("{")[2].partition("}")[0]
        if not name:
            yield template
            return
        for one in self.names[name]:
            yield from self.addresses(template.replace(f"{{{name}}}", one))

    def signed_in(self, rank: Rank = Rank.ADMIN, workspace: str | None = None) -> Browser:
        """A browser of somebody of this role; of the administrator, unless said otherwise."""
        token = self.token if rank is Rank.ADMIN and workspace is None else session(self.service, workspace or self.workspace, rank)
        found = browsing.browser(self.service)
        found.http.cookies.set(COOKIE, token)
        return found


def session(service: Service, workspace: str, rank: Rank, name: str = "Ada") -> str:
    """The token of somebody who has signed in; the workspace and the name may be any text."""
    caller, number = Caller(workspace, f"person:{name}", rank.grant), len(service.inside.access.sessions)
    service.inside.access.people[workspace, name] = rank
    service.inside.access.sessions[f"token-{number}"] = Session(caller, f"csrf-{number}", NOON + timedelta(days=9))
    return f"token-{number}"


@contextmanager
def attacked(chosen: Chosen, count: int, alone: int) -> Iterator[World]:
    """A world with so many texts in each field, for as long as the block lasts; so many of them stand in a claim that has no other, too."""
    texts = [chosen("claim", number) for number in range(count)]
    workspace, person = (_whole(name, chosen, count) for name in ("workspace", "person"))
    with serving(pages=site.install, web=True, public=workspace, identity_provider=ClosedProvider()) as service:
        token = session(service, workspace, Rank.ADMIN, person)
        made = World(service, workspace, token, service.inside.access.sessions[token].csrf, texts)
        made.names |= {"workspace": [_query(workspace)], "text": [_query(" ".join(texts))], "host": [HOST]}
        with _documents(chosen, count):
            _run(made, chosen, count, alone)
        for fill in (_said, _read, _kept, _rated, _collected, _noted, _tabled, _waiting):
            fill(made, chosen, count)
        yield made


def _whole(name: str, chosen: Chosen, count: int) -> str:
    """All texts of a field."""
    return " ".join(chosen(name, number) for number in range(count))


def _query(text: str) -> str:
    """A text as it stands in an address."""
    return quote(text[:QUERY_CHARS], safe="")


def piece(chosen: Chosen, number: int) -> Text:
    """A page that speaks of the claim, with a text of the test in each of its fields."""
    plain = written(number)
    first, rest = plain.text.split(". ", 1)
    said = f"{chosen('quote', number)} The Halvorsund Bridge is 1,420 metres long {chosen('quote', number)} and was opened in June 2025."
    return replace(
        plain,
        domain=chosen("publisher", number),
        title=chosen("title", number),
        byline=chosen("author", number),
        url=chosen("url", number),
        text=f"{first}. {said} {rest.replace(LENGTH[:-1], 'It')}",
        stances=(STANCES[number % len(STANCES)],),
        credibility=0.9,
    )


@contextmanager
def _documents(chosen: Chosen, count: int) -> Iterator[None]:
    """Every run finds the pages of the test, and no others."""
    pieces = tuple(piece(chosen, number) for number in range(count))

    class Found(dict[str, Sequence[Text]]):
        """The same for whatever is claimed; the claim of one text finds the page of that text alone."""

        def get(self, claim: str, default: Any = None) -> Any:
            own = [piece for number, piece in enumerate(pieces) if claim == single(chosen, number)]
            return own or pieces

    with patch.object(engines, "WORLDS", Found()), patch.object(engines, "DIALS", DIALS):
        yield


def single(chosen: Chosen, number: int) -> str:
    """A claim with one text in it."""
    return f"{LENGTH[:-1]} {chosen('claim', number)}.".replace("\0", "")


def _run(world: World, chosen: Chosen, count: int, alone: int) -> None:
    """Claims, one with each text and one with all that it has room for; an article, an answer that is checked, a question."""
    key = world.service.key(Grant.ADMIN, world.workspace)
    with httpx2.Client(base_url=world.service.url, headers={"Authorization": f"Bearer {key}"}, timeout=60) as program:
        many = _filled("claim", chosen, count, 1_800)
        asked: list[tuple[str, str, dict[str, Any]]] = []
        for name, many_of in (("single", alone), ("again", min(alone, 2))):
            asked += [(name, "verifications", {"claim": single(chosen, number)}) for number in range(many_of)]
        asked += [(name, "verifications", {"claim": f"{LENGTH[:-1]} {many}."}) for name in ("verdict", "other", "draft")]
        asked += [("refused", "verifications", {"claim": f"Is it {many}?"})]
        asked += [("public", "verifications", {"claim": LENGTH})]  # which is decided, whatever the texts are
        asked += [("article", "articles", _article(some, HEAD)) for some in _parts(chosen, count)]
        asked += [("check", "checks", _check(chosen, count))]
        asked += [("answer", "answers", {"question": f"How long is the Halvorsund Bridge {many[:1_000]}?"})]
        asked += [("ingest", "documents", {"documents": [{"text": one["text"]} for one in _check(chosen, count)["documents"]]})]
        handed = [(name, kind, _handed_in(program, kind, body)) for name, kind, body in asked]
        for name, kind, job in handed:
            _wait(program, kind, job)
            world.names.setdefault(name, []).append(job)


def _filled(name: str, chosen: Chosen, count: int, most: int) -> str:
    """As many of the texts as fit."""
    found = ""
    for number in range(count):
        text = chosen(name, number).replace("\0", "")
        found = f"{found} {text}" if len(found) + len(text) < most else found
    return found


def _parts(chosen: Chosen, count: int) -> list[Chosen]:
    """The texts in parts that have room in a title."""

    def from_(first: int) -> Chosen:
        return lambda name, number: chosen(name, (first + number) % count)

    return [from_(first) for first in range(0, count, HEAD)]


def _article(chosen: Chosen, count: int) -> dict[str, Any]:
    sentences = (f"The Halvorsund Bridge is 1,{400 + number} metres long {chosen('claim', number)}." for number in range(count))
    head = {name: _filled(name, chosen, count, 900) for name in ("title", "author")}
    address = f"https://{HOST}/{quote(_filled('url', chosen, count, 300))}"
    return {"text": "\n\n".join(sentences).replace("\0", ""), "title": head["title"], "byline": head["author"], "url": address}


def _check(chosen: Chosen, count: int) -> dict[str, Any]:
    def document(number: int) -> dict[str, Any]:
        said = f"The office opens at 9 AM {chosen('quote', number)} and closes at 5 PM. It has {number} doors."
        return {"text": said.replace("\0", ""), "title": chosen("title", number).replace("\0", "")}

    answer = "\n\n".join(f"The office opens at 9 AM {chosen('claim', number)}." for number in range(count))
    question = f"When does it open {_filled('question', chosen, count, 1_500)}?"
    return {"answer": answer.replace("\0", ""), "question": question, "documents": [document(number) for number in range(count)]}


def _handed_in(program: httpx2.Client, kind: str, body: dict[str, Any]) -> str:
    answer = program.post(f"/v1/{kind}", json=body)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def _wait(program: httpx2.Client, kind: str, job: str) -> None:
    until, place = time.monotonic() + WAIT_S, f"/v1/{kind.replace('documents', 'ingests')}/{job}"
    while program.get(place).json()["state"] != "finished":
        assert time.monotonic() < until, job
        time.sleep(0.05)


def _said(world: World, chosen: Chosen, count: int) -> None:
    """Each verdict changed, published and withdrawn by somebody with a name of the test, for its reason; and doubted by readers."""
    log, box = world.service.inside.reviews.logs[world.workspace], world.service.inside.reviews.boxes[world.workspace]
    archive = world.service.inside.engine.archive(world.workspace)

    def say(id: str, *acts: Act, number: int = -1) -> None:
        digest = asyncio.run(archive.fetch(id)).envelope.body
        was: Verdict = Verdict.SUPPORTED
        for place, act in enumerate(acts, 1):
            became = {Act.CHANGED: Verdict.REFUTED, Act.WITHDRAWN: None, Act.RETURNED: None}.get(act, was)
            which = number if number >= 0 else place - 1
            by = _whole("person", chosen, count) if act is Act.RETURNED else chosen("person", which)
            entry = ReviewEntry(id, place, NOON, by, act, digest, was, became, chosen("note", which))
            asyncio.run(log.add(entry))
            was = became or was

    for number, id in enumerate(world.names["single"]):
        say(id, Act.CHANGED, Act.PUBLISHED, Act.WITHDRAWN, number=number)
    say(world.names["verdict"][0], Act.CHANGED)
    say(world.names["public"][0], *(Act.CHANGED,) * (count - 1), Act.PUBLISHED)
    say(world.names["other"][0], Act.RETURNED)
    for number in range(count):
        record = world.names["single"][0] if number % 2 else world.names["public"][0]
        box._kept.append(Feedback(number + 1, record, NOON, chosen("feedback", number)))
    world.names |= {"feedback": ["1"], "published": world.names["public"], "withdrawn": world.names["single"][:3]}


def _read(world: World, chosen: Chosen, count: int) -> None:
    """The texts that quotes stand in, each with a collection and an author of the test."""
    read = world.service.inside.documents.read[world.workspace]
    digests = [snapshots.name(piece(chosen, number).text) for number in range(count)]
    for number, digest in enumerate(digests):
        if digest in read:
            read[digest] = replace(read[digest], collection=chosen("collection", number), language=chosen("language", number))
    world.names["snapshot"] = [one.removeprefix("sha256:") for one in digests if one in read]
    documents = _check(chosen, count)["documents"]
    world.names["in_check"] = [snapshots.name(one["text"]).removeprefix("sha256:") for one in documents]


def _kept(world: World, chosen: Chosen, count: int) -> None:
    """Documents of the workspace, with a title, a name of a file, an author, a publisher and an address of the test."""
    shelf, made = world.service.inside.documents.shelf(world.workspace), list[Incoming]()
    for number in range(count):
        text = f"Number {number}. {chosen('quote', number)}"
        source, title = Source(chosen("publisher", number), 0.5), chosen("title", number)
        page = Snapshot(snapshots.name(text), text, source, chosen("url", number), title, date(2025, 6, 1), byline=chosen("author", number))
        made.append(Incoming(page, chosen("file", number)))

    async def put() -> None:
        await shelf.write(await shelf.ready(made))

    asyncio.run(put())
    world.names["document"] = [one.snapshot.digest.removeprefix("sha256:") for one in made]


def _rated(world: World, chosen: Chosen, count: int) -> None:
    """Sources that somebody with a name of the test has rated, for its reason."""
    ratings = world.service.inside.sources.said._kept.setdefault(world.workspace, {})
    for number in range(count):
        domain, by = f"paper{number}.example", f"person:{chosen('person', number)}"
        ratings[domain] = OwnRating(Source(domain, 0.4, Tier.C), chosen("note", number), by, NOON)
    world.names["rated"] = [f"paper{count - 1}.example"]


def _collected(world: World, chosen: Chosen, count: int) -> None:
    """Generations of collections of any name, and refreshes that failed for any cause."""
    stock, news = world.service.inside.documents.stock, world.service.inside.news
    for number in range(count):
        name, cause = chosen("collection", number), chosen("cause", number)
        stock.volumes[1_000 + number] = Volume(1_000 + number, name, world.workspace, NOON, State.RETIRED)
        run = RefreshRun(f"r{number}", "current_affairs", RefreshState.FAILED, NOON, NOON, NOON, reason=cause, cause=cause)
        news.runs.append(run)
        news.aged.append(CollectionAge(name, NOON, 60, 3, run, run))
    world.names["generation"] = ["1000"]


def _noted(world: World, chosen: Chosen, count: int) -> None:
    """Changes of who may do what, by anybody, of anything."""
    said = ("person", "action", "publisher", "title", "note")
    told = [[chosen(name, number) for name in said] for number in range(count)]
    made = [Change(number + 1, NOON, f"person:{one[0]}", *one[1:]) for number, one in enumerate(told)]
    world.service.inside.audit.changes += [(world.workspace, one) for one in made]
    key = world.service.inside.access.create_key
    world.names["key"] = [asyncio.run(key(world.workspace, chosen("key", number), Grant.READ))[0].id for number in range(count)]


def _tabled(world: World, chosen: Chosen, count: int) -> None:
    """A table of claims that waits to be handed in, and one whose rows have ended; some of its rows were refused."""
    held = world.service.inside.batches(world.workspace)
    jobs = [*world.names["public"], *world.names["draft"], *world.names["refused"]]

    def row(number: int) -> BatchRow:
        refused = chosen("cause", number) if number % 2 else ""
        return BatchRow(2 + number, chosen("claim", number), None, chosen("note", number), chosen("key", number), refused)

    rows = [row(number) for number in range(count)]
    by = f"person:{chosen('person', 0)}"
    for name, begun in (("batch", None), ("begun", NOON)):
        made = Batch(f"{len(world.names):024x}", chosen("file", 0), NOON, by, ("documents",), begun_at=begun, begun_by=by if begun else "")
        asyncio.run(held.put(made, rows))
        world.names[name] = [made.id]
    for one, job in zip([one for one in rows if not one.refused], jobs, strict=False):
        asyncio.run(held.bind(world.names["begun"][0], one.number, job))


def _waiting(world: World, chosen: Chosen, count: int) -> None:
    """Runs that nobody has begun, with steps that say anything; and one that was cancelled before."""
    desk, many = world.service.inside.desk, _filled("claim", chosen, count, 1_800)
    desk.held = True
    key = world.service.key(Grant.ADMIN, world.workspace)
    with httpx2.Client(base_url=world.service.url, headers={"Authorization": f"Bearer {key}"}, timeout=60) as program:
        world.names["cancelled"] = [_handed_in(program, "verifications", {"claim": f"{LENGTH[:-1]} {many}."})]
        program.delete(f"/v1/verifications/{world.names['cancelled'][0]}")
        _wait(program, "verifications", world.names["cancelled"][0])
        _cancelled_table(world, chosen, count)
        world.names["running"] = [_handed_in(program, "verifications", {"claim": f"{LENGTH[:-1]} {many}."})]
        world.names["running_article"] = [_handed_in(program, "articles", _article(chosen, min(count, HEAD)))]
        world.names["running_check"] = [_handed_in(program, "checks", _check(chosen, count))]
        for number in range(min(count, 12)):  # what the first page lists
            _handed_in(program, "verifications", {"claim": single(chosen, number)})
    step = cycle(step_words.WORDS)
    for id in (*world.names["running"], *world.names["public"]):
        told = desk.told[id]
        told += [JobEvent(len(told) + 1 + n, kind, chosen("step", n), NOON) for n, kind in zip(range(count), step, strict=False)]
    world.names["file"] = [*(one.file for one in formats.FORMATS.values()), formats.CLAIM_REVIEW]


def _cancelled_table(world: World, chosen: Chosen, count: int) -> None:
    """A table whose only row was cancelled, and may be handed in again."""
    held = world.service.inside.batches(world.workspace)
    made = Batch(
        f"{len(world.names):024x}", chosen("file", count - 1), NOON, "person:Ada", ("documents",), begun_at=NOON, begun_by="person:Ada"
    )
    asyncio.run(held.put(made, [BatchRow(2, single(chosen, 0))]))
    asyncio.run(held.bind(made.id, 2, world.names["cancelled"][0]))
    world.names["cancelled_table"] = [made.id]


def stranger(world: World) -> Browser:
    """A browser that nobody has signed in with."""
    found = browsing.browser(world.service)
    found.http.headers.update(READS)
    return found
