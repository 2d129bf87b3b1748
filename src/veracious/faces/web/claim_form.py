"""The form that a claim is handed in with: its fields as they were written, what is wrong with them, and the order they make."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from math import isfinite
from types import MappingProxyType

from veracious.domain.job import DEMO, ArticleOrder, ClaimOrder, JobOrder
from veracious.faces.http.articles import ARTICLE_CHARS, GivenArticle
from veracious.faces.http.models import (
    ADDRESS,
    CLAIM_CHARS,
    COST_AT_MOST,
    COUNT_AT_MOST,
    EVERYWHERE,
    SECONDS_AT_MOST,
    Collection,
    GivenLimits,
)
from veracious.faces.http.verifications import GivenClaim

ALL, OWN, WORLD = "all", "documents", "demo"  # where to look
WHERE: Mapping[str, tuple[Collection, ...]] = MappingProxyType({ALL: EVERYWHERE, OWN: ("documents",), WORLD: EVERYWHERE})
KEY_BYTES = 12

NO_CLAIM = "Write the claim that is to be checked."
LONG_ARTICLE = f"The text is longer than {ARTICLE_CHARS:,} characters. Take a part of it."
NO_DAY = "Write the day as 2026-03-15."
NO_NUMBER = "Write a number from 0 on, or nothing for no limit."

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")


def new_key() -> str:
    """The name of a new form: one that is sent twice is one job."""
    return secrets.token_urlsafe(KEY_BYTES)


@dataclass(frozen=True, slots=True)
class ClaimForm:
    """The fields as they were written."""

    claim: str = ""
    as_of: str = ""
    where: str = ALL
    web: bool = False
    max_cost: str = ""
    max_seconds: str = ""
    max_pages: str = ""
    key: str = field(default_factory=new_key)
    wrong: Mapping[str, str] = field(default_factory=dict)  # what is wrong, by the name of the field

    @property
    def is_address(self) -> bool:
        """Whether there stands an address of the web in place of a claim."""
        return re.fullmatch(ADDRESS, self.claim) is not None

    @property
    def is_long(self) -> bool:
        """Whether the text is longer than any claim."""
        return len(self.claim) > CLAIM_CHARS

    @property
    def is_set(self) -> bool:
        """Whether anything but the claim and its day was said, so that it is not hidden."""
        return self.where != ALL or self.web or bool(self.max_cost or self.max_seconds or self.max_pages or set(self.wrong) - {"claim"})


def sent(fields: Mapping[str, str]) -> ClaimForm:
    """The form as it was sent, with what is wrong with it."""
    key = fields.get("key", "")
    form = ClaimForm(
        claim=fields.get("claim", "").replace("\r\n", "\n").replace("\r", "\n").strip(),
        as_of=fields.get("as_of", "").strip()[:20],
        where=fields["where"] if fields.get("where") in WHERE else ALL,
        web=fields.get("web") == "on",
        max_cost=fields.get("max_cost", "").strip()[:20],
        max_seconds=fields.get("max_seconds", "").strip()[:20],
        max_pages=fields.get("max_pages", "").strip()[:20],
        key=key if KEY.fullmatch(key) else new_key(),
    )
    return replace(form, wrong=_wrong(form))


def of_order(order: JobOrder, today: date) -> ClaimForm:
    """The form that would make this order again, of today where it was of no other day."""
    if isinstance(order, ArticleOrder):
        text = order.text or order.url
    elif isinstance(order, ClaimOrder):
        text = order.claim
    else:
        return ClaimForm(as_of=today.isoformat())
    limits = order.limits
    places = {WHERE[OWN]: OWN, DEMO: WORLD}
    return ClaimForm(
        claim=text,
        as_of=order.as_of.isoformat(),
        where=places.get(order.collections, ALL),
        web=order.web,
        max_cost=_shown(limits.max_cost),
        max_seconds=_shown(limits.max_seconds),
        max_pages=_shown(limits.max_pages),
    )


def claim(form: ClaimForm) -> GivenClaim:
    """The claim that a form without faults hands in."""
    return GivenClaim(claim=form.claim, as_of=day(form.as_of), collections=list(WHERE[form.where]), web=form.web, limits=limits(form))


def article(form: ClaimForm) -> GivenArticle:
    """The same text or address, taken as an article."""
    text, url = ("", form.claim) if form.is_address else (form.claim, None)
    collections = list(WHERE[form.where])
    return GivenArticle(text=text, url=url, as_of=day(form.as_of), collections=collections, web=form.web, limits=limits(form))


def limits(form: ClaimForm) -> GivenLimits:
    """The limits of a form without faults."""
    cost, seconds, pages = map(_number, (form.max_cost, form.max_seconds, form.max_pages))
    return GivenLimits(max_cost=cost, max_seconds=seconds, max_pages=None if pages is None else int(pages))


def _wrong(form: ClaimForm) -> Mapping[str, str]:
    bounds = (("max_cost", form.max_cost, COST_AT_MOST), ("max_seconds", form.max_seconds, SECONDS_AT_MOST))
    found = {name: NO_NUMBER for name, text, most in (*bounds, ("max_pages", form.max_pages, COUNT_AT_MOST)) if not _fits(text, most)}
    if form.max_pages and "max_pages" not in found and not form.max_pages.isdecimal():
        found["max_pages"] = NO_NUMBER
    if not form.claim:
        found["claim"] = NO_CLAIM
    elif len(form.claim) > ARTICLE_CHARS:
        found["claim"] = LONG_ARTICLE
    if form.as_of and not is_day(form.as_of):
        found["as_of"] = NO_DAY
    return found


def _fits(text: str, most: float) -> bool:
    try:
        number = _number(text)
    except ValueError:
        return False
    return number is None or (isfinite(number) and 0 <= number <= most)


def _number(text: str) -> float | None:
    return float(text.replace(",", ".")) if text else None


def is_day(text: str) -> bool:
    """Whether this is a day as it is to be written."""
    try:
        return bool(_DAY.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def day(text: str) -> date | None:
    """The day that is written; none where nothing is."""
    return date.fromisoformat(text) if text else None


def _shown(number: float | None) -> str:
    return "" if number is None else f"{number:g}"
