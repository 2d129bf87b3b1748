"""In whose name something is done, and for which request: for the list of changes that the store keeps, and for logs and traces."""

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

_ACTOR: ContextVar[str] = ContextVar("actor", default="")
_REQUEST: ContextVar[str] = ContextVar("request", default="")
_TRACE: ContextVar[str] = ContextVar("trace", default="")


@contextmanager
def acting(name: str, request: str = "", traceparent: str = "") -> Iterator[None]:
    """What is done meanwhile is done in this name, that of a key or a person, for this request and in this trace."""
    actor, asked, traced = _ACTOR.set(name), _REQUEST.set(request), _TRACE.set(traceparent)
    try:
        yield
    finally:
        _ACTOR.reset(actor)
        _REQUEST.reset(asked)
        _TRACE.reset(traced)


def request_id() -> str:
    """The id of the request that is answered; empty: none is."""
    return _REQUEST.get()


def traceparent() -> str:
    """The span of that request, as W3C writes it; empty: it is in no trace."""
    return _TRACE.get()


def actor() -> str:
    """Who acts: a key or a person that asks over HTTP, or else the user of the system that runs this process."""
    return _ACTOR.get() or f"system:{_user()}"


@cache
def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # a container may run as a number that has no name
        return "unknown"
