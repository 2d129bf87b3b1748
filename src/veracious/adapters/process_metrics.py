"""The figures of one worker in Prometheus text: how long jobs, ports and models take, how they fail, what is recorded, what waits.

A label is one of a list that is in the code: a kind of job, a queue, a port, a model's role, the name of an error. None tells of a
workspace or of what was asked.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server
from prometheus_client.core import GaugeMetricFamily

from veracious.adapters import telemetry
from veracious.domain import errors
from veracious.domain.errors import VeraciousError
from veracious.domain.job import Ended, Job
from veracious.domain.verdict import Outcome
from veracious.ports import TOOL_ROLES

JOB_SECONDS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 900.0)
PORT_SECONDS = (0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
DELIVERY_RESULTS = ("taken", "failed", "given_up")
OTHER = "other"
PORTS = frozenset(role.name for role in TOOL_ROLES)
MODELS = frozenset(("embedder", "judge", "relevance"))
ERRORS: Mapping[str, type[VeraciousError]] = {
    name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, VeraciousError)
}
SENTENCES = sorted(((str(kind()), name) for name, kind in ERRORS.items()), key=lambda one: -len(one[0]))  # the longest first

PoolState = Mapping[str, int]


class WorkerMetrics:
    """The numbers of this process, in a registry of their own."""

    def __init__(self, pool: Callable[[], PoolState]) -> None:
        self.registry = CollectorRegistry()
        own: dict[str, Any] = {"registry": self.registry}
        self._jobs = Histogram(
            "veracious_job_seconds", "From the first start of a job to its end.", ("kind", "outcome"), buckets=JOB_SECONDS, **own
        )
        self._waited = Histogram(
            "veracious_job_wait_seconds", "From handing a job in to its first start.", ("kind",), buckets=JOB_SECONDS, **own
        )
        self._failed = Counter("veracious_job_failures", "Jobs that failed, by their cause.", ("kind", "cause"), **own)
        self._retries = Counter("veracious_retries", "Jobs begun again, and requests to a language model made again.", ("what",), **own)
        self._running = Gauge("veracious_jobs_running", "Jobs that run here.", **own)
        self._ports = Histogram("veracious_port_seconds", "How long runs waited for a port.", ("port",), buckets=PORT_SECONDS, **own)
        self._port_failures = Counter("veracious_port_failures", "Calls of ports that failed.", ("port", "error"), **own)
        self._models = Counter("veracious_model_seconds", "Seconds of threads in models on this machine.", ("model",), **own)
        self._recorded = Counter("veracious_recorded_answers", "Answers of ports that were put on recordings.", ("port",), **own)
        self._bytes = Counter("veracious_recorded_bytes", "The size of these answers before they are packed.", **own)
        self._replayed = Counter("veracious_replayed_answers", "Answers that were taken from a recording.", ("port",), **own)
        self._deliveries = Counter("veracious_webhook_deliveries", "Deliveries to webhooks, by what came of them.", ("result",), **own)
        for result in DELIVERY_RESULTS:
            self._deliveries.labels(result)
        self._undelivered = Gauge("veracious_webhook_oldest_seconds", "For how long the oldest delivery to a webhook has waited.", **own)
        self._seen = Gauge("veracious_worker_seen_timestamp_seconds", "When this worker last told the store that it lives.", **own)
        self.registry.register(Pool(pool))
        ProcessCollector(registry=self.registry)

    @contextmanager
    def call(self, kind: str, name: str, method: str, provider: str) -> Iterator[None]:
        """A call of a port or a model."""
        began = time.perf_counter()
        try:
            yield
        except VeraciousError as failed:
            self._failure(kind, name, known(failed))
            raise
        except Exception:
            self._failure(kind, name, OTHER)
            raise
        finally:
            seconds = time.perf_counter() - began
            if kind == telemetry.PORT:
                self._ports.labels(port(name)).observe(seconds)
            elif kind == telemetry.MODEL:
                self._models.labels(name if name in MODELS else OTHER).inc(seconds)

    def count(self, what: str, name: str, amount: float) -> None:
        """Something happened so many times."""
        if what == telemetry.RECORDED:
            self._recorded.labels(port(name)).inc(amount)
        elif what == telemetry.RECORDED_BYTES:
            self._bytes.inc(amount)
        elif what == telemetry.REPLAYED:
            self._replayed.labels(port(name)).inc(amount)
        elif what == telemetry.RETRIED:
            self._retries.labels(name if name == "language_model" else OTHER).inc(amount)

    def begun(self) -> None:
        """A job has its turn here."""
        self._running.inc()

    def left(self) -> None:
        """A job is over here, however it ended."""
        self._running.dec()

    def started(self, job: Job) -> None:
        """A job was begun, or is gone on with."""
        if job.tries > 1:
            self._retries.labels("job").inc()
        elif job.begun_at is not None:
            self._waited.labels(job.kind.value).observe(max(0.0, (job.begun_at - job.made_at).total_seconds()))

    def ended(self, job: Job, ended: Ended, seconds: float) -> None:
        """A job was finished."""
        self._jobs.labels(job.kind.value, ended.outcome.value).observe(max(0.0, seconds))
        if ended.outcome is Outcome.FAILED:
            self._failed.labels(job.kind.value, cause(ended.cause)).inc()

    def delivered(self, result: str, many: int = 1) -> None:
        """Webhooks took so many deliveries, or did not, or were told no more."""
        self._deliveries.labels(result).inc(many)

    def webhooks_waited(self, seconds: float) -> None:
        """The oldest delivery of all workspaces has waited so long; none: there is none."""
        self._undelivered.set(seconds)

    def seen(self) -> None:
        """The store was told that this worker lives."""
        self._seen.set_to_current_time()

    def serve(self, host: str, port: int) -> Callable[[], None]:
        """Tell the numbers on a port of this machine; what is given back ends it."""
        server, thread = start_http_server(port, host, self.registry)

        def close() -> None:
            server.shutdown()
            server.server_close()
            thread.join(1.0)

        return close

    def _failure(self, kind: str, name: str, error: str) -> None:
        if kind == telemetry.PORT:
            self._port_failures.labels(port(name), error).inc()


class Pool:
    """The connections to the store, as they are when somebody looks."""

    def __init__(self, state: Callable[[], PoolState]) -> None:
        self._state = state

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The figures of this moment."""
        state = self._state()
        connections = GaugeMetricFamily("veracious_pool_connections", "Connections to the store.", labels=("state",))
        for name in ("open", "free", "most"):
            connections.add_metric((name,), state.get(name, 0))
        yield connections
        yield GaugeMetricFamily("veracious_pool_waiting", "Who waits for a connection to the store.", value=state.get("waiting", 0))


def port(name: str) -> str:
    """The name of a port without its number: `finder 2` is a finder."""
    bare = name.rstrip("0123456789").strip()
    return bare if bare in PORTS else OTHER


def known(failed: BaseException) -> str:
    """The name of an error, the nearest that the tree of errors has; every other has one name, so that nobody can make up labels."""
    return next((kind.__name__ for kind in type(failed).__mro__ if ERRORS.get(kind.__name__) is kind), OTHER)


def cause(told: str) -> str:
    """The error that a cause was written from: it begins with the sentence of its class."""
    return next((name for sentence, name in SENTENCES if told.startswith(sentence)), OTHER)
