"""The words of a text that are looked for."""

from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan


def content(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The words and numerals of a text in lower case, in order, function words left out."""
    found = (token.low.removesuffix("'s") for token in scan(text) if token.is_word or token.is_numeral)
    return tuple(word for word in found if word not in lexicon.function_words)


def share(wanted: frozenset[str], told: frozenset[str]) -> float:
    """How many of the wanted words are told, in [0, 1]; 0 when none is wanted."""
    return len(wanted & told) / len(wanted) if wanted else 0.0
