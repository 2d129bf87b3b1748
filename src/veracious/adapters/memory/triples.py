"""Facts as triples, walked from the names in a query."""

from collections.abc import Iterable, Mapping, Sequence

from veracious.adapters.memory import words
from veracious.adapters.memory.finder import ranked
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.domain.evidence import Candidate, Evidence, Query, Triple
from veracious.rules import digest
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan

HOPS = 2  # triples walked from a name at most; 1–3; SPEC §4


class MemoryTriples:
    """The `Finder` "triples": what stands at most two hops from a name in the query, on a shelf that holds the snapshots."""

    def __init__(self, shelf: MemoryShelf, triples: Iterable[Triple], lexicon: Lexicon) -> None:
        self._shelf = shelf
        self._triples = tuple(dict.fromkeys(triples))
        self._lexicon = lexicon

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The triples that say something of the query, each scored by its share of the query's words, halved at the second hop."""
        wanted = frozenset(words.content(query.text, self._lexicon))
        scored: list[tuple[Evidence, float]] = []
        for triple, hops in walk(self._triples, query.text).items():
            score = words.share(wanted, self._words(triple)) / hops
            if score > 0:
                scored.append((await self._evidence(triple), score))
        return ranked("triples", scored, limit)

    def _words(self, triple: Triple) -> frozenset[str]:
        return frozenset(words.content(f"{triple.subject} {triple.relation} {triple.object}", self._lexicon))

    async def _evidence(self, triple: Triple) -> Evidence:
        snapshot = await self._shelf.open(triple.passage.snapshot)
        name = digest.of({"triple": triple, "url": snapshot.url}, "evidence")
        return Evidence(name, triple.passage, snapshot.source, snapshot.title, snapshot.url, snapshot.published, triple)


def walk(triples: Iterable[Triple], text: str) -> Mapping[Triple, int]:
    """The triples within reach of the names that stand in the text, and in how many hops."""
    left = set(triples)
    said = _plain(text)
    near = {name for triple in left for name in _ends(triple) if name in said and name.strip()}
    reached: dict[Triple, int] = {}
    for hop in range(1, HOPS + 1):
        step = {triple for triple in left if not near.isdisjoint(_ends(triple))}
        reached.update((triple, hop) for triple in step)
        left -= step
        near = {name for triple in step for name in _ends(triple)}
    return reached


def _ends(triple: Triple) -> tuple[str, str]:
    return _plain(triple.subject), _plain(triple.object)


def _plain(text: str) -> str:
    """The words between blanks, so that a name is found as whole words only."""
    return f" {' '.join(token.low for token in scan(text))} "
