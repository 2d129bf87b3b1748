"""What changed from one record to another: what was asked, what came out, what it rests on, what it was made with."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from veracious.domain.evidence import Evidence
from veracious.domain.record import Body
from veracious.domain.report import Report
from veracious.domain.trust import Weighed
from veracious.rules.explaining import headline, trace
from veracious.rules.weighing.evidence_trust import side

_COUNTED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "evidence": ("piece of evidence", "pieces of evidence"),
        "stance": ("stance", "stances"),
        "dial": ("dial", "dials"),
        "tool": ("tool", "tools"),
    }
)


@dataclass(frozen=True, slots=True)
class ComparedRecord:
    """A record as it is compared: its body, its report, and its dials if they are still there."""

    body: Body
    report: Report
    dials: Mapping[str, Any] = field(default_factory=dict)  # plain JSON, with the digests of the word lists


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not the same in both; what is empty was not there."""

    about: str  # "request", "outcome", "part", "evidence", "stance", "guard", "limit", "dial", "tool"
    what: str
    before: str
    after: str
    id: str = ""  # of the piece of evidence that `what` names the publisher of
    text: str = ""  # of that piece


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two records compared: a sentence that sums it up, and everything that changed."""

    sentence: str
    changes: tuple[Change, ...]


def compare(first: ComparedRecord, other: ComparedRecord) -> Comparison:
    """What changed from one record to the other."""
    return Comparison(sentence(first, other), between(first, other))


def between(first: ComparedRecord, other: ComparedRecord) -> tuple[Change, ...]:
    """Everything that changed, in the order of a run; nothing for two records that say the same."""
    return tuple(change for compare in _COMPARED for change in compare(first, other) if change.before != change.after)


def sentence(first: ComparedRecord, other: ComparedRecord) -> str:
    """What the comparison comes to, in a sentence or two: whether the verdict changed, and what is other in that on which it rests."""
    found = between(first, other)
    if not found:
        return "Nothing changed."
    before, after = first.report, other.report
    asked = {one.what for one in found if one.about == "request"}
    lead = "Another claim was asked about. " if "text" in asked else "It was asked as of another day. " if "as_of" in asked else ""
    word, was, became = _word(before), headline.beside(before), headline.beside(after)
    if word != _word(after):
        told = f"The verdict changed from {_with(word, was)} to {_with(_word(after), became)}"
    elif was != became:
        told = f"The verdict is the same, {word}; beside it, {was or 'nothing'} became {became or 'nothing'}"
    else:
        told = f"The verdict is the same: {_with(word, was)}"
    counted = Counter(one.about for one in found if one.about in _COUNTED)
    others = [f"{counted[about]} {noun if counted[about] == 1 else nouns}" for about, (noun, nouns) in _COUNTED.items() if counted[about]]
    return f"{lead}{told}." + (f" Other in what it rests on: {', '.join(others)}." if others else "")


def _word(report: Report) -> str:
    return f"none, since the run is {report.outcome}" if report.verdict is None else report.verdict.value.replace("_", " ")


def _with(word: str, beside: str) -> str:
    return f"{word} ({beside})" if beside else word


def _request(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    yield from _mapped("request", json.loads(first.body.request), json.loads(other.body.request))


def _outcome(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    yield from _mapped("outcome", _headline(first.report), _headline(other.report))


def _headline(report: Report) -> Mapping[str, object]:
    told: dict[str, object] = {"outcome": report.outcome, "verdict": report.verdict or "none"}
    if report.judged is not None:
        draft, enough = report.judged.decision.draft, report.judged.decision.facts.sufficiency
        likely = headline.probability(report)
        told |= {"probability": "none" if likely is None else f"{likely:.3f}", "band": headline.band(report) or "none"}
        told |= {"lean": "none" if report.lean is None else f"{report.lean.towards}, probability {report.lean.probability:.3f}"}
        told |= {"score": f"{draft.confidence:.3f}", "truth score": f"{draft.truth:.3f}", "sufficiency": enough.route}
    told |= {"stop": report.stop, "cause": trace.cause(report)}
    return told | ({"refusal": report.refusal.reason} if report.refusal else {})


def _parts(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    yield from _mapped("part", _verdicts(first.report), _verdicts(other.report))


def _verdicts(report: Report) -> Mapping[str, object]:
    if report.reading is None:
        return {}
    parts = [part.text for part in report.reading.subclaims]
    return dict(zip(parts, report.judged.decision.facts.parts if report.judged else ("no verdict",) * len(parts), strict=True))


def _evidence(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    before, after, pieces = _admitted(first.report), _admitted(other.report), _pieces(first, other)
    for id in dict.fromkeys((*before, *after)):
        who, text = _of(id, pieces)
        yield Change("evidence", who, before.get(id, ""), after.get(id, ""), id, text)


def _admitted(report: Report) -> Mapping[str, str]:
    """Every piece that was found, with whether it counts; one published later is set aside."""
    if report.judged is None:
        return {}
    found = {
        entry.ranked.evidence.id: "counts" if entry.admissible_for_trust else f"does not count: {entry.reason}"
        for entry in report.judged.admitted
    }
    return found | dict.fromkeys(report.judged.set_aside, "set aside: published later")


def _pieces(*records: ComparedRecord) -> Mapping[str, Evidence]:
    found = [entry.ranked.evidence for one in records if one.report.judged is not None for entry in one.report.judged.admitted]
    return {evidence.id: evidence for evidence in found}


def _of(id: str, pieces: Mapping[str, Evidence]) -> tuple[str, str]:
    """Who says a piece, and its text; one that is not known any more goes by its id."""
    known = pieces.get(id)
    return (id, "") if known is None else (trace.who(known), known.text.removeprefix(known.title).strip())


def _stances(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    before, after, pieces = _stood(first.report), _stood(other.report), _pieces(first, other)
    for part, id in sorted(before.keys() & after.keys()):
        on = f" on “{part}”" if len({one for one, _ in (*before, *after)}) > 1 else ""
        who, text = _of(id, pieces)
        yield Change("stance", f"{who}{on}", before[part, id], after[part, id], id, text)


def _stood(report: Report) -> Mapping[tuple[str, str], str]:
    """How each piece stands to a part, by the text of the part and the piece."""
    if report.judged is None or report.reading is None:
        return {}
    parts, named = report.reading.subclaims, trace.origins(report.judged)
    who = {entry.ranked.evidence.id: trace.who(entry.ranked.evidence) for entry in report.judged.admitted}
    return {
        (parts[piece.subclaim].text, piece.evidence): _stance(piece, who.get(piece.evidence, piece.domain), named[piece.origin])
        for piece in report.judged.weighed
    }


def _stance(piece: Weighed, who: str, origin: str) -> str:
    stance = piece.stance
    together = f"; one origin: {origin}" if origin != who else ""
    return f"{side(stance)} ({stance.supports:.3f} for, {stance.refutes:.3f} against; trust {piece.trust:.3f}{together})"


def _guards(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    yield from _mapped("guard", _acted(first.report), _acted(other.report))


def _acted(report: Report) -> Mapping[str, object]:
    acted = report.judged.decision.draft.acted if report.judged else ()
    return {
        f"{trace.guard(one.guard)}{'' if one.part is None else f' on part {one.part + 1}'}": f"changed the {trace.guard(one.changed)}"
        for one in acted
    }


def _limits(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    before, after = (
        dict.fromkeys(trace.failures(told.report.judged.degraded if told.report.judged else ()), "so") for told in (first, other)
    )
    yield from _mapped("limit", before, after)


def dials(first: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[Change, ...]:
    """The dials and word lists that are not the same, by their paths."""
    return tuple(change for change in _mapped("dial", dict(_flat(first)), dict(_flat(other))) if change.before != change.after)


def _dials(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    if first.dials and other.dials:
        yield from dials(first.dials, other.dials)
    else:
        yield Change("dial", "all of them", first.body.dials, other.body.dials)


def _tools(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    before, after = ({tool.role: f"{tool.name} {tool.digest}".strip() for tool in told.body.tools} for told in (first, other))
    yield from _mapped("tool", before, after)


_COMPARED = (_request, _outcome, _parts, _evidence, _stances, _guards, _limits, _dials, _tools)


def _mapped(about: str, before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[Change]:
    for name in dict.fromkeys((*before, *after)):
        yield Change(about, name, str(before.get(name, "")), str(after.get(name, "")))


def _flat(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every number of nested groups by its path."""
    if isinstance(value, Mapping):
        for name, member in value.items():
            yield from _flat(member, f"{path}.{name}" if path else str(name))
    else:
        yield path, value
