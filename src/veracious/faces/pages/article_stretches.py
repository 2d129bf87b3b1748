"""An article cut where its claims begin and end: every character of it is in one stretch, and each stretch knows whose it is.

Claims may stand within each other, overlap, or have the same words. A stretch goes to the shortest claim around it, which is the one that a
reader means who points there; every claim says where it ends, so that none is lost behind another.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from veracious.domain.span import Span


@dataclass(frozen=True, slots=True)
class Marked:
    """A stretch of an article; claims by their place among the claims, from 0."""

    text: str
    claim: int | None = None  # whose it is
    ends: tuple[int, ...] = ()  # the claims that end with it
    is_shared: bool = False  # another claim runs over it as well
    is_dropped: bool = False  # it gave no claim


def cut(text: str, claims: Sequence[Span], dropped: Sequence[Span] = ()) -> tuple[Marked, ...]:
    """The stretches of an article in their order; together they are the article, and each claim ends once."""
    own = [_within(span, text) for span in claims]
    left = [_within(span, text) for span in dropped]
    begin, end, grey = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list), defaultdict[int, int](int)
    for number, span in enumerate(own):
        begin[span.start].append(number)
        end[span.end].append(number)
    for span in left:
        grey[span.start] += 1
        grey[span.end] -= 1
    found, active, greys = list[Marked](), set[int](), 0
    bounds = sorted({0, len(text), *begin, *end, *grey})
    ending = [number for number in end[0] if own[number].start == 0]  # of claims without a character
    if ending:
        found.append(Marked("", ends=tuple(ending)))
    for at, to in pairwise(bounds):
        active = (active - set(end[at])) | {number for number in begin[at] if own[number].end > at}
        greys += grey[at]
        whose = min(active, key=lambda number: (own[number].end - own[number].start, number), default=None)
        ends = sorted(end[to], key=lambda number: (number != whose, number))
        found.append(Marked(text[at:to], whose, tuple(ends), len(active) > 1, greys > 0 and whose is None))
    return tuple(found)


def _within(span: Span, text: str) -> Span:
    """The part of a span that is in the text."""
    return Span(min(span.start, len(text)), min(span.end, len(text)))
