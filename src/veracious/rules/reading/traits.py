"""Flags read off a claim's wording: one small question each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Trait
from veracious.domain.quantity import Quantity
from veracious.rules.reading import grammar
from veracious.rules.reading.grammar import Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import Token, low, scan

_VERBAL = frozenset({Tag.VERB, Tag.PARTICIPLE, Tag.BASE})


@dataclass(frozen=True, slots=True)
class TraitDials:
    """Where an opener may stand and how long a quotation is."""

    definition_tokens_at_most: int = 8  # "X is a …" must come this early to define X; 5–12; a guess
    quote_words_at_least: int = 4  # a shorter quotation is a name or a term; 3–6; a guess


@dataclass(frozen=True, slots=True)
class Page:
    """What a trait is read off."""

    text: str
    tokens: Sequence[Token]
    quantities: Sequence[Quantity]
    lexicon: Lexicon
    dials: TraitDials


def numeric(page: Page) -> bool:
    """It states an amount."""
    return any(quantity.dimension not in ("date", "day-of-year") for quantity in page.quantities)


def count(page: Page) -> bool:
    """It states how many there are of something."""
    return any(quantity.dimension == "count" and quantity.counted for quantity in page.quantities)


def comparative(page: Page) -> bool:
    """It compares."""
    return page.lexicon.comparative_terms.found_in(page.tokens)


def causal(page: Page) -> bool:
    """It states a cause or an effect."""
    return page.lexicon.causal_terms.found_in(page.tokens)


def therapeutic(page: Page) -> bool:
    """It speaks of treating, curing or preventing illness."""
    return page.lexicon.therapeutic_terms.found_in(page.tokens)


def mechanistic(page: Page) -> bool:
    """It speaks of how something works inside."""
    return page.lexicon.mechanistic_terms.found_in(page.tokens)


def temporal(page: Page) -> bool:
    """It is placed in time."""
    has_date = any(quantity.dimension in ("date", "day-of-year", "time") for quantity in page.quantities)
    return has_date or page.lexicon.temporal_terms.found_in(page.tokens)


def quote(page: Page) -> bool:
    """It says in quotation marks what somebody said."""
    said = any(grammar.verb_base(token, page.lexicon) in page.lexicon.reporting_verbs for token in page.tokens)
    return said and any(len(words) >= page.dials.quote_words_at_least for words in _quotations(page.text))


def policy(page: Page) -> bool:
    """It states a rule, a duty or a permission."""
    return page.lexicon.policy_terms.found_in(page.tokens)


def definition(page: Page) -> bool:
    """It says what something is: a subject, a form of to be and an article early in the sentence, and no amount."""
    early = page.tokens[: page.dials.definition_tokens_at_most]
    says_what = any(
        (token.low in ("is", "are") and low(page.tokens, k + 1) in ("a", "an", "any")) or token.low in ("means", "refers", "denotes")
        for k, token in enumerate(early)
    )
    return says_what and not numeric(page)


def ranking(page: Page) -> bool:
    """It places something in an order."""
    return page.lexicon.ranking_terms.found_in(page.tokens)


def existence(page: Page) -> bool:
    """It states that something exists or does not."""
    return bool(page.lexicon.existence_openers.at(page.tokens, 0)[0]) or any(
        grammar.verb_base(t, page.lexicon) == "exist" for t in page.tokens
    )


def absolute_quantifier(page: Page) -> bool:
    """It allows no exception."""
    return page.lexicon.quantifiers_absolute.found_in(page.tokens)


def reported_belief(page: Page) -> bool:
    """It says what somebody says or believes."""
    told = page.lexicon.reporting_verbs | page.lexicon.belief_verbs
    tagged = zip(page.tokens, grammar.tag(page.tokens, page.lexicon), strict=True)
    leads = any(tag in _VERBAL and grammar.verb_base(token, page.lexicon) in told for token, tag in tagged)
    return leads or any(token.low == "according" for token in page.tokens)


def hedged(page: Page) -> bool:
    """It is worded as uncertain; the month of May is not."""
    return page.lexicon.hedges.found_in([token for token in page.tokens if token.text != "May"])


TRAITS: tuple[tuple[Trait, Callable[[Page], bool]], ...] = (
    (Trait.NUMERIC, numeric),
    (Trait.COUNT, count),
    (Trait.COMPARATIVE, comparative),
    (Trait.CAUSAL, causal),
    (Trait.THERAPEUTIC, therapeutic),
    (Trait.MECHANISTIC, mechanistic),
    (Trait.TEMPORAL, temporal),
    (Trait.QUOTE, quote),
    (Trait.POLICY, policy),
    (Trait.DEFINITION, definition),
    (Trait.RANKING, ranking),
    (Trait.EXISTENCE, existence),
    (Trait.ABSOLUTE_QUANTIFIER, absolute_quantifier),
    (Trait.REPORTED_BELIEF, reported_belief),
    (Trait.HEDGED, hedged),
)


def read(text: str, quantities: Sequence[Quantity], lexicon: Lexicon, dials: TraitDials) -> frozenset[Trait]:
    """The traits of a text."""
    page = Page(text, scan(text), quantities, lexicon, dials)
    return frozenset(trait for trait, asks in TRAITS if asks(page))


def _quotations(text: str) -> list[list[str]]:
    """The words between each pair of quotation marks."""
    straight = text.replace("“", '"').replace("”", '"').replace("«", '"').replace("»", '"').replace("„", '"')
    return [piece.split() for piece in straight.split('"')[1::2]]
