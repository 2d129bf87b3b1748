"""What changed from one record to another: what was asked, what came out, what it rests on, what it was made with."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from veracious.domain.record import Body
from veracious.domain.report import Report
from veracious.domain.trust import Weighed
from veracious.rules.weighing.evidence_trust import side


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


def between(first: ComparedRecord, other: ComparedRecord) -> tuple[Change, ...]:
    """Everything that changed, in the order of a run; nothing for two records that say the same."""
    return tuple(change for compare in _COMPARED for change in compare(first, other) if change.before != change.after)


def _request(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    yield from _mapped("request", json.loads(first.body.request), json.loads(other.body.request))


def _outcome(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    yield from _mapped("outcome", _headline(first.report), _headline(other.report))


def _headline(report: Report) -> Mapping[str, object]:
    told: dict[str, object] = {"outcome": report.outcome, "verdict": report.verdict or "none"}
    if report.judged is not None:
        draft, enough = report.judged.decision.draft, report.judged.decision.facts.sufficiency
        told |= {"confidence": f"{draft.confidence:.3f}", "truth": f"{draft.truth:.3f}", "sufficiency": enough.route}
    told |= {"band": report.band, "stop": report.stop, "cause": report.cause}
    return told | ({"refusal": report.refusal.reason} if report.refusal else {})


def _parts(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    yield from _mapped("part", _verdicts(first.report), _verdicts(other.report))


def _verdicts(report: Report) -> Mapping[str, object]:
    if report.reading is None:
        return {}
    parts = [part.text for part in report.reading.subclaims]
    return dict(zip(parts, report.judged.decision.facts.parts if report.judged else ("no verdict",) * len(parts), strict=True))


def _evidence(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    yield from _mapped("evidence", _admitted(first.report), _admitted(other.report))


def _admitted(report: Report) -> Mapping[str, object]:
    """Every piece that was found, with whether it counts; one published later is set aside."""
    if report.judged is None:
        return {}
    found = {
        _name(entry.ranked.evidence.source.domain, entry.ranked.evidence.id): "counts"
        if entry.admissible_for_trust
        else f"does not count: {entry.reason}"
        for entry in report.judged.admitted
    }
    return found | {_name("", piece): "set aside: published later" for piece in report.judged.set_aside}


def _stances(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    before, after = _stood(first.report), _stood(other.report)
    for name in sorted(before.keys() & after.keys()):
        yield Change("stance", name, _stance(before[name]), _stance(after[name]))


def _stood(report: Report) -> Mapping[str, Weighed]:
    if report.judged is None or report.reading is None:
        return {}
    parts = report.reading.subclaims
    return {f"{_name(piece.domain, piece.evidence)} on “{parts[piece.subclaim].text}”": piece for piece in report.judged.weighed}


def _stance(piece: Weighed) -> str:
    stance = piece.stance
    return f"{side(stance)} ({stance.supports:.3f} for, {stance.refutes:.3f} against; trust {piece.trust:.3f}, origin {piece.origin})"


def _guards(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    yield from _mapped("guard", _acted(first.report), _acted(other.report))


def _acted(report: Report) -> Mapping[str, object]:
    acted = report.judged.decision.draft.acted if report.judged else ()
    return {f"{one.guard}{'' if one.part is None else f' on part {one.part + 1}'}": f"changed {one.changed}" for one in acted}


def _limits(first: ComparedRecord, other: ComparedRecord) -> Iterator[Change]:
    before, after = (dict.fromkeys(told.report.judged.degraded if told.report.judged else (), "so") for told in (first, other))
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


def _name(domain: str, evidence: str) -> str:
    return f"{domain} {evidence}".strip()
