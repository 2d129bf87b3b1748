"""A sentence that denies, and what it denies: "did not approve a toll" and "approved a toll"."""

import re
from types import MappingProxyType

from veracious.rules.reading import clauses
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.verbs import Form

_MARK = re.compile(r"\bnot\b|n['’]t\b|\bnever\b|\bcannot\b|^\W*nobody\b", re.IGNORECASE)
_WHOLE = frozenset(("all", "every", "everyone", "everybody", "everything"))  # "not all" denies the sentence; "all … not" may not
_SOME = _WHOLE | frozenset("some most many much several few both each any no none half only other others".split())
_BESIDE = frozenset("only just merely simply because until yet always necessarily".split())  # "not only", "not until": more is said
_LIMITS = frozenset(("but", "and", "nor", "until", "till"))  # "did not open until May" says that it opened
_OPEN = frozenset("may might must should shall ought need".split())  # "may not be" and "may be" are both true of what nobody knows
_FORMS = MappingProxyType({"does": Form.THIRD, "did": Form.PAST})
_HAVE = MappingProxyType({"does": "has", "did": "had", "do": "have"})


def affirmed(text: str, lexicon: Lexicon) -> str:
    """The sentence without its denial, so that one is true just when the other is not; empty when there is no plain denial.

    A denial that another part of the sentence may limit is left alone: after "some" or "most", in "not only", beside "but" or "because".
    """
    if not _MARK.search(text):
        return ""
    clause = clauses.parse(text, lexicon)
    ending = text.rstrip()[-1:] if text.rstrip()[-1:] in ".!" else ""
    if clause.low(0) == "not" and clause.low(1) in _WHOLE:
        rest = clause.words(1, len(clause))
        return f"{rest[:1].upper()}{rest[1:]}{ending}"
    if clause.low(0) == "nobody":
        return f"Somebody {clause.words(1, len(clause))}{ending}"
    verb = clauses.main_verb(clause)
    if verb is None or clause.tags[verb] is not Tag.AUX or clause.low(0) in _SOME or _is_limited(clause, verb):
        return ""
    told = _without(clause, verb)
    return f"{clause.words(0, verb)} {told}{ending}" if told else ""


def _is_limited(clause: Clause, verb: int) -> bool:
    joined = any(clause.low(k) in _LIMITS for k in range(verb, len(clause)))
    return joined or clauses.blocked_from(clause) < len(clause) or any(map(clause.is_comma, range(verb, len(clause))))


def _without(clause: Clause, verb: int) -> str:
    """The sentence from its first auxiliary on, no longer denied."""
    word, after = clause.low(verb).replace("’", "'"), verb + 1
    if word.endswith("n't"):
        word = {"won't": "will", "can't": "can"}.get(word, word.removesuffix("n't"))
    elif clause.low(after) in ("not", "never"):
        after += 1
    elif word == "cannot":
        word = "can"
    else:
        return ""
    if word in _OPEN or clause.low(after) in _BESIDE or any(clause.low(k) in ("not", "never", "no") for k in range(after, len(clause))):
        return ""
    if word not in _HAVE:
        return f"{word} {clause.words(after, len(clause))}"
    known = clause.lexicon.verbs.get(clause.low(after))
    is_verb = clause.low(after) == "have" or (known is not None and Form.BASE in known.forms)
    return f"{_inflected(clause, word, after)} {clause.words(after + 1, len(clause))}".strip() if is_verb else ""


def _inflected(clause: Clause, helper: str, verb: int) -> str:
    """The verb without the helper: "approved" of "did approve"."""
    base = clause.low(verb)
    if base == "have":
        return _HAVE[helper]
    if helper not in _FORMS:
        return base
    spelled = [word for word, known in clause.lexicon.verbs.items() if known.base == base and _FORMS[helper] in known.forms]
    return min(spelled, key=lambda word: (not word.endswith("ed"), word)) if spelled else f"{helper} {base}"
