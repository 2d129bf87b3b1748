"""Can this claim be looked up and scored: structural checks, each with its reason code. They say nothing of truth."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from veracious.domain.claim import EntitySort, Subclaim, Trait
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan
from veracious.rules.reading.verbs import Form


class Code(StrEnum):
    """Why a claim is not verifiable as it stands."""

    EMPTY_CLAIM_TEXT = "empty_claim_text"
    MISSING_SUBJECT_ENTITIES = "missing_subject_entities"
    INSUFFICIENT_RETRIEVAL_SEED_TERMS = "insufficient_retrieval_seed_terms"
    NOT_FALSIFIABLE = "not_falsifiable"
    UNKNOWN_TIME_ANCHOR = "unknown_time_anchor"


class TimeAnchor(StrEnum):
    """How a claim is placed in time."""

    EXPLICIT = "explicit"  # a date
    RELATIVE = "relative"  # before, since, last year
    TIMELESS = "timeless"  # the present tense of general statements
    UNKNOWN = "unknown"  # something happened, and nothing says when


@dataclass(frozen=True, slots=True)
class VerifiableDials:
    """How much a claim must offer to be looked up."""

    seed_terms_at_least: int = 3  # terms to search by; 2–5; seed C


@dataclass(frozen=True, slots=True)
class Facts:
    """What the checks look at."""

    subclaim: Subclaim
    falsifiable: bool
    seed_terms: int
    time: TimeAnchor


# Claims that can be checked without knowing when.
TIME_EXEMPT = frozenset({Trait.QUOTE, Trait.POLICY, Trait.RANKING, Trait.EXISTENCE})

CHECKS: tuple[tuple[Code, Callable[[Facts, VerifiableDials], bool]], ...] = (
    (Code.EMPTY_CLAIM_TEXT, lambda facts, dials: not facts.subclaim.text.strip()),
    (Code.MISSING_SUBJECT_ENTITIES, lambda facts, dials: not facts.subclaim.anchors),
    (Code.INSUFFICIENT_RETRIEVAL_SEED_TERMS, lambda facts, dials: facts.seed_terms < dials.seed_terms_at_least),
    (Code.NOT_FALSIFIABLE, lambda facts, dials: not facts.falsifiable),
    (
        Code.UNKNOWN_TIME_ANCHOR,
        lambda facts, dials: facts.time is TimeAnchor.UNKNOWN and not facts.subclaim.traits & TIME_EXEMPT,
    ),
)


def check(subclaim: Subclaim, falsifiable: bool, lexicon: Lexicon, dials: VerifiableDials) -> tuple[Code, ...]:
    """The codes of all checks that failed, in order; none means verifiable."""
    words = {token.low for token in scan(subclaim.text) if token.is_word and token.low not in lexicon.function_words}
    facts = Facts(subclaim, falsifiable, len(words), time_anchor(subclaim, lexicon))
    return tuple(code for code, fails in CHECKS if fails(facts, dials))


def time_anchor(subclaim: Subclaim, lexicon: Lexicon) -> TimeAnchor:
    """How the claim is placed in time."""
    if any(entity.sort is EntitySort.DATE for entity in subclaim.entities):
        return TimeAnchor.EXPLICIT
    if Trait.TEMPORAL in subclaim.traits:
        return TimeAnchor.RELATIVE
    forms = [lexicon.verbs[token.low].forms for token in scan(subclaim.text) if token.low in lexicon.verbs]
    past = any(Form.PAST in found for found in forms) or any(token.low in ("was", "were", "had", "did") for token in scan(subclaim.text))
    return TimeAnchor.UNKNOWN if past else TimeAnchor.TIMELESS
