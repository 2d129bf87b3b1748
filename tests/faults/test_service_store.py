"""The service when its database falls over, has hardly any connections, or has no room left: nothing is lost, nothing is broken."""

import asyncio
import os
import pwd
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx2
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.service import Service
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import migrate, server
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.client import Client, Job
from veracious.domain.archive import Audit
from veracious.rules.reading.lexicon import Lexicon

CLAIM = "The Brisa lighthouse is 23 metres tall."
PAGE = {"text": f"{CLAIM} It was built in 1873.", "domain": "harbour.example"}
AGAIN_S = 15.0  # until the API answers again
TOLD_S = 10.0  # in which the status says that the disk is full
ROOM = "80m"
HARDLY = 1024 * 1024  # bytes left when there is hardly any room


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="veracious-", ignore_cleanup_errors=True) as place:
        yield Path(place)


@pytest.fixture
def own(folder: Path) -> Iterator[Addresses]:
    """A server of its own, which can be made to fall."""
    found = server.start(folder / "data")
    try:
        migrate.run(found.owner)
        yield found
    finally:
        server.stop(folder / "data")


@contextmanager
def running(own: Addresses, folder: Path, **settings: str) -> Iterator[tuple[Service, Client]]:
    """A service with a document in it."""
    home = folder / "home"
    home.mkdir()
    service = Service(own, home, **settings)
    try:
        service.start("worker")
        service.serve()
        with service.client(service.key("default", "admin")) as client:
            client.put(PAGE)
            yield service, client
    finally:
        service.close()


def fall_over(data: Path) -> None:
    """The server is stopped in the midst of everything, as when the power goes, and started again."""
    found = server._server(data)
    words = [found.bin_path / "pg_ctl", "-w", "-D", data, "-l", data / "log", "-m", "immediate", "restart"]
    subprocess.run(words, check=True, user=found.system_user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def verified(url: str, lexicon: Lexicon) -> Audit:
    database = Database(url, 2)
    try:
        return asyncio.run(PostgresArchive(Store(database, WordEmbedder(lexicon, 384), lexicon)).verify())
    finally:
        database.close()


def finished(client: Client) -> int:
    try:
        found = client._http.get("/v1/verifications", params={"limit": 100}).json()
    except httpx2.TransportError:
        return 0
    return sum(one["state"] == "finished" for one in found.get("jobs", ()))


def test_fifty_jobs_outlive_a_database_that_falls_over(own: Addresses, folder: Path, lexicon: Lexicon) -> None:
    with running(own, folder) as (_, client):
        with ThreadPoolExecutor(10) as pool:
            jobs = list(pool.map(lambda number: client.verify(CLAIM, idempotency_key=f"k{number}"), range(50)))
        while finished(client) < 5:
            time.sleep(0.1)
        fall_over(folder / "data")
        fallen = time.monotonic()
        while client._http.get("/v1/verifications").status_code != 200:
            time.sleep(0.1)
        again = time.monotonic() - fallen
        outcomes = Counter(client.wait(job, 300).outcome for job in jobs)
        found = verified(own.app, lexicon)
    print(f"\nanswers again {again:.1f} s after the fall; {dict(outcomes)}")
    assert again < AGAIN_S
    assert sum(outcomes.values()) == 50
    assert set(outcomes) <= {"completed", "completed_from_cache"}
    assert (found.records, found.links, found.findings) == (50, 50, ())


def test_two_connections_are_enough(own: Addresses, folder: Path) -> None:
    with running(own, folder, VERACIOUS_CONNECTIONS="2") as (_, client):
        with ThreadPoolExecutor(20) as pool:
            jobs = list(pool.map(lambda number: client.verify(CLAIM, idempotency_key=f"k{number}"), range(20)))
        assert {client.wait(job, 300).outcome for job in jobs} <= {"completed", "completed_from_cache"}


@pytest.mark.skipif(os.geteuid() != 0, reason="a file system of its own can only be mounted by root")
def test_a_full_disk_is_told_and_nothing_is_broken_by_it(own: Addresses, folder: Path, lexicon: Lexicon) -> None:
    with small(folder, own) as (place, addresses), running(addresses, folder) as (_, client):
        ballast = place / "ballast"
        free = os.statvfs(place)
        subprocess.run(["fallocate", "-l", str(free.f_bavail * free.f_bsize - HARDLY), ballast], check=True)
        taken, told = list[str](), Counter[int]()
        for number in range(3000):
            answer = client._http.post("/v1/verifications", json={"claim": CLAIM, "priority": number % 100}, timeout=60)
            told[answer.status_code] += 1
            if answer.status_code == 202:
                taken.append(answer.json()["id"])
            else:
                assert answer.headers["content-type"] == "application/problem+json", answer.text
            if told[503] >= 5:
                break
        assert set(told) == {202, 503}, told
        ballast.unlink()
        outcomes = Counter(client.wait(Job(name, "verification", "queued"), 600).outcome for name in taken)
        assert client.wait(client.verify(CLAIM)).outcome in ("completed", "completed_from_cache")
        found = verified(addresses.app, lexicon)
    print(f"\n{told[202]} taken before there was no room, {told[503]} refused; {dict(outcomes)}")
    assert set(outcomes) <= {"completed", "completed_from_cache"}
    assert (found.records, found.findings) == (len(taken) + 1, ())


@pytest.mark.skipif(os.geteuid() != 0, reason="a file system of its own can only be mounted by root")
def test_the_status_says_within_ten_seconds_that_the_disk_is_full(own: Addresses, folder: Path) -> None:
    with small(folder, own) as (place, addresses), running(addresses, folder) as (service, _):
        with service.client(service.key("default", "operator")) as operator:
            assert operator.service_status()["reasons"] == []
            ballast, free = place / "ballast", os.statvfs(place)
            subprocess.run(["fallocate", "-l", str(free.f_bavail * free.f_bsize), ballast], check=True)
            began = time.monotonic()
            while operator.service_status()["reasons"] != ["disk_full"]:
                assert time.monotonic() - began < TOLD_S
                time.sleep(0.2)
            metrics = operator._http.get("/metrics").text
            ballast.unlink()
            while operator.service_status()["status"] != "ok":
                assert time.monotonic() - began < 4 * TOLD_S
                time.sleep(0.2)
        assert 'veracious_degraded{reason="disk_full"} 1.0' in metrics


def test_the_status_says_that_nobody_works_once_the_last_worker_is_gone(own: Addresses, folder: Path) -> None:
    with running(own, folder) as (service, _), service.client(service.key("default", "operator")) as operator:
        assert operator.service_status()["reasons"] == []
        service.stop("worker")
        assert operator.service_status()["reasons"] == ["no_worker"]


@contextmanager
def small(folder: Path, own: Addresses) -> Iterator[tuple[Path, Addresses]]:
    """A database whose tables stand on a disk of their own, with little room."""
    place = folder / "small"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", place], check=False).returncode:
        pytest.skip("a file system cannot be mounted here")
    try:
        inner, user = place / "tables", pwd.getpwnam(server._server(folder / "data").system_user)
        inner.mkdir()
        os.chown(inner, user.pw_uid, user.pw_gid)
        with psycopg.connect(own.owner, autocommit=True) as connection:
            connection.execute(f"create tablespace small location '{inner}'")
            connection.execute("create database small tablespace small")
        made = Addresses(make_conninfo(own.owner, dbname="small"), make_conninfo(own.app, dbname="small"))
        migrate.run(made.owner)
        yield place, made
        with psycopg.connect(own.owner, autocommit=True) as connection:
            connection.execute("drop database small with (force)")
            connection.execute("drop tablespace small")
    finally:
        subprocess.run(["umount", "-l", place], check=True)
