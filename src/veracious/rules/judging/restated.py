"""A quote that says in so many words what a subclaim says: no judge may read a refutation into it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Quote
from veracious.domain.stance import Stance
from veracious.rules.reading import clauses, sentences
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.reading.tokens import Token, scan
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class RestatedDials:
    """When a sentence says what a subclaim says."""

    is_heeded: bool = True  # whether a refutation gives way to it; either; the judge refutes 2 in 100 claims that a sentence states
    words_at_least: int = 4  # of the subclaim, articles left out; 3–8; a guess: fewer are said of many things
    lead_at_most: int = 6  # words and signs before it in its sentence: "In March 2024,"; 0–12; a guess


_ARTICLES = frozenset(("a", "an", "the"))
_SLIGHT = _ARTICLES | frozenset(("also", "then", "now", "has", "have", "had"))  # words that change nothing where the sentence has them
_TURNS = frozenset(
    "not no never nor neither none nobody nothing without but although though however unless if except until till only almost nearly "
    "would could should might may whether false falsely wrong wrongly untrue deny denied denies dispute disputed doubt doubted "
    "rumour rumoured rumor rumored alleged allegedly claim claimed claims supposed supposedly reportedly hoax myth instead rather than "
    "said says say told believe believes believed think thinks thought".split()
)  # a sentence with one of them may mean something else than its words
_GOES_ON = frozenset(
    "in on at by for from to with of after before during since while when where who which that as into over under between through "
    "against about because according".split()
)  # what may come behind the words of the subclaim
_QUOTED = frozenset('"“”„«»‘?')


def apply(stance: Stance, subclaim: Subclaim, quote: Quote, lexicon: Lexicon, dials: RestatedDials) -> Stance:
    """The stance of a quote, a refutation turned where the quote says the subclaim word for word.

    Formula: A quote that says the subclaim. From ours.

        supports' = supports + refutes, refutes' = 0
                    if is_heeded, the quote is taken to refute, and a sentence of it has all words of the subclaim in their order,
                    in the active or the passive voice; articles, "has", "also" and what stands between commas do not count
        as it was   if the subclaim has fewer than words_at_least words, more than lead_at_most words and signs come before it,
                    or the sentence denies, limits, supposes, asks or reports

    Dials: is_heeded, words_at_least, lead_at_most of RestatedDials.
    """
    if not dials.is_heeded or side(stance) != "refutes" or not is_said(subclaim, quote, lexicon, dials):
        return stance
    return Stance(stance.supports + stance.refutes, 0.0, stance.neutral)


def is_said(subclaim: Subclaim, quote: Quote, lexicon: Lexicon, dials: RestatedDials) -> bool:
    """Whether a sentence of the quote says the subclaim word for word, in the active or the passive voice."""
    parsed = [scan(span.of(quote.text)) for span in sentences.split(quote.text, "en", SentenceDials())]
    return any(_says(words, sentence, dials) for words in _orders(subclaim.text, lexicon) for sentence in parsed)


def _orders(text: str, lexicon: Lexicon) -> Iterator[tuple[str, ...]]:
    """The words of a subclaim, and those of the same in the active voice."""
    clause = clauses.parse(text, lexicon)
    yield _words(clause.tokens)
    if turned := _active(clause):
        yield _words(turned)


def _active(clause: Clause) -> tuple[Token, ...]:
    """ "It was bought by them in May" as "they bought it in May"; nothing where it is not so plain."""
    verb = clauses.main_verb(clause)
    if verb is None or clause.low(verb) not in ("was", "were"):
        return ()
    done = clauses.verb_group_end(clause, verb)
    if done != verb + 2 or clause.low(done) != "by":
        return ()
    ends = (index for index in range(done + 1, len(clause)) if clause.low(index) in _GOES_ON - {"of"} or not clause.tokens[index].is_word)
    end = next(ends, len(clause))
    agent, rest = clause.tokens[done + 1 : end], clause.tokens[end:]
    return (*agent, clause.tokens[done - 1], *clause.tokens[:verb], *rest) if agent else ()


def _words(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(word for token in tokens if (word := _word(token)) and word not in _ARTICLES)


def _word(token: Token) -> str:
    """A word or numeral as it is compared; empty for a sign that is no unit."""
    if token.is_word or token.is_numeral:
        return token.low.replace(",", "")
    return {"%": "percent"}.get(token.low, token.low if token.low in "$€£" else "")


def _says(words: Sequence[str], sentence: Sequence[Token], dials: RestatedDials) -> bool:
    """Whether a sentence has these words in their order, and nothing before, between or behind them that matters."""
    if len(words) < dials.words_at_least or any(
        token.low in _QUOTED or (token.low in _TURNS and token.low not in words) for token in sentence
    ):
        return False
    return any(_says_from(first, words, sentence, dials) for first, token in enumerate(sentence) if _word(token) == words[0])


def _says_from(first: int, words: Sequence[str], sentence: Sequence[Token], dials: RestatedDials) -> bool:
    place = first
    for word in words:
        while place < len(sentence) and _word(sentence[place]) != word:
            if sentence[place].low not in _SLIGHT and sentence[place].low != ",":
                return False
            place = place + 1 if sentence[place].low in _SLIGHT else _behind_commas(sentence, place)
        place += 1
    return place <= len(sentence) and _may_begin(sentence[:first], dials) and _may_end(sentence[place:])


def _behind_commas(sentence: Sequence[Token], comma: int) -> int:
    """The place behind what a comma opens and another closes; beyond the end where none does."""
    return next((place + 1 for place in range(comma + 1, len(sentence)) if sentence[place].low == ","), len(sentence))


def _may_begin(before: Sequence[Token], dials: RestatedDials) -> bool:
    """Nothing but an article, or a few words and a comma."""
    lead = list(before)
    while lead and lead[-1].low in _ARTICLES:
        lead.pop()
    return not lead or (lead[-1].low == "," and len(lead) <= dials.lead_at_most)


def _may_end(behind: Sequence[Token]) -> bool:
    """Not in the middle of a name, an amount or an object."""
    return not behind or not _word(behind[0]) or behind[0].low in _GOES_ON
