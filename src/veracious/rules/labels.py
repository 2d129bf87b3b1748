"""The one mapping between our verdicts and the words that others use for theirs."""

from enum import StrEnum
from types import MappingProxyType

from veracious.domain.errors import InputError
from veracious.domain.ledger import Support
from veracious.domain.verdict import Verdict


class Vocabulary(StrEnum):
    """Whose words."""

    WORKER = "worker"  # POST /worker/verify
    FEVER = "fever"
    NEWS = "news"  # POST /verify
    AVERITEC = "averitec"


_S, _R, _M, _N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE

_WORDS: MappingProxyType[Vocabulary, dict[Verdict, str]] = MappingProxyType(
    {
        Vocabulary.WORKER: {_S: "TRUE", _R: "FALSE", _M: "MIXED", _N: "UNVERIFIABLE"},
        # FEVER has no word for mixed evidence.
        Vocabulary.FEVER: {_S: "SUPPORTED", _R: "REFUTED", _N: "NOT ENOUGH INFO"},
        Vocabulary.NEWS: {_S: "Supported", _R: "Refuted", _M: "Mixed/Disputed", _N: "Not Enough Evidence"},
        Vocabulary.AVERITEC: {
            _S: "Supported",
            _R: "Refuted",
            _M: "Conflicting Evidence/Cherrypicking",
            _N: "Not Enough Evidence",
        },
    }
)

# Words that mean the same as the first choice above and are read, never written.
_ALSO_READ: MappingProxyType[tuple[Vocabulary, str], Verdict] = MappingProxyType(
    {
        (Vocabulary.NEWS, "unverifiable"): _N,
        (Vocabulary.FEVER, "nei"): _N,
        (Vocabulary.FEVER, "supports"): _S,
        (Vocabulary.FEVER, "refutes"): _R,
    }
)


def write(verdict: Verdict, vocabulary: Vocabulary) -> str:
    """Our verdict in another vocabulary's word; a vocabulary that lacks it raises `InputError`."""
    try:
        return _WORDS[vocabulary][verdict]
    except KeyError:
        raise InputError(f"{vocabulary} has no word for {verdict}") from None


def read(word: str, vocabulary: Vocabulary) -> Verdict:
    """Another vocabulary's word as our verdict; an unknown word raises `InputError`, it is never guessed."""
    key = word.strip().casefold()
    for verdict, name in _WORDS[vocabulary].items():
        if name.casefold() == key:
            return verdict
    if (vocabulary, key) in _ALSO_READ:
        return _ALSO_READ[vocabulary, key]
    raise InputError(f"{word!r} is not a verdict of {vocabulary}")


# Ratings of fact-checkers that plainly take one side, in English. "Misleading", "half true" and the like take none.
_RATINGS: MappingProxyType[Verdict, frozenset[str]] = MappingProxyType(
    {
        _S: frozenset(("true", "correct", "accurate", "correct attribution", "mostly true", "mostly correct", "mostly accurate")),
        _R: frozenset(
            (
                *("false", "incorrect", "inaccurate", "mostly false", "mostly incorrect", "pants on fire", "pants on fire!", "fake"),
                *("hoax", "not true", "untrue", "wrong", "fabricated", "no evidence", "debunked", "four pinocchios", "scam", "bogus"),
            )
        ),
        _M: frozenset(("half true", "half-true", "mixture", "mixed", "partly false", "partly true", "partially true", "partially false")),
    }
)


def of_rating(rating: str) -> Verdict | None:
    """A fact-checker's rating as our verdict; none for words that are not plainly one."""
    plain = " ".join(rating.casefold().split()).strip(" .")
    return next((verdict for verdict, known in _RATINGS.items() if plain in known), None)


def of_support(support: Support, conflict: bool) -> Verdict:
    """A ledger's support level as a verdict; a contradiction among the sources themselves is mixed."""
    match support:
        case Support.SUPPORTED | Support.WEAK:
            return Verdict.SUPPORTED
        case Support.CONTRADICTED:
            return Verdict.MIXED if conflict else Verdict.REFUTED
        case Support.NOT_FOUND:
            return Verdict.NOT_ENOUGH_EVIDENCE
