"""Why a claim of an answer has its verdict, in one sentence, and how what decides it was found: seed D §4.2 and §4.3."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from veracious.domain.ledger import Backing, Entry, Level, Support

_SAYS: Mapping[Support, str] = MappingProxyType(
    {
        Support.SUPPORTED: "says so",
        Support.CONTRADICTED: "says otherwise",
        Support.NOT_FOUND: "is nearest, and does not settle it",
    }
)


class MatchType(StrEnum):
    """How a quote was found: the answer itself cites it, or it has the words of the claim."""

    CITED = "cited"
    WORDS = "words"


def match_type(backing: Backing) -> MatchType:
    """How what stands beside a claim was found."""
    return MatchType.CITED if backing.is_cited else MatchType.WORDS


def reason(entry: Entry) -> str:
    """What decides a claim, in the words of the documents, and which values exclude each other."""
    if not entry.backing:
        return "No sentence of the documents speaks of it."
    quote = "“" + " … ".join(one.text for one in entry.backing[0].quotes) + "”"
    named = f": {'; '.join(entry.conflicts)}" if entry.conflicts and entry.verdict is Support.CONTRADICTED else ""
    return f"{quote} {_said(entry)}{named}."


def _said(entry: Entry) -> str:
    if entry.verdict is Support.WEAK and entry.backing[0].stance.refutes > entry.backing[0].stance.supports:
        return "may say otherwise"
    if entry.verdict is Support.WEAK:
        return "says so, but not surely" if entry.level is Level.FULL else "says a part of it"
    return _SAYS[entry.verdict]
