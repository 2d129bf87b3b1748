"""The alert rules and the dashboard name metrics and labels that there are, and the manual names every metric that they use."""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry

from veracious.adapters.process_metrics import WorkerMetrics
from veracious.app import health
from veracious.faces.http.metrics import Counts

yaml: Any = import_module("yaml")  # of the lock file; it tells no types
ROOT = Path(__file__).parents[1]
ALERTS, BOARD = ROOT / "ops" / "prometheus" / "alerts.yml", ROOT / "ops" / "grafana" / "veracious.json"
MANUAL = (ROOT / "docs" / "reference" / "http.md").read_text("utf-8")
ENDS = ("", "_total", "_bucket", "_sum", "_count")
GIVEN = {"instance", "job", "le"}  # by Prometheus itself


def there_are() -> dict[str, set[str]]:
    """Every metric that is told, by each name that its samples have, with its labels."""
    found: dict[str, set[str]] = {"up": set()}
    own = (Counts().registry, WorkerMetrics(dict).registry)
    for registry in own:
        found |= dict(_named(registry).items())
    return found


def _named(registry: CollectorRegistry) -> dict[str, set[str]]:
    named = dict[str, set[str]]()
    for collector in list(registry._collector_to_names):
        labels = set(getattr(collector, "_labelnames", ()))
        for metric in collector.collect():
            samples = {label for sample in metric.samples for label in sample.labels}
            for end in ENDS:
                named[metric.name + end] = labels | samples
    return named


def expressions() -> list[str]:
    rules = [rule["expr"] for group in yaml.safe_load(ALERTS.read_text("utf-8"))["groups"] for rule in group["rules"]]
    board: dict[str, Any] = json.loads(BOARD.read_text("utf-8"))
    return [*rules, *(target["expr"] for panel in board["panels"] for target in panel["targets"])]


@pytest.mark.parametrize("expression", expressions())
def test_an_expression_names_metrics_and_labels_that_there_are(expression: str) -> None:
    known = there_are()
    names = re.findall(r"\b(?:veracious|process)_\w+|\bup\b", expression)
    assert names
    assert [name for name in names if name not in known] == []
    labels = set().union(*(known[name] for name in names)) | GIVEN
    used = re.findall(r"[{,]\s*(\w+)\s*[=!]", expression)
    used += [label.strip() for group in re.findall(r"\b(?:by|ignoring)\s*\(([^)]*)\)", expression) for label in group.split(",")]
    assert [label for label in used if label not in labels] == []


def test_a_metric_that_there_is_not_would_be_noticed() -> None:
    assert "veracious_jobz" not in there_are()
    assert {"veracious_jobs", "veracious_job_seconds_bucket", "veracious_retries_total"} <= set(there_are())


def test_every_metric_is_on_the_board_or_in_an_alert_and_in_the_manual() -> None:
    used = set(re.findall(r"\bveracious_\w+", " ".join(expressions())))
    bare = {re.sub(r"_(bucket|sum|count)$", "", name) for name in used}
    told = set(re.findall(r"^\| `(veracious_\w+)`", MANUAL, re.MULTILINE))
    assert bare == told


def test_every_alert_says_what_to_do_and_reasons_are_those_of_the_status() -> None:
    rules = [rule for group in yaml.safe_load(ALERTS.read_text("utf-8"))["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) >= 10
    for rule in rules:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["description"]
        assert set(re.findall(r'reason="(\w+)"', rule["expr"])) <= set(health.REASONS)
