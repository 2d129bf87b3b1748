"""Asides that are claims of their own: relative clauses, appositions and participles between commas."""

from veracious.rules.reading import clauses, grammar
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.verbs import Form

_ASIDE_PRONOUNS = frozenset(("who", "which", "whose", "where", "whom"))


def relative(clause: Clause) -> tuple[str, ...] | None:
    """Zaha Hadid, whose father was a politician, studied in Beirut."""
    for comma in range(1, len(clause) - 1):
        if not clause.is_comma(comma) or clause.low(comma + 1) not in _ASIDE_PRONOUNS:
            continue
        found = _where(clause, comma)
        if found is None:
            continue
        (start, _), close = found
        if clause.low(comma - 1) in clause.lexicon.time_nouns or clause.tags[comma - 1] is Tag.NUMBER:
            continue  # neither a century nor a year is a "who" or a "where"
        inner = _relative_text(clause, clause.words(start, comma), (comma + 1, close))
        if inner is not None:
            return _without(clause, comma, close), inner
    return None


def apposition(clause: Clause) -> tuple[str, ...] | None:
    """Mo Ibrahim, a telecoms entrepreneur, set up a prize."""
    for comma in range(1, len(clause) - 1):
        if not clause.is_comma(comma) or not (_names_a_role(clause, comma + 1) or _is_name_of_a_role(clause, comma)):
            continue
        found = _where(clause, comma)
        dated = clause.low(comma - 1) in clause.lexicon.time_nouns or clause.low(comma - 1) in clause.lexicon.months
        if dated or clause.tags[comma - 1] is Tag.NUMBER:
            continue  # fell in June, the lowest rate on record
        if found is not None and clause.low(found[0][0] - 1) == "per":
            continue  # 1.8 metres per second, roughly a walking pace
        if found is not None and _gapped(clause, comma + 1, found[1]):
            continue  # 74 of the 150 seats, the opposition 72
        if found is None or _says_what_it_is(clause, comma) or _has_verb(clause, comma + 1, found[1]) or _is_list(clause, comma, found[1]):
            continue
        subject, close = found
        about_subject = subject[0] == 0
        be = clauses.copula(clause, subject, clauses.main_verb(clause, close) if about_subject else None, passive=False)
        return _without(clause, comma, close), f"{clause.words(*subject)} {be} {clause.words(comma + 1, close)}"
    return None


def participle(clause: Clause) -> tuple[str, ...] | None:
    """Aspartame, discovered in 1965, is sweeter than sugar."""
    for comma in range(1, len(clause) - 1):
        lead = clauses.skip_adverbs(clause, comma + 1)
        known = clause.lexicon.verbs.get(clause.low(lead))
        if not clause.is_comma(comma) or known is None or Form.PARTICIPLE not in known.forms:
            continue
        if clauses.main_verb(clause, 0, comma) is not None or clause.tag(lead + 1) is Tag.DETERMINER:
            continue
        close = _close_before_verb(clause, comma + 1)
        if close is None:
            continue
        be = clauses.copula(clause, (0, comma), clauses.main_verb(clause, close), passive=True)
        return _without(clause, comma, close), f"{clause.words(0, comma)} {be} {clause.words(comma + 1, close)}"
    return None


def _gapped(clause: Clause, start: int, close: int) -> bool:
    """The opposition 72; the county 45 million: a subject with a figure, the verb of the clause before left out."""
    inner = clause.tags[start:close]
    return len(inner) > 2 and inner[-1] is Tag.NUMBER and inner[-2] is Tag.WORD and Tag.PREPOSITION not in inner


def _where(clause: Clause, comma: int) -> tuple[tuple[int, int], int] | None:
    """What the aside after this comma is about, and where the aside ends."""
    verb = clauses.main_verb(clause, 0, comma)
    if verb is None:
        if any(clause.is_comma(k) for k in range(comma)):
            return None
        close = _close_before_verb(clause, comma + 1)
        return None if close is None else ((0, comma), close)
    start = clauses.noun_phrase_start(clause, comma)
    return None if start >= comma or start <= verb else ((start, comma), _close_at_end(clause, comma + 1))


def _says_what_it_is(clause: Clause, comma: int) -> bool:
    """Smith was an author, one of the first: what follows may be said of Smith, or of what stands before the comma."""
    verb = clauses.main_verb(clause, 0, comma)
    return verb is not None and clause.tags[verb] is Tag.AUX and clauses.verb_group_end(clause, verb) == verb + 1


def _close_before_verb(clause: Clause, start: int) -> int | None:
    """The comma behind which the main verb follows; none where another subject is joined before it."""
    for index in range(start + 1, len(clause) - 1):
        if clause.is_comma(index) and clause.tag(index + 1) is Tag.CONJUNCTION:
            return None
        if clause.is_comma(index) and clause.tag(clauses.skip_adverbs(clause, index + 1)) in FINITE:
            return index
    return None


def _close_at_end(clause: Clause, start: int) -> int:
    """The end of an aside behind the verb: a comma that a new clause or verb follows, or the end."""
    for index in range(start, len(clause) - 1):
        joins = clause.tag(index + 1) is Tag.CONJUNCTION and clauses.begins_clause(clause, index + 2)
        if clause.is_comma(index) and (joins or clause.tag(index + 1) is Tag.PREPOSITION):
            return index
    return len(clause)


def _without(clause: Clause, comma: int, close: int) -> str:
    """The sentence with the aside taken out."""
    rest = clause.words(close, len(clause))
    joined = ", " if rest and clause.tag(close + 1) is Tag.CONJUNCTION else " "
    return (clause.words(0, comma) + joined + rest).strip(" ,")


def _relative_text(clause: Clause, noun: str, inner: tuple[int, int]) -> str | None:
    start, close = inner
    body = clause.words(start + 1, close)
    match clause.low(start):
        case "who" | "which" if clause.tag(clauses.skip_adverbs(clause, start + 1)) in FINITE:
            return f"{noun} {body}"
        case "whose":
            return f"{noun}'s {body}"
        case "where" if clauses.main_verb(clause, start + 1, close) is not None:
            subject = clause.words(0, clauses.main_verb(clause) or 0)
            pronoun = clause.low(start + 1) in ("it", "he", "she", "they")
            at = _preposition_before(clause, start - 1)
            return f"{at} {noun} {subject} {clause.words(start + 2, close)}" if pronoun and subject else f"{at} {noun} {body}"
    return None


def _preposition_before(clause: Clause, comma: int) -> str:
    """The preposition that the sentence itself uses for the place before the comma; "in" when it uses none."""
    at = clauses.noun_phrase_start(clause, comma) - 1
    places = clause.tag(at) is Tag.PREPOSITION and clause.low(at) in ("in", "at", "on", "near", "under")
    return clause.tokens[at].text.capitalize() if places else "In"


def _names_a_role(clause: Clause, start: int) -> bool:
    """Whether a description opens here: a role with or without its article."""
    start = clauses.skip_adverbs(clause, start)
    if clause.low(start) in ("a", "an", "the", "one"):
        return True
    if start >= len(clause):
        return False
    lead = clause.tokens[start]
    return (
        lead.low in clause.lexicon.roles
        and not lead.is_capitalised
        and clause.tag(start + 1) in (Tag.PREPOSITION, Tag.WORD, Tag.CONJUNCTION)
    )


def _is_name_of_a_role(clause: Clause, comma: int) -> bool:
    """The bank's chief executive, Jes Staley, resigned: a described person or thing, then only its name."""
    close = next((k for k in range(comma + 1, len(clause)) if clause.is_comma(k)), comma)
    named = close > comma + 1 and all(clause.tags[k] is Tag.NAME for k in range(comma + 1, close))
    lead = clause.tokens[comma - 1]
    opens = clause.tag(0) is Tag.DETERMINER or clause.low(0).endswith("'s")
    return named and not lead.is_capitalised and lead.low in clause.lexicon.roles and opens


def _has_verb(clause: Clause, start: int, close: int) -> bool:
    """Whether a verb of its own stands there; "a company based in Mainz" has none."""
    verb = clauses.main_verb(clause, start, close)
    if verb is None:
        return False
    known = clause.lexicon.verbs.get(clause.low(verb))
    describes = known is not None and Form.PARTICIPLE in known.forms and clause.tag(verb + 1) is Tag.PREPOSITION
    return not describes or clauses.main_verb(clause, verb + 1, close) is not None


def _is_list(clause: Clause, comma: int, close: int) -> bool:
    """A car, a house and a boat: commas of a list, not of an aside."""
    if clauses.main_verb(clause, 0, comma) is None:
        return clause.low(close) in ("and", "or") or clause.low(close + 1) in ("and", "or")
    joins = [k for k in range(comma + 1, close) if clause.low(k) in ("and", "or") and clause.tags[k] is Tag.CONJUNCTION]
    more = any(clause.is_comma(k) for k in range(comma + 1, close))
    start = clauses.noun_phrase_start(clause, comma)
    return bool(joins) and (more or clause.tag(start) is Tag.DETERMINER or not _has_name(clause, start, comma))


def _has_name(clause: Clause, start: int, end: int) -> bool:
    return any(clause.tags[k] is Tag.NAME or grammar.Tag.QUOTED is clause.tags[k] for k in range(start, end))
