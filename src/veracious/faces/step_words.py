"""What a step of a run is called, on the command line as on a page."""

from collections.abc import Mapping
from types import MappingProxyType

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "review": "looking for reviews of",
        "search": "searching",
        "read": "reading",
        "skip": "not read",
        "look": "so far",
        "article_read": "analysing",
        "compare": "comparing",
    }
)


def word(kind: str) -> str:
    """What a step of this kind is called; one without words of its own by its name."""
    return WORDS.get(kind, kind.replace("_", " ").replace(".", ", "))
