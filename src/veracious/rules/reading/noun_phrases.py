"""Noun phrases of a sentence: where they begin and end, and whether they say which one is meant."""

from collections.abc import Iterator

from veracious.rules.reading import clauses, grammar, names
from veracious.rules.reading.cast import Referent, Sort
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon


def clause_index(clause: Clause, offset: int) -> int:
    """The first token that does not end before an offset."""
    low, high = 0, len(clause)
    while low < high:
        middle = (low + high) // 2
        if clause.tokens[middle].start < offset:
            low = middle + 1
        else:
            high = middle
    return low


def owned(name: str) -> str:
    """The name in the genitive."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def only_joins(clause: Clause, index: int) -> bool:
    """Whether a capital merely opens the sentence before a name: Meanwhile Hayate, In Leeds."""
    lexicon, word = clause.lexicon, clause.low(index)
    return word != "the" and (
        word in lexicon.function_words
        or word in lexicon.prepositions
        or word in lexicon.adverbs
        or word in lexicon.connectors.by_first
        or word in ("next", "last", "dear")
    )


def common_tail(clause: Clause, end: int) -> int:
    """Behind a name, the end of the common nouns that belong to it: Hungary's agriculture ministry; 0 for none."""
    at = end
    if clause.low(at) in ("'s", "'", "’"):
        at += 1
    while clause.tag(at) is Tag.WORD and not clause.tokens[at].is_capitalised:
        at += 1
    if at == end:
        return 0
    last = clause.low(at - 1)
    lexicon = clause.lexicon
    known = (
        last in lexicon.organisation_nouns
        or last in lexicon.place_nouns
        or last in lexicon.bare_definite
        or last in lexicon.reference_groups
    )
    return at if known and last not in lexicon.person_nouns else 0


def suffixes(head: str, lexicon: Lexicon) -> Iterator[str]:
    """A footbridge is a bridge."""
    return (noun for noun in lexicon.reference_groups if len(noun) > 2 and head.endswith(noun) and head != noun)


_JUDGED = frozenset("clear likely unlikely possible impossible important necessary true known unclear time hard easy difficult".split())


def is_empty_it(clause: Clause, index: int) -> bool:
    """It is clear that …; it took two hours to …; it is raining; it was she who …"""
    verb = clauses.skip_adverbs(clause, index + 1)
    if clause.tag(verb) not in FINITE:
        return False
    base = grammar.verb_base(clause.tokens[clauses.verb_group_end(clause, verb) - 1], clause.lexicon)
    if base in clause.lexicon.weather_verbs or base in ("seem", "appear", "happen", "emerge"):
        return True
    behind = range(verb + 1, len(clause))
    clause_follows = any(
        clause.low(k) in ("that", "who", "whether") or (clause.low(k) == "to" and clause.tag(k + 1) is Tag.BASE) for k in behind
    )
    judged = (
        any(clause.low(k) in _JUDGED for k in behind)
        or clause.tag(verb + 1) in (Tag.NAME, Tag.PRONOUN)
        or base in ("take", "cost", "become")
    )
    passive = any(clause.tags[k] is Tag.PARTICIPLE for k in behind) and any(clause.low(k) == "that" for k in behind)
    return clause_follows and (judged or passive) and clause.low(verb) in ("is", "was", "has", "would", "will", "took", "takes", "became")


def subject(clause: Clause, verb: int | None) -> Referent | None:
    """The subject of a sentence that opens with a common noun, as a referent of its own."""
    if verb is None or verb == 0:
        return None
    start = 0
    commas = [k for k in range(verb) if clause.is_comma(k)]
    if clause.tag(0) in (Tag.PREPOSITION, Tag.SUBORDINATOR, Tag.ADVERB) and commas:
        start = commas[0] + 1
    end = next((k for k in commas if k > start), verb)
    end = next((k for k in range(start, end) if clause.tags[k] in (Tag.RELATIVE, Tag.ADVERB)), end)
    if (
        end <= start
        or clause.tag(start) not in (Tag.DETERMINER, Tag.WORD, Tag.NUMBER, Tag.NAME)
        or clause.low(start) in ("this", "that", "these", "those")
    ):
        return None
    if any(clause.tags[k] is Tag.PRONOUN or clause.low(k) in _UNSURE for k in range(start, end)):
        return None
    text = clause.words(start, end)
    if clause.low(start) in ("a", "an"):
        text = "the " + clause.words(start + 1, end)
    elif start == 0 and clause.tag(0) is Tag.DETERMINER:
        text = text[:1].lower() + text[1:]
    plural = grammar.is_plural(clause.tokens[start:end], clause.tags[start:end], clause.lexicon)
    people = any(token.low in clause.lexicon.person_nouns for token in clause.tokens[start:end])
    return Referent(text, Sort.PERSON if people else Sort.THING, set(), "", plural, is_name=False)


_UNSURE = frozenset(
    "this that these those none nobody somebody everybody anyone anybody something nothing everyone someone here there one ones".split()
)


def is_told_apart(clause: Clause, noun: int) -> bool:
    """Whether what follows the noun says which one is meant: the company that …, the bridge over …, the city of …"""
    after = clause.low(noun + 1)
    return (
        after in ("of", "that", "who", "which", "whose", "where", "for", "over", "between", "into", "about")
        or (clause.tag(noun + 1) in (Tag.NAME, Tag.QUOTED, Tag.PARTICIPLE))
        or (
            after in ("in", "at", "on", "from", "near", "with")
            and clause.tag(noun + 2) is Tag.NAME
            and clause.low(noun + 2) not in names.DAYS
            and clause.low(noun + 2) not in clause.lexicon.months
        )
    )


def phrase_end(clause: Clause, start: int, limit: int) -> int:
    """Past the prepositional phrases that say which one is meant."""
    at = start
    if clause.tag(at) in (Tag.PARTICIPLE, Tag.VERB) and clause.low(at + 1) in ("by", "in", "at", "on"):
        at += 1
    while at < min(limit, len(clause)) and clause.low(at) in (
        "of",
        "in",
        "at",
        "by",
        "for",
        "near",
        "over",
        "on",
        "between",
        "about",
        "from",
        "into",
    ):
        inner = at + 1
        while inner < min(limit, len(clause)) and clause.tags[inner] in (Tag.DETERMINER, Tag.WORD, Tag.NAME, Tag.NUMBER, Tag.ING):
            inner += 1
        if inner == at + 1 or any(
            clause.low(k) in names.DAYS or clause.low(k) in clause.lexicon.months or clause.low(k) in clause.lexicon.time_nouns
            for k in range(at, inner)
        ):
            break
        at = inner
    return at
