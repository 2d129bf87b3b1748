"""The exact characters that carry a stance: the few sentences of a passage that speak most of a subclaim."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Quote, Snapshot
from veracious.domain.span import Span
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import sentences
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials


@dataclass(frozen=True, slots=True)
class QuoteDials:
    """How much of a passage is quoted."""

    sentences_at_most: int = 3  # consecutive sentences of one quote; 1–5; SPEC §6
    gain_per_sentence: float = 0.10  # share of the subclaim a further sentence must add; 0.02–0.3; a guess


def choose(evidence: Evidence, subclaim: Subclaim, lexicon: Lexicon, dials: QuoteDials) -> Quote:
    """The shortest run of sentences that says most of the subclaim; the earliest of equals."""
    passage = evidence.passage
    spans = sentences.split(passage.text, "en", SentenceDials()) or (Span(0, len(passage.text)),)
    asked = overlap.ask(subclaim, lexicon, OverlapDials())
    best, best_value = spans[0], -2.0
    for first in range(len(spans)):
        for last in range(first, min(len(spans), first + dials.sentences_at_most)):
            run = Span(spans[first].start, spans[last].end)
            told = overlap.tell(_cut(evidence, run), lexicon, OverlapDials())
            value = overlap.share(asked.words, told) - dials.gain_per_sentence * (last - first)
            if value > best_value:
                best, best_value = run, value
    return Quote(passage.snapshot, best.shifted(passage.span.start), best.of(passage.text))


def find(text: str, snapshot: Snapshot) -> Quote | None:
    """Somebody else's quotation as a quote, if the snapshot has it to the letter."""
    start = snapshot.text.find(text) if text else -1
    return None if start < 0 else Quote(snapshot.digest, Span(start, start + len(text)), text)


def verified(quotes: Sequence[Quote], snapshots: Sequence[Snapshot]) -> tuple[tuple[Quote, ...], int]:
    """The quotes that stand in their snapshot, and how many were rejected."""
    by_digest = {snapshot.digest: snapshot for snapshot in snapshots}
    kept = tuple(quote for quote in quotes if quote.snapshot in by_digest and quote.stands_in(by_digest[quote.snapshot]))
    return kept, len(quotes) - len(kept)


def _cut(evidence: Evidence, run: Span) -> Evidence:
    passage = evidence.passage
    words = run.of(passage.text)
    return Evidence(evidence.id, type(passage)(passage.snapshot, run, words), evidence.source)
