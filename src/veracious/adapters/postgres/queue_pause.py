"""When a worker looks into its queues: often while there is something to do, hardly ever while there is not.

The library of the queue looks several times a second, whatever there is. Here it waits between two looks until somebody hands something in,
which the database tells, or until it is time to look once more, should a notification have been missed.
"""

import threading
import time
from collections.abc import Callable

import psycopg

from veracious.adapters.postgres import statements

IDLE_SECONDS = 15.0  # between two looks while nothing happens
LINGER_SECONDS = 3.0  # in which it looks often after something happened: what was told may not be there to be seen yet
AWAY_SECONDS = 2.0  # between two tries of a server that does not answer
MISSED = ""  # what is told when nobody could listen for a while
WEBHOOKS = "webhooks"  # what is notified when a webhook is to be told something, on the channel of the queues
LISTEN_SECONDS = 5.0  # after which the listener looks whether it is to end


class QueuePause:
    """What the threads of the queue wait at, in place of an event that ends them: they rest while nothing happens."""

    def __init__(self, event: threading.Event, is_busy: Callable[[], bool], linger: float = LINGER_SECONDS) -> None:
        self._event, self._wait, self._set = event, event.wait, event.set
        self._is_busy, self._linger = is_busy, linger
        self._happened_at = time.monotonic()
        self._woken = threading.Condition()

    def take_place(self) -> None:
        """Let those who wait at the event wait here from now on."""
        self._event.wait = self.wait  # type: ignore[method-assign]
        self._event.set = self.end  # type: ignore[method-assign]

    def wake(self) -> None:
        """Something was handed in, or has ended."""
        with self._woken:
            self._happened_at = time.monotonic()
            self._woken.notify_all()

    def end(self) -> None:
        """It is over: nobody waits any more."""
        self._set()
        self.wake()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is over, or it is time to look again; whether it is over."""
        if timeout is None or self._is_lively():
            return self._wait(timeout)
        until = time.monotonic() + max(timeout, IDLE_SECONDS)
        with self._woken:
            while not self._event.is_set() and not self._is_lively() and (left := until - time.monotonic()) > 0:
                self._woken.wait(left)
        return self._event.is_set()

    def _is_lively(self) -> bool:
        return self._is_busy() or time.monotonic() - self._happened_at < self._linger


class QueueListener:
    """A thread that is told by the database when something is handed in, or a webhook is to be told something, and tells which."""

    def __init__(self, url: str, wake: Callable[[str], None]) -> None:
        self._url, self._wake = url, wake
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="queue listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more; the thread ends by itself within a few seconds."""
        self._closed.set()

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=5, application_name="veracious queue") as connection:
                    connection.execute(statements.all()["queue_listen"])
                    self._wake(MISSED)  # nobody knows what
                    while not self._closed.is_set():
                        for notice in connection.notifies(timeout=LISTEN_SECONDS, stop_after=1):
                            self._wake(notice.payload)
            except psycopg.Error:
                self._closed.wait(AWAY_SECONDS)
