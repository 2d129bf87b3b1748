"""An answer that is still arriving: which of its sentences are whole.

A sentence is whole when the next one has begun, or when its paragraph has ended. What may still grow is left: an anchor that is not closed
yet, and a code block that has no end.
"""

import re

from veracious.domain.span import Span
from veracious.rules.reading import answers, sentences
from veracious.rules.reading.sentences import SentenceDials

_OPEN = re.compile(r"\[[^\[\]\n]*\Z")
_FENCES = re.compile(r"^(?:```|~~~)", re.MULTILINE)
_BREAK = re.compile(r"\n\s*\n")


def whole(text: str, dials: SentenceDials, is_ended: bool = False) -> tuple[Span, ...]:
    """The sentences of a text that are whole, in order, each with what stands between it and the next; when it has ended, all of them."""
    fences = [found.start() for found in _FENCES.finditer(text)]
    open_anchor = _OPEN.search(text)
    ends = [] if is_ended else [*(fences[-1:] if len(fences) % 2 else ()), *([open_anchor.start()] if open_anchor else ())]
    known = text[: min(ends, default=len(text))]
    spans = sentences.split(answers.blanked(known), "en", dials)
    starts = [span.start for span in spans]
    is_last_whole = bool(spans) and (is_ended or _BREAK.search(known, spans[-1].end) is not None)
    behind = [*starts[1:], *([len(known)] if is_last_whole else [])]
    return tuple(Span(start, end) for start, end in zip(starts, behind, strict=False))
