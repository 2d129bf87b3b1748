"""A model server that fails in every way we could think of: a typed failure or a correct second try, in time, and never a label."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest

from tests import endpoints
from tests.contracts.samples import AS_OF, PAGES, run, subclaim
from tests.endpoints import FAULTS, ModelServer, Request, Step, right, sends, spoils
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.meter import Prices, RunBudget
from veracious.adapters.models.endpoint import Address, Caps
from veracious.adapters.models.language_model import LanguageModel
from veracious.adapters.models.llm_client import LlmClient, Patience
from veracious.domain.budget import Amount, Limits
from veracious.domain.claim import Claim
from veracious.domain.errors import AnswerBroken, SourceError, SourceLimited, SourceResting, SourceUnavailable
from veracious.domain.language import Bone, Brief, Element, Excerpt
from veracious.domain.report import ExplanationSentence
from veracious.domain.verdict import Verdict
from veracious.rules.judging import judgements
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.passages import PassageDials
from veracious.rules.spend import SpendDials
from veracious.rules.weighing.evidence_trust import side

CAPS = Caps(deadline_s=0.8, bytes=100_000)
PATIENCE = Patience(attempts=2, first_wait_s=0.05, deadline_s=2.5, failures=3, rest_s=0.6)
LATE_S = 1.0  # what a question may take beyond its deadline
PIECES = [run(MemoryShelf(PassageDials(), SentenceDials()).put(page.snapshot))[0] for page in PAGES]
SNAPSHOTS = {page.snapshot.digest: page.snapshot for page in PAGES}
CLAIM = Claim("Paris is the capital of France.", AS_OF, "en")
PAIRS = [(subclaim(text), piece) for text in ("Paris is the capital of France", "Lyon lies on the Loire") for piece in PIECES[:2]]
TEXT = PIECES[0].text
EXCERPT = Excerpt("e1", TEXT)


async def _judged(mind: LanguageModel) -> Any:
    """The sides of the pairs and the words that decided them."""
    return [(one.subclaim, one.evidence, side(one.stance), one.quote.text) for one in await mind.judge(PAIRS)]


QUESTIONS: Mapping[str, Callable[[LanguageModel], Awaitable[Any]]] = {
    "judge": _judged,
    "split": lambda mind: mind.split(CLAIM),
    "explain": lambda mind: mind.explain(Brief(CLAIM.text, Verdict.SUPPORTED, (EXCERPT,))),
    "outline": lambda mind: mind.outline(TEXT),
}
RIGHT: Mapping[str, Any] = {
    "judge": [(part.text, piece.id, "supports", piece.text) for part, piece in PAIRS],
    "split": (CLAIM.text,),
    "explain": (ExplanationSentence(TEXT, ("e1",)),),
    "outline": (Bone(Element.EVENT, "Paris", TEXT),),
}


def line(server: ModelServer, **told: Any) -> Address:
    return Address(server.url, "scripted", **told)


def mind(*servers: ModelServer, patience: Patience = PATIENCE, caps: Caps = CAPS, run_budget: RunBudget | None = None) -> LanguageModel:
    return LanguageModel(LlmClient([line(server) for server in servers], caps, patience, run_budget))


async def met(role: str, *script: Step) -> tuple[Any, int, float]:
    """How a question to this server ends, after how many requests and seconds."""
    with ModelServer(script) as server:
        began = time.monotonic()
        try:
            answer: Any = await QUESTIONS[role](mind(server))
        except SourceError as failed:
            answer = type(failed)
        return answer, len(server.requests), time.monotonic() - began


def in_all_roles(*script: Step) -> dict[str, tuple[Any, int, float]]:
    """The same of all roles, asked at the same time."""

    async def asked() -> list[tuple[Any, int, float]]:
        return await asyncio.gather(*(met(role, *script) for role in QUESTIONS))

    return dict(zip(QUESTIONS, run(asked()), strict=True))


def test_a_server_without_fault_is_understood_in_all_roles() -> None:
    assert {role: found[:2] for role, found in in_all_roles(right).items()} == {role: (RIGHT[role], 1) for role in QUESTIONS}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_stays_is_a_typed_failure_in_time(name: str) -> None:
    fault = FAULTS[name]
    for role, (ended, requests, seconds) in in_all_roles(fault.step).items():
        assert ended is fault.failure, role
        assert requests == (2 if fault.mends(role) else 1), role
        assert seconds < PATIENCE.deadline_s + LATE_S, role


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_passes_is_asked_past_or_a_typed_failure(name: str) -> None:
    fault = FAULTS[name]
    for role, (ended, requests, seconds) in in_all_roles(fault.step, right).items():
        assert ended == (RIGHT[role] if fault.mends(role) else fault.failure), role
        assert requests == (2 if fault.mends(role) else 1), role
        assert seconds < PATIENCE.deadline_s + LATE_S, role


def test_a_server_is_left_alone_for_as_long_as_it_says() -> None:
    for told, least in (("1", 1.0), ("0.3", 0.3)):
        with ModelServer((sends(b"", 429, Retry_After=told), right)) as server:
            assert run(mind(server).split(CLAIM)) == RIGHT["split"]
            first, second = (request.at for request in server.requests)
        assert least <= second - first < least + LATE_S


def test_a_wait_that_outlasts_the_deadline_is_not_begun() -> None:
    ended, requests, seconds = run(met("judge", sends(b"", 429, Retry_After=str(PATIENCE.deadline_s + 0.1))))
    assert (ended, requests) == (SourceLimited, 1)
    assert seconds < 1


def test_a_broken_answer_is_sent_back_once_with_what_is_wrong() -> None:
    with ModelServer((FAULTS["an extra label"].step,)) as server:
        with pytest.raises(AnswerBroken, match="stance"):
            run(mind(server).judge(PAIRS))
        first, second = (request.body["messages"] for request in server.requests)
    assert second[:2] == first
    assert [one["role"] for one in second[2:]] == ["assistant", "user"]
    assert "mostly_true" in second[2]["content"]
    assert "stances.0.stance" in second[3]["content"]


def test_ten_million_bytes_are_not_read() -> None:
    """What went out stopped at the buffers of the line."""
    with ModelServer((endpoints.floods,)) as server:
        with pytest.raises(AnswerBroken, match="more than 100,000 bytes"):
            run(mind(server).judge(PAIRS))
        assert all(wire.sent < 0.9 * endpoints.BIG for wire in server.wires)


def test_no_packed_answer_is_wanted_or_unpacked() -> None:
    with ModelServer((endpoints.swells,)) as server:
        with pytest.raises(AnswerBroken, match="not JSON"):
            run(mind(server).judge(PAIRS))
        assert {request.headers["accept-encoding"] for request in server.requests} == {"identity"}


def test_a_redirect_is_not_followed() -> None:
    with ModelServer() as other, ModelServer((sends(b"", 307, Location=f"{other.url}/chat/completions"),)) as server:
        with pytest.raises(SourceUnavailable, match="307"):
            run(mind(server).judge(PAIRS))
        assert len(server.requests) == 1
        assert other.requests == []


SPARED = ["500", "401", "429 for an hour", "silence", "slow drip", "hangs up", "ten million bytes", "an extra label", "a page", "cut off"]


@pytest.mark.parametrize("name", SPARED)
def test_the_spare_server_answers_where_the_first_does_not(name: str) -> None:
    """In time, and with two requests at most that may cost something."""
    with ModelServer((FAULTS[name].step,)) as first, ModelServer() as spare:
        began = time.monotonic()
        assert run(_judged(mind(first, spare))) == RIGHT["judge"]
        assert time.monotonic() - began < PATIENCE.deadline_s + LATE_S
        assert len(first.requests) == (PATIENCE.attempts if FAULTS[name].again == "free" else 1)
        assert len(spare.requests) == 1


def test_a_silent_server_leaves_its_spare_time_to_answer() -> None:
    """As with the default figures, where a lost answer takes half of the deadline."""
    patience = Patience(attempts=3, first_wait_s=0.05, deadline_s=2 * CAPS.deadline_s)
    with ModelServer((endpoints.silence,)) as first, ModelServer() as spare:
        assert run(mind(first, spare, patience=patience).split(CLAIM)) == RIGHT["split"]


def test_a_gone_server_is_passed_over() -> None:
    with ModelServer() as gone:
        pass
    with ModelServer() as spare:
        assert run(mind(gone, spare).split(CLAIM)) == RIGHT["split"]


def test_after_three_failures_a_server_rests_and_is_tried_again() -> None:
    with ModelServer((FAULTS["401"].step,) * 3 + (right, FAULTS["401"].step)) as server:

        async def asked(asking: LanguageModel) -> list[Any]:
            found: list[Any] = []
            for pause in (0, 0, 0, 0, PATIENCE.rest_s, 0, 0, 0, 0):
                await asyncio.sleep(pause)
                try:
                    found.append(await asking.split(CLAIM))
                except SourceError as failed:
                    found.append(type(failed))
            return found

        gone, good = SourceUnavailable, RIGHT["split"]
        assert run(asked(mind(server))) == [gone, gone, gone, SourceResting, good, gone, gone, gone, SourceResting]
        assert len(server.requests) == 7


def test_a_server_that_fails_after_its_rest_rests_again_at_once() -> None:
    with ModelServer((FAULTS["401"].step,)) as server:
        asking = mind(server, patience=Patience(attempts=1, failures=1, rest_s=0.3))
        for wanted in (SourceUnavailable, SourceResting):
            with pytest.raises(wanted):
                run(asking.split(CLAIM))
        time.sleep(0.3)
        for _ in range(2):
            with pytest.raises(SourceUnavailable):
                run(asking.split(CLAIM))
        assert len(server.requests) == 2


def paid(*script: Step, **limits: Any) -> tuple[Amount, ModelServer]:
    """What a question to this server takes of a purse, at a millionth for a token in and two for one out."""
    run_budget = RunBudget(Limits(**limits).cap(), FixedClock(datetime(2026, 1, 15, tzinfo=UTC)), Prices(spend=SpendDials(0)))
    with ModelServer(script) as server:
        priced = Address(server.url, "scripted", input_price=1.0, output_price=2.0, bounds=True)
        with suppress(SourceError):
            run(LanguageModel(LlmClient([priced], CAPS, PATIENCE, run_budget)).split(CLAIM))
        assert run_budget.account.promised == ()
        assert run_budget.account.overruns == ()
        return run_budget.account.spent, server


def most(request: Request) -> Amount:
    """The most that a request could take: a token for each byte of it, and every token that may be said."""
    told = sum(len(one["content"].encode()) + 16 for one in request.body["messages"])
    schema = json.dumps(request.body["response_format"]["json_schema"]["schema"], separators=(",", ":"))
    tokens_in, tokens_out = told + len(schema), request.body["max_tokens"]
    return Amount(calls=1, tokens=tokens_in + tokens_out, money_micros=tokens_in + 2 * tokens_out)


def test_a_true_bill_is_what_is_charged() -> None:
    """11 tokens in and 7 out: 11 + 2 · 7 = 25 millionths."""
    assert paid(right)[0] == Amount(calls=1, tokens=18, money_micros=25)


def bill(read: object, said: object) -> dict[str, object]:
    return {"prompt_tokens": read, "completion_tokens": said}


BILLS: list[object] = [
    None, {}, [], "much", 7, bill(-1, 7), bill(11, -7), bill(0, 7), bill(11, 0), bill(10**18, 7), bill(11, 10**18), bill("11", "7"),
    bill(11.0, 7.0), bill(True, True), bill(None, 7), bill([11], {"n": 7}), {"prompt_tokens": 11}, {"total_tokens": 18},
]  # fmt: skip


@pytest.mark.parametrize("usage", BILLS, ids=str)
def test_a_bill_that_cannot_be_true_is_charged_at_the_most(usage: object) -> None:
    spent, server = paid(endpoints.counts(usage))
    assert spent == most(server.requests[0])


@pytest.mark.parametrize("name", ["429 without", "500", "503", "500 that never ends", "500 of ten million bytes", "401", "redirect"])
def test_an_error_status_costs_a_call_and_no_money(name: str) -> None:
    spent, server = paid(FAULTS[name].step)
    assert spent == Amount(calls=len(server.requests))


@pytest.mark.parametrize("name", ["silence", "slow drip", "hangs up", "ten million bytes", "truncated", "no choices", "a refusal", "null"])
def test_a_lost_or_broken_answer_costs_the_most(name: str) -> None:
    spent, server = paid(FAULTS[name].step)
    assert len(server.requests) == (1 if name == "a refusal" else 2)
    worst = [most(request) for request in server.requests]
    assert spent == (worst[0] if len(worst) == 1 else worst[0].plus(worst[1]))


def test_a_request_that_the_purse_cannot_pay_is_not_made() -> None:
    spent, server = paid(right, max_cost=0.0001)
    assert spent == Amount()
    assert server.requests == []


def test_an_invented_quote_is_no_judgement_and_no_part_of_an_article() -> None:
    invented = "Paris was never the capital of France."
    quoted = spoils(lambda whole: json.loads(json.dumps(whole).replace(json.dumps(TEXT), json.dumps(invented))))
    with ModelServer((quoted,)) as server:
        found = run(mind(server).judge(PAIRS))
        kept = judgements.keep(found, PAIRS, SNAPSHOTS)
        bones = run(mind(server).outline(TEXT))
    assert {one.quote.text for one in found} == {invented, PIECES[1].text}
    assert {one.quote.text for one in kept} == {PIECES[1].text}
    assert bones == ()
