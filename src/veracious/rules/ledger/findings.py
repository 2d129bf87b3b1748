"""What a language model found of the claims of an answer, as lines of the ledger.

A model says labels and quotes; everything else is computed here. What the claims are, of what kind and how much rests on each is read off
the text by code. A finding belongs to the claim whose words it has. A quote must stand in its passage to the letter. An amount that a quote
excludes, and a denial, contradict a claim whatever the model says.

level = contradicted   when a finding of the claim is
        full           when every finding of it is supported, and together they speak of nearly all of it
        partial        when some finding is supported or weak, and those that are speak of a part of it
        none           else; also when no finding speaks of it
"""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Quote
from veracious.domain.language import Finding
from veracious.domain.ledger import AnswerClaim, Backing, Entry, Level, Support
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.rules.judging import conflicts, denials
from veracious.rules.judging.conflicts import Measure
from veracious.rules.ledger import levels, spans
from veracious.rules.ledger.levels import LevelDials, SureDials
from veracious.rules.ledger.spans import SpanDials
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import words
from veracious.rules.reading.answers import Answer
from veracious.rules.reading.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class FindingDials:
    """When a finding is of a claim, how much of it findings must speak of, and what a label counts for."""

    same_share: float = 0.6  # of a finding's content words, what a claim must have for the finding to be of it; 0.4–0.9; a guess
    whole_share: float = 0.7  # of a claim's content words, what findings must have to carry it whole; 0.5–1; a guess
    part_share: float = 0.3  # of a claim's content words, what findings must have to carry a part of it; 0.1–0.6; a guess
    supported: float = 0.9  # support that the label counts for; 0.6–0.98; a guess: no label is certain
    weak: float = 0.4  # support that the label counts for, below `LevelDials.full_from`; 0.25–0.5; a guess
    contradicted: float = 0.9  # refutation that the label counts for; 0.6–0.98; as for support


@dataclass(frozen=True, slots=True)
class FindingContext:
    """What findings are checked against the claims with."""

    measure: Measure
    findings: FindingDials
    levels: LevelDials
    sure: SureDials
    spans: SpanDials

    @property
    def lexicon(self) -> Lexicon:
        """The word lists."""
        return self.measure.lexicon


@dataclass(frozen=True, slots=True)
class _CheckedFinding:
    """A finding that was checked against its passage."""

    claim: str
    support: Support
    backing: Backing | None = None
    conflict: str = ""


def assign(
    claims: Sequence[AnswerClaim], findings: Sequence[Finding], lexicon: Lexicon, dials: FindingDials
) -> tuple[tuple[Finding, ...], ...]:
    """The findings of each claim: those of its very words, else those whose words it has most of."""
    found: list[list[Finding]] = [[] for _ in claims]
    for one in findings:
        same = [number for number, claim in enumerate(claims) if _flat(claim.text) == _flat(one.claim)]
        wanted = overlap.words(one.claim, lexicon, OverlapDials())
        shares = [words.share(wanted, overlap.stems(claim.text, lexicon, OverlapDials())) for claim in claims]
        near = max(range(len(claims)), key=shares.__getitem__, default=None)
        for number in same or ([near] if near is not None and shares[near] >= dials.same_share else []):
            found[number].append(one)
    return tuple(map(tuple, found))


def entries(answer: Answer, reported: Sequence[Sequence[Finding]], pieces: Sequence[Evidence], means: FindingContext) -> tuple[Entry, ...]:
    """The line of the ledger on each claim, from its findings.

    Formula: A language model's findings as a ledger. From ours; D §4.3.

        a finding is of the claim that has same_share of its words or more; its quote must stand in its passage
        support        = supported | weak, refutation = contradicted, by its label
        full           if supported findings together have whole_share of the claim's words
        partial        if not, and findings have part_share of them
        contradicted   if one says so, or its quote has another amount or denies it

    Dials: same_share, whole_share, part_share, supported, weak, contradicted of FindingDials.
    """
    return tuple(
        _entry(claim, claim.span.of(answer.plain), [_held(one, claim, part, pieces, means) for one in findings], means)
        for claim, part, findings in zip(answer.claims, answer.parts, reported, strict=True)
    )


def _entry(claim: AnswerClaim, written: str, held: Sequence[_CheckedFinding], means: FindingContext) -> Entry:
    level = _level(claim.text, held, means)
    against = level is Level.CONTRADICTED
    backing = [one.backing for one in held if one.backing is not None]
    ordered = tuple(sorted(backing, key=lambda one: (-(one.stance.refutes if against else one.stance.supports), -one.similarity)))
    confidence = levels.confident(ordered, level, means.levels, means.sure)
    verdict = levels.settle(level, confidence, means.sure)
    conflicting = tuple(dict.fromkeys(one.conflict for one in held if one.conflict))
    lacking = _lacking(written, ordered, means) if verdict is Support.WEAK else ()
    unsupported = tuple(span.shifted(claim.span.start) for span in lacking)
    return Entry(claim, verdict, level, confidence, ordered, unsupported, conflicts=conflicting)


def _level(claim: str, held: Sequence[_CheckedFinding], means: FindingContext) -> Level:
    """How far findings carry a claim; one that speaks of a word or two of it carries nothing."""
    if any(one.support is Support.CONTRADICTED for one in held):
        return Level.CONTRADICTED
    carrying = [one.claim for one in held if one.support in (Support.SUPPORTED, Support.WEAK)]
    wanted = overlap.words(claim, means.lexicon, OverlapDials())
    spoken = frozenset(stem for one in carrying for stem in overlap.stems(one, means.lexicon, OverlapDials()))
    share = 1.0 if any(_flat(one) == _flat(claim) for one in carrying) else words.share(wanted, spoken)
    if not carrying or share < means.findings.part_share:
        return Level.NONE
    is_whole = all(one.support is Support.SUPPORTED for one in held) and share >= means.findings.whole_share
    return Level.FULL if is_whole else Level.PARTIAL


def _held(finding: Finding, claim: AnswerClaim, part: Subclaim, pieces: Sequence[Evidence], means: FindingContext) -> _CheckedFinding:
    """A finding after its quote was looked up and its amounts compared; without a quote that stands, nothing was found."""
    piece = next((one for one in pieces if one.id == finding.excerpt), None)
    at = -1 if piece is None or not finding.quote.strip() else piece.text.find(finding.quote)
    if piece is None or at < 0 or finding.support is Support.NOT_FOUND:
        return _CheckedFinding(finding.claim, Support.NOT_FOUND)
    support, conflict = finding.support, None
    if support is not Support.CONTRADICTED:
        read = Quote("", Span(0, len(finding.quote)), finding.quote)
        conflict = conflicts.find(part, read, means.measure) or denials.find(part, read, means.measure)
        support = support if conflict is None else Support.CONTRADICTED
    start = piece.passage.span.start + at
    similarity, about = _similar(claim.text, finding.quote, means.lexicon)
    backing = Backing(
        quotes=(Quote(piece.passage.snapshot, Span(start, start + len(finding.quote)), finding.quote),),
        titles=(piece.title,),
        stance=_stance(support, means),
        similarity=similarity,
        about=about,
        is_cited=any(piece.id.removeprefix("sha256:").startswith(name) for name in claim.citations),
        published=piece.published,
    )
    return _CheckedFinding(finding.claim, support, backing, "" if conflict is None else conflicts.values([conflict]))


def _stance(support: Support, means: FindingContext) -> Stance:
    """A label as shares: at least what its level asks for, the rest silence."""
    dials = means.findings
    if support is Support.CONTRADICTED:
        against = max(dials.contradicted, means.levels.contradicted_from)
        return Stance(0.0, against, 1.0 - against)
    carries = max(dials.supported, means.levels.full_from) if support is Support.SUPPORTED else max(dials.weak, means.levels.partial_from)
    return Stance(carries, 0.0, 1.0 - carries)


def _lacking(written: str, backing: Sequence[Backing], means: FindingContext) -> tuple[Span, ...]:
    """The stretches of a sentence that what speaks most of it does not carry."""
    quotes = [quote.text for quote in max(backing, key=lambda one: one.similarity).quotes]
    return spans.unsupported(written, quotes, means.lexicon, means.spans)


def _similar(claim: str, quote: str, lexicon: Lexicon) -> tuple[float, float]:
    """How much of a claim a quote says, with its numbers and without."""
    wanted, told = overlap.words(claim, lexicon, OverlapDials()), overlap.stems(quote, lexicon, OverlapDials())
    plain = frozenset(one for one in wanted if not one[0].isdigit())
    return words.share(wanted, told), words.share(plain, told) if plain else 1.0


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()
