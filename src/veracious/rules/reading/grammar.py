"""A light parse: what each word of a sentence does, as far as word lists and neighbours can tell.

There is no tagger here on purpose: lists and neighbours are the same on every machine, cost a fraction of a millisecond and can be read.
What they cannot tell they leave open, and a sentence that is left open is not split.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import Token, low
from veracious.rules.reading.verbs import Form


class Tag(StrEnum):
    """What a token does in its sentence."""

    VERB = "verb"  # finite
    AUX = "auxiliary"  # finite: be, have, do, modals
    PARTICIPLE = "participle"
    BASE = "base"  # infinitive
    ING = "ing"
    DETERMINER = "determiner"
    PREPOSITION = "preposition"
    PRONOUN = "pronoun"
    CONJUNCTION = "conjunction"
    SUBORDINATOR = "subordinator"
    RELATIVE = "relative"
    ADVERB = "adverb"
    NUMBER = "number"
    NAME = "name"
    WORD = "word"  # noun, adjective, or not known
    SIGN = "sign"
    QUOTED = "quoted"  # inside quotation marks or brackets: never looked into


FINITE = frozenset({Tag.VERB, Tag.AUX})
_BE = MappingProxyType({"be": Tag.BASE, "been": Tag.PARTICIPLE, "being": Tag.ING})  # the forms of "to be" that are not finite
_CONJUNCTIONS = frozenset(("and", "or", "nor", "but"))
_RELATIVES = frozenset(("who", "whom", "whose", "which", "where"))
_SUBJECT_PRONOUNS = frozenset(("he", "she", "it", "they", "we", "i", "you"))
_PLURAL_PRONOUNS = frozenset(("they", "we", "i", "you"))
_OPENING, _CLOSING = "“«„([{", "”»)]}"
_ADJECTIVE_ENDINGS = ("ic", "al", "ous", "ive", "able", "ible", "ful", "less", "ary", "ish")


def tag(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[Tag, ...]:
    """One tag for each token."""
    hidden = _hidden(tokens)
    walk = _Walk(tokens, lexicon, shouted=not any(token.text.islower() for token in tokens))
    for index in range(len(tokens)):
        walk.add(Tag.QUOTED if hidden[index] else _tag(walk, index))
    tags = _without_reduced_relatives(tokens, walk.tags)
    return tuple(_each_with_a_verb(tokens, tags, lexicon))


def verb_base(token: Token, lexicon: Lexicon) -> str:
    """The base form of a verb, or the word itself."""
    verb = lexicon.verbs.get(token.low)
    return verb.base if verb else token.low


def is_plural(tokens: Sequence[Token], tags: Sequence[Tag], lexicon: Lexicon) -> bool:
    """Whether a noun phrase is plural: its head ends in -s, or it joins several."""
    if not tokens:
        return False
    stop = next((k for k, found in enumerate(tags) if found in (Tag.PREPOSITION, Tag.RELATIVE, Tag.SIGN)), len(tokens))
    head = tokens[max(0, stop - 1)]
    joined = any(token.low == "and" for token in tokens[:stop])
    is_name = (head.is_capitalised and stop - 1 > 0) or head.text.isupper()
    ends_in_s = head.low.endswith("s") and not head.low.endswith(("ss", "us", "is", "'s"))
    return joined or head.low in lexicon.plural_nouns or (ends_in_s and not is_name)


def is_adjective_like(token: Token, lexicon: Lexicon) -> bool:
    """Whether the word looks like an adjective, by its ending or as a nationality."""
    return token.low in lexicon.nationalities or token.low in lexicon.participles_adjective or token.low.endswith(_ADJECTIVE_ENDINGS)


def _hidden(tokens: Sequence[Token]) -> list[bool]:
    """What stands inside quotation marks or brackets, marks included; an unclosed mark hides nothing."""
    hidden = [False] * len(tokens)
    opened: list[int] = []
    straight: int | None = None
    for index, token in enumerate(tokens):
        if token.text == '"':
            if straight is None:
                straight = index
            else:
                hidden[straight : index + 1] = [True] * (index + 1 - straight)
                straight = None
        elif token.text in _OPENING:
            opened.append(index)
        elif token.text in _CLOSING and opened:
            start = opened.pop()
            if not opened:
                hidden[start : index + 1] = [True] * (index + 1 - start)
    return hidden if not all(hidden) else [False] * len(tokens)  # a text wholly in quotation marks is read without them


@dataclass(slots=True)
class _Walk:
    """The sentence as far as it was walked, from left to right."""

    tokens: Sequence[Token]
    lexicon: Lexicon
    tags: list[Tag] = field(default_factory=list)
    shouted: bool = False  # no lower case at all: capitals say nothing
    joined: bool = False  # an "and" was passed, and no verb
    decided: bool = False  # a verb was passed

    def add(self, tag: Tag) -> None:
        self.tags.append(tag)
        self.decided = self.decided or tag in FINITE
        self.joined = not self.decided and (self.joined or self.tokens[len(self.tags) - 1].low == "and")

    def low(self, index: int) -> str:
        return low(self.tokens, index)


def _tag(walk: _Walk, index: int) -> Tag:
    token, word = walk.tokens[index], walk.tokens[index].low
    if len(token.text) > 1 and token.text.isupper() and not walk.shouted:
        return Tag.NAME  # WHO, US, IT
    closed = _closed_class(token, word, walk.lexicon)
    if word == "have" and walk.low(index - 1) == "to":
        return Tag.BASE  # the only operator to have sued
    if closed is not None:
        return closed
    named = token.is_capitalised and index > 0 and not walk.shouted
    if word in walk.lexicon.verbs and not named:
        return _verbal(walk, index)
    if named:
        return Tag.NAME
    return Tag.ADVERB if word.endswith("ly") and word not in walk.lexicon.roles else Tag.WORD


def _closed_class(token: Token, word: str, lexicon: Lexicon) -> Tag | None:
    if not token.is_word:
        return Tag.NUMBER if token.is_numeral else Tag.SIGN
    if word in _BE:
        return _BE[word]
    if word in lexicon.auxiliaries and not (token.is_capitalised and word == "may"):
        return Tag.AUX
    for words, tag in _CLOSED:
        if word in words:
            return tag
    if word in lexicon.subordinators:
        return Tag.SUBORDINATOR
    if word in lexicon.adverbs:
        return Tag.ADVERB
    if word in lexicon.determiners:
        return Tag.DETERMINER
    if word in lexicon.number_words or (word in lexicon.magnitudes and len(word) > 2):
        return Tag.NUMBER
    return Tag.PREPOSITION if word in lexicon.prepositions else None


_CLOSED = (
    (_CONJUNCTIONS, Tag.CONJUNCTION),
    (_RELATIVES, Tag.RELATIVE),
    (frozenset(("that", "while", "whereas", "although")), Tag.SUBORDINATOR),
    (_SUBJECT_PRONOUNS | {"him", "them", "himself", "herself", "itself", "themselves"}, Tag.PRONOUN),
    (frozenset(("neither",)), Tag.ADVERB),
)


def _verbal(walk: _Walk, index: int) -> Tag:
    """A word that can be a verb: decided by what stands before and behind it."""
    forms = walk.lexicon.verbs[walk.low(index)].forms
    at = index - 1
    while at >= 0 and walk.tags[at] is Tag.ADVERB:
        at -= 1
    previous = walk.tags[at] if at >= 0 else None
    if Form.ING in forms:
        return Tag.ING
    if previous is Tag.AUX or walk.low(at) in _BE or walk.low(at) == "have":
        return _after_auxiliary(forms, walk.lexicon.auxiliaries.get(walk.low(at), "be"))
    if walk.low(at) == "to" and Form.BASE in forms:
        return Tag.BASE
    if previous is Tag.DETERMINER and walk.low(at) in ("this", "that", "these", "those") and at == index - 1:
        return Tag.VERB if forms & {Form.PAST, Form.THIRD} and _opens_complement(walk, index + 1) else Tag.WORD
    if previous in (Tag.DETERMINER, Tag.PREPOSITION):
        return Tag.WORD
    if Form.PAST in forms or Form.PARTICIPLE in forms:
        return _past(walk, index, forms)
    if previous is None or (walk.low(index + 1) in walk.lexicon.auxiliaries and previous is not Tag.PRONOUN):
        return Tag.WORD
    return _third(walk, index, at) if Form.THIRD in forms else _plain(walk, index, at)


def _opens_complement(walk: _Walk, index: int) -> bool:
    """Whether an object or a prepositional phrase begins here."""
    return walk.low(index) in walk.lexicon.determiners or walk.low(index) in walk.lexicon.prepositions


def _after_auxiliary(forms: frozenset[Form], auxiliary: str) -> Tag:
    if auxiliary in ("be", "have"):
        return Tag.PARTICIPLE if Form.PARTICIPLE in forms else Tag.WORD
    return Tag.BASE if Form.BASE in forms else Tag.WORD


def _past(walk: _Walk, index: int, forms: frozenset[Form]) -> Tag:
    """A past form, unless it describes the noun behind it."""
    word, follows = walk.low(index), walk.low(index + 1)
    if Form.BASE in forms and follows in walk.lexicon.auxiliaries:
        return Tag.WORD  # the tax cut will cost
    noun_follows = follows[:1].isalpha() and not _closed_class(walk.tokens[index + 1], follows, walk.lexicon)
    if word in walk.lexicon.participles_adjective and noun_follows and not walk.tokens[index + 1].is_capitalised:
        return Tag.WORD
    return Tag.VERB if Form.PAST in forms else Tag.PARTICIPLE


def _third(walk: _Walk, index: int, at: int) -> Tag:
    """A form in -s, which looks like a plural noun: a subject must stand before it."""
    previous, leads, follows = walk.tags[at], walk.low(at), walk.low(index + 1)
    after = walk.lexicon.verbs.get(follows)
    if after is not None and Form.PAST in after.forms and previous is not Tag.RELATIVE:
        return Tag.WORD  # taxes fell
    if previous in (Tag.RELATIVE, Tag.PRONOUN) or leads == "that" or (at < index - 1 and previous in (Tag.WORD, Tag.NAME)):
        return Tag.VERB  # an adverb between a noun and this word makes it a verb
    lexicon = walk.lexicon
    named = previous is Tag.NAME or (index == 1 and previous is Tag.WORD and not _opens_complement(walk, 0))
    if named and at == index - 1 and follows[:1].isalpha() and follows not in lexicon.verbs and not walk.tokens[index + 1].is_capitalised:
        return Tag.VERB  # Botswana exports diamonds
    noun_like = lexicon.verbs[walk.low(index)].base in lexicon.nouns_as_verbs_s
    counted = follows[:1].isdigit() or follows in ("$", "€", "£", "¥") or follows in lexicon.number_words
    opens_object = (
        counted or follows in lexicon.determiners or (follows in lexicon.prepositions and follows != "of") or follows in ("that", "not")
    )
    opens_name = index + 1 < len(walk.tokens) and walk.tokens[index + 1].is_capitalised
    singular_before = previous is Tag.NAME or (previous is Tag.WORD and not leads.endswith("s"))
    goes_on = follows in lexicon.determiners or opens_name or counted or follows in lexicon.adverbs
    joined_before = (previous is Tag.CONJUNCTION or leads == ",") and goes_on
    fits = previous in (Tag.WORD, Tag.NAME, Tag.CONJUNCTION, Tag.QUOTED, Tag.SIGN, Tag.NUMBER)
    return Tag.VERB if (fits and not noun_like) or (singular_before and opens_object) or joined_before else Tag.WORD


def _plain(walk: _Walk, index: int, at: int) -> Tag:
    """A plain form, which looks like a noun: a plural or joined subject must stand before it."""
    previous, leads = walk.tags[at], walk.low(at)
    relative = previous is Tag.RELATIVE or (leads == "that" and at > 0 and walk.tags[at - 1] in (Tag.WORD, Tag.NAME))
    counted = leads == "them" and walk.low(at - 1) == "of"  # half of them receive
    plural = leads in _PLURAL_PRONOUNS or counted or leads in walk.lexicon.plural_nouns or leads == "%" or relative
    plural = plural or (previous in (Tag.WORD, Tag.NAME) and leads.endswith("s"))
    plural = plural or (walk.joined and leads not in ("and", "or", ","))
    return Tag.VERB if plural and walk.low(index + 1) != "of" and not leads.endswith(("'s", "ss", "us")) else Tag.WORD


def _each_with_a_verb(tokens: Sequence[Token], tags: list[Tag], lexicon: Lexicon) -> list[Tag]:
    """The tags, with a verb looked for in each stretch between semicolons and colons that has none yet."""
    edges = [-1, *(k for k, token in enumerate(tokens) if token.text in ";:" and tags[k] is Tag.SIGN), len(tokens)]
    found = list(tags)
    for before, after in itertools.pairwise(edges):
        inside = slice(before + 1, after)
        if not FINITE & set(tags[inside]):
            found[inside] = _with_a_verb(tokens[inside], tags[inside], lexicon)
    return found


def _with_a_verb(tokens: Sequence[Token], tags: list[Tag], lexicon: Lexicon) -> list[Tag]:
    """A statement has a verb: if none was sure, the first word that can be one behind a subject is taken for it."""
    first = lexicon.verbs.get(low(tokens, 0))
    opens_with_verb = (first is not None and Form.BASE in first.forms) or low(tokens, 0) in lexicon.adverbs
    for index in range(1, len(tokens) - 1):
        known = lexicon.verbs.get(tokens[index].low)
        if known is None or tags[index] is not Tag.WORD or tokens[index + 1].low == "of":
            continue
        plain = Form.BASE in known.forms and (tokens[index - 1].low.endswith("s") or not opens_with_verb)
        leads = tags[index - 1] in _BEFORE_VERB or tokens[index - 1].text == ","
        if (plain or Form.THIRD in known.forms or Form.PAST in known.forms) and leads and tags[index + 1] in _AFTER_VERB:
            return [*tags[:index], Tag.VERB, *tags[index + 1 :]]
    return _with_unknown_verb(tokens, tags, lexicon)


def _with_unknown_verb(tokens: Sequence[Token], tags: list[Tag], lexicon: Lexicon) -> list[Tag]:
    """A word that no list holds is the verb if it ends like a past form and stands between a subject and what follows a verb."""
    for index in range(1, len(tokens) - 1):
        new = tags[index] is Tag.WORD and tokens[index].low not in lexicon.verbs and tokens[index].low.endswith("ed")
        if new and tags[index - 1] in _BEFORE_VERB and tags[index + 1] in _AFTER_VERB - {Tag.WORD}:
            return [*tags[:index], Tag.VERB, *tags[index + 1 :]]
    return tags


_BEFORE_VERB = frozenset({Tag.WORD, Tag.NAME, Tag.QUOTED, Tag.ING, Tag.NUMBER, Tag.ADVERB})
_AFTER_VERB = frozenset({Tag.WORD, Tag.NAME, Tag.DETERMINER, Tag.NUMBER, Tag.PREPOSITION, Tag.ADVERB, Tag.PRONOUN, Tag.ING, Tag.QUOTED})


def _without_reduced_relatives(tokens: Sequence[Token], tags: list[Tag]) -> list[Tag]:
    """The vaccine approved in Britain was …: a past form after a noun, with the real verb still to come, is a participle."""
    finite_ahead = joined = False  # a verb still to come, and whether behind a joining word
    for index in range(len(tokens) - 1, -1, -1):
        found = tags[index]
        if found in (Tag.RELATIVE, Tag.SUBORDINATOR, Tag.SIGN):
            finite_ahead = joined = False
        elif found is Tag.CONJUNCTION:
            joined = True
        elif found is Tag.VERB and finite_ahead and _describes(tags, index) and (not joined or tokens[index + 1].low == "by"):
            tags[index] = Tag.PARTICIPLE
        elif found in FINITE:
            finite_ahead, joined = True, False
    return tags


def _describes(tags: Sequence[Tag], index: int) -> bool:
    """A past form between a noun and a preposition."""
    after_noun = index > 0 and tags[index - 1] in (Tag.WORD, Tag.NAME, Tag.QUOTED)
    return after_noun and tags[index + 1] in (Tag.PREPOSITION, Tag.ADVERB)
