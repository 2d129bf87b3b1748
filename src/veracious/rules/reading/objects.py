"""Objects of a verb: how far the phrase behind it runs, what ends it, and whether what was read of it stands for itself.

What is left off behind an object (a time, a place, a reason) must not make the rest untrue; where it could, the object is whole or none.
"""

from dataclasses import dataclass

from veracious.rules.reading import clauses, dates, grammar, names
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.dates import DateDials
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.verbs import Form

OPENING = frozenset({Tag.DETERMINER, Tag.NUMBER, Tag.NAME, Tag.WORD})
# Words that point out of the sentence or at somebody in it.
POINTING = frozenset(
    "this that these those such another other same similar more less fewer further additional above aforementioned my "
    "our your their his her its".split()
)
LOST_PREPOSITIONS = frozenset(("than", "like", "unlike", "except", "despite", "without", "following", "including", "besides", "regarding"))
_NOUN_LIKE = OPENING | {Tag.PREPOSITION, Tag.ADVERB, Tag.ING}
_SIGNS_WITHIN = frozenset("% $ £ € & / - ' ’".split())
_TIES = frozenset(("after", "before", "since", "until", "as"))  # they may lead a phrase as well as a clause
# What cannot stand behind an object that was understood.
_BROKEN = frozenset(("than", "like", "unlike", "or", "nor", Tag.AUX.value, Tag.PRONOUN.value, Tag.SIGN.value))


@dataclass(frozen=True, slots=True)
class Extent:
    """The tokens of a phrase, and what ended it: nothing, a comma, a joining word, a verb, a relative clause, …"""

    start: int
    end: int
    stop: str


def extent(clause: Clause, start: int, dials: DateDials) -> Extent:
    """How far a noun phrase runs with the phrases and the list behind it."""
    at = start
    while at < len(clause):
        tag, word = clause.tags[at], clause.low(at)
        dated = time_end(clause, at, "", dials) if tag in (Tag.NUMBER, Tag.NAME) else at
        if dated > at:
            at = dated
        elif tag is Tag.CONJUNCTION or clause.is_comma(at):
            after = _list_end(clause, at)
            if after is None:
                return Extent(start, at, "comma" if word == "," else word)
            at = after
        elif word == "to" and clause.tag(at + 1) is Tag.BASE and clause.low(start) == "the":
            at += 2  # the first woman to win
        elif _is_within(clause, at) or (_may_be_noun(clause, at) and not _ends_phrase(clause, start, at)):
            at += 1
        else:
            return Extent(start, at, _stop(tag, word))
    return Extent(start, at, "")


def is_whole(clause: Clause, extent: Extent, end: int) -> bool:
    """Whether what was read of an object up to `end` stands for itself, whatever follows it."""
    start, first = extent.start, clause.low(extent.start)
    if end <= start or extent.stop in _BROKEN or not _may_break(clause, extent.end):
        return False
    if clause.tags[end - 1] in (Tag.PREPOSITION, Tag.DETERMINER, Tag.CONJUNCTION, Tag.ADVERB):
        return False
    if any(clause.low(k) in POINTING and clause.tags[k] is not Tag.QUOTED for k in range(start, end)) or _is_cut_list(clause, extent):
        return False
    if extent.stop in ("relative", "verb", Tag.SUBORDINATOR.value) and first not in ("a", "an"):
        return False  # women who smoked are not women
    return first not in ("the", "one") or any(_defines(clause, k) for k in range(start + 1, end))


def may_end(clause: Clause, at: int) -> bool:
    """Whether a name may end before this token: a noun or a verb here would take it for itself."""
    tag, word = clause.tag(at), clause.low(at)
    nickname = tag is Tag.QUOTED and word not in ("(", "[")
    if nickname or word in ("or", "'", "’", "/", "-", ":") or not _may_break(clause, at):
        return False
    return tag not in (Tag.WORD, Tag.NAME, Tag.NUMBER, Tag.ING) and not _has_verb(clause, at)


def time_end(clause: Clause, start: int, preposition: str, dials: DateDials) -> int:
    """The token after the date here, or after both dates of "from 1995 to 2007"; `start` itself when there is none."""
    first = start + (1 + clause.is_comma(start + 1) if clause.low(start) in names.DAYS else 0)  # Friday, July 7, 2006
    found = dates.read(clause.text, clause.tokens, first, clause.lexicon, dials) if first < len(clause) else None
    if found is None:
        return start
    if clause.low(found.end) in ("to", "and", "until", "till") and preposition in ("from", "between") and found.end + 1 < len(clause):
        last = dates.read(clause.text, clause.tokens, found.end + 1, clause.lexicon, dials)
        return last.end if last else start
    return found.end


def end_without_time(clause: Clause, extent: Extent, dials: DateDials) -> int:
    """Where an object ends without the time behind it; an amount keeps its time."""
    for at in range(extent.end - 1, extent.start, -1):
        if clause.tags[at] is Tag.PREPOSITION and time_end(clause, at + 1, clause.low(at), dials) == extent.end:
            return extent.end if Tag.NUMBER in clause.tags[extent.start : at] else at
    return extent.end


def is_participle(clause: Clause, at: int) -> bool:
    """Whether the word here can be a past participle."""
    known = clause.lexicon.verbs.get(clause.low(at))
    return known is not None and Form.PARTICIPLE in known.forms


def _defines(clause: Clause, at: int) -> bool:
    """The Nobel Prize, the 1912 election, the first woman to fly, the risk of stroke: more than "the company"."""
    if clause.tags[at] in (Tag.NAME, Tag.NUMBER, Tag.QUOTED, Tag.BASE):
        return clause.low(at) not in clause.lexicon.months
    return clause.low(at) == "of" and clause.tag(at + 1) is not Tag.DETERMINER


def _is_within(clause: Clause, at: int) -> bool:
    """Words in quotation marks, signs of an amount, the dot of an abbreviation."""
    tag, word = clause.tags[at], clause.low(at)
    dot = word == "." and at > 0 and clause.tokens[at - 1].is_capitalised and clause.tag(at + 1) not in (None, Tag.QUOTED)
    return dot or word in _SIGNS_WITHIN or (tag is Tag.QUOTED and word not in ("(", "["))


def _stop(tag: Tag, word: str) -> str:
    if word in ("than", "like", "unlike"):
        return word
    if tag is Tag.RELATIVE or word == "that":
        return "relative"
    if tag in (Tag.VERB, Tag.PARTICIPLE, Tag.BASE, Tag.ING):
        return "verb"
    return "clause" if tag is Tag.SUBORDINATOR and word not in _TIES else tag.value


def _may_be_noun(clause: Clause, at: int) -> bool:
    """Behind the verb of a sentence, what looks like a second one is a noun or describes one: effects, sports, broadcast network."""
    if clause.tags[at] in _NOUN_LIKE or (clause.tokens[at].is_word and clause.tokens[at].is_capitalised):
        return True
    after_noun = clause.tag(at - 1) in (Tag.WORD, Tag.NAME, Tag.NUMBER, Tag.DETERMINER, Tag.ING)
    after_name = clause.tag(at - 1) is Tag.NAME and clause.low(at - 1) not in clause.lexicon.nationalities
    describes = clause.tag(at + 1) is Tag.WORD and not after_name
    return clause.tags[at] is Tag.VERB and after_noun and (not is_participle(clause, at) or describes)


def _ends_phrase(clause: Clause, start: int, at: int) -> bool:
    """A company producing films, genes by recruiting: an -ing form, or what leads to it, that does not stand before a noun."""
    word, ing = clause.low(at), clauses.skip_adverbs(clause, at)
    if clause.tokens[at].is_capitalised:
        return False
    if word in LOST_PREPOSITIONS or word in ("having", "being") or (word == "by" and clause.tag(at + 1) is Tag.ING):
        return True
    after_noun = at > start and clause.tags[at - 1] in (Tag.WORD, Tag.NAME)
    opens_object = clause.tag(ing + 1) in (Tag.DETERMINER, Tag.NAME, Tag.PREPOSITION, Tag.NUMBER)
    return clause.tag(ing) is Tag.ING and after_noun and opens_object


def _list_end(clause: Clause, at: int) -> int | None:
    """Past the rest of a list that goes on at this comma or "and"; none when something else begins there."""
    if clause.low(at) == "and":
        last = _item_end(clause, at + 1)
        return last if last > at + 1 and not _has_verb(clause, last) else None
    if clause.low(at) != ",":
        return None
    here = at
    while clause.is_comma(here) and (after := _item_end(clause, here + 1)) > here + 1:
        here = after
    joint = here + clause.is_comma(here)
    if joint > at and clause.low(joint) == "and" and clause.tags[joint] is Tag.CONJUNCTION:
        return _list_end(clause, joint)
    place = names.end(clause, at + 1)  # Springfield, Illinois
    return place if place > at + 1 and clause.tag(at - 1) is Tag.NAME and clause.tag(place) not in FINITE else None


def _item_end(clause: Clause, start: int) -> int:
    at = start
    while clause.tag(at) in _NOUN_LIKE or (clause.tag(at) is Tag.QUOTED and clause.low(at) not in ("(", "[")):
        at += 1
    return at


def _has_verb(clause: Clause, at: int) -> bool:
    """Whether the words before are the subject of a verb here; a participle before a preposition only describes them."""
    alone = at < len(clause) and grammar.verb_base(clause.tokens[at], clause.lexicon) in clause.lexicon.intransitive_verbs
    describes = is_participle(clause, at) and not alone and clause.tag(at + 1) is Tag.PREPOSITION
    return clause.tag(at) in FINITE and not describes


def _is_cut_list(clause: Clause, extent: Extent) -> bool:
    """Whether the phrase ends within what it lists: before an "and" that joins no verb, a bracket, or the first of several adjectives."""
    start, end = extent.start, extent.end
    if extent.stop == "and":
        return clause.tag(clauses.skip_adverbs(clause, end + 1)) not in FINITE
    if extent.stop == "comma":
        last, lonely = clause.tokens[end - 1], end - start == 1 or clause.tags[end - 2] in (Tag.DETERMINER, Tag.PREPOSITION)
        word = clause.tags[end - 1] is Tag.WORD and last.low not in clause.lexicon.roles
        goes_on = clause.tag(end + 1) in (Tag.WORD, Tag.ADVERB, Tag.ING, Tag.PARTICIPLE, Tag.NAME)
        describes = lonely or is_participle(clause, end - 1) or grammar.is_adjective_like(last, clause.lexicon)
        return word and goes_on and describes  # a brief, generic measure
    after = names.after_bracket(clause, end)
    return after > end and (clause.is_comma(after) or clause.low(after) == "and")


def _may_break(clause: Clause, at: int) -> bool:
    """Whether a phrase may end before this token: not within a word, nor before a bracket in its middle, nor where a choice goes on."""
    if at >= len(clause):
        return True
    touches = clause.tokens[at - 1].end == clause.tokens[at].start
    if touches and clause.low(at) not in (",", ".", ";", ":", "!", "?", '"', "”"):
        return False
    within = clause.is_comma(at) and at + 1 < len(clause) and clause.tokens[at].end == clause.tokens[at + 1].start  # 7α,25-OHC
    if within or (clause.is_comma(at) and clause.low(at + 1) == "or"):
        return False
    after = names.after_bracket(clause, at)
    goes_on = clause.tag(after) in (Tag.WORD, Tag.NAME, Tag.NUMBER, Tag.ING, Tag.SIGN) and not clause.is_comma(after)
    return after == at or not (goes_on or clause.low(after) == "of")
