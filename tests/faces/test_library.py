"""What a program sees: five lines each, with the bundled models."""

import asyncio
from collections.abc import Sequence
from datetime import date

import pytest

import veracious
from veracious import Document, Outcome, Verdict

BRIDGE = "The Orla River bridge in Port Ellery opened on 4 May 2021. It is 412 metres long."
CLAIM = "The Orla River bridge opened in 2021."


def test_a_claim_is_checked_against_documents_in_memory() -> None:
    found = veracious.verify(CLAIM, documents=[BRIDGE], credibility=0.95)
    assert found.verdict is Verdict.SUPPORTED
    assert found.score is not None
    assert 0.5 < found.score < 1
    assert "opened on 4 May 2021" in found.explanation


def test_a_document_of_ones_own_decides_and_one_that_is_trusted_less_does_not() -> None:
    found = veracious.verify(CLAIM, documents=[BRIDGE])
    assert found.verdict is Verdict.SUPPORTED
    assert "your document writes" in found.explanation
    assert veracious.verify(CLAIM, documents=[BRIDGE], credibility=0.5).verdict is Verdict.NOT_ENOUGH_EVIDENCE


def test_what_was_published_later_is_not_counted() -> None:
    later = Document(BRIDGE, domain="harbour.example", published=date(2021, 5, 5))
    found = veracious.verify(CLAIM, documents=[later], credibility=0.95, as_of=date(2021, 4, 1))
    assert found.verdict is Verdict.NOT_ENOUGH_EVIDENCE
    assert found.report.judged is not None
    assert found.report.judged.set_aside


def test_a_text_that_is_no_claim_has_no_verdict() -> None:
    found = veracious.verify("Open the bridge!", documents=[BRIDGE], credibility=0.95)
    assert (found.outcome, found.verdict, found.score) == (Outcome.REFUSED, None, None)
    assert "State what you want checked" in found.explanation


STUDY = Document(
    "Researchers followed 4,000 adults for six years. Those who drank black tea in the evening slept 40 minutes less than the others.",
    title="The Halden cohort study",
)
BUDGET = Document("The town will spend 3 million crowns on schools in 2026.", title="Budget of the town")


def test_a_study_is_the_one_that_the_documents_name() -> None:
    claim = "The study found that people who drank black tea in the evening slept 40 minutes less."
    found = veracious.verify(claim, documents=[STUDY, BUDGET])
    assert found.verdict is Verdict.SUPPORTED
    assert found.report.reading is not None
    assert found.report.reading.assumed == ("“The study” is read as “The Halden cohort study”",)
    other = veracious.verify(claim, documents=[STUDY, Document(BUDGET.text, title="Oslo tea study")])
    assert other.outcome is Outcome.REFUSED
    assert other.report.refusal is not None
    assert [one.split(" found")[0] for one in other.report.refusal.readings] == ["The Halden cohort study", "The Oslo tea study"]


def test_a_bill_is_the_one_that_the_context_names() -> None:
    told = Document("The Clean Rivers Bill was passed in May 2024 by a large majority.")
    claim, context = "The bill was passed in May 2024.", "The Clean Rivers Bill came before parliament in March."
    assert veracious.verify(claim, documents=[told, BUDGET]).outcome is Outcome.REFUSED
    assert veracious.verify(claim, documents=[told, BUDGET], context=context).verdict is Verdict.SUPPORTED


def test_the_bridge_is_the_one_that_the_only_document_speaks_of() -> None:
    found = veracious.verify("The bridge was opened in 1999.", documents=[BRIDGE])
    assert found.verdict is Verdict.REFUTED
    assert found.report.reading is not None
    assert found.report.reading.assumed == ("“The bridge” is taken for the one that “Your document” speaks of",)
    assert veracious.verify("The bridge was opened in 1999.", documents=[BRIDGE, BUDGET]).outcome is Outcome.REFUSED


def test_many_claims_are_answered_in_their_order() -> None:
    claims = [CLAIM, "Open the bridge!", "The Orla River bridge opened in 1999.", CLAIM]
    found = veracious.verify_all(claims, documents=[BRIDGE], credibility=0.95)
    assert [one.verdict for one in found] == [Verdict.SUPPORTED, None, Verdict.REFUTED, Verdict.SUPPORTED]


def test_a_search_and_a_judge_of_ones_own() -> None:
    asked: list[str] = []

    def search(query: str, limit: int) -> list[Document]:
        asked.append(query)
        return [Document("The Orla River bridge is still closed in 2022, the mayor said.", domain="a.example")][:limit]

    def judge(claim: str, quote: str) -> Sequence[float]:
        return (0.02, 0.96, 0.02) if "closed" in quote else (0.0, 0.0, 1.0)

    found = veracious.verify(CLAIM, search=search, judge=judge, credibility=0.95)
    assert found.verdict is Verdict.REFUTED
    assert CLAIM in asked
    assert any(name.name.startswith("own ") for name in found.record.body.tools)


def test_a_search_that_breaks_is_a_failed_run() -> None:
    def search(query: str, limit: int) -> list[Document]:
        raise OSError("the archive is closed")

    found = veracious.verify(CLAIM, search=search)
    assert (found.outcome, found.verdict) == (Outcome.FAILED, None)
    assert "the archive is closed" in found.explanation


@pytest.mark.parametrize("answer", [(1, 1, 1), (0.5, 0.5), ("a", "b", "c"), None, (-0.1, 0.1, 1.0)])
def test_a_judge_that_gives_no_shares_is_a_failed_run(answer: object) -> None:
    found = veracious.verify(CLAIM, documents=[BRIDGE], credibility=0.95, judge=lambda claim, quote: answer)  # type: ignore[arg-type,return-value]
    assert (found.outcome, found.verdict) == (Outcome.FAILED, None)
    assert "three shares" in found.explanation


def test_it_runs_where_a_loop_runs_already() -> None:
    async def notebook() -> Verdict | None:
        return veracious.verify(CLAIM, documents=[BRIDGE], credibility=0.95).verdict

    assert asyncio.run(notebook()) is Verdict.SUPPORTED


def test_a_program_that_awaits() -> None:
    assert asyncio.run(veracious.averify(CLAIM, documents=[BRIDGE], credibility=0.95)).verdict is Verdict.SUPPORTED
