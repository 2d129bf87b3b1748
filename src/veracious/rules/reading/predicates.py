"""What a sentence says of its subject: the relation and the object that stand plainly behind it.

A predicate is read from left to right and only as far as it is understood. Four shapes are:
 1. to be and what the subject is: "is the capital of | France", "is | an American actor and singer";
 2. a verb and its object: "founded | Microsoft", "exports | gold, silver and copper";
 3. a passive or intransitive verb and its places, times and agents, one by one: "was born in | Warsaw", "was born on | 7 November 1867";
 4. a participle behind what the subject is: "is a film directed by Carl Franklin" gives "directed by | Carl Franklin" as well.
A name is an object without its article and what follows it; any other object is kept whole, a list among them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from veracious.rules.reading import clauses, grammar, names, objects
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.dates import DateDials
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class PredicateDials:
    """How long a relation and an object may be; what is longer is no fact but a tale."""

    relation_words_at_most: int = 8  # "is the second largest city in the north of" has 9; 5–12; a guess
    object_words_at_most: int = 20  # lists are kept whole, so it is more than a name has; 10–30; a guess
    dates: DateDials = field(default_factory=DateDials)


@dataclass(frozen=True, slots=True)
class Said:
    """A relation and an object in the words of the sentence, and the token after them."""

    relation: str
    object: str
    end: int


@dataclass(frozen=True, slots=True)
class _Verb:
    start: int
    end: int
    is_copula: bool = False
    is_passive: bool = False  # or without an object for another reason


_BE_LIKE = frozenset(("become", "remain"))
# Verbs behind which a bare word may be an adjective: went bankrupt, fell ill.
_TURNING = frozenset("stay go turn fall seem appear feel look sound grow get prove run stand keep come taste smell lie finish".split())
# Verbs of telling and believing that are deeds as well; the others make what follows somebody's word.
_DEEDS = frozenset("write establish maintain speak add show find rule express document know voice project view object post".split())
# Adverbs that take back the verb they stand with.
_BLOCKING = frozenset(
    "almost nearly hardly barely scarcely rarely seldom sometimes perhaps never not only just yet ever virtually practically ostensibly "
    "supposedly falsely wrongly mistakenly erroneously nominally partially partly theoretically unsuccessfully too".split()
)
_OF_VERBS = frozenset(("consist", "die", "dispose", "speak"))  # behind other forms in -s, "of" shows a noun: baseline values of
_BARE_NOUNS = frozenset(("part", "home", "member", "capital", "head", "leader", "owner"))
_PLACES = frozenset("in at on near within from under off outside between".split())
_LATER_PHRASES = frozenset("in at on by to from near".split())


def read(clause: Clause, start: int, dials: PredicateDials) -> tuple[Said, ...]:
    """What the predicate that begins here says, if it is understood; nothing otherwise."""
    verb = _verb(clause, start)
    if verb is None:
        return ()
    if verb.is_copula:
        found = being(clause, clause.words(verb.start, verb.end), verb.end, dials)
        return found or _placed(clause, verb, dials)
    if not verb.is_passive and (found := _acting(clause, verb, dials)):
        return found
    return tuple(_phrases(clause, clause.words(verb.start, verb.end), verb.end, dials))


def being(clause: Clause, relation: str, start: int, dials: PredicateDials) -> tuple[Said, ...]:
    """What the subject is, when a description, a name or an amount stands here; and what a participle adds to it."""
    word, tag = clause.low(start), clause.tag(start)
    bare = (word in clause.lexicon.roles or word in _BARE_NOUNS) and clause.low(start + 1) in ("of", "to", "at", "for")
    if not (word in ("a", "an", "the", "one") or tag in (Tag.NAME, Tag.NUMBER) or bare):
        return ()
    found = objects.extent(clause, start, dials.dates)
    opinion = clause.lexicon.evaluative_terms.found_in(clause.tokens[start : found.end])
    said = _tied(clause, relation, (start, found.end), dials) if objects.is_whole(clause, found, found.end) and not opinion else None
    if said is None:
        return ()
    simple = word in ("a", "an") and found.stop == "verb" and Tag.PREPOSITION not in clause.tags[start : found.end]
    return (said, *(described(clause, found.end, dials) if simple else ()))


def described(clause: Clause, start: int, dials: PredicateDials) -> tuple[Said, ...]:
    """What a participle that opens here says: "born in Warsaw", "directed by Carl Franklin"."""
    if start >= len(clause) or not objects.is_participle(clause, start) or clause.tokens[start].is_capitalised or tells(clause, start):
        return ()
    end = _joined(clause, _Verb(start, start + 1)).end
    return tuple(_phrases(clause, clause.words(start, end), end, dials))


def tells(clause: Clause, index: int) -> bool:
    """Whether the verb here makes what follows somebody's word or belief."""
    base = grammar.verb_base(clause.tokens[index], clause.lexicon)
    if base not in clause.lexicon.reporting_verbs and base not in clause.lexicon.belief_verbs:
        return False
    return base not in _DEEDS or "that" in (clause.low(index + 1), clause.low(index + 2))


def _verb(clause: Clause, start: int) -> _Verb | None:
    """The verb with its auxiliaries; none for one that is denied, that is only possible, or that tells what others say."""
    lead = clauses.skip_adverbs(clause, start)
    tag = clause.tag(lead)
    if tag not in FINITE or clause.tokens[lead].is_capitalised:
        return None
    verb = _with_auxiliary(clause, lead) if tag is Tag.AUX else _Verb(lead, lead + 1)
    if verb is None or any(clause.low(k) in _BLOCKING for k in range(start, verb.end)):
        return None
    if verb.is_copula:
        return verb
    last = grammar.verb_base(clause.tokens[verb.end - 1], clause.lexicon)
    if tells(clause, verb.end - 1) or (tag is Tag.VERB and clause.low(verb.end) == "of" and last not in _OF_VERBS):
        return None
    if tag is Tag.VERB and not _agrees(clause, lead):
        return None
    if last in _BE_LIKE and not verb.is_passive:
        return _Verb(verb.start, verb.end, is_copula=True)
    if last == "take" and clause.low(verb.end) in ("place", "part"):
        return _Verb(verb.start, verb.end + 1, is_passive=True)
    return _joined(clause, verb)


def _agrees(clause: Clause, lead: int) -> bool:
    """Whether a plain form has a plural before it: Mucolipidosis type IV has no verb."""
    known = clause.lexicon.verbs.get(clause.low(lead))
    before = [clause.low(k) for k in range(lead)]
    plural = "and" in before or (before[-1:] != [] and before[-1].endswith("s") and not before[-1].endswith(("ss", "us", "is")))
    return known is None or known.forms != {Form.BASE} or plural or clause.tag(lead - 1) in (Tag.RELATIVE, Tag.ADVERB)


def _with_auxiliary(clause: Clause, lead: int) -> _Verb | None:
    """Was founded, has been the capital, has won, had a son."""
    kind, at = clause.lexicon.auxiliaries.get(clause.low(lead)), clauses.skip_adverbs(clause, lead + 1)
    if kind == "have" and clause.low(at) == "been":
        kind, at = "be", clauses.skip_adverbs(clause, at + 1)
    if clause.tag(at) is Tag.ING or clause.low(at) == "been":
        return None
    if kind == "be":
        passive = clause.tag(at) is Tag.PARTICIPLE
        return _Verb(lead, at + passive, is_copula=not passive, is_passive=passive)
    if kind != "have":
        return None
    if clause.tag(at) is Tag.PARTICIPLE:
        return _Verb(lead, at + 1) if at == lead + 1 or clause.tag(at + 1) is not Tag.WORD else None  # has highly evolved mechanisms
    return _Verb(lead, lead + 1) if at == lead + 1 else None


def _joined(clause: Clause, verb: _Verb) -> _Verb:
    """Founded and led, was written and directed: two verbs of one object."""
    known = clause.lexicon.verbs.get(clause.low(verb.end + 1))
    joins = clause.low(verb.end) == "and" and known is not None and bool(known.forms & {Form.PAST, Form.PARTICIPLE, Form.THIRD})
    return _Verb(verb.start, verb.end + 2, verb.is_copula, verb.is_passive) if joins else verb


def _acting(clause: Clause, verb: _Verb, dials: PredicateDials) -> tuple[Said, ...]:
    """The object right behind a verb: a name without what follows it, anything else whole."""
    relation, start = clause.words(verb.start, verb.end), verb.end
    first = names.begin(clause, start)
    named = names.list_end(clause, first)
    if named > first and objects.may_end(clause, named):
        return _kept(clause, relation, (first, named), dials) if clause.low(named) != "as" else ()  # ranked Bogart as the greatest
    known = clause.lexicon.verbs.get(clause.low(start - 1))
    turns = known is not None and (known.base in _TURNING or known.forms == {Form.BASE})
    return _general(clause, relation, start, dials) if clause.tag(start) is not Tag.WORD or not turns else ()


def _placed(clause: Clause, verb: _Verb, dials: PredicateDials) -> tuple[Said, ...]:
    """Is in Paris: only a place by its name."""
    first = names.begin(clause, verb.end + 1)
    named = names.list_end(clause, first)
    if clause.low(verb.end) not in _PLACES or named == first or not objects.may_end(clause, named):
        return ()
    return _kept(clause, clause.words(verb.start, verb.end + 1), (first, named), dials)


def _phrases(clause: Clause, verb: str, start: int, dials: PredicateDials) -> Iterator[Said]:
    """The phrases behind a verb, each a fact: names and times as many as there are, anything else only at the head."""
    at, leads, goes_on = start, True, True  # behind "with Name" or "for Name" a place may be that name's
    while at < len(clause):
        opens = at + (not leads and clause.is_comma(at))
        word, first = clause.low(opens), names.begin(clause, opens + 1)
        if not _ties(clause, opens) or (verb.endswith("known") and not (leads and word in ("as", "for"))):
            return
        relation = f"{verb} {clause.tokens[opens].text}"
        dated, named = objects.time_end(clause, opens + 1, word, dials.dates), names.list_end(clause, first)
        if dated > opens + 1 and objects.may_end(clause, dated):
            yield from _kept(clause, relation, (opens + 1, dated), dials)
            at = dated
        elif named > first and objects.may_end(clause, named) and (leads or (goes_on and word in _LATER_PHRASES)):
            yield from _kept(clause, relation, (first, named), dials)
            at, goes_on = named, goes_on and word in _LATER_PHRASES
        else:
            yield from _general(clause, relation, opens + 1, dials) if leads else ()
            return
        leads = False


def _ties(clause: Clause, at: int) -> bool:
    """Whether a word here ties a phrase to the verb before it."""
    word = clause.low(at)
    ties = clause.tag(at) is Tag.PREPOSITION or word in ("as", "since", "until", "before", "after")
    roughly = bool(clause.lexicon.approximators.at(clause.tokens, at)[0]) and clause.tag(at + 1) is Tag.NUMBER  # rose over 3 percent
    return ties and not roughly and word not in objects.LOST_PREPOSITIONS and not (word == "to" and clause.tag(at + 1) is Tag.BASE)


def _general(clause: Clause, relation: str, start: int, dials: PredicateDials) -> tuple[Said, ...]:
    """An object that is neither a name nor a time: exports | gold, died of | lung cancer."""
    if clause.tag(start) not in objects.OPENING or (clause.tags[start] is Tag.DETERMINER and clause.tokens[start].is_capitalised):
        return ()  # nothing, or the head of a sentence that a heading runs into
    found = objects.extent(clause, start, dials.dates)
    end = objects.end_without_time(clause, found, dials.dates)
    return _kept(clause, relation, (start, end), dials) if objects.is_whole(clause, found, end) else ()


def _tied(clause: Clause, relation: str, span: tuple[int, int], dials: PredicateDials) -> Said | None:
    """With the name that ends a description as the object: "is the capital of | France"; else the whole description."""
    start, end = span
    for at in range(start + 1, end):
        first = names.begin(clause, at + 1)
        if clause.tags[at] is Tag.PREPOSITION and first < end and names.list_end(clause, first) == end:
            tied = _kept(clause, f"{relation} {clause.words(start, at + 1)}", (first, end), dials)
            if tied:
                return tied[0]
    return next(iter(_kept(clause, relation, span, dials)), None)


def _kept(clause: Clause, relation: str, span: tuple[int, int], dials: PredicateDials) -> tuple[Said, ...]:
    """The fact, if it is short enough."""
    start, end = span
    words = sum(clause.tokens[k].is_word or clause.tokens[k].is_numeral for k in range(start, end))
    fits = 0 < words <= dials.object_words_at_most and len(relation.split()) <= dials.relation_words_at_most
    return (Said(relation, clause.words(start, end), end),) if fits else ()
