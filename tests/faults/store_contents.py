"""What a store holds of a workspace, read row by row past the application: every document whole, or something is wrong."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import dict_row

from tests.faults.corpus import Stored, Whole
from veracious.adapters.postgres import rows

TABLES = ("document", "passage", "posting", "frequency", "tally", "triple")
_OF = "from veracious.{table} where workspace = (select id from veracious.workspace where name = %(workspace)s)"


@dataclass(frozen=True, slots=True)
class Held:
    """The documents of a workspace, how many rows each table has, and what its counts say."""

    documents: tuple[Whole, ...]
    rows: Mapping[str, int]
    frequencies: Mapping[int, int]
    tally: tuple[int, int, int]

    def by_name(self) -> Mapping[str, Whole]:
        """The documents by name; two of one name are an error."""
        named = {one.name: one for one in self.documents}
        assert len(named) == len(self.documents), "a document stands twice"
        return named


def look(owner_url: str, workspace: str) -> Held:
    """Everything in one snapshot of the database, so that nothing moves while it is looked at."""
    with psycopg.connect(owner_url, row_factory=dict_row) as connection:
        connection.execute("set transaction isolation level repeatable read")
        return read(connection, workspace)


def read(connection: psycopg.Connection[dict[str, Any]], workspace: str) -> Held:
    """The same on an open connection."""
    found = {table: _all(connection, table, workspace) for table in TABLES}
    tally = tuple(sum(row[column] for row in found["tally"]) for column in ("documents", "passages", "words"))
    frequencies: Counter[int] = Counter()
    for row in found["frequency"]:
        frequencies[row["term"]] += row["holding"]
    counts = {term: holding for term, holding in frequencies.items() if holding}
    return Held(_documents(found), {name: len(rows) for name, rows in found.items()}, counts, (tally[0], tally[1], tally[2]))


def vectors(owner_url: str, workspace: str) -> Mapping[str, list[float]]:
    """The vectors of a workspace's passages, by the names of their evidence."""
    with psycopg.connect(owner_url) as connection:
        asked = f"select evidence, vector::text {_OF.format(table='passage')}"
        found = connection.execute(asked.encode(), {"workspace": workspace}).fetchall()
    return {bytes(name).hex(): json.loads(said) for name, said in found}


def verify(held: Held, wanted: Mapping[str, Whole]) -> int:
    """How many documents there are; each is what the rules make of its file, and the counts are those of the rows that are there."""
    for name, document in held.by_name().items():
        assert document == wanted[name]
    pieces = [piece for document in held.documents for piece in document.passages]
    counted = Counter(term for piece in pieces for term, _, _ in piece.postings)
    assert held.frequencies == dict(counted)
    assert held.tally == (len(held.documents), len(pieces), sum(piece.words for piece in pieces))
    # As many rows as the documents have parts: nothing stands twice, and nothing belongs to a document that is not there.
    assert held.rows["passage"] == len(pieces)
    assert held.rows["posting"] == sum(len(piece.postings) for piece in pieces)
    assert held.rows["triple"] == sum(len(piece.triples) for piece in pieces)
    return len(held.documents)


def _all(connection: psycopg.Connection[dict[str, Any]], table: str, workspace: str) -> list[dict[str, Any]]:
    columns = "*, l2_norm(vector) as norm" if table == "passage" else "*"
    return connection.execute(f"select {columns} {_OF.format(table=table)}".encode(), {"workspace": workspace}).fetchall()


def _documents(found: Mapping[str, list[dict[str, Any]]]) -> tuple[Whole, ...]:
    postings: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for row in found["posting"]:
        postings[row["passage"]].append((row["term"], row["times"], row["length"]))
    triples: dict[int, list[tuple[str, str, str]]] = defaultdict(list)
    for row in found["triple"]:
        triples[row["passage"]].append((row["subject"], row["relation"], row["object"]))
    passages: dict[int, list[Stored]] = defaultdict(list)
    for row in sorted(found["passage"], key=lambda row: int(row["id"])):
        assert abs(row["norm"] - 1) < 1e-2, "a passage without its vector"
        passages[row["document"]].append(
            Stored(
                row["start_at"],
                row["end_at"],
                row["text"],
                bytes(row["evidence"]).hex(),
                row["words"],
                frozenset(postings[row["id"]]),
                frozenset(triples[row["id"]]),
            )
        )
    return tuple(
        Whole(
            name=row["name"],
            file_hash=row["file_hash"],
            digest=row["digest"],
            text=rows.unpack(row["text_packed"]),
            url=row["url"],
            title=row["title"],
            domain=row["domain"],
            published=row["published"],
            passages=tuple(passages[row["id"]]),
        )
        for row in found["document"]
    )
