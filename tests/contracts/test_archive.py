"""What every archive promises."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.contracts.samples import run
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.clock import FixedClock
from veracious.domain.archive import Event, Finding, Sealed
from veracious.domain.errors import InputError, RecordAltered, RecordExists, RecordMissing
from veracious.domain.record import NOTES, Body, Envelope, Record, Taped, ToolName
from veracious.ports import Archive, Blobs, Tape
from veracious.rules import digest

BODY = Body(
    request='{"text":"Paris is the capital of France"}',
    dials="sha256:dials",
    tools=(ToolName("judge", "table", "sha256:table"),),
    tape=(),
    report='{"outcome":"completed","verdict":"supported"}',
)
MOMENT = datetime(2024, 6, 1, 12, 0, 0, 250_000, UTC)
LATER = MOMENT + timedelta(days=1)


def record(name: str = "one", body: Body = BODY) -> Record:
    """A record of this name."""
    return Record(body, Envelope(name, "home", MOMENT, MOMENT, digest.of(body, "body"), None))


@dataclass(frozen=True)
class Desk:
    """An archive, with what it is kept of."""

    archive: Archive
    blobs: Blobs
    tape: Callable[[str], Tape]

    def keep(self, name: str, *answers: bytes) -> Record:
        """A record of a run that got these answers, as it is kept."""
        for number, answer in enumerate(answers):
            run(self.tape(name).commit(Taped("judge", f"asked:{number}", run(self.blobs.put(answer)))))
        entries = tuple(taped for taped in run(self.tape(name).entries()) if taped.port != NOTES)
        return run(self.archive.keep(record(name, replace(BODY, tape=entries))))

    def findings(self) -> list[tuple[str, str]]:
        """What is found altered: sort and name."""
        return [(one.kind, one.name) for one in run(self.archive.verify()).findings]

    def lost(self, *answers: bytes) -> list[bytes]:
        """Which of these answers are not kept any more."""
        gone = []
        for answer in answers:
            try:
                run(self.blobs.get(digest.of_bytes(answer, "blob")))
            except RecordMissing:
                gone.append(answer)
        return gone


class ArchiveContract:
    """Subclass it, make an empty archive whose clock stands at MOMENT, and say how somebody would tamper with it."""

    def make(self) -> Desk:
        raise NotImplementedError

    def tamper(self, desk: Desk, record_id: str) -> None:
        """Change the kept body of a record behind the archive's back."""
        raise NotImplementedError

    def remove(self, desk: Desk, record_id: str) -> None:
        """Take a record away behind the archive's back."""
        raise NotImplementedError

    def test_what_is_kept_is_what_is_fetched(self) -> None:
        archive = self.make().archive
        assert run(archive.keep(record())) == record()
        fetched = run(archive.fetch("one"))
        assert fetched == record()
        assert digest.canonical(fetched.body) == digest.canonical(BODY)

    def test_a_record_names_the_link_before_it(self) -> None:
        desk = self.make()
        first, second = desk.keep("one"), desk.keep("two")
        assert first.envelope.previous is None
        head = run(desk.archive.verify()).head
        assert second.envelope.previous not in (None, head)
        assert run(desk.archive.fetch("two")) == second
        assert desk.keep("three").envelope.previous == head

    def test_records_do_not_mix(self) -> None:
        archive, other = self.make().archive, replace(BODY, report='{"verdict":"refuted"}')
        run(archive.keep(record()))
        run(archive.keep(record("two", other)))
        assert run(archive.fetch("one")).body == BODY
        assert run(archive.fetch("two")).body == other

    def test_a_record_is_never_overwritten(self) -> None:
        archive = self.make().archive
        run(archive.keep(record()))
        with pytest.raises(RecordExists):
            run(archive.keep(record(body=replace(BODY, report="{}"))))
        assert run(archive.fetch("one")) == record()

    def test_what_was_never_kept_is_not_there(self) -> None:
        with pytest.raises(RecordMissing):
            run(self.make().archive.fetch("one"))

    def test_an_altered_record_is_noticed_on_reading(self) -> None:
        desk = self.make()
        desk.keep("one")
        self.tamper(desk, "one")
        with pytest.raises(RecordAltered):
            run(desk.archive.fetch("one"))
        assert desk.findings() == [("record", "one")]
        (listed,) = run(desk.archive.newest(5))
        assert "changed after it was written" in listed.trouble

    def test_a_record_that_does_not_match_its_envelope_is_not_kept(self) -> None:
        archive = self.make().archive
        with pytest.raises(RecordAltered):
            run(archive.keep(replace(record(), body=replace(BODY, report="{}"))))
        with pytest.raises(RecordMissing):
            run(archive.fetch("one"))
        assert run(archive.verify()).links == 0

    def test_an_empty_archive_is_whole(self) -> None:
        found = run(self.make().archive.verify())
        assert (found.links, found.records, found.head, found.is_whole) == (0, 0, None, True)

    def test_everything_is_counted(self) -> None:
        desk = self.make()
        desk.keep("one", b"a", b"b")
        desk.keep("two", b"b")
        found = run(desk.archive.verify())
        assert (found.links, found.records, found.entries, found.blobs, found.findings) == (2, 2, 3, 2, ())

    def test_what_a_run_notes_of_its_spending_is_no_alteration(self) -> None:
        desk = self.make()
        run(desk.tape("one").commit(Taped(NOTES, "asked", run(desk.blobs.put(b"spent")))))
        desk.keep("one", b"a")
        assert desk.findings() == []

    def test_the_newest_are_listed_first(self) -> None:
        desk = self.make()
        for name in ("one", "two", "three"):
            desk.keep(name)
        listed = run(desk.archive.newest(2))
        assert [one.id for one in listed] == ["three", "two"]
        assert {(one.event, one.outcome, one.verdict, one.text) for one in listed} == {
            (Event.KEPT, "completed", "supported", "Paris is the capital of France")
        }

    def test_an_erased_record_is_gone_and_known_as_erased(self) -> None:
        desk = self.make()
        desk.keep("one", b"a", b"shared")
        desk.keep("two", b"shared")
        assert run(desk.archive.erase("one", LATER))
        with pytest.raises(RecordMissing, match="erased on 2024-06-02"):
            run(desk.archive.fetch("one"))
        assert tuple(run(desk.tape("one").entries())) == ()
        assert desk.lost(b"a", b"shared") == [b"a"]
        found = run(desk.archive.verify())
        assert (found.records, found.erased, found.findings) == (1, 1, ())
        assert [(one.id, one.event, one.text) for one in run(desk.archive.newest(5))][1] == ("one", Event.ERASED, "")
        assert run(desk.archive.fetch("two")).envelope.id == "two"

    def test_what_is_erased_is_erased_once_and_its_name_is_not_given_again(self) -> None:
        desk = self.make()
        desk.keep("one")
        assert run(desk.archive.erase("one", LATER))
        assert not run(desk.archive.erase("one", LATER))
        assert not run(desk.archive.erase("never", LATER))
        with pytest.raises(RecordExists):
            run(desk.archive.keep(record("one")))
        assert run(desk.archive.verify()).links == 2

    def test_all_can_be_erased_and_the_chain_goes_on(self) -> None:
        desk = self.make()
        desk.keep("one", b"a")
        desk.keep("two", b"b")
        run(desk.archive.erase("one", LATER))
        run(desk.tape("unfinished").commit(Taped("judge", "asked", run(desk.blobs.put(b"c")))))
        assert run(desk.archive.erase_all(LATER)) == 1
        assert desk.lost(b"a", b"b", b"c") == [b"a", b"b", b"c"]
        assert tuple(run(desk.tape("unfinished").entries())) == ()
        desk.keep("three", b"a")
        found = run(desk.archive.verify())
        assert (found.links, found.records, found.erased, found.findings) == (5, 1, 2, ())

    def test_what_is_gone_without_a_note_was_altered(self) -> None:
        desk = self.make()
        desk.keep("one")
        desk.keep("two")
        run(desk.archive.erase("two", LATER))
        self.remove(desk, "one")
        (found,) = run(desk.archive.verify()).findings
        assert found == Finding("record", "one", "it is gone, and no erasure is noted")
        with pytest.raises(RecordAltered):
            run(desk.archive.fetch("one"))

    def test_a_head_that_was_noted_must_stay_in_the_chain(self) -> None:
        desk = self.make()
        desk.keep("one")
        head = run(desk.archive.verify()).head
        desk.keep("two")
        assert head is not None
        assert run(desk.archive.verify(head)).is_whole
        (found,) = run(desk.archive.verify("sha256:elsewhere")).findings
        assert (found.kind, found.name) == ("chain", "sha256:elsewhere")

    def test_tapes_expire_and_records_stay(self) -> None:
        desk = self.make()
        desk.keep("one", b"a")
        assert run(desk.archive.retained()) == 90
        assert run(desk.archive.expire(MOMENT + timedelta(days=89))) == 0
        assert run(desk.archive.expire(MOMENT + timedelta(days=91))) == 1
        assert run(desk.archive.expire(MOMENT + timedelta(days=92))) == 0
        assert run(desk.archive.fetch("one")).body.report == BODY.report
        assert desk.lost(b"a") == [b"a"]
        found = run(desk.archive.verify())
        assert (found.links, found.records, found.expired, found.findings) == (2, 0, 1, ())
        assert [one.event for one in run(desk.archive.newest(1))] == [Event.EXPIRED]
        assert run(desk.archive.erase("one", LATER))
        assert run(desk.archive.verify()).erased == 1

    def test_how_long_tapes_are_kept_is_the_workspaces_to_say(self) -> None:
        desk = self.make()
        desk.keep("one", b"a")
        run(desk.archive.retain(None))
        assert run(desk.archive.retained()) is None
        assert run(desk.archive.expire(MOMENT + timedelta(days=9999))) == 0
        run(desk.archive.retain(7))
        assert run(desk.archive.expire(MOMENT + timedelta(days=8))) == 1
        with pytest.raises(InputError):
            run(desk.archive.retain(0))


class TestMemoryArchive(ArchiveContract):
    def make(self) -> Desk:
        archive = MemoryArchive(clock=FixedClock(MOMENT))
        return Desk(archive, archive.blobs, archive.tape)

    def tamper(self, desk: Desk, record_id: str) -> None:
        kept = self._kept(desk)
        kept[record_id] = replace(kept[record_id], body=kept[record_id].body.replace(b"supported", b"refuted"))

    def remove(self, desk: Desk, record_id: str) -> None:
        del self._kept(desk)[record_id]

    @pytest.mark.parametrize("envelope", [b"", b"{}", b"[]", b"null", b'{"id":1}'])
    def test_an_envelope_that_cannot_be_read_is_noticed(self, envelope: bytes) -> None:
        desk = self.make()
        desk.keep("one")
        self._kept(desk)["one"] = replace(self._kept(desk)["one"], envelope=envelope)
        with pytest.raises(RecordAltered):
            run(desk.archive.fetch("one"))

    @staticmethod
    def _kept(desk: Desk) -> dict[str, Sealed]:
        assert isinstance(desk.archive, MemoryArchive)
        return desk.archive.kept
