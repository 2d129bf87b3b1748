"""The words of a text that are looked for."""

import re

from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan

_JOINT = re.compile(r"[-'.]")


def content(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The words and numerals of a text in lower case, in order, function words left out."""
    found = (token.low.removesuffix("'s") for token in scan(text) if token.is_word or token.is_numeral)
    return tuple(word for word in found if word not in lexicon.function_words)


def terms(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """What a text is indexed and found by: its content words taken apart at hyphens, apostrophes and dots, each in the singular."""
    found: list[str] = []
    for word in content(text, lexicon):
        if word.isalnum() or "0" <= word[0] <= "9":
            found.append(_singular(word))
        else:
            found += [_singular(part) for part in _JOINT.split(word) if part and part not in lexicon.function_words]
    return tuple(found)


def _singular(word: str) -> str:
    """The word without the ending of a plural, by the three rules of Harman 1991."""
    if len(word) <= 2 or not word.endswith("s") or word.endswith(("us", "ss")):
        return word
    if word.endswith("ies") and not word.endswith(("aies", "eies")):
        return word.removesuffix("ies") + "y"
    return word.removesuffix("s")


def share(wanted: frozenset[str], text_words: frozenset[str]) -> float:
    """How many of the wanted words are told, in [0, 1]; 0 when none is wanted."""
    return len(wanted & text_words) / len(wanted) if wanted else 0.0
