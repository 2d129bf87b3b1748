"""What the words around a pronoun ask of what it means: a body acts and employs, a thing is built and painted."""

from enum import StrEnum

from veracious.rules.reading import clauses, grammar, names
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag


class Wanted(StrEnum):
    """What fits a place in a sentence."""

    BODY = "body"
    THING = "thing"
    ANY = "any"
    NEITHER = "neither"  # it points at what was told, not at anybody or anything: "it is the second strike this year"


# Base forms of verbs whose subject is a body of people.
_BODIES_DO = frozenset(
    "accept accuse adopt advise agree aim apologise apologize appeal apply appoint approve ask ban believe blame borrow buy "
    "campaign cancel choose commission complete condemn consider consult criticise criticize decide decline defend demand deny "
    "discuss dismiss donate elect employ endorse expect file finance fine fund govern grant hire hope ignore impose intend invest "
    "invite issue know launch lay lend lobby negotiate nominate obtain oversee own plan pledge prefer promise propose publish "
    "pursue question receive recruit refuse regret reject reorganise represent request resign sack scrap secure seek sell sign "
    "spend sponsor submit subsidise sue supervise suspect think threaten try urge vote want warn welcome wish withdraw".split()
)
# The same of what is done to one.
_BODIES_SUFFER = frozenset(
    "accuse advise apologise ask blame convict criticise criticize dissolve elect fine inform nationalise nationalize persuade "
    "privatise privatize prosecute regulate sue tell urge warn".split()
)
# What is done to a thing that can be touched.
_THINGS_SUFFER = frozenset(
    "build burn carve clean close construct damage demolish destroy dig dismantle erect excavate extend fit flood illuminate "
    "inspect install lengthen lift light lower make moor open overhaul paint pave plant pull rebuild refit refurbish reinforce "
    "remodel renovate reopen repaint repair replace restore resurface retrofit sink strengthen survey tear topple unveil vandalise "
    "wash weld widen".split()
)
# And what a thing does.
_THINGS_DO = frozenset(
    "collapse corrode cross crumble decay flow leak measure overlook rust sag sink span straddle sway weigh wobble".split()
)
_OF_BODIES = frozenset(
    "announcement board budget campaign candidate chair chairman chairwoman chief clients competitors councillors creditors "
    "customers debts decision decisions director directors earnings employees founder founders headquarters lawyer lawyers leader "
    "leaders leadership losses manager managers members membership mission offer officials policies policy president profit "
    "profits report reports revenue revenues rivals sales secretary shareholders shares spokesman spokesperson spokeswoman staff "
    "statement subsidiary supporters treasurer turnover voters website workers workforce".split()
)
_OF_THINGS = frozenset(
    "arch arches battery beams boiler cables cargo chimney clock columns deck depth dome door doors engine engines facade façade "
    "floor floors foundations frame gate gates girders handrail height hull keel length lock mast nave organ pages paint parapet "
    "pier piers pillars pipes platforms railings roof rudder sails screw span spans spire stairs steel steps stones surface "
    "timbers tower towers track tracks vault wall walls weight wheels width windows wings".split()
)


def wanted(clause: Clause, index: int) -> Wanted:
    """What the pronoun at an index must mean."""
    if clause.low(index) in ("its", "their", "theirs"):
        return _of_owned(clause, index)
    if is_subject(clause, index):
        return _of_subject(clause, clauses.skip_adverbs(clause, index + 1))
    return _of_object(clause, index)


def is_subject(clause: Clause, index: int) -> bool:
    """Whether a verb with the pronoun as its subject follows."""
    return clause.tag(clauses.skip_adverbs(clause, index + 1)) in FINITE and clause.low(index) not in ("them", "its", "their", "theirs")


def _of_owned(clause: Clause, index: int) -> Wanted:
    at = index + 1
    while clause.tag(at) in (Tag.WORD, Tag.NUMBER, Tag.ADVERB, Tag.NAME, Tag.VERB):
        word = clause.low(at)
        nouned = word.removesuffix("'s")
        ends = clause.tag(at + 1) not in (Tag.WORD, Tag.NAME) or nouned != word
        if nouned in _OF_BODIES and (ends or nouned != "chief"):
            return Wanted.BODY
        if ends:
            return Wanted.THING if nouned in _OF_THINGS else Wanted.ANY
        at += 1
    return Wanted.ANY


def _of_subject(clause: Clause, verb: int) -> Wanted:
    end = verb + 1 if clause.tags[verb] is Tag.VERB else clauses.verb_group_end(clause, verb)
    group = range(verb, end)
    base = grammar.verb_base(clause.tokens[end - 1], clause.lexicon)
    if clause.lexicon.auxiliaries.get(clause.low(end - 1)) == "be" or clause.low(end - 1) in ("be", "been"):
        return _of_predicate(clause, end)
    passive = clause.tags[end - 1] is Tag.PARTICIPLE and any(
        clause.lexicon.auxiliaries.get(clause.low(k)) == "be" or clause.low(k) in ("be", "been", "being") for k in group
    )
    if passive:
        return Wanted.BODY if base in _BODIES_SUFFER else Wanted.THING if base in _THINGS_SUFFER else Wanted.ANY
    if base in _THINGS_DO:
        return Wanted.THING
    if base == "have" or clause.low(end - 1) in ("has", "had", "have"):
        return _of_owned(clause, end - 1 + (clause.tag(end) is Tag.DETERMINER))
    if base == "cost" or (base == "mean" and clause.low(end) == "that"):
        return Wanted.NEITHER
    shows = base in _SHOWING and clause.low(verb - 1) == "it"
    acts = base in _BODIES_DO or base in _SHOWING or base in clause.lexicon.asserting_verbs
    return Wanted.BODY if acts and not shows else Wanted.ANY


# What a study or a sign does as well as a body.
_SHOWING = frozenset("calculate estimate find indicate mean mention note point read record report reveal show state suggest".split())


def _of_predicate(clause: Clause, at: int) -> Wanted:
    """It is 300 metres long; it was the third strike; it is closed."""
    first = clauses.skip_adverbs(clause, at)
    if clause.tag(first) in (None, Tag.SIGN) or (clause.tag(first) in (Tag.WORD, Tag.NAME) and clause.tag(first + 1) is Tag.NUMBER):
        return Wanted.NEITHER  # here it is: …; it is count three
    ends = (Tag.PREPOSITION, Tag.SUBORDINATOR, Tag.RELATIVE, Tag.SIGN, *FINITE)
    ahead = range(first, next((k for k in range(first, len(clause)) if clause.tags[k] in ends), len(clause)))
    if clause.tag(first) is Tag.NUMBER and any(clause.low(k) in clause.lexicon.measure_adjectives - {"old"} for k in ahead):
        return Wanted.THING
    determined = clause.tag(first) is Tag.DETERMINER or clause.low(first + 1).endswith("'s")
    rank = determined and any(clause.low(k) in _RANKS or (clause.low(k).endswith("est") and k == first + 1) for k in ahead)
    nouns = {clause.low(k) for k in ahead}
    lexicon = clause.lexicon
    if nouns & lexicon.time_nouns or nouns & {"time", "o'clock", "am", "pm"} or nouns & names.DAYS:
        return Wanted.NEITHER
    if rank and not nouns & (lexicon.organisation_nouns | lexicon.place_nouns):
        return Wanted.NEITHER
    if clause.low(first) in ("a", "an", "the") and nouns & lexicon.organisation_nouns and not nouns & lexicon.place_nouns:
        return Wanted.BODY
    return Wanted.ANY


_RANKS = frozenset("eighth fifth first fourth last latest next ninth second seventh sixth tenth third".split())


def _of_object(clause: Clause, index: int) -> Wanted:
    verb = index - 1
    if clause.tag(verb) not in (Tag.VERB, Tag.BASE, Tag.ING, Tag.PARTICIPLE):
        return Wanted.ANY
    base = grammar.verb_base(clause.tokens[verb], clause.lexicon)
    return Wanted.BODY if base in _BODIES_SUFFER else Wanted.THING if base in _THINGS_SUFFER else Wanted.ANY
