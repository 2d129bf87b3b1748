"""A record and its report as plain values for a page: every number on the page is one of the report's."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType

from veracious.domain.decision import Acted, Decision
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.domain.trust import Covered
from veracious.domain.verdict import Outcome, Verdict
from veracious.faces.pages import evidence_map, foreign, pieces, scores, words
from veracious.faces.pages.evidence_map import Map
from veracious.faces.pages.pieces import Column, Gathered
from veracious.faces.pages.scores import Score
from veracious.rules.explaining import headline, trace
from veracious.rules.judging import cache_gate
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN

PROBABILITY = "The number is how often claims with such evidence came out this way where that was measured; other subjects may differ."
SCORE = "No probability was measured for such a verdict: the number is a score of the rules."
HEADLINE_CHARS = 90


@dataclass(frozen=True, slots=True)
class Headline:
    """What came of the run, in words; `kind` is the verdict's or the outcome's name."""

    kind: str
    word: str
    meaning: str
    sure: str = ""  # a word and the number beside the verdict
    number: float | None = None  # the same as it is drawn, if there is one
    note: str = ""  # what the number is
    has_verdict: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the explanation and the numbers of the pieces it cites, each with its place."""

    text: str
    cites: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the claim with its own result."""

    number: int
    text: str
    kind: str
    word: str
    support: str
    refutation: str
    support_value: float
    refutation_value: float
    supporters: str
    refuters: str


@dataclass(frozen=True, slots=True)
class GuardNote:
    """A guard or limit that changed the draft."""

    name: str
    why: str
    changed: str
    part: str
    is_limit: bool


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of the evidence as a whole, between 0 and 1."""

    name: str
    meaning: str
    value: float
    shown: str


@dataclass(frozen=True, slots=True)
class Passed:
    """A page that was looked at and not counted, and why."""

    page: pieces.Page
    score: str
    reason: str


@dataclass(frozen=True, slots=True)
class Flip:
    """A change of the evidence, and the verdict it would bring."""

    change: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """All that was judged: present where evidence was looked at."""

    parts: tuple[Part, ...]
    columns: tuple[Column, ...]
    map: Map
    drafted: str
    held: tuple[GuardNote, ...]
    measures: tuple[Measure, ...]
    route: str
    passed: tuple[Passed, ...]
    scores: tuple[Score, ...]
    notes: tuple[str, ...]  # what was left out on the way, and why
    conflicts: tuple[str, ...]
    degraded: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The page whole."""

    claim: str
    language: str
    as_of: str
    title: str
    headline: Headline
    outcome: str
    told: tuple[Sentence, ...]
    causes: tuple[str, ...]  # why there is no verdict
    readings: tuple[str, ...]
    assumed: tuple[str, ...]  # what was taken for granted to read the claim
    judgement: Judgement | None
    missing: tuple[str, ...]  # parts on which nothing takes a side
    left_open: tuple[str, ...]  # parts on which something does, and does not decide
    flips: tuple[Flip, ...]
    searches: tuple[str, ...]
    stop: str
    skipped: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    tools: tuple[tuple[str, str, str], ...]
    id: str


def view(record: Record, report: Report) -> View:
    """The report of a record as a page shows it."""
    asked: Mapping[str, str] = json.loads(record.body.request)
    claim = report.reading.claim.text if report.reading else asked["text"]
    gathered = pieces.gather(report.judged) if report.judged else None
    top, absent = _headline(report), words.not_found(report)
    return View(
        claim=foreign.visible(claim),
        language=report.reading.claim.language if report.reading else "",
        as_of=asked["as_of"],
        title=f"{top.word}: {foreign.cut(claim, HEADLINE_CHARS)}",
        headline=top,
        outcome=words.OUTCOMES[report.outcome],
        told=tuple(sentence(one.text, one.evidence, gathered) for one in report.explanation),
        causes=causes(report),
        readings=tuple(map(foreign.visible, report.refusal.readings)) if report.refusal else (),
        assumed=tuple(map(foreign.visible, report.reading.assumed)) if report.reading else (),
        judgement=_judgement(report, gathered, claim) if gathered else None,
        missing=tuple(map(foreign.visible, absent)),
        left_open=tuple(foreign.visible(one) for one in report.missing if one not in absent),
        flips=tuple(flip(text, gathered) for text in report.would_change if report.verdict),
        searches=tuple(foreign.visible(query.text) for query in report.executed),
        stop=trace.stop(report.stop),
        skipped=tuple(f"{number} {words.SKIPPED.get(reason, words.plain(reason))}" for reason, number in report.skipped),
        facts=facts(record, asked["as_of"]),
        tools=tools(record),
        id=foreign.visible(record.envelope.id),
    )


def _headline(report: Report) -> Headline:
    """The verdict, or that there is none: an error is never shown as a verdict."""
    if report.verdict is None:
        word = {Outcome.REFUSED: "Refused", Outcome.FAILED: "Failed", Outcome.CANCELLED: "Cancelled"}.get(report.outcome, words.NO_VERDICT)
        return Headline(report.outcome.value, word, "There is no verdict. This says nothing about whether the claim is true.")
    return Headline(
        kind=report.verdict.value,
        word=words.VERDICTS[report.verdict],
        meaning=words.meaning(report),
        sure=words.beside(report),
        number=number_beside(report),
        note=" ".join(filter(None, [report.undecided, _note(report)])),
        has_verdict=True,
    )


def _note(report: Report) -> str:
    """What the number beside the verdict is; nothing where there is none."""
    return (PROBABILITY if report.probability else SCORE) if number_beside(report) is not None else ""


def number_beside(report: Report) -> float | None:
    """The number beside the verdict, as it is drawn; none where nothing is decided and nothing leans."""
    if report.lean is not None:
        return report.lean.probability
    if report.verdict is Verdict.NOT_ENOUGH_EVIDENCE:
        return None
    return headline.score(report) if report.probability is None else headline.probability(report)


def causes(report: Report) -> tuple[str, ...]:
    """Why there is no verdict."""
    refusal = (f"{report.refusal.message} (reason: {words.plain(report.refusal.reason)})",) if report.refusal else ()
    return tuple(foreign.visible(text) for text in (*refusal, report.cause) if text)


def sentence(text: str, evidence: Sequence[str], gathered: Gathered | None) -> Sentence:
    """A sentence of the explanation with the pieces that it cites."""
    weighed = gathered.judged.weighed if gathered else ()
    first = {piece.evidence: piece for piece in reversed(weighed)}
    cites = [(gathered.numbers[id], pieces.anchor(first[id], gathered)) for id in evidence if gathered and id in gathered.numbers]
    return Sentence(foreign.visible(text), tuple(cites))


def _judgement(report: Report, gathered: Gathered, claim: str) -> Judgement:
    judged, decision = gathered.judged, gathered.judged.decision
    parts = _parts(report, decision)
    columns = pieces.columns(gathered)
    ids = dict.fromkeys(piece.evidence for piece in judged.weighed if piece.evidence in gathered.numbers)
    return Judgement(
        parts=parts,
        columns=columns,
        map=evidence_map.draw(claim, [(part.text, part.word) for part in parts], columns),
        drafted=words.VERDICTS[decision.drafted.verdict] if report.verdict else "",
        held=tuple(_held(act) for act in decision.draft.acted if report.verdict),  # of a draft that stands
        measures=_measures(report, decision),
        route=words.enough(decision.facts.sufficiency),
        passed=_passed(gathered),
        scores=tuple(scores.score(gathered.ranked[id], gathered.numbers[id], pieces.page(gathered.evidence(id)).title) for id in ids),
        notes=_notes(gathered, report),
        conflicts=tuple(map(foreign.visible, judged.conflicts)),
        degraded=tuple(map(foreign.visible, judged.degraded)),
    )


def _notes(gathered: Gathered, report: Report) -> tuple[str, ...]:
    judged = gathered.judged
    as_of = report.reading.claim.as_of if report.reading else "the date of the claim"
    notes = (
        (len(judged.superseded), "piece", "told of an earlier time: superseded by a newer report, and not counted."),
        (len(judged.set_aside), "piece", f"published after {as_of}: set aside, and not counted."),
        (judged.unjudged, "piece", "admitted, but not read by the judge."),
        (judged.asked_again, "pair", f"of {judged.asked} put to the language model."),
        (judged.quotes_rejected, "judgement", "rejected, because the quote does not stand in its text to the letter."),
    )
    return tuple(f"{words.count(number, thing)} {why}" for number, thing, why in notes if number)


def _parts(report: Report, decision: Decision) -> tuple[Part, ...]:
    subclaims = report.reading.subclaims if report.reading else ()
    rows = zip(subclaims, decision.facts.parts, decision.facts.sufficiency.details, strict=False)
    return tuple(
        _part(number, one.text, cache_gate.stands(verdict, report.outcome), detail) for number, (one, verdict, detail) in enumerate(rows, 1)
    )


def _part(number: int, text: str, verdict: Verdict | None, detail: Covered) -> Part:
    return Part(
        number=number,
        text=foreign.visible(text),
        kind=verdict.value if verdict else "undecided",
        word=words.VERDICTS[verdict] if verdict else words.NO_VERDICT,
        support=words.number(detail.support),
        refutation=words.number(detail.refutation),
        support_value=detail.support,
        refutation_value=detail.refutation,
        supporters=words.count(detail.supporters, "origin"),
        refuters=words.count(detail.refuters, "origin"),
    )


def _held(act: Acted) -> GuardNote:
    part = "the whole claim" if act.part is None else f"part {act.part + 1}"
    why = words.GUARDS.get(act.guard, "")
    changed = " and ".join(words.guard(act.changed).replace("truth", "truth score").split(", "))
    return GuardNote(words.guard(act.guard), why, changed, part, act.guard in words.LIMITS)


_MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "coverage": "share of the parts that evidence speaks to",
        "diversity": "spread over independent origins",
        "agreement": "share that does not contradict; silence counts",
        "stanced agreement": "the same over evidence that takes a side",
        "adaptive trust": "how far the evidence carries the parts it covers",
        "quality": "of the evidence as a whole",
    }
)


def _measures(report: Report, decision: Decision) -> tuple[Measure, ...]:
    found = decision.facts.sufficiency
    values = (found.coverage, found.diversity, found.agreement, found.stanced_agreement, found.trust_post, decision.quality)
    rows = [(name, meaning, value) for (name, meaning), value in zip(_MEANINGS.items(), values, strict=True)]
    if report.fixed_trust:
        fixed = report.fixed_trust
        interval = f"95 % interval {words.number(fixed.low)} to {words.number(fixed.high)}, grade {fixed.grade}"
        rows.append(("fixed trust", f"of all evidence as one number; {interval}", fixed.value))
    if report.verdict:
        rows.append(("score", "how firm the rules hold the verdict to be; not a probability", decision.draft.confidence))
        rows.append(("truth score", "0 untrue, 1 true", decision.draft.truth))
    if (likely := headline.probability(report)) is not None:
        rows.append(("probability", "of this verdict, as it was fitted for the judge", likely))
    return tuple(Measure(name, meaning, value, words.number(value)) for name, meaning, value in rows)


def _passed(gathered: Gathered) -> tuple[Passed, ...]:
    left = [one for one in gathered.judged.admitted if not one.admissible_for_trust]
    return tuple(
        Passed(pieces.page(one.ranked.evidence), words.number(one.ranked.final_score), foreign.visible(one.reason)) for one in left
    )


def flip(text: str, gathered: Gathered | None) -> Flip:
    """A line of the report, with an origin called by its publisher."""
    change, _, verdict = text.rpartition(": ")
    lost = change.removeprefix("without ")
    if gathered and lost != change and (lost == UNKNOWN_ORIGIN or any(piece.origin == lost for piece in gathered.judged.weighed)):
        change = f"without {pieces.origin_name(lost, gathered)}"
    named = {value.value: word for value, word in words.VERDICTS.items()}
    change = foreign.visible(change)
    return Flip(change[:1].upper() + change[1:], named.get(verdict, foreign.visible(verdict)))


def facts(record: Record, as_of: str) -> tuple[tuple[str, str], ...]:
    """What a record says of itself."""
    return (
        ("Record", foreign.visible(record.envelope.id)),
        ("Digest of the record", record.envelope.body),
        ("Digest of the dials", record.body.dials),
        ("Checked as of", as_of),
        ("Started", _moment(record.envelope.started)),
        ("Finished", _moment(record.envelope.finished)),
        ("Answers on the tape", str(len(record.body.tape))),
    )


def tools(record: Record) -> tuple[tuple[str, str, str], ...]:
    """The models and providers of a record: role, name and digest."""
    return tuple((tool.role, foreign.visible(tool.name), tool.digest) for tool in record.body.tools)


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
