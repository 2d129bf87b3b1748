"""The few terms a piece of evidence must speak of to be about a subclaim."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Entity, EntitySort
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import Token, scan


@dataclass(frozen=True, slots=True)
class AnchorDials:
    """How many anchors, and which words can be one."""

    at_least: int = 2  # fewer only when the text has fewer content words; 1–3; seed B
    at_most: int = 5  # anchors of one subclaim; 3–8; seed B
    word_letters_at_least: int = 3  # shorter words say little; 3–5; a guess


def pick(text: str, entities: Sequence[Entity], lexicon: Lexicon, dials: AnchorDials) -> tuple[str, ...]:
    """Names first, then the longest content words, at most `at_most` in all; dates and short words only to reach `at_least`."""
    tokens = scan(text)
    names = [entity.text for entity in entities if entity.sort is not EntitySort.DATE]
    taken = frozenset(index for entity in entities for index in range(entity.span.start, entity.span.end))
    words = [token for token in content(tokens, lexicon, dials) if token.start not in taken]
    by_length = sorted(words, key=lambda token: (-len(token.text), token.start))
    chosen = list(dict.fromkeys((*names, *(token.low for token in by_length))))
    if len(chosen) < dials.at_least:
        spare = (*(entity.text for entity in entities), *(token.low for token in tokens if token.is_word or token.is_numeral))
        chosen += [term for term in dict.fromkeys(spare) if term not in chosen][: dials.at_least - len(chosen)]
    return tuple(chosen[: dials.at_most])


def content(tokens: Sequence[Token], lexicon: Lexicon, dials: AnchorDials) -> Iterator[Token]:
    """The words that say what a text is about."""
    return (
        token
        for token in tokens
        if token.is_word and len(token.text) >= dials.word_letters_at_least and token.low not in lexicon.function_words
    )
