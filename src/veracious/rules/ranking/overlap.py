"""What of a subclaim a piece of evidence speaks of, as shares of the subclaim's own words."""

from collections.abc import Iterable
from dataclasses import dataclass

from veracious.domain.claim import Entity, EntitySort, Subclaim
from veracious.domain.evidence import Evidence
from veracious.domain.quantity import Quantity
from veracious.rules.reading import clauses, quantities
from veracious.rules.reading.anchors import AnchorDials, content
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials
from veracious.rules.reading.tokens import Token, scan


@dataclass(frozen=True, slots=True)
class OverlapDials:
    """How alike two words must be to be one."""

    stem_letters: int = 5  # longer words are the same when they begin with the same letters; 4–7; a guess


@dataclass(frozen=True, slots=True)
class Asked:
    """A subclaim, taken apart for comparison with many candidates."""

    subclaim: Subclaim
    words: frozenset[str]  # stems of its content words
    subject: frozenset[str]
    verb: str  # base of its main verb
    object: frozenset[str]
    names: tuple[frozenset[str], ...]  # of each name, the forms it may appear under


@dataclass(frozen=True, slots=True)
class Told:
    """A candidate's words, read once for all subclaims."""

    evidence: Evidence
    tokens: tuple[Token, ...]
    stems: frozenset[str]
    text: str  # its words in lower case with one space around each, title included


def ask(subclaim: Subclaim, lexicon: Lexicon, dials: OverlapDials) -> Asked:
    """The subclaim with its subject, verb and object."""
    clause = clauses.parse(subclaim.text, lexicon)
    verb = clauses.main_verb(clause)
    middle = len(clause) if verb is None else verb
    end = len(clause) if verb is None else clauses.verb_group_end(clause, verb)
    base = "" if verb is None else _base(clause, end - 1)
    return Asked(
        subclaim=subclaim,
        words=_stems(clause.tokens, lexicon, dials),
        subject=_stems(clause.tokens[:middle], lexicon, dials),
        verb=base,
        object=_stems(clause.tokens[end:], lexicon, dials),
        names=tuple(_forms(entity) for entity in subclaim.entities if entity.sort is not EntitySort.DATE),
    )


def tell(evidence: Evidence, lexicon: Lexicon, dials: OverlapDials) -> Told:
    """The candidate's words."""
    whole = f"{evidence.title}. {evidence.text}" if evidence.title else evidence.text
    tokens = scan(whole)
    return Told(evidence, tokens, _stems(tokens, lexicon, dials), _spaced(tokens))


def _spaced(tokens: Iterable[Token]) -> str:
    return " " + " ".join(token.low.removesuffix("'s") for token in tokens) + " "


def share(wanted: frozenset[str], told: Told) -> float:
    """How many of the wanted stems the candidate has; 1 when none is wanted."""
    return len(wanted & told.stems) / len(wanted) if wanted else 1.0


def names(asked: Asked, told: Told) -> float:
    """How many of the names the candidate speaks of under any of their forms; 0 when there are none to speak of."""
    return sum(has_name(forms, told) for forms in asked.names) / len(asked.names) if asked.names else 0.0


def has_name(forms: frozenset[str], told: Told) -> bool:
    """Whether one of the forms stands in the candidate, as whole words: no Oman in a woman."""
    return any(_spaced(scan(form)) in told.text for form in forms)


def anchors(asked: Asked, told: Told, dials: OverlapDials) -> float:
    """How many of the subclaim's anchors the candidate speaks of; 0 when it has none."""
    wanted = asked.subclaim.anchors
    found = sum(
        _spaced(scan(anchor)) in told.text or (" " not in anchor and _stem(anchor.casefold(), dials) in told.stems) for anchor in wanted
    )
    return found / len(wanted) if wanted else 0.0


def numbers(told: Told, lexicon: Lexicon, dials: AmountDials) -> tuple[Quantity, ...]:
    """The amounts the candidate states, dates left out."""
    return tuple(q for q in quantities.find(told.evidence.text, lexicon, dials) if q.dimension not in ("date", "day-of-year"))


def _stems(tokens: Iterable[Token], lexicon: Lexicon, dials: OverlapDials) -> frozenset[str]:
    kept = tuple(tokens)
    words = {_stem(token.low.removesuffix("'s"), dials) for token in content(kept, lexicon, AnchorDials())}
    return frozenset(words | {token.low for token in kept if token.is_numeral})


def _stem(word: str, dials: OverlapDials) -> str:
    """The beginning of a word, so that cause, causes and caused are one; short words lose a plural -s."""
    return word[: dials.stem_letters] if len(word) > dials.stem_letters else word.removesuffix("s")


def _forms(entity: Entity) -> frozenset[str]:
    return frozenset(form.casefold() for form in (entity.text, *entity.aliases))


def _base(clause: Clause, index: int) -> str:
    verb = clause.lexicon.verbs.get(clause.low(index))
    return verb.base if verb else clause.low(index)
