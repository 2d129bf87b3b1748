"""What every judge promises."""

from collections.abc import Sequence

import pytest

from tests.contracts.samples import PAGES, run, subclaim
from tests.weights import shipped
from veracious import wiring
from veracious.adapters.memory.judge import TableJudge
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.models.entailment import OnnxJudge
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence
from veracious.domain.stance import Stance
from veracious.ports import Judge
from veracious.rules.judging.quotes import QuoteDials
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.passages import PassageDials

Pair = tuple[Subclaim, Evidence]


async def _evidence() -> list[Evidence]:
    shelf = MemoryShelf(PassageDials(), SentenceDials())
    return [piece for page in PAGES for piece in await shelf.put(page.snapshot)]


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    """Two subclaims beside four pieces of evidence each."""
    asked = (subclaim("Paris is the capital of France"), subclaim("Lyon is the capital of France"))
    return [(part, piece) for part in asked for piece in run(_evidence())]


class JudgeContract:
    """Subclass it and make a judge that can read these pairs."""

    def make(self, pairs: Sequence[Pair]) -> Judge:
        raise NotImplementedError

    def test_each_judgement_is_of_a_pair_that_was_asked_and_none_twice(self, pairs: list[Pair]) -> None:
        judged = [(one.subclaim, one.evidence) for one in run(self.make(pairs).judge(pairs[:5]))]
        assert judged
        assert set(judged) <= {(part.text, piece.id) for part, piece in pairs[:5]}
        assert len(set(judged)) == len(judged)

    def test_each_quote_stands_in_the_passage_that_was_shown(self, pairs: list[Pair]) -> None:
        snapshots = {page.snapshot.digest: page.snapshot for page in PAGES}
        pieces = {piece.id: piece for _, piece in pairs}
        for one in run(self.make(pairs).judge(pairs)):
            shown = pieces[one.evidence].passage
            assert one.quote.stands_in(snapshots[shown.snapshot])
            assert shown.span.start <= one.quote.span.start <= one.quote.span.end <= shown.span.end

    def test_the_order_of_the_pairs_changes_no_judgement(self, pairs: list[Pair]) -> None:
        judge = self.make(pairs)
        assert set(run(judge.judge(pairs))) == set(run(judge.judge(pairs[::-1])))

    def test_no_pairs_no_judgements(self, pairs: list[Pair]) -> None:
        assert tuple(run(self.make(pairs).judge(()))) == ()


class TestTableJudge(JudgeContract):
    def make(self, pairs: Sequence[Pair]) -> Judge:
        return TableJudge({(part.text, piece.id): Stance(0.8, 0.1, 0.1) for part, piece in pairs})

    def test_a_pair_that_is_not_in_the_table_is_absent(self, pairs: list[Pair]) -> None:
        """Absent, not neutral."""
        (judged,) = run(self.make(pairs[:1]).judge(pairs))
        assert (judged.subclaim, judged.evidence) == (pairs[0][0].text, pairs[0][1].id)
        assert judged.quote.text == pairs[0][1].text
        assert judged.stance == Stance(0.8, 0.1, 0.1)


class TestOnnxJudge(JudgeContract):
    """The shipped one."""

    def make(self, pairs: Sequence[Pair]) -> Judge:
        return OnnxJudge(shipped("judge"), wiring.lexicon(), QuoteDials(), 1)

    def test_a_page_that_says_the_same_supports(self, pairs: list[Pair]) -> None:
        """Paris is the capital of France, by the page that says so."""
        (judged,) = run(self.make(pairs).judge(pairs[:1]))
        assert judged.stance.supports > 0.5
