"""Clauses of one sentence, each with a subject and a verb of its own, and the signs and words that join them."""

from collections.abc import Iterator
from dataclasses import dataclass

from veracious.rules.reading import clauses, fact_asides, grammar
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.fact_asides import NOUNS
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class JointDials:
    """What before a colon is no statement of its own."""

    label_tokens_at_most: int = 4  # of a label without a verb, as in "Team news: …"; 2–6; a guess
    lead_tokens_at_most: int = 7  # of a lead without figure and name, as in "Opposition parties disagree: …"; 4–10; a guess


_JOINING = frozenset("and but while whereas although though so yet for".split())


def parted(text: str, lexicon: Lexicon, dials: JointDials) -> tuple[str, ...]:
    """The clauses of a sentence that a semicolon, or a comma with a joining word, parts; each has a subject and a verb."""
    return tuple(part for one in _told_twice(text, lexicon) for part in _joined(clauses.parse(one, lexicon), one, dials))


def _told_twice(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The mayor admitted that it cost more but denied that anyone was bribed: two statements of one speaker."""
    clause = clauses.parse(text, lexicon)
    verb = clauses.main_verb(clause)
    if verb is None or verb == 0 or not _tells(clause, verb):
        return (text,)
    for at in range(verb + 2, len(clause) - 2):
        lead = clauses.skip_adverbs(clause, at + 1)
        joint = clause.tags[at] is Tag.CONJUNCTION and clause.low(at) in ("and", "but")
        same = clause.tag(lead) is Tag.VERB and _same_form(clause, verb, lead)
        if joint and same and _tells(clause, lead) and any(clause.tags[k] in FINITE for k in range(verb + 1, at)):
            return f"{clause.words(0, at)}.", f"{clause.words(0, verb)} {clause.words(at + 1, len(clause))}."
    return (text,)


def _tells(clause: Clause, verb: int) -> bool:
    base = grammar.verb_base(clause.tokens[verb], clause.lexicon)
    return base in clause.lexicon.reporting_verbs or base in clause.lexicon.belief_verbs


def _same_form(clause: Clause, first: int, second: int) -> bool:
    one, other = clause.lexicon.verbs.get(clause.low(first)), clause.lexicon.verbs.get(clause.low(second))
    return one is not None and other is not None and bool(one.forms & other.forms)


def _joined(clause: Clause, text: str, dials: JointDials) -> Iterator[str]:
    start = 0
    for at in range(1, len(clause) - 2):
        if clause.tag(start) is Tag.SUBORDINATOR and clause.low(start) != "that":
            break
        right = _right(clause, at, start)
        if right is None:
            continue
        colon = clause.low(at) == ":"
        labelled = colon and at - start <= dials.label_tokens_at_most and clause.tags[start] is not Tag.NUMBER
        if clauses.main_verb(clause, start, at) is None and not labelled:
            continue
        if not (colon and _only_leads(clause, start, at, dials)):
            yield clause.words(start, at) + "."
        start = right
    yield text if start == 0 else clause.words(start, len(clause)) + "."


def _only_leads(clause: Clause, start: int, colon: int, dials: JointDials) -> bool:
    """Whether what stands before a colon only leads to what follows: short, without a figure or a name."""
    named = any(clause.tokens[k].is_capitalised for k in range(start + 1, colon))
    counted = any(clause.tags[k] is Tag.NUMBER for k in range(start, colon))
    if clause.lexicon.page_notes.found_in(clause.tokens[start:colon]):
        return False
    label = clauses.main_verb(clause, start, colon) is None
    if any(clause.low(k) in ("no", "not", "never") for k in range(start, colon)):
        return False
    return (label and not counted) or (colon - start <= dials.lead_tokens_at_most and not named and not counted)


def _right(clause: Clause, at: int, start: int) -> int | None:
    """Where the clause behind a joint begins."""
    semicolon = clause.low(at) == ";" and clause.tags[at] is Tag.SIGN
    if clause.low(at) == ":" and clause.tags[at] is Tag.SIGN:
        opens = clauses.begins_clause(clause, at + 1, joined=True) or _begins_placed(clause, at + 1) or _begins_behind_front(clause, at + 1)
        return at + 1 if opens else None
    if clause.is_comma(at) and _is_bare_joint(clause, at, start):
        return at + 1
    comma = clause.is_comma(at) and clause.low(at + 1) in _JOINING
    if start and clause.is_comma(start - 1) and clause.low(at) == "and" and clauses.begins_clause(clause, at + 1):
        return at + 1  # the harvest failed, the mill closed and 300 families left
    that = clause.tags[at] is Tag.CONJUNCTION and clause.low(at) in ("and", "but") and clause.low(at + 1) == "that"
    if that and not any(clause.low(k) == "that" for k in range(at)):
        that = any(grammar.verb_base(clause.tokens[k], clause.lexicon) in clause.lexicon.asserting_verbs for k in range(at))
    if not (semicolon or comma or that):
        return None
    right = at + 1 + comma
    if clause.low(right) == "that" and clause.low(right - 1) in ("and", "but"):
        return right if clauses.main_verb(clause, right + 1) is not None or clause.tag(right + 1) is Tag.QUOTED else None
    right += clause.low(right) in ("yet", "instead", "then", "now", "however", "so")
    right += clause.is_comma(right)
    verb = clauses.main_verb(clause, right)
    if semicolon and verb is None and clause.tag(right) in (Tag.NUMBER, Tag.NAME, Tag.DETERMINER):
        commas = (k for k in range(right + 1, len(clause) - 1) if clause.is_comma(k))
        return (
            right if any(fact_asides.may_be_verb(clause, k + 1, plural=True) for k in commas) else None
        )  # ; two, both of them men, remain
    if semicolon:
        asked = clause.low(right) in ("whether", "that", "how", "why", "what") or _begins_behind_front(clause, right)
        depends = clause.tag(right) in (Tag.SUBORDINATOR, Tag.RELATIVE) and not asked
        return right if verb is not None and verb > right and not depends else None
    opens = clauses.begins_clause(clause, right, joined=True) or (
        comma and (_begins_related(clause, right) or _begins_placed(clause, right) or _begins_quoting(clause, right))
    )
    return right if opens and not _shares_subject(clause, right) else None


def _is_bare_joint(clause: Clause, at: int, start: int) -> bool:
    """Fairlie wins the ball, Oakley slides a pass and Birch lifts it over: a clause behind a comma alone."""
    stop = next((k for k in range(at, len(clause)) if clause.low(k) == ";" and clause.tags[k] is Tag.SIGN), None)
    verb = clauses.main_verb(clause, at + 1, stop)
    before = clauses.main_verb(clause, start, at)
    if verb is None or before is None or not start < before < at or not clauses.begins_clause(clause, at + 1):
        return False
    if before == at - 1 and clause.tags[before] is Tag.AUX:
        return False  # it is, Marcus
    known = clause.lexicon.verbs.get(clause.low(verb))
    reduced = known is not None and Form.PARTICIPLE in known.forms and clause.tag(verb + 1) in (Tag.PREPOSITION, Tag.ADVERB, None)
    if (reduced or clause.low(at + 1) in ("a", "an")) and clause.tags[verb] is not Tag.AUX:
        return False  # 40 million, a sum later halved on appeal
    opens = clause.tag(start) in (Tag.PREPOSITION, Tag.SUBORDINATOR, Tag.RELATIVE) or any(map(clause.is_comma, range(start, at)))
    base = grammar.verb_base(clause.tokens[clauses.verb_group_end(clause, verb) - 1], clause.lexicon)
    tells = base in clause.lexicon.reporting_verbs or base in clause.lexicon.belief_verbs
    depends = any(clause.tags[k] in (Tag.SUBORDINATOR, Tag.RELATIVE) for k in range(start, at))
    return not opens and not tells and not depends and clause.tag(at + 1) in (Tag.NAME, Tag.DETERMINER, Tag.PRONOUN)


def _begins_related(clause: Clause, start: int) -> bool:
    """The stand that they are about to demolish may go: a subject with a relative clause, and its verb."""
    verb = clauses.main_verb(clause, start)
    if verb is None or clause.tag(start) not in (Tag.DETERMINER, Tag.NAME, Tag.WORD, Tag.NUMBER):
        return False
    inner = [k for k in range(start, verb) if clause.tags[k] is Tag.SUBORDINATOR]
    return len(inner) == 1 and clause.low(inner[0]) == "that" and not any(map(clause.is_comma, range(start, verb)))


def _begins_behind_front(clause: Clause, start: int) -> bool:
    """When the firm asked again, two had left; to pass it, she would have needed more: a clause behind a fronted one and its comma."""
    if clause.tag(start) not in (Tag.SUBORDINATOR, Tag.PREPOSITION) and clause.low(start) != "to":
        return False
    commas = (k for k in range(start + 2, len(clause) - 2) if clause.is_comma(k))
    return any(clauses.begins_clause(clause, k + 1, joined=True) for k in commas)


def _begins_quoting(clause: Clause, start: int) -> bool:
    """The snow effect “ought to be weaker”: a subject whose verb is quoted."""
    quoted = next((k for k in range(start, len(clause)) if clause.tags[k] is Tag.QUOTED and clause.low(k).isalpha()), None)
    if quoted is None or quoted <= start + 1 or clause.tag(start) not in (Tag.DETERMINER, Tag.NAME, Tag.PRONOUN):
        return False
    plain = all(clause.tags[k] in (*NOUNS, Tag.DETERMINER, Tag.SIGN, Tag.QUOTED) and clause.low(k) != "," for k in range(start, quoted))
    known = clause.lexicon.verbs.get(clause.low(quoted))
    finite = (known is not None and bool({Form.PAST, Form.THIRD} & known.forms)) or clause.low(quoted) in clause.lexicon.auxiliaries
    return plain and finite


def _begins_placed(clause: Clause, start: int) -> bool:
    """For seven nobody could say; within a year the firm closed: a time or place, a subject and its verb."""
    verb = clauses.main_verb(clause, start)
    if verb is None or clause.tag(start) is not Tag.PREPOSITION or any(map(clause.is_comma, range(start, verb))):
        return False
    return any(_is_boundary(clause, k) for k in range(start + 2, verb))


def _is_boundary(clause: Clause, at: int) -> bool:
    """Whether a noun phrase ends and another begins here: within a year the firm, since 1990 less of it, in Italy prices."""
    before, here = clause.tag(at - 1), clause.tag(at)
    opens = here in (Tag.PRONOUN, Tag.DETERMINER) or clause.low(at) in ("nobody", "none", "everybody", "not")
    year = clause.tokens[at - 1].text.isdecimal() and len(clause.tokens[at - 1].text) > len("999")
    named = (before is Tag.NAME or year) and here is Tag.WORD
    timed = bool(clause.lexicon.relative_times.before(clause.tokens, at)[0]) or clause.low(at - 1) in clause.lexicon.time_nouns
    return (opens and before in NOUNS) or (named and clause.tag(at - 2) is Tag.PREPOSITION) or (timed and here in NOUNS)


def _shares_subject(clause: Clause, right: int) -> bool:
    verb = clauses.main_verb(clause)
    return verb is not None and verb < right and clauses.begins_verb_phrase(clause, right, verb)
