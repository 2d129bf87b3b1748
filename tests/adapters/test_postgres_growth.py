"""How the store grows, on real vectors: minutes to hours, run by `make growth` with the folder that `training.padded` wrote.

What is measured goes to `evals/store/growth.json`; the picture and the page are made of it. The smallest and the largest size are then
measured once more, beside each other, every query at both before the next: what else the machine does is in both alike. A server that
VERACIOUS_GROWTH_DATA names is kept, and sizes that it has reached and `growth.json` has are not measured again.
"""

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import finder, migrate, rows, server, statements
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.finder import HybridFinder, TextFinder, VectorsFinder
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf, Prepared
from veracious.adapters.postgres.store import Store
from veracious.domain.evidence import Passage, Snapshot, Source
from veracious.domain.span import Span
from veracious.domain.store import Incoming, Scope
from veracious.rules import digest
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import passages

pytestmark = pytest.mark.long

FOLDER = Path(os.environ.get("VERACIOUS_GROWTH", "/nonexistent"))
SIZES = tuple(int(one) for one in os.environ.get("VERACIOUS_GROWTH_SIZES", "20000,50000,100000,200000").split(","))
KEPT = os.environ.get("VERACIOUS_GROWTH_DATA", "")
OUT = Path(__file__).parents[2] / "evals/store/growth.json"
OF_A_DOCUMENT = 8  # passages
RARE = "one-in-a-hundred.example"
OWN = Scope(collections=("documents",))
QUERIES = 200
K = 10
ROUNDS = 3


class Corpus:
    """Passages, their vectors as the column keeps them, and which of them the rare publisher has."""

    def __init__(self) -> None:
        self.texts = [json.loads(line) for line in (FOLDER / "passages.jsonl").read_text("utf-8").splitlines()]
        self.vectors = np.load(FOLDER / "passages.npy", mmap_mode="r")
        self.queries = [json.loads(line)["text"] for line in (FOLDER / "queries.jsonl").read_text("utf-8").splitlines()][:QUERIES]
        self.asked = np.load(FOLDER / "queries.npy").astype(np.float32)[:QUERIES]

    def domain(self, document: int) -> str:
        return RARE if document % 100 == 0 else f"publisher-{document % 997}.example"

    def document(self, number: int) -> Prepared:
        """Eight passages as one document, with the vectors they have."""
        first = number * OF_A_DOCUMENT
        chosen = self.texts[first : first + OF_A_DOCUMENT]
        text, spans = "", []
        for one in chosen:
            spans.append(Span(len(text), len(text) + len(one["text"])))
            text += one["text"] + "\n"
        name = digest.of_bytes(f"{number} {text}".encode(), "snapshot")
        snapshot = Snapshot(name, text, Source(self.domain(number)), f"https://{self.domain(number)}/{number}", chosen[0]["title"])
        pieces = tuple(passages.evidence(snapshot, Passage(name, span, span.of(text))) for span in spans)
        vectors = [[float(value) for value in vector] for vector in self.vectors[first : first + len(chosen)]]
        return Prepared(Incoming(snapshot, snapshot.url or "", name), pieces, (), vectors)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    if not (FOLDER / "passages.npy").exists():
        pytest.skip("VERACIOUS_GROWTH names no folder that `python -m training.padded` has filled")
    return Corpus()


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Addresses]:
    """A server of its own, that nothing else has filled."""
    folder = Path(KEPT) if KEPT else tmp_path_factory.mktemp("growth") / "data"
    found = server.start(folder)
    migrate.run(found.owner)
    yield found
    server.stop(folder)


def spread(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {"p50_ms": 1000 * statistics.median(ordered), "p95_ms": 1000 * ordered[int(0.95 * (len(ordered) - 1))]}


def timed(ways: dict[str, Callable[[int], object]], count: int) -> dict[str, list[float]]:
    """Seconds of each way and query, the median of several rounds: a neighbour who is busy for a while is in one round only.

    Every query is asked in every way before the next, so that such a neighbour is in all ways alike.
    """
    found: dict[str, list[list[float]]] = {name: [[] for _ in range(count)] for name in ways}
    for turn in range(ROUNDS):
        for index in range(count):
            for name, do in _turned(ways, turn + index):
                begun = time.perf_counter()
                do(index)
                found[name][index].append(time.perf_counter() - begun)
    return {name: [statistics.median(seconds) for seconds in each] for name, each in found.items()}


def _turned(ways: dict[str, Callable[[int], object]], index: int) -> list[tuple[str, Callable[[int], object]]]:
    """The ways, another one first each time, and every other time backwards: whoever asks second finds what the first has warmed."""
    order = list(ways.items()) if index % 2 else list(ways.items())[::-1]
    return order[index % len(order) :] + order[: index % len(order)]


def exact(corpus: Corpus, size: int, only: np.ndarray | None = None) -> list[set[int]]:
    """The nearest passages of each query, by looking at all of them."""
    places = np.arange(size) if only is None else only
    whole = np.asarray(corpus.vectors[:size], dtype=np.float32)[places]
    return [set(places[np.argsort(-(whole @ one), kind="stable")[:K]].tolist()) for one in corpus.asked]


def recall(store: Store, corpus: Corpus, scope: Scope, wanted: Sequence[set[int]], number: dict[str, int]) -> float:
    found = [
        {number[piece.evidence.id] for piece in VectorsFinder(store, scope).search([float(value) for value in one], K)}
        for one in corpus.asked
    ]
    return float(np.mean([len(a & b) / K for a, b in zip(found, wanted, strict=True)]))


@contextmanager
def bare(address: str, store: Store, corpus: Corpus) -> Iterator[Callable[[int], object]]:
    """The same statements of a hybrid search, by psycopg alone; the parameters are made beforehand."""
    held: dict[int, Any] = {}
    with psycopg.connect(address, row_factory=dict_row, prepare_threshold=None) as connection:
        with store.database.transaction(store.workspace) as tx:
            asked = finder.scoped(store, tx, OWN)
            workspace = tx.workspace
        dials = store.dials.seeking.depth
        tune = {"ef_search": str(max(dials.ef_search, dials.each)), "scan_at_most": str(dials.scan_at_most)}
        weights = {"near_weight": dials.near_weight, "told_weight": dials.told_weight, "rank_offset": dials.rank_offset}
        for index, text in enumerate(corpus.queries):
            vector = rows.vector_text([float(value) for value in corpus.asked[index]])
            held[index] = asked | finder.worded(store, text) | weights | {"vector": vector, "depth": dials.each, "limit": K}

        def ask(index: int) -> object:
            with connection.transaction():
                connection.execute(statements.all()["stand"], {"workspace": str(workspace)})
                connection.execute(statements.all()["live"], {"collections": ["documents"]}).fetchall()
                connection.execute(statements.all()["tune_vectors"], tune).fetchall()
                return connection.execute(statements.all()["find_hybrid"], held[index]).fetchall()

        yield ask


def sizes(address: str) -> dict[str, int]:
    """Bytes of tables and of the vector index."""
    statement = (
        "select c.relname, pg_relation_size(c.oid) from pg_class c "
        "where c.relnamespace = 'veracious'::regnamespace and c.relkind in ('r', 'i') and c.relname ~ '_0(_|$)'"
    )
    with psycopg.connect(address) as connection:
        return {str(name): int(size) for name, size in connection.execute(statement).fetchall()}


def filled(store: Store, corpus: Corpus, start: int, passages_wanted: int) -> int:
    """Write documents until there are so many passages; how many documents there are."""
    shelf, written = PostgresShelf(store, lambda passage: ()), start
    while written * OF_A_DOCUMENT < passages_wanted:
        shelf.place(corpus.document(written))
        written += 1
    with store.database.transaction(store.workspace) as tx:
        generation = tx.rows("live", collections=["documents"])[0]["id"]
        tx.one("fold", generation=generation)
    return written


def held(store: Store) -> int:
    """How many documents the store has."""
    with store.database.transaction(store.workspace) as tx:
        found = tx.connection.execute("select count(*) as many from veracious.document").fetchone()
    return int(found["many"]) if found else 0


def swept(address: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("vacuum analyze")


def ways(store: Store, corpus: Corpus) -> dict[str, Callable[[int], object]]:
    vectors = [[float(value) for value in one] for one in corpus.asked]
    return {
        "vectors": lambda index: VectorsFinder(store, OWN).search(vectors[index], K),
        "text": lambda index: TextFinder(store, OWN).search(corpus.queries[index], K),
        "hybrid": lambda index: HybridFinder(store, OWN).search(corpus.queries[index], vectors[index], K),
    }


def measured(store: Store, corpus: Corpus, number: dict[str, int], count: int, grown: Addresses) -> dict[str, Any]:
    """Recall and times at a size."""
    rare = np.array([place for place in range(count) if (place // OF_A_DOCUMENT) % 100 == 0])
    told: dict[str, Any] = {"passages": count, "bytes": sizes(grown.owner)}
    told["recall@10"] = recall(store, corpus, OWN, exact(corpus, count), number)
    told["recall@10 under 1 %"] = recall(store, corpus, Scope(("documents",), domain=RARE), exact(corpus, count, rare), number)
    with bare(grown.app, store, corpus) as plain:
        told |= {way: spread(seconds) for way, seconds in timed(ways(store, corpus) | {"bare": plain}, len(corpus.queries)).items()}
    return told


def together(large: Store, grown: Addresses, corpus: Corpus, lexicon: Lexicon) -> dict[str, Any]:
    """The smallest size in a database of its own beside the largest, every query at both before the next."""
    name = "smallest"
    with psycopg.connect(grown.owner, autocommit=True) as connection:
        if connection.execute("select from pg_database where datname = %s", [name]).fetchone() is None:
            connection.execute(f"create database {name}")
    addresses = Addresses(make_conninfo(grown.owner, dbname=name), make_conninfo(grown.app, dbname=name))
    with psycopg.connect(addresses.owner, autocommit=True) as connection:
        connection.execute("create extension if not exists vector")
    migrate.run(addresses.owner)
    database = Database(addresses.app)
    small = Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace="growth", model="measured")
    filled(small, corpus, held(small), SIZES[0])
    swept(addresses.owner)
    with bare(addresses.app, small, corpus) as bare_small, bare(grown.app, large, corpus) as bare_large:
        asked = {f"{SIZES[0]} {way}": do for way, do in (ways(small, corpus) | {"bare": bare_small}).items()}
        asked |= {f"{SIZES[-1]} {way}": do for way, do in (ways(large, corpus) | {"bare": bare_large}).items()}
        found = {name: spread(seconds) for name, seconds in timed(asked, len(corpus.queries)).items()}
    database.close()
    return found


def test_growth(corpus: Corpus, grown: Addresses, lexicon: Lexicon) -> None:
    """p95 of a hybrid search at the largest size is at most 4 times that at the smallest, of the vector part twice; recall holds."""
    database = Database(grown.app)
    store = Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace="growth", model="measured")
    real = sum(not one["set"].endswith("+") for one in corpus.texts)
    report: dict[str, Any] = {"passages_of_the_pack": real, "queries": len(corpus.queries), "sizes": []}
    written = held(store)
    known = {one["passages"]: one for one in json.loads(OUT.read_text("utf-8"))["sizes"]} if written and OUT.exists() else {}
    number = {piece.id: n * OF_A_DOCUMENT + place for n in range(written) for place, piece in enumerate(corpus.document(n).evidence)}
    for size in sorted({*SIZES, real}):
        count = -(-size // OF_A_DOCUMENT) * OF_A_DOCUMENT
        if count in known and written * OF_A_DOCUMENT >= count:
            report["sizes"].append(known[count])
            continue
        begun, before = time.perf_counter(), written
        written = filled(store, corpus, written, size)
        took = time.perf_counter() - begun
        for n in range(before, written):
            number |= {piece.id: n * OF_A_DOCUMENT + place for place, piece in enumerate(corpus.document(n).evidence)}
        swept(grown.owner)
        report["sizes"].append(measured(store, corpus, number, count, grown) | {"write_seconds": took})
        _tell(report, report["sizes"][-1])
    report["together"] = together(store, grown, corpus, lexicon)
    _tell(report, report["together"])
    database.close()
    assert all(one["recall@10"] >= 0.98 and one["recall@10 under 1 %"] >= 0.95 for one in report["sizes"])
    first, last = ({way: report["together"][f"{size} {way}"] for way in (*ways(store, corpus), "bare")} for size in (SIZES[0], SIZES[-1]))
    assert last["hybrid"]["p95_ms"] <= 4 * first["hybrid"]["p95_ms"]
    assert last["vectors"]["p95_ms"] <= 2 * first["vectors"]["p95_ms"]
    for one in (first, last):
        assert one["hybrid"]["p50_ms"] <= 1.25 * one["bare"]["p50_ms"]
        assert one["hybrid"]["p95_ms"] <= 1.25 * one["bare"]["p95_ms"]


def _tell(report: dict[str, Any], latest: dict[str, Any]) -> None:
    print(json.dumps({name: value for name, value in latest.items() if name != "bytes"}), flush=True)
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
