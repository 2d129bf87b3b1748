"""The word lists that reading rests on, as one frozen value.

Every list is a data file of the package, one entry a line, `#` for a comment. `wiring` reads the files; this module gives them shape.
Their digests are part of the dials digest, because a word more or less can change a verdict.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from veracious.domain.errors import LexiconBroken
from veracious.rules import digest
from veracious.rules.reading import verbs
from veracious.rules.reading.tokens import Token, scan
from veracious.rules.reading.verbs import Verb


@dataclass(frozen=True, slots=True)
class Phrases:
    """Expressions of one or more words, found by their first, and what each stands for."""

    by_first: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]  # longest first
    longest: int  # in tokens

    def at(self, tokens: Sequence[Token], index: int) -> tuple[int, str]:
        """How many tokens from `index` on make up an expression, and its meaning; `(0, "")` when none does."""
        if 0 <= index < len(tokens):
            for phrase, meaning in self.by_first.get(tokens[index].low, ()):
                if tuple(token.low for token in tokens[index : index + len(phrase)]) == phrase:
                    return len(phrase), meaning
        return 0, ""

    def before(self, tokens: Sequence[Token], index: int) -> tuple[int, str]:
        """The same for an expression that ends right before `index`."""
        for length in range(self.longest, 0, -1):
            found, meaning = self.at(tokens, index - length)
            if found == length:
                return length, meaning
        return 0, ""

    def found_in(self, tokens: Sequence[Token]) -> bool:
        """Whether any of the expressions is among the tokens."""
        return self.first(tokens) is not None

    def first(self, tokens: Sequence[Token]) -> int | None:
        """Where the first of the expressions among the tokens begins."""
        known = self.by_first
        return next((index for index, token in enumerate(tokens) if token.low in known and self.at(tokens, index)[0]), None)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure: the base amount is the amount times factor, plus offset."""

    dimension: str
    factor: float
    offset: float = 0.0


Words = frozenset[str]
Table = Mapping[str, float]
Classes = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Every list by name; the field's type is the file's format."""

    adverbs: Words
    advice_terms: Phrases
    approximators: Phrases
    asserting_verbs: Words
    auxiliaries: Classes
    bare_definite: Words
    belief_verbs: Words
    boilerplate: Phrases
    byline_trades: Words
    causal_terms: Phrases
    change_terms: Phrases
    claim_mentions: Phrases
    collective_pairs: Phrases
    command_openers: Phrases
    company_suffixes: Words
    comparative_terms: Phrases
    connectors: Phrases
    count_nouns: Words
    crime_terms: Phrases
    current_terms: Phrases
    demonyms: Classes
    designators: Words
    determiners: Words
    economy_terms: Phrases
    election_terms: Phrases
    environment_terms: Phrases
    evaluative_terms: Phrases
    existence_openers: Phrases
    foreign_words: Classes
    fraction_words: Table
    fraud_terms: Phrases
    function_words: Words
    given_names: Classes
    government_terms: Phrases
    group_terms: Phrases
    health_terms: Phrases
    hedges: Phrases
    hypothetical_openers: Phrases
    intransitive_verbs: Words
    importance_markers: Phrases
    length_words: Words
    magnitudes: Table
    measure_adjectives: Words
    mechanistic_terms: Phrases
    meta_openers: Phrases
    military_terms: Phrases
    months: Table
    multiples: Table
    naming_participles: Words
    nationalities: Words
    nouns_as_verbs_s: Words
    number_words: Table
    opinion_openers: Phrases
    opposites: Classes
    organisation_nouns: Words
    page_notes: Phrases
    pairing_verbs: Words
    participles_adjective: Words
    person_nouns: Classes
    person_verbs: Words
    place_nouns: Words
    plain_modifiers: Words
    plan_terms: Phrases
    plural_nouns: Words
    policy_terms: Phrases
    predicates_opinion: Phrases
    prepositions: Words
    quantifiers_absolute: Phrases
    query_frames: Classes
    question_openers: Phrases
    ranking_terms: Phrases
    record_terms: Phrases
    reference_groups: Classes
    refutation_cues: Phrases
    relative_times: Phrases
    reporting_verbs: Words
    roles: Words
    safety_terms: Phrases
    social_phrases: Phrases
    subordinators: Words
    temporal_terms: Phrases
    therapeutic_terms: Phrases
    time_nouns: Words
    units: Mapping[str, Unit]
    verbs: Mapping[str, Verb]
    violence_terms: Phrases
    weather_verbs: Words
    wire_agencies: Classes
    digests: Mapping[str, str]  # of each file, by its name


# Lists that are made of several files.
SOURCES = MappingProxyType({"verbs": ("verbs_regular", "verbs_irregular", "verbs_doubling")})


def build(files: Mapping[str, str]) -> Lexicon:
    """The lexicon from the texts of its files, by name without ending."""
    lists: dict[str, Any] = {}
    for field in fields(Lexicon):
        if field.name == "digests":
            continue
        names = SOURCES.get(field.name, (field.name,))
        missing = [name for name in names if name not in files]
        if missing:
            raise LexiconBroken(f"no list {missing[0]!r}")
        try:
            lists[field.name] = _SHAPES[str(field.type)](*(files[name] for name in names))
        except ValueError as broken:
            raise LexiconBroken(f"{field.name}: {broken}") from broken
    digests = {name: digest.of_bytes(text.encode(), "lexicon") for name, text in sorted(files.items())}
    return Lexicon(**lists, digests=MappingProxyType(digests))


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line and not line.startswith("# "))


def _words(text: str) -> Words:
    return frozenset(_lines(text))


def _table(text: str) -> Table:
    rows = (line.split("\t") for line in _lines(text))
    return MappingProxyType({name: float(value) for name, value in rows})


def _classes(text: str) -> Classes:
    rows = (line.partition("\t") for line in _lines(text))
    return MappingProxyType({name: value for name, _, value in rows})


def _phrases(text: str) -> Phrases:
    by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for line in _lines(text):
        expression, _, meaning = line.partition("\t")
        words = tuple(token.low for token in scan(expression))
        by_first.setdefault(words[0], []).append((words, meaning))
    ordered = {first: tuple(sorted(entries, key=lambda entry: -len(entry[0]))) for first, entries in by_first.items()}
    return Phrases(MappingProxyType(ordered), max((len(entries[0][0]) for entries in ordered.values()), default=0))


def _units(text: str) -> Mapping[str, Unit]:
    units: dict[str, Unit] = {}
    for line in _lines(text):
        dimension, factor, offset, names = line.split("\t")
        units.update((name, Unit(dimension, float(factor), float(offset))) for name in names.split())
    return MappingProxyType(units)


_SHAPES: Mapping[str, Any] = MappingProxyType(
    {
        str(Words): _words,
        str(Table): _table,
        str(Classes): _classes,
        str(Phrases): _phrases,
        str(Mapping[str, Unit]): _units,
        str(Mapping[str, Verb]): verbs.forms,
    }
)
