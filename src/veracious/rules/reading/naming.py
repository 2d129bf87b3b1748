"""The names of a sentence: who or what bears each, what it is called, and its shorter forms."""

from collections.abc import Iterator, Sequence

from veracious.domain.claim import Entity, EntitySort
from veracious.domain.span import Span
from veracious.rules.reading import entities, grammar, names, noun_phrases
from veracious.rules.reading.cast import Cast, CoreferenceDials, Referent, Sort, is_person_noun, may_be_person, names_sort
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.entities import EntityDials
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon


def found(clause: Clause, cast: Cast) -> Iterator[Entity]:
    """The names of a sentence, without days and months, and without words that merely open it."""
    lexicon = clause.lexicon
    for entity in _apart(clause, entities.find(clause.text, (), lexicon, EntityDials())):
        if entity.sort is EntitySort.QUOTED:
            continue
        words = [word.casefold().strip(".,") for word in entity.text.split()]
        if all(word in lexicon.months or word in names.DAYS for word in words):
            continue
        if len(words) == 1 and (words[0] in lexicon.nationalities or words[0] in lexicon.person_nouns):
            continue
        if len(words) == 1 and words[0].split("-")[0] in lexicon.number_words:
            continue  # Twenty-two
        head = entity.span.start == 0 or clause.text[: entity.span.start].rstrip()[-1:] in '"“.!?:'
        if len(words) == 1 and head and not entity.text.isupper():
            if words[0] in lexicon.adverbs or words[0] in lexicon.function_words or words[0] in ("next", "last", "now", "then"):
                continue
            behind = noun_phrases.clause_index(clause, entity.span.end)
            told = grammar.verb_base(clause.tokens[behind + 1], lexicon) if behind + 1 < len(clause) else ""
            if clause.is_comma(behind) and told in lexicon.asserting_verbs and words[0] not in cast.by_alias:
                continue  # Correct, says Stensrud
            plain = clause.tag(behind) is Tag.WORD and not clause.tokens[behind].is_capitalised
            if plain and words[0] not in cast.letters.capital and words[0] not in cast.by_alias:
                continue  # Environmental groups
            known = words[0] in cast.letters.capital or words[0] in cast.by_alias or words[0] in lexicon.given_names
            if words[0] in cast.letters.small or not (known or (words[0] not in lexicon.verbs and _is_odd(words[0]))):
                continue
        yield entity


def _apart(clause: Clause, given: Sequence[Entity]) -> Iterator[Entity]:
    """The names, a person and the body behind "of" as two: Henrik Bjørnstad of the Coast Party."""
    lexicon = clause.lexicon
    for entity in given:
        first, of, second = entity.text.partition(" of ")
        words, bare = first.casefold().split(), second.removeprefix("the ")
        body = any(word in lexicon.organisation_nouns for word in bare.casefold().split())
        roles = any(word in lexicon.roles or word in lexicon.organisation_nouns or word in lexicon.place_nouns for word in words)
        human = len(words) > 1 and (words[0] in lexicon.given_names or (body and not roles))
        if not of or not human or not bare[:1].isupper():
            yield entity
            continue
        start = entity.span.start
        yield Entity(first, Span(start, start + len(first)), entity.sort)
        yield Entity(bare, Span(entity.span.end - len(bare), entity.span.end), entity.sort)


def _is_odd(word: str) -> bool:
    """Whether a word looks like no plain noun in the plural, nor like an adverb."""
    return not word.endswith(("s", "ly", "ing", "ed", "tion", "ity", "ment"))


def made(clause: Clause, lexicon: Lexicon, bare: str, where: tuple[int, int], nouns: set[str]) -> Referent:
    """A new referent by its name and by what stands around it."""
    words = [token.low.removesuffix("'s") for token in clause.tokens[where[0] : where[1]]]
    tail = noun_phrases.common_tail(clause, where[1])
    gender = lexicon.given_names.get(words[0], "")
    person = (words[0] in lexicon.given_names and (len(words) > 1 or bool(nouns & set(lexicon.person_nouns)))) or bool(
        nouns & set(lexicon.person_nouns)
    )
    company = words[-1] in lexicon.company_suffixes and len(words) > 1 and not set(words[:-1]) & lexicon.organisation_nouns
    nouns = nouns | {"company"} if company else nouns
    last = words[0] if "of" in words else words[-1]
    sited = last in lexicon.place_nouns and last not in lexicon.organisation_nouns
    organised = company or (bare.isupper() and bare.isalpha() and len(bare) > 1)
    organised = organised or (not sited and any(word in lexicon.organisation_nouns for word in words))
    if tail and not (person and words[0] in lexicon.given_names):
        name = clause.text[clause.tokens[where[0]].start : clause.tokens[tail - 1].end]
        head = clause.low(tail - 1)
        sort = Sort.ORGANISATION if head in lexicon.organisation_nouns else Sort.PLACE if head in lexicon.place_nouns else Sort.THING
        if head not in lexicon.person_nouns:
            return Referent(
                name,
                sort,
                {head, *noun_phrases.suffixes(head, lexicon)},
                "",
                grammar.is_plural(clause.tokens[tail - 1 : tail], clause.tags[tail - 1 : tail], lexicon),
            )
    if organised and not (person and words[0] in lexicon.given_names):
        return Referent(
            bare, Sort.ORGANISATION, nouns - set(lexicon.person_nouns) | {word for word in words if word in lexicon.organisation_nouns}
        )
    written = all(word.replace("-", "").replace("'", "").replace(".", "").isalpha() for word in bare.split()) and not bare.isupper()
    if (person and written) or _has_age(clause, where[1]):
        own = next((lexicon.person_nouns[noun] for noun in nouns if lexicon.person_nouns.get(noun)), "")
        age = clause.low(where[1] + 1) if _has_age(clause, where[1]) else ""
        return Referent(bare, Sort.PERSON, {one for one in nouns if names_sort(one, Sort.PERSON, lexicon)}, own or gender, age=age)
    if nouns & lexicon.organisation_nouns:
        return Referent(bare, Sort.ORGANISATION, nouns)
    placed = any(word in lexicon.place_nouns for word in words) or bool(nouns & lexicon.place_nouns)
    placed = placed or clause.low(where[0] - 1) in ("in", "at", "near", "from")
    if placed:
        return Referent(bare, Sort.PLACE, nouns | {word for word in words if word in lexicon.place_nouns})
    two = len(words) == 2 and all(clause.tokens[k].is_capitalised and clause.tokens[k].text.isalpha() for k in range(*where))
    acts = clause.tag(where[1]) in FINITE and clause.low(where[1]) in ("said", "says", "told", "added", "who")
    if two and (acts or (clause.is_comma(where[1]) and clause.low(where[1] + 1) == "who")):
        return Referent(bare, Sort.PERSON, nouns)
    generic = {last} | ({words[0]} if words[0] in lexicon.place_nouns or words[0] in lexicon.reference_groups else set())
    called = {word for word in generic if word in lexicon.roles or word in lexicon.bare_definite or word in lexicon.reference_groups}
    return Referent(bare, Sort.THING, nouns | called)


def _has_age(clause: Clause, end: int) -> bool:
    """Kimi Sarajärvi, 17, starts: an age behind a name, so that it is a person's."""
    age = clause.tokens[end + 1].text if end + 1 < len(clause) else ""
    return clause.is_comma(end) and age.isdigit() and len(age) <= 2 and (end + 2 == len(clause) or clause.is_comma(end + 2))


def nouns_around(clause: Clause, dials: CoreferenceDials, start: int, end: int) -> set[str]:
    """What a name is called right before it and behind the comma that follows it."""
    lexicon = clause.lexicon
    found = set[str]()
    at = start - 1
    while (
        at >= 0
        and clause.tags[at] in (Tag.WORD, Tag.NAME)
        and not clause.tokens[at].is_capitalised
        and start - at <= dials.modifiers_at_most
    ):
        found.add(clause.low(at))
        if is_person_noun(clause.low(at), lexicon) and clause.tokens[start].text.isalpha():
            break  # the ministry spokesman Jon Hill is no ministry
        at -= 1
    if clause.is_comma(start - 1) and start >= 2 and clause.tags[start - 2] is Tag.WORD and clause.is_comma(end):
        found.add(clause.low(start - 2))
    behind = clause.is_comma(end) or clause.low(end) in ("(", "is", "was")
    stop = end + 1
    while behind and stop < min(len(clause), end + dials.apposition_tokens_at_most):
        if clause.tags[stop] in FINITE or clause.tags[stop] in (Tag.PREPOSITION, Tag.RELATIVE, Tag.CONJUNCTION, Tag.SUBORDINATOR):
            break
        if clause.tags[stop] is Tag.SIGN and clause.low(stop) != "-":
            break
        stop += 1
    if behind and stop > end + 1:
        found |= {clause.low(stop - 1), clause.words(stop - 2, stop).casefold()}  # port manager: no port
    return {
        noun
        for noun in found
        if noun in lexicon.organisation_nouns or noun in lexicon.person_nouns or noun in lexicon.place_nouns or noun in lexicon.roles
    }


def _is_common(word: str, lexicon: Lexicon) -> bool:
    """Whether a word is none that a body could be called by alone: Assembly, Board."""
    return any(word in one for one in (lexicon.function_words, lexicon.organisation_nouns, lexicon.place_nouns, lexicon.person_nouns))


def aliases(referent: Referent, bare: str, entity: Entity, lexicon: Lexicon) -> list[str]:
    """The shorter forms of a name: of a person first and last name, of a body its first word and its initials."""
    words = bare.split()
    found = [bare, *(alias for alias in entity.aliases if alias.isupper())]
    if len(words) > 1 and words[-1][:1].isupper():
        if referent.sort is Sort.PERSON:
            found += [words[-1], words[0]]
        elif words[0].isalpha() and not _is_common(words[0].casefold(), lexicon) and referent.sort is Sort.ORGANISATION:
            found.append(words[0])
        elif referent.sort is Sort.THING and may_be_person(referent, lexicon):
            found.append(words[-1])
    return found
