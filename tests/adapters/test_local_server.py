"""Every role asked of a real language model on a real server: the smallest there is, so what it says is held to form and not to sense.

Each role has a few short inputs. They are asked in turn until one is answered, and that answer must be all that its type promises; an
input without an answer must end as `AnswerBroken`, which is how a model that cannot do it is told apart from a server that cannot be used.
"""

import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import pytest

from tests import endpoints, model_server
from tests.contracts import test_roles
from tests.contracts.samples import AS_OF, PAGES, run, subclaim
from tests.endpoints import ModelServer
from veracious.adapters.clock import SystemClock
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.meter import Prices, RunBudget
from veracious.adapters.models.endpoint import Address, Caps
from veracious.adapters.models.language_model import LanguageModel
from veracious.adapters.models.llm_client import LlmClient, Patience
from veracious.domain.budget import Amount, Limits
from veracious.domain.claim import Claim, Importance, Kind, Subclaim
from veracious.domain.errors import AnswerBroken, SourceUnavailable
from veracious.domain.evidence import Evidence
from veracious.domain.language import Brief, Element, Excerpt, Flaw, PartResult
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.stance import Judgement
from veracious.domain.verdict import Verdict
from veracious.ports import Analyst, Author, Splitter, Teller
from veracious.rules.judging import judgements
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.passages import PassageDials
from veracious.rules.spend import SpendDials

SLOW = Caps(deadline_s=240.0)  # one thread, and a machine that may be busy
PATIENCE = Patience(attempts=1, deadline_s=540.0)
FREE = Prices(spend=SpendDials(0))
MOST_CLAIMS = 5

Question = Callable[[LanguageModel], Coroutine[Any, Any, Sequence[Any]]]
Pair = tuple[Subclaim, Evidence]

CLAIMS = tuple(
    Claim(text, AS_OF, "en")
    for text in (
        "The unemployment rate fell to 4.1 percent in March.",
        "Marie Curie won two Nobel prizes.",
        "The bridge in Sydney was opened in 1932 and it cost six million pounds.",
        "Ada Lovelace wrote notes on the Analytical Engine.",
    )
)
EXCERPTS = (
    Excerpt("paris", "Paris is the capital of France."),
    Excerpt("lyon", "Lyon lies on the Rhône."),
    Excerpt("curie", "Marie Curie won two Nobel prizes."),
)
ARTICLES = (
    "The mayor said that the bridge is safe.",
    "Prices rose by 5 percent in May.",
    'The city council voted on Monday to close the old bridge. "We must act now," said Mayor Ana Ruiz. Traffic fell by 12 percent.',
)
ANSWER = tuple(ExplanationSentence(piece.text, (piece.id,)) for piece in EXCERPTS)
PARTS = tuple(PartResult(told.text, Verdict.SUPPORTED, (told,)) for told in ANSWER)
PIECES = [run(MemoryShelf(PassageDials(), SentenceDials()).put(page.snapshot))[0] for page in PAGES]
PAIRS: tuple[tuple[Pair, ...], ...] = tuple(
    tuple((subclaim(text), piece) for piece in pieces)
    for text, pieces in (
        ("Paris is the capital of France", PIECES[:1]),
        ("Lyon lies on the Loire", (PIECES[2], PIECES[0])),
        ("Paris hosted the Olympic Games", (PIECES[2], PIECES[0])),
        ("Paris is the capital of France", PIECES[:3]),
    )
)
COUNTS = (2, 3, 1)  # of excerpts and sentences given


@dataclass(frozen=True, slots=True)
class Asked:
    """A role: what it is asked in turn, and what its answer is held to, given the place of the question."""

    questions: tuple[Question, ...]
    check: Callable[[Sequence[Any], int], None]


@dataclass(frozen=True, slots=True)
class Row:
    """How one question went."""

    role: str
    seconds: float
    spent: Amount
    end: str


def splits(parts: Sequence[Any], place: int) -> None:
    assert 1 <= len(parts) <= MOST_CLAIMS
    assert all(type(part) is str and part.strip() for part in parts)


def outlines(bones: Sequence[Any], place: int) -> None:
    assert all(type(bone.element) is Element and bone.quote and bone.quote in ARTICLES[place] for bone in bones)


def judges(judged: Sequence[Judgement], place: int) -> None:
    """Each judgement is of a pair that was given; it is kept exactly when its words stand in the evidence."""
    pairs = PAIRS[place]
    snapshots = {page.snapshot.digest: page.snapshot for page in PAGES}
    texts = {(part.text, piece.id): piece.text for part, piece in pairs}
    kept = judgements.keep(judged, pairs, snapshots)
    assert set(kept) == {one for one in judged if one.quote.text in texts[one.subclaim, one.evidence]}
    assert len({(one.subclaim, one.evidence) for one in judged}) == len(judged) > 0


def cites(told: Sequence[Any], place: int) -> None:
    assert told
    assert all(one.text.strip() and one.evidence for one in told)
    assert {name for one in told for name in one.evidence} <= {piece.id for piece in EXCERPTS[: COUNTS[place]]}


def objects(told: Sequence[Any], place: int) -> None:
    assert all(type(one.flaw) is Flaw and one.why.strip() and 0 <= one.sentence < COUNTS[place] for one in told)


def assesses(found: Sequence[Any], place: int) -> None:
    texts = {piece.id: piece.text for piece in EXCERPTS[: COUNTS[place]]}
    assert found
    assert all((type(one.kind), type(one.importance), type(one.support)) == (Kind, Importance, Support) for one in found)
    for one in found:
        carried = one.support is not Support.NOT_FOUND
        assert (one.quote in texts[one.excerpt] and one.quote) if carried else (one.excerpt, one.quote) == ("", "")


def by_count(ask: Callable[[LanguageModel, int], Coroutine[Any, Any, Sequence[Any]]]) -> tuple[Question, ...]:
    """The same question with two, three and one of everything."""
    return tuple(lambda mind, count=count: ask(mind, count) for count in COUNTS)


def of_each(ask: Callable[[LanguageModel, Any], Coroutine[Any, Any, Sequence[Any]]], given: Sequence[Any]) -> tuple[Question, ...]:
    """The same question about each of these."""
    return tuple(lambda mind, one=one: ask(mind, one) for one in given)


ROLES: Mapping[str, Asked] = MappingProxyType(
    {
        "split": Asked(of_each(lambda mind, claim: mind.split(claim), CLAIMS), splits),
        "outline": Asked(of_each(lambda mind, article: mind.outline(article), ARTICLES), outlines),
        "judge": Asked(of_each(lambda mind, pairs: mind.judge(pairs), PAIRS), judges),
        "explain": Asked(by_count(lambda mind, count: mind.explain(Brief(EXCERPTS[0].text, Verdict.SUPPORTED, EXCERPTS[:count]))), cites),
        "summarise": Asked(by_count(lambda mind, count: mind.summarise(EXCERPTS[0].text, PARTS[:count])), cites),
        "write": Asked(by_count(lambda mind, count: mind.write("What is the capital of France?", EXCERPTS[:count])), cites),
        "criticise": Asked(by_count(lambda mind, count: mind.criticise(ANSWER[:count], EXCERPTS[:count])), objects),
        "assess": Asked(by_count(lambda mind, count: mind.assess(ANSWER[:count], EXCERPTS[:count])), assesses),
    }
)


def exchange(url: str, patience: Patience = PATIENCE) -> LlmClient:
    return LlmClient([Address(url, model_server.MODEL, bounds=True)], SLOW, patience)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A real model, for as long as these tests run."""
    with model_server.model_server() as address:
        yield address


@pytest.fixture(scope="module")
def rows() -> Iterator[list[Row]]:
    """How the questions went; the table is seen with `pytest -s`."""
    found: list[Row] = []
    yield found
    print("\nrole        seconds  calls  tokens  end")
    for row in found:
        print(f"{row.role:10} {row.seconds:8.1f} {row.spent.calls:6} {row.spent.tokens:7}  {row.end}")
    print(f"{sum(row.spent.tokens for row in found) / sum(row.seconds for row in found):.0f} tokens a second, read and said")


@pytest.mark.long
@pytest.mark.parametrize("role", ROLES)
def test_a_real_model_answers_in_every_role(role: str, url: str, rows: list[Row]) -> None:
    asked = ROLES[role]
    for place, question in enumerate(asked.questions):
        run_budget = RunBudget(Limits().cap(), SystemClock(), FREE)
        began = time.monotonic()
        end = "valid"
        try:
            asked.check(run(question(LanguageModel(exchange(url)).paying(run_budget))), place)
        except AnswerBroken as broken:
            end = f"{type(broken).__name__}: {broken.detail[:60]}"
        rows.append(Row(role, time.monotonic() - began, run_budget.account.spent, end))
        if end == "valid":
            return
    pytest.fail(f"no answer in {len(asked.questions)} questions: {[row.end for row in rows if row.role == role]}")


@pytest.mark.long
def test_what_the_server_counts_can_be_true_and_is_what_is_charged(url: str) -> None:
    """It counts what it read and said, and that is less than the most the call could take: so the count is believed."""
    run_budget = RunBudget(Limits().cap(), SystemClock(), FREE)
    run(LanguageModel(exchange(url)).paying(run_budget).explain(Brief(EXCERPTS[0].text, Verdict.SUPPORTED, EXCERPTS)))
    spent = run_budget.account.spent
    assert spent.calls == 1
    assert 100 < spent.tokens < 500  # some 150 read; the worst case of this call is over 1,500


@pytest.mark.long
def test_a_server_that_has_ended_is_a_source_that_is_not_there() -> None:
    """And the process is gone: nobody listens at the address any more."""
    with model_server.model_server() as address:
        pass
    with pytest.raises(SourceUnavailable):
        run(LanguageModel(exchange(address, Patience(attempts=1, deadline_s=5))).split(CLAIMS[0]))


def test_a_model_is_told_what_is_wrong_and_not_where_its_server_is() -> None:
    """The small model copied the address into its second answer, as if it were material."""
    with ModelServer((endpoints.says(lambda right: right, finish_reason="length"), endpoints.right)) as server:
        assert run(LanguageModel(exchange(server.url)).split(CLAIMS[0]))
        told = server.requests[1].body["messages"][-1]["content"]
    assert "cut off" in told
    assert "127.0.0.1" not in told
    assert model_server.MODEL not in told


class RealModel:
    """What the contracts on the real model share: it may have no answer, and then it says so."""

    may_fail = True
    url: str

    @pytest.fixture(autouse=True)
    def _server(self, url: str) -> None:
        self.url = url


@pytest.mark.long
class TestModelAsSplitter(RealModel, test_roles.SplitterContract):
    def make(self) -> Splitter:
        return LanguageModel(exchange(self.url))


@pytest.mark.long
class TestModelAsAnalyst(RealModel, test_roles.AnalystContract):
    def make(self) -> Analyst:
        return LanguageModel(exchange(self.url))


@pytest.mark.long
class TestModelAsTeller(RealModel, test_roles.TellerContract):
    def make(self) -> Teller:
        return LanguageModel(exchange(self.url))


@pytest.mark.long
class TestModelAsAuthor(RealModel, test_roles.AuthorContract):
    def make(self) -> Author:
        return LanguageModel(exchange(self.url))
