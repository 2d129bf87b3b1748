"""What kind of statement a sentence of an answer is, and how much the answer rests on it."""

from dataclasses import dataclass

from veracious.domain.claim import Importance, Kind, Trait
from veracious.rules.reading.anchors import AnchorDials, content
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan


@dataclass(frozen=True, slots=True)
class KindDials:
    """When a sentence counts as the direct answer to the question."""

    word_letters_at_least: int = 3  # shorter words of the question do not count; 2–5; a guess
    answer_overlap: float = 0.5  # share of the question's content words the sentence must hold; 0.3–0.8; a guess


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer with what was read off it."""

    text: str
    traits: frozenset[Trait]
    has_date: bool = False


def kind(sentence: Sentence) -> Kind:
    """Numeric, dates among it, before policy before definition before fact: what is easiest to hold against evidence wins."""
    if Trait.NUMERIC in sentence.traits or sentence.has_date:
        return Kind.NUMERIC
    if Trait.POLICY in sentence.traits:
        return Kind.POLICY
    return Kind.DEFINITION if Trait.DEFINITION in sentence.traits else Kind.FACT


def importance(sentence: Sentence, question: str, lexicon: Lexicon, dials: KindDials) -> Importance:
    """Critical when it answers the question or states an amount; material when a rule or marked as important; else minor."""
    if kind(sentence) is Kind.NUMERIC or _answers(sentence.text, question, lexicon, dials):
        return Importance.CRITICAL
    if Trait.POLICY in sentence.traits or lexicon.importance_markers.found_in(scan(sentence.text)):
        return Importance.MATERIAL
    return Importance.MINOR


def _answers(text: str, question: str, lexicon: Lexicon, dials: KindDials) -> bool:
    anchoring = AnchorDials(word_letters_at_least=dials.word_letters_at_least)
    asked = {token.low for token in content(scan(question), lexicon, anchoring)}
    said = {token.low for token in content(scan(text), lexicon, anchoring)}
    return bool(asked) and len(asked & said) / len(asked) >= dials.answer_overlap
