"""What requests are made of, checked to the letter: nothing more than is named, nothing of another kind, no text that cannot be kept."""

import re
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from veracious.domain.budget import Limits
from veracious.domain.document import Document
from veracious.faces.http import cursors

CLAIM_CHARS, CONTEXT_CHARS = 2_000, 20_000
PAGE, PAGE_AT_MOST = 20, 100
COST_AT_MOST, SECONDS_AT_MOST, COUNT_AT_MOST = 1e9, 86_400.0, 10**9
TITLE_CHARS, DOMAIN_CHARS = 1_000, 253
DOCUMENTS_AT_MOST = 1_000
KEPT = r"^[^\x00]*$"  # any text without NUL; that no character is half a one is seen before
SEEN = r"^[^\x00]*[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff][^\x00]*$"  # one that can be seen in it
# A host by its name or number, without a user; nothing that a reader of addresses would break on.
ADDRESS = r"^https?://[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?([/?#][!-~]{0,1700})?$"

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WHOLE = re.compile(r"0|[1-9][0-9]{0,17}")


def _day(value: Any) -> Any:
    if not isinstance(value, str | date) or (isinstance(value, str) and not _DAY.fullmatch(value)):
        raise ValueError("a day is written as 2026-03-15")
    return value


def _whole(value: Any) -> Any:
    if isinstance(value, str) and not _WHOLE.fullmatch(value):
        raise ValueError("a number is written in digits")
    return value


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


Day = Annotated[date, BeforeValidator(_day), Field(strict=False)]
Digits = BeforeValidator(_whole)  # a number in an address or a header; it stands behind its bounds, so that they are described
Number = BeforeValidator(_number)  # a whole number in a body, which JSON may write as 2.0
Text = Annotated[str, Field(pattern=KEPT)]
ClaimText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=CLAIM_CHARS,
        pattern=KEPT,
        description="One or a few sentences.",
        examples=["Marie Curie was born in Warsaw."],
    ),
]
ContextText = Annotated[
    str,
    Field(
        max_length=CONTEXT_CHARS,
        pattern=KEPT,
        description="A text that the claim stands beside: “the bill” is read as the one that it names.",
        examples=["The Clean Rivers Bill came before parliament in March."],
    ),
]
Collection = Literal["current_affairs", "documents", "static", "web"]
Name = Annotated[str, Field(pattern=f"^{cursors.NAME}$")]
EVERYWHERE: tuple[Collection, ...] = ("current_affairs", "documents", "static", "web")


class Given(BaseModel):
    """What a caller sends."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, hide_input_in_errors=True, frozen=True)


class Shown(BaseModel):
    """What a caller is shown."""

    model_config = ConfigDict(frozen=True)


class QueryParameters(BaseModel):
    """What stands in an address behind the question mark."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class GivenLimits(Given):
    """What a run may use; what is left out has no limit."""

    max_cost: Annotated[float, Field(ge=0, le=COST_AT_MOST)] | None = Field(default=None, description="In the currency of the prices.")
    max_seconds: Annotated[float, Field(ge=0, le=SECONDS_AT_MOST)] | None = None
    max_pages: Annotated[int, Field(ge=0, le=COUNT_AT_MOST), Number] | None = Field(default=None, description="Of the web.")
    max_calls: Annotated[int, Field(ge=0, le=COUNT_AT_MOST), Number] | None = Field(
        default=None, description="Of stores, models and providers."
    )

    def limits(self) -> Limits:
        """The same as the engine has it."""
        return Limits(self.max_cost, self.max_seconds, self.max_pages, self.max_calls)


class GivenDocument(Given):
    """A text, and what is known of it."""

    text: Text = Field(description="The text itself, plain or Markdown.", examples=["Marie Curie was born in Warsaw in 1867."])
    name: Annotated[str, Field(max_length=TITLE_CHARS, pattern=KEPT)] = Field(default="", description="A name to know it by.")
    title: Annotated[str, Field(max_length=TITLE_CHARS, pattern=KEPT)] = ""
    url: Annotated[str, Field(pattern=ADDRESS)] | None = Field(default=None, description="Where it was published.")
    published: Day | None = None
    language: Annotated[str, Field(pattern=r"^([a-z]{2,3}(-[A-Za-z0-9]{1,20})?)?$")] = Field(
        default="", description="A code such as `en`; without it, it is told by the text."
    )
    byline: Annotated[str, Field(max_length=TITLE_CHARS, pattern=KEPT)] = ""
    domain: Annotated[str, Field(max_length=DOMAIN_CHARS, pattern=KEPT)] = Field(
        default="", description="Who published it, where the address does not say."
    )

    def document(self) -> Document:
        """The same as the engine has it; a text that is blank is none."""
        text = self.text.replace("\r\n", "\n").replace("\r", "\n")
        return Document(
            text,
            name=self.name,
            title=self.title,
            url=self.url,
            published=self.published,
            language=self.language,
            byline=self.byline,
            domain=self.domain,
        )


class GivenEvidence(GivenDocument):
    """A document that something is checked against: it must say something."""

    text: Annotated[str, Field(pattern=SEEN)] = Field(
        description="The text itself, plain or Markdown; not blank.", examples=["Marie Curie was born in Warsaw in 1867."]
    )


Limit = Annotated[int, Field(ge=1, le=PAGE_AT_MOST, description="How many at most."), Digits]


class Paging(QueryParameters):
    """Which part of a list."""

    limit: Limit = PAGE
    cursor: cursors.Cursor = Field(default="", description="`next_cursor` of the page before.")
