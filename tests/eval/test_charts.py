"""Charts are read on white and on black, and nothing in them is cut off."""

import re
from xml.etree import ElementTree

import pytest

from veracious.eval import chart_style, plots
from veracious.eval.chart_style import DARK, INK, ORANGE, PAPER, SHADE, SHADE_AT_MOST, STYLE
from veracious.eval.metrics import Bin

SVG = "{http://www.w3.org/2000/svg}"
LABELS = ("supported", "refuted", "mixed", "not enough")
LONG = "fever_symmetric_test/claims: the surest claims first, n 1,234"


def _charts() -> dict[str, str]:
    bins = {"raw, ECE 12.3": [Bin(3, 0.4, 0.3), Bin(5, 0.9, 0.8)], "calibrated, ECE 1.2": [Bin(3, 0.5, 0.5), Bin(5, 0.8, 0.8)]}
    lines = {"the small judge alone": [(0.0, 0.71), (1.0, 0.9)], "both, by the last answer": [(0.0, 0.71), (1.0, 0.95)]}
    return {
        "confusion": plots.confusion([[9, 1, 0, 0], [2, 8, 0, 0], [0, 0, 0, 0], [1, 1, 1, 7]], LABELS, LONG),
        "reliability": plots.reliability(bins, LONG),
        "curve": plots.curve({"forced choice": [(0.1, 0.9), (1.0, 0.7)]}, LONG, ("share of claims", "share right")),
        "fan": plots.fan(lines, ["both, by the last answer"], LONG, ("share of pairs asked about, the least sure first", "accuracy")),
    }


CHARTS = _charts()


def luminance(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """The contrast of WCAG, from 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def mixed(over: str, under: str, opaque: float) -> str:
    """The colour of one over the other."""
    pairs = [(int(over[at : at + 2], 16), int(under[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(opaque * a + (1 - opaque) * b):02x}" for a, b in pairs)


@pytest.mark.parametrize("is_dark", [False, True])
def test_every_colour_is_read_on_its_paper(is_dark: bool) -> None:
    shown = {light: dark if is_dark else light for light, dark in DARK.items()}
    inks = [one for one in DARK if one not in (PAPER, SHADE)]
    assert {one: contrast(shown[one], shown[PAPER]) for one in inks if contrast(shown[one], shown[PAPER]) < 4.5} == {}
    darkest = mixed(shown[SHADE], shown[PAPER], SHADE_AT_MOST)
    assert contrast(shown[INK], darkest) >= 4.5


@pytest.mark.parametrize("chart", CHARTS)
def test_every_colour_of_a_chart_has_one_for_the_dark(chart: str) -> None:
    assert STYLE in CHARTS[chart]
    named = set(re.findall(r'(?:fill|stroke)="(#\w+)"', CHARTS[chart].replace(STYLE, "")))
    assert named <= set(DARK), "a colour that is the same on white and on black"


@pytest.mark.parametrize("chart", CHARTS)
def test_no_text_runs_out_of_its_chart(chart: str) -> None:
    """With letters as wide as those of a wide font: 0.62 of their size."""
    whole = ElementTree.fromstring(CHARTS[chart])  # noqa: S314
    wide, wrong = float(whole.get("width", "")), []
    for text in whole.iter(f"{SVG}text"):
        size, at, words = float(text.get("font-size", "")), float(text.get("x", "")), text.text or ""
        length = chart_style.LETTER_EM * size * len(words)
        start = {"start": at, "middle": at - length / 2, "end": at - length}[text.get("text-anchor", "")]
        if start < 0 or start + length > wide:
            wrong.append(words)
    assert wrong == []


def test_series_differ_in_shape_and_not_in_colour_alone() -> None:
    shapes = {re.sub(r'"[^"]*"', "", chart_style.marker(number, (1, 1), ORANGE)) for number in range(3)}
    assert len(shapes) == 3
