"""The small world of the page on how a claim travels: its documents, its judge, and one real run through it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time

from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.memory.finder import MemoryFinder, VectorFinder
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.tape import MemoryTape
from veracious.adapters.memory.triples import MemoryTriples
from veracious.domain.claim import Reading, Subclaim
from veracious.domain.evidence import Candidate, Evidence, Passage, Pooled, Query, Snapshot, Source, Triple
from veracious.domain.ranked import Ranked
from veracious.domain.record import Record, ToolName
from veracious.domain.report import Judged, Report
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance
from veracious.domain.trust import Weighed
from veracious.flow import claim, record, replay
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.judging import judgements as judging
from veracious.rules.judging import quotes
from veracious.rules.ranking import rerank
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import fuse, origins, queries, snapshots
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, per_origin

TYPED = "  The Quillmere\u200b  Bridge opened in May 2024 and is １,240 metres long. "
AS_OF = date(2025, 3, 1)
TRIPLE = "t"  # behind the name of a document: a triple read from it


@dataclass(frozen=True, slots=True)
class Document:
    """A page of this world, and what the judge's table says of it beside each part of the claim."""

    name: str
    role: str  # why it is in this world
    page: Snapshot
    stances: tuple[Stance | None, ...] = ()  # one for each part; None: the judge could not decide


def _page(source: Source, path: str, title: str, text: str, published: date | None) -> Snapshot:
    return Snapshot(snapshots.name(text), text, source, f"https://{source.domain}/{path}", title, published)


_POST, _LEDGER = Source("harbourpost.example", 0.85), Source("valleyledger.example", 0.55)
_ROADS, _COURIER = Source("roadsoffice.example", 0.95), Source("coastcourier.example", 0.7)
_FRIENDS, _MUSEUM = Source("quillmerefriends.example"), Source("ropemuseum.example", 0.6)
_OPENING = (
    "The Quillmere Bridge opened in May 2024, after six years of work. "
    "The new bridge is 1,240 metres long and replaces the night ferry. "
    "Hundreds of people walked across it on the first morning."
)
_SURVEY = (
    "Surveyors have closed their file on the crossing of the sound. "
    "The Quillmere Bridge opened in May 2024 and is 1,240 metres long between its two abutments. "
    "The next inspection is due in five years."
)
_STATED = ("Quillmere Bridge", "is", "1,240 metres long")

DOCUMENTS = (
    Document(
        "D1",
        "a report",
        _page(_POST, "2024/05/quillmere-bridge-opens-to-traffic", "Quillmere Bridge opens to traffic", _OPENING, date(2024, 5, 19)),
        (Stance(0.95, 0.01, 0.04), Stance(0.92, 0.02, 0.06)),
    ),
    Document(
        "D2",
        "a copy of D1 with a line in front",
        _page(
            _LEDGER,
            "2024/05/new-bridge-opens-to-traffic",
            "New bridge opens",
            f"From our partners on the coast. {_OPENING}",
            date(2024, 5, 20),
        ),
        (Stance(0.95, 0.01, 0.04), Stance(0.92, 0.02, 0.06)),
    ),
    Document(
        "D3",
        "a second report that agrees",
        _page(_ROADS, "reports/survey-of-the-quillmere-bridge", "Survey of the Quillmere Bridge", _SURVEY, date(2024, 11, 4)),
        (Stance(0.93, 0.01, 0.06), Stance(0.96, 0.01, 0.03)),
    ),
    Document(
        "D4",
        "a report that gives another length",
        _page(
            _COURIER,
            "2024/08/a-summer-on-the-new-bridge",
            "A summer on the new bridge",
            "Cyclists have taken to the new bridge over the sound. At 1,180 metres long, it takes them a quarter of an hour on foot.",
            date(2024, 8, 2),
        ),
        (Stance(0.06, 0.02, 0.92), Stance(0.66, 0.14, 0.20)),
    ),
    Document(
        "D5",
        "an undated page of a source nobody has rated",
        _page(
            _FRIENDS,
            "about/how-the-bridge-came-to-be",
            "How the bridge came to be",
            "We are the friends of the Quillmere Bridge. It probably opened in May 2024, and we hold a picnic on it every year.",
            None,
        ),
        (Stance(0.80, 0.02, 0.18), None),
    ),
    Document(
        "D6",
        "a correction that came after the date of the claim",
        _page(
            _COURIER,
            "2025/06/a-correction-on-the-bridge",
            "A correction",
            "Last summer we gave a wrong length. The Quillmere Bridge is 1,240 metres long, as the roads office says.",
            date(2025, 6, 10),
        ),
        (Stance(0.05, 0.01, 0.94), Stance(0.97, 0.01, 0.02)),
    ),
    Document(
        "D7",
        "a page about something else",
        _page(
            _MUSEUM,
            "2024/05/the-rope-museum-opens-again",
            "The rope museum opens again",
            "The rope museum opened its doors in May with 40 metres of ship's rope on show.",
            date(2024, 5, 3),
        ),
    ),
    Document(
        "D8",
        "a front page of the web that lists stories",
        replace(
            _page(_POST, "news", "News", "Latest: Quillmere Bridge opened. Weather. Tides. Sport.", date(2025, 2, 27)), collection="web"
        ),
    ),
)


class PageJudge:
    """A judge that reads its answers off the table above, and quotes the sentences that the rules would choose."""

    def __init__(self, parts: Sequence[str], lexicon: Lexicon, dials: Dials) -> None:
        self._numbers = {text: number for number, text in enumerate(parts)}
        self._pages = {document.page.url: document for document in DOCUMENTS}
        self._lexicon = lexicon
        self._dials = dials

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """A judgement for each pair that the table has; the others are absent."""
        found = []
        for subclaim, evidence in pairs:
            stances, number = self._pages[evidence.url].stances, self._numbers.get(subclaim.text)  # of the whole claim it says nothing
            stance = stances[number] if number is not None and number < len(stances) else None
            if stance is not None:
                quote = quotes.choose(evidence, subclaim, self._lexicon, self._dials.judging.quotes)
                found.append(Judgement(subclaim.text, evidence.id, quote, stance))
        return found


@dataclass(frozen=True, slots=True, repr=False)  # asyncio.run writes out what it returns, and this holds every word list
class Journey:
    """One run, and what its report does not carry: what was asked, found and pooled on the way."""

    run: Run
    report: Report
    reading: Reading
    judged: Judged
    record: Record
    asked: tuple[Query, ...]
    found: Mapping[str, tuple[tuple[Candidate, ...], ...]]  # by finder, an answer for each query
    pool: tuple[Pooled, ...]
    chosen: tuple[Ranked, ...]  # what the judge was to read, in order
    judgements: tuple[Judgement, ...]  # as the judge gave them
    names: Mapping[str, str]  # of evidence and origins, as the page calls them

    @property
    def dials(self) -> Dials:
        """What it was decided with."""
        return self.run.dials

    @property
    def weighed(self) -> tuple[Weighed, ...]:
        """What was weighed, in the order of the page."""
        return tuple(sorted(self.judged.weighed, key=lambda piece: (piece.subclaim, self.names[piece.evidence])))

    @property
    def heard(self) -> tuple[Weighed, ...]:
        """Of each part, origin and side the most trusted piece, in the order of the page."""
        return tuple(sorted(per_origin(self.judged.weighed), key=lambda piece: (piece.subclaim, self.names[piece.evidence])))

    def document(self, evidence: str) -> Document:
        """The document that a piece of evidence was read from."""
        name = self.names[evidence].removesuffix(TRIPLE)
        return next(document for document in DOCUMENTS if document.name == name)


def walk(dials: Dials) -> Journey:
    """The claim of the page, walked from intake to its record, and the record replayed."""
    return asyncio.run(_walk(dials))


async def _walk(dials: Dials) -> Journey:
    lexicon = wiring.lexicon()
    reading = wiring.reader(dials)(TYPED, AS_OF)
    if not isinstance(reading, Reading):
        raise ValueError(f"the claim of the page is refused: {reading.message}")
    plain = Run(await _tools(reading, lexicon, dials), dials, lexicon)
    tape = MemoryTape()
    run = replace(plain, tools=wiring.recorded(plain.tools, tape))
    report = await claim.verify(TYPED, AS_OF, run)
    if report.judged is None:
        raise ValueError(f"the run of the page came to no verdict: {report.cause}")
    judge = ToolName("judge", "a table", digest.of([document.stances for document in DOCUMENTS], "judge"))
    body = record.body(record.Request(TYPED, AS_OF), report, run, await tape.entries(), [judge])
    kept = await record.keep(body, run, "manual", run.tools.clock.now())
    await replay.replay(kept, replace(run, tools=wiring.played(run.tools, kept.body.tape)))
    asked = queries.forms(reading, lexicon, dials.seeking.queries)
    found = await _answers(asked, plain)
    every = [candidate for answers in found.values() for answer in answers for candidate in answer]
    pool = fuse.merge(every, dials.seeking.fuse, dials.seeking.urls)
    chosen = _chosen(report.judged, len(reading.subclaims), dials)
    allowed = {entry.ranked.evidence.id: entry.subclaims for entry in report.judged.admitted}
    pairs = [(part, one.evidence) for index, part in enumerate(reading.subclaims) for one in chosen if index in allowed[one.evidence.id]]
    if (whole := judging.whole(reading, lexicon, dials.reading, dials.judging.heard)) is not None:
        pairs += [(whole, evidence) for evidence in dict.fromkeys(evidence for _, evidence in pairs)]
    taped = wiring.played(run.tools, kept.body.tape)  # answers nothing but what the run has asked, so the pairs are the same
    judgements = tuple(await taped.judge.judge(pairs))
    names = _names(every, report.judged)
    return Journey(plain, report, reading, report.judged, kept, asked, found, pool, chosen, judgements, names)


def _chosen(judged: Judged, parts: int, dials: Dials) -> tuple[Ranked, ...]:
    """What the judge was to read; there is no relevance model in this world."""
    counted = [entry.ranked for entry in judged.admitted if entry.admissible_for_trust]
    ordered = rerank.sort(counted, {}, dials.ranking.rerank, dials.seeking.urls)
    return rerank.choose(ordered, origins.by_evidence(judged.origins), parts, dials.ranking.rerank)


async def _tools(reading: Reading, lexicon: Lexicon, dials: Dials) -> Tools:
    shelf = MemoryShelf(dials.seeking.passages, dials.reading.sentences)
    for document in DOCUMENTS:
        await shelf.put(document.page)
    survey = next(document.page for document in DOCUMENTS if document.page.text == _SURVEY)
    whole = Passage(survey.digest, Span(0, len(survey.text)), survey.text)
    triples = MemoryTriples(shelf, [Triple(*_STATED, whole)], lexicon, dials.seeking.triples)
    return Tools(
        clock=FixedClock(datetime.combine(AS_OF, time(), UTC)),
        ids=CountingIds(),
        finders=(MemoryFinder(shelf, lexicon, dials.seeking.lexical), VectorFinder(shelf, WordEmbedder(lexicon)), triples),
        judge=PageJudge([part.text for part in reading.subclaims], lexicon, dials),
        shelf=shelf,
        archive=MemoryArchive(),
        blobs=MemoryBlobs(),
    )


async def _answers(asked: Sequence[Query], run: Run) -> dict[str, tuple[tuple[Candidate, ...], ...]]:
    """What each finder answers to each query, by the finder's own name."""
    limit = run.dials.seeking.queries.limit
    answers = [[tuple(await finder.find(query, limit)) for query in asked] for finder in run.tools.finders]
    names = [next((candidate.finder for answer in one for candidate in answer), "nothing") for one in answers]
    return {name: tuple(one) for name, one in zip(names, answers, strict=True)}


def _names(found: Sequence[Candidate], judged: Judged) -> dict[str, str]:
    """D1 for the first document and so on, D3t for a triple read from D3; O1 for the origin of the first of them."""
    by_url = {document.page.url: document.name for document in DOCUMENTS}
    pieces = {candidate.evidence.id: candidate.evidence for candidate in found}
    names = {name: by_url[piece.url] + (TRIPLE if piece.triple else "") for name, piece in pieces.items()}
    ordered = sorted(judged.origins, key=lambda origin: min(names[evidence] for evidence in origin.evidence))
    numbered = {origin.id: f"O{number}" for number, origin in enumerate(ordered, 1)}
    return {**names, **numbered, UNKNOWN_ORIGIN: "the unrated"}
