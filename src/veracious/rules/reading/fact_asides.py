"""Asides of a sentence that tell a fact of their own: of its subject, of the last thing named, of the time or place that opens it."""

from collections.abc import Callable
from dataclasses import dataclass

from veracious.rules.reading import clauses, grammar
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class AsideDials:
    """Which asides are told."""

    aside_tokens_at_least: int = 3  # of an aside that is a claim, as a shorter one says an age or a title; 2–5; written articles, open half
    which_tokens_ahead: int = 4  # words before "of which": roughly half of which; 2–6; a guess
    move_tokens_ahead: int = 3  # words behind a comma, where "a sharp move" has its noun; 2–5; a guess


NOUNS = frozenset({Tag.WORD, Tag.NAME, Tag.NUMBER})


def _move_told(clause: Clause, dials: AsideDials) -> tuple[str, ...] | None:
    """The firm shut its plant in Italy, a move that cost 400 jobs: the aside is of the whole sentence."""
    verb = clauses.main_verb(clause)
    for comma in range((verb or len(clause)) + 1, len(clause) - dials.aside_tokens_at_least):
        if not clause.is_comma(comma) or clause.low(comma + 1) not in ("a", "an"):
            continue
        head = next((k for k in range(comma + 2, min(len(clause), comma + 2 + dials.move_tokens_ahead)) if clause.low(k) in _MOVES), None)
        if head is not None and clause.low(head + 1) in ("that", "which") and verb is not None:
            past = clauses.copula(clause, (0, verb), verb, passive=False) in ("was", "were")
            return clause.words(0, comma), f"It {'was' if past else 'is'} {clause.words(comma + 1, len(clause))}"
    return None


_MOVES = frozenset(
    "action change choice decision deal development event fact figure idea jump loss measure move number plan process step".split()
)


def _subject_told(clause: Clause, dials: AsideDials) -> tuple[str, ...] | None:
    """The vessels, each able to carry 62 cars, will enter service in 2027: an aside with a figure, behind the subject."""
    first = next((k for k in range(1, len(clause)) if clause.is_comma(k)), len(clause))
    close = next((k for k in range(first + 2, len(clause) - 1) if clause.is_comma(k)), None)
    if close is None or clause.tag(0) in (Tag.PREPOSITION, Tag.SUBORDINATOR, Tag.ADVERB) or clauses.main_verb(clause, 0, close) is not None:
        return None
    verb = clauses.skip_adverbs(clause, close + 1)
    aside = range(first + 1, close)
    if clause.tag(verb) not in FINITE or clause.tag(first + 1) in (
        Tag.CONJUNCTION,
        Tag.RELATIVE,
        Tag.PREPOSITION,
        Tag.PARTICIPLE,
        Tag.VERB,
    ):
        return None
    figure = any(clause.tags[k] is Tag.NUMBER for k in aside)
    if not figure or len(aside) < dials.aside_tokens_at_least or clause.low(first + 1) in ("a", "an", "the", "who", "which", "aged"):
        return None
    be = clauses.copula(clause, (0, first), verb, passive=False)
    return (
        f"{clause.words(0, first)} {clause.words(close + 1, len(clause))}",
        f"{clause.words(0, first)} {be} {clause.words(first + 1, close)}",
    )


def may_be_verb(clause: Clause, index: int, plural: bool) -> bool:
    """Whether a word behind a comma can be the verb of a subject before it."""
    at = clauses.skip_adverbs(clause, index)
    if clause.tag(at) in FINITE:
        return True
    known = clause.lexicon.verbs.get(clause.low(at))
    return known is not None and (Form.BASE if plural else Form.THIRD) in known.forms and clause.tag(at) is Tag.WORD


def _made(clause: Clause, dials: AsideDials) -> tuple[str, ...] | None:
    """The council voted for a cap, making it the first town to do so."""
    verb = clauses.main_verb(clause)
    for comma in range((verb or len(clause)) + 1, len(clause) - dials.aside_tokens_at_least):
        if clause.is_comma(comma) and clause.low(comma + 1) == "making" and verb is not None:
            same = clause.words(comma + 2, comma + 2 + verb).casefold() == clause.words(0, verb).casefold()
            after = comma + 2 + (verb if same else 1)
            what = next((k for k in range(after, len(clause)) if clause.low(k) in ("the", "a", "an")), None)
            named = clause.words(comma + 2, what or 0).casefold() in clause.words(0, verb).casefold()
            own = clause.tag(comma + 2) is Tag.PRONOUN or same or named
            be = clauses.copula(clause, (0, verb), None, passive=False)
            return (
                None
                if what is None or not own
                else (clause.words(0, comma), f"{clause.words(0, verb)} {be} {clause.words(what, len(clause))}")
            )
    return None


def _last_told(clause: Clause, dials: AsideDials) -> tuple[str, ...] | None:
    """It fell by 19.5%, which was not significant; in 1930, when a mould swept through; £40, half of which goes to the island."""
    verb = clauses.main_verb(clause)
    for comma in range((verb or len(clause)) + 1, len(clause) - 2):
        if not clause.is_comma(comma):
            continue
        ahead = range(comma + 1, min(len(clause), comma + 2 + dials.which_tokens_ahead))
        of = next((k for k in ahead if clause.low(k) == "of" and clause.low(k + 1) in ("which", "whom", "them")), None)
        start = clauses.noun_phrase_start(clause, comma - (clause.low(comma - 1) == "%"))
        noun, start = _antecedent(clause, start, comma, verb or 0)
        close = _close(clause, comma)
        told = _told_of(clauses.parse(clause.words(0, close), clause.lexicon), comma, of, (noun, start))
        if told is not None:
            return f"{clause.words(0, comma)} {clause.words(close, len(clause))}".strip(), told
    return None


def _close(clause: Clause, comma: int) -> int:
    """Where a relative clause ends: the firm will meet Vaasa, who won on Thursday, in Helsinki."""
    if clause.low(comma + 1) not in ("who", "which"):
        return len(clause)
    for at in range(comma + 2, len(clause) - 2):
        placed = clause.is_comma(at) and clause.tag(at + 1) is Tag.PREPOSITION and clause.tag(at - 1) is not Tag.CONJUNCTION
        if placed and not any(clause.is_comma(k) for k in range(comma + 1, len(clause)) if k != at):
            return at
    return len(clause)


def _antecedent(clause: Clause, start: int, comma: int, verb: int) -> tuple[str, int]:
    """What "which" means: the noun phrase before the comma; of a bare date, what it dates; of another bare figure, the subject."""
    meant = grammar.verb_base(clause.tokens[min(clauses.skip_adverbs(clause, comma + 2), len(clause) - 1)], clause.lexicon)
    if clause.low(comma - 1) in ("well", "too", "again", "also") or meant in ("take", "mean", "matter"):
        return "It", start
    if clause.low(start) == "a" and clause.low(start + 1) in clause.lexicon.time_nouns:  # so much a year
        start = clauses.noun_phrase_start(clause, start)
    if clause.is_comma(start - 1) and clause.tag(start) is Tag.NUMBER and verb < start - 2:  # the bridge at Apperley, 2.7 miles upstream
        before = clauses.noun_phrase_start(clause, start - 1)
        placed = clause.low(before - 1) in ("at", "in", "of", "on", "near")
        before = clauses.noun_phrase_start(clause, before - 1) if placed else before
        return clause.words(before, start - 1), before
    bare = all(clause.tags[k] in (Tag.NUMBER, Tag.SIGN) or clause.low(k) in clause.lexicon.months for k in range(start, comma))
    if clause.low(comma + 1) in ("when", "where") or not bare or start == comma:
        return clause.words(start, comma), start
    dated = clauses.noun_phrase_start(clause, start - 1)
    if clause.low(start - 1) in ("from", "of", "in", "since") and verb < dated < start - 1:
        return clause.words(dated, comma), dated
    return (clause.words(0, verb), 0) if verb else ("", start)


def _told_of(clause: Clause, comma: int, of: int | None, noun: tuple[str, int]) -> str | None:
    """The fact that a relative clause behind a comma tells."""
    words, start = noun
    opens, end = clause.low(comma + 1), len(clause)
    if of is not None and not any(clause.tags[k] in FINITE for k in range(comma + 1, of)):
        return (
            f"{clause.words(comma + 1, of + 1)} {words} {clause.words(of + 2, end)}"
            if of > comma + 1 and words
            else clause.words(of + 2, end)
        )
    if opens in ("when", "where") and clauses.begins_clause(clause, comma + 2):
        start -= clause.low(start - 1) in ("tomorrow", "yesterday", "next", "last", "this")
        before = clause.low(start - 1)
        lead = "In " if before in ("since", "until", "by", "from") and clause.tag(start) is Tag.NUMBER else ""
        lead = clause.tokens[start - 1].text + " " if before in ("in", "on", "at", "during") and start else lead
        return f"{lead}{clause.words(start, comma)} {clause.words(comma + 2, end)}"
    if opens not in ("which", "who") or not words:
        return None
    if clause.tag(clauses.skip_adverbs(clause, comma + 2)) in FINITE:
        return f"{words} {clause.words(comma + 2, end)}"
    inner = clauses.main_verb(clause, comma + 2)
    if inner is None or not clauses.begins_clause(clause, comma + 2):
        return None
    if clause.tags[inner] is Tag.VERB and clause.tag(inner + 1) in FINITE:  # which it believes is enough
        return f"{words} {clause.words(inner + 1, end)}"
    group = clauses.verb_group_end(clause, inner)
    return f"{clause.words(comma + 2, group)} {words} {clause.words(group, end)}"


Rule = Callable[[Clause, AsideDials], tuple[str, ...] | None]

# In the order they are tried; the first that applies divides the sentence.
RULES: tuple[Rule, ...] = (
    _move_told,
    _subject_told,
    _made,
    _last_told,
)
