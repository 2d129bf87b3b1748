"""How the standing of a source is told to people: who rates it, what that rests on, and what its name looks like."""

from collections.abc import Mapping
from types import MappingProxyType

from veracious.domain.standing import Imitation, Standing
from veracious.rules.seeking import domains

ALIKE: Mapping[Imitation, str] = MappingProxyType(
    {
        Imitation.CONFUSABLE: "it is read the same and written with other letters",
        Imitation.SUBDOMAIN: "that name stands before the domain of somebody else",
        Imitation.OTHER_SUFFIX: "the same name under another suffix",
        Imitation.HYPHENATED: "the same name with something more",
        Imitation.ONE_EDIT: "one letter is more, less, other or out of place",
        Imitation.MIXED_SCRIPTS: "its letters are of several scripts",
    }
)
WHOSE: Mapping[str, str] = MappingProxyType(
    {
        "workspace": "this workspace",
        "publishers": "our table of publishers",
        "register": "the register",
        "suffix": "its suffix",
        "unknown": "nobody",
    }
)


def rests_on(standing: Standing) -> str:
    """What a rating rests on."""
    if standing.publisher is not None:
        return f"{standing.publisher.name} ({standing.publisher.kind.replace('_', ' ')}): {standing.publisher.reason}"
    rests = {
        "workspace": "as the workspace says of",
        "register": f"rated {standing.rating} in the register, by the entry for",
        "suffix": "only institutions have names below",
    }
    return f"{rests[standing.origin]} {standing.entry}" if standing.origin in rests else "no entry speaks of it"


def warning(standing: Standing) -> str:
    """What its name looks like, if it looks like another; else nothing."""
    if standing.lookalike is None:
        return ""
    imitated = standing.lookalike.imitates
    return (f"looks like {imitated} and is not it: " if imitated else "") + ALIKE[standing.lookalike.reason]


def domain(name: str) -> str:
    """A domain as DNS has it and, if that differs, as people read it."""
    read = domains.shown(name)
    return name if read == name else f"{name} ({read})"
