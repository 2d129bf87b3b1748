"""Why a record says what it says: five checks to find where a wrong verdict went wrong, then the path from the claim to the verdict.

The checks are those of seed A §10, in its order: evidence that may count, parts, measures, the best evidence, gates. Then the steps taken:
1. claim: what was asked, as of when        6. origins: who says so independently
2. parts: what of it can be checked         7. sufficiency: whether that is enough, and by which rule
3. found: what was found and what may count 8. guards: what was drafted, and which guards changed it
4. evidence: what counts, with its scores   9. verdict: what stands, and how sure
5. set aside: what was shown and not counted 10. limits, the rule that ended the search, and what would change the verdict
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.claim import Reading
from veracious.domain.evidence import Evidence
from veracious.domain.report import Judged, Report
from veracious.domain.trust import Status, Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.weighing.evidence_trust import side

_ORIGIN = re.compile(r"origin:(?:sha256:[0-9a-f]{64}|unknown)")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the path, and what it has to say."""

    name: str
    says: tuple[str, ...]


def tell(report: Report) -> tuple[Step, ...]:
    """The steps of a run that have something to say."""
    steps = (Step(name, tuple(say(report))) for name, say in _STEPS.items())
    return tuple(step for step in steps if step.says)


def _claim(report: Report) -> Iterator[str]:
    if report.reading is not None:
        claim = report.reading.claim
        traits = f"; {', '.join(sorted(claim.traits))}" if claim.traits else ""
        yield f"“{claim.text}”, as of {claim.as_of}{traits}"
    if report.refusal is not None:
        yield f"Refused ({report.refusal.reason}): {report.refusal.message}"
    if report.cause:
        yield f"Failed: {report.cause}"


def _checks(report: Report) -> Iterator[str]:
    """What seed A §10 looks at when a verdict looks wrong, in its order: retrieval, parts, measures, ranking, gates."""
    if report.judged is None or report.reading is None:
        return
    judged, facts = report.judged, report.judged.decision.facts
    admitted, enough = judged.admitted, facts.sufficiency
    counted = sum(entry.admissible_for_trust for entry in admitted)
    share = f" ({counted / len(admitted):.2f})" if admitted else ""
    yield f"1. evidence that may count: {counted} of {len(admitted)} found{share}"
    statuses = ", ".join(f"{number} {_lower(detail.status)}" for number, detail in enumerate(enough.details, start=1))
    undecided = [str(number) for number, verdict in enumerate(facts.parts, start=1) if verdict is Verdict.NOT_ENOUGH_EVIDENCE]
    counts = f"firmly covered: {enough.strongly_covered} of {len(enough.details)}, contradicted: {enough.contradicted}"
    yield f"2. parts: {statuses}; left open: {', '.join(undecided) or 'none'}; {counts}"
    yield (
        f"3. coverage {enough.coverage:.2f}, diversity {enough.diversity:.2f}, agreement {enough.agreement:.2f}"
        f" (of those that take a side {enough.stanced_agreement:.2f}), trust {enough.trust_post:.2f}"
    )
    best = sorted(judged.weighed, key=lambda piece: (-piece.relevance, piece.evidence))[:2]
    told = [f"{_who(piece)}: anchors {piece.anchor_match:.2f}, words {piece.overlap:.2f}" for piece in best]
    yield f"4. best evidence: {'; '.join(told) or 'none'}"
    gate = f"enough by the rule {enough.route}" if enough.is_sufficient else "not enough by any rule"
    held = ", ".join(dict.fromkeys(act.guard for act in judged.decision.draft.acted if "verdict" in act.changed))
    yield f"5. gates: {gate}; verdict changed by: {held or 'no guard'}" + (f"; {report.undecided}" if report.undecided else "")


def _lower(status: Status) -> str:
    return status.value.replace("_", " ").lower()


def _who(piece: Weighed) -> str:
    return piece.domain or "your document"


def _parts(report: Report) -> Iterator[str]:
    for number, part in enumerate(report.reading.subclaims if report.reading else (), start=1):
        anchors = f"; evidence must speak of {', '.join(part.anchors)}" if part.anchors else ""
        yield f"{number}. {part.text}{anchors}"


def _found(report: Report) -> Iterator[str]:
    if report.judged is None:
        return
    admitted = report.judged.admitted
    counted = sum(entry.admissible_for_trust for entry in admitted)
    yield f"{_many(len(admitted), 'piece')} found, {counted} of them may count"
    refused = Counter(entry.reason for entry in admitted if not entry.admissible_for_trust)
    yield from (f"{times} not counted: {reason}" for reason, times in sorted(refused.items()))
    for review in report.reviews:
        yield f"reviewed by {review.publisher}: “{review.claim}”, rated “{review.rating}” ({review.url})"
    for query in report.executed:
        yield f"searched the web for “{query.text}” ({query.form})"
    yield from (f"{times} addresses not read: {reason}" for reason, times in report.skipped)


def _evidence(report: Report) -> Iterator[str]:
    if report.judged is None:
        return
    pieces = _pieces(report.judged)
    for weighed in sorted(report.judged.weighed, key=lambda piece: (piece.subclaim, -piece.trust, piece.evidence)):
        yield _weighed(weighed, pieces.get(weighed.evidence), report.reading)


def _weighed(weighed: Weighed, evidence: Evidence | None, reading: Reading | None) -> str:
    stance = weighed.stance
    part = f"part {weighed.subclaim + 1}: " if reading is not None and len(reading.subclaims) > 1 else ""
    day = f", {evidence.published}" if evidence is not None and evidence.published else ""
    where = f", {evidence.url}" if evidence is not None and evidence.url else ""
    measured = f"relevance {weighed.relevance:.2f}, credibility {weighed.credibility:.2f}, trust {weighed.trust:.2f} ({weighed.grade})"
    stood = f"supports {stance.supports:.2f}, refutes {stance.refutes:.2f}, neutral {stance.neutral:.2f}"
    taken = f"; taken back by its wording: {', '.join(weighed.wording)}" if weighed.wording else ""
    return f"{part}{_who(weighed)} {side(weighed.stance)}: “{weighed.quote.text}” ({stood}; {measured}{day}{where}){taken}"


def _set_aside(report: Report) -> Iterator[str]:
    if report.judged is None:
        return
    if report.judged.set_aside:
        yield f"{_many(len(report.judged.set_aside), 'piece')} published after the date of the claim: shown, never counted"
    if report.judged.unjudged:
        yield f"{_many(report.judged.unjudged, 'admissible piece')} that no judge read"
    if report.judged.quotes_rejected:
        yield f"{_many(report.judged.quotes_rejected, 'quote')} that did not stand in the snapshot: dropped"


def _origins(report: Report) -> Iterator[str]:
    if report.judged is None:
        return
    pieces = _pieces(report.judged)
    sides: dict[str, set[str]] = {}
    for weighed in report.judged.weighed:
        sides.setdefault(weighed.evidence, set()).add(side(weighed.stance))
    for origin in report.judged.origins:
        spoken = sorted({word for name in origin.evidence for word in sides.get(name, set())} - {"neutral"})
        if spoken:
            domains = sorted({pieces[name].source.domain or "your document" for name in origin.evidence if name in pieces})
            tied = f", tied by {', '.join(origin.ties)}" if origin.ties else ""
            yield f"{' and '.join(spoken)}: {', '.join(domains)} ({_many(len(origin.evidence), 'piece')}{tied})"
    yield from (f"cannot both be true: {conflict}" for conflict in report.judged.conflicts)


def _sufficiency(report: Report) -> Iterator[str]:
    if report.judged is None:
        return
    enough = report.judged.decision.facts.sufficiency
    measured = f"coverage {enough.coverage:.2f}, diversity {enough.diversity:.2f}, agreement {enough.stanced_agreement:.2f}"
    rule = f"enough by the rule {enough.route}" if enough.is_sufficient else "not enough by any rule"
    yield f"{rule} ({measured}, trust {enough.trust_post:.2f})"
    for number, detail in enumerate(enough.details, start=1):
        voices = f"{len(detail.supporting)} firmly for, {len(detail.refuting)} firmly against"
        yield f"part {number}: {detail.status} ({voices}; support {detail.support:.2f}, refutation {detail.refutation:.2f})"


def _guards(report: Report) -> Iterator[str]:
    if report.judged is None:
        return
    drafted, stands = report.judged.decision.drafted, report.judged.decision.draft
    yield f"drafted: {drafted.verdict}, truth {drafted.truth_percent:.0f} of 100, confidence {drafted.confidence:.2f}"
    for acted in stands.acted:
        part = "" if acted.part is None else f" of part {acted.part + 1}"
        yield f"{acted.guard} changed {acted.changed}{part}"


def _verdict(report: Report) -> Iterator[str]:
    if report.judged is None or report.verdict is None:
        yield f"no verdict: the run is {report.outcome}"
        return
    stands = report.judged.decision.draft
    yield f"{report.verdict}, {report.band}: confidence {stands.confidence:.2f}, truth {stands.truth_percent:.0f} of 100"
    if report.probability is not None:
        yield f"probability {report.probability.of(report.verdict):.2f} of this verdict"
    if report.reading is not None and len(report.reading.subclaims) > 1:
        pairs = zip(report.reading.subclaims, report.judged.decision.facts.parts, strict=True)
        yield from (f"{verdict}: {part.text}" for part, verdict in pairs)


def _limits(report: Report) -> Iterator[str]:
    yield from (f"nothing decisive was found on “{part}”" for part in report.missing)
    yield from (report.judged.degraded if report.judged else ())


def _stop(report: Report) -> Iterator[str]:
    if report.stop:
        yield report.stop


def _would_change(report: Report) -> Iterator[str]:
    yield from would_change(report.would_change, report.judged) if report.judged else report.would_change


def would_change(lines: Sequence[str], judged: Judged) -> list[str]:
    """What would change a verdict, each origin by the publishers that a reader knows."""
    domains: dict[str, set[str]] = {}
    for one in judged.weighed:
        domains.setdefault(one.origin, set()).add(_who(one))
    names = {origin: " and ".join(sorted(found)[:2]) for origin, found in domains.items()}
    return [_ORIGIN.sub(lambda one: names.get(one[0], "one origin"), change).replace("_", " ") for change in lines]


_STEPS: Mapping[str, Callable[[Report], Iterator[str]]] = MappingProxyType(
    {
        "checks": _checks,
        "claim": _claim,
        "parts": _parts,
        "found": _found,
        "evidence": _evidence,
        "set aside": _set_aside,
        "origins": _origins,
        "sufficiency": _sufficiency,
        "guards": _guards,
        "verdict": _verdict,
        "limits": _limits,
        "stop": _stop,
        "would change": _would_change,
    }
)


def _pieces(judged: Judged) -> Mapping[str, Evidence]:
    return {entry.ranked.evidence.id: entry.ranked.evidence for entry in judged.admitted}


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
