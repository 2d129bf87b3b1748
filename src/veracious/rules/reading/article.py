"""An article into its claims, each in words that stand alone, with what gave none and why.

1. Its lines are told apart: running text in sentences, and what is a heading, a byline or a notice.
2. The skeleton says what it holds, and is held against what patterns see.
3. Each sentence is read for who speaks in it; quoted sentences are read one by one.
4. What pronouns, short names and descriptions stand for is put in their place, sentence by sentence.
5. The sentence is divided into its facts, and each loses the words that only say who tells it.
6. What states nothing is dropped with a code; so is every stretch that no claim covers.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from veracious.domain.article import ArticleClaim, Dropped, Extraction, Mention, Skeleton
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Snapshot
from veracious.domain.language import Bone
from veracious.domain.span import Span
from veracious.rules.reading import (
    clauses,
    coreference,
    division,
    intake,
    joined_clauses,
    layout,
    mentions,
    noun_phrases,
    quotation_marks,
    quoting,
    skeleton,
    speech,
    statements,
    subjects,
    verifiable,
    wording,
    words,
)
from veracious.rules.reading.cast import Cast, CoreferenceDials, Reference, Sort
from veracious.rules.reading.division import DivisionDials
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.layout import LayoutDials, Sentence
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.mentions import MentionDials
from veracious.rules.reading.quoting import Piece, SpeechDials
from veracious.rules.reading.skeleton import SkeletonContext, SkeletonDials
from veracious.rules.reading.speech import Told
from veracious.rules.reading.statements import StatementDials
from veracious.rules.reading.tokens import scan
from veracious.rules.reading.verifiable import Code, VerifiableDials
from veracious.rules.reading.wording import Voice


@dataclass(frozen=True, slots=True)
class AnchorClaimDials:
    """Which claim an article is about."""

    claims_at_most: int = 5  # claims from the first on among which the title's is looked for; 1–10; a guess


@dataclass(frozen=True, slots=True)
class ArticleReadingDials:
    """The groups of reading an article."""

    mentions: MentionDials = field(default_factory=MentionDials)
    layout: LayoutDials = field(default_factory=LayoutDials)
    speech: SpeechDials = field(default_factory=SpeechDials)
    coreference: CoreferenceDials = field(default_factory=CoreferenceDials)
    coverage: SkeletonDials = field(default_factory=SkeletonDials)
    division: DivisionDials = field(default_factory=DivisionDials)
    statements: StatementDials = field(default_factory=StatementDials)
    anchor: AnchorClaimDials = field(default_factory=AnchorClaimDials)


@dataclass(frozen=True, slots=True)
class ArticleContext:
    """What articles are read with."""

    lexicon: Lexicon
    reading: ReadingDials
    verifiable: VerifiableDials
    article: ArticleReadingDials

    @property
    def skeleton(self) -> SkeletonContext:
        """What the skeleton is read with."""
        return SkeletonContext(self.lexicon, self.reading, self.article.mentions, self.article.speech)


@dataclass(frozen=True, slots=True)
class _Statement:
    """A statement on its way to a claim."""

    text: str
    span: Span
    speaker: str = ""
    quoted: bool = False
    references: tuple[Reference, ...] = ()
    code: str = ""  # why it is dropped


@dataclass(frozen=True, slots=True)
class _Told:
    """A stretch of a sentence, with whom and what the article has spoken of so far."""

    text: str  # of the sentence
    where: Span  # of the sentence
    piece: Piece
    references: tuple[Reference, ...]
    voice: Voice
    cast: Cast
    personal: bool  # the article is told in the first person


def read(article: Snapshot, means: ArticleContext, bones: Sequence[Bone] = ()) -> Extraction:
    """What is read off an article: its skeleton, its claims, and what gave none; bones of a language model make the skeleton if given."""
    article = replace(article, text=quotation_marks.plain(article.text))
    text = article.text
    lines = layout.read(text, article.title, means.lexicon, means.article.layout)
    running = [line.span for line in lines if not line.code]
    built = skeleton.of_bones(text, bones, means.skeleton) if bones else skeleton.read(text, running, means.skeleton)
    found = mentions.find(text, means.lexicon, means.article.mentions)
    stated = tuple(_unrepeated(_statements(article, lines, means)))
    claims = tuple(_claims(article, [one for one in stated if not one.code], built, means))
    dropped = (
        *(Dropped(line.span, line.code) for line in lines if line.code),
        *(Dropped(one.span, one.code) for one in stated if one.code),
    )
    dropped = tuple(sorted({*dropped, *_left(text, found, claims, dropped)}, key=lambda one: (one.span, one.code)))
    coverage = skeleton.validate(built, found, means.article.coverage)
    return Extraction(built, found, claims, dropped, coverage, _anchor(article.title, claims, means))


def uncovered(found: Sequence[Mention], spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    """What of the mentions no span covers; white space counts as covered."""
    edges = sorted(spans)
    left: list[Span] = []
    at, reach = 0, 0
    for mention in sorted(found, key=lambda one: one.span):
        while at < len(edges) and edges[at].start <= max(reach, mention.span.start):
            reach = max(reach, edges[at].end)
            at += 1
        cursor, inner, far = max(mention.span.start, 0), at, reach
        while cursor < mention.span.end:
            if far > cursor:
                cursor = far
            elif inner < len(edges) and edges[inner].start <= cursor:
                far, inner = max(far, edges[inner].end), inner + 1
            elif text[cursor].isspace():
                cursor += 1
            else:
                end = min(mention.span.end, edges[inner].start if inner < len(edges) else mention.span.end)
                left.append(Span(cursor, max(end, cursor + 1)))
                cursor = max(end, cursor + 1)
    return tuple(left)


def _left(text: str, found: Sequence[Mention], claims: Sequence[ArticleClaim], dropped: Sequence[Dropped]) -> Iterator[Dropped]:
    """What neither a claim nor a dropped stretch covers."""
    spans = [*(claim.span for claim in claims), *(one.span for one in dropped)]
    return (Dropped(span, "between_sentences") for span in uncovered(found, spans, text))


# From sentences to statements.


def _statements(article: Snapshot, lines: Sequence[Sentence], means: ArticleContext) -> Iterator[_Statement]:
    """Every statement of the article in order, those that state nothing with their code."""
    cast = Cast(means.lexicon, subjects.letters(article.text), means.article.coreference)
    author = _author(article.byline)
    blog = any(line.code == "entry_time" for line in lines)
    personal = not blog and statements.is_personal(
        [line.span.of(article.text) for line in lines if not line.code], means.article.statements
    )
    marked = mentions.quotations(article.text, means.article.mentions)
    speaker, paragraph, dated = "", -1, ("", -1)
    for line in lines:
        if line.code:
            month = _MONTH.fullmatch(line.span.of(article.text)) if line.code == "dateline" else None
            dated = (month[1], line.paragraph) if month else ("", -1)
            continue
        if line.paragraph != paragraph and line.paragraph != paragraph + 1:
            speaker = ""
        text = line.span.of(article.text).replace("\n", " ")
        references = coreference.read(cast, clauses.parse(text, means.lexicon))
        pieces = quoting.pieces(text, means.lexicon, means.article.speech, _within(marked, line.span))
        named = _speaker(text, pieces, references, cast)
        speaker = named or speaker
        paragraph = line.paragraph
        yield from (_Statement("", span.shifted(line.span.start), code="who_says_it") for span in quoting.beside(text, pieces))
        for piece in pieces:
            voice = Voice(speaker, cast.employer(speaker)) if piece.quoted and speaker else Voice(author, is_author=True)
            for one in _of_piece(_Told(text, line.span, piece, references, voice, cast, personal), means):
                yield replace(one, text=f"{dated[0]}: {one.text}") if dated[1] == line.paragraph and one.text and not one.code else one


_MONTH = re.compile(r"((?:\d{1,2} )?[A-Z][a-z]+(?: \d{1,2},)? \d{4}):")  # of an entry of a timeline


def _within(marked: Sequence[Span], line: Span) -> tuple[Span, ...]:
    """What of the quotations of an article stands in a sentence, by its own offsets."""
    inside = (Span(max(one.start, line.start), min(one.end, line.end)) for one in marked if one.overlaps(line))
    return tuple(Span(one.start - line.start, one.end - line.start) for one in inside)


def _author(byline: str) -> str:
    """The name in a byline."""
    bare = _TITLES.sub("", _BY.sub("", byline))
    name = _AFTER_NAME.split(bare)[0].strip()
    parts = name.split()
    return name if len(parts) > 1 and all(part[:1].isupper() or part in ("de", "van", "von", "der", "al") for part in parts) else ""


_BY = re.compile(r"^\s*(?:(?:written|words|text|story|report|reporting)\s+)?by\s+", re.IGNORECASE)
_TITLES = re.compile(r"^(?:(?:Prof(?:essor)?|Dr|Sir|Dame|Mrs?|Ms|Rev|Hon|Lord|Lady|Baroness)\b\.?\s+)+")
_AFTER_NAME = re.compile(r"[,;:|]|\s(?:in|for|and|at|is|was|with|reports|[–—|-])\s")


def _speaker(text: str, pieces: Sequence[Piece], references: Sequence[Reference], cast: Cast) -> str:
    """The name of who speaks in a sentence; empty where it names nobody."""
    where = next((piece.speaker for piece in pieces if piece.speaker is not None), None)
    return "" if where is None else _who(wording.put(text, where, references), cast)


def _who(words_of: str, cast: Cast) -> str:
    """The name among the words for a speaker, without office and age; the words themselves where there is none."""
    bare = words_of.strip(" ,")
    named = list(cast.names_in(bare))
    people = [one for one in named if one.sort is Sort.PERSON] or ([] if " from " in bare else named)
    return max(people, key=lambda one: len(one.name)).name if people else bare


_EMPTY_IT = re.compile(r"It (?:is|was) (?:an?|no) (?:\w+ ){1,3}that ")  # a scandal that …: it means nothing before


def _of_piece(told: _Told, means: ArticleContext) -> Iterator[_Statement]:
    """The statements of a quoted sentence, or of a sentence as a whole."""
    piece = told.piece
    references = tuple(one for one in told.references if not (one.start == piece.span.start and _EMPTY_IT.match(piece.span.of(told.text))))
    resolved = wording.put(told.text, piece.span, references)
    if piece.rest is not None:
        first, rest = resolved.rstrip(" ,–—-"), wording.put(told.text, piece.rest, references)
        resolved = f"{first}{' ' if clauses.main_verb(clauses.parse(first, means.lexicon)) is None else ', '}{rest}"
    if piece.aside is not None and piece.speaker is not None:
        subject = wording.put(told.text, piece.speaker, references)
        resolved = f"{noun_phrases.owned(subject) if piece.is_owned else subject} {resolved}"
    held = [span for span in (piece.span, piece.rest) if span is not None]
    used = tuple(one for one in references if any(span.start <= one.start < span.end for span in held))
    whole = Span(held[0].start, held[-1].end)
    span = _with_marks(told.text, whole).shifted(told.where.start) if piece.quoted else told.where
    said = _Statement(resolved, span, told.voice.name if piece.quoted else "", piece.quoted, used)
    found = list(_divided(said, told, means))
    states = any(not one.code for one in found)
    yield from (replace(one, code="") if states and len(found) > 1 and one.code == "nothing_to_look_up" else one for one in found)
    if not found:
        yield replace(said, code="no_words")


def _divided(said: _Statement, told: _Told, means: ArticleContext) -> Iterator[_Statement]:
    """The facts of a statement, each with who tells it."""
    for number, piece in enumerate(division.apart(wording.uncontracted(said.text), means.lexicon, means.article.division)):
        yield from _of_part(replace(said, text=piece), bool(number), told, means)


def _of_part(said: _Statement, inserted: bool, told: _Told, means: ArticleContext) -> Iterator[_Statement]:
    """The facts of a sentence with nothing inserted in it, or of what was inserted."""
    speaker = said.speaker
    for clause in joined_clauses.parted(said.text, means.lexicon, means.article.division.joints):
        heard = Told(clause) if said.quoted else speech.attributed(clause, means.lexicon, means.article.speech)
        goes_on = clause.startswith("that ") or said.quoted
        speaker = _who(heard.speaker, told.cast) if heard.speaker else speaker if goes_on else ""
        voice = Voice(speaker, told.cast.employer(speaker)) if heard.speaker else told.voice
        for at, part in enumerate(division.facts(heard.text, means.lexicon, means.article.division, means.reading.split)):
            again = speech.attributed(part, means.lexicon, means.article.speech) if not speaker else Told(part)
            who = _who(again.speaker, told.cast) or speaker
            one = _statement(replace(said, text=again.text, speaker=who), voice, means)
            aside = inserted or told.piece.aside is not None
            one = _identified(one, "" if aside else said.text, means) if at or aside else one
            one = replace(one, code="term") if not said.quoted and _is_term(part, one, means) else one
            yield _specific(one, told, means) if told.personal else one


def _identified(one: _Statement, sentence: str, means: ArticleContext) -> _Statement:
    """An aside that only says who somebody is, dropped: an office, a home town, whom they lead."""
    if one.code or one.text.rstrip(".").casefold() in sentence.casefold():
        return one
    return replace(one, code="identifies") if statements.identifies(one.text, means.lexicon) else one


def _is_term(part: str, one: _Statement, means: ArticleContext) -> bool:
    """Whether a part of what is told is nothing but words in quotation marks, without figure or name."""
    bare = part.strip(" .").removeprefix("that ").removeprefix("That ")
    inner = clauses.parse(bare.strip(_QUOTATION_MARKS), means.lexicon)
    states = (verb := clauses.main_verb(inner)) is not None and verb > 0
    return (
        bare[:1] in _QUOTATION_MARKS
        and bare[-1:] in _QUOTATION_MARKS
        and not states
        and statements.is_unspecific(one.text, (), means.lexicon)
    )


def _specific(one: _Statement, told: _Told, means: ArticleContext) -> _Statement:
    """In a text in the first person, what has no figure, time or name of its own is dropped: mostly views."""
    if one.code or one.quoted or one.speaker:
        return one
    known = [told.voice.name, *(ref.name for ref in one.references)]
    return replace(one, code="unspecific") if statements.is_unspecific(one.text, known, means.lexicon) else one


def _statement(raw: _Statement, voice: Voice, means: ArticleContext) -> _Statement:
    """The statement in words that stand alone, with the code of why it is no claim, if it is none."""
    bare = wording.bare_sentence(raw.text)
    spoken = raw.quoted or bool(raw.speaker)
    own = statements.own_account(bare, spoken, means.lexicon)
    named = wording.first_person(bare, voice) if voice.name else bare
    text = wording.named_once(named, raw.references)
    code = own or statements.code(text, bare, spoken, means.lexicon, means.reading.refuse, means.article.statements)
    return replace(raw, text=f"{text[:1].upper()}{text[1:]}", code=code)


def _with_marks(text: str, span: Span) -> Span:
    """The span with the quotation marks that touch it."""
    start, end = span.start, span.end
    start -= start > 0 and text[start - 1] in _QUOTATION_MARKS
    end += end < len(text) and text[end] in _QUOTATION_MARKS
    return Span(start, end)


_QUOTATION_MARKS = '"“”„‟«»'


def _unrepeated(stated: Iterator[_Statement]) -> Iterator[_Statement]:
    """The statements; one that says again what an earlier one said is dropped as repeated."""
    seen: set[str] = set()
    for one in stated:
        key = one.text.casefold()
        points = key.partition(" ")[0] in _POINTING  # it may mean another thing
        yield replace(one, code="repeated") if not one.code and key in seen and not points else one
        seen.add(key)


_POINTING = frozenset("it he she they this that these those its his her their".split())


# From statements to claims.


def _claims(article: Snapshot, stated: Sequence[_Statement], built: Skeleton, means: ArticleContext) -> Iterator[ArticleClaim]:
    parts = built.parts
    at = 0
    for number, one in enumerate(stated, 1):
        while at < len(parts) and parts[at].span.end <= one.span.start:
            at += 1
        near = (part for part in parts[at : at + len(skeleton.RULES) * 2] if part.span.overlaps(one.span))
        part = intake.part_of(one.text, means.lexicon, means.reading)
        names = tuple(dict.fromkeys(entity.text.casefold() for entity in part.entities if entity.sort.value != "date"))
        yield ArticleClaim(
            id=f"c{number}",
            text=one.text,
            span=one.span,
            elements=tuple(dict.fromkeys(skeleton.element(found) for found in near)),
            speaker=one.speaker,
            names=names,
            resolved=tuple(dict.fromkeys(f"{ref.words} → {ref.name}" for ref in one.references if ref.name and ref.name in one.text)),
            codes=_codes(one, part, article.published, means),
        )


def _codes(statement: _Statement, part: Subclaim, published: date | None, means: ArticleContext) -> tuple[str, ...]:
    """Why a claim cannot be verified as it stands."""
    codes = [
        str(code)
        for code in verifiable.check(part, True, means.lexicon, means.verifiable)
        if not (published and code is Code.UNKNOWN_TIME_ANCHOR)
    ]
    open_ones = [ref.words.casefold() for ref in statement.references if not ref.name]
    low = {token.low for token in scan(statement.text)}
    unresolved = any(set(word.split()) <= low for word in open_ones)
    return (*codes, *(["ambiguous_reference"] if unresolved else []))


def _anchor(title: str, claims: Sequence[ArticleClaim], means: ArticleContext) -> str:
    """The claim that the article is about: of the first ones, the one that has most of the title's words; else the first."""
    if not claims:
        return ""
    wanted = frozenset(words.terms(title, means.lexicon))
    first = claims[: means.article.anchor.claims_at_most]
    return max(first, key=lambda claim: words.share(wanted, frozenset(words.terms(claim.text, means.lexicon)))).id
