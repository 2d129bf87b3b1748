"""Claims, their parts, and what can be read off their words."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from veracious.domain.quantity import Quantity
from veracious.domain.record import ADDED
from veracious.domain.span import Span


class Trait(StrEnum):
    """A flag read off a claim's wording; a claim has any number of them."""

    NUMERIC = "numeric"
    COUNT = "count"
    COMPARATIVE = "comparative"
    CAUSAL = "causal"
    THERAPEUTIC = "therapeutic"
    MECHANISTIC = "mechanistic"
    TEMPORAL = "temporal"
    QUOTE = "quote"
    POLICY = "policy"
    DEFINITION = "definition"
    RANKING = "ranking"
    EXISTENCE = "existence"
    ABSOLUTE_QUANTIFIER = "absolute_quantifier"
    REPORTED_BELIEF = "reported_belief"
    HEDGED = "hedged"


class Kind(StrEnum):
    """What sort of statement a sentence of an answer makes."""

    FACT = "fact"
    POLICY = "policy"
    NUMERIC = "numeric"
    DEFINITION = "definition"


class Importance(StrEnum):
    """How much an answer rests on a claim: critical must be cited, material should, minor may."""

    CRITICAL = "critical"
    MATERIAL = "material"
    MINOR = "minor"


class Reason(StrEnum):
    """Why a text is refused as a claim."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    LANGUAGE_UNSUPPORTED = "language_unsupported"
    QUESTION = "question"
    COMMAND = "command"
    OPINION = "opinion"
    AMBIGUOUS_REFERENCE = "ambiguous_reference"
    HYPOTHETICAL = "hypothetical"
    NOT_A_STATEMENT = "not_a_statement"
    META = "meta"


class EntitySort(StrEnum):
    """How an entity was recognised."""

    NAME = "name"  # a capitalised span
    QUOTED = "quoted"  # a name or title in quotation marks
    ACRONYM = "acronym"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something a text names, where, and the other forms it may appear under."""

    text: str
    span: Span
    sort: EntitySort
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement to check, with the date as of which it is checked."""

    text: str
    as_of: date
    language: str  # ISO 639-1
    traits: frozenset[Trait] = frozenset()


@dataclass(frozen=True, slots=True)
class Subclaim:
    """One checkable part of a claim, standing alone, with the terms that evidence for it must speak of."""

    text: str
    traits: frozenset[Trait]
    anchors: tuple[str, ...]
    entities: tuple[Entity, ...]
    quantities: tuple[Quantity, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A claim and its parts, as read."""

    claim: Claim
    subclaims: tuple[Subclaim, ...]
    assumed: tuple[str, ...] = field(default=(), metadata=ADDED)  # what was taken for granted to read it, each as a line


@dataclass(frozen=True, slots=True)
class Refusal:
    """A text that is not a checkable claim: the reason, a sentence for the person, and the readings it could have."""

    reason: Reason
    message: str
    readings: tuple[str, ...] = ()
