"""An answer into its claims: each sentence that states something, where it stands, and what it cites.

1. What is no sentence is blanked, character for character, so that every offset stays: code, headings, marks of lists and of emphasis,
   numbers in square brackets, and the anchors `[cite:hash]`, which are read first.
2. A line that goes on in the next is joined with it: answers are often wrapped.
3. Each sentence that states something is a claim. What asks, imagines, thanks, values in the first person or speaks of the answer itself
   is passed over. An instruction is a claim: what it tells people to do must be in the documents.
4. An anchor belongs to the sentence it stands in or behind.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import EntitySort, Importance, Subclaim
from veracious.domain.ledger import AnswerClaim
from veracious.domain.span import Span
from veracious.rules.reading import clauses, intake, kinds, refuse, sentences
from veracious.rules.reading.anchors import AnchorDials, content
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.kinds import KindDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.refuse import Page
from veracious.rules.reading.tokens import scan


@dataclass(frozen=True, slots=True)
class AnswerDials:
    """What of an answer is a claim."""

    chars_at_most: int = 200_000  # of an answer, more are refused; 20,000–1,000,000; a guess
    fragment_words: int = 3  # content words that a line without a verb must have to be a claim; 2–6; a guess
    unasked_material: bool = True  # whether, with no question known, what would be minor counts; true or false; a guess


@dataclass(frozen=True, slots=True)
class ReferenceAnswerDials(AnswerDials):
    """The same as the source document has it: what answers no question is background."""

    unasked_material: bool = False  # as above; true or false; seed D §3.5


@dataclass(frozen=True, slots=True)
class AnswerContext:
    """What answers are read with."""

    lexicon: Lexicon
    reading: ReadingDials
    kinds: KindDials
    answers: AnswerDials


@dataclass(frozen=True, slots=True)
class Answer:
    """The claims of an answer, and the sentences that state nothing to be checked."""

    claims: tuple[AnswerClaim, ...]
    parts: tuple[Subclaim, ...]  # of each claim, what is read off its words
    passed_over: tuple[Span, ...]
    plain: str  # the answer with a blank for every character that is no part of a sentence


ANCHOR = re.compile(r"\[cite:\s*([^\]\s,]+(?:\s*,\s*[^\]\s,]+)*)\s*\]", re.IGNORECASE)
_FENCE = re.compile(r"^(```|~~~).*?(?:^\1[^\S\n]*$|\Z)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^[^\S\n]*#{1,6}\s.*$", re.MULTILINE)
_LEAD = re.compile(r"^[^\S\n]*(?:>[^\S\n]*)*(?:[-*+•–][^\S\n]+|\d{1,3}[.)][^\S\n]+)?(?:\[[ xX]\][^\S\n]+)?", re.MULTILINE)
_NOTE = re.compile(r"\[\^?\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]")
_MARKS = re.compile(r"\*{1,3}|_{2,3}|(?<!\w)_|_(?!\w)|`+|~~|\||</?[A-Za-z][^<>\n]{0,80}>")
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*\)")
_RULE = re.compile(r"^[^\S\n]*[|:\-=*_+][|:\-=*_+ ]*$", re.MULTILINE)
_WRAP = re.compile(r"(?<![.!?:;…|\n])\n(?=[^\S\n]*[^\s\-*+•–>#|])(?![^\S\n]*\d{1,3}[.)]\s)")
_BEFORE_SIGN = re.compile(r"\s+([.,;:!?)\]])")


def read(text: str, question: str, means: AnswerContext) -> Answer:
    """The claims of an answer to a question, in order; the question may be unknown."""
    anchors = [(found.start(), tuple(re.split(r"\s*,\s*", found[1]))) for found in ANCHOR.finditer(text)]
    plain = blanked(text)
    spans = sentences.split(plain, "en", means.reading.sentences)
    cited = _cited(spans, anchors)
    claims, parts, passed = [], [], []
    for number, span in enumerate(spans):
        words = worded(span.of(plain))
        if not states(words, means):
            passed.append(span)
            continue
        part = intake.part_of(words, means.lexicon, means.reading)
        sentence = kinds.Sentence(words, part.traits, any(one.sort is EntitySort.DATE for one in part.entities))
        claims.append(AnswerClaim(words, span, kinds.kind(sentence), _importance(sentence, question, means), cited.get(number, ())))
        parts.append(part)
    return Answer(tuple(claims), tuple(parts), tuple(passed), plain)


def _importance(sentence: kinds.Sentence, question: str, means: AnswerContext) -> Importance:
    """How much rests on a claim; where nobody knows what was asked, anything may be the answer."""
    found = kinds.importance(sentence, question, means.lexicon, means.kinds)
    unasked = not question.strip() and means.answers.unasked_material
    return Importance.MATERIAL if found is Importance.MINOR and unasked else found


def blanked(text: str) -> str:
    """The answer with a blank for every character that is no part of a sentence, and wrapped lines joined."""
    for pattern in (_FENCE, ANCHOR, _HEADING, _RULE, _NOTE):
        text = pattern.sub(_blank, text)
    text = _LINK.sub(lambda found: found[1].rjust(found.start(1) - found.start() + len(found[1])).ljust(len(found[0])), text)
    return _MARKS.sub(_blank, _LEAD.sub(_blank, _WRAP.sub(" ", text)))


def worded(sentence: str) -> str:
    """A blanked sentence as it is read: single blanks, none before a sign."""
    return _BEFORE_SIGN.sub(r"\1", " ".join(sentence.split()))


def states(text: str, means: AnswerContext) -> bool:
    """Whether a sentence states something that documents can carry."""
    lexicon, dials = means.lexicon, means.reading.refuse
    tokens = scan(text)
    words = tuple(content(tokens, lexicon, AnchorDials()))
    numerals = any(token.is_numeral for token in tokens)
    if not words and not numerals:
        return False
    page = Page(text, clauses.parse(text, lexicon), lexicon, dials)
    if any(asks(page) for asks in (refuse.question, refuse.hypothetical, refuse.meta, refuse.greeting, _own_view)):
        return False
    if text.endswith(":"):  # it announces what follows
        return False
    return not refuse.fragment(page) or (numerals and bool(words)) or len(words) >= means.answers.fragment_words


def _own_view(page: Page) -> bool:
    """It says whose view it is: the speaker's."""
    return any(page.lexicon.opinion_openers.at(page.clause.tokens, at)[0] for at in range(page.dials.opener_tokens_at_most))


def _cited(spans: Sequence[Span], anchors: Sequence[tuple[int, tuple[str, ...]]]) -> dict[int, tuple[str, ...]]:
    """What each sentence cites, by its number: an anchor is the last sentence's that begins before it, or else the first's."""
    found: dict[int, list[str]] = {}
    for at, names in anchors:
        number = max((index for index, span in enumerate(spans) if span.start <= at), default=0)
        found.setdefault(number, []).extend(names)
    return {number: tuple(dict.fromkeys(names)) for number, names in found.items()}


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
