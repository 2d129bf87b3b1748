"""Who and what a text names: capitalised spans, quoted names, acronyms, dates, and the other forms of each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Entity, EntitySort
from veracious.domain.quantity import Quantity
from veracious.domain.span import Span
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import Token, low, scan, span
from veracious.rules.reading.verbs import Form

# Words that stand inside names: University of Oxford, Simon de Montfort, Procter & Gamble.
_LINKS = frozenset("of the de la le van von der den del da di al bin ibn el du & and for".split())
_WEAK_LINKS = frozenset(("and", "the", "for"))  # only together with "of", or between parts of a known pair
_TITLES = frozenset("mr mrs ms dr prof sir dame lord lady rev hon".split())
_QUOTED = re.compile(r"[\"“«„]([^\"“”«»„\n]+)[\"”»“]")


@dataclass(frozen=True, slots=True)
class EntityDials:
    """What is taken for a name."""

    acronym_letters_at_most: int = 6  # longer words in capitals are shouting; 5–8; a guess
    name_tokens_at_most: int = 10  # longer capitalised spans are headlines; 6–15; a guess
    quoted_words_at_most: int = 8  # longer quotations are speech, not titles; 5–12; a guess


def find(text: str, quantities: Sequence[Quantity], lexicon: Lexicon, dials: EntityDials) -> tuple[Entity, ...]:
    """All entities in order of appearance; a quoted name swallows the names inside it."""
    quoted = tuple(_quoted(text, dials))
    dates = tuple(
        Entity(quantity.span.of(text), quantity.span, EntitySort.DATE)
        for quantity in quantities
        if quantity.dimension in ("date", "day-of-year")
    )
    taken = frozenset(at for entity in (*quoted, *dates) for at in range(entity.span.start, entity.span.end))
    names = _names(text, taken, lexicon, dials)
    return tuple(sorted((*quoted, *dates, *names), key=lambda entity: entity.span))


def _quoted(text: str, dials: EntityDials) -> Iterator[Entity]:
    for match in _QUOTED.finditer(text):
        words = match.group(1).split()
        if words and len(words) <= dials.quoted_words_at_most and words[0][0].isupper() and match.group(1).strip()[-1] not in ".!":
            yield Entity(match.group(1), Span(*match.span(1)), EntitySort.QUOTED)


def _names(text: str, taken: frozenset[int], lexicon: Lexicon, dials: EntityDials) -> Iterator[Entity]:
    """Capitalised spans outside of what is taken already."""
    tokens, index = scan(text), 0
    while index < len(tokens):
        end = index if tokens[index].start in taken else _name_end(tokens, index, lexicon, dials)
        end = next((k for k in range(index, end) if tokens[k].start in taken), end)
        if end == index:
            index += 1
            continue
        yield _named(text, tokens[index:end], _acronym_after(tokens, end), dials)
        index = end


def _name_end(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: EntityDials) -> int:
    """The token after the name that begins here; `index` itself when none does."""
    if not _may_be_name(tokens, index, lexicon):
        return index
    end = index + 1
    while end < min(len(tokens), index + dials.name_tokens_at_most):
        if tokens[end].is_capitalised or _is_initial_dot(tokens, end):
            end += 1
        elif (linked := _after_links(tokens, end)) is not None:
            end = linked
        else:
            break
    return end


def _after_links(tokens: Sequence[Token], index: int) -> int | None:
    """Past one or two linking words to the next capitalised one: University of the Arts, Ursula von der Leyen."""
    if tokens[index].low not in _LINKS or tokens[index].low in _WEAK_LINKS:
        return None
    end = index + 1 + (low(tokens, index + 1) in _LINKS)
    return end + 1 if end < len(tokens) and tokens[end].is_capitalised else None


def _is_initial_dot(tokens: Sequence[Token], index: int) -> bool:
    """The dot of a single initial, with a capitalised word behind it."""
    previous = tokens[index - 1]
    followed = index + 1 < len(tokens) and tokens[index + 1].is_capitalised
    return tokens[index].text == "." and len(previous.text) == 1 and previous.end == tokens[index].start and followed


def _may_be_name(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> bool:
    """A capital is a name unless it merely opens the sentence."""
    token = tokens[index]
    if not token.is_capitalised or token.low == "i" or (token.low in _TITLES and low(tokens, index + 1) != "of"):
        return False
    opens = index == 0 or tokens[index - 1].text in '.!?:"“'
    if not opens:
        return token.low not in lexicon.function_words or (len(token.text) > 1 and token.text.isupper())
    if token.low in lexicon.function_words or token.low in lexicon.prepositions:
        return False
    return _is_surely_a_name(tokens, index, lexicon)


def _is_surely_a_name(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> bool:
    """At the head of a sentence: another capital follows, or it is no word of the lists."""
    token = tokens[index]
    if index + 1 < len(tokens) and tokens[index + 1].is_capitalised:
        return True
    if _only_counts(tokens, index, lexicon):
        return False
    if low(tokens, index + 1) in lexicon.auxiliaries or _is_past(low(tokens, index + 1), lexicon):
        return token.low not in lexicon.roles  # Trump won
    known = token.low in lexicon.verbs or token.low in lexicon.roles or token.low in lexicon.count_nouns or token.low in lexicon.determiners
    return not known


def _only_counts(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> bool:
    """Twelve people were hurt; nobody was; children were: it says how many, or of what sort, and names nobody."""
    word = tokens[index].low
    plain = word in lexicon.number_words or word in lexicon.count_nouns or word in lexicon.plural_nouns
    return plain or bool(lexicon.quantifiers_absolute.at(tokens, index)[0])


def _is_past(word: str, lexicon: Lexicon) -> bool:
    verb = lexicon.verbs.get(word)
    return verb is not None and Form.PAST in verb.forms


def _acronym_after(tokens: Sequence[Token], end: int) -> str | None:
    """World Health Organization (WHO)"""
    if low(tokens, end) == "(" and low(tokens, end + 2) == ")" and tokens[end + 1].text.isupper():
        return tokens[end + 1].text
    return None


def _named(text: str, tokens: Sequence[Token], acronym: str | None, dials: EntityDials) -> Entity:
    where = span(tokens)
    if tokens[-1].low.endswith("'s"):
        where = Span(where.start, where.end - len("'s"))
    words = [token.text for token in tokens if token.is_word]
    is_acronym = len(words) == 1 and words[0].isupper() and 1 < len(words[0]) <= dials.acronym_letters_at_most
    return Entity(where.of(text), where, EntitySort.ACRONYM if is_acronym else EntitySort.NAME, _aliases(where.of(text), words, acronym))


def _aliases(text: str, words: Sequence[str], acronym: str | None) -> tuple[str, ...]:
    """Other forms the same thing appears under: its acronym, its last word, itself without dots."""
    forms = [acronym] if acronym else []
    capitals = [word for word in words if word[0].isupper()]
    if len(capitals) > 2:
        forms.append("".join(word[0] for word in capitals))
    if len(words) > 1 and capitals == list(words):
        forms.append(words[-1].removesuffix("'s").removesuffix("’s"))
    if "." in text:
        forms.append(text.replace(".", ""))
    return tuple(dict.fromkeys(form for form in forms if form != text))
