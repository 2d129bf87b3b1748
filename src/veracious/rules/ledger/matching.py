"""What of the documents is read beside a claim of an answer: the few stretches that say most of it, and the best sentences together.

said(stretch) = Σ rarity of the claim's words that it has / Σ rarity of the claim's words             in [0, 1]
rarity(word)  = ln(1 + (N − n + 1/2) / (n + 1/2))                                                     n of the N sentences have the word

1. The sentences that share a word with the claim are looked up, rarest words first, as many as `looked_at`: so what a claim costs does
   not grow with the documents.
2. Each begins stretches of one to three sentences; a further sentence must say more. The best few that do not overlap are read.
3. What a claim says may stand in several places of a document. So the sentences of one document that together say most of it are read too,
   as one text, in their order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import log

from veracious.domain.evidence import Evidence, Quote, Snapshot
from veracious.domain.span import Span
from veracious.rules.judging import served
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import sentences
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials


@dataclass(frozen=True, slots=True)
class MatchDials:
    """How much is read beside a claim."""

    stretches: int = 4  # read for a claim; 1–10; evals/ledger, on the development files
    sentences_at_most: int = 3  # of a stretch; 1–5; SPEC §6
    gain_per_sentence: float = 0.03  # share of the claim that a further sentence must add; 0–0.3; as for quotes
    similarity_at_least: float = 0.2  # share of the claim that is said, below which nothing is read; 0–0.7; 0.7 in seed D §4.2
    together_at_most: int = 5  # sentences read as one text; 2–8; as many as the judge's 160 tokens hold
    together_chars: int = 520  # of them; 200–2,000; as many as the judge's 160 tokens hold
    together_gain: float = 0.03  # share of the claim that each of them must add; 0–0.3; as for quotes
    across: bool = False  # whether sentences of several documents are read as one text; either; what two documents say is not one text
    dated: bool = True  # whether the day of a document stands before what is read of it; either; field dev: "on Monday" is a date then
    looked_at: int = 400  # sentences that are looked at for a claim; 50–5,000; a guess
    rarity_offset: float = 0.5  # added to both counts of sentences, so that neither is none; 0.1–1; as in full text


@dataclass(frozen=True, slots=True)
class ReferenceMatchDials(MatchDials):
    """The same as the source document has it."""

    similarity_at_least: float = 0.7  # as above; 0–0.7; seed D §4.2
    across: bool = True  # as above; either; a guess
    dated: bool = False  # as above; either; a guess


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of a document and what it says."""

    text: int  # of the index, by number
    span: Span  # in the snapshot
    words: str
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class Text:
    """A document, or a passage of one."""

    snapshot: str
    start: int  # in the snapshot
    words: str
    title: str = ""
    published: date | None = None
    name: str = ""  # of the passage, when it is one


@dataclass(frozen=True, slots=True)
class Index:
    """The sentences of some documents, by what they say."""

    texts: tuple[Text, ...]
    lines: tuple[Line, ...]
    holding: Mapping[str, Sequence[int]]  # of each stem, the sentences that have it

    @staticmethod
    def of(texts: Sequence[Text], lines: Sequence[Line]) -> "Index":
        """The index of these sentences."""
        found: dict[str, list[int]] = {}
        for number, line in enumerate(lines):
            for stem in line.stems:
                found.setdefault(stem, []).append(number)
        return Index(tuple(texts), tuple(lines), found)


@dataclass(frozen=True, slots=True)
class Premise:
    """What is read as one text beside a claim: the quotes it is made of, and how much of the claim they say."""

    quotes: tuple[Quote, ...]
    texts: tuple[int, ...]  # of the index, one for each quote
    similarity: float
    about: float  # the same without numbers

    def text(self, index: Index, dials: MatchDials) -> str:
        """As the judge reads it: a bare quote loses what it speaks of and when, so title and day of its document stand before it."""
        words = " ".join(quote.text for quote in self.quotes)
        if len(set(self.texts)) != 1:
            return words
        document = index.texts[self.texts[0]]
        return served.text(words, document.title, document.published if dials.dated else None)


def of_snapshots(snapshots: Sequence[Snapshot], lexicon: Lexicon) -> Index:
    """The index of whole documents."""
    return _index([Text(one.digest, 0, one.text, one.title, one.published) for one in snapshots], lexicon)


def of_pieces(pieces: Sequence[Evidence], lexicon: Lexicon) -> Index:
    """The index of passages; a sentence that two of them share is in it once."""
    return _index(
        [Text(one.passage.snapshot, one.passage.span.start, one.text, one.title, one.published, one.id) for one in pieces], lexicon
    )


def within(index: Index, places: Sequence[tuple[str, Span]]) -> Index:
    """The index of only those sentences that stand in one of these stretches of a snapshot, whole or in part."""

    def stands(line: Line) -> bool:
        snapshot = index.texts[line.text].snapshot
        return any(snapshot == other and line.span.overlaps(span) for other, span in places)

    return Index.of(index.texts, [line for line in index.lines if stands(line)])


def premises(claim: str, index: Index, lexicon: Lexicon, dials: MatchDials) -> tuple[Premise, ...]:
    """What is read beside a claim, the best stretch first and the sentences together last; nothing when nothing says enough of it.

    Formula: What is read beside a claim of an answer. From D §4.1–4.2, of similarity; the sentences together are ours.

        rarity(word)   = ln(1 + (N − n + rarity_offset) / (n + rarity_offset))             n of the N sentences have the word
        said(stretch)  = Σ rarity of the claim's words that it has / Σ rarity of the claim's words
        value(stretch) = said − gain_per_sentence × (its sentences − 1)
        looked at:     the sentences that have the claim's rarest words, looked_at of each and until there are as many
        read:          the stretches of up to sentences_at_most sentences of greatest value that do not overlap, the first `stretches`;
                       and, as one text, up to together_at_most sentences of together_chars characters, each adding together_gain to what
            is said, all of one document unless across
        before it:     the title of their document, where they are of one, and its day where dated
        nothing        when the best says less than similarity_at_least

    Dials: stretches, sentences_at_most, gain_per_sentence, similarity_at_least, together_at_most, together_chars, together_gain,
    looked_at, rarity_offset, across, dated of MatchDials.
    """
    found = nearest(claim, index, lexicon, dials)
    return found if found and found[0].similarity >= dials.similarity_at_least else ()


def nearest(claim: str, index: Index, lexicon: Lexicon, dials: MatchDials) -> tuple[Premise, ...]:
    """The same, however little of the claim is said."""
    wanted = _Wanted.of(claim, index, lexicon, dials)
    chosen = wanted.stretches()
    if not chosen:
        return ()
    told = [wanted.premise([stretch]) for stretch in chosen]
    together = wanted.premise(wanted.together())
    return tuple(dict.fromkeys((*told, together) if len(together.quotes) > 1 else told))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A claim's words and what each is worth, and the sentences that are looked at."""

    index: Index
    worth: Mapping[str, float]
    lines: tuple[int, ...]
    dials: MatchDials

    @staticmethod
    def of(claim: str, index: Index, lexicon: Lexicon, dials: MatchDials) -> "_Wanted":
        words = sorted(overlap.words(claim, lexicon, OverlapDials()))
        rarity = {word: _rarity(len(index.holding.get(word, ())), len(index.lines), dials) for word in words}
        total = sum(rarity.values())
        met: Counter[int] = Counter()
        for word in sorted(words, key=lambda one: (-rarity[one], one)):
            if len(met) >= dials.looked_at:
                break
            met.update(index.holding.get(word, ())[: dials.looked_at])
        return _Wanted(index, {word: value / total for word, value in rarity.items()} if total else {}, tuple(sorted(met)), dials)

    def said(self, lines: Sequence[int]) -> float:
        """How much of the claim these sentences say."""
        return sum(self.worth[word] for word in sorted(self._stems(lines)))

    def about(self, lines: Sequence[int]) -> float:
        """The same of what is no number; all of it when there is nothing else."""
        words = {word: worth for word, worth in self.worth.items() if not word[0].isdigit()}
        total = sum(words[word] for word in sorted(words))
        return sum(words[word] for word in sorted(self._stems(lines)) if word in words) / total if total else 1.0

    def stretches(self) -> list[range]:
        """The best stretches of neighbouring sentences, none overlapping another."""
        found = []
        for first in self.lines:
            for last in range(first, self._end(first)):
                value = self.said(range(first, last + 1)) - self.dials.gain_per_sentence * (last - first)
                found.append((-value, last - first, first, last))
        chosen: list[range] = []
        for _, _, first, last in sorted(found):
            if len(chosen) < self.dials.stretches and not any(first < one.stop and last >= one.start for one in chosen):
                chosen.append(range(first, last + 1))
        return chosen

    def together(self) -> list[range]:
        """The sentences that together say most, each adding something, in the order of the documents."""
        chosen: list[int] = []
        have: frozenset[str] = frozenset()
        chars = 0
        while len(chosen) < self.dials.together_at_most:
            left = [one for one in self.lines if one not in chosen and (self.dials.across or self._is_of_one(one, chosen))]
            gains = {one: sum(self.worth[word] for word in sorted(self._stems((one,)) - have)) for one in left}
            best = max(gains, key=lambda one: (gains[one], -one), default=None)
            if best is None or gains[best] < self.dials.together_gain:
                break
            chars += len(self.index.lines[best].words)
            if chosen and chars > self.dials.together_chars:
                break
            chosen.append(best)
            have |= self._stems((best,))
        return _runs(sorted(chosen), self.index.lines)

    def premise(self, runs: Sequence[range]) -> Premise:
        """Runs of sentences as one text."""
        lines, texts = self.index.lines, self.index.texts
        quotes = []
        for run in runs:
            text = texts[lines[run.start].text]
            span = Span(lines[run.start].span.start, lines[run.stop - 1].span.end)
            quotes.append(Quote(text.snapshot, span, span.shifted(-text.start).of(text.words)))
        numbers = tuple(lines[run.start].text for run in runs)
        read = [line for run in runs for line in run]
        return Premise(tuple(quotes), numbers, self.said(read), self.about(read))

    def _is_of_one(self, line: int, chosen: Sequence[int]) -> bool:
        """Whether a sentence stands in the document of those that are chosen."""
        lines, texts = self.index.lines, self.index.texts
        return not chosen or texts[lines[line].text].snapshot == texts[lines[chosen[0]].text].snapshot

    def _stems(self, lines: Sequence[int]) -> frozenset[str]:
        return frozenset(stem for one in lines for stem in self.index.lines[one].stems if stem in self.worth)

    def _end(self, first: int) -> int:
        """Behind the last sentence that a stretch from this one may have."""
        lines, last = self.index.lines, first + 1
        while last < len(lines) and last - first < self.dials.sentences_at_most and _follows(lines[last - 1], lines[last]):
            last += 1
        return last


def _index(texts: Sequence[Text], lexicon: Lexicon) -> Index:
    met: dict[str, str] = {}
    known: set[tuple[str, Span]] = set()
    lines = []
    for number, text in enumerate(texts):
        for span in sentences.split(text.words, "en", SentenceDials()):
            words, place = span.of(text.words), span.shifted(text.start)
            if (text.snapshot, place) not in known:
                known.add((text.snapshot, place))
                lines.append(Line(number, place, words, overlap.stems(words, lexicon, OverlapDials(), met)))
    return Index.of(texts, lines)


def _rarity(holding: int, lines: int, dials: MatchDials) -> float:
    return log(1 + (lines - holding + dials.rarity_offset) / (holding + dials.rarity_offset))


def _follows(line: Line, other: Line) -> bool:
    return other.text == line.text and other.span.start >= line.span.end


def _runs(chosen: Sequence[int], lines: Sequence[Line]) -> list[range]:
    """Sentences that follow one another as ranges."""
    found: list[range] = []
    for line in chosen:
        if found and found[-1].stop == line and _follows(lines[line - 1], lines[line]):
            found[-1] = range(found[-1].start, line + 1)
        else:
            found.append(range(line, line + 1))
    return found
