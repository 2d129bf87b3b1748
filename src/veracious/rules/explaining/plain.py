"""What is told without a model: sentences of the texts themselves, chosen by the words they share with what is asked.

Nothing is put in other words, so every sentence of an answer stands in its excerpt to the letter, and what doubts an answer are rules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.claim import EntitySort, Importance, Kind, Subclaim, Trait
from veracious.domain.evidence import Quote
from veracious.domain.language import Brief, Excerpt, Finding, Flaw, Objection, PartResult
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.verdict import Verdict
from veracious.rules.judging import conflicts, denials, judgements
from veracious.rules.judging.conflicts import Conflict, Measure
from veracious.rules.judging.judgements import HeardDials
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import amounts, intake, kinds, quantities, sentences, words
from veracious.rules.reading.amounts import Relation
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.kinds import KindDials
from veracious.rules.reading.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class PlainDials:
    """How much is told from the texts alone, and when they carry a sentence."""

    explanation_sentences_at_most: int = 4  # of an explanation; 2–6; SPEC §11
    summary_sentences_at_most: int = 3  # of what was found of the parts; 2–5; as many as a model is asked for
    answer_sentences_at_most: int = 6  # of an answer; 3–12; a guess
    quote_chars_at_most: int = 240  # longer quotes are cut for the sentence; 100–500; as in explanations from templates
    answer_share: float = 0.34  # of the question's content words, what a sentence must have to answer; 0.2–0.6; a guess
    cited_share: float = 0.6  # of a sentence's content words, what the excerpts it cites must have to carry it; 0.4–0.8; a guess
    about_share: float = 0.5  # of its content words, what an excerpt's sentence must have to contradict it; 0.3–0.8; a guess
    supported_over: float = 0.8  # support above which a claim is supported, below it is weak; 0.7–0.9; seed D §5.3
    weak_from: float = 0.5  # least support that is any; 0.4–0.6; seed D §5.3
    contradicted_from: float = 0.5  # least refutation that contradicts; 0.4–0.8; as for support


@dataclass(frozen=True, slots=True)
class ExplainingContext:
    """What texts are read and compared with."""

    lexicon: Lexicon
    reading: ReadingDials
    measure: Measure
    heard: HeardDials
    kinds: KindDials

    def part(self, text: str) -> Subclaim:
        """A sentence with everything that is read off its words."""
        return intake.part_of(text, self.lexicon, self.reading)

    def sentences(self, text: str) -> tuple[str, ...]:
        """The sentences of a text, each to the letter."""
        return tuple(span.of(text) for span in sentences.split(text, "en", self.reading.sentences))

    def asked(self, text: str) -> frozenset[str]:
        """The stems of what a text says."""
        return overlap.words(text, self.lexicon, OverlapDials())

    def stems(self, text: str) -> frozenset[str]:
        """The stems that a text which is checked against another has, numbers in both spellings."""
        return overlap.stems(text, self.lexicon, OverlapDials())

    def nearest(self, text: str, wanted: frozenset[str]) -> str:
        """The sentence of a text that has most of what is wanted, the earliest of equals; empty when it has no sentence."""
        return max(self.sentences(text), key=lambda one: len(wanted & self.stems(one)), default="")


# Explanation, summary and answer: sentences that cite.

_OPENINGS: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.SUPPORTED: "The evidence supports the claim",
        Verdict.REFUTED: "The evidence refutes the claim",
        Verdict.MIXED: "The evidence disagrees on the claim",
        Verdict.NOT_ENOUGH_EVIDENCE: "Nothing decisive was found on the claim; the nearest",
    }
)
# The parts that decide the whole, first; seed E §8.
_DECIDING = (Verdict.REFUTED, Verdict.MIXED, Verdict.SUPPORTED, Verdict.NOT_ENOUGH_EVIDENCE)


def explain(brief: Brief, means: ExplainingContext, dials: PlainDials) -> tuple[ExplanationSentence, ...]:
    """What each excerpt writes that is nearest to the claim, in the order given; of one alone, that it is alone.

    Formula: Explanation from excerpts without a model. From ours; E §7.1.

        of each excerpt the sentence that has most of the claim's words, the earliest of equals; the same one only once
        told: the first explanation_sentences_at_most, in the order of the excerpts; of one alone also that it is alone
        a quote or title of more than quote_chars_at_most characters ends at the last space before that, with …

    Dials: explanation_sentences_at_most, quote_chars_at_most of PlainDials.
    """
    wanted = means.asked(brief.claim)
    said: dict[str, Excerpt] = {}
    for piece in brief.excerpts:
        said.setdefault(means.nearest(piece.text, wanted), piece)
    quoted = [(quote, piece) for quote, piece in said.items() if quote][: dials.explanation_sentences_at_most]
    told = [
        ExplanationSentence(f"{'Beside it, ' if at else _OPENINGS[brief.verdict] + ': '}{_writes(piece, quote, dials)}", (piece.id,))
        for at, (quote, piece) in enumerate(quoted)
    ]
    if len(quoted) == 1:
        told.append(ExplanationSentence(f"That rests on {_who(quoted[0][1], dials)} alone.", (quoted[0][1].id,)))
    return tuple(told)


def summarise(results: Sequence[PartResult], dials: PlainDials) -> tuple[ExplanationSentence, ...]:
    """Sentences of the parts as they stand, in order: of each part the first, of those that decide the second, while there is room.

    Formula: Summary of the parts without a model. From ours; E §8.

        the parts: refuted, mixed, supported, not_enough_evidence, of equals as in the claim
        chosen:    the first sentence of each that cites, then the second of each, and so on, the first summary_sentences_at_most
        told:      in the order of the claim, none twice

    Dials: summary_sentences_at_most of PlainDials.
    """
    by_weight = sorted(range(len(results)), key=lambda at: _DECIDING.index(results[at].verdict))
    cited = {at: [told for told in results[at].sentences if told.evidence] for at in by_weight}
    rounds = max(map(len, cited.values()), default=0)
    ranked = [(at, turn) for turn in range(rounds) for at in by_weight if turn < len(cited[at])]
    chosen = sorted(ranked[: dials.summary_sentences_at_most])
    return tuple(dict.fromkeys(cited[at][turn] for at, turn in chosen))


def write(question: str, excerpts: Sequence[Excerpt], means: ExplainingContext, dials: PlainDials) -> tuple[ExplanationSentence, ...]:
    """The sentences of the excerpts that share most words with the question, best first, each citing all excerpts that have it.

    Formula: Answer without a model. From ours.

        share  = content words of the question that a sentence has / content words of the question
        answer = the sentences with share ≥ answer_share, the largest first, of equals the earlier, the first answer_sentences_at_most
        a sentence that asks is none; one that several excerpts have cites them all

    Dials: answer_share, answer_sentences_at_most of PlainDials.
    """
    wanted = means.asked(question)
    cited: dict[str, list[str]] = {}
    for piece in excerpts:
        for sentence in means.sentences(piece.text):
            cited.setdefault(sentence, []).append(piece.id)
    shares = {sentence: words.share(wanted, means.stems(sentence)) for sentence in cited if not sentence.endswith("?")}
    found = sorted((one for one in shares if shares[one] >= dials.answer_share), key=lambda one: -shares[one])
    return tuple(ExplanationSentence(one, tuple(dict.fromkeys(cited[one]))) for one in found[: dials.answer_sentences_at_most])


def _writes(piece: Excerpt, quote: str, dials: PlainDials) -> str:
    said = _cut(quote, dials)
    return f"{_who(piece, dials)} writes “{said}”" + ("" if said.endswith((".", "!", "?", "…")) else ".")


def _who(piece: Excerpt, dials: PlainDials) -> str:
    return _cut(" ".join(piece.title.split()), dials) or "one source"


def _cut(text: str, dials: PlainDials) -> str:
    most = dials.quote_chars_at_most
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"


# Critique: what the rules doubt.


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence of an answer beside the texts that it cites."""

    part: Subclaim
    words: frozenset[str]  # stems of what it says
    texts: tuple[str, ...]
    nearest: tuple[str, ...]  # of each text the sentence that has most of these words


Doubt = Callable[[Cited, ExplainingContext, PlainDials], str]  # why, or nothing


def criticise(
    answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt], means: ExplainingContext, dials: PlainDials
) -> tuple[Objection, ...]:
    """The first doubt of each sentence, if there is one.

    Formula: Doubt of a sentence of an answer. From ours; D §2 (skeptic).

        share of a text = content words of the sentence that the text has / content words of the sentence
        nearest         = of each excerpt that it cites, the sentence that has most of them
        the first of:
        uncited         it cites no excerpt that was given
        contradicted    a nearest sentence with share ≥ about_share excludes its amount, or one of the two denies the other
        unsupported     share of all it cites < cited_share, or one of its amounts stands nowhere in them
        overstated      it allows no exception and no nearest sentence does so, or it has no reservation and all of these have one

    Dials: about_share, cited_share of PlainDials.
    """
    found = []
    for number, told in enumerate(answer):
        texts = tuple(piece.text for piece in excerpts if piece.id in told.evidence)
        said = means.asked(told.text)
        cited = Cited(means.part(told.text), said, texts, tuple(filter(None, (means.nearest(text, said) for text in texts))))
        doubts = ((flaw, doubt(cited, means, dials)) for flaw, doubt in DOUBTS)
        found += [Objection(number, flaw, why) for flaw, why in doubts if why][:1]
    return tuple(found)


def cites_nothing(cited: Cited, means: ExplainingContext, dials: PlainDials) -> str:
    """It rests on no excerpt that was given."""
    return "" if cited.texts else "It cites none of the excerpts."


def is_excluded(cited: Cited, means: ExplainingContext, dials: PlainDials) -> str:
    """A sentence of a cited excerpt on the same subject states another amount, or denies it."""
    for sentence in cited.nearest:
        if words.share(cited.words, means.stems(sentence)) < dials.about_share:
            continue
        conflict = _conflict(cited.part, sentence, means)
        if conflict is not None:
            return f"It says {conflict.claimed}, and the excerpt {conflict.found}."
    return ""


def shares_too_little(cited: Cited, means: ExplainingContext, dials: PlainDials) -> str:
    """Too few of its words, or one of its amounts not at all, stand in what it cites."""
    told = frozenset(stem for text in cited.texts for stem in means.stems(text))
    if words.share(cited.words, told) < dials.cited_share:
        return "The excerpts it cites speak of little that it says."
    stated = [one for text in cited.texts for one in quantities.find(text, means.lexicon, means.reading.amounts)]
    agreeing = (Relation.EQUAL, Relation.COMPATIBLE)
    for amount in cited.part.quantities:
        if not any(amounts.relation(amount, other, means.measure.compare) in agreeing for other in stated):
            return f"The excerpts it cites do not state {amount.span.of(cited.part.text)}."
    return ""


def says_more(cited: Cited, means: ExplainingContext, dials: PlainDials) -> str:
    """It allows no exception, or no doubt, where the nearest sentences do."""
    told = [means.part(sentence).traits for sentence in cited.nearest]
    if Trait.ABSOLUTE_QUANTIFIER in cited.part.traits and not any(Trait.ABSOLUTE_QUANTIFIER in one for one in told):
        return "It allows no exception, and the excerpts it cites do not say so."
    if Trait.HEDGED not in cited.part.traits and told and all(Trait.HEDGED in one for one in told):
        return "The excerpts it cites say it with reservations."
    return ""


DOUBTS: tuple[tuple[Flaw, Doubt], ...] = (
    (Flaw.UNCITED, cites_nothing),
    (Flaw.CONTRADICTED, is_excluded),
    (Flaw.UNSUPPORTED, shares_too_little),
    (Flaw.OVERSTATED, says_more),
)


def _conflict(part: Subclaim, sentence: str, means: ExplainingContext) -> Conflict | None:
    """Two amounts that exclude each other, or a statement and its denial."""
    quote = _quoted(sentence)
    found = conflicts.find(part, quote, means.measure) or denials.find(part, quote, means.measure)
    if found is not None:
        return found
    turned = denials.find(means.part(sentence), _quoted(part.text), means.measure)  # the answer may be what denies
    return None if turned is None else Conflict(turned.found, turned.claimed)


def _quoted(sentence: str) -> Quote:
    return Quote("", Span(0, len(sentence)), sentence)


# Assessment: the sentences of an answer as a judge is asked about them, and what its stances make of them.


@dataclass(frozen=True, slots=True)
class ComparedSentence:
    """A sentence of an answer checked against the sentence of an excerpt that is nearest to it."""

    number: int  # of the sentence
    part: Subclaim
    asked: Subclaim  # as the judge is asked: without its denial
    excerpt: Excerpt
    quote: str

    @property
    def pair(self) -> tuple[str, str]:
        """What the judge reads: the claim, and the quote with the title that says what it speaks of."""
        return self.asked.text, f"{self.excerpt.title}: {self.quote}" if self.excerpt.title else self.quote


def hold(answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt], means: ExplainingContext) -> tuple[ComparedSentence, ...]:
    """Every sentence beside the excerpts it cites; beside all of them when it cites none that was given."""
    found = []
    for number, told in enumerate(answer):
        part, wanted = means.part(told.text), means.asked(told.text)
        asked = judgements.phrase(part, means.lexicon, means.reading, means.heard)
        for piece in [piece for piece in excerpts if piece.id in told.evidence] or excerpts:
            quote = means.nearest(piece.text, wanted)
            found += [ComparedSentence(number, part, asked, piece, quote)] if quote else []
    return tuple(found)


def findings(
    answer: Sequence[ExplanationSentence], judged: Sequence[tuple[ComparedSentence, Stance]], means: ExplainingContext, dials: PlainDials
) -> tuple[Finding, ...]:
    """Each sentence with what the surest stance toward it makes of it; of two as sure, the one against it."""
    found: dict[Finding, None] = {}
    for number, told in enumerate(answer):
        stances = [(_turned(held, stance, means), held) for held, stance in judged if held.number == number]
        best = max(stances, key=lambda one: (max(one[0].supports, one[0].refutes), one[0].refutes), default=None)
        support = Support.NOT_FOUND if best is None else supported(best[0], dials)
        kind, importance = _kind(told.text, means)
        if best is None or support is Support.NOT_FOUND:
            found[Finding(told.text, kind, importance, Support.NOT_FOUND)] = None
        else:
            found[Finding(told.text, kind, importance, support, best[1].excerpt.id, best[1].quote)] = None
    return tuple(found)


def supported(stance: Stance, dials: PlainDials) -> Support:
    """How far a stance carries a claim.

    Formula: Support of a sentence of an answer. From D §5.1, D §5.3.

        contradicted    if refutes ≥ max(supports, contradicted_from)
        supported       if not, and supports > supported_over
        weak            if not, and supports ≥ weak_from
        not_found       otherwise

    Dials: contradicted_from, supported_over, weak_from of PlainDials.
    """
    if stance.refutes >= max(stance.supports, dials.contradicted_from):
        return Support.CONTRADICTED
    if stance.supports > dials.supported_over:
        return Support.SUPPORTED
    return Support.WEAK if stance.supports >= dials.weak_from else Support.NOT_FOUND


def _turned(held: ComparedSentence, stance: Stance, means: ExplainingContext) -> Stance:
    """The stance toward what the sentence says: after a conflict of amounts, and mirrored where the judge read it without its denial."""
    turned = conflicts.apply(stance, conflicts.find(held.asked, _quoted(held.quote), means.measure), means.measure.conflicts)
    return turned if held.asked is held.part else turned.mirrored()


def _kind(text: str, means: ExplainingContext) -> tuple[Kind, Importance]:
    """What kind of statement it is and how much rests on it, as far as it can be told without the question."""
    part = means.part(text)
    sentence = kinds.Sentence(text, part.traits, any(one.sort is EntitySort.DATE for one in part.entities))
    return kinds.kind(sentence), kinds.importance(sentence, "", means.lexicon, means.kinds)
