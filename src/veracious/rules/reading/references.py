"""Words that point at something: whether the text itself says at what."""

from veracious.rules.reading import clauses, grammar
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag

_PERSONAL = frozenset(("he", "she", "they", "him", "her", "them", "his", "hers", "their", "theirs", "its"))
_SUBJECTS = frozenset(("he", "she", "it", "they"))
_DEMONSTRATIVES = frozenset(("this", "that", "these", "those"))
_SPEAKERS = frozenset(("i", "we"))


def unresolved(clause: Clause) -> bool:
    """Whether the statement's subject points outside the text."""
    return _starts_with_pronoun(clause) or _bare_definite(clause) is not None or _pronoun_without_noun(clause)


def pointed_at(clause: Clause) -> tuple[int, int] | None:
    """The tokens of a reference that names a sort of thing and not which one, from its article to its noun: the new study, this law."""
    noun = _bare_definite(clause)
    if noun is not None:
        return 0, noun
    start = _after_connector(clause)
    if clause.low(start) not in _DEMONSTRATIVES or not _starts_with_pronoun(clause):
        return None
    noun = start + 1 + (clause.low(start + 1) in clause.lexicon.plain_modifiers)
    return (start, noun) if clause.low(noun).removesuffix("'s") in clause.lexicon.bare_definite else None


def pronoun(clause: Clause) -> int | None:
    """The token of a pronoun for somebody or something that the text does not name: He won; Its roof leaks; Then she left."""
    start = _after_connector(clause)
    if clause.low(start) in _PERSONAL | _SUBJECTS and _starts_with_pronoun(clause):
        return start
    if not _pronoun_without_noun(clause):
        return None
    return next(k for k in range(len(clause)) if clause.low(k) in ("he", "she") and clause.tags[k] is Tag.PRONOUN)


def readings(clause: Clause) -> tuple[str, ...]:
    """The statements a pronoun with two possible antecedents could mean; empty when there are not two."""
    at = next(
        (k for k in range(2, len(clause)) if clause.low(k) in _SUBJECTS and clause.tag(clauses.skip_adverbs(clause, k + 1)) in FINITE), None
    )
    if at is None or (clause.low(at) == "it" and _is_empty_it(clause, at)):
        return ()
    rivals = _rivals(clause, at)
    if len(rivals) < 2:
        return ()
    return tuple(
        f"{clause.words(0, at)}{',' if clause.is_comma(at - 1) else ''} {name} {clause.words(at + 1, len(clause))}" for name in rivals
    )


def _rivals(clause: Clause, at: int) -> list[str]:
    """Names before the pronoun that are subject or direct object of one verb: both could be meant."""
    verb = clauses.main_verb(clause, 0, at)
    if verb is None or grammar.verb_base(clause.tokens[verb], clause.lexicon) not in clause.lexicon.person_verbs:
        return []
    start, end = clauses.direct_object(clause, verb)
    first = next((k for k in range(verb) if _is_name(clause, k)), None)
    if first is None or start >= end or not _is_name(clause, start):
        return []
    if not all(clause.tags[k] is Tag.NAME for k in range(start, end)) or any(_lead(clause, k) for k in range(first, verb)):
        return []
    return [clause.words(first, verb), clause.words(start, end)]


def _is_name(clause: Clause, index: int) -> bool:
    token = clause.tokens[index]
    known = token.low in clause.lexicon.function_words or token.low in clause.lexicon.months or token.low in clause.lexicon.nationalities
    return token.is_capitalised and not known


def _lead(clause: Clause, index: int) -> bool:
    return not _is_name(clause, index)


def _starts_with_pronoun(clause: Clause) -> bool:
    """He won. This led to a fall. We lost."""
    start = _after_connector(clause)
    word = clause.low(start)
    if (start + 1 < len(clause) and clause.tokens[start + 1].is_capitalised) or clause.tag(start + 1) is Tag.QUOTED:
        return False  # the title of a work: "Our Town", "I (film)"
    if word in _SPEAKERS or word in ("my", "our"):
        return True
    if word == "it":
        return not _is_empty_it(clause, start)
    if word in _DEMONSTRATIVES:
        placed = clause.low(start + 1) in clause.lexicon.time_nouns
        defined = clause.low(start + 1) in ("who", "that", "which") or (
            word in ("those", "that") and clause.tag(start + 1) is Tag.PREPOSITION
        )
        return not placed and not defined
    return word in _PERSONAL and clause.tag(start) is not Tag.QUOTED


def _after_connector(clause: Clause) -> int:
    """Where the statement begins, after a "But" or an "In addition,"."""
    length = clause.lexicon.connectors.at(clause.tokens, 0)[0]
    if not length and clause.tag(0) not in (Tag.CONJUNCTION, Tag.ADVERB):
        return 0
    start = max(1, length)
    return start + clause.is_comma(start)


def _is_empty_it(clause: Clause, index: int) -> bool:
    """It is illegal to …; it was Amundsen who …; it snowed; it takes two hours to …"""
    verb = next((k for k in range(index + 1, len(clause)) if clause.tags[k] in FINITE), None)
    if verb is None:
        return False
    group = clauses.verb_group_end(clause, verb)
    bases = {known.base for k in range(verb, group) if (known := clause.lexicon.verbs.get(clause.low(k)))}
    if bases & clause.lexicon.weather_verbs:
        return True
    takes_clause = any(
        clause.low(k) in ("to", "that", "who", "which", "whether", "when", "where", "if", "for") for k in range(group, len(clause))
    )
    return takes_clause and (
        clause.low(verb) in ("is", "was", "has", "isn't", "wasn't") or bool(bases & {"take", "cost", "become"}) or _seems(bases)
    )


def _seems(bases: set[str]) -> bool:
    return bool(bases & {"seem", "appear", "happen", "report", "say", "know", "think", "believe", "estimate", "claim", "allege"})


def _bare_definite(clause: Clause) -> int | None:
    """The company laid off 2,000: which company? Where its noun stands; none when there is nothing to ask."""
    if clause.low(0) != "the":
        return None
    modifier = clause.tokens[1] if len(clause) > 1 else clause.tokens[0]
    plain = not modifier.is_capitalised and grammar.is_adjective_like(modifier, clause.lexicon)
    noun = 1 + (modifier.low in clause.lexicon.plain_modifiers or plain)
    if modifier.low.removesuffix("'s") in clause.lexicon.bare_definite and modifier.low.endswith("'s"):
        return None if any(clause.tags[k] is Tag.NAME for k in range(clauses.main_verb(clause) or 0)) else 1
    if clause.low(noun) not in clause.lexicon.bare_definite or clause.tokens[noun].is_capitalised:
        return None
    after = clauses.skip_adverbs(clause, noun + 1)
    if clause.low(after) in clause.lexicon.naming_participles:
        return None
    is_aside = clause.is_comma(noun + 1) and clause.tag(noun + 2) not in (Tag.NAME, Tag.QUOTED) and noun == 1
    return noun if clause.tag(after) in FINITE or is_aside else None


def _pronoun_without_noun(clause: Clause) -> bool:
    """A he or she anywhere in a text that names nobody."""
    personal = any(clause.low(k) in ("he", "she") and clause.tags[k] is Tag.PRONOUN for k in range(len(clause)))
    named = any(_is_name(clause, k) or clause.low(k) in clause.lexicon.roles for k in range(len(clause)))
    return personal and not named
