"""One request to an OpenAI-compatible server, and its answer parsed as hostile input.

1. The request is one POST of a chat with a strict JSON schema and a cap on what may be said.
2. The answer is read until it ends, the deadline passes, or it is larger than any honest answer; redirects are not followed.
3. A status that asks for patience, a status that is an error, and silence are told apart, since each is met otherwise.
4. What came is one JSON object with one choice that ended by itself; a refusal is a refusal, and never a text to be read.
5. What it says it used counts only if it can be true; else the call counts as the most it could have used.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import ceil
from ssl import SSLContext
from typing import Any
from urllib.parse import urlsplit

from veracious.adapters import json_values
from veracious.domain.budget import Amount
from veracious.domain.errors import AnswerRefused, SourceMalformed, SourceUnavailable
from veracious.rules import digest

MESSAGE_TOKENS = 16  # that a server may add to each message: roles and marks
BOUNDS = frozenset(("pattern", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"))
SHOWN_CHARS = 200  # of an answer that an error names


@dataclass(frozen=True, slots=True)
class Caps:
    """What an answer may take: settings of the door, no dials; a longer answer is no answer."""

    deadline_s: float = 60.0  # for one request, from the connection to the last byte
    bytes: int = 1_000_000  # of an answer; thirty judgements are a hundredth of it


@dataclass(frozen=True, slots=True)
class Address:
    """A server, the model asked of it, and what it takes."""

    url: str  # up to and with /v1
    model: str
    key: str = field(default="", repr=False)  # it stands in no message
    input_price: float = 0.0  # for a million tokens
    output_price: float = 0.0
    bounds: bool = False  # whether it takes lengths and limits in a schema; most hosted ones do not, local ones need them to end
    cap_field: str = "max_tokens"  # what it calls the cap on an answer; newer models of one vendor say max_completion_tokens

    @property
    def name(self) -> str:
        """The model and the host, without the key: as a record may tell it."""
        return f"{self.model} at {urlsplit(self.url).netloc.rpartition('@')[2]}"

    def price(self, tokens_in: int, tokens_out: int) -> Amount:
        """What a call with so many tokens takes, rounded up to a millionth."""
        micros = ceil(tokens_in * self.input_price + tokens_out * self.output_price)  # price / 10^6 tokens × 10^6 micros
        return Amount(calls=1, tokens=tokens_in + tokens_out, money_micros=micros)


@dataclass(frozen=True, slots=True)
class Call:
    """A question to a model: what it is told, what its answer must look like, and how long that may be."""

    name: str  # of the schema
    messages: tuple[tuple[str, str], ...]  # role and text
    schema: Mapping[str, Any]
    tokens_out: int
    is_repeated: bool = True  # whether an answer that cannot be read is worth a second request

    @property
    def tokens_in(self) -> int:
        """No fewer than any tokenizer makes of it: one for each byte, and what a server adds."""
        told = sum(len(text.encode("utf-8", "replace")) + MESSAGE_TOKENS for _, text in self.messages)
        return told + len(digest.canonical(dict(self.schema)))  # which a server may write into the prompt


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model said, and what saying it took."""

    text: str
    used: Amount
    is_counted: bool  # whether the server's own count could be true


class Status(Exception):
    """An answer that is a status and no completion; `wait_s` when the server says how long."""

    def __init__(self, code: int, wait_s: float | None = None) -> None:
        super().__init__(f"status {code}")
        self.code, self.wait_s = code, wait_s
        self.took = Amount(calls=1)  # nobody charges for an error status

    @property
    def is_passing(self) -> bool:
        """Whether asking again may help."""
        return self.code in (408, 409, 425, 429) or self.code >= 500


class Unsent(SourceUnavailable):
    """A source did not answer. Try again later, or configure another source."""  # the same to a reader: no connection, so nothing was sent

    took = Amount(calls=1)


def worst(call: Call, address: Address) -> Amount:
    """The most that one request takes."""
    return address.price(call.tokens_in, call.tokens_out)


async def ask(call: Call, address: Address, caps: Caps) -> Completion:
    """The model's answer. Raises `Status`, `SourceUnavailable` (silence), `SourceMalformed` or `AnswerRefused`."""
    return _completion(await _posted(call, address, caps), call, address)


@cache
def _certificates() -> SSLContext:
    """Whom to trust; read once, since reading takes longer than many an answer."""
    import httpx2

    return httpx2.create_ssl_context()


async def _posted(call: Call, address: Address, caps: Caps) -> bytes:
    import httpx2  # a quarter of a second to import, and only here

    plain = {"Accept-Encoding": "identity"}  # a packed answer could unpack to a thousand times the cap before it is counted
    headers = {"Authorization": f"Bearer {address.key}", **plain} if address.key else plain
    try:
        async with (
            asyncio.timeout(caps.deadline_s),
            httpx2.AsyncClient(verify=_certificates(), timeout=caps.deadline_s, follow_redirects=False) as client,
            client.stream("POST", f"{address.url.rstrip('/')}/chat/completions", json=_request(call, address), headers=headers) as answer,
        ):
            if answer.status_code != 200:  # whatever is said beside it, and however slowly
                raise Status(answer.status_code, _wait(answer.headers.get("retry-after")))
            return await _read(answer, caps)
    except TimeoutError as late:
        raise SourceUnavailable(f"{address.name}: no whole answer within {caps.deadline_s:g} seconds") from late
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as failed:
        raise Unsent(f"{address.name}: {type(failed).__name__}") from failed
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as failed:
        raise SourceUnavailable(f"{address.name}: {type(failed).__name__}") from failed


async def _read(answer: Any, caps: Caps) -> bytes:
    content = bytearray()
    async for part in answer.aiter_raw():
        content += part
        if len(content) > caps.bytes:
            raise SourceMalformed(f"an answer of more than {caps.bytes:,} bytes")
    return bytes(content)


def _request(call: Call, address: Address) -> dict[str, Any]:
    schema = dict(call.schema) if address.bounds else _unbounded(call.schema)
    return {
        "model": address.model,
        "messages": [{"role": role, "content": text} for role, text in call.messages],
        "temperature": 0,
        address.cap_field: call.tokens_out,
        "response_format": {"type": "json_schema", "json_schema": {"name": call.name, "strict": True, "schema": schema}},
    }


def _unbounded(value: Any) -> Any:
    """A schema in the subset that every server takes."""
    if isinstance(value, Mapping):
        return {key: _unbounded(one) for key, one in value.items() if key not in BOUNDS}
    return [_unbounded(one) for one in value] if isinstance(value, list) else value


def _wait(header: str | None) -> float | None:
    """Seconds to wait, if the server says so in seconds; a date, a word or a negative number says nothing."""
    text = (header or "").strip()
    return float(text) if text.isascii() and text.replace(".", "", 1).isdigit() else None


def _completion(content: bytes, call: Call, address: Address) -> Completion:
    """What was said. What is wrong with it does not name the server: the model itself is told, and small ones copy what they are told."""
    match json_values.parse(content):
        case {"choices": [{"message": dict(message), **choice}], **rest}:
            pass
        case _:
            raise SourceMalformed("not one choice in the answer")
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        raise AnswerRefused(f"{address.name}: {str(message.get('refusal') or 'filtered')[:SHOWN_CHARS]}")
    if choice.get("finish_reason") not in ("stop", None):
        raise SourceMalformed(f"the answer did not end, but was cut off ({str(choice['finish_reason'])[:SHOWN_CHARS]})")
    text = message.get("content")
    if not isinstance(text, str) or not text.strip():
        raise SourceMalformed("an answer without words")
    used = _used(rest.get("usage"), call, address)
    return Completion(text, used or worst(call, address), used is not None)


def _used(usage: Any, call: Call, address: Address) -> Amount | None:
    """What the server counted, if it could be true: whole numbers, something read and something said, neither beyond the most possible."""
    told = usage if isinstance(usage, dict) else {}
    read, said = told.get("prompt_tokens"), told.get("completion_tokens")
    if type(read) is not int or type(said) is not int:
        return None
    return address.price(read, said) if 0 < read <= call.tokens_in and 0 < said <= call.tokens_out else None
