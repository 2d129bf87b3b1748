"""The exact characters that carry a stance: the few sentences of a passage that speak most of a subclaim."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Passage, Quote, Snapshot
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import sentences
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class QuoteDials:
    """How much of a passage is quoted, and what the judge reads of it."""

    sentences_at_most: int = 3  # consecutive sentences of one quote; 1–5; SPEC §6
    gain_per_sentence: float = 0.03  # share of the subclaim a further sentence must add; 0–0.3; evals/study
    with_title: bool = False  # whether the judge reads the title before every quote; either; field dev: quotes 70.2 with it, 74.5 without
    read_twice: bool = True  # whether what takes a side without its title is read with it, too; either; field dev: quotes 74.5 to 75.3
    quotes_at_most: int = 2  # quotes of a passage that are read until one takes a side; 1–3; field dev: decided 47.8 to 50.0
    read_on_at_most: int = 4  # passages of a part of which more than one quote is read, the best first; 0–12; field dev, and time
    later_quote_from: float = 0.75  # share of a side that a later quote of a passage must have; 0.5–1; field dev: the false ones had less
    settles_alone: float = 0.9  # share of a quote's side that one of its sentences must have to be quoted alone; 0.5–1.01; a guess


@dataclass(frozen=True, slots=True)
class ReferenceQuoteDials(QuoteDials):
    """The same as first written: a further sentence must say more, and the title stands before it."""

    gain_per_sentence: float = 0.10  # as above; 0–0.3; a guess
    with_title: bool = True  # as above; either; a guess
    read_twice: bool = False  # as above; either; a guess
    quotes_at_most: int = 1  # as above; 1–3; a guess
    settles_alone: float = 1.01  # as above; 0.5–1.01; none is


def as_read(quote: str, title: str, dials: QuoteDials) -> str:
    """What the judge reads for a quote.

    Formula: What the judge reads for a quote. From SPEC §6; ours.

        "title: quote" if with_title and there is a title, else the quote alone

    Dials: with_title of QuoteDials.
    """
    return titled(quote, title) if dials.with_title else quote


def titled(quote: str, title: str) -> str:
    """A quote behind the title of its document, where it has one."""
    return f"{title}: {quote}" if title else quote


def is_read_again(stance: Stance, title: str, dials: QuoteDials) -> bool:
    """Whether a quote is read a second time, behind its title: the title says what it speaks of, and may be all that speaks of the claim.

    Formula: What is read twice. From ours.

        read again if read_twice, there is a title, it was not read before (with_title), and the stance takes a side

    Dials: read_twice, with_title of QuoteDials.
    """
    takes_side = max(stance.supports, stance.refutes) > stance.neutral
    return dials.read_twice and not dials.with_title and bool(title) and takes_side


def mean(first: Stance, second: Stance) -> Stance:
    """What two readings of a quote come to.

    Formula: Two readings. From ours.

        each share is the mean of the two
    """
    supports, refutes = (first.supports + second.supports) / 2, (first.refutes + second.refutes) / 2
    return Stance(supports, refutes, 1 - supports - refutes)


def sentences_of(quote: Quote) -> tuple[Quote, ...]:
    """Its sentences, each as a quote; none where it has but one."""
    spans = sentences.split(quote.text, "en", SentenceDials())
    return tuple(Quote(quote.snapshot, span.shifted(quote.span.start), span.of(quote.text)) for span in spans) if len(spans) > 1 else ()


def settling(whole: Stance, alone: Sequence[Stance], dials: QuoteDials) -> int | None:
    """Which sentence of a quote says by itself what the quote says, as the judge read each; `None` where it takes them together.

    Formula: The sentence that settles. From ours.

        the sentence with the largest share of the side that the quote takes, alone, if that is ≥ settles_alone × the share of the quote;
        the first of equals; none where the quote takes no side

    Dials: settles_alone of QuoteDials.
    """
    towards = side(whole)
    if towards == "neutral" or not alone:
        return None
    of_whole, *shares = (one.supports if towards == "supports" else one.refutes for one in (whole, *alone))
    largest = max(shares)
    return shares.index(largest) if largest >= dials.settles_alone * of_whole else None


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """The sentences of a passage and what each says, read once for all subclaims."""

    passage: Passage
    spans: tuple[Span, ...]
    stems: tuple[frozenset[str], ...]


def choose(evidence: Evidence, subclaim: Subclaim, lexicon: Lexicon, dials: QuoteDials) -> Quote:
    """The shortest run of sentences that says most of the subclaim; the earliest of equals.

    Formula: Quote. From ours.

        quote = argmax of claim_overlap(run) − gain_per_sentence × (sentences − 1)
                over runs of at most sentences_at_most consecutive sentences; the shortest, then the earliest, of equals

    Dials: sentences_at_most, gain_per_sentence of QuoteDials.
    """
    return pick(read(evidence, lexicon), wanted(subclaim, lexicon), dials)


def read(evidence: Evidence, lexicon: Lexicon, met: dict[str, str] | None = None) -> ReadPassage:
    """The passage, sentence by sentence, without its title; `met` remembers the stems of words from passage to passage."""
    passage, dials = evidence.passage, OverlapDials()
    found = sentences.split(passage.text, "en", SentenceDials()) or (Span(0, len(passage.text)),)
    spans = [span for span in found if span.of(passage.text) != evidence.title] or found
    return ReadPassage(passage, tuple(spans), tuple(overlap.stems(span.of(passage.text), lexicon, dials, met) for span in spans))


def wanted(subclaim: Subclaim, lexicon: Lexicon) -> frozenset[str]:
    """What a quote for this subclaim should say."""
    return overlap.ask(subclaim, lexicon, OverlapDials()).words


def pick(passage: ReadPassage, wanted: frozenset[str], dials: QuoteDials) -> Quote:
    """The shortest run of sentences that says most of what is wanted; the earliest of equals."""
    best, best_value = passage.spans[0], -2.0
    for first, span in enumerate(passage.spans):
        said: frozenset[str] = frozenset()
        for last in range(first, min(len(passage.spans), first + dials.sentences_at_most)):
            said |= passage.stems[last] & wanted
            value = (len(said) / len(wanted) if wanted else 1.0) - dials.gain_per_sentence * (last - first)
            if value > best_value:
                best, best_value = Span(span.start, passage.spans[last].end), value
    return Quote(passage.passage.snapshot, best.shifted(passage.passage.span.start), best.of(passage.passage.text))


def next_quote(passage: ReadPassage, wanted: frozenset[str], read: Sequence[Quote], dials: QuoteDials) -> Quote | None:
    """What is read of a passage next, where nothing that was read takes a side; nothing once all of it was read.

    Formula: Another look. From ours.

        while no quote of a passage takes a side and fewer than quotes_at_most were read:
            the quote, for the words of the subclaim that were not read yet, of the longest stretch of its sentences in which none was read
        of the read_on_at_most passages of a part that are asked about first

    Dials: quotes_at_most, read_on_at_most of QuoteDials.
    """
    start = passage.passage.span.start
    seen = [quote.span.shifted(-start) for quote in read]
    if len(seen) >= dials.quotes_at_most:
        return None
    told = {number for number, span in enumerate(passage.spans) if any(one.overlaps(span) for one in seen)}
    stretches: list[list[int]] = [[]]
    for number in range(len(passage.spans)):
        if number in told:
            stretches.append([])
        else:
            stretches[-1].append(number)
    left = max(stretches, key=len)
    if not left:
        return None
    said = frozenset[str]().union(*(stems for number, stems in enumerate(passage.stems) if number in told))
    spans, stems = tuple(passage.spans[number] for number in left), tuple(passage.stems[number] for number in left)
    return pick(ReadPassage(passage.passage, spans, stems), wanted - said or wanted, dials)


def is_sure(stance: Stance, dials: QuoteDials) -> bool:
    """Whether a quote that was not read first is shown for its passage: it must be surer of its side, as it was not chosen first.

    Formula: A later quote. From ours.

        counts if it takes a side with a share ≥ later_quote_from

    Dials: later_quote_from of QuoteDials.
    """
    return side(stance) != "neutral" and max(stance.supports, stance.refutes) >= dials.later_quote_from


def find(text: str, snapshot: Snapshot) -> Quote | None:
    """Somebody else's quotation as a quote, if the snapshot has it to the letter."""
    start = snapshot.text.find(text) if text else -1
    return None if start < 0 else Quote(snapshot.digest, Span(start, start + len(text)), text)


def verified(quotes: Sequence[Quote], snapshots: Sequence[Snapshot]) -> tuple[tuple[Quote, ...], int]:
    """The quotes that stand in their snapshot, and how many were rejected."""
    by_digest = {snapshot.digest: snapshot for snapshot in snapshots}
    kept = tuple(quote for quote in quotes if quote.snapshot in by_digest and quote.stands_in(by_digest[quote.snapshot]))
    return kept, len(quotes) - len(kept)
