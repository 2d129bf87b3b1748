"""Words, numerals and signs of a text with their offsets: one pass, linear in the text."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from veracious.domain.span import Span

# A numeral with thousands groups and a decimal part; a word with inner hyphens, apostrophes and digits (A380, COVID-19); any other
# visible character.
_TOKEN = re.compile(
    r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?"
    r"|[^\W\d_][^\W_]*(?:['’.\-‑](?:[^\W\d_][^\W_]*|[0-9]{1,3}(?![0-9])))*"
    r"|\S"
)


class Token(NamedTuple):
    """A word, numeral or sign, and where it stands."""

    text: str
    low: str  # lower case, with a plain apostrophe and hyphen
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it begins with a letter."""
        return self.text[0].isalpha()

    @property
    def is_numeral(self) -> bool:
        """Whether it is written in digits."""
        return "0" <= self.text[0] <= "9"

    @property
    def is_capitalised(self) -> bool:
        """Whether it begins with an upper-case letter."""
        return self.text[0].isupper()


def scan(text: str) -> tuple[Token, ...]:
    """All tokens of the text, in order; each slices back to itself."""
    found, make, plain = [], tuple.__new__, text.isascii()
    for match in _TOKEN.finditer(text):
        word = match.group()
        lower = word.lower()
        if not plain and not word.isascii():
            lower = lower.replace("’", "'").replace("‑", "-")
        found.append(make(Token, (word, lower, *match.span())))  # as Token(…) does, in half the time
    return tuple(found)


def span(tokens: Sequence[Token]) -> Span:
    """From the first token to the last."""
    return Span(tokens[0].start, tokens[-1].end)


def low(tokens: Sequence[Token], index: int) -> str:
    """The lower-case token at an index, or an empty string beyond either end."""
    return tokens[index].low if 0 <= index < len(tokens) else ""
