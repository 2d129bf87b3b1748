"""A ledger in numbers, its warnings and its gates."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.rules.ledger.given import backing, entry
from tests.worked import works
from veracious.domain.claim import Importance
from veracious.domain.ledger import Backing, Danger, LedgerReport, Severity, Support
from veracious.domain.screen import Gate, Policy, Ruling
from veracious.domain.verdict import Outcome
from veracious.rules.ledger import gates, screening
from veracious.rules.ledger.gates import AnswerGateDials, Warned
from veracious.rules.ledger.levels import LevelDials

S, W, C, N = Support.SUPPORTED, Support.WEAK, Support.CONTRADICTED, Support.NOT_FOUND
CRITICAL, MATERIAL, MINOR = Importance.CRITICAL, Importance.MATERIAL, Importance.MINOR
WARNED = Warned(date(2026, 1, 1), AnswerGateDials(), LevelDials())


@works("ledger.gates.summarise")
@pytest.mark.parametrize(
    ("entries", "coverage", "rate", "critical", "against"),
    [
        ([], 1.0, 0.0, 0, 0),
        ([(N, MINOR)], 1.0, 0.0, 0, 0),  # nothing but background
        ([(S, MATERIAL), (W, MATERIAL), (N, MATERIAL), (C, MATERIAL)], 0.375, 0.25, 0, 1),  # a weak one is half carried
        ([(S, CRITICAL), (N, CRITICAL), (N, MINOR)], 0.5, 0.5, 1, 0),
        ([(C, MINOR), (S, MATERIAL)], 1.0, 0.0, 0, 1),  # what is contradicted counts however minor
    ],
)
def test_a_ledger_in_numbers(entries: list[tuple[Support, Importance]], coverage: float, rate: float, critical: int, against: int) -> None:
    found = gates.summarise([entry(*one) for one in entries], (), AnswerGateDials())
    told = (found.evidence_coverage, found.unsupported_rate, found.critical_unsupported, found.contradictions)
    assert told == (coverage, rate, critical, against)
    assert sum(found.verdicts.values()) == found.total_claims == len(entries)


def test_a_claim_that_the_judge_could_not_read_is_not_carried() -> None:
    found = gates.summarise([entry(S)], [entry(N).claim], AnswerGateDials())
    assert (found.evidence_coverage, found.unsupported_rate, found.total_claims) == (0.5, 0.0, 2)


@works("ledger.gates.judge")
@pytest.mark.parametrize(
    ("entries", "shut"),
    [
        ([(S, MATERIAL)], set()),
        ([(S, MATERIAL)] * 17 + [(C, MATERIAL)] * 3, {Gate.CONTRADICTIONS}),  # 17 of 20 are 85 %
        ([(S, MATERIAL)] * 16 + [(C, MATERIAL)] * 4, {Gate.CONTRADICTIONS, Gate.COVERAGE}),
        ([(S, MATERIAL)] * 19 + [(N, MATERIAL)], set()),  # one in twenty is 5 %
        ([(S, MATERIAL)] * 18 + [(N, MATERIAL)], {Gate.UNSUPPORTED}),
        ([(S, MATERIAL)] * 19 + [(N, CRITICAL)], {Gate.CRITICAL}),
    ],
)
def test_the_gates(entries: list[tuple[Support, Importance]], shut: set[Gate]) -> None:
    told = gates.judge(gates.summarise([entry(*one) for one in entries], (), AnswerGateDials()), AnswerGateDials())
    assert {one.gate for one in told if not one.is_met} == shut
    assert [one.gate for one in told] == list(Gate)


@works("ledger.gates.outdated")
@pytest.mark.parametrize(
    ("published", "told"),
    [
        (date(2025, 1, 1), None),  # 365 days
        (date(2024, 12, 31), "The document is 1 year old"),
        (date(2023, 1, 1), "The document is 3 years old"),
        (None, None),
    ],
)
def test_a_document_older_than_a_year_is_flagged(published: date | None, told: str | None) -> None:
    flags = gates.warnings([entry(S, backed=[backing(0.9, published=published)])], WARNED)
    assert [(flag.type, flag.severity, flag.description, flag.claim) for flag in flags] == (
        [] if told is None else [(Danger.OUTDATED_SOURCE, Severity.MEDIUM, told, 0)]
    )


@works("ledger.gates.conflict")
@pytest.mark.parametrize(
    ("backed", "gates_of", "told"),
    [
        ([backing(0.9, 0.0, "a"), backing(0.0, 0.9, "b")], AnswerGateDials(), "Documents disagree on this claim: “q” against “q”"),
        ([backing(0.9, 0.0, "a"), backing(0.0, 0.9, "b")], AnswerGateDials(conflict_named=False), "Documents disagree on this claim"),
        ([backing(0.9, 0.0, "a"), backing(0.9, 0.0, "b")], AnswerGateDials(), None),
    ],
)
def test_documents_that_disagree_are_flagged(backed: list[Backing], gates_of: AnswerGateDials, told: str | None) -> None:
    flags = gates.warnings([entry(C, backed=backed)], replace(WARNED, gates=gates_of))
    expected = [] if told is None else [(Danger.CONFLICT, Severity.HIGH, told)]
    assert [(flag.type, flag.severity, flag.description) for flag in flags] == expected


def test_what_an_answer_rests_on_must_cite_where_the_answer_cites() -> None:
    entries = [entry(S, CRITICAL, cites="aa", backed=[backing(0.9)]), entry(S, CRITICAL), entry(S, MATERIAL)]
    summary = gates.summarise(entries, (), AnswerGateDials())
    assert summary.critical_uncited == 1
    assert [one.gate for one in gates.judge(summary, AnswerGateDials()) if not one.is_met] == [Gate.UNCITED]
    assert [(flag.type, flag.claim) for flag in gates.warnings(entries, WARNED) if flag.type is Danger.UNCITED] == [(Danger.UNCITED, 1)]
    assert gates.summarise(entries[1:], (), AnswerGateDials()).critical_uncited == 0  # it cites nowhere
    unasked = AnswerGateDials(critical_uncited_at_most=-1)
    assert Gate.UNCITED not in {one.gate for one in gates.judge(gates.summarise(entries, (), unasked), unasked)}


def test_what_nothing_was_found_for_is_flagged_unless_it_is_minor() -> None:
    flags = gates.warnings([entry(N), entry(N, MINOR), entry(S)], WARNED)
    assert [(flag.type, flag.claim) for flag in flags] == [(Danger.NO_EVIDENCE, 0)]


def test_a_claim_that_another_passage_carries_than_the_one_cited_is_flagged() -> None:
    flags = gates.warnings([entry(S, backed=[backing(0.9)], cites="aa")], WARNED)
    assert [(flag.type, flag.severity) for flag in flags] == [(Danger.INVALID_CITATION, Severity.MEDIUM)]


def report(*entries: tuple[Support, Importance]) -> LedgerReport:
    return LedgerReport(Outcome.COMPLETED, gates.ledger([entry(*one) for one in entries], (), (), WARNED))


@pytest.mark.parametrize(
    ("found", "ruling"),
    [
        (report((S, MATERIAL)), Ruling.PASS),
        (report(), Ruling.PASS),
        (report((S, MATERIAL), (N, MATERIAL)), Ruling.REVISE),
        (report((S, MATERIAL), (N, CRITICAL)), Ruling.REVISE),
        (report(*[(S, MATERIAL)] * 9, (C, MATERIAL)), Ruling.BLOCK),
        (LedgerReport(Outcome.FAILED, cause="no judge"), Ruling.BLOCK),
    ],
)
def test_pass_revise_or_block(found: LedgerReport, ruling: Ruling) -> None:
    told = screening.rule(found, Policy(), AnswerGateDials())
    assert told.ruling is ruling
    assert bool(told.reasons) == (ruling is not Ruling.PASS)


def test_a_policy_says_what_blocks() -> None:
    found = report((S, MATERIAL), (N, MATERIAL))
    assert screening.rule(found, Policy(blocks=frozenset({Gate.COVERAGE})), AnswerGateDials()).ruling is Ruling.BLOCK
    assert screening.rule(found, Policy(coverage_at_least=0.5, unsupported_at_most=0.5), AnswerGateDials()).ruling is Ruling.PASS


def test_a_policy_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Policy(coverage_at_least=85)


CLAIMS = some.lists(some.tuples(some.sampled_from(Support), some.sampled_from(Importance)), max_size=12)


@given(CLAIMS)
def test_an_answer_passes_only_when_every_gate_of_the_policy_is_met(entries: list[tuple[Support, Importance]]) -> None:
    found = report(*entries)
    assert found.ledger is not None
    summary = found.ledger.summary
    shares = summary.evidence_coverage >= 0.85 and summary.unsupported_rate <= 0.05
    passes = shares and not summary.critical_unsupported and not summary.contradictions
    assert screening.rule(found, Policy(), AnswerGateDials()).passes == passes


@given(CLAIMS)
def test_another_supported_claim_never_lowers_coverage(entries: list[tuple[Support, Importance]]) -> None:
    before = gates.summarise([entry(*one) for one in entries], (), AnswerGateDials())
    after = gates.summarise([*(entry(*one) for one in entries), entry(S)], (), AnswerGateDials())
    assert after.evidence_coverage >= before.evidence_coverage
    assert after.unsupported_rate <= before.unsupported_rate
