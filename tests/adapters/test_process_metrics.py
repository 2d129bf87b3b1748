"""What a worker counts, under which labels, and where it tells it."""

import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from prometheus_client import generate_latest

from veracious.adapters import telemetry
from veracious.adapters.models.endpoint import Unsent
from veracious.adapters.process_metrics import WorkerMetrics, cause, known, port
from veracious.domain.errors import BudgetSpent, SourceUnavailable, StoreUnavailable
from veracious.domain.job import Ended, Job, JobState, Kind
from veracious.domain.verdict import Outcome

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
POOL = {"open": 3, "free": 2, "most": 8, "waiting": 1}


@pytest.fixture
def metrics() -> Iterator[WorkerMetrics]:
    made = WorkerMetrics(lambda: POOL)
    end = telemetry.watch(made)
    yield made
    end()


def text(metrics: WorkerMetrics) -> str:
    return generate_latest(metrics.registry).decode()


def job(tries: int = 1) -> Job:
    return Job("j", "secret-workspace", Kind.CHECK, JobState.RUNNING, NOON, begun_at=NOON + timedelta(seconds=2), tries=tries)


def test_a_job_is_counted_by_kind_outcome_and_cause(metrics: WorkerMetrics) -> None:
    metrics.started(job())
    metrics.started(job(tries=2))
    metrics.ended(job(), Ended(Outcome.COMPLETED), 0.2)
    metrics.ended(job(), Ended(Outcome.FAILED, str(SourceUnavailable("searxng at search.internal"))), 3)
    metrics.ended(job(), Ended(Outcome.FAILED, "The words of somebody"), 3)
    found = text(metrics)
    assert 'veracious_job_wait_seconds_sum{kind="check"} 2.0' in found
    assert 'veracious_retries_total{what="job"} 1.0' in found
    assert 'veracious_job_seconds_count{kind="check",outcome="completed"} 1.0' in found
    assert 'veracious_job_failures_total{cause="SourceUnavailable",kind="check"} 1.0' in found
    assert 'veracious_job_failures_total{cause="other",kind="check"} 1.0' in found
    assert "secret" not in found
    assert "internal" not in found


def test_a_port_is_counted_by_its_name_and_the_name_of_its_error(metrics: WorkerMetrics) -> None:
    with telemetry.call(telemetry.PORT, "spare 1"):
        pass
    for trouble in (StoreUnavailable("db.internal"), RuntimeError("secret")):
        with pytest.raises(type(trouble)), telemetry.call(telemetry.PORT, "spare 1"):
            raise trouble
    found = text(metrics)
    assert 'veracious_port_seconds_count{port="spare"} 3.0' in found
    assert 'veracious_port_failures_total{error="StoreUnavailable",port="spare"} 1.0' in found
    assert 'veracious_port_failures_total{error="other",port="spare"} 1.0' in found


def test_labels_are_of_lists_that_are_in_the_code() -> None:
    assert [port(name) for name in ("finder 0", "finder 12", "judge", "made up", "judge; drop")] == [
        "finder",
        "finder",
        "judge",
        "other",
        "other",
    ]
    assert [known(one) for one in (BudgetSpent(), Unsent(), Exception())] == ["BudgetSpent", "SourceUnavailable", "other"]
    assert cause(str(BudgetSpent("search: the limit on pages"))) == "BudgetSpent"
    assert cause("") == "other"


def test_whoever_does_not_watch_any_more_is_told_nothing() -> None:
    gone = WorkerMetrics(lambda: POOL)
    telemetry.watch(gone)()
    with telemetry.call(telemetry.PORT, "judge"):
        telemetry.count(telemetry.RECORDED, "judge")
    assert 'port="judge"' not in text(gone)


def test_the_pool_and_the_process_are_told_as_they_are(metrics: WorkerMetrics) -> None:
    found = text(metrics)
    assert 'veracious_pool_connections{state="free"} 2.0' in found
    assert "veracious_pool_waiting 1.0" in found
    assert "process_cpu_seconds_total" in found


def test_the_figures_are_told_on_a_port_until_it_is_closed(metrics: WorkerMetrics) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    close = metrics.serve("127.0.0.1", number)
    assert "veracious_pool_waiting" in httpx2.get(f"http://127.0.0.1:{number}/metrics").text
    with pytest.raises(OSError):
        metrics.serve("127.0.0.1", number)
    close()
    with pytest.raises(httpx2.TransportError):
        httpx2.get(f"http://127.0.0.1:{number}/metrics")
