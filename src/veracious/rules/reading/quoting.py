"""The quoted sentences of a sentence, with who says them and what is told beside them.

1. A quotation is speech if it begins like a sentence; a term, a title or a part of the sentence around it is none.
2. A sentence that its speaker interrupts is one: "The dam," Quill said, "holds 40 litres".
3. The words beside it tell who speaks. The verb is found by where it stands, so that any verb may say.
4. What those words tell beside is read as well: who the speaker is, what was said without marks, a clause that goes on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from veracious.domain.span import Span
from veracious.rules.reading import clauses, mentions, sentences, tellers
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.mentions import MentionDials
from veracious.rules.reading.sentences import SentenceDials


@dataclass(frozen=True, slots=True)
class SpeechDials:
    """Which words between quotation marks are read as sentences."""

    quoted_words_at_least: int = 3  # shorter quotations are terms and titles; 3–6; a guess
    rest_words_at_most: int = 2  # words of a sentence outside of its quotations that state nothing; 0–4; a guess
    speaker_words_at_most: int = 12  # a longer speaker is a sentence read wrongly; 6–20; a guess
    between_words_at_most: int = 15  # between two parts of a sentence that its speaker interrupts; 8–25; a guess
    mentions: MentionDials = field(default_factory=MentionDials)
    sentences: SentenceDials = field(default_factory=SentenceDials)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a sentence that is read by itself."""

    span: Span  # of the sentence's text
    quoted: bool = False
    speaker: Span | None = None  # where the sentence names who speaks
    aside: Span | None = None  # what the sentence tells of the speaker beside
    is_owned: bool = False  # the aside begins with what is the speaker's: whose firm …
    rest: Span | None = None  # the second part of a sentence that its speaker interrupts


@dataclass(frozen=True, slots=True)
class _Beside:
    """What the words beside a quotation tell."""

    speaker: Span | None = None
    aside: Span | None = None
    is_owned: bool = False
    told: tuple[Span, ...] = ()  # said without marks
    stated: tuple[Span, ...] = ()  # told by the sentence itself


_MARKS = '"“”„‟«»'
_STOPS = ',:.!?”"»“—–'


def pieces(text: str, lexicon: Lexicon, dials: SpeechDials, marked: Sequence[Span] | None = None) -> tuple[Piece, ...]:
    """The quoted sentences of a sentence, or all of it where it quotes none; `marked` are its quotations if they are known."""
    found = mentions.quotations(text, dials.mentions) if marked is None else marked
    chosen = _speech(text, found, dials)
    if not chosen:
        return (Piece(Span(0, len(text))),)
    outside = _outside(text, chosen)
    read = [_beside(text, span, chosen, lexicon, dials) for span in outside]
    words = sum(len(span.of(text).split()) for span in outside)
    told = [one for one in read if one is not None]
    if not told and words > dials.rest_words_at_most:
        return (Piece(Span(0, len(text))),)
    speaker = next((one.speaker for one in told if one.speaker is not None), None)
    quoted = list(_quoted(text, chosen, speaker, dials))
    for one in told:
        if one.aside is not None:
            quoted.append(Piece(one.aside, False, one.speaker, one.aside, one.is_owned))
        quoted += [Piece(span, True, speaker) for span in one.told]
        quoted += [Piece(span) for span in one.stated]
    return tuple(quoted) or (Piece(Span(0, len(text))),)


def beside(text: str, found: Sequence[Piece]) -> tuple[Span, ...]:
    """What of a sentence with quotations none of its pieces holds: who says it, and when."""
    if not any(piece.quoted for piece in found):
        return ()
    held = sorted(span for piece in found for span in (piece.span, piece.rest) if span is not None)
    edges = [0, *(edge for span in held for edge in (span.start, span.end)), len(text)]
    spans = (Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b)
    return tuple(span for span in spans if any(char.isalnum() for char in span.of(text)))


# Which quotations are speech.


def _speech(text: str, found: Sequence[Span], dials: SpeechDials) -> list[Span]:
    """The quotations that are said; a part that its speaker interrupts is one however short."""
    chosen: list[Span] = []
    for at, span in enumerate(found):
        after = found[at + 1] if at + 1 < len(found) else None
        opens = after is not None and _is_interrupted(text, span, after, dials) and (chosen or not text[: span.start].strip())
        if opens or _is_speech(text, span, chosen, dials):
            chosen.append(span)
    return chosen


def _is_interrupted(text: str, span: Span, after: Span, dials: SpeechDials) -> bool:
    """Whether the quotation goes on in the next one: "The dam," Quill said, "holds …"."""
    between = text[span.end : after.start].strip()
    inner = _inside(text, span).of(text).rstrip()
    breaks = inner[-1:] in ",–—-" or between[:1] in ",–—"
    goes_on = between[-1:] in ",–—" and text[after.start + 1 : after.start + 2].isalnum()
    return breaks and goes_on and 0 < len(between.split()) <= dials.between_words_at_most and not any(s in between for s in _MARKS)


def _is_speech(text: str, span: Span, chosen: Sequence[Span], dials: SpeechDials) -> bool:
    """Whether a quotation is a sentence: it begins like one, and is no term, title or part of the sentence around it."""
    inner = _inside(text, span).of(text).strip()
    if span.start == 0 and text[:1] not in _MARKS:
        return True  # it goes on from the sentence before
    if chosen and _is_interrupted(text, chosen[-1], span, dials):
        return True
    before = text[: span.start].rstrip()
    opens = not before or before[-1] in _STOPS or inner[:1] in "…["
    enough = len(inner.split()) >= dials.quoted_words_at_least
    within = text[span.end :].lstrip()[:1].isalpha() and inner[-1:] not in ",.!?…–—" and text[span.end : span.end + 1] != ","
    return opens and enough and not within and (not inner[:1].islower() or bool(chosen) or before[-1:] == ":")


def _inside(text: str, span: Span) -> Span:
    """A quotation without its marks."""
    start = span.start + (text[span.start : span.start + 1] in _MARKS)
    return Span(start, max(start, span.end - (text[span.end - 1 : span.end] in _MARKS)))


def _outside(text: str, marked: Sequence[Span]) -> list[Span]:
    edges = [0, *(edge for span in marked for edge in (span.start, span.end)), len(text)]
    return [Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if any(char.isalpha() for char in text[a:b])]


def _quoted(text: str, marked: Sequence[Span], speaker: Span | None, dials: SpeechDials) -> Iterator[Piece]:
    """The sentences between the marks; the parts of one that its speaker interrupts together."""
    waiting: Span | None = None
    for at, span in enumerate(marked):
        inner = _inside(text, span)
        found = [one.shifted(inner.start) for one in sentences.split(inner.of(text), "en", dials.sentences)]
        if waiting is not None and found:
            yield Piece(waiting, True, speaker, rest=found.pop(0))
        waiting = found.pop() if found and at + 1 < len(marked) and _is_interrupted(text, span, marked[at + 1], dials) else None
        yield from (Piece(one, True, speaker) for one in found)


# What stands beside them.


def _beside(text: str, span: Span, chosen: Sequence[Span], lexicon: Lexicon, dials: SpeechDials) -> _Beside | None:
    """Who says it, by the words beside a quotation, and what else they tell; none when nobody says anything there."""
    words = span.of(text)
    offset = span.start + len(words) - len(words.lstrip(" ,.–—-:"))
    clause = clauses.parse(text[offset : span.end].rstrip(" ,:–—"), lexicon)
    if not clause.tokens:
        return None
    behind = next((one for one in chosen if one.end == span.start), None)
    if behind is not None:
        marked = _inside(text, behind).of(text).rstrip()[-1:] in ",?!…–—"
        found = _behind(clause, by_place=marked)
    else:
        found = _ahead(clause, leads=words.rstrip()[-1:] == ":", by_place=words.rstrip()[-1:] in ":,")
    if found is None:
        return None
    return _placed(clause, found, offset, dials)


@dataclass(frozen=True, slots=True)
class _Found:
    """The tokens of a speaker, of the verb, and of what else is told."""

    who: tuple[int, int]
    aside: tuple[int, int] | None = None
    is_owned: bool = False
    told: tuple[int, int] | None = None
    stated: tuple[int, int] | None = None


def _placed(clause: Clause, found: _Found, offset: int, dials: SpeechDials) -> _Beside:
    def at(part: tuple[int, int] | None) -> Span | None:
        if part is None or part[1] <= part[0]:
            return None
        return Span(clause.tokens[part[0]].start, clause.tokens[part[1] - 1].end).shifted(offset)

    told, stated = at(found.told), at(found.stated)
    beside = (() if told is None else (told,), () if stated is None else (stated,))
    if not 0 < found.who[1] - found.who[0] <= dials.speaker_words_at_most:
        return _Beside(None, None, False, *beside)
    return _Beside(at(found.who), at(found.aside), found.is_owned, *beside)


def _behind(clause: Clause, by_place: bool) -> _Found | None:
    """Said Quill, who chairs the board; Quill said, adding that …; in words that stand behind a quotation."""
    lead = clauses.skip_adverbs(clause, 0)
    listed = next((k for k in range(len(clause)) if tellers.says(clause, k)), None)
    names = (Tag.NAME, Tag.DETERMINER, Tag.PRONOUN, Tag.WORD)
    inverted = listed == lead or (by_place and tellers.may_say(clause, lead) and clause.tag(lead + 1) in names)
    if inverted:
        end = tellers.person_end(clause, lead + 1)
        relative = clause.is_comma(end) and clause.low(end + 1) in ("who", "which", "whose")
        close = _goes_on(clause, end + 2) if relative else end
        aside = (end + 2, close) if relative and end + 2 < close else None
        who = _name_behind(clause, lead + 1, end)
        return _Found(who, aside, clause.low(end + 1) == "whose", _added(clause, end), _continued(clause, end))
    verb = listed if listed is not None else _verb_by_place(clause) if by_place else None
    if verb is None:
        return None
    start, end = tellers.subject(clause, verb)
    return _Found((start, end), tellers.relative_of(clause, end, verb), False, _added(clause, verb + 1), _continued(clause, verb + 1))


def _name_behind(clause: Clause, start: int, end: int) -> tuple[int, int]:
    """Said the board's director, Professor Aino Saari: the name that stands behind an office."""
    close = next((k for k in range(end + 1, len(clause)) if clause.is_comma(k)), len(clause))
    named = clause.is_comma(end) and close > end + 1 and all(clause.tags[k] is Tag.NAME for k in range(end + 1, close))
    office = clause.tag(start) is Tag.DETERMINER or any(clause.low(k) in clause.lexicon.roles for k in range(start, end))
    return (end + 1, close) if named and office else (start, end)


def _verb_by_place(clause: Clause) -> int | None:
    """The verb of a short clause that names somebody first: Quill enthused."""
    verb = clauses.main_verb(clause)
    if verb is None:
        verb = next((k for k in range(1, len(clause)) if tellers.may_say(clause, k) and clause.tag(k - 1) is Tag.NAME), None)
    return verb


def _added(clause: Clause, start: int) -> tuple[int, int] | None:
    """What was said without marks: adding that …, and noted that …"""
    for at in range(start, len(clause) - 2):
        says = clause.tags[at - 1] in (Tag.ING, Tag.VERB, Tag.CONJUNCTION) and clause.low(at) == "that"
        if says and clauses.main_verb(clause, at + 1) is not None:
            return at + 1, len(clause)
    return None


def _continued(clause: Clause, start: int) -> tuple[int, int] | None:
    """Where the sentence goes on by itself: …, but the ministry denied it."""
    at = _goes_on(clause, start)
    return (at + 2, len(clause)) if at < len(clause) else None


def _goes_on(clause: Clause, start: int) -> int:
    """The comma before a joined clause with a subject of its own; the end where there is none."""
    joins = ("and", "but", "while", "although", "though", "whereas")
    for at in range(start, len(clause) - 2):
        if clause.is_comma(at) and clause.low(at + 1) in joins and clauses.begins_clause(clause, at + 2):
            return at
    return len(clause)


def _ahead(clause: Clause, leads: bool, by_place: bool) -> _Found | None:
    """Quill said: …; asked how many there were, Quill replied, …; the mayor, speaking just now: …"""
    listed = [k for k in range(1, len(clause)) if tellers.says(clause, k) and clause.tags[k] is Tag.VERB]
    finite = tellers.last_finite(clause)
    verb = listed[-1] if listed else finite
    if verb is None or verb == 0:
        comma = next((k for k in range(len(clause)) if clause.is_comma(k)), len(clause))
        return _Found((0, comma)) if leads and tellers.is_voice(clause, 0, comma) else None
    start, end = tellers.subject(clause, verb)
    if listed:
        that = next((k for k in range(verb + 1, len(clause)) if clause.low(k) == "that"), None)
        opens = verb + 1 if that is None else that + 1
        told = clauses.main_verb(clause, opens) is not None and (that is not None or clauses.begins_clause(clause, opens))
        return _Found((start, end), tellers.relative_of(clause, end, verb), told=(opens, len(clause)) if told else None)
    if not by_place:
        return None
    if leads and not tellers.is_voice(clause, start, end):
        return _Found((0, 0), stated=(0, len(clause)))
    return _Found((start, end)) if tellers.is_voice(clause, start, end) else None
