"""Pictures of figures as SVG text: a confusion matrix and a reliability diagram. No library, no fonts, no script."""

from collections.abc import Mapping, Sequence

from veracious.eval.chart_style import BLUE, SHADE, SHADE_AT_MOST, SOFT, heading, line, marker, picture, text
from veracious.eval.metrics import Bin

HUES = (SOFT, BLUE)  # before and after
CELL, LEFT, TOP = 84, 110, 70
SIDE = 320  # of the square of a reliability diagram


def confusion(matrix: Sequence[Sequence[int]], labels: Sequence[str], title: str) -> str:
    """A confusion matrix: gold labels down, told labels across, each cell with its count and its share of the row."""
    size = len(labels)
    width = LEFT + size * CELL + 20
    parts = [heading(width, title), text((LEFT + size * CELL / 2, 46), "told", 12, "middle", SOFT)]
    for column, label in enumerate(labels):
        parts.append(text((LEFT + (column + 0.5) * CELL, TOP - 8), label, 12, "middle"))
    for row, label in enumerate(labels):
        parts.append(text((LEFT - 10, TOP + (row + 0.5) * CELL + 4), label, 12, "end"))
        total = sum(matrix[row])
        for column in range(size):
            parts += _cell(LEFT + column * CELL, TOP + row * CELL, matrix[row][column], total)
    parts.append(text((LEFT - 10, TOP - 8), "gold", 12, "end", SOFT))
    return picture(width, TOP + size * CELL + 20, title, parts)


def reliability(series: Mapping[str, Sequence[Bin]], title: str) -> str:
    """How often answers are right at each confidence, a line for each series; on the diagonal the confidence is what it says."""
    found = {name: [(part.confidence, part.accuracy) for part in bins] for name, bins in series.items()}
    return _square(found, title, ("confidence", "share right"), diagonal=True)


def curve(series: Mapping[str, Sequence[Sequence[float]]], title: str, axes: tuple[str, str]) -> str:
    """Lines from 0 to 1 both ways."""
    return _square({name: [(x, y) for x, y in points] for name, points in series.items()}, title, axes)


def fan(series: Mapping[str, Sequence[tuple[float, float]]], firm: Sequence[str], title: str, axes: tuple[str, str]) -> str:
    """Lines over 0 to 1, each named where it begins, the firm ones in colour; from the tenth below the lowest point up to 1."""
    left, top, low = 300, 64, min(9, *(int(10 * y) for points in series.values() for _, y in points))
    width = left + SIDE + 50
    parts = [heading(width, title)]
    parts.append(f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{SOFT}"/>')
    parts += [text((left + tenth / 10 * SIDE, top + SIDE + 18), f"{tenth / 10:.1f}", 11, "middle", SOFT) for tenth in range(0, 11, 2)]
    unit = SIDE / (10 - low)
    for tenth in range(low, 11):
        parts.append(text((left + SIDE + 8, top + (10 - tenth) * unit + 4), f"{tenth / 10:.1f}", 11, "start", SOFT))
    placed = 0.0
    for name, found in sorted(series.items(), key=lambda one: -one[1][0][1]):
        hue, dashes = (BLUE, "none") if name in firm else (SOFT, "3 2")
        points = [(left + x * SIDE, top + 10 * (1 - y) * unit) for x, y in found]
        parts.append(line(points, hue, dashes))
        placed = max(points[0][1], placed + 15)  # names of lines that begin close together would cover each other
        parts.append(text((left - 8, placed + 4), name, 11, "end", hue))
    parts.append(text((width - 10, top + SIDE + 38), axes[0], 12, "end"))
    parts.append(text((left + SIDE, top - 10), axes[1], 12, "end"))
    return picture(width, top + SIDE + 54, title, parts)


def _square(series: Mapping[str, Sequence[tuple[float, float]]], title: str, axes: tuple[str, str], diagonal: bool = False) -> str:
    left, top = 60, 64
    width = left + SIDE + 30
    parts = [heading(width, title)]
    parts.append(f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{SOFT}"/>')
    parts += [line(((left, top + SIDE), (left + SIDE, top)), SOFT, "4 4")] if diagonal else []
    for tenth in range(0, 11, 2):
        at = tenth / 10 * SIDE
        parts.append(text((left + at, top + SIDE + 18), f"{tenth / 10:.1f}", 11, "middle", SOFT))
        parts.append(text((left - 8, top + SIDE - at + 4), f"{tenth / 10:.1f}", 11, "end", SOFT))
    for index, (name, found) in enumerate(series.items()):
        hue = HUES[index % len(HUES)] if len(series) > 1 else BLUE
        points = [(left + x * SIDE, top + SIDE - y * SIDE) for x, y in found]
        parts.append(line(points, hue))
        parts += [marker(index, point, hue) for point in points]
        parts += [marker(index, (left + 14, top + 16 + 18 * index), hue), text((left + 24, top + 20 + 18 * index), name, 12, "start", hue)]
    parts.append(text((left + SIDE / 2, top + SIDE + 38), axes[0], 12, "middle"))
    parts.append(text((14, top - 12), axes[1], 12, "start"))
    return picture(width, top + SIDE + 54, title, parts)


def _cell(x: float, y: float, count: int, total: int) -> list[str]:
    share = count / total if total else 0.0
    opaque = 0.04 + (SHADE_AT_MOST - 0.04) * share
    return [
        f'<rect x="{x}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" fill="{SHADE}" fill-opacity="{opaque:.3f}"/>',
        text((x + CELL / 2 - 1, y + CELL / 2), f"{count:,}", 15, "middle"),
        text((x + CELL / 2 - 1, y + CELL / 2 + 18), f"{share:.0%}", 11, "middle"),
    ]
