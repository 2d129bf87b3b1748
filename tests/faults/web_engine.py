"""An engine with the open web in a process of its own: claims go in by lines, and how each run ended comes out by lines.

Beside what a run tells, a line says how long it took, by how much the process grew meanwhile, and whom it connected to. The internet that
it asks is in the process that started it, and is not counted. `python -m tests.faults.web_engine replay` is the other way round: names of
records go in, and they are run again with nothing but the store; a socket to anything else is an error.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from functools import cache
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any

from tests.internet import AS_OF, CREDIBILITY, KEYS, Internet
from veracious import app, wiring
from veracious.adapters.memory.pages import MemoryPages
from veracious.adapters.memory.stock import MemoryStock
from veracious.adapters.web.http_client import PublicHttpClient
from veracious.adapters.web.memory import PageMemory
from veracious.domain.archive import Replayed
from veracious.domain.budget import Limits
from veracious.domain.evidence import Source
from veracious.domain.store import Scope
from veracious.flow.run import Engine
from veracious.flow.verify import Verified
from veracious.rules import digest

ROOT = Path(__file__).parents[2]
NETWORK = "LOOPBACK_NETWORK"
PATIENCE_S = 600.0  # with one run, on a busy machine
KILO = 1024
NANO = 10**9
OFTEN_S = 0.05
# Whom the settings name, and what the loopback internet calls them.
CALLED: Mapping[str, str] = {name: name for name in ("searxng", "tavily", "brave", "factcheck")} | {"wikipedia": "mediawiki"}
SEARCHES = ("searxng", "tavily", "brave", "wikipedia")
REVIEWS = {"VERACIOUS_FACTCHECK_KEY": KEYS["factcheck"]}  # with it published reviews are looked up


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim, the searches that may be asked, and the limits of the run."""

    text: str
    search: str
    seconds: float | None = None
    pages: int | None = None
    as_of: date = AS_OF
    workspace: str = ""  # of the store; empty: the engine holds nothing, and keeps in memory what it reads
    fresh: bool = True  # nothing is known of providers and hosts from the runs before
    more: Mapping[str, str] = field(default_factory=dict)  # settings

    def line(self) -> str:
        """The same as JSON."""
        return json.dumps({**asdict(self), "as_of": self.as_of.isoformat()})


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended, and what it took."""

    outcome: str
    verdict: str | None
    stop: str
    told: str  # everything that is said of what went wrong
    reviews: int
    record: str  # its name
    body: str  # its digest
    size: int  # bytes of its canonical form
    ports: tuple[str, ...]  # on its tape
    seconds: float  # until nothing of it was left to wait for
    starved: float  # of these, as far as is known, seconds in which the machine had no time for it
    grown: int  # bytes, at the most
    connected: tuple[str, ...]  # whom, with their ports; and names that the machine was asked for


@dataclass(frozen=True, slots=True)
class Again:
    """A record that was run again."""

    record: str
    body: str
    size: int
    answers: int
    tried: tuple[str, ...]  # whom it tried to connect to


class Apart:
    """The process, as the one who started it sees it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def run(self, asked: Asked) -> Ended:
        """A claim from the asking to the end."""
        return Ended(**self._answer(asked.line()))

    def replay(self, record: str) -> Again:
        """A record run again."""
        return Again(**self._answer(json.dumps(record)))

    def _answer(self, line: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        late = threading.Timer(PATIENCE_S, self._process.kill)
        late.start()
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            told = self._process.stdout.readline()
        finally:
            late.cancel()
        assert told, f"the process has ended, or was ended after {PATIENCE_S:g} seconds"
        return {name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(told).items()}


@contextmanager
def apart(home: Path, settings: Mapping[str, str], *arguments: str) -> Iterator[Apart]:
    """The process with these settings and none of the user's, for as long as the block lasts."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("VERACIOUS_", "DATABASE_URL"))}
    own = {"VERACIOUS_HOME": str(home), "VERACIOUS_THREADS": "1", "DATABASE_URL": f"postgresql://nobody@/nothing?host={home}"}
    command = [sys.executable, "-m", "tests.faults.web_engine", *arguments]
    process = subprocess.Popen(command, env={**kept, **own, **settings}, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield Apart(process)
    finally:
        process.communicate(timeout=PATIENCE_S)


def settings_of(internet: Internet) -> dict[str, str]:
    """Where each provider of an internet is, and the keys of the searches."""
    places = {f"VERACIOUS_{name.upper()}": internet.providers[called] for name, called in CALLED.items()}
    keys = {f"VERACIOUS_{name.upper()}_KEY": KEYS[name] for name in SEARCHES if name in KEYS}
    return {**places, **keys, "VERACIOUS_PAUSE": "0", NETWORK: str(internet.network)}


# What follows is done in the process itself.


def memory_bytes(name: str) -> int:
    """What this process holds now (`VmRSS`), or held at the most (`VmHWM`)."""
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines())
    return int(lines[name].split()[0]) * KILO


class Queue:
    """How long the threads of this process, and of the one that reads pages for it, were ready to run and did not, all together.

    What a thread waited is forgotten when it ends; so everybody is asked again and again.
    """

    def __enter__(self) -> "Queue":
        self._waited: dict[str, int] = {}
        self._before = self._sum()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def seconds(self) -> float:
        """Seconds of waiting since it began."""
        return (self._sum() - self._before) / NANO

    def _ask(self) -> None:
        while not self._ended.wait(OFTEN_S):
            self._sum()

    def _sum(self) -> int:
        pids = ("self", *(str(one) for one in (wiring._page_files().sandbox.pid,) if one))
        for place in (one for pid in pids for one in Path(f"/proc/{pid}/task").glob("*/schedstat")):
            with suppress(OSError):  # it has ended meanwhile
                self._waited[str(place)] = int(place.read_text("ascii").split()[1])
        return sum(self._waited.values())


def _outside() -> PublicHttpClient:
    """The way out to the internet of the one who started us, and to nothing else."""
    names = Internet()  # that is never opened: it says where each site is
    names.network = IPv4Network(os.environ[NETWORK])
    return PublicHttpClient(resolve=names.resolve, opened=(names.network,))


def stay_inside() -> None:
    """From now on this process asks that internet and nobody else, and holds its sites for as credible as they are there."""
    way = _outside()
    wiring.http_client = cache(lambda: way)
    rated = {name: Source(name, sure) for name, sure in CREDIBILITY.items()}

    async def known(workspace: str) -> dict[str, Source]:
        return rated

    wiring.rated_by = known


async def _engine(workspace: str) -> Engine:
    """The engine over the store, or one that holds nothing."""
    rated = {name: Source(name, sure) for name, sure in CREDIBILITY.items()}
    if workspace:
        return wiring.with_web(wiring.over_store(Scope(), workspace), rated)
    engine = wiring.with_web(await wiring.in_memory([]), rated)
    remembered = PageMemory(MemoryPages(MemoryStock()), wiring.clock(), engine.dials.seeking.remembered)
    return replace(engine, tools=replace(engine.tools, remembered=remembered))


async def _run(asked: Mapping[str, Any]) -> Verified:
    engine = await _engine(asked["workspace"])
    limits = Limits(max_seconds=asked["seconds"], max_pages=asked["pages"])
    return await app.claims.verify(engine, asked["text"], date.fromisoformat(asked["as_of"]), limits)


def _told(found: Verified) -> dict[str, Any]:
    report, record = found.report, found.record
    degraded = report.judged.degraded if report.judged else ()
    return {
        "outcome": report.outcome,
        "verdict": report.verdict,
        "stop": report.stop,
        "told": "; ".join((*degraded, report.cause)),
        "reviews": len(report.reviews),
        "record": record.envelope.id,
        "body": record.envelope.body,
        "size": len(digest.canonical(record.body)),
        "ports": sorted({one.port for one in record.body.tape}),
    }


def check(asked: Mapping[str, Any], connected: list[str]) -> dict[str, Any]:
    """A claim checked and timed."""
    if asked["fresh"]:
        for known in (wiring.providers, wiring.reviewers, wiring._robots):
            known.cache_clear()
    connected.clear()
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # what it held at the most is from now on what it holds now
    before, began = memory_bytes("VmRSS"), time.monotonic()
    with Queue() as queue:
        found = asyncio.run(_run(asked))
    took = {"seconds": time.monotonic() - began, "starved": queue.seconds, "grown": memory_bytes("VmHWM") - before}
    return {**_told(found), **took, "connected": sorted(set(connected))}


def again(record: str, tried: list[str]) -> dict[str, Any]:
    """A record run again, by its name and workspace."""
    workspace, _, name = record.partition(" ")
    found: Replayed = asyncio.run(app.records.replay(name, workspace))
    return asdict(Again(found.record, found.body, found.size, found.answers, tuple(tried)))


def watch(note: Callable[[str], None]) -> None:
    """Hear of every connection that Python makes, from now on. The store is reached by a library of its own, which is not heard."""

    def heard(event: str, given: tuple[Any, ...]) -> None:
        if event == "socket.connect" and isinstance(given[1], tuple):
            note(":".join(map(str, given[1][:2])))
        elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
            note(f"{event} {given[0]}")

    sys.addaudithook(heard)


class Closed(Exception):
    """A socket was to be opened where none may be."""


def checks() -> None:
    """Check a claim for each line."""
    connected: list[str] = []
    watch(connected.append)
    started, way = dict(os.environ), _outside()
    wiring.http_client = cache(lambda: way)
    for line in sys.stdin:
        asked = json.loads(line)
        os.environ.clear()
        os.environ.update({**started, **asked["more"], "VERACIOUS_SEARCH": asked["search"]})
        print(json.dumps(check(asked, connected)), flush=True)


def replays() -> None:
    """Run a record again for each line, with no network."""
    tried: list[str] = []

    def refuse(whom: str) -> None:
        tried.append(whom)
        raise Closed(whom)

    watch(refuse)
    try:
        socket.create_connection(("127.0.0.1", 9)).close()
    except Closed:
        tried.clear()
    else:
        raise AssertionError("a socket could be opened")
    for line in sys.stdin:
        print(json.dumps(again(json.loads(line), tried)), flush=True)


if __name__ == "__main__":
    replays() if sys.argv[1:] == ["replay"] else checks()
