"""What the routes of HTTP call, as roles: the desk for jobs, who may ask, what is kept.

`live_backend` has those of a real service; a test passes its own.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from ipaddress import IPv4Network, IPv6Network
from typing import Protocol

from veracious.domain.access import ApiKey, Caller, Change, Grant, Identity, ProviderKey, Session
from veracious.domain.archive import Listed, Replayed
from veracious.domain.budget import Amount
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.job import Allowance, Job, JobEvent, JobOrder, Kind, Submission, Unfinished, Used, Workload
from veracious.domain.model import Examination
from veracious.domain.record import Record
from veracious.domain.refresh import CollectionAge, RefreshRun
from veracious.domain.standing import OwnRating, Standing
from veracious.domain.store import Generation, HandedIn, Reembedding, Shelved, StoreState
from veracious.domain.webhook import Webhook
from veracious.faces.http.administration import People, Retention
from veracious.faces.http.identity_provider import IdentityProvider
from veracious.faces.http.past_verdicts import PastVerdicts
from veracious.faces.http.review_desk import ReviewDesk
from veracious.ports import Clock
from veracious.rules.explaining.changes import Comparison
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

    async def unfinished(self, workspace: str, /) -> Sequence[Unfinished]:
        """What of a workspace waits and what runs, by kind."""
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

    async def order(self, workspace: str, id: str, /) -> JobOrder:
        """What a job was asked."""
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

    async def service_secret(self) -> bytes:
        """What the service signs with."""
        ...

    async def admit(self, workspace: str, actor: str, /) -> None:
        """Count a request against the limits, or refuse it."""
        ...

    async def sign_in(self, workspace: str, name: str, password: str, address: str, /) -> tuple[str, Session]:
        """The token of a new session, told this once, and the session; tries are counted by the address they come from, too."""
        ...

    async def sign_in_linked(self, workspace: str, identity: Identity, /) -> tuple[str, Session]:
        """The same of whoever a provider of sign-ins says came, if they were added to the workspace."""
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

    async def allowances(self, workspace: str, /) -> Mapping[str, Used]:
        """What each key and each person uses, by actor, where they used something or have a limit."""
        ...


class Records(Protocol):
    """What is kept of finished runs."""

    async def fetch(self, workspace: str, id: str, /) -> Record:
        """The record of this name."""
        ...

    async def newest(self, workspace: str, before: int | None, limit: int, /) -> Sequence[Listed]:
        """Records, the newest first, erased ones too; those before this number, or all."""
        ...

    async def erase(self, workspace: str, id: str, /) -> bool:
        """Erase a record with its tape; whether there was one."""
        ...

    async def spent(self, workspace: str, id: str, /) -> Amount:
        """What a run has used so far, finished or not."""
        ...

    async def replay(self, workspace: str, id: str, /) -> Replayed:
        """Run a record again on its tape; raises unless it comes out the same."""
        ...

    async def why(self, workspace: str, id: str, /) -> tuple[Record, Sequence[Step]]:
        """A record, and the path from its evidence to its verdict."""
        ...

    async def diff(self, workspace: str, first: str, other: str, /) -> Comparison:
        """What changed from one record of a claim to another."""
        ...


class AuditLog(Protocol):
    """Who changed what in a workspace."""

    async def newest(self, workspace: str, before: int | None, limit: int, /) -> Sequence[Change]:
        """Changes, the newest first; those before this number, or all."""
        ...


class Webhooks(Protocol):
    """Where workspaces are told that a job has ended."""

    async def put(self, workspace: str, address: str, /) -> tuple[Webhook, str]:
        """Tell this address from now on; its webhook, and the secret, told this once."""
        ...

    async def get(self, workspace: str, /) -> Webhook | None:
        """The webhook of a workspace, and how it fares."""
        ...

    async def remove(self, workspace: str, /) -> bool:
        """Tell nobody any more; whether there was one."""
        ...


class DocumentShelf(Protocol):
    """The documents of workspaces."""

    async def handed_in(self, workspace: str, job: str, /) -> Sequence[HandedIn]:
        """What was handed in with a job, in its order, and what became of each so far."""
        ...

    async def listed(self, workspace: str, after: int, limit: int, /) -> Sequence[Shelved]:
        """The documents behind this number, in the order in which they were put."""
        ...

    async def open(self, workspace: str, digest: str, /) -> Snapshot:
        """The text of this digest, if the workspace can see it."""
        ...

    async def erase(self, workspace: str, digest: str, /) -> int:
        """Erase a document; how many copies there were."""
        ...

    async def generations(self, workspace: str, /) -> Sequence[Generation]:
        """The collections that a workspace can see, and their generations."""
        ...

    async def switch(self, workspace: str, generation: int, /) -> int | None:
        """Have a generation searched from now on; the one that was before."""
        ...


class News(Protocol):
    """How old the shared collections are, and how they are filled anew."""

    async def ages(self) -> Sequence[CollectionAge]:
        """How old each is, and what went wrong last."""
        ...

    async def ask(self, collection: str, /) -> RefreshRun:
        """Hand in a refresh."""
        ...

    async def newest(self, collection: str, /) -> Sequence[RefreshRun]:
        """The last refreshes of a collection, the newest first."""
        ...


class Sources(Protocol):
    """How publishers stand."""

    async def standing(self, workspace: str, address: str, /) -> Standing:
        """How the publisher of an address stands in a workspace."""
        ...

    async def standings(self, workspace: str, addresses: Sequence[str], /) -> Sequence[Standing]:
        """The same of several."""
        ...

    async def ratings(self, workspace: str, /) -> Sequence[OwnRating]:
        """What a workspace says of sources, by domain."""
        ...

    async def say(self, workspace: str, source: Source, reason: str, /) -> Source:
        """Say how credible a domain is, and why; what was kept."""
        ...

    async def unsay(self, workspace: str, domain: str, /) -> bool:
        """Say nothing more of a domain; whether anything was said."""
        ...


class Machine(Protocol):
    """What the service stands on."""

    async def store(self) -> StoreState:
        """What the store is like."""
        ...

    async def models(self) -> Sequence[Examination]:
        """The models that runs are made with."""
        ...

    async def has_room(self) -> bool:
        """Whether the store has room to write."""
        ...

    async def reembeddings(self, workspace: str | None = None, /) -> Sequence[Reembedding]:
        """The collections that wait for vectors of the embedder in use: all, or those that a workspace sees."""
        ...


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things are waited for, in seconds."""

    heartbeat: float = 15.0  # between two signs of life of a stream in which nothing happens
    answer: float = 120.0  # for a run that is waited for
    look: float = 5.0  # for what the service stands on, when its state is asked for
    scrape: float = 0.4  # for the store, where what is told without it must be told within a second


@dataclass(frozen=True, slots=True)
class Backend:
    """Everything that the routes call."""

    desk: JobDesk
    access: Access
    records: Records
    shelves: DocumentShelf
    sources: Sources
    machine: Machine
    news: News
    clock: Clock
    audit: AuditLog
    webhooks: Webhooks
    reviews: ReviewDesk
    past: PastVerdicts
    people: People
    retention: Retention
    workspace: str = "default"  # of those who come without a key, where they may
    public: str = ""  # the workspace whose published verdicts everybody may read; empty: none
    web: bool = False  # whether a search of the web is configured
    news_hours: float = 48.0  # after which news that were fetched are stale; 0: never
    passwords: bool = True  # whether people sign in with one
    identity_provider: IdentityProvider | None = None  # who signs people in, too; none: nobody else does
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()  # in front of the service, which are believed whom they ask for
    pace: Pace = field(default_factory=Pace)
    streams: Counter[str] = field(default_factory=Counter)  # of events that are followed, by workspace
    closing: asyncio.Event = field(default_factory=asyncio.Event)  # set when the server is to end: streams end by themselves
