"""What was recorded is replayed; nothing is asked twice; what differs is named."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.adapters import nouns
from tests.contracts.samples import AS_OF, PAGES, query, run, subclaim
from veracious.adapters import tape as tapes
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.judge import TableJudge
from veracious.adapters.memory.relevance import WordRelevance
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.splitter import TableSplitter
from veracious.adapters.memory.tape import MemoryTape
from veracious.domain.claim import Claim, Subclaim
from veracious.domain.errors import (
    NotCanonical,
    RecordAltered,
    RecordError,
    RecordMissing,
    ReplayDiffers,
    SourceError,
    SourceMalformed,
    SourceUnavailable,
    TapeEnds,
)
from veracious.domain.evidence import Candidate, Evidence, Query
from veracious.domain.record import Taped
from veracious.domain.stance import Judgement, Stance
from veracious.domain.web import Hit
from veracious.ports import Clock, Embedder, Finder, Judge, PageReader, Relevance, Shelf, Splitter, WebSearch
from veracious.rules import digest
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.lexical import LexicalDials
from veracious.rules.seeking.passages import PassageDials


class Deck:
    """A tape, its blobs, and what records and plays on them."""

    def __init__(self) -> None:
        self.tape = MemoryTape()
        self.blobs = MemoryBlobs()

    def record(self, port: Any, role: type, name: str = "port") -> Any:
        return tapes.record(port, role, name, tapes.RecordedAnswers(self.tape, self.blobs))

    def play(self, role: type, name: str = "port") -> Any:
        return tapes.play(role, name, run(self.tape.entries()), self.blobs)


def web(lexicon: Lexicon) -> MemoryWeb:
    return MemoryWeb({page.snapshot.url or "": page.snapshot for page in PAGES}, lexicon)


def shelf() -> MemoryShelf:
    made = MemoryShelf(PassageDials(), SentenceDials())
    for page in PAGES[:2]:
        run(made.put(page.snapshot))
    return made


PIECE = shelf().evidence[0]
PART = subclaim("Paris is the capital of France")
CLAIM = Claim("Paris is old and large.", AS_OF, "en")


def calls(lexicon: Lexicon) -> list[tuple[type, Any, str, tuple[Any, ...]]]:
    """One call of every port that answers for the outside world."""
    return [
        (Finder, MemoryFinder(shelf(), lexicon, LexicalDials()), "find", (query("Paris France"), 5)),
        (Embedder, WordEmbedder(lexicon), "embed", (["Paris", "France"],)),
        (Judge, TableJudge({(PART.text, PIECE.id): Stance(0.7, 0.2, 0.1)}), "judge", ([(PART, PIECE)],)),
        (Relevance, WordRelevance(lexicon), "score", ("Paris", ["Paris is old", "Bread"])),
        (Splitter, TableSplitter({CLAIM.text: ("Paris is old.", "Paris is large.")}), "split", (CLAIM,)),
        (WebSearch, web(lexicon), "search", (query("Paris"), 5)),
        (PageReader, web(lexicon), "read", (PAGES[0].snapshot.url,)),
        (Shelf, shelf(), "put", (PAGES[2].snapshot,)),
        (Shelf, shelf(), "open", (PAGES[0].snapshot.digest,)),
    ]


@pytest.mark.parametrize("index", range(9))
def test_a_replay_gives_the_answers_of_the_run(lexicon: Lexicon, index: int) -> None:
    """The recorded answer equals the port's own, and the played one equals the recorded, with nothing behind it."""
    role, port, method, arguments = calls(lexicon)[index]
    deck = Deck()
    bare = run(getattr(port, method)(*arguments))
    recorded = run(getattr(deck.record(port, role), method)(*arguments))
    played = run(getattr(deck.play(role), method)(*arguments))
    assert recorded == played == bare
    assert recorded


class Echo:
    """A port of every role that gives what it was given to give, and counts."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.calls = 0

    async def find(self, query: Query, limit: int) -> Any:
        return await self.given()

    async def search(self, query: Query, limit: int) -> Any:
        return await self.given()

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Any:
        return await self.given()

    async def given(self) -> Any:
        self.calls += 1
        await asyncio.sleep(0)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def test_nothing_is_asked_twice() -> None:
    """Again in the same run, at the same time, by name instead of place, and in a run that starts again on the same tape."""
    deck, port = Deck(), Echo([Hit("https://example.org/a")])
    search = deck.record(port, WebSearch)

    async def thrice() -> list[Any]:
        return await asyncio.gather(*(search.search(query("Paris"), 5) for _ in range(3)))

    answers = run(thrice())
    answers.append(run(search.search(limit=5, query=query("Paris"))))
    answers.append(run(deck.record(port, WebSearch).search(query("Paris"), 5)))
    assert answers == [(Hit("https://example.org/a"),)] * 5
    assert port.calls == 1
    assert len(run(deck.tape.entries())) == 1


def test_another_request_is_another_call() -> None:
    deck, port = Deck(), Echo([])
    search = deck.record(port, WebSearch)
    for text, limit in (("Paris", 5), ("Paris", 6), ("Lyon", 5)):
        run(search.search(query(text), limit))
    assert port.calls == 3


def test_a_query_without_an_earliest_day_is_the_request_that_older_tapes_have() -> None:
    """The bytes of a request as they were before there was an earliest day; with one it is another request."""
    asked = query("Paris")
    before = {"as_of": asked.as_of.isoformat(), "form": "claim", "text": "Paris"}
    assert json.loads(digest.canonical(asked)) == before
    assert json.loads(digest.canonical(replace(asked, earliest=asked.as_of))) == before | {"earliest": asked.as_of.isoformat()}
    deck, port = Deck(), Echo([])
    search = deck.record(port, WebSearch)
    for one in (asked, replace(asked, earliest=asked.as_of), asked):
        run(search.search(one, 5))
    assert port.calls == 2


def test_ports_on_one_tape_keep_apart() -> None:
    """The same request under another name is another port's."""
    deck = Deck()
    first, second = deck.record(Echo([Hit("a")]), WebSearch, "one"), deck.record(Echo([Hit("b")]), WebSearch, "two")
    assert (run(first.search(query("x"), 1)), run(second.search(query("x"), 1))) == ((Hit("a"),), (Hit("b"),))
    assert run(deck.play(WebSearch, "two").search(query("x"), 1)) == (Hit("b"),)


def test_a_finder_is_asked_again_after_something_was_put(lexicon: Lexicon) -> None:
    """The second find sees the new page; a run that starts again and a replay get the same two answers in turn, and ask nothing."""
    deck, held = Deck(), shelf()
    finder, asked = deck.record(MemoryFinder(held, lexicon, LexicalDials()), Finder), query("Ada Lovelace")
    before = run(finder.find(asked, 5))
    run(held.put(PAGES[2].snapshot))
    after = run(finder.find(asked, 5))
    assert (len(before), len(after)) == (0, 1)
    idle = Echo([])
    for again in (deck.record(idle, Finder), deck.play(Finder)):
        assert (run(again.find(asked, 5)), run(again.find(asked, 5))) == (before, after)
    assert idle.calls == 0


def test_a_changed_request_is_named() -> None:
    """An answer is left on the tape, but this is not its request."""
    deck = Deck()
    run(deck.record(Echo([Hit("a")]), WebSearch, "web").search(query("Paris"), 5))
    with pytest.raises(ReplayDiffers, match=r"web: .*Parys"):
        run(deck.play(WebSearch, "web").search(query("Parys"), 5))


def test_a_request_beyond_the_tape_is_named() -> None:
    """Everything was played, and more is asked."""
    deck = Deck()
    run(deck.record(Echo([Hit("a")]), WebSearch, "web").search(query("Paris"), 5))
    player = deck.play(WebSearch, "web")
    run(player.search(query("Paris"), 5))
    with pytest.raises(TapeEnds, match=r"web: .*Lyon"):
        run(player.search(query("Lyon"), 5))
    assert not issubclass(TapeEnds, SourceError)  # no degraded mark: the replay ends


class Stalled(SourceUnavailable):
    """A provider's own failure. It stands under the nearest name of our tree."""


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (SourceUnavailable("no answer"), SourceUnavailable),
        (SourceMalformed("not JSON"), SourceMalformed),
        (SourceError("other"), SourceError),
        (Stalled("slow"), SourceUnavailable),
        (SourceUnavailable("\ud800"), SourceUnavailable),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_a_failure_is_recorded_and_fails_again(failure: SourceError, kind: type[SourceError]) -> None:
    """The same failure in the run, when asked again, and in the replay; the source is asked once."""
    deck, port = Deck(), Echo(failure)
    search = deck.record(port, WebSearch)
    said = set()
    for again in range(3):
        asked = deck.play(WebSearch) if again == 2 else search
        with pytest.raises(SourceError) as failed:
            run(asked.search(query("Paris"), 5))
        assert type(failed.value) is kind
        said.add(failed.value.detail)
    assert len(said) == 1
    assert port.calls == 1


@pytest.mark.parametrize("answer", [[1], "text", None, ["\ud800"], [float("nan")], {"a": 1}, [object()]])
def test_an_answer_that_could_not_be_replayed_is_a_failure(answer: object) -> None:
    """Wrong type, or no canonical form: the run gets what a replay would get."""
    deck = Deck()
    with pytest.raises(SourceMalformed):
        run(deck.record(Echo(answer), WebSearch).search(query("Paris"), 5))
    with pytest.raises(SourceMalformed):
        run(deck.play(WebSearch).search(query("Paris"), 5))


def test_a_mistake_in_the_code_is_not_recorded() -> None:
    deck = Deck()
    with pytest.raises(ZeroDivisionError):
        run(deck.record(Echo(ZeroDivisionError()), WebSearch).search(query("Paris"), 5))
    assert tuple(run(deck.tape.entries())) == ()


class FullTape(MemoryTape):
    """A tape that cannot be written to."""

    async def commit(self, taped: Taped) -> None:
        raise RecordError("full")


def test_no_answer_is_used_before_it_is_committed() -> None:
    """The blob is there, the note is not: the caller gets an error and no answer."""
    blobs = MemoryBlobs()
    with pytest.raises(RecordError, match="full"):
        run(tapes.record(Echo([Hit("a")]), WebSearch, "web", tapes.RecordedAnswers(FullTape(), blobs)).search(query("Paris"), 5))
    assert len(blobs.kept) == 1


def test_a_tape_that_was_altered_or_erased_is_no_failed_source() -> None:
    """A replay must not go on as if the source had failed in the run."""
    deck = Deck()
    run(deck.record(Echo([Hit("a")]), WebSearch).search(query("Paris"), 5))
    (taped,) = run(deck.tape.entries())
    foreign = run(deck.blobs.put(b'{"answer":[1]}'))
    with pytest.raises(RecordAltered):
        run(tapes.play(WebSearch, "port", [Taped("port", taped.asked, foreign)], deck.blobs).search(query("Paris"), 5))
    deck.blobs.kept[taped.answered] = b"{}"
    with pytest.raises(RecordAltered):
        run(deck.play(WebSearch).search(query("Paris"), 5))
    del deck.blobs.kept[taped.answered]
    with pytest.raises(RecordMissing):
        run(deck.play(WebSearch).search(query("Paris"), 5))


def test_only_the_role_is_played() -> None:
    """A method of another role, a private name and a synchronous port have no place on a tape."""
    deck = Deck()
    for made in (deck.record(Echo([]), WebSearch), deck.play(WebSearch)):
        for name in ("find", "__len__", "answer"):
            with pytest.raises(AttributeError):
                getattr(made, name)
    with pytest.raises(AttributeError):
        deck.play(Clock).now()


def test_a_request_without_a_canonical_form_is_the_callers_mistake() -> None:
    deck, port = Deck(), Echo([])
    with pytest.raises(NotCanonical):
        run(deck.record(port, WebSearch).search(query("\ud800"), 5))
    assert port.calls == 0


@given(st.lists(nouns.candidates, max_size=3), st.lists(nouns.judgements, max_size=3))
def test_any_candidates_and_judgements_are_replayed_equal(found: list[Candidate], judged: list[Judgement]) -> None:
    deck = Deck()
    for role, method, arguments, answer in (
        (Finder, "find", (query("Paris"), 5), found),
        (Judge, "judge", ([(PART, PIECE)],), judged),
    ):
        recorded = run(getattr(deck.record(Echo(answer), role, method), method)(*arguments))
        played = run(getattr(deck.play(role, method), method)(*arguments))
        assert recorded == played == tuple(answer)
