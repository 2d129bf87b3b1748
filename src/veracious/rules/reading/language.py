"""Which language a text is in, as far as its letters and small words tell."""

import unicodedata
from collections import Counter
from dataclasses import dataclass

from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan


@dataclass(frozen=True, slots=True)
class LanguageDials:
    """When small words decide."""

    foreign_words_at_least: int = 2  # small words of another language before it is named; 1–4; a guess
    latin_share: float = 0.5  # share of letters that must be Latin to look at words at all; 0.3–0.8; a guess


def detect(text: str, lexicon: Lexicon, dials: LanguageDials) -> str:
    """A language tag: `en`, another language of the list, or `und-` and the script; `en` when nothing speaks against it."""
    letters = [char for char in text if char.isalpha()]
    scripts = Counter(unicodedata.name(char, "UNKNOWN").split()[0] for char in letters)
    if letters and scripts["LATIN"] < dials.latin_share * len(letters):
        return "und-" + max(scripts, key=lambda name: (scripts[name], name)).lower()
    words = [token.low for token in scan(text) if token.is_word]
    english = sum(word in lexicon.function_words for word in words)
    others = Counter(lexicon.foreign_words[word] for word in words if word in lexicon.foreign_words)
    if not others:
        return "en"
    best = max(others, key=lambda code: (others[code], code))
    return best if others[best] >= dials.foreign_words_at_least and others[best] > english else "en"
