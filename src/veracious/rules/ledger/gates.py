"""A ledger in numbers, its warnings, and whether the answer may go out.

coverage         = claims that are supported, and weak ones in part / claims, minor ones left out; 1 when there are none  seed D §7.1
unsupported rate = claims that were not found / claims, minor ones left out; 0 when there are none                seed D §7.2
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from math import fsum

from veracious.domain.claim import Importance
from veracious.domain.ledger import AnswerClaim, Backing, Danger, Entry, GateResult, Ledger, RiskFlag, Severity, Summary, Support
from veracious.domain.screen import Gate
from veracious.domain.span import Span
from veracious.rules.ledger.levels import LevelDials, disagree


@dataclass(frozen=True, slots=True)
class AnswerGateDials:
    """What an answer must reach."""

    coverage_at_least: float = 0.85  # share of claims that documents carry; 0.5–1; seed D §7.3
    unsupported_at_most: float = 0.05  # share of claims that nothing was found for; 0–0.5; seed D §7.3
    critical_unsupported_at_most: int = 0  # claims the answer rests on; 0–3; seed D §7.3
    contradictions_at_most: int = 0  # claims that documents contradict; 0–3; seed D §7.3
    weak_counts: float = 0.5  # of a weak claim, what is carried; 0–1; seed D §7.1 takes 1, of 13 weak sentences of field dev 8 are right
    critical_uncited_at_most: int = 0  # claims the answer rests on that cite nothing, where it cites; −1: not asked; seed D §3.5
    conflict_named: bool = True  # whether the warning says what conflicts; either; seed D §8.2
    outdated_days: int = 365  # age of a document above which it is flagged; 30–3,650; seed D §8.3
    year_days: int = 365  # of a year of that age, as it is told; 365 or 366; seed D §8.3


@dataclass(frozen=True, slots=True)
class Warned:
    """What warnings are made with."""

    as_of: date
    gates: AnswerGateDials
    levels: LevelDials


def ledger(entries: Sequence[Entry], passed_over: Sequence[Span], unread: Sequence[AnswerClaim], warned: Warned) -> Ledger:
    """The entries with their summary and warnings."""
    summary = summarise(entries, unread, warned.gates)
    return Ledger(tuple(entries), summary, warnings(entries, warned), tuple(passed_over), tuple(unread))


def summarise(entries: Sequence[Entry], unread: Sequence[AnswerClaim], dials: AnswerGateDials) -> Summary:
    """A ledger in numbers; a claim that the judge could not read is a claim that is not carried.

    Formula: A ledger in numbers. From D §7.1–7.2.

        coverage         = (supported claims + weak_counts × weak claims) / claims, minor ones left out; 1 when there are none
        unsupported rate = claims not found / claims, minor ones left out; 0 when there are none
        what the judge could not read is a claim that is neither carried nor not found

    Dials: weak_counts of AnswerGateDials.
    """
    counted = [entry for entry in entries if entry.claim.importance is not Importance.MINOR]
    material = len(counted) + sum(claim.importance is not Importance.MINOR for claim in unread)
    told = Counter(entry.verdict for entry in entries)
    shares = {Support.SUPPORTED: 1.0, Support.WEAK: dials.weak_counts}
    carried = fsum(shares.get(entry.verdict, 0.0) for entry in counted)
    missing = sum(entry.verdict is Support.NOT_FOUND for entry in counted)
    return Summary(
        total_claims=len(entries) + len(unread),
        evidence_coverage=carried / material if material else 1.0,
        unsupported_rate=missing / material if material else 0.0,
        critical_unsupported=sum(_is_critical(entry) and entry.verdict is Support.NOT_FOUND for entry in entries),
        contradictions=told[Support.CONTRADICTED],
        verdicts={support: told[support] for support in Support},
        critical_uncited=len(_uncited(entries)) if dials.critical_uncited_at_most >= 0 else 0,
    )


def judge(summary: Summary, dials: AnswerGateDials) -> tuple[GateResult, ...]:
    """Every gate of seed D §7.3 in order, and that of its §3.5, computed from the ledger alone.

    Formula: The gates of an answer. From D §7.3.

        coverage ≥ coverage_at_least, unsupported rate ≤ unsupported_at_most,
        critical claims not found ≤ critical_unsupported_at_most, contradicted claims ≤ contradictions_at_most
        if the answer cites, critical claims that cite nothing ≤ critical_uncited_at_most; not asked where that is below 0

    Dials: coverage_at_least, unsupported_at_most, critical_unsupported_at_most, contradictions_at_most, critical_uncited_at_most of
    AnswerGateDials.
    """
    coverage, rate = summary.evidence_coverage, summary.unsupported_rate
    critical, against, uncited = summary.critical_unsupported, summary.contradictions, summary.critical_uncited
    asked = (
        GateResult(Gate.COVERAGE, coverage, dials.coverage_at_least, coverage >= dials.coverage_at_least),
        GateResult(Gate.UNSUPPORTED, rate, dials.unsupported_at_most, rate <= dials.unsupported_at_most),
        GateResult(Gate.CRITICAL, critical, dials.critical_unsupported_at_most, critical <= dials.critical_unsupported_at_most),
        GateResult(Gate.CONTRADICTIONS, against, dials.contradictions_at_most, against <= dials.contradictions_at_most),
        GateResult(Gate.UNCITED, uncited, dials.critical_uncited_at_most, uncited <= dials.critical_uncited_at_most),
    )
    return asked if dials.critical_uncited_at_most >= 0 else asked[:-1]


def warnings(entries: Sequence[Entry], warned: Warned) -> tuple[RiskFlag, ...]:
    """What a reader should be warned of, in the order of the claims."""
    uncited = _uncited(entries) if warned.gates.critical_uncited_at_most >= 0 else []
    found = {number: [flag for warn in WARNINGS for flag in warn(entry, number, warned)] for number, entry in enumerate(entries)}
    for number in uncited:
        found[number].append(RiskFlag(Danger.UNCITED, Severity.MEDIUM, "The answer rests on this claim, and it cites nothing", number))
    return tuple(flag for flags in found.values() for flag in flags)


def _uncited(entries: Sequence[Entry]) -> list[int]:
    """The places of critical claims that cite nothing, in an answer that cites: of one that cites nowhere no citation is asked."""
    if not any(entry.claim.citations for entry in entries):
        return []
    return [number for number, entry in enumerate(entries) if _is_critical(entry) and not entry.claim.citations]


def no_evidence(entry: Entry, number: int, warned: Warned) -> list[RiskFlag]:
    """Nothing was found for a claim that counts."""
    if entry.verdict is not Support.NOT_FOUND or entry.claim.importance is Importance.MINOR:
        return []
    return [RiskFlag(Danger.NO_EVIDENCE, Severity.HIGH, "No document carries this claim", number)]


def conflict(entry: Entry, number: int, warned: Warned) -> list[RiskFlag]:
    """Documents disagree on a claim, and which of their words do.

    Formula: Documents that disagree. From D §8.2.

        flagged        when quotes carry a claim and others contradict it; if conflict_named, with the strongest of each side

    Dials: conflict_named of AnswerGateDials.
    """
    if not disagree(entry.backing, warned.levels):
        return []
    told = f"Documents disagree on this claim{_named(entry.backing) if warned.gates.conflict_named else ''}"
    return [RiskFlag(Danger.CONFLICT, Severity.HIGH, told, number)]


def _named(backing: Sequence[Backing]) -> str:
    """The words that carry a claim most, and those that contradict it most."""
    carries = max(backing, key=lambda one: one.stance.supports)
    against = max(backing, key=lambda one: one.stance.refutes)
    said, other = (" … ".join(quote.text for quote in one.quotes) for one in (carries, against))
    return f": “{said}” against “{other}”"


def outdated(entry: Entry, number: int, warned: Warned) -> list[RiskFlag]:
    """What decides a claim is from a document that is old.

    Formula: A document that is old. From D §8.3.

        flagged        when what decides a claim was published more than outdated_days before the day; its age is told in years of
            year_days

    Dials: outdated_days, year_days of AnswerGateDials.
    """
    if not entry.backing or entry.verdict is Support.NOT_FOUND or entry.backing[0].published is None:
        return []
    days = (warned.as_of - entry.backing[0].published).days
    if days <= warned.gates.outdated_days:
        return []
    years = days // warned.gates.year_days
    told = f"The document is {years} {'year' if years == 1 else 'years'} old"
    return [RiskFlag(Danger.OUTDATED_SOURCE, Severity.MEDIUM, told, number)]


def invalid(entry: Entry, number: int, warned: Warned) -> list[RiskFlag]:
    """A claim cites what is not there, or what does not carry it."""
    found = [
        RiskFlag(Danger.INVALID_CITATION, Severity.HIGH, f"[cite:{name}] names no passage of these documents", number)
        for name in entry.invalid
    ]
    deciding = entry.backing[0] if entry.backing and entry.verdict in (Support.SUPPORTED, Support.WEAK) else None
    if deciding is not None and not deciding.is_cited and len(entry.invalid) < len(entry.claim.citations):
        found.append(RiskFlag(Danger.INVALID_CITATION, Severity.MEDIUM, "Another passage than the one cited carries this claim", number))
    return found


Warning = Callable[[Entry, int, Warned], list[RiskFlag]]
WARNINGS: tuple[Warning, ...] = (no_evidence, conflict, outdated, invalid)


def _is_critical(entry: Entry) -> bool:
    return entry.claim.importance is Importance.CRITICAL
