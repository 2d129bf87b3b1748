"""What every store of blobs promises."""

from random import Random

import pytest

from tests.contracts.samples import run
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.domain.errors import RecordAltered, RecordMissing
from veracious.ports import Blobs
from veracious.rules import digest


class BlobsContract:
    """Subclass it, make an empty store, and say how somebody would tamper with it."""

    def make(self) -> Blobs:
        raise NotImplementedError

    def tamper(self, blobs: Blobs, name: str) -> None:
        """Change the kept bytes behind the store's back."""
        raise NotImplementedError

    def test_bytes_come_back_by_their_digest(self) -> None:
        random, blobs = Random(5), self.make()
        contents = [b"", b"\x00", b"\xff" * 3, *(random.randbytes(random.randrange(40)) for _ in range(40)), random.randbytes(200_000)]
        names = [run(blobs.put(content)) for content in contents]
        assert [run(blobs.get(name)) for name in names] == contents
        assert names == [digest.of_bytes(content, "blob") for content in contents]

    def test_putting_again_gives_the_same_name(self) -> None:
        blobs = self.make()
        assert run(blobs.put(b"one")) == run(blobs.put(b"one")) != run(blobs.put(b"two"))

    def test_what_was_never_put_is_not_there(self) -> None:
        with pytest.raises(RecordMissing):
            run(self.make().get(digest.of_bytes(b"one", "blob")))

    def test_altered_bytes_are_noticed_on_reading(self) -> None:
        blobs = self.make()
        name = run(blobs.put(b"one"))
        self.tamper(blobs, name)
        with pytest.raises(RecordAltered):
            run(blobs.get(name))


class TestMemoryBlobs(BlobsContract):
    def make(self) -> Blobs:
        return MemoryBlobs()

    def tamper(self, blobs: Blobs, name: str) -> None:
        assert isinstance(blobs, MemoryBlobs)
        blobs.kept[name] = b"two"
