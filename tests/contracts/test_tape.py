"""What every tape promises."""

from itertools import permutations

from tests.contracts.samples import run
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.tape import MemoryTape
from veracious.domain.record import Taped
from veracious.ports import Blobs, Tape
from veracious.rules import digest

NOTES = (Taped("judge", "asked:1", "answered:1"), Taped("judge", "asked:2", "answered:2"), Taped("finder:text", "asked:1", "answered:3"))


class TapeContract:
    """Subclass it, make an empty tape, and then the blobs that are kept together with it."""

    def make(self) -> Tape:
        raise NotImplementedError

    def blobs(self) -> Blobs:
        raise NotImplementedError

    def test_it_holds_what_was_committed_in_one_order(self) -> None:
        held = set()
        for order in permutations(NOTES):
            tape = self.make()
            for note in order:
                run(tape.commit(note))
            held.add(tuple(run(tape.entries())))
        (only,) = held
        assert set(only) == set(NOTES)

    def test_the_first_answer_to_a_request_stays(self) -> None:
        tape = self.make()
        run(tape.commit(NOTES[0]))
        run(tape.commit(Taped("judge", "asked:1", "answered:later")))
        assert tuple(run(tape.entries())) == NOTES[:1]

    def test_an_answer_is_noted_with_its_content(self) -> None:
        tape, blobs = self.make(), self.blobs()
        name = run(tape.note("judge", "asked:1", b"yes", blobs))
        assert name == digest.of_bytes(b"yes", "blob")
        assert run(blobs.get(name)) == b"yes"
        assert tuple(run(tape.entries())) == (Taped("judge", "asked:1", name),)

    def test_blobs_may_be_kept_elsewhere(self) -> None:
        tape, blobs = self.make(), MemoryBlobs()
        name = run(tape.note("judge", "asked:1", b"yes", blobs))
        assert (run(blobs.get(name)), [one.answered for one in run(tape.entries())]) == (b"yes", [name])

    def test_a_new_tape_is_empty(self) -> None:
        assert tuple(run(self.make().entries())) == ()


class TestMemoryTape(TapeContract):
    def make(self) -> Tape:
        return MemoryTape()

    def blobs(self) -> Blobs:
        return MemoryBlobs()
