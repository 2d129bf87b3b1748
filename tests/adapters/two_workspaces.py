"""Two workspaces that hold the same sort of things about the same things, and a way to put any statement to either."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import psycopg

from tests.adapters.statement_cases import ACCESS, AT, CASES, URL, Held
from tests.contracts.samples import PAGES
from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import rows, statements
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.blobs import PostgresBlobs
from veracious.adapters.postgres.collections import PostgresCollections
from veracious.adapters.postgres.database import Database, Transaction
from veracious.adapters.postgres.erasure import PostgresErasure
from veracious.adapters.postgres.overrides import PostgresOverrides
from veracious.adapters.postgres.pages import PostgresPages
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf, _key
from veracious.adapters.postgres.store import Store
from veracious.adapters.postgres.tape import PostgresTape
from veracious.domain.evidence import Passage, Snapshot, Source, Triple
from veracious.domain.record import Body, Envelope, Record, Taped
from veracious.domain.store import Incoming
from veracious.rules import digest
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon

NAMES = ("alpha", "beta")
TABLES = ("generation", "document", "passage", "posting", "frequency", "tally", "triple")  # shared rows have no workspace
OWN_TABLES = (
    "page",
    "page_claim",
    "source_override",
    "blob",
    "tape",
    "record",
    "chain",
    "api_key",
    "person",
    "identity",
    "session",
    "provider_key",
    "rate",
    "allowance",
    "job",
    "job_event",
    "idempotency",
    "handed_in",
    "kept_text",
    "audit_entry",
    "webhook",
    "delivery",
    "review_entry",
    "feedback",
    "record_line",
    "record_term",
    "record_unlisted",
    "batch",
    "batch_row",
)
CHANGING = frozenset({"score", "likeness", "told_score", "near_rank", "told_rank", "hop"})  # what depends on who asks, not on what is found


class Undone(Exception):
    """The end of a transaction that is to leave nothing."""


def page(mark: str, collection: str = "documents") -> Snapshot:
    """A page that says the same as everybody's, and whose it is."""
    text = f"Paris is the capital of France, says {mark}."
    whose = Source(f"{mark}.example", 0.5)
    name = digest.of_bytes(text.encode(), "snapshot")
    return replace(PAGES[0].snapshot, text=text, digest=name, collection=collection, source=whose, published=AT.date())


def facts(passage: Passage) -> Sequence[Triple]:
    return [Triple("Paris", "is the capital of", "France", passage)]


@dataclass(frozen=True)
class TwoWorkspaces:
    """Two workspaces that hold the same sort of things about the same things, and what is shared."""

    addresses: Addresses
    database: Database
    lexicon: Lexicon

    def build(self) -> None:
        """Fill both, and what is shared."""
        for name in NAMES:
            asyncio.run(self.fill(name))
        asyncio.run(self.share())

    @contextmanager
    def standing(self, number: int | None) -> Iterator[Transaction]:
        """A transaction of the pool that stands where it is told, or nowhere; what fails is the server's own error."""
        with self.database._pool.connection() as connection, connection.transaction():
            if number is not None:
                connection.execute(statements.all()["stand"], {"workspace": str(number)})
            yield Transaction(connection, 0)

    async def fill(self, name: str) -> None:
        """Documents live, retired and being built, a claim, a word on sources, a time to keep."""
        store = Store(self.database, WordEmbedder(self.lexicon, WIDTH), self.lexicon, workspace=name, model="words")
        shelf, collections, pages = PostgresShelf(store, facts), PostgresCollections(store), PostgresPages(store)
        own = [Incoming(page(name), f"{name}.txt", f"file:{name}"), Incoming(PAGES[0].snapshot, "same.txt", "file:same")]
        made = 0
        for _ in range(2):
            made = await collections.begin("documents")
            await shelf.write(await shelf.ready(own), made)
            await collections.switch(made)
        await shelf.write(await shelf.ready(own), await collections.begin("documents"))
        with self.database.transaction(name) as tx:
            tx.one("reembed_begin", generation=made, embedder="words")
        await pages.see([URL], f"search of {name}", f"claim of {name}", AT)
        await PostgresOverrides(self.database).put(name, [Source("same.example", len(name) / 10), Source(f"{name}.example", 0.9)])
        await PostgresErasure(store).keep(7 if name == "alpha" else 9)
        await self.note(store)
        with self.database.transaction(name) as tx:
            for statement, asked in ACCESS:
                tx.tell(statement, **asked(self.held(name)))

    async def note(self, store: Store) -> None:
        """A record with its tape, and a blob that is on none."""
        blobs, name = PostgresBlobs(store), f"run of {store.workspace}"
        tape = PostgresTape(store, name)
        await blobs.put(f"loose of {store.workspace}".encode())
        await tape.commit(Taped("judge", "same", await blobs.put(f"answer to {store.workspace}".encode())))
        body = Body('{"text":"Paris is the capital of France."}', "dials", (), tuple(await tape.entries()), "{}")
        for one in (name, f"old of {store.workspace}"):
            await PostgresArchive(store).keep(Record(body, Envelope(one, store.workspace, AT, AT, digest.of(body, "body"), None)))
        with psycopg.connect(self.addresses.owner) as owner:  # the second is as records were before there were lines of them
            old = (f"old of {store.workspace}",)
            owner.execute("delete from veracious.record_line where record = %s", old)
            owner.execute("insert into veracious.record_unlisted select workspace, id from veracious.record where id = %s", old)

    async def share(self) -> None:
        store = Store(self.database, WordEmbedder(self.lexicon, WIDTH), self.lexicon, workspace="nobody", model="words")
        shelf = PostgresShelf(store, facts)
        await shelf.write(await shelf.ready([Incoming(page("everybody", "static"), "shared.txt", "file:same")]))

    def held(self, name: str) -> Held:
        """What a workspace has, as the owner sees it."""
        with psycopg.connect(self.addresses.owner) as owner:
            number = self._value(owner, "select id from veracious.workspace where name = %s", name)
            live = self._value(owner, "select id from veracious.generation where workspace = %s and state = 'live'", number)
            old = self._value(owner, "select id from veracious.generation where workspace = %s and state = 'retired'", number)
            wanted = "select id from veracious.document where generation = %s and name = %s"
            document = self._value(owner, wanted, live, f"{name}.txt")
            passage = self._value(owner, "select id from veracious.passage where document = %s", document)
        terms = [rows.term(word) for word in dict.fromkeys(words.terms(f"Paris capital France {name}", self.lexicon))]
        return Held(number, name, live, old, document, passage, _key(page(name)), page(name).digest, terms)

    def print_of(self, number: int) -> list[tuple[int, str | None]]:
        """Every row of a workspace, as the owner sees it: for each table, how many there are and one mark of them all."""
        with psycopg.connect(self.addresses.owner) as owner:
            columns = [(table, "workspace") for table in (*TABLES, *OWN_TABLES)] + [("workspace", "id")]
            marked = "select count(*), md5(string_agg(t::text, '|' order by t::text)) from veracious.{} t where {} = {}"
            asked = [marked.format(table, column, number) for table, column in columns]
            return [owner.execute(text.encode()).fetchone() or (0, None) for text in asked]

    @staticmethod
    def _value(owner: psycopg.Connection, text: str, *values: object) -> Any:
        found = owner.execute(text.encode(), values).fetchall()
        assert len(found) == 1, (text, values, found)
        return found[0][0]


def drive(tx: Transaction, name: str, aim: Held, **instead: Any) -> tuple[list[dict[str, Any]], int]:
    """Run a statement that is aimed at a workspace; its rows, and how many it touched."""
    case = CASES[name]
    if case.first is not None:
        tx.copy(case.first[0], [case.first[1](aim)])
        if case.first[0] == name:
            return [], 0
    done = tx.connection.execute(statements.all()[name].replace("{table}", "veracious.page").encode(), (case.asked(aim) | instead) or None)
    return ([dict(row) for row in done.fetchall()] if done.description else []), done.rowcount


def seen(tx: Transaction, name: str, aim: Held) -> set[tuple[tuple[str, str], ...]]:
    """The rows a statement gives, without what differs from reader to reader."""
    found, _ = drive(tx, name, aim)
    return {tuple((column, repr(value)) for column, value in row.items() if column not in CHANGING) for row in found}


def undo(world: TwoWorkspaces, name: str, aim: Held) -> int:
    """How many rows a statement touches in the workspace it is aimed at; taken back again."""
    touched = 0
    with suppress(Undone), world.database.transaction(aim.name) as tx:
        touched = drive(tx, name, aim)[1]
        raise Undone
    return touched
