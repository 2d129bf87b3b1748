"""What changed from one record to another, in the words of every face."""

import re
from collections.abc import Mapping
from types import MappingProxyType

GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "request": "What was asked",
        "outcome": "What came out",
        "part": "Parts of the claim",
        "evidence": "Evidence that was found",
        "stance": "How evidence stands to the claim",
        "guard": "Guards that acted",
        "limit": "What failed on the way",
        "dial": "Dials and tables",
        "tool": "Models and tools",
    }
)
PLAIN = frozenset({"outcome", "part"})  # whose words are names of verdicts, outcomes and rules
NAMED = frozenset({"limit"})  # of which there is nothing to tell but that they are there
BEGINNING_CHARS = 48  # of a piece of evidence, to tell it from others of the same publisher

_DIGEST = re.compile(r"(sha256:[0-9a-f]{8})[0-9a-f]{56}")


def beginning(text: str) -> str:
    """The first words of a piece of evidence."""
    line = " ".join(text.split())
    return line if len(line) <= BEGINNING_CHARS else line[:BEGINNING_CHARS].rsplit(" ", 1)[0] + " …"


def short(text: str) -> str:
    """A text in one line, its digests cut."""
    return _DIGEST.sub(r"\1…", " ".join(text.split()))


def worded(text: str, about: str) -> str:
    """What was or is, as it is shown."""
    return short(text).replace("_", " ") if about in PLAIN else short(text)
