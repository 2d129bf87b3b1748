"""Who asks, and what they may do."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

PERSON = "person:"  # before the name of somebody, where a key would have its id


class Grant(StrEnum):
    """What a key allows; each allows what stands before it, too."""

    READ = "read"  # reports, records, events, collections
    VERIFY = "verify"  # hand in and cancel jobs
    WRITE = "write"  # put and erase documents
    REVIEW = "review"  # see the queue; a person signs, changes, returns and publishes verdicts
    ADMIN = "admin"  # keys, people, provider keys, allowances
    OPERATOR = "operator"  # what the whole service does, for those who run it

    def allows(self, other: "Grant") -> bool:
        """Whether whoever has this one may do what the other names."""
        order = list(Grant)
        return order.index(self) >= order.index(other)


class Rank(StrEnum):
    """What a person may do once signed in."""

    READER = "reader"
    CHECKER = "checker"
    REVIEWER = "reviewer"
    ADMIN = "admin"

    @property
    def grant(self) -> Grant:
        """The same as a key would say it."""
        return {Rank.READER: Grant.READ, Rank.CHECKER: Grant.WRITE, Rank.REVIEWER: Grant.REVIEW, Rank.ADMIN: Grant.ADMIN}[self]


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever asks: in which workspace, as whom, and with what they are allowed."""

    workspace: str
    actor: str  # the id of a key, or `person:` and a name; empty: nobody in particular, on loopback
    grant: Grant

    @property
    def person(self) -> str:
        """The name of the person who asks; empty for a key and for nobody in particular."""
        return self.actor.removeprefix(PERSON) if self.actor.startswith(PERSON) else ""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as a list shows it; the key itself is told once, when it is made."""

    id: str
    name: str
    grant: Grant
    made_at: datetime
    used_at: datetime | None = None  # to the hour
    ends_at: datetime | None = None
    revoked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who signs in, with a password or by a provider."""

    name: str
    rank: Rank
    made_at: datetime
    email: str = ""  # that a provider must have verified to sign them in first; empty for a password, or where the subject is known
    subject: str = ""  # the provider's own name for them, once it is known


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """What binds a provider's answer to the browser in which somebody began to sign in. Each is told by chance, and used once."""

    state: str = field(repr=False)  # comes back with the browser
    nonce: str = field(repr=False)  # comes back in the token
    verifier: str = field(repr=False)  # is told to the provider by us alone, when the code is handed in (PKCE)


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody as a provider of sign-ins knows them."""

    issuer: str
    subject: str  # never given to anybody else by this issuer
    email: str = ""
    is_verified: bool = False  # whether the provider says that the e-mail address is theirs


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who has signed in."""

    caller: Caller
    csrf: str  # what every request that changes something must bring along
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody changed who may do what, a rating or how long things are kept, said something of a verdict, or erased a record."""

    number: int  # later ones are greater; not every number is one of the workspace
    at: datetime
    actor: str  # a key, `person:NAME`, `system:USER` of a command, or `database:ROLE`
    action: str  # "key_made", "key_revoked", "provider_key_set", "role_given", "rating_set", "record_erased", "verdict_signed", …
    subject: str  # the key, the provider, the person, the domain, or what is kept
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ProviderKey:
    """That a workspace has a key of its own for a provider; the key itself is never told."""

    provider: str
    set_at: datetime
