"""A question answered from passages: which of them the writer is given, and its sentences as one text with anchors.

1. The text is composed here, and nowhere else: a writer gives sentences and names passages, and the anchors `[cite:…]` behind a sentence
   are written by this code. An anchor in the writer's own words is taken out. What names no passage that was given is counted.
2. Nothing in a sentence can keep it from being read as a claim: marks of headings, lists and code at its head, a tag around it, and an
   ending that announces more are taken off.
3. At the end a sentence that no document carries says so in the text. A draft also gets back what the revisions took out for that reason.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

from veracious.domain.evidence import Evidence, Pooled
from veracious.domain.language import Flaw, Objection
from veracious.domain.ledger import Danger, Entry, Ledger, RiskFlag, Severity, Summary, Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.span import Span
from veracious.rules.ledger import gates
from veracious.rules.ledger.gates import Warned
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import sentences, words
from veracious.rules.reading.answers import ANCHOR, Answer
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials


@dataclass(frozen=True, slots=True)
class AskDials:
    """How much an answer is written from, how it cites, and what a draft gets back."""

    excerpts: int = 8  # passages that the writer is given; 3–20; a guess: some 4,000 characters
    name_letters: int = 12  # of a passage's name that an anchor has; 8–64; a guess: more than `HearingDials.name_letters`
    judged_at_once: int = 10  # claims that a language model holds against the passages at once; 1–20; half of the findings it may give
    reworded_share: float = 0.5  # of a sentence's content words, what another must have to stand in its place; 0.3–0.8; a guess


NOTHING = "I could not find relevant information in the provided documents to answer your question."
NO_MATCH = "No documents matched the query"
NO_ANSWER = "No passage that was found answers the question"

# What a reader is told of a sentence that no document carries: seed D §7.3.
MARKS: Mapping[Support, str] = MappingProxyType(
    {Support.NOT_FOUND: " (not found in the documents)", Support.CONTRADICTED: " (contradicted by the documents)"}
)
UNREAD = " (not checked)"

# What the writer is told of a skeptic's objection.
DOUBTS: Mapping[Flaw, str] = MappingProxyType(
    {
        Flaw.UNSUPPORTED: "The passages may not support this sentence",
        Flaw.OVERSTATED: "This sentence may say more than the passages do",
        Flaw.CONTRADICTED: "The passages may contradict this sentence",
        Flaw.UNCITED: "This sentence cites nothing",
    }
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer as it was composed: where it stands, and what it cites."""

    text: str
    span: Span  # in the answer, without its anchors
    cited: tuple[str, ...]  # ids of passages that were given
    invented: tuple[str, ...] = ()  # names of passages that were not


@dataclass(frozen=True, slots=True)
class Composed:
    """The sentences of an answer, and the text they make."""

    text: str
    sentences: tuple[Sentence, ...]

    @property
    def as_explanation(self) -> tuple[ExplanationSentence, ...]:
        """The sentences as a writer gives and takes them."""
        return tuple(ExplanationSentence(one.text, one.cited) for one in self.sentences)


@dataclass(frozen=True, slots=True)
class Draft:
    """A text and its ledger."""

    text: str
    ledger: Ledger


# Before it is written: what the writer is given.


def choose(pool: Sequence[Pooled], as_of: date, dials: AskDials) -> tuple[Evidence, ...]:
    """The best passages of a pool, none twice and none published after the day; a passage goes before a fact that was read from it.

    Formula: The passages that an answer is written from. From D §2; ours.

        the first `excerpts` of what was found, none twice, none published after the day

    Dials: excerpts of AskDials.
    """
    found: dict[tuple[str, Span], Evidence] = {}
    for entry in pool:
        piece = entry.evidence
        if piece.published is not None and piece.published > as_of:
            continue
        place = (piece.passage.snapshot, piece.passage.span)
        if place not in found or (found[place].triple is not None and piece.triple is None):
            found[place] = piece
    return tuple(found.values())[: dials.excerpts]


def named(pieces: Sequence[Evidence], dials: AskDials) -> dict[str, str]:
    """The name of each passage in an anchor, by its id: its first letters, or all of them where two begin alike.

    Formula: The name of a passage in an anchor. From D §3.3; ours.

        the first name_letters of its hash; all of it where two begin alike

    Dials: name_letters of AskDials.
    """
    whole = {piece.id: piece.id.removeprefix("sha256:") for piece in pieces}
    short = {one: name[: dials.name_letters] for one, name in whole.items()}
    return {one: name if list(short.values()).count(name) == 1 else whole[one] for one, name in short.items()}


# The text.

_OPEN_ANCHOR = re.compile(r"\[cite:", re.IGNORECASE)
_FENCE = re.compile(r"`{3,}|~{3,}")
_TAG = re.compile(r"<(?=/?[A-Za-z])")
_HEAD = re.compile(r"^(?:[#>|`~=_*]+\s*|[-+•–—]\s+|\d{1,3}[.)]\s+)+")
_OPEN_END = " :;,–—-"
_CLOSING = "\"'”’»)]*_`"
_ENDS = (".", "!", "?", "…")
_END = re.compile(r"[.!?…]+[\"'”’»)\]]*$")
_INVISIBLE = ("Cc", "Cf", "Cs")


def compose(said: Sequence[ExplanationSentence], names: Mapping[str, str], dials: SentenceDials) -> Composed:
    """The sentences of a writer as one text, each followed by an anchor for every passage it cites."""
    text, found = "", []
    for told in said:
        given, invented = _cited(told, names)
        for block in _blocks(told.text):
            for span in sentences.split(block, "en", dials):
                sentence = _ended(_HEAD.sub("", span.of(block)))
                if any(map(str.isalnum, sentence)):
                    text += " " if text else ""
                    found.append(Sentence(sentence, Span(len(text), len(text) + len(sentence)), given, invented))
                    text += sentence + _anchors([names[one] for one in given])
    return Composed(text, tuple(found))


def read(answer: Composed, reading: Callable[[str], Answer]) -> Answer:
    """The claims of an answer, each sentence read for itself: where one ends is known, and need not be found again."""
    ends = [*(one.span.start - 1 for one in answer.sentences[1:]), len(answer.text)]
    parts = []
    for one, end in zip(answer.sentences, ends, strict=False):
        by, found = one.span.start, reading(answer.text[one.span.start : end])
        claims = tuple(replace(claim, span=claim.span.shifted(by)) for claim in found.claims)
        parts.append(replace(found, claims=claims, passed_over=tuple(span.shifted(by) for span in found.passed_over)))
    return Answer(
        claims=tuple(claim for one in parts for claim in one.claims),
        parts=tuple(part for one in parts for part in one.parts),
        passed_over=tuple(span for one in parts for span in one.passed_over),
        plain=" ".join(one.plain for one in parts),
    )


def _cited(sentence: ExplanationSentence, names: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a sentence cites of what was given, and what it cites that was not: in so many words, too."""
    stray = [name for found in ANCHOR.finditer(_visible(sentence.text)) for name in re.split(r"\s*,\s*", found[1])]
    given = [one for one in sentence.evidence if one in names]
    invented = [one for one in sentence.evidence if one not in names]
    for name in stray:
        bare = name.removeprefix("sha256:").casefold()
        meant = [one for one, short in names.items() if bare.startswith(short) and one.removeprefix("sha256:").startswith(bare)]
        (given if meant else invented).extend(meant or [name])
    return tuple(dict.fromkeys(given)), tuple(dict.fromkeys(invented))


def _blocks(text: str) -> list[str]:
    """A writer's words without anchors, tags and the marks of lists, each paragraph and each item in one line."""
    found: list[list[str]] = [[]]
    bare = _OPEN_ANCHOR.sub("(cite ", ANCHOR.sub(" ", _visible(text)))  # an anchor that is not closed could be closed by the next sentence
    for line in _FENCE.sub("\n", bare).splitlines():
        words = _HEAD.sub("", line.strip())
        if words != line.strip() or not words:
            found.append([])
        found[-1] += _TAG.sub("< ", words).split()
    return [" ".join(block) for block in found if block]


def _visible(text: str) -> str:
    """The lines of a text without the characters that nobody sees, which could hide an anchor or reorder words."""
    return "\n".join(
        "".join(char for char in line if char == "\t" or unicodedata.category(char) not in _INVISIBLE) for line in text.splitlines()
    )


def _ended(sentence: str) -> str:
    """The sentence with an end: what ends in a colon would announce the next, and not be read."""
    bare = sentence.rstrip(_OPEN_END)
    return bare if bare.rstrip(_CLOSING).endswith(_ENDS) else f"{bare}."


def _anchors(names: Sequence[str]) -> str:
    return "".join(f" [cite:{name}]" for name in names)


# What is told of it.


def doubts(answer: Composed, objections: Sequence[Objection]) -> tuple[str, ...]:
    """What a skeptic says of an answer, as instructions for the writer; an objection to no sentence there is says nothing."""
    there = [one for one in objections if 0 <= one.sentence < len(answer.sentences)]
    return tuple(dict.fromkeys(f'{DOUBTS[one.flaw]}: "{answer.sentences[one.sentence].text}" {one.why}' for one in there))


def blamed(ledger: Ledger, answer: Composed, warned: Warned) -> Ledger:
    """The ledger with the citations that the writer made up; they are in no text."""
    if not any(one.invented for one in answer.sentences):
        return ledger

    def counted(entry: Entry) -> Entry:
        made = [name for one in answer.sentences if one.span.overlaps(entry.claim.span) for name in one.invented]
        return replace(entry, invalid=tuple(dict.fromkeys((*entry.invalid, *made))))

    return gates.ledger(tuple(map(counted, ledger.entries)), ledger.passed_over, ledger.unread, warned)


def nothing(why: str) -> Ledger:
    """The ledger of an answer that was not given: seed D §8.1."""
    summary = Summary(0, 0.0, 0.0, 0, 0, MappingProxyType(dict.fromkeys(Support, 0)))
    return Ledger((), summary, (RiskFlag(Danger.NO_EVIDENCE, Severity.HIGH, why),))


# At the end.


def put_back(chosen: Draft, before: Sequence[Draft], lexicon: Lexicon, warned: Warned, dials: AskDials) -> Draft:
    """The draft with what attempts before it said, no document carried and the revisions took out, at its end.

    A sentence that stands in it in other words was mended and not taken out.

    Formula: What a draft gets back. From ours; D §6.2.

        put back       what an earlier attempt said, no document carries and the draft lacks:
                       no sentence of the draft has reworded_share of its words

    Dials: reworded_share of AskDials.
    """
    ledger, text = chosen.ledger, chosen.text
    entries = list(ledger.entries)
    there = [one.claim.text for one in entries] + [one.text for one in ledger.unread]
    for draft in before:
        for entry in draft.ledger.entries:
            if entry.verdict is not Support.NOT_FOUND or _is_said(entry.claim.text, there, lexicon, dials):
                continue
            there.append(entry.claim.text)
            by = len(text) + 1 - entry.claim.span.start
            entries.append(_moved(entry, lambda span, by=by: span.shifted(by)))  # type: ignore[misc]
            text = f"{text} {entry.claim.span.of(draft.text)}{_anchors(entry.claim.citations)}"
    if text == chosen.text:
        return chosen
    made = gates.ledger(entries, ledger.passed_over, ledger.unread, warned)
    general = tuple(flag for flag in ledger.risk_flags if flag.claim is None)
    return Draft(text, replace(made, risk_flags=(*general, *made.risk_flags)))


def _is_said(claim: str, there: Sequence[str], lexicon: Lexicon, dials: AskDials) -> bool:
    """Whether a claim stands among others, in these words or in most of them."""
    wanted = overlap.words(claim, lexicon, OverlapDials())
    return claim in there or any(words.share(wanted, overlap.stems(one, lexicon, OverlapDials())) >= dials.reworded_share for one in there)


def mark(draft: Draft) -> Draft:
    """The draft with a mark in every sentence that no document carries, and its ledger with the places of the marked text."""
    ledger = draft.ledger
    wanted = [(one.claim.span, MARKS[one.verdict]) for one in ledger.entries if one.verdict in MARKS]
    wanted += [(one.span, UNREAD) for one in ledger.unread]
    marks = sorted((_place(span, draft.text), said) for span, said in wanted if said.strip() not in span.of(draft.text))
    text = draft.text
    for at, said in reversed(marks):
        text = text[:at] + said + text[at:]

    def moved(span: Span) -> Span:
        return Span(
            span.start + sum(len(said) for at, said in marks if at <= span.start),
            span.end + sum(len(said) for at, said in marks if at <= span.end),
        )

    return Draft(
        text,
        replace(
            ledger,
            entries=tuple(_moved(one, moved) for one in ledger.entries),
            passed_over=tuple(map(moved, ledger.passed_over)),
            unread=tuple(replace(one, span=moved(one.span)) for one in ledger.unread),
        ),
    )


def _place(span: Span, text: str) -> int:
    """Where a mark stands in a sentence: before the sign that ends it."""
    found = _END.search(span.of(text))
    return span.end if found is None else span.start + found.start()


def _moved(entry: Entry, moved: Callable[[Span], Span]) -> Entry:
    """The entry with its places in another text."""
    return replace(entry, claim=replace(entry.claim, span=moved(entry.claim.span)), unsupported=tuple(map(moved, entry.unsupported)))
