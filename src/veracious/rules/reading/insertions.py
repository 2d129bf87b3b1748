"""What stands between commas and tells a fact of its own: of the thing before it, whatever else the sentence holds.

An insertion is found in three steps, the same for every kind:
1. what opens it: a relative pronoun, a noun phrase, a participle, an amount "of which" or "of them", "having …";
2. where it ends: before the verb that its subject waits for; or before what is joined to the sentence; or with the sentence;
3. what it is of: the noun phrase before its comma; of an insertion behind the verb that has no noun of its own, the subject.
The sentence without it comes first, then its fact. Who somebody is (their name alone) takes the place of the description.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from veracious.rules.reading import clauses, grammar
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class InsertionDials:
    """Which insertions are told."""

    tokens_at_least: int = 3  # a shorter one says an age or a title; 2–5; written articles, open half
    tokens_before_which: int = 5  # roughly half of which, the youngest of whom; 2–7; a guess


_NOMINAL = frozenset({Tag.WORD, Tag.NAME, Tag.NUMBER, Tag.QUOTED})
_JOINING = frozenset("and but while whereas although though or yet".split())
_PRONOUNS = frozenset("who which whose where when".split())
_FIGURES = frozenset({Tag.NUMBER, Tag.SIGN})
_SHARES = frozenset("per cent percent just only about".split())
_SEASONS = frozenset("spring summer autumn winter season".split())
_ORDINALS = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth last".split())


@dataclass(frozen=True, slots=True)
class _Hole:
    """A sentence with what is inserted: the comma that opens it, and where the sentence goes on."""

    comma: int
    close: int  # the comma behind it, or the end
    start: int  # of the clause around it
    verb: int | None  # of that clause, if it stands before the comma


def told(clause: Clause, dials: InsertionDials) -> tuple[str, ...] | None:
    """The sentence without its first insertion, and its fact if it tells one; nothing where nothing is inserted."""
    for hole in _holes(clause, dials):
        for rule in (_related, _counted, _had, _done, _called):
            fact = rule(clause, hole, dials)
            if fact is not None:
                return (_filled(clause, hole), fact) if fact else (_filled(clause, hole),)
    return None


def fronted(clause: Clause) -> tuple[str, str] | None:
    """Founded in 1903 as a mission, the museum employs 47 people: what was done to the subject, before it."""
    known = clause.lexicon.verbs.get(clause.low(0))
    led = clause.low(0) == "led" and clause.low(1) == "by"
    opens = known is not None and Form.PARTICIPLE in known.forms and (led or clause.low(0) not in _COMPARING)
    hangs = clause.tag(1) in (Tag.PREPOSITION, Tag.ADVERB) or clause.low(1) in ("since", "after", "before", "as")
    if not opens or not hangs or clause.low(1) == "that" or known is None or known.base in clause.lexicon.asserting_verbs | {"ask"}:
        return None
    for comma in (k for k in range(2, len(clause) - 2) if clause.is_comma(k)):
        verb = clauses.main_verb(clause, comma + 1)
        if verb is None or not clauses.begins_clause(clause, comma + 1):
            continue
        end = verb
        while end > comma + 1 and clause.tags[end - 1] is Tag.ADVERB:
            end -= 1
        subject = clause.words(comma + 1, end)
        be = clauses.copula(clause, (comma + 1, end), None, passive=True)
        first = f"{clause.tokens[0].low} {clause.words(1, comma)}"
        return clause.words(comma + 1, len(clause)), f"{subject} {be} {first}"
    return None


def named(clause: Clause) -> str | None:
    """The director, Radek Novotný, resigned: the name alone for the description; nothing where no name stands so."""
    for comma in range(1, len(clause) - 2):
        close = next((k for k in range(comma + 1, len(clause) - 1) if clause.is_comma(k)), None)
        if not clause.is_comma(comma) or close is None or not _is_name(clause, comma + 1, close):
            continue
        start = _clause_start(clause, comma)
        person = any(clause.low(k) in clause.lexicon.person_nouns or clause.low(k) in clause.lexicon.roles for k in range(start, comma))
        described = clause.tag(start) is Tag.DETERMINER or clause.low(start).endswith(("'s", "s'")) or person
        goes_on = _goes_on_with_verb(clause, close, start, comma) or clause.low(close + 1) in ("who", "which", "whose")
        waits = clauses.main_verb(clause, start, comma) is None and goes_on
        ranked = clause.low(start) == "the" and clause.low(comma - 1) in _ORDINALS
        if described and waits and not ranked and not clause.tokens[comma - 1].is_numeral:
            joint = ", " if clause.tag(close + 1) is Tag.RELATIVE else " "
            rest = f"{clause.words(comma + 1, close)}{joint}{clause.words(close + 1, len(clause))}"
            return f"{_lead(clause, start)} {rest}".strip()
    return None


def _is_name(clause: Clause, start: int, end: int) -> bool:
    start += clause.low(start) == "the"
    return end > start and all(clause.tags[k] is Tag.NAME for k in range(start, end))


def _holes(clause: Clause, dials: InsertionDials) -> Iterator[_Hole]:
    """Where something may be inserted, from left to right."""
    for comma in range(1, len(clause) - dials.tokens_at_least):
        if not clause.is_comma(comma):
            continue
        start = _clause_start(clause, comma)
        verb = clauses.main_verb(clause, start, comma)
        close = _close_before_verb(clause, comma, start) if verb is None else None
        if close is None and verb is None and start:
            start = 0  # no clause of its own: what is joined there is a part of the clause before
            verb = clauses.main_verb(clause, 0, comma)
        if close is None and verb is not None:
            close = _close_behind(clause, comma)
        if close is not None and close - comma > dials.tokens_at_least:
            yield _Hole(comma, close, start, verb)


def _clause_start(clause: Clause, comma: int) -> int:
    """Where the clause around a comma begins: behind a joint, a fronted time or place, or with the sentence."""
    for at in range(comma - 1, 0, -1):
        joint = clause.low(at) in _JOINING and clause.tags[at] in (Tag.CONJUNCTION, Tag.SUBORDINATOR) and clause.is_comma(at - 1)
        that = clause.low(at) == "that" and clause.tags[at] is Tag.SUBORDINATOR and clause.tag(at - 1) not in (Tag.WORD, Tag.NAME)
        if clause.low(at) in (";", ":") or joint or that:
            return at + 1 + (clause.low(at + 1) == "that")
    fronted = clause.tag(0) in (Tag.PREPOSITION, Tag.SUBORDINATOR, Tag.ADVERB)
    first = next((k for k in range(1, comma) if clause.is_comma(k)), None)
    return first + 1 if fronted and first is not None else 0


def _goes_on_with_verb(clause: Clause, close: int, start: int, comma: int) -> bool:
    """Whether the verb that a subject waits for stands behind a comma."""
    at = clauses.skip_adverbs(clause, close + 1)
    if clause.tag(at) in FINITE:
        return True
    known = clause.lexicon.verbs.get(clause.low(at))
    plural = grammar.is_plural(clause.tokens[start:comma], clause.tags[start:comma], clause.lexicon)
    agrees = known is not None and (Form.BASE if plural else Form.THIRD) in known.forms
    return agrees and clause.tag(at) is Tag.WORD and clause.tag(at + 1) not in (None, Tag.SIGN)


def _close_before_verb(clause: Clause, comma: int, start: int) -> int | None:
    """The comma behind which the verb of the subject before the insertion stands."""
    if start >= comma or clause.tag(start) in (Tag.SUBORDINATOR, Tag.CONJUNCTION):
        return None
    if clause.tag(start) is Tag.PREPOSITION or clause.low(start) == "according":
        return _close_before_clause(clause, comma)
    related = clause.low(comma + 1) in _PRONOUNS or clause.low(comma + 2) in ("which", "whom")
    for at in range(comma + 2, len(clause) - 1):
        if not clause.is_comma(at) or clause.tag(at + 1) in (Tag.CONJUNCTION, Tag.RELATIVE):
            continue
        inner = any(clause.tags[k] in FINITE for k in range(comma + 1, at))
        if _goes_on_with_verb(clause, at, start, comma) and (inner or not related):
            return at
    return None


def _close_before_clause(clause: Clause, comma: int) -> int | None:
    """At the Golden Trellis, which has reopened, the freezer is gone: the comma behind which the sentence begins."""
    if clause.low(comma + 1) not in ("which", "where", "who", "when"):
        return None
    closing = (k for k in range(comma + 2, len(clause) - 2) if clause.is_comma(k) and clauses.main_verb(clause, k + 1) is not None)
    return next((k for k in closing if any(clause.tags[j] in FINITE for j in range(comma + 1, k))), None)


def _close_behind(clause: Clause, comma: int) -> int:
    """Where an insertion behind the verb ends: at a comma before a joined clause or verb, or with the sentence."""
    commas = [k for k in range(comma + 2, len(clause) - 2) if clause.is_comma(k)]
    if len(commas) == 1 and clause.low(comma + 1) in ("who", "which") and clause.tag(commas[0] + 1) is Tag.PREPOSITION:
        return commas[0]  # will meet Vaasa, who won on Thursday, in Helsinki
    for at in range(comma + 2, len(clause) - 1):
        if clause.low(at) == ";":
            return at
        if not clause.is_comma(at):
            continue
        lead = clauses.skip_adverbs(clause, at + 2)
        joint = clause.low(at + 1) in _JOINING
        if joint and (clause.tag(lead) in FINITE or clauses.begins_clause(clause, at + 2, joined=True)):
            return at
        if clause.tag(at + 1) is Tag.SUBORDINATOR and clause.low(at + 1) in ("because", "although", "though", "while", "whereas"):
            return at
    return len(clause)


def _lead(clause: Clause, start: int) -> str:
    """What stands before the clause, with its comma or joining word."""
    return clause.text[: clause.tokens[start].start].strip() if start else ""


def _filled(clause: Clause, hole: _Hole) -> str:
    """The sentence without the insertion."""
    rest = clause.words(hole.close, len(clause))
    raw = clause.text[clause.tokens[hole.close].start :].strip() if hole.close < len(clause) else ""
    fronted = hole.verb is None and (clause.tag(hole.start) is Tag.PREPOSITION or clause.low(hole.start) == "according")
    joined = hole.close < len(clause) and (clause.low(hole.close) == ";" or clause.low(hole.close + 1) in _JOINING or fronted)
    head = clause.text[: clause.tokens[hole.comma].start].strip()
    return f"{head}{raw}" if joined else f"{head} {rest}".strip()


def _noun(clause: Clause, hole: _Hole) -> tuple[int, int]:
    """The tokens of the thing that an insertion is of."""
    if hole.verb is None:
        according = 2 * (clause.low(hole.start) == "according")
        return hole.start + (according or int(clause.tag(hole.start) is Tag.PREPOSITION)), hole.comma
    end, opens = hole.comma, clause.low(hole.comma + 1)
    start = clauses.noun_phrase_start(clause, end - (clause.tags[end - 1] is Tag.ADVERB))
    if clause.is_comma(start - 1) and clause.tag(start) is Tag.NUMBER and hole.verb < start - 2:
        end = start - 1  # the bridge at Apperley, 2.7 miles upstream, which
        start = clauses.noun_phrase_start(clause, end)
        if clause.low(start - 1) in ("at", "in", "of", "on", "near"):
            start = clauses.noun_phrase_start(clause, start - 1)
        return (start, end) if start > hole.verb else (end, end)
    timed = opens in ("when", "where")
    times = clause.lexicon.time_nouns | _SEASONS
    while not timed and clause.low(end - 1) in times and clause.tag(start - 1) is Tag.PREPOSITION and start - 2 > hole.verb:
        end = start - 1  # forty buoys before the coming winter, which will measure light
        start = clauses.noun_phrase_start(clause, end)
    if clause.low(start - 1) in ("with", "in", "from", "without") and clause.low(start - 2) in ("those", "people", "ones"):
        start -= 2  # those with pencils, who
    bare = all(clause.tags[k] in _FIGURES or clause.low(k) in _SHARES for k in range(start, end))
    dated = clauses.noun_phrase_start(clause, start - 1)
    if not timed and bare and clause.low(start - 1) in ("from", "of", "in", "since") and hole.verb < dated < start - 1:
        return dated, end  # a crossing from 1932, which was closed
    if not timed and end > start > hole.verb and bare:
        return hole.start, _subject_end(clause, hole)  # it was 9 per cent, which is within the margin
    named = all(clause.tags[k] is Tag.NAME for k in range(start, end))
    placed = named and clause.low(start - 1) in ("in", "at", "on", "from", "for", "near")
    if placed and opens == "which" and clause.tag(start - 2) is Tag.WORD and start - 2 > hole.verb:
        start = clauses.noun_phrase_start(clause, start - 1)  # the new plant in Moerdijk, which opened in May
    return (start, end) if start > hole.verb else (end, end)


def _be(clause: Clause, hole: _Hole, noun: tuple[int, int], passive: bool = False) -> str:
    verb = hole.verb if hole.verb is not None else clauses.main_verb(clause, hole.close)
    if noun == (hole.start, hole.comma) or noun[0] == noun[1]:
        return clauses.copula(clause, noun, verb, passive)
    many = grammar.is_plural(clause.tokens[noun[0] : noun[1]], clause.tags[noun[0] : noun[1]], clause.lexicon)
    past = passive or clauses.copula(clause, (0, 1), verb, passive=False) in ("was", "were")
    return ("were" if many else "was") if past else ("are" if many else "is")


def _related(clause: Clause, hole: _Hole, dials: InsertionDials) -> str | None:
    """Who chairs the board; whose father was a smith; where no limits apply; under which the quarry supplies the firm."""
    first = hole.comma + 1
    opens, noun = clause.low(first), _noun(clause, hole)
    if noun[0] == noun[1]:
        return None
    words, body = clause.words(*noun), clause.words(first + 1, hole.close)
    placed = clause.tags[first] is Tag.PREPOSITION and clause.low(first + 1) in ("which", "whom")
    inner = clauses.main_verb(clause, first + 1 + placed, hole.close)
    if inner is None:
        return None
    if opens in ("who", "which") and clause.tag(clauses.skip_adverbs(clause, first + 1)) in FINITE:
        return f"{words} {body}"
    if opens in ("which", "whom", "who") and clauses.begins_clause(clause, first + 1):
        group = clauses.verb_group_end(clause, inner)
        if clause.tags[inner] is Tag.VERB and clause.tag(inner + 1) in FINITE:  # which it believes is enough
            return f"{words} {clause.words(inner + 1, hole.close)}"
        return f"{clause.words(first + 1, group)} {words} {clause.words(group, hole.close)}"
    if opens == "whose":
        return f"{words}{_owner(words)} {body}"
    if opens in ("where", "when"):
        return f"{_place(clause, noun, opens)} {words} {body}"
    if placed and opens != "of":
        opens_sentence = noun[0] == 0 and clause.tag(0) is Tag.DETERMINER
        what = words[:1].lower() + words[1:] if opens_sentence else words
        return f"{clause.tokens[first].text.capitalize()} {what} {clause.words(first + 2, hole.close)}"
    return None


def _owner(words: str) -> str:
    """The ending that makes words an owner."""
    return "'" if words.endswith("s") else "'s"


def _place(clause: Clause, noun: tuple[int, int], opens: str) -> str:
    """The preposition before a place or a time; "In" where the sentence uses none."""
    before = clause.low(noun[0] - 1) if noun[0] else ""
    return before.capitalize() if before in ("in", "on", "at", "near", "during", "under") else "In"


def _counted(clause: Clause, hole: _Hole, dials: InsertionDials) -> str | None:
    """Roughly half of which the council pays; seven of them at Pruett; the youngest of whom was seven."""
    first = hole.comma + 1
    ahead = range(first, min(hole.close, first + dials.tokens_before_which))
    of = next((k for k in ahead if clause.low(k) == "of" and clause.low(k + 1) in ("which", "whom", "them")), None)
    if of is None or any(clause.tags[k] in FINITE for k in range(first, of)) or clause.tags[first] in (Tag.SUBORDINATOR, Tag.CONJUNCTION):
        return None
    noun = _counted_noun(clause, hole) if clause.low(of + 1) in ("them", "whom") else _noun(clause, hole)
    if noun[0] == noun[1]:
        return None
    words, rest = clause.words(*noun), clause.words(of + 2, hole.close)
    amount = f"{clause.words(first, of + 1)} {words}" if of > first else ""
    if any(clause.tags[k] in FINITE for k in range(of + 2, hole.close)):
        return f"{amount} {rest}".strip()
    if clause.low(of + 1) != "them" or not amount:
        return None
    many = clause.low(first) != "one"
    past = clauses.copula(clause, (0, 1), hole.verb, passive=False) in ("was", "were")
    return f"{amount} {('were' if many else 'was') if past else ('are' if many else 'is')} {rest}"


def _counted_noun(clause: Clause, hole: _Hole) -> tuple[int, int]:
    """The things of which some are meant: the last that are counted behind the verb, else the thing before the comma."""
    if hole.verb is None:
        return hole.start, hole.comma
    for at in range(hole.comma - 1, hole.verb, -1):
        if clause.tags[at] is Tag.NUMBER and clause.tag(at + 1) in (Tag.WORD, Tag.NAME):
            end = at + 1
            while end < hole.comma and clause.tag(end) in (Tag.WORD, Tag.NAME) and clause.low(end) not in ("last", "next", "this"):
                end += 1
            return at, end
    return _noun(clause, hole)


def _had(clause: Clause, hole: _Hole, dials: InsertionDials) -> str | None:
    """Having refused to work weekends: a deed of the subject before."""
    first = hole.comma + 1
    if clause.low(first) != "having" or hole.verb is None or clause.tag(hole.start) is None:
        return None
    return f"{clause.words(hole.start, _subject_end(clause, hole))} had {clause.words(first + 1, hole.close)}"


def _subject_end(clause: Clause, hole: _Hole) -> int:
    end = hole.verb or hole.comma
    while end > hole.start and clause.tags[end - 1] is Tag.ADVERB:
        end -= 1
    return end


_COMPARING = frozenset("compared given based followed led helped driven supposed".split())


def _done(clause: Clause, hole: _Hole, dials: InsertionDials) -> str | None:
    """Discovered in 1965; owned since 2019 by a fund; published last year by a group in Kraków."""
    lead = clauses.skip_adverbs(clause, hole.comma + 1)
    known = clause.lexicon.verbs.get(clause.low(lead))
    if known is None or Form.PARTICIPLE not in known.forms or clause.tags[lead] is Tag.QUOTED:
        return None
    follows = clause.tag(lead + 1)
    timed = bool(clause.lexicon.relative_times.at(clause.tokens, lead + 1)[0]) or clause.low(lead + 1) in ("last", "this")
    hangs = follows in (Tag.PREPOSITION, Tag.ADVERB) or clause.low(lead + 1) in ("since", "after", "before", "as") or timed
    states = any(clause.tags[k] in FINITE for k in range(lead + 1, hole.close) if not _inside_relative(clause, lead, k))
    if clause.low(lead) in _COMPARING or clause.low(lead + 1) == "to" or not hangs or states:
        return None
    noun = _noun(clause, hole)
    timed = clause.low(noun[1] - 1) in clause.lexicon.time_nouns or clause.low(noun[1] - 1) in clause.lexicon.months
    timed = timed or clause.tags[noun[1] - 1] is Tag.NUMBER  # under the age of seven
    bare = hole.verb is not None and (timed or clause.tag(noun[0]) not in (Tag.DETERMINER, Tag.NAME))
    if noun[0] == noun[1] or bare:
        return None
    be = clauses.copula(clause, (noun[0], noun[1]), None, passive=True)
    return f"{clause.words(*noun)} {be} {clause.words(hole.comma + 1, hole.close)}"


def _is_reduced(clause: Clause, start: int, verb: int) -> bool:
    """The fee charged when a ship sits idle: a past form behind its noun that only says which fee."""
    known = clause.lexicon.verbs.get(clause.low(verb))
    past = clause.tags[verb] is Tag.VERB and known is not None and Form.PARTICIPLE in known.forms
    return past and verb > start + 1 and clause.tag(verb + 1) in (Tag.PREPOSITION, Tag.SUBORDINATOR, Tag.ADVERB)


def _inside_relative(clause: Clause, start: int, index: int) -> bool:
    return any(clause.tags[k] is Tag.RELATIVE or clause.low(k) == "that" for k in range(start, index))


def _called(clause: Clause, hole: _Hole, dials: InsertionDials) -> str | None:
    """A subsidiary of Vantor; the largest flood since 1953: what the subject is, before its verb."""
    first = hole.comma + 1
    if hole.verb is not None or clause.low(first) not in ("a", "an", "the", "one") or clause.tag(hole.comma - 1) is Tag.NUMBER:
        return None
    inner = clauses.main_verb(clause, first, hole.close)
    reduced = inner is not None and _is_reduced(clause, first, inner)
    if inner is not None and not _inside_relative(clause, first, inner) and not reduced:
        return None
    lexicon, inside = clause.lexicon, range(first, hole.close)
    figure = any(clause.tags[k] is Tag.NUMBER and clause.low(k) != "one" for k in inside)
    dated = any(lexicon.relative_times.at(clause.tokens, k)[0] for k in inside)
    if not (figure or dated or reduced or any(clause.low(k) in ("only", "first", "last") for k in inside)):
        return ""  # it only says who somebody is
    return f"{clause.words(hole.start, hole.comma)} {_be(clause, hole, (hole.start, hole.comma))} {clause.words(first, hole.close)}"
