"""Where a workspace is told that a job has ended, and what it is told."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that is told when a job of the workspace has ended, and how that goes."""

    address: str
    set_at: datetime
    waiting: int = 0  # ends of jobs that it is still to be told
    oldest_at: datetime | None = None  # when the first of them was
    next_at: datetime | None = None  # before it nothing is sent, after a failure
    failures: int = 0  # in a row
    trouble: str = ""  # of the last, empty after a success
    told_at: datetime | None = None  # the last time it took a delivery
    given_up: int = 0  # deliveries that it never took


@dataclass(frozen=True, slots=True)
class Delivery:
    """The end of a job, as a webhook is to be told of it."""

    workspace: str
    job: str
    kind: str
    outcome: str
    finished_at: datetime
    address: str
    secret: str = field(repr=False)  # that it is signed with; empty when what is kept of it cannot be opened
    tries: int = 0  # before this one, that failed
    failures: int = 0  # of the webhook, in a row

    @property
    def id(self) -> str:
        """The same at every try, so that a receiver can drop what comes twice: a job ends once."""
        return f"finished-{self.job}"


@dataclass(frozen=True, slots=True)
class DeliveryAttempt:
    """What came of sending a delivery."""

    status: int = 0  # of the answer; 0: there was none
    trouble: str = ""  # why there was none, or which other than from 200 to 299 it was

    @property
    def is_taken(self) -> bool:
        """Whether the receiver has it."""
        return not self.trouble


@dataclass(frozen=True, slots=True)
class WaitingWebhook:
    """A workspace whose webhook is still to be told something."""

    workspace: str
    seconds: float  # until the next delivery may be sent; nothing or less: now
    waited: float  # since the oldest was written, in seconds


@dataclass(frozen=True, slots=True)
class DeliveryPauses:
    """How long is waited after a delivery that was not taken, in seconds."""

    delivery: float  # until it is sent again
    webhook: float  # until anything is sent there
