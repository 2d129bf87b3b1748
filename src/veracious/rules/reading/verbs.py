"""Forms of verbs from their base: what a word may be when it stands where a verb can stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Form(StrEnum):
    """A form of a verb."""

    BASE = "base"
    THIRD = "third"  # she goes
    PAST = "past"
    PARTICIPLE = "participle"
    ING = "ing"


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that is a form of a verb."""

    base: str
    forms: frozenset[Form]


_VOWELS = frozenset("aeiou")


def forms(regular: str, irregular: str, doubling: str) -> Mapping[str, Verb]:
    """Every form of every verb on the lists, by its spelling."""
    doubled = frozenset(_entries(doubling))
    found: dict[str, Verb] = {}
    for base in _entries(regular):
        _add(found, base, Form.BASE, base)
        _add(found, base, Form.THIRD, third(base))
        # Doubling is often optional (cancelled, canceled), so a doubling verb has both spellings.
        for doubles in {False, base in doubled}:
            _add(found, base, Form.PAST, past(base, doubles))
            _add(found, base, Form.PARTICIPLE, past(base, doubles))
            _add(found, base, Form.ING, ing(base, doubles))
    for line in _entries(irregular):
        columns = line.split("\t")
        for form, spellings in zip((Form.BASE, Form.PAST, Form.PARTICIPLE, Form.THIRD, Form.ING), columns, strict=True):
            for spelling in spellings.split("/"):
                _add(found, columns[0], form, spelling)
    return MappingProxyType(found)


def third(base: str) -> str:
    """The form with -s."""
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    return base[:-1] + "ies" if _ends_in_consonant_y(base) else base + "s"


def past(base: str, doubles: bool) -> str:
    """The form with -ed."""
    if base.endswith("e"):
        return base + "d"
    if _ends_in_consonant_y(base):
        return base[:-1] + "ied"
    return base + (base[-1] if doubles else "") + "ed"


def ing(base: str, doubles: bool) -> str:
    """The form with -ing."""
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1] + "ing"
    return base + (base[-1] if doubles else "") + "ing"


def _ends_in_consonant_y(base: str) -> bool:
    return base.endswith("y") and len(base) > 1 and base[-2] not in _VOWELS


def _entries(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.splitlines() if line and not line.startswith("# "))


def _add(verbs: dict[str, Verb], base: str, form: Form, spelling: str) -> None:
    """A spelling of two verbs has the forms of both; the irregular verb, read last, gives the base: "found" is of "find"."""
    known = verbs.get(spelling)
    verbs[spelling] = Verb(base, (known.forms if known else frozenset()) | {form})
