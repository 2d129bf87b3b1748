"""`veracious up` and its private PostgreSQL: killed, it is started again, and everything goes on; one that cannot live is given up."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from tests.service import Service
from veracious import app, wiring
from veracious.adapters.postgres import migrate, server
from veracious.client import Client
from veracious.domain.errors import StoreUnavailable

CLAIM = "The Brisa lighthouse is 23 metres tall."
BACK_SECONDS = 30.0


@pytest.fixture
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Path]]:
    """The whole service on a private server of its own."""
    folder = tmp_path_factory.mktemp("up")
    own = server.start(folder / "store")
    migrate.run(own.owner)
    made = Service(own, folder, VERACIOUS_STORE=str(folder / "store"))
    for name in ("DATABASE_URL", "VERACIOUS_OWNER_URL"):
        del made.environment[name]
    made.start("up", "up", "--port", str(made.port), "--grace", "1")
    try:
        waited_for(made.answers)
        yield made, folder / "store"
    finally:
        made.close()
        server.stop(folder / "store")


def waited_for(said: Callable[[], bool], seconds: float = BACK_SECONDS) -> float:
    """After how long it came true."""
    begun = time.monotonic()
    while not said():
        assert time.monotonic() - begun < seconds
        time.sleep(0.1)
    return time.monotonic() - begun


def killed(store: Path) -> int:
    """The number of the server that is no more."""
    pid = server.status(store).pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def runs_anew(store: Path, before: int) -> bool:
    found = server.status(store)
    return found.running and found.pid not in (None, before)


def ready(service: Service) -> int:
    return httpx2.get(f"{service.url}/ready", timeout=10).status_code


class FallingStore:
    """A private server that falls whenever a test says so."""

    log = Path("log")

    def __init__(self) -> None:
        self.down = False

    def is_down(self) -> bool:
        return self.down

    def revive(self) -> None:
        raise StoreUnavailable


def test_one_that_does_not_live_is_tried_again_later_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, then after 1, 2 and 4 seconds; 8 seconds later it is given up. Falls of more than a minute ago do not count."""
    store = FallingStore()
    monkeypatch.setattr(wiring, "administration", lambda: store)
    private = app.store.PrivateServer()
    assert not private.look(0)
    store.down = True
    tried = [moment for moment in range(100, 115) if private.look(moment)]
    assert tried == [100, 101, 103, 107]
    with pytest.raises(StoreUnavailable, match="fell 5 times within 60 seconds; its log is log"):
        private.look(115)
    other = app.store.PrivateServer()
    assert all(other.look(moment) for moment in range(0, 600, 20))


@pytest.mark.long
def test_a_killed_server_is_started_again_and_jobs_go_on(up: tuple[Service, Path]) -> None:
    service, store = up
    with Client(service.url) as client:
        client.put({"text": f"{CLAIM} It was built in 1873.", "domain": "harbour.example"})
        waiting = [client.verify(CLAIM) for _ in range(3)]
        before, said = killed(store), set[int]()

        def is_back() -> bool:
            said.add(ready(service))
            return runs_anew(store, before) and ready(service) == 200

        print(f"back after {waited_for(is_back):.1f} s, meanwhile {said}")
        assert said <= {200, 503}
        for job in waiting:
            done = client.wait(job)
            assert (done.outcome or "").startswith("completed"), done.told
        done = client.wait(client.verify(CLAIM))
        assert (done.outcome or "").startswith("completed"), done.told
    assert "store_started_again" in service.said("up")
    assert service.stop("up") == 0


@pytest.mark.long
def test_a_server_that_falls_again_and_again_is_given_up_and_its_log_named(up: tuple[Service, Path]) -> None:
    service, store = up
    (store / "postgresql.conf").write_text("no_such_setting = on\n", "utf-8")
    before = killed(store)
    process, log = service.parts.pop("up")
    assert process.wait(120) == 1
    log.close()
    assert not runs_anew(store, before)
    assert f"fell 5 times within 60 seconds; its log is {store / 'log'}" in service.said("up")
    assert not service.answers(), "nothing of it is left"
