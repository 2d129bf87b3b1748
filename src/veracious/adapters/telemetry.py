"""What is told of calls while they are made, to whoever counts them. Where nobody watches, nothing is done.

A watcher is told names of ports, roles and errors, and numbers: never what was asked or answered.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Protocol

PORT, MODEL = "port", "model"  # kinds of calls: a port of a run, a graph on this machine
RECORDED, RECORDED_BYTES, REPLAYED, RETRIED = "recorded", "recorded_bytes", "replayed", "retried"  # what is counted


class Watcher(Protocol):
    """Who is told of calls. It must not fail, and must not wait."""

    def call(self, kind: str, name: str) -> AbstractContextManager[None]:
        """What stands around a call."""
        ...

    def count(self, what: str, name: str, amount: float) -> None:
        """Something happened so many times."""
        ...


_watchers: list[Watcher] = []


def watch(watcher: Watcher) -> Callable[[], None]:
    """Tell this watcher of every call from now on; what is given back ends it."""
    _watchers.append(watcher)
    return lambda: _watchers.remove(watcher)


@contextmanager
def call(kind: str, name: str) -> Iterator[None]:
    """A call, told to all who watch."""
    if not _watchers:
        yield
        return
    with ExitStack() as around:
        for watcher in _watchers:
            around.enter_context(watcher.call(kind, name))
        yield


def count(what: str, name: str, amount: float = 1.0) -> None:
    """Something happened so many times."""
    for watcher in _watchers:
        watcher.count(what, name, amount)
