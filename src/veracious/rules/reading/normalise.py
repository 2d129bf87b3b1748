"""Text as it is read: one form for every way of typing the same thing."""

import re
import unicodedata

_FRACTION = re.compile(r"(?<=[0-9])[¼-¾⅐-⅞]")
_RAISED = re.compile(r"(?<=[0-9])[⁰¹²³⁴-⁹]+")
# Control, format (zero-width, bidi marks, soft hyphens) and lone surrogates: invisible, and a way to hide or reorder words.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})


def clean(text: str) -> str:
    """The text in NFKC, without invisible characters, with single spaces; cleaning twice changes nothing."""
    spaced = text if text.isascii() else _RAISED.sub(r"^\g<0>", _FRACTION.sub(r" \g<0>", text))  # 2½ is not 21⁄2, and 10⁸ is not 108
    visible = spaced.translate({ord(char): " " if char.isspace() else None for char in set(spaced) if _is_changed(char)})
    return " ".join((visible if visible.isascii() else unicodedata.normalize("NFKC", visible)).split())


def _is_changed(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) in _INVISIBLE
