"""Can this claim be looked up and scored: structural checks, each with its reason code. They say nothing of truth."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from veracious.domain.claim import EntitySort, Subclaim, Trait
from veracious.rules.reading import clauses
from veracious.rules.reading.lexicon import Lexicon
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
    has_subject: bool  # a name anywhere, or a content word before the verb


# Claims that can be checked without knowing when.
TIME_EXEMPT = frozenset({Trait.QUOTE, Trait.POLICY, Trait.RANKING, Trait.EXISTENCE})

CHECKS: tuple[tuple[Code, Callable[[Facts, VerifiableDials], bool]], ...] = (
    (Code.EMPTY_CLAIM_TEXT, lambda facts, dials: not facts.subclaim.text.strip()),
    (Code.MISSING_SUBJECT_ENTITIES, lambda facts, dials: not facts.has_subject),
    (Code.INSUFFICIENT_RETRIEVAL_SEED_TERMS, lambda facts, dials: facts.seed_terms < dials.seed_terms_at_least),
    (Code.NOT_FALSIFIABLE, lambda facts, dials: not facts.falsifiable),
    (
        Code.UNKNOWN_TIME_ANCHOR,
        lambda facts, dials: facts.time is TimeAnchor.UNKNOWN and not facts.subclaim.traits & TIME_EXEMPT,
    ),
)


def check(subclaim: Subclaim, falsifiable: bool, lexicon: Lexicon, dials: VerifiableDials) -> tuple[Code, ...]:
    """The codes of all checks that failed, in order; none means verifiable."""
    clause = clauses.parse(subclaim.text, lexicon)
    words = [token.low for token in clause.tokens if token.is_word and token.low not in lexicon.function_words]
    verb = clauses.main_verb(clause)
    before = [token for token in clause.tokens[:verb] if token.is_word and token.low not in lexicon.function_words]
    named = any(entity.sort is not EntitySort.DATE for entity in subclaim.entities)
    facts = Facts(subclaim, falsifiable, len(set(words)), time_anchor(subclaim, lexicon), named or bool(before))
    return tuple(code for code, fails in CHECKS if fails(facts, dials))


def time_anchor(subclaim: Subclaim, lexicon: Lexicon) -> TimeAnchor:
    """How the claim is placed in time."""
    if any(entity.sort is EntitySort.DATE for entity in subclaim.entities):
        return TimeAnchor.EXPLICIT
    if Trait.TEMPORAL in subclaim.traits:
        return TimeAnchor.RELATIVE
    clause = clauses.parse(subclaim.text, lexicon)
    verb = clauses.main_verb(clause)
    known = lexicon.verbs.get(clause.low(verb)) if verb is not None else None
    past = verb is not None and (clause.low(verb) in ("was", "were", "had", "did") or (known is not None and Form.PAST in known.forms))
    return TimeAnchor.UNKNOWN if past else TimeAnchor.TIMELESS
