"""Work that is handed in now and done by somebody else: what is asked for, how far it is, what it may cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from enum import StrEnum

from veracious.domain.article import BudgetClass
from veracious.domain.budget import Limits
from veracious.domain.document import Document, Refused
from veracious.domain.ledger import Mode
from veracious.domain.record import ADDED
from veracious.domain.store import COLLECTIONS
from veracious.domain.verdict import Outcome
from veracious.domain.web import FieldValue

DEMO = ("demo",)  # in place of collections: the made-up world of the demonstration, and nothing else


class Kind(StrEnum):
    """What a job does."""

    VERIFICATION = "verification"
    CHECK = "check"
    ANSWER = "answer"
    INGEST = "ingest"
    ARTICLE = "article"


class JobState(StrEnum):
    """How far a job is; how it ended is its outcome."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class ClaimOrder:
    """A claim to verify."""

    claim: str
    as_of: date
    collections: tuple[str, ...] = COLLECTIONS
    web: bool = False
    limits: Limits = field(default_factory=Limits)
    context: str = field(default="", metadata=ADDED)  # a text that the claim stands beside, and that may name what it points at
    domain: str = field(default="general", metadata=ADDED)  # what the claim is about; it picks weights and how credible a source must be


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """An answer to hold against documents that are handed in with it."""

    answer: str
    as_of: date
    documents: tuple[Document, ...]
    question: str = ""


@dataclass(frozen=True, slots=True)
class AnswerOrder:
    """A question to answer from the documents of the workspace."""

    question: str
    as_of: date
    mode: Mode = Mode.ANSWER
    collections: tuple[str, ...] = COLLECTIONS
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class IngestOrder:
    """Documents to put into the store. They are handed in beside the order, and are gone once they are put."""

    documents: int  # how many


@dataclass(frozen=True, slots=True)
class ArticleOrder:
    """An article to analyse: its text with what is known of it, or only its address."""

    text: str
    as_of: date
    title: str = ""
    byline: str = ""
    url: str = ""
    published: date | None = None
    links: tuple[str, ...] = ()
    budget: BudgetClass = BudgetClass.STANDARD
    claims_only: bool = False
    collections: tuple[str, ...] = COLLECTIONS
    web: bool = False
    limits: Limits = field(default_factory=Limits)


JobOrder = ClaimOrder | CheckOrder | AnswerOrder | IngestOrder | ArticleOrder


@dataclass(frozen=True, slots=True)
class Submission:
    """An order as it is handed in: by whom, under which key of theirs, and when it must be done."""

    order: JobOrder
    actor: str = ""  # the API key or person; empty: the workspace itself
    idempotency: str = ""  # the same key of the same owner is the same job
    body: str = ""  # digest of the request as it came, which the key is checked against
    held_micros: int = 0  # money set aside: the most the job may take
    seconds: float = 900.0  # after which it is ended, counted from its first start
    priority: int = 0  # smaller runs first, within its workspace
    documents: tuple[Document | Refused, ...] = ()  # to be put; what cannot be is refused already, and keeps its place
    key_owner: str = ""  # of the key, where whoever hands the order in hands in the same; empty: the actor


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work and how far it is. Its record, once there is one, has the same name."""

    id: str
    workspace: str
    kind: Kind
    state: JobState
    made_at: datetime
    actor: str = ""
    outcome: str = ""  # an `Outcome`, once it is finished
    cause: str = ""  # why it failed or was refused
    begun_at: datetime | None = None
    finished_at: datetime | None = None
    until: datetime | None = None  # the moment it is ended at
    version: str = ""  # of the worker that began it
    executor: str = ""  # of the worker that has it
    tries: int = 0  # starts
    held_micros: int = 0
    spent_micros: int = 0
    has_record: bool = False
    cancelling: bool = False  # somebody asked for its end
    request_id: str = ""  # of the request that handed it in
    traceparent: str = ""  # the span of that request, as W3C writes it; empty where there are no traces

    @property
    def is_finished(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state is JobState.FINISHED


@dataclass(frozen=True, slots=True)
class Ended:
    """How a job came to its end."""

    outcome: Outcome
    cause: str = ""
    spent_micros: int = 0
    has_record: bool = False


@dataclass(frozen=True, slots=True)
class JobEvent:
    """Something that happened to a job; the number counts from 1 without a gap."""

    number: int
    kind: str  # one of `steps.EVENT_KINDS`
    text: str  # for people
    at: datetime
    fields: Mapping[str, FieldValue] = field(default_factory=dict)  # for programs


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a workspace, or a key of it, may use; none is no limit."""

    money_micros: int | None = None  # in a calendar month, by UTC
    jobs_at_once: int | None = None  # not finished
    requests_a_minute: int | None = None
    text_bytes: int | None = None  # of documents, kept and waiting; of a workspace alone

    def or_else(self, other: "Allowance") -> "Allowance":
        """These limits, and where there is none those of another."""
        pairs = ((getattr(self, one.name), getattr(other, one.name)) for one in fields(self))
        return Allowance(*(own if own is not None else its for own, its in pairs))


@dataclass(frozen=True, slots=True)
class Used:
    """What of an allowance is used in this month, and at this moment."""

    spent_micros: int = 0
    held_micros: int = 0  # promised to jobs that are not finished
    jobs: int = 0  # not finished
    text_bytes: int = 0  # of documents that are kept
    waiting_bytes: int = 0  # of documents that were handed in and are not put yet
    at_most: Allowance = Allowance()  # what holds: what was said, and where nothing was said of a workspace, what the service allows all


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Jobs of a workspace of one kind that wait, or run."""

    kind: Kind
    state: JobState
    jobs: int
    oldest: str  # the job that was handed in first
    oldest_at: datetime


@dataclass(frozen=True, slots=True)
class Executor:
    """A worker process, as it tells that it lives."""

    id: str
    version: str
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class Workload:
    """What stands in the queues, and which workers live."""

    queues: Mapping[str, Mapping[str, int]]  # jobs that are not finished, by queue and state
    executors: Sequence[Executor]
    waiting: Mapping[str, float] = field(default_factory=dict)  # seconds that the oldest job of a queue waits which nobody has begun
