"""What the judge is asked of an answer, and its stances as backing of the claims.

A claim that cites is checked against what it cites and against everything else: what is cited supports it, and what is not can contradict
it. A citation is the name of a passage, or its first letters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Quote
from veracious.domain.ledger import AnswerClaim, Backing
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.rules.judging import conflicts, denials, judgements, restated
from veracious.rules.judging.conflicts import Conflict, Measure
from veracious.rules.judging.judgements import HeardDials
from veracious.rules.ledger import matching
from veracious.rules.ledger.levels import ClaimEvidence
from veracious.rules.ledger.matching import Index, MatchDials, Premise
from veracious.rules.reading.answers import Answer
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class HearingDials:
    """How an answer's claims are put to the judge."""

    name_letters: int = 8  # of a passage's name that a citation must give; 6–64; a guess: one in four billion is another's
    cited_stretches: int = 2  # read of what a claim cites; 1–6; a guess
    title_compared: bool = False  # whether amounts in title and day are held against a claim's; either; a day is not what the text tells


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """What claims are put to the judge with."""

    lexicon: Lexicon
    reading: ReadingDials
    measure: Measure
    heard: HeardDials
    match: MatchDials
    hearing: HearingDials


@dataclass(frozen=True, slots=True)
class Passages:
    """The passages that may be cited, by name: where each stands."""

    places: Mapping[str, tuple[str, Span]]  # snapshot and span

    def find(self, cited: str, dials: HearingDials) -> tuple[str, Span] | None:
        """The one passage that a citation names; none when it names none, or could mean two."""
        given = cited.removeprefix("sha256:").casefold()
        if len(given) < dials.name_letters:
            return None
        found = {place for name, place in self.places.items() if name.removeprefix("sha256:").startswith(given)}
        return found.pop() if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Question:
    """A claim beside a text, as the judge is asked."""

    claim: int
    part: Subclaim
    asked: Subclaim  # without its denial
    premise: Premise
    evidence_text: str
    is_cited: bool

    @property
    def pair(self) -> tuple[str, str]:
        """What the judge reads."""
        return self.asked.text, self.evidence_text


def questions(answer: Answer, index: Index, known: Passages, means: QuestionContext) -> tuple[Question, ...]:
    """Everything the judge is to be asked of an answer."""
    found: list[Question] = []
    for number, (claim, part) in enumerate(zip(answer.claims, answer.parts, strict=True)):
        asked = judgements.phrase(part, means.lexicon, means.reading, means.heard)
        told = matching.premises(claim.text, index, means.lexicon, means.match)
        places = [place for cited in claim.citations if (place := known.find(cited, means.hearing)) is not None]
        own = _cited(claim, index, places, means) if places else ()
        ordered = dict.fromkeys((*own, *told))
        found += [Question(number, part, asked, one, one.text(index, means.match), _is_cited(one, places)) for one in ordered]
    return tuple(found)


def gathered(
    answer: Answer, asked: Sequence[tuple[Question, Stance]], index: Index, known: Passages, means: QuestionContext
) -> tuple[ClaimEvidence, ...]:
    """What was found for each claim, from the stances there are.

    Formula: What a claim of an answer cites. From D §3.3, §4.1; ours.

        a citation     names the one passage whose name begins with it, of name_letters letters or more; else it is invalid
        of what it cites the cited_stretches best are read, however little they say; then what any other claim would be checked against
        a support that an amount or a denial in its quotes excludes (with title_compared in title or day, too) is turned, and the two
            values are named

    Dials: name_letters, cited_stretches, title_compared of HearingDials.
    """
    backing: list[list[Backing]] = [[] for _ in answer.claims]
    named: list[list[str]] = [[] for _ in answer.claims]
    for question, stance in asked:
        turned, conflict = _turned(question, stance, means)
        backing[question.claim].append(_backing(question, turned, index))
        named[question.claim] += [] if conflict is None else [conflicts.values([conflict])]
    return tuple(
        ClaimEvidence(
            tuple(backing[number]),
            tuple(cited for cited in claim.citations if known.find(cited, means.hearing) is None),
            tuple(dict.fromkeys(named[number])),
        )
        for number, claim in enumerate(answer.claims)
    )


def _cited(claim: AnswerClaim, index: Index, places: Sequence[tuple[str, Span]], means: QuestionContext) -> tuple[Premise, ...]:
    """What is read of the passages that a claim cites, however little of the claim they say."""
    within = matching.within(index, places)
    return matching.nearest(claim.text, within, means.lexicon, means.match)[: means.hearing.cited_stretches]


def _is_cited(premise: Premise, places: Sequence[tuple[str, Span]]) -> bool:
    """Whether every quote of a premise overlaps a passage that is cited."""
    return bool(places) and all(
        any(quote.snapshot == snapshot and quote.span.overlaps(span) for snapshot, span in places) for quote in premise.quotes
    )


def _turned(question: Question, stance: Stance, means: QuestionContext) -> tuple[Stance, Conflict | None]:
    """The stance toward what the claim says: after the quotes' own words, and mirrored where the judge read it without its denial."""
    measure, found = means.measure, None
    quoted = " ".join(quote.text for quote in question.premise.quotes)
    heard = restated.apply(stance, question.asked, _quoted(quoted), measure.lexicon, measure.restated)
    turned = heard
    if side(heard) == "supports":
        quote = _quoted(question.evidence_text if means.hearing.title_compared else quoted)
        found = conflicts.find(question.asked, quote, measure) or denials.find(question.asked, quote, measure)
        turned = conflicts.apply(heard, found, measure.conflicts)
    named = found if turned != heard else None
    return turned if question.asked is question.part else turned.mirrored(), named


def _quoted(text: str) -> Quote:
    return Quote("", Span(0, len(text)), text)


def _backing(question: Question, stance: Stance, index: Index) -> Backing:
    premise = question.premise
    texts = [index.texts[number] for number in premise.texts]
    dates = [text.published for text in texts if text.published is not None]
    titles = tuple(text.title for text in texts)
    return Backing(premise.quotes, titles, stance, premise.similarity, premise.about, question.is_cited, min(dates, default=None))
