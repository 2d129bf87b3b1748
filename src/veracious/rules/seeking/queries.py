"""What is looked for: the claim in several forms, one of them a search for its refutation.

| form | what it is |
|---|---|
| claim | the claim as it stands |
| debunk | its key words with words of refutation |
| subclaim | one of its parts, when there are several |
| entities | the names of a part |
| phrase | a name of a part in quotation marks, with its key words |
| fact_check | the claim framed as a fact-check, for the web only: to a store it is the claim once more |
"""

from collections.abc import Iterator
from dataclasses import dataclass

from veracious.domain.claim import EntitySort, Reading, Subclaim
from veracious.domain.evidence import Query
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import Token, scan


@dataclass(frozen=True, slots=True)
class QueryDials:
    """How many queries, and how much of a claim a key phrase takes."""

    at_most: int = 8  # queries of one claim against the stores; 4–16; a guess
    web_at_most: int = 6  # queries of one part against the web, never fewer than two are made; 2–6; one of each form
    entities_at_least: int = 2  # names that make a query of their own; 1–3; a guess
    limit: int = 50  # candidates asked of each finder for the claim and for its parts; 10–200; a guess
    frame_limit: int = 20  # the same for names, phrases and refutations, which find much beside the point; 5–100; a guess
    widened: float = 1.5  # how many times more is asked of the finders in each further look; 1–3; seed E widens without a number, a guess
    attempts: int = 3  # looks that widen; 1–5; seed E, AGENTIC_LOOP_MAX_ITER
    current_from: int = 0  # look from which only current affairs and the web are looked at; 0 is never; seed E turns to them
    phrase_words_at_most: int = 6  # content words of a key phrase; 4–8; a guess
    word_letters_at_least: int = 3  # shorter words are key words only when capitalised; 2–5; a guess


@dataclass(frozen=True, slots=True)
class ReferenceQueryDials(QueryDials):
    """The same as the source documents print it."""

    limit: int = 10  # as above; 10–200; seed E, RAG_TOP_K
    frame_limit: int = 10  # as above; 5–100; seed E, RAG_TOP_K
    web_at_most: int = 4  # as above; 2–6; seed E §5.1
    current_from: int = 3  # as above; 0–5; seed E, adaptive refinement


CURRENT = frozenset(("current_affairs", "web"))
# The claim and its refutation first: they are always there, so that no claim has fewer than two queries.
_WEB_ORDER = ("claim", "debunk", "phrase", "fact_check", "entities", "subclaim")


def forms(reading: Reading, lexicon: Lexicon, dials: QueryDials) -> tuple[Query, ...]:
    """The queries for a claim against the stores, most telling first, none twice.

    Formula: Queries. From A §3, E §5.2.

        the claim; its first phrase_words_at_most key words with words of refutation; its parts, if there are several;
        of each part the names, if there are entities_at_least or more, and a name in quotation marks with its key words
        a key word is in capitals, or no function word and capitalised or of word_letters_at_least letters or more
        none twice; the first at_most

    Dials: phrase_words_at_most, entities_at_least, word_letters_at_least, at_most of QueryDials.
    """
    return tuple(query for query in _all(reading, lexicon, dials) if query.form != "fact_check")[: dials.at_most]


def limit(query: Query, dials: QueryDials, attempt: int = 1) -> int:
    """How many candidates a finder is asked for: more for what says all of the claim or of a part, and more at each further look.

    Formula: Candidates asked for. From E, RAG_TOP_K.

        limit for the claim and for its parts, frame_limit for any other query; times widened^(looks before), for attempts looks at most

    Dials: limit, frame_limit, widened, attempts of QueryDials.
    """
    first = dials.limit if query.form in ("claim", "subclaim") else dials.frame_limit
    return int(first * dials.widened ** (min(attempt, dials.attempts) - 1))


def is_looked_at(collection: str, dials: QueryDials, attempt: int) -> bool:
    """Whether evidence of a collection counts at this look: seed E turns to what is current when nothing else sufficed.

    Formula: Collections that are looked at. From E (adaptive refinement).

        all; from look current_from on, if it is not 0, only current affairs and the web

    Dials: current_from of QueryDials.
    """
    return not 0 < dials.current_from <= attempt or collection in CURRENT


@dataclass(frozen=True, slots=True)
class Aimed:
    """A query for the web, and the part of the claim it is to settle; none: all of it."""

    query: Query
    part: int | None = None


def aimed(reading: Reading, lexicon: Lexicon, dials: QueryDials) -> tuple[Aimed, ...]:
    """The queries that are worth a search of the open web: the first of each form, then the others of each part."""
    found: dict[str, Aimed] = {}
    for form, text, part in _forms(reading, lexicon, dials):
        if text and not any((one.query.form, one.part) == (form, part) for one in found.values()):
            found.setdefault(plain(text), Aimed(Query(text, form, reading.claim.as_of), part))
    first = {one.query.form: one for one in reversed(found.values())}
    ordered = sorted(found.values(), key=lambda one: (first[one.query.form] is not one, _WEB_ORDER.index(one.query.form)))
    return tuple(ordered)[: dials.web_at_most * len(reading.subclaims)]


def for_web(reading: Reading, lexicon: Lexicon, dials: QueryDials) -> tuple[Query, ...]:
    """The same without their aims.

    Formula: Queries for the web. From E §5.1.

        the first of each form: claim, debunk, phrase, fact_check, entities, subclaim; then those of the other parts
        the first web_at_most for each part

    Dials: web_at_most of QueryDials.
    """
    return tuple(one.query for one in aimed(reading, lexicon, dials))


def plain(text: str) -> str:
    """The text of a query in the form by which two are the same: one case, single blanks."""
    return " ".join(text.split()).casefold()


def _all(reading: Reading, lexicon: Lexicon, dials: QueryDials) -> tuple[Query, ...]:
    unique: dict[str, Query] = {}
    for form, text, _ in _forms(reading, lexicon, dials):
        if text:
            unique.setdefault(plain(text), Query(text, form, reading.claim.as_of))
    return tuple(unique.values())


def _forms(reading: Reading, lexicon: Lexicon, dials: QueryDials) -> Iterator[tuple[str, str, int | None]]:
    """Each form with its text and the part it is of; none: of all of the claim."""
    text, several = reading.claim.text, len(reading.subclaims) > 1
    yield "claim", text, None
    yield "debunk", f"{_key_words(text, lexicon, dials) or text} {lexicon.query_frames['debunk']}", None
    if several:
        yield from (("subclaim", part.text, index) for index, part in enumerate(reading.subclaims))
    for index, part in enumerate(reading.subclaims):
        names = [entity.text for entity in part.entities if entity.sort is not EntitySort.DATE]
        if len(names) >= dials.entities_at_least:
            yield "entities", " ".join(names), index if several else None
        yield "phrase", _phrase(part, lexicon, dials), index if several else None
    yield "fact_check", f"{lexicon.query_frames['fact_check']} {text}", None


def _key_words(text: str, lexicon: Lexicon, dials: QueryDials) -> str:
    shouted = text.isupper()
    words = [token.text for token in scan(text) if token.is_word and _is_key(token, shouted, lexicon, dials)]
    return " ".join(dict.fromkeys(words[: dials.phrase_words_at_most]))


def _is_key(token: Token, shouted: bool, lexicon: Lexicon, dials: QueryDials) -> bool:
    """Whether a word says what the claim is about: EU, AI and WHO do, unless all of the claim is in capitals."""
    if len(token.text) > 1 and token.text.isupper() and not shouted:
        return True
    return token.low not in lexicon.function_words and (token.is_capitalised or len(token.text) >= dials.word_letters_at_least)


def _phrase(part: Subclaim, lexicon: Lexicon, dials: QueryDials) -> str:
    """The quoted name or the longest name in quotation marks, with the key words around it."""
    quoted = [entity.text for entity in part.entities if entity.sort is EntitySort.QUOTED]
    names = [entity.text for entity in part.entities if " " in entity.text and entity.sort is EntitySort.NAME]
    key = next(iter(quoted), max(names, key=len, default=""))
    rest = [word for word in _key_words(part.text, lexicon, dials).split() if word not in key.split()]
    return f'"{key}" {" ".join(rest)}'.strip() if key else ""
