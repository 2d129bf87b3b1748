"""What every archive promises."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.contracts.samples import run
from veracious.adapters.memory.archive import MemoryArchive
from veracious.domain.errors import RecordAltered, RecordExists, RecordMissing
from veracious.domain.record import Body, Envelope, Record, Taped, ToolName
from veracious.ports import Archive
from veracious.rules import digest

BODY = Body(
    request='{"claim":"Paris is the capital of France"}',
    dials="sha256:dials",
    tools=(ToolName("judge", "table", "sha256:table"),),
    tape=(Taped("finder:text", "sha256:asked", "sha256:answered"),),
    report='{"verdict":"supported"}',
)
MOMENT = datetime(2024, 6, 1, 12, 0, 0, 250_000, UTC)


def record(name: str = "one", body: Body = BODY) -> Record:
    """A record of this name."""
    return Record(body, Envelope(name, "home", MOMENT, MOMENT, digest.of(body, "body"), None))


class ArchiveContract:
    """Subclass it, make an empty archive, and say how somebody would tamper with it."""

    def make(self) -> Archive:
        raise NotImplementedError

    def tamper(self, archive: Archive, record_id: str) -> None:
        """Change the kept body of a record behind the archive's back."""
        raise NotImplementedError

    def test_what_is_kept_is_what_is_fetched(self) -> None:
        archive = self.make()
        run(archive.keep(record()))
        fetched = run(archive.fetch("one"))
        assert fetched == record()
        assert digest.canonical(fetched.body) == digest.canonical(BODY)

    def test_records_do_not_mix(self) -> None:
        archive, other = self.make(), replace(BODY, report='{"verdict":"refuted"}')
        run(archive.keep(record()))
        run(archive.keep(record("two", other)))
        assert run(archive.fetch("one")).body == BODY
        assert run(archive.fetch("two")).body == other

    def test_a_record_is_never_overwritten(self) -> None:
        archive = self.make()
        run(archive.keep(record()))
        with pytest.raises(RecordExists):
            run(archive.keep(record(body=replace(BODY, report="{}"))))
        assert run(archive.fetch("one")) == record()

    def test_what_was_never_kept_is_not_there(self) -> None:
        with pytest.raises(RecordMissing):
            run(self.make().fetch("one"))

    def test_an_altered_record_is_noticed_on_reading(self) -> None:
        archive = self.make()
        run(archive.keep(record()))
        self.tamper(archive, "one")
        with pytest.raises(RecordAltered):
            run(archive.fetch("one"))

    def test_a_record_that_does_not_match_its_envelope_is_not_kept(self) -> None:
        archive = self.make()
        with pytest.raises(RecordAltered):
            run(archive.keep(replace(record(), body=replace(BODY, report="{}"))))
        with pytest.raises(RecordMissing):
            run(archive.fetch("one"))


class TestMemoryArchive(ArchiveContract):
    def make(self) -> MemoryArchive:
        return MemoryArchive()

    def tamper(self, archive: Archive, record_id: str) -> None:
        assert isinstance(archive, MemoryArchive)
        kept = archive.kept[record_id]
        archive.kept[record_id] = replace(kept, body=kept.body.replace(b"supported", b"refuted"))

    @pytest.mark.parametrize("envelope", [b"", b"{}", b"[]", b"null", b'{"id":1}'])
    def test_an_envelope_that_cannot_be_read_is_noticed(self, envelope: bytes) -> None:
        archive = self.make()
        run(archive.keep(record()))
        archive.kept["one"] = replace(archive.kept["one"], envelope=envelope)
        with pytest.raises(RecordAltered):
            run(archive.fetch("one"))
