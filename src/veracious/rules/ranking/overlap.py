"""What of a subclaim a piece of evidence speaks of, as shares of the subclaim's own words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Entity, EntitySort, Subclaim
from veracious.domain.evidence import Evidence
from veracious.domain.quantity import Quantity
from veracious.domain.span import Span
from veracious.rules.reading import clauses, quantities
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials
from veracious.rules.reading.tokens import Token, scan


@dataclass(frozen=True, slots=True)
class OverlapDials:
    """Which words are compared, and how alike two must be to be one."""

    stem_letters: int = 5  # longer words are the same when they begin with the same letters; 4–7; a guess
    word_letters_at_least: int = 3  # shorter words are compared only when they are acronyms; 2–5; a guess


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """A subclaim, taken apart for comparison with many candidates."""

    subclaim: Subclaim
    words: frozenset[str]  # stems of its content words; of numbers their digits, of demonyms their country
    subject: frozenset[str]
    verb: str  # base of its main verb
    object: frozenset[str]
    names: tuple[frozenset[str], ...]  # of each name, the forms it may appear under, spaced as a candidate's text is
    anchors: tuple[tuple[str, str], ...]  # of each anchor, its words so spaced, and its stem when it is one word
    named: frozenset[str]  # stems of the words that names are made of


@dataclass(frozen=True, slots=True)
class CandidateWords:
    """A candidate's words, read once for all subclaims."""

    evidence: Evidence
    tokens: tuple[Token, ...]
    stem_at: tuple[str, ...]  # of each token; empty when it says nothing
    stems: frozenset[str]  # all of them, and of numbers and demonyms the words too
    triple_object: frozenset[str]  # stems of the object of the triple, when it is one
    text: str  # its words in lower case with one space around each, title included


def ask(subclaim: Subclaim, lexicon: Lexicon, dials: OverlapDials) -> ClaimWords:
    """The subclaim with its subject, verb and object."""
    clause = clauses.parse(subclaim.text, lexicon)
    verb = clauses.main_verb(clause)
    middle = len(clause) if verb is None else verb
    end = len(clause) if verb is None else clauses.verb_group_end(clause, verb)
    base = "" if verb is None else _base(clause, end - 1)
    stems = _stem_at(clause.tokens, lexicon, dials, whole=True)
    names = [entity for entity in subclaim.entities if entity.sort is not EntitySort.DATE]
    spoken = (scan(form) for name in names for form in (name.text, *name.aliases))
    return ClaimWords(
        subclaim=subclaim,
        words=_said(stems),
        subject=_said(stems[:middle]),
        verb=base,
        object=_said(stems[end:]),
        names=tuple(forms(entity) for entity in names),
        anchors=tuple((_spaced(scan(one)), "" if " " in one else _stem(one.casefold(), dials)) for one in subclaim.anchors),
        named=frozenset(stem for tokens in spoken for stem in _said(_stem_at(tokens, lexicon, dials))),
    )


def tell(evidence: Evidence, lexicon: Lexicon, dials: OverlapDials, met: dict[str, str] | None = None) -> CandidateWords:
    """The candidate's words; `met` remembers their stems from candidate to candidate.

    Formula: Stems. From A §4.1 names the overlap, the stem is ours.

        a word counts if it is an acronym, or no function word and of word_letters_at_least letters or more
        stem(word) = its digits                        of a number; of a demonym, the stem of its country
        stem(word) = its first stem_letters letters    of a longer word
        stem(word) = the word without a plural -s      of any other

    Dials: stem_letters, word_letters_at_least of OverlapDials.
    """
    tokens = scan(_whole(evidence))
    stems = _stem_at(tokens, lexicon, dials, whole=True, met=met)
    triple = scan(evidence.triple.object) if evidence.triple else ()
    object = _said(_stem_at(triple, lexicon, dials))
    return CandidateWords(evidence, tokens, stems, _said(stems) | _own(tokens, stems, dials), object, _spaced(tokens))


def stems(text: str, lexicon: Lexicon, dials: OverlapDials, met: dict[str, str] | None = None) -> frozenset[str]:
    """The stems of a text, as those of a candidate."""
    tokens = scan(text)
    stems = _stem_at(tokens, lexicon, dials, whole=True, met=met)
    return _said(stems) | _own(tokens, stems, dials)


def _own(tokens: Sequence[Token], stems: Sequence[str], dials: OverlapDials) -> frozenset[str]:
    """The stems of numbers and demonyms as they stand: seven beside 7, French beside France."""
    read = ((token, stem) for token, stem in zip(tokens, stems, strict=True) if stem and not token.low.startswith(stem))
    return frozenset(_stem(_word(token), dials) for token, _ in read)


def _whole(evidence: Evidence) -> str:
    return f"{evidence.title}. {evidence.text}" if evidence.title else evidence.text


def words(text: str, lexicon: Lexicon, dials: OverlapDials) -> frozenset[str]:
    """The stems of a sentence's content words."""
    return _said(_stem_at(scan(text), lexicon, dials, whole=True))


def placed(text: str, lexicon: Lexicon, dials: OverlapDials) -> tuple[tuple[Span, str], ...]:
    """Every word and sign of a text, where it stands, and its stem; empty for one that says nothing of its own."""
    tokens = scan(text)
    stems = _stem_at(tokens, lexicon, dials, whole=True)
    return tuple((Span(token.start, token.end), stem) for token, stem in zip(tokens, stems, strict=True))


def verb(text: str, lexicon: Lexicon) -> str:
    """The base of a sentence's main verb; empty when it has none."""
    clause = clauses.parse(text, lexicon)
    first = clauses.main_verb(clause)
    return "" if first is None else _base(clause, clauses.verb_group_end(clause, first) - 1)


def _spaced(tokens: Iterable[Token]) -> str:
    return " " + " ".join(token.low.removesuffix("'s") for token in tokens) + " "


def share(wanted: frozenset[str], words: CandidateWords) -> float:
    """How many of the wanted stems the candidate has; 1 when none is wanted.

    Formula: Claim overlap. From A §4.1.

        claim_overlap = |stems of the claim ∩ stems of the candidate| / |stems of the claim|
    """
    return len(wanted & words.stems) / len(wanted) if wanted else 1.0


def names(asked: ClaimWords, words: CandidateWords) -> float:
    """How many of the names the candidate speaks of under any of their forms; 0 when there are none to speak of.

    Formula: Entity overlap. From A §4.1.

        entity_overlap = names of the claim that the candidate has under one of their forms / names of the claim
        entity_overlap = 0                             where the claim has no names
    """
    return sum(has_name(forms, words.text) for forms in asked.names) / len(asked.names) if asked.names else 0.0


def has_name(forms: frozenset[str], text: str) -> bool:
    """Whether one of the forms stands in the spaced words of a candidate, as whole words: no Oman in a woman."""
    return any(form in text for form in forms)


def forms(entity: Entity) -> frozenset[str]:
    """What a name may appear under, spaced as a candidate's text is."""
    return frozenset(_spaced(scan(form.casefold())) for form in (entity.text, *entity.aliases))


def spaced(evidence: Evidence) -> str:
    """The words of a candidate in lower case with one space around each, title included."""
    return _spaced(scan(_whole(evidence)))


def anchors(asked: ClaimWords, candidate: CandidateWords) -> float:
    """How many of the subclaim's anchors the candidate speaks of; 0 when it has none.

    Formula: Anchor match. From A §4.3, B (anchor extraction).

        anchor_match = anchors that the candidate has, as words or by their stem / anchors of the claim
        anchor_match = 0                               where the claim has no anchors
    """
    found = sum(words in candidate.text or (stem in candidate.stems if stem else False) for words, stem in asked.anchors)
    return found / len(asked.anchors) if asked.anchors else 0.0


def numbers(text: str, lexicon: Lexicon, dials: AmountDials) -> tuple[Quantity, ...]:
    """The amounts a text states, dates left out."""
    return tuple(q for q in quantities.find(text, lexicon, dials) if q.dimension not in ("date", "day-of-year"))


def _said(stems: Iterable[str]) -> frozenset[str]:
    return frozenset(stems) - {""}


def _stem_at(
    tokens: Sequence[Token], lexicon: Lexicon, dials: OverlapDials, *, whole: bool = False, met: dict[str, str] | None = None
) -> tuple[str, ...]:
    """The stem of each token, so that Seven is 7 and French is of France; empty for one that says nothing of its own."""
    shouted = whole and not any(token.text.islower() for token in tokens)  # a whole text in capitals has no acronyms
    known = {} if shouted or met is None else met
    for token in tokens:
        if token.text not in known:
            known[token.text] = _meant(token, shouted, lexicon, dials)
    return tuple(known[token.text] for token in tokens)


def _meant(token: Token, shouted: bool, lexicon: Lexicon, dials: OverlapDials) -> str:
    if not token.is_word:
        return token.low.replace(",", "") if token.is_numeral else ""
    low = token.low
    if (low in lexicon.number_words or "-" in low) and (number := _number(low, lexicon)):
        return number
    is_content = low not in lexicon.function_words and len(low) >= dials.word_letters_at_least
    if not is_content and (shouted or len(low) == 1 or not token.text.isupper()):  # the WHO is no question, the US is not us
        return ""
    word = _word(token)
    return _stem(lexicon.demonyms.get(word, word) if token.is_capitalised else word, dials)  # to polish is not of Poland


def _number(word: str, lexicon: Lexicon) -> str:
    """The digits of a number word below a hundred; none of "one", which mostly is somebody."""
    parts = word.split("-")
    if not all(part in lexicon.number_words for part in parts):
        return ""
    value = sum(lexicon.number_words[part] for part in parts)
    return "" if value == 1 else str(int(value))


def _word(token: Token) -> str:
    """The word without a possessive, an acronym without its dots."""
    word = token.low.removesuffix("'s")
    return word.replace(".", "") if "." in word and token.text.isupper() else word


def _stem(word: str, dials: OverlapDials) -> str:
    """The beginning of a word, so that cause, causes and caused are one; short words lose a plural -s."""
    return word[: dials.stem_letters] if len(word) > dials.stem_letters else word.removesuffix("s")


def _base(clause: Clause, index: int) -> str:
    verb = clause.lexicon.verbs.get(clause.low(index))
    return verb.base if verb else clause.low(index)
