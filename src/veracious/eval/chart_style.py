"""How a chart looks: its colours on white and on black, its markers, its frame. Each chart carries both sets of colours.

A colour stands in the drawing as it is on white, so a viewer without style sheets shows that. A style inside the picture replaces it where
the reader prefers dark. Text has a contrast of at least 4.5 on both; `tests/eval/test_charts.py` computes it.
"""

from collections.abc import Sequence
from html import escape

INK, SOFT, PAPER = "#1f2430", "#5a6170", "#ffffff"
BLUE, ORANGE, GREEN = "#2461c9", "#a84a15", "#2b7449"
SHADE = "#3b7ae0"  # a cell's, more or less of it; text is written on it
SHADE_AT_MOST = 0.6  # how opaque a cell is at most: both inks are read on that
DARK = {
    INK: "#e6e8ee",
    SOFT: "#a6acbb",
    PAPER: "#16181d",
    BLUE: "#8ab4ff",
    ORANGE: "#f2a878",
    GREEN: "#82d1a4",
    SHADE: "#2f62c0",
}
STYLE = (
    "<style>@media (prefers-color-scheme:dark){"
    + "".join(f'.chart [fill="{light}"]{{fill:{dark}}}.chart [stroke="{light}"]{{stroke:{dark}}}' for light, dark in DARK.items())
    + "}</style>"
)
TITLE, LETTER_EM = 15, 0.62  # the size of a title, and how wide a letter is on average, of its size


def picture(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    """The whole picture: its title in words, its colours, its paper, its parts."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    inner = "\n".join(parts)
    return (
        f'{head} role="img" class="chart" font-family="system-ui, sans-serif">\n<title>{escape(title)}</title>\n{STYLE}\n'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n{inner}\n</svg>\n'
    )


def heading(width: float, title: str) -> str:
    """The title above a picture of this width, in smaller letters where it is long."""
    size = min(TITLE, (width - 20) / (LETTER_EM * max(1, len(title))))
    return text((width / 2, 24), title, round(size, 1))


def text(at: tuple[float, float], words: str, size: float = 12, anchor: str = "middle", ink: str = INK) -> str:
    """Words at a place."""
    return f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{ink}">{escape(words)}</text>'


def line(points: Sequence[tuple[float, float]], ink: str, dashes: str = "none", width: float = 1.5) -> str:
    """A line through points."""
    through = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{through}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-dasharray="{dashes}"/>'


def marker(number: int, at: tuple[float, float], ink: str) -> str:
    """The marker of a series: a circle, a square, a triangle, so that colour alone tells nothing."""
    x, y = at
    if number % 3 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{ink}"/>'
    if number % 3 == 1:
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{ink}"/>'
    return f'<path d="M{x:.1f} {y - 4.5:.1f}l4.5 8h-9z" fill="{ink}"/>'
