"""Who and what an article names, and what its pronouns, short names and descriptions stand for, sentence by sentence.

A person is taken for "he" and "she", of the sex that the article shows; for "it" what the words around it ask for; for "the company" what
was called a company. Where nothing fits, or two would, the words stay and are told: a wrong name is worse than a pronoun.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from veracious.domain.claim import Entity
from veracious.rules.reading import clauses, grammar, names, naming, noun_phrases, phrases, pronouns, selection
from veracious.rules.reading.cast import Cast, Mention, Part, Reference, Referent, Sort
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.phrases import Phrase
from veracious.rules.reading.pronouns import Place
from veracious.rules.reading.verbs import Form


def read(cast: Cast, clause: Clause) -> tuple[Reference, ...]:
    """The references of the next sentence; what it names is known from now on."""
    cast.number += 1
    return tuple(_Sentence(cast, clause, phrases.read(clause, cast.letters.small, cast.dials)).references())


@dataclass(frozen=True, slots=True)
class _Step:
    """Words of a sentence that mean somebody or something, and where they end."""

    reference: Reference | None
    end: int  # token
    referent: Referent | None


@dataclass(slots=True)
class _Sentence:
    """A sentence as it is read for references, from left to right."""

    cast: Cast
    clause: Clause
    nominals: tuple[Phrase, ...]
    steps: list[Mention] = field(default_factory=list)  # what was understood so far

    def references(self) -> Iterator[Reference]:
        """Every word that stands for something named before, in order."""
        clause, cast = self.clause, self.cast
        found = {noun_phrases.clause_index(clause, entity.span.start): entity for entity in naming.found(clause, cast)}
        verb = clauses.main_verb(clause)
        before, index = cast.topic, 0
        opened = _opened(clause, verb)
        first: Referent | None = None
        told: list[Reference] = []
        while index < len(clause):
            entity = found.get(index)
            limit = next((at for at in sorted(found) if at > index), len(clause))
            step = self.step_at(index, before) if entity is None else self.name(entity, index, limit)
            if step is None:
                index += 1
                continue
            if step.reference is not None:
                told.append(step.reference)
            self.note(index, step)
            if first is None and index >= opened and (verb is None or index <= verb) and not _hangs(clause, index):
                first = step.referent
            index = max(step.end, index + 1)
        cast.spoken.append(tuple(self.spoken(len(clause))))
        self.close(verb, first)
        return iter(told)

    def note(self, index: int, step: _Step) -> None:
        """What a step understood, for the pronouns that follow."""
        clause, word = self.clause, self.clause.low(index)
        is_pronoun = word in pronouns.PRONOUNS
        if step.referent is None and (not is_pronoun or step.reference is None):
            return
        end = step.end if step.end > index else index + 1
        owns = phrases.owns(clause, end) or word in pronouns.POSSESSIVE
        acts = is_pronoun and selection.is_subject(clause, index)
        part = Part.OTHER if owns and not acts else Part.SUBJECT if acts else phrases.part_of(clause, index, end)
        plural = step.referent.plural if step.referent is not None else word in pronouns.THEY
        self.steps.append(Mention(index, end, part, step.referent, plural))
        before = grammar.verb_base(clause.tokens[index - 1], clause.lexicon) if index else ""
        if step.referent is not None and before in clause.lexicon.asserting_verbs:
            self.cast.tellers.append(step.referent)

    def spoken(self, until: int) -> Iterator[Mention]:
        """What the sentence has spoken of before a token, by name or in common words."""
        taken: list[Mention] = []
        for phrase in self.nominals:
            if phrase.start >= until:
                break
            inner = [one for one in self.steps if one.start < phrase.end and one.end > phrase.start]
            taken += inner
            head = next((one for one in inner if self.only_suffix(one.end, phrase.end)), None)
            if head is not None:
                owns = phrases.owns(self.clause, head.end)
                yield replace(head, part=Part.OTHER if owns else phrases.part_of(self.clause, phrase.start, head.end))
                continue
            yield from (replace(one, part=Part.OTHER) for one in inner)
            short = len(phrase.referent.name.split()) <= self.cast.dials.name_words_at_most
            yield Mention(phrase.start, phrase.end, phrase.part, phrase.referent, phrase.referent.plural, phrase.is_definite and short)
        yield from (one for one in self.steps if one not in taken and one.start < until)

    def only_suffix(self, start: int, end: int) -> bool:
        """Whether nothing but the form of a company stands between a name and the end of its phrase: Brightwater Ferries plc."""
        return all(self.clause.low(k) in self.clause.lexicon.company_suffixes for k in range(start, end))

    def close(self, verb: int | None, first: Referent | None) -> None:
        """What the sentence was about, for the next one."""
        clause, cast = self.clause, self.cast
        base = grammar.verb_base(clause.tokens[verb], clause.lexicon) if verb is not None else ""
        says = base in clause.lexicon.asserting_verbs
        cast.teller = first if says or first is not None else cast.teller
        if says and first is not None:
            cast.tellers.append(first)
        phrase = noun_phrases.subject(clause, verb)
        if first is not None and (
            phrase is None or not phrase.plural or first.plural or first.name.casefold() in phrase.name.casefold()[: len(first.name)]
        ):
            cast.topic = first
        else:
            cast.topic = phrase
        if cast.topic is not None:
            cast.topic.seen = cast.number

    def name(self, entity: Entity, index: int, limit: int) -> _Step:
        """A name, made known; a short form of one that is known is a reference to it."""
        clause, cast = self.clause, self.cast
        after = noun_phrases.clause_index(clause, entity.span.end)
        end = max(after, names.end(clause, index))
        if after < limit < end and all(clause.low(k) in ("of", "the") for k in range(after, limit)):
            end = after  # Henrik Bjørnstad of the Coast Party: two names
        start, title = index, set[str]()
        while start < end - 1 and noun_phrases.only_joins(clause, start):
            start += 1
        while start < end - 1 and clause.low(start).endswith("'s") and clause.tokens[start + 1].is_capitalised:
            start += 1  # Turku's Emmanuel Osei
        if clause.low(start) in clause.lexicon.person_nouns:  # Chief Financial Officer Dirk Pauwels
            last = max(k for k in range(start, end) if clause.low(k) in clause.lexicon.person_nouns)
            title = {clause.low(k) for k in range(start, last + 1)} & set(clause.lexicon.person_nouns) if last < end - 1 else set()
            start = last + 1 if last < end - 1 else start
        if clause.low(start) == "of" and start < end - 1:  # Chief Executive Officer of Osprell
            start, title = start + 1 + (clause.low(start + 1) == "the"), set()
        stop = max(entity.span.end, clause.tokens[end - 1].end if end > noun_phrases.clause_index(clause, entity.span.end) else 0)
        bare = clause.text[clause.tokens[start].start : stop]
        known = cast.by_alias.get(bare.casefold())
        if known is not None:
            known.seen = cast.number
            known.count += 1
            described = naming.nouns_around(clause, cast.dials, start, end)
            if title or described:
                cast.meet(Referent(known.name, known.sort, title | described), ())
            short = bare.casefold() != known.name.casefold() and len(bare) < len(known.name) and not bare.isupper()
            begin = clause.tokens[start].start
            return _Step(Reference(begin, stop, bare, known.name) if short else None, end, known)
        nouns = title | naming.nouns_around(clause, cast.dials, start, end)
        referent = naming.made(clause, clause.lexicon, bare, (start, end), nouns)
        if referent.sort is Sort.PERSON:
            referent.employer = self.employer(end)
        aliases = () if referent.name != bare else naming.aliases(referent, bare, entity, clause.lexicon)
        past = max(end, noun_phrases.common_tail(clause, end)) if referent.name != bare else end
        return _Step(None, past, cast.meet(referent, aliases))

    def employer(self, end: int) -> str:
        """The body in what is told of a person behind a comma: the company's director; chief executive of Halden Water."""
        clause, cast = self.clause, self.cast
        if clause.low(end) == "of" and clause.tag(end + 1 + (clause.low(end + 1) == "the")) is Tag.NAME:
            close, at = len(clause), end
        elif clause.is_comma(end):
            at = end
            close = next((k for k in range(end + 1, len(clause)) if clause.is_comma(k) or clause.tags[k] in FINITE), len(clause))
        else:
            return ""
        told = clause.words(at + 1 if at != end or clause.is_comma(end) else at, close)
        named = [one for one in cast.known if one.is_name and one.sort is not Sort.PERSON and one.name in told]
        if named:
            return max(named, key=lambda one: (one.sort is Sort.ORGANISATION, len(one.name))).name
        of = next((k for k in range(at + 2, close - 1) if clause.low(k) == "of" and self.is_office(k - 1)), None)
        if of is not None and (clause.low(of + 1) == "the" or clause.tokens[of + 1].is_capitalised):
            end = next((k for k in range(of + 1, close) if clause.tags[k] in (Tag.PREPOSITION, Tag.RELATIVE)), close)
            head = clause.low(end - 1)
            if not clause.tokens[end - 1].is_capitalised and head not in clause.lexicon.organisation_nouns:
                return ""  # the investigator of a trial speaks for nobody
            return clause.words(of + 1, end) if end - of <= cast.dials.apposition_tokens_at_most else ""
        for index in range(at + 1, min(close, at + 1 + cast.dials.apposition_tokens_at_most)):
            if clause.low(index) == "the" and (noun := self.head(index)) is not None:
                found = cast.described(clause.low(noun).removesuffix("'s"))
                if found is not None and found.is_name and found.sort is not Sort.PERSON:
                    return found.name
        return ""

    def is_office(self, index: int) -> bool:
        """Whether a word names who leads or speaks for a body."""
        word = self.clause.low(index)
        return word in self.cast.lexicon.person_nouns or word in self.cast.lexicon.roles

    def step(self, first: int, last: int, name: str, referent: Referent | None) -> _Step:
        """The words from one token to another, with what is put for them."""
        start, end = self.clause.tokens[first].start, self.clause.tokens[last].end
        return _Step(Reference(start, end, self.clause.text[start:end], name), last + 1, referent)

    def step_at(self, index: int, before: Referent | None) -> _Step | None:
        """A pronoun, a description or a bare amount, and what it means."""
        return self.pronoun(index) or self.pair(index) or self.aged(index) or self.description(index) or self.amount(index, before)

    def amount(self, index: int, before: Referent | None) -> _Step | None:
        """Most went to shops; many stay: so many of what the clause before spoke of."""
        clause = self.clause
        opens = index == 0 or (clause.low(index - 1) == ";" and clause.tags[index - 1] is Tag.SIGN)
        if not opens or not _is_bare_amount(clause, index):
            return None
        of = before if index == 0 else self.subject_before(index)
        if of is None or not of.plural or len(of.name.split()) > self.cast.dials.name_words_at_most:
            return None
        first, _, rest = of.name.partition(" ")
        owned = first.casefold() in ("the", "its", "their", "his", "her")
        name = of.name if owned else f"the {first.lower()} {rest}".strip()
        return self.step(index, index, f"{clause.tokens[index].text} of {name}", of)

    def subject_before(self, index: int) -> Referent | None:
        """The subject of the clause that ends before the sign at an index."""
        part = clauses.parse(self.clause.words(0, index - 1), self.clause.lexicon)
        return noun_phrases.subject(part, clauses.main_verb(part))

    def pronoun(self, index: int) -> _Step | None:
        """A pronoun, and whom or what it means."""
        clause = self.clause
        word = clause.low(index)
        if word not in pronouns.PRONOUNS or (clause.tokens[index].text.isupper() and len(word) > 1):
            return None
        if (word in ("its", "their") and clause.low(index + 1) == "kind") or (word == "its" and _in_relative(clause, index)):
            return _Step(None, index + 1, None)
        if word == "it" and clause.tag(index) is Tag.QUOTED and clause.low(index + 1) in ("is", "was", "'s", "will"):
            return _Step(None, index + 1, None)
        if word == "it" and noun_phrases.is_empty_it(clause, index):
            return _Step(None, index + 1, None)
        place = Place(clause, index, sorted(self.spoken(index), key=lambda one: one.start), self.cast)
        choice = pronouns.meaning(place)
        referent = choice.referent
        if choice.is_local:
            return _Step(None, index + 1, referent)
        if referent is None or len(referent.name.split()) > self.cast.dials.name_words_at_most:
            return self.step(index, index, "", None)
        referent.seen = self.cast.number
        name = noun_phrases.owned(referent.name) if place.is_possessive else referent.name
        return self.step(index, index, name, referent)

    def description(self, index: int) -> _Step | None:
        """The company, this study; and a fire at a warehouse, made known."""
        clause, cast = self.clause, self.cast
        word = clause.low(index)
        if word in ("a", "an"):
            self.introduce(index)
            return None
        if word not in ("the", "this", "that", "its", "their"):
            return None
        noun = self.head(index)
        if noun is None:
            return None
        owner = word in ("its", "their")
        low = clause.low(noun)
        bare = low.removesuffix("'s")
        between = {clause.low(k) for k in range(index + 1, noun)}
        other = any(low in _OTHERS or low.endswith("est") for low in between)
        alone = not owner and not other and not noun_phrases.is_told_apart(clause, noun)
        referent = cast.described(bare) if alone else None
        if referent is not None and referent.sort is Sort.PERSON and not between <= set(referent.name.casefold().split()):
            referent = None  # the transport secretary is not the general secretary
        if owner:
            return None
        if referent is None or len(referent.name.split()) > cast.dials.name_words_at_most:
            former = bool(between & {"former", "latter", "same"}) and not noun_phrases.is_told_apart(clause, noun)
            unsure = index == 0 and bare in clause.lexicon.bare_definite and ((alone and noun == index + 1) or former)
            return self.step(index, noun, "", None) if unsure else None
        referent.seen = cast.number
        name = noun_phrases.owned(referent.name) if low.endswith("'s") else referent.name
        return self.step(index, noun, name, referent)

    def pair(self, index: int) -> _Step | None:
        """The pair, neither: the two people of the sentence before, if it names two."""
        clause, spoken = self.clause, self.cast.spoken
        alone = clause.low(index) == "neither" and clause.tag(index + 1) in FINITE
        joined = (
            clause.low(index) == "the" and clause.low(index + 1) in _TWO and clause.tag(index + 2) in (*FINITE, Tag.ADVERB, Tag.SIGN, None)
        )
        if not alone and not joined:
            return None
        people = {one.referent.name for one in spoken[-1] if one.referent is not None and _is_person(one.referent)} if spoken else set()
        named = sorted(people, key=lambda name: next(k for k, one in enumerate(spoken[-1]) if one.referent and one.referent.name == name))
        known = len(named) == 2 and clause.low(index + 1) not in ("former", "latter")
        joint = f"{'neither ' if alone else ''}{(' nor ' if alone else ' and ').join(named)}" if known else ""
        return self.step(index, index + joined, joint, None)

    def aged(self, index: int) -> _Step | None:
        """The 34-year-old."""
        clause = self.clause
        if clause.low(index) != "the" or clause.tag(index + 1) is not Tag.NUMBER:
            return None
        last = index + 2 + (clause.low(index + 2) == "-")
        if clause.low(last) != "year-old" or clause.tag(last + 1) in (Tag.WORD, Tag.NAME):
            return None
        found = self.cast.aged(clause.low(index + 1))
        return self.step(index, last, found.name if found is not None else "", found)

    def head(self, index: int) -> int | None:
        """The noun of a phrase that opens here with few words before it."""
        clause = self.clause
        for noun in range(index + 1, min(len(clause), index + 2 + self.cast.dials.modifiers_at_most)):
            if clause.tags[noun] not in (Tag.WORD, Tag.BASE, Tag.VERB) or clause.tokens[noun].is_capitalised:
                return None
            if clause.low(noun).endswith("'s"):
                return noun
            if clause.tag(noun + 1) in (Tag.WORD, Tag.NAME, Tag.ING) and clause.tokens[noun + 1].start == clause.tokens[noun].end + 1:
                continue
            return noun
        return None

    def introduce(self, index: int) -> None:
        """A fire at a warehouse in Leeds: something new, known by its description until it has a name."""
        clause, cast = self.clause, self.cast
        at = index + 1
        while clause.tag(at) in (Tag.WORD, Tag.ING, Tag.NUMBER, Tag.ADVERB) and not clause.tokens[at].is_capitalised:
            at += 1
        noun = clause.low(at - 1)
        if at == index + 1 or (noun not in clause.lexicon.bare_definite and noun not in clause.lexicon.reference_groups):
            return
        if clause.tag(at) is Tag.NAME or (clause.is_comma(at) and clause.tag(at + 1) is Tag.NAME):
            return
        end = noun_phrases.phrase_end(clause, at, index + cast.dials.phrase_tokens_at_most)
        if end == at:
            return
        if end >= index + cast.dials.phrase_tokens_at_most - 1:  # cut where the last part begins, never inside a name
            end = max((k for k in range(at + 1, end) if clause.tags[k] is Tag.PREPOSITION), default=at)
        cast.meet(Referent(f"the {clause.words(index + 1, end)}", Sort.THING, {noun}, is_name=False), ())


def _opened(clause: Clause, verb: int | None) -> int:
    """Where the subject of a sentence may begin: behind the time or place that opens it."""
    if clause.tag(0) not in (Tag.PREPOSITION, Tag.SUBORDINATOR):
        return 0
    return next((k for k in range(verb or len(clause)) if clause.is_comma(k)), 0)


def _hangs(clause: Clause, index: int) -> bool:
    """Whether a name only says which one is meant: the branch in Leeds."""
    before = index - 1 - (clause.low(index - 1) == "the")
    return index > 1 and clause.tag(before) is Tag.PREPOSITION and before > 0


def _in_relative(clause: Clause, index: int) -> bool:
    """A bridge which has no path on its eastern side: the pronoun means what the relative clause speaks of."""
    at = index - 1
    while at > 0 and not clause.is_comma(at) and clause.tags[at] is not Tag.CONJUNCTION:
        if clause.tags[at] is Tag.RELATIVE:
            return True
        at -= 1
    return False


def _is_bare_amount(clause: Clause, index: int) -> bool:
    """Most went; many spend a year: a word of amount with a verb right behind it."""
    counts = clause.low(index) in _AMOUNTS or clause.low(index) in clause.lexicon.number_words
    if not counts or clause.tag(index + 1) is Tag.AUX:
        return counts
    known = clause.lexicon.verbs.get(clause.low(index + 1))
    opens = clause.tag(index + 2) in (Tag.PREPOSITION, Tag.DETERMINER, None)
    return (
        known is not None
        and opens
        and bool(known.forms & {Form.PAST, Form.BASE})
        and clause.low(index + 1) not in clause.lexicon.plural_nouns
    )


_AMOUNTS = frozenset("most many some several few all both others".split())


_TWO = ("pair", "two", "duo", "former", "latter")


def _is_person(referent: Referent) -> bool:
    return referent.is_name and referent.sort is Sort.PERSON


_OTHERS = frozenset(
    "first second third fourth fifth sixth seventh eighth ninth tenth last next other another same new old only main former rival present "
    "current similar different whole entire".split()
)
