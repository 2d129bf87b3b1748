"""Everybody and everything that an article has spoken of so far, by name and by what it is called."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.subjects import Letters


@dataclass(frozen=True, slots=True)
class CoreferenceDials:
    """How far back a name may stand, and how long what is put for a reference may be."""

    pronoun_sentences_back: int = 4  # a person named longer ago is no "she"; 1–8; a guess
    thing_sentences_back: int = 2  # the same of things and "it"; 1–4; a guess
    description_sentences_back: int = 60  # the same of "the company"; 10–200; a guess
    lead_times: float = 2.0  # "the company" is the one of several that is named so many times as often as the next; 1.5–4; a guess
    name_words_at_most: int = 9  # a longer name is not put for a reference; 5–14; a guess
    modifiers_at_most: int = 2  # describing words between "the" and its noun; 1–4; a guess
    apposition_tokens_at_most: int = 7  # behind a name, where the noun stands that describes it; 3–12; a guess
    tail_tokens_at_most: int = 6  # of "in Leeds" behind "the branch", as it is put for "it"; 3–10; a guess
    unsure_sentences_back: int = 2  # a person of known sex named so lately is a rival to one of unknown; 1–4; a guess
    phrase_tokens_at_most: int = 10  # of "a fire at a warehouse in Leeds", as far as it is remembered; 6–14; a guess


class Sort(StrEnum):
    """What bears a name."""

    PERSON = "person"
    ORGANISATION = "organisation"
    PLACE = "place"
    THING = "thing"


@dataclass(slots=True)
class Referent:
    """Somebody or something that the article speaks of."""

    name: str
    sort: Sort
    nouns: set[str] = field(default_factory=set)  # what it is called
    gender: str = ""  # "m" or "f"
    plural: bool = False
    is_name: bool = True  # else a description: "a fire at a warehouse"
    seen: int = 0  # the sentence it was last spoken of
    since: int = 0  # the sentence that it was first spoken of in
    count: int = 1  # how often it was spoken of
    age: str = ""  # of a person, in years, where it was told
    employer: str = ""  # of a person, the body that a description ties it to


class Part(StrEnum):
    """What a phrase does in its clause."""

    SUBJECT = "subject"
    OBJECT = "object"
    OTHER = "other"  # behind a preposition, or the owner of something


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody or something that a sentence speaks of; none where a pronoun is open."""

    start: int  # token
    end: int
    part: Part
    referent: Referent | None
    plural: bool
    can_be_put: bool = True  # its words say elsewhere too which one is meant


@dataclass(frozen=True, slots=True)
class Reference:
    """Words of a sentence that stand for something else, and what is put for them; empty where nothing fits."""

    start: int
    end: int
    words: str
    name: str


HE = ("he", "him", "his", "himself")
SHE = ("she", "her", "hers", "herself")


_LEADERS = frozenset(
    "boss chair chairman chairwoman chief director executive founder head manager owner president spokesman spokesperson "
    "spokeswoman".split()
)


# Words for bodies that are words for their buildings as well: they vote, and they are painted.
BUILDINGS = frozenset(
    "airport bakery bank brewery brigade cathedral chapel church clinic college court factory gallery hospital laboratory library "
    "museum observatory parliament school station studio supermarket university zoo".split()
)
# Nouns that say of what kind a body is: no other word of their group means the same one.
_KINDS = frozenset(
    "academy airline airlines alliance association bakery brand brewery broadcaster builder campaign carmaker carrier center centre chain "
    "chapel charity clinic college conglomerate developer drugmaker faculty federation ferry foundation freighter gallery guild "
    "inspectorate institute insurer lender maker manufacturer office operator producer publisher retailer service shipbuilder society "
    "start-up startup subsidiary supermarket supplier tanker trawler trust union utility".split()
)
_PEOPLE_ENDINGS = ("ist", "ian", "man", "woman", "eer", "person")


def is_person_noun(noun: str, lexicon: Lexicon) -> bool:
    """Whether a common noun names one person by office, trade or kinship."""
    bodies = noun in lexicon.organisation_nouns or noun in lexicon.place_nouns
    return noun in lexicon.person_nouns or (noun in lexicon.roles and not bodies and noun.endswith(_PEOPLE_ENDINGS))


def names_sort(noun: str, sort: Sort, lexicon: Lexicon) -> bool:
    """Whether a noun can name this sort: a port is no person, and a director no company."""
    human = is_person_noun(noun, lexicon)
    other = noun in lexicon.organisation_nouns or noun in lexicon.place_nouns or noun in BUILDINGS
    if sort is Sort.PERSON:
        return human or (not other and noun in lexicon.roles and lexicon.reference_groups.get(noun, "") in ("", "researcher", "mayor"))
    return not human or other


@dataclass(slots=True)
class Cast:
    """Everybody and everything spoken of so far."""

    lexicon: Lexicon
    letters: Letters
    dials: CoreferenceDials
    known: list[Referent] = field(default_factory=list)
    by_alias: dict[str, Referent] = field(default_factory=dict)
    by_noun: dict[str, list[Referent]] = field(default_factory=dict)
    topic: Referent | None = None  # what the sentence before speaks of
    teller: Referent | None = None  # who says something there
    tellers: list[Referent] = field(default_factory=list)  # everybody who has said something
    spoken: list[tuple[Mention, ...]] = field(default_factory=list)  # what each sentence spoke of, the last one last
    asked: dict[str, int] = field(default_factory=dict)  # the sentence where a noun stood for nobody known
    number: int = 0

    def names_in(self, text: str) -> tuple[Referent, ...]:
        """Who and what of the cast a text names by a name."""
        return tuple(one for one in self.known if one.is_name and one.name in text)

    def named(self, words: str) -> Referent | None:
        """The referent that a name or a short form of it means."""
        return self.by_alias.get(words.casefold())

    def employer(self, name: str) -> str:
        """The body that a person was said to work for or to speak for; empty where nothing says so."""
        found = self.named(name)
        if found is None or found.sort is not Sort.PERSON:
            return ""
        return found.employer or (self.leading() if found.nouns & _LEADERS else "")

    def leading(self) -> str:
        """The one body that the article speaks of most; empty where there are several."""
        bodies = [one for one in self.known if one.sort is Sort.ORGANISATION and one.is_name]
        lead = bodies[0] if len(bodies) == 1 else self.lead(bodies) if bodies else None
        return lead.name if lead is not None else ""

    def body(self) -> Referent | None:
        """The body that was named last, not long ago."""
        near = [
            one
            for one in self.known
            if one.sort is Sort.ORGANISATION and one.is_name and self.number - one.seen <= self.dials.thing_sentences_back
        ]
        return max(near, key=lambda one: one.seen, default=None)

    def lead(self, named: Sequence[Referent]) -> Referent | None:
        """Of several that a description fits, the one that the article speaks of far more often than of the next; else none."""
        first, second, *_ = sorted(named, key=lambda one: -one.count)
        latest = max(one.seen for one in named)
        return first if first.count >= self.dials.lead_times * second.count and first.seen >= latest - 1 else None

    def meet(self, referent: Referent, aliases: Sequence[str]) -> Referent:
        """The referent, known by these names too from now on; who was known before is the same."""
        known = self.by_alias.get(referent.name.casefold())
        if known is not None:
            known.nouns |= referent.nouns
            known.gender = known.gender or referent.gender
            known.age = known.age or referent.age
            known.employer = known.employer or referent.employer
            referent = known
        else:
            self.known.append(referent)
            referent.since = self.number
        referent.seen = self.number
        referent.count += 1
        for alias in (referent.name, *aliases):
            self.by_alias.setdefault(alias.casefold(), referent)
        for key in {key for noun in referent.nouns for key in (noun, self.lexicon.reference_groups.get(noun, noun))}:
            called = self.by_noun.setdefault(key, [])
            if referent not in called[-1:]:
                called.append(referent)
        return referent

    def person(self, pronoun: str) -> Referent | None:
        """Who "he" or "she" is."""
        gender = "m" if pronoun in HE else "f"
        recent = [one for one in self.known if self.number - one.seen <= self.dials.pronoun_sentences_back]
        near = [one for one in recent if one.sort is Sort.PERSON] or [one for one in recent if may_be_person(one, self.lexicon)]
        fitting = [one for one in near if one.gender in (gender, "")]
        lead = (self.teller, self.topic)
        found = max(fitting, key=lambda one: (one.seen, one.gender == gender, any(one is other for other in lead)), default=None)
        if found is not None:
            found.gender, found.sort = found.gender or gender, Sort.PERSON
        return found

    def described(self, noun: str) -> Referent | None:
        """What "the company" is: what was called so, else what was called something alike; nothing where two were."""
        group = self.lexicon.reference_groups.get(noun, "")
        until = self.asked.get(group or noun, self.number)  # "the company" that was spoken of before a company had a name is another one
        called = [
            one
            for one in {id(one): one for key in (noun, group) if key for one in self.by_noun.get(key, ())}.values()
            if self.number - one.seen <= self.dials.description_sentences_back and names_sort(noun, one.sort, self.lexicon)
            if one.since <= until
        ]
        exact = [one for one in called if noun in one.nouns and not self.is_company_by_name(one)]
        for fitting in filter(None, (exact, () if noun in _KINDS else called)):
            named = [one for one in fitting if one.is_name]
            if len(named) > 1:
                return self.lead(named)
            if not named and len({one.name for one in fitting}) > 1:
                return None
            return max(fitting, key=lambda one: (one.is_name, one.seen))
        self.asked.setdefault(group or noun, self.number)
        unnamed = [
            one
            for one in self.known
            if one.is_name
            and one.since <= until
            and (not one.nouns or self.is_company_by_name(one))
            and one.sort in (Sort.ORGANISATION, Sort.THING)
            and not may_be_person(one, self.lexicon)
        ]
        lead = self.lead(unnamed) if len(unnamed) > 1 else next(iter(unnamed), None)
        return lead if noun in ("company", "firm", "business") and lead is not None and lead.count > 2 else None

    def is_company_by_name(self, referent: Referent) -> bool:
        """Whether nothing but its name says that it is a company: Lindauer Holding."""
        return referent.name.split()[-1].casefold() in self.lexicon.company_suffixes

    def aged(self, years: str) -> Referent | None:
        """Who "the 34-year-old" is: the one person of that age."""
        found = [one for one in self.known if one.sort is Sort.PERSON and one.age == years]
        return found[0] if len(found) == 1 else None


def may_be_person(referent: Referent, lexicon: Lexicon) -> bool:
    """Two or three capitalised words that are no words of the lists: perhaps a person's name."""
    words = referent.name.split()
    parts = [part for word in words for part in word.replace("'", "-").replace("’", "-").split("-")]
    plain = all(part[:1].isupper() and part.isalpha() and not (len(part) > 1 and part.isupper()) for part in parts)
    return (
        referent.sort is Sort.THING
        and len(words) == 2
        and plain
        and not any(word.casefold() in lexicon.roles or word.casefold() in lexicon.function_words for word in words)
    )
