"""Records of mixed runs replay from the store to the same bytes; what was flipped is named, what was erased is told apart from it."""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.adapters.recorded_runs import COLUMNS, OLD, SORTS, Flip, Shelf, flipped, no_network
from tests.flow import random_runs
from tests.flow.random_runs import DAY
from veracious import app, wiring
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.domain.archive import Audit, Event
from veracious.domain.errors import DialsDiffer, RecordError, RecordMissing
from veracious.domain.record import DIALS
from veracious.domain.verdict import Outcome
from veracious.flow import claim, replay
from veracious.rules import digest
from veracious.rules.dials import BEFORE, Dials

Shelves = Callable[[], Shelf]


@pytest.fixture
def new_shelf(new_store: Callable[[], Store], addresses: Addresses) -> Shelves:
    return lambda: Shelf(new_store(), addresses.owner)


def test_a_few_records_replay_to_the_byte_without_a_network(new_shelf: Shelves) -> None:
    _replays(new_shelf(), 12)


@pytest.mark.long
def test_two_hundred_records_replay_to_the_byte_without_a_network(new_shelf: Shelves) -> None:
    _replays(new_shelf(), 200)


def _replays(shelf: Shelf, runs: int) -> None:
    """Runs of every sort and outcome; each comes back from the store as it was returned, and out of its tape as it was."""
    made = shelf.fill(range(runs))
    outcomes = Counter(one.outcome for one in made)
    assert {Outcome.REFUSED, Outcome.FAILED, Outcome.COMPLETED, Outcome.PARTIAL} <= set(outcomes)
    with no_network():
        for one in made:
            again = shelf.replay(one.record.envelope.id)
            assert again.body == one.record.envelope.body == digest.of(one.record.body, "body")
            assert (again.size, again.answers) == (len(digest.canonical(one.record.body)), len(one.record.body.tape))
    found = shelf.verify()
    assert (found.records, found.links, found.findings) == (runs, runs, ())
    assert found.blobs < found.entries  # what several runs were answered is kept once


def test_the_network_would_be_noticed() -> None:
    with no_network(), socket.socket() as opened, pytest.raises(AssertionError, match="network"):
        opened.connect(("127.0.0.1", 9))


def test_twenty_flipped_bytes_are_named(new_shelf: Shelves) -> None:
    _names_flips(new_shelf(), runs=10, flips=20)


@pytest.mark.long
def test_four_hundred_flipped_bytes_are_named(new_shelf: Shelves) -> None:
    _names_flips(new_shelf(), runs=30, flips=400)


def _names_flips(shelf: Shelf, runs: int, flips: int) -> None:
    """In every column in turn; with one record erased and one whose tape has expired, which are never among what is altered."""
    names = [one.record.envelope.id for one in shelf.fill(range(runs))]
    shelf.thin_out(names)
    before = shelf.verify()
    assert (before.erased, before.expired, before.records, before.findings) == (1, 1, runs - 2, ())
    random, places = Random(7), [(table, column) for table, columns in COLUMNS.items() for column in columns]
    for number in range(flips):
        with flipped(shelf, random, *places[number % len(places)]) as flip:
            _is_named(shelf.verify(), flip, before)
            if flip.table == "record":
                with pytest.raises(RecordError):
                    shelf.replay(flip.name)
    assert shelf.verify() == before


def _is_named(found: Audit, flip: Flip, before: Audit) -> None:
    """By its sort and name; and nothing is taken for altered that the chain says was erased."""
    assert (flip.table, flip.name) in {(one.kind, one.name) for one in found.findings}, (flip, found.findings)
    if flip.table != "chain":
        assert (found.erased, found.expired) == (before.erased, before.expired)


def test_a_flipped_answer_ends_the_replay(new_shelf: Shelves) -> None:
    """Of every blob of a tape, whichever the replay meets: an error of the record, never another verdict."""
    shelf = new_shelf()
    (made,) = shelf.fill(range(1))
    for seed in range(12):
        with flipped(shelf, Random(seed), "blob", "packed"), pytest.raises(RecordError):
            shelf.replay(made.record.envelope.id)
    assert shelf.replay(made.record.envelope.id).dials == ()


def test_an_erased_record_and_one_without_its_tape_say_so(new_shelf: Shelves) -> None:
    shelf = new_shelf()
    names = [one.record.envelope.id for one in shelf.fill(range(4))]
    shelf.thin_out(names)
    with pytest.raises(RecordMissing, match="erased on"):
        shelf.replay(names[0])
    with pytest.raises(RecordMissing, match="blob sha256:"):
        shelf.replay(names[OLD])
    listed = [one.event for one in asyncio.run(shelf.archive.newest(5))][::-1]
    assert listed == [Event.ERASED, Event.KEPT, Event.KEPT, Event.EXPIRED]


def test_a_run_that_starts_again_goes_on_from_its_tape(new_shelf: Shelves) -> None:
    """The answers of a run that ended before its record was kept are found by the next, which asks nothing anew."""
    shelf, world = new_shelf(), random_runs.world(3)
    first = asyncio.run(shelf.record(1, world))
    asked: list[str] = []

    class Watched:
        def __getattr__(self, name: str) -> object:
            asked.append(name)
            raise AssertionError("asked again")

    other = new_shelf()
    tape = asyncio.run(_copied(shelf, other, first.record.envelope.id))
    again = asyncio.run(other.record(1, random_runs.with_tools(world, finders=(Watched(),), judge=Watched(), shelf=Watched())))
    assert (again.record.body, asked, tape > 2) == (first.record.body, [], True)


async def _copied(one: Shelf, other: Shelf, name: str) -> int:
    from veracious.adapters.postgres.tape import PostgresTape

    entries = await PostgresTape(one.store, name).entries()
    for taped in entries:
        await other.blobs.put(await one.blobs.get(taped.answered))
        await PostgresTape(other.store, name).commit(taped)
    return len(entries)


def test_a_record_is_replayed_with_its_own_dials(new_shelf: Shelves) -> None:
    shelf = new_shelf()
    made = asyncio.run(shelf.record(8, SORTS[8](8)))
    again = shelf.replay(made.record.envelope.id)
    assert made.record.body.dials == Dials.reference().digest(wiring.lexicon()) != Dials().digest(wiring.lexicon())
    assert "dials.seeking.queries.limit" in again.dials


def test_a_record_from_before_a_dial_replays_as_it_was_made(new_shelf: Shelves) -> None:
    """Its dials lack those that were added since; what stood in their place is not what stands there today."""
    shelf, world = new_shelf(), SORTS[1](1)
    quotes = replace(world.run.dials.judging.quotes, **BEFORE["judging"]["quotes"])
    older = replace(world.run, dials=replace(world.run.dials, judging=replace(world.run.dials.judging, quotes=quotes)))
    written = wiring.plain_dials(older.dials_written)
    for name in BEFORE["judging"]["quotes"]:
        del written["dials"]["judging"]["quotes"][name]
    made = asyncio.run(shelf.record(1, replace(world, run=replace(older, noted=digest.canonical(written)))))
    again = shelf.replay(made.record.envelope.id)
    assert again.body == made.record.envelope.body
    assert "dials.judging.quotes.read_twice" in again.dials


def test_a_record_from_before_a_dial_was_removed_replays_as_it_was_made(new_shelf: Shelves) -> None:
    """Its dials name one that is no more; whatever its value was, the record comes out the same to the byte."""
    shelf, world = new_shelf(), SORTS[1](1)
    written = wiring.plain_dials(world.run.dials_written)
    written["dials"]["spend"]["reserved_facts_calls"] = 7
    made = asyncio.run(shelf.record(1, replace(world, run=replace(world.run, noted=digest.canonical(written)))))
    again = shelf.replay(made.record.envelope.id)
    assert again.body == made.record.envelope.body
    assert "dials.spend.reserved_facts_calls" in again.dials


def test_other_dials_are_named_as_such_and_not_as_an_alteration(new_shelf: Shelves) -> None:
    """A record without its dials on the tape, met with others; and one whose dials this version does not know."""
    shelf, world = new_shelf(), SORTS[8](8)
    made = asyncio.run(shelf.record(8, world)).record
    today = replace(world.run, dials=Dials())
    with pytest.raises(DialsDiffer):
        asyncio.run(replay.replay(made, replace(today, tools=wiring.played(world.run.tools, made.body.tape))))

    async def foreign() -> None:
        content = digest.canonical({"dials": {"unknown": 1}, "lexicon": {}})
        taped = replace(next(one for one in made.body.tape if one.port == DIALS), answered=await shelf.blobs.put(content))
        taped = replace(taped, asked=digest.of_bytes(content, "dials"))
        body = replace(made.body, dials=taped.asked, tape=(taped,))
        await app.records.replayed(replace(made, body=body), shelf.blobs)

    with pytest.raises(DialsDiffer, match="this version has others"):
        asyncio.run(foreign())


def test_a_claim_is_the_same_with_a_tape_in_the_store_or_none() -> None:
    """The tape changes nothing of what is told."""
    world = random_runs.world(11)
    assert asyncio.run(claim.verify(world.text, DAY, world.run)) == asyncio.run(claim.verify(world.text, DAY, world.run))
