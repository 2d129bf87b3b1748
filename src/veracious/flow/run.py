"""What runs are made with, and what every step of one is given."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from veracious.domain.budget import Tariff
from veracious.domain.errors import SourceError
from veracious.domain.evidence import Candidate, Query
from veracious.domain.record import ToolName
from veracious.domain.stance import Judgement
from veracious.domain.web import Step
from veracious.ports import Finder, Tape, Tools
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.judging.calibration import Table
from veracious.rules.judging.selective import DecisionTable
from veracious.rules.reading.checkworthy import WorthTable
from veracious.rules.reading.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Engine:
    """Tools with their names, and the dials they are used with: what checks claim after claim."""

    tools: Tools
    names: tuple[ToolName, ...]
    workspace: str
    dials: Dials
    tape: Callable[[str], Tape]  # of a run, by its name
    tariffs: tuple[Tariff, ...] = ()  # of searches
    titles: tuple[str, ...] = ()  # of the documents that came with the claims: what "the study" may stand for
    only_document: str = ""  # what the only document that came with them is called; empty: there are others, or none


@dataclass(frozen=True)
class Run:
    """The tools, dials and words of one run, and the table of probabilities that was measured for these tools."""

    tools: Tools
    dials: Dials
    lexicon: Lexicon
    calibration: Table | None = None
    decision_table: DecisionTable | None = None  # what was fitted for this judge; the rules of the seeds decide without it
    worth_table: WorthTable | None = None  # the weights by which the claims of an article are put in order
    stated: tuple[Judgement, ...] = ()  # what published reviews say of parts of the claim; it stands in place of the judge's word
    noted: bytes | None = field(default=None, compare=False)  # the dials as a record keeps them, where that was written before
    tell: Callable[[Step], None] = field(default=lambda step: None, compare=False)  # who watches; nothing is decided there

    @cached_property
    def dials_written(self) -> bytes:
        """The dials and the digests of the word lists and of the table, as a record keeps them."""
        return (
            self.dials.written(self.lexicon, self.calibration, self.decision_table, self.worth_table) if self.noted is None else self.noted
        )

    @cached_property
    def dials_digest(self) -> str:
        """What a record names: every number, and every word list."""
        return digest.of_bytes(self.dials_written, "dials")


async def ask(finder: Finder, query: Query, limit: int) -> Sequence[Candidate] | SourceError:
    """What a finder finds, or how it failed: the others go on."""
    try:
        return await finder.find(query, limit)
    except SourceError as failed:
        return failed
