"""A pronoun in its place, and what it means: the subject of its own clause, what else its sentence speaks of, else the sentence before."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.rules.reading import antecedents, clauses, grammar, phrases, selection
from veracious.rules.reading.antecedents import OPEN, Choice
from veracious.rules.reading.cast import HE, SHE, Cast, Mention, Part, Referent, Sort
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import Tag
from veracious.rules.reading.selection import Wanted

IT = ("it", "its")
THEY = ("they", "them", "their", "theirs")
POSSESSIVE = frozenset(("his", "her", "its", "their", "theirs", "hers"))
PRONOUNS = frozenset((*HE, *SHE, *IT, *THEY)) - {"himself", "herself"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pronoun stands, and what its sentence has spoken of before it."""

    clause: Clause
    index: int
    here: Sequence[Mention]
    cast: Cast

    @property
    def word(self) -> str:
        """The pronoun."""
        return self.clause.low(self.index)

    @property
    def is_possessive(self) -> bool:
        """Whether a noun is said to be somebody's: her dog, not saw her."""
        nouns = (Tag.WORD, Tag.NAME, Tag.NUMBER, Tag.ING, Tag.VERB, Tag.BASE)
        return self.word in POSSESSIVE and (self.word != "her" or self.clause.tag(self.index + 1) in nouns)

    @property
    def is_object(self) -> bool:
        """Whether something is done to whom the pronoun means."""
        return not self.is_possessive and not selection.is_subject(self.clause, self.index)

    @property
    def is_clear(self) -> bool:
        """Whether the parse tells what the pronoun does: a verb behind it, or a verb or a preposition before it."""
        before = (Tag.VERB, Tag.BASE, Tag.ING, Tag.PARTICIPLE, Tag.PREPOSITION)
        return self.is_possessive or not self.is_object or self.clause.tag(self.index - 1) in before

    @property
    def own(self) -> Mention | None:
        """The subject that stands nearest before the pronoun."""
        last = next((one for one in reversed(self.here) if one.part is Part.SUBJECT), None)
        inner = self._of_relative()
        return inner if inner is not None and (last is None or inner.end > last.start) else last

    def _of_relative(self) -> Mention | None:
        """Fairlie, who scuffs his shot: what the last relative clause before the pronoun speaks of."""
        clause = self.clause
        for at in range(self.index - 1, 0, -1):
            if clause.low(at) in (";", ":", ",") or clause.tags[at] is Tag.CONJUNCTION:
                return None
            relative = clause.low(at) in ("who", "which") or (clause.low(at) == "that" and clause.tag(at - 1) in (Tag.WORD, Tag.NAME))
            if relative and clause.tag(clauses.skip_adverbs(clause, at + 1)) in grammar.FINITE:
                return next((one for one in self.here if one.end in (at, at - clause.is_comma(at - 1))), None)
        return None

    @property
    def is_in_clause_of_own(self) -> bool:
        """Whether nothing between the nearest subject and the pronoun begins another clause."""
        if self.own is None or selection.is_subject(self.clause, self.index):
            return False
        between = range(self.own.end, self.index)
        breaks = any(
            self.clause.low(k) in (";", ":")
            or (self.clause.tags[k] is Tag.RELATIVE and k > self.own.end + 1)
            or (self.clause.tags[k] is Tag.SUBORDINATOR and k > self.own.end and clauses.main_verb(self.clause, k) is not None)
            for k in between
        )
        if breaks:
            return False
        end = next(
            (k for k in range(self.index + 1, len(self.clause)) if self.clause.tags[k] not in (Tag.WORD, Tag.NAME)), len(self.clause)
        )
        return phrases.part_of(self.clause, self.index, end) is not Part.SUBJECT

    @property
    def is_told_by_own(self) -> bool:
        """The ministry said it had …: the pronoun is the subject of what the nearest subject says."""
        if self.own is None:
            return False
        verbs = [k for k in range(self.own.end, self.index) if self.clause.tags[k] in grammar.FINITE]
        if self.clause.low(self.index - 1) == "that" and any(self.says(k) for k in verbs):
            return True
        if not verbs or any(self.clause.low(k) == ";" for k in range(verbs[-1], self.index)):
            return False
        return self.says(verbs[-1])

    def says(self, verb: int) -> bool:
        """Whether what follows a verb is what somebody says or thinks."""
        base = grammar.verb_base(self.clause.tokens[clauses.verb_group_end(self.clause, verb) - 1], self.clause.lexicon)
        return base in self.clause.lexicon.asserting_verbs or base in ("deny", "believe", "think", "expect", "hope", "know")


def meaning(place: Place) -> Choice:
    """Whom or what a pronoun means."""
    if place.word in HE or place.word in SHE:
        return _person(place)
    wanted = selection.wanted(place.clause, place.index)
    return OPEN if wanted is Wanted.NEITHER or not place.is_clear else _thing(place, wanted)


def _thing(place: Place, wanted: Wanted) -> Choice:
    plural, own, cast = place.word in THEY, place.own, place.cast
    again = _again(place, wanted)
    if again is not None:
        return again
    here = [one for one in place.here if one is not own] if place.is_object and place.is_in_clause_of_own else list(place.here)
    if own in here and own is not None:
        if own.referent is None and own.plural == plural:
            return OPEN
        near = Wanted.ANY if place.is_possessive and place.is_in_clause_of_own else wanted
        unsure = near is Wanted.ANY and not plural and _is_unsure(own.referent)
        if unsure or antecedents.fits(own.referent, near, plural, cast):
            return _own(place, own, here, wanted)
    fitting = {one.referent.name for one in here if one.referent is not None and antecedents.fits(one.referent, wanted, plural, cast)}
    if place.is_object and wanted is Wanted.ANY and len(fitting) > 1:
        return OPEN
    found = antecedents.choose(here, wanted, plural, cast)
    if found is not None:
        led = place.is_possessive and wanted is Wanted.ANY and cast.spoken and own is not None
        return OPEN if led and _is_led(cast.spoken[-1], found, plural, cast) else found
    led = place.is_possessive and plural and wanted is Wanted.ANY and own is not None
    if led or (place.is_object and fitting):
        return OPEN
    for mentions in reversed(cast.spoken[-cast.dials.thing_sentences_back :]):
        found = antecedents.choose(mentions, wanted, plural, cast)
        if found is None and plural and own is None and place.word != "them" and wanted is not Wanted.THING:
            found = antecedents.team(mentions, cast)
        if found is not None:
            return found
    return OPEN


def _is_led(before: Sequence[Mention], found: Choice, plural: bool, cast: Cast) -> bool:
    """Whether the sentence before was about something else that fits as well."""
    subjects = (one.referent for one in before if one.part is Part.SUBJECT)
    return any(one is not found.referent and antecedents.fits(one, Wanted.ANY, plural, cast) for one in subjects)


def _again(place: Place, wanted: Wanted) -> Choice | None:
    """Its leaves slow the water and its roots hold the soil: the same word again means the same, where no new subject fits."""
    words = THEY if place.word in THEY else IT
    last = next((one for one in reversed(place.here) if one.end == one.start + 1 and place.clause.low(one.start) in words), None)
    if last is None or (place.own is not None and place.own.start > last.start and _fits_own(place, wanted)):
        return None
    if last.referent is None:
        return OPEN
    fitting = wanted is Wanted.ANY or antecedents.fits(last.referent, wanted, place.word in THEY, place.cast)
    return Choice(last.referent) if fitting else None


def _is_unsure(referent: Referent | None) -> bool:
    """Whether a name may be a person's or not: "its" in its own clause says that it is none."""
    return referent is not None and referent.is_name and referent.sort is Sort.THING


def _fits_own(place: Place, wanted: Wanted) -> bool:
    return place.own is not None and antecedents.fits(place.own.referent, wanted, place.word in THEY, place.cast)


def _own(place: Place, own: Mention, here: Sequence[Mention], wanted: Wanted) -> Choice:
    """The subject of its own sentence, unless another thing there is as near."""
    referent, plural = own.referent, place.word in THEY
    if place.is_in_clause_of_own:
        return _local(own)
    if place.is_told_by_own:
        return _put(own)
    rivals = [
        one
        for one in here
        if one is not own
        and one.part is Part.OBJECT
        and one.start > own.start
        and antecedents.fits(one.referent, wanted, plural, place.cast)
    ]
    differ = [one for one in rivals if one.referent is not None and referent is not None and one.referent.sort is not referent.sort]
    return OPEN if differ or (rivals and place.is_possessive) else _put(own)


def _local(own: Mention) -> Choice:
    """What the clause itself names: a name is put where the clause is divided, common words are left."""
    return Choice(own.referent) if own.referent is not None and own.referent.is_name else Choice(own.referent, is_local=True)


def _put(own: Mention) -> Choice:
    return Choice(own.referent) if own.can_be_put else Choice(own.referent, is_local=True)


def _person(place: Place) -> Choice:
    own, cast = place.own, place.cast
    gender = "m" if place.word in HE else "f"
    inside = place.is_in_clause_of_own
    if own is not None and not (place.is_object and inside) and _may_be(own, gender, inside):
        rivals = [one for one in place.here if one.start > own.start and one.part is Part.OBJECT and _may_be(one, gender, False)]
        if inside:
            return _local(own)
        if place.is_told_by_own or not rivals:
            return _put(own)
        return OPEN
    verb = clauses.skip_adverbs(place.clause, place.index + 1)
    says = verb < len(place.clause) and grammar.verb_base(place.clause.tokens[verb], cast.lexicon) in cast.lexicon.asserting_verbs
    left = [one for one in place.here if not (inside and place.is_object and one is own)]
    if inside and place.is_object and own is not None and own.referent is not None and own.referent.sort is Sort.PERSON:
        return _other_than(own.referent, place, left, says)
    return antecedents.person(place.word, cast.spoken[-1] if cast.spoken else (), left, says, cast)


def _other_than(own: Referent, place: Place, here: Sequence[Mention], says: bool) -> Choice:
    """He greeted him: whom a pronoun means that cannot mean the subject."""
    found = antecedents.person(place.word, place.cast.spoken[-1] if place.cast.spoken else (), here, says, place.cast)
    return OPEN if found.referent is own else found


def _may_be(mention: Mention, gender: str, inside: bool) -> bool:
    """Whether a mention can be a person of this sex."""
    one = mention.referent
    if one is None or one.plural or one.gender not in (gender, ""):
        return False
    unknown = one.is_name and one.sort is Sort.THING and all(word[:1].isupper() for word in one.name.split())
    return one.sort is Sort.PERSON or (unknown and inside and len(one.name.split()) <= 2)
