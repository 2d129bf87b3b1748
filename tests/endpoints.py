"""A model server over real HTTP on 127.0.0.1 that does what its script says: right answers, and every way a server can go wrong."""

import asyncio
import gzip
import json
import re
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType, TracebackType
from typing import Any

from veracious.domain.errors import AnswerBroken, AnswerRefused, SourceError, SourceLimited, SourceUnavailable

USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
BIG = 10_000_000  # bytes of an answer that is too long
DEEP = 50_000  # lists in each other
PART = 65_536  # bytes sent at once
DRIP_S = 0.05  # between two bytes of a slow answer


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it came."""

    at: float  # by the clock that only goes forward
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def schema(self) -> str:
        """The name of the answer that is asked for."""
        return str(self.body["response_format"]["json_schema"]["name"])

    @property
    def material(self) -> dict[str, Any]:
        """What is to be worked on."""
        return dict(json.loads(self.body["messages"][1]["content"]))


@dataclass
class Wire:
    """The way back to who asked, and how many bytes of an answer went out on it."""

    writer: asyncio.StreamWriter
    sent: int = 0

    async def send(self, content: bytes) -> None:
        """Send it, as fast as it is taken."""
        self.writer.write(content)
        await self.writer.drain()
        self.sent += len(content)


Step = Callable[[Request, Wire], Awaitable[None]]


@dataclass
class ModelServer:
    """The server. Each request is met by the next step of the script; the last one stays."""

    script: tuple[Step, ...] = ()
    requests: list[Request] = field(default_factory=list)
    wires: list[Wire] = field(default_factory=list)
    url: str = ""  # up to and with /v1, once it runs
    trouble: Exception | None = None  # a fault of the script itself

    def __enter__(self) -> "ModelServer":
        self._loop, self._ready = asyncio.new_event_loop(), threading.Event()
        self._ended = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)
        self._thread.start()
        self._ready.wait(5)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(5)
        self._loop.close()
        if self.trouble is not None and error is None:
            raise self.trouble

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.url.split(":")[2].split("/")[0])

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._met, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        await self._ended.wait()
        server.close()
        waiting = asyncio.all_tasks() - {asyncio.current_task()}
        for task in waiting:  # those that never answer
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = Wire(writer)
        try:
            request = await _read(reader)
            step = self.script[min(len(self.requests), len(self.script) - 1)] if self.script else right
            self.requests.append(request)
            self.wires.append(wire)
            await step(request, wire)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # who asked has gone, or the test has ended
        except Exception as trouble:
            self.trouble = trouble
        finally:
            writer.close()
            with suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()


async def _read(reader: asyncio.StreamReader) -> Request:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(time.monotonic(), first.split(" ")[1], headers, json.loads(body) if body else {})


def _head(status: int, length: int, extra: Mapping[str, str]) -> bytes:
    lines = {"Content-Type": "application/json", "Content-Length": str(length), "Connection": "close", **extra}
    told = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status} Said\r\n{told}\r\n".encode()


def envelope(text: object, usage: object = USAGE, message: Mapping[str, Any] | None = None, **choice: Any) -> dict[str, Any]:
    """A completion with this text, as a server sends it."""
    said = {"role": "assistant", "content": text, **(message or {})}
    told = {"index": 0, "message": said, "finish_reason": "stop", **choice}
    whole = {"id": "one", "object": "chat.completion", "model": "scripted", "choices": [told]}
    return whole if usage is None else {**whole, "usage": usage}


# What a model says when all is well, made of the material alone.


def _stances(given: Mapping[str, Any]) -> Any:
    told = {one["number"]: one["text"] for one in given["evidence"]}
    quotes = ((one["pair"], told[one["evidence"]][:600]) for one in given["pairs"])
    return {"stances": [{"pair": pair, "stance": "supports", "sure": 0.9, "quote": quote} for pair, quote in quotes]}


def _sentences(given: Mapping[str, Any]) -> Any:
    shown = given.get("excerpts") or given["sentences"]
    return {"sentences": [{"text": one["text"][:600], "cites": [one["number"]]} for one in shown[:4]]}


def _findings(given: Mapping[str, Any]) -> Any:
    quote = given["excerpts"][0]["text"][:600]
    said = {"kind": "fact", "importance": "material", "support": "supported", "excerpt": 1, "quote": quote}
    return {"findings": [{"claim": one["text"][:600], **said} for one in given["sentences"]]}


ANSWERS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = MappingProxyType(
    {
        "Parts": lambda given: {"parts": [given["claim"]]},
        "Skeleton": lambda given: {
            "parts": [{"element": "event", "subject": given["article"].split()[0], "quote": given["article"][:600]}]
        },
        "Stances": _stances,
        "Sentences": _sentences,
        "Critique": lambda given: {"objections": [{"sentence": 1, "flaw": "unsupported", "why": "No excerpt says so."}]},
        "Assessment": _findings,
    }
)


def answer(request: Request) -> Any:
    """The right answer to a request, as JSON values."""
    return ANSWERS[request.schema](request.material)


# Steps of a script.


def sends(content: bytes, status: int = 200, **headers: str) -> Step:
    """These bytes, whatever was asked; a header's name is written with `_` for `-`."""

    async def step(request: Request, wire: Wire) -> None:
        await wire.send(_head(status, len(content), {name.replace("_", "-"): value for name, value in headers.items()}) + content)

    return step


def tells(made: Callable[[Request], Any]) -> Step:
    """An answer of status 200 made of the request: bytes as they are, values as JSON."""

    async def step(request: Request, wire: Wire) -> None:
        content = made(request)
        await sends(content if isinstance(content, bytes) else json.dumps(content).encode())(request, wire)

    return step


def says(made: Callable[[str], object], usage: object = USAGE, **choice: Any) -> Step:
    """A completion whose text is made of the right one."""
    return tells(lambda request: envelope(made(json.dumps(answer(request))), usage, **choice))


def spoils(change: Callable[[Any], Any]) -> Step:
    """A completion whose answer is the right one, changed."""
    return says(lambda text: json.dumps(change(json.loads(text))))


def counts(usage: object) -> Step:
    """A right answer with a bill of its own."""
    return says(lambda text: text, usage)


right: Step = says(lambda text: text)


async def silence(request: Request, wire: Wire) -> None:
    """No answer, ever."""
    await asyncio.sleep(3600)


def drips(head: bytes) -> Step:
    """A byte now and then, after a head that came at once."""

    async def step(request: Request, wire: Wire) -> None:
        await wire.send(head)
        while True:
            await wire.send(b" ")
            await asyncio.sleep(DRIP_S)

    return step


async def hangs_up(request: Request, wire: Wire) -> None:
    """Half an answer, and the line is dead."""
    content = json.dumps(envelope(json.dumps(answer(request)))).encode()
    await wire.send(_head(200, len(content), {}) + content[: len(content) // 2])


async def floods(request: Request, wire: Wire) -> None:
    """A right answer, if anybody would read ten million bytes for it."""
    content = json.dumps(envelope(json.dumps(answer(request)) + " " * BIG)).encode()
    await wire.send(_head(200, len(content), {}))
    for at in range(0, len(content), PART):
        await wire.send(content[at : at + PART])


@cache
def _packed(text: str) -> bytes:
    return gzip.compress(json.dumps(envelope(text + " " * BIG)).encode())


async def swells(request: Request, wire: Wire) -> None:
    """The same, packed into ten thousand bytes."""
    await sends(_packed(json.dumps(answer(request))), Content_Encoding="gzip")(request, wire)


def within(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The change made to the first record of an answer, or to the answer itself where it has none."""

    def changed(whole: Any) -> Any:
        name, items = next(iter(whole.items()))
        return {name: [change(items[0]), *items[1:]]} if isinstance(items[0], dict) else change(whole)

    return changed


def relabelled(one: Any) -> Any:
    """A record whose label is one that nobody offered."""
    named = next((name for name in ("stance", "flaw", "support", "element") if name in one), "label")
    return {**one, named: "mostly_true"}


@dataclass(frozen=True, slots=True)
class Fault:
    """What a server does wrong, how it ends when it goes on so, and what it is met with before."""

    step: Step
    failure: type[SourceError] = AnswerBroken
    again: str = "paid"  # what a second request would be: "free", "paid" (for the first may have cost something), or "never" made

    def mends(self, role: str) -> bool:
        """Whether a right answer after it is taken; an explanation that was lost or cannot be read is done without."""
        return self.again == "free" or (self.again == "paid" and role != "explain")


def broken(made: Callable[[str], object], **choice: Any) -> Fault:
    """The text of a right answer, changed, or what stands around it."""
    return Fault(says(made, **choice))


def raw(made: Callable[[bytes], bytes]) -> Fault:
    """The bytes of a right answer, changed."""
    return Fault(tells(lambda asked: made(json.dumps(envelope(json.dumps(answer(asked)))).encode())))


def status(code: int, again: str = "never", **headers: str) -> Fault:
    """A status in place of an answer."""
    return Fault(sends(b'{"error": {"message": "no"}}', code, **headers), SourceLimited if code == 429 else SourceUnavailable, again)


def lost(step: Step) -> Fault:
    """An answer that never came whole."""
    return Fault(step, SourceUnavailable)


SORRY = "I'm sorry, but I can't help with judging this claim."
OTHER = "http://127.0.0.1:9/v1/chat/completions"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
TOOL = {"id": "1", "type": "function", "function": {"name": "fetch", "arguments": "{}"}}
FAULTS: Mapping[str, Fault] = {
    "429 with a wait": status(429, "free", Retry_After="1"),
    "429 without": status(429, "free"),
    "429 for an hour": status(429, Retry_After="3600"),
    "429 until a date": status(429, "free", Retry_After="Wed, 21 Oct 2065 07:28:00 GMT"),
    "429 for no time": status(429, "free", Retry_After="-5"),
    "500": status(500, "free"),
    "503": status(503, "free", Retry_After="0"),
    "500 that never ends": Fault(drips(b"HTTP/1.1 500 No\r\nContent-Length: 900000\r\n\r\n"), SourceUnavailable, "free"),
    "500 of ten million bytes": Fault(sends(b" " * BIG, 500), SourceUnavailable, "free"),
    "400": status(400),
    "401": status(401),
    "404": status(404),
    "204": status(204),
    "redirect": status(307, Location=OTHER),
    "redirect nowhere": lost(sends(b"", 302, Location="http://[::1")),
    "silence": lost(silence),
    "slow drip": lost(drips(HEAD + b"Content-Length: 900000\r\n\r\n")),
    "slow drip of a head": lost(drips(HEAD + b"X: ")),
    "hangs up": lost(hangs_up),
    "hangs up at once": lost(lambda asked, wire: wire.send(b"")),
    "no HTTP": lost(lambda asked, wire: wire.send(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")),
    "broken chunks": lost(lambda asked, wire: wire.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n")),
    "endless head": lost(lambda asked, wire: wire.send(HEAD + b"X: y\r\n" * 50_000)),
    "no gzip": Fault(sends(b"\x1f\x8b\x08 not packed at all", Content_Encoding="gzip")),
    "ten million bytes": Fault(floods),
    "ten million bytes, packed": Fault(swells),
    "truncated": raw(lambda content: content[: len(content) // 2]),
    "truncated text": broken(lambda text: text[:-3]),
    "nothing": raw(lambda content: b""),
    "a page": raw(lambda content: b"<!doctype html><title>502</title><p>Bad gateway"),
    "a list": raw(lambda content: b"[" + content + b"]"),
    "two in one": raw(lambda content: content + content),
    "no UTF-8": raw(lambda content: content.replace(b"scripted", b"scripted\xff")),
    "a byte order mark": raw(lambda content: b"\xef\xbb\xbf" + content),
    "no choices": Fault(tells(lambda asked: {**envelope(""), "choices": []})),
    "two choices": Fault(tells(lambda asked: (told := envelope(json.dumps(answer(asked)))) | {"choices": told["choices"] * 2})),
    "choices of another kind": Fault(tells(lambda asked: {"choices": {"0": envelope("{}")["choices"][0]}})),
    "an error with status 200": Fault(tells(lambda asked: {"error": {"message": "overloaded", "code": 529}})),
    "null": broken(lambda text: None),
    "no words": broken(lambda text: " \n"),
    "parts in place of words": broken(lambda text: [{"type": "text", "text": text}]),
    "cut off": broken(lambda text: text, finish_reason="length"),
    "a tool called": broken(lambda text: text, finish_reason="tool_calls", message={"tool_calls": [TOOL]}),
    "filtered": Fault(says(lambda text: text, finish_reason="content_filter"), AnswerRefused, "never"),
    "a refusal": Fault(says(lambda text: None, message={"refusal": SORRY}), AnswerRefused, "never"),
    "a refusal beside words": Fault(says(lambda text: text, message={"refusal": SORRY}), AnswerRefused, "never"),
    "a refusal as prose": broken(lambda text: SORRY),
    "prose around it": broken(lambda text: f"Sure! Here you are:\n```json\n{text}\n```"),
    "prose after it": broken(lambda text: f"{text}\nsupports"),
    "blanks that JSON does not know": broken(lambda text: f"\u00a0{text}\u2003"),
    "another schema": broken(lambda text: '{"label": "supports", "score": 1.0}'),
    "a bare label": broken(lambda text: '"supports"'),
    "an extra label": Fault(spoils(within(relabelled))),
    "an extra field": Fault(spoils(lambda whole: {**whole, "tool": "fetch"})),
    "an extra field within": Fault(spoils(within(lambda one: {**one, "url": OTHER}))),
    "a name twice": broken(lambda text: re.sub(r'("\w+": )', r'\1null, \1', text, count=1)),
    "a name twice outside": raw(lambda content: content[:-1] + b', "choices": []}'),
    "no number": broken(lambda text: text[:-1] + ', "sure": NaN}'),
    "no number outside": raw(lambda content: content[:-1] + b', "cost": Infinity}'),
    "half a character": broken(lambda text: re.sub(r'"([^"]*)"(?=[,\]}])', r'"\1\\ud800"', text)),
    "half a character outside": raw(lambda content: content.replace(b"scripted", b"scripted\\udfff")),
    "deep": broken(lambda text: "[" * DEEP),
    "deep outside": raw(lambda content: b'{"choices": ' + b"[" * DEEP),
    "a number without end": broken(lambda text: text[:-1] + f', "sure": {"9" * 9000}}}'),
}  # fmt: skip
