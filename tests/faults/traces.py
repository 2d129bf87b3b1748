"""What must be gone: a document with marks in everything it has, and the search for them in all files of a server."""

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

import numpy as np

from tests.postgres import WIDTH
from veracious.adapters.postgres import rows
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.store import Incoming
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.seeking import passages

VECTOR_BYTES = 64  # of a vector, looked for in a row
PACKED_BYTES = 48  # of a packed text
WIDE = 0x4E00, 0x9FA5  # letters of three bytes each: a passage of them does not fit into a row, and its parts are kept elsewhere


class DenseEmbedder:
    """Every text has a vector of its own, in which no number is nought: bytes that stand nowhere else."""

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return [vector(text) for text in texts]


def vector(text: str) -> list[float]:
    """The vector of a text."""
    drawn = np.random.default_rng(int.from_bytes(sha256(text.encode()).digest()[:8], "big")).normal(size=WIDTH)
    return [float(value) for value in drawn / np.linalg.norm(drawn)]


@dataclass(frozen=True, slots=True)
class Marked:
    """A document, and the bytes by which each of its parts would be known."""

    incoming: Incoming
    traces: Mapping[str, bytes]

    def into(self, collection: str) -> Incoming:
        """The same for another collection."""
        return replace(self.incoming, snapshot=replace(self.incoming.snapshot, collection=collection))


def marked(wide: bool = False) -> Marked:
    """A document like no other; a wide one is too large for the rows of a table."""
    mark = uuid4().hex
    name, chance = f"Zq{mark[:10]}", random.Random(mark)
    text = f"{name} is the capital of {name}land. It has a place called Zürich{mark[:8]}é, of which nobody knows the {mark[8:20]} bridge."
    if wide:
        text += " " + "".join(chr(chance.randint(*WIDE)) for _ in range(2000))
    words = {part: f"{part}{mark[12:24]}" for part in ("title", "byline", "canonical", "link", "page", "host", "name")}
    snapshot = Snapshot(
        digest=digest.of_bytes(text.encode(), "snapshot"),
        text=text,
        source=Source(f"{words['host']}.example"),
        url=f"https://{words['host']}.example/{words['page']}",
        title=f"About {words['title']}",
        published=date(2020, 5, 4),
        language="en",
        canonical_url=f"https://{words['host']}.example/{words['canonical']}",
        byline=f"By {words['byline']}",
        links=(f"https://{words['host']}.example/{words['link']}",),
    )
    given = Incoming(snapshot, f"{words['name']}.txt", sha256(text.encode()).hexdigest())
    traces = {part: word.encode() for part, word in words.items()}
    traces |= {"text": f"Zürich{mark[:8]}é".encode(), "subject": name.encode(), "subject key": name.lower().encode()}
    traces |= {"digest": snapshot.digest.encode(), "file hash": given.file_hash.encode()}
    return Marked(given, traces | dict(_worked_out(snapshot, name, words["title"])))


def _worked_out(snapshot: Snapshot, name: str, title: str) -> Iterator[tuple[str, bytes]]:
    """What is not said in the text, but made of it."""
    packed = rows.pack(snapshot.text)
    yield "packed text", packed[2 : 2 + PACKED_BYTES]  # with the name, which no other has
    yield "end of the packed text", packed[-PACKED_BYTES:]
    cut = passages.cut(snapshot, Dials().seeking.passages, Dials().reading.sentences)
    for number, passage in enumerate(cut):
        evidence = passages.evidence(snapshot, passage)
        kept = np.array(rows.vector_text(vector(passages.search_text(snapshot.title, passage.text)))[1:-1].split(","), np.float32).astype(
            "<f2"
        )
        yield f"vector {number}", kept.tobytes()[100 : 100 + VECTOR_BYTES]
        yield f"evidence {number}", rows.id_bytes(evidence.id)
        if number:
            yield f"passage {number}", passage.text[5:20].encode()
    for part, word in (("name", name.lower()), ("title", title)):
        yield f"number of the {part}", rows.term(word).to_bytes(8, sys.byteorder, signed=True)


def search(folder: Path, traces: Mapping[str, bytes]) -> Mapping[str, frozenset[str]]:
    """Which files of a data directory hold which traces; the write-ahead log is left out."""
    found: dict[str, set[str]] = {}
    for file in folder.rglob("*"):
        if not file.is_file() or "pg_wal" in file.relative_to(folder).parts:
            continue
        try:
            content = file.read_bytes()
        except FileNotFoundError:  # a server makes and removes files all the time
            continue
        for name, trace in traces.items():
            if trace in content:
                found.setdefault(name, set()).add(str(file.relative_to(folder)))
    return {name: frozenset(files) for name, files in found.items()}
