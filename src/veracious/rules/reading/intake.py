"""A text into a claim and its parts, or a refusal with its reason: everything that reading does, in order."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from veracious.domain.claim import Claim, Reading, Reason, Refusal, Subclaim
from veracious.rules.reading import anchors, entities, language, normalise, quantities, referents, refuse, split, traits
from veracious.rules.reading.anchors import AnchorDials
from veracious.rules.reading.checkworthy import CheckworthyDials
from veracious.rules.reading.entities import EntityDials
from veracious.rules.reading.facts import FactDials
from veracious.rules.reading.language import LanguageDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials
from veracious.rules.reading.referents import Named, ReferentDials
from veracious.rules.reading.refuse import RefuseDials
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.reading.split import SplitDials
from veracious.rules.reading.tokens import scan
from veracious.rules.reading.traits import TraitDials


@dataclass(frozen=True, slots=True)
class ReadingDials:
    """The dials of reading a claim, and of reading facts off evidence, group by group."""

    language: LanguageDials = field(default_factory=LanguageDials)
    refuse: RefuseDials = field(default_factory=RefuseDials)
    referents: ReferentDials = field(default_factory=ReferentDials)
    sentences: SentenceDials = field(default_factory=SentenceDials)
    split: SplitDials = field(default_factory=SplitDials)
    amounts: AmountDials = field(default_factory=AmountDials)
    entities: EntityDials = field(default_factory=EntityDials)
    traits: TraitDials = field(default_factory=TraitDials)
    anchors: AnchorDials = field(default_factory=AnchorDials)
    facts: FactDials = field(default_factory=FactDials)
    checkworthy: CheckworthyDials = field(default_factory=CheckworthyDials)


def read(text: str, as_of: date, lexicon: Lexicon, dials: ReadingDials, context: Sequence[str] = ()) -> Reading | Refusal:
    """The claim in this text with its parts, or why it is none; a reference is read as the one name that it could stand for.

    `context` holds the names that fit, as `referents.fitting` picks them.
    """
    given = normalise.clean(text)
    clean = refuse.framed(given, dials.refuse)
    assumed = [] if clean == given or not dials.refuse.assumes else [f"“{given}” is read as “{clean}”"]
    spoken = language.detect(clean, lexicon, dials.language)
    if clean and spoken != "en":
        return Refusal(Reason.LANGUAGE_UNSUPPORTED, refuse.MESSAGES[Reason.LANGUAGE_UNSUPPORTED])
    meanings = _meanings(clean, context, lexicon, dials)
    stated = _stated(meanings[0].text if len(meanings) == 1 else clean, lexicon, dials)
    if isinstance(stated, Refusal):
        return replace(stated, readings=tuple(one.text for one in meanings)) if len(meanings) > 1 else stated
    if len(meanings) == 1:
        aside, assumed = meanings[0].aside, [*assumed, meanings[0].assumed]
        clean, stated = meanings[0].text.replace(aside, "", 1), tuple(sentence.replace(aside, "", 1) for sentence in stated)
    parts = split.of_sentences(stated, lexicon, dials.split) if dials.split.enabled else (clean,)
    found = tuple(part_of(part, lexicon, dials) for part in parts)
    whole = frozenset(trait for part in found for trait in part.traits)
    assumed += [line for sentence in stated for line in refuse.assumed(sentence, lexicon, dials.refuse)]
    return Reading(Claim(clean, as_of, spoken, whole), found, tuple(dict.fromkeys(assumed)))


def _meanings(text: str, context: Sequence[str], lexicon: Lexicon, dials: ReadingDials) -> tuple[Named, ...]:
    """The statements that a text with a reference could be, each name of the context in its place; none where none is needed."""
    refusal = refuse.check(text, lexicon, dials.refuse) if context and dials.refuse.assumes else None
    if refusal is None or refusal.reason is not Reason.AMBIGUOUS_REFERENCE or refusal.readings:
        return ()
    pointed = referents.reference(text, lexicon) or referents.pointer(text, lexicon)
    return () if pointed is None else tuple(pointed.put(name, lexicon, dials.referents) for name in context)


def divide(reading: Reading, texts: Sequence[str], lexicon: Lexicon, dials: ReadingDials) -> Reading | None:
    """The reading with the parts a model gave; none unless they are two to five statements that say what the claim says, and no more."""
    cleaned = tuple({" ".join(_said(text, lexicon)): text for text in filter(None, map(normalise.clean, texts))}.values())
    if not 2 <= len(cleaned) <= dials.split.parts_at_most or any(refuse.check(text, lexicon, dials.refuse) for text in cleaned):
        return None
    told = frozenset(word for text in cleaned for word in _said(text, lexicon))
    if told != frozenset(_said(reading.claim.text, lexicon)):
        return None
    parts = tuple(part_of(text, lexicon, dials) for text in cleaned)
    whole = reading.claim.traits | {trait for part in parts for trait in part.traits}
    return replace(reading, claim=replace(reading.claim, traits=whole), subclaims=parts)


def _said(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The words that carry what a text says, each verb in its base: content words, denials and quantifiers."""
    words = (token.low.replace("’", "'").removesuffix("'s") for token in scan(text) if token.is_word or token.is_numeral)
    kept = (word for word in words if word not in lexicon.function_words or word in _DENIALS or word.endswith("n't"))
    return tuple("not" if word.endswith("n't") or word in _DENIALS else _base(word, lexicon) for word in kept)


def _base(word: str, lexicon: Lexicon) -> str:
    verb = lexicon.verbs.get(word)
    return verb.base if verb else word


_DENIALS = frozenset("not never no none neither nor without all every always each any only".split())


def _stated(text: str, lexicon: Lexicon, dials: ReadingDials) -> tuple[str, ...] | Refusal:
    """The sentences that can be checked; the refusal of the text, or of its first sentence, when none can."""
    whole = refuse.check(text, lexicon, dials.refuse)
    told = split.sentences_of(text, lexicon, dials.split, dials.sentences) if text else ()
    if len(told) < 2 or (whole is not None and whole.reason in (Reason.EMPTY, Reason.TOO_LONG)):
        return told if whole is None else whole
    strict = replace(
        dials.refuse, is_lenient=False, reads_headlines=False
    )  # beside a sentence that states something, one without a verb is no claim
    refusals = [refuse.check(sentence, lexicon, strict) for sentence in told]
    kept = tuple(
        sentence for sentence, refusal in zip(told, refusals, strict=True) if refusal is None or _leans_back(refusal, sentence, told)
    )
    return kept or refusals[0] or told


def _leans_back(refusal: Refusal, sentence: str, tokens: tuple[str, ...]) -> bool:
    """A later sentence may speak of "the company" that an earlier one named."""
    return refusal.reason is Reason.AMBIGUOUS_REFERENCE and sentence != tokens[0] and not refusal.readings


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
