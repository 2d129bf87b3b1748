"""What a provider says, read as hostile input.

1. A status other than 200 is a failure: 429, or 503, that says how long to wait asks to be left alone; the rest is no answer.
2. An answer is one JSON value in UTF-8, no longer than any honest one, and an object.
3. Of each thing that was found: an http(s) address, a title and a snippet in one visible line without tags, a day if it is written in one
   of the forms we know. What has no such address is left out; so is what was published after the day that is asked about or
   before the earliest that is wanted, and the same page again.
4. Whatever is said of a failure names the provider and never the key: no word of an answer stands in it.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from html import unescape
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from veracious.adapters import json_values
from veracious.domain.budget import Amount
from veracious.domain.errors import SourceError, SourceLimited, SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Query
from veracious.domain.web import Hit
from veracious.rules.reading import normalise
from veracious.rules.seeking import urls

T = TypeVar("T")

HITS_AT_MOST = 50  # of one search, whatever was asked for
ANSWER_BYTES = 1_000_000  # fifty hits are a tenth of it, and what it unpacks to is thirty times as much at most
ADDRESS_CHARS = 2000
TITLE_CHARS = 300
SNIPPET_CHARS = 500
UNREAD_TIMES = 10  # as many characters of a text are cleaned as are kept, times this: tags take room
CODE_CHARS = 40
FIRST_YEAR = 1000  # a server that knows no day may write one in the year 1
OK, BUSY, AWAY = 200, 429, 503
WHY: Mapping[int, str] = {
    401: "the key was not accepted",
    402: "the plan is used up",
    403: "it is forbidden with this key",
    432: "the plan is used up",
    433: "the plan is used up",
}

_WEB = re.compile(r"https?://", re.IGNORECASE)
_INLINE = re.compile(r"</?(?:b|em|i|mark|span|strong)(?:\s[^<>]*)?>")  # a word stays one word
_TAG = re.compile(r"<[a-zA-Z/!?][^<>]*(?:>|$)")
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?")
_MAIL = re.compile(
    r"(?:[A-Z][a-z]{2}, )?([0-9]{1,2}) ([A-Z][a-z]{2}) ([0-9]{4})(?: [0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?: [A-Z]{3}| [+-][0-9]{4})?)?"
)
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_CODE = re.compile(r"[A-Za-z0-9_-]+")


class Fetched(Protocol):
    """What came back, as the guarded way out gives it."""

    @property
    def status(self) -> int:
        """The status of the answer."""
        ...

    @property
    def body(self) -> bytes:
        """What was answered, unpacked."""
        ...

    @property
    def retry_after(self) -> str:
        """How long the server asks to be left alone, as it says it."""
        ...


class HttpClient(Protocol):
    """The guarded way out, as far as a provider needs it."""

    async def get(self, url: str, headers: Mapping[str, str] | None = None, operator: bool = False) -> Fetched:
        """What is at an address."""
        ...

    async def post(self, url: str, content: Mapping[str, Any], headers: Mapping[str, str] | None = None, operator: bool = False) -> Fetched:
        """The answer to a JSON body."""
        ...


@dataclass(frozen=True, slots=True)
class Party:
    """A provider: where it is asked, and what that takes."""

    kind: str  # "tavily", "brave", …
    url: str  # as the operator gives it: scheme, host, and a path if it does not stand at the root
    key: str = field(default="", repr=False)  # it stands in no message

    @property
    def name(self) -> str:
        """The provider and its host, without the key: as a record may tell it."""
        return f"{self.kind} at {urlsplit(self.url).netloc.rpartition('@')[2]}"

    def at(self, path: str) -> str:
        """The address of a path there."""
        return self.url.rstrip("/") + path


class Refused(SourceUnavailable):
    """A source did not answer. Try again later, or configure another source."""  # to a reader the same: it answered with an error status

    took = Amount(calls=1)  # nobody charges for one


class Limited(SourceLimited):
    """A source asks to be left alone for longer than this run waits. Try again later, ask for less at once, or configure a spare one."""

    took = Amount(calls=1)

    def __init__(self, detail: str = "", wait_s: float | None = None) -> None:
        super().__init__(detail)
        self.wait_s = wait_s  # if it says how long


async def parse(asking: Awaitable[Fetched], party: Party, read: Callable[[dict[str, Any]], T], why: Mapping[int, str] = WHY) -> T:
    """What `read` makes of a provider's answer; whatever fails names the provider. `why` says what a status means there."""
    try:
        fetched = await asking
        _check(fetched, why)
        return read(_object(fetched.body))
    except SourceError as failed:
        failed.detail = f"{party.name}: {_without(failed.detail, party)}"
        failed.args = (failed.detail,)
        raise


def _check(fetched: Fetched, why: Mapping[int, str]) -> None:
    status, wait_s = fetched.status, _wait(fetched)
    if status == BUSY or (status == AWAY and wait_s is not None):
        raise Limited(f"status {status}", wait_s)
    if status != OK:
        raise Refused(f"status {status}" + (f", {why[status]}" if status in why else ""))


def _wait(fetched: Fetched) -> float | None:
    """Seconds to wait, if the answer says so in seconds; a date, a word or a negative number says nothing."""
    text = fetched.retry_after.strip()
    return float(text) if text.isascii() and text.replace(".", "", 1).isdigit() else None


def _object(body: bytes) -> dict[str, Any]:
    if len(body) > ANSWER_BYTES:
        raise SourceMalformed(f"an answer of more than {ANSWER_BYTES:,} bytes")
    answer = json_values.parse(body)
    if not isinstance(answer, dict):
        raise SourceMalformed("no object in the answer")
    return answer


def _without(detail: str, party: Party) -> str:
    """What went wrong, without the host, which is named already, and without the key, should whoever says it have it."""
    place = urlsplit(party.url)
    for secret in filter(None, (party.key, place.netloc.rpartition("@")[0])):
        detail = detail.replace(secret, "…")
    return detail.removeprefix(f"{place.hostname}: ")


def listed(answer: Mapping[str, Any], name: str) -> list[Any]:
    """The list of this name in an answer."""
    found = answer.get(name)
    if not isinstance(found, list):
        raise SourceMalformed(f"no list {name!r} in the answer")
    return found


def room(limit: int, most: int = HITS_AT_MOST) -> int:
    """How many things to ask for."""
    return max(0, min(limit, most))


def hits(hits: Iterable[Hit | None], query: Query, limit: int) -> tuple[Hit, ...]:
    """The first few that have an address and are not known to be newer than the day asked about, or older than wanted; each page once.

    Results of which none has an address are no answer: that nothing was found is said otherwise.
    """
    kept: dict[str, Hit] = {}
    read = unread = 0
    for one in hits:
        if len(kept) >= room(limit):
            break
        read, unread = read + (one is not None), unread + (one is None)
        if one is not None and query.admits(one.published):
            kept.setdefault(urls.normalise(one.url), one)
    if unread and not read:
        raise SourceMalformed("no result in the answer has an address")
    return tuple(kept.values())


def hit(url: object, title: object, snippet: object, published: object = None) -> Hit | None:
    """A hit of what a provider says of a page; none when it has no address."""
    found = address(url)
    return Hit(found, line(title, TITLE_CHARS), line(snippet, SNIPPET_CHARS), day(published)) if found else None


def address(value: object) -> str:
    """An http(s) address as it is written; empty when it is none."""
    text = value.strip() if isinstance(value, str) and len(value) <= ADDRESS_CHARS else ""
    is_whole = _WEB.match(text) and text.isprintable() and " " not in text
    return text if is_whole and urls.normalise(text) else ""


def line(value: object, chars: int) -> str:
    """A text in one line: no tags, nothing that cannot be seen, no more characters than these; empty when it is no text."""
    if not isinstance(value, str):
        return ""
    untagged = unescape(_TAG.sub(" ", _INLINE.sub("", value[: UNREAD_TIMES * chars])))
    bare = _TAG.sub(" ", normalise.clean(untagged))  # once more, for those that were escaped or written in other brackets
    shown = bare.replace("<", " ") if _TAG.search(bare) else bare  # tags within tags
    return " ".join(shown.split())[:chars].rstrip()


def day(value: object) -> date | None:
    """The day that is written: 2024-05-01 with or without a time, or 1 May 2024 as a mail writes it; none when it is anything else."""
    text = value.strip() if isinstance(value, str) else ""
    if iso := _ISO.fullmatch(text):
        return _date(int(iso[1]), int(iso[2]), int(iso[3]))
    mail = _MAIL.fullmatch(text)
    return _date(int(mail[3]), _MONTHS.index(mail[2]) + 1, int(mail[1])) if mail and mail[2] in _MONTHS else None


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number) if year >= FIRST_YEAR else None
    except ValueError:
        return None


def code(value: object) -> str:
    """A provider's word for what went wrong, if it is one plain word; else nothing of it."""
    return value if isinstance(value, str) and len(value) <= CODE_CHARS and _CODE.fullmatch(value) else "unnamed"


def cut(text: str, chars: int, words: int | None = None) -> str:
    """The beginning of a query, as much as a provider takes, in whole words if there is more than one."""
    kept = " ".join(text.split()[:words])
    return kept if len(kept) <= chars else kept[: chars + 1].rpartition(" ")[0] or kept[:chars]
