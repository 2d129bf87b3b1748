"""A budget against a language model that takes money: never passed, whatever the server does, and always room for what a verdict needs."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from unittest.mock import patch

import pytest

from tests.contracts.samples import AS_OF, PAGES, subclaim
from tests.endpoints import ANSWERS
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.meter import Prices, RunBudget
from veracious.adapters.models import endpoint
from veracious.adapters.models.endpoint import Address, Call, Caps, Completion, Status, Unsent
from veracious.adapters.models.language_model import LanguageModel
from veracious.adapters.models.llm_client import LlmClient, Patience
from veracious.domain.budget import Amount, Limits, Role
from veracious.domain.claim import Claim
from veracious.domain.errors import BudgetSpent, SourceError, SourceUnavailable
from veracious.domain.evidence import Evidence
from veracious.domain.language import Brief, Excerpt
from veracious.domain.verdict import Verdict
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.passages import PassageDials
from veracious.rules.spend import SpendDials

CALM = Patience(attempts=3, first_wait_s=0.0, deadline_s=60.0, failures=1_000_000)
SLOTS = SpendDials()
KEPT = {Role.SECOND: SLOTS.reserved_verdict_calls}  # slots that others must leave free


@dataclass
class Server:
    """A server by chance, and its own account of what it takes: an answer that was lost on the way it charges all the same."""

    random: Random
    charged: Amount = field(default_factory=Amount)
    requests: int = 0

    async def ask(self, call: Call, address: Address, caps: Caps) -> Completion:
        """Right, wrong, silent, busy or gone."""
        self.requests += 1
        fate = self.random.random()
        if fate < 0.1:
            raise Unsent("refused")
        if fate < 0.25:
            raise Status(self.random.choice((429, 500, 400)), self.random.choice((None, 0.0)))
        used = address.price(self.random.randint(1, call.tokens_in), self.random.randint(1, call.tokens_out))
        self.charged = self.charged.plus(used)
        if fate < 0.35:
            raise SourceUnavailable("lost")
        text = json.dumps(ANSWERS[call.name](json.loads(call.messages[1][1]))) if fate < 0.85 else "{broken"
        counted = self.random.random() < 0.8
        return Completion(text, used if counted else endpoint.worst(call, address), counted)


@contextmanager
def served(server: Server) -> Iterator[None]:
    """This server in the place of HTTP."""
    with patch.object(endpoint, "ask", server.ask):
        yield


async def _evidence() -> list[Evidence]:
    shelf = MemoryShelf(PassageDials(), SentenceDials())
    return [piece for page in PAGES for piece in await shelf.put(page.snapshot)]


EVIDENCE = asyncio.run(_evidence())
CLAIM = Claim("Paris is the capital of France", AS_OF, "en")
TEXTS = (Excerpt("a", "Paris is the capital of France."), Excerpt("b", "Lyon lies on the Rhône."))


def asks(mind: LanguageModel) -> tuple[tuple[Role, Callable[[], Awaitable[object]]], ...]:
    """A few of its roles, each with a question."""
    return (
        (Role.SPLIT, lambda: mind.split(CLAIM)),
        (Role.SKELETON, lambda: mind.outline(TEXTS[0].text)),
        (Role.SECOND, lambda: mind.judge([(subclaim(CLAIM.text), piece) for piece in EVIDENCE[:3]])),
        (Role.EXPLANATION, lambda: mind.explain(Brief(CLAIM.text, Verdict.SUPPORTED, TEXTS))),
    )


def limits(random: Random) -> Limits:
    """Limits of which some are too tight for anything."""
    cost, tokens = random.choice((None, 0.0, 0.0004, 0.002, 0.01)), random.choice((None, 0, 3_000, 12_000))
    return Limits(max_cost=cost, max_calls=random.choice((None, 0, 2, 3, 4, 8, 20)), max_tokens=tokens)


async def a_run(seed: int) -> None:
    """Questions in any order until there have been twelve; the laws hold after each."""
    random = Random(seed)
    server, allowed = Server(random), limits(random)
    run_budget = RunBudget(allowed.cap(), FixedClock(datetime(2026, 1, 15, tzinfo=UTC)), Prices(spend=SLOTS, roles=frozenset(KEPT)))
    lines = [Address(f"http://127.0.0.1/{name}", "m", "", 0.05, 0.40) for name in range(random.randint(1, 2))]
    mind = LanguageModel(LlmClient(lines, Caps(), CALM)).paying(run_budget)
    made, refused = dict.fromkeys(KEPT, 0), 0
    with served(server):
        for _ in range(12):
            role, ask = random.choice(asks(mind))
            before, marks = server.requests, len(run_budget.account.degraded)
            try:
                await ask()
            except BudgetSpent:
                refused += 1
                fresh = run_budget.account.degraded[marks:]
                assert [one.role for one in fresh] == [role]
                kept_free = role in KEPT and not made[role] and server.requests == before
                assert not (kept_free and fresh[0].lacking == "calls" and (allowed.max_calls or 0) >= sum(KEPT.values()))
            except SourceError:
                pass
            if role in KEPT:
                made[role] += server.requests - before
            assert server.charged.money_micros <= run_budget.account.cap.money_micros
            assert server.charged.tokens <= run_budget.account.cap.tokens
            assert server.requests <= run_budget.account.cap.calls
    assert not run_budget.account.overruns
    assert len(run_budget.account.degraded) == refused


def test_in_a_few_runs_no_limit_is_passed_and_slots_stay_free() -> None:
    for seed in range(200):
        asyncio.run(a_run(seed))


@pytest.mark.long
def test_in_ten_thousand_runs_no_limit_is_passed_and_slots_stay_free() -> None:
    for seed in range(10_000):
        asyncio.run(a_run(seed))
