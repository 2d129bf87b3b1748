"""What jobs do in these tests: real runs over documents in memory, with judges that read their answers off a table. No model is loaded."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain

from tests.faces.pages.cases import AGAINST, BRIDGE, FOR, SILENT, DeadFinder, Text, TextJudge
from tests.faces.pages.ledgers import opinion
from veracious import wiring
from veracious.adapters.ids import TimedIds
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.triples import MemoryTriples
from veracious.app import answers, articles, checks, claims
from veracious.app.checks import Keeping
from veracious.app.workers import _Watch
from veracious.domain.evidence import Snapshot, Source, Triple
from veracious.domain.job import AnswerOrder, ArticleOrder, CheckOrder, ClaimOrder, Ended, IngestOrder, Job, JobOrder
from veracious.domain.record import ToolName
from veracious.domain.stance import Stance
from veracious.domain.web import Step
from veracious.flow import run as runs
from veracious.flow.answer import Asking
from veracious.flow.check import Checking
from veracious.flow.record import Request
from veracious.ports import Clock, Finder, Tools
from veracious.rules import dials as rule_dials
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.reading import facts
from veracious.rules.seeking import snapshots

FAILS = "The Halvorsund Bridge is nowhere to be found in the store."  # the claim whose store does not answer
SPENT = 1_200  # millionths, of every run

SHY_FOR, SHY_AGAINST = Stance(0.34, 0.33, 0.33), Stance(0.33, 0.34, 0.33)
SAYS = {"S": (FOR, FOR), "R": (AGAINST, AGAINST), "M": (FOR, AGAINST), "N": (SILENT, SILENT)}  # what two sources say of a part
PARTS = ("the {name} Bridge is long", "the {name} Tower is red", "the {name} Gate is open")

BESIDE = (
    ("The roads office counted bolts in spring.", "Two crews worked through the night.", "Its report has forty pages and a map."),
    ("Our readers quarrel about colours again.", "A painter from the valley disagrees.", "More letters will follow next Sunday."),
)

DIALS = rule_dials.changed(Dials(), {"judging": {"restated": {"is_heeded": False}}})  # what the judge says here is not what the texts say
Tell = Callable[[Step], None]


def claim_of(row: str) -> str:
    """A claim with a part for each letter: S for one that is supported, R refuted, M disputed, N that nobody settles."""
    told = ", and ".join(part.format(name=f"Aln{row.title()}") for part in PARTS[: len(row)])
    return f"{told[0].upper()}{told[1:]}."


def _texts(row: str) -> tuple[Text, ...]:
    """Two credible sources that say of each part what its letter means, and of the whole what follows."""
    name, found = f"Aln{row.title()}", []
    said_of = [f"{part.format(name=name)}." for part in PARTS]
    survey, letter = (" ".join(chain(*zip(beside, said_of, strict=True))) for beside in BESIDE)
    for number, (domain, text) in enumerate((("roads.example", survey), ("northpress.example", letter))):
        said = [SAYS[letter][number] for letter in row]
        whole = AGAINST if AGAINST in said else FOR if set(said) == {FOR} else SILENT
        found.append(Text(domain, 0.95, f"On {name}", text, date(2026, 2, 20), (*said, whole)))
    far = f"A walk through the town leads past the {name} Bridge, a bakery, two schools, a chapel and the old mill by the river."
    return (*found, Text("walks.example", 0.6, "A walk", far, date(2026, 2, 20), (SILENT,)))


ROWS = {claim_of(row): _texts(row) for row in ("SS", "SR", "RM", "RN", "SM", "MN", "SN", "NN", "SSR", "RR", "MM")}

LONE = "The Tarn Ferry carries 40 cars."  # told by one source that is not credible, and has no address
LIKELY, UNLIKELY = "The Tarn Market has 60 stalls.", "The Tarn Mill has 9 sails."  # the judge hardly takes a side
STATED = "Ida Brandt founded the Tarn Museum."  # the store has it as facts
ON_THE_WEB = "The Kelda Lighthouse is 61 metres tall."  # the store has nothing on it


def _told(domain: str, credibility: float, title: str, words: str, stance: Stance = FOR) -> Text:
    return Text(domain, credibility, title, words, date(2025, 10, 1), (stance,))


WORLDS: Mapping[str, Sequence[Text]] = ROWS | {
    LONE: (Text("gossip.example", 0.2, "Heard at the quay", f"{LONE} So they say.", None, url=""),),
    LIKELY: (_told("markets.example", 0.5, "Market day", f"Traders come at dawn. {LIKELY}", SHY_FOR),),
    UNLIKELY: (_told("mills.example", 0.5, "Mills of the coast", f"The miller is seventy. {UNLIKELY}", SHY_AGAINST),),
    STATED: (
        _told("museums.example", 0.93, "The Tarn Museum", f"Boats fill two floors of an old warehouse. {STATED} Entry is free."),
        _told("northpress.example", 0.88, "A founder", f"The mayor gave a dinner with forty guests. {STATED} She spoke of the sea."),
    ),
    ON_THE_WEB: (),
}
WEB: Mapping[str, Sequence[Text]] = {
    ON_THE_WEB: (
        _told(
            "lights.example", 0.95, "List of lights", f"Nine hundred entries were revised in autumn. {ON_THE_WEB} Its lamp flashes twice."
        ),
        _told(
            "northpress.example", 0.88, "A light", f"Painters finished on Friday after three wet weeks. {ON_THE_WEB} Visitors may climb it."
        ),
    )
}


class Engine:
    """Runs orders, and keeps their records in one archive for each workspace."""

    def __init__(self, clock: Clock, put: Callable[[Job, Tell], Awaitable[Ended]]) -> None:
        self.clock, self.put = clock, put
        self.archives: dict[str, MemoryArchive] = {}
        self.read: dict[str, dict[str, Snapshot]] = {}  # by workspace and digest

    def archive(self, workspace: str) -> MemoryArchive:
        """The archive of a workspace."""
        return self.archives.setdefault(workspace, MemoryArchive())

    async def run(self, job: Job, order: JobOrder, tell: Tell) -> Ended:
        """An order run to its record."""
        if isinstance(order, IngestOrder):
            return await self.put(job, tell)
        archive = self.archive(job.workspace)
        tell(Step("look", "at the store", (("verdict", "none yet"),)))
        if isinstance(order, CheckOrder):
            keeping = Keeping(archive, archive.blobs, archive.tape, job.workspace, job.id, tell)
            asked = Checking(order.answer, order.question, order.as_of, checks.named(order.documents))
            checked = await checks.assessor(None, opinion).attempt(asked, order.documents, keeping)
            report: object = checked.report
            return Ended(checked.outcome, _cause(report), SPENT, has_record=True)
        engine = await self._engine(job.workspace, order)
        if isinstance(order, AnswerOrder):
            answered = await answers.attempt(
                wiring.with_author(engine), Asking(order.question, order.mode, order.as_of), job.id, order.limits, tell
            )
            return Ended(answered.outcome, _cause(answered.report), SPENT, has_record=True)
        if isinstance(order, ArticleOrder):
            analysed = await articles.attempt(engine, articles.of_order(order), job.id, order.limits, _Watch(tell))
            return Ended(analysed.outcome, _cause(analysed.report), SPENT, has_record=True)
        asked_claim = Request(order.claim, order.as_of, claims.named(engine, order.claim, order.context))
        verified = await claims.attempt(engine, asked_claim, job.id, order.limits, _Watch(tell))
        return Ended(verified.outcome, _cause(verified.report), SPENT, has_record=True)

    async def _engine(self, workspace: str, order: ClaimOrder | AnswerOrder | ArticleOrder) -> runs.Engine:
        dials = DIALS.for_domain(order.domain) if isinstance(order, ClaimOrder) else DIALS
        lexicon, archive = wiring.lexicon(), self.archive(workspace)
        claim = order.claim if isinstance(order, ClaimOrder) else ""
        shelf, stated = MemoryShelf(dials.seeking.passages, dials.reading.sentences), list[Triple]()
        stored, on_web = (_pages(texts) for texts in (WORLDS.get(claim, BRIDGE), WEB.get(claim, ())))
        for page in stored:
            for piece in await shelf.put(page):
                read = facts.read(piece.passage.text, lexicon, dials.reading.facts)
                stated += [Triple(one.subject, one.relation, one.object, piece.passage) for one in read]
        finder: Finder = MemoryFinder(shelf, lexicon, dials.seeking.lexical)
        if claim in (FAILS, STATED):
            finder = DeadFinder() if claim == FAILS else MemoryTriples(shelf, stated, lexicon, dials.seeking.triples)
        self.read.setdefault(workspace, {}).update({page.digest: page for page in stored | on_web})
        judge = TableMind({page.digest: text for page, text in (stored | on_web).items()}, dials)
        tools = Tools(self.clock, TimedIds(), (finder,), judge, shelf, archive, archive.blobs)
        if isinstance(order, ClaimOrder) and order.web:
            web = MemoryWeb({str(page.url): page for page in on_web}, lexicon)
            tools = replace(tools, search=web, door=web)
        return runs.Engine(tools, (ToolName("judge", "a table of answers", digest.of("table", "judge")),), workspace, dials, archive.tape)


class TableMind(TextJudge):
    """The same judge, who reads bare texts, too: a text that has the claim's words carries it."""

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        """A stance for each pair."""
        return [Stance(0.95, 0.02, 0.03) if claim.rstrip(".") in text else Stance(0.03, 0.02, 0.95) for claim, text in pairs]


def _cause(report: object) -> str:
    refusal = getattr(report, "refusal", None)
    return str(getattr(report, "cause", "") or (refusal.message if refusal is not None else ""))


def _pages(texts: Sequence[Text]) -> dict[Snapshot, Text]:
    return {_snapshot(one, number): one for number, one in enumerate(texts)}


def _snapshot(one: Text, number: int) -> Snapshot:
    """The document; one whose address is empty has none."""
    url = None if one.url == "" else one.url or f"https://{one.domain}/2025/06/story-number-{number}"
    return Snapshot(
        snapshots.name(one.text), one.text, Source(one.domain, one.credibility), url, one.title, one.published, byline=one.byline
    )


DAY = date(2026, 3, 1)
