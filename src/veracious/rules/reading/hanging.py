"""What hangs on the end of a sentence and tells a fact of its own.

A second subject of the same verb behind "as", a second relative clause behind "and", a second thing that the subject is,
and what a figure or a deed is among its like: the highest since 1931.
"""

from collections.abc import Callable

from veracious.rules.reading import clauses
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.fact_asides import NOUNS
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.verbs import Form

_SAME_VERB = frozenset("is are was were has have had do does did".split())
_RELATIVE = frozenset("who which whose".split())
_NOMINAL = frozenset({Tag.WORD, Tag.NAME, Tag.NUMBER, Tag.QUOTED})


def told(clause: Clause) -> tuple[str, str] | None:
    """The sentence without what hangs on its end, and the fact of it; nothing where nothing hangs there."""
    verb = clauses.main_verb(clause)
    if verb is None or verb == 0:
        return None
    return next((found for rule in RULES if (found := rule(clause, verb)) is not None), None)


def _likewise(clause: Clause, verb: int) -> tuple[str, str] | None:
    """Rooms are exempt, as are cabins outside the town: the verb holds for both."""
    for comma in range(verb + 1, len(clause) - 2):
        if not clause.is_comma(comma) or clause.low(comma + 1) != "as" or clause.low(comma + 2) not in _SAME_VERB:
            continue
        if any(clause.is_comma(k) for k in range(comma + 1, len(clause))):
            return None
        be = comma + 2
        same = clause.words(verb + (clause.tags[verb] is Tag.AUX), comma)
        return clause.words(0, comma), f"{clause.words(be + 1, len(clause))} {clause.tokens[be].text} {same}"
    return None


def _second_relative(clause: Clause, verb: int) -> tuple[str, str] | None:
    """A trust whose budget was cut, and which admitted that homes are unfit; vouchers, of which 560,000 have been cashed."""
    for at in range(verb + 2, len(clause) - 2):
        of = clause.low(at + 1) == "of" and clause.low(at + 2) in ("which", "whom")
        opens = clause.low(at) == "and" and clause.tags[at] is Tag.CONJUNCTION and (of or clause.low(at + 1) in _RELATIVE)
        first = next((k for k in range(at - 1, 0, -1) if _is_relative(clause, k)), None)
        if not opens or first is None:
            continue
        end = first - clause.is_comma(first - 1)
        noun = clause.words(clauses.noun_phrase_start(clause, end), end)
        left = clause.words(0, at - clause.is_comma(at - 1))
        if noun and of:
            start = at + 2 + 1
            finite = next((k for k in range(start, len(clause)) if clause.tags[k] in FINITE), len(clause))
            return left, f"{clause.words(start, finite)} of the {noun} {clause.words(finite, len(clause))}"
        if noun:
            return left, f"{noun}{_owner(noun) if clause.low(at + 1) == 'whose' else ''} {clause.words(at + 2, len(clause))}"
    return None


def _is_relative(clause: Clause, index: int) -> bool:
    return clause.low(index) in (*_RELATIVE, "that") and clause.tag(index - 1) in (*NOUNS, Tag.SIGN)


def _owner(words: str) -> str:
    """The ending that makes words an owner."""
    return "'" if words.endswith("s") else "'s"


def _second_name(clause: Clause, verb: int) -> tuple[str, str] | None:
    """Barley is the fourth most widely grown cereal, and the raw material of most beer: two things that the subject is."""
    if clause.low(verb) not in ("is", "was", "are", "were") or clause.tag(verb + 1) is not Tag.DETERMINER:
        return None
    for at in range(verb + 2, len(clause) - 2):
        joins = clause.low(at) == "and" and clause.is_comma(at - 1) and clause.low(at + 1) in ("a", "an", "the", "one")
        if not joins or any(clause.tags[k] in FINITE or clause.is_comma(k) for k in range(at, len(clause))):
            continue
        if any(clause.tags[k] in FINITE for k in range(verb + 1, at)):
            return None
        return clause.words(0, at - 1), f"{clause.words(0, verb + 1)} {clause.words(at + 1, len(clause))}"
    return None


def _ranked(clause: Clause, verb: int) -> tuple[str, str] | None:
    """A gust of 183 km/h was measured, the highest since 1931: the subject among its like."""
    comma = next((k for k in range(len(clause) - 2, verb, -1) if clause.is_comma(k)), None)
    if comma is None or any(clause.tags[k] in FINITE for k in range(comma, len(clause)) if not _hangs(clause, comma, k)):
        return None
    ahead = range(comma + 2, next((k for k in range(comma, len(clause)) if clause.tags[k] is Tag.PREPOSITION), len(clause)))
    first = clause.low(comma + 1)
    best = first in ("the", "its", "their", "his", "her") and any(clause.low(k).endswith("est") or clause.low(k) == "most" for k in ahead)
    since = any(clause.low(k) in ("since", "in", "on", "for", "ever", "anywhere") for k in range(comma + 2, len(clause)))
    if not (best and since) or any(clause.low(k) in ("and", "or") for k in range(comma, len(clause))):
        return None
    if clauses.verb_group_end(clause, verb) == comma:
        return None  # the rate rose, the highest since 1999
    be = clauses.copula(clause, (0, verb), verb, passive=False)
    return clause.words(0, comma), f"{clause.words(0, verb)} {be} {clause.words(comma + 1, len(clause))}"


def _deed(clause: Clause, verb: int) -> tuple[str, str] | None:
    """The barge ran aground, closing the river for nine hours: what the subject did by it."""
    known = clause.lexicon.verbs.get(clause.low(verb))
    comma = next((k for k in range(len(clause) - 2, verb, -1) if clause.is_comma(k)), None)
    if comma is None or known is None or Form.PAST not in known.forms or clause.tags[verb] is Tag.AUX or clause.tag(0) is Tag.PRONOUN:
        return None
    lead = comma + 1
    if clause.tag(lead) is not Tag.ING or clause.low(lead) in _NO_DEEDS or clause.low(lead) not in clause.lexicon.verbs:
        return None
    rest = range(lead + 1, len(clause))
    if any(clause.tags[k] in FINITE for k in rest) or not any(clause.tags[k] in (Tag.NUMBER, Tag.NAME) for k in rest):
        return None
    base = clause.lexicon.verbs[clause.low(lead)].base
    past = next((word for word, one in clause.lexicon.verbs.items() if one.base == base and Form.PAST in one.forms), None)
    return None if past is None else (clause.words(0, comma), f"{clause.words(0, verb)} {past} {clause.words(lead + 1, len(clause))}")


_NO_DEEDS = frozenset("including according following making being having regarding concerning excluding citing saying".split())


def _hangs(clause: Clause, comma: int, index: int) -> bool:
    return any(clause.tags[k] in (Tag.SUBORDINATOR, Tag.RELATIVE) or clause.low(k) == "since" for k in range(comma, index))


Rule = Callable[[Clause, int], tuple[str, str] | None]

RULES: tuple[Rule, ...] = (_likewise, _second_relative, _second_name, _ranked, _deed)


def restrictive(clause: Clause) -> tuple[str, str] | None:
    """It replaces a storage building that had to be demolished: what a thing just named is told to be or to do."""
    verb = clauses.main_verb(clause)
    if verb is None or clause.tag(0) is Tag.SUBORDINATOR:
        return None
    group = clauses.verb_group_end(clause, verb)
    for at in range(group + 2, len(clause) - 2):
        opens = clause.low(at) in ("that", "which", "who") and clause.tag(at - 1) in _NOMINAL and not clause.is_comma(at - 1)
        inner = clauses.skip_adverbs(clause, at + 1)
        if not opens or clause.tag(inner) not in FINITE:
            continue
        noun = max((k for k in range(group, at) if clause.low(k) in ("a", "an")), default=None)
        crossed = noun is None or any(clause.is_comma(k) or clause.tags[k] in (*FINITE, Tag.CONJUNCTION) for k in range(noun, at))
        if noun is None or crossed or any(clause.is_comma(k) or clause.low(k) == ";" for k in range(at, len(clause))):
            return None
        told = any(clause.tags[k] is Tag.NUMBER or clause.lexicon.relative_times.at(clause.tokens, k)[0] for k in range(at, len(clause)))
        if not told or clause.is_comma(noun - 1) or clause.low(inner) in ("would", "could", "might", "should"):
            return None
        what = clause.words(0, verb) if _is_copula(clause, verb, group) and noun == group else clause.words(noun, at)
        return clause.words(0, at), f"{what} {clause.words(at + 1, len(clause))}"
    return None


def _is_copula(clause: Clause, verb: int, group: int) -> bool:
    return clause.low(verb) in ("is", "was", "are", "were") and group == verb + 1
