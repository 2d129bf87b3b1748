"""Facts in reach of a query: triples walked from the names that stand in it.

A store need not hold every triple against the query: it looks up `names(query)` among the `plain` forms of its subjects and objects, and
then the `plain` forms of those it reached. For names of at most `name_words_at_most` words that is the walk below.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from veracious.domain.evidence import Triple
from veracious.rules.reading.tokens import scan


@dataclass(frozen=True, slots=True)
class TripleDials:
    """How far triples are walked, and from which names."""

    hops_at_most: int = 2  # triples from a name of the query to the last one reached; 1–3; SPEC §4
    name_words_at_most: int = 6  # words and signs of a name looked up by key, as SubjectDials.words_at_most; 4–10; a guess


def walk(triples: Iterable[Triple], text: str, dials: TripleDials) -> Mapping[Triple, int]:
    """The triples within reach of the names that stand in the text, and in how many hops.

    Formula: Triples in reach. From A §3 names the store.

        hop 1 = triples with a name that stands in the query
        hop k = triples that share a name with one of hop k − 1, k ≤ hops_at_most

    Dials: hops_at_most of TripleDials.
    """
    left = set(triples)
    said = f" {plain(text)} "
    near = {name for triple in left for name in _ends(triple) if name and f" {name} " in said}
    reached: dict[Triple, int] = {}
    for hop in range(1, dials.hops_at_most + 1):
        step = {triple for triple in left if not near.isdisjoint(_ends(triple))}
        reached.update((triple, hop) for triple in step)
        left -= step
        near = {name for triple in step for name in _ends(triple)}
    return reached


def names(text: str, dials: TripleDials) -> tuple[str, ...]:
    """Every name that may stand in a text, as a key: all runs of its words and signs up to the longest name, each once.

    Formula: Names looked up. From A §3 names the store.

        keys = all runs of 1 … name_words_at_most words and signs of the query, in lower case, each once

    Dials: name_words_at_most of TripleDials.
    """
    words = [token.low for token in scan(text)]
    runs = range(1, dials.name_words_at_most + 1)
    return tuple(dict.fromkeys(" ".join(words[at : at + run]) for at in range(len(words)) for run in runs if at + run <= len(words)))


def plain(text: str) -> str:
    """The form under which a name is found, as whole words only: its words and signs in lower case, with single blanks between them."""
    return " ".join(token.low for token in scan(text))


def score(share: float, hops: int) -> float:
    """The share of the query's words that a triple has, divided by the hops to it: half of it at the second.

    Formula: Triple score. From A §3 names the store.

        score = share of the query's words / hops
    """
    return share / hops


def _ends(triple: Triple) -> tuple[str, str]:
    return plain(triple.subject), plain(triple.object)
