"""Who speaks: the words of a speaker beside a verb of saying, and which verb says."""

from veracious.rules.reading import clauses
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.verbs import Form

_INNER_SIGNS = frozenset(". - ' ’ &".split())
_SAYING = frozenset("on in at after during when as before while through via from to by earlier later with".split())
_OPENERS = (Tag.PREPOSITION, Tag.SUBORDINATOR, Tag.ING, Tag.PARTICIPLE)
_PEOPLE = frozenset(("he", "she", "they", "it", "who", "critics", "supporters", "others", "many", "some"))


def says(clause: Clause, index: int) -> bool:
    """Whether the verb here is one of those that state something."""
    known = clause.lexicon.verbs.get(clause.low(index))
    if known is None or not known.forms or clause.tags[index] not in (Tag.VERB, Tag.WORD, Tag.PARTICIPLE, Tag.BASE):
        return False
    return known.base in clause.lexicon.asserting_verbs or known.base in ("ask", "continue", "tweet", "joke")


def may_say(clause: Clause, index: int) -> bool:
    """Whether a word can be a finite verb by its form, so that beside a quotation it says: recalls, enthused, quipped."""
    if not 0 <= index < len(clause) or clause.tags[index] in (Tag.QUOTED, Tag.NAME, Tag.NUMBER, Tag.SIGN, Tag.DETERMINER):
        return False
    known = clause.lexicon.verbs.get(clause.low(index))
    if known is not None:
        return bool(known.forms & {Form.PAST, Form.THIRD}) or clause.tags[index] is Tag.VERB
    return clause.tags[index] is Tag.WORD and clause.low(index).endswith("ed")


def person_end(clause: Clause, start: int) -> int:
    """The end of the words that name a speaker behind the verb: up to a comma, a time or a place of saying."""
    for at in range(start, len(clause)):
        ends = (Tag.SIGN, Tag.RELATIVE, Tag.SUBORDINATOR, Tag.CONJUNCTION, *FINITE)
        stops = clause.tags[at] in ends and clause.low(at) not in _INNER_SIGNS
        timed = at > start and (clause.low(at) in _SAYING or clause.lexicon.relative_times.at(clause.tokens, at)[0])
        if stops or timed:
            return at
    return len(clause)


def subject(clause: Clause, verb: int) -> tuple[int, int]:
    """The words that name the speaker before the verb, without a time before and a description behind them."""
    start = _without_fronted(clause, verb)
    end = next((k for k in range(start, verb) if clause.is_comma(k) or clause.tags[k] is Tag.RELATIVE), verb)
    close = next((k for k in range(end + 1, verb + 1) if clause.is_comma(k)), end)
    if clause.is_comma(end) and close > end + 1 and all(clause.tags[k] is Tag.NAME for k in range(end + 1, close)):
        start, end = end + 1, close  # the director, Ida Moe, said
    while end > start and (clause.tags[end - 1] in (Tag.ADVERB, Tag.AUX) or clause.low(end - 1) in ("also", "later")):
        end -= 1
    return start, end


def _without_fronted(clause: Clause, verb: int) -> int:
    """Where a subject begins behind what opens the sentence: a time, a place, "asked how many there were"."""
    start = 0
    length = clause.lexicon.connectors.at(clause.tokens, 0)[0] or int(clause.tag(0) is Tag.CONJUNCTION)
    if length and length < verb:
        start = length + clause.is_comma(length)
    asked = start < len(clause) and clause.tags[start] is Tag.VERB  # no subject stands before it: a participle
    if clause.tag(start) in _OPENERS or (asked and start < verb):
        commas = [k for k in range(start, verb) if clause.is_comma(k)]
        fronted = [k for k in commas if not any(clause.is_comma(j) for j in range(k + 1, verb)) or _opens_subject(clause, k + 1)]
        start = fronted[0] + 1 if fronted else verb
    return start


def _opens_subject(clause: Clause, at: int) -> bool:
    return clause.tag(at) in (Tag.NAME, Tag.DETERMINER, Tag.PRONOUN)


def relative_of(clause: Clause, end: int, verb: int) -> tuple[int, int] | None:
    """The relative clause that stands between a speaker and the verb: who founded the firm in 1994; where it begins and ends."""
    if not clause.is_comma(end) or clause.low(end + 1) not in ("who", "which"):
        return None
    close = max((k for k in range(end + 2, verb) if clause.is_comma(k)), default=None)
    return None if close is None or close <= end + 2 else (end + 2, close)


def is_somebody(clause: Clause, start: int, end: int) -> bool:
    """Whether a subject is a person or a body by its words."""
    lexicon = clause.lexicon
    people = (lexicon.person_nouns, lexicon.organisation_nouns, lexicon.given_names, _PEOPLE)
    plain = (clause.low(k).removesuffix("'s") for k in range(start, end))
    return any(word in words or word.removesuffix("s") in words for word in plain for words in people)


def is_voice(clause: Clause, start: int, end: int) -> bool:
    """Whether the words can name a speaker: a person, a body, a role, or a name."""
    known = is_somebody(clause, start, end) or any(clause.low(k) in clause.lexicon.roles for k in range(start, end))
    return known or (start < end and all(tag in (Tag.NAME, Tag.WORD) for tag in clause.tags[start:end]) and clause.tag(end - 1) is Tag.NAME)


def last_finite(clause: Clause) -> int | None:
    """The last finite verb with a subject before it, relative clauses left out."""
    found, at = None, clauses.main_verb(clause)
    while at is not None:
        found, at = at, clauses.main_verb(clause, at + 1)
    return found
