"""Figures that share a verb: a list is parted only where each of its things has a figure, and says of what."""

from veracious.rules.reading import clauses
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.fact_asides import NOUNS
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon


def parted(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Rose 4 % in Spain and 7 % in Italy: a list is parted where each of its things has a figure, and says of what."""
    clause = clauses.parse(text, lexicon)
    verb = clauses.main_verb(clause)
    if verb is None:
        return (text,)
    return _bracketed(clause, verb) or _gapped(clause, verb) or _gapped_behind(clause, verb) or _listed(clause, verb) or (text,)


_JOINING = frozenset(("and", "or"))


def _is_figure(clause: Clause, index: int) -> bool:
    token = clause.tokens[index] if 0 <= index < len(clause) else None
    if token is None or clause.tags[index] is Tag.QUOTED:
        return False
    year = (
        token.is_numeral
        and clause.low(index - 1) in ("in", "since", "until", "by", "of")
        and token.text.isdecimal()
        and len(token.text) > len("999")
    )
    return (token.is_numeral or (token.low in clause.lexicon.number_words and token.low != "one")) and not year


def _figure_at(clause: Clause, index: int) -> bool:
    """Whether an amount begins here, with its sign or a word that blurs it."""
    at = index + (clause.lexicon.approximators.at(clause.tokens, index)[0])
    while at < len(clause) and (
        clause.tokens[at].text in "$€£¥" or clause.low(at) in ("nz", "us", "a$", "another", "a", "further", "about", "around", "some")
    ):
        at += 1
    return _is_figure(clause, at)


def _gapped(clause: Clause, verb: int) -> tuple[str, ...]:
    """Around 9,000 were exported to Slovakia and 4,500 to Croatia."""
    group = clauses.verb_group_end(clause, verb)
    if not _figure_at(clause, 0) or verb == 0:
        return ()
    for at in range(group + 1, len(clause) - 2):
        joint = clause.low(at) == "and" or clause.is_comma(at)
        if not joint or not _figure_at(clause, at + 1):
            continue
        place = next((k for k in range(at + 1, len(clause)) if clause.tags[k] is Tag.PREPOSITION), None)
        compared = any(
            clause.low(k) in ("more", "less", "fewer", "than", "higher", "lower", "up", "down") for k in range(at + 1, place or at)
        )
        if place is None or compared or any(clause.tags[k] in FINITE for k in range(at, len(clause))):
            continue
        second = f"{clause.words(at + 1, place)} {clause.words(verb, group)} {clause.words(place, len(clause))}"
        return f"{clause.words(0, at)}.", f"{second[:1].upper()}{second[1:]}."
    return ()


def _gapped_behind(clause: Clause, verb: int) -> tuple[str, ...]:
    """The state paid 90 million and the county 45 million; approvals rose by 18 per cent and rents by 11: the verb holds for both."""
    group = clauses.verb_group_end(clause, verb)
    for at in range(group + 1, len(clause) - 2):
        right = at + 1 + (clause.is_comma(at) and clause.low(at + 1) in ("and", "but", "while"))
        joint = clause.low(at) in ("and", "or") or clause.is_comma(at)
        amount = next((k for k in range(right + 1, len(clause)) if _figure_at(clause, k)), None)
        if joint and clause.tag(right) is Tag.PREPOSITION and clause.low(right) == clause.low(group) and _figure_at(clause, right + 1):
            both = _figure_at(clause, group + 1) and not any(clause.tags[k] in FINITE for k in range(at, len(clause)))
            placed = any(clause.tags[k] is Tag.PREPOSITION for k in range(right + 2, len(clause)))
            if both and placed:  # rose by 8 per cent in March and by 11 per cent in April
                return f"{clause.words(0, at)}.", f"{clause.words(0, group)} {clause.words(right, len(clause))}."
        if not joint or amount is None or clause.tag(right) not in (Tag.DETERMINER, Tag.WORD, Tag.NAME):
            continue
        tied = clause.tag(amount - 1) is Tag.PREPOSITION
        subject = range(right, amount - tied)
        plain = all(clause.tags[k] in (*NOUNS, Tag.DETERMINER, Tag.ADVERB) or clause.low(k) == "of" for k in subject)
        same = clause.low(group) == clause.low(amount - 1) if tied else _figure_at(clause, group)
        if plain and same and subject and not any(clause.tags[k] in FINITE for k in range(at, len(clause))):
            second = f"{clause.words(right, amount - tied)} {clause.words(verb, group)} {clause.words(amount - tied, len(clause))}"
            return f"{clause.words(0, at)}.", f"{second[:1].upper()}{second[1:]}."
    return ()


def _listed(clause: Clause, verb: int) -> tuple[str, ...]:
    """A fall of 7% in Spain, 6% in Italy and 5% in Malta; "between 4 and 7" and "in 1996 and 1999" are none."""
    first = next((k for k in range(verb + 1, len(clause)) if _is_figure(clause, k)), None)
    if first is None:
        return ()
    while first > verb + 1 and (
        clause.tokens[first - 1].text in "$€£¥" or clause.low(first - 1) in ("nz", "us", "about", "around", "some", "roughly", "nearly")
    ):
        first -= 1
    if any(clause.low(k) in ("between", "from", "compared", "than") for k in range(verb, first)):
        return ()
    joints = [
        k
        for k in range(first + 1, len(clause) - 1)
        if (clause.low(k) in _JOINING or clause.is_comma(k)) and clause.tags[k] is not Tag.QUOTED
    ]
    cuts = [k for k in joints if _figure_at(clause, k + 1 + (clause.low(k + 1) == "and"))]
    if not cuts or (clause.low(cuts[-1]) not in _JOINING and clause.low(cuts[-1] + 1) != "and"):
        return ()
    if any(k not in cuts and k < cuts[-1] and k + 1 not in cuts for k in joints):
        return ()
    edges = [first, *(k + 1 + (clause.low(k + 1) == "and") for k in cuts)]
    items = [clause.words(a, b) for a, b in zip(edges, [*cuts, len(clause)], strict=True)]
    if not all(_says_of_what(item, clause.lexicon) for item in items):
        return ()
    return tuple(f"{clause.words(0, first)} {item}." for item in items)


def _bracketed(clause: Clause, verb: int) -> tuple[str, ...]:
    """The commonest were nausea (14%), cough (8%) and fever (5%): each thing with a figure in brackets behind it."""
    start = clauses.verb_group_end(clause, verb)
    figures = [k for k in range(start, len(clause)) if clause.low(k) == "(" and clause.tokens[min(k + 1, len(clause) - 1)].is_numeral]
    closes = [next((k for k in range(at, len(clause)) if clause.low(k) == ")"), len(clause)) + 1 for at in figures]
    joined = all(clause.is_comma(k) or clause.low(k) == "and" for k in closes[:-1])
    if len(figures) < 2 or not joined or closes[-1] != len(clause):
        return ()
    edges = [start, *(k + 1 + (clause.low(k + 1) == "and") for k in closes[:-1])]
    plain = all(clause.tags[k] in NOUNS for a, b in zip(edges[1:], figures[1:], strict=True) for k in range(a, b))
    items = (f"{clause.words(0, start)} {clause.words(a, b)}." for a, b in zip(edges, closes, strict=True))
    return tuple(items) if plain else ()


def _says_of_what(item: str, lexicon: Lexicon) -> bool:
    """Whether a thing of a list says more than its amount: in Spain, this year, of the seats."""
    clause = clauses.parse(item, lexicon)
    tags = clause.tags[1:]
    placed = any(tag is Tag.PREPOSITION for tag in tags) or any(lexicon.relative_times.at(clause.tokens, k)[0] for k in range(len(clause)))
    return (placed or clause.low(len(clause) - 1) in ("next", "last")) and not any(tag in FINITE for tag in clause.tags)
