"""The words of a claim: names in place of what stands for them, no first person, nothing that only joins it to the sentence before."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.span import Span
from veracious.rules.reading import noun_phrases
from veracious.rules.reading.cast import Reference


@dataclass(frozen=True, slots=True)
class Voice:
    """Who says "I" in a stretch, and for whom they say "we"."""

    name: str
    body: str = ""
    is_author: bool = False  # then "we" may be anybody, and stays


def bare_sentence(text: str) -> str:
    """The statement without what joins it to others, without marks around it, as a sentence."""
    bare = _LABEL.sub("", text.strip(" ,;"))
    if bare[:1] in '"“«„' and not any(mark in bare[1:-2] for mark in '"“”«»'):
        bare = bare[1:]
    bare = bare.rstrip(".")
    if bare and bare[-1] in '"”»' and not any(mark in bare[:-1] for mark in '"“«'):
        bare = bare[:-1]
    bare = _JOINER.sub("", bare.strip(" ,;").removeprefix("that "))
    return f"{bare[:1].upper()}{bare[1:]}{'' if bare.endswith(('!', '?', '.')) else '.'}" if bare else ""


# UPDATE: FIRST RESULT:
_LABEL = re.compile(r"^[A-Z]{3,}(?:[ -][A-Z]{2,}){0,2}:\s+(?=\S)")
_JOINER = re.compile(
    r"^(?:(?:and|but|yet|so|or|nor)\s+(?=\w)(?!far|much|many|that)|"
    r"(?:however|meanwhile|instead|moreover|furthermore|also|still|then|now|besides|nevertheless),\s+)",
    re.IGNORECASE,
)


def put(text: str, span: Span, references: Sequence[Reference]) -> str:
    """The words of a span with names in place of what stands for them."""
    out, at = [], span.start
    for one in references:
        if one.name and at <= one.start and one.end <= span.end:
            name = one.name[:1].upper() + one.name[1:] if one.start == 0 else one.name
            out += [text[at : one.start], name]
            at = one.end
    return "".join((*out, text[at : span.end]))


def named_once(text: str, references: Sequence[Reference]) -> str:
    """The statement with each name put once: where it stands already, the words for it come back."""
    for one in reversed(references):
        bare = one.name.removesuffix("'s").removesuffix("'")
        first = text.casefold().find(bare.casefold()) if bare else -1
        later = text.rfind(one.name) if first >= 0 else -1
        is_owner = text[later + len(one.name) :].startswith(("'s", "’s"))  # a name that stood there; none that was put
        if later >= first + len(bare) > 0 and not is_owner:
            back = one.words[:1].lower() + one.words[1:] if one.start == 0 and one.words.split()[0].lower() in _SMALL else one.words
            text = f"{text[:later]}{back}{text[later + len(one.name) :]}"
    return text


_SMALL = frozenset("the this that these those he she it they his her its their him them".split())


_FIRST = re.compile(
    r"\b(I|we|me|us|my|our|(?:(?<=of )|(?<=is )|(?<=was ))mine|ours|myself|ourselves)(?:(['’])(m|re|ve|ll|d))?\b"
    r"(?:\s+(am|are|have|were|do|don['’]t|haven['’]t|aren['’]t|weren['’]t)\b)?",
    re.IGNORECASE,
)
_SHORT = MappingProxyType({"m": "is", "re": "is", "ve": "has", "ll": "will", "d": "would"})
_VERBS = MappingProxyType(
    {
        "am": "is",
        "are": "is",
        "have": "has",
        "were": "was",
        "do": "does",
        "don't": "doesn't",
        "haven't": "hasn't",
        "aren't": "isn't",
        "weren't": "wasn't",
    }
)


def first_person(text: str, voice: Voice) -> str:
    """The words of somebody with their name for "I", "we" and "our"."""

    def named(match: re.Match[str]) -> str:
        word = match[1].lower()
        if match[1] == "US" or (word == "us" and match[1] != "us") or match[1] == "i":
            return match[0]
        own = word in ("my", "our", "mine", "ours")
        if voice.is_author and word not in ("i", "me", "my", "mine", "myself"):
            return match[0]
        person = voice.body if voice.body and word in ("we", "us", "our", "ours", "ourselves") else voice.name
        name = noun_phrases.owned(person) if own else person
        verb = _SHORT[match[3].lower()] if match[3] else _VERBS.get((match[4] or "").replace("’", "'").lower(), match[4] or "")
        if match[4] and not any(char.isupper() for char in person) and person.endswith("s"):
            verb = match[4]  # some readers have
        subject = word in ("i", "we")
        return f"{name} {verb if subject else match[4] or ''}".strip() if match[3] or match[4] else name

    return _FIRST.sub(named, text)


def uncontracted(text: str) -> str:
    """It's late, they're here: the verb as a word of its own."""
    return _CONTRACTED.sub(lambda found: f"{found['who']} {_verb_of(found)}", text)


def _verb_of(found: re.Match[str]) -> str:
    had = found["next"] in ("been", "had", "got", "become")
    return {"s": "has" if had else "is", "re": "are", "m": "am", "ve": "have", "ll": "will"}[found["verb"]]


_CONTRACTED = re.compile(
    r"\b(?P<who>[Ii]t|[Tt]hat|[Hh]e|[Ss]he|[Tt]here|[Tt]hey|[Ww]e|[Yy]ou|I|[Ww]hat|[Hh]ere|[Ww]ho)['’]"
    r"(?P<verb>s|re|m|ve|ll)\b(?=(?:\s+(?P<next>\w+))?)"
)
