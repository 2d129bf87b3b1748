"""A text into a claim and its parts, or a refusal with its reason: everything that reading does, in order."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from veracious.domain.claim import Claim, Reading, Reason, Refusal, Subclaim
from veracious.rules.reading import anchors, entities, language, normalise, quantities, refuse, split, traits
from veracious.rules.reading.anchors import AnchorDials
from veracious.rules.reading.entities import EntityDials
from veracious.rules.reading.language import LanguageDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials
from veracious.rules.reading.refuse import RefuseDials
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.reading.split import SplitDials
from veracious.rules.reading.tokens import scan
from veracious.rules.reading.traits import TraitDials


@dataclass(frozen=True, slots=True)
class ReadingDials:
    """The dials of reading a claim, group by group."""

    language: LanguageDials = field(default_factory=LanguageDials)
    refuse: RefuseDials = field(default_factory=RefuseDials)
    sentences: SentenceDials = field(default_factory=SentenceDials)
    split: SplitDials = field(default_factory=SplitDials)
    amounts: AmountDials = field(default_factory=AmountDials)
    entities: EntityDials = field(default_factory=EntityDials)
    traits: TraitDials = field(default_factory=TraitDials)
    anchors: AnchorDials = field(default_factory=AnchorDials)


def read(text: str, as_of: date, lexicon: Lexicon, dials: ReadingDials) -> Reading | Refusal:
    """The claim in this text with its parts, or why it is none."""
    clean = normalise.clean(text)
    spoken = language.detect(clean, lexicon, dials.language)
    if clean and spoken != "en":
        return Refusal(Reason.LANGUAGE_UNSUPPORTED, refuse.MESSAGES[Reason.LANGUAGE_UNSUPPORTED])
    stated = _stated(clean, lexicon, dials)
    if isinstance(stated, Refusal):
        return stated
    parts = split.of_sentences(stated, lexicon, dials.split) if dials.split.enabled else (clean,)
    found = tuple(part_of(part, lexicon, dials) for part in parts)
    whole = frozenset(trait for part in found for trait in part.traits)
    return Reading(Claim(clean, as_of, spoken, whole), found)


def divide(reading: Reading, texts: Sequence[str], lexicon: Lexicon, dials: ReadingDials) -> Reading | None:
    """The reading with the parts a model gave; none when they are not two to five statements made of the claim's own names and numbers."""
    cleaned = tuple(dict.fromkeys(filter(None, map(normalise.clean, texts))))
    if not 2 <= len(cleaned) <= dials.split.parts_at_most or any(refuse.check(text, lexicon, dials.refuse) for text in cleaned):
        return None
    parts = tuple(part_of(text, lexicon, dials) for text in cleaned)
    known = frozenset(token.low.removesuffix("'s") for token in scan(reading.claim.text))
    if any(_owned(part) - known for part in parts):
        return None
    return Reading(replace(reading.claim, traits=frozenset(trait for part in parts for trait in part.traits)), parts)


def _owned(part: Subclaim) -> frozenset[str]:
    """The words that a part may not have of its own: those of its names, capitalised words behind the first, and numerals."""
    told = scan(part.text)
    named = (token for entity in part.entities for token in scan(entity.text))
    marked = (token for index, token in enumerate(told) if token.is_numeral or (index and token.text[:1].isupper()))
    return frozenset(token.low.removesuffix("'s") for token in (*named, *marked))


def _stated(text: str, lexicon: Lexicon, dials: ReadingDials) -> tuple[str, ...] | Refusal:
    """The sentences that can be checked; the refusal of the text, or of its first sentence, when none can."""
    whole = refuse.check(text, lexicon, dials.refuse)
    told = split.sentences_of(text, lexicon, dials.split, dials.sentences) if text else ()
    if len(told) < 2 or (whole is not None and whole.reason in (Reason.EMPTY, Reason.TOO_LONG)):
        return told if whole is None else whole
    refusals = [refuse.check(sentence, lexicon, dials.refuse) for sentence in told]
    kept = tuple(
        sentence for sentence, refusal in zip(told, refusals, strict=True) if refusal is None or _leans_back(refusal, sentence, told)
    )
    return kept or refusals[0] or told


def _leans_back(refusal: Refusal, sentence: str, told: tuple[str, ...]) -> bool:
    """A later sentence may speak of "the company" that an earlier one named."""
    return refusal.reason is Reason.AMBIGUOUS_REFERENCE and sentence != told[0] and not refusal.readings


def part_of(text: str, lexicon: Lexicon, dials: ReadingDials) -> Subclaim:
    """A subclaim with everything that is read off its words."""
    amounts = quantities.find(text, lexicon, dials.amounts)
    named = entities.find(text, amounts, lexicon, dials.entities)
    return Subclaim(
        text=text,
        traits=traits.read(text, amounts, lexicon, dials.traits),
        anchors=anchors.pick(text, named, lexicon, dials.anchors),
        entities=named,
        quantities=amounts,
    )
