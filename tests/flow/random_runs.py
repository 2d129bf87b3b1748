"""Small worlds by chance: documents, sources, and a judge that knows what each says."""

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from random import Random

from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.judge import TableJudge
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.tape import MemoryTape
from veracious.domain.claim import Reading
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.stance import Stance
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules.dials import Dials
from veracious.rules.reading import intake
from veracious.rules.seeking.snapshots import name as digest_of

DAY = date(2026, 1, 15)
CLAIMS = (
    "Lake Baikal is 1,642 metres deep.",
    "Botswana exports diamonds and imports grain.",
    "Marie Curie, who was born in Warsaw, won two Nobel Prizes.",
    "The Eiffel Tower was finished in 1889.",
    "All swans in Sweden are white.",
)
PHRASES = (
    "Officials said on Monday that {claim}",
    "{claim} That is what a survey of several years found.",
    "It is false that {claim}",
    "A report on something else entirely mentions rain and roads.",
    "Records in the archive show it: {claim} Nobody had asked before.",
    "According to Reuters, {claim}",
)


@dataclass
class RandomRun:
    """A claim, its run, and what the run may ask."""

    text: str
    run: Run
    tape: MemoryTape


def snapshots(random: Random, text: str) -> list[Snapshot]:
    """Up to ten documents of several publishers: reports, denials, copies, some undated, some later than the claim."""
    found: list[Snapshot] = []
    for number in range(random.randint(0, 10)):
        words = random.choice(PHRASES).format(claim=text)
        if found and random.random() < 0.2:
            words = random.choice(found).text  # a copy elsewhere
        domain = f"p{random.randint(0, 5)}.example"
        published = None if random.random() < 0.2 else DAY + timedelta(days=random.randint(-900, 30))
        credibility = random.choice((None, 0.3, 0.6, 0.8, 0.95))
        url = f"https://{domain}/2025/06/story-number-{number}"
        found.append(Snapshot(digest_of(words), words, Source(domain, credibility), url, f"Story {number}", published))
    return found


def world(seed: int, shuffled: int | None = None) -> RandomRun:
    """The world of a seed, recorded on its tape; `shuffled` puts its documents on the shelf in another order."""
    given = bare(seed, shuffled)
    return replace(given, run=replace(given.run, tools=wiring.recorded(given.run.tools, given.tape)))


def bare(seed: int, shuffled: int | None = None) -> RandomRun:
    """The same with nothing before its ports."""
    random = Random(seed)
    text = random.choice(CLAIMS)
    pages = snapshots(random, text)
    dials, lexicon = Dials(), wiring.lexicon()
    shelf = MemoryShelf(dials.seeking.passages, dials.reading.sentences)
    if shuffled is not None:
        Random(shuffled).shuffle(pages)
    for page in pages:
        asyncio.run(shelf.put(page))
    judge = TableJudge(_table(seed, text, shelf, dials))
    blobs, tape = MemoryBlobs(), MemoryTape()
    clock = FixedClock(datetime(2026, 1, 15, tzinfo=UTC))
    tools = Tools(clock, CountingIds(), (MemoryFinder(shelf, lexicon, dials.seeking.lexical),), judge, shelf, MemoryArchive(), blobs)
    return RandomRun(text, Run(tools, dials, lexicon), tape)


def _table(seed: int, text: str, shelf: MemoryShelf, dials: Dials) -> dict[tuple[str, str], Stance]:
    """A stance for most pairs, by chance; a few the judge cannot decide."""
    reading = intake.read(text, DAY, wiring.lexicon(), dials.reading)
    assert isinstance(reading, Reading)
    random = Random(seed + 1)
    table = {}
    for part in reading.subclaims:
        for evidence in shelf.evidence:
            supports = random.choice((0.05, 0.1, 0.5, 0.9, 0.95))
            refutes = (1 - supports) * random.choice((0.1, 0.5, 0.9))
            if random.random() < 0.9:
                table[part.text, evidence.id] = Stance(supports, refutes, 1 - supports - refutes)
    return table


def choosing(given: RandomRun, judged_at_most: int = 2) -> RandomRun:
    """The same world with a judge who reads so few that the relevance model is asked which."""
    dials = given.run.dials
    rerank = replace(dials.ranking.rerank, judged_at_most=judged_at_most)
    return replace(given, run=replace(given.run, dials=replace(dials, ranking=replace(dials.ranking, rerank=rerank))))


def with_tools(given: RandomRun, **changed: object) -> RandomRun:
    """The same world with other tools."""
    return replace(given, run=replace(given.run, tools=replace(given.run.tools, **changed)))  # type: ignore[arg-type]
