"""A claim checked with a language model beside the small ones: what it adds, and that nothing is lost without it."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.endpoints import ModelServer, Request, Step, counts, envelope, right, sends, spoils, tells
from veracious import app, wiring
from veracious.adapters.models.endpoint import Address, Caps
from veracious.adapters.models.language_model import LanguageModel
from veracious.adapters.models.llm_client import LlmClient, Patience
from veracious.adapters.user_functions import OwnJudge
from veracious.app import costs
from veracious.domain.budget import Limits
from veracious.domain.claim import Reading
from veracious.domain.document import Document
from veracious.domain.errors import SourceMalformed
from veracious.domain.record import ToolName
from veracious.domain.report import Report
from veracious.domain.verdict import Outcome, Verdict
from veracious.flow import claim
from veracious.flow.estimate import estimate
from veracious.flow.explain import DROPPED
from veracious.flow.run import Engine, Run
from veracious.flow.verify import Verified
from veracious.rules import digest
from veracious.rules.seeking.register import CredibilityRules

DAY = date(2026, 1, 15)
CLAIM = "The lighthouse of Brisa is 23 metres tall."
TEXTS = (
    "The lighthouse of Brisa was built in 1873. It is 23 metres tall and stands on a rock.",
    "A guide to the coast says that the lighthouse of Brisa is 23 metres tall.",
    "The harbour of Brisa has a market on Sundays.",
)
IMPATIENT = Patience(attempts=2, first_wait_s=0.01, deadline_s=2.0)
SURE, UNSURE, SILENT = (0.96, 0.02, 0.02), (0.5, 0.1, 0.4), (0.02, 0.02, 0.96)


def mind(url: str) -> LanguageModel:
    return LanguageModel(LlmClient([Address(url, "scripted")], Caps(deadline_s=1.0), IMPATIENT))


def engine(found: LanguageModel | None, shares: tuple[float, float, float] = SURE) -> Engine:
    """Three documents of known credibility and a judge that finds the height in a text, or does not."""

    def opinion(claim: str, quote: str) -> Sequence[float]:
        return shares if "23 metres" in quote else SILENT

    documents = [Document(text, url=f"https://p{number}.example/a/story-{number}") for number, text in enumerate(TEXTS)]
    made = asyncio.run(wiring.in_memory(documents, CredibilityRules(others=0.8)))
    judge = OwnJudge(opinion, wiring.lexicon(), made.dials.judging.quotes)
    tools = replace(made.tools, judge=judge)
    return replace(made, tools=replace(tools, splitter=found, second=found, teller=found) if found else tools)


def verified(made: Engine) -> Verified:
    return asyncio.run(app.claims.verify(made, CLAIM))


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def marks(report: Report) -> tuple[str, ...]:
    assert report.judged is not None
    return report.judged.degraded


def plain(report: Report) -> Any:
    """The report without its marks."""
    assert report.judged is not None
    return digest.canonical(replace(report, judged=replace(report.judged, degraded=(), unaided=())))


def test_with_the_server_down_the_run_is_the_same_and_says_so() -> None:
    offline, down = verified(engine(None, UNSURE)), verified(engine(mind("http://127.0.0.1:9/v1"), UNSURE))
    assert down.outcome is offline.outcome
    assert plain(down.report) == plain(offline.report)
    assert not marks(offline.report)
    assert any("scripted at 127.0.0.1:9" in one for one in marks(down.report))


def test_all_that_was_chosen_is_judged_by_the_language_model(server: ModelServer) -> None:
    report = verified(engine(mind(server.url))).report
    assert report.judged is not None
    assert report.judged.asked_again == report.judged.asked > 0
    assert "Stances" in [request.schema for request in server.requests]


def test_a_request_that_fails_silences_no_other(server: ModelServer) -> None:
    """Each page is asked about by itself, all at once; the model spoils its answer about one of them, both times it is asked."""
    seen: list[str] = []

    def spoiled(answer: Any) -> Any:
        seen.append(repr(answer)) if "stances" in answer else None
        return {"stances": "none"} if "stances" in answer and repr(answer) == seen[0] else answer

    server.script = (spoils(spoiled),)
    made = engine(mind(server.url))
    judging = made.dials.judging
    apart = replace(made.dials, judging=replace(judging, cascade=replace(judging.cascade, shared_from=1.01)))
    report = verified(replace(made, dials=apart)).report
    assert report.judged is not None
    assert 0 < report.judged.asked_again < report.judged.asked
    assert marks(report)


def test_what_the_judge_is_sure_of_is_not_asked_again_where_calls_are_saved(server: ModelServer) -> None:
    made = engine(mind(server.url))
    judging = made.dials.judging
    saving = replace(made.dials, judging=replace(judging, cascade=replace(judging.cascade, sure_at_least=0.9)))
    report = verified(replace(made, dials=saving)).report
    assert report.judged is not None
    assert report.judged.asked_again == 0
    assert "Stances" not in [request.schema for request in server.requests]


def test_what_the_judge_is_not_sure_of_is_decided_by_the_second(server: ModelServer) -> None:
    made = engine(mind(server.url), UNSURE)
    made = replace(made, dials=_asking_all(made))
    alone, both = verified(engine(None, UNSURE)).report, verified(made).report
    assert alone.judged is not None
    assert both.judged is not None
    assert both.judged.asked_again >= 2
    assert max(piece.stance.supports for piece in both.judged.weighed) > max(piece.stance.supports for piece in alone.judged.weighed)
    assert both.probability is None


def _asking_all(made: Engine) -> Any:
    judging = made.dials.judging
    return replace(made.dials, judging=replace(judging, cascade=replace(judging.cascade, share_at_most=1.0)))


def test_an_invented_quote_leaves_the_first_judges_word_and_is_counted(server: ModelServer) -> None:
    def invented(answer: Any) -> Any:
        return (
            {**answer, "stances": [{**one, "stance": "refutes", "quote": "nowhere"} for one in answer["stances"]]}
            if "stances" in answer
            else answer
        )

    server.script = (spoils(invented),)
    made = engine(mind(server.url), UNSURE)
    report = verified(replace(made, dials=_asking_all(made))).report
    assert report.judged is not None
    assert report.judged.quotes_rejected == report.judged.asked_again >= 2
    assert all(piece.stance.refutes < 0.5 for piece in report.judged.weighed)


def test_a_models_explanation_stays_where_the_judge_finds_it_in_what_it_cites(server: ModelServer) -> None:
    report = verified(engine(mind(server.url))).report
    texts = [told.text for told in report.explanation]
    assert len(texts) == 2
    assert all("23 metres" in text and "writes" not in text for text in texts)
    assert not marks(report)


def test_a_sentence_that_is_not_in_what_it_cites_is_left_out(server: ModelServer) -> None:
    server.script = (
        spoils(lambda answer: {"sentences": [{"text": "The tower fell in a storm.", "cites": [1]}]} if "sentences" in answer else answer),
    )
    report = verified(engine(mind(server.url))).report
    assert all("storm" not in told.text for told in report.explanation)
    assert DROPPED in marks(report)
    assert report.verdict is Verdict.SUPPORTED


def test_a_text_that_cannot_be_sent_is_a_source_that_fails(server: ModelServer) -> None:
    with pytest.raises(SourceMalformed, match="cannot be sent"):
        asyncio.run(mind(server.url).outline("half a sign: \ud800"))
    assert not server.requests


def test_one_sentence_that_stands_is_too_few(server: ModelServer) -> None:
    server.script = (spoils(lambda answer: {"sentences": answer["sentences"][:1]} if "sentences" in answer else answer),)
    report = verified(engine(mind(server.url))).report
    assert DROPPED in marks(report)
    assert all("writes" in told.text or "rests on" in told.text for told in report.explanation)


def test_a_run_with_a_language_model_replays_without_it(server: ModelServer) -> None:
    made = engine(mind(server.url), UNSURE)
    named = (ToolName(role, mind(server.url).name, "") for role in ("second", "splitter", "teller"))
    found = verified(replace(made, dials=_asking_all(made), names=(*made.names, *named)))
    server.script = (sends(b"gone", status=500),)
    asked = len(server.requests)
    again = asyncio.run(app.records.replayed(found.record, made.tools.blobs))
    assert again.body == found.record.envelope.body
    assert len(server.requests) == asked


def test_parts_that_are_not_made_of_the_claim_are_not_taken(server: ModelServer) -> None:
    def strange(request: Request) -> Any:
        parts = '{"parts": ["Norway exports oil.", "Lyon is in France."]}'
        return envelope(parts) if request.schema == "Parts" else envelope("{}")

    server.script = (tells(strange),)
    report = verified(engine(mind(server.url))).report
    assert report.reading is not None
    assert [part.text for part in report.reading.subclaims] == [CLAIM]
    assert report.outcome in (Outcome.COMPLETED, Outcome.COMPLETED_FROM_CACHE)


def test_a_right_server_changes_no_verdict_of_a_sure_judge(server: ModelServer) -> None:
    server.script = (right,)
    assert verified(engine(mind(server.url))).verdict is verified(engine(None)).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("script", [(right,), (sends(b"{broken"),)])
def test_no_run_costs_more_than_was_estimated(server: ModelServer, script: tuple[Step, ...]) -> None:
    """Right answers with no bill, and answers that cannot be read: both count as the most they could be."""
    server.script = (counts(None),) if script == (right,) else script
    address = Address(server.url, "scripted", "", 0.05, 0.40)
    made = engine(LanguageModel(LlmClient([address], Caps(deadline_s=1.0), IMPATIENT)), UNSURE)
    reading = wiring.reader()(CLAIM, DAY)
    assert isinstance(reading, Reading)
    expected = estimate(reading, costs.resources(reading, servers=(address,)), Limits(), made.dials, wiring.lexicon())
    account = wiring.run_budget(Limits(), made.tools, made.dials)
    asyncio.run(claim.verify(CLAIM, DAY, Run(wiring.metered(made.tools, account), made.dials, wiring.lexicon())))
    assert 0 < account.account.spent.money_micros <= expected.worst.money_micros
    assert account.account.spent.tokens <= expected.worst.tokens
