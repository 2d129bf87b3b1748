"""Which words of a claim the documents do not carry.

A word is carried when the quotes that speak most of the claim have it, under any form that ranking takes for one word. What is not carried
is told as stretches: words with little between them belong together, as a name or a clause does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.span import Span
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class SpanDials:
    """How words that are not carried become stretches."""

    tokens_between: int = 2  # words and signs between two that are not carried, so few that they are told as one; 0–6; wice_spans_dev


def unsupported(sentence: str, quotes: Sequence[str], lexicon: Lexicon, dials: SpanDials) -> tuple[Span, ...]:
    """The stretches of a sentence that no quote carries, in order.

    Formula: Words of a claim that no document carries. From ours.

        not carried    a word whose stem is in none of the quotes that say most of the claim
        a stretch      from one such word to the next, while tokens_between words or fewer stand between

    Dials: tokens_between of SpanDials.
    """
    told = frozenset(stem for quote in quotes for stem in overlap.stems(quote, lexicon, OverlapDials()))
    found: list[Span] = []
    last = -1
    for number, (place, stem) in enumerate(overlap.placed(sentence, lexicon, OverlapDials())):
        if not stem or stem in told:
            continue
        if found and number - last <= dials.tokens_between + 1:
            found[-1] = Span(found[-1].start, place.end)
        else:
            found.append(place)
        last = number
    return tuple(found)
