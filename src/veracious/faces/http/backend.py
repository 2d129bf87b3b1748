"""What the routes of HTTP call: the desk for jobs, who may ask, what is kept. A test passes another backend."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from veracious.domain.access import ApiKey, Caller, Grant, ProviderKey, Session
from veracious.domain.archive import Listed, Replayed
from veracious.domain.document import Document, Refused
from veracious.domain.job import Allowance, Job, JobEvent, JobOrder, Kind, Submission, Used, Workload
from veracious.domain.model import Examination
from veracious.domain.record import Record
from veracious.domain.store import Generation, PutOutcome, Shelved, StoreState
from veracious.ports import Clock
from veracious.rules.explaining.trace import Step


class JobDesk(Protocol):
    """Where jobs are handed in, looked up and waited for."""

    async def submit(self, workspace: str, submission: Submission, /) -> tuple[Job, bool]:
        """Take a job in; the job, and whether it is new."""
        ...

    async def fetch(self, workspace: str, id: str, /) -> Job:
        """The job of this name."""
        ...

    async def newest(self, workspace: str, kind: Kind | None, after: tuple[datetime, str] | None, limit: int, /) -> Sequence[Job]:
        """Jobs, the newest first, those that come after this place."""
        ...

    async def cancel(self, workspace: str, id: str, /) -> Job:
        """Ask for the end of a job; a finished one stays as it is."""
        ...

    async def events(self, workspace: str, id: str, after: int = 0, /) -> Sequence[JobEvent]:
        """What happened to a job after this number."""
        ...

    async def changed(self, workspace: str, id: str, after: int, seconds: float, /) -> Sequence[JobEvent]:
        """The same; where there is nothing yet, the next is waited for so long."""
        ...

    async def wait(self, workspace: str, id: str, seconds: float, /) -> Job:
        """The job once it is finished, or as it is after so long."""
        ...

    async def standing(self) -> Workload:
        """What stands in the queues, and who works."""
        ...

    def quote(self, workspace: str, order: JobOrder, /) -> int:
        """The most that a job of this order may cost, in millionths."""
        ...


class Access(Protocol):
    """Who may ask, and how much."""

    async def find(self, secret: str, /) -> Caller:
        """Whose key this is."""
        ...

    async def admit(self, workspace: str, actor: str, /) -> None:
        """Count a request against the limits, or refuse it."""
        ...

    async def sign_in(self, workspace: str, name: str, password: str, /) -> tuple[str, Session]:
        """The token of a new session, told this once, and the session."""
        ...

    async def session(self, token: str, /) -> Session:
        """The session of this token, if it has not ended."""
        ...

    async def sign_out(self, token: str, /) -> None:
        """End a session."""
        ...

    async def create_key(self, workspace: str, name: str, grant: Grant, ends_at: datetime | None = None, /) -> tuple[ApiKey, str]:
        """A new key as lists show it, and the key itself, told this once."""
        ...

    async def keys(self, workspace: str, /) -> Sequence[ApiKey]:
        """All keys."""
        ...

    async def revoke(self, workspace: str, id: str, /) -> bool:
        """Let a key open nothing from now on; whether there was one."""
        ...

    async def put_provider(self, workspace: str, provider: str, key: str, /) -> None:
        """Keep a workspace's own key for a provider."""
        ...

    async def providers(self, workspace: str, /) -> Sequence[ProviderKey]:
        """For which providers a workspace has keys of its own."""
        ...

    async def drop_provider(self, workspace: str, provider: str, /) -> bool:
        """Forget a workspace's key for a provider; whether there was one."""
        ...

    async def allow(self, workspace: str, actor: str, allowance: Allowance, /) -> None:
        """Say what an actor may use."""
        ...

    async def allowance(self, workspace: str, actor: str, /) -> tuple[Allowance, Used]:
        """What an actor, or with no name the workspace, may use, and what of it is used."""
        ...


class Records(Protocol):
    """What is kept of finished runs."""

    async def fetch(self, workspace: str, id: str, /) -> Record:
        """The record of this name."""
        ...

    async def newest(self, workspace: str, after: str, limit: int, /) -> Sequence[Listed]:
        """Records, the newest first, erased ones too; those behind this one, or from the first on."""
        ...

    async def erase(self, workspace: str, id: str, /) -> bool:
        """Erase a record with its tape; whether there was one."""
        ...

    async def replay(self, workspace: str, id: str, /) -> Replayed:
        """Run a record again on its tape; raises unless it comes out the same."""
        ...

    async def why(self, workspace: str, id: str, /) -> tuple[Record, Sequence[Step]]:
        """A record, and the path from its evidence to its verdict."""
        ...


class DocumentShelf(Protocol):
    """The documents of workspaces."""

    async def put(self, workspace: str, documents: Sequence[Document], /) -> Sequence[PutOutcome | Refused]:
        """Put documents into the store; what became of each, in their order."""
        ...

    async def listed(self, workspace: str, after: int, limit: int, /) -> Sequence[Shelved]:
        """The documents behind this number, in the order in which they were put."""
        ...

    async def erase(self, workspace: str, digest: str, /) -> int:
        """Erase a document; how many copies there were."""
        ...

    async def generations(self, workspace: str, /) -> Sequence[Generation]:
        """The collections that a workspace can see, and their generations."""
        ...


class Machine(Protocol):
    """What the service stands on."""

    async def store(self) -> StoreState:
        """What the store is like."""
        ...

    async def models(self) -> Sequence[Examination]:
        """The models that runs are made with."""
        ...


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things are waited for, in seconds."""

    heartbeat: float = 15.0  # between two signs of life of a stream in which nothing happens
    answer: float = 120.0  # for a run that is waited for
    look: float = 5.0  # for what the service stands on, when its state is asked for


@dataclass(frozen=True, slots=True)
class Backend:
    """Everything behind the doors."""

    desk: JobDesk
    access: Access
    records: Records
    shelves: DocumentShelf
    machine: Machine
    clock: Clock
    workspace: str = "default"  # of those who come without a key, where they may
    web: bool = False  # whether a search of the web is configured
    pace: Pace = field(default_factory=Pace)
    closing: asyncio.Event = field(default_factory=asyncio.Event)  # set when the server is to end: streams end by themselves
