"""The embedder is changed: the real commands and the real service go on by words, and embedding anew goes on after a kill."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests import tiny
from tests.faults import private_store
from tests.service import COMMAND, ROOT, Service
from veracious.adapters.postgres import migrate, server
from veracious.adapters.postgres.finder import VECTOR_LENGTH
from veracious.adapters.postgres.server import Addresses
from veracious.client import Client

LINES, KILLS = 480, 2
BUILT = "select count(*) from veracious.document d join veracious.generation g on g.id = d.generation where g.source is not null"
MIXED = """select count(*) from veracious.passage p join veracious.generation g on g.id = p.generation
    where g.state = 'live' and (p.vector is null) = (g.embedder <> '')"""
CLAIM = "Copper conducts electricity."


def models(folder: Path) -> dict[str, str]:
    """Two folders of models that differ in the embedder alone: the second counts each word twice."""
    graph = tiny.EMBEDDER.replace(str(tiny.WIDTH), str(VECTOR_LENGTH))
    for name, version in (("before", "1"), ("after", "2")):
        turned = (
            graph
            if name == "before"
            else graph.replace("vectors = Div(sums, length)", "turned = Div(sums, length)\n  vectors = Neg(turned)")
        )
        tiny.pack(folder / name / "embedder", "embedder", turned, width=VECTOR_LENGTH, version=version)
        for role in ("judge", "relevance"):
            tiny.pack(folder / name / role, role)
    return {name: str(folder / name) for name in ("before", "after")}


@dataclass(frozen=True, slots=True)
class Home:
    """A private store, and commands with the one embedder or the other."""

    folder: Path
    models: dict[str, str]

    def begin(self, which: str, *words: str) -> "subprocess.Popen[str]":
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("VERACIOUS_", "DATABASE_URL"))}
        place = {"VERACIOUS_STORE": str(self.folder / "store"), "VERACIOUS_HOME": str(self.folder), "VERACIOUS_THREADS": "1"}
        environment = {**kept, **place, "VERACIOUS_MODELS": self.models[which], "COLUMNS": "200"}
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", COMMAND, *words], env=environment, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)

    def call(self, which: str, *words: str, code: int = 0) -> str:
        process = self.begin(which, *words)
        out, error = process.communicate(timeout=120)
        assert (process.returncode, error) == (code, ""), (out, error)
        return out

    def told(self, which: str, *words: str, code: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.call(which, *words, "--json", code=code))
        return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    folder = tmp_path_factory.mktemp("home")
    said = [{"text": f"The museum is open on sundays. Copper number {number} conducts electricity."} for number in range(LINES)]
    (folder / "pages.jsonl").write_text("\n".join(map(json.dumps, said)), "utf-8")
    migrate.run(server.start(folder / "store").owner)
    made = Home(folder, models(folder / "models"))
    assert made.told("before", "ingest", str(folder / "pages.jsonl"))["documents"] == LINES
    yield made
    server.stop(folder / "store")


@pytest.mark.long
def test_embedding_anew_goes_on_after_each_kill(home: Home) -> None:
    owner = server.start(home.folder / "store").owner
    (waiting,) = home.told("after", "db", "status")["reembedding"]
    assert (waiting["collection"], waiting["passages"], waiting["embedded"]) == ("documents", LINES, 0)
    assert home.told("before", "db", "status")["reembedding"] == []
    there, kills = 0, 0
    with psycopg.connect(owner, autocommit=True) as watcher:
        for _ in range(KILLS):
            process = home.begin("after", "db", "reembed")
            private_store.wait_until(lambda: process.poll() is not None or private_store.count(watcher, BUILT) > there)  # noqa: B023
            kills += private_store.kill(process)
            found = home.told("after", "find", "copper conducts electricity")
            assert found["by_words_alone"] == ["documents"]
            assert all(one["likeness"] is None and one["words"] for one in found["passages"])
            assert all("likeness" not in one or one["likeness"] for one in home.told("before", "find", "copper")["passages"])
            (half,) = home.told("after", "db", "status")["reembedding"]
            assert there < half["embedded"] < LINES
            there = half["embedded"]
            assert private_store.count(watcher, MIXED) == 0
        assert kills == KILLS
        assert f"documents of default: {there} of {LINES} passages embedded anew" in home.call("after", "db", "status")
        done = home.told("after", "db", "reembed")
        assert (done["outcome"], done["collections"][0]["embedded"], done["waiting"]) == ("reembedded", LINES, [])
        assert private_store.count(watcher, "select count(*) from veracious.generation") == 1
        assert private_store.count(watcher, "select count(*) from veracious.document") == LINES
    found = home.told("after", "find", "copper conducts electricity")
    assert "by_words_alone" not in found
    assert all(one["likeness"] is not None for one in found["passages"] if one["words"] is None) or found["passages"][0]["likeness"]
    assert home.call("after", "db", "reembed") == "Nothing waits: all vectors are of the embedder in use.\n"


@pytest.mark.long
def test_jobs_beside_it_are_degraded_and_do_not_fail(new_addresses: Callable[..., Addresses], tmp_path: Path) -> None:
    """The service with one embedder, then with another: claims, documents and answers, before and after embedding anew."""
    both, own = models(tmp_path / "models"), new_addresses()
    service = Service(own, tmp_path, VERACIOUS_MODELS=both["before"])
    try:
        service.serve()
        service.work("worker")
        key, operator = service.key("ours", "admin"), service.key("ours", "operator")
        with service.client(key) as client:
            client.put({"text": f"{CLAIM} Bread is not copper."})
            assert degraded(client) == []
            for part in ("worker", "api"):
                service.stop(part)
            service.environment["VERACIOUS_MODELS"] = both["after"]
            service.serve()
            service.work("worker")
            assert "vectors_stale" in client.status()["reasons"]
            (told,) = degraded(client)
            assert "veracious db reembed" in told
            assert [one["outcome"] for one in client.put({"text": "The museum of Lyon is open on sundays."})] == ["new"]
            assert client.wait(client.answer("Does copper conduct electricity?")).outcome != "failed"
            with service.client(operator) as watcher:
                (shown,) = watcher.service_status()["reembedding"]
            assert shown == {"collection": "documents", "workspaces": 1, "passages": 2, "embedded": 0}
            code, out, error = service.run("db", "reembed")
            assert (code, out, error) == (0, "2 passages embedded anew, in 1 collection.\n", "")
            assert client.status()["reembedding"] == []
            assert degraded(client) == []
    finally:
        service.close()


def degraded(client: Client) -> list[str]:
    """What a claim that ended well says it had to do without."""
    done = client.wait(client.verify(CLAIM))
    assert done.report is not None, done.told
    assert (done.outcome or "").startswith(("completed", "partial")), done.told
    return list(done.report["degraded"])
