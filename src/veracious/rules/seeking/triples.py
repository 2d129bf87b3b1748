"""Facts in reach of a query: triples walked from the names that stand in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from veracious.domain.evidence import Triple
from veracious.rules.reading.tokens import scan


@dataclass(frozen=True, slots=True)
class TripleDials:
    """How far triples are walked."""

    hops_at_most: int = 2  # triples from a name of the query to the last one reached; 1–3; SPEC §4


def walk(triples: Iterable[Triple], text: str, dials: TripleDials) -> Mapping[Triple, int]:
    """The triples within reach of the names that stand in the text, and in how many hops."""
    left = set(triples)
    said = _plain(text)
    near = {name for triple in left for name in _ends(triple) if name in said and name.strip()}
    reached: dict[Triple, int] = {}
    for hop in range(1, dials.hops_at_most + 1):
        step = {triple for triple in left if not near.isdisjoint(_ends(triple))}
        reached.update((triple, hop) for triple in step)
        left -= step
        near = {name for triple in step for name in _ends(triple)}
    return reached


def score(share: float, hops: int) -> float:
    """The share of the query's words that a triple has, divided by the hops to it: half of it at the second."""
    return share / hops


def _ends(triple: Triple) -> tuple[str, str]:
    return _plain(triple.subject), _plain(triple.object)


def _plain(text: str) -> str:
    """The words between blanks, so that a name is found as whole words only."""
    return f" {' '.join(token.low for token in scan(text))} "
