"""What is told of calls while they are made, to whoever counts them or traces them. Where nobody watches, nothing is done.

A watcher is told names of ports, roles, providers and errors, and numbers: never what was asked or answered.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Protocol

from veracious.domain.job import Ended, Job

# Kinds of calls: a port of a run, one answered from its recording, a graph on this machine, what blocks a thread, a request to a server.
PORT, REPLAY, MODEL, ADAPTER, REQUEST = "port", "replay", "model", "adapter", "request"
RECORDED, RECORDED_BYTES, REPLAYED, RETRIED = "recorded", "recorded_bytes", "replayed", "retried"  # what is counted


class Watcher(Protocol):
    """Who is told of calls. It must not fail, and must not wait."""

    def call(self, kind: str, name: str, method: str, provider: str) -> AbstractContextManager[None]:
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
def call(kind: str, name: str, method: str = "", provider: str = "") -> Iterator[None]:
    """A call, told to all who watch; the provider is the model or the service that is behind it."""
    if not _watchers:
        yield
        return
    with ExitStack() as around:
        for watcher in _watchers:
            around.enter_context(watcher.call(kind, name, method, provider))
        yield


def count(what: str, name: str, amount: float = 1.0) -> None:
    """Something happened so many times."""
    for watcher in _watchers:
        watcher.count(what, name, amount)


class RequestSpan:
    """A request that is answered, as a trace has it. This one is in no trace."""

    traceparent = ""  # what a job carries to whoever runs it

    def answered(self, method: str, route: str, status: int, ids: Mapping[str, str]) -> None:
        """How it ended, and which request it was, of which workspace."""


class JobSpan:
    """A job that is run, as a trace has it. This one is in no trace."""

    def begun(self, job: Job) -> None:
        """The job begins; what it calls from now on is part of it."""

    def failed(self, error: Exception) -> None:
        """An error ended it."""

    def ended(self, ended: Ended) -> None:
        """It was finished."""


class Tracing:
    """Where requests and jobs are traced. This one traces nothing."""

    def request(self, traceparent: str) -> AbstractContextManager[RequestSpan]:
        """What stands around a request; the caller's own trace goes on in it."""
        return nullcontext(RequestSpan())

    def job(self) -> AbstractContextManager[JobSpan]:
        """What stands around a job."""
        return nullcontext(JobSpan())
