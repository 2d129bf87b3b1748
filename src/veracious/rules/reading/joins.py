"""Statements joined in one sentence: clauses, verb phrases, objects, and the pairs that negate or double."""

from veracious.rules.reading import clauses, grammar
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.verbs import Form

_SUBJECT_PRONOUNS = frozenset(("it", "he", "she", "they"))
_POSSESSIVES = frozenset(("its", "his", "her", "their"))


def semicolon(clause: Clause) -> tuple[str, ...] | None:
    """Reykjavik uses geothermal water; Warsaw relies on coal."""
    for index in range(1, len(clause) - 1):
        if clause.low(index) != ";" or clause.tags[index] is not Tag.SIGN:
            continue
        right = index + 1 + 2 * (clause.tag(index + 1) is Tag.ADVERB and clause.is_comma(index + 2))  # ; however,
        if right < len(clause) and clauses.begins_clause(clause, right):
            return clause.words(0, index), _standing(clause, right, (0, clauses.main_verb(clause)))
    return None


def concession(clause: Clause) -> tuple[str, ...] | None:
    """Although A, B. While A, B. A, although B."""
    if clause.low(0) in ("although", "though", "while", "whereas"):
        for comma in range(2, len(clause) - 1):
            if clause.is_comma(comma) and clauses.main_verb(clause, 1, comma) is not None and clauses.begins_clause(clause, comma + 1):
                first = clauses.main_verb(clause, 1, comma)
                return clause.words(1, comma), _standing(clause, comma + 1, (1, first))
    verb = clauses.main_verb(clause)
    for index in range(2, len(clause) - 1):
        opens = clause.low(index) in ("although", "though", "while", "whereas") and clause.is_comma(index - 1)
        if opens and verb is not None and verb < index and clauses.begins_clause(clause, index + 1):
            return clause.words(0, index - 1), _standing(clause, index + 1, (0, verb))
    return None


def neither(clause: Clause) -> tuple[str, ...] | None:
    """Neither A nor B did C. A is neither B nor C. A neither did B nor did C."""
    first = next((k for k in range(len(clause)) if clause.low(k) == "neither"), None)
    nor = next((k for k in range(len(clause)) if clause.low(k) == "nor"), None)
    if first is None or nor is None or nor < first:
        return None
    verb = clauses.main_verb(clause)
    if grammar.is_adjective_like(clause.tokens[nor - 1], clause.lexicon) and clause.tag(nor + 1) is Tag.DETERMINER:
        return None  # neither a critical nor a commercial success
    if first == 0 and verb is not None and verb > nor:
        denied = clauses.negated(clause, verb, len(clause))
        return f"{clause.words(1, nor)} {denied}", f"{clause.words(nor + 1, verb)} {denied}"
    if verb is not None and verb < first:
        lead = clause.words(verb, first)
        subject, rights = clause.words(0, verb), (clause.words(first + 1, nor), clause.words(nor + 1, len(clause)))
        if clause.tags[verb] is Tag.AUX:
            return tuple(f"{subject} {lead} not {right}" for right in rights)
        return tuple(f"{subject} {clauses.negated(clause, verb, first)} {right}" for right in rights)
    if verb is not None and first < verb < nor and clause.tag(nor + 1) in FINITE:
        shared = clause.words(nor + 2, len(clause)) if nor == verb + 1 else ""
        left = f"{clauses.negated(clause, verb, nor)} {shared}".strip()
        return f"{clause.words(0, first)} {left}", f"{clause.words(0, first)} {clauses.negated(clause, nor + 1, len(clause))}"
    return None


def both(clause: Clause) -> tuple[str, ...] | None:
    """Both A and B did C."""
    verb = clauses.main_verb(clause)
    middle = next((k for k in range(1, verb or 0) if clause.low(k) == "and"), None)
    if clause.low(0) != "both" or verb is None or middle is None or not 1 < middle < verb - 1:
        return None
    parts = []
    for start, end in ((1, middle), (middle + 1, verb)):
        plural = grammar.is_plural(clause.tokens[start:end], clause.tags[start:end], clause.lexicon)
        phrase = clause.words(verb, len(clause)) if plural else clauses.singular(clause, verb)
        parts.append(f"{clause.words(start, end)} {phrase}")
    return tuple(parts)


def not_but(clause: Clause) -> tuple[str, ...] | None:
    """Not by a virus but by a bacterium; not only A but also B."""
    for index in range(1, len(clause) - 2):
        if clause.low(index) != "not":
            continue
        but = next((k for k in range(index + 1, len(clause) - 1) if clause.low(k) == "but" and clause.tags[k] is Tag.CONJUNCTION), None)
        if but is None or any(tag in FINITE for tag in clause.tags[index:but]) or clauses.begins_clause(clause, but + 1):
            return None
        after = but + 1 + (clause.low(but + 1) == "also")
        if clause.tag(after) in FINITE:
            return None
        head, right = clause.words(0, index), clause.words(after, len(clause))
        if clause.low(index + 1) == "only":
            return f"{head} {clause.words(index + 2, but)}", f"{head} {right}"
        return f"{head} not {clause.words(index + 1, but)}", f"{head} {_same_lead(clause, index + 1, but, after)} {right}"
    return None


def _same_lead(clause: Clause, start: int, but: int, right: int) -> str:
    """Not caused by A but by B: the words before the preposition hold for both."""
    if clause.tag(right) is not Tag.PREPOSITION:
        return ""
    at = next((k for k in range(start, but) if clause.tags[k] is Tag.PREPOSITION), start)
    return clause.words(start, at)


def but_not(clause: Clause) -> tuple[str, ...] | None:
    """The capital is Canberra, not Sydney; a member of A but not of B."""
    verb = clauses.main_verb(clause)
    at = next((k for k in range(len(clause) - 2, 0, -1) if clause.low(k) == "not" and clause.low(k - 1) in (",", "but")), None)
    if verb is None or at is None or at < verb or clauses.main_verb(clause, at) is not None or clause.tag(at + 1) is Tag.ADVERB:
        return None
    left_end = at - 1 - (clause.low(at - 1) == "but" and clause.is_comma(at - 2))
    group = clauses.verb_group_end(clause, verb)
    same = next((k for k in range(left_end - 1, group - 1, -1) if clause.low(k) == clause.low(at + 1)), group)
    if clause.tag(at + 1) is Tag.NAME:  # born in Hawaii, not Kenya
        same = next((k + 1 for k in range(left_end - 1, group - 1, -1) if clause.tags[k] is Tag.PREPOSITION), group)
    denied = clauses.negated(clause, verb, same)
    return clause.words(0, left_end), f"{clause.words(0, verb)} {denied} {clause.words(at + 1, len(clause))}"


def clauses_joined(clause: Clause) -> tuple[str, ...] | None:
    """India became independent and the state of Pakistan was created."""
    verb = clauses.main_verb(clause)
    if verb is None:
        return None
    for index in range(verb + 1, min(len(clause) - 1, clauses.blocked_from(clause))):
        if clause.tags[index] is not Tag.CONJUNCTION or clause.low(index) in ("nor", "or") or _is_fixed_pair(clause, index):
            continue
        right = index + 1 + (clause.low(index + 1) == "that")
        if clauses.begins_clause(clause, right, joined=clause.is_comma(index - 1)) and not clauses.begins_verb_phrase(clause, right, verb):
            return f"{clause.words(0, index)} {_shared_object(clause, verb, index, right)}".strip(), _standing(clause, right, (0, verb))
    return None


def _shared_object(clause: Clause, verb: int, join: int, right: int) -> str:
    """France rejected and Germany accepted the plan: what both verbs are about."""
    if (
        clauses.verb_group_end(clause, verb) != join
        or grammar.verb_base(clause.tokens[join - 1], clause.lexicon) in clause.lexicon.intransitive_verbs
    ):
        return ""
    second = clauses.main_verb(clause, right)
    return "" if second is None else clause.words(*clauses.direct_object(clause, second))


def verb_phrases(clause: Clause) -> tuple[str, ...] | None:
    """Lego's founder trained as a carpenter, opened a workshop and made toys."""
    verb = clauses.main_verb(clause)
    bounds = [] if verb is None or verb == 0 else _verb_bounds(clause, verb)
    if verb is None or not any(clause.tags[start - 1] is Tag.CONJUNCTION for _, start in bounds):
        return None
    subject_end = verb
    while subject_end > 1 and clause.tags[subject_end - 1] is Tag.ADVERB and clause.low(subject_end - 1) != "never":
        subject_end -= 1
    subject = clause.words(0, subject_end)
    parts = [clause.words(0, bounds[0][0])]
    for (_, start), (end, _) in zip(bounds, [*bounds[1:], (len(clause), 0)], strict=True):
        parts.append(" ".join(filter(None, (subject, clauses.shared_auxiliary(clause, verb, start), resolved(clause, (start, end), verb)))))
    lead = clauses.skip_adverbs(clause, bounds[0][1])
    bare = clauses.verb_group_end(clause, verb) == bounds[0][0] and clause.tags[verb] is Tag.VERB and clause.tags[lead] is Tag.VERB
    if bare and len(parts) == 2:  # binds and gags the hero
        parts[0] = f"{parts[0]} {clause.words(clauses.verb_group_end(clause, lead), len(clause))}".strip()
    return tuple(parts)


def _verb_bounds(clause: Clause, verb: int) -> list[tuple[int, int]]:
    """Where each verb phrase ends and the next begins."""
    bounds: list[tuple[int, int]] = []
    for index in range(verb + 1, min(len(clause) - 1, clauses.blocked_from(clause))):
        is_join = clause.tags[index] is Tag.CONJUNCTION and not _is_fixed_pair(clause, index) and not _in_between(clause, index)
        if not (is_join or clause.is_comma(index)) or not clauses.begins_verb_phrase(clause, index + 1, verb):
            continue
        if clauses.is_within_relative(clause, verb, index + 1) or not (is_join or _same_tense(clause, verb, index + 1)):
            continue
        if _continues_infinitive(clause, verb, index + 1) or (is_join and not _may_split(clause, index, verb)):
            continue
        bounds.append((index - 1 if is_join and clause.is_comma(index - 1) else index, index + 1))
    return bounds


def _may_split(clause: Clause, join: int, verb: int) -> bool:
    """An "or" joins choices, unless it is denied; and what "never" denies, an "and" behind it may or may not."""
    denied = clauses.is_negated(clause, verb)
    if clause.low(join) == "or":
        return denied
    before = clause.low(verb - 1) if verb > 0 else ""
    return not (clause.low(join) == "and" and denied and before == "never")


def _continues_infinitive(clause: Clause, verb: int, right: int) -> bool:
    """Firms advertise to keep or raise their share: the second verb hangs on "to"."""
    lead = clause.lexicon.verbs.get(clause.low(clauses.skip_adverbs(clause, right)))
    infinitive = any(clause.low(k) == "to" and clause.tag(k + 1) is Tag.BASE for k in range(verb + 1, right - 1))
    return infinitive and lead is not None and lead.forms == frozenset({Form.BASE})


def _same_tense(clause: Clause, verb: int, right: int) -> bool:
    """Behind a comma, only a verb of the same form goes on the list: "is a house, built in 1840" is an aside."""
    lead = clause.lexicon.verbs.get(clause.low(clauses.skip_adverbs(clause, right)))
    known = clause.lexicon.verbs.get(clause.low(verb))
    if lead is None:
        return True
    return bool(lead.forms & known.forms) if known is not None else bool(clauses.shared_auxiliary(clause, verb, right))


def infinitives(clause: Clause) -> tuple[str, ...] | None:
    """The treaty obliged Germany to give up land and to pay reparations."""
    verb = clauses.main_verb(clause)
    if verb is None:
        return None
    starts = [k for k in range(verb + 1, len(clause) - 1) if clause.low(k) == "to" and clause.tags[k + 1] is Tag.BASE]
    joined = [k for k in starts[1:] if clause.tags[k - 1] is Tag.CONJUNCTION or clause.is_comma(k - 1)]
    if not joined or clause.tags[joined[-1] - 1] is not Tag.CONJUNCTION or clauses.blocked_from(clause) < len(clause):
        return None
    first = starts[0]
    ends = [k - 1 for k in joined] + [len(clause)]
    head = clause.words(0, first)
    return tuple(f"{head} {clause.words(start, end)}" for start, end in zip([first, *joined], ends, strict=True))


def objects(clause: Clause) -> tuple[str, ...] | None:
    """The EU banned lead, mercury and cadmium."""
    verb = clauses.main_verb(clause)
    if verb is None or verb == 0:
        return None
    start = clauses.verb_group_end(clause, verb)
    than = next((k for k in range(start, len(clause)) if clause.low(k) == "than"), len(clause))
    stop = min(len(clause) - 1, than, clauses.blocked_from(clause))
    join = next((k for k in range(start, stop) if _joins_objects(clause, k, verb)), None)
    if join is None:
        return None
    parallel = clause.tag(start) is Tag.PREPOSITION and clause.low(start) == clause.low(join + 1)  # on steel and on cardboard
    head_end = start + (clause.tag(start) is Tag.PREPOSITION and clause.low(start) not in ("of", "between") and not parallel)
    head_end += clause.low(head_end) == "both"
    items = _items(clause, head_end, join)
    if items is None or not (parallel or _fit_together(clause, items)):
        return None
    head = clause.words(0, head_end - (clause.low(head_end - 1) == "both"))
    return tuple(f"{head} {clause.words(*item)}" for item in items)


def _items(clause: Clause, start: int, join: int) -> list[tuple[int, int]] | None:
    """The joined things, each from its first token to the comma or joining word behind it."""
    commas = [k for k in range(start, join - 1) if clause.is_comma(k)]
    edges = [start, *(k + 1 for k in commas), join + 1]
    ends = [*commas, join - clause.is_comma(join - 1), len(clause)]
    items = list(zip(edges, ends, strict=True))
    if any(a >= b or clauses.main_verb(clause, a, b) is not None for a, b in items):
        return None
    if clause.is_comma(join + 1) or any(
        clause.tags[k] is Tag.CONJUNCTION and not _is_fixed_pair(clause, k) for k in range(join + 1, len(clause))
    ):
        return None
    deep = FINITE | {Tag.RELATIVE, Tag.BASE}
    return None if any(deep & set(clause.tags[a:b]) for a, b in items[:-1]) else items


def _fit_together(clause: Clause, items: list[tuple[int, int]]) -> bool:
    """Whether each could stand alone after the verb."""
    first, last = items[0], items[-1]
    several = len(items) > 2
    if clause.tag(first[0]) in (Tag.PREPOSITION, Tag.SUBORDINATOR, Tag.SIGN, Tag.BASE, None) or clause.low(first[0]) == "to":
        return False
    inner = items[:-1]
    if clause.tag(last[0]) is Tag.NUMBER and any(clause.tags[end - 1] is Tag.NUMBER for _, end in inner):
        return False
    if any(_is_lone_adjective(clause, a, b) for a, b in inner) and last[1] - last[0] > 1:
        return False
    if several and any(b - a > 1 and clause.tags[b - 1] is Tag.NUMBER for a, b in items[1:]):
        return False  # Labour won 412 seats, the Conservatives 121 and the Greens 4
    if not several and Tag.PREPOSITION in clause.tags[first[0] : first[1]]:
        gapped = clause.is_comma(last[0] - 2)  # won the cup in 2010, and Germany in 2014
        return not gapped and _is_whole_phrase(clause, first, last)
    if several and Tag.PREPOSITION in clause.tags[first[0] : first[1]]:  # in reading, writing and science
        return all(clause.tag(a) in (Tag.DETERMINER, Tag.NUMBER) or Tag.PREPOSITION in clause.tags[a:b] for a, b in items[1:])
    determined = [clause.tag(a) is Tag.DETERMINER for a, _ in items]
    named = [clause.tag(a) is Tag.NAME for a, _ in items]
    return several or len(set(determined)) == 1 or all(d or n for d, n in zip(determined, named, strict=True))


def _is_whole_phrase(clause: Clause, first: tuple[int, int], last: tuple[int, int]) -> bool:
    """A factory in Berlin and a school: the second joins the factory, and could not join Berlin."""
    opening = (Tag.DETERMINER, Tag.NUMBER)
    inner = next(k for k in range(*first) if clause.tags[k] is Tag.PREPOSITION) + 1
    alike = clause.tag(first[0]) in opening and clause.tag(last[0]) in opening
    if any(clause.low(k) == clause.low(inner - 1) for k in range(last[0] + 1, last[1])):  # oil to France and gas to Germany
        return True
    return alike and (clause.tag(inner) not in opening or Tag.PREPOSITION in clause.tags[last[0] : last[1]])


def _is_lone_adjective(clause: Clause, start: int, end: int) -> bool:
    return end - start == 1 and grammar.is_adjective_like(clause.tokens[start], clause.lexicon)


def _joins_objects(clause: Clause, index: int, verb: int) -> bool:
    if clause.tags[index] is not Tag.CONJUNCTION or clause.low(index) not in ("and", "or"):
        return False
    right = clause.tag(index + 1)
    nominal = right in (Tag.WORD, Tag.NAME, Tag.DETERMINER, Tag.NUMBER, Tag.QUOTED, Tag.ING, Tag.PARTICIPLE)
    group = range(verb, clauses.verb_group_end(clause, verb))
    nominal = nominal or (right is Tag.PREPOSITION and clause.low(index + 1) == clause.low(group.stop))
    bases = {grammar.verb_base(clause.tokens[k], clause.lexicon) for k in group}
    return (
        nominal
        and _may_split(clause, index, verb)
        and not bases & clause.lexicon.pairing_verbs
        and not _is_fixed_pair(clause, index)
        and not _in_between(clause, index)
    )


def _is_fixed_pair(clause: Clause, index: int) -> bool:
    """Research and development, Trinidad and Tobago: an entry of the list reaches over this joining word."""
    pairs = clause.lexicon.collective_pairs
    return any(pairs.at(clause.tokens, at)[0] > index - at for at in range(max(0, index - pairs.longest), index))


def _in_between(clause: Clause, index: int) -> bool:
    """Between A and B is one thing."""
    for at in range(index - 1, -1, -1):
        if clause.low(at) == "between":
            return True
        if clause.tags[at] in FINITE or clause.low(at) == "and":
            return False
    return False


def _standing(clause: Clause, right: int, left: tuple[int, int | None]) -> str:
    """The words from `right` on, with pronouns replaced by the subject or the object of the left clause."""
    start, verb = left
    at = clauses.skip_adverbs(clause, right)
    points = clause.low(at) in _SUBJECT_PRONOUNS or clause.low(right) in _POSSESSIVES
    if verb is None or clause.tags[start] is Tag.PRONOUN or (points and _has_rival(clause, verb)):
        return clause.words(right, len(clause))
    subject = clause.words(start, verb)
    if clause.low(at) in _SUBJECT_PRONOUNS:
        return f"{clause.words(right, at)} {subject} {resolved(clause, (at + 1, len(clause)), verb)}".strip()
    rest = resolved(clause, (right + 1, len(clause)), verb)
    if clause.low(right) in _POSSESSIVES:
        return f"{subject}'s {rest}"
    return resolved(clause, (right, len(clause)), verb)


def _has_rival(clause: Clause, verb: int) -> bool:
    """Facebook bought WhatsApp and it has two billion users: a named object may be meant as well as the subject."""
    start, end = clauses.direct_object(clause, verb)
    return any(clause.tags[k] is Tag.NAME for k in range(start, end))


def resolved(clause: Clause, part: tuple[int, int], verb: int) -> str:
    """The words of a part; an object pronoun in it stands for the object of the last verb before it, when the number fits."""
    last = max((k for k in range(verb, part[0]) if clause.tags[k] in FINITE), default=verb)
    start, end = clauses.direct_object(clause, last)
    at = next((k for k in range(part[0], part[1]) if clause.low(k) in ("it", "them") and clause.tag(k + 1) not in FINITE), None)
    names_it = clause.tags[last] is Tag.VERB or clauses.verb_group_end(clause, last) > last + 1  # not "is safe"
    if at is None or start >= end or clause.tags[start] is Tag.PRONOUN or not names_it:
        return clause.words(*part)
    plural = grammar.is_plural(clause.tokens[start:end], clause.tags[start:end], clause.lexicon)
    if plural != (clause.low(at) == "them"):
        return clause.words(*part)
    return " ".join(filter(None, (clause.words(part[0], at), clause.words(start, end), clause.words(at + 1, part[1]))))
