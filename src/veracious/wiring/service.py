"""What only the service has: the queues, whoever hands a job in, whoever runs it."""

import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from veracious import wiring
from veracious.adapters import telemetry
from veracious.adapters.store_retry import insist
from veracious.adapters.telemetry import JobSpan as JobSpan
from veracious.adapters.telemetry import RequestSpan as RequestSpan
from veracious.adapters.telemetry import Tracing as Tracing
from veracious.domain.errors import SettingsInvalid, TracesMissing
from veracious.flow.run import Engine
from veracious.ports import FeedbackBox, ReviewLog

if TYPE_CHECKING:
    from veracious.adapters.durable import DurableQueue, Errands, Lane, Perform, Round
    from veracious.adapters.postgres.batches import PostgresBatches
    from veracious.adapters.postgres.jobs import PostgresJobs, WorkerId
    from veracious.adapters.postgres.notifications import JobNotifications
    from veracious.adapters.postgres.record_search import PostgresRecordSearch
    from veracious.adapters.postgres.webhooks import PostgresWebhooks
    from veracious.adapters.postgres.workers import WorkerRegistry
    from veracious.adapters.process_metrics import WorkerMetrics
    from veracious.adapters.web.http_client import PublicHttpClient
    from veracious.adapters.web.webhook import WebhookSender

LOCAL_QUEUE, MODEL_QUEUE, INGEST_QUEUE = "local", "model", "ingest"  # and `wiring.WEB_QUEUE`, by what bounds their jobs
TRACES = "OTEL_EXPORTER_OTLP_ENDPOINT"  # the setting that switches traces on

UNTRACED = Tracing()


def jobs(workspace: str, worker: "WorkerId | None" = None) -> "PostgresJobs":
    """The jobs of a workspace, as one sees them who hands them in, or this worker."""
    from veracious.adapters.postgres.jobs import PostgresJobs

    return PostgresJobs(wiring.database(), workspace, wiring.clock(), worker)


@cache
def job_notifications() -> "JobNotifications":
    """Who tells this process that something happened to a job."""
    with wiring.installed():
        from veracious.adapters.postgres.notifications import JobNotifications

        return JobNotifications(wiring.addresses().app)


def worker_registry() -> "WorkerRegistry":
    """Which workers live, and what they have begun."""
    from veracious.adapters.postgres.workers import WorkerRegistry

    return WorkerRegistry(wiring.database())


@cache
def worker_metrics() -> "WorkerMetrics":
    """The figures of this worker, which are told of every call from now on."""
    from veracious.adapters.process_metrics import WorkerMetrics

    made = WorkerMetrics(wiring.database().pool)
    telemetry.watch(made)
    return made


def webhooks() -> "PostgresWebhooks":
    """Where workspaces are told that a job has ended, and what they are still to be told."""
    from veracious.adapters.postgres.webhooks import PostgresWebhooks

    return PostgresWebhooks(wiring.database(), wiring.settings().secret.get_secret_value(), wiring.clock())


def review_log(workspace: str) -> ReviewLog:
    """What people say of the verdicts of a workspace."""
    from veracious.adapters.postgres.review_log import PostgresReviewLog

    return PostgresReviewLog(wiring.database(), workspace)


def feedback_box(workspace: str) -> FeedbackBox:
    """What readers say of what a workspace published."""
    from veracious.adapters.postgres.review_log import PostgresFeedback

    return PostgresFeedback(wiring.database(), workspace)


def record_search(workspace: str) -> "PostgresRecordSearch":
    """The records of a workspace, looked for."""
    from veracious.adapters.postgres.record_search import PostgresRecordSearch

    return PostgresRecordSearch(wiring.bare_store(workspace))


def batches(workspace: str) -> "PostgresBatches":
    """Claims that were handed in as tables."""
    from veracious.adapters.postgres.batches import PostgresBatches

    return PostgresBatches(wiring.database(), workspace)


def webhook_client() -> "PublicHttpClient":
    """The way out to webhooks: to public addresses, and to networks that an operator opened."""
    from veracious.adapters.web.http_client import Caps, PublicHttpClient

    chosen = wiring.settings()
    return PublicHttpClient(Caps(seconds=chosen.webhook_seconds), opened=chosen.webhook_networks, webhooks=True)


def webhook_sender() -> "WebhookSender":
    """What signs and sends what webhooks are told."""
    from veracious.adapters.web.webhook import WebhookSender

    return WebhookSender(webhook_client(), wiring.clock())


def has_traces() -> bool:
    """Whether traces are to be sent; an error where they are and cannot be."""
    collector = wiring.settings().traces
    if not collector:
        return False
    if not collector.startswith(("http://", "https://")):
        raise SettingsInvalid(f"{TRACES}: give an address that begins with http:// or https://")
    try:
        import veracious.adapters.traces  # noqa: F401  # whether what it stands on is there
    except ModuleNotFoundError as absent:
        raise TracesMissing(f"{absent.name} is not installed") from absent
    return True


@cache
def traces(part: str) -> Tracing:
    """Where this part of the service, the API or a worker, is traced: nowhere, unless the settings name a collector."""
    if not has_traces():
        return UNTRACED
    from veracious.adapters.traces import Traces, exporting

    made = Traces(exporting(part))
    telemetry.watch(made)
    return made


def worker_id(version: str) -> "WorkerId":
    """A name for a worker of this version that no other has."""
    from veracious.adapters.postgres.jobs import WorkerId

    return WorkerId(wiring.new_id(), version)


def queue(
    worker: "WorkerId", perform: "Perform", rounds: "Sequence[Round]", errands: "Errands", webhooks_wait: Callable[[], None]
) -> "DurableQueue":
    """A worker's end of the queues, which is told as well when a webhook is to be told something."""
    from veracious.adapters.durable import DurableQueue

    return DurableQueue(wiring.addresses().app, worker, queues(), perform, rounds, errands, webhooks_wait)


def scheduled(name: str, cron: str, do: Callable[[], Awaitable[None]]) -> "Round":
    """Something that is done again and again, when a line of cron says."""
    from veracious.adapters.durable import Round

    return Round(name, cron, do)


def queues() -> "tuple[Lane, ...]":
    """The queues and their limits, as the settings have them."""
    from veracious.adapters.durable import Lane

    chosen = wiring.settings()

    def lane(name: str, at_once: int, rate: int) -> Lane:
        return Lane(name, at_once, max(1, at_once - at_once // 4), rate or None)

    return (
        lane(LOCAL_QUEUE, chosen.jobs, 0),
        lane(wiring.WEB_QUEUE, chosen.web_jobs, chosen.web_rate),
        lane(MODEL_QUEUE, chosen.model_jobs, chosen.model_rate),
        Lane(INGEST_QUEUE, 2, 1),
    )


def jobs_at_once() -> int:
    """How many jobs a worker thinks about at once."""
    return wiring.settings().thinking or os.cpu_count() or 1


def retrying(engine: Engine) -> Engine:
    """The engine of a job: what it has of the store asks again where the store is away for a moment."""
    tools = replace(engine.tools, finders=tuple(insist(one) for one in engine.tools.finders), shelf=insist(engine.tools.shelf))
    return replace(engine, tools=replace(tools, remembered=None if tools.remembered is None else insist(tools.remembered)))
