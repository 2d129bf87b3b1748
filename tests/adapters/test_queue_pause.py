"""Threads of the queue rest while nothing happens, and are there at once when something does."""

import threading
import time
from collections.abc import Callable

import pytest

from veracious.adapters.postgres import queue_pause
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.queue_pause import QueueListener, QueuePause
from veracious.adapters.postgres.server import Addresses

SOON_S = 1.0


class Looking:
    """A thread as the library of the queue has it: it looks, and waits at its event."""

    def __init__(self, busy: bool = False, linger: float = 0.0) -> None:
        self.event, self.looks = threading.Event(), 0
        self.pause = QueuePause(self.event, lambda: busy, linger)
        self.pause.take_place()
        self.thread = threading.Thread(target=self._look, daemon=True)
        self.thread.start()

    def _look(self) -> None:
        while not self.event.wait(timeout=0.02):
            self.looks += 1


def test_it_looks_seldom_while_nothing_happens_and_often_while_something_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_pause, "IDLE_SECONDS", 0.5)
    idle, busy, lingering = Looking(), Looking(busy=True), Looking(linger=60)
    time.sleep(1.2)
    assert 1 <= idle.looks <= 3
    assert busy.looks > 10
    assert lingering.looks > 10
    for one in (idle, busy, lingering):
        one.event.set()
        one.thread.join(SOON_S)
        assert not one.thread.is_alive()


def test_it_looks_at_once_when_it_is_woken_and_ends_at_once() -> None:
    one = Looking()
    time.sleep(0.2)
    before = one.looks
    one.pause._linger = 60.0
    one.pause.wake()
    time.sleep(0.5)
    assert one.looks > before
    resting = Looking()
    time.sleep(0.2)
    began = time.monotonic()
    resting.event.set()
    resting.thread.join(SOON_S)
    assert time.monotonic() - began < SOON_S
    one.event.set()


def test_whoever_listens_is_told_of_what_is_handed_in(new_addresses: Callable[..., Addresses]) -> None:
    own, woken = new_addresses(), threading.Event()
    listener = QueueListener(own.app, lambda what: woken.set())
    database = Database(own.app, 2)
    try:
        assert woken.wait(5)  # it listens, and nobody knows what was missed before
        woken.clear()
        with database.outside() as tx:
            tx.connection.execute("select pg_notify('veracious_queue', 'local')")
        assert woken.wait(5)
    finally:
        listener.close()
        database.close()
