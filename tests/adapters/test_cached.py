"""A model that is asked once in a run: the same answers, and no row read twice."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.adapters.test_model_runs import evidence
from tests.contracts.samples import subclaim
from veracious.adapters.models.cached import CachedJudge, CachedRelevance
from veracious.domain.claim import Subclaim
from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Evidence, Quote
from veracious.domain.stance import Judgement, Stance


class Counting:
    """A relevance model and a judge that write down what they are asked."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str]] = []
        self.pairs: list[tuple[str, str]] = []
        self.fails = self.short = False

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        if self.fails:
            raise SourceUnavailable("gone")
        self.texts += [(query, text) for text in texts]
        return [len(text) / 100 for text in texts][self.short :]

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        self.pairs += [(part.text, found.id) for part, found in pairs]
        return [_judged(part, found) for part, found in pairs if "unreadable" not in found.passage.text]


def _judged(part: Subclaim, found: Evidence) -> Judgement:
    return Judgement(part.text, found.id, Quote(found.passage.snapshot, found.passage.span, found.passage.text), Stance(1, 0, 0))


def test_a_text_is_scored_once_for_a_query() -> None:
    model = Counting()
    once = CachedRelevance(model)
    assert asyncio.run(once.score("q", ["a", "bb", "a"])) == (0.01, 0.02, 0.01)
    assert asyncio.run(once.score("q", ["ccc", "bb"])) == (0.03, 0.02)
    assert asyncio.run(once.score("other", ["bb"])) == (0.02,)
    assert model.texts == [("q", "a"), ("q", "bb"), ("q", "ccc"), ("other", "bb")]


def test_a_failure_is_no_answer_and_is_asked_again() -> None:
    model = Counting()
    once = CachedRelevance(model)
    model.fails = True
    with pytest.raises(SourceUnavailable):
        asyncio.run(once.score("q", ["a"]))
    model.fails, model.short = False, True
    with pytest.raises(SourceMalformed):
        asyncio.run(once.score("q", ["a"]))
    model.short = False
    assert asyncio.run(once.score("q", ["a"])) == (0.01,)


def test_a_pair_is_judged_once_and_what_cannot_be_read_stays_absent() -> None:
    model, part = Counting(), subclaim("The bridge is open.")
    once = CachedJudge(model)
    first, lost, second = evidence("It is open.", name="1"), evidence("unreadable", name="2"), evidence("It opened.", name="3")
    assert [one.evidence for one in asyncio.run(once.judge([(part, first), (part, lost), (part, first)]))] == ["1"]
    assert [one.evidence for one in asyncio.run(once.judge([(part, second), (part, lost), (part, first)]))] == ["3", "1"]
    assert [name for _, name in model.pairs] == ["1", "2", "3"]


def test_another_text_under_the_same_name_is_another_pair() -> None:
    model, part = Counting(), subclaim("The bridge is open.")
    once = CachedJudge(model)
    asyncio.run(once.judge([(part, evidence("It is open."))]))
    found = asyncio.run(once.judge([(part, evidence("It is closed."))]))
    assert [one.quote.text for one in found] == ["It is closed."]
