"""Who waits for a job is woken when something happens to it, in whichever process.

One connection listens for all that wait in this process. When it breaks, and when it is there again, everybody is woken, since nobody knows
what was missed; so whoever waits need hardly ever look by itself.
"""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from veracious.adapters.postgres import statements

LISTEN_SECONDS = 1.0  # after which the listener looks whether it is to end
AWAY_SECONDS = 1.0  # between two tries of a server that does not answer


class JobNotifications:
    """What rings when something happens to a job."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self._lock = threading.Lock()
        self._listener: threading.Thread | None = None
        self._is_closed = False

    @contextmanager
    def heard(self, job: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something happens to the job."""
        mine = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting.setdefault(job, set()).add(mine)
            if self._listener is None:
                self._listener = threading.Thread(target=self._listen, name="bell", daemon=True)
                self._listener.start()
        try:
            yield mine[1]
        finally:
            with self._lock:
                left = self._waiting[job] - {mine}
                self._waiting[job] = left
                if not left:
                    del self._waiting[job]

    def close(self) -> None:
        """Listen no more."""
        self._is_closed = True
        if self._listener is not None:
            self._listener.join(2 * LISTEN_SECONDS)

    def _listen(self) -> None:
        while not self._is_closed:
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=5, application_name="veracious bell") as connection:
                    connection.execute(statements.all()["job_listen"])
                    self._ring_all()
                    while not self._is_closed:
                        for rung in connection.notifies(timeout=LISTEN_SECONDS):
                            self._ring(rung.payload)
            except psycopg.Error:
                self._ring_all()
                time.sleep(AWAY_SECONDS)

    def _ring_all(self) -> None:
        with self._lock:
            jobs = tuple(self._waiting)
        for job in jobs:
            self._ring(job)

    def _ring(self, job: str) -> None:
        with self._lock:
            waiting = tuple(self._waiting.get(job, ()))
        for loop, event in waiting:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)
