"""A collector of OpenTelemetry on loopback: what is sent there over OTLP/HTTP is kept as plain spans."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import KeyValue

OFTEN_S = 0.1
ERROR = 2  # the status of a span that failed


@dataclass(frozen=True, slots=True)
class Span:
    """A span as it was sent."""

    service: str
    name: str
    id: str
    parent: str
    trace: str
    status: int
    message: str
    events: int
    attributes: Mapping[str, object]


class Collector:
    """What was sent so far."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.spans: list[Span] = []
        self.bodies: list[bytes] = []

    def wait(self, enough: Callable[[Sequence[Span]], bool], seconds: float = 30.0) -> Sequence[Span]:
        """The spans once they are enough, or after so long."""
        until = time.monotonic() + seconds
        while not enough(self.spans) and time.monotonic() < until:
            time.sleep(OFTEN_S)
        return list(self.spans)

    def take(self, body: bytes) -> None:
        """Keep what a request brought."""
        self.bodies.append(body)
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            service = str(_values(resource.resource.attributes)["service.name"])
            for span in (span for scope in resource.scope_spans for span in scope.spans):
                ids = span.span_id.hex(), span.parent_span_id.hex(), span.trace_id.hex()
                status = span.status.code, span.status.message
                self.spans.append(Span(service, span.name, *ids, *status, len(span.events), _values(span.attributes)))


@contextmanager
def collector() -> Iterator[Collector]:
    """A collector for as long as the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.take(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made = Collector(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _values(told: Sequence[KeyValue]) -> dict[str, object]:
    return {one.key: getattr(one.value, str(one.value.WhichOneof("value"))) for one in told}
