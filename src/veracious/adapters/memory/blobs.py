"""Bytes in memory, by their digest."""

from veracious.domain.errors import RecordAltered, RecordMissing
from veracious.rules import digest


class MemoryBlobs:
    """`Blobs` that derive the digest again on reading."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    async def put(self, content: bytes) -> str:
        """The name of these bytes; put again, nothing is added."""
        name = digest.of_bytes(content, "blob")
        self.kept.setdefault(name, bytes(content))
        return name

    async def get(self, digest: str) -> bytes:
        """The bytes of this name."""
        if digest not in self.kept:
            raise RecordMissing(f"blob {digest}")
        return _verified(self.kept[digest], digest)


def _verified(content: bytes, name: str) -> bytes:
    if digest.of_bytes(content, "blob") != name:
        raise RecordAltered(name)
    return content
