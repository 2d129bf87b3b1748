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
from veracious.domain.verdict import Outcome, Verdict
from veracious.rules.explaining import headline
from veracious.rules.weighing.evidence_trust import side

STOPS: Mapping[str, str] = MappingProxyType(
    {
        "sufficient": "the evidence was enough",
        "budget": "a budget was spent",
        "no_web": "no search of the web was configured",
        "queries_exhausted": "no query was left to try",
        "query_budget": "the number of searches allowed was used up",
        "confidence_mode": "the relaxed gate was passed",
        "comparative_monopoly": "more searches would have brought more of one source",
        "source_failed": "a source failed",
        "little_value": "one more search could have settled too little",
        "stages": "the searches for the article were over",
        "deferred": "no search was to be made for this claim of the article",
    }
)
_CALL = re.compile(r"(?P<advice>.+) \((?P<who>[a-z]+(?: \d+)?): (?P<what>[^()]+)\)")  # the message of a call that failed
_SEARCH = re.compile(r"^finder (\d+)$")
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
        yield from (f"Assumed: {line}" for line in report.reading.assumed)
    if report.refusal is not None:
        yield f"Refused ({report.refusal.reason}): {report.refusal.message}"
    if report.cause:
        yield f"{'Failed' if report.outcome is Outcome.FAILED else 'Ended'}: {cause(report)}"


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
    names = {one: who(evidence) for one, evidence in _pieces(judged).items()}
    told = [f"{names.get(piece.evidence, piece.domain)}: anchors {piece.anchor_match:.2f}, words {piece.overlap:.2f}" for piece in best]
    yield f"4. best evidence: {'; '.join(told) or 'none'}"
    gate = f"enough by the rule “{_plain(enough.route)}”" if enough.is_sufficient else "not enough by any rule"
    held = ", ".join(dict.fromkeys(guard(act.guard) for act in judged.decision.draft.acted if "verdict" in act.changed))
    yield f"5. gates: {gate}; verdict changed by: {held or 'no guard'}" + (f"; {report.undecided}" if report.undecided else "")


def _lower(status: Status) -> str:
    return _plain(status.value).lower()


def _plain(name: str) -> str:
    return name.replace("_", " ")


def cause(report: Report) -> str:
    """Why a run has no verdict, each reason once."""
    return "; ".join(failures(report.cause.split("; ")))


def failures(lines: Sequence[str]) -> list[str]:
    """What failed on the way: where several calls failed alike, it is said once, and who they were."""
    alike: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        found = _CALL.fullmatch(line)
        advice, what, who = (found["advice"], found["what"], found["who"]) if found else (line, "", "")
        alike.setdefault((advice, what), []).append(_SEARCH.sub(lambda number: f"search {int(number[1]) + 1}", who))
    return [f"{advice} ({', '.join(who)}: {what})" if what else advice for (advice, what), who in alike.items()]


def stop(rule: str) -> str:
    """Why a search ended, in words."""
    return STOPS.get(rule, _plain(rule))


def guard(name: str) -> str:
    """The name of a guard, or of what it changed, as words; what the rules call confidence is told as the score that it is."""
    return _plain(name).replace("confidence", "score")


def who(evidence: Evidence) -> str:
    """Who says so: the publisher, or a document of the reader's by its title."""
    return evidence.source.domain or " ".join(filter(None, ("your document", evidence.title and f"“{evidence.title}”")))


def _parts(report: Report) -> Iterator[str]:
    for number, part in enumerate(report.reading.subclaims if report.reading else (), start=1):
        anchors = f"; evidence must speak of {', '.join(part.anchors)}" if part.anchors else ""
        yield f"{number}. {part.text.rstrip('.') if anchors else part.text}{anchors}"


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
    name = weighed.domain or "your document" if evidence is None else who(evidence)
    verb = {"neutral": "takes no side"}.get(side(weighed.stance), side(weighed.stance))
    quote = " ".join(weighed.quote.text.split())
    return f"{part}{name} {verb}: “{quote}” ({stood}; {measured}{day}{where}){taken}"


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
            domains = sorted({who(pieces[name]) for name in origin.evidence if name in pieces})
            tied = f", tied by {', '.join(origin.ties)}" if origin.ties else ""
            yield f"{' and '.join(spoken)}: {', '.join(domains)} ({_many(len(origin.evidence), 'piece')}{tied})"
    yield from (f"cannot both be true: {conflict}" for conflict in report.judged.conflicts)


def _sufficiency(report: Report) -> Iterator[str]:
    if report.judged is None:
        return
    enough = report.judged.decision.facts.sufficiency
    measured = f"coverage {enough.coverage:.2f}, diversity {enough.diversity:.2f}, agreement {enough.stanced_agreement:.2f}"
    rule = f"enough by the rule “{_plain(enough.route)}”" if enough.is_sufficient else "not enough by any rule"
    yield f"{rule} ({measured}, trust {enough.trust_post:.2f})"
    for number, detail in enumerate(enough.details, start=1):
        voices = f"{len(detail.supporting)} firmly for, {len(detail.refuting)} firmly against"
        yield f"part {number}: {_lower(detail.status)} ({voices}; support {detail.support:.2f}, refutation {detail.refutation:.2f})"


def _guards(report: Report) -> Iterator[str]:
    if report.judged is None:
        return
    drafted, stands = report.judged.decision.drafted, report.judged.decision.draft
    yield f"drafted: {_plain(drafted.verdict)}, truth score {drafted.truth:.2f}"
    for acted in stands.acted:
        part = "" if acted.part is None else f" of part {acted.part + 1}"
        changed = " and ".join(guard(acted.changed).replace("truth", "truth score").split(", "))
        yield f"{guard(acted.guard)}: changed the {changed}{part}"


def _verdict(report: Report) -> Iterator[str]:
    if report.judged is None or report.verdict is None:
        yield f"no verdict: the run is {report.outcome}"
        return
    stands = report.judged.decision.draft
    yield ", ".join(filter(None, (_plain(report.verdict), headline.beside(report))))
    yield f"scores of the rules, not probabilities: score {stands.confidence:.2f}, truth score {stands.truth:.2f}"
    if report.reading is not None and len(report.reading.subclaims) > 1:
        pairs = zip(report.reading.subclaims, report.judged.decision.facts.parts, strict=True)
        yield from (f"part {number}, {_plain(verdict)}: {part.text}" for number, (part, verdict) in enumerate(pairs, start=1))


def _limits(report: Report) -> Iterator[str]:
    yield from (f"nothing decisive was found on “{part}”" for part in report.missing)
    yield from failures(report.judged.degraded if report.judged else ())


def _stop(report: Report) -> Iterator[str]:
    if report.stop:
        yield stop(report.stop)


def _would_change(report: Report) -> Iterator[str]:
    yield from would_change(report.would_change, report.judged) if report.judged else report.would_change


def would_change(lines: Sequence[str], judged: Judged) -> list[str]:
    """What would change a verdict, each origin by the publishers that a reader knows."""
    names = origins(judged)
    return [_ORIGIN.sub(lambda one: names.get(one[0], "one origin"), change).replace("_", " ") for change in lines]


def origins(judged: Judged) -> Mapping[str, str]:
    """Every origin that was weighed by its publishers, two at most by name."""
    pieces = _pieces(judged)
    domains: dict[str, set[str]] = {}
    for one in judged.weighed:
        domains.setdefault(one.origin, set()).add(who(pieces[one.evidence]) if one.evidence in pieces else one.domain or "your document")
    return {origin: _few(sorted(found)) for origin, found in domains.items()}


def _few(names: Sequence[str]) -> str:
    return f"{names[0]}, {names[1]} and {_many(len(names) - 2, 'other')}" if len(names) > 2 else " and ".join(names)


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
