"""Names inside a sentence: where one begins, how far it runs, and which run on as a list.

Stricter than `entities`, which looks for everything that may be a name: here a run of words that may not be one is none.
"""

from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag

# Small words that stand inside names: Battle of Hastings, Ludwig van Beethoven.
_LINKS = frozenset("of de la le van von der den del da di al bin ibn el du &".split())
_AFTER_OF = _LINKS | {"the"}
# What a name with "for" in it begins with, so that "left Leeds for Rome" is not one.
_FOR_LEADS = frozenset(
    "award awards prize medal centre center institute campaign foundation society council committee organization organisation association "
    "agency office fund programme program party movement alliance court school department ministry secretary minister union".split()
)
_ABBREVIATED = frozenset(
    "st mt ft dr mr mrs ms jr sr prof rev hon lt col gen capt sgt maj adm gov sen rep pres inc corp ltd co bros vs no".split()
)
DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_PRONOUNS = frozenset("i we he she it they you this these those there".split())
_BRACKETS = ("(", "[")


def end(clause: Clause, start: int) -> int:
    """The token after the name that begins here; `start` itself when none does."""
    if not _opens(clause, start):
        return start
    at = start + 1
    while (after := _step(clause, at)) is not None:
        at = after
    owns = clause.low(at - 1).endswith("'s") or clause.low(at) in ("'", "’")
    bare = all(clause.low(k) in clause.lexicon.nationalities for k in range(start, at))
    return start if owns or bare else at


def begin(clause: Clause, start: int) -> int:
    """Past an article in lower case that stands before a name."""
    return start + 1 if clause.low(start) == "the" and not clause.tokens[start].is_capitalised else start


def list_end(clause: Clause, start: int, leads: bool = False) -> int:
    """The token after the name here and those that commas and "and" join to it; unless the list leads, a verb behind a name is not its."""
    at = end(clause, start)
    while at > start:
        joined = at + clause.is_comma(at)
        joined += clause.low(joined) == "and"
        first = begin(clause, joined)
        after = end(clause, first) if joined > at else first
        if after == first or (clause.tag(after) in FINITE and not leads):
            break
        at = after
    return at


def after_bracket(clause: Clause, index: int) -> int:
    """Past one bracket that opens here."""
    if clause.tag(index) is not Tag.QUOTED or clause.low(index) not in _BRACKETS:
        return index
    depth, at = 0, index
    while at < len(clause) and clause.tags[at] is Tag.QUOTED:
        depth += (clause.low(at) in _BRACKETS) - (clause.low(at) in (")", "]"))
        at += 1
        if depth == 0:
            break
    return at


def _opens(clause: Clause, index: int) -> bool:
    """Whether the word here is capitalised for itself and not as a word of the language."""
    if not 0 <= index < len(clause) or clause.tags[index] is Tag.QUOTED:
        return False
    token, lexicon = clause.tokens[index], clause.lexicon
    if not token.is_word or not token.is_capitalised:
        return False
    if len(token.text) > 1 and token.text.isupper():
        return True
    follows = index + 1 < len(clause) and clause.tokens[index + 1].is_capitalised
    if token.low == "the" or token.low in lexicon.auxiliaries:
        return follows  # The Hague, Will Smith
    known = token.low in lexicon.function_words or token.low in lexicon.prepositions or token.low in lexicon.determiners
    return not known and token.low not in lexicon.months and token.low not in DAYS


def _step(clause: Clause, at: int) -> int | None:
    """Where a name that was read up to here goes on."""
    if at >= len(clause) or clause.tags[at] is Tag.QUOTED:
        return None
    token = clause.tokens[at]
    if token.is_word and token.is_capitalised:
        return at + 1 if token.low not in _PRONOUNS or len(token.text) == 1 else None
    if token.text == ".":
        return at + 1 if _abbreviates(clause, at) else None
    if token.is_numeral:
        return at + 1 if clause.tag(at + 1) not in (Tag.WORD, Tag.NAME, Tag.ING) and clause.low(at + 1) != "%" else None
    if token.low in _LINKS:
        after = at + 1 + (clause.low(at + 1) in _AFTER_OF)
        return after + 1 if _opens(clause, after) else None
    for_what = token.low == "for" and clause.low(at - 1) in _FOR_LEADS
    return at + 2 if for_what and _opens(clause, at + 1) else None


def _abbreviates(clause: Clause, index: int) -> bool:
    """The dot of an initial, of "Jr." or of "U.S.": it touches a short word."""
    before = clause.tokens[index - 1]
    short = "." in before.text or len(before.text) == 1 or before.low in _ABBREVIATED
    return short and before.end == clause.tokens[index].start and index + 1 < len(clause)
