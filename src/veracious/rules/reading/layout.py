"""What of an article is running text, sentence by sentence, and what is a heading, a byline, a caption or a notice of the page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from veracious.domain.span import Span
from veracious.rules.reading import clauses, sentences
from veracious.rules.reading.grammar import FINITE
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.reading.tokens import scan
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class LayoutDials:
    """How a line that is no sentence is told from one that is."""

    heading_words_at_most: int = 14  # of a line without an end that is no heading any more; 8–20; a guess
    byline_words_at_most: int = 12  # of a line that names a writer; 6–15; a guess
    wrapped_line_chars_at_least: int = 50  # a line this long without an end goes on in the next one; 40–70; as in FactDials
    sentences: SentenceDials = field(default_factory=SentenceDials)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an article, or a line that is none, with the code of what it is."""

    span: Span
    paragraph: int
    code: str = ""  # none: a sentence


_LINE = re.compile(r"[^\n]+")
_LEAD = re.compile(r"\s*(?:>\s*)*(?:[-*+•–—·▪]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)?")
_ENDS = re.compile(r"[.!?…:;][\"”’»“)\]]*\s*$")
_ZONES = "GMT|BST|UTC|CET|CEST|EET|EEST|MSK|EST|EDT|CST|CDT|MST|MDT|PST|PDT|IST|JST|AEST|AEDT|NZST|NZDT|ET|PT"
_CLOCK = re.compile(
    rf"\s*(?:(?:\d{{1,2}}[:.]\d{{2}}(?:\s?[ap]\.?m\.?)?|\d{{1,2}}\s?[ap]\.?m\.?)(?:\s*(?-i:{_ZONES})\b)?\s*(?:[:–—|-]\s+|$|\s)"
    r"|\d{1,3}(?:\+\d{1,2})?(?:\s?mins?\s*[:–—|-]\s+|['’′]\s*[:–—|-]?\s+))",
    re.IGNORECASE,
)  # 14:05; 2.30pm BST; of a match: 90+4 min:
_RESULT = re.compile(r"(?:^|\s)[A-Z][\w.'’ -]*\s\d{1,3}\s?[–-]\s?\d{1,3}\s[A-Z]")
_BYLINE = re.compile(
    r"\s*(?:by|von|par|words|text|photos?|photographs?|pictures?|image|video|reporting|edited|published|updated|last updated)\b[ :]",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"\s*(?:photo(?:graph)?|picture|image|illustration|credit|source|figure|fig\.)s?\s*(?:\d+\s*)?[:.]", re.IGNORECASE)
_CONTACT = re.compile(r"https?://|www\.|[\w.+-]+@[\w-]+\.|\+?\d[\d ()-]{7,}\d")
_LABEL = re.compile(r"\s*(?:[A-Z]{4,}(?:[ -][A-Z]{2,}){0,2}\s*[:–—]|UPDATED?|BREAKING(?: NEWS)?)\s+(?=[\"“A-Z0-9])")  # of an entry
_DATELINE = re.compile(
    r"\s*[A-Z][\w.'’ -]{1,30}(?:,\s*[A-Z][\w.'’ ]{1,20})?(?:,\s*\d{1,2}\s\w+|,\s*\w+\s\d{1,2})?(?:\s\d{4})?\s*"
    r"(?:\([A-Z][\w ]{1,20}\)\s*)?(?:(?:—|–|--)|(?<=\d{4}):)\s+(?=[A-Z“\"])"
)


# Ends of sentences that the segmenter takes for abbreviations.
_MISSED_ENDS = re.compile(
    r"(?:(?<=\d May\.)|(?<= (?:me|us|it|so|on|up|do|be|am|no)\.)|(?<= (?:him|her)\.))\s+(?=[A-Z“\"])"
    r"|(?:(?<=[a-z]{3}\.)|(?<=/[a-z]\.))\s+(?=“)"
)


def read(text: str, title: str, lexicon: Lexicon, dials: LayoutDials) -> tuple[Sentence, ...]:
    """The sentences and other lines of an article in order; what stands between them is white space, or a mark of a list or an entry."""
    found: list[Sentence] = []
    for number, span in enumerate(_paragraphs(text, dials)):
        code = _code(span.of(text), title, lexicon, dials)
        if code:
            found.append(Sentence(_trimmed(text, span), number, code))
        else:
            found += _running(text, span, number, dials)
    return tuple(found)


def _running(text: str, span: Span, number: int, dials: LayoutDials) -> Iterator[Sentence]:
    """The sentences of a paragraph, the time of an entry and the place of a dispatch before them apart."""
    start = span.start + len((_LEAD.match(text[span.start : span.end]) or [""])[0])
    for pattern, code in ((_CLOCK, "entry_time"), (_LABEL, "label"), (_DATELINE, "dateline")):
        lead = pattern.match(text[start : span.end])
        if lead and lead.end() < span.end - start and lead[0].strip():
            yield Sentence(_trimmed(text, Span(start, start + lead.end())), number, code)
            start += lead.end()
    paragraph = text[start : span.end].replace("\n", " ")
    for one in sentences.split(paragraph, "en", dials.sentences):
        at = one.start
        for cut in _MISSED_ENDS.finditer(paragraph, one.start, one.end):
            yield Sentence(Span(at, cut.start()).shifted(start), number)
            at = cut.end()
        yield Sentence(Span(at, one.end).shifted(start), number)


def _paragraphs(text: str, dials: LayoutDials) -> Iterator[Span]:
    """The lines of a text, those that were wrapped joined to what they go on in."""
    start, end = -1, -1
    for line in _LINE.finditer(text):
        if not line[0].strip():
            continue
        before = text[start:end]
        last = before[before.rfind("\n") + 1 :].rstrip()
        wrapped = start >= 0 and line.start() == end + 1 and len(last) >= dials.wrapped_line_chars_at_least and not _ENDS.search(last)
        listed = (_LEAD.match(line[0]) or [""])[0].strip()
        if wrapped and not listed:
            end = line.end()
            continue
        if start >= 0:
            yield Span(start, end)
        start, end = line.span()
    if start >= 0:
        yield Span(start, end)


def _code(line: str, title: str, lexicon: Lexicon, dials: LayoutDials) -> str:
    """What a line is when it is no running text; empty when it is."""
    words = line.split()
    bare = line.strip()
    if bare.startswith("#") or bare.casefold() == title.strip().casefold():
        return "heading"
    if not any(char.isalpha() for char in bare):
        return "entry_time" if _CLOCK.fullmatch(bare) else "no_words"
    if _RESULT.search(bare):
        return ""
    ended = _ENDS.search(bare) is not None and not bare.endswith(":")
    if _CAPTION.match(bare):
        return "caption"
    if len(words) <= dials.byline_words_at_most and not ended and _BYLINE.match(bare):
        return "byline"
    if _CONTACT.search(bare) and len(words) <= dials.byline_words_at_most:
        return "contact"
    if lexicon.boilerplate.found_in(scan(bare)):
        return "boilerplate"
    if ended or len(words) > dials.heading_words_at_most:
        return ""
    lead = (_LEAD.match(line) or [""])[0]
    listed = bool(lead.strip())
    clause = clauses.parse(line[len(lead) :], lexicon)
    verb = lexicon.verbs.get(clause.low(0))
    states = any(tag in FINITE for tag in clause.tags) or any(token.is_numeral for token in clause.tokens)
    return "" if listed and (states or (verb is not None and Form.THIRD in verb.forms)) else "heading"


def _trimmed(text: str, span: Span) -> Span:
    inner = span.of(text)
    start = span.start + len(inner) - len(inner.lstrip())
    return Span(start, max(start, span.start + len(inner.rstrip())))
