"""What an article holds: events, measurements, quotes and policies, by rules or from the bones that a language model names."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.article import (
    Mention,
    MentionKind,
    Skeleton,
    SkeletonEvent,
    SkeletonMeasurement,
    SkeletonPart,
    SkeletonPolicy,
    SkeletonQuote,
)
from veracious.domain.claim import Subclaim, Trait
from veracious.domain.language import Bone, Element
from veracious.domain.span import Span
from veracious.rules.reading import clauses, intake, mentions, quoting, speech
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import Tag
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.mentions import MentionDials
from veracious.rules.reading.quoting import SpeechDials


@dataclass(frozen=True, slots=True)
class SkeletonDials:
    """How much of what patterns see a skeleton must hold."""

    tolerance: float = 0.5  # least share of the times, numbers and quotations; 0.3–0.8; seed C


@dataclass(frozen=True, slots=True)
class SkeletonContext:
    """What a skeleton is read with."""

    lexicon: Lexicon
    reading: ReadingDials
    mentions: MentionDials
    speech: SpeechDials


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A sentence with what is read off it."""

    text: str
    span: Span
    part: Subclaim
    clause: Clause
    means: SkeletonContext

    @property
    def subject(self) -> str:
        """The words before its verb."""
        verb = clauses.main_verb(self.clause)
        return self.clause.words(0, verb) if verb else ""


def read(text: str, sentences: Sequence[Span], means: SkeletonContext) -> Skeleton:
    """The skeleton of an article's sentences by rules; a sentence may give several parts."""
    parts = [part for span in sentences for part in _parts(text, span, means)]
    return _skeleton(parts)


def of_bones(text: str, bones: Sequence[Bone], means: SkeletonContext) -> Skeleton:
    """The skeleton that a language model gives; a bone whose words are not the article's is passed over."""
    parts: list[SkeletonPart] = []
    for bone in bones:
        start = text.find(bone.quote) if bone.quote.strip() and bone.subject.strip() and bone.subject in text else -1
        if start >= 0:
            stretch = _stretch(text, Span(start, start + len(bone.quote)), means)
            parts.append(_BY_ELEMENT[bone.element](stretch, bone.subject))
    return _skeleton(parts)


def element(part: SkeletonPart) -> Element:
    """What a part of a skeleton is."""
    return _ELEMENTS[type(part)]


def validate(skeleton: Skeleton, found: Sequence[Mention], dials: SkeletonDials) -> tuple[str, ...]:
    """The codes of the kinds of which the skeleton holds too little, as `low_time_coverage:1/5`: covered and detected.

    Formula: Coverage of a skeleton. From C.

        a kind passes if detected = 0 or covered / detected ≥ tolerance
        detected  the times, numbers or quotations that patterns see
        covered   those that a part of the skeleton holds; of quotations, those that a quote holds

    Dials: tolerance of SkeletonDials.
    """
    counted = mentions.counts(found)
    codes = []
    for kind in MentionKind:
        parts = skeleton.quotes if kind is MentionKind.QUOTE else skeleton.parts
        covered = _covered([one.span for one in found if one.kind is kind], [part.span for part in parts])
        if counted[kind] and covered / counted[kind] < dials.tolerance:
            codes.append(f"low_{kind}_coverage:{covered}/{counted[kind]}")
    return tuple(codes)


def _covered(wanted: Sequence[Span], parts: Sequence[Span]) -> int:
    """How many spans overlap a part; both in one pass from left to right."""
    ordered, reach, at, covered = sorted(parts), -1, 0, 0
    for span in sorted(wanted):
        while at < len(ordered) and ordered[at].start < span.end:
            reach = max(reach, ordered[at].end)
            at += 1
        covered += reach > span.start
    return covered


def _skeleton(parts: Sequence[SkeletonPart]) -> Skeleton:
    return Skeleton(
        tuple(dict.fromkeys(part for part in parts if isinstance(part, SkeletonEvent))),
        tuple(dict.fromkeys(part for part in parts if isinstance(part, SkeletonMeasurement))),
        tuple(dict.fromkeys(part for part in parts if isinstance(part, SkeletonQuote))),
        tuple(dict.fromkeys(part for part in parts if isinstance(part, SkeletonPolicy))),
    )


def _stretch(text: str, span: Span, means: SkeletonContext) -> _Stretch:
    words = span.of(text).replace("\n", " ")
    return _Stretch(words, span, intake.part_of(words, means.lexicon, means.reading), clauses.parse(words, means.lexicon), means)


def _parts(text: str, span: Span, means: SkeletonContext) -> Iterator[SkeletonPart]:
    stretch = _stretch(text, span, means)
    for holds, makes in RULES:
        if holds(stretch):
            yield makes(stretch, "")


# What a sentence is, each asked apart.


def is_event(stretch: _Stretch) -> bool:
    """Something happened, happens or will, and the sentence says when or where."""
    return clauses.main_verb(stretch.clause) not in (None, 0) and bool(_time(stretch) or _place(stretch))


def is_measurement(stretch: _Stretch) -> bool:
    """It holds an amount."""
    return any(quantity.dimension not in ("date", "day-of-year") for quantity in stretch.part.quantities)


def is_quote(stretch: _Stretch) -> bool:
    """It holds somebody's words, in quotation marks or told."""
    return _speech(stretch) is not None


def is_policy(stretch: _Stretch) -> bool:
    """It states a rule, a duty, a permission or a decision."""
    return Trait.POLICY in stretch.part.traits


def _event(stretch: _Stretch, subject: str) -> SkeletonEvent:
    verb = clauses.main_verb(stretch.clause)
    words = "" if verb is None else stretch.clause.words(verb, clauses.verb_group_end(stretch.clause, verb))
    return SkeletonEvent(stretch.span, subject or stretch.subject, words, _time(stretch), _place(stretch))


def _measurement(stretch: _Stretch, subject: str) -> SkeletonMeasurement:
    amounts = [quantity for quantity in stretch.part.quantities if quantity.dimension not in ("date", "day-of-year")]
    metric = subject or stretch.subject or (amounts[0].counted if amounts else "")
    return SkeletonMeasurement(stretch.span, metric, amounts[0].span.of(stretch.text) if amounts else "")


def _quote(stretch: _Stretch, subject: str) -> SkeletonQuote:
    speaker, words = _speech(stretch) or ("", stretch.text)
    return SkeletonQuote(stretch.span, subject or speaker, words)


def _policy(stretch: _Stretch, subject: str) -> SkeletonPolicy:
    verb = clauses.main_verb(stretch.clause)
    action = stretch.text if verb is None else stretch.clause.words(verb, len(stretch.clause))
    return SkeletonPolicy(stretch.span, subject or stretch.subject, action)


Rule = tuple[Callable[[_Stretch], bool], Callable[[_Stretch, str], SkeletonPart]]
RULES: tuple[Rule, ...] = ((is_event, _event), (is_measurement, _measurement), (is_quote, _quote), (is_policy, _policy))
_BY_ELEMENT: Mapping[Element, Callable[[_Stretch, str], SkeletonPart]] = MappingProxyType(
    {Element.EVENT: _event, Element.MEASUREMENT: _measurement, Element.QUOTE: _quote, Element.POLICY: _policy}
)
_ELEMENTS: Mapping[type[SkeletonPart], Element] = MappingProxyType(
    {
        SkeletonEvent: Element.EVENT,
        SkeletonMeasurement: Element.MEASUREMENT,
        SkeletonQuote: Element.QUOTE,
        SkeletonPolicy: Element.POLICY,
    }
)


def _speech(stretch: _Stretch) -> tuple[str, str] | None:
    """Who says what: the quotations of a sentence, or what it tells as somebody's."""
    pieces = [piece for piece in quoting.pieces(stretch.text, stretch.means.lexicon, stretch.means.speech) if piece.quoted]
    if pieces:
        who = pieces[0].speaker.of(stretch.text) if pieces[0].speaker else ""
        return who, " ".join(piece.span.of(stretch.text) for piece in pieces)
    told = speech.attributed(stretch.text, stretch.means.lexicon, stretch.means.speech)
    if told.speaker:
        return told.speaker, told.text
    marked = mentions.quotations(stretch.text, stretch.means.mentions)
    return ("", marked[0].of(stretch.text)) if marked else None


def _time(stretch: _Stretch) -> str:
    """The first time that the sentence names."""
    found = (one for one in mentions.find(stretch.text, stretch.means.lexicon, stretch.means.mentions) if one.kind is MentionKind.TIME)
    return next((one.span.of(stretch.text) for one in found), "")


def _place(stretch: _Stretch) -> str:
    """The first name behind a word of place that is no time."""
    clause = stretch.clause
    for at in range(1, len(clause)):
        lead = clause.low(at - 1 - (clause.low(at - 1) == "the"))
        if lead not in _PLACES or clause.tags[at] is not Tag.NAME or clause.low(at) in clause.lexicon.months:
            continue
        if clause.lexicon.relative_times.at(clause.tokens, at)[0]:
            continue
        end = at
        while clause.tag(end) is Tag.NAME:
            end += 1
        return clause.words(at, end)
    return ""


_PLACES = frozenset("in at near outside across off".split())
