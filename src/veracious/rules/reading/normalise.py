"""Text as it is read: one form for every way of typing the same thing."""

import unicodedata

# Control, format (zero-width, bidi marks, soft hyphens) and lone surrogates: invisible, and a way to hide or reorder words.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})


def clean(text: str) -> str:
    """The text in NFKC, without invisible characters, with single spaces; cleaning twice changes nothing."""
    visible = "".join(" " if char.isspace() else char for char in text if char.isspace() or unicodedata.category(char) not in _INVISIBLE)
    return " ".join(unicodedata.normalize("NFKC", visible).split())
