"""What is looked for: the claim in several forms, one of them a search for its refutation."""

from collections.abc import Iterator
from dataclasses import dataclass

from veracious.domain.claim import EntitySort, Reading, Subclaim
from veracious.domain.evidence import Query
from veracious.rules.reading.anchors import AnchorDials, content
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan


@dataclass(frozen=True, slots=True)
class QueryDials:
    """How many queries, and how much of a claim a key phrase takes."""

    at_most: int = 8  # queries of one claim against the stores; 4–16; a guess
    web_at_most: int = 4  # queries of one claim against the web; 2–6; seed E §5.1
    entities_at_least: int = 2  # names that make a query of their own; 1–3; a guess
    limit: int = 50  # candidates asked of each finder and query; 10–200; a guess
    pages_at_most: int = 5  # pages read of one search; 1–12; seed B caps them, a guess
    phrase_words_at_most: int = 6  # content words of a key phrase; 4–8; a guess


_DEBUNK = "fact check false debunked"


def forms(reading: Reading, lexicon: Lexicon, dials: QueryDials) -> tuple[Query, ...]:
    """The queries for a claim, most telling first, none twice."""
    as_of = reading.claim.as_of
    found = (Query(text, form, as_of) for form, text in _forms(reading, lexicon, dials))
    unique: dict[str, Query] = {}
    for query in found:
        if query.text:
            unique.setdefault(query.text.casefold(), query)
    return tuple(unique.values())[: dials.at_most]


def for_web(reading: Reading, lexicon: Lexicon, dials: QueryDials) -> tuple[Query, ...]:
    """The few of them that are worth a search of the open web: the claim, its refutation, a phrase, its names."""
    by_form: dict[str, Query] = {}
    for query in forms(reading, lexicon, dials):
        by_form.setdefault(query.form, query)
    order = ("claim", "debunk", "phrase", "entities", "subclaim")
    return tuple(by_form[form] for form in order if form in by_form)[: dials.web_at_most]


def _forms(reading: Reading, lexicon: Lexicon, dials: QueryDials) -> Iterator[tuple[str, str]]:
    yield "claim", reading.claim.text
    key = _key_words(reading.claim.text, lexicon, dials)
    yield "debunk", f"{key} {_DEBUNK}" if key else ""
    if len(reading.subclaims) > 1:
        yield from (("subclaim", part.text) for part in reading.subclaims)
    for part in reading.subclaims:
        names = [entity.text for entity in part.entities if entity.sort is not EntitySort.DATE]
        if len(names) >= dials.entities_at_least:
            yield "entities", " ".join(names)
        yield "phrase", _phrase(part, lexicon, dials)


def _key_words(text: str, lexicon: Lexicon, dials: QueryDials) -> str:
    words = [token.text for token in content(scan(text), lexicon, AnchorDials())]
    return " ".join(dict.fromkeys(words[: dials.phrase_words_at_most]))


def _phrase(part: Subclaim, lexicon: Lexicon, dials: QueryDials) -> str:
    """The quoted name or the longest name in quotation marks, with the key words around it."""
    quoted = [entity.text for entity in part.entities if entity.sort is EntitySort.QUOTED]
    names = [entity.text for entity in part.entities if " " in entity.text and entity.sort is EntitySort.NAME]
    key = next(iter(quoted), max(names, key=len, default=""))
    rest = [word for word in _key_words(part.text, lexicon, dials).split() if word not in key.split()]
    return f'"{key}" {" ".join(rest)}'.strip() if key else ""
