"""An ingest that is killed, or whose server falls over, leaves every document whole or absent; begun again, it ends with all of them."""

import asyncio
import os
import random
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import dict_row

from tests.faults import corpus, private_store, store_contents
from tests.faults.private_store import CONNECTED, DOCUMENTS, WRITING, PrivateStore
from veracious import wiring
from veracious.adapters.postgres import migrate, server
from veracious.rules.seeking import passages

_NUMBERS = count(1)
Seen = list[tuple[bool, int]]


def made(folder: Path, files: int, lines: int) -> Iterator[PrivateStore]:
    """A home with a running server that has the schema."""
    corpus.write(folder / "documents", files, lines)
    home = PrivateStore(folder, dict(corpus.expected(folder / "documents")))
    migrate.run(server.start(home.store).owner)
    yield home
    server.stop(home.store)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateStore]:
    """Few documents, for the quick run."""
    yield from made(tmp_path_factory.mktemp("few"), 12, 4)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateStore]:
    """As many as take several batches."""
    yield from made(tmp_path_factory.mktemp("many"), 120, 40)


def complete(home: PrivateStore, workspace: str) -> float:
    """Begin again, to the end: all documents are there, once. How long it took."""
    ended = home.ingest(workspace)
    assert (ended.code, ended.error) == (0, "")
    held = store_contents.look(home.owner, workspace)
    assert store_contents.verify(held, home.wanted) == len(home.wanted)
    assert set(held.by_name()) == set(home.wanted)
    return ended.seconds


def strike(home: PrivateStore, workspace: str, wait: Callable[[psycopg.Connection, "subprocess.Popen[str]"], None]) -> bool | None:
    """Kill an ingest after a wait; whether a document was being written, none when the ingest had ended before."""
    with home.begin(workspace) as process, psycopg.connect(home.owner, autocommit=True) as watcher:
        wait(watcher, process)
        busy = private_store.count(watcher, WRITING) > 0
        was_killed = private_store.kill(process)
        assert private_store.wait_until(lambda: private_store.count(watcher, CONNECTED) == 0), (
            "the server goes on with what nobody asks for"
        )
    return busy if was_killed else None


def written(watcher: psycopg.Connection, process: "subprocess.Popen[str]", more: int) -> None:
    """Wait until so many more documents are there and another is being written; or until the ingest ends."""
    there = private_store.count(watcher, DOCUMENTS)
    private_store.wait_until(
        lambda: (
            process.poll() is not None
            or (private_store.count(watcher, DOCUMENTS) >= there + more and private_store.count(watcher, WRITING) > 0)
        )
    )


def suffer(home: PrivateStore, kills: int, each: int, seconds: tuple[float, float] | None) -> tuple[Seen, str]:
    """Kill so many times and begin again each time; for each kill, whether a document was being written, and how many were there then.

    With the seconds that an ingest of all and of nothing takes, every other kill comes at a random moment of its life; the others come
    while a random document is being written. After so many kills in a workspace it comes to its end, and another begins; the last of
    them is given too.
    """
    chance = random.Random(20)
    seen: Seen = []
    workspace = ""
    while len(seen) < kills:
        workspace, there = f"w{next(_NUMBERS)}", 0
        for _ in range(each):
            left = len(home.wanted) - there
            if seconds is not None and len(seen) % 2 == 0:
                moment = chance.uniform(0, seconds[1] + (seconds[0] - seconds[1]) * left / len(home.wanted))
                busy = strike(home, workspace, lambda *_, moment=moment: time.sleep(moment))
            else:
                busy = strike(home, workspace, partial(written, more=chance.randrange(max(1, left * 2 // 3))))
            there = store_contents.verify(store_contents.look(home.owner, workspace), home.wanted)
            seen += [] if busy is None else [(busy, there)]
            if there == len(home.wanted) or len(seen) == kills:
                break
        complete(home, workspace)
    pieces = sum(len(document.passages) for document in home.wanted.values())
    print(f"{len(seen)} kills, {sum(busy for busy, _ in seen)} of them while a document was being written")
    print(f"of {len(home.wanted)} documents with {pieces} passages, whole after each: {', '.join(str(there) for _, there in seen)}")
    return seen, workspace


@pytest.fixture(scope="module")
def suffered(few: PrivateStore) -> tuple[Seen, str]:
    """An ingest of few documents that was killed three times, and went on."""
    return suffer(few, 3, 3, None)


def test_a_killed_ingest_leaves_whole_documents_and_goes_on(suffered: tuple[Seen, str]) -> None:
    seen, _ = suffered
    assert len(seen) == 3
    assert any(busy for busy, _ in seen)


@pytest.mark.long
def test_an_ingest_killed_at_twenty_moments_leaves_whole_documents_and_goes_on(many: PrivateStore) -> None:
    seen, _ = suffer(many, 20, 4, (complete(many, "first"), complete(many, "first")))
    assert len(seen) == 20
    assert sum(busy for busy, _ in seen) >= 8
    assert len({there for _, there in seen}) >= 5, "the moments are spread"


def test_what_came_in_by_pieces_has_the_vectors_of_its_texts(few: PrivateStore, suffered: tuple[Seen, str]) -> None:
    kept = store_contents.vectors(few.owner, suffered[1])
    told = {piece.evidence: passages.search_text(one.title, piece.text) for one in few.wanted.values() for piece in one.passages}
    assert set(kept) == set(told)
    fresh = dict(zip(told, asyncio.run(wiring.embedder().embed(list(told.values()))), strict=True))
    for name, vector in kept.items():
        assert sum(one * other for one, other in zip(vector, fresh[name], strict=True)) > 0.995


LESS = [f"delete from veracious.{table} where ctid in (select ctid {{one}})" for table in store_contents.TABLES]  # noqa: S608
MORE = [f"insert into veracious.{table} select * {{one}}" for table in ("posting", "frequency", "tally")]


@pytest.mark.parametrize(
    ("table", "change"),
    [*zip(store_contents.TABLES, LESS, strict=True), *zip(store_contents.TABLES[2:5], MORE, strict=True)],
    ids=lambda said: said.split()[0],
)
def test_a_row_too_few_or_too_many_would_be_noticed(few: PrivateStore, suffered: tuple[Seen, str], table: str, change: str) -> None:
    _, full = suffered
    one = f"from veracious.{table} where workspace = (select id from veracious.workspace where name = %s) limit 1"  # noqa: S608
    with psycopg.connect(few.owner, row_factory=dict_row) as connection:
        assert store_contents.verify(store_contents.read(connection, full), few.wanted) == len(few.wanted)
        assert connection.execute(change.format(one=one).encode(), (full,)).rowcount == 1
        with pytest.raises(AssertionError):
            store_contents.verify(store_contents.read(connection, full), few.wanted)
        connection.rollback()


def fall_over(home: PrivateStore) -> None:
    """The server is stopped in the midst of everything, as when the power goes, and started again."""
    found = server._server(home.store)  # it knows where the program is, and as whom it must run
    words = [found.bin_path / "pg_ctl", "-w", "-D", home.store, "-l", home.store / "log", "-m", "immediate", "restart"]
    subprocess.run(words, check=True, user=found.system_user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def topple(home: PrivateStore, at: int) -> tuple[bool, int]:
    """Let the server fall over once so many documents are there; whether the ingest went on, and how many were there."""
    workspace = f"w{next(_NUMBERS)}"
    begun = time.monotonic()
    with home.begin(workspace) as process:
        with psycopg.connect(home.owner, autocommit=True) as watcher:
            written(watcher, process, at)
        assert process.poll() is None
        fall_over(home)
        ended = private_store.finish(process, begun)
    if ended.code:
        assert ended.code == 1
        assert ended.error.startswith("The store did not answer. See `veracious db status`")
        assert len(ended.error.splitlines()) == 1
    whole = store_contents.verify(store_contents.look(home.owner, workspace), home.wanted)
    assert whole >= at
    complete(home, workspace)
    return not ended.code, whole


def test_a_server_that_falls_over_leaves_whole_documents(few: PrivateStore) -> None:
    topple(few, 3)


@pytest.mark.long
def test_a_server_that_falls_over_at_five_moments_leaves_whole_documents(many: PrivateStore) -> None:
    chance = random.Random(5)
    for _ in range(5):
        went_on, whole = topple(many, chance.randrange(len(many.wanted) * 3 // 4))
        print(f"the ingest {'went on' if went_on else 'said that the store did not answer'}; {whole} of {len(many.wanted)} documents whole")


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[PrivateStore]:
    """Two documents and no server yet."""
    corpus.write(tmp_path / "documents", 2, 1)
    home = PrivateStore(tmp_path, dict(corpus.expected(tmp_path / "documents")))
    yield home
    server.stop(home.store)


@pytest.mark.long
def test_an_ingest_killed_while_its_server_is_being_made_can_begin_again(empty: PrivateStore) -> None:
    """Nothing of a server is there, a part of it, or all: the next one makes it whole, with the settings that belong to it."""
    chance = random.Random(6)
    seconds = complete(empty, "home")
    for _ in range(6):
        server.stop(empty.store)
        shutil.rmtree(empty.store)
        with empty.begin("home") as process:
            private_store.wait_until(empty.store.exists)
            time.sleep(chance.uniform(0, seconds / 3))
            private_store.kill(process)
        print(f"there when it was killed: {', '.join(sorted(path.name for path in empty.store.glob('*'))[:3])}")
        complete(empty, "home")
        assert (empty.store / "postgresql.conf").read_text("utf-8").count(server.CONFIGURATION) == 1
        assert not [path for path in empty.store.iterdir() if path.name.startswith(("made", "making"))]


def test_a_server_that_was_killed_is_started_although_its_number_is_taken(few: PrivateStore) -> None:
    """After the power went, the number it wrote down is soon another process's, which is not to be taken for it."""
    server.stop(few.store)
    told = (str(os.getpid()), str(few.store), "1700000000", "5432", str(few.store), "", "1 1", "ready")
    (few.store / "postmaster.pid").write_text("\n".join(told) + "\n", "utf-8")
    assert not server.status(few.store).running
    with psycopg.connect(server.start(few.store).app) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
    assert server.status(few.store).pid not in (None, os.getpid())


def test_a_server_that_is_not_ready_is_waited_for(few: PrivateStore) -> None:
    """It reads its log after a fall, and says so in the file in which it says that it runs."""
    few.owner  # noqa: B018 -- it runs
    told = few.store / "postmaster.pid"
    ready = told.read_text("utf-8")
    for early in (ready.replace("ready", "starting"), "".join(ready.splitlines(keepends=True)[:5])):
        told.write_text(early, "utf-8")
        assert server.status(few.store).running
        later = threading.Timer(0.5, lambda: told.write_text(ready, "utf-8"))
        later.start()
        server.start(few.store)
        later.join()
        assert told.read_text("utf-8") == ready
