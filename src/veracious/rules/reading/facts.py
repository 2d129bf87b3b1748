"""Facts that stand plainly in a text: who or what, in which relation, to whom or what.

Precision comes before recall: a sentence that is not understood gives nothing. So does one that is denied, hedged, told as somebody's word,
conditional, only possible, still to come, asked, exclaimed or inside quotation marks: what it holds is no fact of the text, and a denied
fact is no fact of the opposite either. A subject is a name, or "the capital of" one; "he", "she" and "it" stand for the subject of the
sentence before, when that is a name, fits the pronoun and has no rival there; every other pronoun gives nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from veracious.domain.span import Span
from veracious.rules.reading import clauses, dates, grammar, names, predicates, sentences, subjects
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.predicates import PredicateDials, Said
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.reading.subjects import Subject, SubjectDials, Topic
from veracious.rules.reading.tokens import Token
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class FactDials:
    """Which sentences are read for facts, and how many facts one may give."""

    sentence_chars_at_most: int = 400  # longer sentences are rarely understood, and it bounds the work; 200–600; a guess
    sentence_facts_at_most: int = 6  # facts of one sentence; 3–10; a guess
    wrapped_line_chars_at_least: int = 50  # a line this long without an end goes on in the next one; 40–70; a guess
    subjects: SubjectDials = field(default_factory=SubjectDials)
    predicates: PredicateDials = field(default_factory=PredicateDials)
    sentences: SentenceDials = field(default_factory=SentenceDials)


@dataclass(frozen=True, slots=True)
class Fact:
    """Subject, relation and object in the words of a text, and the stretch of it that says so."""

    subject: str
    relation: str
    object: str
    span: Span


_FOOTNOTES = re.compile(r"(?:\s?\[[0-9]+\])+$")
_STATED = re.compile(r"(?<!\.)\.[\"”’'»)\]]*$")
_OPENS_SPEECH = frozenset("\"“'‘«„")
_NEGATIVE = frozenset("not never no none neither nor nobody nothing cannot hardly barely scarcely rarely seldom without".split())
# Words that make a whole sentence conditional, somebody's word or made up, or that share its parts out in an order of their own.
_UNSURE = frozenset("if unless whether lest according supposed alleged purported fictional hypothetical respectively".split())
_TIME_LEADS = frozenset("in on by since during from until between after before at".split())
_VERBAL = frozenset({Tag.VERB, Tag.PARTICIPLE, Tag.BASE, Tag.ING})


def read(text: str, lexicon: Lexicon, dials: FactDials) -> tuple[Fact, ...]:
    """The facts of an English text in the order of its sentences, each once."""
    found: dict[Fact, None] = {}
    topic: Topic | None = None
    known = subjects.letters(text)
    for span, quoted in _sentences(text, dials):
        words = _FOOTNOTES.sub("", span.of(text))
        clause = clauses.parse(words, lexicon) if len(words) <= dials.sentence_chars_at_most else None
        if clause is None or not clause.tokens:
            topic = None
            continue
        subject = subjects.find(clause, _frame_end(clause, dials), topic, known, dials.subjects)
        if subject is not None and not quoted and _is_plain(words, clause) and not _goes_on(text, span.start, dials):
            said = _said(clause, subject, dials)[: dials.sentence_facts_at_most]
            found.update((_fact(clause, subject, one, span.start), None) for one in said)
        topic = subjects.topic_of(clause, subject)
    return tuple(found)


def _sentences(text: str, dials: FactDials) -> Iterator[tuple[Span, bool]]:
    """Each sentence, and whether a quotation that began before it is still open; a new line closes it."""
    opened, last = False, 0
    for span in sentences.split(text, "en", dials.sentences):
        opened = opened and "\n" not in text[last : span.start]
        yield span, opened
        words = span.of(text)
        straight = opened != bool(words.count('"') % 2)
        opened = words.rfind("“") > words.rfind("”") if "“" in words or "”" in words else straight
        last = span.end


def _is_plain(words: str, clause: Clause) -> bool:
    """Whether the sentence states something as a fact."""
    lexicon = clause.lexicon
    if not _STATED.search(words) or words[0] in _OPENS_SPEECH:
        return False
    plain = [token for token in clause.tokens if not token.is_capitalised]  # the month of May, Will Smith
    if clause.low(0) in _NEGATIVE | _UNSURE or any(_denies(token, lexicon) for token in plain):
        return False
    if any(phrases.found_in(plain) for phrases in (lexicon.hedges, lexicon.refutation_cues, lexicon.claim_mentions)):
        return False
    return not any(clause.tags[k] in _VERBAL and predicates.tells(clause, k) for k in range(len(clause)))


def _goes_on(text: str, start: int, dials: FactDials) -> bool:
    """Whether the line before is a long one without an end, so that the sentence began there."""
    line = text[max(0, start - dials.wrapped_line_chars_at_least - 1) : start].rstrip(" \t")
    before = line[:-1].rstrip()
    wraps = line.endswith("\n") and "\n" not in line[:-1] and len(before) >= dials.wrapped_line_chars_at_least - 1
    return wraps and before[-1] not in '.!?:"”'


def _denies(token: Token, lexicon: Lexicon) -> bool:
    """Whether the word makes the sentence a denial, a condition, a possibility or a thing to come."""
    modal = lexicon.auxiliaries.get(token.low) == "modal"
    return modal or token.low in _NEGATIVE or token.low in _UNSURE or token.low.endswith("n't")


def _frame_end(clause: Clause, dials: FactDials) -> int:
    """Where the subject may begin: at the head, or behind a connecting word with its comma or a time."""
    lead = clause.lexicon.connectors.at(clause.tokens, 0)[0] or int(clause.tag(0) is Tag.ADVERB)
    if lead and clause.is_comma(lead):
        return lead + 1
    timed = clause.low(0) in _TIME_LEADS and len(clause) > 1
    found = dates.read(clause.text, clause.tokens, 1, clause.lexicon, dials.predicates.dates) if timed else None
    return 0 if found is None else found.end + clause.is_comma(found.end)


def _said(clause: Clause, subject: Subject, dials: FactDials) -> tuple[Said, ...]:
    """All that the sentence says of its subject: in brackets, in an aside, and with each of its verbs."""
    at = names.after_bracket(clause, subject.end)
    told = _born(clause, subject.end, at, dials)
    if clause.is_comma(at):
        close = _close(clause, at + 1)
        aside = _aside(clause, subject, (at + 1, close), dials) if close is not None else ()
        if close is None or not aside:
            return ()
        told, at = (*told, *aside), close + 1
    verb: int | None = at
    while verb is not None:
        said = predicates.read(clause, verb, dials.predicates)
        told = (*told, *said)
        verb = _next_verb(clause, verb, said) if said else None
    return told


def _fact(clause: Clause, subject: Subject, said: Said, offset: int) -> Fact:
    stretch = Span(clause.tokens[subject.start].start, clause.tokens[said.end - 1].end)
    subject_text, relation, object_text = (" ".join(part.split()) for part in (subject.text, said.relation, said.object))
    return Fact(subject_text, relation, object_text, stretch.shifted(offset))


def _born(clause: Clause, start: int, end: int, dials: FactDials) -> tuple[Said, ...]:
    """Billie Joe Armstrong (born February 17, 1972)"""
    if clause.low(start + 1) != "born" or start + 2 >= end:
        return ()
    found = dates.read(clause.text, clause.tokens, start + 2, clause.lexicon, dials.predicates.dates)
    closed = found is not None and found.end < end and clause.low(found.end) in (")", ";")
    return (Said("born", clause.words(start + 2, found.end), found.end),) if closed and found is not None else ()


def _close(clause: Clause, start: int) -> int | None:
    """The comma that ends an aside: the verb follows it."""
    for at in range(start + 1, len(clause) - 1):
        if clause.is_comma(at) and clause.tag(clauses.skip_adverbs(clause, at + 1)) in FINITE:
            return at
    return None


def _aside(clause: Clause, subject: Subject, span: tuple[int, int], dials: FactDials) -> tuple[Said, ...]:
    """What an aside between commas says of the subject; with one that is not understood, the whole sentence is not."""
    start, close = span
    inner = Clause(clause.text, clause.tokens[:close], clause.tags[:close], clause.lexicon)
    if inner.low(start) in ("who", "which"):
        return predicates.read(inner, start + 1, dials.predicates)
    if inner.low(start) in ("a", "an", "the"):
        verb = clauses.skip_adverbs(clause, close + 1)
        be = clauses.copula(clause, (subject.start, subject.end), verb, passive=False)
        return predicates.being(inner, be, start, dials.predicates)
    return predicates.described(inner, start, dials.predicates)


def _next_verb(clause: Clause, verb: int, said: Sequence[Said]) -> int | None:
    """Where another verb of the same subject begins: right behind "and", with no other clause between."""
    for at in range(said[-1].end, len(clause) - 1):
        lead = clauses.skip_adverbs(clause, at + 1)
        if clause.low(at) == "and" and clause.tag(lead) in FINITE:
            return at + 1 if not _shares_auxiliary(clause, verb, lead) else None
        other = clause.tags[at] in (Tag.RELATIVE, Tag.SUBORDINATOR, Tag.PRONOUN, *FINITE)
        if other or (clause.is_comma(at) and clause.low(at + 1) != "and"):
            return None
    return None


def _shares_auxiliary(clause: Clause, verb: int, lead: int) -> bool:
    """Was born in Paris and raised in Lyon: the second verb may need the "was" of the first."""
    known = clause.lexicon.verbs.get(clause.low(lead))
    passive = clause.tag(clauses.skip_adverbs(clause, verb)) is Tag.AUX and clause.tags[lead] is Tag.VERB
    alone = grammar.verb_base(clause.tokens[lead], clause.lexicon) in clause.lexicon.intransitive_verbs
    return passive and not alone and known is not None and Form.PARTICIPLE in known.forms and clause.tag(lead + 1) is Tag.PREPOSITION
