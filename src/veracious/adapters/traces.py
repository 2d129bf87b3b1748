"""Spans of what this process does, sent by OpenTelemetry to a collector: a request, the job that it hands in, every call that these make.

A span is told names, ids, numbers and the class of an error: never a text, an address of a page or a key. The tracer is our own and not the
library's global one, since what other libraries tell of themselves may hold what a tenant asked. A call outside of a request and of a job
is no span: what a worker does for itself, every two seconds, would be a trace each time.
"""

import asyncio
import atexit
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from veracious.adapters.process_metrics import known, port
from veracious.adapters.telemetry import ADAPTER, PORT, REPLAY, REQUEST, JobSpan, RequestSpan, Tracing
from veracious.domain.job import Ended, Job
from veracious.domain.verdict import Outcome

CLOSE_SECONDS = 5.0  # in which a process that ends may send what it still has
ANSWERED, CANCELLED = "answered", "cancelled"  # how a call ended, when no error ended it
KINDS: Mapping[str, SpanKind] = {
    PORT: SpanKind.INTERNAL,
    REPLAY: SpanKind.INTERNAL,
    ADAPTER: SpanKind.INTERNAL,
    REQUEST: SpanKind.CLIENT,
}
SERVER_ERROR = 500
HEADER = "traceparent"
_W3C = TraceContextTextMapPropagator()


def exporting(part: str) -> TracerProvider:
    """What makes spans and sends them to the collector that the standard variables of OpenTelemetry name."""
    about = Resource({"service.name": f"veracious-{part}"}).merge(OTELResourceDetector().detect())
    exporter = OTLPSpanExporter()
    made = TracerProvider(resource=about, shutdown_on_exit=False)
    made.add_span_processor(BatchSpanProcessor(exporter))

    def close() -> None:
        late = threading.Timer(CLOSE_SECONDS, exporter.shutdown)  # a collector that does not answer keeps no process from its end
        late.daemon = True
        late.start()
        made.shutdown()
        late.cancel()

    atexit.register(close)
    return made


class Traces(Tracing):
    """Who opens and ends the spans of this process."""

    def __init__(self, provider: TracerProvider) -> None:
        self._tracer = provider.get_tracer("veracious")

    @contextmanager
    def request(self, traceparent: str) -> Iterator[RequestSpan]:
        """What stands around a request; the caller's own trace goes on in it."""
        with self._span("request", SpanKind.SERVER, {}, _W3C.extract({HEADER: traceparent})) as span:
            yield _RequestSpan(span)

    @contextmanager
    def job(self) -> Iterator[JobSpan]:
        """What stands around a job."""
        span = _JobSpan(self._tracer)
        try:
            yield span
        finally:
            span.close()

    @contextmanager
    def call(self, kind: str, name: str, method: str, provider: str) -> Iterator[None]:
        """A call that a request or a job makes."""
        if kind not in KINDS or not trace.get_current_span().get_span_context().is_valid:
            yield
            return
        told: dict[str, str | bool] = {"veracious.call": kind, "veracious.method": method}
        if kind in (PORT, REPLAY):
            told |= {"veracious.port": port(name), "veracious.replayed": kind == REPLAY}
        if provider:
            told["veracious.provider"] = provider
        with self._span(f"{name} {method}", KINDS[kind], told) as span:
            yield
            span.set_attribute("veracious.outcome", ANSWERED)

    def count(self, what: str, name: str, amount: float) -> None:
        """Nothing: what is counted is told by the metrics."""

    @contextmanager
    def _span(self, name: str, kind: SpanKind, told: Mapping[str, str | bool], within: Context | None = None) -> Iterator[Span]:
        """A span that notes how it ended by the class of an error alone: the library would write down its words."""
        opened = self._tracer.start_as_current_span(name, within, kind, told, record_exception=False, set_status_on_exception=False)
        with opened as span:
            try:
                yield span
            except BaseException as failed:
                _fail(span, failed)
                raise


class _RequestSpan(RequestSpan):
    """A request in a trace."""

    def __init__(self, span: Span) -> None:
        self._span = span
        carried: dict[str, str] = {}
        _W3C.inject(carried)
        self.traceparent = carried.get(HEADER, "")

    def answered(self, method: str, route: str, status: int, ids: Mapping[str, str]) -> None:
        """How it ended, and which request it was, of which workspace."""
        self._span.update_name(f"{method} {route}".strip())
        self._span.set_attributes({"http.request.method": method, "http.route": route, "http.response.status_code": status})
        self._span.set_attributes({f"veracious.{name}": value for name, value in ids.items()})
        if status >= SERVER_ERROR or not status:
            self._span.set_status(Status(StatusCode.ERROR))


class _JobSpan(JobSpan):
    """A job in a trace: that of the request that handed it in, which the job carries."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self._entered = ExitStack()
        self._span: Span = trace.INVALID_SPAN

    def begun(self, job: Job) -> None:
        """The job begins; what it calls from now on is part of it."""
        told = {"job": job.id, "kind": job.kind.value, "workspace": job.workspace, "request_id": job.request_id, "tries": job.tries}
        within = _W3C.extract({HEADER: job.traceparent}, Context())
        attributes = {f"veracious.{name}": value for name, value in told.items()}
        self._span = self._tracer.start_span(f"job {job.kind.value}", within, SpanKind.CONSUMER, attributes)
        self._entered.enter_context(trace.use_span(self._span, end_on_exit=True, record_exception=False, set_status_on_exception=False))

    def failed(self, error: Exception) -> None:
        """An error ended it."""
        _fail(self._span, error)

    def ended(self, ended: Ended) -> None:
        """It was finished."""
        self._span.set_attribute("veracious.outcome", ended.outcome.value)
        if ended.outcome is Outcome.FAILED:
            self._span.set_status(Status(StatusCode.ERROR))

    def close(self) -> None:
        """End the span."""
        self._entered.close()


def _fail(span: Span, failed: BaseException) -> None:
    """Note the class of an error; what was called off is none."""
    if isinstance(failed, asyncio.CancelledError | GeneratorExit):
        span.set_attribute("veracious.outcome", CANCELLED)
        return
    error = known(failed)
    span.set_attributes({"veracious.outcome": error, "error.type": error})
    span.set_status(Status(StatusCode.ERROR))
