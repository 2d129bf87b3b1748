"""What “the study” stands for, where the context that came with a claim names it: one name is taken, of several none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veracious.rules.reading import clauses, normalise, references
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE
from veracious.rules.reading.lexicon import Lexicon

# What a document can itself be; the first are so general that a single document that came with the claim is meant, whatever its title.
_ANY_DOCUMENT = frozenset("analysis article document letter memo paper publication report research results review study survey".split())
_TITLED = _ANY_DOCUMENT | frozenset(
    "act agreement amendment announcement bill constitution contract decision declaration decree experiment findings inquiry interview "
    "investigation judgement judgment law legislation petition plan policy poll proposal regulation resolution rule ruling speech "
    "statement strategy treaty trial".split()
)


_SUBTITLE = re.compile(r":\s|\s[–—-]\s")


@dataclass(frozen=True, slots=True)
class ReferentDials:
    """How much of a context is looked at, and how many readings are told."""

    names_at_most: int = 5  # names that a reference could stand for, as readings; 2–20; a guess
    name_words_at_most: int = 8  # words of a name that may stand in place of the reference, longer ones are only told; 4–12; a guess
    takes_only_document: bool = True  # whether “she” is whom the only document that came with the claim speaks of; either; SPEC §2
    context_chars_at_most: int = 20_000  # of a text that came with the claim, read for names; 2,000–100,000; a guess


@dataclass(frozen=True, slots=True)
class Named:
    """A claim with a name in place of its reference."""

    text: str
    aside: str  # what of it says only which one is meant: no evidence need repeat it
    assumed: str  # a line for the reader


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a claim points at something it does not name."""

    text: str  # the claim, cleaned
    start: int
    end: int  # before a possessive
    noun: str

    @property
    def words(self) -> str:
        """The study"""
        return self.text[self.start : self.end]

    def put(self, name: str, lexicon: Lexicon, dials: ReferentDials) -> Named:
        """The claim with the name in place of the reference; a long title, or one that is no name, only stands beside its noun."""
        bare = _SUBTITLE.split(name)[0].removeprefix("The ").removeprefix("the ")
        article = "The" if self.words[:1].isupper() else "the"
        is_meant = self.noun in _ANY_DOCUMENT or _is_headed(bare, self.noun, lexicon)
        if not is_meant:
            first, _, rest = self.words.partition(" ")
            return self._beside(
                name, f"{article} {rest}" if rest else first, f"“{self.words}” is taken for the one that “{name}” speaks of"
            )
        assumed = f"“{self.words}” is read as “{name}”"
        if len(bare.split()) > dials.name_words_at_most or not _is_headed(bare, self.noun, lexicon):
            return self._beside(name, f"{article} {self.noun}", assumed)
        return Named(f"{self.text[: self.start]}{article} {bare}{self.text[self.end :]}", "", assumed)

    def _beside(self, name: str, words: str, assumed: str) -> Named:
        aside = f" “{name}”"
        return Named(f"{self.text[: self.start]}{words}{aside}{self.text[self.end :]}", aside, assumed)


def reference(text: str, lexicon: Lexicon) -> Reference | None:
    """The reference that a cleaned text opens with, if it is to something that has a title."""
    clause = clauses.parse(text, lexicon)
    found = references.pointed_at(clause)
    if found is None:
        return None
    first, noun = (clause.tokens[index] for index in found)
    word = noun.low.removesuffix("'s")
    offset = text.index(clause.text)
    return Reference(text, offset + first.start, offset + noun.start + len(word), word) if word in _TITLED else None


def pointer(text: str, lexicon: Lexicon) -> Reference | None:
    """The words of a cleaned text that point at whom or what it does not name: “the airline”, “she”, “its”."""
    clause = clauses.parse(text, lexicon)
    at = references.pronoun(clause)
    ends = (at, at) if at is not None else references.pointed_at(clause)
    if ends is None:
        return None
    first, last = (clause.tokens[index] for index in ends)
    word = last.low.removesuffix("'s")
    offset = text.index(clause.text)
    return Reference(text, offset + first.start, offset + last.start + len(word), "" if at is not None else word)


def fitting(
    text: str, titles: Sequence[str], passage: str, lexicon: Lexicon, dials: ReferentDials, only_document: str = ""
) -> tuple[str, ...]:
    """The names of a context that the reference of a claim could stand for: titles, and names in a passage; none without a reference.

    Whatever else a claim points at, where one document alone came with it, is what that document speaks of.
    """
    clean = normalise.clean(text)
    names = _titled(clean, titles, passage, lexicon, dials)
    if names or not only_document or not dials.takes_only_document or pointer(clean, lexicon) is None:
        return names
    return (only_document,)


def _titled(text: str, titles: Sequence[str], passage: str, lexicon: Lexicon, dials: ReferentDials) -> tuple[str, ...]:
    pointed = reference(text, lexicon)
    if pointed is None:
        return ()
    titled = tuple(dict.fromkeys(filter(None, map(normalise.clean, titles))))
    headed = [title for title in titled if _is_headed(title, pointed.noun, lexicon)]
    names = [*headed, *_named(normalise.clean(passage[: dials.context_chars_at_most]), pointed.noun, lexicon)]
    if not names and pointed.noun in _ANY_DOCUMENT:
        names = list(titled)
    alone = [name for name in names if not any(_is_within(name, other) for other in names)]
    return tuple({name.casefold(): name for name in reversed(alone)}.values())[::-1][: dials.names_at_most]


def _is_headed(title: str, noun: str, lexicon: Lexicon) -> bool:
    """The Halden cohort study; Annual report 2024; Clean Rivers Bill: second reading. Not “Minister attacks the report”."""
    clause = clauses.parse(_SUBTITLE.split(title)[0].removeprefix("The "), lexicon)
    at = next((k for k, token in enumerate(clause.tokens) if token.low == noun), None)
    if at is None or any(clause.low(k) in lexicon.function_words for k in range(at)):
        return False
    verbs = (token for token, tag in zip(clause.tokens, clause.tags, strict=True) if tag in FINITE and token.low != noun)
    return all(at == len(clause) - 1 and token.is_capitalised for token in verbs)  # a verb in capitals may be a name: Halden Water Bill


def _named(passage: str, noun: str, lexicon: Lexicon) -> list[str]:
    """Phrases of a passage that end with the noun and have a name before it."""
    clause = clauses.parse(passage, lexicon)
    found = []
    for at, token in enumerate(clause.tokens):
        start = _phrase_start(clause, at) if token.low.removesuffix("'s") == noun else at
        names = [k for k in range(start, at) if clause.tokens[k].is_capitalised and not _opens_sentence(clause, k)]
        if names:
            found.append(clause.words(start, at + 1).removesuffix("'s").removesuffix("’s"))
    return found


def _phrase_start(clause: Clause, noun: int) -> int:
    start = noun
    while start and clause.tokens[start - 1].is_word and clause.low(start - 1) not in clause.lexicon.function_words:
        if clause.tags[start - 1] in FINITE:
            break
        start -= 1
    return start


def _opens_sentence(clause: Clause, index: int) -> bool:
    return index == 0 or clause.low(index - 1) in (".", "!", "?", ":")


def _is_within(name: str, other: str) -> bool:
    return name.casefold() != other.casefold() and f" {name.casefold()} " in f" {other.casefold()} "
