"""A question answered from documents in memory: by the rules and the bundled judge, and by writers that get things wrong."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from tests.flow.answering import CARD, CLOSED, DAY, HOURS, LOANS, QUESTION, TEXTS, asked, run_with, snapshot
from tests.weights import shipped
from veracious import wiring
from veracious.adapters.memory.judge import TableJudge
from veracious.adapters.memory.tape import MemoryTape
from veracious.adapters.models.entailment import OnnxJudge
from veracious.adapters.models.rules_only import RulesModel
from veracious.domain.budget import Amount
from veracious.domain.errors import BudgetSpent, SourceUnavailable
from veracious.domain.evidence import Candidate, Query
from veracious.domain.language import Excerpt, Finding, Objection
from veracious.domain.ledger import Danger, Ledger, Mode, RiskFlag, Severity, Support
from veracious.domain.record import ToolName
from veracious.domain.report import ExplanationSentence
from veracious.domain.screen import Gate
from veracious.domain.stance import Stance
from veracious.domain.verdict import Outcome
from veracious.flow import answer
from veracious.flow.answer import Asking, Signed
from veracious.flow.record import RunContext
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules import digest
from veracious.rules.dials import Dials, changed
from veracious.rules.judging.quotes import QuoteDials
from veracious.rules.ledger import audit, compose, revision

SURE, SILENT = Stance(0.96, 0.02, 0.02), Stance(0.02, 0.02, 0.96)
UNKNOWN = "The library of Brisa keeps 40 rare maps of the moon."
INVENTED = "sha256:" + "0" * 64
WRONG = "A card of the library costs 9 euros a year."


class Literal:
    """A judge that finds a claim where it stands to the letter, and nowhere else."""

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        return [SURE if claim.rstrip(".").casefold() in text.casefold() else SILENT for claim, text in pairs]


class Broken:
    """A store, a judge, a skeptic or a writer that does not answer."""

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        raise SourceUnavailable("the store is down")

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        raise SourceUnavailable("the judge is down")


class Writer(RulesModel):
    """A writer that begins with these sentences, each citing the passage that holds a text, and goes on by the rules."""

    def __init__(self, *said: tuple[str, str]) -> None:
        super().__init__(wiring.lexicon(), Dials())
        self._said = said
        self.told: list[Sequence[str]] = []

    async def write(self, question: str, excerpts: Sequence[Excerpt]) -> Sequence[ExplanationSentence]:
        found = ((text, [one.id for one in excerpts if cited in one.text]) for text, cited in self._said)
        return [ExplanationSentence(text, tuple(ids) or (INVENTED,)) for text, ids in found]

    async def revise(
        self, question: str, answer: Sequence[ExplanationSentence], instructions: Sequence[str], excerpts: Sequence[Excerpt]
    ) -> Sequence[ExplanationSentence]:
        self.told.append(instructions)
        return await super().revise(question, answer, instructions, excerpts)


@cache
def judge() -> OnnxJudge:
    return OnnxJudge(shipped("judge"), wiring.lexicon(), QuoteDials(), 1)


def rules() -> RulesModel:
    return RulesModel(wiring.lexicon(), Dials())


def verdicts(ledger: Ledger | None) -> dict[str, Support]:
    assert ledger is not None
    return {one.claim.text: one.verdict for one in ledger.entries}


# With the rules and the bundled judge.


def test_the_rules_answer_with_sentences_of_the_documents_and_the_judge_finds_them_there() -> None:
    report = asked(run_with(rules(), judge()))
    assert report.outcome is Outcome.COMPLETED
    assert verdicts(report.ledger) == {CARD: Support.SUPPORTED, HOURS: Support.SUPPORTED}
    assert report.response is not None
    assert report.response.count("[cite:") == 2
    assert all(one.is_met for one in report.gates)
    assert report.warnings == ()
    assert [one.decision.reason for one in report.revision_history] == [revision.COVERED]


def test_what_the_bundled_judge_does_not_find_is_taken_out_and_what_it_contradicts_is_corrected() -> None:
    writer = Writer((HOURS, HOURS), (UNKNOWN, HOURS), (WRONG, CARD))
    report = asked(run_with(writer, judge()))
    assert verdicts(report.ledger) == {HOURS: Support.SUPPORTED, CARD: Support.SUPPORTED}
    first, *rest = report.revision_history
    assert rest
    assert first.summary.critical_unsupported + first.summary.contradictions == 2
    assert first.decision.should_revise
    assert any(UNKNOWN in one for one in first.decision.instructions)
    assert all(one.is_met for one in report.gates)
    assert report.warnings == ()


def test_a_draft_keeps_what_was_taken_out_and_says_so() -> None:
    report = asked(run_with(Writer((HOURS, HOURS), (UNKNOWN, HOURS)), judge()), mode=Mode.DRAFT)
    assert report.response is not None
    assert verdicts(report.ledger) == {HOURS: Support.SUPPORTED, UNKNOWN: Support.NOT_FOUND}
    assert re.search(r"40 rare maps of the moon \(not found in the documents\)\. \[cite:[0-9a-f]{12}\]$", report.response)
    assert not all(one.is_met for one in report.gates)
    assert "UNSUPPORTED_CLAIMS" in [one.code for one in report.warnings]


# Finding.


@pytest.mark.parametrize("mode", list(Mode))
def test_where_nothing_is_found_the_response_says_so(mode: Mode) -> None:
    """Seed D §8.1: no claims, coverage 0, a flag; and the writer is not asked."""
    report = asked(run_with(None, None), "Who won the regatta of Zanzibar?", mode)
    assert report.outcome is Outcome.COMPLETED
    assert report.response == "I could not find relevant information in the provided documents to answer your question."
    assert report.ledger is not None
    assert (report.ledger.entries, report.ledger.summary.total_claims, report.ledger.summary.evidence_coverage) == ((), 0, 0.0)
    assert report.risk_flags == (RiskFlag(Danger.NO_EVIDENCE, Severity.HIGH, "No documents matched the query"),)
    assert not report.gates[0].is_met


def test_passages_that_answer_nothing_are_no_answer() -> None:
    report = asked(run_with(rules(), Literal()), "How heavy are ten Norwegian anvils?")
    assert report.response == compose.NOTHING
    assert [one.description for one in report.risk_flags] == [compose.NO_ANSWER]
    assert [one.decision.reason for one in report.revision_history] == [revision.NOTHING_LEFT]


def test_a_store_that_fails_is_a_mark_and_when_all_fail_the_run_does() -> None:
    whole = run_with(rules(), Literal())
    some = asked(run_with(rules(), Literal(), finders=(Broken(), *whole.tools.finders)))
    assert some.outcome is Outcome.COMPLETED
    assert any("the store is down" in one for one in some.degraded)
    assert some.response == asked(whole).response
    none = asked(run_with(rules(), Literal(), finders=(Broken(), Broken())))
    assert none.outcome is Outcome.FAILED
    assert "the store is down" in none.cause
    assert asked(run_with(rules(), Literal(), finders=())).outcome is Outcome.FAILED


def test_what_was_published_after_the_day_is_not_told() -> None:
    later = snapshot("The library of Brisa will open at six on weekdays.", date(2026, 6, 1))
    report = asked(run_with(rules(), Literal(), [*map(snapshot, TEXTS), later]))
    assert report.response is not None
    assert "six" not in report.response
    assert HOURS in report.response


def test_the_writer_is_given_a_few_passages_and_none_twice() -> None:
    pages = [snapshot(f"{HOURS} Room {number} is quiet.") for number in range(20)]
    report = asked(run_with(rules(), Literal(), pages))
    assert len(report.retrieved) == len(set(report.retrieved)) == Dials().ledger.asking.excerpts
    same = run_with(rules(), Literal())
    assert asked(replace(same, tools=replace(same.tools, finders=same.tools.finders * 2))).retrieved == asked(same).retrieved


def test_no_question_is_refused() -> None:
    report = asked(run_with(rules(), Literal()), " \n")
    assert report.outcome is Outcome.REFUSED
    assert report.refusal == answer.NO_QUESTION


# Writing again.


def test_a_sentence_that_no_document_carries_is_marked_when_the_writer_keeps_it() -> None:
    class Stubborn(Writer):
        async def revise(
            self, question: str, answer: Sequence[ExplanationSentence], instructions: Sequence[str], excerpts: Sequence[Excerpt]
        ) -> Sequence[ExplanationSentence]:
            return answer

    report = asked(run_with(Stubborn((HOURS, HOURS), (UNKNOWN, HOURS)), Literal()))
    assert report.response is not None
    assert "40 rare maps of the moon (not found in the documents)." in report.response
    assert f"{HOURS} [cite:" in report.response
    assert [one.decision.reason for one in report.revision_history][-1] == revision.REPEATED
    assert len(report.revision_history) == 2
    assert [one.code for one in report.warnings] == ["NO_IMPROVEMENT", "UNSUPPORTED_CLAIMS"]


def test_where_nothing_is_left_the_response_says_so_and_a_draft_tells_what_was_said() -> None:
    plain = asked(run_with(Writer((UNKNOWN, HOURS)), Literal()))
    assert plain.response == compose.NOTHING
    assert [one.decision.reason for one in plain.revision_history] == ["Critical claims lack evidence", revision.NOTHING_LEFT]
    draft = asked(run_with(Writer((UNKNOWN, HOURS)), Literal()), mode=Mode.DRAFT)
    assert draft.response is not None
    assert draft.response.startswith(compose.NOTHING)
    assert verdicts(draft.ledger) == {UNKNOWN: Support.NOT_FOUND}


def test_a_citation_of_nothing_is_dropped_and_counted() -> None:
    writer = Writer((f"{HOURS[:-1]} [cite:feedfacefeed].", "in no passage"), (CARD, CARD))
    report = asked(run_with(writer, Literal(), dials=changed(Dials(), {"ledger": {"gates": {"critical_uncited_at_most": 1}}})))
    assert report.ledger is not None
    assert report.response is not None
    assert [one.found for one in report.gates if one.gate is Gate.UNCITED] == [1]
    assert "feedface" not in report.response
    assert "0" * 12 not in report.response
    by_claim = {one.claim.text: one.invalid for one in report.ledger.entries}
    assert by_claim == {HOURS: (INVENTED, "feedfacefeed"), CARD: ()}
    assert sum(one.type is Danger.INVALID_CITATION for one in report.risk_flags) >= 2


def test_what_an_answer_rests_on_is_cited_or_written_again() -> None:
    writer = Writer((HOURS, "in no passage"), (CARD, CARD))
    report = asked(run_with(writer, Literal()))
    assert report.ledger is not None
    first, *_ = report.revision_history
    assert (first.decision.should_revise, first.decision.reason) == (True, "Critical claims cite nothing")
    assert revision.CITE_MORE in first.decision.instructions
    assert first.summary.critical_uncited == 1


@pytest.mark.parametrize(
    "text",
    [
        f"# {UNKNOWN}",
        f"```\n{UNKNOWN}\n```",
        f"<{UNKNOWN}>",
        f"{UNKNOWN[:-1]}:",
        f"> - {UNKNOWN}",
        UNKNOWN.replace("maps", "ma\u200bps"),
        f"{UNKNOWN[:-1]}\n\n\n",
    ],
)
def test_no_dress_keeps_a_sentence_from_being_judged(text: str) -> None:
    report = asked(run_with(Writer((HOURS, HOURS), (text, HOURS)), Literal()), mode=Mode.DRAFT)
    assert report.ledger is not None
    assert [one.verdict for one in report.ledger.entries] == [Support.SUPPORTED, Support.NOT_FOUND]


def test_the_skeptics_words_reach_the_writer_once() -> None:
    writer = Writer((HOURS, HOURS), (WRONG, CARD))
    asked(run_with(writer, Literal()))
    (first, *later) = writer.told
    assert any("The passages may contradict this sentence" in one for one in first)
    assert not any("may contradict" in one for told in later for one in told)


def test_a_skeptic_that_fails_is_a_mark() -> None:
    class Silent(Writer):
        async def criticise(self, answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt]) -> Sequence[Objection]:
            raise SourceUnavailable("no skeptic")

    report = asked(run_with(Silent((HOURS, HOURS)), Literal()))
    assert report.outcome is Outcome.COMPLETED
    assert any("no skeptic" in one for one in report.degraded)


def test_a_judge_that_fails_is_a_failed_run() -> None:
    report = asked(run_with(rules(), Broken()))
    assert report.outcome is Outcome.FAILED
    assert "the judge is down" in report.cause


def test_without_scales_and_without_a_judge_of_its_own_the_rules_fail() -> None:
    assert asked(run_with(rules(), None)).outcome is Outcome.FAILED


def test_without_a_writer_the_run_fails() -> None:
    assert asked(run_with(None, Literal())).outcome is Outcome.FAILED


def test_a_budget_that_allows_no_revision_leaves_what_was_judged() -> None:
    class Poor(Writer):
        async def revise(
            self, question: str, answer: Sequence[ExplanationSentence], instructions: Sequence[str], excerpts: Sequence[Excerpt]
        ) -> Sequence[ExplanationSentence]:
            raise BudgetSpent("endpoint writing: the limit on tokens")

    report = asked(run_with(Poor((HOURS, HOURS), (UNKNOWN, HOURS)), Literal()))
    assert report.outcome is Outcome.PARTIAL
    assert verdicts(report.ledger) == {HOURS: Support.SUPPORTED, UNKNOWN: Support.NOT_FOUND}
    assert any("the limit on tokens" in one for one in report.degraded)


class Worse(Writer):
    """A writer whose revisions are worse each time."""

    async def revise(
        self, question: str, answer: Sequence[ExplanationSentence], instructions: Sequence[str], excerpts: Sequence[Excerpt]
    ) -> Sequence[ExplanationSentence]:
        return [*answer, ExplanationSentence(f"The library owns {len(answer)} ships.", (excerpts[0].id,))]


def test_a_revision_that_is_worse_does_not_go_out_but_in_the_reference_it_does() -> None:
    best = asked(run_with(Worse((HOURS, HOURS), (UNKNOWN, HOURS)), Literal()))
    assert len(best.revision_history) == 3
    assert verdicts(best.ledger) == {HOURS: Support.SUPPORTED, UNKNOWN: Support.NOT_FOUND}
    dials = Dials()
    printed = replace(dials, ledger=replace(dials.ledger, revision=replace(dials.ledger.revision, best_attempt=False)))
    last = asked(run_with(Worse((HOURS, HOURS), (UNKNOWN, HOURS)), Literal(), dials=printed))
    assert len(verdicts(last.ledger)) == 4
    assert {one.code for one in best.warnings} == {one.code for one in last.warnings} == {"NO_IMPROVEMENT", "UNSUPPORTED_CLAIMS"}


def test_findings_of_nothing_are_a_judge_that_failed() -> None:
    class Elsewhere(Writer):
        async def assess(self, answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt]) -> Sequence[Finding]:
            return ()

    report = asked(run_with(Elsewhere((HOURS, HOURS)), None))
    assert report.outcome is Outcome.FAILED
    assert "spoke of none of the claims" in report.cause


# The record.


def kept(run: Run, question: str = QUESTION) -> tuple[answer.Answered, MemoryTape]:
    tape = MemoryTape()
    names = (ToolName("author", "rules", ""), ToolName("scales", "literal", ""))
    taped = replace(run, tools=wiring.recorded(run.tools, tape))
    return asyncio.run(answer.keep(Asking(question, Mode.ANSWER, DAY), taped, RunContext(tape, names, "brisa"))), tape


def test_a_kept_answer_plays_again_from_its_tape_to_the_byte() -> None:
    run = run_with(Writer((HOURS, HOURS), (UNKNOWN, HOURS), (WRONG, CARD)), Literal())
    found, tape = kept(run)
    silent = replace(run.tools, finders=(Broken(),), author=rules(), scales=Broken(), judge=TableJudge({}))
    players: Tools = wiring.played(silent, asyncio.run(tape.entries()))
    again = asyncio.run(answer.answer(Asking(QUESTION, Mode.ANSWER, DAY), replace(run, tools=players), Signed("rules", "literal")))
    assert digest.canonical(again).decode() == found.record.body.report
    assert len(found.report.revision_history) > 1
    assert {one.port for one in found.record.body.tape} >= {"finder 0", "author", "scales"}


def test_the_record_says_who_wrote_and_who_judged() -> None:
    found, _ = kept(run_with(rules(), Literal()))
    assert (found.report.written_by, found.report.judged_by) == ("rules", "literal")
    assert json.loads(found.record.body.request) == {"question": QUESTION, "mode": "answer", "as_of": "2026-01-15"}
    assert (found.outcome, found.response, found.ledger) == (found.report.outcome, found.report.response, found.report.ledger)


AUDITED = (
    "session_id timestamp user_id workspace_id query mode retrieved_chunk_ids revision_history final_coverage final_unsupported_rate "
    "claim_count verdict_distribution ledger risk_flags total_duration_ms llm_calls token_usage"
).split()


def test_the_audit_has_the_fields_of_the_seed_and_they_are_those_of_the_run() -> None:
    found, _ = kept(run_with(Writer((HOURS, HOURS), (UNKNOWN, HOURS)), Literal()))
    told = audit.trail(found.record, Amount(calls=7, tokens=1234))
    assert list(told) == AUDITED
    assert (told["session_id"], told["workspace_id"], told["user_id"]) == (found.record.envelope.id, "brisa", None)
    assert told["ledger"] == json.loads(found.record.body.report)["ledger"]
    assert (told["query"], told["mode"], told["timestamp"]) == (QUESTION, "answer", "2026-01-15T00:00:00+00:00")
    assert told["retrieved_chunk_ids"] == list(found.report.retrieved)
    assert [one["response"] for one in told["revision_history"]] == [one.response for one in found.report.revision_history]
    assert (told["final_coverage"], told["final_unsupported_rate"], told["claim_count"]) == (1, 0, 1)
    assert told["verdict_distribution"] == {"supported": 1, "weak": 0, "contradicted": 0, "not_found": 0}
    assert (told["llm_calls"], told["token_usage"], told["total_duration_ms"]) == (7, {"total_tokens": 1234}, 0)


def test_the_audit_of_a_failed_answer_has_no_numbers_that_nobody_knows() -> None:
    found, _ = kept(run_with(rules(), Broken()))
    told = audit.trail(found.record, Amount(), "ana")
    assert list(told) == AUDITED
    assert (told["final_coverage"], told["final_unsupported_rate"], told["claim_count"], told["user_id"]) == (None, None, 0, "ana")
    assert told["ledger"] is None


def test_pages_of_other_things_are_not_cited() -> None:
    """Each sentence cites the passages that have it, and no other."""
    report = asked(run_with(rules(), Literal()), "May members of the library borrow books, and is it closed on Sundays?")
    assert report.ledger is not None
    names = {one.removeprefix("sha256:")[:12]: one for one in report.retrieved}
    run = run_with(rules(), Literal())
    found = asyncio.run(run.tools.finders[0].find(Query("library members closed", "claim", DAY), 10))
    texts = {one.evidence.id: one.evidence.text for one in found}
    assert {one.claim.text for one in report.ledger.entries} >= {LOANS, CLOSED}
    for entry in report.ledger.entries:
        assert entry.claim.citations
        assert all(entry.claim.text in texts[names[one]] for one in entry.claim.citations)
