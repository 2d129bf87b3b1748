"""Whether a claim is worth checking, what harm it could do, and how well it is known whom, what and when it speaks of.

None of the three says anything of truth. Worthiness is a logistic model over features that anybody can see in the text; its weights are a
table of data (`tables/checkworthy.json`), and each feature says what it added. Harm and confidence are rules: no data measure them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, fsum, prod

from veracious.domain.article import ArticleClaim, Worth
from veracious.domain.claim import EntitySort, Subclaim, Trait
from veracious.domain.quantity import Quantity
from veracious.rules.reading import grammar, verifiable
from veracious.rules.reading.grammar import Tag
from veracious.rules.reading.lexicon import Lexicon, Phrases
from veracious.rules.reading.tokens import Token, low, scan
from veracious.rules.reading.verbs import Form
from veracious.rules.reading.verifiable import TimeAnchor

# What a feature is read off.


@dataclass(frozen=True, slots=True)
class FeatureDials:
    """Where a count becomes a feature. The table is fitted with these: after a change, `make train-checkworthy`."""

    several_from: int = 2  # amounts or names that are several; 2–4; a guess
    large_from: float = 1_000_000  # amount in its base unit that is large; 10,000–1,000,000,000; a guess
    short_below: int = 10  # words of which a short text has fewer; 8–14; a guess
    long_from: int = 20  # words of which a long text has as many; 16–30; a guess


@dataclass(frozen=True, slots=True)
class Wording:
    """A claim as features see it."""

    part: Subclaim
    tokens: Sequence[Token]
    tags: Sequence[Tag]
    lexicon: Lexicon
    dials: FeatureDials

    def has(self, terms: Phrases) -> bool:
        """Whether one of these expressions is there."""
        return terms.found_in(self.tokens)

    def says(self, *words: str) -> bool:
        """Whether one of these words is there, by its lower case."""
        return any(token.low in words for token in self.tokens)

    def is_a(self, trait: Trait) -> bool:
        """Whether the claim has this trait."""
        return trait in self.part.traits

    @property
    def amounts(self) -> Sequence[Quantity]:
        """Its quantities, dates left out."""
        return [one for one in self.part.quantities if one.dimension not in _DATES]

    @property
    def names(self) -> frozenset[str]:
        """Whom and what it names, dates left out."""
        return frozenset(one.text for one in self.part.entities if one.sort is not EntitySort.DATE)

    @property
    def length(self) -> int:
        """Its words and numerals."""
        return sum(token.is_word or token.is_numeral for token in self.tokens)


def wording(part: Subclaim, lexicon: Lexicon, dials: FeatureDials) -> Wording:
    """A claim with its words and what each of them does."""
    tokens = scan(part.text)
    return Wording(part, tokens, grammar.tag(tokens, lexicon), lexicon, dials)


_DATES = ("date", "day-of-year")
_FIRST = ("i", "me", "my", "mine", "myself", "i'm", "i've", "i'd", "i'll")
_SECOND = ("you", "your", "yours", "you're", "you've", "you'd", "you'll")
_THIRD = ("he", "she", "him", "her", "his", "hers", "he's", "she's", "he'd", "she'd")
_THEY = ("they", "them", "their", "they're", "they've")
_WILL = ("will", "shall", "i'll", "we'll", "you'll", "he'll", "she'll", "they'll", "it'll", "won't")
_WOULD = ("would", "could", "might", "i'd", "we'd", "wouldn't", "couldn't")
_SHOULD = ("should", "must", "ought", "need", "needs", "want", "wants", "let's", "shouldn't")
_NOT = ("not", "no", "nobody", "nothing", "none", "neither", "nor", "cannot")
_HAVE = ("have", "has", "had", "i've", "we've", "they've", "you've", "he's", "she's", "hasn't", "haven't", "hadn't")
_PAST_BE = ("was", "were", "did", "had", "wasn't", "weren't", "didn't", "hadn't")


def _is_past(one: Wording) -> bool:
    """A finite verb in the past tense."""
    pairs = zip(one.tokens, one.tags, strict=True)
    return one.says(*_PAST_BE) or any(tag is Tag.VERB and _has_form(token, Form.PAST, one.lexicon) for token, tag in pairs)


def _is_perfect(one: Wording) -> bool:
    """Has done, have been doing."""
    following = zip(one.tokens, one.tags[1:], strict=False)
    return any(token.low in _HAVE and tag in (Tag.PARTICIPLE, Tag.ADVERB) for token, tag in following)


def _has_form(token: Token, form: Form, lexicon: Lexicon) -> bool:
    verb = lexicon.verbs.get(token.low)
    return verb is not None and form in verb.forms and Form.BASE not in verb.forms


def _is_going_to(one: Wording) -> bool:
    return any(token.low == "going" and low(one.tokens, index + 1) == "to" for index, token in enumerate(one.tokens))


def _says_so(one: Wording) -> bool:
    return any(token.low == "said" or token.low == "says" or token.low == "according" for token in one.tokens)


def _is_large(one: Wording) -> bool:
    return any(max(abs(amount.low or 0), abs(amount.high or 0)) >= one.dials.large_from for amount in one.amounts)


def _of(one: Wording, *dimensions: str) -> bool:
    return any(amount.dimension.split(":")[0] in dimensions for amount in one.amounts)


# Each by the name under which its share is told.
FEATURES: tuple[tuple[str, Callable[[Wording], bool]], ...] = (
    ("has an amount", lambda one: bool(one.amounts)),
    ("has several amounts", lambda one: len(one.amounts) >= one.dials.several_from),
    ("has a large amount", _is_large),
    ("has a percentage or a multiple", lambda one: _of(one, "share", "multiple")),
    ("has an amount of money", lambda one: _of(one, "money")),
    ("has a span of time", lambda one: _of(one, "time")),
    ("counts something", lambda one: one.is_a(Trait.COUNT)),
    ("has a date", lambda one: any(amount.dimension in _DATES for amount in one.part.quantities)),
    ("is placed in time", lambda one: one.is_a(Trait.TEMPORAL)),
    ("compares", lambda one: one.is_a(Trait.COMPARATIVE)),
    ("ranks", lambda one: one.is_a(Trait.RANKING)),
    ("gives a cause", lambda one: one.is_a(Trait.CAUSAL)),
    ("allows no exception", lambda one: one.is_a(Trait.ABSOLUTE_QUANTIFIER)),
    ("says that something exists", lambda one: one.is_a(Trait.EXISTENCE)),
    ("says what something is", lambda one: one.is_a(Trait.DEFINITION)),
    ("names somebody or something", lambda one: bool(one.names)),
    ("names several", lambda one: len(one.names) >= one.dials.several_from),
    ("tells what somebody said", _says_so),
    ("is in the past tense", _is_past),
    ("is in the perfect", _is_perfect),
    ("tells of a change", lambda one: one.has(one.lexicon.change_terms)),
    ("tells what an office-holder did", lambda one: one.has(one.lexicon.record_terms)),
    ("is of the economy", lambda one: one.has(one.lexicon.economy_terms)),
    ("is of health", lambda one: one.has(one.lexicon.health_terms) or one.is_a(Trait.THERAPEUTIC)),
    ("is of crime", lambda one: one.has(one.lexicon.crime_terms)),
    ("is of elections", lambda one: one.has(one.lexicon.election_terms)),
    ("is of war and defence", lambda one: one.has(one.lexicon.military_terms)),
    ("is of energy and climate", lambda one: one.has(one.lexicon.environment_terms)),
    ("is of the state", lambda one: one.has(one.lexicon.government_terms)),
    ("is of a group of people", lambda one: one.has(one.lexicon.group_terms)),
    ("says I", lambda one: one.says(*_FIRST)),
    ("says you", lambda one: one.says(*_SECOND)),
    ("says he or she", lambda one: one.says(*_THIRD)),
    ("says they", lambda one: one.says(*_THEY)),
    ("speaks of the future", lambda one: one.says(*_WILL) or _is_going_to(one)),
    ("speaks of what would be", lambda one: one.says(*_WOULD) or one.says("if")),
    ("speaks of what should be", lambda one: one.says(*_SHOULD)),
    ("says not", lambda one: one.says(*_NOT) or any(token.low.endswith("n't") for token in one.tokens)),
    ("is hedged", lambda one: one.is_a(Trait.HEDGED)),
    ("is an opinion", lambda one: one.has(one.lexicon.opinion_openers) or one.has(one.lexicon.predicates_opinion)),
    ("praises or blames", lambda one: one.has(one.lexicon.evaluative_terms)),
    ("is a question", lambda one: one.part.text.rstrip().endswith("?") or bool(one.lexicon.question_openers.at(one.tokens, 0)[0])),
    ("is short", lambda one: one.length < one.dials.short_below),
    ("is long", lambda one: one.length >= one.dials.long_from),
)


# Worthiness.

ANY = "any claim"  # the name of what every claim has


@dataclass(frozen=True, slots=True)
class WorthTable:
    """Fitted weights: what each feature adds to the log-odds that people would check a sentence."""

    name: str
    bias: float
    cut: float  # from here on a sentence counts as worth checking, where it must be one or the other; targets are only put in order
    weights: tuple[tuple[str, float], ...]  # by feature


def features(one: Wording) -> frozenset[str]:
    """The features that a claim has.

    Formula: Features of a claim. From ours.

        each of FEATURES is a question that is answered yes or no; four of them count:
        several amounts or names    at least several_from
        a large amount              at least large_from in its base unit
        short, long                 fewer than short_below words, at least long_from

    Dials: several_from, large_from, short_below, long_from of FeatureDials.
    """
    return frozenset(name for name, has in FEATURES if has(one))


def shares(found: frozenset[str], table: WorthTable) -> tuple[tuple[str, float], ...]:
    """What each feature of a claim adds to its log-odds, the most telling first, and last what every claim has: their sum."""
    told = sorted(((name, weight) for name, weight in table.weights if name in found), key=lambda share: (-abs(share[1]), share[0]))
    return (*told, (ANY, table.bias))


def worthiness(told: Sequence[tuple[str, float]]) -> float:
    """How likely it is that people would check a claim whose features add these shares.

    Formula: Worthiness. From ours; the weights are fitted, and no dials.

        worthiness = 1 / (1 + e^−(bias + Σ weight of each feature that the claim has))
    """
    odds = fsum(share for _, share in told)
    return 1 / (1 + exp(-odds)) if odds >= 0 else exp(odds) / (1 + exp(odds))


# Harm.


@dataclass(frozen=True, slots=True)
class HarmDials:
    """What each subject may do to people if a claim about it is wrong. No data measure this."""

    medicine: float = 0.35  # treating, curing, preventing illness; 0.1–0.6; a guess
    health: float = 0.25  # illness and care; 0.1–0.5; a guess
    safety: float = 0.3  # poison, fire, crashes; 0.1–0.5; a guess
    violence: float = 0.3  # killing and attacks; 0.1–0.5; a guess
    fraud: float = 0.35  # offers that part people from their money; 0.1–0.6; a guess
    money: float = 0.1  # prices, taxes, work; 0–0.3; a guess
    elections: float = 0.25  # who votes, how, and who won; 0.1–0.5; a guess
    crime: float = 0.15  # crimes and courts; 0–0.4; a guess
    people: float = 0.25  # groups of people that talk may be turned against; 0.1–0.5; a guess
    advice: float = 0.4  # it says what to do about one of these; 0.1–0.6; a guess


def dangers(one: Wording, dials: HarmDials) -> tuple[tuple[str, float], ...]:
    """Why a claim could do harm, each reason with its weight.

    Formula: Dangers. From ours.

        medicine, health, safety, violence, fraud, money, elections, crime, people: each where the claim speaks of it
        advice, where there is one of these and the claim tells what to do

    Dials: medicine, health, safety, violence, fraud, money, elections, crime, people, advice of HarmDials.
    """
    lists = one.lexicon
    asked = (
        ("medicine", dials.medicine, one.is_a(Trait.THERAPEUTIC)),
        ("health", dials.health, one.has(lists.health_terms)),
        ("safety", dials.safety, one.has(lists.safety_terms)),
        ("violence", dials.violence, one.has(lists.violence_terms)),
        ("fraud", dials.fraud, one.has(lists.fraud_terms)),
        ("money", dials.money, one.has(lists.economy_terms)),
        ("elections", dials.elections, one.has(lists.election_terms)),
        ("crime", dials.crime, one.has(lists.crime_terms)),
        ("groups of people", dials.people, one.has(lists.group_terms)),
    )
    found = tuple((name, weight) for name, weight, is_so in asked if is_so)
    return (*found, ("advice", dials.advice)) if found and one.has(lists.advice_terms) else found


def harm(found: Sequence[tuple[str, float]]) -> float:
    """What harm a claim could do if it were wrong, in [0, 1): each reason takes its weight of what the others leave.

    Formula: Harm. From ours.

        harm = 1 − Π (1 − weight of each danger)
    """
    return 1 - prod(1 - weight for _, weight in found)


# How well it is known whom, what and when a claim speaks of.


@dataclass(frozen=True, slots=True)
class KnownDials:
    """What is to be known of a claim before it is looked up; the four shares together are 1."""

    whom: float = 0.35  # it names somebody or something; 0.2–0.5; a guess
    what: float = 0.25  # it has an amount, or words enough to look for; 0.1–0.4; a guess
    when: float = 0.25  # it has a date; 0.1–0.4; a guess
    where: float = 0.15  # it names a place; 0–0.3; a guess
    relative: float = 0.5  # of `when`, what "before the war" is worth; 0.2–0.8; a guess
    timeless: float = 0.7  # of `when`, what a claim is worth that holds at any time; 0.4–1; a guess
    terms_from: int = 4  # content words that are enough to look for; 3–6; a guess
    resolved: float = 0.9  # what is left for each reference that a name was put for; 0.7–1; a guess
    coded: float = 0.5  # what is left for each reason why it cannot be verified as it stands; 0.2–0.8; a guess


_AT = frozenset(("in", "at", "near", "across", "throughout", "outside", "inside"))


def confidence(claim: ArticleClaim, one: Wording, dials: KnownDials) -> float:
    """How well it is known whom, what and when a claim speaks of, in [0, 1].

    Formula: What is known of a claim. From C (metadata_confidence, without a formula); ours.

        confidence = (whom × [a name] + what × [an amount or terms_from words to look for] + when × time + where × [a place])
                     × resolved^(references that a name was put for) × coded^(reasons why it cannot be verified)
        time = 1 with a date, relative with "before" or "since", timeless in the present tense, else 0
        a place is a name behind in, at, near, across, throughout, outside or inside

    Dials: whom, what, terms_from, when, where, resolved, coded, relative, timeless of KnownDials.
    """
    said = {token.low for token in one.tokens if token.is_word and token.low not in one.lexicon.function_words}
    known = (
        dials.whom * bool(one.names)
        + dials.what * (bool(one.amounts) or len(said) >= dials.terms_from)
        + dials.when * _placed_in_time(one, dials)
        + dials.where * _has_place(one)
    )
    return min(1.0, known * dials.resolved ** len(claim.resolved) * dials.coded ** len(claim.codes))


def _placed_in_time(one: Wording, dials: KnownDials) -> float:
    anchor = verifiable.time_anchor(one.part, one.lexicon)
    return {TimeAnchor.EXPLICIT: 1.0, TimeAnchor.RELATIVE: dials.relative, TimeAnchor.TIMELESS: dials.timeless}.get(anchor, 0.0)


def _has_place(one: Wording) -> bool:
    """A name behind a word of place: in France, near the Hague."""
    starts = {entity.span.start for entity in one.part.entities if entity.sort in (EntitySort.NAME, EntitySort.ACRONYM)}
    for index, token in enumerate(one.tokens[:-1]):
        following = one.tokens[index + 1 : index + 1 + 2]
        if token.low in _AT and (following[0].start in starts or (following[0].low == "the" and following[-1].start in starts)):
            return True
    return False


# All three.


@dataclass(frozen=True, slots=True)
class CheckworthyDials:
    """The groups of what checking a claim is worth."""

    features: FeatureDials = field(default_factory=FeatureDials)
    harm: HarmDials = field(default_factory=HarmDials)
    known: KnownDials = field(default_factory=KnownDials)


def measure(claim: ArticleClaim, part: Subclaim, table: WorthTable, lexicon: Lexicon, dials: CheckworthyDials) -> Worth:
    """What checking a claim of an article is worth; `part` is its text as `intake.part_of` reads it."""
    one = wording(part, lexicon, dials.features)
    told = shares(features(one), table)
    return Worth(worthiness(told), harm(dangers(one, dials.harm)), confidence(claim, one, dials.known), told)
