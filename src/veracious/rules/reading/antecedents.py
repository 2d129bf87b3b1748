"""What a pronoun means: the one that fits of all that the sentence and the one before speak of, or nothing where two would fit.

A name in the wrong place makes a claim about somebody else, so wherever place and words do not decide, nothing is put.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.rules.reading.cast import BUILDINGS, HE, Cast, Mention, Part, Referent, Sort, may_be_person
from veracious.rules.reading.phrases import is_abstract
from veracious.rules.reading.selection import Wanted

SETTLEMENTS = frozenset(
    "area borough capital city continent country county district hamlet kingdom municipality nation parish prefecture province region "
    "republic state suburb territory town township village".split()
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a pronoun means; nobody where it is open; `is_local` where the clause itself says so in common words."""

    referent: Referent | None
    is_local: bool = False


OPEN = Choice(None)


def fits(referent: Referent | None, wanted: Wanted, plural: bool, cast: Cast) -> bool:
    """Whether a pronoun for a thing or a body, or for several of whatever sort, may mean this."""
    if referent is None:
        return False
    if plural:
        acts = referent.sort in (Sort.PERSON, Sort.ORGANISATION)
        return referent.plural and (wanted is Wanted.ANY or acts == (wanted is Wanted.BODY))
    if referent.plural or referent.sort is Sort.PERSON or (referent.is_name and _is_human(referent, cast)):
        return False
    if wanted is Wanted.ANY and referent.is_name and may_be_person(referent, cast.lexicon):
        return False
    if wanted is Wanted.BODY:
        return referent.sort is Sort.ORGANISATION or _houses(referent) or _may_act(referent)
    if wanted is Wanted.THING:
        settled = referent.sort is Sort.PLACE and bool(referent.nouns & SETTLEMENTS)
        return referent.sort is not Sort.ORGANISATION and not settled and not is_abstract(_head(referent))
    return wanted is Wanted.ANY


def _is_human(referent: Referent, cast: Cast) -> bool:
    words = referent.name.split()
    return words[0].casefold() in cast.lexicon.given_names or (may_be_person(referent, cast.lexicon) and referent in cast.tellers)


def _may_act(referent: Referent) -> bool:
    """Whether a name, of a town or of nobody knows what, may be a body's: Tromsø voted; Cardevo employs."""
    return referent.is_name and referent.sort in (Sort.PLACE, Sort.THING) and referent.nouns <= SETTLEMENTS


def _houses(referent: Referent) -> bool:
    """Whether a word for a building names as well who works there."""
    return bool(referent.nouns & BUILDINGS)


def _head(referent: Referent) -> str:
    return referent.name.split()[-1].casefold().removesuffix("'s")


def choose(mentions: Sequence[Mention], wanted: Wanted, plural: bool, cast: Cast) -> Choice | None:
    """The one of a sentence that fits; none where nothing there does, and an open choice where two do."""
    fitting = _distinct([one for one in mentions if fits(one.referent, wanted, plural, cast)])
    if wanted is Wanted.ANY:
        fitting = [one for one in fitting if one.part is not Part.OTHER]
    subjects = [one for one in fitting if one.part is Part.SUBJECT]
    direct = [one for one in fitting if one.part is not Part.OTHER]
    if any(one.referent is None and one.plural == plural for one in mentions):
        return OPEN
    if not fitting:
        return None
    if len(fitting) == 1:
        return _put(fitting[0])
    if len(subjects) == 1 and all(_gives_way(one, subjects[0]) for one in direct):
        return _put(subjects[0])
    return OPEN


def _gives_way(rival: Mention, subject: Mention) -> bool:
    """Whether a subject with a name is meant rather than an object of the same sort without one."""
    one, other = rival.referent, subject.referent
    if one is None or other is None or one is other:
        return one is other
    return other.is_name and not one.is_name and one.sort is other.sort


def _put(mention: Mention) -> Choice:
    return Choice(mention.referent) if mention.can_be_put else OPEN


def _distinct(mentions: Sequence[Mention]) -> list[Mention]:
    """Each referent once, in its weightiest part."""
    order = (Part.SUBJECT, Part.OBJECT, Part.OTHER)
    best: dict[str, Mention] = {}
    for one in sorted(mentions, key=lambda one: order.index(one.part)):
        if one.referent is not None:
            best.setdefault(one.referent.name.casefold(), one)
    return sorted(best.values(), key=lambda one: one.start)


def team(mentions: Sequence[Mention], cast: Cast) -> Choice | None:
    """Turku won; they …: a body as several, where nothing in the plural is spoken of."""
    if any(one.plural for one in mentions):
        return OPEN
    bodies = _distinct([one for one in mentions if one.referent is not None and one.referent.sort is Sort.ORGANISATION])
    return _put(bodies[0]) if len(bodies) == 1 and bodies[0].part is Part.SUBJECT else OPEN if bodies else None


def person(pronoun: str, before: Sequence[Mention], here: Sequence[Mention], says: bool, cast: Cast) -> Choice:
    """Who "he" or "she" is: of those named last the one of that sex, unless another one stands beside them."""
    gender = "m" if pronoun in HE else "f"
    recent = [one for one in cast.known if cast.number - one.seen <= cast.dials.pronoun_sentences_back and one.is_name]
    people = [one for one in recent if one.sort is Sort.PERSON] or [one for one in recent if may_be_person(one, cast.lexicon)]
    fitting = [one for one in people if one.gender in (gender, "")]
    described = [
        one.referent
        for one in (*before, *here)
        if one.referent is not None and not one.referent.is_name and one.referent.sort is Sort.PERSON and one.part is Part.SUBJECT
        if not one.plural and one.referent.gender in (gender, "")
    ]
    newest = max((one.seen for one in fitting), default=-1)
    last = [one for one in fitting if one.seen == newest]
    if described and newest < cast.number - 1 and not (says and cast.teller in last):
        return OPEN
    unsure = [one.referent for one in before if one.part is Part.SUBJECT and one.referent is not None and one.referent.is_name]
    if newest < cast.number and any(may_be_person(one, cast.lexicon) and one not in last for one in unsure):
        return OPEN
    found = _one_of(last, fitting, gender, (*before, *here), says, cast)
    if found is None:
        return OPEN
    found.gender, found.sort = found.gender or gender, Sort.PERSON
    return Choice(found)


def _one_of(
    last: Sequence[Referent], fitting: Sequence[Referent], gender: str, mentions: Sequence[Mention], says: bool, cast: Cast
) -> Referent | None:
    """The one of the people named last who is meant."""
    if len(last) == 1:
        known = [one for one in fitting if one.gender == gender and cast.number - one.seen <= cast.dials.unsure_sentences_back]
        return last[0] if last[0].gender == gender or not known else None
    if says and any(one is cast.teller for one in last):
        return cast.teller
    sure = [one for one in last if one.gender == gender]
    parts = {id(one.referent): one.part for one in reversed(mentions)}
    leading = [one for one in last if parts.get(id(one)) is Part.SUBJECT]
    beside = [one for one in last if parts.get(id(one)) is Part.OBJECT]
    if len(leading) == 1 and not beside:
        return leading[0]
    return sure[0] if len(sure) == 1 and len(last) <= 2 else None
