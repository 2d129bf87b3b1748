"""Record and replay any asynchronous port.

A call is one request: its method and its arguments by name, as canonical JSON. Its answer, or the `SourceError` it failed with, is
canonical JSON too, kept as a blob and noted on the tape before the caller sees it. What the caller gets is always read back from those
bytes, so a run and its replay work with the same values.

A request that was made before is answered from the tape and not made again. One port is different: a finder may find more once
something was put on the shelf, so its first, second, third asking of the same query are three requests. A run that starts again counts
from one again, and meets its own answers.
"""

import inspect
import json
from asyncio import Lock
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, cast, get_type_hints
from weakref import WeakValueDictionary

from veracious.adapters import json_values, telemetry
from veracious.domain import errors
from veracious.domain.errors import NotCanonical, RecordAltered, ReplayDiffers, SourceError, SourceMalformed, TapeEnds
from veracious.domain.record import Taped
from veracious.ports import Blobs, Finder, Tape
from veracious.rules import digest

P = TypeVar("P")

ANSWERS_ANEW = frozenset({Finder})  # ports whose answer to the same request may change within a run
FAILURES: Mapping[str, type[SourceError]] = MappingProxyType(
    {name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, SourceError)}
)
SHOWN_CHARS = 200  # of a request that an error names


class Recorder:
    """A port that asks the one behind it only what is not on the tape yet."""

    def __init__(self, port: object, role: type, name: str, kept: "RecordedAnswers", provider: str) -> None:
        self._port, self._provider = port, provider
        self._calls = _Calls(role, name)
        self._kept = kept
        self._asking: WeakValueDictionary[str, Lock] = WeakValueDictionary()  # alive while somebody waits

    def __getattr__(self, method: str) -> Callable[..., Awaitable[Any]]:
        """The method of the port behind, recorded."""
        self._calls.check(method)

        async def recorded(*args: object, **kwargs: object) -> object:
            request = self._calls.request(method, args, kwargs)
            asked = digest.of_bytes(request, "asked")
            async with self._asking.setdefault(asked, Lock()):  # two who ask the same at once pay once
                known = (await self._kept.answers()).setdefault(self._calls.name, {})
                if asked not in known:
                    content, answer = await self._asked(method, args, kwargs)
                    telemetry.count(telemetry.RECORDED, self._calls.name)
                    telemetry.count(telemetry.RECORDED_BYTES, self._calls.name, len(content))
                    known[asked] = await self._kept.tape.note(self._calls.name, asked, content, self._kept.blobs)
                    return answer()
                telemetry.count(telemetry.REPLAYED, self._calls.name)
                with telemetry.call(telemetry.REPLAY, self._calls.name, method, self._provider):
                    return self._calls.answer(method, await self._kept.blobs.get(known[asked]))

        return recorded

    async def _asked(self, method: str, args: Sequence[object], kwargs: Mapping[str, object]) -> tuple[bytes, Callable[[], object]]:
        """The answer or the failure of the port behind, as it goes on the tape, and as it was read back from there."""
        try:
            with telemetry.call(telemetry.PORT, self._calls.name, method, self._provider):
                given = await getattr(self._port, method)(*args, **kwargs)
            content, read = self._calls.written(method, given)
        except SourceError as failed:
            failure = _failure(failed)
            return failure, lambda: self._calls.answer(method, failure)
        return content, lambda: read


class Player:
    """A port with nothing behind it: it answers from a tape, or names the request that is not on it."""

    def __init__(self, role: type, name: str, entries: Sequence[Taped], blobs: Blobs) -> None:
        self._calls = _Calls(role, name)
        self._answers = {taped.asked: taped.answered for taped in entries if taped.port == name}
        self._played: set[str] = set()
        self._blobs = blobs

    def __getattr__(self, method: str) -> Callable[..., Awaitable[Any]]:
        """The method, answered from the tape."""
        self._calls.check(method)

        async def played(*args: object, **kwargs: object) -> object:
            request = self._calls.request(method, args, kwargs)
            asked = digest.of_bytes(request, "asked")
            if asked not in self._answers:
                missing = TapeEnds if self._played == set(self._answers) else ReplayDiffers
                raise missing(f"{self._calls.name}: {request.decode()[:SHOWN_CHARS]}")
            self._played.add(asked)
            return self._calls.answer(method, await self._blobs.get(self._answers[asked]))

        return played


class RecordedAnswers:
    """What a tape has when a run begins, read once for all its ports; and where their blobs are."""

    def __init__(self, tape: Tape, blobs: Blobs) -> None:
        self.tape = tape
        self.blobs = blobs
        self._answers: dict[str, dict[str, str]] | None = None  # by port and request, once the tape was read
        self._reading = Lock()

    async def answers(self) -> dict[str, dict[str, str]]:
        """The names of the answers, by port and request."""
        async with self._reading:
            if self._answers is None:
                found: dict[str, dict[str, str]] = {}
                for taped in await self.tape.entries():
                    found.setdefault(taped.port, {})[taped.asked] = taped.answered
                self._answers = found
        return self._answers


def record(port: P, role: type, name: str, kept: RecordedAnswers, provider: str = "") -> P:
    """The port in its role, every answer noted on the tape under this name; the provider is told to those who watch."""
    return cast(P, Recorder(port, role, name, kept, provider))


def play(role: type, name: str, entries: Sequence[Taped], blobs: Blobs) -> Any:
    """A port in this role that answers from the tape what was noted under this name."""
    return Player(role, name, entries, blobs)


class _Calls:
    """The calls of one port in one run, as requests and answers."""

    def __init__(self, role: type, name: str) -> None:
        self.name = name
        self._role = role
        self._times: Counter[bytes] | None = Counter() if role in ANSWERS_ANEW else None

    def check(self, method: str) -> None:
        """Refuse what is no asynchronous method of the role, as any object refuses a name it does not have."""
        if not inspect.iscoroutinefunction(getattr(self._role, method, None)):
            raise AttributeError(f"a {self._role.__name__} has no method {method!r} to record")

    def request(self, method: str, args: Sequence[object], kwargs: Mapping[str, object]) -> bytes:
        """The call as canonical JSON; the same however its arguments were passed."""
        bound = _signature(self._role, method).bind(self, *args, **kwargs)
        bound.apply_defaults()
        _, *arguments = bound.arguments.items()
        call: dict[str, object] = {"method": method, "arguments": dict(arguments)}
        if self._times is not None:
            key = digest.canonical(call)
            self._times[key] += 1
            call["time"] = self._times[key]
        return digest.canonical(call)

    def written(self, method: str, answer: object) -> tuple[bytes, object]:
        """An answer as canonical JSON and read back; one that cannot be is refused, since no replay could give it."""
        try:
            content = digest.canonical({"answer": answer})
        except NotCanonical as refused:
            raise SourceMalformed(f"{self.name}: {refused.detail}") from refused
        return content, self._read(method, json.loads(content))  # of our own writing: no name twice, no lone surrogate

    def _read(self, method: str, value: object) -> object:
        """The answer in this JSON, or the failure raised again."""
        match value:
            case {"answer": answer, **more} if not more:
                return json_values.build(answer, _returned(self._role, method))
            case {"failure": str(kind), "detail": str(detail), **more} if not more and kind in FAILURES:
                raise _Again(FAILURES[kind](detail))
        raise SourceMalformed("neither an answer nor a failure")

    def answer(self, method: str, content: bytes) -> object:
        """The same for bytes from the tape: what cannot be read there was not written by us."""
        try:
            return self._read(method, json_values.parse(content))
        except SourceMalformed as broken:
            raise RecordAltered(f"{self.name}: {broken.detail}") from broken
        except _Again as again:
            raise again.failure from None


@cache
def _signature(role: type, method: str) -> inspect.Signature:
    return inspect.signature(getattr(role, method))


@cache
def _returned(role: type, method: str) -> Any:
    return get_type_hints(getattr(role, method))["return"]


class _Again(Exception):
    """A failure on the tape, told apart from a failure to read the tape."""

    def __init__(self, failure: SourceError) -> None:
        self.failure = failure


def _failure(failed: SourceError) -> bytes:
    """A failure as canonical JSON, under the nearest name that the tree of errors has."""
    kind = next(parent.__name__ for parent in type(failed).__mro__ if FAILURES.get(parent.__name__) is parent)
    return digest.canonical({"failure": kind, "detail": failed.detail.encode("utf-8", "replace").decode()})
