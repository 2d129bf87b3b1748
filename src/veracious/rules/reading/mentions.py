"""What patterns see in a text whatever its language: times, numbers and quotations, counted to hold a skeleton against."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.article import Mention, MentionKind
from veracious.domain.span import Span
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import Token, low, scan


@dataclass(frozen=True, slots=True)
class MentionDials:
    """What is taken for a quotation."""

    quote_chars_at_most: int = 2000  # a mark that is not closed by then opens nothing; 500–5000; a guess


_NOON = r"(?:[ap]m\b|[ap]\.m\b\.?)"
_CLOCK = rf"(?<![\d.,:])(?:[01]?\d|2[0-4])(?::[0-5]\d(?::[0-5]\d)?(?:\s?{_NOON})?|(?:\.[0-5]\d)?\s?{_NOON})(?![\d:])"
_NUMERIC_DATE = r"(?<![\d.,/-])(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2}))(?![\d/-])"
_YEAR = (
    r"(?<![\w.,:/$€£¥-])(?:1\d{3}|20\d\d)(?:[–/-]\d{2,4})?(?:s|er)?(?![\w%:/]|[.,]\d|\s?(?:%|°|percent|per cent|Prozent|km|kg|m²)(?!\w))"
)
_TIMES = re.compile(f"{_CLOCK}|{_NUMERIC_DATE}|{_YEAR}", re.IGNORECASE)
_NUMBERS = re.compile(r"(?<![\w.,-])[-−+]?[$€£¥]?\d+(?:[.,'’\u202f\u00a0]\d+)*")
_MARKS = re.compile('["“”„‟«»\n]')
_CLOSES = MappingProxyType({'"': '"', "“": "”", "„": "“”‟", "‟": "”", "«": "»", "»": "«"})


def find(text: str, lexicon: Lexicon, dials: MentionDials) -> tuple[Mention, ...]:
    """Every time, number and quotation in the order of the text; a number inside a time is none of its own."""
    times = _apart((*(Span(*one.span()) for one in _TIMES.finditer(text)), *_worded(text, lexicon)))
    taken = _Taken(times)
    numbers = (one for one in (Span(*match.span()) for match in _NUMBERS.finditer(text)) if not taken.holds(one))
    found = (
        *(Mention(MentionKind.TIME, span) for span in times),
        *(Mention(MentionKind.NUMBER, span) for span in numbers),
        *(Mention(MentionKind.QUOTE, span) for span in quotations(text, dials)),
    )
    return tuple(sorted(found, key=lambda mention: (mention.span, mention.kind)))


def counts(mentions: Sequence[Mention]) -> Counter[MentionKind]:
    """How many there are of each kind."""
    return Counter(mention.kind for mention in mentions)


def quotations(text: str, dials: MentionDials) -> tuple[Span, ...]:
    """The quotations of a text, marks included, in one pass.

    A mark opens behind a letter or a digit never: that one is an inch or an apostrophe. What is still open at a line's end was the
    beginning of a paragraph that the next one goes on with, if it opened its line; else it opened nothing.
    """
    found, opened = [], -1
    for mark in _MARKS.finditer(text):
        at, sign = mark.start(), mark[0]
        if sign == "\n":
            if opened >= 0 and at - opened <= dials.quote_chars_at_most and (opened == 0 or text[opened - 1] == "\n"):
                found.append(Span(opened, at))
            opened = -1
        elif opened >= 0 and sign in _CLOSES[text[opened]]:
            if at - opened <= dials.quote_chars_at_most and text[opened + 1 : at].strip():
                found.append(Span(opened, at + 1))
            opened = -1
        elif sign in _CLOSES and (opened < 0 or sign == text[opened]) and not (at and text[at - 1].isalnum()):
            opened = at
    if opened >= 0 and len(text) - opened <= dials.quote_chars_at_most and (opened == 0 or text[opened - 1] == "\n"):
        found.append(Span(opened, len(text)))
    return tuple(found)


def _worded(text: str, lexicon: Lexicon) -> Iterator[Span]:
    """Times in words: a month with its day and year, a day of the week, today, last year."""
    tokens, index = scan(text), 0
    while index < len(tokens):
        length = lexicon.relative_times.at(tokens, index)[0] or _month(tokens, index, lexicon)
        if length:
            yield Span(_day_before(tokens, index), tokens[index + length - 1].end)
        index += length or 1


def _day_before(tokens: Sequence[Token], index: int) -> int:
    """Where a time in words begins: the 2 of 2 April, the 1st of 1st of May, belong to it."""
    at = index - (low(tokens, index - 1) == "of")
    at -= low(tokens, at - 1) in ("st", "nd", "rd", "th", ".")
    day = at > 0 and tokens[at - 1].is_numeral and tokens[index].low not in _UNDATED
    return tokens[at - 1].start if day else tokens[index].start


_UNDATED = frozenset("today yesterday tomorrow tonight overnight midnight noon".split())


def _month(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> int:
    """How many tokens a month and the year behind it take; the day before it is joined to it where spans touch."""
    token = tokens[index]
    if token.low not in lexicon.months or not token.is_capitalised:
        return 0
    near = tokens[index + 1 : index + 2]
    before = tokens[index - 1] if index else None
    dated = (near and near[0].is_numeral) or (before is not None and (before.is_numeral or before.low in _BEFORE_MONTH))
    sure = token.low not in _ALSO_WORDS or dated
    return (2 if near and near[0].is_numeral else 1) if sure else 0


_BEFORE_MONTH = frozenset("in since until till by from to last next this early late mid of and between during st nd rd th".split())
_ALSO_WORDS = frozenset("may march august jan mar dec sep sept".split())


def _apart(spans: Sequence[Span]) -> tuple[Span, ...]:
    """The spans in order, those that overlap made one."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


class _Taken:
    """Stretches in order, asked in order whether they hold a later one."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans, self.at = spans, 0

    def holds(self, span: Span) -> bool:
        """Whether a stretch overlaps this span; spans are asked from left to right."""
        while self.at < len(self.spans) and self.spans[self.at].end <= span.start:
            self.at += 1
        return self.at < len(self.spans) and self.spans[self.at].overlaps(span)
