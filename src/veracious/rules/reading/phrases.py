"""The noun phrases of a sentence, each with its part in it: what a pronoun can stand for."""

from collections.abc import Iterator
from dataclasses import dataclass

from veracious.rules.reading import clauses, grammar, names, noun_phrases
from veracious.rules.reading.cast import BUILDINGS, CoreferenceDials, Part, Referent, Sort, is_person_noun
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: its tokens, and what it speaks of."""

    start: int
    end: int
    part: Part
    referent: Referent
    is_definite: bool  # it says which one is meant, or brings it in


_INSIDE = frozenset({Tag.WORD, Tag.NAME, Tag.NUMBER})
_OPEN = frozenset(
    "another any anybody anyone anything each either every everybody everyone everything neither no nobody none nothing somebody someone "
    "something such there here what which whose ought".split()
)
_AMOUNTS = frozenset("all both few half many more most much none several some".split())
_DEGREES = ("most", "more", "least", "other")
_OWNERS = frozenset("her his its my our their your".split())
_ABSTRACT = frozenset(
    "agreement anger answer appeal argument ban bid bill call case cause change charge claim closure cost deal death debate "
    "decision demand doubt effect effort election end event fact failure fall fear figure game growth idea increase inquiry "
    "interest job launch law limit loss match meeting move need news offer order plan policy poll price process profit promise "
    "proposal protest rate reason record reform report request response result review right rise risk rule scale scheme speech "
    "step strike study support survey talk tax test threat title trial use view visit vote wage war warning way win work".split()
)
_ABSTRACT_ENDINGS = ("tion", "sion", "ance", "ence", "ity", "ness", "ism", "ship", "acy", "ysis")


def is_abstract(noun: str) -> bool:
    """Whether a noun names what cannot be built, painted or measured: a decision, a closure."""
    return noun in _ABSTRACT or noun.endswith(_ABSTRACT_ENDINGS)


def read(clause: Clause, small: frozenset[str], dials: CoreferenceDials) -> tuple[Phrase, ...]:
    """Every noun phrase with a noun of its own, in order; no times, bare amounts, asides and what a subject is said to be.

    `small` are the words that the text writes small elsewhere, so that one at the head of a sentence is no name.
    """
    return tuple(_phrases(clause, small, dials))


def _phrases(clause: Clause, small: frozenset[str], dials: CoreferenceDials) -> Iterator[Phrase]:
    index = last = 0
    while index < len(clause):
        if clause.low(index) in ("this", "that", "last", "next", "every", "each") and clause.low(index + 1) in clause.lexicon.time_nouns:
            index += 2  # in a survey that year two pupils …
            continue
        end = _end(clause, index)
        if end == index:
            index += 1
            continue
        if _is_spoken_of(clause, index, end, last):
            yield _phrase(clause, (index, end), small, dials)
            last = end
        index = end


def _is_spoken_of(clause: Clause, start: int, end: int, last: int) -> bool:
    """Whether a phrase brings in something of its own."""
    if _is_time(clause, start, end) or clause.low(end - 1) in _OPEN or _is_said_to_be(clause, start):
        return False
    head = clause.low(end - 1)
    if not clause.tokens[end - 1].is_capitalised and (head in clause.lexicon.function_words or head in clause.lexicon.adverbs):
        return False
    apposed = last and clause.is_comma(start - 1) and last == start - 1 and clause.low(start) in ("a", "an", "the", "one")
    if apposed and (end == len(clause) or clause.is_comma(end) or clause.tag(end) not in FINITE):
        return False
    named = any(clause.tags[k] is Tag.NAME for k in range(start, end))
    determined = clause.tags[start] in (Tag.DETERMINER, Tag.NUMBER) or clause.low(start) in _OWNERS
    plural = clause.low(end - 1).endswith("s") and not clause.low(end - 1).endswith(("ss", "us", "is"))
    known_plural = clause.low(end - 1) in clause.lexicon.plural_nouns
    return named or determined or plural or known_plural or end - start > 1 or part_of(clause, start, end) is Part.SUBJECT


def _is_said_to_be(clause: Clause, start: int) -> bool:
    """CDV-118 is a tablet: what stands behind a form of to be is the subject again."""
    at = start - 1
    while at >= 0 and clause.tags[at] is Tag.ADVERB:
        at -= 1
    word = clause.low(at)
    return clause.lexicon.auxiliaries.get(word) == "be" or word in (
        "be",
        "been",
        "become",
        "becomes",
        "became",
        "remains",
        "remained",
        "as",
    )


def _end(clause: Clause, start: int) -> int:
    """The token after the phrase that opens here; `start` itself when none does."""
    opens = clause.tags[start] is Tag.DETERMINER or clause.low(start) in _OWNERS
    at = start + 1 if opens else start
    while at < len(clause):
        inside = clause.tags[at] in _INSIDE or (
            clause.tags[at] is Tag.ING and (at == start + 1 or clause.tag(at + 1) is Tag.WORD) and opens
        )
        joined = clause.low(at) in ("-", "&", "/") and at > start and clause.tag(at + 1) in _INSIDE
        describing = opens and clause.tag(at + 1) is Tag.WORD and (clause.tags[at] is Tag.ADVERB or clause.low(at) in _DEGREES)
        measure = (
            clause.tags[at] is Tag.NUMBER and at > start + opens and clause.low(at + 1).endswith("s") and clause.tag(at + 1) is Tag.WORD
        )
        if measure or (not inside and not joined and not describing):
            break  # a bulk carrier 40 minutes longer
        at += 1
    while at - 1 > start and clause.low(at - 1) in ("well", "worldwide", "longer", "alone"):
        at -= 1
    has_noun = any(clause.tags[k] in (Tag.WORD, Tag.NAME, Tag.ING) for k in range(start + opens, at))
    return at if has_noun and clause.tags[start] is not Tag.ADVERB else start


def _is_time(clause: Clause, start: int, end: int) -> bool:
    """Whether a phrase is a time, or a bare amount."""
    lexicon, head = clause.lexicon, clause.low(end - 1)
    if any(word in lexicon.fraction_words for word in (head, head.rstrip("s"), clause.low(end))):
        return True
    counted = clause.tags[start] is Tag.NUMBER and head.rstrip("s") in lexicon.units
    return (
        head in names.DAYS or head in lexicon.months or head in lexicon.time_nouns or head in ("year", "years", "time", "times", "hours")
    ) or counted


def _phrase(clause: Clause, where: tuple[int, int], small: frozenset[str], dials: CoreferenceDials) -> Phrase:
    start, end = where
    first, head = clause.low(start), clause.low(end - 1)
    noun = head.removesuffix("'s")
    part = Part.OTHER if owns(clause, end) else part_of(clause, start, end)
    text = _described(clause, start, _tail(clause, end, part, dials), small)
    tokens, tags = clause.tokens[start:end], clause.tags[start:end]
    plural = grammar.is_plural(tokens, tags, clause.lexicon) or _follows_plural(clause, start, end, part)
    gender = clause.lexicon.person_nouns.get(noun, "")
    referent = Referent(text, sort_of(noun, clause), {noun}, gender, plural and not _follows_singular(clause, end, part), is_name=False)
    listed = noun in clause.lexicon.reference_groups or noun in clause.lexicon.roles or noun in clause.lexicon.place_nouns
    nominal = not listed and (clause.tags[end - 1] is Tag.ING or (noun.endswith("ing") and clause.low(end - 2) == first))
    definite = (
        first not in _OWNERS | _OPEN and clause.tags[start] is not Tag.NUMBER and not (nominal and part is not Part.SUBJECT and not plural)
    )
    return Phrase(start, end, part, referent, definite)


def _tail(clause: Clause, end: int, part: Part, dials: CoreferenceDials) -> int:
    """Past what says which one a subject is, if it is short: the branch in Leeds."""
    if part is not Part.SUBJECT:
        return end
    limit = end + dials.tail_tokens_at_most
    tail = noun_phrases.phrase_end(clause, end, limit)
    inside = range(end, tail)
    clean = all(clause.low(k) not in _OWNERS and clause.tags[k] is not Tag.NUMBER for k in inside)
    whole = tail < limit and clause.tag(tail) is not Tag.CONJUNCTION
    return tail if clean and whole and clause.tag(end) is Tag.PREPOSITION else end


def sort_of(noun: str, clause: Clause) -> Sort:
    """What sort of thing a common noun names, in the singular or the plural."""
    lexicon = clause.lexicon
    for form in (noun, noun.removesuffix("s"), noun.removesuffix("es")):
        if is_person_noun(form, lexicon):
            return Sort.PERSON
        if form in lexicon.organisation_nouns and form not in BUILDINGS:
            return Sort.ORGANISATION
        if form in lexicon.place_nouns:
            return Sort.PLACE
    return Sort.PERSON if noun in ("people", "men", "women", "children") else Sort.THING


def _described(clause: Clause, start: int, end: int, small: frozenset[str]) -> str:
    """The phrase as it can stand for itself later: a bridge is the bridge."""
    text = clause.words(start, end).removesuffix("'s").removesuffix("’s")
    if clause.low(start) in ("a", "an", "this", "that", "these", "those"):
        return f"the {clause.words(start + 1, end)}".removesuffix("'s").removesuffix("’s")
    plain = start == 0 and (clause.tags[0] is Tag.DETERMINER or clause.low(0) in small)
    return text[:1].lower() + text[1:] if plain and not text[1:2].isupper() else text


def owns(clause: Clause, end: int) -> bool:
    """Whether a phrase that ends here only says whose the next one is: the council's; not St Ita's is."""
    last = clause.low(end - 1)
    genitive = last.endswith(("'s", "s'", "’")) or clause.low(end) in ("'", "’")
    return genitive and clause.tag(end) in (Tag.WORD, Tag.NAME, Tag.NUMBER, Tag.ING, Tag.ADVERB, Tag.SIGN)


def part_of(clause: Clause, start: int, end: int) -> Part:
    """What a phrase from one token to another does in its clause."""
    before = start - 1
    while before >= 0 and clause.tags[before] is Tag.ADVERB:
        before -= 1
    tag = clause.tag(before)
    if clause.low(before) == "of" and before and (clause.tags[before - 1] is Tag.NUMBER or clause.low(before - 1) in _AMOUNTS):
        return part_of(clause, before - 1, end)  # two of the sites
    if tag is Tag.PREPOSITION or clause.low(before).endswith("'s"):
        return Part.OTHER
    if tag in (Tag.VERB, Tag.PARTICIPLE, Tag.BASE, Tag.ING) or (tag is Tag.AUX and clause.tag(end) not in FINITE):
        return Part.OBJECT
    if tag is Tag.CONJUNCTION:
        earlier = any(clause.tags[k] in FINITE for k in range(before))
        return Part.SUBJECT if earlier and clauses.begins_clause(clause, start) else Part.OTHER
    opens = (
        before < 0
        or clause.low(before) in clause.lexicon.time_nouns
        or tag in (Tag.SUBORDINATOR, Tag.RELATIVE, Tag.QUOTED)
        or clause.low(before) in (",", ";", ":", "–", "—")
    )
    if opens and clause.tag(end) is not Tag.PRONOUN and _verb_follows(clause, end):
        return Part.SUBJECT
    leads = not any(clause.tags[k] in FINITE for k in range(start)) and clause.tag(clauses.skip_adverbs(clause, end)) in FINITE
    if leads and (clause.tags[start] is Tag.DETERMINER or clause.low(before) in clause.lexicon.months):
        return Part.SUBJECT  # in March the board unveiled …
    return Part.OBJECT if tag is Tag.WORD else Part.OTHER


def _verb_follows(clause: Clause, end: int) -> bool:
    """Whether a finite verb comes before the clause ends; an aside between commas and a phrase behind a preposition do not end it."""
    commas = 0
    for at in range(end, len(clause)):
        if clause.tags[at] in FINITE:
            return commas != 1 or clause.tag(at - 1) is Tag.RELATIVE or clause.is_comma(at - 1)
        commas += clause.is_comma(at)
        if clause.low(at) in (";", ":") or commas > 2:
            return False
    return False


def _verb_after(clause: Clause, end: int, part: Part) -> str:
    """The verb right behind a subject."""
    if part is not Part.SUBJECT:
        return ""
    at = end
    while clause.tag(at) is Tag.ADVERB:
        at += 1
    return clause.low(at) if clause.tag(at) in FINITE else ""


def _follows_plural(clause: Clause, start: int, end: int, part: Part) -> bool:
    many = clause.low(start) in ("these", "those", "many", "several", "few", "both") or (
        clause.tags[start] is Tag.NUMBER and clause.low(start) not in ("one", "1")
    )
    counted = range(start, end - 1)
    many = many or any(clause.tags[k] is Tag.NUMBER and _is_plural_word(clause, k + 1) for k in counted)
    return (
        many
        or clause.low(end - 1).endswith("ae")
        or _verb_after(clause, end, part) in ("are", "were", "have", "aren't", "weren't", "haven't")
    )


def _is_plural_word(clause: Clause, index: int) -> bool:
    word = clause.low(index)
    plural = word.endswith("s") or word in clause.lexicon.plural_nouns or word in clause.lexicon.magnitudes
    return plural and clause.tag(index) in (Tag.WORD, Tag.NUMBER)


def _follows_singular(clause: Clause, end: int, part: Part) -> bool:
    return _verb_after(clause, end, part) in ("is", "was", "has", "isn't", "wasn't", "hasn't")
