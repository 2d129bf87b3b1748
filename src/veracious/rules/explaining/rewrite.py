"""An answer written again without a model: what is not found goes, what is wrong or too strong becomes what the texts themselves say.

Seed D §6.2 by rule. Nothing is put in other words, so nothing is invented; a sentence that nothing was said of stays as it is.
"""

from collections.abc import Callable, Mapping, Sequence

from veracious.domain.language import Excerpt
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.rules.explaining.plain import ExplainingContext, PlainDials
from veracious.rules.reading import words

Lines = Mapping[str, Sequence[str]]  # the sentences of the texts, each with the ids of those that have it


def revise(
    answer: Sequence[ExplanationSentence],
    wanted: Callable[[str], Support | None],
    excerpts: Sequence[Excerpt],
    means: ExplainingContext,
    dials: PlainDials,
) -> tuple[ExplanationSentence, ...]:
    """The answer again, sentence by sentence; `wanted` says what was found of one, and nothing of one that may stay."""
    lines = _lines(excerpts, means)
    given = {piece.id for piece in excerpts}
    said: dict[str, tuple[str, ...]] = {}
    for told in answer:
        cited = tuple(one for one in told.evidence if one in given)
        for sentence in means.sentences(told.text):
            text, names = _mended(sentence, wanted(sentence), lines, means, dials) or (sentence, cited)
            if text and names:
                said.setdefault(text, names)
    return tuple(ExplanationSentence(text, names) for text, names in said.items())


def _mended(
    sentence: str, support: Support | None, lines: Lines, means: ExplainingContext, dials: PlainDials
) -> tuple[str, tuple[str, ...]] | None:
    """What stands in place of a sentence, and what that cites; no text when it goes, nothing at all when it stays as it is."""
    if support is None or support is Support.SUPPORTED:
        return None
    if support is Support.NOT_FOUND:
        return "", ()
    if support is Support.WEAK and sentence in lines:  # it is worded as the texts have it
        return sentence, tuple(lines[sentence])
    wanted = means.asked(sentence)
    shares = {line: words.share(wanted, means.stems(line)) for line in lines if line != sentence}
    near = max(shares, key=shares.__getitem__, default="")
    return (near, tuple(lines[near])) if shares.get(near, 0.0) >= dials.about_share else ("", ())


def _lines(excerpts: Sequence[Excerpt], means: ExplainingContext) -> dict[str, list[str]]:
    """The sentences of the texts that state something, in order."""
    found: dict[str, list[str]] = {}
    for piece in excerpts:
        for sentence in means.sentences(piece.text):
            if not sentence.endswith("?") and piece.id not in found.setdefault(sentence, []):
                found[sentence].append(piece.id)
    return found
