"""What a span tells of a call, whose child it is, and that no word of anybody is in it."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from tests.contracts.samples import query
from veracious.adapters import tape, telemetry
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.tape import MemoryTape
from veracious.adapters.models.endpoint import Unsent
from veracious.adapters.threads import in_thread
from veracious.adapters.traces import Traces
from veracious.domain.errors import SettingsInvalid, TracesMissing
from veracious.domain.job import Ended, Job, JobState, Kind
from veracious.domain.verdict import Outcome
from veracious.ports import WebSearch
from veracious.rules.reading.lexicon import Lexicon
from veracious.wiring import service

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
UNSAMPLED = CALLER[:-1] + "0"
SECRET = "the words of somebody"  # noqa: S105
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def exported() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def traces(exported: InMemorySpanExporter) -> Iterator[Traces]:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exported))
    made = Traces(provider)
    end = telemetry.watch(made)
    yield made
    end()


def job(traceparent: str = "") -> Job:
    return Job("j", "alpha", Kind.CHECK, JobState.RUNNING, NOON, tries=2, request_id="r", traceparent=traceparent)


def named(exported: InMemorySpanExporter, name: str) -> ReadableSpan:
    (found,) = [one for one in exported.get_finished_spans() if one.name == name]
    return found


def told(span: ReadableSpan) -> dict[str, object]:
    return dict(span.attributes or {})


def test_a_call_that_fails_tells_the_class_of_its_error_and_not_a_word(traces: Traces, exported: InMemorySpanExporter) -> None:
    """A class of ours is told by the nearest name in the tree of errors, every other as `other`."""
    with traces.request(""):
        for error in (Unsent(SECRET), ValueError(SECRET)):
            with suppress(type(error)), telemetry.call(telemetry.PORT, "spare 1", "search", "brave"):
                raise error
    first, second = (one for one in exported.get_finished_spans() if one.name == "spare 1 search")
    assert [told(one)["error.type"] for one in (first, second)] == ["SourceUnavailable", "other"]
    assert told(first)["veracious.port"] == "spare"
    assert first.status.status_code is StatusCode.ERROR
    assert not first.events
    assert SECRET not in first.to_json() + second.to_json()


def test_a_call_that_is_called_off_is_no_error(traces: Traces, exported: InMemorySpanExporter) -> None:
    async def call() -> None:
        with telemetry.call(telemetry.PORT, "door", "read"):
            await asyncio.sleep(10)

    async def cancelled() -> None:
        with traces.request(""):
            running = asyncio.create_task(call())
            await asyncio.sleep(0)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    asyncio.run(cancelled())
    span = named(exported, "door read")
    assert told(span)["veracious.outcome"] == "cancelled"
    assert span.status.status_code is StatusCode.UNSET


def test_an_answer_from_the_tape_says_so(traces: Traces, exported: InMemorySpanExporter, lexicon: Lexicon) -> None:
    kept = tape.RecordedAnswers(MemoryTape(), MemoryBlobs())

    async def asked_twice() -> None:
        search = tape.record(MemoryWeb({}, lexicon), WebSearch, "search", kept, "brave")
        with traces.request(""):
            for _ in range(2):
                await search.search(query(SECRET), 3)

    asyncio.run(asked_twice())
    spans = [one for one in exported.get_finished_spans() if one.name == "search search"]
    assert [told(one)["veracious.replayed"] for one in spans] == [False, True]
    assert {told(one)["veracious.provider"] for one in spans} == {"brave"}
    assert SECRET not in "".join(one.to_json() for one in exported.get_finished_spans())


def test_what_blocks_a_thread_is_a_span_of_whoever_waits_for_it(traces: Traces, exported: InMemorySpanExporter) -> None:
    class PostgresThings:
        @in_thread
        def put(self) -> None:
            """Put."""

    async def put() -> None:
        await PostgresThings().put()  # nobody's: no span
        with traces.request(""):
            await PostgresThings().put()

    asyncio.run(put())
    request, span = named(exported, "request"), named(exported, "PostgresThings put")
    assert span.parent is not None
    assert span.parent.span_id == request.context.span_id


def test_a_job_is_in_the_trace_of_the_request_that_handed_it_in(traces: Traces, exported: InMemorySpanExporter) -> None:
    with traces.request(CALLER) as request:
        request.answered("POST", "/v1/checks", 202, {"job": "j"})
    with traces.job() as run:
        run.begun(job(request.traceparent))
        with telemetry.call(telemetry.PORT, "judge", "judge"):
            pass
        run.failed(ValueError(SECRET))
        run.ended(Ended(Outcome.FAILED, SECRET))
    asked, span, call = named(exported, "POST /v1/checks"), named(exported, "job check"), named(exported, "judge judge")
    assert {f"{one.context.trace_id:032x}" for one in (asked, span, call)} == {CALLER.split("-")[1]}
    assert span.parent is not None
    assert call.parent is not None
    assert (span.parent.span_id, call.parent.span_id) == (asked.context.span_id, span.context.span_id)
    assert (told(span)["veracious.tries"], told(span)["veracious.outcome"]) == (2, "failed")
    assert span.status.status_code is StatusCode.ERROR
    assert SECRET not in span.to_json()


def test_a_caller_that_wants_no_trace_gets_none(traces: Traces, exported: InMemorySpanExporter) -> None:
    with traces.request(UNSAMPLED) as request:
        pass
    with traces.job() as run:
        run.begun(job(request.traceparent))
    assert request.traceparent.endswith("-00")
    assert not exported.get_finished_spans()


@pytest.mark.parametrize("brought", ["", "x", CALLER.replace("4bf9", "zzzz"), "00-" + "0" * 32 + "-00f067aa0ba902b7-01", CALLER * 50])
def test_a_trace_that_is_none_is_not_gone_on_with(brought: str, traces: Traces, exported: InMemorySpanExporter) -> None:
    with traces.request(brought) as request:
        pass
    assert named(exported, "request").parent is None
    assert len(request.traceparent) == len(CALLER)


def test_a_job_that_is_not_begun_is_no_span(traces: Traces, exported: InMemorySpanExporter) -> None:
    """It was finished before, or is gone."""
    with traces.job():
        pass
    assert not exported.get_finished_spans()


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda address: monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)


def test_without_a_collector_nothing_is_traced_or_imported(collector: Callable[[str], None]) -> None:
    collector("")
    assert service.traces("api") is service.UNTRACED


def test_what_is_missing_is_told_with_what_to_install(collector: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    collector("http://127.0.0.1:4318")
    monkeypatch.delitem(sys.modules, "veracious.adapters.traces", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(TracesMissing, match=r"pip install \"veracious\[traces\]\""):
        service.has_traces()


def test_an_address_that_is_none_is_refused(collector: Callable[[str], None]) -> None:
    collector("127.0.0.1:4318")
    with pytest.raises(SettingsInvalid, match="OTEL_EXPORTER_OTLP_ENDPOINT"):
        service.has_traces()
