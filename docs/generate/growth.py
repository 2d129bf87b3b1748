"""How the store grows: the tables and pictures of its page, from what `make growth` measured."""

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from veracious.eval import chart_style
from veracious.eval.chart_style import BLUE, GREEN, ORANGE, SOFT

MEASURED = "evals/store/growth.json"
BIG = (1_000_000, 10_000_000)
STUDENT = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45}  # 97.5 % quantile of Student's t by degrees of freedom
HUES = (BLUE, ORANGE, GREEN)
WIDE, HIGH, LEFT, RIGHT, TOP = 264, 170, 54, 22, 46
LABEL = 26  # the width of a size that is written below an axis


def measured(root: Path) -> list[dict[str, Any]]:
    """The sizes that were measured, smallest first."""
    return sorted(json.loads((root / MEASURED).read_text("utf-8"))["sizes"], key=lambda one: one["passages"])


def corpus(root: Path) -> int:
    """How many passages are of the corpora themselves."""
    return int(json.loads((root / MEASURED).read_text("utf-8"))["passages_of_the_pack"])


def queries(root: Path) -> int:
    """How many queries were asked at each size."""
    return int(json.loads((root / MEASURED).read_text("utf-8"))["queries"])


def index_bytes(one: dict[str, Any]) -> int:
    """Bytes of the vector index."""
    return sum(size for name, size in one["bytes"].items() if "vector" in name)


def all_bytes(one: dict[str, Any]) -> int:
    """Bytes of all tables and indexes."""
    return sum(one["bytes"].values())


def rates(found: Sequence[dict[str, Any]]) -> list[float]:
    """Passages written a second on the way to each size."""
    before = [0, *(one["passages"] for one in found[:-1])]
    return [(one["passages"] - start) / one["write_seconds"] for one, start in zip(found, before, strict=True)]


def grown(sizes: Sequence[float], values: Sequence[float], to: float) -> tuple[float, float, float]:
    """What a power law through the points gives at a size, with the 95 % interval of a new point."""
    x, y = [math.log(one) for one in sizes], [math.log(one) for one in values]
    count, mean_x, mean_y = len(x), sum(x) / len(x), sum(y) / len(y)
    spread = sum((one - mean_x) ** 2 for one in x)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread
    left = sum((b - mean_y - slope * (a - mean_x)) ** 2 for a, b in zip(x, y, strict=True)) / (count - 2)
    far = math.log(to) - mean_x
    middle, off = mean_y + slope * far, STUDENT[count - 2] * math.sqrt(left * (1 + 1 / count + far**2 / spread))
    return math.exp(middle), math.exp(middle - off), math.exp(middle + off)


def together(root: Path) -> str:
    """The smallest and the largest size as they were measured beside each other."""
    found = json.loads((root / MEASURED).read_text("utf-8")).get("together", {})
    small, large = sorted({int(name.split()[0]) for name in found}) or (0, 0)
    rows = []
    for way, title in (("hybrid", "both"), ("vectors", "vectors alone"), ("text", "words alone"), ("bare", "both, the bare SQL")):
        a, b = (found[f"{size} {way}"] for size in (small, large))
        times = f"{b['p50_ms'] / a['p50_ms']:.1f} / {b['p95_ms'] / a['p95_ms']:.1f}"
        rows.append(f"| {title} | {a['p50_ms']:.1f} / {a['p95_ms']:.1f} ms | {b['p50_ms']:.1f} / {b['p95_ms']:.1f} ms | {times} |")
    return "\n".join((f"| p50 / p95 | {small:,} | {large:,} | times |", "|---|---|---|---|", *rows))


def table(root: Path) -> str:
    """The figures as a table."""
    found = measured(root)
    lines = [
        "| passages | hybrid p50 / p95 | vectors p95 | words p95 | bare SQL p50 / p95 | vector index | everything | written per second |"
    ]
    lines.append("|---|---|---|---|---|---|---|---|")
    for one, rate in zip(found, rates(found), strict=True):
        cells = (
            f"{one['passages']:,}",
            f"{one['hybrid']['p50_ms']:.1f} / {one['hybrid']['p95_ms']:.1f} ms",
            f"{one['vectors']['p95_ms']:.1f} ms",
            f"{one['text']['p95_ms']:.1f} ms",
            f"{one['bare']['p50_ms']:.1f} / {one['bare']['p95_ms']:.1f} ms",
            f"{index_bytes(one) / 1e6:,.0f} MB",
            f"{all_bytes(one) / 1e6:,.0f} MB",
            f"{rate:,.0f}",
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def forecast(root: Path) -> str:
    """What the curves say of sizes that were not measured, with their error."""
    found = measured(root)
    sizes = [one["passages"] for one in found]
    lines = ["| passages | hybrid p95 | vectors p95 | vector index | everything |", "|---|---|---|---|---|"]
    for to in BIG:
        cells = [f"{to:,}"]
        for way in ("hybrid", "vectors"):
            middle, low, high = grown(sizes, [one[way]["p95_ms"] for one in found], to)
            cells.append(f"{middle:.0f} ms ({low:.0f}–{high:.0f})")
        for size in (index_bytes, all_bytes):
            middle, low, high = grown(sizes, [size(one) for one in found], to)
            cells.append(f"{middle / 1e9:.1f} GB ({low / 1e9:.1f}–{high / 1e9:.1f})")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def recall(root: Path) -> str:
    """How much of the exact answer the index finds."""
    lines = ["| passages | recall@10 against exact search | the same under a filter that keeps 1 % |", "|---|---|---|"]
    lines += [f"| {one['passages']:,} | {one['recall@10']:.3f} | {one['recall@10 under 1 %']:.3f} |" for one in measured(root)]
    return "\n".join(lines)


def searching(root: Path) -> str:
    """How long a search takes."""
    found = measured(root)
    series = {"hybrid p95": [one["hybrid"]["p95_ms"] for one in found], "hybrid p50": [one["hybrid"]["p50_ms"] for one in found]}
    return _picture("A search, milliseconds", found, series | {"vectors p95": [one["vectors"]["p95_ms"] for one in found]})


def sizes(root: Path) -> str:
    """How large the store is."""
    found = measured(root)
    series = {"everything": [all_bytes(one) / 1e6 for one in found], "vector index": [index_bytes(one) / 1e6 for one in found]}
    return _picture("Size, megabytes", found, series)


def writing(root: Path) -> str:
    """How fast the store is filled."""
    found = measured(root)
    return _picture("Passages written a second", found, {"without embedding": rates(found)})


def _picture(title: str, found: Sequence[dict[str, Any]], series: dict[str, list[float]]) -> str:
    """Lines over the number of passages, narrow enough for a phone."""
    passages = [float(one["passages"]) for one in found]
    top = max(value for values in series.values() for value in values) * 1.1

    def x(size: float) -> float:
        return LEFT + size / max(passages) * WIDE

    def y(value: float) -> float:
        return TOP + HIGH - value / top * HIGH

    width = LEFT + WIDE + RIGHT
    parts = [chart_style.heading(width, title)]
    parts.append(f'<path d="M{LEFT} {TOP}V{TOP + HIGH}H{LEFT + WIDE}" fill="none" stroke="{SOFT}"/>')
    parts += [chart_style.text((x(size), TOP + HIGH + 18), f"{size / 1000:.0f}k", 11, "middle", SOFT) for size in _apart(passages, x)]
    marks = [top * share / 1.1 for share in (0, 0.5, 1)]
    parts += [chart_style.text((LEFT - 6, y(value) + 4), f"{value:,.0f}", 11, "end", SOFT) for value in marks]
    for number, (name, values) in enumerate(series.items()):
        hue, legend = HUES[number], (LEFT + 4 + 98 * number, TOP + HIGH + 44)
        points = [(x(size), y(value)) for size, value in zip(passages, values, strict=True)]
        parts.append(chart_style.line(points, hue, width=2))
        parts += [chart_style.marker(number, point, hue) for point in (*points, (legend[0], legend[1] - 4))]
        parts.append(chart_style.text((legend[0] + 9, legend[1]), name, 12, "start", hue))
    return chart_style.picture(width, TOP + HIGH + 60, title, parts)


def _apart(sizes: Sequence[float], x: Callable[[float], float]) -> list[float]:
    """The sizes that can be written beside each other."""
    kept = [sizes[0]]
    for size in sizes[1:]:
        if x(size) - x(kept[-1]) >= LABEL:
            kept.append(size)
    return kept
