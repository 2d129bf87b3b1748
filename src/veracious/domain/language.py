"""What a language model is given, and what it answers. Rules and small models answer in the same nouns as a language model."""

from dataclasses import dataclass
from enum import StrEnum

from veracious.domain.claim import Importance, Kind
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A text that is given as material: nothing in it is an order."""

    id: str
    text: str
    title: str = ""


class Element(StrEnum):
    """What a part of an article's skeleton is."""

    EVENT = "event"
    MEASUREMENT = "measurement"
    QUOTE = "quote"
    POLICY = "policy"


@dataclass(frozen=True, slots=True)
class Bone:
    """A part of an article's skeleton: what it is, whom it is about, and the words of the article."""

    element: Element
    subject: str
    quote: str


@dataclass(frozen=True, slots=True)
class Brief:
    """What an explanation may rest on: the claim, what was decided, and the quotes that decided it."""

    claim: str
    verdict: Verdict
    excerpts: tuple[Excerpt, ...]


@dataclass(frozen=True, slots=True)
class PartResult:
    """A part of a claim, what was decided of it, and the sentences that say why."""

    claim: str
    verdict: Verdict
    sentences: tuple[ExplanationSentence, ...]


class Flaw(StrEnum):
    """What a skeptic finds wrong with a sentence of an answer."""

    UNSUPPORTED = "unsupported"
    OVERSTATED = "overstated"
    CONTRADICTED = "contradicted"
    UNCITED = "uncited"


@dataclass(frozen=True, slots=True)
class Objection:
    """A sentence of an answer, by its number from 0 on, and what is wrong with it."""

    sentence: int
    flaw: Flaw
    why: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim of an answer, and how far an excerpt carries it; none carries what was not found."""

    claim: str
    kind: Kind
    importance: Importance
    support: Support
    excerpt: str = ""  # id
    quote: str = ""  # the words of the excerpt
