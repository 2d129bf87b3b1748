"""The terms of schema.org that a ClaimReview of ours may have, and what Google asks of one. Written by hand from these pages, read in 2026:

- https://schema.org/ClaimReview, /Review, /CreativeWork, /Thing, /Rating, /Claim, /Organization, /Person: properties and expected types
- https://developers.google.com/search/docs/appearance/structured-data/factcheck: "Structured data type definitions", required properties

A list of a type has its own properties and those that it inherits, as far as anybody needs them for a fact-check.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlsplit

THING = {"name": ("Text",), "alternateName": ("Text",), "url": ("URL",), "description": ("Text",), "sameAs": ("URL",)}
CREATIVE_WORK = THING | {
    "author": ("Organization", "Person"),
    "editor": ("Person",),
    "publisher": ("Organization", "Person"),
    "datePublished": ("Date",),
    "dateModified": ("Date",),
    "inLanguage": ("Text",),
    "text": ("Text",),
}
TYPES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "ClaimReview": CREATIVE_WORK
    | {"claimReviewed": ("Text",), "itemReviewed": ("Claim", "CreativeWork"), "reviewRating": ("Rating",), "reviewBody": ("Text",)},
    "Claim": CREATIVE_WORK | {"appearance": ("CreativeWork",), "firstAppearance": ("CreativeWork",)},
    "CreativeWork": CREATIVE_WORK,
    "Rating": THING
    | {
        "ratingValue": ("Number", "Text"),
        "worstRating": ("Number", "Text"),
        "bestRating": ("Number", "Text"),
        "ratingExplanation": ("Text",),
        "author": ("Organization", "Person"),
    },
    "Organization": THING | {"logo": ("URL",), "legalName": ("Text",)},
    "Person": THING | {"jobTitle": ("Text",), "affiliation": ("Organization",)},
}
GOOGLE_REQUIRES = {"ClaimReview": ("claimReviewed", "reviewRating", "url"), "Rating": ("alternateName",)}
GOOGLE_RECOMMENDS = {"ClaimReview": ("author", "itemReviewed"), "Rating": ("bestRating", "ratingValue", "worstRating")}


def faults(value: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """What is wrong with a JSON-LD object, by its place."""
    kind = value.get("@type", "")
    known = TYPES.get(kind)
    if known is None:
        yield f"{place}: {kind!r} is no type of the list"
        return
    if not place and value.get("@context") != "https://schema.org":
        yield "the context is not schema.org"
    yield from (f"{place}: {name} is required of a {kind}" for name in GOOGLE_REQUIRES.get(kind, ()) if not value.get(name))
    yield from (f"{place}: {name} is recommended of a {kind}" for name in GOOGLE_RECOMMENDS.get(kind, ()) if name not in value)
    for name, given in value.items():
        if name in ("@type", "@context"):
            continue
        where = f"{place}.{name}".lstrip(".")
        if name not in known:
            yield f"{where} is no property of a {kind}"
        elif isinstance(given, dict):
            if given.get("@type") not in known[name]:
                yield f"{where} is none of {known[name]}"
            yield from faults(given, where)
        elif not any(_fits(given, one) for one in known[name]):
            yield f"{where}: {given!r} is none of {known[name]}"
    if kind == "Rating":
        yield from _scale(value, place)


def _fits(given: Any, kind: str) -> bool:
    if kind == "Number":
        return isinstance(given, int | float) and not isinstance(given, bool)
    if not isinstance(given, str) or not given.strip():
        return False
    if kind == "Date":
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", given)) and bool(date.fromisoformat(given))
    if kind == "URL":
        return urlsplit(given).scheme in ("http", "https") and bool(urlsplit(given).netloc)
    return kind == "Text"


def _scale(rating: Mapping[str, Any], place: str) -> Iterator[str]:
    """Google: a number between the worst and the best, and the worst is below the best."""
    worst, value, best = (rating.get(name) for name in ("worstRating", "ratingValue", "bestRating"))
    if not all(isinstance(one, int | float) for one in (worst, value, best)) or not worst <= value <= best or worst == best:  # type: ignore[operator]
        yield f"{place}: {value!r} is not between {worst!r} and {best!r}"
