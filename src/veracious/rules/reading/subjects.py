"""Whom or what a sentence speaks of: a name at its head, the capital of one, or a pronoun that the sentence before explains."""

from dataclasses import dataclass
from typing import NamedTuple

from veracious.rules.reading import names
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import Tag
from veracious.rules.reading.tokens import scan
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class SubjectDials:
    """Which words at the head of a sentence are taken for a subject."""

    words_at_most: int = 6  # a longer subject is no name, and TripleDials.name_words_at_most would miss it; 4–8; a guess
    acronym_letters_at_most: int = 6  # longer words in capitals at the head are headings; 5–8; EntityDials


@dataclass(frozen=True, slots=True)
class Subject:
    """The name that is spoken of, and the tokens that stand for it."""

    text: str
    start: int
    end: int


class Topic(NamedTuple):
    """What a pronoun in the next sentence stands for, and which pronouns do."""

    name: str
    pronouns: frozenset[str]


@dataclass(frozen=True, slots=True)
class Letters:
    """Words of a whole text, by how they are written inside its sentences."""

    capital: frozenset[str]
    small: frozenset[str]


# Words that open many sentences with a capital and are no names: headings of abstracts, parts of a paper, describing words.
_NO_NAMES = frozenset(
    "background objective objectives aim aims design setting settings methods method results result conclusion conclusions purpose "
    "participants interventions intervention measurements findings importance introduction context rationale significance discussion "
    "summary group table figure fig section chapter appendix panel cohort arm step day phase box equation little recent previous current "
    "today now then here common early late modern unlabelled unlabeled abstract various numerous different key main "
    "other certain new old such nobody everybody everyone somebody someone anybody anyone nothing everything something".split()
)
_NOUN_ENDINGS = tuple("tion sion ment ness ity ing ance ence ism ics logy ship ure al ive ous ed ase".split())
_ADVERB_ENDINGS = tuple("cally nally ually rally ially ently antly ously ively ately edly ingly arly erly stly ainly".split())
_NO_PLURALS = ("ss", "us", "is", "as")  # Paris, Texas
# Words that are said of people only.
_PERSONAL = frozenset(
    "born died he she his her him whom married son daughter brother sister mother father wife husband academic admiral architect athlete "
    "attorney baron bishop boss captain champion chef chief coach colonel count critic diplomat duke earl entrepreneur general hero host "
    "judge king knight lord magistrate merchant model monarch monk nun nurse poet playwright president priest prince queen rabbi saint "
    "scholar secretary sheriff student surgeon tsar victim widow astronaut pilot representative".split()
)
_PERSON_ENDINGS = tuple("er or ist ian man woman ess eer person".split())
# Words of `roles` that end like them and are no people, or not only.
_THINGS = frozenset(
    "border business cancer career carmaker carrier computer cruiser destroyer developer disorder distributor drugmaker flower fortress "
    "glacier guardian harbor helicopter illness insurer lender major maker manufacturer member newspaper neurotransmitter number order "
    "operator process provider publisher register regulator retailer river sector senior server skyscraper steelmaker supplier thriller "
    "tower tumor vendor theater".split()
)
_ORGANISED = frozenset(
    "international inc ltd corp corporation company group limited records studios university association union party".split()
)
_MALE = frozenset("he his him king prince duke lord god actor son father husband brother man boy businessman statesman".split())
_FEMALE = frozenset("she her hers queen princess duchess lady goddess actress daughter mother wife sister woman girl".split())
_PLACE_LEADS = frozenset("in at from on of near during since".split())


def letters(text: str) -> Letters:
    """Which words a text capitalises inside a sentence, and which it writes small."""
    capital, small, before = set(), set(), None
    for token in scan(text):
        if token.text.islower():
            small.add(token.low)
        elif before is not None and token.is_capitalised and before.text not in '.!?:;"“”(' and "\n" not in text[before.end : token.start]:
            capital.add(token.low.removesuffix("'s"))
        before = token
    return Letters(frozenset(capital), frozenset(small))


def find(clause: Clause, start: int, topic: Topic | None, known: Letters, dials: SubjectDials) -> Subject | None:
    """The subject that begins here, if it is a name, holds one, or is a pronoun for one."""
    if clause.low(start) in ("he", "she", "it"):
        return _pointed(clause, start, topic)
    article = int(clause.low(start) == "the")
    first = start + article
    end = names.list_end(clause, first, leads=True)
    if end == first:
        end = _description_end(clause, first) if article else first
        subject = Subject(clause.words(first, end), start, end) if end > first else None
    else:
        alone = article and end - first == 1 and clause.tokens[start].is_capitalised  # The Hague, but University of Oxford
        subject = (
            Subject(clause.words(start if alone else first, end), start, end) if _is_name(clause, (first, end), known, dials) else None
        )
    return subject if subject is not None and len(subject.text.split()) <= dials.words_at_most else None


def topic_of(clause: Clause, subject: Subject | None) -> Topic | None:
    """The subject as what the next sentence's pronoun may mean; none where another name could be meant as well.

    "He" and "she" need a sentence that speaks of a person, and not of one of the other sex; "it" needs one that says what its subject is.
    """
    if subject is None:
        return None
    at = names.after_bracket(clause, subject.end)
    person = _is_person(clause, subject)
    if any(_is_rival(clause, index, person) for index in range(at, len(clause))):
        return None
    says_what = clause.low(at) in ("is", "was", "are", "were") and clause.low(at + 1) in ("a", "an", "the", "one")
    if not person:
        return Topic(subject.text, frozenset(("it",))) if says_what else None
    words = {clause.low(k) for k in range(subject.start, len(clause))}
    male, female = not _MALE.isdisjoint(words), not _FEMALE.isdisjoint(words)
    return Topic(subject.text, frozenset(word for word, fits in (("he", male or not female), ("she", female or not male)) if fits))


def _is_rival(clause: Clause, index: int, person: bool) -> bool:
    """Whether a name begins here that the next pronoun could mean: not behind "in" or "of", and for a person not behind "the" either."""
    lexicon, word = clause.lexicon, clause.low(index)
    if clause.tags[index] is not Tag.NAME or word in lexicon.nationalities or word in lexicon.months:
        return False
    before = index - 1 - (clause.low(index - 1) == "the")
    placed = clause.low(before) in _PLACE_LEADS or (person and before < index - 1)
    return clause.tag(index - 1) is not Tag.NAME and not placed


def _pointed(clause: Clause, start: int, topic: Topic | None) -> Subject | None:
    """The topic, where the pronoun fits it and the sentence does not name it beside; "it was he who" has none."""
    if topic is None or clause.low(start) not in topic.pronouns or topic.name in clause.text:
        return None
    empty = clause.low(start) == "it" and any(clause.low(k) in ("that", "who", "which", "whether") for k in range(start, len(clause)))
    return Subject(topic.name, start, start + 1) if not empty else None


def _is_name(clause: Clause, span: tuple[int, int], known: Letters, dials: SubjectDials) -> bool:
    """Whether the capitalised words here are a name, and not the head of a sentence that merely begins with capitals."""
    first, end = span
    token, lexicon = clause.tokens[first], clause.lexicon
    head = token.low.partition("-")[0]
    cut = end < len(clause) and clause.tokens[end - 1].end == clause.tokens[end].start and not clause.is_comma(end)
    heading = token.text.isupper() and len(token.text) > dials.acronym_letters_at_most
    if cut or heading or head in _NO_NAMES or head in lexicon.number_words or token.low.endswith(_ADVERB_ENDINGS):
        return False
    if _opens_with_participle(clause, first, known) or _is_described_plural(clause, first):
        return False
    return end - first > 1 or _is_sure(clause, first, known)


def _is_sure(clause: Clause, index: int, known: Letters) -> bool:
    """Whether one capitalised word is a name though it opens the sentence."""
    token, lexicon = clause.tokens[index], clause.lexicon
    if len(token.text) == 1:
        return False
    if (index > 0 and clause.low(index - 1) != "the") or token.text[1:].lower() != token.text[1:] or not token.text.isalpha():
        return True
    lists = (lexicon.count_nouns, lexicon.plural_nouns, lexicon.bare_definite, lexicon.adverbs, lexicon.nationalities, known.small)
    if any(token.low in words for words in lists) or token.low in lexicon.verbs:
        return False
    defines = clause.low(index + 1) == "is" and clause.low(index + 2) in ("a", "an", "the")
    many = clause.low(index + 1) in ("are", "were", "have")
    plural = token.low.endswith("s") and not token.low.endswith(_NO_PLURALS)
    return defines or token.low in known.capital or not (many or plural or token.low.endswith((*_NOUN_ENDINGS, "ly")))


def _opens_with_participle(clause: Clause, index: int, known: Letters) -> bool:
    """Founded, Using: a capital at the head of a sentence that is no name's."""
    verb = clause.lexicon.verbs.get(clause.low(index))
    verbal = verb is not None and bool(verb.forms & {Form.PARTICIPLE, Form.ING, Form.PAST})
    return verbal and index == 0 and clause.low(index) not in known.capital


def _is_described_plural(clause: Clause, index: int) -> bool:
    """Common causes include …: a noun in -s behind an adjective, taken for a verb with the verb right behind it."""
    verb = clause.lexicon.verbs.get(clause.low(index + 1))
    plural = verb is not None and verb.forms == {Form.THIRD} and not clause.tokens[index + 1].is_capitalised
    return plural and clause.low(index + 2) in clause.lexicon.verbs


def _description_end(clause: Clause, first: int) -> int:
    """The capital of Poland: words in lower case, "of", a name; `first` itself when that does not stand here."""
    at = first
    while clause.tag(at) is Tag.WORD and not clause.tokens[at].is_capitalised:
        at += 1
    name = names.begin(clause, at + 1)
    end = names.list_end(clause, name, leads=True)
    return end if at > first and clause.low(at) == "of" and end > name else first


def _is_person(clause: Clause, subject: Subject) -> bool:
    """Whether the sentence speaks of its subject as of a person."""
    if any(token.low in _ORGANISED for token in scan(subject.text)):
        return False
    words = [clause.low(k) for k in range(subject.end, len(clause))]
    roles = any(word in clause.lexicon.roles and word.endswith(_PERSON_ENDINGS) and word not in _THINGS for word in words)
    return roles or clause.low(subject.start) in ("he", "she") or not _PERSONAL.isdisjoint(words)
