"""Where a workspace is told that a job has ended, and what it is still to be told.

A delivery is written in the transaction that finishes its job (`note_end`), and is gone in the one that says it was taken.
"""

from collections.abc import Sequence
from datetime import timedelta

from veracious.adapters.access import secrets
from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Database, Row, Transaction
from veracious.adapters.postgres.queue_pause import WEBHOOKS
from veracious.adapters.threads import in_thread
from veracious.domain.errors import SettingsInvalid
from veracious.domain.job import Job
from veracious.domain.webhook import Delivery, DeliveryPauses, WaitingWebhook, Webhook
from veracious.ports import Clock

NAME = "webhook"  # of the secret among those that a workspace has under seal
TROUBLE_CHARS = 300


def note_end(tx: Transaction, job: Job) -> None:
    """Write down that the webhook of the workspace, if it has one, is to be told of a job that ends in this transaction."""
    said = {"job": job.id, "kind": job.kind.value, "outcome": job.outcome, "at": job.finished_at}
    tx.tell("delivery_put", **said, notice=WEBHOOKS)


class PostgresWebhooks:
    """The webhooks of all workspaces, each behind its own wall."""

    def __init__(self, database: Database, secret: str, clock: Clock) -> None:
        self._database, self._secret, self._clock = database, secret, clock

    @in_thread
    def put(self, workspace: str, address: str) -> tuple[Webhook, str]:
        """Tell this address from now on, with a new secret, which is told this once; what waits for the one before goes there, too."""
        secret, now = secrets.make_signing_secret(), self._clock.now()
        sealed = secrets.seal(self._secret, workspace, NAME, secret)
        with self._database.transaction(workspace) as tx:
            kept = {"address": address, "sealed": sealed.content, "nonce": sealed.nonce, "at": now}
            tx.tell("webhook_put", workspace=str(tx.workspace), **kept)
        return Webhook(address, now), secret

    @in_thread
    def get(self, workspace: str) -> Webhook | None:
        """The webhook of a workspace, and how it fares."""
        with self._database.transaction(workspace) as tx:
            row = tx.one("webhook_get")
        return None if row is None else Webhook(**row)

    @in_thread
    def remove(self, workspace: str) -> bool:
        """Tell nobody any more, what waits neither; whether there was one."""
        with self._database.transaction(workspace) as tx:
            return tx.do("webhook_remove") > 0

    @in_thread
    def waiting(self) -> Sequence[WaitingWebhook]:
        """The workspaces whose webhooks are still to be told something, the one that is due first first."""
        with self._database.outside() as tx:
            return tuple(WaitingWebhook(row["workspace"], row["seconds"], row["waited"]) for row in tx.rows("webhooks_waiting"))

    def outbox(self, workspace: str, lease: timedelta) -> "PostgresOutbox":
        """What is still to be told to one; whoever claims a delivery has it for so long."""
        return PostgresOutbox(self._database, workspace, self._secret, lease)


class PostgresOutbox:
    """The `Outbox` of one workspace."""

    def __init__(self, database: Database, workspace: str, secret: str, lease: timedelta) -> None:
        self._database, self._workspace, self._secret, self._lease = database, workspace, secret, lease

    @in_thread
    def claim(self) -> Delivery | None:
        """The delivery that is due first; none: nothing is due, or somebody else is sending."""
        with self._database.transaction(self._workspace) as tx:
            row = tx.one("delivery_claim", lease=self._lease)
        if row is None:
            return None
        about = {name: row[name] for name in ("job", "kind", "outcome", "finished_at", "address", "tries", "failures")}
        return Delivery(self._workspace, **about, secret=self._opened(row))

    @in_thread
    def taken(self, delivery: Delivery) -> None:
        """The receiver has it."""
        with self._database.transaction(self._workspace) as tx:
            tx.tell("delivery_end", job=delivery.job)
            tx.tell("webhook_told")

    @in_thread
    def failed(self, delivery: Delivery, trouble: str, pauses: DeliveryPauses, patience: timedelta) -> Sequence[str]:
        """It has it not: both wait; the jobs whose deliveries were given up because they waited for too long."""
        with self._database.transaction(self._workspace) as tx:
            tx.tell("delivery_postpone", job=delivery.job, pause=timedelta(seconds=pauses.delivery))
            given_up = [row["job"] for row in tx.rows("delivery_give_up", patience=patience)]
            said = {"trouble": rows.clean(trouble)[:TROUBLE_CHARS], "given_up": len(given_up)}
            tx.tell("webhook_failed", rest=timedelta(seconds=pauses.webhook), **said)
        return given_up

    def _opened(self, row: Row) -> str:
        """The secret; empty where it was sealed under another, which is no reason to drop what is signed with it."""
        try:
            return secrets.unseal(self._secret, self._workspace, NAME, secrets.Sealed(bytes(row["sealed"]), bytes(row["nonce"])))
        except SettingsInvalid:
            return ""
