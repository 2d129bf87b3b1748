"""A body as it comes over the wire into what it says, within its caps at every step: never more is unpacked than is counted."""

import zlib
from collections.abc import Iterator

from veracious.domain.errors import SourceMalformed

ACCEPTED = "gzip, deflate"  # what a server may pack in
STEP_BYTES = 65_536  # unpacked at once
GZIP, ZLIB, RAW = 31, 15, -15  # what zlib calls the three

_METHOD, _CHECK = 0x0F, 31  # how the two bytes before a zlib stream tell themselves (RFC 1950)
_DEFLATED = 8


class Body:
    """What a body says, taken in piece by piece."""

    def __init__(self, encoding: str, at_most: int, ratio: int, ratio_from: int) -> None:
        coding = encoding.strip().lower()
        if coding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise SourceMalformed(f"packed as {coding[:40]!r}, which was not asked for")
        self._is_packed = coding not in ("", "identity")
        self._is_gzip = coding.endswith("gzip")
        self._unpacker: zlib._Decompress | None = None
        self._begun = b""  # too few bytes to tell how it is packed
        self._at_most, self._ratio, self._ratio_from = at_most, ratio, ratio_from
        self._came = 0
        self._content = bytearray()

    def take(self, piece: bytes) -> None:
        """Take in the next bytes; `SourceMalformed` when they are too many, or no packed body."""
        self._came += len(piece)
        self._judge()
        for part in self._unpacked(piece) if self._is_packed else (piece,):
            self._content += part
            self._judge()

    def end(self) -> bytes:
        """All of it; `SourceMalformed` when it ends before its end."""
        if self._is_packed and self._came and not (self._unpacker and self._unpacker.eof):
            raise SourceMalformed("a packed body that ends before its end")
        return bytes(self._content)

    def _judge(self) -> None:
        said = len(self._content)
        if max(said, self._came) > self._at_most:
            raise SourceMalformed(f"a body of more than {self._at_most:,} bytes")
        if said > self._ratio_from and said > self._ratio * self._came:
            raise SourceMalformed(f"a body that unpacks to more than {self._ratio} times its size")

    def _unpacked(self, piece: bytes) -> Iterator[bytes]:
        rest = self._begun + piece
        if self._unpacker is None:
            if len(rest) < 2:
                self._begun = rest
                return
            self._begun, self._unpacker = b"", zlib.decompressobj(self._kind(rest))
        try:
            while rest and not self._unpacker.eof:
                yield self._unpacker.decompress(rest, STEP_BYTES)
                rest = self._unpacker.unconsumed_tail
        except zlib.error as broken:
            raise SourceMalformed("a packed body that cannot be unpacked") from broken
        if self._unpacker.unused_data or rest:
            raise SourceMalformed("a packed body with more behind its end")

    def _kind(self, head: bytes) -> int:
        """How it is packed; servers mean two things by deflate."""
        if self._is_gzip:
            return GZIP
        return ZLIB if head[0] & _METHOD == _DEFLATED and int.from_bytes(head[:2]) % _CHECK == 0 else RAW
