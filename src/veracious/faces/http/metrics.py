"""`/metrics`: what the service does, in numbers that Prometheus reads. No label tells of a workspace or of what was asked."""

from collections.abc import Collection

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.job import Workload
from veracious.faces.http import health
from veracious.faces.http.backend import Backend
from veracious.faces.http.routes import Visiting, needs, router

METHODS = frozenset(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"))
OTHER = "other"
UNMATCHED = "unmatched"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)

routes = router("standing")


class Counts:
    """The numbers of one app, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        named = ("route", "method", "status")
        self._requests = Counter("veracious_http_requests", "Requests that were answered.", named, registry=self.registry)
        self._seconds = Histogram(
            "veracious_http_request_seconds", "How long an answer took.", ("route", "method"), registry=self.registry, buckets=SECONDS
        )
        self._jobs = Gauge("veracious_jobs", "Jobs that are not finished.", ("queue", "state"), registry=self.registry)
        self._waiting = Gauge(
            "veracious_queue_oldest_seconds",
            "For how long the oldest job has waited that nobody has begun.",
            ("queue",),
            registry=self.registry,
        )
        self._workers = Gauge("veracious_workers", "Workers that told lately that they live.", registry=self.registry)
        self._degraded = Gauge(
            "veracious_degraded", "Whether the service is degraded for this reason.", ("reason",), registry=self.registry
        )
        self._store = Gauge("veracious_store_up", "Whether the store answers soon.", registry=self.registry)

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count an answer; what no route matched is counted together, so that nobody can make up labels."""
        self._requests.labels(route or UNMATCHED, verb(method), str(status)).inc()
        self._seconds.labels(route or UNMATCHED, verb(method)).observe(seconds)

    def take(self, backend: Backend, found: Workload | None, reasons: Collection[str]) -> None:
        """Take in what stands in the queues at this moment, and why the service is degraded."""
        for reason in app.health.REASONS:
            self._degraded.labels(reason).set(reason in reasons)
        self._jobs.clear()
        self._waiting.clear()
        for queue in found.queues if found else ():
            self._waiting.labels(queue).set(found.waiting.get(queue, 0.0) if found else 0.0)
        self._store.set(found is not None)
        self._workers.set(len(health.awake(backend, found)))
        for queue, states in found.queues.items() if found else ():
            for state, jobs in states.items():
                self._jobs.labels(queue, state).set(jobs)


def verb(method: str) -> str:
    """The method of a request; what is none has one name."""
    return method if method in METHODS else OTHER


@routes.get(
    "/metrics",
    operation_id="get_metrics",
    response_class=Response,
    responses={200: {"description": "Metrics in Prometheus text.", "content": {"text/plain": {"schema": {"type": "string"}}}}},
    summary="See the numbers",
)
@needs(Grant.OPERATOR)
async def metrics(visit: Visiting) -> Response:
    """The numbers, as text; they are told within a second, also while the store does not answer."""
    counts: Counts = visit.request.app.state.counts
    found = await health.standing(visit.request)
    reasons = (app.health.STORE,) if found is None else await health.look(visit.backend, visit.backend.pace.scrape, found)
    counts.take(visit.backend, found, reasons)
    return Response(generate_latest(counts.registry), media_type=CONTENT_TYPE_LATEST)
