"""Facts as triples, walked from the names in a query."""

from collections.abc import Iterable, Sequence

from veracious.adapters.memory.finder import ranked
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.domain.evidence import Candidate, Evidence, Query, Triple
from veracious.rules import digest
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import triples as reach
from veracious.rules.seeking.triples import TripleDials


class MemoryTriples:
    """The `Finder` "triples": what stands a few hops from a name in the query, on a shelf that holds the snapshots."""

    def __init__(self, shelf: MemoryShelf, triples: Iterable[Triple], lexicon: Lexicon, dials: TripleDials) -> None:
        self._shelf = shelf
        self._triples = tuple(dict.fromkeys(triples))
        self._lexicon = lexicon
        self._dials = dials

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The triples that say something of the query, each scored by its share of the query's words and its distance."""
        wanted = frozenset(words.content(query.text, self._lexicon))
        scored: list[tuple[Evidence, float]] = []
        there = [triple for triple in self._triples if self._shelf.holds(triple.passage.snapshot)]
        for triple, hops in reach.walk(there, query.text, self._dials).items():
            score = reach.score(words.share(wanted, self._words(triple)), hops)
            if score > 0:
                scored.append((await self._evidence(triple), score))
        return ranked("triples", scored, limit)

    def _words(self, triple: Triple) -> frozenset[str]:
        return frozenset(words.content(f"{triple.subject} {triple.relation} {triple.object}", self._lexicon))

    async def _evidence(self, triple: Triple) -> Evidence:
        snapshot = await self._shelf.open(triple.passage.snapshot)
        name = digest.of({"triple": triple, "url": snapshot.url}, "evidence")
        return Evidence(
            id=name,
            passage=triple.passage,
            source=snapshot.source,
            title=snapshot.title,
            url=snapshot.url,
            published=snapshot.published,
            triple=triple,
            canonical_url=snapshot.canonical_url,
            byline=snapshot.byline,
            links=snapshot.links,
            collection=snapshot.collection,
        )
